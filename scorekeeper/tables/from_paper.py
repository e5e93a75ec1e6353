"""Entries that were played on paper and typed in afterwards, and the sheet to play them on."""

from scorekeeper.core.chain import Stamp
from scorekeeper.core.codec import encode
from scorekeeper.core.docket import NOTED
from scorekeeper.core.evening import Seated, Voided
from scorekeeper.core.session import Command, Entry, Header
from scorekeeper.core.sheet import People
from scorekeeper.core.signatures import FromPaper, Typing, is_from_paper
from scorekeeper.games.game import Game
from scorekeeper.tables.session import Session, once, opened

UNDATED = "1970-01-01T00:00:00Z"


def from_paper(session: Session) -> frozenset[int]:
    """The numbers of the entries that were typed in from paper."""
    struck = {one.event.entry for one in session.log if isinstance(one.event, Voided)}
    found: set[int] = set()
    is_on = False
    for entry in session.log:
        if isinstance(entry.event, FromPaper):
            is_on = entry.event.typing is Typing.BEGINS if entry.seq not in struck else is_on
        elif is_on and not isinstance(entry.event, NOTED):
            found.add(entry.seq)
    return frozenset(found)


@once
def is_typing(session: Session) -> bool:
    """Whether what is entered now is typed in from paper."""
    return is_from_paper(entry.event for entry in session.folded.order)


def blank(game: Game, settings: object, people: People = ()) -> Session:
    """A table with these people on which nothing has been played: what a blank sheet shows."""
    header = Header("blank", game.slug, game.edition, encode(settings), UNDATED)
    session = opened(game, header)
    if not people:
        return session
    seated = Command(tuple(Entry(Seated(person, seat)) for seat, person in people))
    stamp = Stamp(UNDATED, key="blank")
    return session.grown(session.chained(session.decide(seated), stamp))


def blank_of(session: Session) -> Session:
    """A blank sheet for the people and the rules of this table."""
    return blank(session.game, session.settings, session.folded.people)
