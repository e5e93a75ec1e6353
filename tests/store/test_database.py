"""The file: what it refuses by itself, how it is opened, and how safe it is."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.core.messages import message
from scorekeeper.core.session import Command
from scorekeeper.store import ADDRESS, NotOurDatabase, Store, database_of, postgresql
from scorekeeper.store import sqlite as files
from scorekeeper.store.postgresql import in_postgresql, migrate
from scorekeeper.store.schema import STEPS
from scorekeeper.store.sqlite import is_safe_for_wal
from scorekeeper.store.store import LOOKED_UP
from tests.engines import (
    Where,
    another_program,
    of_all_files,
    of_servers,
    refusals,
    sqlite3,
)
from tests.toy import GAMES, SEATED, Took, entries, header, stamp


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scorekeeper.db"


@pytest.fixture
def store(where: Where) -> Iterator[Store]:
    opened = Store(where, GAMES)
    opened.create(header(), SEATED, stamp("open"))
    yield opened
    opened.close()


CLASHES = (
    "CONFLICT (id) DO UPDATE SET header = '{}'",
    "CONFLICT (session_id, seq) DO UPDATE SET note = 'x'",
)


@of_servers
@pytest.mark.parametrize("table", ["events", "sessions CASCADE", "deletions"])
def test_no_program_can_empty_the_log(store: Store, where: Where, table: str) -> None:
    with another_program(where) as other, pytest.raises(refusals()):
        other.execute(f"TRUNCATE {table}")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE events SET note = 'x'",
        "DELETE FROM events",
        "DELETE FROM events WHERE seq = 4",
        "INSERT OR REPLACE INTO events SELECT * FROM events WHERE seq = 2",
        "INSERT OR REPLACE INTO events SELECT session_id, 5, at, by, kind, facts, place, note, "
        "key, part, hash, hash, digest FROM events WHERE seq = 4",
        "INSERT INTO events SELECT session_id, 6, at, by, kind, facts, place, note, "
        "'k', 0, hash, hash, digest FROM events WHERE seq = 4",
        "INSERT INTO events SELECT session_id, 5, at, by, kind, facts, place, note, "
        "'k', 0, previous, hash, digest FROM events WHERE seq = 4",
        "UPDATE sessions SET header = '{}'",
        "DELETE FROM sessions",
        "INSERT INTO deletions VALUES (1, 'evening-1', '', 'host', '', 4, '', 0, '')",
        "INSERT INTO deletions SELECT 1, id, '', 'host', '', 4, head0, 1, '' FROM sessions",
        "INSERT INTO deletions SELECT 1, id, '', 'host', '', 4, head0, 0, '' FROM sessions",
        "INSERT OR REPLACE INTO sessions SELECT id, '{}', head0, '' FROM sessions",
    ],
)
def test_no_program_can_change_what_was_recorded(
    store: Store, where: Where, sql: str
) -> None:
    """Another program's connection, with none of our settings."""
    if not isinstance(where, Path) and "OR REPLACE" in sql:
        sql = (
            sql.replace("INSERT OR REPLACE", "INSERT")
            + f" ON {CLASHES['events' in sql]}"
        )
    with another_program(where) as other:
        before = other.execute("SELECT * FROM events").fetchall()
        with pytest.raises(refusals()):
            other.execute(sql)
        assert other.execute("SELECT * FROM events").fetchall() == before


def test_an_entry_that_follows_can_be_put_in(store: Store, where: Where) -> None:
    """So that the refusals above are refused for the reason they name."""
    with another_program(where) as other:
        other.execute(
            "INSERT INTO events SELECT session_id, 5, at, by, kind, facts, place, note, "
            "'k', 0, hash, hash, digest FROM events WHERE seq = 4"
        )


@pytest.mark.parametrize(
    ("version", "is_safe"),
    [
        ((3, 40, 1), False),
        ((3, 44, 5), False),
        ((3, 44, 6), True),
        ((3, 45, 0), False),
        ((3, 50, 4), False),
        ((3, 50, 7), True),
        ((3, 51, 0), False),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 53, 4), True),
    ],
)
def test_which_sqlite_may_write_ahead(version: tuple[int, ...], is_safe: bool) -> None:
    assert is_safe_for_wal(version) is is_safe


