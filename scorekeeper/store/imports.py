"""Sessions that come in files: prepared outside the lock, put in under it. What a phone
took in stays out of everybody's lists until it is accepted; a session that isn't listed
is whole and can be opened by its address."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise, takewhile
from math import inf
from operator import eq
from types import MappingProxyType
from typing import Any, NamedTuple

from scorekeeper.core.codec import canonical
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import OfNight
from scorekeeper.core.session import Header, entry_fields, root
from scorekeeper.store import database, index
from scorekeeper.store.database import Database, Db, Log, Refused, Taken
from scorekeeper.store.phones import Phones
from scorekeeper.store.rows import (
    HEAD,
    LAST,
    check_date,
    insert_entries,
    insert_session,
)
from scorekeeper.tables import session as sessions
from scorekeeper.tables.nights import KINDS, SLUG
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import Holding

IMPORTED = "imported"
HIDDEN = "hidden"
"""Why a session is not listed."""
ENTRIES_AT_ONCE = 500
"""After so many entries the lock is left to others, so that a table comes between."""
PAUSE = 0.002  # for so many seconds
Places = Mapping[str, tuple[Holding, ...]]
"""Who had which place at the sessions that a file adds to, when that was looked at."""
OF_AN_ENTRY = 200  # bytes that an entry takes besides what it says
SHORT = 8  # letters of a head by which people tell two logs apart


class Prepared(NamedTuple):
    """A session that was read and folded: `marks` are the digests of its commands, in
    order; `people` is `index.people_of`; `size` what it comes to where it waits to be
    accepted."""

    header: Header
    log: Log
    marks: tuple[str, ...]
    summary: index.Summary
    people: tuple[str, ...]
    size: int


def prepared(session: Session) -> Prepared:
    """The session, ready to be put in. Raises NotReadable when a time lies outside
    `YEARS`."""
    for at in (session.header.at, *(entry.at for entry in session.log)):
        check_date(at)
    commands = by_command(session.log)
    marks = tuple(
        sessions.digest(sessions.command_of(command), command[0].note)
        for command in commands
    )
    size = 0  # as `Imports.waiting_bytes` counts
    for entry in session.log:
        facts = canonical(entry_fields(entry)["facts"]).decode()
        size += OF_AN_ENTRY + len(facts) + len(entry.note) + len(entry.key)
    summary = index.summary_of(session)
    people = index.people_of(session)
    return Prepared(session.header, session.log, marks, summary, people, size)


class Importer(NamedTuple):
    """The phone that takes a file in, "" where nobody need accept it, since when; and
    who had which places."""

    phone: str
    at: str
    places: Places


class _Counted(NamedTuple):
    """The bytes that are `left` to come; and how many sessions and entries are
    `waiting`, with the bytes that they come to."""

    left: int = 0
    waiting: object = None
    size: int = 0


class Unlisted(NamedTuple):
    """A session out of the lists: why (IMPORTED or HIDDEN), whose phone took it in,
    since when."""

    summary: index.Summary
    why: str
    phone: str
    at: str


class Deletion(NamedTuple):
    """What is left of a session that was deleted: when, by whom, how long and what its
    head was."""

    session: str
    at: str
    by: str
    game: str
    entries: int
    head: str


class Imports:
    """Takes sessions into a database, and knows those that are not listed or were
    deleted; `changed` is told each session that came or grew, with the number of its
    last entry."""

    def __init__(
        self,
        database: Database,
        phones: Phones,
        changed: database.Heard,
        check_grown: Callable[[Session], None],
    ) -> None:
        self._database = database
        self._phones = phones
        self._changed = changed
        self._check_grown = check_grown

    def how(self, session: Prepared) -> tuple[Taken, int]:
        """What would become of a session, and how many of its entries are here already.
        Raises SessionExists when its id belongs to a session with another log."""
        sql = f"SELECT {LAST}, {HEAD.format('?')} FROM sessions WHERE id = ?"  # noqa: S608 - our own
        here = self._database.first(sql, [len(session.log), session.header.session])
        if here is None:
            return Taken.NEW, 0
        last, head = here
        both = min(last, len(session.log))
        if head != (session.log[both - 1].hash if both else root(session.header)):
            raise database.SessionExists(self._parted(session))
        return (Taken.KNOWN if last >= len(session.log) else Taken.GROWN), both

    def _parted(self, session: Prepared) -> Message:
        sql = "SELECT hash FROM events WHERE session_id = ? ORDER BY seq"
        name = session.header.session
        here = [str(hash_) for (hash_,) in self._database.rows(sql, [name])]
        there = [entry.hash for entry in session.log]
        alike = sum(1 for _ in takewhile(bool, map(eq, here, there)))
        if not alike:
            return message("refused.session-exists", session=name)
        return message(
            "refused.parted",
            session=name,
            alike=alike,
            here=len(here),
            there=len(there),
            head_here=here[-1][:SHORT],
            head_there=there[-1][:SHORT],
        )

    def unlisted(self) -> list[Unlisted]:
        sql = (
            f"SELECT why, phone, at, {index.SUMMARY_COLUMNS} FROM unlisted JOIN "  # noqa: S608
            f"session_index USING (session_id) ORDER BY at DESC, session_id"
        )
        return [
            Unlisted(index.read_summary(summary), why, phone, at)
            for why, phone, at, *summary in self._database.rows(sql)
        ]

    def deletions(self, limit: int) -> list[Deletion]:
        what = "session_id, at, by, game, entries, head"
        sql = f"SELECT {what} FROM deletions ORDER BY n DESC LIMIT ?"  # noqa: S608
        return [Deletion(*row) for row in self._database.rows(sql, [limit])]

    def is_older_than_deleted(self, session: Prepared) -> bool:
        """Whether a session with this ID was deleted here that had more, or other,
        entries, besides those that asked for its deletion and agreed to it."""
        sql = (
            "SELECT entries, head, whole FROM deletions WHERE session_id = ? "
            "ORDER BY n DESC LIMIT 1"
        )
        deleted = self._database.first(sql, [session.header.session])
        if deleted is None:
            return False
        entries, *heads = deleted
        return bool(entries) and all(entry.hash not in heads for entry in session.log)

    def was_deleted(self, session_id: str) -> bool:
        sql = "SELECT 1 FROM deletions WHERE session_id = ?"
        return bool(self._database.one(sql, [session_id]))

    def waiting_bytes(self) -> int:
        sql = (
            "SELECT coalesce(sum(? + length(facts) + length(note) + length(key)), 0)"
            " FROM events WHERE session_id IN"
            " (SELECT session_id FROM unlisted WHERE why = ?)"
        )
        return int(self._database.one(sql, [OF_AN_ENTRY, IMPORTED]))

    def take_in(
        self,
        found: Iterable[Prepared],
        phone: str = "",
        at: str = "",
        places: Places = MappingProxyType({}),
        room: float = inf,
    ) -> list[Taken]:
        """Put sessions in; `found`, which is gone through twice, is refused whole where
        one of them is another one here. With `phone`, new ones wait to be accepted from
        `at` on, as long as all that waits comes to no more than `room`. None grows at
        which phones have other `places` by now. Raises SessionExists, NotSaved, Refused
        for such a one or without room."""
        importer = Importer(phone, at, places)
        counted = _Counted(sum(map(self._comes_to, found)) if phone else 0)
        taken: list[Taken] = []
        for chunk in _chunks(found):
            put = partial(self._put_chunk, chunk, importer, counted, room)
            names = [session.header.session for session in chunk]
            if phone:  # in one line with other processes, which count what waits too
                names.insert(0, IMPORTED)
            came, counted = self._database.in_transaction(put, *names)
            taken += came
            for how, session in zip(came, chunk, strict=True):
                if how is not Taken.KNOWN:
                    self._changed(session.header.session, len(session.log))
            time.sleep(PAUSE)
        return taken

    def _put_chunk(
        self,
        chunk: list[Prepared],
        importer: Importer,
        counted: _Counted,
        room: float,
        db: Db,
    ) -> tuple[list[Taken], _Counted]:
        """Put sessions in, in one transaction, which may be run again; and count what
        waits then."""
        if not importer.phone:
            return [self._put(db, session, importer) for session in chunk], counted
        size = counted.size
        if counted.waiting != self._waiting():  # others changed it since
            size = self.waiting_bytes()
        if counted.left and size + counted.left > room:
            raise Refused(message("moving.refused.full"))
        comes = sum(map(self._comes_to, chunk))
        taken = [self._put(db, session, importer) for session in chunk]
        left = counted.left - comes
        return taken, _Counted(left, self._waiting(), size + comes)

    def _comes_to(self, session: Prepared) -> int:
        how, _ = self.how(session)
        is_waiting = how is Taken.NEW or self._phones.importer(session.header.session)
        return session.size if is_waiting and how is not Taken.KNOWN else 0

    def _waiting(self) -> list[Any]:
        sql = (
            "SELECT count(*), sum(entries) FROM unlisted JOIN session_index USING "
            "(session_id)"
        )
        return self._database.rows(f"{sql} WHERE why = ?", [IMPORTED])

    # Long: all that a session is put into.
    def _put(self, db: Db, session: Prepared, importer: Importer) -> Taken:
        """Put in what the database has not; the log before it is told by its hash
        alone."""
        how, have = self.how(session)
        if how is Taken.KNOWN:
            return how
        session_id = session.header.session
        if how is Taken.GROWN:
            before = importer.places.get(session_id, ())
            if self._phones.holdings(session_id) != before:
                raise Refused(message("refused.places-changed", session=session_id))
            if session.header.game == SLUG or _is_of_night(session):
                game = KINDS[session.header.game]
                self._check_grown(sessions.opened(game, session.header, session.log))
        else:
            insert_session(db, session.header)
            if importer.phone:
                waiting = [session_id, IMPORTED, importer.phone, importer.at]
                db.execute("INSERT INTO unlisted VALUES (?, ?, ?, ?)", waiting)
        for entries, mark in zip(by_command(session.log), session.marks, strict=True):
            if entries[0].seq > have:
                insert_entries(db, session_id, entries, mark)
        index.put(db, session.summary, session.people)
        self._database.read_again(session_id)
        return how


def _is_of_night(session: Prepared) -> bool:
    return any(isinstance(entry.event, OfNight) for entry in session.log)


def _chunks(found: Iterable[Prepared]) -> Iterator[list[Prepared]]:
    chunk = []
    n = 0
    for session in found:
        chunk.append(session)
        n += len(session.log)
        if n >= ENTRIES_AT_ONCE:
            yield chunk
            chunk = []
            n = 0
    if chunk:
        yield chunk


def by_command(log: Log) -> list[Log]:
    starts = [n for n, entry in enumerate(log) if entry.part == 0 or n == 0]
    return [log[start:end] for start, end in pairwise([*starts, len(log)])]
