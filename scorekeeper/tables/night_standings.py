"""The standings of a night as they are shown, on screen and on paper alike: rankings with
names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from scorekeeper.core.errors import refused
from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Points
from scorekeeper.nights.facts import CarriedOver, Part, Scoring
from scorekeeper.nights.movement import Number
from scorekeeper.nights.night import Night
from scorekeeper.nights.standings import (
    Ranking,
    Standing,
    carried_lines,
    standings,
)
from scorekeeper.tables.nights import night_of, rankings, results
from scorekeeper.tables.session import Session
from scorekeeper.words import Words

OpenTable = Callable[[str], Session | None]
"""How a table is found by its id; None where it isn't here, or can't be read."""


@dataclass(frozen=True, slots=True)
class RankedLine:
    """A line of a ranking: the place as it is written, such as "1=", and the total in
    words. `parts`: what it is made of, where something is carried over."""

    place: str
    name: str
    unit: Number
    total: str
    played: int
    given: int
    parts: Message | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A ranking: of everybody, or of the side "NS" or "EW"; `head` is what its totals
    are, `carried` with which earlier night."""

    direction: str
    head: Message
    lines: tuple[RankedLine, ...]
    carried: Message | None = None


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
            _carried_said(night, words),
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
            _parts_said(scoring, line, words),
        )
        for line in ranking.standings
    ]


def _parts_said(scoring: Scoring, line: Standing, words: Words) -> Message | None:
    if line.own is None or not line.carried.boards:
        return None
    parts = Ranking("", ())  # points are added up here, never a mean
    own = total_said(scoring, line.own, parts, words)
    carried = total_said(scoring, line.carried.total, parts, words)
    return message("night.carried.parts", own=own, carried=carried)


def _carried_said(night: Night, words: Words) -> Message | None:
    if night.carried is None:
        return None
    day = words.day(night.carried.at)
    return message(f"night.carried.{night.carried.part.value}", day=day)


# ---- carried over to another night ----


def carried_from(session: Session, open_table: OpenTable, part: Part) -> CarriedOver:
    """What another night can carry over from this one. Raises RuleViolation where this
    one isn't over."""
    night = night_of(session)
    if night.signed is None or night.chosen is None:
        raise refused("night.refused.not-over")
    lines = carried_lines(night, rankings(night, open_table))
    scoring = night.chosen.scoring
    return CarriedOver(session.id, session.header.at, part, scoring, lines)


def has_changed(carried: CarriedOver, earlier: Session, open_table: OpenTable) -> bool:
    """Whether the earlier night stands otherwise by now than what was carried over."""
    night = night_of(earlier)
    lines = carried_lines(night, rankings(night, open_table))
    now = sorted((line.total, line.boards) for line in lines)
    return now != sorted((line.total, line.boards) for line in carried.lines)


def place_said(line: Standing) -> str:
    return f"{line.place}=" if line.is_shared else f"{line.place}"


def total_said(
    scoring: Scoring, total: Points | Decimal, ranking: Ranking, words: Words
) -> str:
    """A total as it is written: percentages and victory points to two decimals."""
    exact = Fraction(total)
    is_whole = exact.denominator == 1
    if scoring is Scoring.POINTS and is_whole and not ranking.is_mean:
        return words.number(exact)
    return words.hundredths(exact)
