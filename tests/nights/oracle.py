"""The totals of a night counted pair by pair, with nothing of ours but the scale of
IMPs."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from scorekeeper.core.sheet import Points
from scorekeeper.nights.facts import Scoring
from scorekeeper.nights.night import Night
from scorekeeper.nights.scoring import imps
from scorekeeper.nights.standings import Ranking, Result


def who(night: Night, unit: int) -> set[int]:
    return {*night.units[unit - 1]}


# Long: the scoring as its definition has it, sum by sum.
def oracle(night: Night, results: Sequence[Result]) -> dict[int, Fraction]:
    """The totals by matchpoints in per cent or by cross-IMPs, of those who played."""
    assert night.chosen is not None
    boards = {one.board for one in results}
    counts = [sum(one.board == board for one in results) for board in boards]
    most = max(counts, default=0)
    totals = dict[int, Fraction]()
    for unit in range(1, len(night.units) + 1):
        won = Fraction(0)
        top = Fraction(0)
        n = 0
        for mine in results:
            sign = 0
            if who(night, unit) & {*mine.north_south}:
                sign = 1
            elif who(night, unit) & {*mine.east_west}:
                sign = -1
            if not sign:
                continue
            same = [one for one in results if one.board == mine.board]
            others = [one for one in same if one is not mine]
            margins = [sign * (mine.difference - one.difference) for one in others]
            n += 1
            if night.chosen.scoring is Scoring.IMPS:
                won += Fraction(sum(map(imps, margins)), max(1, len(margins)))
                continue
            points = Fraction(sum((margin > 0) + (margin >= 0) for margin in margins))
            missing = most - len(same)
            won += (points * most + missing) / len(same)
            top += 2 * (most - 1)
        if n and night.chosen.scoring is Scoring.IMPS:
            totals[unit] = won + won / n * sat_out(night, unit)
        elif top:
            totals[unit] = 100 * won / top
    return totals


def sat_out(night: Night, unit: int) -> int:
    """On how many boards somebody had no opponents."""
    assert night.chosen is not None
    rounds = [
        opened
        for opened in night.rounds
        if not any(who(night, unit) & {*laid.people} for laid in opened.fact.tables)
    ]
    return len(rounds) * night.chosen.boards


def totals_of(rankings: Sequence[Ranking]) -> dict[int, Points | Decimal]:
    return {line.unit: line.total for ranking in rankings for line in ranking.standings}


def check_places(ranking: Ranking) -> None:
    """A place is one more than how many are better; who shares it is said."""
    lines = ranking.standings
    for line in lines:
        better = [other for other in lines if other.total > line.total]
        equal = [other for other in lines if other.total == line.total]
        assert line.place == 1 + len(better)
        assert line.is_shared == (len(equal) > 1)
    assert [line.place for line in lines] == sorted(line.place for line in lines)
