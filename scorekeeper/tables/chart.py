"""The running score of a session as a picture: plain values that a template draws as SVG."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorekeeper.core.messages import Message
from scorekeeper.core.seats import Party
from scorekeeper.core.sheet import Points, Row, ScoreSheet

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 46, 74, 10, 22
"""The margins: figures at the left, names at the right, deals below."""
STEPS = 5
"""About how many figures stand at the left."""
LABEL = 15
"""The least distance between two names at the right."""
DEALS = 8
"""The most deals that are named below."""


MOST_POINTS = 2 * WIDTH
"""From twice as many points on, a line is drawn through every second, third ... of them."""


@dataclass(frozen=True, slots=True)
class Step:
    """Where the totals stood after a row: by party, in the order of the sheet's parties."""

    section: Message
    row: Row
    totals: tuple[Points, ...]


def steps(sheet: ScoreSheet) -> tuple[Step, ...]:
    """The totals of all sections together after each row that has a number."""
    totals: list[Points] = [0 for _ in sheet.parties]
    found: list[Step] = []
    for section in sheet.sections:
        for row in section.rows:
            if not row.lines:
                continue
            for n, party in enumerate(sheet.parties):
                totals[n] += row.total(party.id)
            found.append(Step(section.label, row, tuple(totals)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Plane:
    """Where points and rows lie in the picture: figures from `low` to `high`, `rows` of them."""

    low: int
    high: int
    rows: int

    def height(self, points: Points) -> float:
        share = float(self.high - points) / (self.high - self.low)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * share, 1)

    def along(self, row: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) / self.rows * row, 1)

    def line(self, totals: Sequence[Points]) -> str:
        """The line from nought through these totals, in SVG's own spelling."""
        points = list(enumerate((0, *totals)))
        shown = points[:: max(1, len(points) // MOST_POINTS)]
        last = [] if shown[-1] == points[-1] else points[-1:]
        return " ".join(f"{self.along(row)},{self.height(at)}" for row, at in (*shown, *last))


def drawn(sheet: ScoreSheet) -> dict[str, Any] | None:
    """The picture of a sheet's running score; None before there are two points to join.

    `lines` has for each party its points in SVG's own spelling, where it ends and where its name
    stands; `ticks` are the figures at the left, `deals` the rows named below, `zero` the height
    of nought.
    """
    walked = steps(sheet)
    if not walked:
        return None
    low, high, step = _scale([total for one in walked for total in one.totals])
    plane = _Plane(low, high, len(walked))
    each = range(0, len(walked), max(1, -(-len(walked) // DEALS)))
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "right": WIDTH - RIGHT,
        "bottom": HEIGHT - BOTTOM,
        "zero": plane.height(0),
        "lines": _lines(plane, walked, sheet.parties),
        "ticks": [{"y": plane.height(at), "at": at} for at in range(low, high + 1, step)],
        "deals": [{"x": plane.along(n + 1), "n": n + 1} for n in each],
    }


def _lines(plane: _Plane, walked: Sequence[Step], parties: Sequence[Party]) -> list[dict[str, Any]]:
    ends = [plane.height(total) for total in walked[-1].totals]
    return [
        {
            "party": party.id,
            "n": n + 1,
            "points": plane.line([one.totals[n] for one in walked]),
            "x": plane.along(len(walked)),
            "y": ends[n],
            "label_y": label_y,
            "total": walked[-1].totals[n],
        }
        for n, (party, label_y) in enumerate(zip(parties, _spread(ends), strict=True))
    ]


def _scale(totals: Sequence[Points]) -> tuple[int, int, int]:
    """The lowest and the highest figure at the left, and the step between two: round ones."""
    least, most = min(0, *totals), max(0, *totals)
    span = max(Fraction(most - least), Fraction(1))
    step = next(
        size
        for power in range(12)
        for size in (10**power, 2 * 10**power, 5 * 10**power)
        if span / size <= STEPS
    )
    return int(least // step) * step, -int(-most // step) * step or step, step


def _spread(heights: Sequence[float]) -> tuple[float, ...]:
    """Where names stand so that none covers another, each as near its line's end as can be."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = dict.fromkeys(order, 0.0)
    lowest = HEIGHT - BOTTOM - LABEL * (len(order) - 1)
    before = -float(LABEL)
    for rank, n in enumerate(order):
        at = min(max(heights[n], before + LABEL, TOP), lowest + LABEL * rank)
        placed[n] = before = round(at, 1)
    return tuple(placed[n] for n in range(len(heights)))
