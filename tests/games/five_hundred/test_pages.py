"""A game of 500 through the web pages."""

import re

from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]


def test_a_hand_is_entered_step_by_step_and_corrected(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    assert "Who won the bidding?" in visitor.get(table).text
    visitor.send(f"{table}enter/contract", bidder="2", bid="8H").follow()
    assert "How many tricks did Tom & Marek take?" in visitor.text
    visitor.send(f"{table}enter/tricks", tricks="9").follow()
    assert "Tom & Marek +300, Ingrid & Priya +10" in visitor.text
    row = re.search(r"rows/(\d+)/correct", visitor.get(f"{table}sheet").text)
    assert row
    place = f"{table}rows/{row[1]}/correct"
    visitor.get(place)
    sent = {"bidder": "2", "bid": "8H", "tricks": "7", "reason": "recounted"}
    visitor.send(place, **sent).follow()
    assert "took only 7 tricks" in visitor.text
    assert "Ingrid & Priya +30, Tom & Marek −300" in visitor.text
    assert visitor.get(f"{table}sheet.pdf").page.data.startswith(b"%PDF")


def test_a_hand_that_nobody_bid_moves_the_deal_on(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", nobody="1").follow()
    assert "All four passed. The next player deals." in visitor.text
    assert "Tom deals" in visitor.text


def test_a_misere_is_asked_of_the_bidder_alone(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", bidder="3", bid="M").follow()
    assert "How many tricks did Priya take?" in visitor.text
    visitor.send(f"{table}enter/tricks", tricks="1").follow()
    assert "Ingrid & Priya −250" in visitor.text


def test_a_correction_of_the_bid_alone_keeps_the_tricks(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(f"{table}?form=hand")
    sent = {"bidder": "1", "bid": "7N", "tricks": "7"}
    visitor.send(f"{table}enter/hand", **sent).follow()
    assert "Ingrid & Priya +220, Tom & Marek +30" in visitor.text
    row = re.search(r"rows/(\d+)/correct", visitor.get(f"{table}sheet").text)
    assert row
    place = f"{table}rows/{row[1]}/correct"
    page = visitor.get(place).text
    assert 'value="7N" checked' in page and 'name="suit"' not in page
    sent |= {"bid": "7H", "reason": "misheard"}
    visitor.send(place, **sent).follow()
    assert "Ingrid & Priya +200" in visitor.text


def test_what_is_no_bid_is_refused(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred", misere="never")
    assert "Misère" not in visitor.get(table).text
    for bid in ("M", "11H", "5S", "7X", "<b>"):
        visitor.get(table).send(f"{table}enter/contract", bidder="1", bid=bid)
        assert visitor.page.status_code == 422, bid
    visitor.send(f"{table}enter/contract", bidder="1")
    assert "Please choose one." in visitor.text


def test_the_joker_of_a_hand_without_trumps_is_nominated(visitor: Visitor) -> None:
    table = visitor.lay("five-hundred")
    visitor.get(table).send(f"{table}enter/contract", bidder="2", bid="7N").follow()
    visitor.get(f"{table}?form=joker")
    visitor.send(f"{table}enter/joker", suit="S").follow()
    assert "form=joker" not in visitor.text
    visitor.get(f"{table}watch").send(f"{table}watch/card", card="Joker").follow()
    assert visitor.page.status_code == 200


def test_it_is_shown_in_german_too(visitor: Visitor) -> None:
    visitor.client.set_cookie("language", "de")
    assert "Wer hat das Spiel?" in visitor.get(visitor.lay("five-hundred")).text
    assert "linke Bauer" in visitor.get("/rules/five-hundred").text
