"""Which sides a ruling is for: it falls by no word but theirs. Rule: readings, sections 7
and 9."""

from collections.abc import Collection

from scorekeeper.core.errors import refused
from scorekeeper.core.evening import Awarded
from scorekeeper.core.facts import Besides, Fact, fact_in
from scorekeeper.core.messages import listed
from scorekeeper.core.ruling_notes import Ruled, RulingAccepted, RulingApplied
from scorekeeper.core.rulings import Effect, EffectKind
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.rulings.given import Given, RulingState, ruling_of
from scorekeeper.tables.rulings.on_deals import deal_of, decided
from scorekeeper.tables.session import Session
from scorekeeper.tables.settled import Moved
from scorekeeper.tables.voices import Speaker, speaks


def favoured(session: Session, ruled: Ruled) -> tuple[Party, ...]:
    """The sides other than the one at fault, and those that a ruling gives something;
    none where it names nobody and gives nothing."""
    seat = fact_in(dict(ruled.facts), Fact.SEAT)
    gaining = {effect.party for effect in ruled.effects if _gives(session, effect)}
    if fact_in(dict(ruled.facts), Fact.BESIDES) == Besides.BOTH:
        return session.parties
    return tuple(
        party
        for party in session.parties
        if party.id in gaining or (seat and Seat(seat) not in party.seats)
    )


def _gives(session: Session, effect: Effect) -> bool:
    is_bad = effect.kind == EffectKind.POINTS and session.sheet.fewest_wins
    return effect.amount < 0 if is_bad else effect.amount > 0


def unasked(
    session: Session, speaker: Speaker, ruled: Ruled, since: int | None = None
) -> tuple[Party, ...]:
    return tuple(
        party
        for party in favoured(session, ruled)
        if not speaks(session, speaker, party, since)
    )


def moves_given_up(
    before: Session, after: Session, voids: Collection[int]
) -> tuple[Moved, ...]:
    """What accepted rulings gave that is struck out: each a move of its deal, to which
    the sides must agree that it is for. With the whole deal it may go, and what an
    arbiter decided is settled as such."""
    moves = []
    for given, row in _given_up(before, voids):
        assert given.answer is not None  # noqa: S101 - it was accepted
        parties = _whose_word(before, given)
        since = given.answer.seq
        standing = {party.id: since for party in parties}
        new = after.sheet.row(row.id)
        mark = ("given-up", given.seq)
        moves.append(Moved(row.id, row, new, standing, mark, is_given_up=True))
    return tuple(moves)


def check_not_dropped(
    session: Session, speaker: Speaker, struck: Collection[Recorded]
) -> None:
    """Refuse to strike out that a ruling was accepted of which no deal is left, on a
    phone that doesn't speak for the sides that it is for. Raises RuleViolation."""
    for entry in struck:
        given = _answered_by(session, entry)
        if given is None or given.seq in decided(session):
            continue
        if deal_of(session, given).row is not None:
            continue
        others = [
            party
            for party in _whose_word(session, given)
            if not speaks(session, speaker, party, entry.seq)
        ]
        if others:
            raise refused("rulings.refused.for-others", parties=listed(others))


def is_given_up(session: Session, entry: Recorded) -> bool:
    """Whether this is a ruling that was accepted: striking it out gives up what it
    gave, to which sides agree."""
    given = ruling_of(session, entry.seq) if isinstance(entry.event, Ruled) else None
    if given is None or deal_of(session, given).row is None:
        return False
    return given.state in (RulingState.ACCEPTED, RulingState.SETTLED)


# The rulings of which these strike out anything, with the rows of their deals.
def _given_up(session: Session, voids: Collection[int]) -> list[tuple[Given, Row]]:
    seqs = {seq for seq in voids if 0 < seq <= session.last}
    found = dict[int, tuple[Given, Row]]()
    for seq in sorted(seqs):
        entry = session.entry(seq)
        given = _answered_by(session, entry)
        row = deal_of(session, given).row if given else None
        if given is None or row is None or given.seq in decided(session):
            continue
        is_award = isinstance(entry.event, Awarded)
        if is_award and _goes_with_its_deal(session, entry, seqs):
            continue
        if given.answer is not None:
            found[given.seq] = (given, row)
    return list(found.values())


# The sides whose word it takes to give up what a ruling gave: all where it was settled
# another way, or says what a side has in all, which says it of the others too.
def _whose_word(session: Session, given: Given) -> tuple[Party, ...]:
    says_all = any(effect.kind not in _OF_ANY_GAME for effect in given.event.effects)
    if given.state is RulingState.SETTLED or says_all:
        return session.parties
    return favoured(session, given.event)


_OF_ANY_GAME = {*EffectKind}


def _answered_by(session: Session, entry: Recorded) -> Given | None:
    event = entry.event
    if isinstance(event, RulingAccepted | RulingApplied | Awarded):
        return ruling_of(session, event.ruling)
    return ruling_of(session, entry.seq) if is_given_up(session, entry) else None


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
