"""What reaches every phone of a table: one state, the same for all, nothing private in
it."""

import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import create_app
from scorekeeper.core.seals import written
from scorekeeper.store import Store
from scorekeeper.tables.channels import Channels, Full
from scorekeeper.web.table import live
from tests.web.conftest import Visitor, secret_of
from tests.web.listening import call, poll, stream
from tests.web.sealing import bridge, seal

WAIT = 30.0
JOKERS = "joker-bridge"


def channels(app: Flask) -> Channels:
    found: Channels = app.extensions["channels"]
    return found


@pytest.fixture
def table(visitor: Visitor) -> str:
    return visitor.lay(JOKERS)


# ---- the stream ----


def test_phones_that_somebody_makes_up_are_one_and_no_news(
    app: Flask, visitor: Visitor
) -> None:
    table = visitor.lay("bridge")
    poll(visitor.client, table)
    poll(app.test_client(), table)
    there = channels(app).polled(table.split("/")[2], "somebody", ())
    before = there.count, len(there.phones)
    for n in range(5):
        made_up = app.test_client()
        made_up.set_cookie(app.config["PHONE_COOKIE_NAME"], f"made-up-{n}")
        made_up.get(f"{table}live?v=", headers={"User-Agent": f"made up {n}"})
    assert (there.count, len(there.phones)) == before


def test_where_one_phone_says_the_app_is_mounted_is_told_to_no_other(
    app: Flask,
) -> None:
    one = Visitor(app.test_client())
    other = Visitor(app.test_client())
    address = one.lay("bridge")
    for phone in (one, other):
        poll(phone.client, address)
    call(one, address)
    elsewhere = {"SCRIPT_NAME": "//evil.example"}
    assert (
        "//evil"
        in other.client.get(f"{address}live?v=", environ_overrides=elsewhere).text
    )
    assert "//evil" not in poll(one.client, address).text


def test_a_stream_answers_with_the_state_at_once(visitor: Visitor, table: str) -> None:
    with stream(visitor.client, table) as states:
        first = next(states)
    assert first["entry"] == 5
    assert 'id="strip"' in first["strip"]
    assert 'id="now"' in first["now"]


def test_an_entry_wakes_every_stream_of_its_table_with_one_state(
    visitor: Visitor, table: str, another: Callable[[], Visitor]
) -> None:
    heard: list[dict[str, Any]] = []
    drawn = threading.Event()

    def listen() -> None:
        with stream(another().client, table) as states:
            next(states)
            drawn.set()
            heard.append(next(state for state in states if state["entry"] > 5))

    phone = threading.Thread(target=listen, daemon=True)
    phone.start()
    assert drawn.wait(WAIT)
    call(visitor, table)
    phone.join(WAIT)
    assert [one["entry"] for one in heard] == [6]
    assert "1♣" in heard[0]["said"]
    assert "<" not in heard[0]["said"]


@pytest.mark.parametrize("is_ours", [True, False], ids=["the host", "another program"])
def test_a_stream_ends_when_its_table_is_deleted(
    app: Flask, visitor: Visitor, table: str, is_ours: bool
) -> None:
    session_id = table.split("/")[2]
    store = app.extensions["store"]
    with stream(visitor.client, table) as states:
        next(states)
        began = time.monotonic()
        other = store if is_ours else Store(store.engine.where)
        other.delete(session_id, "host", "2026-11-22T20:00:00Z")
        if not is_ours:
            other.close()
            store.engine.look() if store.engine.is_shared else None
        assert not list(states)
        assert time.monotonic() - began < WAIT
    assert poll(visitor.client, table).status_code == 404


def test_a_phone_that_missed_much_is_sent_one_state(
    visitor: Visitor, table: str
) -> None:
    for said in ("1C", "Pass", "1D", "Pass"):
        call(visitor, table, said)
    with stream(visitor.client, table) as states:
        assert next(states)["entry"] == 9


def test_news_of_one_table_wakes_no_other(
    app: Flask, visitor: Visitor, table: str
) -> None:
    other = visitor.lay(JOKERS)
    with stream(visitor.client, table) as states:
        next(states)
        channel = channels(app)._channels[table.split("/")[2]]
        before = channel.count
        call(visitor, other)
        assert channel.count == before


def test_what_another_process_wrote_is_heard_of(
    app: Flask, visitor: Visitor, table: str, tmp_path: Path
) -> None:
    session_id = table.split("/")[2]
    with stream(visitor.client, table) as states:
        next(states)
        channel = channels(app)._channels[session_id]
        channels(app).poll()
        elsewhere = create_app({"INSTANCE": app.config["INSTANCE"], "TESTING": True})
        writer = Visitor(elsewhere.test_client())
        for cookie in visitor.client._cookies.values():  # type: ignore[union-attr]
            writer.client.set_cookie(cookie.key, cookie.value)
        call(writer, table)
        channels(app).poll()
        assert next(state for state in states if state["entry"] > 5)["entry"] == 6
        assert channel.last == 6


