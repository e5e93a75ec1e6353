"""The cases of our own casebook, and what the arbiter says to them."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.errors import RuleViolation
from scorekeeper.games import GAMES
from tests.games.bridge.hearing import heard
from tests.games.casebook_forms import OTHERS, bridge_table, entry_of, other_table
from tests.games.law_cases import told
from tests.games.ruling import hearing

DATA = Path(__file__).parent.parent / "data" / "casebook"
HOLDS = "holds"
OPEN = "open"


@dataclass(frozen=True, slots=True)
class Refused:
    """What the form or the log doesn't take, with the reason."""

    why: Any


def rows(state: str) -> Iterator[Any]:
    """The cases of this state: the game, and the line."""
    for path in sorted(DATA.glob("*.csv")):
        with path.open() as file:
            for n, row in enumerate(csv.DictReader(file), start=2):
                if row["state"] == state:
                    name = f"{path.stem} line {n}: {row['case']}"
                    yield pytest.param(path.stem, row, id=name)


def table_of(game: str, row: Mapping[str, str]) -> Any:
    """The table of a case, with what was recorded at it."""
    return other_table(GAMES[game], row) if game in OTHERS else bridge_table(row)


def answered(game: str, row: dict[str, str]) -> Any:
    """What comes of a case: what the arbiter says, or the table once something was
    entered."""
    what, _, kind = row["what"].partition(":")
    if what != "entry":
        return said_to(game, row, told(row))
    try:
        return table_of(game, row).enter(entry_of(GAMES[game], kind, told(row)))
    except RuleViolation as why:
        return Refused(why)


def said_to(game: str, row: dict[str, str], facts: dict[str, str]) -> Any:
    """What the arbiter says to these facts at the table of a case."""
    table = table_of(game, row)
    what = row["what"]
    if game not in OTHERS:
        return heard(table, what, **facts)
    found = hearing(GAMES[game], table.folded, what, **facts)
    return found.outcome or Refused(found.form.errors)
