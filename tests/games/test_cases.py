"""Every case in tests/data/cases holds: see the README there."""

import re
from typing import Any

import pytest

from scorekeeper.core.rulings import Ruling
from scorekeeper.games import GAMES
from tests.games import cases

EVERY = [
    pytest.param(name, one, id=f"{name}/{one['id']}")
    for name, one in cases.every_case()
]
INNOCENT = [
    pytest.param(name, one, id=f"{name}/{one['id']}")
    for name, one in cases.every_case()
    if one.get("innocent")
]
AT_LEAST = 200


@pytest.mark.parametrize(("name", "case"), EVERY)
def test_it_comes_as_it_was_decided(name: str, case: dict[str, Any]) -> None:
    assert not cases.short_of(case), "\n".join(cases.short_of(case))


@pytest.mark.parametrize(("name", "case"), INNOCENT)
def test_no_innocent_is_convicted(name: str, case: dict[str, Any]) -> None:
    """Whoever did nothing loses nothing, and is bound to nothing but to use no hint."""
    answer = cases.answered(case)
    if isinstance(answer.outcome, Ruling):
        assert not answer.effects
        assert all(bind.startswith(("unauthorized:", "pass:")) for bind in answer.binds)


@pytest.mark.parametrize(("name", "case"), EVERY)
def test_each_is_written_as_the_readme_says(name: str, case: dict[str, Any]) -> None:
    assert set(case) <= cases.FIELDS
    assert {"id", "law", "rule", "game", "ask", "expect"} <= set(case)
    assert case["game"] in GAMES
    assert re.fullmatch(r"[a-z0-9-]+", case["id"])
    assert set(case["expect"]) <= cases.EXPECTED
    assert set(case["expect"]) - {"not", "notasked"}, "something must come of it"


def test_there_are_many_and_no_two_have_one_name() -> None:
    names = [(name, one["id"]) for name, one in cases.every_case()]
    assert len(names) == len(set(names)) >= AT_LEAST
