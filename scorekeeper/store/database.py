"""The database file: how it is opened, what it holds, and how safe what it holds is."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sqlite_utils import Database, Migrations

if TYPE_CHECKING:
    import sqlite3
else:
    from sqlite_utils.utils import sqlite3  # pysqlite3's where that is installed

APPLICATION_ID = 0x53434B50
"""What the file says it is: "SCKP"."""
FORMAT = 1
"""The version of the file as a whole; raised when an older program must not open it."""
FILE_NAME = "scorekeeper.db"
"""What the database is called in the instance folder."""
BUSY_MS = 5_000

Fault = sqlite3.Error
"""What the database raises."""

MIGRATIONS = Migrations("scorekeeper")

_TABLES = """
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    header TEXT NOT NULL CHECK (json_valid(header)),
    head0 TEXT NOT NULL CHECK (length(head0) = 64),
    opened_at TEXT NOT NULL
) STRICT;

CREATE TABLE events (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    seq INTEGER NOT NULL,
    at TEXT NOT NULL,
    by TEXT,
    kind TEXT NOT NULL,
    facts TEXT NOT NULL CHECK (json_valid(facts)),
    place INTEGER CHECK (place BETWEEN 1 AND seq - 1),
    note TEXT NOT NULL,
    key TEXT NOT NULL,
    part INTEGER NOT NULL CHECK (part >= 0),
    previous TEXT NOT NULL,
    hash TEXT NOT NULL CHECK (length(hash) = 64),
    digest TEXT NOT NULL CHECK (length(digest) = 64),
    PRIMARY KEY (session_id, seq),
    UNIQUE (session_id, key, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE summaries (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id),
    game TEXT NOT NULL,
    people TEXT NOT NULL,
    scores TEXT NOT NULL,
    deal TEXT NOT NULL,
    turn TEXT NOT NULL,
    is_over INTEGER NOT NULL,
    last_at TEXT NOT NULL,
    entries INTEGER NOT NULL
) STRICT;
"""

# That the log only grows is a property of the file: whatever program writes to it, SQLite refuses
# to change, remove or replace an entry, or to put one in that does not follow the last.
_GUARDS = """
CREATE TRIGGER sessions_stay BEFORE UPDATE ON sessions
BEGIN SELECT RAISE(ABORT, 'a session''s header never changes'); END;

CREATE TRIGGER sessions_are_kept BEFORE DELETE ON sessions
BEGIN SELECT RAISE(ABORT, 'a session is never removed'); END;

CREATE TRIGGER sessions_are_new BEFORE INSERT ON sessions
WHEN EXISTS (SELECT 1 FROM sessions WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'this session is there already'); END;

CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'an entry never changes'); END;

CREATE TRIGGER events_are_kept BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;

CREATE TRIGGER events_follow BEFORE INSERT ON events
WHEN NEW.seq <> 1 + (SELECT coalesce(max(seq), 0) FROM events WHERE session_id = NEW.session_id)
    OR NEW.previous <> coalesce(
        (SELECT hash FROM events WHERE session_id = NEW.session_id AND seq = NEW.seq - 1),
        (SELECT head0 FROM sessions WHERE id = NEW.session_id))
    OR EXISTS (SELECT 1 FROM events
        WHERE session_id = NEW.session_id AND key = NEW.key AND part = NEW.part)
BEGIN SELECT RAISE(ABORT, 'an entry follows the last one'); END;
"""


# What lies under a seal can be put in and let go, never exchanged. What is let go is overwritten.
_PRIVATE = """
CREATE TABLE private (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    commitment TEXT PRIMARY KEY CHECK (length(commitment) = 64),
    seat TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    salt TEXT NOT NULL CHECK (length(salt) >= 32)
) STRICT;

CREATE TRIGGER sealed_things_stay BEFORE UPDATE ON private
BEGIN SELECT RAISE(ABORT, 'what is sealed never changes'); END;

