"""Which phone has which place at which table, and the invitations to one: all of it
private.

A phone is known by a long random reference that it alone keeps; here stands only its
hash. So it is with invitations. None of this is in a log or in an export."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import partial, wraps
from typing import Any, NamedTuple, TypeVar, cast

from scorekeeper.core.phone_notes import PhoneSeated, Role
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Recorded
from scorekeeper.store.database import Database, Db, put_rows
from scorekeeper.tables.phones import TO_THE_HOST
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import Holding, Speaker, speaker_of

Does = TypeVar("Does", bound=Callable[..., Any])
JOINABLE = 8
"""How many invitations of one purpose, to one seat where it is about seats, a table has
at once; the oldest make way."""

ASKABLE = 4
"""How many phones may ask for a seat of one table at once."""


class Purpose(Enum):
    """What an invitation is good for, and for nothing else."""

    JOIN = "join"  # sit down in a seat that has no phone of its own
    CODE = "code"  # the same, by a few letters that are said aloud
    WATCH = "watch"
    ARBITER = "arbiter"
    MOVE = "move"  # take over the seats that it names
    HOST = "host"  # become the host's phone


class Invitation(NamedTuple):
    """An invitation that is in force, until a time in UTC. `salt` is what its words
    were made from, where they are shown again. `by_arbiter`, `by_host`: it moves a seat
    that another phone had than the one that showed it."""

    session: str
    purpose: Purpose
    seats: tuple[Seat, ...]
    salt: str
    expires_at: str
    is_single: bool
    by_arbiter: bool = False
    by_host: bool = False


class AskedFor(NamedTuple):
    """A phone asks to play this seat of the host's. `salt` tells it from other
    requests; `address` is a hash of the address that it asks from."""

    session: str
    seat: Seat
    salt: str
    expires_at: str
    address: str


def hashed(reference: str) -> str:
    return hashlib.sha256(reference.encode()).hexdigest()


_SEATS = {seat.value: seat for seat in Seat}
_ROLES = {role.value: role for role in Role}
_ARRIVED = (
    "INSERT INTO arrivals SELECT session_id, seat, ?, phone FROM places"
    " WHERE session_id = ? AND role = 'seat' AND seat = ? ON CONFLICT DO NOTHING"
)
_OF_PHONES = {
    "places": (
        "(o.session_id, o.role, o.seat) = (places.session_id, places.role, places.seat)"
    ),
    "arrivals": "(o.session_id, o.seat, o.entry)"
    " = (arrivals.session_id, arrivals.seat, arrivals.entry)",
    "openings": "o.key = openings.key",
    "unlisted": "o.session_id = unlisted.session_id",
    "house": "o.phone <> house.phone",
    "night_phones": "(o.session_id, o.person) ="
    " (night_phones.session_id, night_phones.person)",
}
"""The tables that name phones, and when two rows of one phone are the same."""


def _at_once(does: Does, tables: int = 0) -> Does:
    """Have a method be one transaction, at the `tables` that its first arguments
    name."""

    @wraps(does)
    def whole(phones: "Phones", *args: Any, **named: Any) -> Any:
        return phones.in_transaction(
            lambda _db: does(phones, *args, **named), *args[:tables]
        )

    return cast(Does, whole)


_at_table = partial(_at_once, tables=1)


class Phones:
    """The phones of every table in a database."""

    def __init__(self, database: Database) -> None:
        self._rows = database.rows
        self._run = database.run
        self._one = database.one
        self._first = database.first
        self.in_transaction = database.in_transaction

    def holdings(self, session: str, watcher: str = "") -> tuple[Holding, ...]:
        """Who has which place at this table, of those who watch this phone alone."""
        which = "session_id = ? AND (role <> 'watcher' OR phone = ?)"
        return self._holdings(which, session, watcher)

    def every_holding(self, session: str) -> tuple[Holding, ...]:
        return self._holdings("session_id = ?", session)

    def _holdings(self, which: str, *asked: str) -> tuple[Holding, ...]:
        what = "SELECT phone, role, seat, since, kept FROM places"
        sql = f"{what} WHERE {which} ORDER BY since, phone, seat"
        holdings = []
        for holder, role, seat, since, kept in self._rows(sql, asked):
            its_role = None if seat else _ROLES[role]
            holdings.append(
                Holding(holder, its_role, _SEATS.get(seat), since, bool(kept))
            )
        return tuple(holdings)

    def speaker(self, session: Session, phone: str) -> Speaker:
        came = self.arrivals(session.id, phone)
        return speaker_of(session, self.holdings(session.id), phone, came)

    def arrivals(self, session: str, phone: str) -> frozenset[tuple[Seat, int]]:
        sql = "SELECT seat, entry FROM arrivals WHERE session_id = ? AND phone = ?"
        rows = self._rows(sql, [session, phone]) if phone else ()
        return frozenset((_SEATS[seat], seq) for seat, seq in rows)

    def has_played(self, session: str, phone: str) -> bool:
        sql = "SELECT 1 FROM arrivals WHERE session_id = ? AND phone = ? LIMIT 1"
        return bool(self._one(sql, [session, phone]))

    def go_along(self, session: str, seats: Mapping[Seat, Seat]) -> None:
        """Have phones go from seats to others, all at once. The host's has those that
        they leave; who had one that they go to, and goes nowhere, has none now."""
        if not seats:
            return
        held = {holding.seat: holding for holding in self.holdings(session)}
        for seat in {*seats, *seats.values()}:
            self._vacate(session, seat)
        for seat, to in seats.items():
            phone = held[seat].phone
            since = held[seat].since
            self._give(
                session, phone, since, to, own=to if held[seat].is_kept else None
            )
        host = self._host(session)
        if host:
            first = next(iter(seats))
            self._give(session, host, held[first].since, *seats)

    def note_arrivals(self, session: str, added: Iterable[Recorded]) -> None:
        for entry in added:
            event = entry.event
            if isinstance(event, PhoneSeated) and event.how not in TO_THE_HOST:
                for seat in event.seats:
                    self._run(_ARRIVED, [entry.seq, session, seat.value])

    def importer(self, session_id: str) -> str:
        """The phone that took in a session which waits to be accepted; "" for all
        others."""
        return self._one(
            "SELECT phone FROM unlisted WHERE session_id = ?", [session_id]
        )

    def hosts(self) -> dict[str, str]:
        """Every phone that is the host's of a table, and since when at the earliest."""
        sql = "SELECT phone, min(since) FROM places WHERE role = 'host' GROUP BY phone"
        return dict(self._rows(sql))

    def house(self, alive: str, phone: str) -> dict[str, str]:
        """The phones to which the house belongs, and since when each: of those that
        were given their reference after `alive`, and this one, which asks. It is what
        was written down, never whose table is the oldest."""
        sql = "SELECT phone, since FROM house JOIN phones ON reference = phone"
        return dict(self._rows(f"{sql} WHERE made_at > ? OR phone = ?", [alive, phone]))

    def link_to_house(
        self, words: str, until: str, at: str, *, instead: bool = False
    ) -> None:
        put = "INSERT INTO house_links VALUES (?, ?, ?) ON CONFLICT DO NOTHING"

        def work(db: Db) -> None:
            db.execute("DELETE FROM house_links WHERE expires_at <= ?", [at])
            db.execute(put, [hashed(words), int(instead), until])

        self.in_transaction(work)

    def is_link_to_house(self, words: str, at: str) -> bool:
        sql = "SELECT 1 FROM house_links WHERE hash = ? AND expires_at > ?"
        return bool(self._rows(sql, [hashed(words), at]))

    @_at_once
    def join_house(self, words: str, phone: str, at: str) -> bool:
        """Use a link to the house for this phone. False = it has been used or has
        expired. One by which the phone comes instead of all ends every other link."""
        sql = "SELECT instead FROM house_links WHERE hash = ? AND expires_at > ?"
        links = self._rows(sql, [hashed(words), at])
        spend = "DELETE FROM house_links WHERE hash = ?"
        if not links or not self._run(spend, [hashed(words)]):
            return False
        self._know(phone, at)
        is_instead = links[0][0]
        if is_instead:
            self._run("DELETE FROM house_links")
            self._run("DELETE FROM house WHERE phone <> ?", [phone])
        self._run("INSERT INTO house VALUES (?, ?) ON CONFLICT DO NOTHING", [phone, at])
        return True

    @_at_once
    def leave_house(self, phone: str, alive: str) -> bool:
        """This phone gives the house up. False = it hasn't it, or no other phone has
        it."""
        house = self.house(alive, phone)
        if phone not in house or len(house) == 1:
            return False
        return bool(self._run("DELETE FROM house WHERE phone = ?", [phone]))

    def tables(self, phone: str) -> frozenset[str]:
        rows = self._rows("SELECT session_id FROM places WHERE phone = ?", [phone])
        return frozenset(session for (session,) in rows)

    @_at_once
    def opening(self, phone: str, key: str, fresh: str, at: str) -> str:
        """The table that this phone opens under this key: `fresh`, or what it was at
        first. The first phone that opens one here has the house from then on."""
        self._know(phone, at)
        put = "INSERT INTO openings VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
        self._run(put, [phone, key, fresh])
        first = "INSERT INTO house SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM house)"
        self._run(first, [phone, at])
        sql = "SELECT session_id FROM openings WHERE phone = ? AND key = ?"
        return self._one(sql, [phone, key])

    def was_opened(self, session: str) -> bool:
        return bool(
            self._rows("SELECT 1 FROM openings WHERE session_id = ?", [session])
        )

    @_at_once
    def renew(self, before: str, phone: str, at: str) -> None:
        """All that a phone has goes to its new reference; the one before it is a
        stranger's. It is "" for a browser without one, which has nothing."""
        self._know(phone, at)
        if not before:
            return
        for table, same in _OF_PHONES.items():
            there = f"SELECT 1 FROM {table} AS o WHERE o.phone = ? AND {same}"  # noqa: S608
            sql = (
                f"UPDATE {table} SET phone = ? WHERE phone = ? AND NOT EXISTS ({there})"  # noqa: S608
            )
            self._run(sql, [phone, before, phone])
        self.revoke(before)

    @_at_table
    def host(
        self,
        session: str,
        phone: str,
        seats: Iterable[Seat],
        at: str,
        own: Seat | None = None,
    ) -> bool:
        """Make this phone the host of a table that has none, with the seats nobody has;
        of them it keeps its `own`. False = another phone is the host."""
        self._give(session, phone, at, Role.HOST)
        is_host = self._host(session) == phone
        if is_host:
            self._give(session, phone, at, *seats, own=own)
        return is_host

    @_at_table
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
        """Give these seats to a phone: all of them or, when one is another phone's,
        none. That gives up none, but where they are moved; the host's, `from_host`,
        those it doesn't keep."""
        host = self._host(session) if from_host else ""
        held = {holding.seat: holding for holding in self.holdings(session)}
        gained = []
        for seat in seats:
            holding = held.get(seat)
            if holding is not None:
                if holding.phone == phone:
                    continue
                gives_way = holding.phone == host and not holding.is_kept
                if not is_moved and not gives_way:
                    return False
            gained.append(seat)
        for seat in gained:
            if seat in held:
                self._vacate(session, seat)
        if gained:
            self._give(session, phone, at, *gained)
        return True

    @_at_table
    def keep(self, session: str, phone: str, seat: Seat) -> bool:
        """This seat of this phone is its own from now on, and no link moves it that was
        made before. False = it is already, or another's."""
        keep = (
            "UPDATE places SET kept = 1 WHERE session_id = ? AND phone = ? AND seat = ?"
        )
        is_new = bool(self._run(f"{keep} AND kept = 0", [session, phone, seat.value]))
        if is_new:
            self._end_moves(session, seat)
        return is_new

    @_at_table
    def be(self, session: str, phone: str, role: Role, at: str) -> None:
        if role is not Role.WATCHER:
            self.end(session, role)
        self._give(session, phone, at, role)

    @_at_table
    def take_over(
        self, session: str, phone: str, seats: Iterable[Seat], at: str
    ) -> None:
        """Make this phone the host, with all that the host before it had and `seats`
        nobody has. The links end by which the host before could come back."""
        for purpose in {*Purpose} - {Purpose.WATCH}:
            self.withdraw(session, purpose)
        self._know(phone, at)
        before = self._host(session)
        if before not in ("", phone):
            sql = (
                "DELETE FROM places WHERE session_id = ? AND phone = ? AND role = "
                "'watcher'"
            )
            self._run(sql, [session, phone])
            sql = (
                "UPDATE places SET phone = ?, since = ? WHERE session_id = ? AND "
                "phone = ?"
            )
            self._run(sql, [phone, at, session, before])
        self._give(session, phone, at, Role.HOST, *seats)

    @_at_table
    def leave(self, session: str, phone: str, at: str) -> tuple[Seat, ...]:
        """End all that a phone, not the host's, has at a table; the host's has its
        seats again."""
        sql = (
            "SELECT seat FROM places WHERE session_id = ? AND phone = ? AND role = "
            "'seat'"
        )
        seats = tuple(Seat(row[0]) for row in self._rows(sql, [session, phone]))
        for seat in seats:
            self._vacate(session, seat)
        self._run(
            "DELETE FROM places WHERE session_id = ? AND phone = ?", [session, phone]
        )
        host = self._host(session)
        if host:
            self._give(session, host, at, *seats)
        return seats

    def end(self, session: str, role: Role) -> None:
        self._run(
            "DELETE FROM places WHERE session_id = ? AND role = ?",
            [session, role.value],
        )

    @_at_table
    def follow(self, session: str, before: str, at: str) -> None:
        """Everybody goes on to the next table with the place that they had at the one
        before."""
        same = "WHERE session_id = ? ON CONFLICT DO NOTHING"
        places = (
            "phone, role, seat, ?, CASE role WHEN 'seat' THEN 1 ELSE 0 END FROM places"
        )
        self._run(
            f"INSERT INTO places SELECT ?, {places} {same}", [session, at, before]
        )
        for holding in self.holdings(session):
            if holding.seat and holding.phone != self._host(session):
                self._run(_ARRIVED, [0, session, holding.seat.value])
        key = f"INSERT INTO arbiters SELECT ?, public_key FROM arbiters {same}"  # noqa: S608
        self._run(key, [session, before])

    def has_gained(self, session: str, phone: str) -> bool:
        gained = (
            "SELECT 1 FROM places JOIN phones ON reference = phone AND since > made_at"
        )
        return bool(
            self._one(f"{gained} WHERE session_id = ? AND phone = ?", [session, phone])
        )

    def revoke(self, phone: str) -> None:
        """Forget a phone: whoever comes with its reference is a stranger."""
        self._run("DELETE FROM phones WHERE reference = ?", [phone])

    def is_known(self, phone: str) -> bool:
        return bool(self._rows("SELECT 1 FROM phones WHERE reference = ?", [phone]))

    def _know(self, phone: str, at: str) -> None:
        again = " ON CONFLICT (reference) DO UPDATE SET seen_at = excluded.seen_at"
        self._run("INSERT INTO phones VALUES (?, ?, ?)" + again, [phone, at, at])  # noqa: S608

    def _give(
        self,
        session: str,
        phone: str,
        at: str,
        *places: Role | Seat,
        own: Seat | None = None,
    ) -> None:
        self._know(phone, at)
        rows = []
        for place in places:
            role = place.value
            seat = ""
            if isinstance(place, Seat):
                role = "seat"
                seat = place.value
            rows.append((session, phone, role, seat, at, int(place is own)))
        self.in_transaction(
            lambda db: put_rows(db, "places", rows, "ON CONFLICT DO NOTHING")
        )

    def _host(self, session: str) -> str:
        sql = "SELECT phone FROM places WHERE session_id = ? AND role = 'host'"
        return self._one(sql, [session])

    def _vacate(self, session: str, seat: Seat) -> None:
        sql = "DELETE FROM places WHERE session_id = ? AND role = 'seat' AND seat = ?"
        self._run(sql, [session, seat.value])
        self._end_moves(session, seat)

    def _end_moves(self, session: str, seat: Seat) -> None:
        sql = (
            "DELETE FROM invitations WHERE session_id = ? AND purpose = 'move' AND "
            "seats = ?"
        )
        self._run(sql, [session, seat.value])

    def invite(self, words: str, invitation: Invitation, at: str) -> None:
        """Keep an invitation under the hash of its words; what has expired goes."""
        hash_ = hashed(words)
        session = invitation.session
        seats = seats_written(invitation.seats)
        same = [session, invitation.purpose.value, seats]
        row: list[object] = [hash_, *same, invitation.salt, invitation.expires_at]
        row += [int(invitation.is_single), int(invitation.by_arbiter)]
        put = (
            "INSERT INTO invitations VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO "
            "NOTHING"
        )
        alike = "FROM invitations WHERE session_id = ? AND purpose = ? AND seats = ?"
        kept = f"SELECT hash {alike} ORDER BY expires_at DESC LIMIT ?"

        def work(db: Db) -> None:
            db.execute("DELETE FROM invitations WHERE expires_at <= ?", [at])
            db.execute(put, row)
            if invitation.by_host:
                mark = "INSERT INTO links_of_hosts VALUES (?, ?) ON CONFLICT DO NOTHING"
                db.execute(mark, [hash_, session])
            db.execute(
                f"DELETE {alike} AND hash NOT IN ({kept})", [*same, *same, JOINABLE]
            )

        self.in_transaction(work, session)

    def invitation(self, words: str, at: str) -> Invitation | None:
        return self._invitation("hash = ? AND expires_at > ?", [hashed(words), at])

    def standing(self, session: str, purpose: Purpose, until: str) -> Invitation | None:
        """An invitation of this table that is in force beyond `until`, the last to
        expire; None where none is."""
        which = (
            "session_id = ? AND purpose = ? AND expires_at > ? ORDER BY expires_at DESC"
        )
        return self._invitation(which, [session, purpose.value, until])

    def ask(self, words: str, asked: AskedFor, at: str) -> bool:
        """Keep a request for a seat under the hash of the words that only the phone
        has that asks; what has expired goes. Where more would wait than may, the
        oldest goes of the address with most requests. False = each address has one."""

        def work(db: Db) -> bool:
            db.execute("DELETE FROM asked_for WHERE expires_at <= ?", [at])
            waiting = [*self.asked_for(asked.session, at), asked]
            if len(waiting) > ASKABLE:
                addresses = [request.address for request in waiting]
                most = max(addresses, key=addresses.count)
                if addresses.count(most) == 1:
                    return False
                self.turn_away(asked.session, waiting[addresses.index(most)].salt)
            row = [hashed(words), asked.session, asked.seat.value]
            row += [asked.salt, asked.expires_at, asked.address]
            db.execute("INSERT INTO asked_for VALUES (?, ?, ?, ?, ?, ?)", row)
            return True

        return self.in_transaction(work, asked.session)

    def asked_for(self, session: str, at: str) -> list[AskedFor]:
        which = "session_id = ? AND expires_at > ? ORDER BY expires_at, salt"
        return self._asked_for(which, [session, at])

    def request(self, words: str, at: str) -> AskedFor | None:
        which = "hash = ? AND expires_at > ?"
        return next(iter(self._asked_for(which, [hashed(words), at])), None)

    def _asked_for(self, which: str, parameters: list[str]) -> list[AskedFor]:
        what = "session_id, seat, salt, expires_at, address"
        sql = f"SELECT {what} FROM asked_for WHERE {which}"  # noqa: S608 - our own names
        return [
            AskedFor(session, _SEATS[seat], salt, until, address)
            for session, seat, salt, until, address in self._rows(sql, parameters)
        ]

    @_at_table
    def let_in(self, session: str, salt: str, until: str, at: str) -> bool:
        sql = (
            "INSERT INTO invitations (hash, session_id, purpose, seats, salt, "
            "expires_at, is_single) SELECT hash, session_id, 'move', seat, salt, ?, 1 "
            "FROM asked_for WHERE session_id = ? AND salt = ? AND expires_at > ?"
        )
        is_waiting = bool(self._run(sql, [until, session, salt, at]))
        self.turn_away(session, salt)
        return is_waiting

    def turn_away(self, session: str, salt: str) -> None:
        sql = "DELETE FROM asked_for WHERE session_id = ? AND salt = ?"
        self._run(sql, [session, salt])

    def spend(self, words: str, at: str) -> bool:
        """Use an invitation that is good for once; False = it has been used or has
        expired."""
        sql = (
            "DELETE FROM invitations WHERE hash = ? AND expires_at > ? AND "
            "is_single = 1"
        )
        return self._run(sql, [hashed(words), at]) == 1

    def withdraw(self, session: str, purpose: Purpose | None = None) -> None:
        sql = (
            "DELETE FROM invitations WHERE session_id = ? AND coalesce(?, purpose) "
            "= purpose"
        )
        self._run(sql, [session, purpose and purpose.value])

    def _invitation(self, which: str, parameters: list[str]) -> Invitation | None:
        what = "session_id, purpose, seats, salt, expires_at, is_single, by_arbiter,"
        what += (
            " EXISTS (SELECT 1 FROM links_of_hosts AS its WHERE its.hash = "
            "invitations.hash)"
        )
        sql = f"SELECT {what} FROM invitations WHERE {which} LIMIT 1"  # noqa: S608 - our own names
        row = self._first(sql, parameters)
        if row is None:
            return None
        session, purpose, seats, salt, until, *flags = row
        return Invitation(
            session,
            Purpose(purpose),
            seats_read(seats),
            salt,
            until,
            *map(bool, flags),
        )


def seats_written(seats: Iterable[Seat]) -> str:
    """The seats of an invitation as its row has them: "N,S"."""
    return ",".join(seat.value for seat in seats)


def seats_read(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(letter) for letter in text.split(",") if letter)
