"""The cases of law in tests/data/laws, each put to the arbiter: see the README
there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.core.citations import Authority
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter.record import Denied
from scorekeeper.games.bridge.laws import book
from scorekeeper.games.bridge.laws.book import LAST, Treatment, treatment_of
from scorekeeper.games.bridge.rules import LAWS_2014, LAWS_2017
from tests.games.bridge.hearing import (
    heard,
    sound,
)
from tests.games.law_cases import (
    bound,
    effect_of,
    facts_of,
    other_table,
    others,
    rows,
    table_of,
    told,
)
from tests.games.ruling import check_said, hearing
from tools import laws

DENIED = "denied"  # the ruling of a case in which the record says that it was not so


@pytest.mark.parametrize(("form", "row"), list(rows()))
def test_the_law_is_kept(form: str, row: dict[str, str]) -> None:
    table = (
        table_of(form).enter(*facts)
        if (facts := facts_of(row["given"]))
        else table_of(form)
    )
    outcome = heard(table, row["what"], **told(row))
    if row["ruling"] == DENIED:
        assert isinstance(outcome, Denied), outcome
        return
    if row["ruling"].startswith("?"):
        assert isinstance(outcome, OpenQuestion), outcome
        assert (
            outcome.name.rpartition(".")[2] == row["ruling"].removeprefix("?").strip()
        )
        return
    assert isinstance(outcome, Ruling), outcome
    sound(outcome, table.game)
    assert outcome.verdict.code.removeprefix("bridge.ruling.") == row["ruling"]
    cited = [step.cite.section.removeprefix("Law ") for step in outcome.steps]
    assert set(row["cites"].split()) <= set(cited), cited
    assert effect_of(outcome) == row["effect"]
    assert bound(outcome) == sorted(row["binds"].split())
    is_duplicate = form == "duplicate"
    for step in outcome.steps:
        if step.cite.source in (LAWS_2014, LAWS_2017):
            assert step.cite.source is (LAWS_2017 if is_duplicate else LAWS_2014)
            assert step.cite.standing is (
                Authority.PUBLISHED if is_duplicate else Authority.INFERRED
            )


# ---- the other games ----


@pytest.mark.parametrize(("slug", "row"), list(others()))
def test_the_house_rules_of_the_other_games_are_kept(
    slug: str, row: dict[str, str]
) -> None:
    sitting = other_table(slug, row)
    found = hearing(GAMES[slug], sitting.folded, row["what"], **told(row))
    outcome = found.outcome
    if row["ruling"] == DENIED:
        assert isinstance(outcome, Denied), outcome
        return
    if row["ruling"].startswith("?"):
        assert isinstance(outcome, OpenQuestion), outcome
        assert outcome.name == row["ruling"].removeprefix("?").strip()
        return
    assert isinstance(outcome, Ruling), (outcome, found.form.errors)
    check_said(GAMES[slug], outcome)
    assert outcome.verdict.code.rpartition(".")[2] == row["ruling"]
    cited = {step.cite.section for step in outcome.steps}
    assert not row["cites"] or row["cites"] in cited, cited
    shown = (
        f"{effect.kind} {effect.party} {effect.amount}" for effect in outcome.effects
    )
    assert ", ".join(shown) == row["effect"]
    assert bound(outcome) == sorted(row["binds"].split())


def test_there_are_many_of_them() -> None:
    assert sum(1 for _ in rows()) >= 500


def test_the_page_of_the_laws_is_made_from_the_code() -> None:
    assert laws.PAGE.read_text() == laws.page()


def test_each_law_is_treated_as_the_book_says() -> None:
    """A law is ruled by or said where a module cites it; the rest is for others."""
    cited = set(laws.cited())
    every = range(1, LAST + 1)
    for law in every:
        is_said = treatment_of(law) in (Treatment.RULED, Treatment.SAID)
        assert (law in cited) is is_said, law
        assert (law in laws.HEADINGS) is not is_said, law
    count = laws.cases()
    assert not [
        one for one in every if treatment_of(one) is Treatment.RULED and not count[one]
    ]


WAS_WRONG = (
    "13C 14A 16B1(a) 20F5(b) 21B3 24B 24C 25B1 26B 27B2 27B4 28A 30C 32 36A 36C 37A 39A 41A "
    "45C4(b) 45D1 45E1 46B5 50E1 50E2 52B1(b) 52B2 53B 57A1 57C2 61A 62C3 63A4 64B3 64B8 "
    "64C1 67A1 67B1 68D2(b) 69A 70A 71B 73E2 75C 79A1"
)
"""Paragraphs that were ruled wrongly or not at all before edition 0.3."""


def test_what_was_wrong_or_missing_has_its_case() -> None:
    put = {row.values[1][name] for row in rows() for name in ("law", "cites")}
    assert not set(WAS_WRONG.split()) - set(" ".join(put).split())


ASKS = ("ask", "pick", "yes", "judge", "judge_whether")
"""The methods of a case by which its law asks."""


def questions() -> Iterator[tuple[str, str]]:
    """Every question that the laws ask, where they ask it: its name and the rule that
    asks, as far as they are written out there."""
    for path in sorted(Path(book.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            whom, _, method = ast.unparse(node.func).rpartition(".")
            if whom in ("case", "self") and method in ASKS:
                name, cite = (ast.unparse(one).strip("f\"'") for one in node.args[:2])
                yield name, cite


def test_no_law_keeps_two_answers_under_one_name() -> None:
    """A question is asked in one place; the number in the name of its answer is its
    law's."""
    names = [name for name, _ in questions()]
    assert len(names) > 100
    # of a Joker, and of the deal: forms of older editions asked for them without a
    # number "name": of any call of the auction, and of what is asked and waited for
    twice = {name for name in names if names.count(name) > 1}
    assert twice == {"what", "name"}, twice
    for name, cite in questions():
        number, _, named = name.partition(".")
        if named and number.isdecimal() and cite.startswith("Law"):
            assert re.match(rf"Law {number}(?!\d)", cite), (name, cite)
