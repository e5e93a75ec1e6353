"""The sessions of this table: logs that only grow, and a summary of each."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock

from sqlite_utils import Database

from scorekeeper.core.messages import message
from scorekeeper.core.notes import NOTED
from scorekeeper.core.session import Command, Entry, Header, Recorded, Stamp, root
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.store import index, rows, seals
from scorekeeper.store.database import (
    Appended,
    DatabaseFile,
    KeyReused,
    NoSuchSession,
    Refused,
    Replayed,
    SessionExists,
    Stale,
    Taken,
)
from scorekeeper.store.index import Index
from scorekeeper.store.outcomes import Outcomes
from scorekeeper.store.phones import Phones
from scorekeeper.store.rows import HIDDEN, Imports, check_date, prepared
from scorekeeper.store.seals import Kept, Seals
from scorekeeper.tables.session import (
    KEY_LENGTH,
    Session,
    command_of,
    digest,
    opened,
    settled,
    settled_header,
)

KEPT = 512
"""How many sessions are kept in memory: more than are played at once, or each entry reads one."""
_OF_A_SESSION = (
    "private", "sealed", "arbiters", "places", "invitations", "openings", "unlisted", "events",
)  # fmt: skip
"""The tables whose rows go with a session; those of the index go by themselves."""
_HAS_GAPS = (
    "SELECT (SELECT count(*) FROM sessions) <>"
    " (SELECT count(*) FROM session_index WHERE entries >= 0)"
)


class Store(DatabaseFile):
    """The sessions in one database file, and everything else that is in it."""

    def __init__(self, path: Path | str, games: Mapping[str, Game] = GAMES) -> None:
        super().__init__(path)
        self._games = games
        self._kept_lock = Lock()
        self._kept: OrderedDict[str, Session] = OrderedDict()
        self.phones = Phones(self)
        self.seals = Seals(self)
        self.index = Index(self)
        self.outcomes = Outcomes(self, self.open)
        self.imports = Imports(self, self.phones, self._changed)
        self.heard: Callable[[str, int], None] = lambda session_id, last: None
        """Is told each session that has grown, with the number of its last entry."""
        self._version = 0
        if self.rows(_HAS_GAPS)[0][0]:
            self.rebuild_index()

    # ---- reading ----

    def open(self, session_id: str, at_least: int | None = None) -> Session | None:
        """The session as it stands, or None when there is none of this id.

        Where `at_least` so many entries will do, one that is kept in memory is not looked up.
        """
        if at_least is not None:
            with self._kept_lock:
                kept = self._kept.get(session_id)
            if kept is not None and kept.last >= at_least:
                return kept
        with self._read_lock:
            return self._current(self._reader, session_id)

    def load(self, session_id: str) -> tuple[Header, tuple[Recorded, ...], str] | None:
        """The header, the log and its head, or None when there is no such session."""
        session = self.open(session_id)
        return None if session is None else (session.header, session.log, session.head)

    def ids(self, *, listed: bool = False) -> list[str]:
        """Every session's id, or those in the lists, in the order in which they were opened."""
        sql = "SELECT id FROM sessions"
        if listed:
            sql += " WHERE id NOT IN (SELECT session_id FROM unlisted)"
        return [row[0] for row in self.rows(f"{sql} ORDER BY opened_at, id")]

    def lasts(self, ids: list[str]) -> Mapping[str, int]:
        """The number of the last entry of each of these; {} when nothing was written to the file,
        by whatever program, since this was asked last."""
        with self._read_lock:
            version = self._reader.execute("PRAGMA data_version").fetchone()[0]
            if version == self._version:
                return {}
            self._version = version
            found = ((one, rows.last_entry(self._reader, one)) for one in ids)
            return {one: last[0] for one, last in found if last}

    def each(self, *, listed: bool = False) -> Iterator[Session]:
        """Every session as it stands, or those in the lists, one after the other; none that can't
        be read."""
        for session_id in self.ids(listed=listed):
            with suppress(Refused):
                session = self.open(session_id)
                if session is not None:
                    yield session

    # ---- writing ----

    def create(self, header: Header, entries: tuple[Entry, ...], stamp: Stamp) -> Appended:
        """Open a session whose first entries are these.

        The same session sent again is answered as it was the first time. Raises SessionExists
        when its id belongs to another one, RuleViolation when the game refuses an entry.
        """
        _check_key(stamp.key)
        check_date(header.at)
        header = settled_header(header)
        command, stamp, mark = settled(Command(entries), stamp)
        with self.together() as db:
            known = self._current(db, header.session)
            if known is not None:
                return _opened_before(known, header, command, stamp.key)
            session = opened(self._game(header.game), header)
            added = session.chained(session.decide(command), stamp)
            rows.insert_session(db, header)
            session = self._extended(db, session, added, mark)
        return Appended(added, session.head)

    def append(
        self,
        session_id: str,
        command: Command,
        stamp: Stamp,
        seen: int | None = None,
        sealed: Kept | None = None,
    ) -> Appended:
        """Record a command, or answer as the first time when it has been (Replayed).

        `seen` is the number of the last entry when its form was drawn; None = whatever stands.
        `sealed` is what the command seals: it is kept in the same transaction.
        Raises KeyReused when the key was another command's, Stale when entries were made since
        `seen`, RuleViolation when the game refuses it, NoSuchSession, NotSaved.
        """
        _check_key(stamp.key)
        command, stamp, mark = settled(command, stamp)
        with self.together() as db:
            session = _found(self._current(db, session_id), session_id)
            first = _recorded_before(db, session, stamp.key, mark)
            if first:
                return Replayed(first, first[-1].hash)
            if seen is not None and _is_stale(session, seen):
                raise Stale(session.log[max(seen, 0) :])
            added = session.additions(command, stamp)
            session = self._extended(db, session, added, mark)
            if sealed is not None:
                seals.keep(db, session_id, sealed)
            seals.forget(db, session_id, session.log, added)
        return Appended(added, session.head)

    def adopt(self, header: Header, log: tuple[Recorded, ...]) -> bool:
        """Take over a session from a file that was checked; False = all of it is here already.

        Raises SessionExists when its id belongs to a session with another log.
        """
        return self.adopt_all([(header, log)]) != [Taken.KNOWN]

    def adopt_all(self, found: Iterable[tuple[Header, tuple[Recorded, ...]]]) -> list[Taken]:
        """Take over sessions from files that were checked, and all of them or, when one of them
        can't be read or is another one here, none. Raises what `Imports.take_in` raises."""
        games = self._games
        each = [prepared(opened(games[header.game], header, log)) for header, log in found]
        return self.imports.take_in(each)

    def hide(self, session_id: str, at: str) -> None:
        """Take a session out of all lists and statistics. Raises NoSuchSession."""
        sql = (
            "INSERT INTO unlisted (session_id, why, phone, at) VALUES (?, ?, '', ?)"
            " ON CONFLICT (session_id) DO UPDATE"
            " SET why = excluded.why, phone = excluded.phone, at = excluded.at"
        )
        with self.together() as db:
            if rows.heads(db, session_id, 0) is None:
                raise _absent(session_id)
            self.run(sql, [session_id, HIDDEN, at])

    def show(self, session_id: str) -> None:
        """Let a session stand in the lists: again, or for the first time. Raises NoSuchSession."""
        _found(self.open(session_id), session_id)
        self.run("DELETE FROM unlisted WHERE session_id = ?", [session_id])

    def delete(self, session_id: str, by: str, at: str, *, unless: str = "") -> None:
        """Delete a session for good, but for the record of it; `by` is "host" or "command line".

        Raises NoSuchSession, and Refused where phones other than `unless` have a place at it.
        """
        with self.together() as db:
            others = (one.phone != unless for one in self.phones.holdings(session_id, "*"))
            if unless and any(others):
                raise Refused(message("moving.refused.played"))
            self._delete(db, session_id, by, at)
        with self._write_lock:  # its entries leave the journal as well
            self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._changed(session_id, 0)

    def rebuild_index(self) -> None:
        """Work out anew from the logs what lists are read from."""
        with self.together() as db:
            db.conn.execute("DELETE FROM session_index")
            db.conn.execute("DELETE FROM people")
            for session_id in self.ids():
                try:
                    session = self._current(db, session_id)
                except Refused:  # of a game or a form that is no longer known
                    index.put_unreadable(db, session_id)
                    continue
                if session is not None:
                    index.update(db, session, session.log)

    # ---- the inside ----

    def _current(self, db: Database, session_id: str) -> Session | None:
        last = rows.last_entry(db, session_id)
        with self._kept_lock:
            kept = self._kept.get(session_id)
        if kept is not None and (kept.last, kept.head) == last:
            return kept
        session = rows.read_session(db, self._games, session_id)
        if session is not None:
            self._keep(session)
        return session

    def _game(self, slug: str) -> Game:
        if slug not in self._games:
            raise NoSuchSession(message("refused.no-such-game", game=slug))
        return self._games[slug]

    def _changed(self, session_id: str, last: int) -> None:
        """Read a session anew that came from a file or went, and say so to whoever waits for it."""
        with self._kept_lock:
            self._kept.pop(session_id, None)
        self.heard(session_id, last)

    def _keep(self, session: Session) -> None:
        with self._kept_lock:
            kept = self._kept.get(session.id)
            if kept is None or kept.last <= session.last:
                self._kept[session.id] = session
            self._kept.move_to_end(session.id)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def _delete(self, db: Database, session_id: str, by: str, at: str) -> None:
        """Only a session with a record of its deletion, which is closed at the end, lets go of its
        entries."""
        sql = (
            "SELECT head0, coalesce(game, '') FROM sessions"
            " LEFT JOIN session_index ON session_id = id WHERE id = ?"
        )
        for head0, game in self.rows(sql, [session_id]):
            record = (
                "INSERT INTO deletions (session_id, at, by, game, entries, head, is_done)"
                " VALUES (?, ?, ?, ?, ?, ?, 0)"
            )
            last = rows.last_entry(db, session_id) or (0, head0)
            self.run(record, [session_id, at, by, game, *last])
            for table in _OF_A_SESSION:
                self.run(f"DELETE FROM {table} WHERE session_id = ?", [session_id])  # noqa: S608
            self.run("DELETE FROM sessions WHERE id = ?", [session_id])
            done = "UPDATE deletions SET is_done = 1 WHERE session_id = ? AND is_done = 0"
            self.run(done, [session_id])
            return
        raise _absent(session_id)

    def _extended(
        self, db: Database, session: Session, added: tuple[Recorded, ...], mark: str
    ) -> Session:
        session = session.grown(added)
        rows.insert_entries(db, session.id, added, mark)
        index.update(db, session, added)
        self._afterwards.append(partial(self._grew, session))
        return session

    def _grew(self, session: Session) -> None:
        self._keep(session)
        self.heard(session.id, session.last)


