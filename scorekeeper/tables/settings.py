"""The settings of a table in words: each question's answer, and which of them are its own."""

from dataclasses import dataclass, fields
from enum import Enum
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.settings import Question
from scorekeeper.games.game import Game
from scorekeeper.words import LANGUAGES, words_in
from scorekeeper.words.spelling import are_cards


@dataclass(frozen=True, slots=True)
class Answer:
    """One setting in force: what is asked, what was answered, what the answer rests on."""

    label: Message
    answer: object
    cite: Cite
    is_departure: bool
    group: str


def answers(game: Game, settings: Any) -> tuple[Answer, ...]:
    """Every setting that matters under these settings, departures from the default first."""
    own = departures(game, settings)
    found = [
        Answer(
            message(f"{game.family}.setting.{question.name}"),
            answer_said(game, question, settings),
            game.rule_sheet.cite(settings, question.name),
            question.name in own,
            question.group,
        )
        for question in game.rule_sheet.questions
        if is_asked(question, settings)
    ]
    return tuple(sorted(found, key=lambda one: not one.is_departure))


def is_asked(question: Question, settings: Any) -> bool:
    """Whether the other answers leave this question open."""
    return question.is_asked(settings)


def preset_name(game: Game, settings: Any) -> Message | None:
    """The name of the preset that these settings are, if they are one."""
    found = next((one for one in game.presets if one.settings == settings), None)
    return message(f"{game.family}.preset.{found.code}") if found else None


def figure_named(game: Game, question: Question, name: str) -> object:
    """What a figure of a question's small table stands for: its words, else a card or a name."""
    code = f"{game.family}.setting.{question.name}.{name}"
    if words_in(LANGUAGES[0]).has(code):
        return message(code)
    try:
        return Card.parse(name)
    except ValueError:
        return name


def answer_said(game: Game, question: Question, settings: Any) -> object:
    """A question's answer in force, as it is said on a page."""
    answer = getattr(settings, question.name)
    if isinstance(answer, Enum):
        return message(f"{game.family}.setting.{question.name}.{answer.value}")
    if isinstance(answer, tuple):
        return tuple(
            piece
            for n, (name, points) in enumerate(answer)
            for piece in (" · " if n else "", figure_named(game, question, name), " ", points)
        )
    if isinstance(answer, str) and are_cards(answer):
        return listed((Card.parse(one) for one in answer.split()), " ")
    return answer


def departures(game: Game, settings: Any) -> list[str]:
    """The names of the settings in which a table departs from the game's defaults."""
    defaults = game.rule_sheet.defaults
    return [
        one.name
        for one in fields(defaults)
        if getattr(settings, one.name) != getattr(defaults, one.name)
    ]
