"""The database of an installation, whichever engine keeps it, and what the store
answers to a command. The SQL of this package is what SQLite and PostgreSQL both
understand."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from itertools import chain
from pathlib import Path
from threading import local
from typing import Any, NamedTuple, Protocol, TypeGuard, TypeVar

from scorekeeper.core.errors import RuleViolation, Unusable
from scorekeeper.core.messages import message
from scorekeeper.core.session import Recorded

T = TypeVar("T")
Log = tuple[Recorded, ...]
# what stands for the ? or :names of a statement
Parameters = Sequence[object] | Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Appended:
    """The command is on the disk: its entries, and the head of the log after them."""

    entries: Log
    head: str


@dataclass(frozen=True, slots=True)
class Replayed(Appended):
    """The same command was recorded before; these are its entries and the head it had
    then."""


class Taken(Enum):
    """What became of a session that came in a file."""

    NEW = "new"
    GROWN = "grown"  # it was here up to an entry, and goes on now as in the file
    KNOWN = "known"  # all of it was here already; nothing was changed


class Refused(RuleViolation):
    """The store did not record a command, whatever the game says of it."""


class Stale(Refused):
    """The form was drawn before these `entries` were made, which it may depend on."""

    def __init__(self, entries: Log) -> None:
        super().__init__(message("refused.stale", n=len(entries)))
        self.entries = entries


class KeyReused(Refused):
    """The key belongs to an earlier command that says something else."""


class NoSuchSession(Refused):
    """There is no session with this id."""


class NotReadable(Refused):
    """What the database has of this session can't be read."""


class SessionExists(Refused):
    """There is a session with this id whose log is another one."""


class NotSaved(Refused):
    """The database could not take it: the disk is full, or another program holds it."""


ROWS_AT_ONCE = 64  # by one statement, since the database may be on another machine
CLOCK_AGAIN = 60.0  # seconds after which the clock of all processes is asked again
UNREADABLE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
"""What reading a row raises that says something else than it should."""


class NotOurDatabase(Unusable):
    """It is no database of this program, or one of a later version of it, or can't be
    reached."""


FILE_NAME = "scorekeeper.db"
"""What the database is called in the instance folder, where it is a file."""
ADDRESS = "SCOREKEEPER_DATABASE"


def database_of(instance: Path) -> Path | str:
    """Its database: what $SCOREKEEPER_DATABASE says, an address or a file, else a file
    in it."""
    address = os.environ.get(ADDRESS) or instance / FILE_NAME
    return address if is_address(address) else Path(address)


def is_address(where: object) -> TypeGuard[str]:
    return isinstance(where, str) and where.startswith(("postgresql:", "postgres:"))


class Health(NamedTuple):
    """How the database is kept, for `scorekeeper doctor`: `why` gives the reason for
    the journal mode; `faults` the engine's own check found, `warnings` could lose an
    entry one day."""

    name: str
    engine: str
    journal: str
    synchronous: str
    why: str
    sessions: int
    entries: int
    faults: tuple[str, ...]
    warnings: tuple[str, ...] = ()


