"""Which phone has which place at which table, and the invitations to one: all of it private.

A phone is known by a long random reference that it alone keeps; here stands only its hash. So it
is with invitations. None of this is in a log or in an export.
"""

import hashlib
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import Enum

from sqlite_utils import Database

from scorekeeper.core.phones import Role
from scorekeeper.core.seats import Seat

Access = Callable[[], AbstractContextManager[Database]]
SEAT = "seat"
JOINABLE = 8
"""How many invitations of one purpose a table has at once; the oldest make way."""


class Purpose(Enum):
    """What an invitation is good for, and for nothing else."""

    JOIN = "join"
    """Sit down in a seat that has no phone of its own."""
    CODE = "code"
    """The same, by a few letters that are said aloud."""
    WATCH = "watch"
    ARBITER = "arbiter"
    MOVE = "move"
    """Take over the seats that it names."""
    HOST = "host"
    """Become the host's phone."""


@dataclass(frozen=True, slots=True)
class Holding:
    """One place at a table: this phone has it. `seat` is None for a role; `is_kept`: a seat that
    the host's phone says is its own."""

    phone: str
    role: Role | None
    seat: Seat | None
    since: str
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation that is in force. `salt` is what its words were made from, where they are
    shown again; `expires_at` is a time in UTC; `by_arbiter`: the arbiter made it."""

    session: str
    purpose: Purpose
    seats: tuple[Seat, ...]
    salt: str
    expires_at: str
    is_single: bool
    by_arbiter: bool = False


def hashed(reference: str) -> str:
    """What is kept of a reference or of an invitation's words."""
    return hashlib.sha256(reference.encode()).hexdigest()


