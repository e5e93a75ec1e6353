"""What a result is worth beside the others on its board: matchpoints, IMPs, victory
points; and how equal totals share a place.

Rule: readings, section 10, with the Laws of Duplicate Bridge 2017, Law 78, and the
World Bridge Federation's continuous victory points.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import TypeVar

from scorekeeper.core.sheet import Points

_IMP_STEPS = (
    20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300,
    1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000,
)  # fmt: skip
"""From how many points on a difference is worth 1, 2, … 24 IMPs (Law 78B)."""


def imps(difference: Points) -> int:
    """The IMPs of a difference in points, negative where it is."""
    if difference < 0:
        return -imps(-difference)
    return bisect_right(_IMP_STEPS, float(difference))


def cross_imps(results: Sequence[Points]) -> list[Fraction]:
    """For each result the mean of its IMPs against every other; 0 where there is no
    other."""
    counts = Counter(results)
    others = max(1, len(results) - 1)
    means: dict[Points, Fraction] = {}
    for result in counts:
        won = sum(n * imps(result - other) for other, n in counts.items())
        means[result] = Fraction(won, others)
    return [means[result] for result in results]


def matchpoints(results: Sequence[Points]) -> list[int]:
    """For each result 2 for every other that it beats and 1 for every equal one (Law
    78A). The opponents have the rest of the top, which is 2 for every other result."""
    counts = Counter(results)
    points: dict[Points, int] = {}
    for result in counts:
        beaten = sum(n for other, n in counts.items() if other < result)
        equal = counts[result] - 1
        points[result] = 2 * beaten + equal
    return [points[result] for result in results]


def neuberg(matchpoints: Points, there: int, expected: int) -> Fraction:
    """Matchpoints of a board with `there` results, as they would be with `expected`
    ones: what was not played is as likely to be better as worse. Neuberg's formula,
    where each result that is beaten counts 2."""
    return (Fraction(matchpoints) + 1) * expected / there - 1


def victory_points(won: Points, boards: int) -> tuple[Decimal, Decimal]:
    """The victory points of both sides of a match over so many boards, to two decimals,
    20 together. `won` is by how many IMPs the first side won; negative where it lost.

    10 + 10 · (1 − τ^(3·IMPs/b)) / (1 − τ³) with b = 15·√boards and τ = (√5 − 1)/2.
    """
    with localcontext() as exact:
        exact.prec = 40
        margin = abs(Decimal(won.numerator) / Decimal(won.denominator))
        blitz = 15 * Decimal(boards).sqrt()
        tau = (Decimal(5).sqrt() - 1) / 2
        share = (1 - tau ** (3 * margin / blitz)) / (1 - tau**3)
        winner = min(Decimal(20), 10 + 10 * share)
    winner = winner.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    loser = 20 - winner
    return (winner, loser) if won >= 0 else (loser, winner)


Who = TypeVar("Who", bound=Hashable)


def places(totals: Mapping[Who, Points | Decimal]) -> dict[Who, int]:
    """The place of each, best first: equal totals share one, and the next place counts
    all before it (1, 1, 3)."""
    best_first = sorted(totals.values(), reverse=True)
    return {who: best_first.index(total) + 1 for who, total in totals.items()}
