"""What the facts of a night add up to: who takes part, where everybody sat, and who
sits where next."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.core.errors import RuleViolation, refusals
from scorekeeper.core.session import At, Event
from scorekeeper.nights import facts
from scorekeeper.nights.facts import Chosen, Kind, Laid, RoundOpened
from scorekeeper.nights.individuals import all_rounds, fair_round, individual
from scorekeeper.nights.movement import (
    AtTable,
    Movement,
    Number,
    Round,
    board_numbers,
    without,
)
from scorekeeper.nights.pairs import Even, howell, mitchell
from scorekeeper.nights.teams import match_tables, round_robin, swiss_matches

no, _ = refusals("night")
"""The refusals of a night."""
MOST_PEOPLE = 160
LONGEST_NAME = 24
LONGEST_REASON = 200
LONGEST_BREAK = 240
MOST_BOARDS = 40
"""How many boards a round has at most."""
_NUMBER = "[0-9]{1,40}(/[1-9][0-9]{0,39})?"
_EXACT = re.compile(f"-?{_NUMBER} {_NUMBER}")


@dataclass(frozen=True)
class Opened:
    """A round that began: by which entry, and when."""

    seq: int
    at: str
    fact: RoundOpened


@dataclass(frozen=True)
class Asked:
    """Why everyone is asked to take their signature back, since when, and which numbers
    of the movement have answered."""

    reason: str
    at: str
    answered: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Pause:
    """A break: how many minutes, and when it was called."""

    minutes: int
    at: str


@dataclass(frozen=True)
class Night:
    """A night as it stands. People have numbers from 1, in the order in which they were
    entered; so have the `units` of the movement, which are persons, pairs or teams."""

    game: str = ""
    settings: Mapping[str, Any] | None = None
    people: tuple[str, ...] = ()
    chosen: Chosen | None = None
    carried: facts.CarriedOver | None = None
    late: tuple[tuple[int, ...], ...] = ()
    rounds: tuple[Opened, ...] = ()
    gone: frozenset[int] = frozenset()
    given: tuple[facts.BoardGiven, ...] = ()
    swapped: tuple[facts.BoardsSwapped, ...] = ()
    stands: tuple[facts.BoardStands, ...] = ()
    helpers: frozenset[int] = frozenset()
    signed: facts.StandingsSigned | None = None
    signatures: Mapping[int, bool] = field(default_factory=dict)
    """The numbers of the movement whose signature stands, and whether each signed on a
    phone of its own."""
    asked: "Asked | None" = None
    breaks: Mapping[int, "Pause"] = field(default_factory=dict)
    """By the round after which each is."""
    more: Mapping[int, int] = field(default_factory=dict)
    """By the round, how many minutes more it has."""

    @property
    def units(self) -> tuple[tuple[int, ...], ...]:
        return (self.chosen.drawn if self.chosen else ()) + self.late

    @property
    def round(self) -> int:
        return len(self.rounds)

    @property
    def is_last_round(self) -> bool:
        return self.chosen is not None and self.round >= self.chosen.rounds

    @property
    def has_two_winners(self) -> bool:
        """Whether North–South and East–West are ranked apart."""
        chosen = self.chosen
        if chosen is None or chosen.movement is not Kind.MITCHELL:
            return False
        return not chosen.switched

    def name(self, number: int) -> str:
        return self.people[number - 1]

    def unit_name(self, unit: int) -> str:
        return " & ".join(map(self.name, self.units[unit - 1]))

    def unit_of(self, person: int) -> int | None:
        """The number in the movement that this person has a part in."""
        for number, unit in enumerate(self.units, start=1):
            if person in unit:
                return number
        return None

    def carried_by(self, unit: int) -> facts.CarriedLine | None:
        """What they bring from an earlier night, where the same people have a line."""
        people = _without_case(map(self.name, self.units[unit - 1]))
        for line in self.carried.lines if self.carried else ():
            if _without_case(line.people) == people:
                return line
        return None

    def seat_in(self, opened: Opened, person: int) -> Laid | None:
        for laid in opened.fact.tables:
            if person in laid.people:
                return laid
        return None

    def boards_at(self, number: int, laid: Laid) -> frozenset[int]:
        """The boards that count at a table of this round: its own, and those of others
        whose results stand."""
        own = range(laid.board, laid.board + (self.chosen.boards if self.chosen else 0))
        others = (
            event.board
            for event in self.stands
            if (event.round, event.table) == (number, laid.table)
        )
        return frozenset((*own, *others))

    def waiting(self) -> tuple[int, ...]:
        drawn = {person for unit in self.units for person in unit}
        everybody = range(1, len(self.people) + 1)
        return tuple(person for person in everybody if person not in drawn)


def _without_case(names: Iterable[str]) -> set[str]:
    return {name.casefold() for name in names}


# ---- who sits where next ----


def next_round(night: Night, ranked: Sequence[Number] = ()) -> Round:
    """Who meets whom in the next round, by the numbers of the movement. `ranked` are
    all of them, best first, where the standings decide. Raises RuleViolation where
    there is no further round."""
    chosen = night.chosen
    if chosen is None:
        raise no("not-chosen")
    if night.is_last_round:
        raise no("no-more-rounds", rounds=chosen.rounds)
    absent = _absent(night)
    if chosen.movement is Kind.FREE:
        raise no("who-sits-where")
    if chosen.movement is Kind.SWISS:
        playing = [unit for unit in ranked if unit not in absent]
        return _swiss_round(night, playing)
    if chosen.movement is Kind.INDIVIDUAL and (night.late or night.gone):
        numbers = range(1, len(night.units) + 1)
        playing = [unit for unit in numbers if unit not in absent]
        return fair_round(playing, [*map(_by_unit(night), night.rounds)], night.round)
    planned = movement_of(chosen, len(night.units)).rounds[night.round]
    for unit in absent:
        planned = without(planned, unit)
    return planned


def movement_of(chosen: Chosen, units: int) -> Movement:
    """The whole movement for so many persons, pairs or teams. Raises ValueError where
    it has no such size."""
    match chosen.movement:
        case Kind.INDIVIDUAL:
            return individual(units, min(chosen.rounds, all_rounds(units)))
        case Kind.HOWELL:
            return howell(units)
        case Kind.MITCHELL:
            even = Even.SHARE if chosen.shares else Even.SKIP
            return mitchell(units, chosen.rounds, even=even, switched=chosen.switched)
        case Kind.TEAMS:
            return round_robin(units)
    raise ValueError(f"{chosen.movement} is drawn from round to round")


def people_at(night: Night, table: AtTable) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The people who sit North–South and East–West at a table of the movement. A team
    sends its first two North–South and its others East–West."""
    north_south = [_pair(night, unit, is_first=True) for unit in table.north_south]
    east_west = [_pair(night, unit, is_first=False) for unit in table.east_west]
    return sum(north_south, ()), sum(east_west, ())


