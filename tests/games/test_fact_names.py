"""A fact is read by a name that is declared: see `scorekeeper.core.facts`. Each of
these names is a field of a form or a question's, a misspelt one fails where it is read,
and names and values are read back from what is written of them."""

import ast
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import scorekeeper
from scorekeeper.core.facts import (
    Besides,
    Fact,
    InDoubt,
    Noticed,
    QuestionName,
    Sealed,
    Which,
    fact_in,
    value_in,
)
from scorekeeper.core.seats import COMPASS
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.case import Case
from scorekeeper.games.arbiter.record import DealRecord, Told
from tests.games.law_cases import table_of

PACKAGE = Path(scorekeeper.__file__).parent
FOLDERS = ("games/**", "tables", "web/arbiter")
READERS = sorted(
    {path for folder in FOLDERS for path in PACKAGE.glob(f"{folder}/*.py")}
)
ASKED = {
    "case.ask": 0,
    "case.pick": 0,
    "case.yes": 0,
    "case.judge": 0,
    "case.judge_whether": 0,
    "self.ask": 0,
    "named_call": 1,
}
"""What asks for a fact, and which of its arguments is the name."""
UNASKED = {
    Fact.BOUND: "what earlier rulings have to do with this one",
    Fact.DEAL: "the deal that is over, by its row",
    Fact.TWELFTH: "an answer in entries of older editions",
}
"""The facts that no form and no question of today tells: what they are."""
VALUES = {
    Fact.WHICH: Which,
    Fact.BESIDES: Besides,
    Fact.WHEN: Noticed,
    Fact.WHAT: Sealed,
}
"""The facts whose values several laws or pages share."""
HOLDERS = (
    "facts",
    "told",
    "self.facts",
    "case.facts",
    "ruling.facts",
    "dict(one.event.facts)",
)
"""What the facts of an irregularity are called where they are read."""


def calls(path: Path) -> Iterator[ast.Call]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


@cache
def asked() -> set[str]:
    """The names of all questions."""
    names = set[str]()
    for path in READERS:
        for node in calls(path):
            at = ASKED.get(ast.unparse(node.func))
            if at is not None and len(node.args) > at:
                name = ast.unparse(node.args[at]).strip("'\"")
                of_enum = name.removeprefix("Fact.").removesuffix(".value")
                names.add(Fact[of_enum].value if of_enum in Fact.__members__ else name)
    return names


@cache
def fields() -> set[str]:
    """The fields of every form of facts."""
    found = set[str]()
    for game in GAMES.values():
        for irregularity in game.arbiter.irregularities if game.arbiter else ():
            found |= {
                name
                for name in dir(irregularity.form)
                if hasattr(getattr(irregularity.form, name), "bind")
            }
    return found


@pytest.mark.parametrize("name", list(Fact))
def test_a_fact_that_is_read_can_be_told(name: Fact) -> None:
    is_told = name.value in fields() | asked()
    assert is_told is not (name in UNASKED)


@pytest.mark.parametrize(
    "path", READERS, ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_no_fact_is_read_by_a_text(path: Path) -> None:
    """Whatever reads a fact by its name takes it from the list."""
    names = {fact.value for fact in Fact} | {fact.older for fact in Fact}
    for node in calls(path):
        reader = ast.unparse(node.func)
        name = node.args[0] if node.args else None
        holder, _, method = reader.rpartition(".")
        reads = (method == "get" and holder in HOLDERS) or method in ("said", "beside")
        if reads and isinstance(name, ast.Constant):
            assert name.value not in names, f"{path}: {ast.unparse(node)}"


def test_a_misspelt_name_fails_where_it_is_read() -> None:
    facts: dict[str, str] = {"seat": "N"}
    wrong: Any = "besids"
    with pytest.raises(ValueError, match="besids"):
        fact_in(facts, wrong)
    with pytest.raises(ValueError, match="besids"):
        value_in(facts, wrong, Besides)
    with pytest.raises(ValueError, match="besids"):
        Told(DealRecord(COMPASS, ()), facts, "seat", "N").beside(wrong)
    case = Case(
        None,
        facts,
        lambda kind, code: f"bridge.{kind}.{code}",
        COMPASS,
        frozenset(),
        "Law 61",
        table=None,
    )
    with pytest.raises(ValueError, match="besids"):
        case.said(wrong)


def test_a_question_that_nobody_has_declared_fails_where_it_is_asked() -> None:
    table = table_of("rubber")
    assert table.game.arbiter
    one = table.game.arbiter.irregularities[0]
    facts = {"seat": "N"}
    case = Case(
        table.state,
        facts,
        lambda kind, code: f"bridge.{kind}.{code}",
        COMPASS,
        frozenset(),
        "Law 61",
        table=None,
        assertions={**one.asked, **one.fields},
    )
    with pytest.raises(KeyError, match="coud"):
        case.yes("61.coud", "Law 61")


@pytest.mark.parametrize("name", list(Fact))
def test_a_name_is_read_back(name: Fact) -> None:
    assert Fact(str(name)) is name
    assert fact_in({str(name): "said"}, name) == "said"
    if name.older != name.value:
        assert fact_in({name.older: "said"}, name) == "said", "as older entries have it"
    assert fact_in({}, name) == ""


def test_a_question_is_read_back_from_its_name() -> None:
    for game in GAMES.values():
        for irregularity in game.arbiter.irregularities if game.arbiter else ():
            for name in irregularity.asked:
                assert str(QuestionName.parse(name)) == name
    most = QuestionName("71", "lost", InDoubt.MOST)
    assert QuestionName.parse("71.lost-most") == most
    assert (QuestionName.parse("how").law, most.older) == ("", "lost-most")


@pytest.mark.parametrize(("name", "kind"), list(VALUES.items()))
def test_a_value_is_read_back(name: Fact, kind: type[StrEnum]) -> None:
    for enum in kind:
        assert value_in({name.value: str(enum)}, name, kind) is enum
    assert value_in({}, name, kind) is None
    assert value_in({name.value: "agian"}, name, kind) is None, (
        "an address can hold anything"
    )
