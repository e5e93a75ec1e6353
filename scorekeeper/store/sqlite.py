"""SQLite: a database file, one connection that writes and one that reads; how it is opened, kept
and checked."""

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from sqlite_utils import Database

from scorekeeper.places import keep_private
from scorekeeper.store.database import Db, Health, NotOurDatabase
from scorekeeper.store.schema import MIGRATIONS

if TYPE_CHECKING:
    import sqlite3
else:
    from sqlite_utils.utils import sqlite3  # pysqlite3's where that is installed

T = TypeVar("T")

APPLICATION_ID = 0x53434B50
"""What the file says it is: "SCKP"."""
FORMAT = 2
"""The version of the file as a whole; raised when an older program must not open it."""
BUSY_MS = 5_000
HARMLESS_JSON = (3, 41)
"""Before this version json_valid(), which our tables' checks use, is none that an untrusted schema
may call."""

Fault = sqlite3.Error
"""What the file raises."""


class SqliteFile:
    """One database file, for all threads of a process: a connection that reads, one that writes.

    Opening makes and migrates the file. Open it after a fork, not before. Where it `is_alone`, no
    other process can have the file and there is one thread: one connection does both and keeps the
    file locked, so that it need not look at it before each statement.
    """

    faults: tuple[type[Exception], ...] = (sqlite3.Error,)
    lost: tuple[type[Exception], ...] = ()
    is_shared = False
    clock = ""

    def __init__(self, path: Path, *, is_alone: bool = False) -> None:
        self.where: Path | str = path
        self.name = str(path)
        self.writer = connect(path, is_alone=is_alone)
        self.reader = self.writer if is_alone else connect(path)
        self._write_lock, self._read_lock = RLock(), Lock()
        self._version = 0

    def write(self, work: Callable[[Db], T]) -> T:
        with self._write_lock:
            return self.transaction(work)

    def transaction(self, work: Callable[[Db], T]) -> T:
        """The one place where a transaction that writes begins: at once, never deferred."""
        conn = _ended(self.writer)
        conn.execute("BEGIN IMMEDIATE")
        try:
            answer = work(conn)
            conn.execute("COMMIT")
        except BaseException:
            if conn.in_transaction:
                conn.execute("ROLLBACK")
            raise
        return answer

    def read(self, work: Callable[[Db], T]) -> T:
        with self._read_lock:
            return work(_ended(self.reader))

    def snapshot(self, work: Callable[[Db], T]) -> T:
        with self._read_lock:
            conn = _ended(self.reader)
            conn.execute("BEGIN")
            try:
                return work(conn)
            finally:
                conn.execute("ROLLBACK")

    def filled(self, db: Db, fill: Callable[[], None]) -> None:
        """Have it filled without the guard that lets in no deletion of what was never here."""
        sql = "SELECT sql FROM sqlite_schema WHERE name = 'deletions_are_true'"
        (guard,) = db.execute(sql).fetchone()
        db.execute("DROP TRIGGER deletions_are_true")
        fill()
        db.execute(guard)

    def lock(self, db: Db, names: list[str]) -> None:
        """Nothing: one writes at a time."""

    def tell(self, session_id: str, last: int) -> None:
        """Nothing: whoever else has the file open looks at it now and then."""

    def tell_phones(self, session_id: str, phones: dict[str, str]) -> None:
        """Nothing: one process serves them all."""

    def listen(self, heard: object, there: object) -> None:
        """Nothing: nobody tells."""

    def has_news(self) -> bool:
        """Whether anything was written to the file, by whatever program, since this was asked."""
        with self._read_lock:
            before, self._version = self._version, _pragma(self.reader, "data_version")
            return self._version != before

    def is_ready(self) -> bool:
        try:
            return bool(self.read(lambda db: db.execute("SELECT 1").fetchone()))
        except sqlite3.Error:
            return False

    def secret(self, fresh: bytes) -> None:
        """It is a file beside the database."""

    def forget(self) -> None:
        """What was deleted leaves the journal as well."""
        with self._write_lock:
            self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def health(self) -> Health:
        with self._read_lock:
            return health(self.reader, Path(self.where))

    def close(self) -> None:
        with self._write_lock, self._read_lock:
            self.writer.close()
            self.reader.close()


def _ended(db: Database) -> "sqlite3.Connection":
    """The connection, without a transaction that a fault kept from being ended."""
    if db.conn.in_transaction:
        db.conn.execute("ROLLBACK")
    return db.conn


def is_safe_for_wal(version: tuple[int, ...]) -> bool:
    """Whether this SQLite is free of the WAL-reset bug, which can lose an acknowledged commit.

    Published: sqlite.org/wal.html, "The WAL-reset bug": from 3.7.0 on; mended in 3.51.3, and for
    older lines in 3.50.7 and 3.44.6.
    """
    mended = ((3, 51, 3), (4,)), ((3, 50, 7), (3, 51)), ((3, 44, 6), (3, 45))
    return any(first <= version < beyond for first, beyond in mended)


def connect(path: Path, *, is_alone: bool = False) -> Database:
    """Open the database file; make it, or bring it up to date, where needed. Where it `is_alone`,
    it stays locked until it is closed.

    Raises NotOurDatabase when the file is something else.
    """
    keep_private(path.parent)
    is_new = not path.exists() or path.stat().st_size == 0
    conn = sqlite3.connect(
        str(path), timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
    )
    db = Database(conn, execute_plugins=False)
    try:
        if is_alone:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("PRAGMA journal_size_limit = 0")  # of what is deleted it keeps nothing
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
        name=f"{path} ({path.stat().st_size} bytes)",
        engine=f"SQLite {_version()}",
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