def laid_in(
    night: Night, planned: Round, sessions: Mapping[int, str]
) -> tuple[Laid, ...]:
    """The tables of a round that begins, with their `sessions` by their numbers."""
    chosen = night.chosen
    assert chosen is not None  # noqa: S101 - no round is planned before it
    tables = list[Laid]()
    for table in planned.tables:
        north_south, east_west = people_at(night, table)
        board = board_numbers(table.boards, chosen.boards)[0]
        tables.append(
            Laid(table.table, sessions[table.table], north_south, east_west, board)
        )
    return tuple(tables)


def _pair(night: Night, unit: Number, *, is_first: bool) -> tuple[int, ...]:
    people = night.units[unit - 1]
    if len(people) <= 2:
        return people
    return people[:2] if is_first else people[2:4]


def _absent(night: Night) -> set[Number]:
    return {
        number
        for number, people in enumerate(night.units, start=1)
        if night.gone.intersection(people)
    }


def _by_unit(night: Night) -> Callable[[Opened], tuple[AtTable, ...]]:
    def tables(opened: Opened) -> tuple[AtTable, ...]:
        return tuple(_met(night, laid) for laid in opened.fact.tables)

    return tables


def _met(night: Night, laid: Laid) -> AtTable:
    north_south = tuple(
        dict.fromkeys(night.unit_of(one) or 0 for one in laid.north_south)
    )
    east_west = tuple(dict.fromkeys(night.unit_of(one) or 0 for one in laid.east_west))
    return AtTable(laid.table, north_south, east_west, laid.board)


