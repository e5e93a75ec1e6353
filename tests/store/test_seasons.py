"""The index of outcomes: it says what the logs say, and can be made anew from them."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from benchmarks.evenings import deals, evening, stamp
from scorekeeper.core.outcomes import Result
from scorekeeper.core.phone_notes import Role
from scorekeeper.core.session import Command, Entry
from scorekeeper.store import Store
from scorekeeper.store.outcomes import PARTS, OutcomeQuery, Player, _points, ranking
from scorekeeper.store.phones import hashed
from scorekeeper.tables.session import Session
from tests.adopting import adopt
from tests.engines import Where

CONTRACTS = "bridge.outcome.contract"


@pytest.fixture
def store(where: Where) -> Store:
    store = Store(where)
    for n in range(4):
        add(store, evening(9, seed=n, session_id=f"evening-{n}"))
    return store


def add(store: Store, session: Session) -> None:
    adopt(store, session.header, session.log)


def by_hand(store: Store, person: str) -> Counter[tuple[tuple[str, str], Result]]:
    """The contracts that somebody declared, straight from the sessions."""
    found: Counter[tuple[tuple[str, str], Result]] = Counter()
    for session_id in store.ids():
        session = store.open(session_id)
        assert session is not None and session.game.counted is not None
        seats = {name: seat for seat, name in session.folded.people}
        for outcome in session.game.counted.outcomes(session.folded.state):
            if outcome.kind == CONTRACTS and outcome.seats == (seats[person],):
                found[outcome.of, outcome.came] += 1
    return found


def counted(store: Store, *who: str) -> Counter[tuple[tuple[str, str], Result]]:
    counts = store.outcomes.counts(OutcomeQuery(tuple(sorted(who)), kind=CONTRACTS))
    return Counter({(count.of, count.came): count.times for count in counts})


def test_nothing_is_counted_before_somebody_looks(store: Store) -> None:
    assert store.outcomes.players() == ()


def test_the_index_says_what_the_logs_say(store: Store) -> None:
    assert store.outcomes.count_up(60) == 0
    for person in ("Ingrid", "Tom", "Priya", "Marek"):
        assert counted(store, person) == by_hand(store, person)


def test_partners_are_counted_together_once(store: Store) -> None:
    store.outcomes.count_up(60)
    assert counted(store, "Ingrid", "Priya") == by_hand(store, "Ingrid") + by_hand(
        store, "Priya"
    )
    pairs = [player.who for player in store.outcomes.players(size=2)]
    assert pairs == [("Ingrid", "Priya"), ("Marek", "Tom")]


def test_from_three_sessions_on_somebody_has_a_rank() -> None:
    def player(name: str, sessions: int, margin: int) -> Player:
        return Player((name,), sessions, "2026-11-20T20:00:00Z", margin)

    lucky = player("Lucky", 1, 2000)
    twice = player("Twice", 2, -100)
    good = player("Good", 3, 900)
    loyal = player("Loyal", 20, 8000)
    ranked, others = ranking((lucky, good, loyal, twice))
    assert ranked == (loyal, good)
    assert others == (twice, lucky)
    assert ranking(()) == ((), ())


def test_counting_goes_on_where_it_stopped(store: Store) -> None:
    assert store.outcomes.count_up(-1) == 4
    while left := store.outcomes.count_up(0.001):
        assert left < 4
    first = store.outcomes.players()[0]
    assert first[:3] == Player(("Ingrid",), 4, "2026-11-20T20:00:00Z")[:3]


def test_what_is_entered_later_is_counted_too_and_nothing_twice(store: Store) -> None:
    store.outcomes.count_up(60)
    before = counted(store, "Ingrid") + counted(store, "Tom")
    before += counted(store, "Priya") + counted(store, "Marek")
    facts = next(deals(1, seed=99))
    store.append(
        "evening-0", Command(tuple(Entry(fact) for fact in facts)), stamp("later")
    )
    store.outcomes.count_up(60)
    after = counted(store, "Ingrid") + counted(store, "Tom")
    after += counted(store, "Priya") + counted(store, "Marek")
    assert after.total() == before.total() + 1
    assert store.outcomes.count_up(60) == 0


def test_a_struck_deal_is_no_longer_counted(store: Store) -> None:
    store.outcomes.count_up(60)
    (last,) = store.outcomes.found(OutcomeQuery(("Ingrid",), kind=CONTRACTS), limit=1)
    session = store.open(last.session)
    assert session is not None
    row = session.sheet.row(last.row)
    assert row is not None
    before = counted(store, "Ingrid").total()
    shown = {entry.seq for entry in session.log if entry.event.KIND == "hidden-shown"}
    command = Command(
        (), tuple(seq for seq in row.entries if seq not in shown), "struck"
    )
    store.append(last.session, command, stamp("strike"))
    store.outcomes.count_up(60)
    assert counted(store, "Ingrid").total() == before - 1


def test_only_the_sessions_that_may_be_seen_are_counted(store: Store) -> None:
    store.outcomes.count_up(60)
    phone = hashed("a phone's reference")
    store.phones.be("evening-1", phone, Role.WATCHER, "2026-11-20T20:00:00Z")
    assert {player.sessions for player in store.outcomes.players(phone)} == {1}
    query = OutcomeQuery(("Tom",), kind=CONTRACTS, phone=phone)
    assert store.outcomes.games(query) == {"joker-bridge": 1}
    assert {outcome.session for outcome in store.outcomes.found(query)} == {"evening-1"}
    assert store.outcomes.players(hashed("another")) == ()


def test_every_figure_has_its_deals(store: Store) -> None:
    store.outcomes.count_up(60)
    for count in store.outcomes.counts(OutcomeQuery(("Tom",))):
        wanted = OutcomeQuery(("Tom",), None, count.kind, *count.of, count.came)
        found = store.outcomes.found(wanted, limit=1000)
        assert len(found) == count.times
        assert sum(outcome.by for outcome in found) == count.by
        for one in found:
            session = store.open(one.session)
            assert session is not None and session.sheet.row(one.row) is not None


def test_halves_and_thirds_are_kept() -> None:
    for points in (Fraction(1, 2), Fraction(-2, 3), Fraction(5, 6), Fraction(4)):
        assert _points(int(points * PARTS)) == points


def test_a_session_in_play_is_in_no_margin_until_it_is_over_or_broken_off(
    store: Store,
) -> None:
    store.outcomes.count_up(60)
    over = store.outcomes.players()
    now = store.outcomes.players(still="2000-01-01")
    assert {one.who: one.sessions for one in over} == {
        one.who: one.sessions + one.in_play for one in now
    }
    assert any(one.in_play for one in now)
    query = OutcomeQuery(("Tom",), kind="outcome.session")
    found = store.outcomes.found(replace(query, still="2000-01-01"))
    tom = next(one for one in now if one.who == ("Tom",))
    assert len(found) == tom.sessions
    assert sum(one.by for one in found) == tom.margin
