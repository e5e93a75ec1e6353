"""Results of several tables on the same boards, compared.

Rule: Laws of Duplicate Bridge 2017, Law 78A and 78B: two matchpoints for each worse
result on the board and one for each as good; the mean of the IMPs against every other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.core.history import History
from scorekeeper.core.messages import Message
from scorekeeper.core.seats import Party, named
from scorekeeper.core.sheet import Points
from scorekeeper.nights.scoring import cross_imps, matchpoints
from scorekeeper.tables.names import shortened
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
    matchpoints: tuple[int, int]
    imps: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class ComparedBoard:
    """A board that was played at several tables: what it is called, whose it
    is, the results."""

    label: Message
    fact: Mapping[str, object]
    results: tuple[BoardResult, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """What a pair came to on `boards` of them: matchpoints, of how many, and IMPs."""

    name: str
    boards: int = 0
    matchpoints: int = 0
    top: int = 0
    imps: Fraction = Fraction(0)

    @property
    def percent(self) -> Fraction:
        return Fraction(100 * self.matchpoints, self.top)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The boards in their order, the `heads` of what was played by which
    `sides`, and the pairs, best first; `alone` is how many results have no other
    to be compared with."""

    sides: tuple[Party, ...]
    boards: tuple[ComparedBoard, ...]
    heads: tuple[str, ...]
    pairs: tuple[Pair, ...]
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


def compared(sessions: Sequence[Session]) -> Comparison:
    """The results of these sessions, board by board. A board is the same where
    its game, number, dealer and vulnerability are; one that a table plays again
    is another one."""
    by_board: dict[_Key, list[_Played]] = {}
    heads: dict[str, None] = {}
    for session in sessions:
        heads |= dict.fromkeys(session.sheet.heads)
        for key, played in _played(session):
            by_board.setdefault(key, []).append(played)
    several = [key for key, results in by_board.items() if len(results) > 1]
    several.sort(key=lambda key: (key.again, int(str(key.number))))
    boards = tuple(_board(by_board[key]) for key in several)
    return Comparison(
        sessions[0].sheet.parties,
        boards,
        tuple(head for head in heads if head not in OF_THE_BOARD),
        _pairs(boards),
        alone=sum(len(results) == 1 for results in by_board.values()),
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


def _board(found: Sequence[_Played]) -> ComparedBoard:
    points = [played.points for played in found]
    top = 2 * (len(found) - 1)
    results = []
    for played, won, mean in zip(
        found, matchpoints(points), cross_imps(points), strict=True
    ):
        # their names have room in a column
        people = shortened(played.row.seated, FACT_NAME)
        facts = {head: named(value, people) for head, value in played.row.fact.items()}
        results.append(
            BoardResult(
                played.pairs, facts, played.points, (won, top - won), (mean, -mean)
            )
        )
    results.sort(key=lambda result: -result.points)
    row = found[0].row
    fact = {head: row.fact.get(head) for head in OF_THE_BOARD}
    return ComparedBoard(row.label, fact, tuple(results))


# What each pair came to, whichever way it sat; best in matchpoints first.
def _pairs(boards: Sequence[ComparedBoard]) -> tuple[Pair, ...]:
    pairs: dict[frozenset[str], Pair] = {}
    for board in boards:
        top = 2 * (len(board.results) - 1)
        for result in board.results:
            for name, points, won in zip(
                result.pairs, result.matchpoints, result.imps, strict=True
            ):
                persons = frozenset(name.casefold().split(" & "))
                pair = pairs.get(persons, Pair(name))
                pairs[persons] = replace(
                    pair,
                    boards=pair.boards + 1,
                    matchpoints=pair.matchpoints + points,
                    top=pair.top + top,
                    imps=pair.imps + won,
                )
    order = sorted(
        pairs.values(), key=lambda pair: (-pair.percent, -pair.imps, pair.name)
    )
    return tuple(order)
