"""What an evening comes to: how it ended, what was remarkable, how the score ran; and
results of several tables on the same boards. Rule: Laws of Duplicate Bridge 2017, Law
78A and 78B: two matchpoints for each worse result on the board and one for each as
good; the mean of the IMPs against every other.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, chain
from operator import add, attrgetter, itemgetter
from typing import Any

from scorekeeper.core.history import History
from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import Outcome, Result
from scorekeeper.core.seats import Party, People, named, named_message
from scorekeeper.core.sheet import Points, Row, ScoreSheet
from scorekeeper.tables.names import shortened
from scorekeeper.tables.rulings.views import rulings_view
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import FACT_NAME, ShownRow, ShownSection, sheet_of
from scorekeeper.words import Words


@dataclass(frozen=True, slots=True)
class Moment:
    """A deal worth telling: where it stands (`section`, `label`, `row`), whose `points`
    it brought, and in a few words what was undertaken, None where no game says that."""

    section: Message
    label: Message
    row: int
    who: str
    points: Points
    said: Message | None


@dataclass(frozen=True, slots=True)
class Story:
    """How it ended, in a sentence and by sections (label, headline); the biggest
    `swing` between the first and the last in a deal; the `best` contract, or round
    where no contracts are made; each ruling (what it was on, what it says); how many
    deals were scored."""

    headline: Message
    sections: tuple[tuple[Message, Message], ...]
    swing: Moment | None
    best: Moment | None
    is_contract: bool
    rulings: tuple[tuple[object, object], ...]
    deals: int


def outcome(
    sections: Sequence[ShownSection],
    settlement: Sequence[tuple[str, Points]],
    words: Words,
) -> Message:
    """The headline of one section; of several, who is up by most over all of them."""
    if len(sections) == 1 or not settlement:
        said = sections[-1].headline
        people = sections[-1].seated
        told = (
            (
                name,
                (isinstance(value, Party) and _persons(value, people, words)) or value,
            )
            for name, value in said.params
        )
        return named_message(Message(said.code, tuple(told)), people)
    most = settlement[0][1]
    names = [person for person, points in settlement if points == most]
    if not most:
        return message("story.level")
    who = words.listed(names)
    if len(names) == 1:
        return message("story.one-up", person=who, points=most)
    return message("story.several-up", persons=who, points=most)


def story_of(session: Session, words: Words) -> Story | None:
    """The story of this session; None before anything was scored."""
    sheet = sheet_of(session, plain=History())
    moments = tuple(_moments(session, sheet.sections, words))
    if not moments:
        return None
    counted = session.game.counted
    points = attrgetter("points")
    swings = (swing for swing, _ in moments if swing.points > 0)
    bests = (moment for _, made in moments for moment in made if moment.points > 0)
    return Story(
        outcome(sheet.sections, sheet.settlement, words),
        tuple((section.label, section.headline) for section in sheet.sections),
        max(swings, key=points, default=None),
        max(bests, key=points, default=None),
        counted is None or counted.kinds[0].has_result,
        tuple(
            (one["what"], one["ruling"]["verdict"] if one["ruling"] else one["stands"])
            for one in rulings_view(session)
        ),
        len(moments),
    )


def _moments(
    session: Session, sections: Sequence[ShownSection], words: Words
) -> Iterator[tuple[Moment, list[Moment]]]:
    """Of every deal that was scored its swing, and what was made in it."""
    counted = session.game.counted
    parties = session.sheet.parties
    came = set(Result)
    told = dict[int, list[Outcome]]()
    if counted is not None:
        came = {Result.MADE} if counted.kinds[0].has_result else came
        for outcome in counted.outcomes(session.folded.state):
            if outcome.kind == counted.kinds[0].code:
                told.setdefault(outcome.row, []).append(outcome)
    of_seat = {seat: party for party in parties for seat in party.seats}
    for section, row in ((of, row) for of in sections for row in of.rows):
        if row.number is not None and row.lines and "open" not in row.marks:
            at = (section.label, row.label, row.id)
            of = told.get(row.id, [])
            totals = {cell.party: cell.total for cell in row.cells}
            who = {
                one.id: _persons(one, row.seated, words) or words.text(one)
                for one in parties
            }
            made = (
                (of_seat[one.seats[0]].id, one.said) for one in of if one.came in came
            )
            most, first = max(
                zip(totals.values(), parties, strict=True), key=itemgetter(0)
            )
            theirs = [one for one in of if one.seats[0] in first.seats]
            undertaken = next((their.said for their in theirs or of), None)
            swing = Moment(*at, who[first.id], most - min(totals.values()), undertaken)
            yield (
                swing,
                [Moment(*at, who[party], totals[party], said) for party, said in made],
            )


def _persons(party: Party, people: People, words: Words) -> str:
    return words.listed(column(party, people).persons)


# ---- the running score as a picture ----

WIDTH = 360
HEIGHT = 220
LEFT = 46
RIGHT = 74
TOP = 10
BOTTOM = 22  # Margins: figures left, names right, deals below
FRAME = {"left": LEFT, "right": WIDTH - RIGHT, "bottom": HEIGHT - BOTTOM}
FRAME |= {"width": WIDTH, "height": HEIGHT}
STEPS = 5  # About how many figures stand at the left
LABEL = 15  # The least distance between two names at the right
DEALS = 8  # The most deals that are named below
# From twice as many points on, only every second, third ... is joined.
MOST_POINTS = 2 * WIDTH


@dataclass(frozen=True, slots=True)
class ChartStep:
    """Where the totals stood after a row: by party, in the order of the sheet's
    parties."""

    section: Message
    row: Row
    totals: tuple[Points, ...]


def steps(sheet: ScoreSheet) -> tuple[ChartStep, ...]:
    """The totals of all sections together after each row that has a number."""
    rows = [(of.label, row) for of in sheet.sections for row in of.rows if row.lines]
    each = (tuple(row.total(party.id) for party in sheet.parties) for _, row in rows)
    totals = accumulate(each, lambda before, now: tuple(map(add, before, now)))
    return tuple(ChartStep(*row, now) for row, now in zip(rows, totals, strict=True))


def drawn(sheet: ScoreSheet) -> dict[str, Any] | None:
    """The picture of a sheet's running score; None before there are two points to join.
    `lines` has for each party its points in SVG's own spelling, its end and where its
    name stands; `ticks` are the figures at the left, `deals` the numbers of the rows
    that are named below, `zero` the height of nought."""
    if not (walked := steps(sheet)):
        return None
    low, high, step = _scale([total for one in walked for total in one.totals])
    last = len(walked)
    shown = sorted({*range(0, last + 1, max(1, (last + 1) // MOST_POINTS)), last})

    def height(points: Points) -> float:
        return round(
            TOP + (HEIGHT - TOP - BOTTOM) * (float(high - points) / (high - low)), 1
        )

    def along(row: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) / last * row, 1)

    heights = [height(total) for total in walked[-1].totals]
    columns = [
        (0, *column) for column in zip(*(one.totals for one in walked), strict=True)
    ]
    return {
        **FRAME,
        "zero": height(0),
        "lines": [
            {
                "party": party.id,
                "n": n + 1,
                "points": " ".join(
                    f"{along(row)},{height(columns[n][row])}" for row in shown
                ),
                "x": along(last),
                "y": heights[n],
                "label_y": label_y,
                "total": columns[n][last],
            }
            for n, (party, label_y) in enumerate(
                zip(sheet.parties, _spread(heights), strict=True)
            )
        ],
        "ticks": [{"y": height(at), "at": at} for at in range(low, high + 1, step)],
        "deals": [
            {"x": along(n), "n": walked[n - 1].row.label.values.get("number", "")}
            for n in range(1, last + 1, max(1, -(-last // DEALS)))
        ],
    }


def _scale(totals: Sequence[Points]) -> tuple[int, int, int]:
    """The lowest and the highest figure at the left, and the step between two: round
    ones."""
    least = min(0, *totals)
    most = max(0, *totals)
    span = max(Fraction(most - least), Fraction(1))
    step = next(
        size
        for power in range(12)
        for size in (10**power, 2 * 10**power, 5 * 10**power)
        if span / size <= STEPS
    )
    return int(least // step) * step, -int(-most // step) * step or step, step


def _spread(heights: Sequence[float]) -> tuple[float, ...]:
    """Where names stand so that none covers another, each as near its line's end as can
    be."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = dict.fromkeys(order, 0.0)
    lowest = HEIGHT - BOTTOM - LABEL * (len(order) - 1)
    before = -float(LABEL)
    for rank, n in enumerate(order):
        at = min(max(heights[n], before + LABEL, TOP), lowest + LABEL * rank)
        placed[n] = before = round(at, 1)
    return tuple(placed[n] for n in range(len(heights)))


