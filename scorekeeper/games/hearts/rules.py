"""What a table of Hearts may agree, and the pages that our rules are taken from."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.citations import READINGS, inferred, page, published
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Preset, RuleSheet, Setting, Whether
from scorekeeper.games.arbiter import settings as arbiter

BICYCLE = page(
    "hearts-bicycle", "Bicycle Cards", "https://bicyclecards.com/how-to-play/hearts"
)
PAGAT = page(
    "hearts-pagat", "Pagat: Hearts", "https://www.pagat.com/reverse/hearts.html"
)
WIKI = "https://en.wikipedia.org/wiki/Hearts_(card_game)"
WIKIPEDIA = page("hearts-wikipedia", "Wikipedia: Hearts", WIKI)
HOYLE = "https://www.gutenberg.org/ebooks/53881"
FOSTER = page("hearts-foster", "Foster’s Hoyle", HOYLE)
SOURCES = (BICYCLE, PAGAT, WIKIPEDIA, FOSTER, READINGS)


class Breaking(Enum):
    """What must have been played before a heart may be led."""

    HEART = "heart"
    QUEEN_TOO = "queen-too"
    NOTHING = "nothing"


class Moon(Enum):
    """What capturing all points does: they go to the others, or come off the player's
    own score."""

    OTHERS = "others"
    OWN = "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(arbiter.ArbiterSettings):
    players: int = 4
    target: int = 100
    first_trick: Whether = Whether.NO
    breaking: Breaking = Breaking.HEART
    moon: Moon = Moon.OTHERS
    sun: Whether = Whether.NO
    jack: Whether = Whether.NO
    settlement: Settlement = Settlement.SECTION
    revoke: Whether = Whether.YES
    exposed: arbiter.Exposed = arbiter.Exposed.STAYS


PLAY = published(BICYCLE, "The play", "play")
SCORING = published(BICYCLE, "Scoring", "scoring")
MOON = published(BICYCLE, "Scoring", "moon")
TARGET = published(BICYCLE, "Scoring", "target")
FIRST_TRICK = published(BICYCLE, "The play", "first-trick")
BREAKING = published(PAGAT, "The play", "breaking")
EXPOSED = published(FOSTER, "Hearts, exposed cards", "exposed")
TURN = published(FOSTER, "Hearts, leading out of turn", "out-of-turn")
REVOKE = published(FOSTER, "Hearts, law 24", "revoke")
WRONG = inferred("When something goes wrong", "wrong")

QUEEN_TOO = ((Breaking.QUEEN_TOO, published(BICYCLE, "The play", "breaking")),)
OWN = ((Moon.OWN, published(WIKIPEDIA, "Shooting the moon", "moon")),)
SUN = ((Whether.YES, published(WIKIPEDIA, "Shooting the moon", "sun")),)
JACK = ((Whether.YES, published(PAGAT, "Variations", "jack")),)
QUESTIONS = (
    Setting("target", TARGET, "end", low=50, high=150, step=5),
    Setting("first_trick", FIRST_TRICK, "play"),
    Setting("breaking", BREAKING, "play", readings=QUEEN_TOO, comes_first=True),
    Setting("moon", MOON, "scoring", readings=OWN, comes_first=True),
    Setting("sun", MOON, "scoring", readings=SUN),
    Setting("jack", SCORING, "scoring", readings=JACK, comes_first=True),
    Setting("settlement", inferred("Evenings", "settlement"), "end"),
    Setting("revoke", REVOKE, "arbiter"),
    *arbiter.arbiter_questions(WRONG, exposed=EXPOSED),
)
RULE_SHEET = RuleSheet(QUESTIONS, Settings())
PRESETS = (
    Preset("usual", Settings()),
    Preset("omnibus", Settings(jack=Whether.YES)),
    Preset("short", Settings(target=50)),
)
