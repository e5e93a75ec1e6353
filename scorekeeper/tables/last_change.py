"""The last command that changed what was settled, as every phone is told of it."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core import notes, phone_notes, result_notes, rules_notes, ruling_notes
from scorekeeper.core.evening import Adjusted, CarriedIn, Left, Seated, Voided
from scorekeeper.core.session import Recorded
from scorekeeper.tables.deals import has_begun
from scorekeeper.tables.session import (
    Session,
    made_by,
    said_then,
)

_CARRIED_OUT = (ruling_notes.RulingAccepted, ruling_notes.RulingApplied)
_CHANGES = (
    *_CARRIED_OUT,
    rules_notes.SettingsChanged,
    phone_notes.HostAsked,
    notes.Respelt,
)
RECENT = 30  # How many entries back a change is still spoken of on every phone


def last_change(session: Session) -> dict[str, Any] | None:
    """The last command that changed what was settled, as old and new: a correction,
    points that no deal gave, a ruling that was accepted, other seats, house rules or
    host. What was only just entered and taken back is none, nor is what was carried in
    before anything was played."""
    since = max(0, session.last - RECENT)
    taken_back = {
        e.event.entry for e in session.log[since:] if isinstance(e.event, Voided)
    }
    for key in dict.fromkeys(entry.key for entry in reversed(session.log[since:])):
        made = [entry for entry in session.log[since:] if entry.key == key]
        struck = [
            session.log[e.event.entry - 1] for e in made if isinstance(e.event, Voided)
        ]
        new = [entry for entry in made if not isinstance(entry.event, Voided)]
        is_undone = struck and not new and struck[-1].seq == made[0].seq - 1
        is_of_host = phone_notes.PhoneIs(phone_notes.Role.HOST) in [
            one.event for one in made
        ]
        first = made[0]
        is_change = isinstance(first.event, _CHANGES) or any(map(_is_for_others, made))
        is_change = is_change and first.seq not in taken_back
        if isinstance(first.event, Adjusted | CarriedIn):
            is_change = has_begun(session, first.seq)
        elif isinstance(first.event, Seated | Left):
            is_change = first.seq > len(session.folded.people) + 1
        if (struck and not is_undone) or is_of_host or is_change:
            return {
                "entry": made[-1].seq,
                "old": [said_then(session, entry) for entry in struck],
                "new": [
                    said_then(session, one)
                    for one in (*_spoken_instead(session, made), *new)
                ],
                "by": made_by(session, first),
            }
    return None


def _spoken_instead(session: Session, made: list[Recorded]) -> Iterator[Recorded]:
    """What the host said for sides that did not answer, before it was made."""
    asked_by = {
        e.event.proposal
        for e in made
        if isinstance(e.event, result_notes.SettledChanged)
    }
    for entry in session.log:
        event = entry.event
        if not isinstance(event, result_notes.ChangeAgreed) or entry in made:
            continue
        if event.instead and event.proposal in asked_by:
            yield entry


def _is_for_others(entry: Recorded) -> bool:
    """Whether an entry says that something settled was changed, or that the host spoke
    for a side that has not answered."""
    event = entry.event
    if isinstance(event, result_notes.ChangeAgreed | rules_notes.SettingsAgreed):
        return bool(event.instead)
    return isinstance(event, result_notes.SettledChanged)
