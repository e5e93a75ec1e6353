"""What a table of Two-Ten-Jack may agree, and the texts that our rules of it are taken
from."""

from dataclasses import dataclass
from enum import Enum
from functools import partial

from scorekeeper.core import citations
from scorekeeper.core.cards import STANDARD_PACK, Card, Suit
from scorekeeper.core.citations import READINGS, Source, inferred, published
from scorekeeper.core.errors import refusals
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Figures, Preset, RuleSheet, Setting
from scorekeeper.core.values import WorkedOutOnce
from scorekeeper.games.arbiter.settings import (
    ARBITER,
    AfterFailure,
    AfterMisdeal,
    Exposed,
    KnownCards,
    SidesDiffer,
)

ONLINE = Source(
    "two-ten-jack",
    "Two-Ten-Jack: help of the online game",
    "",
    "https://boardgamearena.com/doc/Gamehelptwotenjack",
)
GIOCO = Source(
    "two-ten-jack-gioco",
    "Gioco: Two-Ten-Jack (in Japanese)",
    "",
    "http://gioco.sytes.net/twotenjack.htm",
)
CLASSIC = Source(
    "two-ten-jack-classic",
    "Card games: Two-Ten-Jack (in Japanese)",
    "",
    "https://toranpu.wiki.fc2.com/",
)
ENCYCLOPAEDIA = Source(
    "two-ten-jack-encyclopaedia",
    "Britannica International Encyclopaedia: Two-Ten-Jack (in Japanese)",
    "",
    "https://kotobank.jp/word/%E3%83%84%E3%83%BC%E3%83%86%E3%83%B3%E3%82%B8%E3%83%A3%E3%83%83%E3%82%AF-99333",
)
SOURCES = (ONLINE, GIOCO, CLASSIC, ENCYCLOPAEDIA, READINGS)
# A rule that stands in the help of the online game
printed = partial(citations.printed, ONLINE)
no, never = refusals("two-ten-jack")
"""The refusals of this game, and those of what can't have happened."""

CARD_POINTS = published(GIOCO, "Card points", "card-values")


class Values(Enum):
    """What the cards are worth. The document of the game does not say."""

    EVEN_45 = "even-45"
    GIOCO = "gioco"
    CLASSIC_55 = "classic-55"
    CUSTOM = "custom"


class Reversal(Enum):
    """What becomes of all six hearts, or all six spades, in one player's pile."""

    FLIP = "flip"  # Their sign is turned round
    FIXED_55 = "fixed-55"
    """They score 55 below zero (hearts) or above (spades), whatever each is worth."""
    OFF = "off"


class Ties(Enum):
    """What follows when several players have the highest total."""

    SHARED = "shared"
    EXTRA_ROUND = "extra-round"


class LeadBan(Enum):
    """When a Joker, a spade or a heart may not be led while another card is held."""

    FIRST_TRICK = "first-trick"
    EVERY_TRICK = "every-trick"
    OFF = "off"


class SpadeThree(Enum):
    """How the three of spades calls for the Joker when it is led."""

    AUTOMATIC = "automatic"
    ANNOUNCED = "announced"  # Only when its player says so


RANKS = ("A", "K", "Q", "J", "10", "2")
"""The six ranks of hearts and of spades that score, as they are shown."""

SIX_HEARTS = tuple(Card(rank, Suit.HEARTS) for rank in RANKS)
SIX_SPADES = tuple(Card(rank, Suit.SPADES) for rank in RANKS)
SIXES = {Suit.HEARTS: SIX_HEARTS, Suit.SPADES: SIX_SPADES}
"""The six cards of each suit that are reversed together."""

MINOR = (Suit.CLUBS, Suit.DIAMONDS)

EVEN_45: Figures = (
    *((str(card), 10 if card.rank in ("J", "10", "2") else 5) for card in SIX_HEARTS),
    *((str(card), -10 if card.rank in ("J", "10", "2") else -5) for card in SIX_SPADES),
    *((str(Card(rank, suit)), 0) for suit in MINOR for rank in RANKS),
)


def _with(changes: dict[str, int]) -> Figures:
    return tuple((name, changes.get(name, points)) for name, points in EVEN_45)


FIGURES: dict[Values, Figures] = {
    Values.EVEN_45: EVEN_45,
    Values.GIOCO: _with({f"{suit.value}{rank}": 1 for suit in MINOR for rank in "KQJ"}),
    Values.CLASSIC_55: _with(
        {f"{suit.value}{rank}": 1 for suit in MINOR for rank in RANKS[:5]} | {"SA": -15}
    ),
}
"""The published values of the cards."""

