"""The questions a table may answer differently, and what an answer's standing is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from scorekeeper.core.citations import Authority, Cite, Source
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.messages import Message

S = TypeVar("S")
"""The settings of a game."""

TABLE = Source("table", "This table's settings")
"""The source of what the players at this table agreed."""

Figures = tuple[tuple[str, int], ...]
"""A small table of named figures that a table may fill in itself: (name, points)."""

Condition = tuple[str, tuple[object, ...]]
"""Another question's field, and the answers to it under which something is asked."""


class Whether(Enum):
    """Whether a table plays by a rule: the answers to a question of yes or no."""

    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Setting:
    """One question of a game's settings: the field `name` of its settings dataclass.

    The field's type says how it is answered: an Enum (one of its readings), an int
    (`low` to `high` in steps of `step`), a str, or `Figures`. Its words are the
    family's messages "setting.<name>", "setting.<name>.help" and, for each reading,
    "setting.<name>.<value>".

    `cite` is what the default rests on; `readings` cites single readings, or numbers,
    that have a source of their own. `asked_if` names another field and the values under
    which this is asked; where it takes two, `also_if` names the other one. `stated` are
    the figures that the words of a reading name. `comes_first` is what tables argue
    about: a new one is asked it before the rest. Where it doesn't `fit` what a table
    plays, it isn't shown there at all.
    """

    name: str
    cite: Cite
    group: str
    low: int = 0
    high: int = 0
    step: int = 1
    readings: tuple[tuple[Enum | int, Cite], ...] = ()
    asked_if: Condition | None = None
    also_if: Condition | None = None
    stated: tuple[tuple[Enum, Figures], ...] = ()
    comes_first: bool = False
    fits: Callable[[object], bool] = lambda settings: True

    def said(self, family: str, reading: object) -> Message:
        figures = tuple(
            (name.replace(" ", "_"), points)
            for of, stated in self.stated
            if of is reading
            for name, points in stated
        )
        value = reading.value if isinstance(reading, Enum) else reading
        return Message(f"{family}.setting.{self.name}.{value}", figures)

    def is_asked(self, settings: object) -> bool:
        conditions = (
            condition
            for condition in (self.asked_if, self.also_if)
            if condition is not None
        )
        return self.fits(settings) and all(
            getattr(settings, other) in values for other, values in conditions
        )


@dataclass(frozen=True, slots=True)
class Preset(Generic[S]):
    """A named set of answers. Its name is the message "preset.<code>" of the family."""

    code: str
    settings: S


@dataclass(frozen=True, slots=True)
class RuleSheet(Generic[S]):
    """The questions of a game family with the defaults.

    `clash` says why answers that can each be given can't be given together, beside the
    field of one of them; a table that was opened with such answers keeps them.
    """

    questions: tuple[Setting, ...]
    defaults: S
    clash: Callable[[S], RuleViolation | None] = lambda settings: None
    _places: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        places = {
            question.name: n for n, question in enumerate(self.questions, start=1)
        }
        object.__setattr__(self, "_places", places)

    def question(self, name: str) -> Setting:
        """The question about the field `name`. Raises KeyError when there is none."""
        return self.questions[self._places[name] - 1]

    def check(self, settings: S) -> None:
        """Refuse a number out of its range, and figures that are not this game's, by a
        RuleViolation."""
        for question in self.questions:
            name = question.name
            low = question.low
            high = question.high
            answer = getattr(settings, name)
            usual = getattr(self.defaults, name)
            numbers = [answer] if isinstance(answer, int) else []
            if isinstance(answer, tuple):
                known = [figure for figure, _ in usual]
                numbers = [n for _, n in answer]
                if [figure for figure, _ in answer] != known:
                    raise refused(
                        "file.setting-names", setting=name, names=", ".join(known)
                    )
            for number in numbers:
                if not low <= number <= high:
                    said = {"setting": name, "found": number, "low": low, "high": high}
                    raise refused("file.setting-range", **said)

    def cite(self, settings: S, name: str) -> Cite:
        """What the answer to `name` rests on: a default, and a reading with a source of
        its own, on that source; any other answer is this table's choice."""
        question = self.question(name)
        answer = getattr(settings, name)
        for reading, cite in question.readings:
            if reading == answer:
                return cite
        if answer == getattr(self.defaults, name):
            return question.cite
        return Cite(
            TABLE, f"setting {self._places[name]}", Authority.HOUSE, f"setting-{name}"
        )
