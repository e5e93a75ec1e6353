"""A ruling says first what to do now, shortly and once: over every ruling that the
cases of law, the casebook and random deals lead to, in every language."""

import re
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Any

import pytest

from scorekeeper.core.messages import Message
from scorekeeper.core.rulings import Duty
from scorekeeper.games import GAMES
from scorekeeper.games.arbiter import standing as usual
from scorekeeper.games.bridge.laws import verdicts as bridge
from scorekeeper.tables.rulings.words import (
    MOST,
    RulingWords,
    every_sentence,
    ruling_words,
    shortened,
    visible,
)
from scorekeeper.words import LANGUAGES, words_in
from tests.games.every_ruling import Given, every_ruling

FIRST_LINE = 17  # words: both sides of five players are named, joined by "and"


@pytest.mark.parametrize("verdict", [*bridge.VerdictName, *usual.VerdictName], ids=repr)
def test_a_verdict_from_which_something_follows_is_given(verdict: StrEnum) -> None:
    prefix = "bridge" if verdict in [*bridge.VerdictName] else "custom"
    given = {ruling.ruling.verdict.code for ruling in every_ruling()}
    assert f"{prefix}.ruling.{verdict}" in given


@cache
def text(said: Message, language: str) -> str:
    return words_in(language).text(said)


def texts(said: Any, language: str) -> list[str]:
    return [text(one, language) for one in said]


def test_many_are_looked_at() -> None:
    rulings = every_ruling()
    assert len(rulings) > 1000
    assert len({ruling.ruling.verdict.code for ruling in rulings}) > 180


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_line_is_short(language: str) -> None:
    lines = {
        texts([given.said(language).verdict], language)[0] for given in every_ruling()
    }
    assert not [line for line in lines if len(line.split()) > FIRST_LINE]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_ruling_shows_few_words_and_folds_the_rest(language: str) -> None:
    folds = 0
    for given in every_ruling():
        said = given.said(language)
        length = len(" ".join(texts(every_sentence(said), language)).split())
        assert said.is_long is (length > MOST) or said.later, given.source
        if said.is_long:
            folds += 1
            seen = " ".join(texts(visible(said), language)).split()
            assert len(seen) <= MOST, (given.source, " ".join(seen))
            assert said.later or said.otherwise, given.source
    assert folds > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_said_twice(language: str) -> None:
    for given in every_ruling():
        every = texts(every_sentence(given.said(language)), language)
        found = [
            part.lower()
            for text in every
            for part in re.split(r"[.:;] ", text.rstrip("."))
        ]
        long = [part for part in found if len(part.split()) > 3]
        assert len(long) == len(set(long)), (given.source, every)


def test_nothing_that_was_found_is_left_out() -> None:
    for given in every_ruling():
        said = given.said("en")
        shown = [reason.what.code for reason in said.reasons]
        shown += [reason.what.code for group in said.later for reason in group.reasons]
        assert {*shown} == {step.what.code for step in given.ruling.steps}, given.source
        assert len(said.otherwise) == len(given.ruling.otherwise)
        _check_bound(given, said)


def _check_bound(given: Given, said: RulingWords) -> None:
    """Whoever is bound has a line of their own, or is named by the verdict."""
    lines = texts(said.binds, "en")
    verdict = texts([said.verdict], "en")[0]
    for bound in given.ruling.obligations:
        person = dict(given.people)[bound.seat]
        assert any(person in line for line in lines) or person in verdict, given.source


def test_a_reason_for_later_stands_under_when_that_is() -> None:
    codes = {
        group.when.code: [reason.what.code for reason in group.reasons]
        for given in every_ruling()
        for group in given.said("en").later
    }
    assert "bridge.step.first-lead" in codes["bridge.step.first-lead.when"]
    assert "bridge.step.partner-leads" in codes["bridge.step.first-chance.when"]
    for language in LANGUAGES:
        for code in codes:
            assert words_in(language).has(code), (language, code)


def test_cards_of_one_player_that_are_bound_alike_stand_in_one_line() -> None:
    found = [
        given
        for given in every_ruling()
        if len(
            [
                bond
                for bond in given.ruling.obligations
                if bond.kind is Duty.PENALTY_MAJOR
            ]
        )
        > 1
    ]
    assert found
    for one in found:
        kinds = {(bond.kind, bond.seat) for bond in one.ruling.obligations}
        assert len(one.said("en").binds) <= len(kinds)


def test_a_ruling_kept_without_the_values_for_when_is_said_all_the_same() -> None:
    """An older release gave a sentence fewer values."""
    one = next(
        given
        for given in every_ruling()
        for step in given.ruling.steps
        if step.what.code == "bridge.step.partner-leads"
    )
    steps = tuple(
        replace(step, what=Message(step.what.code)) for step in one.ruling.steps
    )
    said = ruling_words(
        replace(one.ruling, steps=steps), one.people, GAMES[one.slug].arbiter
    )
    shown = [reason.what.code for reason in shortened(said, words_in("en")).steps]
    assert "bridge.step.partner-leads" in shown
