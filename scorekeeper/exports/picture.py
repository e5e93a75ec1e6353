"""The evening's story as one picture to share: a list of shapes, written as SVG or painted as PNG.

Painted by Pillow in our own face, letters that are not Latin in one of the system's; where that
has none they are boxes, but not in the SVG, which the reader's own system draws.
"""

import io
import math
import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, groupby, pairwise
from typing import Any

from fontTools.misc.bezierTools import cubicPointAtT
from fontTools.pens.recordingPen import RecordingPen
from fontTools.svgLib.path import parse_path
from markupsafe import Markup
from PIL import Image, ImageDraw, ImageFont

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import fingerprint
from scorekeeper.core.messages import message
from scorekeeper.exports.pdf.page import LINE_COLOURS, SUIT_COLOURS, suit_outlines
from scorekeeper.places import static_folder
from scorekeeper.tables.session import Session, clean, column
from scorekeeper.tables.sheet import short_names
from scorekeeper.tables.story import HEIGHT, WIDTH, Story, drawn
from scorekeeper.words import Words

ACROSS = 1080
"""How wide the picture is, in pixels."""
EDGE, ROW = 64, 62
SCALE = 2
"""How much larger a PNG is painted before it is made smaller, so that lines are smooth."""
INK, GREY, RULE = "#15191d", "#4a525a", "#a9c3d3"
DASHES = ((), (18, 9), (5, 12), (36, 12, 6, 12), (18, 9, 3, 9), (48, 15), (12, 12), (6, 6))
"""How each line of the chart is broken, as on the page."""
MOST_RULINGS = 3
MOST_LINES = 3
FAMILY = "Archivo, 'Helvetica Neue', Arial, sans-serif"
GLYPHS = {"♠": Suit.SPADES, "♥": Suit.HEARTS, "♦": Suit.DIAMONDS, "♣": Suit.CLUBS, "★": Suit.STARS}
LATIN, OTHER = "archivo-bold", "other"
SYSTEM = ("NotoSans-Regular.ttf", "DejaVuSans.ttf", "Arial.ttf", "Arial Unicode.ttf")
"""The fonts of the system that further letters are looked for in, by Pillow."""
SUIT, SUIT_WIDTH = "suit", 0.8
"""A run of suits, and how wide one is beside the size of the letters."""
STEP = 1.5
"""How far it is from one point of a broken line to the next, in pixels."""
CURVE = 8
"""How many short lines a curve is."""
_SUIT = re.compile(f"([{''.join(GLYPHS)}])")

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Text:
    """Words whose line begins at (x, y), or `ends` there."""

    x: float
    y: float
    said: str
    size: int = 30
    is_bold: bool = False
    colour: str = INK
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points, broken by `dashes`."""

    points: tuple[Point, ...]
    colour: str = INK
    width: float = 4
    dashes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes from the back to the front, on white; `title` says all of it to those who listen."""

    title: str
    height: int
    shapes: tuple[Text | Path, ...]


# ---- what stands in it ----


def picture_of(session: Session, story: Story, words: Words) -> Picture:
    """The story of this session as a picture in the language of `words`."""
    game = words.text(message(f"game.{session.game.slug}"))
    said = words.text(story.headline)
    card = _Card(session, words)
    card.text(f"{game} · {words.day(session.header.at)}", 30, colour=GREY, step=96)
    for line in wrapped(said, 60):
        card.text(line, 60, is_bold=True, step=72)
    card.y += 24
    card.totals()
    card.moments(story)
    card.chart()
    entry = words.gettext("entry %(number)s", number=session.last)
    letters = words.gettext("Fingerprint %(letters)s", letters=fingerprint(session.head))
    card.text(f"Scorekeeper · {letters}, {entry}", 24, colour=GREY, step=50)
    return Picture(clean(f"{game}: {said}"), card.y + 44, tuple(card.shapes))


