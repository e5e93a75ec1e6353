"""What a side wins of known hands when everybody plays best, against every line of
play."""

import random

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.seats import COMPASS, Seat, left_of
from scorekeeper.games.bridge.best_play import MOST, Laid, tricks_won
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.play import TrickRules, pack_of, trick_rules_of
from scorekeeper.games.bridge.rules import Settings

NS = (Seat.NORTH, Seat.SOUTH)
Held = dict[Seat, frozenset[Card]]


def rules_of(denomination: Denomination) -> TrickRules:
    return trick_rules_of(Settings(), denomination, None)


def dealt(tricks: int, seed: int) -> Held:
    pack = sorted(pack_of(Settings()).cards, key=str)
    random.Random(seed).shuffle(pack)
    return {
        seat: frozenset(pack[n * tricks : (n + 1) * tricks])
        for n, seat in enumerate(COMPASS)
    }


def every_line(rules: TrickRules, hands: Held, laid: Laid, leader: Seat) -> int:
    """The same by trying every card."""
    if len(laid) == len(COMPASS):
        led = rules.suit_of(laid[0][1])
        best = max(
            laid,
            key=lambda one: (
                rules.suit_of(one[1]) is rules.trumps,
                rules.suit_of(one[1]) is led,
                rules.heights[one[1]],
            ),
        )[0]
        return (best in NS) + every_line(rules, hands, (), best)
    seat = left_of(leader, COMPASS, len(laid))
    led_suit = rules.suit_of(laid[0][1]) if laid else None
    following = [card for card in hands[seat] if rules.suit_of(card) is led_suit]
    found = [
        every_line(
            rules, {**hands, seat: hands[seat] - {card}}, (*laid, (seat, card)), leader
        )
        for card in following or hands[seat]
    ]
    return (max if seat in NS else min)(found, default=0)


@pytest.mark.parametrize("denomination", [Denomination.NO_TRUMP, Denomination.HEARTS])
@pytest.mark.parametrize("seed", range(12))
def test_it_wins_what_the_best_line_wins(denomination: Denomination, seed: int) -> None:
    rules = rules_of(denomination)
    hands = dealt(3, seed)
    leader = COMPASS[seed % 4]
    assert tricks_won(rules, hands, (), leader, NS) == every_line(
        rules, hands, (), leader
    )
    card = max(hands[leader], key=str)
    rest = {**hands, leader: hands[leader] - {card}}
    laid = ((leader, card),)
    assert tricks_won(rules, rest, laid, leader, NS) == every_line(
        rules, rest, laid, leader
    )


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        (
            "N H2 S2, E HK H4, S HA HQ, W S3 C4",
            2,
        ),  # the finesse over the king before it
        ("N H2 S2, E S3 C4, S HA HQ, W HK H4", 1),  # the king behind it
        ("N SA H2 DA, E S9 C8 C9, S S2 HA D2, W HK DK CK", 3),
        ("N SA HJ D2, E S9 C8 C9, S S2 DA DJ, W HK DK DQ", 3),
    ],
)
def test_finesses_and_squeezes_are_found(cards: str, won: int) -> None:
    """North leads at no trump."""
    words = [one.split() for one in cards.split(", ")]
    hands = {Seat(seat): frozenset(map(Card.parse, held)) for seat, *held in words}
    assert tricks_won(rules_of(Denomination.NO_TRUMP), hands, (), Seat.NORTH, NS) == won


def test_so_many_tricks_are_worked_out() -> None:
    hands = dealt(MOST, 1)
    assert (
        0 <= tricks_won(rules_of(Denomination.SPADES), hands, (), Seat.WEST, NS) <= MOST
    )
