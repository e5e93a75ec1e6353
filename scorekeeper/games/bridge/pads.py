"""The classic pad on the screen: what a deal gave a side above or below the line is one entry."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import SIDES
from scorekeeper.core.sheet import Line, Points, Row, Section
from scorekeeper.games.bridge.sheet import sheet
from scorekeeper.games.bridge.state import State

_SHORT = {
    "bridge.line.overtricks": "bridge.pad.over",
    "bridge.line.insult.doubled": "bridge.pad.insult",
    "bridge.line.insult.redoubled": "bridge.pad.insult",
    "bridge.line.slam.small": "bridge.pad.slam",
    "bridge.line.slam.grand": "bridge.pad.grand-slam",
    "bridge.line.undertricks": "bridge.pad.off",
    "bridge.line.undertricks.steps": "bridge.pad.off",
    "bridge.line.draw": "bridge.pad.draw",
    "bridge.line.draw.no-trick-points": "bridge.pad.draw",
    "bridge.line.game-bonus": "bridge.pad.game",
    "bridge.line.part-bonus": "bridge.pad.part",
    "bridge.line.chicago-part": "bridge.pad.part",
    "bridge.line.rubber": "bridge.pad.rubber",
    "bridge.line.unfinished.game": "bridge.pad.game",
    "bridge.line.unfinished.part": "bridge.pad.part",
    "bridge.line.honours": "bridge.pad.honours",
    "bridge.line.hidden.added": "bridge.pad.hidden",
    "bridge.line.hidden.taken-off": "bridge.pad.hidden",
    "bridge.line.hidden.not-counted": "bridge.pad.hidden",
    "bridge.line.hidden.passed-out": "bridge.pad.hidden",
    "bridge.line.never-shown": "bridge.pad.hidden",
}
"""What a line is called where there is room for a word or two."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one deal gave one side in one part of its column."""

    row: int
    label: Message
    what: object
    points: Points
    party: str
    part: str


@dataclass(frozen=True, slots=True)
class Across:
    """One line across the pad: an entry a side or None.

    `ends_game` draws a rule below it; `opens` are the rows of the sheet whose reasons open here.
    """

    entries: tuple[Entry | None, ...]
    ends_game: bool = False
    opens: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Pad:
    """One section as a pad.

    `above` stands from the top down to the line, the newest first; `below` in the order of
    play; `rest` are the rows that have no entry.
    """

    above: tuple[Across, ...]
    below: tuple[Across, ...]
    rest: tuple[int, ...]


def pads(state: State) -> Mapping[str, Any]:
    """A pad for each section of the sheet; none where scores have no line to stand above."""
    whole = sheet(state)
    if whole.parts != ("below", "above"):
        return {"pads": None}
    return {"pads": tuple(_pad(section) for section in whole.sections)}


def _pad(section: Section) -> Pad:
    columns = [
        [one for row in section.rows if (one := _entry(row, side.id, "above"))] for side in SIDES
    ]
    above = [Across(pair) for pair in zip_longest(*columns)][::-1]
    below = [across for row in section.rows if (across := _below(row))]
    opened = _opening(above + below)
    shown = {number for one in opened for number in one.opens}
    rest = tuple(row.id for row in section.rows if row.id not in shown)
    return Pad(tuple(opened[: len(above)]), tuple(opened[len(above) :]), rest)


def _opening(lines: list[Across]) -> list[Across]:
    """Let each row of the sheet open under the first line that holds an entry of it."""
    seen: set[int] = set()
    opened: list[Across] = []
    for one in lines:
        new = tuple(e.row for e in one.entries if e and e.row not in seen)
        seen |= set(new)
        opened.append(Across(one.entries, one.ends_game, tuple(dict.fromkeys(new))))
    return opened


def _below(row: Row) -> Across | None:
    entries = tuple(_entry(row, side.id, "below") for side in SIDES)
    return Across(entries, "game" in row.marks) if any(entries) else None


def _entry(row: Row, side: str, part: str) -> Entry | None:
    lines = tuple(line for line in row.lines if (line.party, line.part) == (side, part))
    if not lines:
        return None
    what = listed(tuple(dict.fromkeys(_short(line) for line in lines)))
    return Entry(row.id, row.label, what, sum(line.points for line in lines), side, part)


def _short(line: Line) -> Any:
    """A word for the line; a contract for itself; nothing for what its row's label says."""
    values = line.what.values
    short = _SHORT.get(line.what.code)
    if short is None:
        return values.get("contract") or line.what
    return message(short, n=values["n"]) if short in _COUNTED else message(short)


_COUNTED = ("bridge.pad.over", "bridge.pad.off")