def _swiss_round(night: Night, playing: Sequence[Number]) -> Round:
    met = set[frozenset[Number]]()
    sat_out = list[Number]()
    for opened in night.rounds:
        there = set[Number]()
        for laid in opened.fact.tables:
            table = _met(night, laid)
            met.add(frozenset(table.everyone))
            there.update(table.everyone)
        sat_out += [unit for unit in playing if unit not in there]
    matches, idle = swiss_matches(playing, met, sat_out)
    boards = night.round + 1
    if all(len(night.units[unit - 1]) > 2 for unit in playing):
        tables = match_tables(matches, boards)
    else:
        tables = tuple(
            AtTable(n, (ours,), (theirs,), boards)
            for n, (ours, theirs) in enumerate(matches, start=1)
        )
    return Round(tables, () if idle is None else (idle,))


# ---- one fact after another ----


def check(night: Night, event: Event) -> None:
    """Refuse what can't follow. Raises RuleViolation."""
    test = _CHECKS.get(type(event))
    if test is None:
        raise no("not-of-a-night", kind=event.KIND)
    if night.signed is not None and not isinstance(event, _AFTER_THE_END):
        raise no("signed")
    test(night, event)


def apply(night: Night, event: Event, at: At) -> Night:
    """The night after a fact that `check` let pass."""
    if isinstance(event, RoundOpened):
        opened = Opened(at.seq, at.time, event)
        return replace(night, rounds=(*night.rounds, opened))
    if isinstance(event, facts.ChangeAsked):
        return replace(night, asked=Asked(event.reason, at.time))
    if isinstance(event, facts.Break):
        pause = Pause(event.minutes, at.time)
        return replace(night, breaks={**night.breaks, event.round: pause})
    return _APPLIED[type(event)](night, event)


def _swapped(night: Night, event: facts.BoardsSwapped) -> Night:
    opened = night.rounds[event.round - 1]
    first = {laid.table: laid.board for laid in opened.fact.tables}
    first[event.table], first[event.other] = first[event.other], first[event.table]
    tables = tuple(
        replace(laid, board=first[laid.table]) for laid in opened.fact.tables
    )
    changed = replace(opened, fact=replace(opened.fact, tables=tables))
    rounds = [*night.rounds]
    rounds[event.round - 1] = changed
    swapped = (*night.swapped, event)
    return replace(night, rounds=tuple(rounds), swapped=swapped)


def _renamed(night: Night, event: facts.Renamed) -> Night:
    people = [*night.people]
    before = people[event.number - 1]
    people[event.number - 1] = event.person
    carried = night.carried and _respelt(night.carried, before, event.person)
    return replace(night, people=tuple(people), carried=carried)


# A name that is corrected is that of the same person in the earlier night, unless the
# right one stands there already.
def _respelt(carried: facts.CarriedOver, name: str, right: str) -> facts.CarriedOver:
    there = _without_case(name for line in carried.lines for name in line.people)
    if right.casefold() in there:
        return carried
    lines = list[facts.CarriedLine]()
    for line in carried.lines:
        people = tuple(
            right if one.casefold() == name.casefold() else one for one in line.people
        )
        lines.append(replace(line, people=people))
    return replace(carried, lines=tuple(lines))


def _helped(night: Night, event: facts.Helps) -> Night:
    others = night.helpers - {event.number}
    return replace(night, helpers=others | {event.number} if event.helps else others)


def _given_time(night: Night, event: facts.MoreTime) -> Night:
    minutes = night.more.get(event.round, 0) + event.minutes
    return replace(night, more={**night.more, event.round: minutes})


