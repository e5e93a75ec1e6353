"""Words are made here, at the edge: messages and values in the reader's language.

Catalogues are TOML files: `words/<language>.toml` for what all games share, and
`games/<family>/words/<language>.toml` for each family's own. One line is one message:

    "to play" = "ist dran"              a template's own English sentence, before any table

    [rook.setting]
    target = "Target"                   the code rook.setting.target
    "target.help" = "The points …"      a key with a dot is quoted: rook.setting.target.help
    cards = ["%(n)s card", "%(n)s cards"]   a form for each kind of count, as CLDR orders them

A language has the plural forms that Babel knows for it: English one and other, Polish one, few
and many. What a catalogue lacks is said in English. A table only saves writing the beginning of
its codes; which one a code stands in is free.
What several families say alike is said once: `setting.exposed` where `rook.setting.exposed` lacks.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import floor
from pathlib import Path
from typing import Any
from unicodedata import bidirectional, numeric

from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from markupsafe import Markup, escape

from scorekeeper.core.cards import FRENCH, RANKS, Card, Suit
from scorekeeper.core.citations import Cite, Source
from scorekeeper.core.messages import Message, message
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Gain
from scorekeeper.games import GAMES
from scorekeeper.words.languages import (
    FIRST,
    LANGUAGES,
    UNCHECKED,
    Direction,
    direction,
    folders,
    is_unchecked,
    locale_of,
    own_name,
    plural_form,
    share,
)

__all__ = ["FIRST", "LANGUAGES", "Words", "catalogue", "catalogue_files", "words_in"]

_GLYPHS = {
    Suit.CLUBS: "♣",
    Suit.DIAMONDS: "♦",
    Suit.HEARTS: "♥",
    Suit.SPADES: "♠",
    Suit.STARS: "★",
}
_Said = tuple[str, tuple[str, ...]]
"""The language that something is said in, and its forms."""
_LARGE = 10**20
"""From here on digits are not grouped."""
_VULGAR = {Fraction(numeric(sign)).limit_denominator(6): sign for sign in "½⅓⅔¼¾⅙⅚"}


class Words:
    """One language's words: `text` for files and terminals, `html` for
    pages and paper."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.locale = locale_of(language)
        self.direction = direction(language)
        self._forms = _said_in(FIRST) | _said_in(language)  # English is below
        self._kept = lru_cache(maxsize=4096)(self._drawn)
        self._said = lru_cache(maxsize=4096)(lambda text: self._drawn(Message(text)))

    def text(self, value: object) -> str:
        """A value in plain text: the sentence of a message, a card, a number, a
        name."""
        return "".join(self._pieces(value, str, self._suit_text))

    def aloud(self, value: object) -> str:
        """The value in plain text as it is read aloud: suits by their names."""
        return "".join(
            self._pieces(
                value, str, lambda suit: f" {self._pattern(f'suit.{suit.slug}')}"
            )
        )

    def html(
        self, value: object, suit: Callable[[Suit], Markup] | None = None
    ) -> Markup:
        """The value in markup: suits are drawn, whatever a person typed is escaped.

        `suit` draws a suit where there is no page with its symbols around it, as on
        paper.
        """
        if suit is None:
            try:
                return self._kept(value)
            except TypeError:  # it can't be hashed, and so not be kept
                suit = self._suit_html
        return Markup("").join(self._pieces(value, escape, suit))

    def _drawn(self, value: object) -> Markup:
        return Markup("").join(self._pieces(value, escape, self._suit_html))

    def said(self, text: str, **params: object) -> Markup:
        if not params:
            return self._said(text)
        return self.html(Message(text, tuple(params.items())))

    def gettext(self, text: str, **params: object) -> str:
        """The translation of a template's own English text, its places filled
        in plain text."""
        return self.text(Message(text, tuple(params.items())))

    def has(self, code: str) -> bool:
        return self._found(code) is not None

    def places(self, code: str) -> frozenset[str]:
        _, forms = self._found(code) or (FIRST, ())
        return frozenset(name for form in forms for name in _PLACE.findall(form))

    def number(self, points: int | Fraction, *, signed: bool = False) -> str:
        """A number as printed: grouped digits, a real minus sign, halves and
        thirds as such."""
        number = _number(points, self.language, signed)
        is_turned = self.direction is Direction.RTL and not number[:1].isdigit()
        return f"{_LEFT_TO_RIGHT}{number}" if is_turned else number

    def tenths(self, points: int | Fraction) -> str:
        """A number with its sign and one decimal, as averages are printed."""
        rounded = round(abs(float(points)), 1)
        figure = str(format_decimal(rounded, "#,##0.0", self.locale))
        if not rounded:
            return figure
        before = _LEFT_TO_RIGHT if self.direction is Direction.RTL else ""
        return f"{before}{'−' if points < 0 else '+'}{figure}"

    def hundredths(self, points: Fraction | int) -> str:
        """A number with two decimals, as percentages of matchpoints and victory points
        are printed."""
        exact = Decimal(points.numerator) / points.denominator
        figure = str(format_decimal(abs(exact), "#,##0.00", self.locale))
        return f"−{figure}" if points < 0 else figure

    def percent(self, share: Fraction) -> str:
        """A share in whole per cent, never rounded up: 99.9 % isn't all."""
        rounded = floor(100 * share) / 100
        return str(format_percent(rounded, locale=self.locale))

    def listed(self, names: Iterable[str]) -> str:
        return str(format_list([*names], locale=self.locale))

    def day(self, at: str) -> str:
        """The day of a time in the log, on this machine's calendar,
        without its year."""
        return _dated(at, "MMMEd", self.language)

    def date(self, day: str) -> str:
        """A day with its year; `day` is written 2026-11-20."""
        return _dated(day, "medium", self.language)

    def month(self, day: str) -> str:
        return _dated(day, "yMMMM", self.language)

    def title(self, source: Source) -> str:
        """A source's title: others' titles are names, and our own
        texts are translated."""
        code = f"source.{source.id}"
        return self.text(Message(code)) if self.has(code) else source.title

    def cited(self, cite: Cite) -> str:
        """Where a rule stands: the source's title, and its section as the source
        numbers it."""
        section = cite.section
        number = cite.section.rpartition(" ")[2]
        if cite.source == TABLE and section != number:
            code = f"cite.{section.removesuffix(number).strip()}"
            if self.has(code):
                section = self.text(message(code, number=number))
        parted = " " if section.startswith("§") else ", "
        return f"{self.title(cite.source)}{parted if section else ''}{section}"

    # The two media differ in how a text and how a suit is written; the rest
    # is the same.
    def _pieces(
        self, value: object, text: Callable[[str], Any], suit: Callable[[Suit], Any]
    ) -> list[Any]:
        if isinstance(value, Message):
            return [self._filled(value, text, suit)]
        if isinstance(value, Suit):
            return [suit(value)]
        # asking for the protocol itself takes twenty times as long
        if hasattr(value, "shown"):
            return [
                _together(value.shown(), self._pieces(value.shown(), text, suit), text)
            ]
        if isinstance(value, tuple):
            return [piece for item in value for piece in self._pieces(item, text, suit)]
        if isinstance(value, Gain | int | Fraction) and not isinstance(value, bool):
            return [text(self._figure(value))]
        plain = value.value if isinstance(value, Enum) else value
        shown = "" if value is None else str(plain)
        on_screen = suit == self._suit_html
        return [text(_isolated(shown, self.direction) if on_screen else shown)]

    def _figure(self, value: Gain | int | Fraction) -> str:
        if isinstance(value, Gain):
            return self.number(value.points, signed=True)
        return self.number(value)

    def _filled(
        self, said: Message, text: Callable[[str], Any], suit: Callable[[Suit], Any]
    ) -> Any:
        values = {name: self._pieces(value, text, suit) for name, value in said.params}
        count = said.values.get("n")
        pattern = self._pattern(said.code, count if isinstance(count, int) else None)
        out: list[
            Any
        ] = []  # the pattern with its %(name)s places filled, markup kept apart
        for n, part in enumerate(_PLACE.split(pattern)):
            out += values.get(part, [text(f"%({part})s")]) if n % 2 else [text(part)]
        if text is not escape:
            return "".join(out)
        if self.direction is Direction.RTL and self._language_of(said.code) == FIRST:
            out = [_ISOLATE, *out, _ISOLATED]
        return Markup("").join(out)

    def _pattern(self, code: str, count: int | None = None) -> str:
        language, forms = self._found(code) or (FIRST, (code,))
        if count is None or len(forms) == 1:
            return forms[0]
        return forms[min(plural_form(language, count), len(forms) - 1)]

    def _language_of(self, code: str) -> str:
        language, _ = self._found(code) or (FIRST, ())
        return language

    # What says a code: the family's own words, or those that all families share.
    def _found(self, code: str) -> _Said | None:
        shared = code.partition(".")[2]
        return self._forms.get(code) or (
            self._forms.get(shared) if "." in shared else None
        )

    def _suit_text(self, suit: Suit) -> str:
        return _GLYPHS.get(suit) or self._pattern(f"suit.{suit.slug}")

    def _suit_html(self, suit: Suit) -> Markup:
        letter = self._pattern(f"suit.{suit.slug}.letter")
        name = self._pattern(f"suit.{suit.slug}")
        if suit in _GLYPHS:
            return Markup(
                '<span class="suit suit-{0}"><svg aria-hidden="true"><use href="#g-{0}"/></svg>'
                '<i aria-hidden="true" data-letter="{1}"></i><span class="vh"> {2}</span></span>'
            ).format(suit.slug, letter, name)
        return Markup(
            '<span class="named-suit"><span class="rk rk-{0}"><i aria-hidden="true" '
            'data-letter="{1}"></i></span>\u00a0{2}</span>'
        ).format(suit.slug, letter, name)


