"""Random evenings of 500, counted a second time from the published rules alone."""

import random
from typing import Any

import pytest

from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.five_hundred import FIVE_HUNDRED
from scorekeeper.games.five_hundred.events import (
    LADDER,
    Bid,
    ContractStated,
    NobodyBid,
    TricksTaken,
)
from scorekeeper.games.five_hundred.rules import Defenders, Schedule, Settings
from tests.games.counted_again import (
    Dice,
    Games,
    Hands,
    Kind,
    counted_twice,
    on_the_sheet,
)
from tests.games.sitting import Sitting

OTHER = {"13": "24", "24": "13"}


def value(bid: str, settings: Settings) -> int:
    if "M" in bid:
        return 500 if bid == "OM" else 250
    tricks = int(bid[:-1])
    if settings.schedule is Schedule.ORIGINAL:
        return 20 * (2 + "CSHDN".index(bid[-1])) * (tricks - 5)
    return 20 * (2 + "SCDHN".index(bid[-1])) + 100 * (tricks - 6)


def brought(bid: str, tricks: int, settings: Settings) -> tuple[int, int]:
    """What a hand brings the bidder's side, below zero where it costs; and the other
    one, as far as it counts."""
    points = value(bid, settings)
    if "M" in bid:
        return (-points if tricks else points), 0
    against = 10 * (10 - tricks)
    if tricks < int(bid[:-1]):
        return -points, against
    return (max(points, 250) if tricks == 10 else points), against


def again(hands: Hands, settings: Any) -> Games:
    games: Games = []
    for contract, taken in hands:
        if not games or games[-1][1]:
            games.append(({"13": 0, "24": 0}, []))
        totals, winners = games[-1]
        side = "13" if contract.bidder.value in "13" else "24"
        other = OTHER[side]
        points, against = brought(contract.bid.word, taken.tricks, settings)
        if settings.defenders is Defenders.STOP:
            against = min(against, max(0, 490 - totals[other]))
        totals[side] += points
        totals[other] += against
        is_out = settings.defenders is Defenders.WIN and totals[other] >= 500
        if points > 0 and totals[side] >= 500:
            winners.append(side)
        elif is_out or totals[side] <= -500:
            winners.append(other)
    return games


def settings_of(dice: Dice) -> Settings:
    return Settings(
        schedule=dice.choice([*Schedule]), defenders=dice.choice([*Defenders])
    )


def hand(dice: Dice, number: int, settings: Any) -> tuple[Event, ...]:
    contract = ContractStated(Seat(dice.choice("1234")), Bid(dice.choice(LADDER)))
    return contract, TricksTaken(dice.randint(0, 10))


KIND = Kind(FIVE_HUNDRED, settings_of, hand, again)


@pytest.mark.parametrize("seed", range(12))
def test_what_stands_adds_up_as_the_published_rules_say(seed: int) -> None:
    for found, expected in counted_twice(KIND, seed):
        assert found == expected


@pytest.mark.parametrize("defenders", Defenders)
@pytest.mark.parametrize("schedule", Schedule)
def test_evenings_come_to_what_the_published_rules_give(
    defenders: Defenders, schedule: Schedule
) -> None:
    settings = Settings(defenders=defenders, schedule=schedule)
    for seed in range(12):
        dice = random.Random(seed)
        sitting = Sitting(FIVE_HUNDRED, settings)
        hands: Hands = []
        for _ in range(15):
            if dice.random() < 0.1:
                sitting.enter(NobodyBid())
                continue
            facts = hand(dice, len(hands), settings)
            hands.append(facts)
            sitting.enter(*facts)
        nothing = {"13": 0, "24": 0}
        games = [game for game in on_the_sheet(sitting) if game != (nothing, [])]
        assert games == again(hands, settings)