def test_every_stream_is_sent_the_same_bytes_and_it_is_drawn_once(
    app: Flask, visitor: Visitor, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[int] = []
    state = live.DrawnState

    def counted(*made: Any) -> live.DrawnState:
        times.append(1)
        return state(*made)

    monkeypatch.setattr(live, "DrawnState", counted)
    texts = {poll(visitor.client, table).text for _ in range(5)}
    assert len(texts) == 1
    assert len(times) == 1
    visitor.client.set_cookie("theme", "dark")
    assert {poll(visitor.client, table).text} == texts


# ---- the poll ----


def test_a_poll_answers_204_while_nothing_changed(visitor: Visitor, table: str) -> None:
    first = poll(visitor.client, table)
    version = first.get_json()["v"]
    again = poll(visitor.client, table, version)
    assert (again.status_code, again.data) == (204, b"")
    call(visitor, table)
    after = poll(visitor.client, table, version).get_json()
    assert after["entry"] == 6
    assert after["v"] != version


def test_a_poll_and_a_stream_send_the_same_state(visitor: Visitor, table: str) -> None:
    polled = poll(visitor.client, table).get_json()
    with stream(visitor.client, table) as states:
        assert next(states) == polled


def test_no_such_table_has_no_states(client: FlaskClient) -> None:
    assert client.get("/t/nowhere/live").status_code == 404
    assert client.get("/t/nowhere/tv").status_code == 404


# ---- streams run out ----


def test_over_the_cap_a_stream_is_refused_and_the_poll_is_not(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path), "TESTING": True, "STREAMS": 1})
    visitor = Visitor(app.test_client())
    table = visitor.lay(JOKERS)
    with stream(visitor.client, table) as states:
        next(states)
        refused = visitor.client.get(table + "live")
        assert refused.status_code == 503
        assert int(refused.headers["Retry-After"]) > 0
        assert poll(visitor.client, table).status_code == 200
    with stream(visitor.client, table) as states:
        assert next(states)["entry"] == 5


def test_a_server_of_few_threads_has_no_streams(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path), "TESTING": True, "STREAMS": 0})
    visitor = Visitor(app.test_client())
    assert visitor.client.get(visitor.lay(JOKERS) + "live").status_code == 503


def full(channel: Channels, held: ExitStack, *asked: Any) -> int:
    """How many streams such a phone gets."""
    for count in range(1_000):
        try:
            held.enter_context(channel.stream(*asked))
        except Full:
            return count
    raise AssertionError("there is no end to them")


def test_onlookers_take_no_players_streams() -> None:
    channel = Channels(streams=100)
    with ExitStack() as held:
        assert full(channel, held, "a", "stranger", (), "192.0.2.1") == 16, "an address"
        for n in range(2, 5):
            full(channel, held, "a", f"stranger {n}", (), f"192.0.2.{n}")
        assert channel.streams == 48, "a table's onlookers"
        for n in range(5, 9):
            full(channel, held, "b", f"stranger {n}", (), f"192.0.2.{n}")
        assert channel.streams == 50, "all onlookers"
        assert full(channel, held, "a", "west", ("W",), "192.0.2.1") == 6, (
            "a player's phone"
        )
        assert full(channel, held, "a", "east", ("E",), "192.0.2.1") == 6
    assert channel.streams == 0 and not channel._held


def test_one_address_has_so_many_streams_of_players() -> None:
    channel = Channels(streams=1_000)
    with ExitStack() as held:
        for n in range(100):
            full(channel, held, f"table {n}", "host", ("N", "E", "S", "W"), "192.0.2.1")
        assert channel.streams == 256
        assert full(channel, held, "table", "host", ("N",), "192.0.2.2") == 6


def test_a_stream_that_was_never_read_is_freed(
    app: Flask, visitor: Visitor, table: str
) -> None:
    answer = visitor.client.get(table + "live", buffered=False)
    assert channels(app).streams == 1
    answer.close()
    assert channels(app).streams == 0
    assert visitor.client.head(table + "live").status_code in (200, 204)
    assert channels(app).streams == 0


def test_boards_and_the_tender_go_with_the_last_phone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scorekeeper.tables.channels.POLL_SECONDS", 0.01)
    monkeypatch.setattr("scorekeeper.tables.channels.LINGER", 0.01)
    channel = Channels(streams=10)
    with channel.stream("a", "phone", ("N",)):
        assert channel._poller is not None
        assert threading.active_count() > 1
    latest = time.monotonic() + WAIT
    while channel._poller is not None and time.monotonic() < latest:
        time.sleep(0.01)
    assert channel._channels == {}
    assert channel._poller is None


