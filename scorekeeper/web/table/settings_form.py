"""The settings of any game as a form: one question each, laid out from its rule sheet."""

from dataclasses import replace
from enum import Enum
from typing import Any, get_type_hints

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.settings import Figures, Question
from scorekeeper.games.game import Game
from scorekeeper.tables.settings import answer_said, figure_named
from scorekeeper.web.table.pages import words
from scorekeeper.words.spelling import spelt, unspelt


class SettingsForm:
    """The answers of a table, read from a form question by question.

    What can't be read leaves the answer as it was and is kept to be shown again.
    """

    def __init__(self, game: Game, settings: Any) -> None:
        self.game = game
        self.answers = settings
        self.refused: dict[str, Message] = {}
        self._typed: dict[str, str] = {}
        self._kinds = get_type_hints(game.settings_type)

    def read(self, formdata: Any) -> None:
        """Take the answers from what was sent; a question that was not sent keeps its answer."""
        for question in self.game.rule_sheet.questions:
            kind = self._kinds[question.name]
            if kind == Figures:
                self._read_figures(question, formdata)
            elif question.name in formdata:
                self._read_one(question, kind, str(formdata[question.name]).strip())
        if not self.refused and (clash := self.game.rule_sheet.clash(self.answers)):
            self.refused[clash.field] = clash.why

    def validate(self) -> bool:
        """Whether every answer could be read."""
        return not self.refused

    def groups(self) -> list[tuple[Message, list[dict[str, Any]]]]:
        """The questions in their groups, ready for a page."""
        grouped: dict[str, list[dict[str, Any]]] = {}
        for question in self.game.rule_sheet.questions:
            grouped.setdefault(question.group, []).append(self._view(question))
        prefix = f"{self.game.family}.group."
        return [(message(prefix + group), views) for group, views in grouped.items()]

    def _read_one(self, question: Question, kind: Any, typed: str) -> None:
        if isinstance(kind, type) and issubclass(kind, Enum):
            found = next((member for member in kind if str(member.value) == typed), None)
            if found is None:
                self.refused[question.name] = message("refused.no-such-answer", typed=typed)
            else:
                self._answer(question.name, found)
        elif kind is int:
            number = self._read_number(question, question.name, typed)
            if number is not None:
                self._answer(question.name, number)
        elif kind is str:
            self._answer(question.name, unspelt(typed, words())[:200])

    def _read_number(self, question: Question, name: str, typed: str) -> int | None:
        """The number that was typed for this question, or for its figure `name`; None, and it is
        refused, where it is none or out of range."""
        number, code, limits = whole(typed), "refused.number-range", {}
        if number is None or not question.low <= number <= question.high:
            limits = {"low": question.low, "high": question.high}
        elif (number - question.low) % question.step:
            code, limits = "refused.number-step", {"step": question.step}
        if not limits:
            return number
        self._typed[name] = typed
        self.refused[question.name] = message(code, typed=typed, **limits)
        return None

    def _read_figures(self, question: Question, formdata: Any) -> None:
        rows = []
        for name, points in getattr(self.answers, question.name):
            typed = str(formdata.get(f"{question.name}.{name}", points)).strip()
            number = self._read_number(question, f"{question.name}.{name}", typed)
            rows.append((name, points if number is None else number))
        self._answer(question.name, tuple(rows))

    def _answer(self, name: str, value: Any) -> None:
        try:
            self.answers = replace(self.answers, **{name: value})
        except ValueError:
            self.refused[name] = message("refused.no-such-answer", typed=str(value))

    def _view(self, question: Question) -> dict[str, Any]:
        kind = self._kinds[question.name]
        answer = getattr(self.answers, question.name)
        prefix = f"{self.game.family}.setting.{question.name}"
        refused = self.refused.get(question.name)
        view: dict[str, Any] = {
            "name": question.name,
            "label": message(prefix),
            "help": message(f"{prefix}.help"),
            "cite": self.game.rule_sheet.cite(self.answers, question.name),
            "errors": [refused] if refused else [],
            "asked_if": self._asked_if(question),
            "answer": answer_said(self.game, question, self.answers),
            "low": question.low,
            "high": question.high,
            "step": question.step,
        }
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {**view, "kind": "choice", **self._choice(question, kind, answer)}
        if kind == Figures:
            figures = [self._figure(question, name, points) for name, points in answer]
            return {**view, "kind": "figures", "figures": figures, "value": view["answer"]}
        shown = self._typed.get(question.name, answer)
        shown = spelt(shown, words()) if kind is str else shown
        return {**view, "kind": "number" if kind is int else "text", "value": shown}

    def _choice(self, question: Question, kind: type[Enum], answer: Enum) -> dict[str, Any]:
        """The readings to choose from, and what is said of each where a rule stands."""
        prefix = f"{self.game.family}.setting.{question.name}"
        cites: dict[Any, Cite] = dict(question.readings)
        default = getattr(self.game.rule_sheet.defaults, question.name)
        said = [(one, message(f"{prefix}.{one.value}")) for one in kind]
        readings = [
            {"label": label, "is_default": one is default, "cite": _cite(question, one, default)}
            for one, label in said
        ]
        options = [(str(one.value), label, one is answer, cites.get(one)) for one, label in said]
        return {"options": options, "readings": readings}

    def _figure(self, question: Question, name: str, points: int) -> tuple[str, object, object]:
        """One of several figures: its field, what it is called, what stands in it."""
        field = f"{question.name}.{name}"
        return field, figure_named(self.game, question, name), self._typed.get(field, points)

    def _asked_if(self, question: Question) -> Message | None:
        """In words, under which other answer the question matters."""
        if question.asked_if is None:
            return None
        other, answers = question.asked_if
        prefix = f"{self.game.family}.setting.{other}"
        said = [message(f"{prefix}.{getattr(one, 'value', one)}") for one in answers]
        joined = listed(said, " / ")
        return message("setting.asked-if", question=message(prefix), answers=joined)


def _cite(question: Question, reading: Enum, default: object) -> Cite | None:
    """What a reading rests on, where it has a source."""
    cites: dict[Any, Cite] = dict(question.readings)
    found = cites.get(reading)
    return found or (question.cite if reading is default else None)


def whole(typed: str) -> int | None:
    """The whole number that was typed in plain digits, or None."""
    digits = typed.replace("−", "-")
    if digits.lstrip("-").isascii() and digits.lstrip("-").isdigit() and len(digits) <= 7:
        return int(digits) if digits.count("-") <= 1 else None
    return None
