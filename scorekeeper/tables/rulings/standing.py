"""What an accepted ruling puts in the record of its deal: as entries, and in words."""

from dataclasses import replace
from typing import Any

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Awarded
from scorekeeper.core.messages import Message, message, name_in
from scorekeeper.core.seats import named, named_message
from scorekeeper.core.session import Command, Recorded
from scorekeeper.games.arbiter.standing import NOTHING, Accepted, Standing
from scorekeeper.tables.rulings.given import Given
from scorekeeper.tables.rulings.on_deals import deal_of
from scorekeeper.tables.session import Session, said_of


def standing_of(session: Session, ruling: Given) -> Standing:
    """What this ruling puts in the record when it is accepted now; nothing
    where the deal has gone on so that it can't be entered any more, and where
    it was entered before."""
    arbiter = session.game.arbiter
    row, is_struck = deal_of(session, ruling)
    if arbiter is None or row is None or is_struck or row.is_finished:
        return NOTHING
    if max(row.entries) > ruling.seq:
        return NOTHING
    event = ruling.event
    verdict = name_in(event.verdict)
    accepted = Accepted(ruling.seq, event.name, dict(event.facts), verdict)
    entries = tuple(session.entry(seq) for seq in row.entries)
    standing = arbiter.stands(session.folded.state, accepted, entries)
    try:
        session.decide(Command(standing.entries, standing.taken_back, reason="-"))
    except RuleViolation:
        return NOTHING
    return standing


def standing_said(session: Session, ruling: Given) -> tuple[Message, ...]:
    standing = standing_of(session, ruling)
    people = session.folded.people
    sentences = []
    for entry in standing.entries:
        event: Any = entry.event
        bare = replace(event, ruling=None) if hasattr(event, "ruling") else event
        said = bare.said()
        if type(event) in session.game.calls and event.seat:
            said = message("play.said.by", seat=event.seat, said=said)
        sentences.append(message("rulings.enters", what=named_message(said, people)))
    for seq in standing.taken_back:
        if all(entry.place != seq for entry in standing.entries):
            said = said_of(session.entry(seq))
            sentences.append(message("rulings.takes-back", what=named(said, people)))
    return tuple(sentences)


def given_by(session: Session, ruling: int) -> tuple[Recorded, ...]:
    """What the ruling of this entry gives in its deal, as it is in force."""
    return tuple(
        entry for entry, award in session.of(Awarded) if award.ruling == ruling
    )
