"""Results of several tables on the same boards, compared: a night that nobody opened,
scored like one.

Rule: readings, section 10.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scorekeeper.core.history import History
from scorekeeper.core.messages import Message
from scorekeeper.core.seats import Party, named
from scorekeeper.core.sheet import Points
from scorekeeper.nights.facts import Chosen, Kind, Laid, RoundOpened, Scoring
from scorekeeper.nights.movement import Number
from scorekeeper.nights.night import Night, Opened
from scorekeeper.nights.standings import Ranking, Result, standings
from scorekeeper.nights.travellers import by_board, lines
from scorekeeper.tables.names import shortened
from scorekeeper.tables.night_standings import place_said
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import FACT_NAME, ShownRow, sheet_of

OF_THE_BOARD = ("dealer", "vulnerable")
"""The facts that are a board's own, whoever plays it."""


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What a table got on a board: its pairs, what was played by the codes of
    the facts' headings, the points for the first side, and both sides'
    matchpoints and IMPs."""

    pairs: tuple[str, str]
    fact: Mapping[str, object]
    points: Points
    matchpoints: tuple[Points, Points]
    imps: tuple[Points, Points]


@dataclass(frozen=True, slots=True)
class ComparedBoard:
    """A board that was played at several tables: what it is called, whose it
    is, the results."""

    label: Message
    fact: Mapping[str, object]
    results: tuple[BoardResult, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """A line of a ranking: its place as it is written, how many boards a pair played,
    its percentage and its IMPs."""

    place: str
    name: str
    boards: int
    percent: Points
    imps: Points


@dataclass(frozen=True, slots=True)
class ComparedPairs:
    """A ranking: of everybody, or of those who sat in one direction, "NS" or "EW"."""

    direction: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The boards in their order, the `heads` of what was played by which
    `sides`, and the rankings, two where nobody sat in both directions; `alone` is how
    many results have no other to be compared with."""

    sides: tuple[Party, ...]
    boards: tuple[ComparedBoard, ...]
    heads: tuple[str, ...]
    rankings: tuple[ComparedPairs, ...]
    alone: int


class _Key(NamedTuple):
    """What tells a board from others: whether the table plays it for the first time, the
    second or a later one (`again`, from 1), its number, its game, and whose it is."""

    again: int
    number: object
    game: str
    dealer: object
    vulnerable: object


class _Played(NamedTuple):
    """A result at one table, for the first side, and both pairs."""

    row: ShownRow
    points: Points
    pairs: tuple[str, str]


@dataclass
class _Pairs:
    """Each pair with its number, whichever way it sat."""

    names: list[str] = field(default_factory=list)
    numbers: dict[frozenset[str], Number] = field(default_factory=dict)

    def number(self, name: str) -> Number:
        persons = frozenset(name.casefold().split(" & "))
        if persons not in self.numbers:
            self.names.append(name)
            self.numbers[persons] = len(self.names)
        return self.numbers[persons]


# Long: boards are found, made a night, and told.
def compared(sessions: Sequence[Session]) -> Comparison:
    """The results of these sessions, board by board. A board is the same where
    its game, number, dealer and vulnerability are; one that a table plays again
    is another one."""
    by_key: dict[_Key, list[_Played]] = {}
    heads: dict[str, None] = {}
    for session in sessions:
        heads |= dict.fromkeys(session.sheet.heads)
        for key, played in _played(session):
            by_key.setdefault(key, []).append(played)
    several = [key for key, results in by_key.items() if len(results) > 1]
    several.sort(key=lambda key: (key.again, int(str(key.number))))
    boards = [by_key[key] for key in several]
    pairs = _Pairs()
    results = [*_results(boards, pairs)]
    night = _night(pairs, results, Scoring.MATCHPOINTS)
    in_imps = _night(pairs, results, Scoring.IMPS)
    return Comparison(
        sessions[0].sheet.parties,
        tuple(_boards(boards, night, in_imps, results)),
        tuple(head for head in heads if head not in OF_THE_BOARD),
        tuple(_rankings(night, in_imps, results)),
        alone=sum(len(found) == 1 for found in by_key.values()),
    )


