"""What a table of Spades may agree, and the texts that our rules are taken from."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.citations import READINGS, Cite, inferred, page, published
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Preset, RuleSheet, Setting, Whether
from scorekeeper.games.arbiter.settings import ArbiterSettings, arbiter_questions

PAGAT = page(
    "spades-pagat", "Pagat: Spades", "https://www.pagat.com/auctionwhist/spades.html"
)
WIKIPEDIA = page(
    "spades-wikipedia",
    "Wikipedia: Spades",
    "https://en.wikipedia.org/wiki/Spades_(card_game)",
)
SOURCES = (PAGAT, WIKIPEDIA, READINGS)


def rule(section: str, anchor: str) -> Cite:
    return published(PAGAT, section, anchor)


class Nil(Enum):
    """What a bid of nothing is worth, made or not."""

    HUNDRED = "hundred"
    FIFTY = "fifty"

    @property
    def points(self) -> int:
        return 100 if self is Nil.HUNDRED else 50


class Failed(Enum):
    """What becomes of the tricks that a player took who had bid nil."""

    BAGS = "bags"
    PARTNER = "partner"


class Bags(Enum):
    """Whether ten overtricks cost a team 100."""

    COST = "cost"
    FREE = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(ArbiterSettings):
    target: int = 500
    nil: Nil = Nil.HUNDRED
    failed: Failed = Failed.BAGS
    blind: Whether = Whether.NO
    bags: Bags = Bags.COST
    ten: Whether = Whether.NO
    settlement: Settlement = Settlement.SECTION


WRONG = inferred("When something goes wrong", "wrong")
BLIND_NIL = rule("The Bidding", "blind")
FIFTY = ((Nil.FIFTY, inferred("Scoring", "nil", PAGAT)),)
PARTNER = ((Failed.PARTNER, inferred("Scoring", "failed", PAGAT)),)
BLIND = ((Whether.YES, BLIND_NIL),)
FREE = ((Bags.FREE, inferred("Scoring", "bags", PAGAT)),)
TEN = ((Whether.YES, published(WIKIPEDIA, "Variations", "ten")),)
SCORING = rule("Scoring", "contract")
QUESTIONS = (
    Setting("target", rule("Scoring", "target"), "end", low=100, high=1000, step=50),
    Setting("nil", rule("Scoring", "nil"), "scoring", readings=FIFTY, comes_first=True),
    Setting("failed", rule("Scoring", "failed"), "scoring", readings=PARTNER),
    Setting("blind", BLIND_NIL, "scoring", readings=BLIND),
    Setting(
        "bags", rule("Scoring", "bags"), "scoring", readings=FREE, comes_first=True
    ),
    Setting("ten", SCORING, "scoring", readings=TEN, comes_first=True),
    Setting("settlement", inferred("Evenings", "settlement"), "end"),
    *arbiter_questions(WRONG),
)
RULE_SHEET = RuleSheet(QUESTIONS, Settings())
PRESETS = (Preset("usual", Settings()), Preset("short", Settings(target=250)))
