"""Random evenings of Spades, counted a second time from Pagat’s rules alone."""

from typing import Any

import pytest

from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.games.spades import SPADES, events, rules
from tests.games.counted_again import (
    Dice,
    Games,
    Hands,
    Kind,
    Totals,
    best,
    counted_twice,
    dealt,
    each,
)


def settings_of(dice: Dice) -> rules.Settings:
    return rules.Settings(
        target=200,
        nil=dice.choice([*rules.Nil]),
        failed=dice.choice([*rules.Failed]),
        bags=dice.choice([*rules.Bags]),
        ten=dice.choice([*Whether]),
        blind=Whether.YES,
    )


def hand(dice: Dice, number: int, settings: Any) -> tuple[Event, ...]:
    bids = [dice.choice((0, 1, 2, 3, 4, 6)) for _ in range(4)]
    blind = tuple(
        (Seat(str(n + 1)), not bids[n] and dice.random() < 0.3) for n in range(4)
    )
    tricks = events.TricksTaken(each(dealt(dice, 13, 4)))
    return events.BidsMade(each(bids), blind), tricks


def again(hands: Hands, settings: Any) -> Games:
    games: Games = []
    bags: Totals = {}
    for bid, taken in hands:
        if not games or games[-1][1]:
            games.append(({"13": 0, "24": 0}, []))
            bags = {"13": 0, "24": 0}
        totals, winners = games[-1]
        for team in totals:
            points, over = of_team(team, bid, taken, settings)
            totals[team] += points
            bags[team] += over
            if settings.bags is rules.Bags.COST:
                totals[team] -= 100 * (bags[team] // 10)
                bags[team] %= 10
        if max(totals.values()) >= 200 and len(best(totals)) == 1:
            winners += best(totals)
    return games


def of_team(team: str, bid: Any, taken: Any, settings: Any) -> tuple[int, int]:
    """The points of a team before its bags cost anything, and its bags."""
    bids = {seat.value: number for seat, number in bid.bids}
    took = {seat.value: number for seat, number in taken.tricks}
    blind = {seat.value for seat, is_blind in bid.blind or () if is_blind}
    nils = [player for player in team if not bids[player]]
    points = sum(of_nil(player in blind, took[player], settings) for player in nils)
    stray = 0
    if settings.failed is rules.Failed.BAGS:
        stray = sum(took[player] for player in nils)
    said = sum(bids[player] for player in team)
    made = sum(took[player] for player in team) - stray
    contract = of_contract(said, settings)
    if made < said:
        return points - contract + stray, stray
    over = made - said + stray
    return points + contract + over, over


def of_contract(said: int, settings: Any) -> int:
    return 20 * said if settings.ten is Whether.YES and said >= 10 else 10 * said


def of_nil(is_blind: bool, took: int, settings: Any) -> int:
    worth = 50 if settings.nil is rules.Nil.FIFTY else 100
    if is_blind:
        worth = 2 * worth
    return -worth if took else worth


KIND = Kind(SPADES, settings_of, hand, again)


@pytest.mark.parametrize("seed", range(12))
def test_what_stands_adds_up_as_the_published_rules_say(seed: int) -> None:
    for found, expected in counted_twice(KIND, seed):
        assert found == expected
