"""The database file: how it is opened, read and written, how safe what it holds is, and what the
store answers to a command.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, RLock, get_ident
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sqlite_utils import Database

from scorekeeper.core.errors import Unusable
from scorekeeper.core.messages import message
from scorekeeper.places import keep_private
from scorekeeper.store.schema import MIGRATIONS

if TYPE_CHECKING:
    import sqlite3
else:
    from sqlite_utils.utils import sqlite3  # pysqlite3's where that is installed


from enum import Enum

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Recorded

# ---- what the store answers ----


@dataclass(frozen=True, slots=True)
class Appended:
    """The command is on the disk: its entries, and the head of the log after them."""

    entries: tuple[Recorded, ...]
    head: str


@dataclass(frozen=True, slots=True)
class Replayed(Appended):
    """The same command was recorded before; these are its entries and the head it had then."""


class Taken(Enum):
    """What became of a session that came in a file."""

    NEW = "new"
    GROWN = "grown"
    """It was here up to an entry, and goes on now as in the file."""
    KNOWN = "known"
    """All of it was here already; nothing was changed."""


class Refused(RuleViolation):
    """The store did not record a command, whatever the game says of it."""


class KeyReused(Refused):
    """The key belongs to an earlier command that says something else."""


class Stale(Refused):
    """The form was drawn before these `entries` were made, which it may depend on."""

    def __init__(self, entries: tuple[Recorded, ...]) -> None:
        super().__init__(message("refused.stale", n=len(entries)))
        self.entries = entries


class NoSuchSession(Refused):
    """There is no session with this id."""


class NotReadable(Refused):
    """What the database has of this session can't be read."""


class SessionExists(Refused):
    """There is a session with this id whose log is another one."""


class NotSaved(Refused):
    """The database could not take it: the disk is full, or another program holds it."""


UNREADABLE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
"""What reading a row raises that says something else than it should."""


# ---- the file ----


APPLICATION_ID = 0x53434B50
"""What the file says it is: "SCKP"."""
FORMAT = 2
"""The version of the file as a whole; raised when an older program must not open it."""
FILE_NAME = "scorekeeper.db"
"""What the database is called in the instance folder."""
BUSY_MS = 5_000
HARMLESS_JSON = (3, 41)
"""Before this version json_valid(), which our tables' checks use, is none that an untrusted schema
may call."""

Fault = sqlite3.Error
"""What the database raises."""


class NotOurDatabase(Unusable):
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


class DatabaseFile:
    """One database file, for all threads of a process: a connection that reads, one that writes.

    Opening makes and migrates the file. Open it after a fork, not before.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._writer, self._reader = connect(self.path), connect(self.path)
        self._write_lock, self._read_lock = RLock(), Lock()
        self._within = 0
        self._afterwards: list[Callable[[], None]] = []

    def close(self) -> None:
        """Close the file; it can't be used any more."""
        with self._write_lock, self._read_lock:
            self._writer.close()
            self._reader.close()

    @contextmanager
    def together(self) -> Iterator[Database]:
        """One transaction for all that is written within: all of it is kept or, where something
        raises, nothing. Raises NotSaved."""
        with self._write_lock:
            if self._within == get_ident():
                yield self._writer
                return
            self._afterwards.clear()
            try:
                with self._transaction():
                    yield self._writer
            except Fault as fault:
                raise NotSaved(message("refused.not-saved", fault=str(fault))) from fault
            afterwards = tuple(self._afterwards)
        for does in afterwards:
            does()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """What is on the disk and, within a transaction of this thread, what it has written."""
        if self._within == get_ident():
            yield self._writer
            return
        with self._read_lock:
            yield self._reader

    def rows(self, sql: str, asked: Sequence[object] | Mapping[str, object] = ()) -> list[Any]:
        """What a SELECT answers."""
        with self.reading() as db:
            return db.conn.execute(sql, asked).fetchall()

    def run(self, sql: str, asked: Sequence[object] = ()) -> int:
        """Write something; returns how many rows that changed."""
        with self.together() as db:
            return db.conn.execute(sql, asked).rowcount

    def health(self) -> Health:
        """Check the file and say how it is kept."""
        with self._read_lock:
            return health(self._reader, self.path)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """The one place where a transaction that writes begins: at once, never deferred."""
        conn = self._writer.conn
        if conn.in_transaction:  # a fault kept the last one from being ended
            conn.execute("ROLLBACK")
        conn.execute("BEGIN IMMEDIATE")
        self._within = get_ident()
        try:
            yield
            conn.execute("COMMIT")
        except BaseException:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise
        finally:
            self._within = 0


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
    keep_private(path.parent)
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
    if sqlite3.sqlite_version_info >= HARMLESS_JSON:
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
