"""What is drawn once shows every phone what was drawn for it alone: no other's, nothing
stale."""

import re
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import cast

import pytest
from flask import Flask

from scorekeeper.store.phones import Purpose
from scorekeeper.web.page.drawing import MOST_KEPT, Drawn, frozen, put_in, spot
from tests.web.conftest import Visitor, join
from tests.web.seating import SEAL, answer, link

Another = Callable[[], Visitor]
DEAL = {"level": "2", "denomination": "S", "declarer": "S", "tricks": "9"}


def kept(app: Flask) -> Drawn:
    return cast(Drawn, app.extensions["drawn"])


@pytest.fixture
def table(visitor: Visitor) -> str:
    return visitor.lay("joker-bridge", suit_mode="sealed")


@pytest.fixture
def phones(
    app: Flask, visitor: Visitor, another: Another, table: str
) -> dict[str, Visitor]:
    """The host's phone, three that play a seat each, one of them in German and dark,
    the arbiter's and that of somebody who looks on."""
    everybody = {"host": visitor, "stranger": another().get(table)}
    for seat in "WE":
        everybody[seat] = join(visitor, another(), table, seat)
    german = everybody["german"] = join(visitor, another(), table, "N")
    german.client.set_cookie("language", "de")
    german.client.set_cookie("theme", "dark")
    arbiter = link(app, table, Purpose.ARBITER)
    everybody["arbiter"] = answer(another(), arbiter)
    return everybody


def states(table: str, phones: dict[str, Visitor]) -> Iterator[str]:
    """What a table goes through; answers each time what its page is asked for."""
    host = phones["host"]
    west = phones["W"]
    east = phones["E"]
    yield table
    yield f"{table}?form=quick"
    west.get(f"{table}{SEAL}?seat=W&open=1").send(
        f"{table}{SEAL}?seat=W&open=1", suit_0="H"
    )
    yield table
    host.get(f"{table}?form=auction").send(f"{table}enter/auction", call="1C")
    yield f"{table}?form=auction"
    yield f"{table}?form=auction&why=1C"
    host.get(f"{table}auction/drop").send(f"{table}auction/drop", reason="again")
    host.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL)
    yield host.page.headers["Location"]
    (url,) = re.findall(r'action="([^"]+/agree/\d+)"', east.get(table).text)
    east.send(url, party="EW", then="table")
    yield table
    yield f"{table}?form=quick&level=4"
    yield f"{table}board"


def shown(phone: Visitor, address: str) -> str:
    """A page without what is random in it."""
    page = phone.get(address).page
    assert page.status_code == 200
    text = re.sub(
        r'name="(csrf_token|key|phone)" value="[^"]*"', "", page.get_data(as_text=True)
    )
    assert "spot-" not in text
    return text


def test_every_phone_sees_its_own_page_whoever_asked_before(
    app: Flask, table: str, phones: dict[str, Visitor]
) -> None:
    """For every pair of phones, in every state: a page with warm parts is the page
    drawn anew."""
    asked = 0
    for address in states(table, phones):
        alone = {}
        for name, phone in phones.items():
            kept(app).clear()
            alone[name] = shown(phone, address)
        for first, second in permutations(phones, 2):
            kept(app).clear()
            shown(phones[first], address)
            assert shown(phones[second], address) == alone[second], (
                second,
                first,
                address,
            )
        asked += 1
        assert len(set(alone.values())) > 2
    assert asked == 9


def test_each_form_has_its_own_key_and_each_phone_its_own_token(
    phones: dict[str, Visitor], table: str
) -> None:
    seen = []
    for phone in (phones["W"], phones["E"], phones["W"]):
        fields = phone.get(f"{table}?form=quick").hidden()
        seen.append((fields["csrf_token"], fields["key"], fields["phone"]))
    tokens, keys, marks = zip(*seen, strict=True)
    assert len(set(keys)) == len(set(marks)) == 3
    assert tokens[0] != tokens[1] != tokens[2]


def test_who_asks_for_the_head_alone_changes_nobodys_page(
    app: Flask, table: str, phones: dict[str, Visitor]
) -> None:
    for name, phone in phones.items():
        kept(app).clear()
        alone = shown(phone, table)
        kept(app).clear()
        assert phone.client.head(table).status_code == 200
        assert shown(phone, table) == alone, name


def test_what_a_stranger_makes_up_is_kept_for_nobody(
    app: Flask, table: str, phones: dict[str, Visitor]
) -> None:
    """Else each made-up colour would push a part out that a table is drawn from."""
    onlooker = phones["stranger"]
    onlooker.get(f"{table}board")
    before = len(kept(app).parts())
    for n in range(5):
        onlooker.client.set_cookie("theme", f"made-up-{n}")
        onlooker.client.set_cookie("language", f"made-up-{n}")
        assert onlooker.get(f"{table}board?saved={n}").page.status_code == 200
    assert len(kept(app).parts()) == before


def test_a_page_of_before_is_never_shown_again(
    phones: dict[str, Visitor], table: str
) -> None:
    host = phones["host"]
    west = phones["W"]
    before = shown(west, f"{table}?form=quick")
    host.get(f"{table}?form=quick").send(f"{table}enter/quick", **DEAL)
    after = shown(west, f"{table}?form=quick")
    assert 'data-entry="' in before and before != after
    assert "result-card" in after and "result-card" not in before


def test_the_parts_that_are_kept_are_bounded_and_the_oldest_go_first() -> None:
    parts = Drawn(most=3)
    drawn = []
    for key in (1, 2, 3, 1, 4, 1, 2):
        parts.part(key, lambda key=key: drawn.append(key) or str(key))  # type: ignore[misc]
    assert drawn == [1, 2, 3, 4, 2]
    assert parts.parts() == ("4", "1", "2")
    assert MOST_KEPT <= 1_000


def test_what_a_key_is_made_of_is_told_apart() -> None:
    assert frozen({"a": [1, {"b": None}]}) == (("a", (1, (("b", None),))),)
    assert hash(frozen([{"a": 1}])) != hash(frozen([{"a": 2}]))


def test_nobody_can_type_a_spot(app: Flask) -> None:
    with app.test_request_context():
        assert put_in(f"{spot('card')} spot-card", card="here").startswith(
            "here spot-card"
        )
