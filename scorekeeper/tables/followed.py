"""Which phones go to other seats with their persons.

A phone is somebody's. When its person sits down elsewhere it goes along, and speaks for
that seat and no longer for the one before. Rule: readings, sections 8 and 9.
"""

from collections.abc import Mapping

from scorekeeper.core.phone_notes import Arrival, PhoneLeft, PhoneSeated
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, Stamp
from scorekeeper.tables.session import Session


def moved_seats(
    before: Session, after: Session, held: frozenset[Seat]
) -> dict[Seat, Seat]:
    """By the seat of those `held` in which a person sat, the one in which they sit now,
    where that is another."""
    seat_now = {person: seat for seat, person in after.folded.people}
    now_in = {}
    for seat, person in before.folded.people:
        now = seat_now.get(person, seat)
        if seat in held and now is not seat:
            now_in[seat] = now
    return now_in


def with_phones(
    before: Session,
    after: Session,
    stamp: Stamp,
    own: frozenset[Seat],
    kept: frozenset[Seat] = frozenset(),
) -> tuple[Session, Mapping[Seat, Seat]]:
    """The session `after` a command with a note of the phones that go to other seats
    with their persons; and the seats that they leave, with those that they go to. `own`
    are the seats that are on phones other than the host's, `kept` those that the host's
    says are its own."""
    seats = moved_seats(before, after, own | kept)
    if not seats:
        return after, seats
    notes = list[Event]()
    for seat, to in seats.items():
        how = Arrival.FOLLOWED if seat in own else Arrival.OWN
        notes.append(PhoneSeated((to,), how))
    left = tuple(seat for seat in seats if seat in own and seat not in seats.values())
    if left:
        notes.append(PhoneLeft(left))
    return after.with_notes(before.last, notes, stamp), seats
