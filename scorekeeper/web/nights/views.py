"""What the pages of a night show: where each phone's people sit, which tables are late,
how everybody stands."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import NamedTuple

from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import NightTold, Told
from scorekeeper.core.seats import Seat
from scorekeeper.nights.facts import (
    BoardGiven,
    BoardsSwapped,
    BoardStands,
    Laid,
    NightFact,
    RoundOpened,
)
from scorekeeper.nights.movement import Round
from scorekeeper.nights.night import Night, people_at, table_in
from scorekeeper.tables.night_clock import end_of, on_the_wall
from scorekeeper.tables.night_standings import Ranked, ranked
from scorekeeper.tables.night_telling import comings, concerned, corrected_since
from scorekeeper.tables.nights import (
    boards_of_others,
    counted,
    night_of,
    played_in,
    plays_boards,
)
from scorekeeper.tables.session import Session
from scorekeeper.web.nights.laying import (
    game_of,
    seat_at,
    table_here,
    tables_of,
)
from scorekeeper.web.page.incoming import store, words

TOLD = 6
"""How many changes a phone is told on the page of its night."""


def boards_said(night: Night, board: int) -> Message:
    deals = night.chosen.boards if night.chosen else 0
    if not plays_boards(*game_of(night)):
        return message("night.deals", n=deals)
    if deals == 1:
        return message("Board %(number)s", number=board)
    return message("night.boards", first=board, last=board + deals - 1)


class SitsAt(NamedTuple):
    """Where somebody sits in a round: the table, the seat, with whom, which boards."""

    table: int
    session: str
    seat: Seat
    partner: str
    against: str
    boards: Message


def seat_of(night: Night, laid: Laid, person: int) -> SitsAt:
    own = laid.north_south if person in laid.north_south else laid.east_west
    partners = [other for other in own if other != person]
    against = laid.east_west if own == laid.north_south else laid.north_south
    between = " & "
    if not laid.east_west:  # everybody plays alone
        against = tuple(partners)
        partners = []
        between = ", "
    return SitsAt(
        table=laid.table,
        session=laid.session,
        seat=seat_at(night, laid, person),
        partner=" & ".join(map(night.name, partners)),
        against=between.join(map(night.name, against)),
        boards=boards_said(night, laid.board),
    )


class PlaceNow(NamedTuple):
    """Where a person sits in the present round; None = sits out."""

    person: str
    at: SitsAt | None


def places_now(night: Night, people: Sequence[int]) -> list[PlaceNow]:
    if not night.rounds:
        return []
    found = []
    for person in people:
        laid = night.seat_in(night.rounds[-1], person)
        at = None if laid is None else seat_of(night, laid, person)
        found.append(PlaceNow(night.name(person), at))
    return found


class TableSeated(NamedTuple):
    """A table of a round: who sits there, and its boards."""

    table: int
    sides: list[tuple[object, str]]
    people: tuple[int, ...]
    boards: Message


class TableNow(NamedTuple):
    """A table of the present round and how far it is: `others` are boards that it
    played and that weren't meant for it, `swapped` the table whose boards those are,
    and `place` names the table in the round."""

    at: TableSeated
    session: str
    place: str
    done: int
    deals: int
    others: Sequence[int]
    swapped: int | None
    is_late: bool


def tables_now(night: Night) -> list[TableNow]:
    if not night.rounds or night.chosen is None:
        return []
    deals = night.chosen.boards
    found = []
    present = night.rounds[-1].fact
    for laid in present.tables:
        session = table_here(laid.session)
        boards = night.boards_at(present.number, laid)
        others = boards_of_others(session, boards) if session else []
        done = played_in(night, session, laid) if session else 0
        now = TableNow(
            at=_seated(night, laid.table, laid.board, laid.north_south, laid.east_west),
            session=laid.session,
            place=f"{present.number}.{laid.table}",
            done=done,
            deals=deals,
            others=others,
            swapped=_whose(present, laid, others, deals),
            is_late=done < deals and is_over_time(night),
        )
        found.append(now)
    return found


def _seated(
    night: Night, table: int, board: int, *sides: tuple[int, ...]
) -> TableSeated:
    return TableSeated(
        table=table,
        sides=_sides(night, *sides),
        people=tuple(chain(*sides)),
        boards=boards_said(night, board),
    )


# The table whose boards these are in this round: the two have swapped boards.
def _whose(
    present: RoundOpened, laid: Laid, others: Sequence[int], deals: int
) -> int | None:
    for other in present.tables:
        own = range(other.board, other.board + deals)
        if others and other.board != laid.board and {*others} <= {*own}:
            return other.table
    return None


def told(session: Session, people: Sequence[int]) -> list[Message]:
    """What was changed that concerns these people: who came or left, a round that was
    taken back, results that were corrected after their round, boards that count or were
    swapped, and given scores."""
    night = night_of(session)
    found = list[NightTold | NightFact]()
    for entry in session.log[::-1]:
        match entry.event:
            case RoundOpened(number) if number == night.round + 1:  # it was voided
                found.append(NightTold(Told.ROUND_BACK, number))
                break
    for number, laid, table in tables_of(night):
        if number < night.round:
            for board in corrected_since(table):
                found.append(NightTold(Told.CORRECTED, number, laid.table, board))
    found += [*night.stands[::-1], *night.swapped[::-1], *night.given[::-1]]
    theirs = [event for event in found if _concerns(night, event, people)]
    said = [one.said() for one, whom in comings(session) if not whom.isdisjoint(people)]
    said += [_said_to(night, event, people) for event in theirs]
    return said[:TOLD]


def _said_to(
    night: Night, event: NightTold | NightFact, people: Sequence[int]
) -> Message:
    # its reason may tell what happened on a board that others have yet to play
    if isinstance(event, BoardGiven):
        laid = table_in(night, event.round, event.table)
        if laid is None or {*people}.isdisjoint(laid.people):
            where = (event.round, event.table, event.board)
            return NightTold(Told.GIVEN, *where).said()
    return event.said()


def _concerns(
    night: Night, event: NightTold | NightFact, people: Sequence[int]
) -> bool:
    match event:
        case NightTold(what=Told.ROUND_BACK):
            return bool(people)
        case BoardsSwapped():
            told = concerned(night, event.round, event.table, 0)
            told |= concerned(night, event.round, event.other, 0)
        case NightTold() | BoardStands() | BoardGiven():
            told = concerned(night, event.round, event.table, event.board)
        case _:
            return False
    return not told.isdisjoint(people)


class Astray(NamedTuple):
    """A board that was played in a round for which it wasn't meant, and that counts
    nowhere."""

    round: int
    table: int
    board: int


def astray(night: Night) -> list[Astray]:
    found = list[Astray]()
    for number, laid, table in tables_of(night):
        others = boards_of_others(table, night.boards_at(number, laid))
        for board in dict.fromkeys(others):
            found.append(Astray(number, laid.table, board))
    return found


def tables_next(night: Night, planned: Round) -> list[TableSeated]:
    """Where everybody sits in the round that comes next."""
    deals = night.chosen.boards if night.chosen else 0
    found = []
    for table in planned.tables:
        north_south, east_west = people_at(night, table)
        board = (table.boards - 1) * deals + 1
        found.append(_seated(night, table.table, board, north_south, east_west))
    return found


def without_table(night: Night, tables: Sequence[TableSeated]) -> list[str]:
    """The pairs, teams or persons who are at none of these tables."""
    there = {person for table in tables for person in table.people}
    return [
        night.unit_name(unit)
        for unit, people in enumerate(night.units, start=1)
        if there.isdisjoint(people) and night.gone.isdisjoint(people)
    ]


def _sides(
    night: Night, north_south: Sequence[int], east_west: Sequence[int]
) -> list[tuple[object, str]]:
    game, settings = game_of(night)
    if not east_west:
        return [("", ", ".join(map(night.name, north_south)))]
    sides = zip(game.parties(settings), (north_south, east_west), strict=True)
    return [(party, " & ".join(map(night.name, people))) for party, people in sides]


# ---- the clock ----


def ends_at(night: Night) -> str:
    """When the present round ends, as the clock on the wall says it; "" without one."""
    end = end_of(night)
    return on_the_wall(end) if end else ""


def is_over_time(night: Night) -> bool:
    end = end_of(night)
    return end is not None and store().now() >= end


def break_until(night: Night) -> str:
    """When the break after this round is over, as the clock on the wall says it; ""
    without one, or once it is over. It begins when it is called, or with the end of the
    round where that comes later."""
    pause = night.breaks.get(night.round)
    if pause is None:
        return ""
    called = datetime.fromisoformat(pause.at)
    end = max(called, end_of(night) or called) + timedelta(minutes=pause.minutes)
    return "" if store().now() >= end else on_the_wall(end)


# ---- how everybody stands ----


def ranked_view(night: Night) -> list[Ranked]:
    return ranked(counted(night, table_here), table_here, words())


def rounds_counted(night: Night) -> int:
    return counted(night, table_here).round