# The pieces as one; in markup, a rank or level is never parted from its suit by a line.
# In plain text a colour is a word, and stands apart from its rank.
def _together(
    shown: tuple[object, ...], pieces: list[Any], text: Callable[[str], Any]
) -> Any:
    if text is not escape:
        is_word = any(
            isinstance(part, Suit) and part not in _GLYPHS for part in shown[1:]
        )
        return (" " if is_word else "").join(pieces)
    whole = Markup("").join(pieces)
    if len(shown) > 1 and any(
        isinstance(part, Suit) or hasattr(part, "suit") for part in shown
    ):
        return Markup('<span class="nb">{}</span>').format(whole)
    return whole


# A text on a screen; one that is read the other way than the page turns nothing round
# that stands by it.
def _isolated(text: str, page: Direction) -> str:
    if page is Direction.LTR and text.isascii():
        return text
    other = {"L"} if page is Direction.RTL else {"R", "AL"}
    is_turned = not other.isdisjoint(map(bidirectional, text))
    return f"{_ISOLATE}{text}{_ISOLATED}" if is_turned else text


_ISOLATE = "\u2068"
"""Begins a text that is read the way of its own first letter, whatever
stands around it."""
_ISOLATED = "\u2069"
_LEFT_TO_RIGHT = "\u200e"
"""Keeps a sign before its figure where the page is read from the right."""
_PLACE = re.compile(r"%\((.*?)\).")


