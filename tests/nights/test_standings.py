"""Standings by random nights, against an oracle that counts pair by pair; and what is
known by hand."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.sheet import Points
from scorekeeper.nights import facts
from scorekeeper.nights.facts import Award, Kind, Scoring
from scorekeeper.nights.night import Night
from scorekeeper.nights.scoring import imps, victory_points
from scorekeeper.nights.standings import matches, standings
from tests.nights.folded import chosen_night, folded, played, with_round
from tests.nights.oracle import check_places, oracle, totals_of, who

NIGHTS = st.sampled_from(
    [
        (Kind.INDIVIDUAL, 8, 1, 7, 0),
        (Kind.INDIVIDUAL, 9, 1, 9, 0),
        (Kind.INDIVIDUAL, 10, 1, 4, 0),
        (Kind.HOWELL, 4, 2, 3, 0),
        (Kind.HOWELL, 7, 2, 7, 0),
        (Kind.MITCHELL, 9, 2, 5, 0),
        (Kind.MITCHELL, 10, 2, 5, 1),
        (Kind.SWISS, 7, 2, 3, 0),
    ]
)
SCORES = st.lists(st.integers(-160, 160), min_size=150, max_size=150)


@settings(max_examples=60, deadline=None)
@given(
    NIGHTS,
    SCORES,
    st.sampled_from([Scoring.MATCHPOINTS, Scoring.IMPS]),
    st.integers(0, 7).filter(lambda n: n != 1),
    st.integers(1, 3),
)
def test_a_random_night_stands_as_the_oracle_says(
    shape: tuple[Kind, int, int, int, int],
    scores: list[int],
    scoring: Scoring,
    left_out: int,
    boards: int,
) -> None:
    kind, n, size, rounds, switched = shape
    night = chosen_night(kind, n, size, rounds, scoring, boards, switched)
    for _ in range(rounds):
        night = with_round(night, range(1, n + 1))
    results = played(night, scores * 2, left_out=left_out)
    found = standings(night, results)
    assert totals_of(found) == oracle(night, results)
    has_two = kind is Kind.MITCHELL and not switched
    assert [ranking.direction for ranking in found] == (
        ["NS", "EW"] if has_two else [""]
    )
    for ranking in found:
        check_places(ranking)


@settings(max_examples=30, deadline=None)
@given(SCORES, st.integers(0, 5).filter(lambda n: n != 1))
def test_points_are_added_up_or_are_the_mean_of_a_deal(
    scores: list[int], left_out: int
) -> None:
    night = chosen_night(Kind.INDIVIDUAL, 9, 1, 9, Scoring.POINTS, boards=3)
    for _ in range(9):
        night = with_round(night)
    results = played(night, scores, left_out=left_out)
    (ranking,) = standings(night, results)
    check_places(ranking)
    for line in ranking.standings:
        own = list[Points]()
        for result in results:
            if line.unit in result.north_south:
                own.append(result.points[0])
            elif line.unit in result.east_west:
                own.append(result.points[1])
        assert line.played == len(own)
        mean = Fraction(sum(own)) / len(own)
        assert line.total == (mean if ranking.is_mean else sum(own))
    counts = {line.played for line in ranking.standings}
    assert ranking.is_mean == (len(counts) > 1)


@settings(max_examples=30, deadline=None)
@given(SCORES)
def test_teams_have_the_victory_points_of_their_matches(scores: list[int]) -> None:
    night = chosen_night(Kind.TEAMS, 3, 4, 3, Scoring.VICTORY_POINTS, boards=6)
    for _ in range(3):
        night = with_round(night)
    results = played(night, scores)
    (ranking,) = standings(night, results)
    expected = dict.fromkeys((1, 2, 3), Decimal(0))
    for opened in night.rounds:
        first, _ = opened.fact.tables
        ours = night.unit_of(first.north_south[0])
        theirs = night.unit_of(first.east_west[0])
        assert ours is not None and theirs is not None
        won = 0
        for board in range(first.board, first.board + 6):
            (open_room,) = (
                r for r in results if r.where == (opened.fact.number, 1, board)
            )
            (closed,) = (
                r for r in results if r.where == (opened.fact.number, 2, board)
            )
            won += imps(open_room.difference - closed.difference)
        points = victory_points(won, 6)
        expected[ours] += points[0]
        expected[theirs] += points[1]
    for unit in expected:  # each sat out once, and has its own average for it
        expected[unit] += (expected[unit] / 2).quantize(Decimal("0.01"))
    assert totals_of((ranking,)) == expected


# ---- artificial and adjusted scores ----


def howell_night(scoring: Scoring = Scoring.MATCHPOINTS) -> Night:
    night = chosen_night(Kind.HOWELL, 4, 2, 3, scoring, boards=1)
    for _ in range(3):
        night = with_round(night)
    return night


def test_average_plus_is_the_own_percentage_where_that_is_more() -> None:
    night = howell_night()
    # pair 4 sits North–South at table 1 in each round, and always wins
    results = [
        replace(one, points=(100 if one.table == 1 else 50, 0))
        for one in played(night, [0] * 6)
    ]
    (before,) = standings(night, results)
    assert before.standings[0].unit == 4
    assert before.standings[0].total == 100
    given_score = facts.BoardGiven(
        1, 1, 1, "Table fouled", "12C2", Award.PLUS, Award.MINUS
    )
    (after,) = standings(folded([given_score], night), results)
    best = after.standings[0]
    assert (best.unit, best.total, best.given) == (4, 100, 1)
    opponent = night.unit_of(night.rounds[0].fact.tables[0].east_west[0])
    (line,) = (one for one in after.standings if one.unit == opponent)
    assert line.given == 1


def test_an_artificial_score_of_teams_is_three_imps_in_their_match() -> None:
    night = chosen_night(Kind.TEAMS, 2, 4, 1, Scoring.VICTORY_POINTS, boards=4)
    night = with_round(night)
    results = played(night, [0, 0, 0, 0, 40, 0, 0, 0])
    (before,) = matches(night, results)
    assert before.won in ((-9, 9), (9, -9)) and before.boards == 4
    plus, minus = Award.PLUS, Award.MINUS
    fouled = facts.BoardGiven(1, 2, 1, "Board fouled", "12C2", plus, minus)
    changed = folded([fouled], night)
    (after,) = matches(changed, results)
    laid = night.rounds[0].fact.tables[1]
    is_first = night.unit_of(laid.north_south[0]) == after.ours
    assert after.won == ((3, -3) if is_first else (-3, 3))
    assert after.boards == 4
    (ranking,) = standings(changed, results)
    assert ranking.standings[0].unit == night.unit_of(laid.north_south[0])
    assert sum(Fraction(line.total) for line in ranking.standings) == 20


def test_an_artificial_score_in_imps_is_three() -> None:
    night = howell_night(Scoring.IMPS)
    given_score = facts.BoardGiven(2, 1, 2, "No play", "12C2", Award.PLUS, Award.PLUS)
    (ranking,) = standings(folded([given_score], night), played(night, [0] * 6))
    totals = totals_of((ranking,))
    there = night.rounds[1].fact.tables[0]
    for unit, total in totals.items():
        assert total == (3 if who(night, unit) & {*there.people} else 0)


def test_an_adjusted_result_takes_the_place_of_what_was_played() -> None:
    night = howell_night()
    results = played(night, [10, -5, 3, 8, 0, 2])
    adjusted = facts.BoardGiven(
        1, 1, 1, "Unauthorised information", "16B3", points=-500
    )
    (found,) = standings(folded([adjusted], night), results)
    by_hand = [
        replace(one, points=(-500, 0)) if one.where == (1, 1, 1) else one
        for one in results
    ]
    (wanted,) = standings(night, by_hand)
    assert totals_of((found,)) == totals_of((wanted,))
    taken_back = folded(
        [adjusted, facts.BoardGiven(1, 1, 1, "Other", "16B3", points=30)], night
    )
    assert len(taken_back.given) == 1, "the last word on a board counts"


def test_a_night_without_results_has_no_places() -> None:
    night = howell_night()
    assert [ranking.standings for ranking in standings(night, [])] == [()]


# ---- how long it takes ----


MOST_SECONDS = 0.05


@pytest.mark.parametrize("scoring", [Scoring.MATCHPOINTS, Scoring.IMPS])
def test_forty_tables_and_27_boards_stand_within_50_ms(scoring: Scoring) -> None:
    night = chosen_night(Kind.MITCHELL, 80, 2, 9, scoring, boards=3)
    for _ in range(9):
        night = with_round(night)
    scores = [(7 * n) % 61 - 30 for n in range(40 * 27)]
    results = played(night, scores)
    took = list[float]()
    for _ in range(3):
        began = process_time()
        standings(night, results)
        took.append(process_time() - began)
    assert min(took) < MOST_SECONDS


@pytest.mark.parametrize("scoring", [Scoring.MATCHPOINTS, Scoring.IMPS])
def test_a_round_without_opponents_can_be_worth_average_plus(scoring: Scoring) -> None:
    """Whoever has more than that keeps the own average."""
    night = chosen_night(Kind.HOWELL, 5, 2, 5, scoring)
    for _ in range(5):
        night = with_round(night)
    assert night.chosen is not None
    results = played(night, [40, -30, 20, 10, -50, 60, 0, 30, -20, 10] * 4)
    plus = replace(night, chosen=replace(night.chosen, sit_out=Award.PLUS))
    (own,) = standings(night, results)
    (least,) = standings(plus, results)
    before = {line.unit: Fraction(line.total) for line in own.standings}
    after = {line.unit: Fraction(line.total) for line in least.standings}
    for unit, total in before.items():
        if scoring is Scoring.MATCHPOINTS:
            expected = (8 * total + 2 * max(total, Fraction(60))) / 10
        else:
            mean = total / 10
            expected = 8 * mean + 2 * max(mean, Fraction(3))
        assert after[unit] == expected
    assert before != after
