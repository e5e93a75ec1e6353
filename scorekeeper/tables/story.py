"""What an evening comes to, for those who tell of it: how it ended, and what was remarkable.

All of it is worked out of the sheet and the rulings, which everybody at the table can read.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from operator import add
from typing import Any

from babel.lists import format_list

from scorekeeper.core.history import History
from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import Outcome, Result
from scorekeeper.core.seats import Party, named_message
from scorekeeper.core.sheet import Points, Row, ScoreSheet
from scorekeeper.tables.rulings import rulings_view
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import ShownRow, ShownSection, sheet_of
from scorekeeper.words import Words


@dataclass(frozen=True, slots=True)
class Moment:
    """A deal worth telling: where it stands (`section`, `label`, `row`), whose `points` it brought,
    and in a few words what was undertaken, None where no game says that."""

    section: Message
    label: Message
    row: int
    who: str
    points: Points
    said: Message | None


@dataclass(frozen=True, slots=True)
class Story:
    """How it ended, in a sentence and by sections (label, headline); the biggest `swing` between
    the first and the last in a deal; the `best` contract, or round where no contracts are made;
    each ruling (what it was on, what it says); how many deals were scored."""

    headline: Message
    sections: tuple[tuple[Message, Message], ...]
    swing: Moment | None
    best: Moment | None
    is_contract: bool
    rulings: tuple[tuple[object, object], ...]
    deals: int


def outcome(
    sections: Sequence[ShownSection], settlement: Sequence[tuple[str, Points]], words: Words
) -> Message:
    """The headline of one section; of several, who is up by most over all of them."""
    if len(sections) == 1 or not settlement:
        return _with_persons(sections[-1], words)
    most = settlement[0][1]
    names = [person for person, points in settlement if points == most]
    if not most:
        return message("story.level")
    said = _listed(names, words)
    if len(names) == 1:
        return message("story.one-up", person=said, points=most)
    return message("story.several-up", persons=said, points=most)


def story_of(session: Session, words: Words) -> Story | None:
    """The story of this session; None before anything was scored."""
    sheet = sheet_of(session, plain=History())
    moments = tuple(_Moments(session, sheet.sections, words).each())
    if not moments:
        return None
    counted = session.game.counted
    return Story(
        outcome(sheet.sections, sheet.settlement, words),
        tuple((one.label, one.headline) for one in sheet.sections),
        _greatest(swing for swing, _ in moments),
        _greatest(one for _, made in moments for one in made),
        counted is None or counted.kinds[0].has_result,
        tuple(
            (one["what"], one["ruling"]["verdict"] if one["ruling"] else one["stands"])
            for one in rulings_view(session)
        ),
        len(moments),
    )


def _greatest(moments: Iterable[Moment]) -> Moment | None:
    """The first of those with the most points, where those are any."""
    found = max(moments, key=lambda one: one.points, default=None)
    return found if found and found.points > 0 else None


class _Moments:
    """The deals of a session as what may be told of them."""

    def __init__(self, session: Session, sections: Sequence[ShownSection], words: Words) -> None:
        self.parties, self.sections, self.words = session.sheet.parties, sections, words
        self.told: dict[int, list[Outcome]] = {}
        self.came = set(Result)
        counted = session.game.counted
        if counted is not None:
            first = counted.kinds[0]
            self.came = {Result.MADE} if first.has_result else self.came
            for one in counted.outcomes(session.folded.state):
                if one.kind == first.code:
                    self.told.setdefault(one.row, []).append(one)

    def each(self) -> Iterator[tuple[Moment, list[Moment]]]:
        """Of every deal that was scored its swing, and what was made in it."""
        for section in self.sections:
            for row in section.rows:
                if row.number is not None and row.lines and "open" not in row.marks:
                    yield self.swing(section, row), list(self.made(section, row))

    def swing(self, section: ShownSection, row: ShownRow) -> Moment:
        totals = {cell.party: cell.total for cell in row.cells}
        first = max(self.parties, key=lambda one: totals[one.id])
        told = self.told.get(row.id, [])
        mine = [one for one in told if one.seats[0] in first.seats]
        points = totals[first.id] - min(totals.values())
        return self.moment(section, row, first, points, next(iter(mine or told), None))

    def made(self, section: ShownSection, row: ShownRow) -> Iterator[Moment]:
        totals = {cell.party: cell.total for cell in row.cells}
        for one in self.told.get(row.id, ()):
            party = next(party for party in self.parties if one.seats[0] in party.seats)
            if one.came in self.came:
                yield self.moment(section, row, party, totals[party.id], one)

    def moment(
        self,
        section: ShownSection,
        row: ShownRow,
        party: Party,
        points: Points,
        told: Outcome | None,
    ) -> Moment:
        persons = column(party, row.seated).persons
        who = _listed(persons, self.words) if persons else self.words.text(party)
        return Moment(section.label, row.label, row.id, who, points, told.said if told else None)


def _with_persons(section: ShownSection, words: Words) -> Message:
    """A section's headline with a side's persons in place of the side."""
    said = section.headline
    persons = {
        name: _listed(column(value, section.seated).persons, words)
        for name, value in said.params
        if isinstance(value, Party)
    }
    told = ((name, persons.get(name) or value) for name, value in said.params)
    return named_message(Message(said.code, tuple(told)), section.seated)


def _listed(names: Sequence[str], words: Words) -> str:
    return str(format_list(list(names), locale=words.language))


# ---- the running score as a picture ----


WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 46, 74, 10, 22
"""The margins: figures at the left, names at the right, deals below."""
FRAME = {"left": LEFT, "right": WIDTH - RIGHT, "bottom": HEIGHT - BOTTOM}
FRAME |= {"width": WIDTH, "height": HEIGHT}
STEPS = 5
"""About how many figures stand at the left."""
LABEL = 15
"""The least distance between two names at the right."""
DEALS = 8
"""The most deals that are named below."""


MOST_POINTS = 2 * WIDTH
"""From twice as many points on, a line is drawn through every second, third ... of them."""


@dataclass(frozen=True, slots=True)
class Step:
    """Where the totals stood after a row: by party, in the order of the sheet's parties."""

    section: Message
    row: Row
    totals: tuple[Points, ...]


