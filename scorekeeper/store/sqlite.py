"""SQLite: a database file, with a connection that writes and one that reads."""

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, RLock
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from sqlite_utils import Database

from scorekeeper.places import (
    check_may_use,
    make_folder,
    take_from_others,
    write_for_this_user_alone,
)
from scorekeeper.store.database import Db, Engine, Health, NotOurDatabase, Work
from scorekeeper.store.schema import MIGRATIONS

if TYPE_CHECKING:
    import sqlite3
else:
    from sqlite_utils.utils import sqlite3  # pysqlite3's where that is installed

T = TypeVar("T")

APPLICATION_ID = 0x53434B50  # what the file says it is: "SCKP"
FORMAT = 2  # the version of the file as a whole; raised when an older program must not open it
BUSY_MS = 5_000
BESIDE = ("-wal", "-shm", "-journal")
"""How the files that SQLite keeps beside a database end."""
HARMLESS_JSON = (3, 41)
"""Before this version an untrusted schema may not call json_valid(), which our tables
do."""


class SqliteFile(Engine):
    """One database file, for all threads of a process. Opening makes and migrates it;
    open it after a fork, not before. Where it `is_alone`, no other process can have the
    file and there is one thread: one connection reads and writes, and keeps the file
    locked."""

    faults = (sqlite3.Error,)

    def __init__(self, path: Path, *, is_alone: bool = False) -> None:
        self.where: Path | str = path
        self.name = str(path)
        self.writer = connect(path, is_alone=is_alone)
        self.reader = self.writer if is_alone else connect(path)
        self._write_lock, self._read_lock = RLock(), Lock()
        self._version = 0

    def write(self, work: Work[T]) -> T:
        """The one place where a transaction that writes begins: at once, never
        deferred."""
        with self._write_lock, _transaction(self.writer) as conn:
            return work(conn)

    def read(self, work: Work[T]) -> T:
        with self._read_lock:
            self.reader.rollback()  # what a fault kept from being ended
            return work(self.reader.conn)

    def snapshot(self, work: Work[T]) -> T:
        with self._read_lock, _transaction(self.reader, "BEGIN") as conn:
            return work(conn)

    def filled(self, db: Db, fill: Callable[[], None]) -> None:
        sql = "SELECT sql FROM sqlite_schema WHERE name = 'deletions_are_true'"
        (guard,) = db.execute(sql).fetchone()
        db.execute("DROP TRIGGER deletions_are_true")
        fill()
        db.execute(guard)

    def has_news(self) -> bool:
        with self._read_lock:
            before = self._version
            self._version = _pragma(self.reader, "data_version")
            return self._version != before

    def is_ready(self) -> bool:
        with suppress(sqlite3.Error):
            return bool(self.read(lambda db: db.execute("SELECT 1").fetchone()))
        return False

    def forget(self) -> None:
        with self._write_lock:
            self.writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def health(self) -> Health:
        with self._read_lock:
            journal = _pragma(self.reader, "journal_mode")
            synchronous = _pragma(self.reader, "synchronous")
            return _health(self.reader, Path(self.where), journal, synchronous)

    def close(self) -> None:
        with self._write_lock, self._read_lock:
            self.writer.close()
            self.reader.close()


@contextmanager
def _transaction(
    db: Database, begin: str = "BEGIN IMMEDIATE"
) -> "Iterator[sqlite3.Connection]":
    db.rollback()  # what a fault kept from being ended
    db.conn.execute(begin)
    try:
        yield db.conn
        db.conn.execute("COMMIT")
    finally:
        db.rollback()


def is_safe_for_wal(version: tuple[int, ...]) -> bool:
    """Whether this SQLite is free of the WAL-reset bug, which can lose an acknowledged
    commit. Published: sqlite.org/wal.html, "The WAL-reset bug"."""
    mended = ((3, 51, 3), (4,)), ((3, 50, 7), (3, 51)), ((3, 44, 6), (3, 45))
    return any(first <= version < beyond for first, beyond in mended)


def _is_safe() -> bool:
    return is_safe_for_wal(sqlite3.sqlite_version_info)


