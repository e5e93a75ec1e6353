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
    """One place at a table: this phone has it. `seat` is None for a role."""

    phone: str
    role: Role | None
    seat: Seat | None
    since: str


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation that is in force. `salt` is what its words were made from, where they are
    shown again; `expires_at` is a time in UTC."""

    session: str
    purpose: Purpose
    seats: tuple[Seat, ...]
    salt: str
    expires_at: str
    is_single: bool


def hashed(reference: str) -> str:
    """What is kept of a reference or of an invitation's words."""
    return hashlib.sha256(reference.encode()).hexdigest()


class Phones:
    """The phones of every table, in the database that `reading` and `writing` open."""

    def __init__(self, reading: Access, writing: Access) -> None:
        self._reading, self._writing = reading, writing

    # ---- places ----

    def holdings(self, session: str, phone: str = "") -> tuple[Holding, ...]:
        """Who has which place at this table; of the watchers only `phone`."""
        sql = (
            "SELECT phone, role, seat, since FROM places WHERE session_id = ?"
            " AND (role <> 'watcher' OR phone = ?) ORDER BY since, phone, seat"
        )
        with self._reading() as db:
            return tuple(_holding(row) for row in db.conn.execute(sql, [session, phone]))

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

    def host(self, session: str, phone: str, seats: Iterable[Seat], at: str) -> bool:
        """Make this phone the host of a table that has none, with the seats nobody has.

        False = another phone is the host.
        """
        with self._writing() as db:
            _know(db, phone, at)
            first = "INSERT OR IGNORE INTO places VALUES (?, ?, 'host', '', ?)"
            db.conn.execute(first, [session, phone, at])
            if _host(db, session) != phone:
                return False
            free = "INSERT OR IGNORE INTO places VALUES (?, ?, 'seat', ?, ?)"
            db.conn.executemany(free, [(session, phone, seat.value, at) for seat in seats])
            return True

    def sit(
        self, session: str, phone: str, seats: tuple[Seat, ...], at: str, *, is_moved: bool = False
    ) -> bool:
        """Give these seats to a phone: all of them or, when one is another phone's, none.

        The host's phone gives up any; other phones only where the seats are moved.
        """
        with self._writing() as db:
            _know(db, phone, at)
            holders = {seat: _holder(db, session, seat) for seat in seats}
            yielding = {None, phone, _host(db, session)}
            if not is_moved and not yielding.issuperset(holders.values()):
                return False
            for seat in seats:
                _seat(db, session, phone, seat, at)
            return True

    def be(self, session: str, phone: str, role: Role, at: str) -> None:
        """Make this phone the arbiter's or a watcher's; the arbiter before it is one no more."""
        with self._writing() as db:
            _know(db, phone, at)
            if role is not Role.WATCHER:
                sql = "DELETE FROM places WHERE session_id = ? AND role = ?"
                db.conn.execute(sql, [session, role.value])
            sql = "INSERT OR IGNORE INTO places VALUES (?, ?, ?, '', ?)"
            db.conn.execute(sql, [session, phone, role.value, at])

    def take_over(self, session: str, phone: str, seats: Iterable[Seat], at: str) -> None:
        """Make this phone the host, with all that the host before it had and `seats` nobody has."""
        with self._writing() as db:
            _know(db, phone, at)
            before = _host(db, session)
            move = "UPDATE places SET phone = ?, since = ? WHERE session_id = ? AND phone = ?"
            if before not in (None, phone):
                db.conn.execute(
                    "DELETE FROM places WHERE session_id = ? AND phone = ? AND role = 'watcher'",
                    [session, phone],
                )
                db.conn.execute(move, [phone, at, session, before])
            for role, seat in [("host", ""), *(("seat", one.value) for one in seats)]:
                sql = "INSERT OR IGNORE INTO places VALUES (?, ?, ?, ?, ?)"
                db.conn.execute(sql, [session, phone, role, seat, at])

    def leave(self, session: str, phone: str, at: str) -> tuple[Seat, ...]:
        """End all that a phone, which is not the host's, has at a table: its seats, which the
        host's phone has again."""
        with self._writing() as db:
            sql = "SELECT seat FROM places WHERE session_id = ? AND phone = ? AND role = 'seat'"
            seats = tuple(Seat(row[0]) for row in db.conn.execute(sql, [session, phone]).fetchall())
            host = _host(db, session)
            for seat in seats:
                if host is not None:
                    _seat(db, session, host, seat, at)
            sql = "DELETE FROM places WHERE session_id = ? AND phone = ?"
            db.conn.execute(sql, [session, phone])
            return seats

    def end(self, session: str, role: Role) -> None:
        """Nobody is at the table in this role any more."""
        sql = "DELETE FROM places WHERE session_id = ? AND role = ?"
        with self._writing() as db:
            db.conn.execute(sql, [session, role.value])

    def follow(self, before: str, session: str, at: str) -> None:
        """Everybody goes on to the next table with the place that they had at the one before."""
        sql = (
            "INSERT OR IGNORE INTO places"
            " SELECT ?, phone, role, seat, ? FROM places WHERE session_id = ?"
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
        """Whether this phone has a place anywhere."""
        sql = "SELECT 1 FROM places WHERE phone = ? LIMIT 1"
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
                "INSERT OR IGNORE INTO invitations VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    hashed(words),
                    one.session,
                    one.purpose.value,
                    seats,
                    one.salt,
                    one.expires_at,
                    one.is_single,
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


def _invitation(row: tuple[str, str, str, str, str, str, int]) -> Invitation:
    _, session, purpose, seats, salt, expires_at, is_single = row
    named = tuple(Seat(one) for one in seats.split(",") if one)
    return Invitation(session, Purpose(purpose), named, salt, expires_at, bool(is_single))


def _holding(row: tuple[str, str, str, str]) -> Holding:
    phone, role, seat, since = row
    if role == SEAT:
        return Holding(phone, None, Seat(seat), since)
    return Holding(phone, Role(role), None, since)


def _know(db: Database, phone: str, at: str) -> None:
    db.conn.execute(
        "INSERT INTO phones VALUES (?1, ?2, ?2) ON CONFLICT (reference) DO UPDATE SET seen_at = ?2",
        [phone, at],
    )


def _host(db: Database, session: str) -> str | None:
    sql = "SELECT phone FROM places WHERE session_id = ? AND role = 'host'"
    row = db.conn.execute(sql, [session]).fetchone()
    return row[0] if row else None


def _holder(db: Database, session: str, seat: Seat) -> str | None:
    sql = "SELECT phone FROM places WHERE session_id = ? AND role = 'seat' AND seat = ?"
    row = db.conn.execute(sql, [session, seat.value]).fetchone()
    return row[0] if row else None


def _seat(db: Database, session: str, phone: str, seat: Seat, at: str) -> None:
    """Put a phone in a seat, whoever had it."""
    if _holder(db, session, seat) == phone:
        return
    sql = "DELETE FROM places WHERE session_id = ? AND role = 'seat' AND seat = ?"
    db.conn.execute(sql, [session, seat.value])
    sql = "INSERT INTO places VALUES (?, ?, 'seat', ?, ?)"
    db.conn.execute(sql, [session, phone, seat.value, at])
