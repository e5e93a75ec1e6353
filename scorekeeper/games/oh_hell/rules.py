"""What a table of Oh Hell may agree, and the pages that our rules are taken from."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.citations import READINGS, Source, inferred, published
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Preset, RuleSheet, Setting, Whether
from scorekeeper.games.arbiter.settings import ArbiterSettings, arbiter_questions

WIKIPEDIA = Source(
    "oh-hell-wikipedia",
    "Wikipedia: Oh hell",
    "",
    "https://en.wikipedia.org/wiki/Oh_hell",
)
GAMEY = Source(
    "oh-hell-gamey",
    "Feelin’ Gamey: Oh, Hell!",
    "",
    "https://sites.google.com/view/feelinggamey/games/oh-hell/rules-of-oh-hell",
)
SPRUCE = Source(
    "oh-hell-spruce",
    "The Spruce Crafts: Oh Hell",
    "",
    "https://www.thesprucecrafts.com/oh-hell-card-game-rules-411138",
)
PIKES = Source(
    "oh-hell-pikes", "MrPikes’ House Rules", "", "https://mrpikes.com/tag/games"
)
SOURCES = (WIKIPEDIA, GAMEY, SPRUCE, PIKES, READINGS)


class Deals(Enum):
    """How many cards are dealt, from the first hand of a game to its last."""

    DOWN_UP = "down-up"
    DOWN = "down"
    UP = "up"
    UP_DOWN = "up-down"


class Bidding(Enum):
    """How bids are made, and whether the last may even them out."""

    HOOK = "hook"
    FREE = "free"
    AT_ONCE = "at-once"


class Scoring(Enum):
    """What a bid is worth."""

    EVERY_TRICK = "every-trick"
    EXACT = "exact"
    SQUARE = "square"
    MINUS = "minus"
    MINUS_TEN = "minus-ten"


@dataclass(frozen=True, slots=True)
class Formula:
    """What a bid brings that was met: `met`, and `each` for each of its tricks or that
    times the bid where it is to be `squared`. One that was missed brings `taken` for
    each trick, and costs `flat`, `bid` for each trick bid and `off` for each over or
    under."""

    met: int = 10
    each: int = 1
    squared: int = 0
    taken: int = 0
    flat: int = 0
    bid: int = 0
    off: int = 0

    def points(self, bid: int, took: int) -> int:
        if bid == took:
            return self.met + self.each * bid + self.squared * bid * bid
        cost = self.flat + self.bid * bid + self.off * abs(took - bid)
        return self.taken * took - cost


FORMULAS: Mapping[Scoring, Formula] = {
    Scoring.EVERY_TRICK: Formula(taken=1),
    Scoring.EXACT: Formula(),
    Scoring.SQUARE: Formula(each=0, squared=1, taken=1),
    Scoring.MINUS: Formula(bid=1, off=10),
    Scoring.MINUS_TEN: Formula(flat=10, off=1),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(ArbiterSettings):
    players: int = 4
    deals: Deals = Deals.DOWN_UP
    most: int = 10
    largest_plain: Whether = Whether.NO
    bidding: Bidding = Bidding.HOOK
    scoring: Scoring = Scoring.EVERY_TRICK
    settlement: Settlement = Settlement.SECTION


PLAY = published(WIKIPEDIA, "Rules", "play")
BIDS = published(WIKIPEDIA, "Rules", "bids")
TRUMP = published(WIKIPEDIA, "Rules", "trump")
POINTS = published(WIKIPEDIA, "Scoring", "scoring")
HANDS = published(WIKIPEDIA, "Number of hands per game", "deals")
DEAL = published(GAMEY, "The deal", "deals")
WRONG = inferred("When something goes wrong", "wrong")

QUESTIONS = (
    Setting(
        "deals",
        DEAL,
        "deal",
        readings=(
            (Deals.DOWN, HANDS),
            (Deals.UP, published(SPRUCE, "Dealing", "deals")),
            (Deals.UP_DOWN, HANDS),
        ),
        comes_first=True,
    ),
    Setting(
        "most",
        DEAL,
        "deal",
        low=1,
        high=17,
        readings=((15, published(SPRUCE, "Dealing", "deals")),),
        comes_first=True,
    ),
    Setting(
        "largest_plain",
        TRUMP,
        "deal",
        readings=((Whether.YES, published(SPRUCE, "Dealing", "trump")),),
    ),
    Setting(
        "bidding",
        BIDS,
        "bids",
        readings=((Bidding.FREE, BIDS), (Bidding.AT_ONCE, BIDS)),
        comes_first=True,
    ),
    Setting(
        "scoring",
        POINTS,
        "bids",
        readings=(
            *((one, POINTS) for one in (Scoring.EXACT, Scoring.SQUARE, Scoring.MINUS)),
            (Scoring.MINUS_TEN, published(PIKES, "Scoring", "scoring")),
        ),
        comes_first=True,
    ),
    Setting("settlement", inferred("Evenings", "settlement"), "end"),
    *arbiter_questions(WRONG),
)
RULE_SHEET = RuleSheet(QUESTIONS, Settings())
BLACKOUT = Settings(
    deals=Deals.UP, most=15, largest_plain=Whether.YES, scoring=Scoring.EXACT
)
FISTS = Settings(bidding=Bidding.AT_ONCE, scoring=Scoring.MINUS_TEN)
PRESETS = (
    Preset("usual", Settings()),
    Preset("blackout", BLACKOUT),
    Preset("fists", FISTS),
)
