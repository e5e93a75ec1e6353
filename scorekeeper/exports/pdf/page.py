"""A session as the HTML page of its printed sheet, and how words, suits and the sheet's
code are drawn there. No Flask: it is made in a terminal as well.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from enum import Enum
from functools import lru_cache, partial
from importlib.metadata import version
from itertools import chain, zip_longest
from typing import Any

import segno
from babel.dates import format_date
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup, escape

from scorekeeper.core.cards import Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.codec import code, encode, fingerprint
from scorekeeper.core.evening import Part, Seated
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import PartyId, People
from scorekeeper.core.session import Command, Entry, Header, Stamp
from scorekeeper.core.sheet import Mark
from scorekeeper.games import homes
from scorekeeper.games.arbiter.settings import ARBITER
from scorekeeper.games.game import AnyGame
from scorekeeper.places import DISTRIBUTION, template_loader, templates_folder
from scorekeeper.tables import sheet as sheets
from scorekeeper.tables.chart import drawn
from scorekeeper.tables.comparison import compared
from scorekeeper.tables.names import cut
from scorekeeper.tables.parts import SheetPart, said
from scorekeeper.tables.rules_in_force import Answer, answers, preset_name
from scorekeeper.tables.rulings.views import rulings_view
from scorekeeper.tables.said import said_then, unfit_because
from scorekeeper.tables.seals import seals_view
from scorekeeper.tables.session import Session, opened
from scorekeeper.tables.sheet import (
    Cell,
    ShownLine,
    ShownRow,
    ShownSection,
    short_names,
)
from scorekeeper.tables.story import outcome, story_of
from scorekeeper.words import FIRST, Words

# ---- words, suits and the code ----


SUIT_COLOURS = {
    Suit.SPADES: "#15191d",
    Suit.HEARTS: "#bf1630",
    Suit.DIAMONDS: "#b04a00",
    Suit.CLUBS: "#0a6a3a",
    Suit.STARS: "#7a2c8c",
}
"""The suits that have a glyph, and their colours: the style sheet does not
reach into drawings."""
FIGURE = 16  # Up to how many letters a fact is not broken into lines
_BEFORE_SUIT = re.compile(r'([^\s<>&;(]{1,3})(<span class="suit .*?</i></span>)')
"""A rank or a level and the suit after it, which stay on one line."""
_AFTER_SUIT = re.compile(r"(</i></span>(?:</span>)?) (?=\w)")
"""A space between a card and the word after it, such as who has it, where
no line ends."""
_SYMBOL = re.compile(
    r'<symbol id="g-(\w+)" viewBox="0 0 24 24"><path d="([^"]+)"/></symbol>'
)


LINE_COLOURS = (
    *(
        "#2537a8",
        "#bf1630",
        "#0a6a3a",
        "#b04a00",
        "#7a2c8c",
        "#15191d",
        "#4a525a",
        "#78838a",
    ),
)
"""The colours of the lines of a chart, which differ in their dashes as well."""


def template_for(*names: str, **around: Any) -> Template:
    return _environment().select_template(names, globals=around)


def functions(words: Words) -> Mapping[str, Callable[..., Any]]:
    def say(value: object) -> Markup:
        said = words.html(value, lambda suit: suit_drawn(suit, words))
        said = Markup(_AFTER_SUIT.sub("\\1\u00a0", str(said)))  # noqa: S704
        return Markup(_BEFORE_SUIT.sub(r'<span class="card">\1\2</span>', str(said)))  # noqa: S704

    return {
        "say": say,
        "_": lambda text, **params: say(Message(text, tuple(params.items()))),
        "signed": partial(words.number, signed=True),
        "cited": words.cited,
        "tenths": words.tenths,
        "is_short": lambda value: len(words.text(value)) <= FIGURE,
    }


def suit_drawn(suit: Suit, words: Words) -> Markup:
    letter = words.text(message(f"suit.{suit.slug}.letter"))
    name = words.text(message(f"suit.{suit.slug}"))
    if suit not in SUIT_COLOURS:
        square = Markup('<span class="rk rk-{0}"><i>{1}</i></span> {2}')
        return square.format(suit.slug, letter, name)
    return Markup(
        '<span class="suit suit-{0}"><svg viewBox="0 0 24 24" width="24" height="24">'
        '<title>{1}</title><path fill="{2}" d="{3}"/></svg><i>{4}</i></span>'
    ).format(suit.slug, name, SUIT_COLOURS[suit], suit_outlines()[suit.slug], letter)


def code_of(text: str, title: str) -> Markup:
    code = segno.make(text, error="m", micro=False)
    return Markup(code.svg_inline(border=0, omitsize=True, title=title))  # noqa: S704 - its own


@lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(
        loader=template_loader(homes()),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@lru_cache(maxsize=1)
def suit_outlines() -> Mapping[str, str]:
    sprite = (templates_folder() / "_sprite.html").read_text(encoding="utf-8")
    return dict(_SYMBOL.findall(sprite))


# ---- the page ----


MOST_BY_HAND = 2
"""As many parties have a column of lines each; more share a table, a row a deal."""
MOST_COLUMNS = 4  # As many parties have their points beside the facts of a deal
LETTERS_ACROSS = 68
"""How many letters stand beside each other above all columns of a tally. Where these are
few, a name may take two lines."""
LETTERS_OF_POINTS = 24
"""How many letters stand above a party's points beside the facts of a deal."""
ROOM: Mapping[str, int] = {Part.ABOVE: 7, Part.BELOW: 6, Part.SCORE: 13}
"""How many lines a part of an unfinished pad has room for, at least; half of them where
others stand before it."""
ROOM_FOR_DEALS = 7
SPARE = 2  # How many empty lines an unfinished sheet has in any case, to go on by hand
UNDATED = "1970-01-01T00:00:00Z"
_TURNING = (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_UNPRINTED = dict.fromkeys([*range(9), *range(11, 32), *_TURNING])
"""Control characters, and those that would turn round the text after a name."""

Values = dict[str, Any]


class Document(Enum):
    """A document of a session; the value is its name in files."""

    SHEET = "sheet"  # The scoresheet as players know it
    REPORT = "report"  # A whole evening to keep: cover, sheet, running score, rulings and settings
    BLANK = "blank"  # A sheet to play on by hand: no date, no seal, no file inside: no proof


class Paper(Enum):
    """A size of paper; the value is its name in addresses, on the command line
    and in CSS."""

    A4 = "a4"
    LETTER = "letter"

    @classmethod
    def asked(cls, name: str | None) -> "Paper":
        """The paper with this name, in letters of any case; A4 when there is none."""
        return next(
            (paper for paper in cls if paper.value == (name or "").lower()), cls.A4
        )


def release() -> str:
    return f"Scorekeeper {version(DISTRIBUTION)}"


def blank(game: AnyGame, settings: object, people: People = ()) -> Session:
    header = Header("blank", game.slug, game.edition, encode(settings), UNDATED)
    session = opened(game, header)
    seated = Command(tuple(Entry(Seated(person, seat)) for seat, person in people))
    added = session.additions(seated, Stamp(UNDATED, key="blank")) if people else ()
    return session.grown(added)


def blank_of(session: Session) -> Session:
    return blank(session.game, session.settings, session.folded.people)


def page_of(  # noqa: PLR0913 - each is a choice of the document
    session: Session,
    words: Words,
    paper: Paper,
    document: Document = Document.SHEET,
    beside: Sequence[Session] = (),
    recovery: str = "",
    part: SheetPart | None = None,
) -> str:
    """A document of this session as one HTML page that loads nothing else. With other
    sessions `beside` it, it compares their boards. Only a blank sheet has a `recovery`
    code. A sheet can be printed in `part`, with the totals of the whole."""
    layout = Layout(session, words, part)
    if beside:
        template = template_for("print/comparison.html")
        values = layout.comparison(beside)
    else:
        template = template_for(
            f"games/{session.game.folder}/print.html", "print/sheet.html"
        )
        values = layout.values()
    if document is Document.REPORT and not beside:
        around = {"sheet": template, "line_colours": LINE_COLOURS}
        template = template_for("print/report.html", **around)
        values |= layout.report()
    elif document is Document.BLANK and not beside:
        values |= layout.blank()
        values["recovery"] = recovery
    values = {
        "paper": paper.value,
        "document": document.value,
        "recovery": "",
        **values,
    }
    return printable(template.render(values, **functions(words)))


def printable(page: str) -> str:
    """The page without what can't be printed, and what would turn round its text."""
    return page.translate(_UNPRINTED)


class Layout:
    """One session being laid out for paper: the values that print/sheet.html reads."""

    def __init__(
        self, session: Session, words: Words, part: SheetPart | None = None
    ) -> None:
        self.session = session
        self.part = part
        self.words = words
        self.zone = datetime.fromisoformat(session.header.at).tzinfo or UTC
        self.sheet = sheets.sheet_of(
            session,
            written=self.clock,
            rows=sheets.EVERY if part is None else part.shown,
            letters=sheets.FACT_NAME,
        )
        self.sections = self.sheet.sections
        # to fill in by hand, for a game that has none before its first deal
        if not self.sections:
            name = session.game.name_of(session.settings)
            people = session.folded.people
            parties = self.sheet.parties
            parts = dict.fromkeys(self.sheet.parts, 0)
            none = tuple(Cell(party.id, 0, parts) for party in parties)
            empty = ShownSection(0, name, name, False, (), parties, people, (), none)
            self.sections = (empty,)

    def values(self) -> Values:
        session = self.session
        sheet = self.sheet
        parties = len(sheet.parties)
        lines = 2 if parties <= MOST_COLUMNS else 1
        most = lines * LETTERS_ACROSS // (parties + 1) + 1
        return {
            **vars(sheet),
            "game": self.game(),
            "short": short_names(session, self.words, most),
            "shorter": short_names(session, self.words, LETTERS_OF_POINTS),
            "sections": [self.section(section) for section in self.sections],
            "heads": [
                {"code": head, "label": message(f"fact.{head}")} for head in sheet.heads
            ],
            "has_columns": parties <= MOST_BY_HAND,
            "has_points": parties <= MOST_COLUMNS,
            "misfits": [
                {
                    "said": said_then(session, misfit.entry),
                    "why": unfit_because(session, misfit),
                }
                for misfit in session.folded.misfits
            ],
            "own": sheets.own_values(session, "print"),
            "settings": self.settings(),
            "seal": self.seal(),
            "signed_off": sheets.signatures(session, self.clock),
            "rulings": rulings_view(session, self.clock),
            "seals": seals_view(session, self.clock),
            "headline": outcome(self.sections, sheet.settlement, self.words),
            **self.document(),
        }

    def comparison(self, beside: Sequence[Session]) -> Values:
        values = self.document()
        title = self.words.gettext("Boards compared")
        return {
            **values,
            "title": f"{title}, {values['date']}",
            "game": self.game(),
            "seal": None,
            "compared": compared((self.session, *beside)),
        }

    def report(self) -> Values:
        """What a report has beside the sheet: its cover, the running
        score, every setting."""
        session = self.session
        every_answer = answers(session.game, session.settings)
        rows = sum(1 for _ in session.sheet.rows())
        return {
            "chart": drawn(session.sheet),
            "story": story_of(session, self.words),
            "answers": sorted(every_answer, key=lambda answer: not answer.changed),
            "counted": message("report.deals", n=rows),
            "line_names": short_names(session, self.words),
        }

    def blank(self) -> Values:
        name = self.game()["name"]
        return {
            "title": self.words.text(name),
            "headline": name,
            "date": "",
            "times": None,
            "seal": None,
        }

    def settings(self) -> Values:
        """The settings that the table chose, and the rest by their standing. What
        only the arbiter asks about changes no score: it is on paper where the
        table chose it, or is asked for by what it chose."""
        game = self.session.game
        every_answer = answers(game, self.session.settings)
        usual = {one.name for one in answers(game, game.rule_sheet.defaults)}
        rest: dict[Authority, list[Answer]] = {}
        for answer in every_answer:
            is_silent = answer.group == ARBITER and answer.name in usual
            if not answer.changed and not is_silent:
                rest.setdefault(answer.cite.standing, []).append(answer)
        return {
            "departures": [answer for answer in every_answer if answer.changed],
            "rest": [
                (standing.value, rest[standing])
                for standing in Authority
                if standing in rest
            ],
        }

    def document(self) -> Values:
        session = self.session
        words = self.words
        last = session.log[-1].at if session.log else session.header.at
        return {
            "language": words.language,
            "direction": words.direction,
            "title": f"{words.text(self.game()['name'])}, {self.day(last)}",
            "dated": last,
            "date": self.day(session.header.at),
            "release": release(),
            "times": self.times(),
            "part": None if self.part is None else said(self.part),
        }

    def game(self) -> Values:
        game = self.session.game
        settings = self.session.settings
        name = game.name_of(settings)
        preset = preset_name(game, settings)
        if preset and self.words.text(preset) == self.words.text(name):
            preset = None
        return {"slug": game.slug, "name": name, "preset": preset}

    def times(self) -> Values | None:
        entries = [seq for row in self.session.sheet.rows() for seq in row.entries]
        if not entries:
            return None
        first = self.session.entry(min(entries)).at
        last = self.session.log[-1].at
        return {
            "first": self.clock(first),
            "last": self.clock(last),
            "day": self.day(last) if self.day(last) != self.day(first) else None,
            "zone": f"{self.moment(last):%Z}",
        }

    def clock(self, at: str) -> str:
        return self.moment(at).strftime("%H:%M")

    def moment(self, at: str) -> datetime:
        return datetime.fromisoformat(at).astimezone(self.zone)

    def day(self, at: str) -> str:
        spoken = self.words
        locale = "en_GB" if spoken.language == FIRST else spoken.locale
        return str(format_date(self.moment(at).date(), "full", locale=locale))

    def seal(self) -> Values:
        """The head of the log: in letters to read or type, whole in a code after the
        number of the last entry; and what it covers: how many entries, from when to
        when, by which rules."""
        session = self.session
        letters = fingerprint(session.head, 8)
        title = f"SCOREKEEPER:{session.last}:{session.head.upper()}"
        return {
            "entry": session.last,
            "head": session.head,
            "covers": self._covers(),
            "letters": f"{letters[:4]} {letters[4:]}",
            "typed": code(session.head),
            "code": code_of(title, session.head),
        }

    def _covers(self) -> Message:
        log = self.session.log
        at = self.session.header.at
        begun = self.moment(log[0].at if log else at)
        ended = self.moment(log[-1].at if log else at)
        is_one_day = begun.date() == ended.date()
        return message(
            "proof.covers",
            n=self.session.last,
            first=f"{begun:%Y-%m-%d %H:%M}",
            last=f"{ended:%H:%M}" if is_one_day else f"{ended:%Y-%m-%d %H:%M}",
            zone=f"{ended:%Z}",
            rules=fingerprint(self.session.rules),
        )

    def section(self, section: ShownSection) -> Values:
        parties = [party.id for party in self.sheet.parties]
        columns = {
            part: columns_of(section, parties, part) for part in self.sheet.parts
        }
        blanks = dict.fromkeys(columns, 0)
        spare = 0
        if not section.is_over:
            for part, lines in columns.items():
                room = ROOM.get(part, 0) // (2 if section.at else 1)
                blanks[part] = max(SPARE, room - len(lines))
            rows = sum(not row.gone for row in section.rows)
            spare = max(SPARE, ROOM_FOR_DEALS - rows)
        return {
            **vars(section),
            "number": section.at + 1,
            "columns": columns,
            "blanks": blanks,
            "spare": spare,
            "seatings": section.seatings,
        }


# ---- a section's lines as they are written by hand: one under another in each column ----

# One number of a column and the row that it is of
Entered = tuple[ShownRow, ShownLine] | None


def columns_of(
    section: ShownSection, parties: Sequence[PartyId], part: str
) -> list[Values]:
    """One part of a section's columns, from the top down: lines across them, an entry
    or None a party. `ends_game` draws a rule below it; `opens` says that a deal begins
    here. Above the line each column grows upwards from it, so that the newest stands
    highest; below it everything stands in the order of play; a score without a line
    keeps deals together."""
    rows = [
        [(row, line) for line in row.lines if line.part == part] for row in section.rows
    ]
    if part == Part.ABOVE:
        whole = list(chain.from_iterable(rows))
        return [_line(cells) for cells in reversed(_across(whole, parties))]
    across = []
    for row, entered in zip(section.rows, rows, strict=True):
        if part == Part.BELOW:
            for one in entered:
                across += [_line(cells) for cells in _across([one], parties)]
            if entered and Mark.GAME in row.marks:
                across[-1]["ends_game"] = True
        else:
            lines = [_line(cells) for cells in _across(entered, parties)]
            for line in lines[:1]:
                line["opens"] = True
            across += lines
    return across


def _line(cells: tuple[Entered, ...]) -> Values:
    return {"cells": cells, "ends_game": False, "opens": False}


# Numbers beside each other, each in the column of its party, from the top down.
def _across(
    entered: Sequence[tuple[ShownRow, ShownLine]], parties: Sequence[PartyId]
) -> list[tuple[Entered, ...]]:
    columns = [
        [(row, line) for row, line in entered if line.party == party]
        for party in parties
    ]
    return list(zip_longest(*columns))


# ---- letters that no font has: they are drawn as boxes, so that a name doesn't tell who it is ----

SHORTEST_NAME = 3  # A name is cut to so many letters at least
_TAG = re.compile("(<[^>]*>)")


def with_seats(
    page: str, letters: str, sessions: Sequence[Session], words: Words
) -> str:
    """A page of these sessions where no font has these letters: the seat beside each
    name with one of them, and room around each run of boxes, which are wider than what
    they stand for."""
    if not letters:
        return page
    boxes = re.compile(f"[{re.escape(letters)}]+")
    seats = {
        name: of
        for name, of in _seats_by_name(sessions, words).items()
        if boxes.search(name)
    }
    parts = []
    is_drawing = False
    for part in _TAG.split(page):
        if part.startswith("<"):
            is_drawing = part.startswith("<svg") or (is_drawing and part != "</svg>")
            parts.append(part)
            continue
        text = _named_with_seats(part, seats)
        if not is_drawing:  # SVG has no such element
            text = boxes.sub(r'<span class="boxes">\g<0></span>', text)
        parts.append(text)
    return "".join(parts)


def _named_with_seats(text: str, seats: Mapping[str, str]) -> str:
    if not seats:
        return text

    def with_seat(found: re.Match[str]) -> str:
        around = text[: found.start()][-1:] + text[found.end() :][:1]
        is_part_of_a_word = any(
            unicodedata.category(sign)[0] in "LMN" for sign in around
        )
        return found[0] if is_part_of_a_word else f"{found[0]}\u00a0({seats[found[0]]})"

    longest_first = sorted(seats, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, longest_first)), with_seat, text)


# The seats of each person, one after the other, by each form that the name is shown in.
def _seats_by_name(sessions: Sequence[Session], words: Words) -> dict[str, str]:
    seats_by_form: dict[str, list[str]] = {}
    for session in sessions:
        people = chain.from_iterable(row.people for row in session.sheet.rows())
        for seat, person in (*people, *session.folded.people):
            forms = {cut(person, most) for most in range(SHORTEST_NAME, len(person))}
            forms.add(person)
            if len(person) > 1:
                forms.add(f"{person[:1]}.")
            for form in forms:
                seats = seats_by_form.setdefault(str(escape(form)), [])
                if words.text(seat) not in seats:
                    seats.append(words.text(seat))
    return {form: "/".join(seats) for form, seats in seats_by_form.items()}