def test_who_looks_goes_on_after_a_fault_and_tells_what_nobody_expects(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("scorekeeper.tables.channels.POLL_SECONDS", 0.01)
    fails: list[Exception] = [OSError("is busy"), ValueError("is wrong")]

    def lasts(_ids: list[str]) -> dict[str, int]:
        if fails:
            raise fails.pop(0)
        return {"a": 7}

    channel = Channels(streams=10, lasts=lasts, faults=(OSError,))
    with channel.stream("a", "phone", ("N",)) as seen:
        latest = time.monotonic() + WAIT
        while seen.last < 7 and time.monotonic() < latest:
            time.sleep(0.01)
        assert seen.last == 7
    assert "is wrong" in caplog.text
    assert "is busy" not in caplog.text


def test_many_tables_are_not_spoken_of_all_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    said = Counter[str]()
    monkeypatch.setattr("scorekeeper.tables.channels.time.monotonic", lambda: now[0])
    channel = Channels(streams=100, say=lambda name, _: said.update([name]))
    channel._poller = threading.current_thread()  # this test looks itself
    with ExitStack() as held:
        for n in range(50):
            held.enter_context(channel.stream(str(n), str(n), ("N",), str(n)))
            now[0] += 0.1
        said.clear()
        told = list[int]()
        for _ in range(10):
            now[0] += 1.0
            before = said.total()
            channel.poll()
            told.append(said.total() - before)
    assert max(told) <= 15, "of fifty"
    assert set(said.values()) <= {1, 2} and len(said) == 50


def test_closing_ends_the_streams(app: Flask, visitor: Visitor, table: str) -> None:
    with stream(visitor.client, table) as states:
        next(states)
        channels(app).close()
        assert next(states, None) is None


# ---- who is there ----


@pytest.mark.parametrize("page", ["", "board"])
def test_a_page_is_drawn_with_the_phones_that_it_is_kept_under(
    visitor: Visitor, table: str, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone that comes while a page is drawn is not on what others get after it has
    left."""
    there = iter([(frozenset[str](), 0)])
    came = (frozenset({"W"}), 5)
    monkeypatch.setattr(Channels, "seats", lambda *_: next(there, came))
    assert 'class="there"' not in visitor.get(f"{table}{page}").text
    assert 'class="there"' in visitor.get(f"{table}{page}").text


def test_seats_are_there_while_their_phones_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    channel = Channels(streams=10)
    with channel.stream("a", "1", ("N",)), channel.stream("a", "1", ("N",)):
        with channel.stream("a", "2", ("E", "S")):
            assert channel.seats("a") == (frozenset({"N", "E", "S"}), 2)
        channel.poll()
        assert channel.seats("a")[1] == 2  # it may be coming back
        channel._channels["a"].phones["2"].until = 0.0
        channel.poll()
        assert channel.seats("a") == (frozenset({"N"}), 1)
        channel.polled("a", "3", ("W",))
        assert channel.seats("a") == (frozenset({"N", "W"}), 2)
        channel.seat("a", "1", ("N", "E"))
        assert channel.seats("a") == (frozenset({"N", "E", "W"}), 2)
    assert channel.seats("elsewhere") == (frozenset(), 0)


def test_presence_is_told_once_there_are_two_phones(
    app: Flask, visitor: Visitor, table: str
) -> None:
    session_id = table.split("/")[2]
    assert "there" not in poll(visitor.client, table).get_json()["now"]
    channels(app).polled(session_id, "another", ("N",))
    told = poll(visitor.client, table).get_json()["now"]
    assert 'class="there"' in told
    assert "Connected" in told
    assert told.count("<i ") == 4
    assert re.findall(r"<i [^>]*>(.)</i>", told) == ["N", "E", "S", "W"]
    visitor.client.set_cookie("language", "de")
    told = poll(visitor.client, table).get_json()["now"]
    assert re.findall(r"<i [^>]*>(.)</i>", told) == ["N", "O", "S", "W"]


# ---- nothing private ----


def test_no_sealed_value_is_in_a_state_or_on_the_big_screen(
    app: Flask, visitor: Visitor
) -> None:
    table = bridge(visitor)
    seen: list[str] = []
    for suit in ("H", "D"):
        seq = seal(visitor, table, suit)
        store: Store = app.extensions["store"]
        session = store.open(table.split("/")[2])
        assert session is not None
        sealed: Any = session.log[seq - 1].event
        secret = secret_of(visitor, table)
        for text in (poll(visitor.client, table).text, visitor.get(table + "tv").text):
            assert secret.salt not in text
            assert written(secret.value) not in text
            assert sealed.commitment not in text
        seen.append(poll(visitor.client, table).get_json()["said"])
        table = bridge(visitor)
    assert seen[0] == seen[1]  # whichever suit it is, all are told the same
    assert "csrf" not in poll(visitor.client, table).text


# ---- the big screen ----


def test_the_big_screen_only_reads(visitor: Visitor, table: str) -> None:
    call(visitor, table)
    visitor.get(table + "tv")
    assert visitor.page.status_code == 200
    assert "<form" not in visitor.text
    assert 'http-equiv="refresh"' in visitor.text
    assert "data-again" in visitor.text
    assert re.search(r'href="[^"]*/tv"', visitor.get(table + "more").text)


def test_a_page_that_answers_a_form_is_never_asked_for_again(
    visitor: Visitor, table: str
) -> None:
    visitor.get(f"{table}?form=auction").send(f"{table}enter/auction", call="")
    assert visitor.page.status_code == 422
    assert "data-again" not in visitor.text
    assert "data-live" in visitor.text
