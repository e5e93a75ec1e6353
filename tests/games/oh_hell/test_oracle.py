"""Random evenings of Oh Hell, counted a second time from the published rules alone."""

from typing import Any

import pytest

from scorekeeper.core.session import Event
from scorekeeper.games.oh_hell import OH_HELL, events, rules
from tests.games.counted_again import (
    Dice,
    Games,
    Hands,
    Kind,
    best,
    counted_twice,
    dealt,
    each,
)


def settings_of(dice: Dice) -> rules.Settings:
    return rules.Settings(
        players=dice.choice((3, 4, 5, 6, 7)),
        most=4,
        deals=dice.choice([*rules.Deals]),
        scoring=dice.choice([*rules.Scoring]),
        bidding=rules.Bidding.FREE,
    )


def cards_of(number: int, settings: Any) -> int:
    cards = {
        rules.Deals.UP: "1234",
        rules.Deals.DOWN: "4321",
        rules.Deals.UP_DOWN: "1234321",
        rules.Deals.DOWN_UP: "4321234",
    }[settings.deals]
    return int(cards[number % len(cards)])


def hand(dice: Dice, number: int, settings: Any) -> tuple[Event, ...]:
    cards = cards_of(number, settings)
    bids = [dice.randint(0, cards) for _ in range(settings.players)]
    tricks = dealt(dice, cards, settings.players)
    if dice.random() < 0.4:
        bids = tricks
    return events.BidsMade(each(bids)), events.TricksTaken(each(tricks))


def again(hands: Hands, settings: Any) -> Games:
    one_way = settings.deals in (rules.Deals.UP, rules.Deals.DOWN)
    last = 4 if one_way else 7
    games: Games = []
    for number, (said, taken) in enumerate(hands):
        if number % last == 0:
            games.append(({str(n + 1): 0 for n in range(settings.players)}, []))
        totals, winners = games[-1]
        for (seat, bid), (_, took) in zip(said.bids, taken.tricks, strict=True):
            totals[seat.value] += points_of(bid, took, settings.scoring.value)
        if number % last == last - 1:
            winners += best(totals)
    return games


def points_of(bid: int, took: int, scoring: str) -> int:
    if bid == took:
        return 10 + (bid**2 if scoring == "square" else bid)
    off = abs(bid - took)
    missed = {"exact": 0, "minus": -bid - 10 * off, "minus-ten": -10 - off}
    return missed.get(scoring, took)


KIND = Kind(OH_HELL, settings_of, hand, again, is_planned=True)


@pytest.mark.parametrize("seed", range(12))
def test_what_stands_adds_up_as_the_published_rules_say(seed: int) -> None:
    for found, expected in counted_twice(KIND, seed):
        assert found == expected
