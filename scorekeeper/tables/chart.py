"""The running score of a sheet as a picture: a line for each party."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.core.messages import Message
from scorekeeper.core.seats import Party, PartyId
from scorekeeper.core.sheet import Points, Row, ScoreSheet

WIDTH = 360
HEIGHT = 220
LEFT = 46
RIGHT = 74
TOP = 10
BOTTOM = 22  # Margins: figures left, names right, deals below
STEPS = 5  # About how many figures stand at the left
LABEL = 15  # The least distance between two names at the right
DEALS = 8  # The most deals that are named below
# From twice as many points on, only every second, third ... is joined.
MOST_POINTS = 2 * WIDTH


@dataclass(frozen=True, slots=True)
class ChartStep:
    """Where the totals stood after a row: by party, in the order of
    the sheet's parties."""

    section: Message
    row: Row
    totals: tuple[Points, ...]


def steps(sheet: ScoreSheet) -> tuple[ChartStep, ...]:
    all_steps = []
    totals: dict[PartyId, Points] = {party.id: 0 for party in sheet.parties}
    for section in sheet.sections:
        for row in section.rows:
            if row.lines:
                for party in totals:
                    totals[party] += row.total(party)
                all_steps.append(ChartStep(section.label, row, tuple(totals.values())))
    return tuple(all_steps)


class _Scale(NamedTuple):
    """How points and rows become places in the picture: the lowest and the highest
    figure at the left, the `step` between two of them, and the last row."""

    low: int
    high: int
    step: int
    last: int

    def height(self, points: Points) -> float:
        share = float(self.high - points) / (self.high - self.low)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * share, 1)

    def along(self, row: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) / self.last * row, 1)


class Tick(NamedTuple):
    """A figure at the left."""

    y: float
    at: int


class DealBelow(NamedTuple):
    """The number of a row that is named below."""

    x: float
    n: object


class ChartLine(NamedTuple):
    """The line of a party: its points in SVG's own spelling, its end, and where its
    name stands."""

    party: PartyId
    n: int
    points: str
    end: float
    x: float
    y: float
    label_y: float
    total: Points


class Chart(NamedTuple):
    zero: float
    lines: list[ChartLine]
    ticks: list[Tick]
    deals: list[DealBelow]
    left: int = LEFT
    right: int = WIDTH - RIGHT
    width: int = WIDTH
    height: int = HEIGHT


def drawn(sheet: ScoreSheet) -> Chart | None:
    """The picture of a sheet's running score; None before there are two points to
    join."""
    walked = steps(sheet)
    if not walked:
        return None
    last = len(walked)
    low, high, step = _figures([total for step in walked for total in step.totals])
    scale = _Scale(low, high, step, last)
    named = range(1, last + 1, max(1, -(-last // DEALS)))
    return Chart(
        zero=scale.height(0),
        lines=_lines(sheet, walked, scale),
        ticks=[Tick(scale.height(at), at) for at in range(low, high + 1, step)],
        deals=[
            DealBelow(scale.along(n), walked[n - 1].row.label.values.get("number", ""))
            for n in named
        ],
    )


def _lines(
    sheet: ScoreSheet, walked: Sequence[ChartStep], scale: _Scale
) -> list[ChartLine]:
    joined = sorted(
        {*range(0, scale.last + 1, max(1, (scale.last + 1) // MOST_POINTS)), scale.last}
    )
    ends = walked[-1].totals
    label_heights = _spread([scale.height(total) for total in ends])
    lines = []
    for n, party in enumerate(sheet.parties):
        totals = (0, *(step.totals[n] for step in walked))
        end = _last_played(party, walked)
        points = [
            f"{scale.along(row)},{scale.height(totals[row])}"
            for row in joined
            if row <= end
        ]
        lines.append(
            ChartLine(
                party=party.id,
                n=n + 1,
                points=" ".join(points),
                end=scale.along(end),
                x=scale.along(scale.last),
                y=scale.height(ends[n]),
                label_y=label_heights[n],
                total=ends[n],
            )
        )
    return lines


# After how many rows a party's line ends: all, or the last that it played.
def _last_played(party: Party, walked: Sequence[ChartStep]) -> int:
    played = (n for n, step in enumerate(walked, 1) if step.row.is_played_by(party))
    return max(played, default=0)


# The lowest and the highest figure at the left, and the step between two: round ones.
def _figures(totals: Sequence[Points]) -> tuple[int, int, int]:
    least = min(0, *totals)
    most = max(0, *totals)
    span = max(Fraction(most - least), Fraction(1))
    step = _round_step(span / STEPS)
    return int(least // step) * step, -int(-most // step) * step or step, step


def _round_step(least: Fraction) -> int:
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if step >= least:
                return step
        power *= 10


# Where names stand so that none covers another, each as near its line's end as can be.
def _spread(heights: Sequence[float]) -> list[float]:
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = [0.0] * len(heights)
    lowest = HEIGHT - BOTTOM - LABEL * (len(order) - 1)
    before = -float(LABEL)
    for rank, n in enumerate(order):
        at = min(max(heights[n], before + LABEL, TOP), lowest + LABEL * rank)
        before = round(at, 1)
        placed[n] = before
    return placed
