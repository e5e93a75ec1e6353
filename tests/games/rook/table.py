"""Tables of Rook for the tests."""

import random
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import PlayRules, Watched, may_play, turn
from scorekeeper.core.seats import Seat, numbered
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.events import (
    BidStated,
    Call,
    CallMade,
    CardsCaptured,
    CountStated,
    TrumpDeclared,
)
from scorekeeper.games.rook.rules import Settings
from scorekeeper.games.rook.state import Auction, auction_of
from tests.games.sitting import Sitting

RING = numbered(4)


def table(**settings: Any) -> Sitting:
    return Sitting(ROOK, Settings(**settings))


def auction(sitting: Sitting) -> Auction:
    """The bidding of the hand that is being played."""
    return auction_of(sitting.state.round, sitting.settings)


def calls(words: str) -> list[CallMade]:
    """A bidding as it is written: "100 105 pass pass-partner"."""
    return [CallMade(Call.parse(word)) for word in words.split()]


def bid_by_bid(sitting: Sitting, words: str) -> Sitting:
    for call in calls(words):
        sitting.enter(CallMade(call.call, auction(sitting).turn))
    return sitting


def quick(bidder: str, amount: int, party: str, points: int) -> list[Any]:
    """A hand that was bid aloud and counted by total."""
    return [
        BidStated(Seat(bidder), amount),
        TrumpDeclared(Suit.GREEN),
        CountStated(party, points),
    ]


def next_card(
    sitting: Sitting,
    rules: PlayRules,
    hands: dict[Seat, set[Card]],
    chance: random.Random,
) -> tuple[Seat, Card]:
    """Whose turn it is, and a card that may be played."""
    assert ROOK.arbiter
    watched: Watched = ROOK.arbiter.watched(sitting.state)
    seat = turn(rules, watched)
    assert seat
    hand = frozenset(hands[seat])
    legal = may_play(rules, watched.tricks, watched.trick, seat, hand).cards
    return seat, chance.choice(sorted(legal, key=str))


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def captured(party: str, text: str, last_trick: str) -> CardsCaptured:
    return CardsCaptured(party, cards(text), last_trick)


def refusal(sitting: Sitting, *facts: Any) -> RuleViolation:
    """Why these facts are refused; the test fails when they are not."""
    try:
        sitting.enter(*facts)
    except RuleViolation as violation:
        return violation
    raise AssertionError(f"{facts} were accepted")


ALL = "R1 Y1 G1 B1 R5 Y5 G5 B5 R10 Y10 G10 B10 R14 Y14 G14 B14 Rook"
