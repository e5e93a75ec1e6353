"""A correction further up hands nobody's call to somebody else, and files say so."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from itertools import count

import pytest

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import DealerIs
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Header, Stamp
from scorekeeper.exports.session_file import read, write
from scorekeeper.exports.sheet_files import json_of
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    Discarded,
    HandPlayed,
    HotseatPicked,
    Passed,
)
from scorekeeper.games.berzerka.events import HandStated as BerzerkaHand
from scorekeeper.games.berzerka.rules import STARTER
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.events import TricksTaken
from scorekeeper.games.game import Game
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.events import BidStated, Call, CallMade, CountStated
from scorekeeper.store import Store
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in
from tests.engines import Where
from tests.games.bridge.at_table import called, calls, deal, refused


class Sat:
    """A table whose commands go through the store."""

    def __init__(self, store: Store, game: Game) -> None:
        self.store = store
        self.keys = count()
        settings = encode(game.rule_sheet.defaults)
        header = Header(
            "one", game.slug, game.edition, settings, "2026-11-20T19:55:00Z"
        )
        store.create(header, (), self.stamp())

    def stamp(self) -> Stamp:
        return Stamp("2026-11-20T20:00:00Z", None, "", f"key-{next(self.keys)}")

    def enter(self, *facts: Event, place: int | None = None) -> int:
        return self.do(Command(tuple(Entry(fact, place) for fact in facts)))

    def strike(self, *seqs: int) -> int:
        return self.do(Command((), seqs, "never played"))

    def do(self, command: Command) -> int:
        return self.store.append("one", command, self.stamp()).entries[0].seq

    @property
    def session(self) -> Session:
        found = self.store.open("one")
        assert found is not None
        return found

    def points(self, row: int, party: str) -> object:
        found = self.session.sheet.row(row)
        assert found is not None
        return found.total(party)


@pytest.fixture
def store(where: Where) -> Iterator[Store]:
    opened = Store(where)
    yield opened
    opened.close()


def played(store: Store, auction: tuple[Event, ...]) -> Sat:
    table = Sat(store, BRIDGE)
    table.enter(*deal("1S", "N", 7))
    for call in auction:
        table.enter(call)
    table.enter(TricksTaken(10))
    return table


AUCTION = "1D 1H Pass 4H Pass Pass Pass"


@pytest.fixture
def bridge(store: Store) -> Sat:
    """A deal entered quickly, and one by North called by East, who dealt; calls name
    nobody, as earlier releases wrote them."""
    return played(store, calls(AUCTION))


@pytest.fixture
def named(store: Store) -> Sat:
    """The same, and each call names its caller."""
    return played(store, called("E", AUCTION))


def dealers(table: Sat) -> list[str]:
    return [one.dealer.value for one in table.session.folded.state.past]


# ---- calls that name their callers ----


def test_calls_keep_their_callers_and_dealer_without_another_entry(named: Sat) -> None:
    named.enter(*deal("1C", "E", 7), place=3)
    assert named.points(3, "NS") == 120 and dealers(named) == ["N", "E", "E"]
    assert not any(isinstance(entry.event, DealerIs) for entry in named.session.log)
    assert not named.session.folded.misfits
    named.strike(1, 2)
    assert named.points(3, "NS") == 120 and not named.session.folded.misfits


def test_the_deals_after_them_go_round_from_there(named: Sat) -> None:
    named.enter(*deal("1C", "E", 7), place=3)
    named.enter(*deal("1C", "E", 7))
    assert dealers(named) == ["N", "E", "E", "S"]


def test_a_dealer_that_is_corrected_moves_no_call_of_theirs(store: Store) -> None:
    table = Sat(store, BRIDGE)
    table.enter(DealerIs(Seat.EAST))
    for call in called("E", "1H Pass Pass Pass"):
        table.enter(call)
    table.enter(TricksTaken(7))
    table.do(Command((Entry(DealerIs(Seat.SOUTH), 1),), (1,), "it was South"))
    assert table.points(2, "EW") == 30 and dealers(table) == ["S"]
    assert not table.session.folded.misfits
    assert table.session.folded.state.dealer is Seat.WEST


def test_a_call_that_does_not_follow_the_one_before_is_a_misfit(named: Sat) -> None:
    named.strike(4)
    assert [misfit.entry.seq for misfit in named.session.folded.misfits][:1] == [5]
    assert named.session.folded.misfits[0].why.why.code == "refused.out-of-rotation"


def test_a_call_out_of_rotation_is_refused(store: Store) -> None:
    table = Sat(store, BRIDGE)
    table.enter(*called("N", "1H"))
    with refused("out-of-rotation", "call"):
        table.enter(*called("S", "Pass"))


def test_a_file_gives_the_caller_where_it_is_known(bridge: Sat) -> None:
    bridge.enter(*called("S", "1D"))
    *_, last, _ = write(bridge.session).splitlines()
    assert json.loads(last)["facts"] == {"call": "1D", "seat": "S"}
    assert '"seat"' not in "".join(write(bridge.session).splitlines()[2:-2])
    assert read(write(bridge.session).encode()).session.log == bridge.session.log
    rows = json_of(bridge.session, words_in("en"))["sections"][0]["rows"]
    assert rows[-1]["calls"] == [["S", "1D"]] and "calls" not in rows[1]


# ---- calls that name nobody ----


def test_a_forgotten_deal_moves_no_call_to_another_player(bridge: Sat) -> None:
    bridge.enter(*deal("1C", "E", 7), place=3)
    assert bridge.points(3, "NS") == 120
    assert bridge.session.log[-1].event == DealerIs(Seat.EAST)
    assert not bridge.session.folded.misfits


def test_a_deal_struck_out_moves_no_call_to_another_player(bridge: Sat) -> None:
    bridge.strike(1, 2)
    assert bridge.points(3, "NS") == 120
    assert not bridge.session.folded.misfits


def test_the_deals_after_it_go_round_as_they_did(bridge: Sat) -> None:
    for call in calls("1D Pass Pass Pass"):
        bridge.enter(call)
    bridge.enter(TricksTaken(7))
    bridge.enter(*deal("1C", "E", 7), place=3)
    assert [type(entry.event) for entry in bridge.session.log].count(DealerIs) == 1
    assert bridge.points(11, "NS") == 20


def test_what_moves_no_dealer_states_none(bridge: Sat) -> None:
    bridge.do(Command((Entry(TricksTaken(8), 2),), (2,), "miscounted"))
    bridge.do(Command((Entry(TricksTaken(11), 10),), (10,), "miscounted"))
    assert not any(isinstance(entry.event, DealerIs) for entry in bridge.session.log)


def test_a_dealer_that_is_corrected_moves_the_calls(store: Store) -> None:
    table = Sat(store, BRIDGE)
    table.enter(DealerIs(Seat.EAST))
    for call in calls("1H Pass Pass Pass"):
        table.enter(call)
    table.enter(TricksTaken(7))
    assert table.points(2, "EW") == 30
    table.do(Command((Entry(DealerIs(Seat.SOUTH), 1),), (1,), "it was South"))
    assert table.points(2, "NS") == 30


def test_a_form_sent_twice_is_still_one_entry(bridge: Sat) -> None:
    command = Command(tuple(Entry(fact, 3) for fact in deal("1C", "E", 7)))
    stamp = bridge.stamp()
    first = bridge.store.append("one", command, stamp)
    assert bridge.store.append("one", command, stamp).entries == first.entries


def test_a_file_reads_back_as_it_was_written(bridge: Sat) -> None:
    bridge.enter(*deal("1C", "E", 7), place=3)
    written = write(bridge.session).encode()
    assert read(written).session.log == bridge.session.log


def test_rooks_calls_keep_their_callers(store: Store) -> None:
    """Player 2 opens, the dealer being 1; a hand put in before moves neither, nor does
    a dealer who is corrected. A bid is out of rotation only where another was next."""
    table = Sat(store, ROOK)
    stated = table.enter(DealerIs(Seat.ONE))
    passed = (
        CallMade(Call("pass"), seat) for seat in (Seat.THREE, Seat.FOUR, Seat.ONE)
    )
    with refused_out_of_rotation():
        table.enter(CallMade(Call("100"), Seat.TWO), CallMade(Call("105"), Seat.FOUR))
    opening = table.enter(CallMade(Call("100"), Seat.TWO))
    table.enter(*passed)
    table.enter(CountStated("24", 120))
    table.do(Command((Entry(DealerIs(Seat.THREE), stated),), (stated,), "it was 3"))
    assert table.points(opening, "24") == 120 and dealers(table) == ["3"]
    table.enter(BidStated(Seat.ONE, 100), CountStated("13", 100), place=stated)
    assert table.points(opening, "24") == 120 and not table.session.folded.misfits
    assert read(write(table.session).encode()).session.log == table.session.log
    rows = json_of(table.session, words_in("en"))["sections"][0]["rows"]
    assert rows[-1]["calls"] == [
        ["2", "100"],
        ["3", "pass"],
        ["4", "pass"],
        ["1", "pass"],
    ]


def test_berzerkas_calls_keep_their_callers(store: Store) -> None:
    """Whoever the rotation had put in the hotseat, the player picks who called
    first."""
    table = Sat(store, BERZERKA)
    table.enter(BoardSet(tuple(contract.code for contract in STARTER)))
    opening = table.enter(Passed(Seat.TWO))
    with refused_out_of_rotation():
        table.enter(Passed(Seat.ONE))
    table.enter(Passed(Seat.THREE), Passed(Seat.ONE))
    with refused_out_of_rotation():
        table.enter(HotseatPicked("seeing-red", Seat.THREE))
    table.enter(HotseatPicked("seeing-red", Seat.TWO), Discarded(1), HandPlayed(9))
    table.enter(ContractBid("seeing-red", 0, Seat.THREE))
    table.enter(
        ContractBid("bottle-it-up", 1, Seat.ONE), Passed(Seat.TWO), Passed(Seat.THREE)
    )
    table.enter(Discarded(1), HandPlayed(9))
    table.enter(BerzerkaHand(Seat.THREE, "bottle-it-up", 1, 4), place=opening)
    assert [one.declarer for one in table.session.folded.state.past] == [
        *(Seat.THREE, Seat.TWO, Seat.ONE)
    ]
    assert not table.session.folded.misfits
    rows = json_of(table.session, words_in("en"))["sections"][0]["rows"]
    assert rows[-2]["calls"][-1] == ["2", "seeing-red"]
    assert rows[-1]["calls"][:2] == [["3", "seeing-red"], ["1", "bottle-it-up -1"]]


def refused_out_of_rotation() -> AbstractContextManager[object]:
    return pytest.raises(RuleViolation, match="out-of-rotation")


# ---- calls that name nobody, at other games ----


def test_rook_keeps_its_bidders(store: Store) -> None:
    table = Sat(store, ROOK)
    table.enter(BidStated(Seat.ONE, 100), CountStated("13", 120))
    opening = table.enter(CallMade(Call("100")))
    for _ in range(3):
        table.enter(CallMade(Call("pass")))
    table.enter(CountStated("13", 90))
    assert table.points(opening, "13") == -100
    table.enter(BidStated(Seat.ONE, 100), CountStated("13", 100), place=opening)
    assert table.points(opening, "13") == -100
    assert not table.session.folded.misfits


def test_berzerka_keeps_its_declarers(store: Store) -> None:
    table = Sat(store, BERZERKA)
    table.enter(BoardSet(tuple(contract.code for contract in STARTER)))
    opening = table.enter(ContractBid("seeing-red"))
    for _ in range(2):
        table.enter(Passed())
    table.enter(Discarded(1))
    table.enter(HandPlayed(9))
    declarer = table.session.folded.state.past[-1].declarer
    table.enter(BerzerkaHand(Seat.THREE, "seeing-red", 1, 4), place=opening)
    assert table.session.folded.state.past[-1].declarer is declarer
    assert not table.session.folded.misfits
