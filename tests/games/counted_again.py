"""Random evenings of a game, with hands that are corrected, struck and put in later: each is
counted a second time from the published rules alone."""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, fold
from scorekeeper.games.game import AnyGame
from tests.games.sitting import Sitting

Dice = random.Random
Totals = dict[str, int]
Hands = list[tuple[Any, ...]]
"""The facts of each hand that stands."""
Games = list[tuple[Totals, list[str]]]
"""Each game of an evening: its totals, and who won it; nobody where it goes on."""


def dealt(dice: Dice, number: int, players: int) -> list[int]:
    """So many tricks or cards, which fall to the players anyhow."""
    won = [dice.randrange(players) for _ in range(number)]
    return [won.count(player) for player in range(players)]


def each(numbers: Iterable[int]) -> tuple[tuple[Seat, int], ...]:
    return tuple((Seat(str(n)), number) for n, number in enumerate(numbers, start=1))


def best(totals: Totals, pick: Callable[[Iterable[int]], int] = max) -> list[str]:
    most = pick(totals.values())
    return [party for party, total in totals.items() if total == most]


@dataclass(frozen=True)
class Kind:
    """A game: settings, a hand with this number of its evening, and how hands add up.
    `is_planned` where each hand has its own number of cards, so that only the last can
    be struck, and none put in."""

    game: AnyGame
    settings: Callable[[Dice], Any]
    hand: Callable[[Dice, int, Any], tuple[Event, ...]]
    again: Callable[[Hands, Any], Games]
    is_planned: bool = False


class Evening:
    """A table, and what stands of its hands: each fact with the number of its entry."""

    def __init__(self, kind: Kind, dice: Dice) -> None:
        self.kind = kind
        self.dice = dice
        self.settings = kind.settings(dice)
        self.sitting = Sitting(kind.game, self.settings)
        self.hands: list[list[tuple[int, Event]]] = []

    def step(self) -> None:
        way = self.dice.random()
        if not self.hands or way < 0.6:
            self.play(len(self.hands))
        elif way < 0.8:
            self.correct(self.dice.randrange(len(self.hands)))
        elif self.kind.is_planned:
            self.strike(len(self.hands) - 1)
        elif way < 0.9:
            self.strike(self.dice.randrange(len(self.hands)))
        else:
            self.play(self.dice.randrange(len(self.hands)))

    def play(self, place: int) -> None:
        """Enter a hand after all others, or one that was forgotten."""
        facts = self.kind.hand(self.dice, place, self.settings)
        before = self.hands[place][0][0] if place < len(self.hands) else None
        self.sitting.enter(*facts, before=before)
        self.hands.insert(place, self.entered(facts))

    def correct(self, place: int) -> None:
        hand = self.hands[place]
        facts = self.kind.hand(self.dice, place, self.settings)
        which = self.dice.randrange(len(facts))
        self.sitting.correct(hand[which][0], facts[which])
        ((seq, fact),) = self.entered(facts[which : which + 1])
        hand[which] = (seq, fact)

    def strike(self, place: int) -> None:
        self.sitting.strike(*(seq for seq, _ in self.hands.pop(place)))

    def entered(self, facts: tuple[Event, ...]) -> list[tuple[int, Event]]:
        seqs = {id(entry.event): entry.seq for entry in self.sitting.log}
        return [(seqs[id(fact)], fact) for fact in facts]


STEPS = 25


def counted_twice(kind: Kind, seed: int) -> Iterator[tuple[Games, Games]]:
    """After each step of an evening what its sheet has, and what the rules give."""
    evening = Evening(kind, random.Random(seed))
    for _ in range(STEPS):
        evening.step()
        sitting = evening.sitting
        anew = fold(kind.game, evening.settings, sitting.log)
        assert kind.game.sheet(anew.state) == sitting.sheet
        hands = [tuple(fact for _, fact in hand) for hand in evening.hands]
        yield on_the_sheet(sitting), kind.again(hands, evening.settings)


def on_the_sheet(sitting: Sitting) -> Games:
    parties = [party.id for party in sitting.sheet.parties]
    return [
        ({party: section.total(party) for party in parties}, [*section.winners])
        for section in sitting.sheet.sections
    ]
