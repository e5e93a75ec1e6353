"""A night over two nodes and one database: what one has heard, the other holds to."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask

from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.nights.facts import Laid
from scorekeeper.store.postgresql import Translating
from tests.web.clusters import database, eventually, nodes
from tests.web.conftest import Visitor
from tests.web.nights.evenings import EIGHT, Evening, with_phones

__all__ = ["database", "nodes"]


def at(app: Flask, phone: Visitor) -> Visitor:
    """The same phone, asking another node."""
    other = Visitor(app.test_client())
    other.client._cookies = phone.client._cookies  # type: ignore[attr-defined]
    return other


def night_on(
    nodes: tuple[Flask, Flask], deals: str, rounds: str
) -> tuple[Evening, Evening]:
    """A night that has begun, as each node shows it."""
    here, there = nodes
    evening = with_phones(
        Visitor(here.test_client()), lambda: Visitor(here.test_client())
    )
    evening.begin("howell", deals=deals, rounds=rounds)
    phones = {name: at(there, phone) for name, phone in evening.phones.items()}
    return evening, Evening(at(there, evening.host), evening.address, phones)


@pytest.fixture
def both(nodes: tuple[Flask, Flask]) -> tuple[Evening, Evening]:
    """A night that is over and signed by nobody with a phone, as each node shows it."""
    here, there = night_on(nodes, deals="2", rounds="1")
    here.play_to_the_end()
    return here, there


def is_signed(evening: Evening, n: int) -> object:
    return eventually(lambda: len(evening.night.signatures) == n)


def first_of_each(evening: Evening) -> list[str]:
    """A name of each pair."""
    return [evening.night.name(unit[0]) for unit in evening.night.units]


def made_at(evening: Evening) -> Laid:
    """A table where the first deal was made: if it had gone down, others would rank
    differently."""
    for laid in evening.night.rounds[0].fact.tables:
        table = evening.store.open(laid.session)
        assert table is not None
        first = next(fact for _, fact in table.of(TricksTaken))
        if first.tricks == 10:
            return laid
    raise AssertionError("no table made its contract")


def test_signatures_of_both_nodes_count_on_both(
    both: tuple[Evening, Evening],
) -> None:
    here, there = both
    for evening, name in zip((here, there) * 2, first_of_each(here), strict=True):
        evening.answer(evening.phones[name], "sign")
        assert evening.phones[name].page.status_code == 303, name
    assert is_signed(here, 4) and is_signed(there, 4)
    assert here.session.head == there.session.head


def test_all_sign_at_once_on_two_nodes(both: tuple[Evening, Evening]) -> None:
    here, there = both
    names = first_of_each(here)
    sides = [(here, there)[n % 2] for n in range(len(names))]
    pages = [
        evening.phones[name].get(f"{evening.address}standings")
        for evening, name in zip(sides, names, strict=True)
    ]
    with ThreadPoolExecutor(len(names)) as pool:
        sent = [
            pool.submit(page.send, f"{here.address}signature", do="sign")
            for page in pages
        ]
    assert [one.result().page.status_code for one in sent] == [303] * len(names)
    assert is_signed(here, 4) and is_signed(there, 4)
    assert sorted(here.night.signatures) == [1, 2, 3, 4]


def test_what_was_signed_at_one_node_is_not_changed_at_the_other(
    both: tuple[Evening, Evening],
) -> None:
    here, there = both
    for name in EIGHT:
        here.answer(here.phones[name], "sign")
    assert is_signed(here, 4)
    laid = made_at(there)
    player = there.phones[there.night.name(laid.north_south[0])]
    signed = there.session.head
    there.correct(player, f"/t/{laid.session}/", 7)
    assert player.page.status_code == 422
    assert "standings" in player.text
    assert there.session.head == here.session.head == signed
    back = first_of_each(here)[0]
    there.answer(there.phones[back], "back")
    assert is_signed(here, 3), "one has heard it of the other"


def statements(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often the page of a night asks the database, once it was drawn before."""
    evening.host.get(evening.address)
    asked = list[str]()
    execute = Translating.execute

    def counted(self: Translating, sql: str, parameters: object = (), /) -> object:
        asked.append(sql)
        return execute(self, sql, parameters)

    with monkeypatch.context() as patched:
        patched.setattr(Translating, "execute", counted)
        evening.host.get(evening.address)
    return len(asked)


def test_a_page_looks_at_all_tables_at_once(
    nodes: tuple[Flask, Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = night_on(nodes, deals="1", rounds="3")
    first = statements(here, monkeypatch)
    for _ in range(2):
        here.play("Ann", (10,))
        here.play(here.others_of("Ann"), (9,))
        here.next_round()
    assert statements(here, monkeypatch) <= first
    there.play("Ann", (10,))
    assert re.search(r"\b1/1\b", here.host.get(here.address).text)
    there.store.delete(
        there.table_of("Ann").split("/")[2], "command line", "2026-01-01"
    )
    assert not re.search(r"\b1/1\b", here.host.get(here.address).text)