@pytest.mark.parametrize(
    ("is_safe", "journal", "synchronous"),
    [(True, "WAL", "FULL"), (False, "DELETE", "EXTRA")],
)
def test_the_journal_mode_is_chosen_when_the_file_is_made(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    is_safe: bool,
    journal: str,
    synchronous: str,
) -> None:
    monkeypatch.setattr(files, "is_safe_for_wal", lambda version: is_safe)
    Store(path, GAMES).close()
    monkeypatch.setattr(files, "is_safe_for_wal", lambda version: not is_safe)
    store = Store(path, GAMES)
    health = store.engine.health()
    assert (health.journal, health.synchronous) == (journal, synchronous)
    assert health.faults == ()
    store.create(header(), SEATED, stamp("open"))
    store.append("evening-1", Command(entries(Took(7))), stamp("a"), seen=4)
    assert (store.engine.health().sessions, store.engine.health().entries) == (1, 5)
    store.close()


@of_all_files
def test_every_connection_has_the_settings_that_safety_needs(store: Store) -> None:
    wanted = {
        "foreign_keys": 1,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "busy_timeout": 5000,
        "recursive_triggers": 1,
        "application_id": files.APPLICATION_ID,
        "user_version": files.FORMAT,
    }
    for db in (store.engine.writer, store.engine.reader):
        found = {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in wanted}
        assert found == wanted
        assert db.execute("PRAGMA synchronous").fetchone()[0] >= 2


def test_a_file_that_one_thread_has_alone_is_shut_until_it_lets_go(path: Path) -> None:
    store = Store(path, GAMES, is_alone=True)
    store.create(header(), SEATED, stamp("open"))
    with another_program(path) as other:
        other.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("SELECT * FROM sessions")
    store.close()
    assert Store(path, GAMES).ids() == ["evening-1"]


def test_the_file_of_another_program_is_left_alone(path: Path) -> None:
    with another_program(path) as other:
        other.execute("CREATE TABLE recipes (name)")
    before = path.read_bytes()
    with pytest.raises(NotOurDatabase, match="another program"):
        Store(path, GAMES)
    assert path.read_bytes() == before


@of_servers
def test_the_database_of_another_program_is_left_alone(where: str) -> None:
    with another_program(where) as other:
        other.execute("ALTER TABLE migrations RENAME TO recipes")
    try:
        with pytest.raises(NotOurDatabase, match="another program"):
            Store(where, GAMES)
        with pytest.raises(NotOurDatabase, match="none of this program"):
            migrate(where)
    finally:
        with another_program(where) as other:
            other.execute("ALTER TABLE recipes RENAME TO migrations")


@of_servers
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("format-2", "format-3", "later version"),
        ("m006_sealed_boxes", "m005", "scorekeeper migrate"),
    ],
)
def test_a_database_of_another_release_is_left_alone(
    where: str, before: str, after: str, said: str
) -> None:
    for old, new in ((before, after), (after, before)):
        with another_program(where) as other:
            other.execute("UPDATE migrations SET name = ? WHERE name = ?", [new, old])
        if new == after:
            with pytest.raises(NotOurDatabase, match=said):
                Store(where, GAMES)
            with pytest.raises(NotOurDatabase, match=r"later|brought up to date"):
                migrate(where)
    Store(where, GAMES).close()


@of_servers
def test_a_database_that_cannot_be_reached_is_migrated_in_words(where: str) -> None:
    with pytest.raises(NotOurDatabase, match="brought up to date"):
        migrate(f"{where}-that-is-not-there")


@of_servers
def test_old_and_new_processes_use_one_database_side_by_side(where: str) -> None:
    with another_program(where) as other:
        other.execute(
            "INSERT INTO migrations (name) VALUES ('m099_of_a_later_release')"
        )
        Store(where, GAMES).close()
        other.execute("DELETE FROM migrations WHERE name = 'm099_of_a_later_release'")
    assert migrate(where) == []


def test_a_file_may_be_named_in_the_place_of_a_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(ADDRESS, str(tmp_path / "club.db"))
    assert database_of(tmp_path) == tmp_path / "club.db"
    monkeypatch.setenv(ADDRESS, "postgresql:///evening")
    assert database_of(tmp_path) == "postgresql:///evening"


def test_a_server_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "PATIENCE", 0.2)
    with pytest.raises(NotOurDatabase, match="PostgreSQL evening at /nowhere"):
        Store("postgresql:///evening?host=/nowhere&password=hush", GAMES)


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("Dear diary, tonight we played seven no trump.\n" * 40)
    with pytest.raises(NotOurDatabase):
        Store(path, GAMES)
    assert path.read_text().startswith("Dear diary")


def test_the_file_of_a_later_version_is_left_alone(path: Path) -> None:
    Store(path, GAMES).close()
    with another_program(path) as other:
        other.execute(f"PRAGMA user_version = {files.FORMAT + 1}")
    with pytest.raises(NotOurDatabase, match="later version"):
        Store(path, GAMES)


