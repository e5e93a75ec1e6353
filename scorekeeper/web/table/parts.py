"""Long pages in parts: which part is asked for, and the ways to those before and after it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import request

SIZE = 100
"""How many rows a part has, as a rule; the last one has those of an unfinished part besides."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of `count` rows: those from `start` up to and without `stop`."""

    number: int
    of: int
    count: int
    size: int = SIZE

    @property
    def rows(self) -> slice:
        """The rows of this part, counted from the first of all."""
        start = (self.number - 1) * self.size
        return slice(start, self.count if self.number == self.of else start + self.size)

    @property
    def rows_from_the_end(self) -> slice:
        """The same for a list that has its newest row first."""
        start, stop, _ = self.rows.indices(self.count)
        return slice(self.count - stop, self.count - start)


def part_of(count: int, row: int | None = None, size: int = SIZE) -> Part:
    """The part of `count` rows that the address asks for by `part`; else the one that has this
    row, else the last."""
    of = max(1, count // size)
    asked = request.args.get("part", type=int)
    if asked is None:
        asked = of if row is None else row // size + 1
    return Part(min(max(1, asked), of), of, count, size)


def ways(part: Part, address: Callable[..., str]) -> dict[str, Any]:
    """The addresses of the parts before and after, where there are any: `address(part=number)`."""
    number = part.number
    return {
        "older_url": address(part=number - 1) if number > 1 else None,
        "newer_url": address(part=number + 1) if number < part.of else None,
    }