def _found(session: Session | None, session_id: str) -> Session:
    if session is None:
        raise _absent(session_id)
    return session


def _absent(session_id: str) -> NoSuchSession:
    return NoSuchSession(message("refused.no-such-session", session=session_id))


def _recorded_before(db: Database, session: Session, key: str, mark: str) -> tuple[Recorded, ...]:
    """The entries that the same command made under this key earlier."""
    found = rows.entries_under(db, session.id, key)
    if any(digest_then != mark for _, digest_then in found):
        raise KeyReused(message("refused.key-reused", entry=found[0][0]))
    return tuple(session.log[seq - 1] for seq, _ in found)


def _is_stale(session: Session, seen: int) -> bool:
    """Whether anything but notes, which nothing depends on, was entered since entry `seen`."""
    since = session.log[max(seen, 0) :]
    return seen > session.last or any(not isinstance(one.event, NOTED) for one in since)


def _check_key(key: str) -> None:
    if not 0 < len(key) <= KEY_LENGTH:
        raise ValueError(f"a command is recorded under a key of 1 to {KEY_LENGTH} characters")


def _opened_before(known: Session, header: Header, command: Command, key: str) -> Replayed:
    """The answer to opening a session that is there already: the same as then, or a refusal."""
    first = tuple(entry for entry in known.log if entry.key == key)
    same = (known.header.game, known.header.settings) == (header.game, header.settings)
    if not same or digest(command_of(first)) != digest(command):
        raise SessionExists(message("refused.session-exists", session=header.session))
    return Replayed(first, first[-1].hash if first else root(known.header))
