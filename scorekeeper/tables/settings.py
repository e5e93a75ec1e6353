"""The settings of a table in words: each question's answer, and which of them are its own."""

from dataclasses import dataclass
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
    """One setting in force: what is asked, what was answered, what the answer rests on, and
    whether the table `changed` it from the game's default."""

    name: str
    group: str
    label: Message
    help: Message
    answer: object
    cite: Cite
    changed: bool


def answers(game: Game, settings: Any) -> tuple[Answer, ...]:
    """Every setting that matters under these settings, in the order in which they are asked."""
    rules = game.rule_sheet
    return tuple(
        Answer(
            one.name,
            one.group,
            message(f"{game.family}.setting.{one.name}"),
            message(f"{game.family}.setting.{one.name}.help"),
            game.in_force[one.name](settings)
            if one.name in game.in_force
            else answer_said(game, one, settings),
            rules.cite(settings, one.name),
            getattr(settings, one.name) != getattr(rules.defaults, one.name),
        )
        for one in rules.questions
        if one.is_asked(settings)
    )


def grouped(game: Game, settings: Any) -> list[tuple[Message, list[Answer]]]:
    """The same under the headings of their groups."""
    found: dict[str, list[Answer]] = {}
    for one in answers(game, settings):
        found.setdefault(one.group, []).append(one)
    return [(message(f"{game.family}.group.{group}"), ones) for group, ones in found.items()]


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