def connect(path: Path, *, is_alone: bool = False, is_new: bool = False) -> Database:
    """Open the database file; make or migrate it, where needed. Where it `is_alone`, it
    stays locked until it is closed; a copy `is_new` that nobody has opened yet. Raises
    NotOurDatabase, and OSError where this user can't have it."""
    _make_file(path)
    is_new = is_new or path.stat().st_size == 0
    with _opened(path, str(path), check_same_thread=False) as db:
        if is_alone:  # it keeps nothing of what is deleted
            _set(db, "locking_mode = EXCLUSIVE", "journal_size_limit = 0")
        _set(db, f"busy_timeout = {BUSY_MS}")
        if is_new:
            _set(db, f"journal_mode = {'WAL' if _is_safe() else 'DELETE'}")
        is_wal = _pragma(db, "journal_mode") == "wal"
        _set(db, f"synchronous = {'FULL' if is_wal else 'EXTRA'}", "foreign_keys = ON")
        _distrust_schema(db)
        _set(db, "cell_size_check = ON", "secure_delete = ON")
        _check_ours(db)
        if MIGRATIONS.pending(db):
            # another process at it waits, and finds nothing left to do
            with _transaction(db):
                MIGRATIONS.apply(db)
                _set(
                    db, f"application_id = {APPLICATION_ID}", f"user_version = {FORMAT}"
                )
    return db


