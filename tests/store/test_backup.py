"""Backup, wipe, restore, verify; and every release's files, opened by this one."""

import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benchmarks.seasons import seasons
from scorekeeper.__main__ import main
from scorekeeper.core.codec import code
from scorekeeper.exports.session_file import read
from scorekeeper.store import FILE_NAME, Store
from scorekeeper.store.index import SessionQuery
from scorekeeper.store.outcomes import OutcomeQuery
from scorekeeper.store.schema import FROM_THE_LOGS
from tests.adopting import adopt
from tests.engines import another_program
from tests.exports import sheets
from tests.proof.changes import small
from tools.keep_release import RELEASES, points_of

pytestmark = pytest.mark.own_engine


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def store(instance: Path) -> Store:
    opened = Store(instance / FILE_NAME)
    session = sheets.rubber()
    adopt(opened, session.header, session.log)
    return opened


def heads(path: Path) -> dict[str, str]:
    store = Store(path)
    found = {session.id: session.head for session in store.each()}
    store.close()
    return found


def test_backup_wipe_restore_verify(
    store: Store, instance: Path, tmp_path: Path
) -> None:
    before = {session.id: session.head for session in store.each()}
    copy = tmp_path / "kept" / "copy.db"
    copy.parent.mkdir()
    answer = run("backup", str(copy))  # while the store is open
    assert "1 session, all verified." in answer.output, answer.output
    assert copy.stat().st_mode & 0o077 == 0
    store.close()
    for path in instance.glob(f"{FILE_NAME}*"):
        path.unlink()
    assert run("restore", str(copy)).exit_code == 0
    assert heads(instance / FILE_NAME) == before
    answer = run(
        "verify", str(instance / FILE_NAME), "--code", code(before["evening-1"])
    )
    assert answer.exit_code == 0
    assert "holds" in answer.output and "is that of entry 30" in answer.output


def test_a_folder_gets_a_copy_with_the_time_in_its_name(
    store: Store, tmp_path: Path
) -> None:
    assert run("backup", str(tmp_path)).exit_code == 0
    assert len(list(tmp_path.glob("scorekeeper-2*.db"))) == 1
    store.close()


def test_a_backup_overwrites_nothing(store: Store, tmp_path: Path) -> None:
    there = tmp_path / "there.db"
    there.write_text("mine")
    answer = run("backup", str(there))
    assert answer.exit_code == 1 and "already exists" in answer.output
    assert there.read_text() == "mine"
    store.close()


def test_a_restore_overwrites_nothing_unless_forced(
    store: Store, instance: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(copy))
    adopt(store, replace(small().header, session="later"), ())
    answer = run("restore", str(copy))
    assert answer.exit_code == 1 and "--force" in answer.output
    in_use = run("restore", str(copy), "--force")
    assert in_use.exit_code == 1 and "stop the server first" in in_use.output
    assert len(store.ids()) == 2
    store.close()
    assert run("restore", str(copy), "--force").exit_code == 0
    assert list(heads(instance / FILE_NAME)) == ["evening-1"]
    (aside,) = instance.glob("scorekeeper-before-*.db")
    assert set(heads(aside)) == {"evening-1", "later"}


def test_what_does_not_hold_is_not_restored(
    store: Store, instance: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(copy))
    with another_program(copy) as raw:
        raw.execute("DROP TRIGGER events_stay")
        raw.execute("UPDATE events SET note = 'x' WHERE seq = 5")
    before = heads(instance / FILE_NAME)
    store.close()
    answer = run("restore", str(copy), "--force")
    assert answer.exit_code == 1
    assert "Line 6 of the session file" in answer.output
    assert heads(instance / FILE_NAME) == before
    verified = run("verify", str(copy))
    assert verified.exit_code == 1 and "does not hold" in verified.output


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TRIGGER more AFTER INSERT ON events BEGIN DELETE FROM places; END",
        "CREATE VIEW scores AS SELECT 1",
        "CREATE TABLE more (a TEXT)",
        "DROP TRIGGER events_are_kept",
        "DROP VIEW listed; CREATE VIEW listed AS SELECT * FROM session_index",
        "DROP TRIGGER events_stay; CREATE TRIGGER events_stay BEFORE UPDATE ON events"
        " BEGIN SELECT 1; END",
        "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema VALUES ('trigger', 'sqlite_stat9',"
        " 'events', 0, 'CREATE TRIGGER sqlite_stat9 AFTER INSERT ON events"
        " BEGIN DELETE FROM places; END')",
    ],
    ids=[
        "trigger",
        "view",
        "table",
        "no-guard",
        "other-view",
        "other-guard",
        "sqlite's-name",
    ],
)
def test_what_this_program_does_not_make_is_not_restored(
    store: Store, instance: Path, tmp_path: Path, sql: str
) -> None:
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy)).exit_code == 0
    with another_program(copy) as database:
        database.executescript(sql)
    before = heads(instance / FILE_NAME)
    answer = run("restore", str(copy), "--force")
    assert (
        answer.exit_code != 0
        and "is not laid out as this program does it" in answer.output
    )
    assert heads(instance / FILE_NAME) == before
    assert not [path for path in instance.iterdir() if "restored" in path.name]