class Phones:
    """The phones of every table, in the database that `reading` and `writing` open."""

    def __init__(self, reading: Access, writing: Access) -> None:
        self._reading, self._writing = reading, writing

    # ---- places ----

    def holdings(self, session: str, phone: str = "") -> tuple[Holding, ...]:
        """Who has which place at this table; of the watchers only `phone`, all for "*"."""
        with self._reading() as db:
            return holdings(db, session, phone)

    def hosts(self) -> dict[str, str]:
        """Every phone that is the host's of a table, and since when at the earliest."""
        sql = "SELECT phone, min(since) FROM places WHERE role = 'host' GROUP BY phone"
        with self._reading() as db:
            return dict(db.conn.execute(sql).fetchall())

    def tables(self, phone: str) -> frozenset[str]:
        """The sessions at which this phone has a place."""
        sql = "SELECT DISTINCT session_id FROM places WHERE phone = ?"
        with self._reading() as db:
            return frozenset(row[0] for row in db.conn.execute(sql, [phone]))

    def opening(self, phone: str, key: str, fresh: str, at: str) -> str:
        """The id of the table that this phone opens under this key: `fresh`, or what it was when
        the same form came first."""
        with self._writing() as db:
            _know(db, phone, at)
            db.conn.execute("INSERT OR IGNORE INTO openings VALUES (?, ?, ?)", [phone, key, fresh])
            sql = "SELECT session_id FROM openings WHERE phone = ? AND key = ?"
            return str(db.conn.execute(sql, [phone, key]).fetchone()[0])

    def renew(self, before: str, phone: str, at: str) -> None:
        """All that a phone has goes to its new reference; the one before it is a stranger's.

        `before` is "" for a browser without one: it has nothing, and what names no phone stays so.
        """
        with self._writing() as db:
            _know(db, phone, at)
            for table in ("places", "openings", "unlisted") if before else ():
                sql = f"UPDATE OR IGNORE {table} SET phone = ? WHERE phone = ?"  # noqa: S608
                db.conn.execute(sql, [phone, before])
            db.conn.execute("DELETE FROM phones WHERE reference = ?", [before])

    def host(
        self, session: str, phone: str, seats: Iterable[Seat], at: str, own: Seat | None = None
    ) -> bool:
        """Make this phone the host of a table that has none, with the seats nobody has; of them
        it keeps its `own`.

        False = another phone is the host.
        """
        with self._writing() as db:
            _give(db, session, phone, Role.HOST, at)
            if _host(db, session) != phone:
                return False
            for seat in seats:
                _give(db, session, phone, seat, at, is_kept=seat is own)
            return True

    def sit(
        self,
        session: str,
        phone: str,
        seats: tuple[Seat, ...],
        at: str,
        *,
        from_host: bool = False,
        is_moved: bool = False,
    ) -> bool:
        """Give these seats to a phone: all of them or, when one is another phone's, none.

        Another phone gives up none, but where the seats are moved; the host's, with `from_host`,
        those that it does not keep.
        """
        with self._writing() as db:
            for seat in seats:
                holder, is_kept = _holder(db, session, seat)
                gives_way = from_host and holder == _host(db, session) and not is_kept
                if not (is_moved or gives_way or holder in (None, phone)):
                    return False
            for seat in seats:
                if _holder(db, session, seat)[0] != phone:
                    _vacate(db, session, seat)
                    _give(db, session, phone, seat, at)
            return True

    def keep(self, session: str, phone: str, seat: Seat) -> bool:
        """This seat of this phone is its own: nobody takes it from the host's phone unasked.

        False = it is so already, or another phone has the seat.
        """
        sql = (
            "UPDATE places SET kept = 1"
            " WHERE session_id = ? AND phone = ? AND seat = ? AND kept = 0"
        )
        with self._writing() as db:
            return db.conn.execute(sql, [session, phone, seat.value]).rowcount == 1

    def be(self, session: str, phone: str, role: Role, at: str) -> None:
        """Make this phone the arbiter's or a watcher's; the arbiter before it is one no more."""
        with self._writing() as db:
            if role is not Role.WATCHER:
                self.end(session, role)
            _give(db, session, phone, role, at)

    def take_over(self, session: str, phone: str, seats: Iterable[Seat], at: str) -> None:
        """Make this phone the host, with all that the host before it had and `seats` nobody has.

        The links end by which the host before could come back, as it or in another's place.
        """
        with self._writing() as db:
            for purpose in (Purpose.HOST, Purpose.ARBITER, Purpose.MOVE):
                self.withdraw(session, purpose)
            _know(db, phone, at)
            before = _host(db, session)
            move = "UPDATE places SET phone = ?, since = ? WHERE session_id = ? AND phone = ?"
            if before not in (None, phone):
                db.conn.execute(
                    "DELETE FROM places WHERE session_id = ? AND phone = ? AND role = 'watcher'",
                    [session, phone],
                )
                db.conn.execute(move, [phone, at, session, before])
            _give(db, session, phone, Role.HOST, at)
            for seat in seats:
                _give(db, session, phone, seat, at)

    def leave(self, session: str, phone: str, at: str) -> tuple[Seat, ...]:
        """End all that a phone, which is not the host's, has at a table: its seats, which the
        host's phone has again."""
        with self._writing() as db:
            sql = "SELECT seat FROM places WHERE session_id = ? AND phone = ? AND role = 'seat'"
            seats = tuple(Seat(row[0]) for row in db.conn.execute(sql, [session, phone]).fetchall())
            for seat in seats:
                _vacate(db, session, seat)
            sql = "DELETE FROM places WHERE session_id = ? AND phone = ?"
            db.conn.execute(sql, [session, phone])
            host = _host(db, session)
            for seat in seats if host is not None else ():
                _give(db, session, str(host), seat, at)
            return seats

    def end(self, session: str, role: Role) -> None:
        """Nobody is at the table in this role any more."""
        sql = "DELETE FROM places WHERE session_id = ? AND role = ?"
        with self._writing() as db:
            db.conn.execute(sql, [session, role.value])

    def follow(self, before: str, session: str, at: str) -> None:
        """Everybody goes on to the next table with the place that they had at the one before; the
        host's phone keeps its seats."""
        sql = (
            "INSERT OR IGNORE INTO places"
            " SELECT ?, phone, role, seat, ?, role = 'seat' FROM places WHERE session_id = ?"
        )
        arbiter = (
            "INSERT OR IGNORE INTO arbiters SELECT ?1, public_key FROM arbiters"
            " WHERE session_id = ?2"
        )
        with self._writing() as db:
            db.conn.execute(sql, [session, at, before])
            db.conn.execute(arbiter, [session, before])

    def revoke(self, phone: str) -> None:
        """Forget a phone: whoever comes with its reference is a stranger."""
        with self._writing() as db:
            db.conn.execute("DELETE FROM phones WHERE reference = ?", [phone])

    def is_known(self, phone: str) -> bool:
        """Whether this phone has, or has had, a place anywhere."""
        sql = "SELECT 1 FROM phones WHERE reference = ?"
        with self._reading() as db:
            return db.conn.execute(sql, [phone]).fetchone() is not None

    # ---- invitations ----

    def invite(self, words: str, invitation: Invitation, at: str) -> None:
        """Keep an invitation under the hash of its words; what has expired goes."""
        one = invitation
        seats = ",".join(seat.value for seat in one.seats)
        with self._writing() as db:
            db.conn.execute("DELETE FROM invitations WHERE expires_at <= ?", [at])
            db.conn.execute(
                "INSERT OR IGNORE INTO invitations VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    hashed(words),
                    one.session,
                    one.purpose.value,
                    seats,
                    one.salt,
                    one.expires_at,
                    one.is_single,
                    one.by_arbiter,
                ],
            )
            db.conn.execute(
                "DELETE FROM invitations WHERE session_id = ?1 AND purpose = ?2 AND hash NOT IN"
                " (SELECT hash FROM invitations WHERE session_id = ?1 AND purpose = ?2"
                " ORDER BY expires_at DESC LIMIT ?3)",
                [one.session, one.purpose.value, JOINABLE],
            )

    def invitation(self, words: str, at: str) -> Invitation | None:
        """The invitation with these words, as long as it is in force at this time."""
        sql = "SELECT * FROM invitations WHERE hash = ? AND expires_at > ?"
        with self._reading() as db:
            row = db.conn.execute(sql, [hashed(words), at]).fetchone()
        return _invitation(row) if row else None

    def standing(self, session: str, purpose: Purpose, until: str) -> Invitation | None:
        """An invitation of this table that is in force beyond `until`, the last to expire."""
        sql = (
            "SELECT * FROM invitations WHERE session_id = ? AND purpose = ?"
            " AND expires_at > ? ORDER BY expires_at DESC LIMIT 1"
        )
        with self._reading() as db:
            row = db.conn.execute(sql, [session, purpose.value, until]).fetchone()
        return _invitation(row) if row else None

    def spend(self, words: str, at: str) -> bool:
        """Use an invitation that is good for once; False = it has been used or has expired."""
        sql = "DELETE FROM invitations WHERE hash = ? AND expires_at > ? AND is_single = 1"
        with self._writing() as db:
            return db.conn.execute(sql, [hashed(words), at]).rowcount == 1

    def withdraw(self, session: str, purpose: Purpose | None = None) -> None:
        """End the invitations of a table: of one purpose, or all."""
        sql = "DELETE FROM invitations WHERE session_id = ? AND coalesce(?, purpose) = purpose"
        with self._writing() as db:
            db.conn.execute(sql, [session, purpose and purpose.value])


