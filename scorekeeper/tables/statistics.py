"""What was counted over many sessions, as pages show it: tables whose figures have their deals."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scorekeeper.core.messages import message
from scorekeeper.core.outcomes import GAME, Came, Kind
from scorekeeper.core.sheet import Points
from scorekeeper.games import GAMES
from scorekeeper.store.outcomes import Count

Link = Callable[..., str]
"""The address of the deals behind a figure: called with kind, row, column and came."""

BAR = 100
"""How wide a full bar is, in its own units."""


@dataclass(frozen=True, slots=True)
class Sum:
    """Several outcomes together: how many, made and set, and the sum of how far they came out."""

    times: int = 0
    made: int = 0
    set: int = 0
    by: Points = 0

    def plus(self, count: Count) -> "Sum":
        """With these too."""
        return Sum(
            self.times + count.times,
            self.made + count.times * (count.came is Came.MADE),
            self.set + count.times * (count.came is Came.SET),
            self.by + count.by,
        )


def kinds() -> tuple[Kind, ...]:
    """Every kind that is counted, each once: games first, then as the games list them."""
    own = (kind for game in GAMES.values() if game.counted for kind in game.counted.kinds)
    return tuple({kind.code: kind for kind in (GAME, *own)}.values())


def tables(counts: Iterable[Count], link: Link) -> list[dict[str, Any]]:
    """A table for each kind of which something was counted."""
    by_kind: dict[str, list[Count]] = {}
    for count in counts:
        by_kind.setdefault(count.kind, []).append(count)
    return [_table(kind, by_kind[kind.code], link) for kind in kinds() if kind.code in by_kind]


def _table(kind: Kind, counts: list[Count], link: Link) -> dict[str, Any]:
    cells: dict[tuple[str, str], Sum] = {}
    rows: dict[str, Sum] = {}
    whole = Sum()
    for count in counts:
        row = count.of[0]
        cells[count.of] = cells.get(count.of, Sum()).plus(count)
        rows[row] = rows.get(row, Sum()).plus(count)
        whole = whole.plus(count)
    columns = [one for one in kind.columns if any(of[1] == one for of in cells)]
    words = {
        "title": message(kind.code),
        "by": message(f"{kind.code}.by"),
        "made": message(f"{kind.code}.made") if kind.has_result else None,
        "set": message(f"{kind.code}.set") if kind.has_result else None,
    }
    return {
        "code": kind.code,
        **words,
        "whole": _figures(kind, whole, None, link),
        "columns": [kind.column(one) if kind.column else one for one in columns],
        "rows": [
            {
                "head": kind.row(row) if kind.row is not None else row,
                **_figures(kind, rows[row], row, link),
                "cells": [_cell(kind, cells.get((row, one)), (row, one), link) for one in columns],
            }
            for row in sorted(rows, key=_in_order)
            if kind.row is not None
        ],
    }


def _figures(kind: Kind, total: Sum, row: str | None, link: Link) -> dict[str, Any]:
    """A row's figures, each with the address of the deals behind it; bars are of 100 units."""
    return {
        "times": total.times,
        "made_times": total.made,
        "set_times": total.set,
        "average": Fraction(total.by) / total.times,
        "total": total.by,
        "url": link(kind.code, row),
        "made_url": link(kind.code, row, came=Came.MADE),
        "set_url": link(kind.code, row, came=Came.SET),
        "made_bar": round(BAR * total.made / total.times),
        "set_bar": round(BAR * total.set / total.times),
    }


def _cell(kind: Kind, total: Sum | None, of: tuple[str, str], link: Link) -> dict[str, Any] | None:
    if total is None:
        return None
    return {"made": total.made, "times": total.times, "url": link(kind.code, *of)}


def _in_order(name: str) -> tuple[int, int, str]:
    """Numbers by size, then the ranks of cards, then names."""
    ranks = "JQKA"
    if name.isdigit():
        return 0, int(name), ""
    return (1, ranks.index(name), "") if name in ranks and name else (2, 0, name)
