"""Which sides a ruling is for: it falls by no word but theirs. Rule: readings, sections 7
and 9."""

from collections.abc import Collection

from scorekeeper.core.errors import refused
from scorekeeper.core.evening import Awarded
from scorekeeper.core.facts import Besides, Fact, fact_in
from scorekeeper.core.messages import listed
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted, RulingApplied
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.tables.rulings.given import Given, ruling_of
from scorekeeper.tables.rulings.on_deals import decided
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import Speaker, speaks


def favoured(session: Session, ruled: Ruled) -> tuple[Party, ...]:
    """The sides other than the one at fault, and those that a ruling gives something;
    none where it names nobody and gives nothing."""
    seat = fact_in(dict(ruled.facts), Fact.SEAT)
    gaining = {effect.party for effect in ruled.effects if effect.amount > 0}
    if fact_in(dict(ruled.facts), Fact.BESIDES) == Besides.BOTH:
        return session.parties
    return tuple(
        party
        for party in session.parties
        if party.id in gaining or (seat and Seat(seat) not in party.seats)
    )


def unasked(
    session: Session, speaker: Speaker, ruled: Ruled, since: int | None = None
) -> tuple[Party, ...]:
    return tuple(
        party
        for party in favoured(session, ruled)
        if not speaks(session, speaker, party, since)
    )


def check_not_dropped(
    session: Session, speaker: Speaker, struck: Collection[Recorded]
) -> None:
    """Refuse to strike out that a ruling was accepted, or what it gave, on a phone that
    doesn't speak for the sides that it is for. With the whole deal it may go, and what
    an arbiter decided is taken back by all together. Raises RuleViolation."""
    seqs = {entry.seq for entry in struck}
    for entry in struck:
        given = _answered_by(session, entry)
        if given is None or given.seq in decided(session):
            continue
        if isinstance(entry.event, Awarded) and _goes_with_its_deal(
            session, entry, seqs
        ):
            continue
        settled = isinstance(entry.event, RulingAccepted) and entry.event.remedy
        parties = session.parties if settled else favoured(session, given.event)
        others = [
            party for party in parties if not speaks(session, speaker, party, entry.seq)
        ]
        if others:
            raise refused("rulings.refused.for-others", parties=listed(others))


def _answered_by(session: Session, entry: Recorded) -> Given | None:
    event = entry.event
    if isinstance(event, RulingAccepted | RulingApplied | Awarded):
        return ruling_of(session, event.ruling)
    return None


def _goes_with_its_deal(session: Session, entry: Recorded, struck: set[int]) -> bool:
    for row in session.sheet.rows():
        if entry.seq in row.entries:
            facts = [
                seq
                for seq in row.entries
                if not isinstance(session.entry(seq).event, Awarded)
            ]
            return struck.issuperset(facts)
    return True