CREATE TRIGGER sealed_things_are_new BEFORE INSERT ON private
WHEN EXISTS (SELECT 1 FROM private WHERE commitment = NEW.commitment)
BEGIN SELECT RAISE(ABORT, 'this is sealed already'); END;
"""

# Which phone has which place, by the hash of the reference that the phone keeps; and invitations,
# by the hash of their words. A seat has one phone, a table one host and one arbiter.
_PHONES = """
CREATE TABLE phones (
    reference TEXT PRIMARY KEY CHECK (length(reference) = 64),
    made_at TEXT NOT NULL,
    seen_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE places (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    phone TEXT NOT NULL REFERENCES phones (reference) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('host', 'arbiter', 'watcher', 'seat')),
    seat TEXT NOT NULL CHECK ((role = 'seat') = (seat <> '')),
    since TEXT NOT NULL,
    PRIMARY KEY (session_id, phone, role, seat)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX one_phone_a_place ON places (session_id, role, seat) WHERE role <> 'watcher';
CREATE INDEX places_of_a_phone ON places (phone);

CREATE TABLE invitations (
    hash TEXT PRIMARY KEY CHECK (length(hash) = 64),
    session_id TEXT NOT NULL REFERENCES sessions (id),
    purpose TEXT NOT NULL CHECK (purpose IN ('join', 'code', 'watch', 'arbiter', 'move', 'host')),
    seats TEXT NOT NULL,
    salt TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    is_single INTEGER NOT NULL CHECK (is_single IN (0, 1))
) STRICT, WITHOUT ROWID;
"""


# An index that can be thrown away: the logs say it all.
_SEASONS = """
CREATE TABLE outcomes (
    session_id TEXT NOT NULL REFERENCES sessions (id),
    n INTEGER NOT NULL,
    game TEXT NOT NULL,
    row INTEGER NOT NULL,
    kind TEXT NOT NULL,
    of_row TEXT NOT NULL,
    of_column TEXT NOT NULL,
    came TEXT NOT NULL,
    twelfths INTEGER NOT NULL,
    said TEXT NOT NULL CHECK (json_valid(said)),
    PRIMARY KEY (session_id, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE outcome_people (
    who TEXT NOT NULL CHECK (json_valid(who)),
    session_id TEXT NOT NULL REFERENCES sessions (id),
    n INTEGER NOT NULL,
    PRIMARY KEY (who, session_id, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX outcome_people_by_session ON outcome_people (session_id);

CREATE TABLE outcomes_counted (
    session_id TEXT PRIMARY KEY REFERENCES sessions (id),
    entries INTEGER NOT NULL
) STRICT;
"""


@MIGRATIONS()
def m001_log_and_summaries(db: Database) -> None:
    """The tables of the first version."""
    db.executescript(_TABLES)
    db.executescript(_GUARDS)


@MIGRATIONS()
def m002_sealed_things(db: Database) -> None:
    """A table for what is under a seal until it is opened."""
    db.executescript(_PRIVATE)


@MIGRATIONS()
def m003_phones(db: Database) -> None:
    """Tables for the phones, their places and the invitations to one."""
    db.executescript(_PHONES)


@MIGRATIONS()
def m005_seasons(db: Database) -> None:
    """An index of what is counted over many sessions."""
    db.executescript(_SEASONS)


class NotOurDatabase(ValueError):
    """The file is no database of this program, or one of a later version of it."""


@dataclass(frozen=True, slots=True)
class Health:
    """How the database is kept, for `scorekeeper doctor`.

    `sqlite` is its version and where it comes from; `why` gives the reason for the journal mode;
    `faults` are what SQLite's own check of the file found.
    """

    path: Path
    sqlite: str
    journal: str
    synchronous: str
    why: str
    sessions: int
    entries: int
    faults: tuple[str, ...]


def is_safe_for_wal(version: tuple[int, ...]) -> bool:
    """Whether this SQLite is free of the WAL-reset bug, which can lose an acknowledged commit.

    Published: sqlite.org/wal.html, "The WAL-reset bug": from 3.7.0 on; mended in 3.51.3, and for
    older lines in 3.50.7 and 3.44.6.
    """
    mended = ((3, 51, 3), (4,)), ((3, 50, 7), (3, 51)), ((3, 44, 6), (3, 45))
    return any(first <= version < beyond for first, beyond in mended)


def connect(path: Path) -> Database:
    """Open the database file; make it, or bring it up to date, where needed.

    Raises NotOurDatabase when the file is something else.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    is_new = not path.exists() or path.stat().st_size == 0
    conn = sqlite3.connect(
        str(path), timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
    )
    db = Database(conn, execute_plugins=False)
    try:
        _set_up(db, is_new)
    except (sqlite3.DatabaseError, NotOurDatabase) as fault:
        db.close()
        raise NotOurDatabase(f"{path} can't be the database: {fault}.") from fault
    return db


def _set_up(db: Database, is_new: bool) -> None:
    db.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    if is_new:
        mode = "WAL" if is_safe_for_wal(sqlite3.sqlite_version_info) else "DELETE"
        db.execute(f"PRAGMA journal_mode = {mode}")
    is_wal = journal_mode(db) == "wal"
    db.execute(f"PRAGMA synchronous = {'FULL' if is_wal else 'EXTRA'}")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    db.execute("PRAGMA secure_delete = ON")
    _check_ours(db)
    if MIGRATIONS.pending(db):
        _migrate(db)


def _check_ours(db: Database) -> None:
    found = _pragma(db, "application_id")
    if found != APPLICATION_ID and db.execute("SELECT 1 FROM sqlite_schema").fetchone():
        raise NotOurDatabase("it belongs to another program")
    if _pragma(db, "user_version") > FORMAT:
        raise NotOurDatabase("a later version of this program made it: use that one")


def _migrate(db: Database) -> None:
    # Another process may be at it too: one waits, and then finds nothing left to do.
    db.execute("BEGIN IMMEDIATE")
    try:
        MIGRATIONS.apply(db)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {FORMAT}")
        db.execute("COMMIT")
    except BaseException:
        db.rollback()
        raise


def planned() -> str:
    """How a database made now would be kept."""
    is_safe = is_safe_for_wal(sqlite3.sqlite_version_info)
    mode = "WAL, FULL" if is_safe else "DELETE, EXTRA"
    return f"SQLite {_version()}, {mode}: {_WHY[is_safe, is_safe]}"


def journal_mode(db: Database) -> str:
    """The journal mode of the file, in SQLite's own word."""
    return str(_pragma(db, "journal_mode"))


def health(db: Database, path: Path) -> Health:
    """Check the file and say how it is kept."""
    is_safe, mode = is_safe_for_wal(sqlite3.sqlite_version_info), journal_mode(db)
    return Health(
        path=path,
        sqlite=_version(),
        journal=mode.upper(),
        synchronous={2: "FULL", 3: "EXTRA"}.get(_pragma(db, "synchronous"), "weaker than FULL"),
        why=_WHY[mode == "wal", is_safe],
        sessions=db.execute("SELECT count(*) FROM sessions").fetchone()[0],
        entries=db.execute("SELECT count(*) FROM events").fetchone()[0],
        faults=integrity(db),
    )


def integrity(db: Database) -> tuple[str, ...]:
    """What SQLite's own check of the file finds; nothing = it is whole."""
    rows = [*db.execute("PRAGMA integrity_check"), *db.execute("PRAGMA foreign_key_check")]
    return tuple(" ".join(map(str, row)) for row in rows if row != ("ok",))


def open_to_read(path: Path) -> Database:
    """Open a database file of ours that is only to be read.

    Raises NotOurDatabase when the file is something else.
    """
    address = f"file:{quote(str(path.resolve()))}?mode=ro"
    conn = sqlite3.connect(address, uri=True, timeout=BUSY_MS / 1000, isolation_level=None)
    db = Database(conn, execute_plugins=False)
    try:
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA cell_size_check = ON")
        _check_ours(db)
        db.execute("SELECT 1 FROM sessions JOIN events LIMIT 1").fetchone()
    except (sqlite3.DatabaseError, NotOurDatabase) as fault:
        db.close()
        raise NotOurDatabase(f"{path} can't be the database: {fault}.") from fault
    return db


def is_free(path: Path) -> bool:
    """Whether no server has the database file open. Only one that is alone may leave WAL."""
    conn = sqlite3.connect(str(path), timeout=0, isolation_level=None)
    try:
        conn.execute("PRAGMA journal_mode = DELETE").fetchone()
        conn.execute("BEGIN EXCLUSIVE")
        conn.execute("ROLLBACK")
    except sqlite3.OperationalError:
        return False
    except sqlite3.DatabaseError:
        return True  # it is damaged, and nobody could have it open
    finally:
        conn.close()
    return True


def prefer_wal(path: Path) -> None:
    """Keep a copy that nobody has open yet the way that a new database is kept."""
    if is_safe_for_wal(sqlite3.sqlite_version_info):
        conn = sqlite3.connect(str(path), isolation_level=None)
        conn.execute("PRAGMA journal_mode = WAL")
        conn.close()


_WHY: Mapping[tuple[bool, bool], str] = {
    (True, True): "this SQLite is free of the WAL-reset bug",
    (True, False): "the file was made by a newer SQLite; this one has the WAL-reset bug, which "
    "can lose a saved entry: install one from 3.51.3 on",
    (False, True): "the file was made by a SQLite that has the WAL-reset bug; it keeps its mode",
    (False, False): "this SQLite has the WAL-reset bug, so the log does without WAL",
}


def _version() -> str:
    origin = "from pysqlite3" if sqlite3.__name__ == "pysqlite3" else "Python's own"
    return f"{sqlite3.sqlite_version} ({origin})"


def _pragma(db: Database, name: str) -> Any:
    return db.execute(f"PRAGMA {name}").fetchone()[0]
