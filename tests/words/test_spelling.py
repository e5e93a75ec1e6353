"""Cards are typed in German letters or in those of files, and kept as files write
them."""

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper.core.cards import STANDARD_PACK, Card
from scorekeeper.words import spelt, unspelt, words_in
from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

GERMAN = words_in("de")


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_card_comes_back(language: str) -> None:
    pack = " ".join(map(str, STANDARD_PACK))
    words = words_in(language)
    assert unspelt(spelt(pack, words), words) == pack
    assert unspelt(pack, words) == pack


def test_german_letters_stand_for_german_cards() -> None:
    assert spelt("C2 DQ SJ H10 SA", GERMAN) == "T2 KD PB H10 PA"
    assert unspelt("t2 kd pb h10 DQ nonsense", GERMAN) == "C2 DQ SJ H10 DQ nonsense"


def test_they_are_typed_on_a_german_page(client: FlaskClient, visitor: Visitor) -> None:
    client.set_cookie("language", "de")
    visitor.get("/new/two-ten-jack")
    assert 'value="T2 K2 P4 T3 K3"' in visitor.text
    table = visitor.lay("two-ten-jack", removed="T3 K3 P4 T2 K2")
    assert "C3 D3 S4 C2 D2" in visitor.get(f"{table}session.jsonl").text
    visitor.lay("two-ten-jack", removed="C3 K3 S4 T2 K2")


def test_what_always_stays_is_refused_in_german(
    client: FlaskClient, visitor: Visitor
) -> None:
    client.set_cookie("language", "de")
    visitor.get("/new/two-ten-jack")
    names = re.findall(r'name="(seat[^"]+)"', visitor.page.text)
    people = dict(zip(names, ("Ingrid", "Tom"), strict=False))
    visitor.send("/new/two-ten-jack", removed="PA", **people)
    assert visitor.page.status_code == 422
    assert "ist keine der Antworten" in visitor.text


@pytest.mark.parametrize(("language", "said"), [("en", "A spades"), ("de", "A Pik")])
def test_a_card_is_read_aloud_by_the_name_of_its_suit(language: str, said: str) -> None:
    assert words_in(language).aloud(Card.parse("SA")) == said


def test_nothing_is_read_aloud_with_a_letter_and_a_name_for_one_suit() -> None:
    """Markup without its tags has both; what a reader speaks comes from `aloud`."""
    both = re.compile(r"say\([^)]*\)\s*\|\s*striptags")
    pages = [
        *Path("templates").rglob("*.html"),
        *Path("scorekeeper/games").rglob("*.html"),
    ]
    assert not [page for page in pages if both.search(page.read_text())]