# ---- what a copy says besides its logs ----


def played(path: Path) -> None:
    """A database with sessions of every game, some of them counted."""
    store = Store(path)
    for session in seasons(6, seed=5, hands=2):
        adopt(store, session.header, session.log)
    store.hide(store.ids()[-1], "2026-11-22T20:00:00Z")
    assert store.outcomes.count_up(60) == 0
    store.close()


def shown(path: Path) -> dict[str, list[Any]]:
    """What lists, the home page, searches and statistics say of the sessions in a
    database."""
    store = Store(path)
    store.outcomes.count_up(60)
    players = [*store.outcomes.players(), *store.outcomes.players(size=2)]
    queries = [OutcomeQuery(player.who) for player in players]
    found: dict[str, list[Any]] = {
        "recent": store.index.recent(),
        "found": store.index.find(SessionQuery(), 99),
        "names": store.index.names(),
        "groups": store.index.groups(99),
        "players": players,
        "games": [store.outcomes.games(query) for query in queries],
        "ids": store.ids(),
        "hidden": [
            (waiting.summary, waiting.why) for waiting in store.imports.unlisted()
        ],
    }
    store.close()
    return found


FALSE = {
    "session_id": None,  # a row of another session, where there can be one
    "who": json.dumps(["Mallory"]),
    "everybody": json.dumps(["Mallory"]),
    "people": json.dumps(["Mallory"]),
    "scores": json.dumps([["NS", ["Mallory"], 99_999, []]]),
    "said": json.dumps({"say": "story.level", "with": {}}),
    "deal": json.dumps({"say": "story.level", "with": {}}),
    "turn": json.dumps({"say": "story.level", "with": {}}),
    "last_at": "2030-01-01T00:00:00Z",
    "opened_at": "2030-01-01T00:00:00Z",
    "day": "2030-01-01",
}
"""What is written into a column; another text or number where none is named."""


