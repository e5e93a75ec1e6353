"""What a page needs of the phone that asks for it, and which place that phone has at a
table: what it may do there and for which sides it speaks.

In the kitchen anybody on the network may read a table, as a sheet on the table is read,
and a place is needed to enter; a public server shows nothing of a table without one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import NamedTuple, TypeVar, cast

from flask import abort, g

from scorekeeper.core.evening import Voided
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.phone_notes import (
    HostAsked,
    HostIsHere,
    PhoneIs,
    PhoneLeft,
    PhoneSeated,
    Role,
)
from scorekeeper.core.seals import Sealed
from scorekeeper.core.seats import Party, Seat, named, named_message
from scorekeeper.core.session import Recorded
from scorekeeper.games.seals import Together
from scorekeeper.store.phones import AskedFor
from scorekeeper.store.seals import Secret
from scorekeeper.tables.accepted_arbiter import to_accept_arbiter
from scorekeeper.tables.nights import is_night
from scorekeeper.tables.session import Session, once
from scorekeeper.tables.voices import (
    SILENCE,
    Holding,
    Speaker,
    speaker_of,
    speaks,
    who_is_asked,
)
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import error_page
from scorekeeper.web.page.incoming import YEAR, at, now, store

T = TypeVar("T")


class Need(Enum):
    """What a page asks of the phone that asks for it."""

    OPEN = "open"  # nothing: it tells of no table, or it checks an invitation itself
    KITCHEN = "kitchen"  # it tells of every table at once: only where the network is the kitchen's
    READ = "read"  # to be at the table; in the kitchen, to be on the network
    ENTER = "enter"  # a seat, or to be the host
    OWN_SEAT = "own-seat"
    """The very seat that it is about, which the page itself looks at with
    `guard_seat`."""
    PROPOSAL = "proposal"  # as READ, or to have had a seat: what was settled then may be changed
    ANSWER = "answer"  # as ENTER, or to have had a seat, for what was settled then
    RULE = "rule"  # a seat, the host or the arbiter
    KEY = "key"
    """The phone that sealed what it is about, though it has no place any more, or the
    arbiter's: the page looks for their key."""
    ARBITER = "arbiter"  # the arbiter's phone: nobody's where there is none
    HOST = "host"
    RUN = "run"  # to have opened a night, or to be named to run it too


@dataclass(frozen=True, slots=True)
class Place:
    """The place of the phone that asks at one table.

    `seats` are those it plays, in the order of the table, `since` when; `elsewhere`
    those that another phone plays. Of all phones there: `phones` which one plays a
    seat, `kept` the seats that are the host's own; `host` and `arbiter` which phones
    are those, "" where none is. `is_arbiter`: this is the arbiter's phone, and every
    side has accepted it."""

    seats: tuple[Seat, ...] = ()
    roles: frozenset[Role] = frozenset()
    elsewhere: frozenset[Seat] = frozenset()
    since: Mapping[Seat, str] = field(default_factory=dict)
    phones: Mapping[Seat, str] = field(default_factory=dict)
    kept: frozenset[Seat] = frozenset()
    host: str = ""
    arbiter: str = ""
    is_arbiter: bool = False

    @property
    def is_host(self) -> bool:
        return Role.HOST in self.roles

    @property
    def is_named_arbiter(self) -> bool:
        """Whether this is the phone of the arbiter, accepted or not: who plays is
        none."""
        return Role.ARBITER in self.roles and not self.seats

    @property
    def may_enter(self) -> bool:
        return self.is_host or bool(self.seats)

    @property
    def own_seat(self) -> Seat | None:
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(seat.value for seat in self.seats)

    @property
    def is_here(self) -> bool:
        return bool(self.seats or self.roles)

    def fills(self, need: Need) -> bool:
        """Whether this place is enough for a page of the table with this need, as far
        as the place alone decides."""
        match need:
            case Need.OPEN:
                is_enough = True
            case Need.KITCHEN:
                is_enough = not phone.is_public()
            case Need.READ | Need.KEY | Need.PROPOSAL:
                is_enough = self.is_here or not phone.is_public()
            case Need.ENTER | Need.OWN_SEAT | Need.ANSWER:
                is_enough = self.may_enter
            case Need.RULE:
                is_enough = self.may_enter or self.is_arbiter
            case Need.ARBITER:
                is_enough = self.is_arbiter
            case Need.HOST | Need.RUN:
                is_enough = self.is_host
        return is_enough


def place(session_id: str) -> Place:
    """The place at this table of the phone that asks, read once a request."""
    places: dict[str, Place] = g.setdefault("places", {})
    if session_id not in places:
        places[session_id] = _place_of(phone.here(), session_id)
    return places[session_id]


