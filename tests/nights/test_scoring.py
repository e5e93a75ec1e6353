"""What results are worth beside each other, against published figures and by
property."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.nights.scoring import (
    cross_imps,
    imps,
    matchpoints,
    neuberg,
    places,
    victory_points,
)

LAW_78B = """
0-10 0, 20-40 1, 50-80 2, 90-120 3, 130-160 4, 170-210 5, 220-260 6, 270-310 7, 320-360 8,
370-420 9, 430-490 10, 500-590 11, 600-740 12, 750-890 13, 900-1090 14, 1100-1290 15, 1300-1490 16,
1500-1740 17, 1750-1990 18, 2000-2240 19, 2250-2490 20, 2500-2990 21, 3000-3490 22, 3500-3990 23,
4000-7600 24
"""


@pytest.mark.parametrize("line", LAW_78B.replace("\n", " ").strip().split(", "))
def test_imps_are_those_of_law_78b(line: str) -> None:
    span, worth = line.split()
    least, most = map(int, span.split("-"))
    for difference in range(least, most + 1, 10):
        assert (imps(difference), imps(-difference)) == (int(worth), -int(worth))


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ((420, 450, -50), [2, 4, 0]),
        ((110, 110, 110), [2, 2, 2]),
        ((620,), [0]),
    ],
)
def test_matchpoints_are_two_for_worse_and_one_for_equal(
    results: Sequence[int], points: list[int]
) -> None:
    assert matchpoints(results) == points


RESULTS = st.lists(st.integers(-300, 300).map(lambda n: 10 * n), min_size=1)


@given(RESULTS)
def test_matchpoints_add_up_to_half_of_all_tops(results: Sequence[int]) -> None:
    found = matchpoints(results)
    assert sum(found) == len(results) * (len(results) - 1)
    top = 2 * (len(results) - 1)
    mirrored = matchpoints([-result for result in results])
    assert [top - won for won in found] == mirrored


@given(RESULTS)
def test_cross_imps_are_as_much_lost_as_won(results: Sequence[int]) -> None:
    assert sum(cross_imps(results)) == 0


def test_neuberg_is_the_published_formula() -> None:
    """By hand: with 10 of 12 results a top of 18 becomes 21.8 of 22."""
    assert neuberg(18, there=10, expected=12) == Fraction(218, 10)
    assert neuberg(0, there=10, expected=12) == Fraction(2, 10)
    assert neuberg(7, there=5, expected=5) == 7


@given(st.integers(1, 40), st.integers(0, 20))
def test_neuberg_leaves_an_average_an_average(there: int, missing: int) -> None:
    average = there - 1
    scaled = neuberg(average, there, there + missing)
    assert scaled == there + missing - 1


@pytest.mark.parametrize(
    ("boards", "won", "winner"),
    [
        (16, 0, "10.00"), (16, 1, "10.31"), (16, 10, "12.80"), (16, 20, "15.00"),
        (16, 60, "20.00"), (20, 1, "10.28"), (20, 68, "20.00"),
        (8, 43, "20.00"),
    ],
)  # fmt: skip
def test_victory_points_follow_the_scale(boards: int, won: int, winner: str) -> None:
    ours, theirs = victory_points(won, boards)
    assert ours == Decimal(winner)
    assert ours + theirs == 20
    assert victory_points(-won, boards) == (theirs, ours)


@given(st.integers(1, 64), st.integers(0, 200))
def test_victory_points_never_fall_with_more_imps(boards: int, won: int) -> None:
    assert victory_points(won, boards)[0] <= victory_points(won + 1, boards)[0] <= 20


def test_equal_totals_share_a_place() -> None:
    totals = {"Ann": 12, "Bo": 15, "Chloé": 15, "Dot": 3}
    assert places(totals) == {"Bo": 1, "Chloé": 1, "Ann": 3, "Dot": 4}


# ---- what others have published ----


def test_a_published_traveller_has_its_matchpoints() -> None:
    """A traveller of seven tables, https://www.nofearbridge.co.uk/duplicate.htm."""
    assert matchpoints([430, 430, 420, 460, 430, 450, -50]) == [6, 6, 2, 12, 6, 10, 0]


@pytest.mark.parametrize(("won", "scaled"), [(4, "29/6"), (9, "32/3")])
def test_a_published_example_of_neuberg(won: int, scaled: str) -> None:
    """A board played 6 times where most were played 7 times: 4 of 10 becomes 4.8333 and
    9 becomes 10.6667 of 12, http://www.absoluteastronomy.com/topics/Neuberg_formula."""
    assert neuberg(won, there=6, expected=7) == Fraction(scaled)


@pytest.mark.parametrize(
    ("results", "first"),
    [([420, 170, 300], "9/2"), ([170, 420, 300], "-5"), ([430, 400, 150, -50], "6")],
)
def test_published_examples_of_cross_imps(results: list[int], first: str) -> None:
    """Three tables, and four in the guide of an online club (BridgeHit)."""
    assert cross_imps(results)[0] == Fraction(first)
