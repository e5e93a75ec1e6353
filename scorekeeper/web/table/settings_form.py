"""The rules that a table chooses, as a form asks for them question by question."""

import re
from dataclasses import replace
from enum import Enum
from typing import Any, NamedTuple, get_type_hints

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.settings import Figures, Setting
from scorekeeper.games.game import AnyGame
from scorekeeper.tables.rules_in_force import answer_said, figure_named
from scorekeeper.web.page.incoming import words
from scorekeeper.words import spelt, unspelt


class Option(NamedTuple):
    """An answer that can be chosen, and the rule that it follows, where it has one of
    its own."""

    value: object
    said: Message | str
    is_chosen: bool
    cite: Cite | None


class Figure(NamedTuple):
    name: str
    label: object
    typed: object


class Question(NamedTuple):
    """A question of the settings as it is shown, with its `value`: one of the
    `options`; `figures`; a number; or a text. `names` are the options by their names
    alone, with what is said of each in `abouts`."""

    asked: Setting
    label: Message
    help: Message
    errors: list[Message]
    asked_if: Message | None
    is_asked: bool
    conditions: str
    value: object = None
    default: object = None
    options: tuple[Option, ...] = ()
    names: tuple[Option, ...] = ()
    abouts: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    is_number: bool = False

    @property
    def name(self) -> str:
        return self.asked.name


Group = tuple[Message, list[Question]]
"""A heading and the questions below it."""

LONGEST_NAME = 30
"""How many letters the name of an answer has at most that stands in a frame of its own
beside the others."""


class SettingsForm:
    """The answers of a table, read from a form question by question.

    What can't be read leaves the answer as it was and is kept to be shown again.
    """

    def __init__(self, game: AnyGame, settings: Any) -> None:
        self.game = game
        self.answers = settings
        self.refused: dict[str, Message] = {}
        self._typed: dict[str, str] = {}
        self._kinds = get_type_hints(game.settings_type)

    def read(self, formdata: Any) -> None:
        """Take the answers from what was sent; a question that was not sent keeps its
        answer."""
        for question in self.game.rule_sheet.questions:
            name = question.name
            answer = getattr(self.answers, name)
            if self._kinds[name] == Figures:
                answer = self._read_figures(question, answer, formdata)
            elif name in formdata:
                answer = self._read(question, str(formdata[name]).strip(), answer)
            try:
                self.answers = replace(self.answers, **{name: answer})
            except ValueError:
                typed = str(answer)
                self.refused[name] = message("refused.no-such-answer", typed=typed)
        if self.refused:
            return
        clash = self.game.rule_sheet.clash(self.answers)
        if clash is not None:
            self.refused[clash.field] = clash.why

    def first(self) -> list[Question]:
        return [
            self._named(self._shown(question))
            for question in self.game.rule_sheet.questions
            if question.comes_first and question.fits(self.answers)
        ]

    def groups(self, *, are_first_left_out: bool = False) -> list[Group]:
        grouped: dict[str, list[Question]] = {}
        for question in self.game.rule_sheet.questions:
            is_left_out = are_first_left_out and question.comes_first
            if not is_left_out and question.fits(self.answers):
                grouped.setdefault(question.group, []).append(self._shown(question))
        prefix = f"{self.game.family}.group."
        return [(message(prefix + group), views) for group, views in grouped.items()]

    def _read_figures(self, question: Setting, answer: Figures, formdata: Any) -> Any:
        figures = []
        for figure, was in answer:
            name = f"{question.name}.{figure}"
            typed = str(formdata.get(name, was)).strip()
            figures.append((figure, self._number(question, name, typed, was)))
        return tuple(figures)

    def _read(self, question: Setting, typed: str, answer: Any) -> Any:
        kind = self._kinds[question.name]
        if kind is int:
            return self._number(question, question.name, typed, answer)
        if kind is str:
            return unspelt(typed, words())[:200]
        if not isinstance(answer, Enum):
            return answer
        for member in type(answer):
            if str(member.value) == typed:
                return member
        self.refused[question.name] = message("refused.no-such-answer", typed=typed)
        return answer

    def _number(self, question: Setting, name: str, typed: str, answer: int) -> int:
        is_whole = re.fullmatch("[-−]?[0-9]+", typed) and len(typed) <= 7
        number = int(typed.replace("−", "-")) if is_whole else None
        low = question.low
        high = question.high
        step = question.step
        if number is None or not low <= number <= high:
            why = message("refused.number-range", typed=typed, low=low, high=high)
        elif (number - low) % step:
            why = message("refused.number-step", typed=typed, step=step)
        else:
            return number
        self._typed[name] = typed
        self.refused[question.name] = why
        return answer

    def _shown(self, question: Setting) -> Question:
        name = question.name
        answer = getattr(self.answers, name)
        label = f"{self.game.family}.setting.{name}"
        shown = Question(
            asked=question,
            label=message(label),
            help=message(f"{label}.help"),
            errors=[self.refused[name]] if name in self.refused else [],
            asked_if=self._asked_if(question),
            is_asked=question.is_asked(self.answers),
            conditions=conditions(question),
        )
        if isinstance(answer, Enum):
            return self._with_options(shown, answer)
        if self._kinds[name] == Figures:
            return self._with_figures(shown, answer)
        if self._kinds[name] is str:
            return shown._replace(value=spelt(answer, words()))
        return shown._replace(value=self._typed.get(name, answer), is_number=True)

    def _with_options(self, shown: Question, answer: Enum) -> Question:
        question = shown.asked
        default = getattr(self.game.rule_sheet.defaults, question.name)
        cites = dict(question.readings)
        options = []
        for member in type(answer):
            said = question.said(self.game.family, member)
            options.append(
                Option(member.value, said, member is answer, cites.get(member))
            )
        return shown._replace(
            value=answer, default=default.value, options=tuple(options)
        )

    def _named(self, shown: Question) -> Question:
        """The question with its options by their names, which stand before a colon, and
        what is said of each below them; as it is where one has no short name."""
        names = list[Option]()
        abouts = list[str]()
        for option in shown.options:
            said = words().text(option.said)
            name, _, about = said.partition(": ")
            if len(name) > LONGEST_NAME:
                return shown
            names.append(option._replace(said=name.strip()))
            abouts.append(about)
        return shown._replace(
            names=tuple(names), abouts=tuple(abouts) if any(abouts) else ()
        )

    def _with_figures(self, shown: Question, answer: Figures) -> Question:
        figures = []
        for figure, number in answer:
            name = f"{shown.name}.{figure}"
            label = figure_named(self.game, shown.asked, figure)
            figures.append(Figure(name, label, self._typed.get(name, number)))
        value = answer_said(self.game, shown.asked, self.answers)
        return shown._replace(value=value, figures=tuple(figures))

    def _asked_if(self, question: Setting) -> Message | None:
        if question.asked_if is None:
            return None
        other, answers = question.asked_if
        label = message(f"{self.game.family}.setting.{other}")
        asked = self.game.rule_sheet.question(other)
        said = (asked.said(self.game.family, answer) for answer in answers)
        names = [words().text(each).partition(": ")[0] for each in said]
        joined = listed(names, " / ")
        return message("setting.asked-if", question=label, answers=joined)


def conditions(question: Setting) -> str:
    """When a question is asked, for rules.js to look at while the others are answered:
    "variant=x1 x2;suit_mode=wildcard"."""
    said = []
    for condition in (question.asked_if, question.also_if):
        if condition is not None:
            other, answers = condition
            values = (str(getattr(answer, "value", answer)) for answer in answers)
            said.append(f"{other}={' '.join(values)}")
    return ";".join(said)
