"""Our own cases of the games that have no casebook, each decided from the documents
before the arbiter was asked: see the README in tests/data/casebook."""

import re
from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.core.rulings import Obligation, OpenQuestion, Ruling
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.words import words_in
from tests.games.casebook import DATA, HOLDS, OPEN, Refused, answered, rows, table_of
from tests.games.casebook_forms import OTHERS
from tests.games.law_cases import bound, effect_of, told

REFUSED = "refused"
ASKED = "?"
STILL = "still:"


def effects(game: str, ruling: Ruling) -> str:
    """What a ruling does to the score, as the files write it."""
    if game not in OTHERS:
        return effect_of(ruling)
    each = (
        f"{effect.kind} {effect.party} {effect.amount}" for effect in ruling.effects
    )
    return ", ".join(each).replace("void  0", "void")


def still_bound(row: Mapping[str, str], ruling: Ruling) -> list[str]:
    """What earlier rulings bound players to, and this one doesn't end."""
    every = (Obligation.parse(one) for one in told(row).get("bound", "").split())  # type: ignore[arg-type]
    ended = [end.written for end in ruling.ends]
    return [
        f"{STILL}{obligation.written}"
        for obligation in every
        if obligation.written not in ended
    ]


def scored(game: str, row: Mapping[str, str], table: Any) -> str:
    """What an entry does to the score, party by party."""

    def totals(of: Any) -> dict[str, int]:
        lines = [line for row in of.sheet.rows() for line in row.lines]
        return {
            party.id: sum(int(line.points) for line in lines if line.party == party.id)
            for party in of.sheet.parties
        }

    before = totals(table_of(game, row))
    after = totals(table)
    moved = {party: points - before[party] for party, points in after.items()}
    return " ".join(
        f"{party}{points:+d} points" for party, points in moved.items() if points
    )


def words_of(outcome: Any) -> str:
    """All that is said of a case, in English."""
    english = words_in("en")
    if isinstance(outcome, Ruling):
        reasons = (step.what for step in outcome.steps)
        said = (outcome.verdict, *reasons, *outcome.otherwise, *outcome.remedies)
    elif isinstance(outcome, Refused):
        by_field = (
            outcome.why if isinstance(outcome.why, dict) else {"": [outcome.why.why]}
        )
        said = tuple(why for whys in by_field.values() for why in whys)
    else:
        said = (
            (outcome.asked,) if isinstance(outcome, OpenQuestion) else (outcome.said,)
        )
    return " ".join(english.text(sentence) for sentence in said)


@pytest.mark.parametrize(("game", "row"), list(rows(HOLDS)))
def test_the_arbiter_decides_as_the_document_does(
    game: str, row: dict[str, str]
) -> None:
    outcome = answered(game, row)
    if row["says"]:
        assert re.search(row["says"], words_of(outcome)), words_of(outcome)
    if isinstance(outcome, Denied | Refused):
        is_wrong = row["innocent"] or row["effect"] == REFUSED
        assert is_wrong, "what is told is denied, though somebody is at fault"
        return
    if isinstance(outcome, OpenQuestion):
        assert f"{ASKED}{outcome.name.rpartition('.')[2]}" == row["effect"]
        return
    if not isinstance(outcome, Ruling):
        assert scored(game, row, outcome) == row["effect"]
        return
    assert effects(game, outcome) == row["effect"]
    stays = [one for one in row["binds"].split() if one.startswith(STILL)]
    assert set(stays) <= set(still_bound(row, outcome))
    assert bound(outcome) == sorted(set(row["binds"].split()) - set(stays))


def test_there_are_forty_of_each_game() -> None:
    count = {path.stem: 0 for path in DATA.glob("*.csv")}
    for state in (HOLDS, OPEN):
        for case in rows(state):
            count[str(case.values[0])] += 1
    assert len(count) == 6
    assert set(count.values()) == {40}
