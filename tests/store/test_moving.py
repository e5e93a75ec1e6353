"""From one engine to the other and back: everything, with the same heads."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper import create_app
from scorekeeper.__main__ import main
from scorekeeper.store import ADDRESS, FILE_NAME, Store
from scorekeeper.store.backup import NotKept, move
from tests.adopting import adopt
from tests.engines import Cluster, Where, another_program, of_servers
from tests.exports import sheets
from tests.web.conftest import Visitor, join
from tests.web.sealing import bridge, seal

TABLES = (
    "sessions", "events", "private", "sealed", "phones", "places", "invitations", "openings",
    "links_of_hosts", "house", "house_links", "arbiters", "unlisted", "deletions", "session_index",
    "people", "outcomes", "outcome_people",
)  # fmt: skip
AT = "2026-11-22T20:00:00Z"

pytestmark = pytest.mark.own_engine


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def address(cluster: Cluster) -> Iterator[str]:
    made = cluster.database()
    yield made
    cluster.empty_again(made)


@pytest.fixture
def evening(instance: Path) -> Visitor:
    """Tables, seals, places, an unlisted and a deleted session: something in every
    table."""
    app = create_app({"INSTANCE": str(instance), "TESTING": True})
    host = Visitor(app.test_client())
    store = app.extensions["store"]
    table = bridge(host)
    join(host, Visitor(app.test_client()), table, "W")
    seal(host, table, seat="N")
    host.get(table + "phones").send(table + "phones/move", seat="W")
    store.phones.link_to_house("words", "2999-01-01T00:00:00Z", AT)
    store.run("INSERT INTO arbiters VALUES (?, ?)", [table.split("/")[2], "a" * 64])
    sealed = "INSERT INTO private SELECT session_id, ?, 'N', '1', ? FROM sealed"
    store.run(sealed, ["c" * 64, "d" * 40])
    rubber = sheets.rubber()
    for _ in range(2):
        adopt(store, rubber.header, rubber.log)
        store.delete("evening-1", "host", AT)
    adopt(store, rubber.header, rubber.log)
    store.hide(host.lay("rook").split("/")[2], AT)
    store.outcomes.count_up(60)
    store.close()
    return host


def content(where: Where) -> dict[str, list[object]]:
    """Every row, once all outcomes are counted: a copy counts them anew. The number by
    which the index counts its rows is of one database alone."""
    store = Store(where)
    store.outcomes.count_up(60)
    store.close()
    with another_program(where) as other:
        found = {}
        for name in TABLES:
            sql = f"SELECT * FROM {name}"  # noqa: S608
            found[name] = other.execute(sql).fetchall()
    found["session_index"] = [row[1:] for row in found["session_index"]]
    return {name: sorted(map(repr, rows)) for name, rows in found.items()}


def test_everything_goes_to_a_server_and_comes_back(
    evening: Visitor,
    instance: Path,
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = content(instance / FILE_NAME)
    assert all(before.values()), [name for name, rows in before.items() if not rows]
    answer = run("move", address)
    assert (
        answer.exit_code == 0 and "all verified, with the same heads" in answer.output
    )
    assert content(address) == before
    again = run("move", address)
    assert again.exit_code == 1 and "not empty" in again.output
    monkeypatch.setenv(ADDRESS, address)
    assert run("verify", address).exit_code == 0
    assert "every chain holds" in run("doctor").output
    back = tmp_path / "back" / FILE_NAME
    back.parent.mkdir()
    assert run("move", str(back)).exit_code == 0
    assert content(back) == before
    assert (back.parent / "secret_key").read_bytes() == (
        instance / "secret_key"
    ).read_bytes()
    store = Store(address)  # what is new is numbered after what came
    adopt(store, sheets.rubber().header, ())
    store.delete("evening-1", "host", AT)
    assert len(store.imports.deletions(9)) == 3
    store.close()


def test_phones_keep_their_places(
    evening: Visitor, address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run("move", address).exit_code == 0
    monkeypatch.setenv(ADDRESS, address)
    app = create_app({"INSTANCE": str(tmp_path / "elsewhere"), "TESTING": True})
    client = app.test_client()
    client._cookies = evening.client._cookies  # type: ignore[attr-defined]
    (table,) = (
        one for one in app.extensions["store"].ids(listed=True) if one != "evening-1"
    )
    assert client.get(f"/t/{table}/phones").status_code == 200
    assert b"recovery" in client.get(f"/t/{table}/phones").data.lower()
    app.extensions["store"].close()


def test_a_source_that_is_lost_meanwhile_leaves_nothing_there(
    evening: Visitor, instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = Store(instance / FILE_NAME)
    dest = tmp_path / "copy.db"

    def lost(_work: object) -> None:
        raise source.engine.faults[0]("disk I/O error")

    monkeypatch.setattr(source.engine, "snapshot", lost)
    with pytest.raises(NotKept, match="disk I/O error"):
        move(source, dest)
    source.close()
    assert not dest.exists()


def kept_keys(address: str) -> list[bytes]:
    with another_program(address) as other:
        return [
            bytes(row[0])
            for row in other.execute("SELECT value FROM secrets").fetchall()
        ]


def test_a_key_that_the_environment_names_is_written_nowhere(
    evening: Visitor, address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "k" * 40)
    assert run("move", address).exit_code == 0
    assert kept_keys(address) == []
    monkeypatch.setenv(ADDRESS, address)
    (tmp_path / "back").mkdir()
    answer = run("move", str(tmp_path / "back" / FILE_NAME))
    assert answer.exit_code == 0, answer.output
    assert not (tmp_path / "back" / "secret_key").exists()


def test_another_key_at_the_end_of_a_move_is_named(
    evening: Visitor, address: str
) -> None:
    store = Store(address)
    store.engine.secret(b"x" * 32)
    store.close()
    assert "every phone must join its table again" in run("move", address).output
    assert kept_keys(address) == [b"x" * 32]


def test_a_backup_of_a_server_is_a_file_and_is_restored_to_one(
    evening: Visitor,
    instance: Path,
    address: str,
    cluster: Cluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert run("move", address).exit_code == 0
    before = content(address)
    monkeypatch.setenv(ADDRESS, address)
    copy = tmp_path / "copy.db"
    answer = run("backup", str(copy))
    assert answer.exit_code == 0 and "all verified" in answer.output
    assert copy.stat().st_mode & 0o077 == 0
    assert run("verify", str(copy)).exit_code == 0
    other = cluster.database()
    monkeypatch.setenv(ADDRESS, other)
    assert run("restore", str(copy)).exit_code == 0
    assert content(other) == before
    full = run("restore", str(copy))
    assert full.exit_code == 1 and "not empty" in full.output
    cluster.empty_again(other)


def test_what_fails_leaves_nothing(
    evening: Visitor, instance: Path, address: str
) -> None:
    """An old entry has NUL in its remark, which a server keeps in no text."""
    with another_program(instance / FILE_NAME) as other:
        other.execute(
            "INSERT INTO events SELECT session_id, seq + 1, at, by, kind, facts, place, ?, 'k', 0,"
            " hash, hash, digest FROM events WHERE session_id = 'evening-1'"
            " ORDER BY seq DESC LIMIT 1",
            ["a\0b"],
        )
    store = Store(instance / FILE_NAME)
    with pytest.raises(NotKept, match="NUL"):
        move(store, address)
    store.close()
    assert not any(content(address).values())


def test_migrating_is_for_servers(
    instance: Path, address: str, monkeypatch: Any
) -> None:
    assert "needs no migrating" in run("migrate").output
    monkeypatch.setenv(ADDRESS, address)
    assert "nothing to do" in run("migrate").output


# ---- what the doctor warns of ----


@of_servers
@pytest.mark.parametrize("setting", ["synchronous_commit", "full_page_writes"])
def test_the_doctor_warns_of_what_loses_entries(
    cluster: Cluster, where: str, monkeypatch: pytest.MonkeyPatch, setting: str
) -> None:
    monkeypatch.setenv(ADDRESS, where)
    assert f"! Risk         {setting}" not in run("doctor").output
    cluster.execute(f"ALTER SYSTEM SET {setting} = off")
    cluster.execute("SELECT pg_reload_conf()")
    try:
        answer = run("doctor")
        while f"{setting} = off" not in answer.output:
            answer = run("doctor")
        assert answer.exit_code == 1
    finally:
        cluster.execute(f"ALTER SYSTEM RESET {setting}")
        cluster.execute("SELECT pg_reload_conf()")


def test_the_doctor_warns_of_an_asynchronous_standby(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    primary = Cluster().make()
    standby = Cluster()
    try:
        primary.standby(standby)
        monkeypatch.setenv(ADDRESS, primary.database())
        assert "standby is asynchronous" in run("doctor").output
        primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        primary.execute("SELECT pg_reload_conf()")
        while "standby is asynchronous" in run("doctor").output:
            pass
        store = Store(primary.database())
        assert store.engine.health().why == "1 standbys"
        store.close()
    finally:
        standby.stop()
        primary.stop()
