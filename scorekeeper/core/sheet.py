"""What every game shows, on screen, on paper, in the terminal and in a file: lines with
their reasons, gathered in rows and sections. And who is up and who is down at the end
of the evening.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor
from typing import TypeVar

from scorekeeper.core.citations import Cite
from scorekeeper.core.evening import Part, Settlement
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Party, PartyId, People, Seat, persons

T = TypeVar("T")

Points = int | Fraction
"""Points are whole; halves and thirds arise only where places are shared."""


class Mark(StrEnum):
    """What any game may mark on a row: that a game was won here, that the row is not
    finished, or that its result isn't what the recorded tricks come to. A game has
    marks of its own beside these, such as "made" and "set"."""

    GAME = "game"
    OPEN = "open"
    AGAINST_RECORD = "against-record"


@dataclass(frozen=True, slots=True)
class Gain:
    """Points that are said with their sign."""

    points: Points


@dataclass(frozen=True, slots=True)
class Line:
    """One number of the sheet and why it is there.

    `party` is the id of the party whose score it enters; `part` says where in that
    party's column it stands: a Part, or what the game calls one of its own.
    """

    party: PartyId
    points: Points
    what: Message
    cite: Cite
    part: str = Part.SCORE

    def for_party(self, party: PartyId) -> "Line":
        return Line(party, self.points, self.what, self.cite, self.part)


@dataclass(frozen=True, slots=True)
class RowFact:
    """One thing seen at the table, shown in its row under the heading "fact.<head>"."""

    head: str
    value: object


def row_facts(heads: tuple[str, ...], *values: object) -> tuple[RowFact, ...]:
    """A fact for each head, in order, where there is one: neither None nor ()."""
    every = zip(heads, values, strict=True)
    return tuple(
        RowFact(head, value) for head, value in every if value not in (None, ())
    )


@dataclass(frozen=True, slots=True)
class Row:
    """A deal, hand, round, or an entry of its own such as an adjustment.

    `id` is the entry that opened it and stays the same through corrections; `entries`
    are the log entries in force that it consists of; `people` are those seated when it
    ended. `marks` are those of any row (`Mark`), and the game's own, such as "made".
    `recorded` is what its recorded tricks come to, where the result says otherwise;
    then it is marked so. `said` is the row in one sentence with its points, None while
    it is open; `means` what it brought besides, such as a game. `absent` are the seats
    that had left the game.
    """

    id: int
    label: Message
    entries: tuple[int, ...]
    facts: tuple[RowFact, ...]
    lines: tuple[Line, ...]
    people: People = ()
    marks: tuple[str, ...] = ()
    notes: tuple[Message, ...] = ()
    recorded: object = None
    said: Message | None = None
    means: Message | None = None
    absent: tuple[Seat, ...] = ()

    @property
    def is_finished(self) -> bool:
        return Mark.OPEN not in self.marks

    @property
    def is_deal(self) -> bool:
        return bool(self.lines) or "number" in self.label.values

    def is_played_by(self, party: Party) -> bool:
        return not {*party.seats} <= {*self.absent}

    def total(self, party: PartyId, part: str | None = None) -> Points:
        return sum_points(self.lines, party, part)


@dataclass(frozen=True, slots=True)
class Section:
    """A rubber, a Chicago, a game to the target: what has a winner of its own.
    `headline` says how it stands or ended, in one sentence; `winners` are party ids,
    empty while it goes on."""

    label: Message
    rows: tuple[Row, ...]
    headline: Message
    is_over: bool = False
    winners: tuple[PartyId, ...] = ()

    def lines(self) -> Iterator[Line]:
        for row in self.rows:
            yield from row.lines

    def total(self, party: PartyId, part: str | None = None) -> Points:
        return sum_points(tuple(self.lines()), party, part)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The whole sheet. `heads` are the codes of the facts that head the columns,
    `parts` those of a column, each in order; `fewest_wins` is so in a game of avoiding
    points."""

    parties: tuple[Party, ...]
    heads: tuple[str, ...]
    sections: tuple[Section, ...]
    parts: tuple[str, ...] = (Part.SCORE,)
    fewest_wins: bool = False

    def rows(self) -> Iterator[Row]:
        for section in self.sections:
            yield from section.rows

    def row(self, row_id: int) -> Row | None:
        # from the end, since pages ask for the last ones
        for section in reversed(self.sections):
            for row in reversed(section.rows):
                if row.id == row_id:
                    return row
        return None

    def total(self, party: PartyId, part: str | None = None) -> Points:
        return sum((section.total(party, part) for section in self.sections), start=0)