class _Card:
    """A picture that grows downwards: `y` is how far it has come."""

    def __init__(self, session: Session, words: Words) -> None:
        self.session, self.words = session, words
        self.shapes: list[Text | Path] = []
        self.y = 0

    def text(self, said: str, size: int, *, step: int, **how: Any) -> None:
        """A line of its own, so far below the last one."""
        self.y += step
        self.shapes.append(Text(EDGE, self.y, cut(said, size, ACROSS - 2 * EDGE), size, **how))

    def rule(self, colour: str = RULE) -> None:
        self.shapes.append(Path(((EDGE, self.y), (ACROSS - EDGE, self.y)), colour, 2))

    def totals(self) -> None:
        """A row a party: its name, its people, its points."""
        for party in self.session.sheet.parties:
            one = column(party, self.session.folded.people)
            self.rule()
            self.y += ROW
            room = 110 if one.people else 700
            base, name = self.y - 18, cut(self.words.text(one.name), 36, room)
            points = self.words.number(self.session.sheet.total(party.id))
            people = cut(one.people, 30, 580)
            self.shapes += [
                Text(EDGE, base, name, 36, True),
                Text(EDGE + 120, base, people, 30, colour=GREY),
                Text(ACROSS - EDGE, base, points, 44, True, ends=True),
            ]
        self.rule()
        self.y += 16

    def moments(self, story: Story) -> None:
        """The swing, the best contract, the rulings: what it is, and below it what it was."""
        best = "contract" if story.is_contract else "round"
        say, is_one = self.words.text, len(story.sections) == 1
        for name, one in (("swing", story.swing), (best, story.best)):
            if one is not None:
                where = (one.label,) if is_one else (one.section, ", ", one.label)
                about = " · ".join(say(part) for part in (one.said, where) if part)
                points = say(message("story.points", who=one.who, points=one.points))
                self.text(say(message(f"story.{name}")), 24, colour=GREY, step=48)
                self.text(points, 32, is_bold=True, step=38)
                self.text(about, 30, step=38)
        if story.rulings:
            self.text(self.words.gettext("Rulings"), 24, colour=GREY, step=48)
        for what, verdict in story.rulings[:MOST_RULINGS]:
            self.text(f"{say(what)}: {say(verdict)}", 28, step=38)
        if len(story.rulings) > MOST_RULINGS:
            self.text(f"+ {len(story.rulings) - MOST_RULINGS}", 28, step=38)

    def chart(self) -> None:
        """The running score, as the page draws it."""
        chart = drawn(self.session.sheet)
        assert chart is not None  # noqa: S101 - a story has deals
        grown, top = (ACROSS - 2 * EDGE) / WIDTH, self.y + 40
        names = short_names(self.session, self.words)

        def at(x: float, y: float) -> Point:
            return round(EDGE + x * grown, 1), round(top + y * grown, 1)

        for tick in chart["ticks"]:
            ends = at(chart["left"], tick["y"]), at(chart["right"], tick["y"])
            x, y = at(chart["left"] - 6, tick["y"] + 4)
            figure = self.words.number(tick["at"])
            self.shapes += [Path(ends, RULE, 2), Text(x, y, figure, 26, ends=True)]
        for deal in chart["deals"]:
            x, y = at(deal["x"] + 3, chart["height"] - 6)
            self.shapes.append(Text(x, y, str(deal["n"]), 26, colour=GREY, ends=True))
        for line in chart["lines"]:
            colour, dashes = LINE_COLOURS[line["n"] - 1], DASHES[line["n"] - 1]
            pairs = (pair.split(",") for pair in line["points"].split())
            points = tuple(at(float(x), float(y)) for x, y in pairs)
            x, y = at(line["x"] + 5, line["label_y"] + 4)
            name = cut(names[line["party"]], 26, ACROSS - 20 - x)
            self.shapes += [Path(points, colour, 6, dashes), Text(x, y, name, 26, True, colour)]
        self.y = round(top + HEIGHT * grown)


# ---- how wide words are ----


def cut(said: str, size: int, most: float) -> str:
    """As much of this as fits into so many pixels."""
    if _width(said, size) <= most:
        return said
    ends = (f"{said[:n].rstrip()}…" for n in range(len(said) - 1, 0, -1))
    return next((one for one in ends if _width(one, size) <= most), "…")


def wrapped(said: str, size: int) -> list[str]:
    """A headline in lines of the picture's width, at most so many."""
    lines = [""]
    for word in said.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(lines) == MOST_LINES or _width(longer, size) <= ACROSS - 2 * EDGE:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line for line in lines if line]


def _width(said: str, size: int) -> float:
    return sum(_font(cut, size).getlength(part) for part, cut in _runs(said, True))


def _runs(said: str, is_bold: bool) -> list[tuple[str, str]]:
    """The words in pieces of one font file each: its name, "suit" for a suit."""
    name = LATIN if is_bold else "archivo-regular"
    return [
        ("".join(letters), of)
        for of, letters in groupby(said, lambda letter: _font_of(letter, name))
    ]


def _font_of(letter: str, name: str) -> str:
    """The file that has this letter: ours for Latin ones, else what this computer has."""
    if letter in GLYPHS:
        return SUIT
    number = ord(letter)
    if number < 0x100 or 0x2010 <= number < 0x2300:
        return name
    is_latin = number < 0x250 or 0x1E00 <= number < 0x1F00
    return f"{name}-ext" if is_latin else OTHER


@lru_cache(maxsize=64)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont:
    ours = str(static_folder() / "fonts" / f"{LATIN if name in (SUIT, OTHER) else name}.ttf")
    for path in (*SYSTEM, ours) if name == OTHER else (ours,):
        with suppress(OSError):
            return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    raise FileNotFoundError(ours)


