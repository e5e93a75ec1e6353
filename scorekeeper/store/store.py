"""The sessions of an installation: logs that only grow, and a summary of each."""

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import NamedTuple, TypeVar

from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import Left, Seated
from scorekeeper.core.messages import message
from scorekeeper.core.notes import NOTED, OfNight
from scorekeeper.core.phone_notes import PhoneSeated, Role
from scorekeeper.core.session import Command, Entry, Header, Stamp, root
from scorekeeper.games.game import AnyGame
from scorekeeper.store import (
    database,
    imports,
    index,
    nights,
    outcomes,
    phones,
    rows,
    seals,
)
from scorekeeper.store.counting import Counting
from scorekeeper.store.database import Appended, Db, Log, Refused
from scorekeeper.store.schema import OF_A_SESSION
from scorekeeper.store.sqlite import SqliteFile
from scorekeeper.tables import session as sessions
from scorekeeper.tables.accepted_arbiter import to_accept_arbiter
from scorekeeper.tables.consent import Asking, check_may_delete, grown_as_agreed
from scorekeeper.tables.followed import with_phones
from scorekeeper.tables.night_telling import to_tell
from scorekeeper.tables.nights import (
    KINDS,
    SLUG,
    has_play,
    is_night,
    night_of,
    of_night,
)
from scorekeeper.tables.session import Session
from scorekeeper.tables.signed_standings import (
    NightSpeaker,
    check_night_deleted,
    check_night_words,
    check_not_taken_back,
    check_signed_standings,
    night_speaker,
)
from scorekeeper.tables.waiting_changes import head_before_deletion

T = TypeVar("T")
KEPT = 512
"""How many sessions are kept in memory: more than are played at once, or each entry
reads one."""
LOOKED_UP = 250
"""How many sessions are looked up at once: who wants to read waits for no more than
that."""
_RECORD_DELETION = (
    "INSERT INTO deletions (session_id, at, by, whole, game, entries, head, is_done)"  # noqa: S608
    f" SELECT id, ?, ?, ?, coalesce(game, ''), {rows.LAST}, {rows.HEAD.format('seq')}, 0"
    " FROM sessions LEFT JOIN session_index ON session_id = id WHERE id = ?"
)
_HAS_GAPS = (
    "SELECT (SELECT count(*) FROM sessions) <>"
    " (SELECT count(*) FROM session_index WHERE entries >= 0)"
)


class Sender(NamedTuple):
    """A phone that sends a command, and the parties, by their ids, that it says agree
    there."""

    phone: str
    agreed: frozenset[str] = frozenset()


