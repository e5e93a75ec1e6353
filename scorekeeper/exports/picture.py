"""The evening's story as one picture to share: SVG with our typeface inside. A phone
paints it as PNG by itself (static/picture.js)."""

import re
from base64 import b64encode
from dataclasses import dataclass, field
from typing import Any
from unicodedata import east_asian_width

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import fingerprint
from scorekeeper.core.messages import message
from scorekeeper.exports.pdf.page import (
    LINE_COLOURS,
    SUIT_COLOURS,
    functions,
    template_for,
)
from scorekeeper.places import static_folder
from scorekeeper.tables.chart import HEIGHT, WIDTH, drawn
from scorekeeper.tables.names import clean
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import short_names
from scorekeeper.tables.story import Moment, Story
from scorekeeper.words import Words

ACROSS = 1080  # How wide the picture is, in pixels
EDGE = 64
ROW = 62
CHART = ACROSS - 2 * EDGE
INK = "#15191d"
GREY = "#4a525a"
MOST_RULINGS = 3
MOST_LINES = 3
GLYPHS = {
    "♠": Suit.SPADES,
    "♥": Suit.HEARTS,
    "♦": Suit.DIAMONDS,
    "♣": Suit.CLUBS,
    "★": Suit.STARS,
}
LETTERS = {
    **dict.fromkeys(" '`|jilI!/\\.,·’", 0.28),
    **dict.fromkeys('-ftr:;[](){}“”"*', 0.38),
    **dict.fromkeys("_z–", 0.5),
    **dict.fromkeys("GOQw", 0.82),
    **dict.fromkeys("%@MWm—…", 0.97),
}
"""How wide a bold letter of our typeface is beside its size, where it is not as
wide as most."""
_SUIT = re.compile(f"([{''.join(GLYPHS)}])")


@dataclass(frozen=True, slots=True)
class PictureText:
    """Words whose line begins at (x, y), or `ends` there."""

    x: float
    y: float
    said: str
    size: int = 30
    is_bold: bool = False
    colour: str = INK
    ends: bool = False

    @property
    def parts(self) -> list[tuple[str, str]]:
        parts = _SUIT.split(clean(self.said))
        return [
            (part, SUIT_COLOURS[GLYPHS[part]] if part in GLYPHS else "")
            for part in parts
        ]


def picture_of(session: Session, story: Story, words: Words) -> "Picture":
    game = words.text(message(f"game.{session.game.slug}"))
    headline = words.text(story.headline)
    picture = Picture(session, words, clean(f"{game}: {headline}"))
    day = words.day(session.header.at)
    picture.text(f"{game} · {day}", 30, colour=GREY, step=96)
    for line in wrapped(headline, 60):
        picture.text(line, 60, is_bold=True, step=72)
    picture.height += 24
    picture.totals()
    picture.moments(story)
    picture.rulings_of(story)
    picture.top = picture.height + 40
    picture.height = picture.top + round(HEIGHT * CHART / WIDTH)
    entry = words.gettext("entry %(number)s", number=session.last)
    letters = words.gettext(
        "Fingerprint %(letters)s", letters=fingerprint(session.head)
    )
    picture.text(f"Scorekeeper · {letters}, {entry}", 24, colour=GREY, step=50)
    picture.height += 44
    return picture


@dataclass(slots=True)
class Picture:
    """Words and `rules` across, on white, growing downwards: `height` is how far it has
    come. The chart begins at `top`. `title` says it to those who listen."""

    session: Session
    words: Words
    title: str
    texts: list[PictureText] = field(default_factory=list)
    rules: list[int] = field(default_factory=list)
    height: int = 0
    top: int = 0

    def text(self, said: str, size: int, *, step: int, **how: Any) -> None:
        """A line of its own, so far below the last one."""
        self.height += step
        self.texts.append(
            PictureText(EDGE, self.height, cut(said, size, CHART), size, **how)
        )

    def totals(self) -> None:
        for party in self.session.sheet.parties:
            head = column(party, self.session.folded.people)
            self.rules.append(self.height)
            self.height += ROW
            base = self.height - 18
            name = cut(self.words.text(head.name), 36, 110 if head.people else 700)
            people = cut(head.people, 30, 580)
            points = self.words.number(self.session.sheet.total(party.id))
            self.texts += [
                PictureText(EDGE, base, name, 36, True),
                PictureText(EDGE + 120, base, people, 30, colour=GREY),
                PictureText(ACROSS - EDGE, base, points, 44, True, ends=True),
            ]
        self.rules.append(self.height)
        self.height += 16

    def moments(self, story: Story) -> None:
        """The swing and the best contract, or round: whose points, and below it
        what it was."""
        for moment in story.moments:
            self._moment(moment, len(story.sections) == 1)

    def _moment(self, moment: Moment, is_one: bool) -> None:
        say = self.words.text
        where = say(moment.label)
        if not is_one:
            where = say((moment.section, ", ", moment.label))
        about = f"{say(moment.said)} · {where}" if moment.said else where
        points = message("story.points", who=moment.who, points=moment.points)
        self.text(say(message(moment.what)), 24, colour=GREY, step=48)
        self.text(say(points), 32, is_bold=True, step=38)
        self.text(about, 30, step=38)

    def rulings_of(self, story: Story) -> None:
        say = self.words.text
        if story.rulings:
            self.text(self.words.gettext("Rulings"), 24, colour=GREY, step=48)
        for what, verdict in story.rulings[:MOST_RULINGS]:
            said = message("story.points", who=what, points=verdict)
            self.text(say(said), 28, step=38)
        if len(story.rulings) > MOST_RULINGS:
            self.text(f"+ {len(story.rulings) - MOST_RULINGS}", 28, step=38)


def cut(said: str, size: int, most: float) -> str:
    if _width(said, size) <= most:
        return said
    for length in range(len(said) - 1, 0, -1):
        beginning = f"{said[:length].rstrip()}…"
        if _width(beginning, size) <= most:
            return beginning
    return "…"


def wrapped(said: str, size: int) -> list[str]:
    lines = [""]
    for word in said.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(lines) == MOST_LINES or _width(longer, size) <= CHART:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line for line in lines if line]


# About how many pixels bold words are wide.
def _width(said: str, size: int) -> float:
    return size * sum(map(_width_of, said))


def _width_of(letter: str) -> float:
    if letter in LETTERS:
        return LETTERS[letter]
    if east_asian_width(letter) in "WF":
        return 1.0
    return 0.76 if letter.isupper() or letter in GLYPHS else 0.61


def svg_of(picture: Picture, words: Words) -> str:
    """The picture as SVG: shapes, text and our typeface, nothing that is
    fetched or run."""
    typeface = (static_folder() / "fonts" / "archivo.woff2").read_bytes()
    return template_for("sessions/picture.svg").render(
        **functions(words),
        picture=picture,
        chart=drawn(picture.session.sheet),
        names=short_names(picture.session, words),
        font=b64encode(typeface).decode(),
        across=ACROSS,
        edge=EDGE,
        grown=CHART / WIDTH,
        colours=LINE_COLOURS,
    )
