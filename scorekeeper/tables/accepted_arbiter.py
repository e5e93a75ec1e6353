"""Who has accepted the arbiter of a table."""

from scorekeeper.core import phone_notes
from scorekeeper.core.seats import Party, Seat
from scorekeeper.tables.phones import phone_came
from scorekeeper.tables.session import Session, once


def to_accept_arbiter(session: Session, own: frozenset[Seat]) -> tuple[Party, ...]:
    """The sides that have not accepted whoever is the arbiter now, where there is one.
    `own` are the seats that are on phones other than the host's.

    A side to which phones of its own came since it accepted on the host's is asked on
    them anew.
    """
    _, accepted = _arbiter(session)
    return tuple(
        party
        for party in session.parties
        if party.id not in accepted
        or not _has_its_phone(session, own, party, accepted[party.id])
    )


def accepted_the_arbiter(session: Session, party: Party, since: int) -> bool:
    """Whether this party has accepted the arbiter on a phone that speaks for what it
    settled by entry `since`."""
    _, accepted = _arbiter(session)
    if party.id not in accepted:
        return False
    accepted_at = accepted[party.id]
    then = _phones_of(session, party, since)
    if not then:
        return True
    now = _phones_of(session, party, accepted_at)
    kept = {seat for seat, came in then.items() if now.get(seat) == came}
    by = session.entry(accepted_at).by
    if by is None:  # a phone with several seats: it must have been theirs
        return bool(kept) and now.keys() <= kept
    return by in {seat.value for seat in kept}


# Whether a side that has phones of its own now had one of them at entry `since`.
def _has_its_phone(
    session: Session, own: frozenset[Seat], party: Party, since: int
) -> bool:
    now = _phones_of(session, party, session.last, own)
    then = _phones_of(session, party, since, own)
    return not now or any(then.get(seat) == came for seat, came in now.items())


# By the seats of a party that had phones of their own at entry `at`, the entries by
# which these phones came.
def _phones_of(
    session: Session, party: Party, at: int, own: frozenset[Seat] = frozenset()
) -> dict[Seat, int]:
    came = {seat: phone_came(session, own, seat, at) for seat in party.seats}
    return {seat: entry for seat, entry in came.items() if entry is not None}


def named_at(session: Session) -> int:
    """The last entry by which somebody became the arbiter or ceased to be, 0 where
    there is none."""
    return _arbiter(session)[0]


# The last entry by which somebody became the arbiter or ceased to be; and since
# then the entry by which each side, by its id, accepted them.
@once
def _arbiter(session: Session) -> tuple[int, dict[str, int]]:
    named = 0
    accepted: dict[str, int] = {}
    if not session.has(phone_notes.PhoneIs):
        return named, accepted
    for entry in session.log:
        event = entry.event
        if isinstance(event, phone_notes.PhoneIs | phone_notes.PhoneIsNot):
            if event.role is phone_notes.Role.ARBITER:
                named = entry.seq
                accepted = {}
        elif isinstance(event, phone_notes.ArbiterAccepted):
            accepted[event.party] = entry.seq
    return named, accepted
