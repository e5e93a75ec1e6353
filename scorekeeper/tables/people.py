"""Who sat where at what time, and what entries and columns are called after them."""

from bisect import bisect_left
from dataclasses import dataclass
from operator import itemgetter

from scorekeeper.core.evening import Left, Seated, move
from scorekeeper.core.messages import message
from scorekeeper.core.seats import COMPASS, Party, People, Seat, named
from scorekeeper.core.session import Recorded
from scorekeeper.tables.session import Session, once


@once
def _seatings(session: Session) -> tuple[tuple[int, People], ...]:
    """Who sat where, and after which entry; a seating put right holds since the one it replaces."""
    people, waiting, found = People(), tuple[str, ...](), list[tuple[int, People]]()
    ring = session.game.ring(session.settings)
    for entry in session.folded.order:
        if isinstance(entry.event, Seated | Left):
            people, waiting = move(people, waiting, entry.event, ring)
            found.append((stands_at(session, entry), people))
    return tuple(found)


def seated_at(session: Session, seq: int) -> People:
    """Who sat where when entry `seq` was made."""
    seatings = _seatings(session)
    before = bisect_left(seatings, seq, key=itemgetter(0))
    return seatings[before - 1][1] if before else ()


def stands_at(session: Session, entry: Recorded) -> int:
    """The number of the entry in whose place, or just before which, this one stands; its own."""
    while entry.place is not None and entry.place <= session.last:
        entry = session.log[entry.place - 1]
    return entry.seq


@once
def players(session: Session) -> People:
    """Who is played for: those who sat at the last deal, else those at the table."""
    rows = reversed([row for section in session.sheet.sections for row in section.rows])
    return next((row.people for row in rows if row.people), session.folded.people)


def said_by(by: str | None, people: People) -> object:
    """Who made an entry: the person in that seat, the seat where nobody sits, None if unsaid."""
    if by is None:
        return None
    seat = next((one for one in Seat if one.value == by), None)
    return dict(people).get(seat, seat) if seat else by


def everybody(session: Session) -> tuple[str, ...]:
    """Everybody who played, those of the last deal first; and who waits at the table."""
    rows = [row.people for section in session.sheet.sections for row in section.rows]
    named_then = (person for people in (players(session), *rows) for _, person in people)
    return tuple(dict.fromkeys((*named_then, *session.folded.waiting)))


def made_by(session: Session, entry: Recorded) -> object:
    """Who made an entry: the person who sat in its seat then."""
    return said_by(entry.by, seated_at(session, entry.seq - entry.part))


def said_then(session: Session, entry: Recorded) -> object:
    """An entry's fact in plain words, with the persons who sat there when it was played."""
    return named(said_of(entry), seated_at(session, stands_at(session, entry)))


def said_of(entry: Recorded) -> object:
    """An entry's fact in plain words."""
    saying = getattr(entry.event, "said", None)
    return saying() if saying else message(f"event.{entry.event.KIND}")


@dataclass(frozen=True, slots=True)
class Column:
    """What heads a party's column, and the `persons` who play for it.

    A side at a compass goes by its points, with its `people` beside; any other by its persons.
    """

    id: str
    name: object
    people: str
    persons: tuple[str, ...]


def column(party: Party, people: People) -> Column:
    """The column of a party when these people sit at the table."""
    seated = dict(people)
    persons = tuple(seated[seat] for seat in party.seats if seat in seated)
    names = " & ".join(persons)
    if party.seats[0] in COMPASS:
        return Column(party.id, party, names, persons)
    return Column(party.id, names or party, "", persons)
