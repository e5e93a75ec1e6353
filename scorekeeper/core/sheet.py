"""What every game shows: lines with their reasons, gathered in rows and sections.

The same sheet is shown on screen, on paper, in the terminal and in a file.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message
from scorekeeper.core.seats import Party, People

Points = int | Fraction
"""Points are whole; halves and thirds arise only where places are shared."""


@dataclass(frozen=True, slots=True)
class Line:
    """One number of the sheet and why it is there.

    `party` is the id of the party whose score it enters; `part` says where in that party's
    column it stands: "score", or "below" / "above" the line of a bridge pad.
    """

    party: str
    points: Points
    what: Message
    cite: Cite
    part: str = "score"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing seen at the table, shown under the heading `head` of its row.

    `head` is a code: the heading's words are the message "fact.<head>".
    """

    head: str
    value: object


class Shown:
    """What never changes, with what is shown of it, worked out once."""

    def shown(self, how: str, make: Callable[[], Any]) -> Any:
        """What `make` gives, kept by this name for as long as this is."""
        kept = self.__dict__
        if how not in kept:
            kept[how] = make()
        return kept[how]


def all_shown(items: Sequence[Shown], how: str, make: Callable[[int, Any], Any]) -> tuple[Any, ...]:
    """What `make` gives of each, told its place, kept as `Shown` does; a long row costs little."""
    found = [
        one.__dict__[how] if how in one.__dict__ else one.shown(how, partial(make, n, one))
        for n, one in enumerate(items)
    ]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Row:
    """A deal, hand, round, or an entry of its own such as an adjustment.

    `id` is the entry that opened it and stays the same through corrections; `entries` are
    the log entries in force that it consists of; `people` are those seated when it ended.
    `marks` are codes: "game" (a game was won here), "open" (not finished), "made", "set",
    "passed", "rescored" (a correction before it changed its points). `recorded` is what its
    recorded tricks come to, where the result says otherwise; then it is marked "against-record".
    """

    id: int
    label: Message
    entries: tuple[int, ...]
    facts: tuple[Fact, ...]
    lines: tuple[Line, ...]
    people: People = ()
    marks: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    recorded: object = None

    def total(self, party: str, part: str | None = None) -> Points:
        """The points of this row in one party's column (one part of it)."""
        return sum_points(self.lines, party, part)


@dataclass(frozen=True, slots=True)
class Section:
    """A rubber, a Chicago, a game to the target: what has a winner of its own.

    `headline` says how it stands or ended, in one sentence; `winners` are party ids, empty
    while it goes on.
    """

    label: Message
    rows: tuple[Row, ...]
    headline: Message
    is_over: bool = False
    winners: tuple[str, ...] = ()

    def lines(self) -> Iterator[Line]:
        """Every line, in the order of play."""
        for row in self.rows:
            yield from row.lines

    def total(self, party: str, part: str | None = None) -> Points:
        """The points of this section in one party's column (one part of it)."""
        return sum_points(tuple(self.lines()), party, part)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole sheet. `heads` are the codes of the facts that head the columns, in order.

    `parts` are the parts of a column in order: ("score",) or ("below", "above").
    """

    parties: tuple[Party, ...]
    heads: tuple[str, ...]
    sections: tuple[Section, ...]
    parts: tuple[str, ...] = ("score",)

    def rows(self) -> Iterator[Row]:
        """Every row, in the order of play."""
        for section in self.sections:
            yield from section.rows

    def row(self, row_id: int) -> Row | None:
        """The row with this id, if it is on the sheet."""
        return next((row for row in self.rows() if row.id == row_id), None)

    def total(self, party: str, part: str | None = None) -> Points:
        """All of one party's points (of one part)."""
        return sum((section.total(party, part) for section in self.sections), start=0)


def sum_points(lines: tuple[Line, ...], party: str, part: str | None = None) -> Points:
    """Sum the lines of one party (and one part of its column)."""
    return sum(
        (line.points for line in lines if line.party == party and part in (None, line.part)),
        start=0,
    )
