"""What a table of Oh Hell may agree, and the pages that our rules are taken from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.citations import READINGS, inferred, page, published
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Preset, RuleSheet, Setting, Whether
from scorekeeper.games.arbiter.settings import ArbiterSettings, arbiter_questions

WIKIPEDIA = page(
    "oh-hell-wikipedia", "Wikipedia: Oh hell", "https://en.wikipedia.org/wiki/Oh_hell"
)
SITE = "https://sites.google.com/view/feelinggamey/games/oh-hell/rules-of-oh-hell"
GAMEY = page("oh-hell-gamey", "Feelin’ Gamey: Oh, Hell!", SITE)
CRAFTS = "https://www.thesprucecrafts.com/oh-hell-card-game-rules-411138"
SPRUCE = page("oh-hell-spruce", "The Spruce Crafts: Oh Hell", CRAFTS)
PIKES = page("oh-hell-pikes", "MrPikes’ House Rules", "https://mrpikes.com/tag/games")
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


MISSED: Mapping[Scoring, Callable[[int, int], int]] = {
    Scoring.EVERY_TRICK: lambda bid, took: took,
    Scoring.EXACT: lambda bid, took: 0,
    Scoring.SQUARE: lambda bid, took: took,
    Scoring.MINUS: lambda bid, took: -bid - 10 * abs(took - bid),
    Scoring.MINUS_TEN: lambda bid, took: -10 - abs(took - bid),
}


def points(scoring: Scoring, bid: int, took: int) -> int:
    if took != bid:
        return MISSED[scoring](bid, took)
    return 10 + (bid * bid if scoring is Scoring.SQUARE else bid)


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
RISING = published(SPRUCE, "Dealing", "deals")
WRONG = inferred("When something goes wrong", "wrong")

DEALS = ((Deals.DOWN, HANDS), (Deals.UP, RISING), (Deals.UP_DOWN, HANDS))
PLAIN = ((Whether.YES, published(SPRUCE, "Dealing", "trump")),)
WAYS = ((Bidding.FREE, BIDS), (Bidding.AT_ONCE, BIDS))
SCORES = (
    *((one, POINTS) for one in (Scoring.EXACT, Scoring.SQUARE, Scoring.MINUS)),
    (Scoring.MINUS_TEN, published(PIKES, "Scoring", "scoring")),
)
MOST = ((15, RISING),)
QUESTIONS = (
    Setting("deals", DEAL, "deal", readings=DEALS, comes_first=True),
    Setting("most", DEAL, "deal", low=1, high=17, readings=MOST, comes_first=True),
    Setting("largest_plain", TRUMP, "deal", readings=PLAIN),
    Setting("bidding", BIDS, "bids", readings=WAYS, comes_first=True),
    Setting("scoring", POINTS, "bids", readings=SCORES, comes_first=True),
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
