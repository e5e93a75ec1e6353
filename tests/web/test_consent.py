"""Whose word is whose, once seats have phones of their own: no other phone gives it or
takes it."""

import re
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from scorekeeper.web.arbiter import agreeing
from tests.web.confirming import DEAL, confirmation, confirmed
from tests.web.conftest import Visitor, join


@pytest.fixture
def table(visitor: Visitor) -> str:
    return visitor.lay("bridge")


@pytest.fixture
def west(visitor: Visitor, another: Callable[[], Visitor], table: str) -> Visitor:
    """East and West on a phone of their own."""
    phone = join(visitor, another(), table, "W")
    return phone.get(table + "phones").send(table + "phones/sit", seat="E")


def test_a_correction_that_comes_while_a_result_is_confirmed_is_not_confirmed_with_it(
    visitor: Visitor, table: str, west: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor.get(table + "?form=quick").send(table + "enter/quick", **DEAL)
    (number,) = re.findall(r"/agree/(\d+)", visitor.get(table + "agree").text)
    page = f"{table}rows/{number}/correct"
    visitor.get(page)
    correcting = Thread(target=visitor.send, args=[page], kwargs={**DEAL, "tricks": 11})
    append = agreeing.append

    def slowly(*asked: Any) -> Any:
        correcting.start()
        correcting.join(0.5)  # as long as it may be done before
        return append(*asked)

    monkeypatch.setattr(agreeing, "append", slowly)
    shown = f"{table}agree/{number}"
    west.get(f"{shown}?side=EW").send(shown, party="EW")
    assert west.page.status_code == 303, west.text
    correcting.join()
    assert visitor.page.status_code == 303, visitor.text
    west.get(f"{shown}?side=EW")
    assert "/strike" not in west.text, "what it saw it confirmed, and nothing else"


@pytest.mark.parametrize("how", ["correct", "strike"])
def test_nobody_agrees_for_a_side_with_a_phone_of_its_own(
    visitor: Visitor, table: str, west: Visitor, how: str
) -> None:
    row = confirmed(table, NS=visitor, EW=west)
    page = row + how
    before = visitor.get(table + "sheet").text.count("120")
    visitor.get(page).send(page, **{**DEAL, "tricks": 9}, reason="mine")
    assert 'name="consent" value="NS"' in visitor.text
    assert 'name="consent" value="EW"' not in visitor.text
    visitor.send(page, consent=["NS", "EW"])
    assert visitor.page.status_code == 422
    assert "must agree on their own phone" in visitor.text
    assert visitor.get(table + "sheet").text.count("120") == before


@pytest.mark.parametrize("answer", ["agreed", "declined"])
def test_a_change_waits_for_the_side_that_has_a_phone(
    visitor: Visitor, table: str, west: Visitor, answer: str
) -> None:
    row = confirmed(table, NS=visitor, EW=west)
    page = row + "correct"
    visitor.get(page).send(page, **{**DEAL, "tricks": 9}, reason="miscounted")
    visitor.send(page, consent=["NS"], ask="1")
    assert visitor.page.status_code == 303, visitor.text
    assert "Agree to a change?" in west.get(table).text
    waiting = table + "change/"
    assert "120" in visitor.get(waiting).text
    assert 'name="agreed" value="EW"' not in visitor.text, (
        "that is not for the host to say"
    )
    visitor.send(waiting, agreed="EW")
    assert visitor.page.status_code == 422
    west.get(waiting).send(waiting, **{answer: "EW"})
    assert west.page.status_code == 303, west.text
    facts = visitor.get(table + "sheet").text
    assert ("miscounted" in facts) is (answer == "agreed")
    none = {"agreed": "No change is waiting", "declined": "W didn’t agree"}
    assert none[answer] in visitor.get(waiting).text
    again = re.search(r"/agree/(\d+)", visitor.get(table + "agree").text)
    assert again
    if answer == "agreed":
        assert "not confirmed" in visitor.text


def test_a_side_that_takes_its_word_back_has_agreed(
    visitor: Visitor, table: str, west: Visitor
) -> None:
    row = confirmed(table, NS=visitor, EW=west)
    back = confirmation(west, table, row, "EW")
    west.get(back).send(back, reason="nine tricks")
    assert west.page.status_code == 303, west.text
    page = row + "correct"
    visitor.get(page).send(page, **{**DEAL, "tricks": 9})
    assert visitor.page.status_code == 422  # North and South have not said so yet
    visitor.send(page, consent=["NS"])
    assert visitor.page.status_code == 303, visitor.text


def test_nobody_takes_back_the_word_of_others(
    visitor: Visitor, table: str, west: Visitor
) -> None:
    row = confirmed(table, NS=visitor, EW=west)
    back = confirmation(west, table, row, "EW")
    visitor.get(back).send(back, reason="not theirs to say")
    assert visitor.page.status_code == 422
    assert "on their own phone" in visitor.text
    west.get(table + "sign").send(table + "sign", party="EW")
    signed = f"{table}entries/{_last(west, table)}/strike"
    visitor.get(signed).send(signed, reason="nor this")
    assert visitor.page.status_code == 422
    west.get(signed).send(signed, reason="ours")
    assert west.page.status_code == 303, west.text


def test_a_phone_for_all_says_it_for_all(visitor: Visitor, table: str) -> None:
    row = confirmed(table, NS=visitor, EW=visitor)
    page = row + "correct"
    visitor.get(page).send(page, **{**DEAL, "tricks": 9})
    assert "E–\u2060W agree" in visitor.text
    visitor.send(page, consent=["NS", "EW"])
    assert visitor.page.status_code == 303, visitor.text


def _last(phone: Visitor, table: str) -> int:
    lines = (
        phone.client.get(table + "session.jsonl").get_data(as_text=True).splitlines()
    )
    return len(lines) - 2