def _ended(night: Night, event: facts.StandingsSigned) -> Night:
    signatures = dict.fromkeys(event.units or (), False)
    return replace(night, signed=event, signatures=signatures, asked=None)


def _signed(night: Night, event: facts.UnitSigned) -> Night:
    signatures = {**night.signatures, event.number: event.own}
    return _answered(replace(night, signatures=signatures), event.number)


def _taken_back(night: Night, event: facts.SignatureBack) -> Night:
    signatures = {
        unit: own for unit, own in night.signatures.items() if unit != event.number
    }
    return _answered(replace(night, signatures=signatures), event.number)


def _answered(night: Night, unit: int) -> Night:
    if night.asked is None:
        return night
    answered = night.asked.answered | {unit}
    return replace(night, asked=replace(night.asked, answered=answered))


_APPLIED: Mapping[type, Callable[[Night, Any], Night]] = {
    facts.GameIs: lambda night, event: replace(
        night, game=event.game, settings=event.settings
    ),
    facts.Entered: lambda night, event: replace(
        night, people=(*night.people, event.person)
    ),
    facts.Renamed: _renamed,
    Chosen: lambda night, event: replace(night, chosen=event, carried=None),
    facts.CarriedOver: lambda night, event: replace(night, carried=event),
    facts.MoreTime: _given_time,
    facts.Gone: lambda night, event: replace(night, gone=night.gone | {event.number}),
    facts.Back: lambda night, event: replace(night, gone=night.gone - {event.number}),
    facts.Late: lambda night, event: replace(night, late=(*night.late, event.people)),
    facts.BoardGiven: lambda night, event: replace(
        night, given=(*_given_elsewhere(night, event), event)
    ),
    facts.BoardsSwapped: _swapped,
    facts.BoardStands: lambda night, event: replace(
        night, stands=(*night.stands, event)
    ),
    facts.Helps: _helped,
    facts.StandingsSigned: _ended,
    facts.UnitSigned: _signed,
    facts.SignatureBack: _taken_back,
    facts.Reopened: lambda night, event: replace(night, signed=None, asked=None),
}
_AFTER_THE_END = (
    facts.UnitSigned,
    facts.SignatureBack,
    facts.ChangeAsked,
    facts.Reopened,
    facts.BoardGiven,
    facts.BoardsSwapped,
    facts.BoardStands,
    facts.Renamed,
    facts.Helps,
)
"""What a night that is over takes: a score is given, as long as it changes nothing that
was signed."""


def _given_elsewhere(
    night: Night, event: facts.BoardGiven
) -> tuple[facts.BoardGiven, ...]:
    here = (event.round, event.table, event.board)
    return tuple(
        given
        for given in night.given
        if (given.round, given.table, given.board) != here
    )


def _check_game(night: Night, event: facts.GameIs) -> None:
    if night.rounds:
        raise no("has-begun")


def _check_entered(night: Night, event: facts.Entered) -> None:
    _check_name(night, event.person, but=0)
    if len(night.people) >= MOST_PEOPLE:
        raise no("too-many", most=MOST_PEOPLE)


def _check_renamed(night: Night, event: facts.Renamed) -> None:
    _check_person(night, event.number)
    _check_name(night, event.person, but=event.number)


def _check_name(night: Night, name: str, but: int) -> None:
    if not name.strip() or len(name) > LONGEST_NAME:
        raise no("name-length", "person", person=name, most=LONGEST_NAME)
    for number, known in enumerate(night.people, start=1):
        if number != but and known.casefold() == name.casefold():
            raise no("name-twice", "person", person=name)


def _check_person(night: Night, number: int) -> None:
    if not 1 <= number <= len(night.people):
        raise no("no-such-person", "number", number=number)


