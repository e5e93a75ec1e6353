"""A game of Oh Hell through the web pages."""

import re
from typing import Any

from scorekeeper.core.evening import ThrownIn
from scorekeeper.exports.pdf.page import Paper, page_of
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.words import words_in
from tests.exports.sheets import long_names
from tests.web.conftest import PEOPLE, Visitor, another, app, client, join, visitor

__all__ = ["another", "app", "client", "visitor"]


def fields(name: str, *numbers: int) -> dict[str, str]:
    return {f"{name}{n}": str(number) for n, number in enumerate(numbers, start=1)}


def bids(visitor: Visitor, table: str, *numbers: int, **more: str) -> Visitor:
    sent = fields("bids", *numbers) | more
    return visitor.get(table).send(f"{table}enter/bids", **sent)


def test_a_hand_is_entered_corrected_and_shown(visitor: Visitor) -> None:
    table = visitor.lay("oh-hell")
    assert "Who bids how many tricks?" in visitor.get(table).text
    assert "Hand 1 of 19" in visitor.text and "10 cards each" in visitor.text
    bids(visitor, table, 3, 3, 3, 1, trump="H")
    assert visitor.page.status_code == 422
    assert "The bids may not add up to 10" in visitor.text
    bids(visitor, table, 3, 3, 3, 2, trump="H").follow()
    assert "bids: 11 of 10" in visitor.text
    assert "who bid 2" in visitor.text
    visitor.send(f"{table}enter/tricks", **fields("tricks", 3, 4, 3, 2))
    assert "12 tricks were entered; this hand has 10." in visitor.text
    visitor.send(f"{table}enter/tricks", **fields("tricks", 3, 2, 3)).follow()
    assert "Hand 2 of 19" in visitor.text
    row = re.search(r"rows/(\d+)/correct", visitor.get(f"{table}sheet").text)
    assert row
    place = f"{table}rows/{row[1]}/correct"
    assert 'name="tricks4" value="2"' in visitor.get(place).text
    sent = fields("bids", 3, 3, 3, 2) | fields("tricks", 3, 3, 3, 1)
    visitor.send(place, **sent, trump="S", reason="recounted").follow()
    shown = visitor.get(f"{table}sheet.csv").text
    assert "3 bid and taken" in shown and "2 bid, 1 taken" in shown
    assert "score,13" in shown
    assert visitor.get(f"{table}sheet.pdf").page.data.startswith(b"%PDF")


def test_trump_is_entered_by_itself_and_put_right(visitor: Visitor) -> None:
    table = visitor.lay("oh-hell", bidding="at-once")
    visitor.get(f"{table}?ask=trump").send(f"{table}enter/trump", trump="C").follow()
    assert "trump:" in visitor.text
    assert 'name="trump"' not in visitor.get(table).text
    bids(visitor, table, 3, 3, 3, 2).follow()
    row = re.search(r"rows/(\d+)/correct", visitor.get(f"{table}sheet").text)
    assert row, "a hand in progress can be put right"
    place = f"{table}rows/{row[1]}/correct"
    sent = fields("bids", 3, 3, 3, 4)
    visitor.get(place).send(place, **sent, trump="D", reason="misread").follow()
    assert "bids: 13 of 10" in visitor.get(table).text


def test_a_hand_is_watched_and_ruled_on(visitor: Visitor) -> None:
    table = visitor.lay("oh-hell", most="2")
    bids(visitor, table, 1, 1, 1, 0, trump="H").follow()
    for card in ("C2", "CK", "H2", "SA", "H3", "D5", "H9", "HA"):
        visitor.get(f"{table}watch").send(f"{table}watch/card", card=card).follow()
    assert 'name="tricks4" value="1"' in visitor.get(table).text
    asked = visitor.get(f"{table}ask/irregularity").text
    assert "did not follow suit" in asked


def test_it_is_said_once_when_the_host_can_answer_for_all_who_have_not(
    visitor: Visitor, another: Any
) -> None:
    table = visitor.lay("oh-hell", ("Ann", "Ben", "Cy"))
    ben = join(visitor, another(), table, "2")
    join(visitor, another(), table, "3")
    bids(visitor, table, 3, 3, 3, trump="H").follow()
    asked = f"{table}ask/irregularity/failure-to-follow"
    told = {"seat": "3", "could": "yes", "card": "H4", "led": "yes"}
    ben.get(f"{asked}?seat=3&could=yes&card=H4&led=yes")
    assert "According to your answers, Cy could have played" in ben.text
    ben.send(asked, **told).follow()
    assert "The answer from Ann, Cy about what happened is still missing" in ben.text
    assert ben.text.count("The host can answer for them in 10 minutes.") == 1


def test_trumps_stand_two_beside_each_other(visitor: Visitor) -> None:
    page = visitor.get(visitor.lay("oh-hell")).page.text
    assert '<div class="seg words fold">' in page


def test_hidden_bids_are_shown_when_the_last_is_in(
    visitor: Visitor, another: Any
) -> None:
    table = visitor.lay("oh-hell", ("Ann", "Ben", "Cy"), bidding="at-once")
    cy = join(visitor, another(), table, "3")
    assert "How many tricks does each of you bid?" in visitor.get(table).text
    ben = join(visitor, another(), table, "2")
    for n, phone in enumerate((ben, visitor, cy)):
        assert "Who took how many tricks?" not in phone.get(table).text
        seat = (2, 1, 3)[n]
        phone.send(f"{table}at-once/bid", **{f"bid{seat}": str(n + 3)})
        assert phone.page.status_code == 303, phone.text
    for phone in (visitor, ben, cy):
        assert "bids: 12 of 10" in phone.get(table).text
        assert "Ben, who bid 3" in phone.text


def test_its_rules_are_shown_in_german_too(visitor: Visitor) -> None:
    visitor.client.set_cookie("language", "de")
    table = visitor.lay("oh-hell")
    assert "Wer sagt wie viele Stiche an?" in visitor.get(table).text
    assert "verfehlte Ansage" in visitor.get("/rules/oh-hell").text


def test_small_forms_ask_for_people_by_name(visitor: Visitor) -> None:
    table = visitor.lay("oh-hell")
    for form in ("dealer", "adjusted", "carried-in"):
        shown = visitor.get(f"{table}evening/{form}").text.partition("<form")[2]
        assert PEOPLE[0] in shown and "Seat 1" not in shown, form
    visitor.send(f"{table}enter/carried-in", party="1", points="12").follow()
    assert "12" in visitor.get(f"{table}sheet").text


def test_a_hand_that_is_dealt_anew_says_so_on_paper() -> None:
    table = long_names(OH_HELL, players=3)
    table.enter(ThrownIn())
    page = page_of(table.session, words_in("en"), Paper.A4)
    assert page.count("Redealt by the same player.") == 2
