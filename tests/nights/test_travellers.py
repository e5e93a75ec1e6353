"""Travellers against the standings, which count the same results in another way."""

from collections import defaultdict
from fractions import Fraction

import pytest

from scorekeeper.core.sheet import Points
from scorekeeper.nights import facts
from scorekeeper.nights.facts import Award, Kind, Scoring
from scorekeeper.nights.night import Night
from scorekeeper.nights.standings import Result, matches, standings
from scorekeeper.nights.travellers import Line, by_board, lines, own_lines
from tests.nights.folded import chosen_night, folded, played, with_round

NIGHTS = [
    (Kind.INDIVIDUAL, 9, 1, 9, Scoring.MATCHPOINTS),
    (Kind.HOWELL, 7, 2, 7, Scoring.MATCHPOINTS),
    (Kind.MITCHELL, 10, 2, 4, Scoring.MATCHPOINTS),
    (Kind.HOWELL, 6, 2, 5, Scoring.IMPS),
]


def night_of(
    kind: Kind, n: int, size: int, rounds: int, scoring: Scoring
) -> tuple[Night, list[Result]]:
    night = chosen_night(kind, n, size, rounds, scoring)
    for _ in range(rounds):
        night = with_round(night)
    scores = [(11 * n * n) % 97 - 48 for n in range(200)]
    return night, played(night, scores, left_out=7)


def sums(night: Night, found: list[Line]) -> tuple[dict[int, Points], dict[int, int]]:
    """What each number of the movement won on all lines, and on how many."""
    won: dict[int, Points] = defaultdict(int)
    boards: dict[int, int] = defaultdict(int)
    for line in found:
        for unit, points in line.won.items():
            won[unit] += points
            boards[unit] += 1
    return won, boards


@pytest.mark.parametrize("shape", NIGHTS, ids=lambda shape: f"{shape[0]}-{shape[4]}")
def test_the_lines_of_everybody_add_up_to_their_total(
    shape: tuple[Kind, int, int, int, Scoring],
) -> None:
    night, results = night_of(*shape)
    laid = night.rounds[1].fact.tables[0]
    where = (2, laid.table, laid.board, "Dropped cards", "12C2")
    plus = facts.BoardGiven(*where, north_south=Award.PLUS, east_west=Award.MINUS)
    night = folded([plus], night)
    found = lines(night, results)
    won, boards = sums(night, found)
    top = found[0].of
    for ranking in standings(night, results):
        for line in ranking.standings:
            people = night.units[line.unit - 1]
            own = own_lines(found, people)
            assert len(own) == boards[line.unit] == line.played
            assert own == [
                one
                for one in found
                if any({*people}.intersection(side) for side in one.sides)
            ]
            if shape[4] is Scoring.MATCHPOINTS:
                percent = Fraction(100 * won[line.unit]) / (top * len(own))
                assert percent == line.total
    given = [line for line in found if line.given is not None]
    assert [line.difference for line in given] == [None]


def test_a_traveller_has_its_best_result_first() -> None:
    night, results = night_of(*NIGHTS[2])
    laid = night.rounds[0].fact.tables[0]
    where = (1, laid.table, laid.board, "Not played", "12C2")
    average = facts.BoardGiven(
        *where, north_south=Award.AVERAGE, east_west=Award.AVERAGE
    )
    travellers = by_board(lines(folded([average], night), results))
    assert list(travellers) == sorted({result.board for result in results})
    for board, found in travellers.items():
        margins = [line.difference for line in found if line.difference is not None]
        assert margins == sorted(margins, reverse=True)
        if board == laid.board:
            assert found[-1].difference is None, "artificial scores come last"
            assert len(margins) == len(found) - 1


@pytest.mark.parametrize("is_given", [False, True])
def test_the_lines_of_two_teams_add_up_to_their_match(is_given: bool) -> None:
    night, results = night_of(Kind.TEAMS, 4, 4, 3, Scoring.VICTORY_POINTS)
    if is_given:
        laid = night.rounds[0].fact.tables[0]
        where = (1, laid.table, laid.board, "Cards were seen", "12C2")
        plus = facts.BoardGiven(*where, north_south=Award.PLUS, east_west=Award.PLUS)
        night = folded([plus], night)
    found = lines(night, results)
    for match in matches(night, results):
        own = [
            line
            for line in found
            if line.round == match.round and match.ours in line.won
        ]
        # each board is a line of both tables, and of one where it wasn't played there
        boards = {line.board: line for line in own}
        assert len(boards) == match.boards
        for team, won in zip((match.ours, match.theirs), match.won, strict=True):
            assert sum(line.won[team] for line in boards.values()) == won


def test_deals_without_boards_are_counted_at_their_table() -> None:
    night = chosen_night(Kind.INDIVIDUAL, 8, 1, 2, Scoring.POINTS)
    night = with_round(night)
    sides = [(laid.north_south, laid.east_west) for laid in night.rounds[0].fact.tables]
    results = [
        Result(1, table, 0, *sides[table - 1], (100, 20))
        for table in (1, 2)
        for _ in range(3)
    ]
    found = lines(night, results)
    assert [(line.table, line.deal) for line in found] == [
        *((1, 1), (1, 2), (1, 3)),
        *((2, 1), (2, 2), (2, 3)),
    ]
    assert not any(line.won for line in found)
