"""What the sides say of the facts of a ruling, and who is still to be asked."""

from collections.abc import Iterable
from typing import Any

from scorekeeper.core import ruling_notes
from scorekeeper.core.facts import Fact
from scorekeeper.core.seats import Party, Seat
from scorekeeper.games.arbiter.settings import SidesDiffer
from scorekeeper.tables.rulings import older
from scorekeeper.tables.rulings.given import Given, ruled_on
from scorekeeper.tables.rulings.on_deals import (
    deal_of,
    lately,
    left_by,
)
from scorekeeper.tables.session import Session, once

pass

# ---- what the sides say of it ----


@once
def _statements(session: Session) -> dict[tuple[int, str], ruling_notes.FactsStated]:
    return {
        (one.ruling, one.party): one for _, one in session.of(ruling_notes.FactsStated)
    }


def differs(session: Session, ruling: Given) -> bool:
    """Whether a side says that it was otherwise: no side can accept it alone."""
    return any(said["agrees"] is False for said in heard_of(session, ruling))


def agreed_way(session: Session) -> str:
    """How this table decides where the sides differ and nobody is the arbiter: a
    SidesDiffer."""
    return str(getattr(session.settings, "differ", SidesDiffer.AGREE).value)


def is_proved(session: Session, ruling: Given) -> bool:
    """Whether the recorded cards alone lead to a ruling, whatever the sides say; not
    where a question was answered on the way, so that more than the form was told."""
    arbiter = session.game.arbiter
    judgment = ruling.event.judgment
    irregularity = arbiter.irregularity(ruling.event.name) if arbiter else None
    if irregularity is None or irregularity.proved is None:
        return False
    return not judgment.asked if judgment else older.is_told(session, ruling)


def unanswered(session: Session) -> Given | None:
    """The first ruling that was neither accepted nor settled otherwise, appealed or
    not."""
    return next(
        (
            ruling
            for ruling in ruled_on(session)
            if ruling.state in ("open", "appealed")
        ),
        None,
    )


def unheard(session: Session, parties: Iterable[Party]) -> Given | None:
    """The first open ruling of which one of these sides has not said anything."""
    mine = {party.id for party in parties}
    if not mine:
        return None
    for one in (ruling for ruling in ruled_on(session) if ruling.state == "open"):
        silent = {
            said["party"].id
            for said in heard_of(session, one)
            if said["agrees"] is None
        }
        if mine & silent:
            return one
    return None


def choice_for(
    session: Session, seats: Iterable[Seat]
) -> ruling_notes.ChoiceOffered | None:
    """The choice that is offered to these seats and has not been ruled on since."""
    mine = set(seats)
    kinds = (ruling_notes.Ruled, ruling_notes.ChoiceOffered)
    found = (
        entry.event
        for entry in reversed(session.folded.order)
        if isinstance(entry.event, kinds)
    )
    last = next(
        (e for e in found if isinstance(e, ruling_notes.Ruled) or mine & {*e.seats}),
        None,
    )
    return last if isinstance(last, ruling_notes.ChoiceOffered) else None


def asked_again(session: Session, one: Given) -> list[tuple[str, str]] | None:
    """The facts with which an open ruling is asked for again; None where nothing is
    open. It is open while a fact was not known, and no later ruling has taken it up."""
    ruling = left_by(session, one)
    if ruling is None or not ruling.waits:
        return None
    known = [
        (name, fact)
        for name, fact in one.event.facts
        if name not in (ruling.waits, Fact.BOUND)
    ]
    later = (of.event for of in ruled_on(session) if of.seq > one.seq)
    same = (event for event in later if event.name == one.event.name)
    return None if any(set(known) <= set(event.facts) for event in same) else known


@once
def to_ask_again(session: Session) -> Given | None:
    """The first open ruling on a deal that is over, so that more can be known of it."""
    for one, _ in lately(session):
        row = deal_of(session, one).row
        is_over = row is not None and "open" not in row.marks
        is_open = is_over and one.state != "settled"
        if is_open and asked_again(session, one) is not None:
            return one
    return None


def heard_of(session: Session, ruling: Given) -> list[dict[str, Any]]:
    """What each `party` says of a ruling's facts: whether it `agrees`, None while it
    has not said so, and in its `words` how it was. Only a side's own statements
    count."""
    found = []
    for party in session.parties:
        said = _statements(session).get((ruling.seq, party.id))
        agrees = said.agrees if said else None
        words = said.words if said else ""
        found.append({"party": party, "agrees": agrees, "words": words})
    return found
