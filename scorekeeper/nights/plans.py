"""Which movements fit a number of people, the most fitting first, and how long each
takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.nights.facts import Kind, Scoring
from scorekeeper.nights.free import sizes_of
from scorekeeper.nights.individuals import PEOPLE, all_rounds
from scorekeeper.nights.pairs import HOWELL_PAIRS, MITCHELL_TABLES, Even, most_rounds
from scorekeeper.nights.teams import ROUND_ROBIN_TEAMS

BOARD_MINUTES = 7
DEAL_MINUTES = 5  # of a game without boards
CHANGE_MINUTES = 3  # of places, between two rounds
DEALS = 24  # of a night, about
MOST_OF_A_ROUND = 12
SWISS_PAIRS = range(6, 81)
SWISS_ROUNDS = 5
INDIVIDUAL_ROUNDS = 15
MITCHELL_ROUNDS = 9
FREE_ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """A movement for so many people: its `units` are persons, pairs or teams of this
    `size`. `sits_out`: so many people have no opponents in each round."""

    movement: Kind
    units: int
    size: int
    rounds: int
    deals: int
    minutes: int
    scoring: Scoring
    sits_out: int
    switched: int = 0
    shares: bool = False
    seats: int = 4

    @property
    def code(self) -> str:
        """What tells this plan from the others for as many people."""
        if self.shares:
            return f"{self.movement.value}-shares"
        if self.switched:
            return f"{self.movement.value}-switched"
        return self.movement.value

    @property
    def tables(self) -> int:
        return (self.units * self.size - self.sits_out) // self.seats

    @property
    def minutes_in_all(self) -> int:
        return self.rounds * (self.minutes + CHANGE_MINUTES)


def plans(
    people: int, *, has_boards: bool, alone: Sequence[int] = (), whole: int = 0
) -> list[Plan]:
    """What so many people can play, the most fitting first. `alone` are the numbers of
    seats that a table can have, where everybody plays alone; `whole` how many deals a
    round has at least, where fewer count nothing."""
    free = _free(people, alone, has_boards=has_boards)
    if whole:
        rounds = max(1, round(2 * DEALS / whole) - 1)
        free = replace(free, rounds=rounds, deals=whole, minutes=whole * DEAL_MINUTES)
    if alone:
        return [free]
    found = [*_plans(people, has_boards=has_boards), free]
    return sorted(found, key=lambda plan: _order(plan, has_boards=has_boards))


def _plans(people: int, *, has_boards: bool) -> Iterator[Plan]:
    if people in PEOPLE:
        rounds = min(all_rounds(people), INDIVIDUAL_ROUNDS)
        yield _plan(Kind.INDIVIDUAL, people, 1, rounds, has_boards)
    if people % 2:
        return
    pairs = people // 2
    if pairs in HOWELL_PAIRS:
        rounds = _to_meet_everybody(pairs)
        yield _plan(Kind.HOWELL, pairs, 2, rounds, has_boards)
    tables = (pairs + 1) // 2
    if tables in MITCHELL_TABLES:
        yield from _mitchells(pairs, tables, has_boards=has_boards)
    if pairs in SWISS_PAIRS:
        yield _plan(Kind.SWISS, pairs, 2, min(SWISS_ROUNDS, pairs - 1), has_boards)
    teams = people // 4
    if has_boards and people % 4 == 0 and teams in ROUND_ROBIN_TEAMS:
        rounds = _to_meet_everybody(teams)
        yield _plan(Kind.TEAMS, teams, 4, rounds, has_boards)


def _to_meet_everybody(units: int) -> int:
    # of an odd number one sits out in each round
    return units if units % 2 else units - 1


def _mitchells(pairs: int, tables: int, *, has_boards: bool) -> Iterator[Plan]:
    rounds = min(most_rounds(tables), MITCHELL_ROUNDS)
    plan = _plan(Kind.MITCHELL, pairs, 2, rounds, has_boards)
    yield plan
    if not has_boards:
        return
    yield replace(plan, switched=switched_of(rounds))
    shared = min(most_rounds(tables, Even.SHARE), MITCHELL_ROUNDS)
    if shared > rounds:
        plan = _plan(Kind.MITCHELL, pairs, 2, shared, has_boards)
        yield replace(plan, shares=True)


def _free(people: int, alone: Sequence[int], *, has_boards: bool) -> Plan:
    plan = _plan(Kind.FREE, people, 1, FREE_ROUNDS, has_boards)
    sizes = sizes_of(people, alone or (4,))
    idle = people - sum(sizes)
    return replace(plan, sits_out=idle, seats=sum(sizes) // len(sizes) if sizes else 4)


def switched_of(rounds: int) -> int:
    """In how many of the last rounds the sides exchange directions, so that everybody is
    compared with everybody about equally often. Published: about one of eight, by J. R.
    Manning’s paper on movements, as the English Bridge Union gives it."""
    return max(1, round(rounds / 8))


def _plan(kind: Kind, units: int, size: int, rounds: int, has_boards: bool) -> Plan:
    deals = min(max(DEALS // rounds, 1), MOST_OF_A_ROUND)
    scoring = Scoring.POINTS
    if has_boards:
        is_teams = kind is Kind.TEAMS
        scoring = Scoring.VICTORY_POINTS if is_teams else Scoring.MATCHPOINTS
        deals = max(deals, 2)
    minutes = deals * (BOARD_MINUTES if has_boards else DEAL_MINUTES)
    # persons sit down by fours, pairs and teams two by two
    idle = units % 4 if size == 1 else units % 2 * size
    return Plan(kind, units, size, rounds, deals, minutes, scoring, idle)


def _order(plan: Plan, *, has_boards: bool) -> tuple[bool, bool, int]:
    is_variant = plan.code != plan.movement.value
    takes_long = plan.minutes_in_all > 240
    first = [Kind.INDIVIDUAL, Kind.HOWELL, Kind.SWISS, Kind.MITCHELL, Kind.TEAMS]
    if has_boards:
        first = [Kind.HOWELL, Kind.MITCHELL, Kind.INDIVIDUAL, Kind.TEAMS, Kind.SWISS]
        if plan.units * plan.size > 14:
            first = [
                Kind.MITCHELL,
                Kind.HOWELL,
                Kind.TEAMS,
                Kind.SWISS,
                Kind.INDIVIDUAL,
            ]
    if plan.movement is Kind.FREE:
        return True, False, len(first)
    return is_variant, takes_long, first.index(plan.movement)