class Store(database.Database):
    """The sessions in one database, and everything else that is in it. Where it
    `is_alone`, that is a file which no other process and no other thread can have.
    Unless it `makes`, an empty database of a server stays empty, and can't be
    opened."""

    def __init__(
        self,
        where: Path | str,
        games: Mapping[str, AnyGame] = KINDS,
        *,
        is_alone: bool = False,
        makes: bool = True,
    ) -> None:
        if database.is_address(where):
            try:
                from scorekeeper.store.postgresql import Postgresql
            except ImportError as missing:
                text = "PostgreSQL needs a library: pip install 'psycopg[binary,pool]'"
                raise database.NotOurDatabase(f"{text} ({missing}).") from missing
            super().__init__(Postgresql(where, makes=makes))
        else:
            super().__init__(SqliteFile(Path(where), is_alone=is_alone))
        self._games = games
        self._kept_lock = Lock()
        self._kept: OrderedDict[str, Session] = OrderedDict()
        self.phones = phones.Phones(self)
        self.nights = nights.Nights(self)
        self.seals = seals.Seals(self)
        self.index = index.Index(self)
        self.outcomes = outcomes.Outcomes(self, self.readable)
        self.counting = Counting(self.outcomes)
        self.imports = imports.Imports(
            self, self.phones, self._changed, self._check_grown
        )
        self.heard: database.Heard = lambda session_id, last: None
        """Is told each session that has grown, with the number of its last entry."""
        if not self.engine.is_shared and self.rows(_HAS_GAPS)[0][0]:
            self.rebuild_index()

    def close(self) -> None:
        self.counting.close()
        super().close()

    def open(self, session_id: str, at_least: int | None = None) -> Session | None:
        """The session with this id, or None. If it is kept in memory with `at_least` so
        many entries, the database isn't asked for newer ones, but in a transaction."""
        kept = self._kept.get(session_id)
        is_enough = kept and at_least is not None and kept.last >= at_least
        if is_enough and self._transaction.db is None:
            return kept
        return self.reading(lambda db: self._current(db, session_id))

    def look_up(self, ids: Sequence[str]) -> None:
        """Have all these sessions in memory as they stand now, by one look at what
        other processes may have written."""
        found = dict[str, tuple[int, str]]()
        for first in range(0, len(ids), LOOKED_UP):
            part = ids[first : first + LOOKED_UP]
            named = ", ".join("?" * len(part))
            sql = (
                "SELECT id, seq, hash FROM sessions JOIN events ON session_id = id"  # noqa: S608
                f" AND seq = {rows.LAST} WHERE id IN ({named})"
            )
            found |= {name: (seq, head) for name, seq, head in self.rows(sql, part)}
        for session_id in ids:
            kept = self._kept.get(session_id)
            is_known = kept and (kept.last, kept.head) == found.get(session_id)
            if not is_known and self.readable(session_id) is None:
                with self._kept_lock:
                    self._kept.pop(session_id, None)

    def readable(self, session_id: str) -> Session | None:
        """The session as it stands; None when there is none, or it can't be read."""
        with suppress(Refused):
            return self.open(session_id)
        return None

    def ids(self, *, listed: bool = False) -> list[str]:
        """Every session's id, or those in the lists, in the order in which they were
        opened."""
        which = "WHERE id NOT IN (SELECT session_id FROM unlisted)" if listed else ""
        sql = f"SELECT id FROM sessions {which} ORDER BY opened_at, id"  # noqa: S608 - our own names
        return [session_id for (session_id,) in self.rows(sql)]

    def lasts(self, ids: list[str]) -> Mapping[str, int]:
        """The number of the last entry of each of these; {} where all news was
        heard."""
        if not self.engine.has_news():
            return {}
        lasts = dict[str, int]()
        for first in range(0, len(ids), LOOKED_UP):
            part = ids[first : first + LOOKED_UP]
            named = ", ".join("?" * len(part))
            sql = f"SELECT id, {rows.LAST} FROM sessions WHERE id IN ({named})"  # noqa: S608
            lasts |= self.rows(sql, part)
        for session_id in ids:
            if session_id not in lasts:  # another program has deleted it
                self._heard_of(session_id, 0)
        return lasts

    def each(self, *, listed: bool = False) -> Iterator[Session]:
        """Every session that can be read, or those in the lists, one after the
        other."""
        yield from filter(None, map(self.readable, self.ids(listed=listed)))

    def create(
        self, header: Header, entries: tuple[Entry, ...], stamp: Stamp
    ) -> Appended:
        """Open a session whose first entries are these; sent again, it is answered as
        it was the first time. Raises SessionExists when its id belongs to another one,
        RuleViolation when the game refuses an entry."""
        rows.check_date(header.at)
        header = sessions.settled_header(header)
        command, stamp, mark = sessions.settled(Command(entries), stamp)

        def work(db: Db) -> Appended:
            known = self._current(db, header.session)
            if known is not None:
                return _opened_before(known, header, command, stamp)
            session = sessions.opened(rows.game_of(self._games, header), header)
            added = session.chained(session.decide(command), stamp)
            rows.insert_session(db, header)
            session = self._extended(db, session.grown(added), added, mark)
            return Appended(added, session.head)

        return self.in_transaction(work, header.session)

    # Long: what a command passes, in its order, from its key to its entries.
    def append(
        self,
        session_id: str,
        command: Command,
        stamp: Stamp,
        seen: int | None = None,
        sealed: seals.Kept | seals.HiddenAnswer | None = None,
        sender: Sender | None = None,
    ) -> Appended:
        """Record a command. If it was recorded before, answer as the first time
        (Replayed).

        `seen` is the number of the last entry when its form was drawn; None accepts any
        state. `sealed` is what the command seals or hides, kept in the same
        transaction. `sender` is the phone that sends it, with those who agree there;
        None if no phone does. Raises KeyReused if the key was another command's, Stale
        if entries were made since `seen`, RuleViolation if the game refuses it,
        NotAgreed if sides must agree that haven't, NoSuchSession, NotSaved.
        """
        command, stamp, mark = sessions.settled(command, stamp)

        def work(db: Db) -> Appended:
            session = _found(self._current(db, session_id), session_id)
            replayed = self._replayed(db, session, stamp.key, mark)
            if replayed is not None:
                return replayed
            if seen is not None:
                _check_fresh(session, seen)
            asking = self._asking(session, sender) if sender else None
            after = grown_as_agreed(session, command, stamp, asking)
            self._check_night(session, after, sender)
            after = self._with_phones(session, after, stamp)
            added = after.log[session.last :]
            before = session
            session = self._extended(db, after, added, mark)
            if _is_any(added, Seated, Left, PhoneSeated):
                self.phones.note_arrivals(session_id, added)
            if sealed is not None:
                self._put_sealed(db, session, sealed)
            rows.forget_sealed(db, session_id, session.log, added)
            self._tell(before, session, stamp)
            return Appended(added, session.head)

        return self.in_transaction(work, session_id)

    # What an entry changes for people at other tables of a night is said there.
    def _tell(self, before: Session, after: Session, stamp: Stamp) -> None:
        is_of_night = before.game.slug == SLUG or before.has(OfNight)
        found = to_tell(before, after, self.readable) if is_of_night else []
        for n, (table, told) in enumerate(found):
            if self.readable(table) is not None:
                made = Stamp(stamp.at, key=f"told-{n}-{after.head[:24]}")
                self.append(table, Command((Entry(told),)), made)

    def night_speaker(self, session: Session, phone: str) -> NightSpeaker:
        night = night_of(session)
        phones = self.nights.phones(session.id)
        running = {phones.get(person, "") for person in night.helpers}
        for holding in self.phones.holdings(session.id):
            if holding.role is Role.HOST:
                running.add(holding.phone)
        return night_speaker(night, phones, phone, runs=phone in running)

    def _check_night(
        self, session: Session, after: Session, sender: Sender | None
    ) -> None:
        is_own_log = session.game.slug == SLUG
        if is_own_log and sender is not None:
            speaker = self.night_speaker(session, sender.phone)
            at = sessions.as_entries(self.now())
            added = after.log[session.last :]
            check_night_words(night_of(session), speaker, added, at)
        if is_own_log or session.has(OfNight):
            self._check_signed(session, after)

    def _check_signed(self, session: Session, after: Session | None) -> None:
        opened = of_night(session)
        night = session if opened is None else self.readable(opened.night)
        if night is None or not is_night(night) or not night_of(night).signatures:
            return

        def as_changed(table: str) -> Session | None:
            return after if table == session.id else self.readable(table)

        changed = after if night is session and after is not None else night
        check_signed_standings(night, changed, self.readable, as_changed)

    def _check_night_deleted(self, session: Session, phone: str) -> None:
        opened = of_night(session)
        night = self.readable(opened.night) if opened else None
        if night is not None and is_night(night) and has_play(session):
            raise refused("night.refused.of-a-night")
        if is_night(session):
            speaker = self.night_speaker(session, phone)
            at = sessions.as_entries(self.now())
            check_night_deleted(night_of(session), speaker, at)

    def _check_grown(self, grown: Session) -> None:
        session = self.readable(grown.id)
        if session is not None:
            try:
                check_not_taken_back(session, grown)
                self._check_signed(session, grown)
            except RuleViolation as refusal:
                raise Refused(refusal.why) from None

    def _replayed(
        self, db: Db, session: Session, key: str, mark: str
    ) -> database.Replayed | None:
        sql = (
            "SELECT seq, digest FROM events WHERE session_id = ? AND key = ? ORDER "
            "BY seq"
        )
        first = []
        for seq, digest in db.execute(sql, [session.id, key]).fetchall():
            first.append(session.log[seq - 1])
            if digest != mark:
                why = message("refused.key-reused", entry=first[0].seq)
                raise database.KeyReused(why)
        if not first:
            return None
        # nobody may have heard
        self._transaction.afterwards.append(partial(self._grew, session))
        return database.Replayed(tuple(first), first[-1].hash)

    # With a note of the phones that go along with their persons, which are given their
    # seats.
    def _with_phones(self, before: Session, after: Session, stamp: Stamp) -> Session:
        if not _is_any(after.log[before.last :], Seated, Left):
            return after
        held = self.phones.holdings(before.id)
        kept = frozenset(
            holding.seat for holding in held if holding.seat and holding.is_kept
        )
        own = self.phones.speaker(before, "").own
        after, moved = with_phones(before, after, stamp, own, kept - own)
        self.phones.go_along(before.id, moved)
        return after

    def _put_sealed(
        self, db: Db, session: Session, sealed: seals.Kept | seals.HiddenAnswer
    ) -> None:
        if isinstance(sealed, seals.HiddenAnswer):
            _put_hidden(db, session.id, sealed)
            return
        if sealed.reader not in ("", self.seal_reader(session)):
            raise refused("refused.seal-reader")
        box = [sealed.commitment, sealed.box, sealed.reader, sealed.reader_box]
        db.execute("INSERT INTO sealed VALUES (?, ?, ?, ?, ?)", [session.id, *box])

    def seal_reader(self, session: Session) -> str:
        """The public key of the arbiter whom every side has accepted, who can look at
        what is sealed at this table now; "" where there is none."""
        own = self.phones.speaker(session, "").own
        return "" if to_accept_arbiter(session, own) else self.seals.reader(session.id)

    def _asking(self, session: Session, sender: Sender) -> Asking:
        speaker = self.phones.speaker(session, sender.phone)
        return Asking(speaker, sender.agreed, sessions.as_entries(self.now()))

    def hide(self, session_id: str, at: str) -> None:
        """Take a session out of all lists and statistics. An imported one that waits to
        be accepted goes on waiting. Raises NoSuchSession."""
        known = self.one("SELECT 1 FROM sessions WHERE id = ?", [session_id])
        _found(known, session_id)
        put = "INSERT INTO unlisted SELECT id, ?, '', ? FROM sessions WHERE id = ?"
        self.run(f"{put} ON CONFLICT DO NOTHING", [imports.HIDDEN, at, session_id])

    def show(self, session_id: str) -> None:
        """Let a session stand in the lists: again, or for the first time. Raises
        NoSuchSession."""
        _found(self.open(session_id), session_id)
        self.run("DELETE FROM unlisted WHERE session_id = ?", [session_id])

    def delete(
        self,
        session_id: str,
        by: str,
        at: str,
        *,
        unless: str = "",
        sender: Sender | None = None,
    ) -> None:
        """Delete a session for good. What stays is the record of it, without which its
        entries can't go, and which is closed at the end; `by` is "host" or "command
        line", and `sender` the phone that does it. Raises NoSuchSession, Refused where
        phones other than `unless` have a place at it, NotAgreed where sides must agree
        to it that have not."""

        def work(db: Db) -> None:
            holdings = self.phones.every_holding(session_id) if unless else ()
            if any(holding.phone != unless for holding in holdings):
                raise Refused(message("moving.refused.played"))
            whole = ""
            if sender is not None:
                session = _found(self._current(db, session_id), session_id)
                whole = head_before_deletion(session)
                check_may_delete(session, self._asking(session, sender))
                self._check_signed(session, None)
                self._check_night_deleted(session, sender.phone)
            _found(self.run(_RECORD_DELETION, [at, by, whole, session_id]), session_id)
            for table in ("openings", *reversed(OF_A_SESSION)):
                db.execute(f"DELETE FROM {table} WHERE session_id = ?", [session_id])  # noqa: S608
            db.execute("DELETE FROM sessions WHERE id = ?", [session_id])
            done = (
                "UPDATE deletions SET is_done = 1 WHERE session_id = ? AND is_done = 0"
            )
            db.execute(done, [session_id])

        self.in_transaction(work, session_id)
        self.engine.forget()
        self._changed(session_id, 0)

    def rebuild_index(self) -> None:
        def work(db: Db, session_id: str) -> None:
            db.execute("DELETE FROM session_index WHERE session_id = ?", [session_id])
            put_in_index(db, self._games, session_id)

        def each() -> None:
            for session_id in self.ids():
                self.in_transaction(partial(work, session_id=session_id), session_id)

        # no other node waits for a whole index
        if self.engine.is_shared:
            each()
        else:
            self.in_transaction(lambda _db: each())

    def _current(self, db: Db, session_id: str) -> Session | None:
        here = self._transaction
        if here.db is not None and session_id in here.locked & here.within.keys():
            within: Session | None = here.within[session_id]
            return within
        # Looked for before the database, which can only have more then.
        cached = self._cached(session_id)
        last = _last_entry(db, session_id)
        if cached is not None and (cached.last, cached.head) == last:
            return cached
        session = self._read_or_extend(db, session_id, cached, last)
        if self._transaction.db is not None:
            # Nobody else is to have it: the transaction may fail.
            self._transaction.within[session_id] = session
        elif session is not None:
            self._keep(session, cached)
        return session

    def _cached(self, session_id: str) -> Session | None:
        within: Session | None = None
        if self._transaction.db is not None:
            within = self._transaction.within.get(session_id)
        return self._kept.get(session_id) if within is None else within

    def _read_or_extend(
        self,
        db: Db,
        session_id: str,
        cached: Session | None,
        last: tuple[int, str] | None,
    ) -> Session | None:
        """The session as the database has it up to its `last` entry: read on from what
        is cached where that is the beginning of it, else all of it."""
        if cached is not None and last is not None and cached.last < last[0]:
            extended = rows.read_on(db, cached)
            if extended is not cached:
                return extended
        return rows.read_session(db, self._games, session_id)

    def _changed(self, session_id: str, last: int) -> None:
        self._heard_of(session_id, last, is_anew=True)
        self.engine.news.tell(session_id, last)

    def listen(self, heard: database.Heard, there: database.There) -> None:
        """Tell `heard` of each session that grows, here or elsewhere, and `there`
        which phones look at a table in another process."""
        self.heard = heard
        self.engine.news.listen(self._heard_of, there)

    def _heard_of(self, session_id: str, last: int, *, is_anew: bool = False) -> None:
        if is_anew or not last:
            with self._kept_lock:
                self._kept.pop(session_id, None)
        self._say(session_id, last)

    # News of a table is news of the night that opened it, as far as that is in memory.
    def _say(self, session_id: str, last: int) -> None:
        self.heard(session_id, last)
        kept = self._kept.get(session_id)
        if kept is not None and kept.has(OfNight):
            self.heard(kept.of(OfNight)[0][1].night, 0)

    def _keep(self, session: Session, instead: Session | None = None) -> None:
        """Keep a session in memory, unless more of it is kept; `instead` was kept and
        has been lost, so that this one takes its place."""
        with self._kept_lock:
            kept = self._kept.get(session.id)
            if kept is None or kept is instead or kept.last <= session.last:
                self._kept[session.id] = session
            self._kept.move_to_end(session.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def _extended(self, db: Db, session: Session, added: Log, mark: str) -> Session:
        rows.insert_entries(db, session.id, added, mark)
        index.update(db, session, added)
        self._transaction.within[session.id] = session
        self._transaction.afterwards.append(partial(self._grew, session))
        return session

    def _grew(self, session: Session) -> None:
        self._keep(session)
        self._say(session.id, session.last)
        self.engine.news.tell(session.id, session.last)


def _is_any(entries: Log, *kinds: type) -> bool:
    return any(isinstance(entry.event, kinds) for entry in entries)


def _opened_before(
    known: Session, header: Header, command: Command, stamp: Stamp
) -> database.Replayed:
    first = tuple(entry for entry in known.log if entry.key == stamp.key)
    opened = sessions.digest(sessions.command_of(first), stamp.note)
    is_same = (
        opened == sessions.digest(command, stamp.note)
        and known.header.game == header.game
        and known.header.settings == header.settings
    )
    if not is_same:
        why = message("refused.session-exists", session=header.session)
        raise database.SessionExists(why)
    return database.Replayed(first, first[-1].hash if first else root(known.header))


def _last_entry(db: Db, session_id: str) -> tuple[int, str] | None:
    sql = "SELECT seq, hash FROM events WHERE session_id = ? ORDER BY seq DESC LIMIT 1"
    last: tuple[int, str] | None = db.execute(sql, [session_id]).fetchone()
    return last


def _check_fresh(session: Session, seen: int) -> None:
    """Nothing depends on notes: whoever has seen all but those has seen enough."""
    since = session.log[max(seen, 0) :]
    is_known = seen <= session.last
    if not is_known or not all(isinstance(entry.event, NOTED) for entry in since):
        raise database.Stale(since)


def _put_hidden(db: Db, session_id: str, hidden: seals.HiddenAnswer) -> None:
    value = json.dumps(hidden.answer)
    row = [session_id, hidden.commitment, hidden.party, value, hidden.salt]
    db.execute("INSERT INTO private VALUES (?, ?, ?, ?, ?)", row)


def put_in_index(db: Db, games: Mapping[str, AnyGame], session_id: str) -> None:
    try:
        session = rows.read_session(db, games, session_id)
        if session is not None:
            index.update(db, session, session.log)
    except Refused:  # of a game or a form that is no longer known
        index.put_unreadable(db, session_id)


def _found(is_there: T | None, session_id: str) -> T:
    if not is_there:
        why = message("refused.no-such-session", session=session_id)
        raise database.NoSuchSession(why)
    return is_there
