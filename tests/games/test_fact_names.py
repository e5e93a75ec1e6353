"""No law reads a fact that nobody can tell: each name is a field of a form or a question's."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorekeeper.games
from scorekeeper.games import GAMES

MODULES = sorted(Path(scorekeeper.games.__file__).parent.rglob("*.py"))
READ = {"case.said": 0, "facts.get": 0, "case.facts.get": 0, "named_card": 1}
"""What reads a fact, and which of its arguments is the name."""
ASKED = ("case.ask", "case.pick", "case.yes", "case.judge", "case.judge_whether")
UNASKED = {
    "bound": "what earlier rulings have to do with this one",
    "62.twelfth": "an answer in entries of older editions",
}
"""The facts that no form and no question of today tells: what they are."""


def names(calls: dict[str, int]) -> Iterator[tuple[str, str]]:
    """The names that these calls are made with, as they stand in the modules of the games, each
    with its module."""
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) not in calls:
                continue
            at = calls[ast.unparse(node.func)]
            name = node.args[at] if len(node.args) > at else None
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield name.value, path.name


def fields() -> set[str]:
    """The fields of every form of facts."""
    found = set[str]()
    for game in GAMES.values():
        for one in game.arbiter.irregularities if game.arbiter else ():
            found |= {name for name in dir(one.form) if hasattr(getattr(one.form, name), "bind")}
    return found


KNOWN = fields() | {name for name, _ in names(dict.fromkeys(ASKED, 0))} | {*UNASKED}


def test_forms_and_questions_have_names() -> None:
    assert {"seat", "card", "besides", "held", "overbid", "61.could", "which"} <= KNOWN
    assert not {*UNASKED} & (fields() | {name for name, _ in names(dict.fromkeys(ASKED, 0))})


@pytest.mark.parametrize(("name", "module"), sorted(set(names(READ))))
def test_a_fact_that_is_read_can_be_told(name: str, module: str) -> None:
    assert name in KNOWN, f"{module} reads {name!r}"