# Long: one walk along the holdings sorts them into the fields of a place.
def _place_of(me: str, session_id: str) -> Place:
    holdings = _holdings(session_id)
    phones = {}
    since = {}
    kept = set()
    roles = {}
    for holding in holdings:
        if holding.role:
            roles[holding.role] = holding.phone
        if holding.seat:
            phones[holding.seat] = holding.phone
            if holding.phone == me:
                since[holding.seat] = holding.since
            if holding.is_kept:
                kept.add(holding.seat)
    is_arbiter = False
    if roles.get(Role.ARBITER) == me:
        session = store().readable(session_id)
        if session is not None:
            is_arbiter = speaker_of(session, holdings, me).is_arbiter
    return Place(
        seats=tuple(seat for seat in Seat if seat in since),
        roles=frozenset(role for role, holder in roles.items() if holder == me),
        elsewhere=frozenset(seat for seat, holder in phones.items() if holder != me),
        since=since,
        phones=phones,
        kept=frozenset(kept),
        host=roles.get(Role.HOST, ""),
        arbiter=roles.get(Role.ARBITER, ""),
        is_arbiter=is_arbiter,
    )


def may_have(session_id: str, need: Need) -> bool:
    """Whether the phone that asks may have a page of the table that needs so much: by
    its place there, or as one that had a seat and answers for what was settled then.
    While a night goes on, its tables are read by their own people alone: others have
    still to play the same boards."""
    mine = place(session_id)
    is_enough = mine.fills(need)
    if is_enough and (mine.is_here or not store().nights.is_kept_out(session_id)):
        return True
    if need is Need.RUN:
        return helps(session_id)
    is_about_then = need in (Need.PROPOSAL, Need.ANSWER)
    return is_about_then and store().phones.has_played(session_id, phone.here())


def helps(session_id: str) -> bool:
    """Whether this is the phone of somebody who may run this night too."""
    session = store().readable(session_id)
    if session is None or not is_night(session):
        return False
    me = phone.here()
    phones = store().nights.phones(session_id)
    helpers: frozenset[int] = session.folded.state.helpers
    return any(phones.get(person) == me for person in helpers)


def _holdings(session_id: str) -> tuple[Holding, ...]:
    known: dict[str, tuple[Holding, ...]] = g.setdefault("holdings", {})
    if session_id not in known:
        known[session_id] = store().phones.holdings(session_id, phone.here())
    return known[session_id]


def speaker_here(session: Session) -> Speaker:
    known: dict[tuple[str, int], Speaker] = g.setdefault("speakers", {})
    key = (session.id, session.last)
    if key not in known:
        me = phone.here()
        arrivals = store().phones.arrivals(session.id, me)
        known[key] = speaker_of(session, _holdings(session.id), me, arrivals)
    return known[key]


def at_once(session_id: str, does: Callable[[Place], T], need: Need = Need.OPEN) -> T:
    """What `does` answers of the place that the phone has now: since the guard looked,
    it may have been taken away, and nobody takes it away meanwhile. 403 where it does
    not fill this need."""

    def work(_db: object) -> T:
        phone.forget_places()
        mine = place(session_id)
        return does(mine) if mine.fills(need) else abort(403)

    return store().in_transaction(work, session_id)


class HostWanted(NamedTuple):
    """The host's phone is said to be lost, and that of `seat` should be it; the entry
    `since` said so first. `agreed` and `open`: a seat of each other phone that says so,
    and of those that don't yet; `left`: seconds to wait still, in which the host's and
    the arbiter may speak: how many phones agree proves nothing, since one hand may hold
    them all. `phone` is the one that would be the host's."""

    since: int
    seat: Seat
    phone: str
    agreed: tuple[Seat, ...]
    open: tuple[Seat, ...]
    left: int


def askers(session: Session) -> list[AskedFor]:
    """The phones that ask for seats which the host's phone still has; none on any other
    phone."""
    there = place(session.id)
    if not there.is_host:
        return []
    waiting = store().phones.asked_for(session.id, now())
    return [asked for asked in waiting if there.phones.get(asked.seat) == there.host]


def host_wanted(session: Session) -> HostWanted | None:
    """Which phone should be the host's instead; None where nobody asks for one. Whoever
    asked before phones last changed places, or the host's last entered anything, asks
    no more."""
    asked = _host_asked(session)
    if not asked:
        return None
    wanted = asked[0][1].seat
    there = place(session.id)
    if there.phones.get(wanted) in (None, there.host):
        return None
    said_so = set[Seat]()
    for _, event in asked:
        if event.seat is wanted:
            said_so.update(event.seats)
    agreed = []
    missing = []
    for seats in _seats_by_phone(there):
        if said_so.intersection(seats):
            agreed.append(seats[0])
        else:
            missing.append(seats[0])
    first, _ = asked[-1]
    waited = store().now() - datetime.fromisoformat(first.at)
    return HostWanted(
        since=first.seq,
        seat=wanted,
        phone=there.phones[wanted],
        agreed=tuple(agreed),
        open=tuple(missing),
        left=SILENCE - int(waited.total_seconds()),
    )


def _seats_by_phone(there: Place) -> list[list[Seat]]:
    seats_of = dict[str, list[Seat]]()
    for seat, holder in reversed([*there.phones.items()]):
        if holder != there.host:
            seats_of.setdefault(holder, []).insert(0, seat)
    return list(seats_of.values())


