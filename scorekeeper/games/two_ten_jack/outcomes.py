"""What of Two-Ten-Jack is counted over the seasons: rounds, and suits that were reversed."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import message
from scorekeeper.core.outcomes import Counted, Kind, Outcome
from scorekeeper.core.seats import Seat
from scorekeeper.games.two_ten_jack.scoring import round_lines, whole_sixes
from scorekeeper.games.two_ten_jack.settings import Settings
from scorekeeper.games.two_ten_jack.state import Count, Round

ROUNDS = Kind("two-ten-jack.outcome.round", has_result=False)
"""Rounds counted, by the points they brought."""

REVERSALS = Kind("two-ten-jack.outcome.reversal", has_result=False, row=Suit)
"""Suits of which one player captured all six, by suit; by the points of the whole round."""


def outcomes(state: Any) -> tuple[Outcome, ...]:
    """Every player's rounds, and every reversal."""
    rounds = (one for one in state.past if isinstance(one, Round))
    return tuple(
        outcome
        for one in rounds
        if one.count
        for outcome in _round(one.id, one.count, state.settings)
    )


def _round(row: int, count: Count, settings: Settings) -> Iterator[Outcome]:
    points: dict[Seat, int] = {}
    for line in round_lines(count, settings):
        seat = Seat(line.party)
        points[seat] = points.get(seat, 0) + int(line.points)
    for seat, brought in points.items():
        said = message("two-ten-jack.outcome.round.said", points=brought)
        yield Outcome(row, ROUNDS.code, (seat,), (), said, by=brought)
    for suit, seat in whole_sixes(count, settings).items():
        said = message("two-ten-jack.outcome.reversal.said", suit=suit, points=points.get(seat, 0))
        of = (suit.value, "")
        yield Outcome(row, REVERSALS.code, (seat,), (), said, of, by=points.get(seat, 0))


COUNTED = Counted((ROUNDS, REVERSALS), outcomes)
