"""French, made by way of a .po file: its marks, its letters, and an evening of bridge.

It is not complete, so what is tested is what is there."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from benchmarks.seasons import seasons
from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import message
from scorekeeper.words import catalogue, catalogue_files, spelt, unspelt, words_in
from scorekeeper.words.sentences import sentences
from tests.adopting import adopt
from tests.web.conftest import Visitor, app, client, visitor
from tests.words.heard import Heard, walked

__all__ = ["app", "client", "visitor"]

FRENCH = words_in("fr")
AS_IT_STANDS = re.compile(r"\{[^}]*\}|%\(\w+\)s|\d\d:\d\d")
"""What is typed, or comes from elsewhere."""
MARKS = re.compile(
    r"(?<!\u00a0)[;!?»]|(?<!\u00a0):(?=\s|$)|«(?!\u00a0)|'|[“”]| [:;!?»]|  "
)
"""A mark without a space that doesn't break before it, or within guillemets; and the
signs that French doesn't use."""


def said() -> Iterator[tuple[str, str]]:
    for path in catalogue_files("fr"):
        for code, forms in catalogue(path).items():
            for form in forms:
                yield code, form


def test_marks_stand_as_french_has_them() -> None:
    wrong = [
        f"{code}: {form}"
        for code, form in said()
        if MARKS.search(AS_IT_STANDS.sub("x", form))
    ]
    assert not wrong, "\n".join(wrong)


def test_players_are_vous() -> None:
    familiar = re.compile(r"(?i)\b(?:tu|toi|te|ton|ta|tes|t’)\b")
    assert [form for _, form in said() if familiar.search(form)] == []


def test_cards_have_their_french_letters() -> None:
    ranks = [FRENCH.text(message(f"rank.{rank}")) for rank in "AKQJ"]
    assert ranks == ["A", "R", "D", "V"]
    shown = FRENCH.html(Card("K", Suit.HEARTS)).striptags()
    assert shown == "R cœur"
    assert FRENCH.text(message("bridge.nt")) == "SA"


def test_cards_are_typed_in_french_letters() -> None:
    """C is cœur, and not the C of clubs that files have."""
    assert spelt("C2 HQ DJ SK", FRENCH) == "T2 CD KV PR"
    assert unspelt("T2 CD KV PR", FRENCH) == "C2 HQ DJ SK"


def test_numbers_days_and_plurals_follow_french() -> None:
    assert FRENCH.number(12400) == "12\u202f400"
    assert FRENCH.tenths(-2) == "−2,0"
    assert FRENCH.date("2026-11-20") == "20 nov. 2026"
    assert FRENCH.month("2026-11-20") == "novembre 2026"
    assert FRENCH.listed(["Ada", "Ben", "Cy"]) == "Ada, Ben et Cy"
    counted = [FRENCH.text(message("bridge.said.tricks", n=n)) for n in (0, 1, 2)]
    assert counted == ["0 levée", "1 levée", "2 levées"]


# ---- an evening ----


def only_english() -> frozenset[str]:
    """The English of what French says otherwise."""
    every = sentences()
    english = {form for code, _ in said() for form in every[code].forms}
    return frozenset(english - {form for _, form in said()})


def left_over(page: str) -> list[str]:
    english = only_english()
    return [piece for piece in Heard(page).pieces if piece.strip(" :·,.") in english]


def test_a_new_table_of_bridge_speaks_french(
    client: FlaskClient, visitor: Visitor
) -> None:
    client.set_cookie("language", "fr")
    table = visitor.lay("bridge")
    start = ["/", "/new/bridge", table, f"{table}more", f"{table}ask"]
    assert walked(client, start, table, left_over) == []


def test_a_played_evening_of_bridge_does(client: FlaskClient, visitor: Visitor) -> None:
    client.set_cookie("language", "fr")
    slugs = {season.game.slug: season for season in seasons(40, seed=3, hands=4)}
    session = slugs["bridge"]
    adopt(client.application.extensions["store"], session.header, session.log)
    table = f"/t/{session.id}/"
    visitor.get(f"{table}phones").send(f"{table}phones/take")
    start = [f"{table}sheet", table, f"{table}log", f"{table}ask"]
    assert walked(client, start, table, left_over) == []


def test_a_rulebook_without_french_says_that_it_is_english(
    client: FlaskClient,
) -> None:
    client.set_cookie("language", "fr")
    page = client.get("/rules/bridge").text
    assert "Le texte de ces règles est en anglais." in page
    assert '<div class="book" lang="en">' in page
    client.set_cookie("language", "de")
    assert "ist englisch" not in client.get("/rules/bridge").text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_choice_of_a_language_says_how_far_french_is(
    client: FlaskClient, language: str
) -> None:
    client.set_cookie("language", language)
    note = re.search(r'<p class="hint" lang="fr">(.*?)</p>', client.get("/").text)
    assert note
    assert re.match(r"Français\u00a0: traduit à \d+\u00a0%\.", note[1])
    assert note[1].endswith("Pas encore relu par un francophone.")
