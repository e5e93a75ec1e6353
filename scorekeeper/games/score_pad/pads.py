"""Pads as data: a TOML file each, with a name in several languages, the options of a
table, and the rules that these were taken from.

    name = { en = "Uno", de = "Uno" }

    [options]                 as docs/session-file/score-pad.md lists the settings
    end = "target"
    target = 500

    [[box]]                   where players fill boxes: each with its code and its name
    code = "full-house"
    name = { en = "Full house" }
    values = [25]             or low and high

    [[bonus]]                 for boxes that come to enough
    code = "upper"
    name = { en = "Bonus" }
    boxes = ["full-house"]
    least = 25
    points = 10

    [[round]]                 where rounds have names
    code = "no-tricks"
    name = { en = "No tricks" }
    sum = -260                where it is known what all points come to
    unit = -20                where players enter how many they took
    times = 1                 how often it is played

    [[source]]
    title = "…"
    address = "https://…"

A file that says anything else is refused, with its name and what is wrong.
"""

import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scorekeeper.core.citations import READINGS, Authority, Cite, Source, published
from scorekeeper.core.codec import Unreadable, decode, plain
from scorekeeper.core.errors import RuleViolation, Unusable
from scorekeeper.core.messages import message
from scorekeeper.core.settings import TABLE, Preset, RuleSheet
from scorekeeper.games.score_pad import rules
from scorekeeper.games.score_pad.rules import (
    FOLDER,
    LONGEST_NAME,
    Bonus,
    Box,
    NamedRound,
    Settings,
)

MOST_BYTES = 10_000
LONGEST_TEXT = 200
MOST_SOURCES = 5
FIRST = "en"
UNTOLD = {FIRST: ""}
NAMED = {"box": "boxes", "bonus": "bonuses", "round": "named"}
"""The parts that have names, and what they are in the settings of a table."""
PARTS = {"name", "about", "options", "source", *NAMED}
OWN_PARTS = ("pad", "game", "names", *NAMED.values())
"""What of a table's settings no option says."""
_CODE = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_LANGUAGE = re.compile("[a-z]{2,3}(-[A-Za-z]{2,8})?")

Texts = Mapping[str, str]
"""A text by language."""
# A part of a TOML file: Any, since whatever reads it looks at what it is
Part = Any
Named = list[tuple[dict[str, Part], Texts]]
"""Boxes, bonuses or rounds as settings have them, each with its names by language."""


@dataclass(frozen=True)
class Pad:
    """A pad that is ready: its name, what is to be said about it, the answers of its
    table, which of them its file gives (`options`), and where these come from. Its
    `code` is the name of its file."""

    code: str
    name: Texts
    about: Texts
    settings: Settings
    options: frozenset[str]
    names: Mapping[str, Texts]
    sources: tuple[Source, ...]


def pads_in(folder: Path) -> dict[str, Pad]:
    pads = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            pads[path.stem] = _read(path)
        except (OSError, ValueError) as fault:
            raise Unusable(
                f"{path} can't be used as a pad: {fault}. Correct it or remove it."
            ) from None
    return pads


def _told(path: Path) -> dict[str, Part]:
    if not _CODE.fullmatch(path.stem):
        raise ValueError("its name may have small letters, digits and dashes only")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"it has more than {MOST_BYTES} bytes")
    try:
        told = tomllib.loads(data.decode())
    except RecursionError:
        raise ValueError("its lists stand too deep within each other") from None
    for part in told:
        if part not in PARTS:
            raise ValueError(f"there is no “{part[:LONGEST_NAME]}” in a pad")
    return told


def _read(path: Path) -> Pad:
    told = _told(path)
    named = {
        setting: _named(path.stem, part, told.get(part, []))
        for part, setting in NAMED.items()
    }
    return Pad(
        path.stem,
        _texts("name", told.get("name"), LONGEST_NAME),
        _texts("about", told["about"], LONGEST_TEXT) if "about" in told else UNTOLD,
        _settings(path.stem, told.get("options", {}), named),
        frozenset(told.get("options", {})),
        {part["code"]: name for parts in named.values() for part, name in parts},
        _sources(path.stem, told.get("source")),
    )


def _texts(part: str, told: Part, longest: int) -> Texts:
    if not isinstance(told, dict) or FIRST not in told:
        raise ValueError(f"“{part}” needs a text in English: {part}.{FIRST}")
    for language, text in told.items():
        if not _LANGUAGE.fullmatch(language):
            raise ValueError(f"“{language[:LONGEST_NAME]}” is no language")
        _check_text(f"{part}.{language}", text, longest)
    return told


