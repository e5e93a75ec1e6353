"""The pack of Rook, what of it counts, and how its tricks are played.

Rule: Jeff house rules §1 and §4 (cards, counters), §3 (rank, trump, following suit), §7
(leading).
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache, partial

from scorekeeper.core.cards import Card, Play, Suit, Trick, pack
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Tricks
from scorekeeper.core.rulings import Step
from scorekeeper.core.seats import Seat
from scorekeeper.games.rook import rules
from scorekeeper.games.rook.rules import RookRank, Settings, printed
from scorekeeper.games.tricks import SuitPlay

COLOURS = (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLACK)
"""The four colours in the order in which they are shown."""

ROOK = Card("Rook")
_FULL = pack(COLOURS, tuple(str(n) for n in range(1, 15))) | {ROOK}


def cards_of(settings: Settings) -> frozenset[Card]:
    return settings.once("cards", lambda: _cards_of(settings))


def _cards_of(settings: Settings) -> frozenset[Card]:
    absent = rules.LEFT_OUT[settings.deck]
    rook = {ROOK} if settings.rook is RookRank.OUT else set()
    return frozenset(card for card in _FULL - rook if card.rank not in absent)


class GetsKitty(Enum):
    """Who gets what is buried in the kitty: the winners of the last trick, the team
    whose points are counted, or the other one."""

    LAST_TRICK = "last trick"
    US = "us"
    THEM = "them"


@dataclass(frozen=True, slots=True)
class Counters:
    """What counts in a hand: cards with their points, the last trick, and the sum of
    all."""

    cards: tuple[tuple[Card, int], ...]
    last_trick: int
    total: int

    def points_of(self, *cards: Card) -> int:
        """The points of these cards, 0 for one that does not count."""
        return sum(points for counter, points in self.cards if counter in cards)

    def totals(
        self,
        buried: Collection[Card] = (),
        goes_to: GetsKitty = GetsKitty.LAST_TRICK,
    ) -> frozenset[int]:
        """The points that one team can have captured while these cards are `buried` in
        the kitty."""
        given = self.points_of(*buried)
        sums = {given if goes_to is GetsKitty.US else 0}
        is_with_last = goes_to is GetsKitty.LAST_TRICK
        last = self.last_trick + (given if is_with_last else 0)
        # each of them goes to this team or to the other one
        for one in [
            *(points for card, points in self.cards if card not in buried),
            last,
        ]:
            sums |= {total + one for total in sums}
        return frozenset(sums)


def counters(settings: Settings) -> Counters:
    """What counts at this table. Rule: §4 of the house rules, or the table's own
    figures."""
    return settings.once("counters", lambda: _counters(settings))


def _counters(settings: Settings) -> Counters:
    points = dict(settings.figures_in_force)
    last_trick = points.pop(rules.LAST_TRICK)
    ranks = [name for name in points if name != ROOK.rank]
    every = [Card(rank, colour) for colour in COLOURS for rank in ranks] + [ROOK]
    cards = tuple((card, points[card.rank]) for card in every if points[card.rank])
    return Counters(cards, last_trick, settings.total)


def bids(settings: Settings) -> range:
    """Every amount that can be bid at this table, lowest first. Rule: §5; Inferred:
    R8."""
    return range(min(settings.minimum, settings.top), settings.top + 1, settings.step)


# ---- the tricks ----

FOLLOWING = printed("§3", "following")
TAKE_BACK = printed("§9", "take-back")

ORDER = (*(str(n) for n in range(2, 15)), "1")
"""The ranks of a colour, lowest first: the 1 is the highest."""
HEIGHTS = {rank: 2 * n for n, rank in enumerate(ORDER)}
WHY_ROOK = {
    RookRank.HIGH: "rook.because.rook-high",
    RookRank.LOW: "rook.because.rook-low",
    RookRank.MIDDLE: "rook.because.rook-middle",
}
HEIGHTS_OF_ROOK = {
    RookRank.HIGH: HEIGHTS["1"] + 1,
    RookRank.LOW: HEIGHTS["2"] - 1,
    RookRank.MIDDLE: HEIGHTS["10"] + 1,
}


@lru_cache(maxsize=64)
def card_play(settings: Settings, trump: Suit, leader: Seat | None) -> PlayRules:
    cards = cards_of(settings)
    usual = SuitPlay(
        FOLLOWING,
        trump,
        pack=cards,
        suit=lambda card: card.suit or trump,  # the Rook is always a trump
        rank=partial(height, settings.rook),
    )
    hand = (len(cards) - settings.in_kitty) // settings.players
    return replace(
        usual.rules(settings.ring, leader, hand),
        because=partial(because, usual, settings.rook),
        turn=rules.RULE_SHEET.cite(settings, "leads_first"),
        take_back=TAKE_BACK,
    )


def height(rook: RookRank, card: Card) -> int:
    return HEIGHTS_OF_ROOK[rook] if card == ROOK else HEIGHTS[card.rank]


def because(
    usual: SuitPlay,
    rook: RookRank,
    before: Tricks,
    trick: Trick,
    best: Play,
    play: Play,
) -> Step:
    is_of_one_colour = usual.suit_of(play) is usual.suit_of(best)
    if play != best and ROOK in (play.card, best.card) and is_of_one_colour:
        why = message(WHY_ROOK[rook], card=play.card, best=best.card)
        return Step(why, FOLLOWING)
    return usual.because(before, trick, best, play)
