"""Stores with a fault that a proof must find: they test the proofs."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from threading import get_ident

from scorekeeper.core.session import Command, Stamp
from scorekeeper.store import Appended, Kept, Store


class Deferred(Store):
    """Its transactions begin deferred: what was read may be old once it writes."""

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        conn = self._writer.conn
        conn.execute("BEGIN")
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


class _Another(Store):
    """A store whose append is told something else than it was."""

    def append(
        self,
        session_id: str,
        command: Command,
        stamp: Stamp,
        seen: int | None = None,
        sealed: Kept | None = None,
    ) -> Appended:
        """Append, with something changed on the way."""
        stamp, seen = self.changed(stamp, seen)
        return super().append(session_id, command, stamp, seen, sealed)

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


class Hasty(Store):
    """It answers before the entry is on the disk, and now and then the disk had other plans."""

    _count = 0

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with super()._transaction():
            self._count += 1
            yield
            if self._count % 10 == 0:
                self._writer.conn.execute("ROLLBACK")
                self._writer.conn.execute("BEGIN IMMEDIATE")


KINDS: tuple[type[Store], ...] = (Deferred, KeyBlind, Fresh, Hasty)
