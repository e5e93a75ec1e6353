"""Every example and every rule of the document that has a number in it, as it stands
there."""

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.games.berzerka.events import (
    ContractBid,
    Discarded,
    HandPlayed,
    HandStated,
    HotseatPicked,
    How,
    PainSuitNamed,
    Passed,
)
from scorekeeper.games.berzerka.play import order_of
from scorekeeper.games.berzerka.rules import (
    BOTTLE_IT_UP,
    BY_CODE,
    HALF_HAND,
    HIDDEN_STRENGTH,
    HOLD_STEADY,
    MARATHON_FLEX,
    MIDDLING,
    PRINTED,
    SEEING_RED,
    STARTER,
    Aim,
    Counts,
    Named,
    RankingRule,
    TrumpRule,
    shapeshift_of,
)
from scorekeeper.games.berzerka.scoring import number_written, value
from scorekeeper.games.berzerka.state import Hand, Stage, present_hand
from tests.games.berzerka.table import ONE, THREE, TWO, Table

BID = How.BID
HOTSEAT = How.HOTSEAT


# ---- the board and the appendix ----


def test_the_starter_board_is_the_printed_one() -> None:
    assert [(contract.code, contract.base) for contract in STARTER] == [
        ("berzerka", 1),
        ("hidden-strength", 1),
        ("hold-steady", 2),
        ("seeing-red", 2),
        ("bottle-it-up", 3),
    ]


APPENDIX = """
berzerka         1 most    tricks     pick   normal
hidden-strength  1 most    tricks     none   inverted
hold-steady      2 closest tricks     none   chosen
seeing-red       2 most    tricks     hearts normal
bottle-it-up     3 fewest  tricks     none   normal
brute-strength   1 most    tricks     none   normal
still-holding    1 closest tricks     pick   chosen
changing-pace    1 most    tricks     pick   halfway
marathon-flex    2 most    last-six   pick   chosen
one-weakness     3 fewest  suit-cards none   normal
raging-tides     4 most    tricks     none   every-trick
middling         0 middle  tricks     pick   normal
"""

ASKED = {
    "berzerka": (Named.TRUMP,),
    "hold-steady": (Named.RANKING,),
    "still-holding": (Named.TRUMP, Named.RANKING),
    "changing-pace": (Named.TRUMP, Named.START),
    "marathon-flex": (Named.TRUMP, Named.RANKING),
    "one-weakness": (Named.PAIN_SUIT,),
    "raging-tides": (Named.START,),
    "middling": (Named.TRUMP,),
}
"""The sections "Additional information needed" of the appendix."""


@pytest.mark.parametrize("row", APPENDIX.strip().splitlines())
def test_the_appendix(row: str) -> None:
    code, base, *rest = row.split()
    aim, counts, trump, ranking = rest
    one = BY_CODE[code]
    assert (one.base, one.aim, one.counts) == (int(base), Aim(aim), Counts(counts))
    assert (one.trump, one.ranking) == (TrumpRule(trump), RankingRule(ranking))
    assert one.asks == ASKED.get(code, ())


def test_there_are_thirteen_printed_contracts() -> None:
    assert len(PRINTED) == len(BY_CODE) == 13
    assert BY_CODE["shapeshift"].base == 5


def test_seeing_red_has_hearts_as_trumps() -> None:
    hand = Hand(ONE, contract=SEEING_RED, declarer=ONE)
    order = order_of(hand)
    assert order and order.trump is Suit.HEARTS


def test_half_a_hand_of_thirteen_is_seven_cards() -> None:
    assert HALF_HAND == 7


# ---- Hold Steady ----


def test_michelle_dj_and_jacob_write_their_distance_from_five(starter: Table) -> None:
    starter.three("hold-steady", (6, 4, 8))
    assert starter.numbers("hold-steady") == [1, 1, 3]


def test_michelle_and_dj_are_tied_at_one_away_and_need_the_tiebreakers(
    starter: Table,
) -> None:
    starter.hand(ONE, "hold-steady", 6, discards=4)
    starter.hand(TWO, "hold-steady", 4, discards=2)
    starter.hand(THREE, "hold-steady", 8, discards=0)
    lines = list(starter.sheet.rows())[-1].lines
    assert [(line.party, line.points) for line in lines[1:]] == [
        ("2", 5),
        ("1", 0),
        ("3", -5),
    ]
    assert lines[1].what.code == lines[2].what.code == "berzerka.line.place-broken"
    assert lines[1].cite.anchor == "ties"


def test_seven_tricks_overbid_by_two_are_five() -> None:
    assert number_written(HOLD_STEADY, 7, 2) == 0


# ---- Bottle It Up ----


def test_the_player_with_the_least_tricks_ranks_highest(starter: Table) -> None:
    starter.three("bottle-it-up", (2, 7, 4))
    assert starter.numbers("bottle-it-up") == [2, 7, 4]
    assert starter.totals == [6, -6, 0]


def test_an_overbid_adds_to_the_tricks_won_at_bottle_it_up() -> None:
    assert number_written(BOTTLE_IT_UP, 3, 2) == 5
    assert number_written(HIDDEN_STRENGTH, 3, 2) == 1


# ---- Marathon Flex, One Weakness, Middling, Shapeshift ----


