"""Outcomes are counted in the background, and nobody waits for that."""

import time
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from benchmarks.evenings import evening
from scorekeeper.core.messages import message
from scorekeeper.store import NotSaved, Store
from scorekeeper.store.counting import A_WHILE
from scorekeeper.store.database import Database
from scorekeeper.store.outcomes import Outcomes
from scorekeeper.tables.session import Session
from tests.adopting import adopt
from tests.engines import Where

SESSIONS = 3
SOON = 30.0


@pytest.fixture
def store(where: Where) -> Iterator[Store]:
    store = Store(where)
    for n in range(SESSIONS):
        session = evening(9, seed=n, session_id=f"evening-{n}")
        adopt(store, session.header, session.log)
    yield store
    store.close()


def test_a_look_has_everything_counted(store: Store) -> None:
    assert store.counting.wait(SOON) == 0
    assert [player.sessions for player in store.outcomes.players()] == [SESSIONS] * 4


def test_a_look_waits_for_a_slow_count_no_longer_than_it_was_told(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = Event()
    readable = store.readable

    def slowly(session_id: str) -> Session | None:
        may_go_on.wait(SOON)
        return readable(session_id)

    slow = Outcomes(store, slowly)
    monkeypatch.setattr(store.counting, "_outcomes", slow)
    start = time.monotonic()
    assert store.counting.wait(0.05) == SESSIONS
    assert time.monotonic() - start < SOON / 2
    may_go_on.set()
    assert store.counting.wait(SOON) == 0


def test_nobody_waits_for_a_session_that_can_not_be_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is listed with its entries, from a time when it could be read."""
    unread = Outcomes(store, lambda session_id: None)
    monkeypatch.setattr(store.counting, "_outcomes", unread)
    assert store.counting.wait(SOON) == 0


def test_a_database_that_takes_nothing_is_asked_again_at_the_next_look(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise NotSaved(message("refused.not-saved", fault="the disk is full"))

    with monkeypatch.context() as patch:
        patch.setattr(Database, "in_transaction", full)
        assert store.counting.wait(SOON) == SESSIONS
    assert store.counting.wait(SOON) == 0


def test_what_is_entered_later_is_counted_at_the_next_look(store: Store) -> None:
    assert store.counting.wait(SOON) == 0
    session = evening(9, seed=9, session_id="evening-9")
    adopt(store, session.header, session.log)
    assert store.counting.wait(SOON) == 0
    assert store.outcomes.players()[0].sessions == SESSIONS + 1


def test_closing_ends_the_count_after_the_session_it_is_at(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = Event()
    readable = store.readable

    def slowly(session_id: str) -> Session | None:
        may_go_on.wait(SOON)
        return readable(session_id)

    monkeypatch.setattr(store.counting, "_outcomes", Outcomes(store, slowly))
    store.counting.wait(0)
    closing = Thread(target=store.counting.close)
    closing.start()
    time.sleep(2 * A_WHILE)
    may_go_on.set()
    closing.join(SOON)
    assert store.outcomes.left() == SESSIONS - 1
