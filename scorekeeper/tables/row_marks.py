"""What a row of the sheet was when somebody confirmed it, as a short hash."""

import hashlib

from scorekeeper.core.codec import encode
from scorekeeper.core.sheet import Row
from scorekeeper.tables.session import Session

LENGTH = 16
"""How many hexadecimal digits tell one result of a row from another."""


def row_mark(session: Session, row: Row) -> str:
    """What tells a row as it stands from the same row with other facts, points, persons, or at
    another place: a word given for one holds for no other. Another spelling of a name changes
    nothing. Rule: readings, section 9."""
    section = _section_of(session, row)
    persons = [(seat.value, session.spelling.mark(person)) for seat, person in row.people]
    entries = [session.log[seq - 1].event for seq in row.entries]
    entered = [(event.KIND, encode(event)) for event in entries]
    points = [(line.party, line.part, str(line.points)) for line in row.lines]
    seen = (section, str(row.label), str(row.facts), persons, entered, points)
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:LENGTH]


def _section_of(session: Session, row: Row) -> int:
    """The number, from 0, of the rubber or game that a row belongs to."""
    for number, section in enumerate(session.sheet.sections):
        if any(one.id == row.id for one in section.rows):
            return number
    raise LookupError(f"no row {row.id} on the sheet")
