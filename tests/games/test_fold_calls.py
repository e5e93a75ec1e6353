"""What it costs to work out a long evening from its log, in calls of functions."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.seats import COMPASS, Seat, numbered
from scorekeeper.core.session import Event, fold
from scorekeeper.games import GAMES
from scorekeeper.games.berzerka.events import BoardSet, HandStated
from scorekeeper.games.berzerka.rules import STARTER
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import ContractStated, HiddenShown, TricksTaken
from scorekeeper.games.rook.events import BidStated, CountStated, TrumpDeclared
from scorekeeper.games.score_pad.events import PointsCounted
from scorekeeper.games.two_ten_jack.events import CardsCaptured
from scorekeeper.games.two_ten_jack.play import counted
from tests.games.sitting import Sitting

ROUNDS = 100
MOST = {
    "joker-bridge": 20_000,
    "bridge": 13_000,
    "deuces-wild": 13_000,
    "five-crowns": 13_000,
    "rook": 15_000,
    "two-ten-jack": 52_000,
    "berzerka": 28_000,
    "score-pad": 13_000,
}
"""Calls for a hundred rounds whose results were entered, by game."""


CONTRACTS = ("1NT", "2H", "2S", "3NT", "4H", "4S", "4SX", "5C", "3NTX", "6D", "7NT")


def _bridge(n: int) -> Iterator[Event]:
    contract = CONTRACTS[n % len(CONTRACTS)]
    yield ContractStated(Contract.parse(contract), COMPASS[n % 4])
    yield TricksTaken(5 + n % 9)


def _joker_bridge(n: int) -> Iterator[Event]:
    yield from _bridge(n)
    yield HiddenShown(COMPASS[n % 3], Card.parse("SA"))


def _rook(n: int) -> Iterator[Event]:
    yield BidStated(Seat(str(1 + n % 4)), 100 + 5 * (n % 8))
    yield TrumpDeclared(Suit.GREEN)
    yield CountStated("13", 60 + 10 * (n % 10))


def _two_ten_jack(n: int) -> Iterator[Event]:
    cards = counted(GAMES["two-ten-jack"].rule_sheet.defaults)
    yield CardsCaptured(tuple((card, numbered(4)[n % 4]) for card in cards))


def _berzerka(n: int) -> Iterator[Event]:
    if n % 15 == 0:
        yield BoardSet(tuple(contract.code for contract in STARTER))
    contract = STARTER[n // 3 % len(STARTER)].code
    yield HandStated(Seat(str(1 + n % 3)), contract, discards=3, count=n % 9)


def _score_pad(n: int) -> Iterator[Event]:
    yield PointsCounted(tuple((seat, n % 9) for seat in numbered(4)))


ENTERED: dict[str, Callable[[int], Iterator[Event]]] = {
    "joker-bridge": _joker_bridge,
    "bridge": _bridge,
    "deuces-wild": _bridge,
    "five-crowns": _bridge,
    "rook": _rook,
    "two-ten-jack": _two_ten_jack,
    "berzerka": _berzerka,
    "score-pad": _score_pad,
}


def _calls(work: Callable[[], object]) -> int:
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def test_every_game_has_an_evening_here() -> None:
    assert set(ENTERED) == set(MOST) == set(GAMES)


@pytest.mark.parametrize("slug", ENTERED)
def test_a_hundred_rounds_are_worked_out_in_few_calls(slug: str) -> None:
    """A correction, an import and the first page after a start wait for this."""
    game = GAMES[slug]
    settings = game.rule_sheet.defaults
    sitting = Sitting(game, settings)
    entered = 0
    for n in range(4 * ROUNDS):
        with suppress(RuleViolation):  # the board has that contract already
            sitting.enter(*ENTERED[slug](n))
            entered += 1
        if entered == ROUNDS:
            break
    assert entered == ROUNDS
    assert _calls(lambda: fold(game, settings, sitting.log)) <= MOST[slug]
