"""Our own cases of the games that have no casebook, each decided from the documents before the
arbiter was asked: see the README in tests/data/casebook."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.rulings import Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.record import Denied
from tests.games.bridge.hearing import heard
from tests.games.ruling import hearing
from tests.games.test_laws import OTHERS, bound, effect_of, facts_of, other_table, table_of, told

DATA = Path(__file__).parent.parent / "data" / "casebook"
HOLDS, OPEN = "holds", "open"


def rows(state: str) -> Iterator[Any]:
    """The cases of this state: the game, and the line."""
    for path in sorted(DATA.glob("*.csv")):
        with path.open() as file:
            for n, row in enumerate(csv.DictReader(file), start=2):
                if row["state"] == state:
                    name = f"{path.stem} line {n}: {row['case']}"
                    yield pytest.param(path.stem, row, id=name)


def answered(game: str, row: dict[str, str]) -> Any:
    """What the arbiter says to a case."""
    if game in OTHERS:
        sitting = other_table(game, row)
        return hearing(GAMES[game], sitting.folded, row["what"], **told(row)).outcome
    table = table_of(row["table"])
    facts = facts_of(row["given"])
    return heard(table.enter(*facts) if facts else table, row["what"], **told(row))


def effects(game: str, ruling: Ruling) -> str:
    """What a ruling does to the score, as the files write it."""
    if game not in OTHERS:
        return effect_of(ruling)
    each = (f"{one.kind} {one.party} {one.amount}" for one in ruling.effects)
    return ", ".join(each).replace("void  0", "void")


@pytest.mark.parametrize(("game", "row"), list(rows(HOLDS)))
def test_the_arbiter_decides_as_the_document_does(game: str, row: dict[str, str]) -> None:
    outcome = answered(game, row)
    if isinstance(outcome, Denied):
        assert row["innocent"], "what is told is denied, though somebody is at fault"
        return
    assert isinstance(outcome, Ruling), outcome
    assert effects(game, outcome) == row["effect"]
    assert bound(outcome) == sorted(row["binds"].split())


def test_there_are_forty_of_each_game() -> None:
    count = {path.stem: 0 for path in DATA.glob("*.csv")}
    for state in (HOLDS, OPEN):
        for case in rows(state):
            count[str(case.values[0])] += 1
    assert len(count) == 6
    assert set(count.values()) == {40}
