"""Whose turn it is to bid, what may be said, and who has the hand in the end."""

import pytest

from scorekeeper.core.evening import DealerIs, ThrownIn
from scorekeeper.core.seats import Seat
from scorekeeper.games.rook.events import (
    PASS,
    PASS_PARTNER,
    BidStated,
    Call,
    CallMade,
    NobodyBid,
)
from scorekeeper.games.rook.rules import Ceiling, NobodyBids
from scorekeeper.games.rook.state import Bid, legal_bids
from tests.games.rook.table import auction, bid_by_bid, calls, refusal, table

# The dealer is in seat 1: seat 2 opens, then 3, 4, 1.


def turns(words: str) -> list[str]:
    """Whose turn it was at each call, and whose it is now ("" when the bidding is
    over)."""
    sitting = table()
    seats = []
    for call in calls(words):
        turn = auction(sitting).turn
        seats.append(turn.value if turn else "")
        sitting.enter(call)
    turn = auction(sitting).turn if sitting.state.round.bid is None else None
    return [*seats, turn.value if turn else ""]


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        ("", "2"),
        ("100", "2 3"),
        ("100 105 110 115", "2 3 4 1 2"),
        ("100 pass 105 110 pass pass", "2 3 4 1 2 4 "),
        ("pass pass 100 pass", "2 3 4 1 "),
        ("100 pass pass-partner 105 110 pass pass", "2 3 4 1 2 4 1 "),
        ("pass pass pass 100", "2 3 4 1 "),
        ("pass 100 105 110 pass-partner 115 pass pass", "2 3 4 1 3 4 1 3 "),
    ],
)
def test_the_turn_goes_round_past_those_who_are_out(words: str, seats: str) -> None:
    assert turns(words) == seats.split(" ")


def test_the_high_bidders_own_turn_is_skipped() -> None:
    # 2 bids, 3 passes, 4 leaves it to partner, 1 passes: 2 holds the bid, so 4 is asked
    # again.
    assert turns("100 pass pass-partner pass") == ["2", "3", "4", "1", "4"]


def test_three_passes_end_the_bidding() -> None:
    sitting = bid_by_bid(table(), "100 105 pass pass pass")
    assert sitting.state.round.bid == Bid(Seat.THREE, 105)
    violation = refusal(sitting, *calls("120"))
    assert violation.why.code == "rook.refused.bidding-over"


@pytest.mark.parametrize(
    ("words", "call", "code"),
    [
        ("", "95", "rook.refused.bid-under-minimum"),
        ("", "0", "rook.refused.bid-under-minimum"),
        ("", "205", "rook.refused.bid-over-maximum"),
        ("", "102", "rook.refused.bid-step"),
        ("110", "110", "rook.refused.bid-low"),
        ("110", "105", "rook.refused.bid-low"),
        ("200", "200", "rook.refused.bid-at-top"),
        ("pass pass pass", "105", "rook.refused.bid-after-passes"),
    ],
)
def test_a_bid_that_can_not_be_made_is_refused_beside_its_field(
    words: str, call: str, code: str
) -> None:
    violation = refusal(bid_by_bid(table(), words), CallMade(Call.parse(call)))
    assert (violation.why.code, violation.field) == (code, "call")
    assert violation.cite is not None


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("", "not-high"),  # nobody holds the bid
        ("100", "not-high"),  # an opponent does
        ("100 pass pass-partner", "not-high"),
        ("100 pass pass-partner pass", "used"),
        ("100 pass 105 pass", "alone"),  # 2 is asked: 4 holds the bid, 3 and 1 are out
        ("100 105 pass 110 pass", "alone"),
        ("pass 100 pass", "alone"),  # 1 is asked: 3 holds the bid, 2 and 4 are out
        ("pass 100 pass 105", "alone"),
    ],
)
def test_pass_partner_has_its_conditions(words: str, code: str) -> None:
    violation = refusal(bid_by_bid(table(), words), *calls("pass-partner"))
    assert violation.why.code == f"rook.refused.pass-partner-{code}"
    assert violation.field == "call"


def test_each_team_has_one_pass_partner_in_a_hand() -> None:
    sitting = bid_by_bid(table(), "100 pass pass-partner 105 110")
    said = [seat for seat, call in auction(sitting).calls if call == PASS_PARTNER]
    assert said == [Seat.FOUR]
    assert refusal(sitting, *calls("pass-partner")).why.code.endswith("-used")


def test_pass_partner_is_used_again_in_the_next_hand() -> None:
    sitting = bid_by_bid(table(), "100 pass pass-partner")
    sitting.enter(ThrownIn())
    bid_by_bid(sitting, "100 pass pass-partner")
    assert len(auction(sitting).calls) == 3