def test_only_the_last_six_tricks_count_at_marathon_flex() -> None:
    assert MARATHON_FLEX.counts.most == 6


def test_seven_spades_in_five_tricks_write_seven(table: Table) -> None:
    table.board("one-weakness")
    table.tell(
        ContractBid("one-weakness"),
        Passed(),
        Passed(),
        PainSuitNamed(Suit.SPADES),
        Discarded(2),
        HandPlayed(7),
    )
    assert table.numbers("one-weakness") == [7]


def test_the_least_pain_ranks_highest(table: Table) -> None:
    table.board("one-weakness")
    table.three("one-weakness", (7, 0, 6))
    assert table.totals == [-6, 6, 0]


def test_jacob_has_the_middlest_amount_and_gains_four_while_the_others_lose_two(
    table: Table,
) -> None:
    table.board("middling")
    table.hand(ONE, "middling", 3)
    table.hand(TWO, "middling", 11, how=HOTSEAT)
    table.hand(THREE, "middling", 5)
    assert table.worth("middling") == 4
    assert table.totals == [-2, -2, 4]


def test_middling_goes_up_by_two() -> None:
    assert [value(MIDDLING, (BID,) * n) for n in range(4)] == [0, 2, 4, 6]


def test_shapeshift_starts_at_five_and_follows_the_copied_contract() -> None:
    copy = shapeshift_of(HOLD_STEADY)
    assert (copy.base, copy.step, copy.aim, copy.asks) == (
        5,
        1,
        Aim.CLOSEST,
        HOLD_STEADY.asks,
    )


def test_shapeshift_starts_at_six_when_it_copies_middling() -> None:
    copy = shapeshift_of(MIDDLING)
    assert [value(copy, (BID,) * n) for n in range(4)] == [6, 8, 10, 12]


def test_the_bid_says_regular_or_shapeshift(table: Table) -> None:
    table.board("one-weakness", "shapeshift", copies="one-weakness")
    table.hand(TWO, "shapeshift", 3)
    open_to_two = [contract.code for contract in table.state.board.open_to(TWO)]
    assert open_to_two == ["one-weakness"]


# ---- the phases of a hand ----


def test_they_bid_until_all_but_one_have_passed(starter: Table) -> None:
    starter.tell(
        ContractBid("berzerka"), ContractBid("seeing-red", 1), Passed(), Passed()
    )
    hand = starter.state.hand
    assert hand and hand.declarer is THREE
    assert hand.contract == SEEING_RED
    assert (hand.how, hand.overbid) == (BID, 1)


def test_an_overbid_costs_a_trick(starter: Table) -> None:
    starter.tell(
        ContractBid("berzerka"), ContractBid("seeing-red", 1), Passed(), Passed()
    )
    starter.tell(Discarded(0), HandPlayed(9))
    assert starter.numbers("seeing-red") == [8]


def test_all_pass_and_forehand_is_in_the_hotseat(starter: Table) -> None:
    starter.tell(Passed(), Passed(), Passed())
    hand = starter.state.hand
    assert hand and (hand.declarer, hand.how, hand.stage) == (
        TWO,
        HOTSEAT,
        Stage.HOTSEAT,
    )


def test_a_bid_raises_the_value_and_the_hotseat_does_not(starter: Table) -> None:
    starter.tell(Passed(), Passed(), Passed(), HotseatPicked("hidden-strength"))
    starter.tell(Discarded(4), HandPlayed(6))
    assert starter.worth("hidden-strength") == 1
    starter.tell(
        ContractBid("hidden-strength"), Passed(), Passed(), Discarded(4), HandPlayed(6)
    )
    assert starter.worth("hidden-strength") == 2


def test_the_declarer_discards_first_and_from_the_hotseat_last(starter: Table) -> None:
    starter.tell(ContractBid("seeing-red"), Passed(), Passed())
    assert present_hand(starter.state).order == (TWO, THREE, ONE)
    starter.tell(Discarded(1), HandPlayed(7))
    starter.tell(Passed(), Passed(), Passed(), HotseatPicked("seeing-red"))
    assert present_hand(starter.state).order == (ONE, TWO, THREE)


def test_only_the_declarer_scores(starter: Table) -> None:
    starter.hand(TWO, "berzerka", 13)
    board = starter.state.board
    assert [len(board.open_to(seat)) for seat in (ONE, TWO, THREE)] == [5, 4, 5]
    assert starter.totals == [0, 0, 0]


def test_the_starter_board_takes_fifteen_hands(starter: Table) -> None:
    for contract in STARTER:
        assert not starter.state.board.is_over
        starter.three(contract.code, (7, 6, 5))
    assert starter.state.board.is_over
    assert len(starter.state.past) == 15


def test_what_the_contract_needs_is_named_before_discarding(table: Table) -> None:
    table.board("marathon-flex")
    table.tell(ContractBid("marathon-flex"), Passed(), Passed())
    hand = table.state.hand
    assert hand and hand.unnamed == (Named.TRUMP, Named.RANKING)


def test_a_hand_can_be_stated_at_once(starter: Table) -> None:
    starter.tell(
        HandStated(TWO, "berzerka", discards=2, count=8, trump=Suit.CLUBS, overbid=3)
    )
    assert starter.numbers("berzerka") == [5]
