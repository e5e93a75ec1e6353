"""The pack, what of it counts, and which totals can be captured."""

from dataclasses import dataclass
from functools import lru_cache

from scorekeeper.core.cards import Card, Suit, pack
from scorekeeper.core.settings import Figures
from scorekeeper.games.rook.settings import LAST_TRICK, Ceiling, Deck, Settings

COLOURS = (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLACK)
"""The four colours in the order in which they are shown."""

ROOK = Card("Rook")

KITTY = 5
"""How many cards lie in the kitty, and are laid back."""

_FULL = pack(COLOURS, tuple(str(n) for n in range(1, 15))) | {ROOK}
_FAST = frozenset(card for card in _FULL if card.rank not in ("2", "3", "4"))


def cards_of(deck: Deck) -> frozenset[Card]:
    """Every card of the deck, the Rook among them."""
    return _FULL if deck is Deck.FULL else _FAST


@dataclass(frozen=True, slots=True)
class Counters:
    """What counts in a hand: cards with their points, the last trick, and the sum of all.

    `totals` are the points that one team can have captured.
    """

    cards: tuple[tuple[Card, int], ...]
    last_trick: int
    total: int
    totals: frozenset[int]

    def worth(self, card: Card) -> int:
        """The points of a card, 0 for one that does not count."""
        return next((points for counter, points in self.cards if counter == card), 0)


def counters(settings: Settings) -> Counters:
    """What counts at this table. Rule: §4 of the house rules, or the table's own figures."""
    return _counters(settings.worth)


@lru_cache(maxsize=32)
def _counters(figures: Figures) -> Counters:
    points = dict(figures)
    last_trick = points.pop(LAST_TRICK)
    numbered = [name for name, _ in figures if name in points and name != ROOK.rank]
    every = [Card(rank, colour) for colour in COLOURS for rank in numbered] + [ROOK]
    cards = tuple((card, points[card.rank]) for card in every if points[card.rank])
    sums = {0}
    for one in [*(worth for _, worth in cards), last_trick]:
        sums |= {total + one for total in sums}
    return Counters(cards, last_trick, max(sums), frozenset(sums))


def bids(settings: Settings) -> range:
    """Every amount that can be bid at this table, lowest first.

    Rule: §5; Inferred: R8, nobody can capture more than the hand holds.
    """
    total = counters(settings).total
    top = total if settings.ceiling is Ceiling.HAND_TOTAL else min(settings.highest, total)
    return range(min(settings.minimum, top), top + 1, settings.step)