@once
def _host_asked(session: Session) -> tuple[tuple[Recorded, HostAsked], ...]:
    """The entries that say that the host's phone is lost, the last first: those since
    phones last changed places and since `HostIsHere`, which follows whatever is entered
    on the host's phone."""
    if not session.has(HostAsked):
        return ()
    asked = []
    struck = set()
    for entry in reversed(session.log):
        match entry.event:
            case Voided(entry=seq):
                struck.add(seq)
            case HostAsked() as event if entry.seq not in struck:
                asked.append((entry, event))
            case PhoneSeated() | PhoneLeft() | HostIsHere() | PhoneIs(role=Role.HOST):
                break
    return tuple(asked)


def guard_seat(session: Session, seat: Seat) -> None:
    """Let only the phone that plays this seat pass; for others, a page that says so
    (403)."""
    mine = place(session.id)
    if seat in mine.seats:
        return
    if mine.is_host:
        why = message("refused.seat-elsewhere.host", seat=seat)
        back = at(session, "seats.phones"), message("phones.title")
    else:
        why = message("refused.seat-elsewhere", seat=seat)
        back = at(session, "sessions.table"), message("error.to-the-table")
    words = named_message(why, session.folded.people)
    abort(error_page(403, "error.not-own-seat", words, back))


def is_elsewhere(session: Session, party: Party) -> bool:
    """Whether this party is asked on phones of its own, and the one that asks is none
    of them."""
    return not speaks(session, speaker_here(session), party)


def side_elsewhere(session: Session) -> Message | None:
    """Which seats' phones answer for the side of the phone that asks, where that plays
    for this side alone and is not asked itself; None where it is asked."""
    mine = place(session.id)
    own = speaker_here(session).own
    for party in session.parties:
        is_theirs = mine.seats and {*mine.seats} <= {*party.seats}
        if is_theirs and is_elsewhere(session, party):
            asked = who_is_asked(session, own, party, session.last).seats
            phones = tuple(named(seat, session.folded.people) for seat in asked)
            return message("phones.side-elsewhere", seats=listed(phones))
    return None


def spoken_for_here(session: Session) -> tuple[Party, ...]:
    return tuple(party for party in session.parties if not is_elsewhere(session, party))


def guard_party(session: Session, party: Party) -> None:
    """Let only a phone pass that speaks for this party; for others, a page that says so
    (403)."""
    if not is_elsewhere(session, party):
        return
    why = message("refused.asked-elsewhere", parties=listed((party,)))
    words = named_message(why, session.folded.people)
    back = at(session, "sessions.table"), message("error.to-the-table")
    abort(error_page(403, "error.not-own-side", words, back))


def arbiter_to_accept(session: Session) -> tuple[Party, ...]:
    if not place(session.id).arbiter:
        return ()
    return to_accept_arbiter(session, speaker_here(session).own)


def is_together(session: Session, sealed: Sealed) -> bool:
    """Whether this was sealed to be shown with that of all others, and is nobody's to
    open before."""
    return isinstance(session.game.may_be_sealed[sealed.what], Together)


def under(session: Session, entry: Recorded) -> Secret | None:
    """What this entry sealed, where the phone that asks can open it: the one that
    sealed it, by its key, whoever plays the seat now; the arbiter's, where the table
    had one then.

    What an old release left in the clear opens where the seat has been since, or the
    arbiter is."""
    sealed = entry.event
    keys = phone.kept_keys()
    mine = place(session.id)
    assert isinstance(sealed, Sealed)  # noqa: S101 - callers have looked for one
    if is_together(session, sealed):
        return None
    if not (keys or mine.is_arbiter or sealed.seat in mine.seats):
        return None
    kept = store().seals.kept(session.id, sealed.commitment)
    if kept is None:
        return None
    if kept.plain is not None:
        since = mine.since.get(sealed.seat)
        was_there = since is not None and since <= entry.at
        return kept.plain if was_there or mine.is_arbiter else None
    secret = kept.by_sealer(keys)
    if secret is None and mine.is_arbiter:
        secret = kept.by_arbiter(keys)
    return secret


def house_hosts() -> Mapping[str, str]:
    """The hosts who let files into the lists that all see, and since when each hosts a
    table: read once a request."""
    if "house" not in g:
        g.house = store().phones.house(now(-YEAR), phone.here())
    return cast(dict[str, str], g.house)


def may_remove(session: Session) -> bool:
    """Whether the phone that asks, the host's, may put the table out of sight or delete
    it: one that was not opened here and was taken by it belongs to the house, unless it
    still waits."""
    was_taken = PhoneIs(Role.HOST) in (entry.event for entry in session.log)
    me = phone.here()
    if not was_taken or store().phones.was_opened(session.id):
        return True
    return me in house_hosts() or store().phones.importer(session.id) == me


def is_withheld(session_id: str) -> bool:
    """Whether a session was taken in by another phone, and this one may not accept
    it."""
    importer = store().phones.importer(session_id)
    me = phone.here()
    return importer not in ("", me) and me not in house_hosts()


def may_read(session_id: str) -> bool:
    """Whether the phone that asks may read a session that no guard has looked at."""
    return may_have(session_id, Need.READ) and not is_withheld(session_id)
