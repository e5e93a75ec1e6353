"""Every movement of every size has the properties that make it fair."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from scorekeeper.nights.individuals import PEOPLE, all_rounds, fairness, individual
from scorekeeper.nights.movement import Movement, board_numbers
from scorekeeper.nights.pairs import (
    HOWELL_PAIRS,
    MITCHELL_TABLES,
    Even,
    howell,
    mitchell,
    most_rounds,
)
from scorekeeper.nights.teams import ROUND_ROBIN_TEAMS, round_robin


def check_places(movement: Movement, numbers: int) -> None:
    """In each round everybody is at one table or sits out, and tables have numbers of
    their own."""
    for played in movement.rounds:
        there = [number for table in played.tables for number in table.everyone]
        assert sorted([*there, *played.sitting_out]) == [*range(1, numbers + 1)]
        names = [table.table for table in played.tables]
        assert len(set(names)) == len(names)


def check_boards(movement: Movement, numbers: int) -> None:
    """Nobody plays a set of boards twice, and no set is beyond those that are there."""
    for number in range(1, numbers + 1):
        boards = [
            table.boards
            for played in movement.rounds
            for table in played.tables
            if number in table.everyone
        ]
        assert len(set(boards)) == len(boards), number
        assert all(1 <= one <= movement.sets for one in boards)


def tables_with_the_same_boards(movement: Movement) -> int:
    """The most tables that have one set of boards in one round."""
    most = 0
    for played in movement.rounds:
        counted = Counter(table.boards for table in played.tables)
        most = max(most, *counted.values())
    return most


def meetings(movement: Movement) -> Counter[frozenset[int]]:
    """How often two pairs or teams met: a match of teams at two tables counts once."""
    found = Counter[frozenset[int]]()
    for played in movement.rounds:
        found.update({frozenset(table.everyone) for table in played.tables})
    return found


def sat_out(movement: Movement, numbers: int) -> list[int]:
    counted = Counter(who for played in movement.rounds for who in played.sitting_out)
    return [counted[number] for number in range(1, numbers + 1)]


@pytest.mark.parametrize("pairs", HOWELL_PAIRS)
def test_howell_lets_everybody_meet_once(pairs: int) -> None:
    movement = howell(pairs)
    check_places(movement, pairs)
    check_boards(movement, pairs)
    assert movement.winners == 1
    every = {frozenset(two) for two in combinations(range(1, pairs + 1), 2)}
    assert meetings(movement) == Counter(every)
    assert set(sat_out(movement, pairs)) == {pairs % 2}
    if pairs > 6:
        assert tables_with_the_same_boards(movement) == 1


def compared(movement: Movement) -> Counter[frozenset[int]]:
    """On how many sets two pairs sat in the same direction."""
    by_direction: dict[tuple[int, str], set[int]] = {}
    for played in movement.rounds:
        for table in played.tables:
            by_direction.setdefault((table.boards, "N"), set()).update(
                table.north_south
            )
            by_direction.setdefault((table.boards, "E"), set()).update(table.east_west)
    return Counter(
        frozenset(two)
        for pairs in by_direction.values()
        for two in combinations(sorted(pairs), 2)
    )


@pytest.mark.parametrize(("pairs", "apart"), [(8, 0), (10, 2), (12, 0), (14, 2)])
def test_howell_compares_any_two_pairs_about_as_often(pairs: int, apart: int) -> None:
    counted = compared(howell(pairs))
    assert len(counted) == pairs * (pairs - 1) // 2
    assert max(counted.values()) - min(counted.values()) <= apart


def mitchells() -> Iterator[tuple[int, Even]]:
    for tables in MITCHELL_TABLES:
        for even in Even:
            for pairs in (2 * tables, 2 * tables - 1):
                yield pairs, even


@pytest.mark.parametrize(("pairs", "even"), [*mitchells()])
def test_mitchell_lets_nobody_meet_a_pair_or_boards_twice(
    pairs: int, even: Even
) -> None:
    tables = (pairs + 1) // 2
    rounds = most_rounds(tables, even)
    movement = mitchell(pairs, rounds, even=even)
    check_places(movement, pairs)
    check_boards(movement, pairs)
    assert movement.winners == 2
    assert set(meetings(movement).values()) == {1}
    shared = 2 if tables % 2 == 0 and even is Even.SHARE else 1
    assert tables_with_the_same_boards(movement) <= shared
    assert max(sat_out(movement, pairs)) <= pairs % 2
    north_south = {
        number
        for played in movement.rounds
        for table in played.tables
        for number in table.north_south
    }
    assert north_south <= set(range(1, tables + 1))


@pytest.mark.parametrize("tables", [3, 8, 13])
def test_an_arrow_switch_makes_one_winner(tables: int) -> None:
    plain = mitchell(2 * tables, 2)
    switched = mitchell(2 * tables, 2, switched=1)
    assert switched.winners == 1
    assert switched.rounds[0] == plain.rounds[0]
    for table, before in zip(
        switched.rounds[1].tables, plain.rounds[1].tables, strict=True
    ):
        assert table.north_south == before.east_west
        assert table.east_west == before.north_south
        assert table.boards == before.boards


@pytest.mark.parametrize("people", [4, 5, 8, 9, 12, 13, 16])
def test_everybody_partners_everybody_once_and_opposes_them_twice(people: int) -> None:
    movement = individual(people, all_rounds(people))
    check_places(movement, people)
    check_boards(movement, people)
    mixed = fairness(movement, people)
    assert mixed.partners == (1, 1)
    assert mixed.opponents == (2, 2)
    assert mixed.sitting_out == (people % 4, people % 4)


@pytest.mark.parametrize("people", PEOPLE)
def test_an_individual_of_any_number_is_as_fair_as_it_says(people: int) -> None:
    rounds = min(7, all_rounds(people))
    movement = individual(people, rounds)
    assert movement == individual(people, rounds), "always the same"
    check_places(movement, people)
    check_boards(movement, people)
    mixed = fairness(movement, people)
    assert mixed.sitting_out[1] - mixed.sitting_out[0] <= 1
    assert mixed.partners[1] <= (2 if people < 8 else 1)
    assert mixed.opponents[1] <= 3


@pytest.mark.parametrize("teams", ROUND_ROBIN_TEAMS)
def test_every_team_plays_every_other_at_two_tables(teams: int) -> None:
    movement = round_robin(teams)
    every = {frozenset(two) for two in combinations(range(1, teams + 1), 2)}
    assert meetings(movement) == Counter(every)
    assert set(sat_out(movement, teams)) == {teams % 2}
    for played in movement.rounds:
        for first, second in zip(played.tables[::2], played.tables[1::2], strict=True):
            assert first.north_south == second.east_west
            assert first.east_west == second.north_south
            assert first.boards == second.boards


def test_a_set_of_boards_has_its_numbers() -> None:
    assert [*board_numbers(1, 3)] == [1, 2, 3]
    assert [*board_numbers(3, 4)] == [9, 10, 11, 12]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: howell(3),
        lambda: howell(15),
        lambda: mitchell(4, 2),
        lambda: mitchell(8, 4),
        lambda: mitchell(81, 5),
        lambda: individual(3, 1),
        lambda: individual(8, 8),
        lambda: round_robin(17),
    ],
)
def test_a_size_that_is_not_offered_is_refused(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises(ValueError):
        wrong()
