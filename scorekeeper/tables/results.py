"""Results that the sides confirmed, and what tells one result of a row from another.
Rule: readings, section 9."""

import hashlib

from scorekeeper.core import result_notes
from scorekeeper.core.codec import canonical, encode
from scorekeeper.core.seals import Opened
from scorekeeper.core.seats import PartyId
from scorekeeper.core.session import Event, Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.session import Session, once


def confirmed(session: Session, row: Row) -> dict[PartyId, Recorded]:
    """The entry by which each party, by its id, confirmed this result as it now stands.
    Whatever makes another result of it, such as a correction or a deal put in before
    it, ends what was confirmed before."""
    return _last_words(session, row, result_notes.ResultConfirmed)


def disputed(session: Session, row: Row) -> dict[PartyId, Recorded]:
    """The entry by which each party, by its id, said that this result as it now stands
    isn't right, and has not confirmed it since."""
    return _last_words(session, row, result_notes.ResultDisputed)


# The last word of each party on this result as it stands, where it is of this kind.
def _last_words(session: Session, row: Row, kind: type) -> dict[PartyId, Recorded]:
    words = [
        (entry, word)
        for entry, word in _words_on_results(session)
        if word.row == row.id
    ]
    if not words:
        return {}
    last = max(stated_in(session, row), default=0)
    mark = row_mark(session, row)
    by_party = {}
    for entry, word in words:
        is_on_it = entry.seq > last if word.mark is None else word.mark == mark
        if is_on_it:
            by_party[word.party] = entry
    return {
        party: entry
        for party, entry in by_party.items()
        if isinstance(entry.event, kind)
    }


Word = result_notes.ResultConfirmed | result_notes.ResultDisputed


@once
def _words_on_results(session: Session) -> list[tuple[Recorded, Word]]:
    return [
        (entry, entry.event)
        for entry in session.folded.order
        if isinstance(entry.event, Word)
    ]


MARK_LENGTH = 16
"""How many hexadecimal digits tell one result of a row from another."""


def row_mark(session: Session, row: Row) -> str:
    """What tells a row as it stands from the same row with other facts, points,
    persons, or at another place: a word given for one holds for no other. Another
    spelling of a name changes nothing. Rule: readings, section 9."""
    known = _marks_so_far(session)
    if row.id not in known:
        known[row.id] = _marked(session, row)
    return known[row.id]


# By the row, filled in as marks are asked for: few are of most sessions.
@once
def _marks_so_far(session: Session) -> dict[int, str]:
    return {}


def _marked(session: Session, row: Row) -> str:
    section = _section_of(session, row)
    persons = [
        (seat.value, session.spelling.mark(person)) for seat, person in row.people
    ]
    entered = [(event.KIND, encode(event)) for event in entered_of(session, row)]
    points = [(line.party, line.part, str(line.points)) for line in row.lines]
    facts = encode([row.label, row.facts])
    seen = canonical([section, facts, persons, entered, points])
    return hashlib.sha256(seen).hexdigest()[:MARK_LENGTH]


def entered_of(session: Session, row: Row) -> tuple[Event, ...]:
    """What was entered of a row, but for what the opening of a seal states."""
    return tuple(session.entry(seq).event for seq in stated_in(session, row))


def stated_in(session: Session, row: Row) -> tuple[int, ...]:
    """The entries of a row, but for what the opening of a seal states: that is shown
    beside the result, and where it changes facts or points of the row, those tell."""
    opened = _opened_by(session)
    return tuple(seq for seq in row.entries if session.entry(seq).key not in opened)


@once
def _opened_by(session: Session) -> frozenset[str]:
    if not session.has(Opened):
        return frozenset()
    return frozenset(
        entry.key for entry in session.log if isinstance(entry.event, Opened)
    )


# The number, from 0, of the rubber or game that a row belongs to.
def _section_of(session: Session, row: Row) -> int:
    for number, section in enumerate(session.sheet.sections):
        if any(other.id == row.id for other in section.rows):
            return number
    raise LookupError(f"no row {row.id} on the sheet")
