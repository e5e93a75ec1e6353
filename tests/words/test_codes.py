"""A code without a sentence is found: where it is said, and where it stands on a
page."""

import pytest

from scorekeeper.core.messages import message
from scorekeeper.words import LANGUAGES, words_in
from tests.words.codes import raw_codes


@pytest.mark.parametrize("language", LANGUAGES)
def test_saying_it_raises_in_a_test(language: str) -> None:
    words = words_in(language)
    for say in (words.text, words.html, words.aloud):
        with pytest.raises(LookupError, match=r"say rook\.said\.nonsense"):
            say(message("outcome.game", who=message("rook.said.nonsense")))
    assert (
        words.text(message("A sentence of a template.")) == "A sentence of a template."
    )


@pytest.mark.parametrize(
    "said",
    ["rook.said.kitty", "field.bids", "twenty-nine.field.trump", "Bid: game.hearts."],
)
def test_it_is_seen_on_a_page(said: str) -> None:
    assert raw_codes(f"<p>{said}</p>")


@pytest.mark.parametrize(
    "said",
    [
        "Deal 1. Next",
        "www.pagat.com",
        "rook-2026-11-20.jsonl",
        "e.g. this",
        "12.400",
        "U.S.",
    ],
)
def test_what_is_none_is_not(said: str) -> None:
    assert raw_codes(f"<p>{said}</p>") == []