# A day, or that of a time, as it is written in a language; its own text where
# it is none.
def _dated(text: str, how: str, language: str) -> str:
    try:
        at = datetime.fromisoformat(text).astimezone().date() if "T" in text else None
        return _day(at or date.fromisoformat(text), how, language)
    except (ValueError, OverflowError):
        return text


@lru_cache(maxsize=1024)
def _day(day: date, how: str, language: str) -> str:
    if how == "medium":
        return str(format_date(day, how, locale=locale_of(language)))
    return str(format_skeleton(how, day, locale=locale_of(language)))


@lru_cache(maxsize=4096)
def _number(points: int | Fraction, language: str, signed: bool) -> str:
    whole, part = divmod(abs(Fraction(points)), 1)
    digits = ""
    if whole >= _LARGE:
        digits = str(int(whole))
    elif whole or not part:
        digits = str(format_decimal(int(whole), locale=locale_of(language)))
    if part:
        digits += _VULGAR.get(part) or f" {part.numerator}/{part.denominator}"
    if points < 0:
        return f"−{digits}"
    return f"+{digits}" if signed and points > 0 else digits


# The words of a language with these games: looked for again when a game is added.
@lru_cache(maxsize=32)
def _words(language: str, _games: tuple[str, ...]) -> Words:
    return Words(language)


