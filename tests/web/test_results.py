"""What a result is said to be: one sentence above the next question, and beside Save
what it would bring."""

import re
from collections.abc import Callable

import pytest

from tests.web.confirming import DEAL
from tests.web.conftest import Visitor, join

LAST = re.compile(r'<section class="slab slab-(\w+)[^>]*>(.*?)</section>', re.S)
WORTH = re.compile(r'data-worth="([^"]+)"')


def slab(visitor: Visitor, address: str) -> tuple[str, str]:
    """How much the last result decided, and its words; twice nothing where there is no
    result."""
    found = LAST.search(visitor.get(address).page.get_data(as_text=True))
    if not found:
        return "", ""
    text = re.sub(r"<[^>]*>", "", found[2])
    return found[1], " ".join(text.replace("&amp;", "&").split())


def play(visitor: Visitor, table: str, **fields: object) -> None:
    visitor.get(table + "?form=quick").send(table + "enter/quick", **DEAL | fields)
    assert visitor.page.status_code == 303, visitor.text


def test_a_rubber_is_told_deal_by_deal(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    assert slab(visitor, table) == ("", "")
    play(visitor, table, level=2, tricks=8)
    weight, said = slab(visitor, table)
    assert weight == "deal"
    assert said.startswith("2 spades, just made: Ingrid & Priya +60 Part-score 60 of")
    play(visitor, table, doubling="X")
    weight, said = slab(visitor, table)
    assert weight == "game"
    assert "doubled, just made: Ingrid & Priya +290 Game, now vulnerable" in said
    play(visitor, table, declarer="W", tricks=9)
    weight, said = slab(visitor, table)
    assert weight == "deal"
    assert said.startswith("4 spades down one: Ingrid & Priya +50")
    play(visitor, table)
    weight, said = slab(visitor, table)
    assert weight == "over"
    assert said.startswith("Ingrid & Priya win the rubber by 1,220")


def test_a_result_gives_way_to_the_next_entry(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    play(visitor, table)
    assert slab(visitor, table)[0]
    visitor.get(table + "?form=auction").send(table + "enter/auction", call="1C")
    assert visitor.page.status_code == 303
    assert slab(visitor, table) == ("", "")


def test_a_deal_that_was_passed_out_is_told_too(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    play(visitor, table)
    visitor.get(table + "?form=quick").send(table + "enter/quick", passed_out="1")
    weight, said = slab(visitor, table)
    assert (weight, said.startswith("Passed out")) == ("deal", True)


def test_what_a_deal_would_bring_is_said_and_not_stored(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    found = WORTH.search(visitor.get(table + "?form=quick").page.text)
    assert found
    before = visitor.get(table + "log").text.count("<li")
    visitor.get(table + "?form=quick")
    visitor.send(found[1], **DEAL)
    assert "Ingrid &amp; Priya +120" in visitor.page.text
    assert "Game" in visitor.page.text
    assert visitor.get(table + "log").text.count("<li") == before
    assert slab(visitor, table) == ("", "")


def test_it_is_said_before_saving_that_a_deal_would_end_the_rubber(
    visitor: Visitor,
) -> None:
    table = visitor.lay("bridge")
    play(visitor, table)
    visitor.get(table + "?form=quick").send(table + "worth/quick", **DEAL)
    assert "With this: Ingrid & Priya win the rubber" in visitor.text


@pytest.mark.parametrize(
    "wrong", [{"tricks": 14}, {"level": ""}, {"declarer": "Q"}, {"tricks": ""}]
)
def test_nothing_is_said_of_what_would_be_refused(
    visitor: Visitor, wrong: dict[str, object]
) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "?form=quick").send(table + "worth/quick", **DEAL | wrong)
    assert (visitor.page.status_code, visitor.text.strip()) == (200, "")
    visitor.get(table + "?form=quick").send(table + "worth/nothing", **DEAL)
    assert (visitor.page.status_code, visitor.text.strip()) == (200, "")


def test_a_call_brings_nothing_yet(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(table + "?form=auction").send(table + "worth/auction", call="1C")
    assert visitor.text.strip() == ""


def test_only_who_may_enter_is_told_what_an_entry_would_bring(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("bridge")
    stranger = another()
    stranger.get("/new/bridge")
    stranger.send(table + "worth/quick", **DEAL)
    assert stranger.page.status_code == 403


def test_what_a_side_can_agree_to_is_told_in_the_same_sentence(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("bridge")
    tom = join(visitor, another(), table, "E")
    play(visitor, table)
    for phone in (visitor, tom):
        weight, said = slab(phone, table)
        assert weight == "game"
        assert "4 spades, just made: Ingrid & Priya +120" in said
        assert "Agree" in said
