"""What a table of 500 may agree, and the pages that our rules are taken from."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.citations import READINGS, inferred, page, published
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Preset, RuleSheet, Setting, Whether
from scorekeeper.games.arbiter import settings as arbiter

PAGAT = page("500-pagat", "Pagat: 500", "https://www.pagat.com/euchre/500.html")
WIKI = "https://en.wikipedia.org/wiki/500_(card_game)"
WIKIPEDIA = page("500-wikipedia", "Wikipedia: 500", WIKI)
PAGE = "http://www.childrensnursery.org.uk/in-outdoor-games/"
INDOOR = page("500-indoor", "Traditional Indoor and Outdoor Games", PAGE)
HOYLE = "https://www.gutenberg.org/ebooks/53881"
FOSTER = page("500-foster", "Foster’s Complete Hoyle", HOYLE)
SOURCES = (PAGAT, WIKIPEDIA, INDOOR, FOSTER, READINGS)


class Schedule(Enum):
    """What the bids are worth."""

    AVONDALE = "avondale"
    ORIGINAL = "original"


class Misere(Enum):
    """When a misère may be bid."""

    AFTER_SEVEN = "after-seven"
    ANY = "any"
    NEVER = "never"


class Defenders(Enum):
    """What the tricks of the bidder's opponents bring: points that can't win the game,
    only up to 490, or points that win it too."""

    COUNT = "count"
    STOP = "stop"
    WIN = "win"


class JokerLed(Enum):
    """Which suit may be named for a Joker that is led without trumps."""

    UNLED = "unled"
    ANY = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(arbiter.ArbiterSettings):
    target: int = 500
    schedule: Schedule = Schedule.AVONDALE
    slam: Whether = Whether.YES
    defenders: Defenders = Defenders.COUNT
    misere: Misere = Misere.AFTER_SEVEN
    joker: JokerLed = JokerLed.UNLED
    settlement: Settlement = Settlement.SECTION
    exposed: arbiter.Exposed = arbiter.Exposed.STAYS


BIDDING = published(PAGAT, "Bidding", "bidding")
PLAY = published(PAGAT, "Play", "play")
MISERE = published(PAGAT, "Play", "misere")
JOKER = published(PAGAT, "Play", "joker")
SCORING = published(PAGAT, "Scoring", "scoring")
TARGET = published(PAGAT, "Scoring", "target")
EXPOSED = published(FOSTER, "General laws, exposed cards", "exposed")
WRONG = inferred("When something goes wrong", "wrong")

ORIGINAL = ((Schedule.ORIGINAL, published(INDOOR, "500", "original")),)
MISERES = (
    (Misere.ANY, published(WIKIPEDIA, "Variations", "misere")),
    (Misere.NEVER, published(PAGAT, "Variations", "misere")),
)
DEFENDERS = (
    (Defenders.STOP, published(PAGAT, "Variations", "defenders")),
    (Defenders.WIN, published(WIKIPEDIA, "Scoring", "defenders")),
)
JOKERS = ((JokerLed.ANY, published(INDOOR, "500", "joker")),)
QUESTIONS = (
    Setting("target", TARGET, "end", low=250, high=1000, step=50),
    Setting("schedule", SCORING, "scoring", readings=ORIGINAL),
    Setting("slam", SCORING, "scoring"),
    Setting("defenders", SCORING, "scoring", readings=DEFENDERS, comes_first=True),
    Setting("misere", BIDDING, "bidding", readings=MISERES, comes_first=True),
    Setting("joker", JOKER, "play", readings=JOKERS, comes_first=True),
    Setting("settlement", inferred("Evenings", "settlement"), "end"),
    *arbiter.arbiter_questions(WRONG, exposed=EXPOSED),
)
RULE_SHEET = RuleSheet(QUESTIONS, Settings())
PRESETS = (
    Preset("usual", Settings()),
    Preset("stop", Settings(defenders=Defenders.STOP)),
    Preset("original", Settings(schedule=Schedule.ORIGINAL, joker=JokerLed.ANY)),
)