def steps(sheet: ScoreSheet) -> tuple[Step, ...]:
    """The totals of all sections together after each row that has a number."""
    rows = [(of.label, row) for of in sheet.sections for row in of.rows if row.lines]
    each = (tuple(row.total(party.id) for party in sheet.parties) for _, row in rows)
    totals = accumulate(each, lambda before, now: tuple(map(add, before, now)))
    return tuple(Step(*row, now) for row, now in zip(rows, totals, strict=True))


def drawn(sheet: ScoreSheet) -> dict[str, Any] | None:
    """The picture of a sheet's running score; None before there are two points to join.

    `lines` has for each party its points in SVG's own spelling, its end and where its name stands;
    `ticks` are the figures at the left, `deals` the rows named below, `zero` the height of nought.
    """
    if not (walked := steps(sheet)):
        return None
    low, high, step = _scale([total for one in walked for total in one.totals])
    last = len(walked)
    shown = sorted({*range(0, last + 1, max(1, (last + 1) // MOST_POINTS)), last})

    def height(points: Points) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (float(high - points) / (high - low)), 1)

    def along(row: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) / last * row, 1)

    heights = [height(total) for total in walked[-1].totals]
    columns = [(0, *column) for column in zip(*(one.totals for one in walked), strict=True)]
    return {
        **FRAME,
        "zero": height(0),
        "lines": [
            {
                "party": party.id,
                "n": n + 1,
                "points": " ".join(f"{along(row)},{height(columns[n][row])}" for row in shown),
                "x": along(last),
                "y": heights[n],
                "label_y": label_y,
                "total": columns[n][last],
            }
            for n, (party, label_y) in enumerate(zip(sheet.parties, _spread(heights), strict=True))
        ],
        "ticks": [{"y": height(at), "at": at} for at in range(low, high + 1, step)],
        "deals": [{"x": along(n), "n": n} for n in range(1, last + 1, max(1, -(-last // DEALS)))],
    }


def _scale(totals: Sequence[Points]) -> tuple[int, int, int]:
    """The lowest and the highest figure at the left, and the step between two: round ones."""
    least, most = min(0, *totals), max(0, *totals)
    span = max(Fraction(most - least), Fraction(1))
    step = next(
        size
        for power in range(12)
        for size in (10**power, 2 * 10**power, 5 * 10**power)
        if span / size <= STEPS
    )
    return int(least // step) * step, -int(-most // step) * step or step, step


def _spread(heights: Sequence[float]) -> tuple[float, ...]:
    """Where names stand so that none covers another, each as near its line's end as can be."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    placed = dict.fromkeys(order, 0.0)
    lowest = HEIGHT - BOTTOM - LABEL * (len(order) - 1)
    before = -float(LABEL)
    for rank, n in enumerate(order):
        at = min(max(heights[n], before + LABEL, TOP), lowest + LABEL * rank)
        placed[n] = before = round(at, 1)
    return tuple(placed[n] for n in range(len(heights)))
