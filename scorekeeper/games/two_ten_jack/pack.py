"""The pack for a number of players, what scores in it, and what a round comes to."""

from functools import lru_cache

from scorekeeper.core.cards import RANKS, Card, Suit
from scorekeeper.core.seats import Ring, numbered
from scorekeeper.core.settings import Figures
from scorekeeper.games.two_ten_jack.settings import (
    NEVER_OUT,
    SIX_HEARTS,
    SIX_SPADES,
    SIXES,
    TAKEN_OUT,
    Reversal,
    Settings,
)

CARDS = 53
"""The standard pack and one Joker."""

FIXED = 55
"""What a whole six is worth where the reversal has a fixed figure."""


def ring(settings: Settings) -> Ring:
    """The seats of this table, clockwise."""
    return numbered(settings.players)


def worth(settings: Settings, card: Card) -> int:
    """The points of a card, before any reversal."""
    return _worth(settings.worth).get(card, 0)


def counted(settings: Settings) -> tuple[Card, ...]:
    """The cards that are asked for at the end of a round, as they are shown.

    The twelve hearts and spades always: whole sixes are reversed whatever each card is worth.
    """
    return _counted(settings.worth)


def taken_out(settings: Settings) -> tuple[Card, ...]:
    """The cards to take out, so that everybody gets as many.

    Rule: The Deck; published: ♣2, ♦2, ♠4. Inferred: what follows, and that nothing that scores
    is taken out.
    """
    return _taken_out(settings.players, settings.removed, settings.worth)


def tricks(settings: Settings) -> int:
    """How many tricks a round has."""
    return CARDS // settings.players


def reversed_points(settings: Settings, suit: Suit) -> int | None:
    """What all six of a suit score in one pile, None where nothing is reversed.

    Rule: Scoring; flipped, or 55 by the table's choice.
    """
    match settings.reversal:
        case Reversal.FLIP:
            return -sum(worth(settings, card) for card in SIXES[suit])
        case Reversal.FIXED_55:
            return -FIXED if suit is Suit.HEARTS else FIXED
        case Reversal.OFF:
            return None


def round_sum(settings: Settings, whole: frozenset[Suit]) -> int:
    """What the totals of a round come to when the sixes of the suits `whole` lie in one pile."""
    total = sum(worth(settings, card) for card in counted(settings))
    for suit in whole:
        points = reversed_points(settings, suit)
        if points is not None:
            total += points - sum(worth(settings, card) for card in SIXES[suit])
    return total


def pile_totals(settings: Settings, whole: frozenset[Suit]) -> frozenset[int]:
    """What one pile can come to out of the cards that are not in the whole sixes `whole`.

    Where whole sixes are reversed, it can't hold all six of another suit.
    """
    others = [suit for suit in SIXES if suit not in whole]
    sixes = {card for six in SIXES.values() for card in six}
    sums = _sums(tuple(worth(settings, card) for card in counted(settings) if card not in sixes))
    for suit in others:
        points = tuple(worth(settings, card) for card in SIXES[suit])
        held = _sums(points) if settings.reversal is Reversal.OFF else _broken_sums(points)
        sums = frozenset(one + two for one in sums for two in held)
    return sums


@lru_cache(maxsize=64)
def _worth(figures: Figures) -> dict[Card, int]:
    return {Card.parse(name): points for name, points in figures}


@lru_cache(maxsize=64)
def _counted(figures: Figures) -> tuple[Card, ...]:
    points = _worth(figures)
    suits = (Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS)
    every = [Card(rank, suit) for suit in suits for rank in ("A", "K", "Q", "J", "10", *"98765432")]
    sixes = {*SIX_HEARTS, *SIX_SPADES}
    return tuple(card for card in every if card in sixes or points.get(card))


@lru_cache(maxsize=64)
def _taken_out(players: int, removed: str, figures: Figures) -> tuple[Card, ...]:
    named = [Card.parse(word) for word in f"{removed} {TAKEN_OUT}".split()]
    spare = [Card(rank, suit) for rank in RANKS for suit in (Suit.CLUBS, Suit.DIAMONDS)]
    staying = NEVER_OUT | set(_counted(figures))
    order = [card for card in dict.fromkeys(named + spare) if card not in staying]
    return tuple(order[: CARDS % players])


@lru_cache(maxsize=256)
def _sums(points: tuple[int, ...]) -> frozenset[int]:
    sums = {0}
    for one in points:
        sums |= {total + one for total in sums}
    return frozenset(sums)


@lru_cache(maxsize=64)
def _broken_sums(points: tuple[int, ...]) -> frozenset[int]:
    """The sums of these numbers with at least one of them missing."""
    without = (points[:n] + points[n + 1 :] for n in range(len(points)))
    return frozenset[int]().union(*(_sums(some) for some in without))
