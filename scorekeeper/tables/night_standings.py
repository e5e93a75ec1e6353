"""The standings of a night as they are shown, on screen and on paper alike: rankings with
names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Points
from scorekeeper.nights.facts import Scoring
from scorekeeper.nights.movement import Number
from scorekeeper.nights.night import Night
from scorekeeper.nights.standings import Ranking, Standing, standings
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
            place_said(line),
            night.unit_name(line.unit),
            line.unit,
            total_said(scoring, line.total, ranking, words),
            line.played,
            line.given,
        )
        for line in ranking.standings
    ]


def place_said(line: Standing) -> str:
    return f"{line.place}=" if line.is_shared else f"{line.place}"


def total_said(
    scoring: Scoring, total: Points | Decimal, ranking: Ranking, words: Words
) -> str:
    """A total as it is written: percentages and victory points to two decimals."""
    exact = Fraction(total)
    if scoring is Scoring.POINTS and not ranking.is_mean:
        return words.number(exact)
    return words.hundredths(exact)
