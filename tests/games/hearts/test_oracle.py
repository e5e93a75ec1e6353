"""Random evenings of Hearts, counted a second time from Bicycle’s rules, and from the
variations of Wikipedia and Pagat."""

from typing import Any

import pytest

from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.games.hearts import HEARTS, events, rules
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
        players=dice.choice((3, 4, 5, 6)),
        moon=dice.choice([*rules.Moon]),
        jack=dice.choice([*Whether]),
        target=50,
    )


def hand(dice: Dice, number: int, settings: Any) -> tuple[Event, ...]:
    players = settings.players
    hearts = dealt(dice, 13, players)
    queen = dice.randrange(players)
    if dice.random() < 0.3:
        hearts = [13 if player == queen else 0 for player in range(players)]
    jack = None
    if settings.jack is Whether.YES:
        jack = Seat(str(dice.randint(1, players)))
    return (events.HandCounted(each(hearts), Seat(str(queen + 1)), jack),)


def again(hands: Hands, settings: Any) -> Games:
    games: Games = []
    for (count,) in hands:
        if not games or games[-1][1]:
            games.append(({str(n + 1): 0 for n in range(settings.players)}, []))
        totals, winners = games[-1]
        points = {seat.value: number for seat, number in count.hearts}
        points[count.queen.value] += 13
        if 26 in points.values():
            shooter = count.queen.value
            is_own = settings.moon is rules.Moon.OWN
            for player in points:
                points[player] = 0 if (player == shooter) is not is_own else 26
            if is_own:
                points[shooter] = -26
        if count.jack:
            points[count.jack.value] -= 10
        for player, number in points.items():
            totals[player] += number
        if max(totals.values()) >= 50:
            winners += best(totals, min)
    return games


KIND = Kind(HEARTS, settings_of, hand, again)


@pytest.mark.parametrize("seed", range(12))
def test_what_stands_adds_up_as_the_published_rules_say(seed: int) -> None:
    for found, expected in counted_twice(KIND, seed):
        assert found == expected
