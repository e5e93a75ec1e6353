"""Random evenings of 500, counted a second time from the published rules alone."""

import random

import pytest

from scorekeeper.core.seats import Seat
from scorekeeper.games.five_hundred import FIVE_HUNDRED
from scorekeeper.games.five_hundred.events import (
    LADDER,
    Bid,
    ContractStated,
    NobodyBid,
    TricksTaken,
)
from scorekeeper.games.five_hundred.rules import Defenders, Schedule, Settings
from tests.games.sitting import Sitting

OTHER = {"13": "24", "24": "13"}
Hands = list[tuple[str, str, int]]


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


def counted(hands: Hands, settings: Settings) -> tuple[list[str], dict[str, int]]:
    """Who won the games one after the other, and how the last one stands."""
    won = list[str]()
    totals = {"13": 0, "24": 0}
    for seat, bid, tricks in hands:
        side = "13" if seat in "13" else "24"
        other = OTHER[side]
        points, against = brought(bid, tricks, settings)
        if settings.defenders is Defenders.STOP:
            against = min(against, max(0, 490 - totals[other]))
        totals[side] += points
        totals[other] += against
        is_out = settings.defenders is Defenders.WIN and totals[other] >= 500
        if points > 0 and totals[side] >= 500:
            won.append(side)
        elif is_out or totals[side] <= -500:
            won.append(other)
        else:
            continue
        totals = {"13": 0, "24": 0}
    return won, totals


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
            seat, bid = dice.choice("1234"), dice.choice(LADDER)
            hands.append((seat, bid, dice.randint(0, 10)))
            contract = ContractStated(Seat(seat), Bid(bid))
            sitting.enter(contract, TricksTaken(hands[-1][2]))
        won, totals = counted(hands, settings)
        over = [section for section in sitting.sheet.sections if section.is_over]
        assert ["".join(section.winners) for section in over] == won
        if len(over) < len(sitting.sheet.sections):
            assert sitting.totals() == totals
