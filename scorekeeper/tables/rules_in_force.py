"""The house rules in force, question by question, and which seats have accepted them."""

from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any

from scorekeeper.core import rules_notes
from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Recorded
from scorekeeper.core.settings import Setting
from scorekeeper.games.fields import read
from scorekeeper.games.game import AnyGame
from scorekeeper.tables.session import (
    Session,
    once,
    rules_after,
    seated_when,
)
from scorekeeper.words import LANGUAGES, are_cards, words_in


@once
def accepted(session: Session) -> dict[Seat, Recorded]:
    """The entry by which each seat accepted the rules in force; a seat that has
    not is absent."""
    rules = session.rules
    by_seat: dict[Seat, Recorded] = {}
    for entry in session.folded.order:
        event = entry.event
        agreed: tuple[Seat, ...] = ()
        if isinstance(event, rules_notes.RulesAccepted):
            agreed = event.seats if event.rules == rules else ()
        elif isinstance(event, rules_notes.SettingsChanged):
            agreed = event.agreed if rules_after(session, event) == rules else ()
        by_seat |= dict.fromkeys(agreed, entry)
    return by_seat


def accepted_by_persons(session: Session) -> dict[Seat, Recorded]:
    """The same of the seats whose person of now is the one who accepted: nobody has
    accepted by sitting down where another had."""
    now = dict(session.folded.people)
    by_seat = {}
    for seat, entry in accepted(session).items():
        if dict(seated_when(session, entry.seq)).get(seat) == now.get(seat):
            by_seat[seat] = entry
    return by_seat


# ---- the house rules ----


@dataclass(frozen=True, slots=True)
class Answer:
    """One setting in force: what is asked, what was answered, what the answer rests on,
    and whether the table `changed` it from the game's default."""

    name: str
    group: str
    label: Message
    help: Message
    answer: object
    cite: Cite
    changed: bool


def answers(game: AnyGame, settings: Any) -> tuple[Answer, ...]:
    every = (
        _answer(game, settings, question)
        for question in game.rule_sheet.questions
        if question.is_asked(settings)
    )
    # a text that nobody has typed says nothing
    return tuple(answer for answer in every if answer.answer != "")


def _answer(game: AnyGame, settings: Any, question: Setting) -> Answer:
    rules = game.rule_sheet
    name = question.name
    say = game.in_force.get(name, partial(answer_said, game, question))
    return Answer(
        name,
        question.group,
        message(f"{game.family}.setting.{name}"),
        message(f"{game.family}.setting.{name}.help"),
        say(settings),
        rules.cite(settings, name),
        getattr(settings, name) != getattr(rules.defaults, name),
    )


def grouped(game: AnyGame, settings: Any) -> list[tuple[Message, list[Answer]]]:
    groups: dict[str, list[Answer]] = {}
    for answer in answers(game, settings):
        groups.setdefault(answer.group, []).append(answer)
    return [
        (message(f"{game.family}.group.{name}"), group)
        for name, group in groups.items()
    ]


def preset_name(game: AnyGame, settings: Any) -> Message | None:
    for preset in game.presets:
        if preset.settings == settings:
            return message(f"{game.family}.preset.{preset.code}")
    return None


def figure_named(game: AnyGame, setting: Setting, name: str) -> object:
    """What a figure of a setting's small table stands for: its words, else a card
    or a name."""
    code = f"{game.family}.setting.{setting.name}.{name}"
    if words_in(LANGUAGES[0]).has(code):
        return message(code)
    return read(Card, name) or name


def answer_said(game: AnyGame, setting: Setting, settings: Any) -> object:
    answer = getattr(settings, setting.name)
    if isinstance(answer, Enum):
        return setting.said(game.family, answer)
    if answer and isinstance(answer, tuple):
        said = []
        for name, points in answer:
            said += [" · ", figure_named(game, setting, name), " ", points]
        said[0] = ""
        return tuple(said)
    if isinstance(answer, str) and are_cards(answer):
        return listed((Card.parse(card) for card in answer.split()), " ")
    return answer
