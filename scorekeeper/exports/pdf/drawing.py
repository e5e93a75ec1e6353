"""How words, suits and the sheet's code are drawn on paper, and the templates that use them."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import segno
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Message
from scorekeeper.core.sheet import Points
from scorekeeper.games import homes
from scorekeeper.places import template_loader, templates_folder
from scorekeeper.words import Words

SUIT_COLOURS = {
    Suit.SPADES: "#15191d",
    Suit.HEARTS: "#bf1630",
    Suit.DIAMONDS: "#b04a00",
    Suit.CLUBS: "#0a6a3a",
    Suit.STARS: "#7a2c8c",
}
"""The suits that have a glyph, and their colours: the style sheet does not reach into drawings."""
FIGURE = 16
"""Up to how many letters a fact is not broken into lines."""
_BEFORE_SUIT = re.compile(r'([^\s<>&;(]{1,3})(<span class="suit .*?</i></span>)')
"""A rank or a level and the suit after it, which stay on one line."""
_SYMBOL = re.compile(r'<symbol id="g-(\w+)" viewBox="0 0 24 24"><path d="([^"]+)"/></symbol>')


LINE_COLOURS = (
    "#2537a8",
    "#bf1630",
    "#0a6a3a",
    "#b04a00",
    "#7a2c8c",
    "#15191d",
    "#4a525a",
    "#78838a",
)
"""The colours of the lines of a chart, which differ in their dashes as well."""


def template_for(*names: str, **around: Any) -> Template:
    """The first template of these that there is."""
    return _environment().select_template(names, globals=around)


def sheet_template(folder: str, is_report: bool = False) -> Template:
    """The sheet of the games in this folder: their own, else the shared one; a report is built
    around that."""
    if is_report:
        sheet = sheet_template(folder)
        return template_for("print/report.html", sheet=sheet, line_colours=LINE_COLOURS)
    return template_for(f"games/{folder}/print.html", "print/sheet.html")


def functions(words: Words) -> Mapping[str, Callable[..., Any]]:
    """What the templates call: words in one language, suits drawn where they stand."""

    def say(value: object) -> Markup:
        said = words.html(value, lambda suit: drawn(suit, words))
        return Markup(_BEFORE_SUIT.sub(r'<span class="card">\1\2</span>', str(said)))  # noqa: S704

    def translated(text: str, **params: object) -> Markup:
        return say(Message(text, tuple(params.items())))

    def signed(points: Points) -> str:
        return words.number(points, signed=True)

    def is_short(value: object) -> bool:
        return len(words.text(value)) <= FIGURE

    return {
        **{
            "say": say,
            "_": translated,
            "signed": signed,
            "cited": words.cited,
            "tenths": words.tenths,
        },
        "is_short": is_short,
    }


def drawn(suit: Suit, words: Words) -> Markup:
    """A suit as its glyph and its letter; a colour without a glyph as its letter in a square."""
    letter, name = words.text(Message(f"suit.{suit.slug}.letter")), words.text(suit_name(suit))
    if suit not in SUIT_COLOURS:
        return Markup('<span class="rk rk-{0}"><i>{1}</i></span> {2}').format(
            suit.slug, letter, name
        )
    return Markup(
        '<span class="suit suit-{0}"><svg viewBox="0 0 24 24" width="24" height="24">'
        '<title>{1}</title><path fill="{2}" d="{3}"/></svg><i>{4}</i></span>'
    ).format(suit.slug, name, SUIT_COLOURS[suit], suit_outlines()[suit.slug], letter)


def suit_name(suit: Suit) -> Message:
    """The word for a suit."""
    return Message(f"suit.{suit.slug}")


def code_of(text: str, title: str) -> Markup:
    """A QR code of a text, as a drawing called `title`."""
    code = segno.make(text, error="m", micro=False)
    return Markup(code.svg_inline(border=0, omitsize=True, title=title))  # noqa: S704 - its own


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=template_loader(homes()),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )


@lru_cache(maxsize=1)
def suit_outlines() -> Mapping[str, str]:
    """The suits' outlines, from the symbols that the pages have."""
    sprite = (templates_folder() / "_sprite.html").read_text(encoding="utf-8")
    return dict(_SYMBOL.findall(sprite))
