"""A hand of Spades with a blind nil through the web pages; the rest is played by
tests/games/test_adding_a_game.py."""

import re

from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]


def test_a_blind_nil_is_entered_and_why_not_is_said(visitor: Visitor) -> None:
    table = visitor.lay("spades", blind="yes")
    bids = {"bids1": "3", "bids2": "0", "bids3": "4", "bids4": "2"}
    visitor.get(table).send(f"{table}enter/bids", **bids, blind1="y")
    assert visitor.page.status_code == 422
    assert "only nil can be bid blind" in visitor.text
    visitor.send(f"{table}enter/bids", **bids, blind2="y").follow()
    assert "bid 7" in visitor.text
    assert "Tom, who bid nil blind" in visitor.text
    assert "Marek, who bid 2" in visitor.text
    tricks = {"tricks1": "5", "tricks2": "0", "tricks3": "6"}
    visitor.send(f"{table}enter/tricks", **tricks).follow()
    assert "Tom & Marek +220, Ingrid & Priya +74" in visitor.text
    assert "4 bags" in visitor.text
    row = re.search(r"[?]why=\d+", visitor.get(f"{table}sheet").text)
    assert row and "7 bid, 11 taken · Tom bid nil blind" in visitor.text
    assert "Marek 2; blind: Tom" in visitor.get(f"{table}sheet{row[0]}").text


def test_who_is_ticked_as_blind_need_not_type_a_nought(visitor: Visitor) -> None:
    table = visitor.lay("spades", blind="yes")
    bids = {"bids1": "3", "bids3": "4", "bids4": "2"}
    visitor.get(table).send(f"{table}enter/bids", **bids)
    assert visitor.page.status_code == 422
    visitor.send(f"{table}enter/bids", **bids, blind2="y").follow()
    assert "Tom, who bid nil blind" in visitor.text


def test_a_table_without_it_is_not_asked(visitor: Visitor) -> None:
    assert 'name="blind1"' not in visitor.get(visitor.lay("spades")).text
