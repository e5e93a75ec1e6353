"""What the sides say of the facts of a ruling, and who is still to be asked."""

from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.core import ruling_notes
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Party, PartyId, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.games.arbiter.settings import SidesDiffer
from scorekeeper.tables.rulings import older
from scorekeeper.tables.rulings.given import (
    Given,
    RulingState,
    irregularity_of,
    known_facts,
    ruled_on,
)
from scorekeeper.tables.rulings.on_deals import (
    deal_of,
    lately,
    left_by,
)
from scorekeeper.tables.session import Session, once

_Word = ruling_notes.FactsStated | ruling_notes.RemedyAgreed


@dataclass(frozen=True, slots=True)
class Statement:
    """What a side says of a ruling's facts: whether it `agrees`, None while it has not
    said so, and in its `words` how it was; `is_instead`: the host said so for it."""

    party: Party
    agrees: bool | None = None
    words: str = ""
    is_instead: bool = False


# What each side said last of a ruling, by the ruling's entry and the side's id.
@once
def _stated(session: Session) -> dict[tuple[int, str], ruling_notes.FactsStated]:
    return {
        (stated.ruling, stated.party): stated
        for _, stated in session.of(ruling_notes.FactsStated)
    }


def statements_on(session: Session, ruling: Given) -> list[Statement]:
    statements = []
    for party in session.parties:
        stated = _stated(session).get((ruling.seq, party.id))
        if stated is None:
            statements.append(Statement(party))
        else:
            is_instead = bool(stated.instead)
            statements.append(Statement(party, stated.agrees, stated.words, is_instead))
    return statements


def agreed_to(session: Session, ruling: Given, remedy: str) -> set[str]:
    """The ids of the sides that would settle a ruling by this remedy, and have said
    nothing else of it since."""
    return {
        party
        for party, said in remedies_wanted(session, ruling).items()
        if said == remedy
    }


def remedies_wanted(session: Session, ruling: Given) -> dict[str, str]:
    """By the id of each side that would settle a ruling another way, by which remedy,
    in the order in which they said so."""
    wanted = dict[str, str]()
    for event in _words(session).get(ruling.seq, ()):
        wanted.pop(event.party, None)
        if isinstance(event, ruling_notes.RemedyAgreed):
            wanted[event.party] = event.remedy
    return wanted


# By its ruling, what sides have said of it, in its order.
@once
def _words(session: Session) -> dict[int, list[_Word]]:
    words: dict[int, list[_Word]] = {}
    for entry in session.folded.order:
        if isinstance(entry.event, _Word):
            words.setdefault(entry.event.ruling, []).append(entry.event)
    return words


def as_said(answer: object, session: Session, sides: Iterable[Party]) -> object:
    """An answer that all sides agree, as the word of these `sides` where they are not
    all; any other as it is. What one side tells says nothing for another."""
    saying = tuple(sides)
    if not _is_of_all(answer, session) or len(saying) == len(session.parties):
        return answer
    if not saying:
        return message("custom.answer.yes")
    return message("custom.answer.according-to", parties=listed(saying))


def _is_of_all(answer: object, session: Session) -> bool:
    arbiter = session.game.arbiter
    if arbiter is None or not isinstance(answer, Message):
        return False
    return answer.code in arbiter.agreed


def agreeing(session: Session, ruling: Given) -> list[Party]:
    """The sides that have said that it was so; all where none has said anything, since
    one phone told it for all."""
    said = statements_on(session, ruling)
    if all(statement.agrees is None for statement in said):
        return [*session.parties]
    return [statement.party for statement in said if statement.agrees]


def silent_sides(session: Session, ruling: Given) -> list[Party]:
    return [
        statement.party
        for statement in statements_on(session, ruling)
        if statement.agrees is None
    ]


def differs(session: Session, ruling: Given) -> bool:
    """Whether a side says that it was otherwise: no side can accept it alone."""
    return any(
        statement.agrees is False for statement in statements_on(session, ruling)
    )


def agreed_way(session: Session) -> SidesDiffer:
    way: SidesDiffer = getattr(session.settings, "differ", SidesDiffer.AGREE)
    return way


def is_proved(session: Session, ruling: Given) -> bool:
    """Whether the recorded cards alone lead to a ruling, whatever the sides say; not
    where a question was answered on the way, so that more than the form was told."""
    irregularity = irregularity_of(session.game, ruling.event.name)
    if irregularity is None or irregularity.proved is None:
        return False
    judgment = ruling.event.judgment
    return not judgment.asked if judgment else older.is_told(session, ruling)


def unanswered(session: Session) -> Given | None:
    for ruling in ruled_on(session):
        if ruling.state in (RulingState.OPEN, RulingState.APPEALED):
            return ruling
    return None


def unheard(session: Session, parties: Iterable[Party]) -> Given | None:
    """The first open ruling of which one of these sides has not said anything, else
    None."""
    mine = {party.id for party in parties}
    if not mine:
        return None
    for ruling in ruled_on(session):
        if ruling.state is RulingState.OPEN:
            asked = {party.id for party in silent_sides(session, ruling)}
            if mine & (asked | _asked_of_remedy(session, ruling)):
                return ruling
    return None


# The sides that have said nothing of a ruling since another would settle it
# another way.
def _asked_of_remedy(session: Session, ruling: Given) -> set[PartyId]:
    if not remedies_wanted(session, ruling):
        return set()
    heard = set[PartyId]()
    for event in _words(session)[ruling.seq]:
        if isinstance(event, ruling_notes.RemedyAgreed):
            heard.clear()
        heard.add(event.party)
    return {party.id for party in session.parties} - heard


def choice_for(
    session: Session, seats: Iterable[Seat]
) -> tuple[Recorded, ruling_notes.ChoiceOffered] | None:
    """The choice that is offered to these seats and has not been ruled on since, with
    its entry, else None."""
    mine = set(seats)
    for entry in reversed(session.folded.order):
        event = entry.event
        if isinstance(event, ruling_notes.Ruled):
            return None
        if isinstance(event, ruling_notes.ChoiceOffered) and mine & {*event.seats}:
            return entry, event
    return None


def asked_again(session: Session, given: Given) -> list[tuple[str, str]] | None:
    """The facts with which an open ruling is asked for again; None where nothing is
    open. It is open while a fact was not known, and no later ruling has taken it up."""
    ruling = left_by(session, given)
    if ruling is None or not ruling.waits:
        return None
    known = known_facts(given.event, ruling.waits)
    for later in ruled_on(session):
        is_same = later.seq > given.seq and later.event.name == given.event.name
        if is_same and set(known) <= set(later.event.facts):
            return None
    return known


@once
def to_ask_again(session: Session) -> Given | None:
    for ruling, _ in lately(session):
        row = deal_of(session, ruling).row
        if row is None or not row.is_finished or ruling.state is RulingState.SETTLED:
            continue
        if asked_again(session, ruling) is not None:
            return ruling
    return None
