"""Turns, passes, overbids and the hotseat; the dealer's way round the table."""

from scorekeeper.core.evening import DealerIs, Ended, ThrownIn
from scorekeeper.core.seats import Seat
from scorekeeper.games.berzerka.events import (
    ContractBid,
    Discarded,
    HandPlayed,
    HotseatPicked,
    How,
    Passed,
)
from scorekeeper.games.berzerka.state import Stage, present_hand
from scorekeeper.words import words_in
from tests.games.berzerka.table import HOTSEAT, ONE, THREE, TWO, Table

say = words_in("en").text


def turn(table: Table) -> Seat | None:
    return present_hand(table.state).turn


def test_forehand_at_the_dealers_left_opens(starter: Table) -> None:
    assert (starter.state.round.dealer, turn(starter)) == (ONE, TWO)


def test_the_turn_goes_round_without_those_who_have_passed(starter: Table) -> None:
    starter.tell(ContractBid("berzerka"), Passed())
    assert turn(starter) is ONE
    starter.tell(ContractBid("seeing-red", 1))
    assert turn(starter) is TWO
    starter.tell(ContractBid("berzerka", 2))
    assert turn(starter) is ONE
    starter.tell(Passed())
    hand = starter.state.hand
    assert hand and (hand.declarer, hand.overbid) == (TWO, 2)


def test_the_last_to_bid_after_two_passes_declares_at_once(starter: Table) -> None:
    starter.tell(Passed(), Passed(), ContractBid("bottle-it-up"))
    hand = starter.state.hand
    assert hand and (hand.declarer, hand.how, hand.overbid) == (ONE, How.BID, 0)


def test_an_overbid_may_name_the_same_contract(starter: Table) -> None:
    starter.tell(
        ContractBid("berzerka"), ContractBid("berzerka", 1), Passed(), Passed()
    )
    hand = starter.state.hand
    assert hand and hand.declarer is THREE


def test_an_overbid_may_jump(starter: Table) -> None:
    starter.tell(
        ContractBid("berzerka"), ContractBid("berzerka", 5), Passed(), Passed()
    )
    hand = starter.state.hand
    assert hand and hand.overbid == 5


def test_the_deal_moves_on_clockwise(starter: Table) -> None:
    starter.hand(TWO, "berzerka", 4)
    assert starter.state.round.dealer is TWO
    starter.hand(TWO, "seeing-red", 4)
    starter.hand(TWO, "bottle-it-up", 4)
    assert starter.state.round.dealer is ONE


def test_a_hand_thrown_in_is_dealt_again_by_the_same_dealer(starter: Table) -> None:
    starter.tell(ContractBid("berzerka"), Passed(), ThrownIn("a card on the floor"))
    assert starter.state.hand is None
    assert (starter.state.round.dealer, turn(starter)) == (ONE, TWO)
    (row,) = starter.sheet.rows()
    assert (row.entries, row.marks, row.lines) == ((2, 3, 4), ("thrown-in",), ())
    starter.hand(TWO, "berzerka", 5)
    assert [say(row.label) for row in starter.sheet.rows()] == ["Hand 1", "Hand 1"]


def test_the_dealer_of_the_present_hand_can_be_said(starter: Table) -> None:
    starter.tell(DealerIs(TWO))
    assert turn(starter) is THREE


def test_who_has_completed_everything_is_out_of_the_bidding(table: Table) -> None:
    table.board("hidden-strength", "seeing-red")
    table.hand(THREE, "hidden-strength", 3)
    table.hand(THREE, "seeing-red", 3)
    table.tell(DealerIs(TWO))
    assert turn(table) is ONE
    table.tell(Passed(), ContractBid("seeing-red"))
    hand = table.state.hand
    assert hand and (hand.declarer, hand.stage) == (TWO, Stage.DISCARDING)


def test_a_forehand_without_an_open_contract_leaves_the_hotseat_to_the_next(
    table: Table,
) -> None:
    table.board("hidden-strength", "seeing-red")
    table.hand(TWO, "hidden-strength", 3)
    table.hand(TWO, "seeing-red", 3)
    table.hand(THREE, "hidden-strength", 3)
    table.tell(DealerIs(ONE), Passed(), Passed())
    hand = table.state.hand
    assert hand and (hand.declarer, hand.stage) == (THREE, Stage.HOTSEAT)
    table.tell(HotseatPicked("seeing-red"), Discarded(13), HandPlayed(0))
    assert table.state.past[-1].declarer is THREE


def test_the_only_player_with_an_open_contract_bids_alone(table: Table) -> None:
    table.board("seeing-red")
    table.hand(ONE, "seeing-red", 3)
    table.hand(TWO, "seeing-red", 3)
    assert turn(table) is THREE
    table.tell(ContractBid("seeing-red"))
    hand = table.state.hand
    assert hand and (hand.declarer, hand.how) == (THREE, How.BID)


def test_a_game_can_end_unfinished_and_the_next_board_follows(starter: Table) -> None:
    starter.three("hidden-strength", (3, 4, 6))
    starter.tell(ContractBid("berzerka"), Ended("late"))
    assert starter.state.board.is_over
    assert starter.totals == [-4, 0, 4]
    starter.board("middling")
    assert [section.is_over for section in starter.sheet.sections] == [True, False]
    starter.hand(ONE, "middling", 4, how=HOTSEAT)
    marks = [[row.marks for row in section.rows] for section in starter.sheet.sections]
    assert marks == [[(), (), (), ("left",), ()], [()]]
    assert starter.totals == [-4, 0, 4]
