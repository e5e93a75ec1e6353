"""The languages there are, found from their catalogues, and what Babel knows of each.

A language is there once `words/<language>.toml` is; its name is a tag as in HTML: pl,
pt-BR.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from babel import Locale, UnknownLocaleError

from scorekeeper.games import homes

FIRST = "en"
"""The language that all sentences are written in, which the others fall back to."""
SHARED = Path(__file__).resolve().parent
"""Where the catalogues lie that all games share."""
_CATEGORIES = ("zero", "one", "two", "few", "many", "other")
_TRIED = 1000
"""The counts up to here tell which plural forms a language has; nothing here
counts a million."""


@lru_cache
def locale_of(language: str) -> Locale:
    """What Babel knows of a language. Raises ValueError where it knows none."""
    try:
        found = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        raise ValueError(f"“{language}” is no language that Babel knows.") from None
    if tag_of(found) != language:
        raise ValueError(f"“{language}” is written {tag_of(found)}.")
    return found


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
    """The folders of the catalogues: "" for what all games share,
    then each family's."""
    return {"": SHARED, **{family: home / "words" for family, home in homes().items()}}


def languages_in(shared: Path) -> tuple[str, ...]:
    """The languages whose shared catalogue lies in this folder, English first."""
    found = {path.stem for path in shared.glob("*.toml") if is_language(path.stem)}
    return (FIRST, *sorted(found - {FIRST}))


LANGUAGES = languages_in(SHARED)
"""The languages that a page can be read in; the first is what the others
fall back to."""


def unread(places: Iterable[Path]) -> list[Path]:
    """The catalogues in these folders that are of none of the languages."""
    paths = (path for place in places for path in sorted(place.glob("*.toml")))
    return [path for path in paths if path.stem not in LANGUAGES]


def own_name(language: str) -> str:
    name = locale_of(language).get_display_name() or language
    return name[:1].title() + name[1:]


def direction(language: str) -> str:
    return str(locale_of(language).text_direction)


# ---- plural forms ----


@lru_cache
def plural_categories(language: str) -> tuple[str, ...]:
    """The plural forms that whole numbers have in a language, by the names of Unicode's
    CLDR, in the order in which a catalogue has them."""
    rule = locale_of(language).plural_form
    used = {rule(count) for count in range(_TRIED + 1)}
    return tuple(category for category in _CATEGORIES if category in used)


def plural_form(language: str, count: int) -> int:
    """Which of a sentence's plural forms belongs to a count."""
    categories = plural_categories(language)
    category = locale_of(language).plural_form(abs(count))
    return categories.index(category) if category in categories else len(categories) - 1


def plural_examples(language: str) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in plural_categories(language)]
    for count in range(_TRIED + 1):
        found[plural_form(language, count)].append(count)
    return found