def words_in(language: str) -> Words:
    """The words of a language; of the first one where there is no such catalogue."""
    tag = language if language in LANGUAGES else FIRST
    return _words(tag, tuple(GAMES))


def what_it_lacks(language: str) -> str:
    """For whoever chooses a language, in that language: how much is translated if it
    isn't all, and whether a native speaker has still to read it. Else empty."""
    return _what_it_lacks(language, tuple(GAMES))


# Every page that offers the languages says it: to count sentences for each took a
# seventh of the time of the front page.
@lru_cache(maxsize=32)
def _what_it_lacks(language: str, _games: tuple[str, ...]) -> str:
    translated = share(language)
    said = []
    if translated < 1:
        percent = words_in(language).percent(translated)
        named = own_name(language)
        said.append(message("language.share", language=named, percent=percent))
    if is_unchecked(language):
        said.append(message(UNCHECKED))
    return " ".join(words_in(language).text(sentence) for sentence in said)


def catalogue_files(language: str) -> list[Path]:
    shared, *own = (folder / f"{language}.toml" for folder in folders().values())
    return [path for path in (shared, *sorted(own)) if path.is_file()]


def _said_in(language: str) -> dict[str, _Said]:
    said = {
        code: (language, forms)
        for path in catalogue_files(language)
        for code, forms in catalogue(path).items()
    }
    for game in GAMES.values():
        for code, texts in game.names.items():
            if language in texts:
                said[code] = (language, (texts[language],))
    return said


@lru_cache
def catalogue(path: Path) -> Mapping[str, tuple[str, ...]]:
    """The messages of one catalogue, by code: the sentence, or its plural forms."""
    return dict(flat(tomllib.loads(path.read_text(encoding="utf-8"))))


def flat(
    table: Mapping[str, Any], prefix: str = ""
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The messages of a table of TOML and of the tables in it, by their whole codes."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", (value,) if isinstance(value, str) else tuple(value)


# ---- cards as they are typed: in the letters of the reader's language, or in those of files ----


def spelt(cards: str, words: Words) -> str:
    """Cards as files write them ("C2 HQ") in the reader's letters; what is
    no card stays."""
    letters = {written: typed for typed, written in _letters(words)}
    return " ".join(letters.get(word, word) for word in cards.split())


def unspelt(typed: str, words: Words) -> str:
    """Cards as files write them, whichever of the two spellings was typed; the rest as
    it is."""
    written = dict(_letters(words))
    return " ".join(written.get(word.upper(), word) for word in typed.split())


def are_cards(text: str) -> bool:
    known = {str(Card(rank, suit)) for suit in FRENCH for rank in RANKS}
    return bool(text) and all(word in known for word in text.split())


def _letters(words: Words) -> Iterable[tuple[str, str]]:
    for suit in FRENCH:
        letter = words.text(message(f"suit.{suit.slug}.letter"))
        for rank in RANKS:
            name = rank if rank.isdigit() else words.text(message(f"rank.{rank}"))
            yield f"{letter}{name}".upper(), str(Card(rank, suit))
