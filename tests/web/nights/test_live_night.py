"""A night's pages follow it by the stream of its tables."""

import json
import re
from collections.abc import Callable

import pytest

from scorekeeper.tables.channels import Channels
from tests.web.conftest import Visitor
from tests.web.nights.evenings import Evening, with_phones

Another = Callable[[], Visitor]


@pytest.fixture
def evening(visitor: Visitor, another: Another) -> Evening:
    evening = with_phones(visitor, another)
    evening.begin("howell", deals="2")
    return evening


def drawn_at(phone: Visitor, page: str) -> int:
    found = re.search(
        r'data-live="[^"]*/live" data-entry="(\d+)"', phone.get(page).text
    )
    assert found, phone.text
    assert "data-again" in phone.text
    return int(found[1])


def polled(phone: Visitor, evening: Evening, version: str = "") -> dict[str, object]:
    answer = phone.get(f"{evening.address}live?v={version}").page
    assert answer.status_code in (200, 204)
    return {} if answer.status_code == 204 else json.loads(answer.text)


@pytest.mark.parametrize("page", ["", "room", "standings"])
def test_a_page_is_behind_once_a_table_is_further(evening: Evening, page: str) -> None:
    phone = evening.phones["Ann"]
    before = drawn_at(phone, f"{evening.address}{page}")
    first = polled(phone, evening)
    assert first["entry"] == before
    assert not polled(phone, evening, str(first["v"])), "nothing has happened"
    evening.play("Ann", (10,))
    second = polled(phone, evening, str(first["v"]))
    assert int(str(second["entry"])) > before
    evening.next_round()
    third = polled(phone, evening, str(second["v"]))
    assert int(str(third["entry"])) == drawn_at(phone, f"{evening.address}{page}")
    there = f"{evening.address}undo-round"
    evening.host.get(evening.address).send(there, round=2)
    fourth = polled(phone, evening, str(third["v"]))
    assert int(str(fourth["entry"])) > int(str(third["entry"])), "an undone round too"


def test_news_of_a_table_is_news_of_its_night(evening: Evening) -> None:
    channels: Channels = evening.host.client.application.extensions["channels"]
    phone = evening.phones["Ann"]
    polled(phone, evening)
    with channels.stream(evening.session.id, "a phone", ()) as channel:
        before = channel.count
        evening.play("Ann", (10,))
        assert channel.count > before
        before = channel.count
        evening.next_round()
        assert channel.count > before


def test_a_stream_says_the_state_first(evening: Evening) -> None:
    answer = evening.phones["Ann"].client.get(f"{evening.address}live", buffered=False)
    assert answer.mimetype == "text/event-stream"
    first = next(iter(answer.response))
    assert b'"entry"' in (first if isinstance(first, bytes) else first.encode())
    answer.close()


def test_without_scripts_the_page_is_asked_for_again(evening: Evening) -> None:
    for page in ("", "room"):
        text = evening.phones["Ann"].get(f"{evening.address}{page}").text
        assert '<noscript><meta http-equiv="refresh"' in text
    assert "http-equiv" not in evening.host.get(f"{evening.address}people").text
