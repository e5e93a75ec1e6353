"""What the arbiter says stands in tests/data/laws/said, word for word: see the README
there."""

import re

import pytest

from scorekeeper.games import GAMES
from scorekeeper.words import catalogue, catalogue_files
from tests.games.about import about
from tests.games.sentences import case_named, held

KINDS = ("ruling", "step", "otherwise", "remedy", "ask", "answer")
"""What the arbiter says, by the piece of a code that says so."""


@pytest.mark.parametrize("name", held())
def test_a_case_is_answered_word_for_word(name: str) -> None:
    assert case_named(name).written() == held()[name]


ELSEWHERE = {
    "custom.answer.is": "a value told in a form, which says itself",
    "custom.answer.according-to": (
        "an answer that all sides agree, as the word of those that have said so"
    ),
    "custom.answer.differ": (
        "where no table was asked: a table's answers say whose they are"
    ),
    **{code: why for slug in GAMES for code, why in about(slug).unruled.items()},
}
"""Sentences that no case leads to: why."""


OF_FORMS = {
    f"{game.family}.ask.{form.NAME}"
    for game in GAMES.values()
    for form in game.flow.forms
}
"""What a table is asked to enter, which its arbiter asks only now and then."""


def codes() -> set[str]:
    """Every code of the catalogues by which an arbiter speaks."""
    families = "|".join(
        ["custom", *(game.family for game in GAMES.values() if game.arbiter)]
    )
    of_arbiter = re.compile(rf"({families})[.]({'|'.join(KINDS)})[.]")
    found = (code for path in catalogue_files("en") for code in catalogue(path))
    return {code for code in found if of_arbiter.match(code)}


def test_every_sentence_of_the_arbiter_is_held() -> None:
    said = {one.what.code for name in held() for one in case_named(name).said()}
    unsaid = codes() - said - set(ELSEWHERE) - OF_FORMS
    assert not unsaid, "\n".join(sorted(unsaid))
    assert not set(ELSEWHERE) & said


def test_what_older_releases_ruled_can_still_be_said() -> None:
    """Their logs hold the codes of verdicts that no law of now gives."""
    older = {code for code, why in ELSEWHERE.items() if "older releases" in why}
    assert older <= codes()
