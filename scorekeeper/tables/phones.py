"""Which phone had which seat when.

Taking a seat back, or leaving, gives nobody the word for what was settled before. Rule:
readings, section 9.
"""

from scorekeeper.core import phone_notes
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Recorded
from scorekeeper.tables.session import Session, once

TO_THE_HOST = (phone_notes.Arrival.TAKEN_BACK, phone_notes.Arrival.OWN)
"""How a seat comes to the host's phone, which speaks for no phone that
had it before."""


def phone_came(
    session: Session, own: frozenset[Seat], seat: Seat, at: int
) -> int | None:
    """The entry by which the phone came that spoke for this seat when entry `at` was
    made: 0 for a phone that was there from the start, None for the host's phone. `own`
    are the seats that are on phones other than the host's now."""
    changes = _phone_changes(session).get(seat, [])
    came = 0 if _is_own_from_the_start(changes, seat in own) else None
    for entry in changes:
        if entry.seq > at:
            break
        how = _way(entry)
        if how is None or how in TO_THE_HOST:
            came = None
        elif came is None or not _keeps_its_word(session, seat, came, entry):
            came = entry.seq
    return came


def last_arrival(
    session: Session, own: frozenset[Seat], seat: Seat, at: int
) -> int | None:
    """The entry by which the phone came to this seat that had it when entry `at` was
    made; as `phone_came`, but also where it spoke for another phone before it."""
    if phone_came(session, own, seat, at) is None:
        return None
    changes = _phone_changes(session).get(seat, [])
    return max((entry.seq for entry in changes if entry.seq <= at), default=0)


def has_kept_its_phone(
    session: Session, own: frozenset[Seat], seat: Seat, since: int
) -> bool:
    """Whether the phone of its own that a seat had at entry `since`, if it had one, has
    it now."""
    then = phone_came(session, own, seat, since)
    return then is None or then == phone_came(session, own, seat, session.last)


def was_taken_back(session: Session, seat: Seat) -> bool:
    """Whether the host's phone has taken this seat back, and no phone has
    had it since."""
    changes = _phone_changes(session).get(seat, [])
    return bool(changes) and _way(changes[-1]) is phone_notes.Arrival.TAKEN_BACK


# A phone speaks on for the one before it, which came by entry `came`, where that
# one has shown it the link, or an arbiter has whom it had accepted. The host has
# not the word of a seat of another phone to give.
def _keeps_its_word(session: Session, seat: Seat, came: int, moved: Recorded) -> bool:
    how = _way(moved)
    if how is not phone_notes.Arrival.BY_ARBITER:
        return how is phone_notes.Arrival.MOVED
    named = 0
    for entry, event in session.of(phone_notes.PhoneIs):
        if event.role is phone_notes.Role.ARBITER and entry.seq < moved.seq:
            named = entry.seq
    return any(
        entry.by == seat.value and max(came, named) < entry.seq < moved.seq
        for entry, _ in session.of(phone_notes.ArbiterAccepted)
    )


def _way(change: Recorded) -> phone_notes.Arrival | None:
    event = change.event
    return event.how if isinstance(event, phone_notes.PhoneSeated) else None


# Where an evening goes on at a next table, phones have their seats when it begins:
# the first change of such a seat gives it up, or there is none.
def _is_own_from_the_start(changes: list[Recorded], is_own: bool) -> bool:
    if not changes:
        return is_own
    return _way(changes[0]) in (None, phone_notes.Arrival.TAKEN_BACK)


# By the seat, the entries by which it came to other phones, in their order.
@once
def _phone_changes(session: Session) -> dict[Seat, list[Recorded]]:
    changes: dict[Seat, list[Recorded]] = {}
    if not session.has(phone_notes.PhoneSeated, phone_notes.PhoneLeft):
        return changes
    for entry in session.log:
        if isinstance(entry.event, phone_notes.PhoneSeated | phone_notes.PhoneLeft):
            for seat in entry.event.seats:
                changes.setdefault(seat, []).append(entry)
    return changes
