"""Every sentence that can be said, as translators need it, and what a language
lacks of them."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, nodes

from scorekeeper.games import homes
from scorekeeper.places import templates_folder
from scorekeeper.words import FIRST, catalogue, flat
from scorekeeper.words.languages import UNCHECKED, folders

FUNCTIONS = ("_", "gettext", "ngettext")
"""What a template says a sentence with."""
_READER = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)


@dataclass(frozen=True)
class Sentence:
    """One sentence in English, or its plural forms.

    `family` is the folder of the games that say it, "" for all of them. A sentence that
    stands in no English catalogue is a template's own, and its own code. `where` names
    the templates that say it, else the games.
    """

    code: str
    family: str
    forms: tuple[str, ...]
    is_coded: bool
    where: tuple[str, ...]


def sentences() -> Mapping[str, Sentence]:
    """Every sentence by its code: of each family first what only its templates say."""
    return _sentences(tuple(folders().items()))


@lru_cache(maxsize=4)
def _sentences(places: tuple[tuple[str, Path], ...]) -> Mapping[str, Sentence]:
    paths = {family: folder / f"{FIRST}.toml" for family, folder in places}
    coded = {code for path in paths.values() for code in catalogue(path)}
    said = said_by_templates()
    own = sorted(text for text in said if text not in coded)
    by_code: dict[str, Sentence] = {}
    for family, path in paths.items():
        for text in own:
            if family_of(said[text]) == family:
                where = tuple(sorted({_name(template) for template in said[text]}))
                by_code[text] = Sentence(text, family, (text,), False, where)
        for code, forms in catalogue(path).items():
            by_code[code] = Sentence(code, family, forms, True, (family or "shared",))
    return by_code


def _name(template: Path) -> str:
    *_, name = template.as_posix().split("/templates/")
    family = _family(template)
    return f"{family}/{name}" if family else name


def lacking(language: str) -> list[Sentence]:
    return [] if language == FIRST else missing(language, folders())


def missing(language: str, places: Mapping[str, Path]) -> list[Sentence]:
    paths = (folder / f"{language}.toml" for folder in places.values())
    known = {code for path in paths if path.is_file() for code in catalogue(path)}
    known.add(UNCHECKED)
    return [sentence for code, sentence in sentences().items() if code not in known]


# ---- what a catalogue's lines are ----


@dataclass(frozen=True)
class Line:
    """One line of a catalogue: its text, the table it stands in, and what it
    says by code."""

    text: str
    table: str
    said: Mapping[str, tuple[str, ...]]


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a catalogue. Raises ValueError for one that is no whole
    line of TOML."""
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        try:
            read = tomllib.loads(line)
        except tomllib.TOMLDecodeError:
            raise ValueError(
                f"line {number} is no message by itself: write it in one line."
            ) from None
        if line.lstrip().startswith("["):
            table = ".".join(_names(read))
            yield Line(line, table, {})
        else:
            yield Line(line, table, dict(flat(read, f"{table}." if table else "")))


# The names that lead to the table that a line begins.
def _names(read: Mapping[str, Any]) -> Iterator[str]:
    for name, inner in read.items():
        yield name
        yield from _names(inner)


# ---- what templates say ----


def templates() -> list[Path]:
    paths = sorted(templates_folder().rglob("*.html"))
    for home in homes().values():
        paths += sorted((home / "templates").rglob("*.html"))
    return paths


def said_by_templates() -> Mapping[str, list[Path]]:
    paths_by_text: dict[str, list[Path]] = {}
    for path in templates():
        for call in calls(path):
            for text in _texts(call.args[0]):
                paths_by_text.setdefault(text, []).append(path)
    return paths_by_text


def calls(path: Path) -> Iterator[nodes.Call]:
    for call in _READER.parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
        if (
            isinstance(call.node, nodes.Name)
            and call.node.name in FUNCTIONS
            and call.args
        ):
            yield call


def family_of(where: list[Path]) -> str:
    """The folder of the family whose templates these are; "" if not all are of one."""
    families = {_family(path) for path in where}
    return families.pop() if len(families) == 1 else ""


def _family(path: Path) -> str:
    for family, home in homes().items():
        if home / "templates" in path.parents:
            return family
    return ""


def _texts(said: nodes.Expr) -> Iterator[str]:
    if isinstance(said, nodes.Const):
        yield str(said.value)
    elif isinstance(said, nodes.CondExpr):
        yield from _texts(said.expr1)
        if said.expr2 is not None:
            yield from _texts(said.expr2)
