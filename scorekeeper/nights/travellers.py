"""The travellers of a night: every result that counts, with what it is worth to both
sides, by board and by who played it.

Rule: readings, section 10.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scorekeeper.core.sheet import Points
from scorekeeper.nights.facts import BoardGiven, Scoring
from scorekeeper.nights.movement import Number
from scorekeeper.nights.night import Night
from scorekeeper.nights.scoring import imps
from scorekeeper.nights.standings import (
    IMPS,
    Result,
    adjusted,
    board_shares,
    table_of,
)

Where = tuple[int, int, int]
"""A round, a table of it, and a board."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a traveller: who met where, and what came of it.

    `points` are those of both sides; None where only an artificial score counts.
    `deal` counts the deals of a table in a round, from 1, where there are no boards.
    `won` has the matchpoints or IMPs by the numbers of the movement, of at most `of`;
    empty where no boards are compared. `given` is the score that was given here.
    """

    round: int
    table: int
    board: int
    north_south: tuple[int, ...]
    east_west: tuple[int, ...]
    points: tuple[Points, Points] | None
    deal: int = 0
    won: Mapping[Number, Points] = field(default_factory=dict)
    of: Points = 0
    given: BoardGiven | None = None

    @property
    def where(self) -> Where:
        return self.round, self.table, self.board

    @property
    def difference(self) -> Points | None:
        if self.points is None:
            return None
        return self.points[0] - self.points[1]

    @property
    def sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.north_south, self.east_west

    def is_of(self, people: Sequence[int]) -> bool:
        return not {*people}.isdisjoint((*self.north_south, *self.east_west))


# Long: a line of each result, and what was given.
def lines(night: Night, results: Sequence[Result]) -> list[Line]:
    """Everything that counts in a night, in the order of rounds, tables and boards."""
    there = adjusted(night, results)
    given = {(one.round, one.table, one.board): one for one in night.given}
    won, most = _won(night, there)
    deals = dict[tuple[int, int, tuple[int, ...]], int]()
    found = list[Line]()
    for result in there:
        deal = 0
        if not result.board:
            alone = () if result.east_west else result.north_south
            at_table = (result.round, result.table, alone)
            deal = deals.get(at_table, 0) + 1
            deals[at_table] = deal
        sides = (result.north_south, result.east_west)
        where = result.where
        worth = won.get(where, {})
        line = Line(*where, *sides, result.points, deal, worth, most, given.get(where))
        found.append(line)
    found += _artificial(night, won, most)
    found.sort(key=lambda line: (line.where, line.deal))
    return found


def by_board(lines: Sequence[Line]) -> dict[int, list[Line]]:
    """The traveller of each board in their order, the best result for North–South
    first, and artificial scores last."""
    boards: dict[int, list[Line]] = {}
    for line in lines:
        boards.setdefault(line.board, []).append(line)
    for found in boards.values():
        found.sort(key=_best_first)
    return {board: boards[board] for board in sorted(boards)}


def own_lines(lines: Sequence[Line], people: Sequence[int]) -> list[Line]:
    return [line for line in lines if line.is_of(people)]


def _best_first(line: Line) -> tuple[bool, Points, Where]:
    difference = line.difference
    return difference is None, -(difference or 0), line.where


def _artificial(
    night: Night, won: Mapping[Where, Mapping[Number, Points]], most: Points
) -> list[Line]:
    found = list[Line]()
    for event in night.given:
        laid = table_of(night, event)
        if laid is None or event.points is not None:
            continue
        where = (event.round, event.table, event.board)
        sides = (laid.north_south, laid.east_west)
        worth = won.get(where, {})
        found.append(Line(*where, *sides, None, 0, worth, most, event))
    return found


def _won(
    night: Night, results: Sequence[Result]
) -> tuple[dict[Where, dict[Number, Points]], Points]:
    """What each number of the movement got where, and the top; 0 where there is
    none."""
    found: dict[Where, dict[Number, Points]] = {}
    scoring = night.chosen.scoring if night.chosen else Scoring.POINTS
    if scoring is Scoring.VICTORY_POINTS:
        return _match_imps(night, results), 0
    if scoring is Scoring.POINTS:
        return found, 0
    top: Points = 0
    for share in board_shares(night, results):
        where = (share.round, share.table, share.board)
        found.setdefault(where, {})[share.unit] = share.won
        top = share.of
    return found, top if scoring is Scoring.MATCHPOINTS else 0


_Match = tuple[int, int, frozenset[Number]]
"""A round, a board, and the two teams that play it."""


def _match_imps(
    night: Night, results: Sequence[Result]
) -> dict[Where, dict[Number, Points]]:
    # a board counts once both tables have played it
    first_results: dict[_Match, Result] = {}
    found: dict[Where, dict[Number, Points]] = {}
    for result in results:
        ours = night.unit_of(result.north_south[0])
        theirs = night.unit_of(result.east_west[0])
        if ours is None or theirs is None:
            continue
        match = (result.round, result.board, frozenset((ours, theirs)))
        other = first_results.setdefault(match, result)
        if other is result:
            continue
        won = imps(result.difference - other.difference)
        found[result.where] = {ours: won, theirs: -won}
        found[other.where] = {ours: won, theirs: -won}
    for event in night.given:
        _put_given(found, first_results, night, event)
    return found


def _put_given(
    found: dict[Where, dict[Number, Points]],
    first_results: Mapping[_Match, Result],
    night: Night,
    event: BoardGiven,
) -> None:
    """An artificial score at one table is that of its board at both."""
    laid = table_of(night, event)
    if laid is None or event.north_south is None or event.east_west is None:
        return
    ours = night.unit_of(laid.north_south[0])
    theirs = night.unit_of(laid.east_west[0])
    if ours is None or theirs is None:
        return
    given = {ours: IMPS[event.north_south], theirs: IMPS[event.east_west]}
    found[event.round, event.table, event.board] = {**given}
    alone = first_results.get((event.round, event.board, frozenset(given)))
    if alone is not None:
        found[alone.where] = {**given}
