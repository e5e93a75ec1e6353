"""The standings of a night as they are shown, on screen and on paper alike: rankings with
names, and the deals of each number of the movement."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Points
from scorekeeper.nights.facts import Scoring
from scorekeeper.nights.movement import Number
from scorekeeper.nights.night import Night
from scorekeeper.nights.standings import (
    Ranking,
    Result,
    Share,
    adjusted,
    board_shares,
    standings,
)
from scorekeeper.tables.nights import results
from scorekeeper.tables.session import Session
from scorekeeper.words import Words

OpenTable = Callable[[str], Session | None]
"""How a table is found by its id; None where it isn't here, or can't be read."""


@dataclass(frozen=True, slots=True)
class RankedLine:
    """A line of a ranking: the place as it is written, such as "1=", and the total in
    words."""

    place: str
    name: str
    unit: Number
    total: str
    played: int
    given: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """A ranking: of everybody, or of the side "NS" or "EW"; `head` is what its totals
    are."""

    direction: str
    head: Message
    lines: tuple[RankedLine, ...]


_HEADS: Mapping[tuple[Scoring, bool], str] = {
    (Scoring.MATCHPOINTS, False): "night.head.percent",
    (Scoring.IMPS, False): "night.scoring.imps",
    (Scoring.VICTORY_POINTS, False): "night.head.victory-points",
    (Scoring.POINTS, False): "night.scoring.points",
    (Scoring.POINTS, True): "night.head.mean",
}


def ranked(night: Night, open_table: OpenTable, words: Words) -> list[Ranked]:
    """The rankings of a night, without those that have no line yet."""
    chosen = night.chosen
    if chosen is None:
        return []
    found = standings(night, results(night, open_table))
    return [
        Ranked(
            ranking.direction,
            message(_HEADS[chosen.scoring, ranking.is_mean]),
            tuple(_lines(night, chosen.scoring, ranking, words)),
        )
        for ranking in found
        if ranking.standings
    ]


def _lines(
    night: Night, scoring: Scoring, ranking: Ranking, words: Words
) -> list[RankedLine]:
    return [
        RankedLine(
            f"{line.place}=" if line.is_shared else f"{line.place}",
            night.unit_name(line.unit),
            line.unit,
            total_said(scoring, line.total, ranking, words),
            line.played,
            line.given,
        )
        for line in ranking.standings
    ]


def total_said(
    scoring: Scoring, total: Points | Decimal, ranking: Ranking, words: Words
) -> str:
    """A total as it is written: percentages and victory points to two decimals."""
    exact = Fraction(total)
    if scoring is Scoring.POINTS and not ranking.is_mean:
        return words.number(exact)
    return words.hundredths(exact)


# ---- the deals of one of them ----


@dataclass(frozen=True, slots=True)
class OwnDeal:
    """A deal on somebody's own sheet: where it was played, on which board (0 without
    one), in which direction, against whom, their side's points less the others', and
    what that was worth, where boards are compared."""

    round: int
    table: int
    board: int
    direction: str
    opponents: str
    points: Points
    worth: str


def own_deals(
    night: Night, open_table: OpenTable, words: Words
) -> dict[Number, list[OwnDeal]]:
    """What each number of the movement has played, in that order."""
    played = results(night, open_table)
    counted = adjusted(night, played)
    worth = _worth(night, counted, words)
    instead = {result.where: result for result in counted}
    found = [instead.get(result.where, result) for result in played]
    deals: dict[Number, list[OwnDeal]] = {
        unit: [] for unit in range(1, len(night.units) + 1)
    }
    for result in found:
        sides = (
            ("NS", result.north_south, result.east_west, result.difference),
            ("EW", result.east_west, result.north_south, -result.difference),
        )
        for direction, own, others, points in sides:
            for unit in dict.fromkeys(night.unit_of(person) for person in own):
                if unit is None:
                    continue
                deals[unit].append(
                    OwnDeal(
                        result.round,
                        result.table,
                        result.board,
                        direction,
                        " & ".join(map(night.name, others)),
                        points,
                        worth.get((result.where, unit), ""),
                    )
                )
    return deals


def _worth(
    night: Night, found: Sequence[Result], words: Words
) -> dict[tuple[tuple[int, int, int], Number], str]:
    chosen = night.chosen
    if chosen is None or chosen.scoring not in (Scoring.MATCHPOINTS, Scoring.IMPS):
        return {}
    shares: list[Share] = board_shares(night, found)
    return {
        ((share.round, share.table, share.board), share.unit): words.hundredths(
            Fraction(100 * share.won) / share.of
            if chosen.scoring is Scoring.MATCHPOINTS and share.of
            else Fraction(share.won)
        )
        for share in shares
    }
