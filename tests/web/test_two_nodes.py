"""What a stranger could hope for from two nodes: that what is used up, counted, taken
away or sealed at the one still holds at the other."""

import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import first_break
from scorekeeper.store.phones import Invitation, Purpose
from scorekeeper.tables.voices import SILENCE
from scorekeeper.web.page import invitations
from scorekeeper.web.page.place import HostWanted, host_wanted
from scorekeeper.web.server import limits
from tests.web.clusters import database, eventually, nodes
from tests.web.conftest import Visitor, accept_arbiter, join
from tests.web.listening import call, poll, stream
from tests.web.public import PUBLIC, PublicClient
from tests.web.sealing import bridge, seal
from tests.web.seating import id_of, link, reference, seats_of, store_of

__all__ = ["database", "nodes"]

Nodes = tuple[Flask, Flask]


@pytest.fixture
def public(database: str, tmp_path: Path) -> Iterator[Nodes]:
    """Two nodes on the internet, where nobody reads a table without a place."""
    made = []
    for name in "ab":
        made.append(
            create_app(
                {
                    "INSTANCE": str(tmp_path / name),
                    "TESTING": True,
                    "PUBLIC_URL": PUBLIC,
                }
            )
        )
        made[-1].test_client_class = PublicClient
    assert all(eventually(app.extensions["store"].engine.is_ready) for app in made)
    yield made[0], made[1]
    for app in made:
        app.extensions["channels"].close()
        app.extensions["store"].close()


def at(app: Flask, phone: Visitor) -> Visitor:
    """The same phone, asking another node."""
    other = Visitor(app.test_client())
    other.client._cookies = phone.client._cookies  # type: ignore[attr-defined]
    return other


def at_once(*does: Callable[[], object]) -> None:
    """All of it at the same time."""
    gate = threading.Barrier(len(does))
    with ThreadPoolExecutor(len(does)) as pool:
        for future in [pool.submit(lambda do=one: (gate.wait(), do())) for one in does]:
            future.result()


# ---- what is used up ----


@pytest.mark.parametrize("purpose", [Purpose.ARBITER, Purpose.HOST, Purpose.MOVE])
def test_a_link_that_works_once_works_at_one_of_two_nodes(
    nodes: Nodes, purpose: Purpose
) -> None:
    table = Visitor(nodes[0].test_client()).lay("bridge")
    for _ in range(5):
        words = link(nodes[0], table, purpose, *[Seat.WEST][: purpose is Purpose.MOVE])
        phones = [Visitor(nodes[n % 2].test_client()).get(words) for n in range(4)]
        at_once(*(partial(phone.send, words) for phone in phones))
        codes = Counter(phone.page.status_code for phone in phones)
        assert codes == {303: 1, 410: 3}
    assert all(
        Visitor(app.test_client()).get(words).page.status_code == 410 for app in nodes
    )


def test_a_recovery_code_brings_one_phone_at_either_node(nodes: Nodes) -> None:
    host = Visitor(nodes[0].test_client())
    table = host.lay("bridge")
    host.get(table).send(f"{table}enter/auction", call="1C")  # once play has begun
    said = re.search(r'class="recovery">([^<]+)<', host.get(f"{table}phones").page.text)
    assert said
    ways = []
    for app in nodes:
        thief = Visitor(app.test_client()).get("/join").send("/join", code=said[1])
        ways.append((thief, thief.page.headers["Location"]))
    for thief, way in ways:
        thief.get(way)
    at_once(*(partial(one.send, way) for one, way in ways))
    assert Counter(one.page.status_code for one, _ in ways) == {303: 1, 410: 1}
    for app in nodes:
        late = Visitor(app.test_client()).get("/join").send("/join", code=said[1])
        assert late.page.status_code == 422


