"""What the arbiter says stands in tests/data/laws/said, word for word: see the README
there."""

import re

import pytest

from scorekeeper.games import GAMES
from scorekeeper.words import catalogue, catalogue_files
from tests.games.sentences import case_named, held

KINDS = ("ruling", "step", "otherwise", "remedy", "ask", "answer")
"""What the arbiter says, by the piece of a code that says so."""


@pytest.mark.parametrize("name", held())
def test_a_case_is_answered_word_for_word(name: str) -> None:
    assert case_named(name).written() == held()[name]


OF_THE_FORM = "an answer of the form, asked with the facts and not by the arbiter"
OF_THE_FLOW = "what a table is asked to enter, not what its arbiter asks"
OLDER = "a verdict of older releases, which their logs may hold"
ELSEWHERE = {
    **{
        f"bridge.answer.besides.{one}": OF_THE_FORM
        for one in ("none", "again", "penalty-card", "late", "round", "both")
    },
    "custom.answer.is": "a value told in a form, which says itself",
    "bridge.answer.is": "a seat, a suit or a card, which says itself",
    "custom.answer.according-to": (
        "an answer that all sides agree, as the word of those that have said so"
    ),
    "custom.answer.differ": (
        "where no table was asked: a table's answers say whose they are"
    ),
    **{
        f"bridge.step.trump-out{when}": (
            "a reason of older releases, which did not ask for Law 70C"
        )
        for when in ("", ".when")
    },
    "bridge.ask.board": OF_THE_FLOW,
    **{
        f"rook.ask.{one}": OF_THE_FLOW
        for one in (
            *(
                "if-noted",
                "kitty-bidder",
                "kitty-last-trick",
                "nobody-bid",
                "not-noted",
            ),
            *(
                "note-discards",
                "note-kitty",
                "note-lead",
                "pass-ends",
                "pass-out",
                "to-bid",
            ),
        )
    },
    **{
        f"two-ten-jack.ask.{one}": OF_THE_FLOW
        for one in ("joker-called", "nobody", "tricks")
    },
    **{
        f"bridge.ruling.{one}": OLDER
        for one in ("fifth-led", "together-late", "wrong-defender")
    },
    "rook.step.discards-known": (
        "discards card by card are recorded in tests/data/cases"
    ),
    "bridge.otherwise.by-hand": (
        "for an effect on a deal that is in no log any more: none is now"
    ),
}
"""Sentences that no case leads to: why."""


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
    assert not codes() - said - set(ELSEWHERE), "\n".join(sorted(codes() - said))
    assert not set(ELSEWHERE) & said


def test_what_older_releases_ruled_can_still_be_said() -> None:
    """Their logs hold the codes of verdicts that no law of now gives."""
    older = {code for code, why in ELSEWHERE.items() if "older releases" in why}
    assert older <= codes()
