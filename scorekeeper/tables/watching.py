"""The play of the deal on the table, as far as the log can still take it."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from operator import itemgetter

from scorekeeper.core.breaches import still_out
from scorekeeper.core.cards import Play
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.notes import NOTED
from scorekeeper.core.play import (
    WATCHED,
    CardPlayed,
    LeadIs,
    PlayRules,
    Watched,
    WatchedEvent,
    turn,
)
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.session import Session, once


def is_watchable(session: Session) -> bool:
    """Whether a card can be recorded now: the deal on the table has come to its play."""
    arbiter = session.game.arbiter
    state = session.folded.state
    rules = arbiter.play_rules(state) if arbiter else None
    if arbiter is None or rules is None:
        return False
    return any(_passes(session, one) for one in _next(rules, arbiter.watched(state)))


def is_watched(session: Session) -> bool:
    """Whether cards of the deal on the table have been recorded, and its result has not."""
    arbiter = session.game.arbiter
    if arbiter is None or not arbiter.watched(session.folded.state).entries:
        return False
    return last_seen(session) is not None


def last_seen(session: Session) -> Recorded | None:
    """The entry that was recorded last, where it is one of watched play."""
    order = (one for one in reversed(session.folded.order) if not isinstance(one.event, NOTED))
    last = next(order, None)
    return last if last is not None and isinstance(last.event, WATCHED) else None


def tricks_won(session: Session, watched: Watched) -> tuple[tuple[Party, int], ...]:
    """How many tricks each party has won."""
    return tuple((party, watched.won_by(party.seats)) for party in session.parties)


def deal_row(session: Session, before: int | None = None) -> Row | None:
    """The row of the deal in progress, else of the last one; of those begun before an entry."""
    rows, begun = played_rows(session), _begun(session)
    if before is None:
        return rows[-1] if rows else None
    at = bisect_left(begun, before, key=itemgetter(0))
    return rows[begun[at - 1][1]] if at else None


@once
def _begun(session: Session) -> list[tuple[int, int]]:
    """By their ids, the rows of deals: which is the last in the order of play up to there."""
    ids = sorted((row.id, n) for n, row in enumerate(played_rows(session)))
    last = accumulate((n for _, n in ids), max)
    return [(row_id, n) for (row_id, _), n in zip(ids, last, strict=True)]


@once
def played_rows(session: Session) -> list[Row]:
    """The rows of deals of which anything was played."""
    played = {e.seq for e in session.folded.order if isinstance(e.event, session.game.events)}
    return [row for row in session.sheet.rows() if not played.isdisjoint(row.entries)]


def _next(rules: PlayRules, watched: Watched) -> Iterator[WatchedEvent]:
    """What may be seen next, so that one of them passes wherever play goes on."""
    seat = turn(rules, watched) or rules.ring[0]
    if not watched.trick:
        yield LeadIs(seat)
        return
    for card in sorted(still_out(rules, watched, seat), key=str):
        for way in rules.ways(watched.tricks, watched.trick, Play(seat, card)):
            yield CardPlayed(card, way.is_face_down, seat, way.as_suit)


def _passes(session: Session, event: WatchedEvent) -> bool:
    if not isinstance(event, session.game.events):
        return False
    try:
        session.game.check(session.folded.state, event)
    except RuleViolation:
        return False
    return True
