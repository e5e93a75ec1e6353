"""What a game must have, as instructions: each says which file to write what into."""

from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import get_type_hints

from scorekeeper.core.cards import Suit
from scorekeeper.core.evening import Adjusted, CarriedIn, Ended
from scorekeeper.core.messages import Described
from scorekeeper.games.ask import EntryForm, FactForm
from scorekeeper.games.bids import EachBids
from scorekeeper.games.fields import Ask, Choice, Number, Text, _class_for
from scorekeeper.games.game import Game, SheetOf
from scorekeeper.words import LANGUAGES, words_in
from scorekeeper.words.sentences import lacking as lacking_sentences

USUAL_HEADLINES = ("ahead", "level", "won", "ended", "ended-level")
"""How a game stands, where it says no more than that; a win may also be `shared`."""
OF_BIDS = ("bids-twice", "no-bids", "everybody", "number", "sum")
"""What is refused where each player bids tricks."""


# Long: a list of all codes that the shared pages say.
def codes_of(game: Game) -> Iterator[str]:
    """The codes that the shared pages say of a game."""
    yield from (f"game.{game.slug}", f"game.{game.slug}.about")
    yield from (f"{game.family}.preset.{preset.code}" for preset in game.presets)
    hints = get_type_hints(game.settings_type)
    for question in game.rule_sheet.questions:
        asked = f"{game.family}.setting.{question.name}"
        yield from (asked, f"{asked}.help", f"{game.family}.group.{question.group}")
        kind = hints[question.name]
        if isinstance(kind, type) and issubclass(kind, Enum):
            yield from (f"{asked}.{reading.value}" for reading in kind)
    yield from (
        f"fact.{head}"
        for head in game.sheet(game.start(game.rule_sheet.defaults)).heads
    )
    if isinstance(game.sheet, SheetOf) and game.sheet.headline is None:
        yield from (f"{game.family}.headline.{code}" for code in USUAL_HEADLINES)
    ruled_on = game.arbiter.irregularities if game.arbiter else ()
    yield from (f"{game.family}.irregularity.{ruling.name}" for ruling in ruled_on)
    if _each_bids(game):
        yield from (f"{game.family}.refused.{code}" for code in OF_BIDS)
    for form in game.flow.forms:
        if issubclass(form, FactForm) and form.STATES and not _is_drawn(game, form):
            yield f"{game.family}.ask.{form.NAME}"
    for preset in game.presets:
        begun = game.start(preset.settings)
        offered = [one for one in game.flow.offered(begun) if issubclass(one, FactForm)]
        for form in offered if len(offered) > 1 else ():
            if not _is_drawn(game, form):
                yield f"{game.family}.other.{form.NAME}"


def _each_bids(game: Game) -> bool:
    """Whether the results of this game are those of an EachBids."""
    watched = [getattr(form, "RECORDED", None) for form in game.flow.forms]
    return any(isinstance(getattr(one, "__self__", None), EachBids) for one in watched)


def _is_drawn(game: Game, form: type[EntryForm]) -> bool:
    """Whether a form has a template of its own, which may say other words."""
    return (game.home / "templates" / f"{form.NAME}.html").is_file()


def lacking(game: Game) -> list[str]:
    """What must be written before the game can be offered."""
    english = words_in(LANGUAGES[0])
    words = game.home / "words" / f"{LANGUAGES[0]}.toml"
    found = [f"say {one} in {words}" for one in codes_of(game) if not english.has(one)]
    known = set(get_type_hints(game.settings_type))
    found += [
        f"ask for a field of {game.settings_type.__name__}, which {question.name} is none of"
        for question in game.rule_sheet.questions
        if question.name not in known
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
    """The languages that say all that games share: one only begun asks nothing of a
    game."""
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


def said_by(game: Game) -> Iterator[str]:
    """The codes that follow from the types of a game: of its facts, its rows and its
    fields."""
    family = game.family
    for kind in game.events:
        if issubclass(kind, Described) and kind.said is Described.said:
            yield f"{kind.FAMILY}.said.{kind.KIND}"
    yield from (f"{family}.row.{kind.KIND}" for kind in (CarriedIn, Adjusted, Ended))
    yield from (f"{family}.note.{end}" for end in ("ended", "thrown-in", "left"))
    for form in game.flow.forms:
        if issubclass(form, FactForm) and form.STATES:
            yield from _of_fields(form, family, _is_drawn(game, form))


def _of_fields(form: type[FactForm], family: str, is_drawn: bool) -> Iterator[str]:
    """What the fields of a form say; one with a template of its own may show no
    labels."""
    for name in dir(form):
        field = getattr(form, name)
        if not isinstance(field, Ask):
            continue
        asked = field.spec
        if asked.text is None and not is_drawn:
            yield f"{family}.field.{name.replace('_', '-')}"
        if asked.none:
            yield asked.none
        kind = _class_for(asked)
        if kind is Number:
            yield f"{family}.refused.no-number"
        if asked.required and kind in (Number, Choice, Text):
            missing = {Number: "nothing-typed", Text: "nothing-written"}
            yield f"{family}.refused.{missing.get(kind, asked.missing)}"
        if kind is Choice and asked.choices is None and _is_said_by_name(asked.type):
            yield from (f"{family}.{name}.{member.value}" for member in asked.type)


def _is_said_by_name(kind: type) -> bool:
    """Whether each value of this type is said by the code of its field and its own
    name."""
    return issubclass(kind, Enum) and kind is not Suit and not hasattr(kind, "shown")
