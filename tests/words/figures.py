"""The figures that sentences state: digits, and numbers from five to fourteen in
words."""

import re
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.games.bridge import rules
from tests.words.sentences import GAMES

WORDS = {
    "en": "five six seven eight nine eleven twelve thirteen fourteen fifteen",
    "de": "fünf sechs sieben acht neun elf zwölf dreizehn vierzehn fünfzehn",
}
"""Numbers as they are written out, from five on: smaller ones are words like any other,
and ten is the name of a card."""
VALUES = (5, 6, 7, 8, 9, 11, 12, 13, 14, 15)

EDITIONS = "|".join(
    (rules.LAWS_1993.edition, rules.LAWS_2014.edition, rules.LAWS_2017.edition)
)
CITED = re.compile(
    rf"\b(of|von) ({EDITIONS})\b|/({EDITIONS})/|\b(Laws?|Gesetze?|§) ?\d+(-\d+)?"
)
"""What is the number of a law, or the year of its edition."""
PLACE = re.compile(r"%\(.*?\)[sd]|\{#.*?#\}|<[^>]*>|Five Crowns", re.DOTALL)
"""What a parameter fills, comments and tags; a name that is no figure."""
CODE = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}", re.DOTALL)
LINKS = ("rests(", "suit(", "include", "extends", "from", "block", "endblock")
"""What a template says with no figure of a rule: where it rests, a suit's sign, other
templates."""


def _in_code(found: re.Match[str]) -> str:
    """The texts and numbers that an expression of a template holds."""
    code = (found[1] or found[2]).strip()
    if code.startswith(LINKS):
        return " "
    return " ".join(
        text or number for text, number in re.findall(r'"([^"]*)"|\b(\d+)\b', code)
    )


def figures(text: str, language: str) -> list[int]:
    """The numbers that a text states for itself, in their order; without those of
    laws."""
    bare = CITED.sub(" ", PLACE.sub(" ", CODE.sub(_in_code, text)))
    whole = re.sub(r"(?<=\d)[.,](?=\d{3}\b)", "", bare)
    names = WORDS[language].split()
    found = re.findall(rf"\d+|\b(?:{'|'.join(names)})\b", whole, re.IGNORECASE)
    return [
        int(one) if one.isdigit() else VALUES[names.index(one.lower())] for one in found
    ]


def sections(path: Path) -> Iterator[tuple[str, str]]:
    """The sections of a rulebook: their ids, and their text as the template has it."""
    parts = re.split(r'<section id="([a-z0-9-]+)">', path.read_text())
    yield "", parts[0]
    yield from zip(parts[1::2], parts[2::2], strict=True)


def rulebooks() -> dict[str, tuple[Path, Path]]:
    """Every template of a rulebook in English and in German, by its name."""
    found = sorted(GAMES.glob("*/templates/*rule*.de.html"))
    return {
        path.name.removesuffix(".de.html"): (
            path.with_name(path.name.replace(".de.", ".")),
            path,
        )
        for path in found
    }
