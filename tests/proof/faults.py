"""A fault at the first, the second, ... statement of whatever the store does."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, cast

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]

from benchmarks.evenings import header, seated, stamp
from scorekeeper.store import FILE_NAME, NotSaved, Store
from scorekeeper.tables.session import Session
from tests.proof.broken import Broken
from tests.proof.kills import make_file
from tests.proof.player import SEALED
from tests.proof.works import play_a_deal

Fault = Callable[[], BaseException]
FAULTS: dict[str, Fault] = {
    "disk full": lambda: sqlite3.OperationalError("database or disk is full"),
    "out of memory": MemoryError,
    "I/O error": lambda: sqlite3.OperationalError("disk I/O error"),
}
MANNERS = ("before", "after", "lasting")
"""Before a statement is carried out, after it was, or at it and all that follow until
mended."""


@dataclass(slots=True)
class Injector:
    """What goes wrong, in one of MANNERS, at statement `at`, counted from 1."""

    fault: Fault
    manner: str
    at: int = 0
    counted: int = 0

    @property
    def has_struck(self) -> bool:
        """Whether there were as many statements."""
        return self.counted >= self.at

    def is_due(self) -> bool:
        """Count a statement; whether it fails."""
        self.counted += 1
        return self.counted == self.at or (self.manner == "lasting" and self.has_struck)


class Connection:
    """A connection whose statements fail when the injector says so."""

    def __init__(self, conn: Any) -> None:
        self._conn = conn
        self.injector: Injector | None = None

    def execute(self, *arguments: Any) -> Any:
        """Carry a statement out, unless it fails."""
        injector = self.injector
        if injector is None or not injector.is_due():
            return self._conn.execute(*arguments)
        if injector.manner == "after":
            self._conn.execute(*arguments)
        raise injector.fault()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._conn, name)


Work = Callable[[Store, str], object]
"""What is done to a store, under a name that is new each time."""


def wished(manner: str, fault: str) -> Injector:
    """What shall go wrong, by its names."""
    return Injector(FAULTS[fault], manner)


def laid(folder: Path, journal: str) -> Store:
    """A store in a new file of this journal mode, with the table that the works are
    done at."""
    make_file(folder, journal)
    store = Store(folder / FILE_NAME)
    store.create(
        replace(header("table"), settings=SEALED), seated().entries, stamp("open")
    )
    return store


def at_every_statement(store: Store, work: Work, wish: Injector) -> int:
    """Do `work` with a fault at statement 1, 2, ... until none is left; how many there
    were.

    Before each, a deal is played without one. Each time all of it is there or nothing,
    in memory as on the disk; done again without a fault it is there, once. Raises
    Broken.
    """
    connection = Connection(store.engine.writer.conn)
    store.engine.writer.conn = cast(Any, connection)
    for at in count(1):
        injector = replace(wish, at=at)
        name = f"work-{at}"
        touched = ("table", name)
        play_a_deal(store, name)
        before = _held(store, touched)
        has_failed = _with_fault(connection, injector, partial(work, store, name))
        if not injector.has_struck:
            break
        left = _held(store, touched)
        work(store, name)
        done = _held(store, touched)
        where = f"after a fault at statement {at}"
        if left not in (before, done):
            raise Broken(f"{where} a part of it was left: {left}")
        if done == before:
            raise Broken(f"{where} it could not be done any more")
        if not has_failed and left != done:
            raise Broken(f"{where} it was answered for, and not there")
        _check_memory(store, touched)
    _check_memory(store, store.ids())
    store.engine.writer.conn = connection._conn
    return at - 1


def _with_fault(
    connection: Connection, injector: Injector, work: Callable[[], object]
) -> bool:
    """Whether `work` failed."""
    connection.injector = injector
    try:
        work()
    except (NotSaved, MemoryError):
        return True
    finally:
        connection.injector = None
    return False


def _held(store: Store, touched: Iterable[str]) -> dict[str, object]:
    """What the disk holds: every session's summary and seals, and of those that the
    work touches their entries and heads too."""
    fresh = Store(store.engine.where)
    try:
        sql = (
            "SELECT session_id, group_concat(commitment) FROM sealed GROUP BY "
            "session_id"
        )
        sessions = [fresh.open(session_id) for session_id in touched]
        return {
            "entries": {
                summary.session: summary.entries
                for summary in fresh.index.recent(limit=1_000_000)
            },
            "sealed": dict(fresh.rows(sql)),
            "heads": {
                session.id: (session.last, session.head)
                for session in sessions
                if session
            },
        }
    finally:
        fresh.close()


def _check_memory(store: Store, session_ids: Iterable[str]) -> None:
    fresh = Store(store.engine.where)
    try:
        for session_id in session_ids:
            if _plain(store.open(session_id)) != _plain(fresh.open(session_id)):
                raise Broken(f"{session_id} is another in memory than on the disk")
    finally:
        fresh.close()


def _plain(session: Session | None) -> object:
    return session and (session.header, session.log, session.head, session.folded)
