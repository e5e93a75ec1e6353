"""What the loops over all games know of 500: see tests/games/about.py."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.cards import FRENCH, Suit
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.five_hundred.events import (
    LADDER,
    RING,
    TRICKS,
    Bid,
    ContractStated,
    JokerNominated,
    NobodyBid,
    TricksTaken,
)
from scorekeeper.games.five_hundred.play import bids
from tests.audit.bridge import sit
from tests.audit.said import Facts as Told
from tests.games.about import About, Dice, Facts, cards
from tests.games.five_hundred import figures


def _hand(session: Any, dice: Dice) -> Facts:
    """Bids are mostly low, and mostly made."""
    if dice.random() < 0.03:
        return (NobodyBid(),)
    every = bids(session.settings)
    bid = every[min(int(dice.expovariate(0.1)), len(every) - 1)]
    contract = ContractStated(dice.choice(RING), bid)
    tricks = TricksTaken(min(TRICKS, max(0, bid.tricks + dice.choice((-1, 0, 0, 1)))))
    if bid.trump is None and dice.random() < 0.2:
        return contract, JokerNominated(dice.choice((Suit.SPADES, Suit.HEARTS))), tricks
    return contract, tricks


def _evening(n: int) -> Iterator[Event]:
    yield ContractStated(Seat(str(1 + n % 4)), Bid(("7H", "6S", "8C", "7N")[n % 4]))
    yield TricksTaken(5 + n % 5)


def read(given: str) -> list[Event]:
    """ "8H: SA HJ" a contract of seat 1, and cards; "8H =9" one that is counted; "7N
    joker S: Joker" one with a Joker that belongs to spades."""
    head, _, played = given.partition(":")
    words = head.split()
    if not words:
        return []
    facts: list[Event] = [ContractStated(Seat.ONE, Bid(words[0]))]
    if words[1:2] == ["joker"]:
        facts.append(JokerNominated(Suit(words[2])))
    if words[-1].startswith("="):
        facts.append(TricksTaken(int(words[-1][1:])))
    return [*facts, *cards(played)]


def _begin(dice: Dice) -> Iterator[Event]:
    """Any contract; without trumps the Joker may have a suit."""
    bid = Bid(dice.choice(LADDER))
    yield ContractStated(dice.choice(RING), bid)
    if bid.trump is None and dice.random() < 0.5:
        yield JokerNominated(dice.choice(FRENCH))


def _another(result: Event) -> Event:
    assert isinstance(result, TricksTaken)
    return TricksTaken(result.tricks - 1 if result.tricks else 1)


def bid(words: list[str]) -> Iterator[tuple[str, Told]]:
    """`bid 1 8H 9`: seat, bid, tricks where they are counted"""
    yield "contract", {"bidder": words[1], "bid": words[2]}
    if len(words) > 3:
        yield "tricks", {"tricks": int(words[3])}


def passed(words: list[str]) -> Iterator[tuple[str, Told]]:
    yield "nobody-bid", {}


ABOUT = About(
    hand=_hand,
    evening=_evening,
    most_calls=12_000,
    result=lambda n: TricksTaken((9, 7)[n]),
    earlier=(ContractStated(Seat.ONE, Bid("6S")), TricksTaken(7)),
    read=read,
    begun="8H:",
    begin=_begin,
    some_cards="8H: HA H5 H6 H7",
    played_out=(ContractStated(Seat.TWO, Bid("7D")),),
    another=_another,
    shorthand={"bid": bid, "passed": passed, "sit": sit},
    stated=figures.STATED,
    in_rulebook=figures.IN_RULEBOOK,
    examples={"card": "H9", "held": "C7"},
)
