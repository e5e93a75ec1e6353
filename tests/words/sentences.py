"""Every sentence that the templates hold."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from jinja2 import Environment, nodes

ROOT = Path(__file__).resolve().parent.parent.parent
SHARED = ROOT / "templates"
GAMES = ROOT / "scorekeeper" / "games"
TEMPLATES = sorted([*SHARED.rglob("*.html"), *GAMES.glob("*/templates/*.html")])
PLACE = re.compile(r"%\((\w+)\)s")
FUNCTIONS = ("_", "gettext", "ngettext")


def said_by_templates() -> Mapping[str, list[Path]]:
    """What templates say through `_("…")`, and the templates that say it."""
    found: dict[str, list[Path]] = {}
    for path in TEMPLATES:
        for call in calls(path):
            for text in _texts(call.args[0]):
                found.setdefault(text, []).append(path)
    return found


def calls(path: Path) -> Iterator[nodes.Call]:
    """Where a template says a sentence."""
    reader = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)
    for call in reader.parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in FUNCTIONS and call.args:
            yield call


def family_of(templates: list[Path]) -> str:
    """The folder of the family whose templates these are; none if not all are of one."""
    families = {path.parent.parent.name if GAMES in path.parents else "" for path in templates}
    return families.pop() if len(families) == 1 else ""


def _texts(said: nodes.Expr) -> Iterator[str]:
    if isinstance(said, nodes.Const):
        yield str(said.value)
    elif isinstance(said, nodes.CondExpr):
        yield from _texts(said.expr1)
        if said.expr2 is not None:
            yield from _texts(said.expr2)


def places(sentence: str) -> set[str]:
    """The names of the places that parameters fill."""
    return set(PLACE.findall(sentence))
