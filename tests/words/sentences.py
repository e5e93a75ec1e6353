"""Every sentence that the templates hold."""

import re
from functools import cache
from pathlib import Path

from scorekeeper.words import sentences
from scorekeeper.words.sentences import calls, family_of

__all__ = [
    "GAMES",
    "ROOT",
    "TEMPLATES",
    "calls",
    "family_of",
    "places",
    "said_by_templates",
]

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ROOT / "scorekeeper" / "games"
TEMPLATES = sorted(
    [*(ROOT / "templates").rglob("*.html"), *GAMES.glob("*/templates/*.html")]
)
said_by_templates = cache(sentences.said_by_templates)
PLACE = re.compile(r"%\((\w+)\)s")


def places(sentence: str) -> set[str]:
    """The names of the places that parameters fill."""
    return set(PLACE.findall(sentence))
