"""Which phone speaks for which seats and sides.

A side that has one seat on a phone other than the host's is asked there and only there.
Rule: readings, section 9.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import NamedTuple

from scorekeeper.core import phone_notes
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.tables.accepted_arbiter import to_accept_arbiter
from scorekeeper.tables.phones import last_arrival, phone_came
from scorekeeper.tables.session import Session
from scorekeeper.tables.settled import Moved

SILENCE = 600
"""Seconds after which others may speak for a side none of whose phones has answered:
the host on a change of what was settled, the arbiter on a ruling; and after which
another phone can be the host's, where that was lost and has not spoken."""


def seconds_between(earlier: str, later: str) -> float:
    return (
        datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    ).total_seconds()


def silent_seconds(
    session: Session, proposal: Recorded, seats: frozenset[Seat], at: str
) -> float:
    """For how long nobody has answered a proposal, or entered anything else, in
    the name of these seats, which are on phones of their own: who plays on is
    there to be asked."""
    letters = {seat.value for seat in seats}
    later = [entry.at for entry in session.log[proposal.seq :] if entry.by in letters]
    return seconds_between(max([proposal.at, *later]), at)


# ---- who speaks for a side ----


@dataclass(frozen=True, slots=True)
class Speaker:
    """The phone that sends a command: its `seats`, and whether it is the host's or
    that of an arbiter whom every side has accepted. `own` are all seats that are on
    phones other than the host's. `arrivals` are the seats that it has or had, each
    with the entry by which it came. `has_arbiter`: the table has such an arbiter,
    on whatever phone."""

    seats: frozenset[Seat]
    own: frozenset[Seat]
    is_host: bool = False
    is_arbiter: bool = False
    arrivals: frozenset[tuple[Seat, int]] = frozenset()
    has_arbiter: bool = False


def minutes_left(
    session: Session, asked: Recorded, speaker: Speaker, party: Party, at: str
) -> int:
    """For how many minutes the host must still wait before speaking for a party that
    was asked by entry `asked`; 0 where it may now."""
    own = speaker.own.intersection(party.seats)
    left = SILENCE - silent_seconds(session, asked, own, at)
    return ceil(max(0, left) / 60)


class Holding(NamedTuple):
    """One place of a phone at a table; `is_kept`: a seat that the host's phone says is
    its own."""

    phone: str
    role: phone_notes.Role | None
    seat: Seat | None
    since: str
    is_kept: bool = False


def speaker_of(
    session: Session,
    held: Iterable[Holding],
    phone: str,
    arrivals: frozenset[tuple[Seat, int]] = frozenset(),
) -> Speaker:
    """What this phone may speak for at a table at which phones hold these places. One
    that came to seats of two sides of partners, because its persons parted, speaks for
    neither: the host's phone does."""
    places = tuple(held)
    hosts = {place.phone for place in places if place.role is phone_notes.Role.HOST}
    mine = [place.seat for place in places if place.phone == phone and place.seat]
    others = [place for place in places if place.seat and place.phone not in hosts]
    torn = _of_two_sides(session, others)
    own = frozenset(
        [other.seat for other in others if other.seat and other.phone not in torn]
    )
    arbiters = {
        place.phone for place in places if place.role is phone_notes.Role.ARBITER
    }
    neutral = arbiters - {place.phone for place in places if place.seat}
    has_arbiter = bool(neutral) and not to_accept_arbiter(session, own)
    return Speaker(
        seats=frozenset() if phone in torn else frozenset(mine),
        own=own,
        is_host=phone in hosts,
        is_arbiter=has_arbiter and phone in neutral,
        arrivals=arrivals,
        has_arbiter=has_arbiter,
    )


def _of_two_sides(session: Session, held: Iterable[Holding]) -> set[str]:
    sides: dict[str, set[Party]] = {}
    for holding in held:
        for party in session.parties:
            if len(party.seats) > 1 and holding.seat in party.seats:
                sides.setdefault(holding.phone, set()).add(party)
    return {phone for phone, of_phone in sides.items() if len(of_phone) > 1}


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is asked for a party, and nobody else: the phones of `seats`, or the host's
    phone. Neither where no phone is left that could speak for it."""

    seats: tuple[Seat, ...] = ()
    is_host_asked: bool = False


def who_is_asked(
    session: Session, own: frozenset[Seat], party: Party, since: int
) -> Asked:
    """Who is asked about what `party` settled by entry `since`: the seats that had
    phones of their own then and have them still; where none had, those that have now;
    where none has, the host.

    `own` are the seats that are on phones other than the host's now.
    """
    now = session.last
    has_own_now = tuple(seat for seat in party.seats if seat in own)
    then = {seat: phone_came(session, own, seat, since) for seat in party.seats}
    theirs = {seat: came for seat, came in then.items() if came is not None}
    if theirs and since < now:
        still_theirs = tuple(
            seat
            for seat in has_own_now
            if phone_came(session, own, seat, now) == theirs.get(seat)
        )
        return Asked(still_theirs)
    if _is_host_replaced(session, since):
        return Asked()
    return Asked(has_own_now, is_host_asked=not has_own_now)


# Whether another phone has become the host's after entry `since` because the host's
# was lost: it has not the word of the phone before it. One that came by the host's
# own link has.
def _is_host_replaced(session: Session, since: int) -> bool:
    is_asked_for = False
    for entry in session.log[since:]:
        event = entry.event
        if isinstance(event, phone_notes.HostAsked):
            is_asked_for = True
        elif isinstance(event, phone_notes.HostIsHere):
            is_asked_for = False
        elif event == phone_notes.PhoneIs(phone_notes.Role.HOST) and is_asked_for:
            return True
    return False


def speaks(
    session: Session, speaker: Speaker, party: Party, since: int | None = None
) -> bool:
    """Whether this phone speaks for the party, about what the party settled in entry
    `since` or, without it, about the present. A phone that had a seat of the party then
    still speaks about that entry, even if it has left or plays another seat now."""
    asked = who_is_asked(
        session, speaker.own, party, session.last if since is None else since
    )
    if asked.is_host_asked:
        return bool(speaker.seats & {*party.seats}) or speaker.is_host
    if not speaker.seats.isdisjoint(asked.seats):
        return True
    return since is not None and any(
        had_seat(session, speaker, seat, since) for seat in party.seats
    )


def had_seat(session: Session, speaker: Speaker, seat: Seat, at: int) -> bool:
    return (seat, last_arrival(session, speaker.own, seat, at)) in speaker.arrivals


def speaks_about(
    session: Session, speaker: Speaker, party: Party, moves: Iterable[Moved]
) -> bool:
    since = [move.standing[party.id] for move in moves if party.id in move.standing]
    return all(speaks(session, speaker, party, seq) for seq in since or [session.last])