def _invitation(row: tuple[str, str, str, str, str, str, int, int]) -> Invitation:
    _, session, purpose, seats, salt, until, *flags = row
    named = tuple(Seat(one) for one in seats.split(",") if one)
    return Invitation(session, Purpose(purpose), named, salt, until, *map(bool, flags))


def holdings(db: Database, session: str, phone: str = "") -> tuple[Holding, ...]:
    """See `Phones.holdings`."""
    sql = (
        "SELECT phone, role, seat, since, kept FROM places WHERE session_id = ?1"
        " AND (role <> 'watcher' OR ?2 IN (phone, '*')) ORDER BY since, phone, seat"
    )
    return tuple(_holding(row) for row in db.conn.execute(sql, [session, phone]))


def _holding(row: tuple[str, str, str, str, int]) -> Holding:
    phone, role, seat, since, kept = row
    if role == SEAT:
        return Holding(phone, None, Seat(seat), since, bool(kept))
    return Holding(phone, Role(role), None, since)


def _know(db: Database, phone: str, at: str) -> None:
    db.conn.execute(
        "INSERT INTO phones VALUES (?1, ?2, ?2) ON CONFLICT (reference) DO UPDATE SET seen_at = ?2",
        [phone, at],
    )


def _give(
    db: Database,
    session: str,
    phone: str,
    place: Role | Seat,
    at: str,
    *,
    is_kept: bool = False,
) -> None:
    """Give a phone a place that nobody has; nothing where somebody has it."""
    _know(db, phone, at)
    role, seat = (SEAT, place.value) if isinstance(place, Seat) else (place.value, "")
    sql = "INSERT OR IGNORE INTO places VALUES (?, ?, ?, ?, ?, ?)"
    db.conn.execute(sql, [session, phone, role, seat, at, is_kept])


def _host(db: Database, session: str) -> str | None:
    sql = "SELECT phone FROM places WHERE session_id = ? AND role = 'host'"
    row = db.conn.execute(sql, [session]).fetchone()
    return row[0] if row else None


def _holder(db: Database, session: str, seat: Seat) -> tuple[str | None, bool]:
    """Whose phone has this seat, and whether it keeps it."""
    sql = "SELECT phone, kept FROM places WHERE session_id = ? AND role = 'seat' AND seat = ?"
    row = db.conn.execute(sql, [session, seat.value]).fetchone()
    return (row[0], bool(row[1])) if row else (None, False)


def _vacate(db: Database, session: str, seat: Seat) -> None:
    """End whoever's place in this seat, and the links to it that were made until now."""
    sql = "DELETE FROM places WHERE session_id = ? AND role = 'seat' AND seat = ?"
    db.conn.execute(sql, [session, seat.value])
    sql = "DELETE FROM invitations WHERE session_id = ? AND purpose = 'move' AND seats = ?"
    db.conn.execute(sql, [session, seat.value])
