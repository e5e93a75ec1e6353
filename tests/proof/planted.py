"""Stores with a fault that a proof must find: they test the proofs."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from scorekeeper.core.session import Command, Stamp
from scorekeeper.store import Appended, Kept, Sender, Store
from scorekeeper.store.database import Db
from scorekeeper.store.postgresql import Postgresql, Translating
from scorekeeper.store.sqlite import SqliteFile, _transaction
from tests.engines import Where

T = TypeVar("T")


class _DeferredFile(SqliteFile):
    def write(self, work: Callable[[Db], T]) -> T:
        with self._write_lock, _transaction(self.writer, "BEGIN") as conn:
            return work(conn)


class Deferred(Store):
    """Its transactions begin deferred: what was read may be old once it writes."""

    def __init__(self, where: Where) -> None:
        super().__init__(where)
        self.engine.__class__ = _DeferredFile


class _Another(Store):
    """A store whose append is told something else than it was."""

    def append(
        self,
        session_id: str,
        command: Command,
        stamp: Stamp,
        seen: int | None = None,
        sealed: Kept | None = None,
        sender: Sender | None = None,
    ) -> Appended:
        """Append, with something changed on the way."""
        stamp, seen = self.changed(stamp, seen)
        return super().append(session_id, command, stamp, seen, sealed, sender)

    def changed(self, stamp: Stamp, seen: int | None) -> tuple[Stamp, int | None]:
        """What the store is told."""
        raise NotImplementedError


class KeyBlind(_Another):
    """It takes every form for a new one: no key is unique."""

    def changed(self, stamp: Stamp, seen: int | None) -> tuple[Stamp, int | None]:
        """A key of its own, and a form drawn just now."""
        return replace(stamp, key=secrets.token_urlsafe(9)), None


class Fresh(_Another):
    """It takes every form for one drawn just now."""

    def changed(self, stamp: Stamp, seen: int | None) -> tuple[Stamp, int | None]:
        """No entry that was seen last."""
        return stamp, None


class _HastyFile(SqliteFile):
    count = 0

    def write(self, work: Callable[[Db], T]) -> T:
        def undone(db: Db) -> T:
            answer = work(db)
            self.count += 1
            if self.count % 10 == 0:
                db.execute("ROLLBACK")
                db.execute("BEGIN IMMEDIATE")
            return answer

        return super().write(undone)


class Hasty(Store):
    """It answers before the entry is on the disk, and now and then the disk had other
    plans."""

    def __init__(self, where: Where) -> None:
        super().__init__(where)
        self.engine.__class__ = _HastyFile


class _LockWithin(Translating):
    """Locks in the statement that reads, which reads what stood before the lock."""

    def execute(self, sql: str, asked: Any = (), /) -> Any:
        """A statement; the first of a transaction with the lock in it."""
        if sql.startswith("SELECT pg_advisory"):
            return None
        if sql.startswith("SELECT seq, hash FROM events"):
            lock = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))"
            sql = (
                f"WITH locked AS MATERIALIZED ({lock}) "
                f"{sql.replace('events', 'events, locked')}"
            )
            asked = [*asked, *asked]
        return super().execute(sql, asked)


class _Lockless(Translating):
    """Locks nothing."""

    def execute(self, sql: str, asked: Any = (), /) -> Any:
        """A statement, unless it is a lock."""
        return (
            None
            if sql.startswith("SELECT pg_advisory")
            else super().execute(sql, asked)
        )


class _LockAfter(Translating):
    """Locks once it has read, when it begins to write."""

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        self._locks: list[tuple[str, Any]] = []

    def execute(self, sql: str, asked: Any = (), /) -> Any:
        """A statement; a lock is kept for the first that writes."""
        if sql.startswith("SELECT pg_advisory"):
            self._locks.append((sql, asked))
            return None
        while self._locks and sql.startswith("INSERT"):
            super().execute(*self._locks.pop(0))
        return super().execute(sql, asked)


class _Server(Postgresql):
    lent: type[Translating] = Translating

    def write(self, work: Callable[[Db], T]) -> T:
        """As ours, with a connection that does something else."""
        return super().write(lambda db: work(self.lent(db._connection)))  # type: ignore[attr-defined]


class _LockingLate(_Server):
    lent = _LockWithin


class _Deferring(_Server):
    lent = _LockAfter


class _NeverLocking(_Server):
    lent = _Lockless


class LockAndRead(Store):
    """It locks and reads in one statement."""

    def __init__(self, where: Where) -> None:
        super().__init__(where)
        self.engine.__class__ = _LockingLate


class DeferredLock(Store):
    """It locks only what it is about to write, after it has read."""

    def __init__(self, where: Where) -> None:
        super().__init__(where)
        self.engine.__class__ = _Deferring


class NoUniqueKey(Store):
    """It locks nothing, and the database lets two entries have one number."""

    def __init__(self, where: Where) -> None:
        super().__init__(where)
        self.engine.__class__ = _NeverLocking
        for sql in (
            "ALTER TABLE events DROP CONSTRAINT IF EXISTS events_pkey",
            (
                "ALTER TABLE events DROP CONSTRAINT IF EXISTS "
                "events_session_id_key_part_key"
            ),
            "ALTER TABLE events DISABLE TRIGGER events_follow",
        ):
            self.run(sql)


KINDS: tuple[type[Store], ...] = (Deferred, KeyBlind, Fresh, Hasty)
OF_SERVERS: tuple[type[Store], ...] = (LockAndRead, DeferredLock, NoUniqueKey)