def _check_chosen(night: Night, event: Chosen) -> None:
    if night.rounds:
        raise no("has-begun")
    _check_drawn(night, event.drawn)
    if not 1 <= event.boards <= MOST_BOARDS or not 0 <= event.minutes <= 600:
        raise no("boards", "boards", most=MOST_BOARDS)
    if not 0 <= event.switched <= event.rounds or event.rounds < 1:
        raise no("size", "movement")
    if event.movement in (Kind.SWISS, Kind.FREE):
        return
    try:
        planned = movement_of(event, len(event.drawn))
    except ValueError:
        raise no("size", "movement") from None
    if event.rounds > len(planned.rounds):
        raise no("size", "movement")


def _check_drawn(night: Night, drawn: tuple[tuple[int, ...], ...]) -> None:
    people = [person for unit in drawn for person in unit]
    for person in people:
        _check_person(night, person)
    sizes = {len(unit) for unit in drawn}
    if len(people) != len({*people}) or len(sizes) != 1 or not sizes <= {1, 2, 4}:
        raise no("drawn", "drawn")


def _check_carried(night: Night, event: facts.CarriedOver) -> None:
    if night.chosen is None:
        raise no("not-chosen")
    if night.rounds:
        raise no("has-begun")
    numbers = [f"{line.total} {line.boards}" for line in event.lines]
    if not all(map(_EXACT.fullmatch, numbers)):
        raise no("carried-number", "lines")
    if event.scoring is not night.chosen.scoring:
        raise no("carried-scoring", "scoring")
    units = range(1, len(night.units) + 1)
    if not any(map(replace(night, carried=event).carried_by, units)):
        raise no("carried-nobody", "lines")


# Long: all that a round must be.
def _check_round(night: Night, event: RoundOpened) -> None:
    if night.chosen is None:
        raise no("not-chosen")
    if event.number != night.round + 1 or night.is_last_round:
        raise no("other-round", number=event.number)
    seated = [person for laid in event.tables for person in laid.people]
    for person in seated:
        _check_person(night, person)
    sides = [
        side for laid in event.tables for side in (laid.north_south, laid.east_west)
    ]
    is_full = bool(seated) and all(len(side) == 2 for side in sides)
    if night.chosen.movement is Kind.FREE:
        is_full = bool(seated) and all(_is_seated(laid) for laid in event.tables)
    sessions = [laid.session for opened in night.rounds for laid in opened.fact.tables]
    sessions += [laid.session for laid in event.tables]
    are_new = len(sessions) == len({*sessions})
    if len(seated) != len({*seated}) or not is_full or not are_new:
        raise no("seating", "tables")


def _is_seated(laid: Laid) -> bool:
    sides = (len(laid.north_south), len(laid.east_west))
    return sides == (2, 2) or (sides[0] > 1 and not sides[1])


def _check_clock(night: Night, event: facts.Break | facts.MoreTime) -> None:
    if event.round != night.round or not night.rounds:
        raise no("other-round", number=event.round)
    if not 1 <= event.minutes <= LONGEST_BREAK:
        raise no("minutes", "minutes", most=LONGEST_BREAK)


def _check_gone(night: Night, event: facts.Gone) -> None:
    _check_person(night, event.number)
    if event.number in night.gone:
        raise no("gone-already", "number", person=night.name(event.number))


def _check_back(night: Night, event: facts.Back) -> None:
    _check_person(night, event.number)
    if event.number not in night.gone:
        raise no("there-already", "number", person=night.name(event.number))


def _check_late(night: Night, event: facts.Late) -> None:
    chosen = night.chosen
    if chosen is None:
        raise no("not-chosen")
    if not {*event.people} <= {*night.waiting()}:
        raise no("drawn", "people")
    if len(event.people) != len(chosen.drawn[0]):
        raise no("other-size", "people", n=len(chosen.drawn[0]))
    if chosen.movement in facts.FIXED and len(night.units) % 2 == 0:
        raise no("no-place")