def test_two_programs_may_make_it_at_once(
    where: Where, request: pytest.FixtureRequest
) -> None:
    if not isinstance(where, Path):
        where = request.getfixturevalue("cluster").empty()
    code = "import sys; from scorekeeper.store import Store; Store(sys.argv[1]).close()"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(where)], stderr=subprocess.PIPE
        )
        for _ in range(3)
    ]
    said = [process.communicate(timeout=60)[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], said


# ---- summaries ----


def test_a_summary_follows_its_log(store: Store) -> None:
    store.append(
        "evening-1", Command(entries(Took(9))), stamp("a", at="2026-11-20T21:40:00Z")
    )
    (one,) = store.index.recent()
    assert (one.session, one.game, one.entries) == ("evening-1", "toy", 5)
    assert one.people == ("Ada", "Ben", "Cleo", "Dov")
    assert [(tally.party, tally.people, tally.total) for tally in one.scores] == [
        ("NS", ("Ada", "Cleo"), 90),
        ("EW", ("Ben", "Dov"), 40),
    ]
    assert one.deal == message("seat.1")
    assert one.last_at == "2026-11-20T21:40:00Z"
    assert not one.is_over


def test_many_tables_are_looked_up_in_few_statements(store: Store) -> None:
    """Once a second for every table that somebody looks at: nobody else reads
    meanwhile."""
    ids = [f"{n:032x}" for n in range(2 * LOOKED_UP)]
    for one in ids[::100]:
        store.create(header(one), SEATED, stamp(one))
    asked = list[int]()
    gone = list[str]()
    read = store.engine.read
    store.engine.read = lambda work: asked.append(1) or read(work)  # type: ignore[func-returns-value, method-assign]
    store.heard = lambda session_id, last: gone.append(session_id)
    assert store.lasts(ids) == dict.fromkeys(ids[::100], len(SEATED))
    assert len(asked) == 2
    assert set(gone) == {*ids} - {*ids[::100]}


def test_the_session_entered_last_comes_first(store: Store) -> None:
    for name, at in (
        ("evening-2", "2026-11-20T22:00:00Z"),
        ("evening-3", "2026-11-20T21:00:00Z"),
    ):
        store.create(header(name, at), SEATED, stamp("open", at=at))
    assert [summary.session for summary in store.index.recent()] == [
        "evening-2",
        "evening-3",
        "evening-1",
    ]
    assert [summary.session for summary in store.index.recent(limit=2)[1:]] == [
        "evening-3"
    ]


def test_lost_summaries_are_worked_out_anew_at_the_next_start(
    store: Store, where: Where
) -> None:
    store.append("evening-1", Command(entries(Took(9))), stamp("a"))
    before = store.index.recent()
    with another_program(where) as other:
        other.execute("DELETE FROM session_index")
    again = Store(where, GAMES)
    # others may be at it: it is said, and done when asked for
    if again.engine.is_shared:
        assert "--rebuild" in again.engine.health().warnings[-1]
        again.rebuild_index()
    assert again.index.recent() == before
    assert again.engine.health().warnings == store.engine.health().warnings
    again.close()


def test_a_session_of_a_game_that_is_gone_does_not_stop_the_others(
    store: Store, where: Where
) -> None:
    store.close()
    with another_program(where) as other:
        other.execute("DELETE FROM session_index")
    without = Store(where, {})
    without.rebuild_index()
    assert [str(summary.deal.code) for summary in without.index.recent()] == [
        "session.unreadable.turn"
    ]
    again = Store(where, GAMES)
    again.rebuild_index()
    assert [summary.entries for summary in again.index.recent()] == [4]
    assert without.ids() == ["evening-1"]
    without.close()
    again.close()


def test_a_file_needs_no_library_of_servers(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules['psycopg'] = sys.modules['psycopg_pool'] = None\n"
        "from scorekeeper.store import NotOurDatabase, Store\n"
        "Store(sys.argv[1]).close()\n"
        "try:\n"
        "    Store('postgresql:///evening')\n"
        "except NotOurDatabase as missing:\n"
        "    print(missing)\n"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "scorekeeper.db")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "pip install 'psycopg[binary,pool]'" in done.stdout


@pytest.mark.parametrize("name", STEPS)
def test_every_migration_can_be_said_to_postgresql(name: str) -> None:
    assert in_postgresql(STEPS[name])


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE a (b REAL) STRICT;",
        "INSERT OR IGNORE INTO a VALUES (1);",
        "CREATE TRIGGER a INSTEAD OF INSERT ON b BEGIN SELECT 1; END;",
        "UPDATE a SET b = json_extract(c, '$.d');",
        "SELECT 1 FROM a WHERE b IS NOT 'c';",
    ],
)
def test_a_migration_that_says_anything_else_is_refused(sql: str) -> None:
    with pytest.raises(ValueError, match="no translation"):
        in_postgresql(sql)