# ---- as SVG ----


def svg_of(picture: Picture) -> str:
    """The picture as SVG: shapes and text alone, nothing that is fetched or run."""
    size = Markup('width="{0}" height="{1}" viewBox="0 0 {0} {1}"').format(ACROSS, picture.height)
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" {} role="img" font-family="{}">'
        '<title>{}</title><rect width="100%" height="100%" fill="#fff"/>{}</svg>\n'
    ).format(size, FAMILY, picture.title, Markup("").join(map(_element, picture.shapes)))


def _element(shape: Text | Path) -> Markup:
    if isinstance(shape, Path):
        return Markup(
            '<polyline points="{}" fill="none" stroke="{}" stroke-width="{}" '
            'stroke-dasharray="{}" stroke-linejoin="round"/>'
        ).format(
            " ".join(f"{x:g},{y:g}" for x, y in shape.points),
            shape.colour,
            shape.width,
            " ".join(map(str, shape.dashes)) or "none",
        )
    parts = Markup("").join(
        Markup('<tspan fill="{}">{}\ufe0e</tspan>').format(SUIT_COLOURS[GLYPHS[part]], part)
        if part in GLYPHS
        else part
        for part in _SUIT.split(clean(shape.said))
    )
    return Markup(
        '<text x="{:g}" y="{:g}" font-size="{}" font-weight="{}" fill="{}" text-anchor="{}">'
        "{}</text>"
    ).format(
        *(shape.x, shape.y, shape.size, 700 if shape.is_bold else 400, shape.colour),
        *("end" if shape.ends else "start", parts),
    )


# ---- as PNG ----


@lru_cache(maxsize=16)
def png_of(picture: Picture) -> bytes:
    """The picture as PNG."""
    size = ACROSS * SCALE, picture.height * SCALE
    image = Image.new("RGB", size, "#fff")
    draw = ImageDraw.Draw(image)
    for shape in picture.shapes:
        if isinstance(shape, Path):
            _paint_line(draw, shape)
        else:
            _paint_text(draw, shape)
    out = io.BytesIO()
    image.reduce(SCALE).quantize(64, Image.Quantize.FASTOCTREE).save(out, "PNG")
    return out.getvalue()


def _paint_line(draw: ImageDraw.ImageDraw, path: Path) -> None:
    width = round(path.width * SCALE)
    for part in _broken(path.points, path.dashes):
        draw.line([(x * SCALE, y * SCALE) for x, y in part], path.colour, width, "curve")


def _broken(points: Sequence[Point], dashes: Sequence[int]) -> Iterator[list[Point]]:
    """The line in its dashes; these go on round the corners."""
    if not dashes:
        yield list(points)
        return
    ends, done, part = list(accumulate(dashes)), 0.0, list[Point]()
    for (x, y), (to_x, to_y) in pairwise(points):
        length = math.dist((x, y), (to_x, to_y))
        for n in range(steps := max(1, round(length / STEP))):
            is_on = bisect(ends, (done + length * n / steps) % ends[-1]) % 2 == 0
            if is_on:
                part.append((x + (to_x - x) * n / steps, y + (to_y - y) * n / steps))
            elif part:
                yield part
                part = []
        done += length
    if part:
        yield [*part, points[-1]]


def _paint_text(draw: ImageDraw.ImageDraw, text: Text) -> None:
    size = text.size * SCALE
    runs = _runs(clean(text.said), text.is_bold)
    widths = [
        size * len(run) * SUIT_WIDTH if of == SUIT else _font(of, size).getlength(run)
        for run, of in runs
    ]
    x = text.x * SCALE - (sum(widths) if text.ends else 0)
    for (run, of), width in zip(runs, widths, strict=True):
        if of == SUIT:
            _paint_suits(draw, run, x, text)
        else:
            draw.text((x, text.y * SCALE), run, text.colour, _font(of, size), "ls")
        x += width


def _paint_suits(draw: ImageDraw.ImageDraw, suits: str, x: float, text: Text) -> None:
    size = text.size * SCALE * SUIT_WIDTH
    for n, one in enumerate(suits):
        left, top = x + n * size, text.y * SCALE - size * 0.9
        outline = _outline(suit_outlines()[GLYPHS[one].slug])
        points = [(left + px / 24 * size, top + py / 24 * size) for px, py in outline]
        draw.polygon(points, SUIT_COLOURS[GLYPHS[one]])


def _outline(path: str) -> list[Point]:
    """A drawing of one closed line as points; a curve is as many short lines."""
    pen, found = RecordingPen(), list[Point]()
    parse_path(path, pen)
    for _, points in pen.value:
        if len(points) == 3:
            ends = (found[-1], *points)
            points = [cubicPointAtT(*ends, n / CURVE) for n in range(1, CURVE + 1)]
        found += points
    return found
