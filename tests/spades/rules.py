"""What a table of Spades may agree, and the text that our rules of it are taken
from."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.citations import READINGS, Cite, Source, inferred, published
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Preset, RuleSheet, Setting
from scorekeeper.games.arbiter.settings import ArbiterSettings, arbiter_questions

PAGAT = Source(
    "spades-pagat",
    "Pagat: Spades",
    "",
    "https://www.pagat.com/auctionwhist/spades.html",
)
SOURCES = (PAGAT, READINGS)


def rule(section: str, anchor: str) -> Cite:
    """A rule that stands in the published text."""
    return published(PAGAT, section, anchor)


class Nil(Enum):
    """What a bid of nothing is worth, made or not."""

    HUNDRED = "hundred"
    FIFTY = "fifty"

    @property
    def points(self) -> int:
        """The points."""
        return 100 if self is Nil.HUNDRED else 50


class Bags(Enum):
    """Whether ten overtricks cost a team 100."""

    COST = "cost"
    FREE = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(ArbiterSettings):
    """What a table has agreed."""

    target: int = 500
    nil: Nil = Nil.HUNDRED
    bags: Bags = Bags.COST
    settlement: Settlement = Settlement.SECTION


WRONG = inferred("When something goes wrong", "wrong")

RULE_SHEET = RuleSheet(
    (
        Setting(
            "target", rule("Scoring", "target"), "end", low=100, high=1000, step=50
        ),
        Setting("nil", rule("Scoring", "nil"), "scoring", comes_first=True),
        Setting("bags", rule("Scoring", "bags"), "scoring", comes_first=True),
        Setting("settlement", inferred("Evenings", "settlement"), "end"),
        *arbiter_questions(WRONG),
    ),
    Settings(),
)
PRESETS = (Preset("usual", Settings()), Preset("short", Settings(target=250)))
