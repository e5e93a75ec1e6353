"""The packs, and where a Joker ranks and belongs."""

from dataclasses import dataclass

from scorekeeper.core.cards import FRENCH, JOKER, RANKS, Card, Suit, pack
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.settings import (
    JokerSettings,
    Power,
    Settings,
    SuitMode,
    Variation,
    X1Wildcard,
)

ONE_JOKER = Card(JOKER)
RED_JOKER = Card("RedJoker")
BLACK_JOKER = Card("BlackJoker")
SUIT_JOKERS = tuple(Card(JOKER, suit) for suit in FRENCH)

RED = (Suit.DIAMONDS, Suit.HEARTS)
BLACK = (Suit.CLUBS, Suit.SPADES)


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards that a game is played with.

    `hand` cards are dealt to each player and `hidden` ones face down; `honours` are the ranks
    of the trump honours, and `top` the rank that is an honour at no trump. `suits` and `ranks`
    stand lowest first; `powers` says whether the Jokers follow a power type.
    """

    suits: tuple[Suit, ...]
    ranks: tuple[str, ...]
    jokers: tuple[Card, ...]
    hand: int
    hidden: int
    honours: tuple[str, ...]
    top: str
    cards: frozenset[Card]

    @property
    def size(self) -> int:
        """How many cards the pack has."""
        return len(self.cards)


def _standard(jokers: tuple[Card, ...], hand: int, hidden: int) -> Pack:
    cards = pack(FRENCH, RANKS) | frozenset(jokers)
    return Pack(FRENCH, RANKS, jokers, hand, hidden, ("A", "K", "Q", "J", "10"), "A", cards)


_CROWN_SUITS = (*FRENCH, Suit.STARS)
_CROWN_RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_PLAIN = _standard((), 13, 0)
_FOUR_JOKERS = _standard(SUIT_JOKERS, 14, 0)

PACKS = {
    Variation.BRIDGE: _PLAIN,
    Variation.DEUCES_WILD: _PLAIN,
    Variation.FIVE_CROWNS: Pack(
        suits=_CROWN_SUITS,
        ranks=_CROWN_RANKS,
        jokers=(ONE_JOKER,),
        hand=14,
        hidden=0,
        honours=("K", "Q", "J", "10", "9"),
        top="K",
        cards=pack(_CROWN_SUITS, _CROWN_RANKS) | {ONE_JOKER},
    ),
    Variation.X1: _standard((ONE_JOKER,), 13, 1),
    Variation.X2: _standard((RED_JOKER, BLACK_JOKER), 13, 2),
    Variation.X4_PARITY: _FOUR_JOKERS,
    Variation.X4_NON_PARITY: _FOUR_JOKERS,
}


def pack_of(settings: Settings) -> Pack:
    """The pack that this table plays with."""
    return PACKS[settings.variation]


# ---- Jokers ----

_HIGH = {
    Power.MAJOR: (True, True),
    Power.MAJOR_MINOR: (True, False),
    Power.MINOR_MAJOR: (False, True),
    Power.MINOR: (False, False),
}
"""Whether Jokers rank high: in trump contracts, and at no trump. Joker Bridge §3."""


@dataclass(frozen=True, slots=True)
class Jokers:
    """What holds for the Jokers of one deal: power, how they get a suit, and the suits so far."""

    power: Power
    mode: SuitMode
    suits: tuple[tuple[Card, Suit], ...] = ()

    def suit(self, joker: Card) -> Suit | None:
        """The suit this Joker belongs to; None for a wildcard without one."""
        return next((suit for one, suit in self.suits if one == joker), None)


def is_high(power: Power, denomination: Denomination) -> bool:
    """Whether every Joker of the deal ranks high in a contract in `denomination`.

    Rule: Joker Bridge §5: power goes by the contract, whatever the Joker's own suit.
    """
    return _HIGH[power][denomination is Denomination.NO_TRUMP]


def hcp(power: Power, denomination: Denomination | None = None) -> int:
    """The high card points to count for a Joker: 5 high, 1 low; an aid, never scored.

    Without a denomination, the average of both: 5, 3 or 1. Rule: Joker Bridge §5.
    """
    in_trumps, at_no_trump = (5 if high else 1 for high in _HIGH[power])
    if denomination is None:
        return (in_trumps + at_no_trump) // 2
    return at_no_trump if denomination is Denomination.NO_TRUMP else in_trumps


def joker_suits(joker: Card) -> tuple[Suit, ...]:
    """The suits that may be declared for this Joker before the bidding.

    Rule: Joker Bridge §3; for one Joker any suit (J11). With four, each has its own.
    """
    if joker.suit is not None:
        return (joker.suit,)
    return {RED_JOKER: RED, BLACK_JOKER: BLACK}.get(joker, FRENCH)


def wildcard_suits(joker: Card, settings: Settings) -> tuple[Suit, ...]:
    """The suits that this Joker may take as a wildcard, after the bidding.

    Rule: Joker Bridge §4.4; for one Joker as the table says at the start (J11).
    """
    if joker == ONE_JOKER and isinstance(settings, JokerSettings):
        any_of = {X1Wildcard.RED: RED, X1Wildcard.BLACK: BLACK, X1Wildcard.ANY: FRENCH}
        return any_of[settings.x1_wildcard]
    return joker_suits(joker)


def jokers_agreed(settings: Settings) -> Jokers | None:
    """What the session's settings say of the Jokers; None in games without Joker powers."""
    if not isinstance(settings, JokerSettings):
        return None
    if pack_of(settings).hidden == 0:
        fixed = tuple((joker, joker.suit) for joker in SUIT_JOKERS if joker.suit is not None)
        return Jokers(settings.power, SuitMode.OPEN, fixed)
    return Jokers(settings.power, settings.suit_mode, suits_agreed(settings))


def suits_agreed(settings: JokerSettings) -> tuple[tuple[Card, Suit], ...]:
    """The suits that the settings give to the Jokers of this pack where they are declared."""
    agreed = (
        (ONE_JOKER, Suit(settings.x1_suit.value)),
        (RED_JOKER, Suit(settings.red_suit.value)),
        (BLACK_JOKER, Suit(settings.black_suit.value)),
    )
    jokers = pack_of(settings).jokers
    return tuple((joker, suit) for joker, suit in agreed if joker in jokers)
