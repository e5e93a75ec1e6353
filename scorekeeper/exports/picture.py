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
from scorekeeper.core.sheet import Points
from scorekeeper.exports.pdf.page import (
    LINE_COLOURS,
    SUIT_COLOURS,
    functions,
    template_for,
)
from scorekeeper.places import static_folder
from scorekeeper.tables.chart import HEIGHT, WIDTH, Chart, drawn, steps
from scorekeeper.tables.names import clean
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import short_names
from scorekeeper.tables.story import Moment, Story
from scorekeeper.words import Words

ACROSS = 1080  # How wide the picture is, in pixels
EDGE = 64
LINE = 50  # How far apart the lines of a name that is broken stand
ROW = 88  # How high a row of the totals is
CHART = ACROSS - 2 * EDGE
BESIDE = 130  # Where the people of a side stand beside its name
GAP = 32  # Between words and the points at the end of their line
MARK = 64  # How large our mark is, in the corner
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
    game = words.text(session.game.name_of(session.settings))
    headline = words.text(story.headline)
    picture = Picture(session, words, clean(f"{game}: {headline}"))
    day = words.day(session.header.at)
    picture.text(f"{game} · {day}", 34, colour=GREY, step=96, room=CHART - MARK)
    for line in wrapped(headline, 68):
        picture.text(line, 68, is_bold=True, step=80)
    picture.height += 40
    picture.totals()
    picture.moments(story)
    picture.rulings_of(story)
    picture.height += 40
    if picture.chart is not None:
        picture.top = picture.height
        picture.height += round(HEIGHT * CHART / WIDTH)
    entry = words.gettext("entry %(number)s", number=session.last)
    letters = words.gettext(
        "Fingerprint %(letters)s", letters=fingerprint(session.head)
    )
    picture.text(f"Scorekeeper · {letters}, {entry}", 26, colour=GREY, step=50)
    picture.height += 48
    return picture


@dataclass(slots=True)
class Picture:
    """Words and `rules` across, on white, growing downwards: `height` is how far it has
    come; the `line` above the totals is the pad's. The `chart` begins at `top`; None
    where nobody has scored. `title` says it to those
    who listen."""

    session: Session
    words: Words
    title: str
    texts: list[PictureText] = field(default_factory=list)
    rules: list[int] = field(default_factory=list)
    height: int = 0
    line: int = 0
    top: int = 0

    @property
    def chart(self) -> Chart | None:
        sheet = self.session.sheet
        has_scored = any(total for step in steps(sheet) for total in step.totals)
        return drawn(sheet) if has_scored else None

    def text(
        self, said: str, size: int, *, step: int, room: float = CHART, **how: Any
    ) -> None:
        self.height += step
        self.texts.append(
            PictureText(EDGE, self.height, cut(said, size, room), size, **how)
        )

    def points(self, points: Points, size: int) -> float:
        said = self.words.number(points)
        self.texts.append(
            PictureText(ACROSS - EDGE, self.height, said, size, True, ends=True)
        )
        return CHART - GAP - _width(said, size)

    def totals(self) -> None:
        self.line = self.height
        for number, party in enumerate(self.session.sheet.parties):
            if number:
                self.rules.append(self.height)
            head = column(party, self.session.folded.people)
            self.height += ROW - 26
            room = self.points(self.session.sheet.total(party.id), 60)
            name = self.words.text(head.name)
            if head.people:
                people = cut(head.people, 36, room - BESIDE)
                at = EDGE + BESIDE
                self.texts += [
                    PictureText(at, self.height, people, 36, colour=GREY),
                    PictureText(EDGE, self.height, cut(name, 44, BESIDE), 44, True),
                ]
            else:
                self._name(name, room)
            self.height += 26
        self.rules.append(self.height)
        self.height += 16

    # The name of partners is broken between them where it is too long for a line.
    def _name(self, name: str, room: float) -> None:
        first, *others = [name] if _width(name, 44) <= room else name.split(" & ")
        if others:
            first = f"{first} &"
        for line in (first, *others):
            said = cut(line, 44, room)
            self.texts.append(PictureText(EDGE, self.height, said, 44, True))
            self.height += LINE
        self.height -= LINE

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
        self.text(say(message(moment.what)), 30, colour=GREY, step=56)
        self.height += 46
        room = self.points(moment.points, 40)
        self.text(moment.who, 40, is_bold=True, step=0, room=room)
        self.text(about, 36, step=46)

    def rulings_of(self, story: Story) -> None:
        say = self.words.text
        if story.rulings:
            self.text(self.words.gettext("Rulings"), 30, colour=GREY, step=56)
        for what, verdict in story.rulings[:MOST_RULINGS]:
            said = message("story.points", who=what, points=verdict)
            self.text(say(said), 36, step=46)
        if len(story.rulings) > MOST_RULINGS:
            self.text(f"+ {len(story.rulings) - MOST_RULINGS}", 36, step=46)


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
    typeface = (static_folder() / "fonts" / "archivo.woff2").read_bytes()
    return template_for("sessions/picture.svg").render(
        **functions(words),
        picture=picture,
        chart=picture.chart,
        names=short_names(picture.session, words),
        font=b64encode(typeface).decode(),
        across=ACROSS,
        edge=EDGE,
        mark=MARK,
        grown=CHART / WIDTH,
        colours=LINE_COLOURS,
    )