# ---- several tables on the same boards ----


IMPS = (
    *(
        20,
        50,
        90,
        130,
        170,
        220,
        270,
        320,
        370,
        430,
        500,
        600,
        750,
        900,
        1100,
        1300,
        1500,
    ),
    *(1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference in points for 1, 2, 3 ... IMPs. Law 78B."""
# The facts that are a board's own, whoever plays it
OF_THE_BOARD = (
    "dealer",
    "vulnerable",
)


def imps(difference: Points) -> int:
    """The IMPs that a difference between two results brings, with its sign."""
    size = abs(Fraction(difference))
    found = sum(size >= least for least in IMPS)
    return found if difference > 0 else -found


def matchpoints(result: Points, others: Sequence[Points]) -> int:
    """The matchpoints of a result beside those of the other tables."""
    return sum(2 if result > other else result == other for other in others)


@dataclass(frozen=True, slots=True)
class BoardResult:
    """What a table got on a board: its pairs, what was played by the codes of the
    facts' headings, the points for the first side, and both sides' matchpoints and
    IMPs."""

    pairs: tuple[str, str]
    fact: Mapping[str, object]
    points: Points
    matchpoints: tuple[int, int]
    imps: tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Board:
    """A board that was played at several tables: what it is called, whose it is, the
    results."""

    label: Message
    fact: Mapping[str, object]
    results: tuple[BoardResult, ...]


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
    """The boards in their order, the `heads` of what was played by which `sides`, and
    the pairs, best first; `alone` is how many results have no other to be compared
    with."""

    sides: tuple[Party, ...]
    boards: tuple[Board, ...]
    heads: tuple[str, ...]
    pairs: tuple[Pair, ...]
    alone: int


def compared(sessions: Sequence[Session]) -> Comparison:
    """The results of these sessions, board by board. A board is the same where its
    game, number, dealer and vulnerability are; one that a table plays again is another
    one."""
    found: dict[tuple[object, ...], list[tuple[ShownRow, Points, tuple[str, str]]]] = {}
    heads: dict[str, None] = {}
    for session in sessions:
        sheet = sheet_of(session, plain=History())
        times = Counter[object]()
        heads |= dict.fromkeys(head for head in sheet.heads if head not in OF_THE_BOARD)
        for row in (row for section in sheet.sections for row in section.rows):
            if row.number is not None and "open" not in row.marks:
                board = (
                    row.number,
                    session.game.slug,
                    *map(row.fact.get, OF_THE_BOARD),
                )
                times[board] += 1
                points = {cell.party: cell.total for cell in row.cells}
                ours, theirs = (
                    " & ".join(column(party, row.seated).persons) or party.id
                    for party in session.sheet.parties
                )
                first, second = (points[party.id] for party in session.sheet.parties)
                played = row, first - second, (ours, theirs)
                found.setdefault((times[board], *board), []).append(played)
    several = (of for of in found.items() if len(of[1]) > 1)
    numbered = ((int(str(again)), int(str(n)), its) for (again, n, *_), its in several)
    order = sorted(numbered, key=itemgetter(0, 1))
    boards = tuple(_board(results) for *_, results in order)
    alone = sum(len(results) == 1 for results in found.values())
    return Comparison(
        sessions[0].sheet.parties, boards, tuple(heads), _pairs(boards), alone
    )


def _board(found: Sequence[tuple[ShownRow, Points, tuple[str, str]]]) -> Board:
    row = found[0][0]
    results = list[BoardResult]()
    for n, (played, points, pairs) in enumerate(found):
        others = [other for _, other, _ in (*found[:n], *found[n + 1 :])]
        ours = matchpoints(points, others)
        mean = Fraction(sum(imps(points - other) for other in others), len(others))
        shares = (ours, 2 * len(others) - ours), (mean, -mean)
        # their names have room in a column
        people = shortened(played.seated, FACT_NAME)
        facts = {head: named(value, people) for head, value in played.fact.items()}
        results.append(BoardResult(pairs, facts, points, *shares))
    results.sort(key=lambda one: -one.points)
    return Board(
        row.label, {head: row.fact.get(head) for head in OF_THE_BOARD}, tuple(results)
    )


def _pairs(boards: Sequence[Board]) -> tuple[Pair, ...]:
    """What each pair came to, whichever way it sat; best in matchpoints first."""
    totals: dict[frozenset[str], Pair] = {}
    for board in boards:
        top = 2 * (len(board.results) - 1)
        shares = (
            zip(result.pairs, result.matchpoints, result.imps, strict=True)
            for result in board.results
        )
        for name, points, won in chain.from_iterable(shares):
            key = frozenset(name.casefold().split(" & "))
            had = totals.get(key, Pair(name, 0, 0, 0, Fraction(0)))
            sums = (
                had.boards + 1,
                had.matchpoints + points,
                had.top + top,
                had.imps + won,
            )
            totals[key] = Pair(had.name, *sums)
    return tuple(
        sorted(totals.values(), key=lambda one: (-one.percent, -one.imps, one.name))
    )