class Db(Protocol):
    """A connection, as long as it is lent; what it answers is asked for `fetchall` and
    the like."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Any: ...


def put_rows(
    db: Db, into: str, rows: Sequence[Sequence[object]], on_conflict: str = ""
) -> None:
    for first in range(0, len(rows), ROWS_AT_ONCE):
        part = rows[first : first + ROWS_AT_ONCE]
        row = f"({', '.join('?' * len(part[0]))})"
        every_row = ", ".join([row] * len(part))
        sql = f"INSERT INTO {into} VALUES {every_row} {on_conflict}"  # noqa: S608 - our own names
        db.execute(sql, [*chain.from_iterable(part)])


Work = Callable[[Db], T]  # what is done in a transaction, and what it answers
Heard = Callable[[str, int], None]
"""Is told a session that has grown elsewhere, and the number of its last entry."""
There = Callable[[str, str, dict[str, str]], None]
"""Is told which phones look at a table in another process: session, process, seats by
phone."""


class News:
    """What the processes of one database tell each other: that a session has grown, or
    with 0 that it must be read anew; which phones look at a table here. Where there is
    one process, nothing."""

    def tell(self, session_id: str, last: int) -> None: ...
    def tell_phones(self, session_id: str, phones: dict[str, str]) -> None: ...
    def listen(self, heard: Heard, there: There) -> None: ...


class Engine(Protocol):
    """What keeps the rows. `where` is the file or the address; `name` says so, without
    a password. `faults` are the exceptions that it raises where it could not write,
    `lost` those where it can't be reached, so that it could not read either;
    `is_shared`: other processes write to it too, as a matter of course. `clock` is the
    statement that tells the time to all of them; "" where they have that of this
    machine."""

    where: Path | str
    name: str
    faults: tuple[type[Exception], ...]
    lost: tuple[type[Exception], ...] = ()
    is_shared: bool = False
    clock: str = ""
    news: News = News()

    # in a transaction; it may be run again
    def write(self, work: Work[T]) -> T: ...
    def read(self, work: Work[T]) -> T: ...
    # at one moment, however long it reads
    def snapshot(self, work: Work[T]) -> T: ...
    def is_ready(self) -> bool: ...
    def has_news(self) -> bool: ...  # whether it is time to look at what others wrote
    def health(self) -> Health: ...
    def close(self) -> None: ...
    def filled(self, db: Db, fill: Callable[[], None]) -> None:
        """Have an empty database filled with rows of another, records of deletions
        among them."""

    def lock(self, db: Db, names: list[str]) -> None:
        return None

    def secret(self, fresh: bytes) -> bytes | None:
        """The key that all processes sign with: `fresh`, where none is kept; None =
        beside it."""
        return None

    def forget(self) -> None:
        return None


class _Transaction(local):
    """The transaction of a thread, what is done after it, and the sessions known within
    it; `locked` are those that nobody else changes until it ends."""

    db: Db | None = None
    afterwards: list[Callable[[], None]]
    within: dict[str, Any]
    locked: set[str]


class Database:
    """The database of an installation, for all threads of a process."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._transaction = _Transaction()
        self._clock: tuple[float, datetime] | None = None
        self.timed: Callable[[], AbstractContextManager[object]] = nullcontext
        """What each transaction that writes is done in."""

    def close(self) -> None:
        self.engine.close()

    def in_transaction(self, work: Work[T], *sessions: str) -> T:
        """What `work` returns, run in one transaction. If it raises, nothing is kept.
        Nobody else changes these `sessions` meanwhile. `work` may be run twice, so it
        must do nothing but write here. Within another transaction of this thread it
        joins that one. Raises NotSaved."""
        here = self._transaction
        if here.db is not None:
            fresh = {*sessions} - here.locked
            self.engine.lock(here.db, sorted(fresh))
            self.read_again(*fresh)
            here.locked |= fresh
            return work(here.db)

        def whole(db: Db) -> T:
            here.db = db
            here.afterwards = []
            here.within = {}
            here.locked = set()
            try:
                # joins the one that has begun, whatever a subclass puts around it
                return Database.in_transaction(self, work, *sessions)
            finally:
                here.db = None

        try:
            with self.timed():
                answer = self.engine.write(whole)
        except self.engine.faults as fault:
            raise NotSaved(message("refused.not-saved", fault=str(fault))) from fault
        for does in here.afterwards:
            does()
        return answer

    def read_again(self, *sessions: str) -> None:
        """What this transaction has read of these sessions may be old."""
        for session in sessions:
            self._transaction.within.pop(session, None)

    def reading(self, work: Work[T]) -> T:
        """What `work` answers of what is kept and was written within this thread's
        transaction. Raises NotSaved where the database can't be reached."""
        if self._transaction.db is not None:
            return work(self._transaction.db)
        try:
            return self.engine.read(work)
        except self.engine.lost as fault:
            raise NotSaved(message("refused.not-saved", fault=str(fault))) from fault

    def rows(self, sql: str, parameters: Parameters = ()) -> list[Any]:
        rows: list[Any] = self.reading(
            lambda db: db.execute(sql, parameters).fetchall()
        )
        return rows

    def first(self, sql: str, parameters: Parameters = ()) -> Any:
        """The first row that a SELECT answers; None where it finds nothing."""
        rows = self.rows(sql, parameters)
        return rows[0] if rows else None

    def one(self, sql: str, parameters: Parameters = ()) -> str:
        """The text that a SELECT answers first; "" where it finds nothing."""
        row = self.first(sql, parameters)
        return "" if row is None else str(row[0])

    def run(self, sql: str, parameters: Parameters = ()) -> int:
        """Write something. Returns how many rows it changed."""
        return self.in_transaction(lambda db: int(db.execute(sql, parameters).rowcount))

    def now(self) -> datetime:
        """The time by the one clock of all processes, which is asked once a minute:
        what is compared at one node was written by another's. Raises NotSaved."""
        if not self.engine.clock:
            return datetime.now(UTC)
        ran = time.monotonic()
        known = self._clock
        if known is None or ran - known[0] > CLOCK_AGAIN:
            known = self._clock = (ran, self.rows(self.engine.clock)[0][0])
        return known[1] + timedelta(seconds=ran - known[0])