def cells() -> dict[str, list[str]]:
    """Every column of every table that says again what the logs say, and of what is
    told of a session beside its header; those that tell rows apart by themselves."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / FILE_NAME
        Store(path).close()
        found = {"sessions": ["opened_at"]}
        with another_program(path) as raw:
            for table in FROM_THE_LOGS:
                sql = f"SELECT name FROM pragma_table_info('{table}')"  # noqa: S608
                found[table] = [name for (name,) in raw.execute(sql)]
    return found


KEYS = ("session_id", "n", "person", "word", "who")


def falsehoods() -> Iterator[tuple[str, list[str]]]:
    """What is falsified together: a column by which rows are told apart alone, all
    others of a table at once."""
    for table, columns in cells().items():
        yield table, [column for column in columns if column not in KEYS]
        yield from ((table, [column]) for column in columns if column in KEYS)


def falsify(path: Path, table: str, column: str) -> None:
    """Write something else into every row of a column, past all guards."""
    with another_program(path) as raw:
        guards = raw.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in guards:
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute("PRAGMA foreign_keys = OFF")
        rows = f"UPDATE OR REPLACE {table} SET {column}"  # noqa: S608
        if column == "session_id":
            raw.execute(f"{rows} = (SELECT max(id) FROM sessions)")  # noqa: S608
        elif column in FALSE:
            raw.execute(f"{rows} = ?", [FALSE[column]])
        else:
            raw.execute(
                f"{rows} = CASE typeof({column}) WHEN 'text' THEN 'Mallory'"
                f" ELSE coalesce({column}, 0) + 99999 END"
            )
        for _, sql in guards:
            raw.execute(sql)


@pytest.fixture(scope="module")
def season(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[Path, dict[str, list[Any]]]:
    path = tmp_path_factory.mktemp("season") / FILE_NAME
    played(path)
    true = shown(path)
    assert all(true.values()) and any(true["games"]), true
    return path, true


def test_whatever_a_copy_says_besides_its_logs_is_not_restored(
    season: tuple[Path, dict[str, list[Any]]], instance: Path, tmp_path: Path
) -> None:
    path, true = season
    copy = tmp_path / "copy.db"
    for table, columns in falsehoods():
        shutil.copy(path, copy)
        for column in columns:
            falsify(copy, table, column)
        answer = run("restore", str(copy), "--force")
        if answer.exit_code == 0:
            assert shown(instance / FILE_NAME) == true, f"{table}: {columns}"
        else:
            assert "does not hold" in answer.output, (
                f"{table}: {columns}: {answer.output}"
            )
        copy.unlink()


def test_a_false_index_is_seen_before_it_is_restored(
    season: tuple[Path, dict[str, list[Any]]], tmp_path: Path
) -> None:
    """That what the test above writes is shown, where nobody works it out anew."""
    path, true = season
    copy = tmp_path / FILE_NAME
    for column in ("scores", "everybody", "last_at"):
        shutil.copy(path, copy)
        falsify(copy, "session_index", column)
        assert shown(copy) != true, column
        copy.unlink()


def test_no_table_of_sqlite_s_own_is_restored(
    store: Store, instance: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(copy))
    store.close()
    with another_program(copy) as raw:
        raw.execute("ANALYZE")
        raw.execute("UPDATE sqlite_stat1 SET stat = '1 1 1'")
    assert run("restore", str(copy), "--force").exit_code == 0
    with another_program(instance / FILE_NAME) as raw:
        found = raw.execute(
            "SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite_%'"
        ).fetchall()
        assert all(name.startswith("sqlite_autoindex_") for (name,) in found)


def test_a_session_under_another_s_id_is_not_restored(
    store: Store, instance: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    run("backup", str(copy))
    store.close()
    with another_program(copy) as raw:
        guards = raw.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in guards:
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute("PRAGMA foreign_keys = OFF")
        for table in ("events", "session_index", "people"):
            raw.execute(f"UPDATE {table} SET session_id = 'evening-2'")  # noqa: S608
        raw.execute("UPDATE sessions SET id = 'evening-2'")
        for _, sql in guards:
            raw.execute(sql)
    answer = run("restore", str(copy), "--force")
    assert answer.exit_code == 1 and "evening-2: The hash doesn’t fit" in answer.output


@pytest.mark.parametrize("words", [("restore", "--force"), ("verify",)])
def test_a_name_in_a_database_says_nothing_to_a_terminal(
    store: Store, instance: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    session = sheets.rubber()
    adopt(store, replace(session.header, session="\x1b[2Jevening"), ())
    copy = tmp_path / "copy.db"
    with another_program(instance / FILE_NAME) as database:
        database.execute("VACUUM INTO ?", [str(copy)])
    # as to a terminal
    answer = CliRunner().invoke(main, [*words, str(copy)], color=True)
    assert answer.exit_code != 0 and "evening" in answer.output
    assert "\x1b" not in answer.output


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "This is an empty file."),
        (b"not a database", "Choose a backup of the database."),
        (b"SQLite format 3\0" + b"\0" * 500, "can't be the database"),
    ],
    ids=["empty", "text", "damaged"],
)
def test_what_is_no_database_is_not_restored(
    instance: Path, tmp_path: Path, content: bytes, why: str
) -> None:
    file = tmp_path / "file.db"
    file.write_bytes(content)
    answer = run("restore", str(file))
    assert answer.exit_code == 1 and why in answer.output
    assert not (instance / FILE_NAME).exists()


def test_what_is_under_a_seal_is_in_the_backup_and_in_no_export(
    instance: Path, tmp_path: Path
) -> None:
    store = Store(instance / FILE_NAME)
    session = sheets.rubber()
    adopt(store, session.header, session.log)
    store.close()
    with another_program(instance / FILE_NAME) as raw:
        row = ("evening-1", "a" * 64, "N", '"the secret"', "b" * 32)
        raw.execute("INSERT INTO private VALUES (?, ?, ?, ?, ?)", row)
    assert run("backup", str(tmp_path / "copy.db")).exit_code == 0
    assert run("export", "--all", "-o", str(tmp_path / "all.zip")).exit_code == 0
    with another_program(tmp_path / "copy.db") as raw:
        assert raw.execute("SELECT value FROM private").fetchone() == ('"the secret"',)
    with zipfile.ZipFile(tmp_path / "all.zip") as archive:
        assert all(b"secret" not in archive.read(name) for name in archive.namelist())


def test_an_archive_is_taken_in_elsewhere_and_again_changes_nothing(
    store: Store, instance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    adopt(store, replace(small().header, session="other"), ())
    before = {session.id: session.head for session in store.each()}
    store.close()
    archive = str(tmp_path / "all.zip")
    assert "2 sessions in" in run("export", "--all", "-o", archive).output
    assert run("verify", archive).exit_code == 0
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "elsewhere"))
    assert (
        "2 sessions: 2 new, 0 continued, 0 already here"
        in run("import", archive).output
    )
    assert (
        "2 sessions: 0 new, 0 continued, 2 already here"
        in run("import", archive).output
    )
    assert heads(tmp_path / "elsewhere" / FILE_NAME) == before


# ---- what earlier releases wrote ----


@pytest.mark.parametrize(
    "folder", sorted(RELEASES.iterdir()), ids=lambda path: path.name
)
def test_what_a_release_wrote_is_still_read(folder: Path, tmp_path: Path) -> None:
    data = (folder / "session.jsonl").read_bytes()
    session = read(data).session
    assert run("verify", str(folder / "session.jsonl")).exit_code == 0
    assert points_of(session) == json.loads((folder / "points.json").read_text())
    path = tmp_path / FILE_NAME
    path.write_bytes((folder / "scorekeeper.db").read_bytes())
    assert run("verify", str(path)).exit_code == 0
    store = Store(path)  # brings it up to date
    kept = store.open(session.id)
    assert kept is not None and kept.head == session.head
    assert store.engine.health().faults == ()
    assert [summary.session for summary in store.index.recent()] == [session.id]
    store.close()