def _check_text(name: str, text: Part, longest: int) -> None:
    if not isinstance(text, str) or not text.strip():
        raise ValueError(f"{name} must be a text")
    if len(text) > longest:
        raise ValueError(f"{name} has more than {longest} letters")
    if "%" in text or plain(text) != text:
        raise ValueError(f"{name} has a character that isn't allowed")


def _named(pad: str, part: str, told: Part) -> Named:
    """The boxes, bonuses or rounds of a file as settings have them, each under a code that no
    other pad has, and its names by language."""
    if not isinstance(told, list) or not all(isinstance(one, dict) for one in told):
        raise ValueError(f"write [[{part}]] above each {part}")
    named = []
    for one in told:
        code = one.get("code")
        if not isinstance(code, str) or not _CODE.fullmatch(code):
            raise ValueError(f"each {part} needs a code of small letters and dashes")
        names = _texts("name", one.get("name"), LONGEST_NAME)
        made = {**one, "code": f"{pad}.{code}", "name": names[FIRST]}
        if "boxes" in one:
            made["boxes"] = [f"{pad}.{box}" for box in one["boxes"]]
        named.append((made, names))
    return named


def _settings(code: str, options: Part, named: Mapping[str, Named]) -> Settings:
    if not isinstance(options, dict) or not options.keys().isdisjoint(OWN_PARTS):
        raise ValueError("“options” are those of a table, without pad and game")
    own = {setting: [part for part, _ in parts] for setting, parts in named.items()}
    try:
        settings = decode(Settings, {**options, **own, "pad": code}, "options")
        rules.RULE_SHEET.check(settings)
    except (Unreadable, RuleViolation) as fault:
        raise ValueError(str(fault)) from None
    return settings


def _sources(code: str, told: Part) -> tuple[Source, ...]:
    if not isinstance(told, list) or not 0 < len(told) <= MOST_SOURCES:
        raise ValueError(f"it needs one to {MOST_SOURCES} sources: [[source]]")
    sources = []
    for number, source in enumerate(told, start=1):
        if not isinstance(source, dict) or source.keys() != {"title", "address"}:
            raise ValueError("a source has a title and an address")
        for name, text in source.items():
            _check_text(f"source.{name}", text, LONGEST_TEXT)
        if not source["address"].startswith(("https://", "http://")):
            raise ValueError("the address of a source begins with https://")
        made = Source(f"{code}-{number}", source["title"], "", source["address"])
        sources.append(made)
    return tuple(sources)


def _pads_at_start() -> dict[str, Pad]:
    try:
        return pads_in(FOLDER)
    except Unusable as fault:
        # nothing else has started that could say it
        sys.exit(str(fault))


PADS = _pads_at_start()


class PadSheet(RuleSheet[Settings]):
    """The questions. An answer that a pad gives rests on the rules of its game."""

    def cite(self, settings: Settings, name: str) -> Cite:
        pad = PADS.get(settings.pad)
        if pad is None or name not in pad.options:
            return super().cite(settings, name)
        if getattr(settings, name) != getattr(pad.settings, name):
            return super().cite(settings, name)
        return published(pad.sources[0], "", self.question(name).cite.anchor)

    def cite_part(self, settings: Settings, part: str) -> Cite:
        """What the `boxes` or the `named` rounds of a table rest on: the rules of the
        pad that they came from, or the table."""
        pad = PADS.get(settings.pad)
        told = getattr(settings, part)
        if pad is None or not told or getattr(pad.settings, part) != told:
            return Cite(TABLE, "", Authority.HOUSE, part)
        return published(pad.sources[0], "", part)


RULE_SHEET = PadSheet(rules.QUESTIONS, Settings())
PRESETS = (
    *rules.PRESETS,
    *(Preset(pad.code, pad.settings) for pad in PADS.values()),
)
SOURCES = (*(source for pad in PADS.values() for source in pad.sources), READINGS)
NAMES: Mapping[str, Texts] = {
    **{f"score-pad.preset.{pad.code}": pad.name for pad in PADS.values()},
    **{f"score-pad.about.{pad.code}": pad.about for pad in PADS.values()},
    **{
        f"score-pad.box.{code}": names
        for pad in PADS.values()
        for code, names in pad.names.items()
    },
}
"""What the files say, by the codes of these sentences."""


def pad_name(code: str, name: str = "") -> object:
    """A box, a bonus or a round by its name: in each language where its file is here,
    else as the table has it."""
    said = f"score-pad.box.{code}"
    if said in NAMES:
        return message(said)
    pad, _, part = code.partition(".")
    # a name that the table typed is its own code
    is_of_pad = _CODE.fullmatch(pad) and _CODE.fullmatch(part)
    return name or (part if is_of_pad else code)


def name_of(part: Box | Bonus | NamedRound) -> object:
    return pad_name(part.code, part.name)
