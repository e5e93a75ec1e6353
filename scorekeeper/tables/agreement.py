"""What the players have agreed to, the house rules and results that both sides confirmed; and what
changed of what was settled."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

from scorekeeper.core.evening import Adjusted, CarriedIn, Left, Seated, Voided
from scorekeeper.core.notes import (
    FactsStated,
    HostAsked,
    PhoneIs,
    PhoneLeft,
    PhoneSeated,
    ResultConfirmed,
    Role,
    Ruled,
    RulesAccepted,
    RulingAccepted,
    RulingAppealed,
    RulingApplied,
    SettingsAgreed,
    SettingsChanged,
    SettingsDeclined,
    SettingsProposed,
    Signed,
)
from scorekeeper.core.seals import Sealed
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.session import Session, made_by, once, rules_after, said_then


@once
def accepted(session: Session) -> dict[Seat, Recorded]:
    """The entry by which each seat accepted the rules in force; who has not is absent."""
    rules = session.rules
    found: dict[Seat, Recorded] = {}
    for entry in session.folded.order:
        event = entry.event
        if isinstance(event, RulesAccepted) and event.rules == rules:
            found |= {seat: entry for seat in event.seats}
        elif isinstance(event, SettingsChanged) and rules_after(session, event) == rules:
            found |= {seat: entry for seat in event.agreed}
    return found


def has_begun(session: Session, before: int | None = None) -> bool:
    """Whether anything has been played or sealed, `before` this entry if it is named, though it may
    have been struck out since."""
    played = (*session.game.events, Sealed)
    return any(isinstance(entry.event, played) for entry in session.log[:before])


def confirmed(session: Session, row: Row) -> dict[str, Recorded]:
    """The entry by which each party, by its id, confirmed this result as it now stands.

    A correction of the deal ends what was confirmed before it.
    """
    last = max(row.entries, default=0)
    return {
        entry.event.party: entry
        for entry in session.folded.order
        if isinstance(entry.event, ResultConfirmed)
        and entry.event.row == row.id
        and entry.seq > last
    }


def consenting(session: Session, seqs: Iterable[int]) -> tuple[Party, ...]:
    """Who must agree that these entries are corrected: the sides of a result that all confirmed,
    but those that have taken their confirmation back since; and all where it is the house rules
    that were changed."""
    touched = set(seqs)
    changes = {e.seq for e in session.folded.order if isinstance(e.event, SettingsChanged)}
    if touched & changes:
        return session.parties
    for row in session.sheet.rows():
        if touched & set(row.entries):
            ever = _ever_confirmed(session, row)
            if all(party.id in ever for party in session.parties):
                done = confirmed(session, row)
                return tuple(party for party in session.parties if party.id in done)
    return ()


def _ever_confirmed(session: Session, row: Row) -> frozenset[str]:
    """The parties that confirmed this result as it stands, though they may have taken it back."""
    last = max(row.entries, default=0)
    events = (one.event for one in session.log[last:])
    return frozenset(
        one.party for one in events if isinstance(one, ResultConfirmed) and one.row == row.id
    )


def spoken_for(session: Session, entry: Recorded) -> frozenset[Seat]:
    """Every seat in whose name an entry speaks: who entered it, whose word it is, and who is said
    to have agreed; all of the table where a ruling is accepted."""
    event = entry.event
    seats = {seat for seat in Seat if seat.value == entry.by} | {*speakers(session, entry)}
    if isinstance(event, SettingsChanged):
        seats |= {*event.agreed}
    elif isinstance(event, PhoneSeated | PhoneLeft):
        seats |= {*event.seats}
    elif isinstance(event, RulingAccepted | RulingApplied):
        seats |= {*session.ring}
    return frozenset(seats)


def speakers(session: Session, entry: Recorded) -> tuple[Seat, ...]:
    """The seats whose word an entry is, which nobody else can take back; none of a fact."""
    event = entry.event
    if isinstance(
        event,
        RulesAccepted | Signed | SettingsProposed | SettingsAgreed | SettingsDeclined | HostAsked,
    ):
        return event.seats
    if isinstance(event, Sealed):
        return (event.seat,)
    if isinstance(event, RulingAppealed):
        return tuple(seat for seat in Seat if seat.value == entry.by)
    if isinstance(event, ResultConfirmed | FactsStated):
        return tuple(seat for one in session.parties if one.id == event.party for seat in one.seats)
    if isinstance(event, Ruled):
        said = (one.event for one in session.folded.order if isinstance(one.event, FactsStated))
        last = {one.party: one.agrees for one in said if one.ruling == entry.seq}
        sure = (party for party, agrees in last.items() if agrees)
        told = (one.id for one in session.parties if entry.by in {seat.value for seat in one.seats})
        first = next(chain(told, sure), None)  # who had it ruled, else who said so first
        return next((tuple(one.seats) for one in session.parties if one.id == first), ())
    return ()


RECENT = 30
"""How many entries back a change is still spoken of on every phone."""


def last_change(session: Session) -> dict[str, Any] | None:
    """The last command that changed what was settled, as old and new: a correction, points that
    no deal gave, a ruling that was accepted, other seats, house rules or host. What was only just
    entered and taken back is none, nor is what was carried in before anything was played."""
    since = max(0, session.last - RECENT)
    for key in dict.fromkeys(entry.key for entry in reversed(session.log[since:])):
        made = [entry for entry in session.log[since:] if entry.key == key]
        struck = [session.log[e.event.entry - 1] for e in made if isinstance(e.event, Voided)]
        new = [entry for entry in made if not isinstance(entry.event, Voided)]
        is_undone = struck and not new and struck[-1].seq == made[0].seq - 1
        is_of_host = PhoneIs(Role.HOST) in [one.event for one in made]
        if (struck and not is_undone) or is_of_host or _is_change(session, made[0]):
            return {
                "entry": made[-1].seq,
                "old": [said_then(session, entry) for entry in struck],
                "new": [said_then(session, entry) for entry in new],
                "by": made_by(session, made[0]),
            }
    return None


def _is_change(session: Session, entry: Recorded) -> bool:
    """Whether an entry by itself changes what was settled."""
    match entry.event:
        case RulingAccepted() | RulingApplied() | SettingsChanged() | HostAsked():
            return True
        case Adjusted() | CarriedIn():
            return has_begun(session, entry.seq)
        case Seated() | Left():
            return entry.seq > len(session.folded.people) + 1
    return False
