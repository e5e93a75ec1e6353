"""What a contract is worth and what its three boxes earn. Worked out anew from the hands."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import assert_never

from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import Points
from scorekeeper.games.berzerka.contracts import Aim, Contract
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.settings import (
    Payoffs,
    Settings,
    Ties,
)
from scorekeeper.games.berzerka.state import RING, Board, Hand

PLACES = ("first", "second", "third")
"""The places of a contract, best first, as they are called in the custom payoffs."""


@dataclass(frozen=True, slots=True)
class Box:
    """One player's box of one contract, filled: `number` is what is written in it."""

    seat: Seat
    number: int
    discards: int
    how: How


@dataclass(frozen=True, slots=True)
class Share:
    """What a box earns: `points`, for its places `first` to `last` (0 to 2; more than one where
    they are shared). `was_tied` says that others wrote the same number."""

    box: Box
    points: Points
    first: int
    last: int
    was_tied: bool


def number_written(contract: Contract, count: int, overbid: int) -> int:
    """Work out the number in the box; it can be negative.

    Rule: Bidding Phase – an overbid takes its tricks off. Rule: Bottle It Up – there it adds.
    Rule: Hold Steady – the distance from 5. Inferred: it adds wherever fewest ranks highest.
    """
    match contract.aim:
        case Aim.MOST | Aim.MIDDLE:
            return count - overbid
        case Aim.FEWEST:
            return count + overbid
        case Aim.CLOSEST:
            return abs(count - overbid - contract.target)
        case _:
            assert_never(contract.aim)


def box_of(hand: Hand) -> Box:
    """The box that a finished hand fills."""
    if hand.contract is None or hand.declarer is None or hand.count is None:
        raise ValueError("only a finished hand fills a box")
    number = number_written(hand.contract, hand.count, hand.overbid)
    return Box(hand.declarer, number, hand.discards or 0, hand.how)


def filled_boxes(board: Board) -> dict[str, tuple[Box, ...]]:
    """The filled boxes of every contract, by its code, in the order of play."""
    boxes: dict[str, tuple[Box, ...]] = {one.code: () for one in board.contracts}
    for hand in board.hands:
        if hand.contract:
            boxes[hand.contract.code] = (*boxes[hand.contract.code], box_of(hand))
    return boxes


def value(contract: Contract, hows: Iterable[How]) -> int:
    """The contract's value: its base, and its step for each declarer who bid it.

    Rule: Bidding Phase – the hotseat does not raise it. Rule: Middling – there by two.
    """
    return contract.base + contract.step * sum(how is How.BID for how in hows)


def payoffs(settings: Settings, contract: Contract) -> tuple[Fraction, Fraction, Fraction]:
    """What the three places earn, in multiples of the contract value.

    Rule: Middling – one winner, two losers who pay half each. Inferred: the others' places.
    """
    if contract.aim is Aim.MIDDLE:
        return Fraction(1), Fraction(-1, 2), Fraction(-1, 2)
    match settings.payoffs:
        case Payoffs.SWING:
            return Fraction(1), Fraction(0), Fraction(-1)
        case Payoffs.WINNER:
            return Fraction(1), Fraction(0), Fraction(0)
        case Payoffs.LADDER:
            return Fraction(2), Fraction(1), Fraction(0)
        case Payoffs.CUSTOM:
            first, second, third = (dict(settings.custom_payoffs).get(name, 0) for name in PLACES)
            return Fraction(first), Fraction(second), Fraction(third)
        case _:
            assert_never(settings.payoffs)


def shares(settings: Settings, contract: Contract, boxes: tuple[Box, ...]) -> tuple[Share, ...]:
    """What each of the three boxes of a complete contract earns, best place first."""
    worth = value(contract, (box.how for box in boxes))
    pay = payoffs(settings, contract)
    ranked = _ranked(settings, contract, boxes)
    strengths = [key[0] for key, _ in ranked]
    earned: list[Share] = []
    for key, group in groupby(ranked, key=lambda one: one[0]):
        sharers = [box for _, box in group]
        first, last = len(earned), len(earned) + len(sharers) - 1
        points = whole(worth * sum(pay[first : last + 1], Fraction()) / len(sharers))
        has_lost = contract.aim is Aim.MIDDLE and key[0] > 0
        was_tied = not has_lost and strengths.count(key[0]) > 1
        earned.extend(Share(box, points, first, last, was_tied) for box in sharers)
    return tuple(earned)


Key = tuple[int, ...]
"""How a box ranks: the less the better."""


def _ranked(
    settings: Settings, contract: Contract, boxes: tuple[Box, ...]
) -> list[tuple[Key, Box]]:
    """The boxes, best first, each with its rank: by the number, then by the tiebreak."""
    keyed: list[tuple[Key, Box]] = []
    for box in boxes:
        by_number = strength(contract, box, boxes)
        has_lost = contract.aim is Aim.MIDDLE and by_number > 0
        ties = () if has_lost else tiebreak(settings.ties, box)
        keyed.append(((by_number, *ties), box))
    return sorted(keyed, key=lambda one: one[0])


def strength(contract: Contract, box: Box, boxes: tuple[Box, ...]) -> int:
    """Rank a box by its number alone: the less the better, equal numbers tie.

    Rule: Middling – who has the median contends for the win, everybody else has lost.
    """
    match contract.aim:
        case Aim.MOST:
            return -box.number
        case Aim.FEWEST | Aim.CLOSEST:
            return box.number
        case Aim.MIDDLE:
            median = sorted(one.number for one in boxes)[len(boxes) // 2]
            return 0 if box.number == median else 1
        case _:
            assert_never(contract.aim)


def tiebreak(ties: Ties, box: Box) -> tuple[int, ...]:
    """Rank a box among equal numbers: the less the better. Inferred, all of it."""
    hotseat = int(box.how is How.HOTSEAT)
    match ties:
        case Ties.FEWER_THEN_BID:
            return box.discards, hotseat
        case Ties.FEWER:
            return (box.discards,)
        case Ties.BID_THEN_FEWER:
            return hotseat, box.discards
        case Ties.MORE_THEN_BID:
            return -box.discards, hotseat
        case Ties.SHARED:
            return ()
        case _:
            assert_never(ties)


def whole(points: Fraction) -> Points:
    """The same points, as an int where they are whole."""
    return points.numerator if points.denominator == 1 else points


# ---- the forecast ----


def forecast(settings: Settings, contract: Contract, boxes: tuple[Box, ...]) -> dict[Seat, Points]:
    """What two boxes would earn at today's value if the third player came in between them.

    Empty unless exactly two boxes are filled: with one, every place is still open.
    """
    if len(boxes) != len(RING) - 1:
        return {}
    worth = value(contract, (box.how for box in boxes))
    pay = payoffs(settings, contract)
    if contract.aim is Aim.MIDDLE:
        return {box.seat: whole(worth * pay[-1]) for box in boxes}
    (best_key, best), (other_key, other) = _ranked(settings, contract, boxes)
    if best_key == other_key:
        return dict.fromkeys((best.seat, other.seat), whole(worth * (pay[0] + pay[-1]) / 2))
    return {best.seat: whole(worth * pay[0]), other.seat: whole(worth * pay[-1])}