def _played(session: Session) -> Iterator[tuple[_Key, _Played]]:
    times = Counter[_Key]()
    first, second = session.sheet.parties
    for section in sheet_of(session, plain=History()).sections:
        for row in section.rows:
            if row.number is None or not row.is_finished:
                continue
            dealer, vulnerable = map(row.fact.get, OF_THE_BOARD)
            board = _Key(0, row.number, session.game.slug, dealer, vulnerable)
            times[board] += 1
            points = {cell.party: cell.total for cell in row.cells}
            pairs = (_pair_of(first, row), _pair_of(second, row))
            played = _Played(row, points[first.id] - points[second.id], pairs)
            yield board._replace(again=times[board]), played


def _pair_of(party: Party, row: ShownRow) -> str:
    return " & ".join(column(party, row.seated).persons) or party.id


# ---- as a night ----


# Boards are numbered in their order and results on a board like tables: each pair is one
# person of the night, since a person may have played with several partners.
def _results(boards: Sequence[Sequence[_Played]], pairs: _Pairs) -> Iterator[Result]:
    for board, found in enumerate(boards, start=1):
        for table, played in enumerate(found, start=1):
            ours, theirs = map(pairs.number, played.pairs)
            yield Result(1, table, board, (ours,), (theirs,), (played.points, 0))


def _night(pairs: _Pairs, results: Sequence[Result], scoring: Scoring) -> Night:
    units = tuple((number,) for number in range(1, len(pairs.names) + 1))
    laid = tuple(
        Laid(n, "", result.north_south, result.east_west, result.board)
        for n, result in enumerate(results, start=1)
    )
    ours = {result.north_south for result in results}
    theirs = {result.east_west for result in results}
    movement = Kind.MITCHELL if ours.isdisjoint(theirs) else Kind.HOWELL
    return Night(
        people=tuple(pairs.names),
        chosen=Chosen(movement, scoring, 1, 1, 0, units),
        rounds=(Opened(0, "", RoundOpened(1, laid)),),
    )


def _boards(
    boards: Sequence[Sequence[_Played]],
    night: Night,
    in_imps: Night,
    results: Sequence[Result],
) -> Iterator[ComparedBoard]:
    imps = {line.where: line.won for line in lines(in_imps, results)}
    for board, found in by_board(lines(night, results)).items():
        shown = []
        for line in found:
            played = boards[board - 1][line.table - 1]
            sides = (line.north_south[0], line.east_west[0])
            matchpoints = (line.won[sides[0]], line.won[sides[1]])
            in_both = (imps[line.where][sides[0]], imps[line.where][sides[1]])
            fact = _fact(played)
            shown.append(
                BoardResult(played.pairs, fact, played.points, matchpoints, in_both)
            )
        row = boards[board - 1][0].row
        own = {head: row.fact.get(head) for head in OF_THE_BOARD}
        yield ComparedBoard(row.label, own, tuple(shown))


def _fact(played: _Played) -> dict[str, object]:
    # their names have room in a column
    people = shortened(played.row.seated, FACT_NAME)
    return {head: named(value, people) for head, value in played.row.fact.items()}


def _rankings(
    night: Night, in_imps: Night, results: Sequence[Result]
) -> Iterator[ComparedPairs]:
    imps = _totals(standings(in_imps, results))
    for ranking in standings(night, results):
        pairs = tuple(
            Pair(
                place_said(line),
                night.unit_name(line.unit),
                line.played,
                line.total,  # type: ignore[arg-type]  # a percentage
                imps[line.unit],
            )
            for line in ranking.standings
        )
        yield ComparedPairs(ranking.direction, pairs)


def _totals(rankings: Sequence[Ranking]) -> dict[Number, Points]:
    return {
        line.unit: line.total  # type: ignore[misc]  # IMPs
        for ranking in rankings
        for line in ranking.standings
    }
