"""What a game must have, as instructions: each says which file to write what into."""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import get_type_hints

from scorekeeper.games.ask import FactForm
from scorekeeper.games.game import Game
from scorekeeper.words import LANGUAGES, words_in
from scorekeeper.words.sentences import lacking as lacking_sentences


def codes_of(game: Game) -> Iterator[str]:
    """The codes that the shared pages say of a game."""
    yield from (f"game.{game.slug}", f"game.{game.slug}.about")
    yield from (f"{game.family}.preset.{one.code}" for one in game.presets)
    hints = get_type_hints(game.settings_type)
    for question in game.rule_sheet.questions:
        asked = f"{game.family}.setting.{question.name}"
        yield from (asked, f"{asked}.help", f"{game.family}.group.{question.group}")
        kind = hints[question.name]
        if isinstance(kind, type) and issubclass(kind, Enum):
            yield from (f"{asked}.{reading.value}" for reading in kind)
    yield from (f"fact.{head}" for head in game.sheet(game.start(game.rule_sheet.defaults)).heads)
    ruled_on = game.arbiter.irregularities if game.arbiter else ()
    yield from (f"{game.family}.irregularity.{one.name}" for one in ruled_on)
    for form in game.flow.forms:
        own = game.home / "templates" / f"{form.NAME}.html"
        if issubclass(form, FactForm) and form.STATES and not own.is_file():
            yield from (f"{game.family}.ask.{form.NAME}", f"{game.family}.other.{form.NAME}")


def lacking(game: Game) -> list[str]:
    """What must be written before the game can be offered."""
    english, words = words_in(LANGUAGES[0]), game.home / "words" / f"{LANGUAGES[0]}.toml"
    found = [f"say {one} in {words}" for one in codes_of(game) if not english.has(one)]
    known = set(get_type_hints(game.settings_type))
    found += [
        f"ask for a field of {game.settings_type.__name__}, which {one.name} is none of"
        for one in game.rule_sheet.questions
        if one.name not in known
    ]
    stated = {kind for form in game.flow.forms for kind in form.STATES}
    found += [
        f"give {kind.__name__} `said() -> Message`, which tells it in words"
        for kind in stated
        if not hasattr(kind, "said")
    ]
    return found


@cache
def whole_languages() -> list[str]:
    """The languages that say all that games share: one only begun asks nothing of a game."""
    begun = {
        language
        for language in LANGUAGES[1:]
        if any(sentence.family == "" for sentence in lacking_sentences(language))
    }
    return [language for language in LANGUAGES[1:] if language not in begun]


def still_to_come(game: Game) -> list[str]:
    """What a game may be offered without."""
    missing = [
        f"say it in another language: {game.home / 'words' / language}.toml"
        for language in whole_languages()
        if not (game.home / "words" / f"{language}.toml").is_file()
    ]
    rules = game.home / "templates" / f"rulebook_{game.slug}.html"
    return missing if rules.is_file() else [*missing, f"write its rulebook: {rules}"]