def test_the_bids_offered_are_those_above_the_last_one() -> None:
    sitting = bid_by_bid(table(), "180")
    assert legal_bids(auction(sitting), sitting.settings) == (
        185,
        190,
        195,
        200,
    )


def test_the_fourth_player_takes_it_at_the_minimum_or_passes() -> None:
    sitting = bid_by_bid(table(), "pass pass pass")
    assert legal_bids(auction(sitting), sitting.settings) == (100,)
    assert bid_by_bid(sitting, "100").state.round.bid == Bid(Seat.ONE, 100)


# ---- R4: nobody bids ----


def test_when_nobody_bids_the_next_dealer_deals() -> None:
    sitting = bid_by_bid(table(), "pass pass pass pass")
    assert sitting.rows[0].marks == ("passed",)
    assert (sitting.state.round.dealer, sitting.state.round.bid) == (Seat.TWO, None)


def test_when_nobody_bids_the_dealer_may_have_to_take_it() -> None:
    sitting = bid_by_bid(table(nobody_bids=NobodyBids.DEALER), "pass pass pass pass")
    assert sitting.state.round.bid == Bid(Seat.ONE, 100)


@pytest.mark.parametrize(
    ("setting", "bid"),
    [(NobodyBids.REDEAL, None), (NobodyBids.DEALER, Bid(Seat.ONE, 100))],
)
def test_four_passes_can_be_entered_at_once(
    setting: NobodyBids, bid: Bid | None
) -> None:
    assert table(nobody_bids=setting).enter(NobodyBid()).state.round.bid == bid


# ---- R8 and the table's own bids ----


@pytest.mark.parametrize(
    ("settings", "least", "most"),
    [
        ({}, 100, 200),
        ({"ceiling": Ceiling.FIGURE, "highest": 150}, 100, 150),
        ({"ceiling": Ceiling.FIGURE, "highest": 500}, 100, 200),
        ({"minimum": 70, "step": 10}, 70, 200),
        ({"minimum": 400}, 200, 200),
    ],
)
def test_bids_have_the_tables_lowest_and_highest(
    settings: dict[str, object], least: int, most: int
) -> None:
    sitting = table(**settings)
    offered = legal_bids(auction(sitting), sitting.settings)
    assert (offered[0], offered[-1]) == (least, most)
    assert refusal(sitting, CallMade(Call(str(most + 5)))).field == "call"
    assert refusal(sitting, BidStated(Seat.ONE, least - 5)).field == "amount"


# ---- quick entry ----


def test_a_bid_is_stated_without_its_bidding() -> None:
    sitting = table().enter(BidStated(Seat.FOUR, 135))
    assert sitting.state.round.bid == Bid(Seat.FOUR, 135)
    assert (
        refusal(sitting, BidStated(Seat.ONE, 140)).why.code
        == "rook.refused.bidding-over"
    )


def test_a_bid_is_not_stated_over_a_bidding_that_has_begun() -> None:
    sitting = bid_by_bid(table(), "100 pass")
    for fact in (BidStated(Seat.TWO, 100), NobodyBid()):
        assert refusal(sitting, fact).why.code == "rook.refused.bidding-open"


def test_a_seat_beyond_four_has_no_bid() -> None:
    assert refusal(table(), BidStated(Seat.FIVE, 100)).field == "bidder"
    assert refusal(table(), BidStated(Seat.NORTH, 100)).field == "bidder"


# ---- the dealer ----


def test_the_dealer_decides_who_opens() -> None:
    sitting = table().enter(DealerIs(Seat.THREE))
    assert auction(sitting).turn is Seat.FOUR


def test_the_dealer_is_not_changed_under_a_bidding() -> None:
    sitting = bid_by_bid(table(), "100")
    violation = refusal(sitting, DealerIs(Seat.THREE))
    assert (violation.why.code, violation.field) == (
        "rook.refused.dealer-after-bids",
        "seat",
    )
    # … but it can be put in before the first call, and the bid stays with who made it;
    sitting.enter(DealerIs(Seat.THREE), before=1)
    assert auction(sitting).high == Bid(Seat.TWO, 100)
    # one that names nobody, as earlier releases wrote it, goes by the dealer.
    nobodys = table().enter(*calls("100"))
    nobodys.enter(DealerIs(Seat.THREE), before=1)
    assert auction(nobodys).high == Bid(Seat.FOUR, 100)


def test_a_pass_may_be_written_p() -> None:
    assert Call.parse("P") == PASS