def sum_points(
    lines: tuple[Line, ...], party: PartyId, part: str | None = None
) -> Points:
    points = (
        line.points
        for line in lines
        if line.party == party and part in (None, line.part)
    )
    return sum(points, start=0)


# ---- a row in one sentence ----


def told(
    what: Message | None, lines: tuple[Line, ...], parties: tuple[Party, ...]
) -> Message | None:
    """What happened, and whom it brought how much; None where there is neither."""
    brought = points_said(lines, parties)
    if not brought:
        return what
    if what is None:
        return message("row.brought", brought=brought)
    return message("row.said", what=what, brought=brought)


def points_said(
    lines: tuple[Line, ...], parties: tuple[Party, ...]
) -> tuple[object, ...]:
    """The points of each party that got or lost any, the most first."""
    totals = [(party, sum_points(lines, party.id)) for party in parties]
    ranked = sorted(totals, key=lambda pair: -pair[1])
    return listed(
        message("row.points", who=persons(party), points=Gain(points))
        for party, points in ranked
        if points
    )


# ---- who is up and who is down at the end of the evening, person by person ----


def settle(sheet: ScoreSheet, settings: object) -> tuple[tuple[str, Points], ...]:
    """Each person's points over all sections, best first; they sum to zero.

    With two parties a person's share is the difference between the sides; with more,
    what the person has above the mean of the table, or below it where the fewest points
    win. Rule: readings, People, seats, evenings: a rubber's difference goes to those
    seated at its end, or deal by deal if the table says so. Where somebody had left
    the game, each of its deals is between those who played it, and the shares are put
    in halves: means of three and of four would make twelfths, which nobody pays.
    """
    by_deal = getattr(settings, "settlement", Settlement.SECTION) is Settlement.DEAL
    shares: dict[str, Fraction] = {}
    for section in sheet.sections:
        for portion, row in _portions(section, by_deal=by_deal):
            for person, points in differences(sheet.parties, row.people, portion):
                up = -points if sheet.fewest_wins else points
                shares[person] = shares.get(person, Fraction(0)) + up
    if any(row.absent for row in sheet.rows()):
        shares = _in_halves(shares)
    ranked = sorted(shares.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple((person, whole(points)) for person, points in ranked)


# The next halves that come to the same sum: up where most would be cut off. Shares that
# are equal stay so: where halves would part two of them, all stay as they are.
def _in_halves(shares: Mapping[str, Fraction]) -> dict[str, Fraction]:
    halves = {person: 2 * share for person, share in shares.items()}
    cut = {person: floor(n) for person, n in halves.items()}
    missing = floor(sum(halves.values())) - sum(cut.values())
    nearest = sorted(halves, key=lambda person: (cut[person] - halves[person], person))
    for person in nearest[:missing]:
        cut[person] += 1
    rounded = {person: Fraction(n, 2) for person, n in cut.items()}
    pairs = {(share, rounded[person]) for person, share in shares.items()}
    is_even = len(pairs) == len({*shares.values()})
    return rounded if is_even else dict(shares)


# What is settled by itself, with the row whose people it goes to.
def _portions(section: Section, *, by_deal: bool) -> list[tuple[Section | Row, Row]]:
    rows = [row for row in section.rows if row.people]
    if by_deal:
        return [(row, row) for row in rows]
    if any(row.absent for row in rows):
        return [(row, rows[-1]) for row in rows]
    return [(section, row) for row in rows[-1:]]


def differences(
    parties: tuple[Party, ...], people: People, portion: Section | Row
) -> list[tuple[str, Fraction]]:
    """The share of each of these people in a section or a row, as `settle` says."""
    seated: dict[Seat, str] = dict(people)
    playing = [
        party
        for party in parties
        if isinstance(portion, Section) or portion.is_played_by(party)
    ]
    totals = {party.id: Fraction(portion.total(party.id)) for party in playing}
    factor = 2 if len(parties) == 2 else 1
    mean = sum(totals.values(), Fraction(0)) / len(playing)
    return [
        (seated[seat], (totals[party.id] - mean) * factor)
        for party in playing
        for seat in party.seats
        if seat in seated
    ]


def whole(points: Fraction) -> Points:
    return points.numerator if points.denominator == 1 else points
