"""The last command that changed what was settled, as every phone is told of it."""

from collections.abc import Iterator
from typing import NamedTuple

from scorekeeper.core import notes, phone_notes, result_notes, rules_notes, ruling_notes
from scorekeeper.core.evening import (
    Adjusted,
    Awarded,
    CarriedIn,
    Left,
    Seated,
    Voided,
)
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import Event, Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.deals import has_begun, row_now
from scorekeeper.tables.results import disputed
from scorekeeper.tables.rulings.given import UNSETTLED, ruling_of
from scorekeeper.tables.rulings.statements import agreed_way, differs
from scorekeeper.tables.said import said_alone, said_then, told_together
from scorekeeper.tables.session import Session, made_by

_CARRIED_OUT = (ruling_notes.RulingAccepted, ruling_notes.RulingApplied)
_CHANGES = (
    *_CARRIED_OUT,
    rules_notes.SettingsChanged,
    phone_notes.HostAsked,
    notes.Respelt,
)
RECENT = 30  # How many entries back a change is still spoken of on every phone


class LastChange(NamedTuple):
    """A change as it is told. `entry`: its last one. `then`: what would do where
    somebody says no, and what they say it `about`."""

    entry: int
    deal: object | None
    old: list[object]
    new: list[object]
    by: object
    then: Message | None = None
    about: Event | None = None


def last_change(session: Session) -> LastChange | None:
    """The last command that changed what was settled, as old and new: a correction,
    points that no deal gave, a ruling that was accepted, other seats, house rules or
    host; or a no to a result, a ruling, a change or other house rules, with what would
    do `then` and the event that it is `about`. What was only just entered and taken
    back is none, nor is what was carried in before anything was played."""
    recent = session.log[max(0, session.last - RECENT) :]
    taken_back = {
        entry.event.entry for entry in recent if isinstance(entry.event, Voided)
    }
    for key in dict.fromkeys(entry.key for entry in reversed(recent)):
        together = [entry for entry in recent if entry.key == key]
        told = _refused(session, together, taken_back) or _changed(
            session, together, taken_back
        )
        if told is not None:
            return told
    return None


# A command that changed what was settled, as it is told; None where it didn't.
def _changed(
    session: Session, together: list[Recorded], taken_back: set[int]
) -> LastChange | None:
    struck = [
        session.entry(entry.event.entry)
        for entry in together
        if isinstance(entry.event, Voided)
    ]
    new = [entry for entry in together if not isinstance(entry.event, Voided)]
    is_correction = _is_correction(together, struck, new)
    if not is_correction and not _is_change(session, together, taken_back):
        return None
    new = [*_spoken_instead(session, together), *new]
    names_its_deal = any(isinstance(entry.event, _CARRIED_OUT) for entry in new)
    return LastChange(
        entry=together[-1].seq,
        deal=None if names_its_deal else _deal_of(session, struck, new),
        old=[said_then(session, entry) for entry in told_together(struck)],
        new=[*_said(session, told_together(new))],
        by=made_by(session, together[0]),
    )


# What a command did. What an accepted ruling gives stands behind that it was accepted,
# which says what both are about.
def _said(session: Session, told: list[Recorded]) -> Iterator[object]:
    accepted = set[int]()
    for entry in told:
        event = entry.event
        if isinstance(event, ruling_notes.RulingAccepted):
            accepted.add(event.ruling)
        is_of_accepted = isinstance(event, Awarded) and event.ruling in accepted
        yield (said_alone if is_of_accepted else said_then)(session, entry)


# A command that says no to something, as it is told; None where it doesn't, or not any
# more.
def _refused(
    session: Session, together: list[Recorded], taken_back: set[int]
) -> LastChange | None:
    first = together[0]
    then = None if first.seq in taken_back else _what_would_do(session, first)
    if then is None:
        return None
    return LastChange(
        entry=together[-1].seq,
        deal=None,
        old=[],
        new=[said_then(session, first)],
        by=made_by(session, first),
        then=then,
        about=first.event,
    )


# What would do now, where an entry says no to something and that still stands.
def _what_would_do(session: Session, entry: Recorded) -> Message | None:
    event = entry.event
    match event:
        case ruling_notes.FactsStated(agrees=False) | ruling_notes.RulingAppealed():
            return _ruling_refused(session, entry, event.ruling)
        case result_notes.ResultDisputed():
            row = session.sheet.row(event.row)
            stands = row and disputed(session, row).get(event.party) == entry
            return message("now.refused.result") if stands else None
        case result_notes.ChangeDeclined():
            return message("now.refused.change")
        case rules_notes.SettingsDeclined():
            return message("now.refused.rules")
    return None


def _ruling_refused(session: Session, entry: Recorded, seq: int) -> Message | None:
    given = ruling_of(session, seq)
    if given is None or given.state not in UNSETTLED:
        return None
    if isinstance(entry.event, ruling_notes.RulingAppealed):
        return message("now.refused.appealed")
    if not differs(session, given):
        return None
    return message(f"rulings.refused.differ.{agreed_way(session).value}")


# What the finished deal is called that was changed, if it was one.
def _deal_of(
    session: Session, struck: list[Recorded], new: list[Recorded]
) -> object | None:
    row = row_now(session, [entry.place or entry.seq for entry in new])
    row = row or _row_then(session, struck)
    return row.label if row and row.is_finished else None


# The row in which these entries stood before they were struck out.
def _row_then(session: Session, struck: list[Recorded]) -> Row | None:
    if not struck:
        return None
    before = session.sheet_then(struck[-1].seq)
    for row in before.rows():
        if struck[0].seq in row.entries:
            return row
    return None


# Who takes back what they have only just entered themselves tells nobody; what another
# player entered is taken back before everybody's eyes.
def _is_correction(
    together: list[Recorded], struck: list[Recorded], new: list[Recorded]
) -> bool:
    if not struck:
        return False
    is_anothers = struck[-1].by is not None and struck[-1].by != together[0].by
    return bool(new) or is_anothers or struck[-1].seq != together[0].seq - 1


# Whether a command changed what was settled without striking anything out.
def _is_change(
    session: Session, together: list[Recorded], taken_back: set[int]
) -> bool:
    host = phone_notes.PhoneIs(phone_notes.Role.HOST)
    if any(entry.event == host for entry in together):
        return True
    first = together[0]
    if isinstance(first.event, Adjusted | CarriedIn):
        return has_begun(session, first.seq)
    if isinstance(first.event, Seated | Left):
        return first.seq > len(session.folded.people) + 1
    if first.seq in taken_back:
        return False
    return isinstance(first.event, _CHANGES) or any(map(_is_for_others, together))


# What the host said for sides that did not answer, before the change was made.
def _spoken_instead(session: Session, together: list[Recorded]) -> Iterator[Recorded]:
    proposals = {
        entry.event.proposal
        for entry in together
        if isinstance(entry.event, result_notes.SettledChanged)
    }
    for entry in session.log:
        event = entry.event
        if not isinstance(event, result_notes.ChangeAgreed) or entry in together:
            continue
        if event.instead and event.proposal in proposals:
            yield entry


# Whether an entry says that something settled was changed, or that the host spoke for a
# side that has not answered.
def _is_for_others(entry: Recorded) -> bool:
    event = entry.event
    if isinstance(event, result_notes.ChangeAgreed | rules_notes.SettingsAgreed):
        return bool(event.instead)
    return isinstance(event, result_notes.SettledChanged)
