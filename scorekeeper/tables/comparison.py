"""Results of several tables on the same boards, compared in matchpoints and IMPs.

A pair has two matchpoints for each result on the board that is worse than its own and one for
each that is as good, and the IMPs of its own result against every other, their mean. Rule: Laws
of Duplicate Bridge 2017, Law 78A and 78B.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from operator import itemgetter

from scorekeeper.core.history import History
from scorekeeper.core.messages import Message
from scorekeeper.core.seats import Party, named
from scorekeeper.core.sheet import Points
from scorekeeper.tables.session import Session, column, shortened
from scorekeeper.tables.sheet import FACT_NAME, ShownRow, sheet_of

IMPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500),
    *(1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference in points for 1, 2, 3 ... IMPs. Law 78B."""
OF_THE_BOARD = ("dealer", "vulnerable")
"""The facts that are a board's own, whoever plays it."""


def imps(difference: Points) -> int:
    """The IMPs that a difference between two results brings, with its sign."""
    size = abs(Fraction(difference))
    found = sum(size >= least for least in IMPS)
    return found if difference > 0 else -found


def matchpoints(result: Points, others: Sequence[Points]) -> int:
    """The matchpoints of a result beside those of the other tables."""
    return sum(2 if result > other else result == other for other in others)


@dataclass(frozen=True, slots=True)
class Result:
    """What a table got on a board: its pairs, what was played by the codes of the facts' headings,
    the points for the first side, and both sides' matchpoints and IMPs."""

    pairs: tuple[str, str]
    fact: Mapping[str, object]
    points: Points
    matchpoints: tuple[int, int]
    imps: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Board:
    """A board that was played at several tables: what it is called, whose it is, the results."""

    label: Message
    fact: Mapping[str, object]
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """What a pair came to on `boards` of them: matchpoints, of how many, and IMPs."""

    name: str
    boards: int
    matchpoints: int
    top: int
    imps: Fraction

    @property
    def percent(self) -> Fraction:
        """Its matchpoints in per cent of the most that it could have had."""
        return Fraction(100 * self.matchpoints, self.top)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The boards in their order, the `heads` of what was played by which `sides`, and the pairs,
    best first; `alone` is how many results have no other to be compared with."""

    sides: tuple[Party, ...]
    boards: tuple[Board, ...]
    heads: tuple[str, ...]
    pairs: tuple[Pair, ...]
    alone: int


def compared(sessions: Sequence[Session]) -> Comparison:
    """The results of these sessions, board by board.

    A board is the same where its game, number, dealer and vulnerability are; one that a table
    plays again is another one.
    """
    found: dict[tuple[object, ...], list[tuple[ShownRow, Points, tuple[str, str]]]] = {}
    heads: dict[str, None] = {}
    for session in sessions:
        sheet, times = sheet_of(session, plain=History()), Counter[object]()
        heads |= dict.fromkeys(one for one in sheet.heads if one not in OF_THE_BOARD)
        for row in (row for section in sheet.sections for row in section.rows):
            if row.number is not None and "open" not in row.marks:
                board = (row.number, session.game.slug, *map(row.fact.get, OF_THE_BOARD))
                times[board] += 1
                found.setdefault((times[board], *board), []).append(_played(session, row))
    several = (of for of in found.items() if len(of[1]) > 1)
    numbered = ((int(str(again)), int(str(n)), its) for (again, n, *_), its in several)
    order = sorted(numbered, key=itemgetter(0, 1))
    boards = tuple(_board(results) for *_, results in order)
    alone = sum(len(results) == 1 for results in found.values())
    return Comparison(sessions[0].sheet.parties, boards, tuple(heads), _pairs(boards), alone)


def _played(session: Session, row: ShownRow) -> tuple[ShownRow, Points, tuple[str, str]]:
    """A row with the points for the first side, and the two pairs."""
    first, second = session.sheet.parties
    points = {cell.party: cell.total for cell in row.cells}
    ours, theirs = (
        " & ".join(column(one, row.seated).persons) or one.id for one in (first, second)
    )
    return row, points[first.id] - points[second.id], (ours, theirs)


def _board(found: Sequence[tuple[ShownRow, Points, tuple[str, str]]]) -> Board:
    row = found[0][0]
    results = list[Result]()
    for n, (played, points, pairs) in enumerate(found):
        others = [other for m, (_, other, _) in enumerate(found) if m != n]
        ours = matchpoints(points, others)
        mean = Fraction(sum(imps(points - other) for other in others), len(others))
        shares = (ours, 2 * len(others) - ours), (mean, -mean)
        people = shortened(played.seated, FACT_NAME)  # their names have room in a column
        facts = {head: named(value, people) for head, value in played.fact.items()}
        results.append(Result(pairs, facts, points, *shares))
    results.sort(key=lambda one: -one.points)
    return Board(row.label, {head: row.fact.get(head) for head in OF_THE_BOARD}, tuple(results))


def _pairs(boards: Sequence[Board]) -> tuple[Pair, ...]:
    """What each pair came to, whichever way it sat; best in matchpoints first."""
    totals: dict[frozenset[str], Pair] = {}
    for board in boards:
        top = 2 * (len(board.results) - 1)
        shares = (zip(one.pairs, one.matchpoints, one.imps, strict=True) for one in board.results)
        for name, points, won in chain.from_iterable(shares):
            key = frozenset(name.casefold().split(" & "))
            one = totals.get(key, Pair(name, 0, 0, 0, Fraction(0)))
            totals[key] = Pair(
                one.name, one.boards + 1, one.matchpoints + points, one.top + top, one.imps + won
            )
    return tuple(sorted(totals.values(), key=lambda one: (-one.percent, -one.imps, one.name)))
