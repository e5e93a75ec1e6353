"""What of a night has to be told at its tables: what an entry in the night, or at one of
its tables, changes for people who sit at others now."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from scorekeeper.core.notes import NightTold, OfNight, Told, WentOn
from scorekeeper.nights import facts
from scorekeeper.nights.facts import Laid
from scorekeeper.nights.night import Night, movement_of, people_at, table_in
from scorekeeper.tables.night_standings import OpenTable
from scorekeeper.tables.nights import (
    finished_rows,
    is_night,
    night_of,
    number_of,
    of_night,
    plays_boards,
)
from scorekeeper.tables.session import Session, once

ToTell = tuple[str, NightTold]
"""A table, and what it is told."""
Unit = tuple[int, ...]
"""The people of a number of the movement."""
OnBoard = facts.BoardGiven | facts.BoardStands


def to_tell(before: Session, after: Session, open_table: OpenTable) -> list[ToTell]:
    """Which tables have to be told what, after an entry that made `before` into
    `after`: a night, or a table of one."""
    if is_night(before):
        return [*_of_night(night_of(before), night_of(after))]
    if not before.has(OfNight):
        return []
    return [*_of_table(before, after, open_table)]


# ---- a change in the night ----


def _of_night(before: Night, after: Night) -> Iterator[ToTell]:
    if after.round < before.round:
        back = NightTold(Told.ROUND_BACK, before.round)
        for laid in after.rounds[-1].fact.tables if after.rounds else ():
            yield laid.session, back
        return
    yield from _comings_told(before, after)
    yield from _boards_told(after, before.given, after.given, Told.GIVEN)
    gone = [one for one in before.given if not _is_given(after, one)]
    yield from _boards_told(after, (), gone, Told.GIVEN_BACK)
    yield from _boards_told(after, before.stands, after.stands, Told.STANDS)
    yield from _boards_told(after, after.stands, before.stands, Told.STANDS_BACK)
    yield from _swaps_told(after, before.swapped, after.swapped, Told.SWAPPED)
    yield from _swaps_told(after, after.swapped, before.swapped, Told.SWAPPED_BACK)


def _comings_told(before: Night, after: Night) -> Iterator[ToTell]:
    if not after.rounds or after.is_last_round:
        return
    number = after.round + 1
    for unit in _playing(after) - _playing(before):
        told = _comes(after, unit, number)
        yield from _where_they_sit(after, _whom_they_meet(after, unit, number), told)
    for unit in _playing(before) - _playing(after):
        told = replace(_comes(before, unit, number), what=Told.PLAYS_NO_MORE)
        yield from _where_they_sit(after, _whom_they_meet(before, unit, number), told)


def _playing(night: Night) -> set[Unit]:
    return {unit for unit in night.units if night.gone.isdisjoint(unit)}


def _comes(night: Night, unit: Unit, number: int) -> NightTold:
    plays = Told.PLAYS if unit in _playing(night) else Told.PLAYS_NO_MORE
    return NightTold(plays, number, who=" & ".join(map(night.name, unit)))


def comings(session: Session) -> Iterator[tuple[NightTold, set[int]]]:
    """Who came late, left or came back during this round and the one before it, the
    newest first, each with the people whom that concerns."""
    night = night_of(session)
    number = night.round + 1
    said = set[Unit]()
    for entry in session.folded.order[::-1]:
        unit: Unit | None = None
        match entry.event:
            case facts.RoundOpened():
                number -= 1
            case facts.Late(people):
                unit = people
            case facts.Gone(person) | facts.Back(person):
                unit = night.units[(night.unit_of(person) or 0) - 1]
        if number < max(night.round, 2):
            return
        if night.chosen is None or number > night.chosen.rounds:
            continue
        if unit and unit not in said:
            said.add(unit)
            told = _comes(night, unit, number)
            yield told, _whom_they_meet(night, unit, number)


def _is_given(night: Night, event: facts.BoardGiven) -> bool:
    where = (event.round, event.table, event.board)
    return any((one.round, one.table, one.board) == where for one in night.given)


def _boards_told(
    night: Night,
    known: Collection[OnBoard],
    events: Collection[OnBoard],
    what: Told,
) -> Iterator[ToTell]:
    for event in events:
        if event not in known:
            people = concerned(night, event.round, event.table, event.board)
            told = NightTold(what, event.round, event.table, event.board)
            yield from _where_they_sit(night, people, told)


def _swaps_told(
    night: Night,
    known: Collection[facts.BoardsSwapped],
    events: Collection[facts.BoardsSwapped],
    what: Told,
) -> Iterator[ToTell]:
    for event in events:
        if event not in known:
            told = NightTold(what, event.round, event.table, other=event.other)
            people = _at(night, event.round, event.table)
            people |= _at(night, event.round, event.other)
            for laid in _sitting(night, people):
                is_now = event.round == night.round
                board = laid.board if is_now else 0
                yield laid.session, replace(told, board=board)


# ---- a correction at a table ----


def _of_table(
    before: Session, after: Session, open_table: OpenTable
) -> Iterator[ToTell]:
    opened = of_night(before)
    session = open_table(opened.night) if opened else None
    if opened is None or session is None or not is_night(session):
        return
    night = night_of(session)
    if (
        opened.round >= night.round
        or table_in(night, opened.round, opened.table) is None
    ):
        return
    for board in _corrected(before, after):
        people = concerned(night, opened.round, opened.table, board)
        told = NightTold(Told.CORRECTED, opened.round, opened.table, board)
        yield from _where_they_sit(night, people, told)


@once
def corrected_since(session: Session) -> list[int]:
    """The boards of a table of a night whose results have changed since its round was
    over; 0 for deals without boards."""
    went_on = session.of(WentOn) if session.has(WentOn) else []
    if not went_on or went_on[-1][0].seq == session.last:
        return []
    return _corrected(session.then(went_on[-1][0].seq), session)


def _corrected(before: Session, after: Session) -> list[int]:
    """The boards whose results an entry changes; 0 for deals without boards."""
    then = _points(before)
    now = _points(after)
    if then == now:
        return []
    if not plays_boards(before.game, before.settings):
        return [0]
    changed = {number for number, *_ in {*then} ^ {*now}}
    return sorted(number for number in changed if isinstance(number, int))


def _points(session: Session) -> list[tuple[object, ...]]:
    return [
        (number_of(row), *(row.total(party.id) for party in session.parties))
        for row in finished_rows(session)
    ]


# ---- whom it concerns ----


# Those at their table before this round, and whoever meets them in it or later:
# anybody, where each round is drawn anew.
def _whom_they_meet(night: Night, unit: Unit, number: int) -> set[int]:
    chosen = night.chosen
    if chosen is None or chosen.movement not in facts.FIXED:
        return {*range(1, len(night.people) + 1)}
    tables = [laid.people for laid in night.rounds[number - 2].fact.tables]
    rounds = movement_of(chosen, len(night.units)).rounds
    for planned in rounds[number - 1 : chosen.rounds]:
        for table in planned.tables:
            north_south, east_west = people_at(night, table)
            tables.append(north_south + east_west)
    theirs = [people for people in tables if not {*unit}.isdisjoint(people)]
    return {*unit}.union(*theirs)


def concerned(night: Night, number: int, table: int, board: int) -> set[int]:
    """The people of a table in a round, and everybody who has had this board: what it
    is worth to them follows from it."""
    people = _at(night, number, table)
    has_boards = night.chosen is not None and board > 0
    for opened in night.rounds if has_boards else ():
        for laid in opened.fact.tables:
            if board in night.boards_at(opened.fact.number, laid):
                people.update(laid.people)
    return people


def _at(night: Night, number: int, table: int) -> set[int]:
    laid = table_in(night, number, table)
    return {*laid.people} if laid else set()


def _where_they_sit(
    night: Night, people: Collection[int], told: NightTold
) -> Iterator[ToTell]:
    for laid in _sitting(night, people):
        yield laid.session, told


def _sitting(night: Night, people: Collection[int]) -> Iterator[Laid]:
    for laid in night.rounds[-1].fact.tables if night.rounds else ():
        if not {*people}.isdisjoint(laid.people):
            yield laid
