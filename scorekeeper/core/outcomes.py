"""What is counted over many sessions: who undertook what in which deal, and how it came
out."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Generic

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import State
from scorekeeper.core.sheet import Points, ScoreSheet


class Result(Enum):
    """How something came out."""

    MADE = "made"
    SET = "set"
    NEITHER = "neither"  # drawn, between first and last, or nothing that can fail


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing to count, in the row `row` of the sheet.

    `kind` is the code of its `Kind`. `seats` are those it counts for, each alone;
    `side` are the partners it counts for together, empty where everybody plays alone.
    `of` says where in the kind's table it belongs: row and column, "" where there is
    one only. `by` is how far it came out over (or, below zero, under), in the kind's
    own unit. `said` tells it in a few words.
    """

    row: int
    kind: str
    seats: tuple[Seat, ...]
    side: tuple[Seat, ...]
    said: Message
    of: tuple[str, str] = ("", "")
    came: Result = Result.NEITHER
    by: Points = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of outcome and the table it is counted in.

    Its words are the messages `code`, "<code>.by" for its unit and, where it
    `has_result`, "<code>.made" and "<code>.set". `row` and `column` say what heads
    those with this name; `columns` are the names of all columns in order, empty where a
    table has only one.
    """

    code: str
    has_result: bool = True
    row: Callable[[str], object] | None = None
    column: Callable[[str], object] | None = None
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted(Generic[State]):
    """What a game counts: the kinds in the order in which they are shown, and what a
    state has."""

    kinds: tuple[Kind, ...]
    outcomes: Callable[[State], Iterable[Outcome]]


GAME = Kind("outcome.game")
"""Games, rubbers and boards that came to their end: won or lost, by the points they
brought."""


def games_won(sheet: ScoreSheet) -> Iterator[Outcome]:
    """The finished sections of a sheet, for those who sat at their last row; one that
    several won counts for each as won, one that nobody won is left out."""
    for section in sheet.sections:
        for party in sheet.parties if section.is_over and section.winners else ():
            is_won = party.id in section.winners
            points = section.total(party.id)
            code = f"outcome.game.said.{'won' if is_won else 'lost'}"
            yield Outcome(
                row=section.rows[-1].id,
                kind=GAME.code,
                seats=party.seats,
                side=party.seats if len(party.seats) > 1 else (),
                said=message(code, section=section.label, points=points),
                came=Result.MADE if is_won else Result.SET,
                by=points,
            )