def check_file(path: Path) -> None:
    """Raises OSError where this user can't use a file that is there, or it is a
    folder."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    check_may_use(path)


def _make_file(path: Path) -> None:
    write_for_this_user_alone()
    make_folder(path.parent)
    if path.exists():
        check_file(path)
        take_from_others(path.with_name(path.name + ending) for ending in ("", *BESIDE))
        return
    with suppress(FileExistsError):  # another process was first
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


@contextmanager
def _opened(path: Path, address: str, **how: Any) -> Iterator[Database]:
    conn = sqlite3.connect(address, timeout=BUSY_MS / 1000, isolation_level=None, **how)
    db = Database(conn, execute_plugins=False)
    try:
        yield db
    except (sqlite3.DatabaseError, NotOurDatabase) as fault:
        db.close()
        if "disk is full" in str(fault):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)) from fault
        raise NotOurDatabase(f"{path} can't be the database: {fault}.") from fault


def _set(db: Database, *settings: str) -> None:
    for setting in settings:
        db.execute(f"PRAGMA {setting}")


def _distrust_schema(db: Database) -> None:
    """Have the file's own rules call harmless functions alone, where SQLite knows that
    ours are."""
    if sqlite3.sqlite_version_info >= HARMLESS_JSON:
        _set(db, "trusted_schema = OFF")


def _check_ours(db: Database) -> None:
    application = _pragma(db, "application_id")
    if (
        application != APPLICATION_ID
        and db.execute("SELECT 1 FROM sqlite_schema").fetchone()
    ):
        raise NotOurDatabase("it belongs to another program")
    if _pragma(db, "user_version") > FORMAT:
        raise NotOurDatabase("a later version of this program made it: use that one")


def planned() -> str:
    mode = "WAL, FULL" if _is_safe() else "DELETE, EXTRA"
    return f"{_SQLITE}, {mode}: {_WHY[_is_safe(), _is_safe()]}"


def integrity(db: Database) -> tuple[str, ...]:
    rows = [
        *db.execute("PRAGMA integrity_check"),
        *db.execute("PRAGMA foreign_key_check"),
    ]
    return tuple(" ".join(map(str, row)) for row in rows if row != ("ok",))


def health_of_file(path: Path) -> Health:
    with opened_to_read(path) as db:
        is_log = is_wal(path)
        return _health(db, path, "wal" if is_log else "delete", 2 if is_log else 3)


def _health(db: Database, path: Path, journal: str, synchronous: int) -> Health:
    return Health(
        name=f"{path} ({path.stat().st_size} bytes)",
        engine=_SQLITE,
        journal=journal.upper(),
        synchronous={2: "FULL", 3: "EXTRA"}.get(synchronous, "weaker than FULL"),
        why=_WHY[journal == "wal", _is_safe()],
        sessions=db.execute("SELECT count(*) FROM sessions").fetchone()[0],
        entries=db.execute("SELECT count(*) FROM events").fetchone()[0],
        faults=integrity(db),
    )


@contextmanager
def opened_to_read(path: Path) -> Iterator[Database]:
    """A database file of ours, only to be read: no file is made, changed or touched for
    it. Raises NotOurDatabase, also at the end where it was changed meanwhile, and
    OSError."""
    if path.is_dir():
        check_file(path)
    if not path.is_file():
        raise NotOurDatabase(f"There is no file {path}.")
    ways = _ways_to_read(path)
    how = next((way for way in ways if _can_read(path, way)), None)
    if how == _UNUSED:
        with _unchanged(path), _read(path, how) as db:
            yield db
    elif how is not None:
        with _read(path, how) as db:
            yield db
    else:  # a program was killed, and what it left has to be put in order before it can be read
        with TemporaryDirectory() as folder:
            for left in (
                path,
                *(path.with_name(path.name + ending) for ending in BESIDE),
            ):
                if left.exists():
                    shutil.copyfile(left, Path(folder) / left.name)
            with _read(Path(folder) / path.name, "mode=rw", path) as db:
                yield db


_UNUSED = "immutable=1"
"""How a file is read that nobody has open: without locks, and without the files for
them."""


def _ways_to_read(path: Path) -> tuple[str, ...]:
    has_log = path.with_name(f"{path.name}-wal").exists()
    has_index = path.with_name(f"{path.name}-shm").exists()
    if has_log and has_index:
        return "mode=ro&readonly_shm=1", "mode=ro"
    if has_log:
        return ()
    return (_UNUSED,) if is_wal(path) else ("mode=ro",)


def _can_read(path: Path, how: str) -> bool:
    address = f"file:{quote(str(path.resolve()))}?{how}"
    with closing(sqlite3.connect(address, timeout=BUSY_MS / 1000, uri=True)) as conn:
        try:
            conn.execute("SELECT 1 FROM sqlite_schema").fetchone()
        except sqlite3.DatabaseError as fault:
            return "readonly" not in str(fault)
    return True


def is_wal(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(20)[18:] == b"\2\2"


@contextmanager
def _read(path: Path, how: str, called: Path | None = None) -> Iterator[Database]:
    address = f"file:{quote(str(path.resolve()))}?{how}"
    with _opened(called or path, address, uri=True) as db:
        _distrust_schema(db)
        _set(db, "cell_size_check = ON")
        _check_ours(db)
        db.execute("SELECT 1 FROM sessions JOIN events LIMIT 1").fetchone()
    with closing(db):
        yield db


@contextmanager
def _unchanged(path: Path) -> Iterator[None]:
    """What is read here without a lock counts only where nobody has written
    meanwhile."""
    before = path.stat()
    yield
    after = path.stat()
    if (before.st_mtime_ns, before.st_size) != (after.st_mtime_ns, after.st_size):
        raise NotOurDatabase(f"{path} was changed while it was read. Try again.")


def is_free(path: Path) -> bool:
    """Whether no server has the database file open. Only one that is alone may leave
    WAL."""
    with closing(sqlite3.connect(str(path), timeout=0, isolation_level=None)) as conn:
        try:
            conn.execute("PRAGMA journal_mode = DELETE").fetchone()
            conn.execute("BEGIN EXCLUSIVE")
            conn.execute("ROLLBACK")
        except sqlite3.DatabaseError as fault:  # a damaged one nobody could have open
            return not isinstance(fault, sqlite3.OperationalError)
    return True


_WHY = {
    (True, True): "this SQLite is free of the WAL-reset bug",
    (
        True,
        False,
    ): "the file was made by a newer SQLite; this one has the WAL-reset bug, which "
    "can lose a saved entry: install one from 3.51.3 on",
    (
        False,
        True,
    ): "the file was made by a SQLite that has the WAL-reset bug; it keeps its mode",
    (False, False): "this SQLite has the WAL-reset bug, so the log does without WAL",
}

_ORIGIN = "from pysqlite3" if sqlite3.__name__ == "pysqlite3" else "Python's own"
_SQLITE = f"SQLite {sqlite3.sqlite_version} ({_ORIGIN})"


def _pragma(db: Database, name: str) -> Any:
    return db.execute(f"PRAGMA {name}").fetchone()[0]
