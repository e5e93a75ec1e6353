"""Ranks, ties, shares and every reading of the settings; the zero sum of the
defaults."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import Points
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.rules import (
    MIDDLING,
    PRINTED,
    SEEING_RED,
    SHAPESHIFT,
    Aim,
    Contract,
    Counts,
    Payoffs,
    Settings,
    Ties,
    shapeshift_of,
)
from scorekeeper.games.berzerka.scoring import (
    forecast,
    number_written,
    shares,
    value,
)
from scorekeeper.games.berzerka.state import RING, Box
from tests.games.berzerka.table import ONE, THREE, TWO

BID = How.BID
HOTSEAT = How.HOTSEAT
MOST = Contract("own-1", 3, step=0, name="Three")
FEWEST = Contract("own-1", 3, aim=Aim.FEWEST, step=0, name="Three")
MIDDLE = Contract("own-1", 4, aim=Aim.MIDDLE, step=0, name="Four")


def boxes(*rows: tuple[int, int, How]) -> tuple[Box, ...]:
    """Boxes by number, discards and how, for seats 1, 2 and 3."""
    return tuple(
        Box(seat, number, discards, how)
        for seat, (number, discards, how) in zip(RING, rows, strict=False)
    )


def earned(
    contract: Contract, *rows: tuple[int, int, How], settings: Settings | None = None
) -> list[Points]:
    """What seats 1, 2 and 3 earn."""
    found = {
        share.box.seat: share.points
        for share in shares(settings or Settings(), contract, boxes(*rows))
    }
    return [found[seat] for seat in RING]


DIFFERENT = ((9, 1, BID), (4, 1, BID), (6, 1, BID))
LEVEL = ((6, 3, BID), (6, 1, HOTSEAT), (2, 1, BID))
LEVEL_DISCARDS = ((6, 3, HOTSEAT), (6, 3, BID), (2, 1, BID))
QUITE_LEVEL = ((6, 3, BID), (6, 3, BID), (2, 1, BID))


# ---- ranks ----


def test_the_most_ranks_highest() -> None:
    assert earned(MOST, *DIFFERENT) == [3, -3, 0]


def test_the_fewest_ranks_highest() -> None:
    assert earned(FEWEST, *DIFFERENT) == [-3, 3, 0]


def test_a_number_below_zero_ranks_too() -> None:
    assert earned(MOST, (-2, 0, BID), (0, 0, BID), (-1, 0, BID)) == [-3, 3, 0]


def test_the_value_grows_with_every_bid_for_everybody() -> None:
    rows = ((9, 1, BID), (4, 1, HOTSEAT), (6, 1, BID))
    assert earned(SEEING_RED, *rows) == [4, -4, 0]


# ---- what the places earn ----


@pytest.mark.parametrize(
    ("settings", "points"),
    [
        (Settings(), [3, -3, 0]),
        (Settings(payoffs=Payoffs.WINNER), [3, 0, 0]),
        (Settings(payoffs=Payoffs.LADDER), [6, 0, 3]),
        (
            Settings(
                payoffs=Payoffs.CUSTOM,
                custom_payoffs=(("first", 3), ("second", 1), ("third", -2)),
            ),
            [9, -6, 3],
        ),
    ],
)
def test_every_reading_of_the_places(settings: Settings, points: list[Points]) -> None:
    assert earned(MOST, *DIFFERENT, settings=settings) == points


@pytest.mark.parametrize("payoffs", list(Payoffs))
def test_middling_keeps_its_printed_rule(payoffs: Payoffs) -> None:
    assert earned(MIDDLE, *DIFFERENT, settings=Settings(payoffs=payoffs)) == [-2, -2, 4]


# ---- ties ----


@pytest.mark.parametrize(
    ("ties", "level", "level_discards", "quite_level"),
    [
        (Ties.FEWER_THEN_BID, [0, 3, -3], [0, 3, -3], ["3/2", "3/2", -3]),
        (Ties.FEWER, [0, 3, -3], ["3/2", "3/2", -3], ["3/2", "3/2", -3]),
        (Ties.BID_THEN_FEWER, [3, 0, -3], [0, 3, -3], ["3/2", "3/2", -3]),
        (Ties.MORE_THEN_BID, [3, 0, -3], [0, 3, -3], ["3/2", "3/2", -3]),
        (Ties.SHARED, ["3/2", "3/2", -3], ["3/2", "3/2", -3], ["3/2", "3/2", -3]),
    ],
)
def test_every_reading_of_ties(
    ties: Ties,
    level: list[object],
    level_discards: list[object],
    quite_level: list[object],
) -> None:
    settings = Settings(ties=ties)
    for rows, points in (
        (LEVEL, level),
        (LEVEL_DISCARDS, level_discards),
        (QUITE_LEVEL, quite_level),
    ):
        assert earned(MOST, *rows, settings=settings) == [
            Fraction(str(p)) for p in points
        ]


def test_all_three_level_earn_nothing() -> None:
    assert earned(MOST, *[(5, 2, BID)] * 3) == [0, 0, 0]


def test_three_level_players_can_share_thirds() -> None:
    settings = Settings(payoffs=Payoffs.WINNER)
    points = earned(
        Contract("own-1", 1, step=0, name="One"), *[(5, 2, BID)] * 3, settings=settings
    )
    assert points == [Fraction(1, 3)] * 3


def test_points_are_whole_numbers_where_they_can_be() -> None:
    assert all(type(points) is int for points in earned(MOST, *DIFFERENT))
    assert all(type(points) is int for points in earned(MIDDLE, *DIFFERENT))


# ---- the middle ----


def test_two_level_in_the_middle_contend_by_the_same_chain() -> None:
    assert earned(MIDDLE, (5, 3, BID), (5, 1, BID), (8, 0, BID)) == [-2, 4, -2]


def test_level_below_is_in_the_middle_too() -> None:
    assert earned(MIDDLE, (9, 0, BID), (5, 2, HOTSEAT), (5, 2, BID)) == [-2, -2, 4]


def test_quite_level_in_the_middle_share() -> None:
    assert earned(MIDDLE, (5, 2, BID), (5, 2, BID), (8, 0, BID)) == [1, 1, -2]


def test_all_three_level_in_the_middle() -> None:
    assert earned(MIDDLE, (5, 3, BID), (5, 1, BID), (5, 2, BID)) == [-2, 4, -2]
    assert earned(MIDDLE, *[(5, 2, BID)] * 3) == [0, 0, 0]


def test_discards_do_not_matter_among_the_losers() -> None:
    lost = [
        share
        for share in shares(Settings(), MIDDLE, boxes(*DIFFERENT))
        if share.points < 0
    ]
    assert [(one.first, one.last, one.was_tied) for one in lost] == [(1, 2, False)] * 2


# ---- the forecast ----


def test_nothing_is_forecast_from_one_box_or_from_three() -> None:
    assert forecast(Settings(), MOST, boxes(*DIFFERENT)[:1]) == {}
    assert forecast(Settings(), MOST, boxes(*DIFFERENT)) == {}


def test_two_boxes_are_first_and_last() -> None:
    assert forecast(Settings(), MOST, boxes(*DIFFERENT)[:2]) == {ONE: 3, TWO: -3}
    assert forecast(Settings(), MOST, boxes(*QUITE_LEVEL)[:2]) == {ONE: 0, TWO: 0}
    assert forecast(Settings(), MIDDLE, boxes(*DIFFERENT)[1:]) == {TWO: -2, THREE: -2}


def test_two_level_boxes_are_the_median_whatever_the_third_is() -> None:
    broken = boxes((5, 1, BID), (5, 2, BID))
    assert forecast(Settings(), MIDDLE, broken) == {ONE: 4, TWO: -2}
    assert forecast(Settings(ties=Ties.SHARED), MIDDLE, broken) == {ONE: 1, TWO: 1}
    level = boxes((5, 1, BID), (5, 1, BID))
    assert forecast(Settings(), MIDDLE, level) == {ONE: 1, TWO: 1}
    for third in (0, 9):
        filled = (*level, Box(THREE, third, 0, BID))
        assert {
            share.box.seat: share.points for share in shares(Settings(), MIDDLE, filled)
        } == {
            ONE: 1,
            TWO: 1,
            THREE: -2,
        }


# ---- properties ----

COPIED = [one for one in PRINTED if one != SHAPESHIFT]
ANY_CONTRACT = st.sampled_from(
    [*COPIED, *(shapeshift_of(one) for one in COPIED), MOST, FEWEST]
)
ANY_BOX = st.tuples(
    st.integers(0, 13),
    st.integers(0, 13),
    st.integers(0, 13),
    st.sampled_from(list(How)),
)


def _box(contract: Contract, seat: Seat, facts: tuple[int, int, int, How]) -> Box:
    count, overbid, discards, how = facts
    number = number_written(
        contract, min(count, contract.counts.most), 0 if how is HOTSEAT else overbid
    )
    return Box(seat, number, discards, how)


@given(ANY_CONTRACT, st.tuples(ANY_BOX, ANY_BOX, ANY_BOX), st.sampled_from(list(Ties)))
def test_the_points_of_a_complete_contract_sum_to_zero(
    contract: Contract, facts: tuple[tuple[int, int, int, How], ...], ties: Ties
) -> None:
    filled = tuple(
        _box(contract, seat, one) for seat, one in zip(RING, facts, strict=True)
    )
    assert (
        sum(share.points for share in shares(Settings(ties=ties), contract, filled))
        == 0
    )


@given(
    ANY_CONTRACT,
    st.tuples(ANY_BOX, ANY_BOX, ANY_BOX),
    st.permutations([0, 1, 2]),
    st.sampled_from(list(Payoffs)),
)
def test_the_order_in_which_boxes_were_filled_does_not_matter(
    contract: Contract,
    facts: tuple[tuple[int, int, int, How], ...],
    order: list[int],
    payoffs: Payoffs,
) -> None:
    filled = tuple(
        _box(contract, seat, one) for seat, one in zip(RING, facts, strict=True)
    )
    settings = Settings(payoffs=payoffs)
    before = {
        share.box.seat: share.points for share in shares(settings, contract, filled)
    }
    shuffled = tuple(filled[n] for n in order)
    after = {
        share.box.seat: share.points for share in shares(settings, contract, shuffled)
    }
    assert before == after


@given(
    st.sampled_from([one for one in COPIED if one.aim is Aim.MOST]),
    st.tuples(ANY_BOX, ANY_BOX, ANY_BOX),
)
def test_another_trick_never_earns_less_where_most_ranks_highest(
    contract: Contract, facts: tuple[tuple[int, int, int, How], ...]
) -> None:
    filled = tuple(
        _box(contract, seat, one) for seat, one in zip(RING, facts, strict=True)
    )
    better = (
        Box(filled[0].seat, filled[0].number + 1, filled[0].discards, filled[0].how),
        *filled[1:],
    )

    def first(found: tuple[Box, ...]) -> Points:
        earned_by = {
            share.box.seat: share.points
            for share in shares(Settings(), contract, found)
        }
        return earned_by[ONE]

    assert first(better) >= first(filled)


@given(st.sampled_from(COPIED), st.lists(st.sampled_from(list(How)), max_size=3))
def test_the_value_counts_the_bids_alone(contract: Contract, hows: list[How]) -> None:
    worth = value(contract, hows)
    assert worth == value(contract, [*hows, HOTSEAT])
    assert value(contract, [*hows, BID]) == worth + (2 if contract == MIDDLING else 1)


@given(st.integers(0, 13), st.integers(0, 13), st.sampled_from(list(Counts)))
def test_an_overbid_moves_the_number_by_itself_or_against_the_bidder(
    count: int, overbid: int, counts: Counts
) -> None:
    for aim in (Aim.MOST, Aim.MIDDLE):
        contract = Contract("own-1", 1, counts, aim)
        assert number_written(contract, count, overbid) == count - overbid
    fewest = Contract("own-1", 1, counts, Aim.FEWEST)
    assert number_written(fewest, count, overbid) == count + overbid
    closest = Contract("own-1", 1, counts, Aim.CLOSEST, target=4)
    assert number_written(closest, count, overbid) == abs(count - overbid - 4)
