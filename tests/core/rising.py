"""A game for tests of the log: players call numbers, and each must be higher than the
last."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from scorekeeper.core.citations import Authority, Cite, Source
from scorekeeper.core.deciding import decide
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, Seated
from scorekeeper.core.history import History, history
from scorekeeper.core.messages import message
from scorekeeper.core.seats import COMPASS, SIDES, Party, Ring
from scorekeeper.core.session import (
    At,
    Command,
    Entry,
    Event,
    Folded,
    Recorded,
    Rules,
    fold,
)
from scorekeeper.core.sheet import Line, Row, ScoreSheet, Section

RULE = Cite(Source("rising", "The rising game"), "§1", Authority.PRINTED, "rising")


@dataclass(frozen=True, slots=True)
class Called:
    """A number."""

    KIND: ClassVar[str] = "called"
    number: int


@dataclass(frozen=True, slots=True)
class Peeked:
    """A number that lay face down; it can be corrected but not taken back."""

    KIND: ClassVar[str] = "peeked"
    number: int


@dataclass(frozen=True, slots=True)
class State:
    """The numbers so far, each as a row: a number scores its distance from the one
    before."""

    rows: tuple[Row, ...] = ()
    last: int = 0


class Rising(Rules):
    """The game as the log sees it."""

    events: tuple[type, ...] = (Called, Peeked)
    lasting: tuple[type, ...] = (Peeked,)

    def settings_of(self, written: Mapping[str, Any]) -> Any:
        return None

    def ring(self, settings: Any) -> Ring:
        return COMPASS

    def parties(self, settings: Any) -> tuple[Party, ...]:
        return SIDES

    def start(self, settings: Any) -> State:
        return State()

    def check(self, state: State, event: Any) -> None:
        if isinstance(event, Called | Peeked) and event.number <= state.last:
            raise RuleViolation(message("too-low", number=event.number), "number", RULE)

    def apply(self, state: State, event: Any, at: At) -> State:
        if isinstance(event, Adjusted):
            return replace(state, rows=(*state.rows, _row(at, event.points)))
        if not isinstance(event, Called | Peeked):
            return state
        row = _row(at, event.number - state.last)
        return State((*state.rows, row), event.number)

    def sheet(self, state: State) -> ScoreSheet:
        section = Section(message("all"), state.rows, message("so far"))
        return ScoreSheet(SIDES, (), (section,))


def _row(at: At, points: int) -> Row:
    line = Line("NS", points, message("rose"), RULE)
    return Row(at.origin, message("call"), (at.seq,), (), (line,), at.people)


RISING = Rising()


def past(game: Any, opening: Any, log: tuple[Recorded, ...]) -> History:
    """What the corrections of a log of this game did."""
    return history(
        log, lambda count: game.sheet(fold(game, opening, log[:count]).state)
    )


class Log:
    """A log that grows by commands."""

    def __init__(self) -> None:
        self.entries: tuple[Recorded, ...] = ()

    def add(self, *facts: Event) -> "Log":
        return self.command(Command(tuple(Entry(fact) for fact in facts)))

    def call(self, *numbers: int) -> "Log":
        return self.add(*(Called(number) for number in numbers))

    def seat(self, names: str) -> "Log":
        return self.add(
            *(Seated(name, seat) for name, seat in zip(names, COMPASS, strict=False))
        )

    def put(self, place: int, *numbers: int) -> "Log":
        return self.command(Command(tuple(Entry(Called(n), place) for n in numbers)))

    def correct(self, seq: int, *facts: Event, reason: str = "a slip") -> "Log":
        return self.command(
            Command(tuple(Entry(fact, seq) for fact in facts), (seq,), reason)
        )

    def command(self, command: Command) -> "Log":
        entries = decide(RISING, None, self.entries, command)
        first = len(self.entries) + 1
        self.entries += tuple(
            Recorded(
                first + n,
                f"t{first}",
                "N",
                one.event,
                one.place,
                "",
                f"k{first}",
                n,
                "",
                "",
            )
            for n, one in enumerate(entries)
        )
        return self

    @property
    def folded(self) -> Folded:
        return fold(RISING, None, self.entries)

    @property
    def numbers(self) -> list[int]:
        """The points of the rows: how much each number rose."""
        return [int(row.total("NS")) for row in self.folded.state.rows]

    @property
    def ids(self) -> list[int]:
        return [row.id for row in self.folded.state.rows]
