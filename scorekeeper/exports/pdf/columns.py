"""The lines of a section as they are written by hand: one under another in each column."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from scorekeeper.core.sheet import Points

View = Mapping[str, Any]
"""A section or a row as `sheet_view` lays it out."""


@dataclass(frozen=True, slots=True)
class Entered:
    """One number of a column: its deal's number (None for an entry of another kind), what it is
    for, whether a correction struck it, its row's id, and that row's facts by their headings."""

    number: object
    what: object
    points: Points
    struck: bool
    row: int
    fact: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Across:
    """One line across the columns: an entry a party or None. `ends_game` draws a rule below it;
    `opens` says that a deal begins here."""

    cells: tuple[Entered | None, ...]
    ends_game: bool = False
    opens: bool = False


def ledger(section: View, parties: Sequence[str], part: str) -> tuple[Across, ...]:
    """One part of a section's columns, from the top down.

    Above the line each column grows upwards from it, so that the newest stands highest; below
    it everything stands in the order of play; a score without a line keeps deals together.
    """
    if part == "above":
        return _above(section, parties)
    return tuple(_below(section, parties) if part == "below" else _deals(section, parties, part))


def number_of(row: View) -> object:
    """The number that a row goes by, None when it has none."""
    return row["label"].values.get("number")


def _above(section: View, parties: Sequence[str]) -> tuple[Across, ...]:
    columns = [
        [one for row in section["rows"] for one in _entries(row, party, "above")][::-1]
        for party in parties
    ]
    height = max(map(len, columns))
    filled = [[None] * (height - len(column)) + column for column in columns]
    return tuple(Across(cells) for cells in zip(*filled, strict=True))


def _below(section: View, parties: Sequence[str]) -> Iterator[Across]:
    for row in section["rows"]:
        lines = [line for line in row["lines"] if line["part"] == "below"]
        for n, line in enumerate(lines, start=1):
            cells = tuple(_entered(row, line) if line["party"] == one else None for one in parties)
            yield Across(cells, ends_game=n == len(lines) and "game" in row["marks"])


def _deals(section: View, parties: Sequence[str], part: str) -> Iterator[Across]:
    for row in section["rows"]:
        columns = [_entries(row, party, part) for party in parties]
        for n, cells in enumerate(zip_longest(*columns)):
            yield Across(cells, opens=n == 0)


def _entries(row: View, party: str, part: str) -> list[Entered]:
    return [
        _entered(row, line)
        for line in row["lines"]
        if line["party"] == party and line["part"] == part
    ]


def _entered(row: View, line: View) -> Entered:
    points, struck = line["points"], line["struck"]
    return Entered(number_of(row), line["what"], points, struck, row["id"], row["fact"])
