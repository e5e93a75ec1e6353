"""Berzerka counted a second time, from the document and the readings alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

BASE = {
    "berzerka": 1,
    "hidden-strength": 1,
    "hold-steady": 2,
    "seeing-red": 2,
    "bottle-it-up": 3,
    "brute-strength": 1,
    "still-holding": 1,
    "changing-pace": 1,
    "marathon-flex": 2,
    "one-weakness": 3,
    "raging-tides": 4,
    "middling": 0,
}
CLOSEST = {"hold-steady", "still-holding"}
FEWEST = {"bottle-it-up", "one-weakness"}
MOST_COUNT = {"marathon-flex": 6}

PAYOFFS: Mapping[str, tuple[int, int, int]] = {
    "swing": (1, 0, -1),
    "winner": (1, 0, 0),
    "ladder": (2, 1, 0),
}


@dataclass(frozen=True)
class Box:
    seat: str
    count: int
    discards: int
    overbid: int = 0
    hotseat: bool = False

    def number(self, plays: str) -> int:
        if plays in FEWEST:
            return self.count + self.overbid
        if plays in CLOSEST:
            return abs(self.count - self.overbid - 5)
        return self.count - self.overbid

    def after_a_tie(self, ties: str) -> tuple[int, ...]:
        """Smaller ranks higher."""
        return {
            "fewer-then-bid": (self.discards, int(self.hotseat)),
            "fewer": (self.discards,),
            "bid-then-fewer": (int(self.hotseat), self.discards),
            "more-then-bid": (-self.discards, int(self.hotseat)),
            "shared": (),
        }[ties]


def worth(contract: str, plays: str, boxes: list[Box]) -> int:
    """What a contract has grown to."""
    step = 2 if plays == "middling" else 1
    if contract != "shapeshift":
        base = BASE[contract]
    elif plays == "middling":
        base = 6
    else:
        base = 5
    return base + step * sum(not box.hotseat for box in boxes)


def points(
    contract: str,
    boxes: list[Box],
    copies: str = "",
    ties: str = "fewer-then-bid",
    payoffs: tuple[int, int, int] = (1, 0, -1),
) -> dict[str, Fraction]:
    """The game points of one contract whose three boxes are filled, by seat."""
    plays = copies if contract == "shapeshift" else contract
    value = worth(contract, plays, boxes)
    numbers = sorted(box.number(plays) for box in boxes)
    places = [Fraction(value * pay) for pay in payoffs]
    if plays == "middling":
        places = [Fraction(value), Fraction(-value, 2), Fraction(-value, 2)]
    won: dict[str, Fraction] = {}
    key = partial(rank, plays=plays, median=numbers[1], ties=ties)
    keys = sorted(key(box) for box in boxes)
    for box in boxes:
        mine = [places[n] for n, one in enumerate(keys) if one == key(box)]
        won[box.seat] = sum(mine, Fraction(0)) / len(mine)
    return won


def rank(box: Box, plays: str, median: int, ties: str) -> tuple[int, ...]:
    """The smaller, the better."""
    number = box.number(plays)
    if plays == "middling":
        if number != median:
            return (1,)
        return (0, *box.after_a_tie(ties))
    first = -number if plays not in FEWEST | CLOSEST else number
    return (first, *box.after_a_tie(ties))
