"""What is counted over many sessions: who undertook what in which deal, and how it came
out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import permutations, product
from typing import Generic, NamedTuple

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import State
from scorekeeper.core.sheet import Points, Row, ScoreSheet, differences, settle


class Result(Enum):
    """How something came out."""

    MADE = "made"
    SET = "set"
    NEITHER = "neither"  # drawn, between first and last, or nothing that can fail


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing to count, in the row `row` of the sheet.

    `kind` is the code of its `Kind`. `seats` are those it counts for, each alone;
    `partners` it counts for together; nobody where everybody plays alone.
    `of` says where in the kind's table it belongs: row and column, "" where there is
    one only. `by` is how far it came out over (or, below zero, under), in the kind's
    own unit. `said` tells it in a few words.
    """

    row: int
    kind: str
    seats: tuple[Seat, ...]
    partners: tuple[Seat, ...]
    said: Message
    of: tuple[str, str] = ("", "")
    came: Result = Result.NEITHER
    by: Points = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of outcome and the table it is counted in.

    Its words are the messages `code`, "<code>.by" for its unit, where it `has_average`,
    and, where it `has_result`, "<code>.made" and "<code>.set". `row` and `column` say what heads
    those with this name; `columns` are the names of all columns in order, empty where a
    table has only one. Where its rows do not `compare`, such as points of several pads,
    only each of them has an average.
    """

    code: str
    has_result: bool = True
    row: Callable[[str], object] | None = None
    column: Callable[[str], object] | None = None
    columns: tuple[str, ...] = ()
    has_average: bool = True
    compare: bool = True


@dataclass(frozen=True, slots=True)
class Counted(Generic[State]):
    """What a game counts: the kinds in the order in which they are shown, and what a
    state has."""

    kinds: tuple[Kind, ...]
    outcomes: Callable[[State], Iterable[Outcome]]


GAME = Kind("outcome.game", has_average=False)
"""Games, rubbers and boards that came to their end: won or lost."""
SESSIONS = Kind("outcome.session")
"""Every session that somebody sat at, by the margin that its sheet says."""
PARTNERS = Kind("outcome.partner", row=str)
"""The sessions with each partner, by the margin of both."""
OPPONENTS = Kind("outcome.opponent", row=str)
"""The sessions against each other player, by the margin over that one."""
BEST_DEAL = Kind("outcome.best", has_result=False)
"""The best deal of each session, by its margin."""


class Margins(NamedTuple):
    """What the deals of a session came to for those who sat at them, without whose
    names a deal isn't counted, each as the sheet says it between the players: the
    margin of each person; of two partners; of one person over another; and the best
    deal of each: its margin and its row. More is better, also where the fewest points
    win."""

    alone: dict[str, Points]
    together: dict[tuple[str, str], Points]
    against: dict[tuple[str, str], Points]
    best: dict[str, tuple[Points, Row]]


def margins(sheet: ScoreSheet, settings: object) -> Margins:
    found = Margins({}, {}, {}, {})
    for row in sheet.rows():
        is_told = row.is_finished and row.said is not None
        if is_told and row.is_deal and row.people:
            _add(found, sheet, row)
    for person, points in settle(sheet, settings):
        if person in found.alone:
            found.alone[person] = points
    return found


def _add(found: Margins, sheet: ScoreSheet, row: Row) -> None:
    up = -1 if sheet.fewest_wins else 1
    seated = dict(row.people)
    totals = {party: up * row.total(party.id) for party in sheet.parties}
    shares = {
        person: up * points
        for person, points in differences(sheet.parties, row.people, row)
    }
    there = {
        party: [seated[seat] for seat in party.seats if seat in seated]
        for party in sheet.parties
        if row.is_played_by(party)
    }
    for party, here in there.items():
        _add_own(found, here, shares, row)
        for other, opponents in there.items():
            if other is not party:
                between = totals[party] - totals[other]
                for pair in product(here, opponents):
                    found.against[pair] = found.against.get(pair, 0) + between


def _add_own(
    found: Margins, here: list[str], shares: Mapping[str, Points], row: Row
) -> None:
    for person in here:
        margin = shares[person]
        found.alone.setdefault(person, 0)
        best = found.best.get(person)
        if best is None or margin > best[0]:
            found.best[person] = (margin, row)
    for pair in permutations(here, 2):
        found.together[pair] = found.together.get(pair, 0) + shares[pair[0]]


def came(margin: Points) -> Result:
    if margin > 0:
        return Result.MADE
    return Result.SET if margin < 0 else Result.NEITHER


def games_won(sheet: ScoreSheet) -> Iterator[Outcome]:
    """The finished sections of a sheet, for those who sat at their last row and had not
    left; one that several won counts for each as won, one that nobody won is left
    out."""
    for section in sheet.sections:
        if not section.is_over or not section.winners:
            continue
        last = section.rows[-1]
        for party in filter(last.is_played_by, sheet.parties):
            is_won = party.id in section.winners
            points = section.total(party.id)
            code = f"outcome.game.said.{'won' if is_won else 'lost'}"
            yield Outcome(
                row=last.id,
                kind=GAME.code,
                seats=party.seats,
                partners=party.seats if len(party.seats) > 1 else (),
                said=message(code, section=section.label, points=points),
                came=Result.MADE if is_won else Result.SET,
                by=points,
            )
