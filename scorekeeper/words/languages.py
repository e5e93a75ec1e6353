"""The languages there are, found from their catalogues, and what Babel knows of each.

A language is there once `words/<language>.toml` is; its name is a tag as in HTML: pl,
pt-BR.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from babel import Locale, UnknownLocaleError

from scorekeeper.games import homes

FIRST = "en"
"""The language that all sentences are written in, which the others fall back to."""
SHARED = Path(__file__).resolve().parent
"""Where the catalogues lie that all games share."""
UNCHECKED = "language.unchecked"
"""The sentence that a language translates for as long as no native speaker has read
it."""
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_TRIED = 1000
"""The counts up to here tell which plural forms a language has; nothing here
counts a million."""


@lru_cache
def locale_of(language: str) -> Locale:
    """What Babel knows of a language. Raises ValueError where it knows none."""
    try:
        locale = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        raise ValueError(f"“{language}” is no language that Babel knows.") from None
    if tag_of(locale) != language:
        raise ValueError(f"“{language}” is written {tag_of(locale)}.")
    return locale


def tag_of(locale: Locale) -> str:
    """How a language is named in HTML, in catalogues' names and in the cookie."""
    return str(locale).replace("_", "-")


def is_language(name: str) -> bool:
    try:
        locale_of(name)
    except ValueError:
        return False
    return True


def folders() -> dict[str, Path]:
    return {"": SHARED, **{family: home / "words" for family, home in homes().items()}}


def languages_in(shared: Path) -> tuple[str, ...]:
    tags = {path.stem for path in shared.glob("*.toml") if is_language(path.stem)}
    return (FIRST, *sorted(tags - {FIRST}))


LANGUAGES = languages_in(SHARED)
"""The languages that a page can be read in; the first is what the others
fall back to."""


def unread(places: Iterable[Path]) -> list[Path]:
    """The catalogues in these folders that are of none of the languages."""
    paths = (path for place in places for path in sorted(place.glob("*.toml")))
    return [path for path in paths if path.stem not in LANGUAGES]


# ---- how much of a language there is ----

_MESSAGE = re.compile(r"^(?![#\[]).+ = ", re.MULTILINE)
_IS_UNCHECKED = re.compile(r"^\[language\]\n(?:(?!\[).*\n)*?unchecked = ", re.MULTILINE)
"""How the shared catalogue says UNCHECKED. Pages count lines and read none of them: to
read every language takes a phone without a server a second."""


def share(language: str) -> Fraction:
    """How much of the sentences is translated; all are in the language that has
    most."""
    if language == FIRST:
        return Fraction(1)
    every = max(_messages(one) for one in LANGUAGES)
    return Fraction(_messages(language), every)


def _messages(language: str) -> int:
    paths = [folder / f"{language}.toml" for folder in folders().values()]
    texts = [_text(path) for path in paths]
    said = sum(len(_MESSAGE.findall(text)) for text in texts)
    if _has_unchecked(language):
        said -= 1
    return said


def is_unchecked(language: str) -> bool:
    return language != FIRST and _has_unchecked(language)


def _has_unchecked(language: str) -> bool:
    return _IS_UNCHECKED.search(_text(SHARED / f"{language}.toml")) is not None


@lru_cache
def _text(catalogue: Path) -> str:
    return catalogue.read_text(encoding="utf-8") if catalogue.is_file() else ""


def own_name(language: str) -> str:
    name = locale_of(language).get_display_name() or language
    return name[:1].title() + name[1:]


class Direction(StrEnum):
    """Which way a language is read: from the left or from the right."""

    LTR = "ltr"
    RTL = "rtl"


def direction(language: str) -> Direction:
    return Direction(locale_of(language).text_direction)


# ---- plural forms ----


@lru_cache
def plural_categories(language: str) -> tuple[str, ...]:
    """The plural forms that whole numbers have in a language, by the names of Unicode's
    CLDR, in the order in which a catalogue has them."""
    rule = locale_of(language).plural_form
    used = {rule(count) for count in range(_TRIED + 1)}
    return tuple(category for category in _CATEGORIES if category in used)


def plural_form(language: str, count: int) -> int:
    categories = plural_categories(language)
    category = locale_of(language).plural_form(abs(count))
    return categories.index(category) if category in categories else len(categories) - 1


def plural_examples(language: str) -> list[list[int]]:
    examples: list[list[int]] = [[] for _ in plural_categories(language)]
    for count in range(_TRIED + 1):
        examples[plural_form(language, count)].append(count)
    return examples