def test_of_two_phones_at_two_nodes_one_gets_the_seat(nodes: Nodes) -> None:
    host = Visitor(nodes[0].test_client())
    table = host.lay("bridge")
    for seat in "WE":
        words = link(nodes[0], table, Purpose.JOIN)
        phones = [Visitor(app.test_client()).get(words) for app in nodes for _ in "12"]
        at_once(*(partial(phone.send, words, seat=seat) for phone in phones))
        assert Counter(phone.page.status_code for phone in phones) == {303: 1, 409: 3}
        assert sum(seat in seats_of(nodes[1], phone, table) for phone in phones) == 1


def test_a_link_brings_no_more_watchers_because_there_are_two_nodes(
    public: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.phones.taking_places.WATCHERS", 3)
    table = Visitor(public[0].test_client()).lay("bridge")
    words = link(public[0], table, Purpose.WATCH)
    phones = [Visitor(public[n % 2].test_client()).get(words) for n in range(8)]
    at_once(*(partial(phone.send, words) for phone in phones))
    assert Counter(phone.page.status_code for phone in phones) == {303: 3, 409: 5}


def test_a_used_key_is_used_at_the_other_node(nodes: Nodes) -> None:
    host = Visitor(nodes[0].test_client())
    table = host.lay("bridge")
    host.get(f"{table}?form=auction")
    other = at(nodes[1], host)
    other.page = host.page
    at_once(
        *(
            partial(visitor.send, f"{table}enter/auction", call="1C")
            for visitor in (host, other)
        )
    )
    form = host.get(f"{table}?form=auction").hidden()
    assert host.send(f"{table}enter/auction", call="P").page.status_code == 303
    again = other.client.post(f"{table}enter/auction", data={**form, "call": "1NT"})
    assert again.status_code == 422, "another call under a key that was used"
    stranger = Visitor(nodes[1].test_client()).get("/")
    said = stranger.client.post(f"{table}enter/auction", data={**form, "call": "P"})
    assert said.status_code == 403, "the place is the host's"
    session = store_of(nodes[1]).open(id_of(table))
    assert session is not None
    assert [entry.event.KIND for entry in session.log].count("call") == 2
    assert first_break(session.header, session.log) is None


def test_a_form_opens_one_table_at_two_nodes(nodes: Nodes) -> None:
    host = Visitor(nodes[0].test_client()).get("/new/bridge")
    other = at(nodes[1], host)
    other.page = host.page
    names = re.findall(r'name="(seat[^"]+)"', host.page.text)
    people = dict(zip(names, ("Ingrid", "Tom", "Priya", "Marek"), strict=False))
    at_once(
        *(partial(visitor.send, "/new/bridge", **people) for visitor in (host, other))
    )
    assert host.page.status_code == other.page.status_code == 303
    assert host.page.headers["Location"] == other.page.headers["Location"]
    assert len(store_of(nodes[0]).ids()) == 1


class Undone(Exception):
    """What a transaction met before it was committed."""


def test_what_is_given_at_the_second_try_leaves_the_phone_what_it_had(
    nodes: Nodes,
) -> None:
    """Each transaction is done, undone and done again, as when its connection was
    lost."""
    host, west = (Visitor(nodes[0].test_client()) for _ in range(2))
    before = host.lay("bridge")
    table = host.lay("bridge")
    join(host, west, before, "W")
    engine = nodes[0].extensions["store"].engine
    write = engine.write

    def twice(work: Callable[[Any], Any]) -> Any:
        def first(db: Any) -> None:
            work(db)
            raise Undone

        with suppress(Undone):
            write(first)
        return write(work)

    words = link(nodes[0], table, Purpose.ARBITER)
    west.get(words)
    engine.write = twice
    west.send(words)
    engine.write = write
    assert west.page.status_code == 303
    accept_arbiter(table, host)
    assert west.get(f"{table}matters").page.status_code == 200
    assert seats_of(nodes[1], west, before) == "W"


# ---- what is counted ----


def test_guesses_are_counted_once_where_the_clocks_of_two_nodes_differ(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead = [0.0]
    now = time.time
    monkeypatch.setattr(limits.time, "time", lambda: now() + ahead[0])
    guessers = [Visitor(app.test_client()).get("/join") for app in nodes]
    answers = Counter[int]()
    for n in range(16):
        ahead[0] = 300.0 * (n // 4 % 2)
        guess = guessers[n // 4 % 2].send("/join", code=f"ABCD EF{n:02}")
        answers[guess.page.status_code] += 1
    assert answers == {422: 5, 429: 11}


def test_a_right_code_is_given_back_to_the_minute_it_was_counted_in(
    nodes: Nodes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its minute ends while it is looked at, and others have guessed in the next one
    since."""
    host, guesser = (Visitor(nodes[0].test_client()) for _ in range(2))
    table = host.lay("bridge")
    spoken = invitations.spoken

    def a_minute_ends(letters: str) -> Invitation | None:
        store_of(nodes[0]).run(
            "UPDATE counts SET until = 0 WHERE key LIKE '%seats.join%'"
        )
        monkeypatch.setattr(invitations, "spoken", spoken)
        said.extend(guess(1))
        return spoken(letters)

    def guess(n: int) -> list[int]:
        return [
            guesser.get("/join").send("/join", code="ABC").page.status_code
            for _ in range(n)
        ]

    said: list[int] = []
    monkeypatch.setattr(invitations, "spoken", a_minute_ends)
    join(host, Visitor(nodes[1].test_client()), table, "W")
    assert [*said, *guess(5)] == [422] * 5 + [429]


# ---- whose clock it is ----


class Shifted:
    """The clocks of two machines that differ: the present node's is so many seconds
    ahead."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0

        class Clock(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
                return datetime.now(tz) + timedelta(seconds=self.ahead)

        for module in [*sys.modules.values()]:
            is_ours = module.__name__.startswith("scorekeeper.")
            if is_ours and vars(module).get("datetime") is datetime:
                monkeypatch.setattr(module, "datetime", Clock)


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Shifted:
    return Shifted(monkeypatch)


@pytest.mark.parametrize("ahead", [3600, -3600])
def test_a_code_is_good_for_as_long_at_a_node_whose_clock_differs(
    nodes: Nodes, clocks: Shifted, ahead: int
) -> None:
    table = Visitor(nodes[0].test_client()).lay("bridge")
    clocks.ahead = ahead
    made = {
        purpose: link(nodes[0], table, purpose)
        for purpose in (Purpose.HOST, Purpose.ARBITER)
    }
    with nodes[0].test_request_context():
        code = invitations.words_for(id_of(table), Purpose.CODE)
    clocks.ahead = 0
    ends = store_of(nodes[1]).rows("SELECT purpose, expires_at FROM invitations")
    left = {Purpose(name): datetime.fromisoformat(until) for name, until in ends}
    for purpose, until in left.items():
        seconds = (until - datetime.now(UTC)).total_seconds()
        assert 0 < seconds <= invitations.SECONDS[purpose], purpose
    guest = Visitor(nodes[1].test_client()).get("/join").send("/join", code=code)
    assert guest.page.status_code == 303
    for words in made.values():
        assert Visitor(nodes[1].test_client()).get(words).page.status_code == 200


@pytest.mark.parametrize("ahead", [3600, -3600])
def test_nobody_becomes_the_host_sooner_by_asking_a_node_whose_clock_differs(
    nodes: Nodes, clocks: Shifted, ahead: int
) -> None:
    host, west = (Visitor(nodes[0].test_client()) for _ in range(2))
    table = host.lay("bridge")
    join(host, west, table, "W")
    west.get(f"{table}phones").send(f"{table}phones/host", since="")
    clocks.ahead = ahead
    there = at(nodes[1], west).get(f"{table}phones")
    there.send(f"{table}phones/host", since=str(wanted(nodes[0], table).since))
    assert host.get(f"{table}remove").page.status_code == 200, "its phone is the host's"
    assert 0 < wanted(nodes[1], table).left <= SILENCE


def wanted(node: Flask, table: str) -> HostWanted:
    """Who should be the host, as this node sees it."""
    session = store_of(node).open(id_of(table))
    with node.test_request_context():
        found = session and host_wanted(session)
    assert found
    return found


def test_a_planted_reference_dies_though_the_clock_of_another_node_is_ahead(
    nodes: Nodes, clocks: Shifted
) -> None:
    """What it got its reference at is an hour ahead of what gives it a seat."""
    host, west = (Visitor(nodes[0].test_client()) for _ in range(2))
    table = host.lay("bridge")
    clocks.ahead = 3600
    join(host, west, table, "W")
    before = reference(west)
    clocks.ahead = 0
    time.sleep(1.1)  # a place is told from the reference by the second
    host.get(table).send(f"{table}again")
    assert host.page.status_code == 303
    following = host.page.headers["Location"].split("?")[0]
    there = at(nodes[1], west).get(f"{following}?form=auction")
    there.send(f"{following}phones/leave")
    assert there.page.status_code == 303
    assert reference(west) != before


# ---- what is taken away ----


def test_a_phone_that_was_moved_away_at_one_node_reads_nothing_at_the_other(
    public: Nodes,
) -> None:
    host, west, new = (Visitor(public[0].test_client()) for _ in range(3))
    table = host.lay("bridge")
    join(host, west, table, "W")
    there = at(public[1], west)
    assert there.get(table).page.status_code == 200, "it is kept in memory there now"
    with stream(there.client, table) as states:
        shown = next(states)["entry"]
        words = link(public[0], table, Purpose.MOVE, Seat.WEST)
        new.get(words).send(words)
        assert new.page.status_code == 303
        assert there.get(table).page.status_code == 403
        call(host, table)
        assert [state for state in states if state["entry"] > shown] == [], (
            "and the stream ends"
        )
    assert poll(there.client, table).status_code == 403
    assert there.get(f"{table}?form=auction").page.status_code == 403
    assert at(public[1], new).get(table).page.status_code == 200


def test_links_that_end_at_one_node_end_at_the_other(public: Nodes) -> None:
    host, watcher = (Visitor(public[0].test_client()) for _ in range(2))
    table = host.lay("bridge")
    words = link(public[0], table, Purpose.WATCH)
    assert watcher.get(words).send(words).page.status_code == 303
    there = at(public[1], watcher)
    with stream(there.client, table) as states:
        shown = next(states)["entry"]
        host.get(f"{table}phones").send(f"{table}phones/dismiss", purpose="watch")
        assert host.page.status_code == 303
        assert Visitor(public[1].test_client()).get(words).page.status_code == 410
        assert there.get(f"{table}board").page.status_code == 403
        call(host, table)
        assert [state for state in states if state["entry"] > shown] == []


def test_a_reference_that_was_renewed_at_one_node_is_a_strangers_at_the_other(
    public: Nodes,
) -> None:
    host, thief = (Visitor(public[0].test_client()) for _ in range(2))
    first = host.lay("bridge")
    for cookie in list(host.client._cookies.values()):  # type: ignore[attr-defined]
        thief.client._cookies[cookie._storage_key] = cookie  # type: ignore[attr-defined]
    there = at(public[1], thief)
    assert there.get(first).page.status_code == 200
    with stream(there.client, first) as states:
        shown = next(states)["entry"]
        host.lay("rook")  # which claims a place
        assert there.get(first).page.status_code == 403
        call(host, first)
        assert [state for state in states if state["entry"] > shown] == []


# ---- what is sealed ----


def test_a_seal_opens_at_the_other_node_for_its_own_phone_alone(nodes: Nodes) -> None:
    host, west = (Visitor(nodes[0].test_client()) for _ in range(2))
    table = bridge(host)
    join(host, west, table, "W")
    way = f"{table}sealed/{seal(west, table, seat='W')}/open"
    assert at(nodes[1], west).get(way).page.status_code == 200
    for phone in (at(nodes[1], host), Visitor(nodes[1].test_client())):
        assert phone.get(way).page.status_code == 403