def _check_given(night: Night, event: facts.BoardGiven) -> None:
    if (
        not event.reason.strip()
        or len(event.reason) > LONGEST_REASON
        or len(event.law) > 40
    ):
        raise no("no-reason", "reason")
    is_adjusted = event.points is not None
    is_artificial = event.north_south is not None and event.east_west is not None
    if is_adjusted == is_artificial:
        raise no("no-score", "points")
    chosen = night.chosen
    for laid in _tables_of(night, event.round):
        is_there = chosen is not None and laid.table == event.table
        if is_there and 0 <= event.board - laid.board < chosen.boards:  # type: ignore[union-attr]
            return
    raise no("no-such-board", "board", board=event.board)


def _tables_of(night: Night, number: int) -> tuple[Laid, ...]:
    is_there = 0 < number <= len(night.rounds)
    return night.rounds[number - 1].fact.tables if is_there else ()


def _check_swapped(night: Night, event: facts.BoardsSwapped) -> None:
    tables = {laid.table for laid in _tables_of(night, event.round)}
    if event.table == event.other or not {event.table, event.other} <= tables:
        raise no("no-such-table", round=event.round)


def _check_stands(night: Night, event: facts.BoardStands) -> None:
    laid = table_in(night, event.round, event.table)
    if laid is None or event.board < 1:
        raise no("no-such-board", board=event.board)
    if event.board in night.boards_at(event.round, laid):
        raise no("stands-already", board=event.board)
    for opened in night.rounds[: event.round - 1]:
        for earlier in opened.fact.tables:
            is_theirs = not {*laid.people}.isdisjoint(earlier.people)
            number = opened.fact.number
            if is_theirs and event.board in night.boards_at(number, earlier):
                raise no("played-before", board=event.board)


def table_in(night: Night, number: int, table: int) -> Laid | None:
    """A table of the round with this number; None where there is none."""
    for laid in _tables_of(night, number):
        if laid.table == table:
            return laid
    return None


def _check_helps(night: Night, event: facts.Helps) -> None:
    _check_person(night, event.number)


def _check_signed(night: Night, event: facts.StandingsSigned) -> None:
    if not night.rounds:
        raise no("not-begun")
    for unit in event.units or ():
        _check_unit(night, unit)


def _check_unit(night: Night, unit: int) -> None:
    if not 1 <= unit <= len(night.units):
        raise no("no-such-person", "number", number=unit)


def _check_unit_signed(night: Night, event: facts.UnitSigned) -> None:
    _check_over(night)
    _check_unit(night, event.number)


def _check_back_taken(night: Night, event: facts.SignatureBack) -> None:
    _check_over(night)
    if event.number not in night.signatures:
        raise no("not-signed")


def _check_asked(night: Night, event: facts.ChangeAsked) -> None:
    _check_over(night)
    if not event.reason.strip() or len(event.reason) > LONGEST_REASON:
        raise no("no-reason", "reason")


def _check_reopened(night: Night, event: facts.Reopened) -> None:
    _check_over(night)
    if night.signatures:
        unit = min(night.signatures)
        name = night.unit_name(unit)
        raise no("signatures-stand", n=len(night.signatures), name=name)


def _check_over(night: Night) -> None:
    if night.signed is None:
        raise no("not-over")


_CHECKS: Mapping[type, Callable[[Night, Any], None]] = {
    facts.GameIs: _check_game,
    facts.Entered: _check_entered,
    facts.Renamed: _check_renamed,
    Chosen: _check_chosen,
    facts.CarriedOver: _check_carried,
    RoundOpened: _check_round,
    facts.Break: _check_clock,
    facts.MoreTime: _check_clock,
    facts.Gone: _check_gone,
    facts.Back: _check_back,
    facts.Late: _check_late,
    facts.BoardGiven: _check_given,
    facts.BoardsSwapped: _check_swapped,
    facts.BoardStands: _check_stands,
    facts.Helps: _check_helps,
    facts.StandingsSigned: _check_signed,
    facts.UnitSigned: _check_unit_signed,
    facts.SignatureBack: _check_back_taken,
    facts.ChangeAsked: _check_asked,
    facts.Reopened: _check_reopened,
}


def why_not(night: Night, event: Event) -> RuleViolation | None:
    try:
        check(night, event)
    except RuleViolation as why:
        return why
    return None