TAKEN_OUT = "C2 D2 S4 C3 D3"
"""The cards that are taken out first, as far as the number of players asks for them."""

THREE_OF_SPADES = Card("3", Suit.SPADES)  # What calls the Joker when it is led
NEVER_OUT = frozenset({*SIX_HEARTS, *SIX_SPADES, THREE_OF_SPADES})
"""What always stays in the pack, as the Joker does."""

FEWEST = 2
MOST = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(WorkedOutOnce):
    """What a table has agreed. `removed` names the cards to be taken out, in their
    order, as far as they are needed. Raises ValueError for players, cards or figures
    that can't be."""

    players: int = 4
    values: Values = Values.EVEN_45
    figures: Figures = EVEN_45
    reversal: Reversal = Reversal.FLIP
    ties: Ties = Ties.SHARED
    removed: str = TAKEN_OUT
    lead_ban: LeadBan = LeadBan.FIRST_TRICK
    spade_three: SpadeThree = SpadeThree.AUTOMATIC
    known_cards: KnownCards = KnownCards.SHOWN
    settlement: Settlement = Settlement.SECTION
    failure: AfterFailure = AfterFailure.AGAIN
    exposed: Exposed = Exposed.BACK
    misdeal: AfterMisdeal = AfterMisdeal.AGAIN
    differ: SidesDiffer = SidesDiffer.AGREE

    def __post_init__(self) -> None:
        if not FEWEST <= self.players <= MOST:
            raise ValueError(f"players: {self.players} is not 2 to 8")
        cards = [_playing_card("figures", name) for name, _ in self.figures]
        if len(set(cards)) < len(cards):
            raise ValueError("figures: a card is named twice")
        for name, points in self.figures:
            if abs(points) > 100:
                raise ValueError(
                    f"figures: {name} is worth {points}, which is over 100"
                )
        out = [_playing_card("removed", word) for word in self.removed.split()]
        staying = [str(card) for card in out if card in NEVER_OUT]
        if staying or len(set(out)) < len(out):
            what = "a card is named twice"
            if staying:
                what = f"{', '.join(staying)} always stays"
            raise ValueError(f"removed: {what}")

    @property
    def worth(self) -> Figures:
        return FIGURES.get(self.values, self.figures)


def _playing_card(where: str, word: str) -> Card:
    try:
        card = Card.parse(word)
    except ValueError as fault:
        raise ValueError(f"{where}: {fault}") from None
    if card not in STANDARD_PACK:
        raise ValueError(f"{where}: {word} is no card with a suit of this pack")
    return card


CLASSIC_POINTS = published(CLASSIC, "Card points", "card-values")
SOURCED = (
    *((values, CARD_POINTS) for values in (Values.EVEN_45, Values.GIOCO)),
    (Values.CLASSIC_55, CLASSIC_POINTS),
)
OWN_VALUES = ("values", (Values.CUSTOM,))

QUESTIONS = (
    Setting("values", CARD_POINTS, "values", readings=SOURCED),
    Setting("figures", CARD_POINTS, "values", low=-100, high=100, asked_if=OWN_VALUES),
    Setting("reversal", printed("Scoring", "reversal"), "values", comes_first=True),
    Setting("removed", published(ENCYCLOPAEDIA, "Pack", "taken-out"), "pack"),
    Setting("lead_ban", printed("Leading", "leading"), "play", comes_first=True),
    Setting("spade_three", printed("Following", "following"), "play", comes_first=True),
    Setting("known_cards", printed("End of Trick", "known-cards"), "play"),
    Setting("ties", inferred("Ties", "ties"), "end"),
    Setting("settlement", inferred("Evenings", "settlement"), "end"),
    Setting("failure", inferred("Failure to follow", "failure-to-follow"), ARBITER),
    Setting("exposed", inferred("Exposed cards", "exposed"), ARBITER),
    Setting("misdeal", inferred("Misdeals", "misdeal"), ARBITER),
    Setting("differ", inferred("Failure to follow", "failure-to-follow"), ARBITER),
)

RULE_SHEET = RuleSheet(QUESTIONS, Settings())

PRESETS = (
    Preset("even-45", Settings()),
    Preset("gioco", Settings(values=Values.GIOCO)),
    Preset("classic-55", Settings(values=Values.CLASSIC_55)),
)
