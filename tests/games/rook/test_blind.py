"""Blind bids at Rook: carried over from Spades and from Thousand, since no rules of Rook
say what they count."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Awarded
from scorekeeper.core.seats import Seat
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.events import (
    BidStated,
    Call,
    CallMade,
    CountStated,
    HandForfeited,
    PartnerIs,
    TrumpDeclared,
)
from scorekeeper.games.rook.play import bids, counters
from scorekeeper.games.rook.rules import (
    RULE_SHEET,
    BlindBids,
    NobodyBids,
    Partners,
    SetCost,
    Settings,
)
from scorekeeper.games.rook.scoring import awarded, hand_lines, is_far_behind
from scorekeeper.games.rook.state import Bid
from tests.games.rook.asking import ask_for, refused, stated
from tests.games.rook.table import bid_by_bid, quick, refusal, table
from tests.games.sitting import Sitting
from tests.web.conftest import app, client, visitor

__all__ = ["app", "client", "visitor"]

MADE = {"blind": BlindBids.MADE}
BOTH = {"blind": BlindBids.BOTH}
BID = Bid(Seat.ONE, 120, is_blind=True)


def played(points: int, **settings: Any) -> Sitting:
    """Seat 1 has bid 120 blind, and seats 1 and 3 have captured so much of 200."""
    bid = BidStated(Seat.ONE, 120, blind=True)
    return table(**settings).enter(bid, CountStated("13", points))


@pytest.mark.parametrize(
    ("settings", "points", "ours", "theirs"),
    [
        # Spades, Blind Bidding: the points of a hand that is made are doubled ...
        (MADE, 130, 260, 70),
        (MADE, 120, 240, 80),
        # ... and a bid that fails is set as usual
        (MADE, 115, -120, 85),
        (MADE | {"set_cost": SetCost.TWICE_BID}, 115, -240, 85),
        # Thousand, in the dark: won or lost, it counts double
        (BOTH, 130, 260, 70),
        (BOTH, 200, 400, 0),
        (BOTH, 115, -240, 85),
        (BOTH | {"set_cost": SetCost.TWICE_BID}, 0, -480, 200),
        (BOTH | {"set_cost": SetCost.HAND_TOTAL}, 0, -400, 200),
    ],
)
def test_a_blind_bid_counts_what_the_table_says(
    settings: dict[str, Any], points: int, ours: int, theirs: int
) -> None:
    assert played(points, **settings).totals() == {"13": ours, "24": theirs}


@pytest.mark.parametrize(
    ("settings", "source"), [(MADE, "rook-spades"), (BOTH, "rook-thousand")]
)
def test_what_it_counts_more_has_a_line_that_says_where_it_is_from(
    settings: dict[str, Any], source: str
) -> None:
    sitting = played(130, **settings)
    line = sitting.rows[-1].lines[1]
    assert (line.party, line.points) == ("13", 130)
    assert line.what.code == "rook.line.blind"
    assert line.cite.source.id == source
    assert line.cite.standing is Authority.INFERRED


hands = st.builds(
    quick,
    bidder=st.sampled_from("1234"),
    amount=st.sampled_from(bids(Settings())),
    party=st.sampled_from(["13", "24"]),
    points=st.sampled_from(sorted(counters(Settings()).totals())),
)


@given(
    hand=hands,
    blind=st.sampled_from([BlindBids.MADE, BlindBids.BOTH]),
    cost=st.sampled_from(SetCost),
)
def test_a_blind_bid_doubles_what_the_bidders_score_and_nothing_else(
    hand: list[Any], blind: BlindBids, cost: SetCost
) -> None:
    stated_bid, trump, count = hand
    usual = table(set_cost=cost).enter(*hand).rows[-1].lines
    same = table(set_cost=cost, blind=blind).enter(*hand).rows[-1].lines
    assert same == usual
    dark = BidStated(stated_bid.bidder, stated_bid.amount, blind=True)
    doubled = table(set_cost=cost, blind=blind).enter(dark, trump, count)
    bidders = "13" if stated_bid.bidder in (Seat.ONE, Seat.THREE) else "24"
    lost = sum(line.points for line in usual if line.party == bidders) < 0
    times = 1 if lost and blind is BlindBids.MADE else 2
    for party in ("13", "24"):
        once = sum(line.points for line in usual if line.party == party)
        expected = times * once if party == bidders else once
        assert doubled.totals()[party] == expected


# ---- with a called partner, and where a ruling ends the hand ----


@pytest.mark.parametrize(
    ("partner", "points", "totals"),
    [
        (Seat.THREE, 120, {"1": 240, "2": 80, "3": 240, "4": 80}),
        (Seat.THREE, 95, {"1": -200, "2": 105, "3": -200, "4": 105}),
        (Seat.ONE, 120, {"1": 240, "2": 80, "3": 80, "4": 80}),
    ],
)
def test_each_of_those_who_bid_scores_double(
    partner: Seat, points: int, totals: dict[str, int]
) -> None:
    sitting = table(partners=Partners.CALLED, **BOTH).enter(
        BidStated(Seat.ONE, 100, blind=True),
        TrumpDeclared(Suit.RED),
        PartnerIs(partner),
        CountStated("bidders", points),
    )
    assert sitting.totals() == totals


@pytest.mark.parametrize(
    ("settings", "party", "totals"),
    [
        # the bidders are at fault, and lose what a set would have cost them
        (BOTH, "24", {"13": -240, "24": 35}),
        # as they do once where only a bid that is made counts double
        (MADE, "24", {"13": -120, "24": 35}),
        # the opponents never bid blind; what was captured so far is no made bid
        (BOTH, "13", {"13": 35, "24": -120}),
    ],
)
def test_a_ruling_doubles_only_what_the_bidders_lose(
    settings: dict[str, Any], party: Any, totals: dict[str, int]
) -> None:
    sitting = table(**settings).enter(BidStated(Seat.ONE, 120, blind=True))
    sitting.enter(HandForfeited(party, 35))
    assert sitting.totals() == totals
    counted = played(130, **settings)
    hand = counted.state.past[-1]
    given = awarded(
        hand, Awarded(1, hand.id or 0, "forfeit", party, 35), counted.settings
    )
    found = dict.fromkeys(totals, 0)
    for line in hand_lines(given, counted.settings):
        found[line.party] += int(line.points)
    assert found == totals


def test_a_fixed_price_stays_as_it_is() -> None:
    sitting = table(**BOTH).enter(BidStated(Seat.ONE, 120, blind=True))
    assert sitting.enter(HandForfeited("24", 200, 200)).totals() == {
        "13": -200,
        "24": 200,
    }


def test_a_claim_counts_like_any_other_count() -> None:
    sitting = played(130, **BOTH)
    hand = sitting.state.past[-1]
    given = awarded(
        hand, Awarded(1, hand.id or 0, "count", "13", 140), sitting.settings
    )
    lines = hand_lines(given, sitting.settings)
    assert [int(line.points) for line in lines] == [140, 140, 60]


# ---- the bidding, call by call ----


def test_the_winning_call_says_whether_the_bid_is_blind() -> None:
    sitting = bid_by_bid(table(**MADE), "pass")
    sitting.enter(CallMade(Call.parse("100 blind"), Seat.THREE))
    bid_by_bid(sitting, "pass pass")
    assert sitting.state.round.bid == Bid(Seat.THREE, 100, is_blind=True)


def test_whoever_outbids_a_blind_bid_looked_first_or_not() -> None:
    """Each call says for itself whether it is blind."""
    sitting = table(**MADE)
    for call in ("100 blind", "105", "110 blind", "pass"):
        sitting.enter(CallMade(Call.parse(call)))
    assert sitting.state.round.bid is None
    bid_by_bid(sitting, "pass")
    sitting.enter(CallMade(Call.parse("pass")))
    assert sitting.state.round.bid == Bid(Seat.FOUR, 110, is_blind=True)


@pytest.mark.parametrize("first", ["100 blind", "100", "pass-partner"])
def test_only_the_first_call_of_a_player_can_be_blind(first: str) -> None:
    sitting = table(**MADE)
    before = ["100", "pass"] if first == "pass-partner" else []
    later = ["pass"] if before else ["105", "110", "115"]
    for call in (*before, first, *later):
        sitting.enter(CallMade(Call.parse(call)))
    violation = refusal(sitting, CallMade(Call.parse("120 blind")))
    assert violation.why.code == "rook.refused.blind-first"
    assert ask_for(sitting, "auction").blind == ()


def test_the_partner_of_a_blind_bidder_may_say_pass_partner() -> None:
    sitting = table(**BOTH)
    for call in ("100 blind", "pass", "pass-partner", "pass", "pass"):
        sitting.enter(CallMade(Call.parse(call)))
    assert sitting.state.round.bid == Bid(Seat.TWO, 100, is_blind=True)


def test_a_dealer_who_must_play_has_not_bid_blind() -> None:
    sitting = table(nobody_bids=NobodyBids.DEALER, **BOTH)
    bid_by_bid(sitting, "pass pass pass pass")
    assert sitting.state.round.bid == Bid(Seat.ONE, 100)
    # the last who can bid may still do so without looking
    other = bid_by_bid(table(nobody_bids=NobodyBids.DEALER, **BOTH), "pass pass pass")
    other.enter(CallMade(Call.parse("100 blind")))
    assert other.state.round.bid == Bid(Seat.ONE, 100, is_blind=True)


def test_a_blind_bid_is_as_high_as_any_other() -> None:
    sitting = bid_by_bid(table(**MADE), "110")
    violation = refusal(sitting, CallMade(Call.parse("105 blind")))
    assert violation.why.code == "rook.refused.bid-low"


@pytest.mark.parametrize(
    "fact", [CallMade(Call.parse("100 blind")), BidStated(Seat.ONE, 100, blind=True)]
)
def test_a_table_that_does_not_play_them_takes_none(fact: Any) -> None:
    violation = refusal(table(), fact)
    assert violation.why.code == "rook.refused.no-blind"
    assert violation.cite is not None and violation.cite.anchor == "blind"


# ---- who may bid blind ----

BEHIND = MADE | {"blind_behind": 100}
"""Spades, Blind Bidding: a team that is 100 or more behind."""
WHOLE = {"party": "13", "hundreds": "100", "points": "30"}


def after_a_hand(points: int, **settings: Any) -> Sitting:
    """Seats 2 and 4 have captured so much, and seats 1 and 3 are behind."""
    hand = quick("2", 100, "24", points)
    return table(**BEHIND | settings).enter(*hand)


@pytest.mark.parametrize(
    ("points", "behind", "may"),
    [(150, 100, True), (145, 100, False), (150, 105, False)],
)
def test_only_a_team_that_is_far_enough_behind_may(
    points: int, behind: int, may: bool
) -> None:
    sitting = after_a_hand(points, blind_behind=behind)
    # seat 3 is to bid, on the dealer's left
    assert bool(ask_for(sitting, "auction").blind) is may
    for name in ("bid", "hand"):
        sent = {"bidder": "1", "amount": "120", "blind": "y", **WHOLE}
        if may:
            assert stated(sitting, name, **sent)[0] == BidStated(
                Seat.ONE, 120, blind=True
            )
            continue
        (why,) = refused(sitting, name, **sent)["blind"]
        assert why.code == "rook.refused.blind-behind"


def test_those_who_lead_may_not_and_nobody_is_behind_in_a_new_game() -> None:
    sitting = after_a_hand(200)
    bid_by_bid(sitting, "pass")
    assert ask_for(sitting, "auction").blind == ()
    over = after_a_hand(200, target=200)
    assert over.state.is_between
    assert ask_for(over, "auction").blind == ()
    assert ask_for(after_a_hand(200, target=200, blind_behind=0), "auction").blind


def test_each_player_is_behind_alone_where_a_partner_is_called() -> None:
    sitting = table(partners=Partners.CALLED, **BEHIND).enter(
        BidStated(Seat.ONE, 150), PartnerIs(Seat.THREE), CountStated("bidders", 155)
    )
    who = {seat: is_far_behind(sitting.state, seat) for seat in sitting.settings.ring}
    assert [who[seat] for seat in sitting.settings.ring] == [False, True, False, True]


def test_a_total_that_is_corrected_later_unsays_no_bid() -> None:
    """What was said by the totals of then stays, and its form takes it."""
    blind = BidStated(Seat.ONE, 120, blind=True)
    sitting = after_a_hand(100).enter(blind, CountStated("13", 130))
    assert sitting.totals() == {"13": 100 + 260, "24": 100 + 70}
    kind = ROOK.flow.form("hand")
    assert kind is not None
    told = (blind, CountStated("13", 130))
    sent = {**SENT, "blind": "y"}
    form: Any = kind(MultiDict(sent), folded=after_a_hand(100).folded, recorded=told)
    assert form.validate() and form.facts() == told


@pytest.mark.parametrize("points", [-5, 52])
def test_how_far_behind_is_a_multiple_of_five(points: int) -> None:
    with pytest.raises(ValueError, match="blind_behind"):
        Settings(blind_behind=points)


def test_a_hundred_is_carried_over_from_spades() -> None:
    cite = RULE_SHEET.cite(Settings(**BEHIND), "blind_behind")
    assert cite.source.id == "rook-spades"


# ---- how it is written ----


def test_a_bid_that_is_not_blind_is_written_as_before() -> None:
    assert encode(BidStated(Seat.ONE, 100)) == {"bidder": "1", "amount": 100}
    blind = encode(BidStated(Seat.ONE, 100, blind=True))
    assert blind == {"bidder": "1", "amount": 100, "blind": True}
    assert encode(CallMade(Call("100"), Seat.ONE)) == {"call": "100", "seat": "1"}
    assert "blind" not in str(encode(Settings()))
    for preset in ROOK.presets:
        assert preset.settings.blind is BlindBids.NO


@pytest.mark.parametrize("text", ["120 blind", " 120 BLIND "])
def test_a_blind_call_is_read_back(text: str) -> None:
    call = Call.parse(text)
    assert call == Call("120", is_blind=True) and call.amount == 120
    assert str(call) == "120 blind"


@pytest.mark.parametrize("text", ["pass blind", "blind", "120blind", "blind 120"])
def test_nothing_else_is_blind(text: str) -> None:
    with pytest.raises(ValueError, match="no call"):
        Call.parse(text)


def test_that_they_are_not_played_is_our_reading() -> None:
    cite = RULE_SHEET.cite(Settings(), "blind")
    assert (cite.source.id, cite.standing) == ("readings", Authority.INFERRED)


# ---- the forms ----

SENT = {
    "bidder": "1",
    "amount": "120",
    "party": "13",
    "hundreds": "100",
    "points": "30",
}


def test_the_tick_stands_only_where_they_are_played() -> None:
    for name in ("bid", "hand"):
        assert not ask_for(table(), name).blind
        assert ask_for(table(**MADE), name).blind
        fact = stated(table(**MADE), name, **SENT, blind="y")[0]
        assert fact == BidStated(Seat.ONE, 120, blind=True)
        assert stated(table(**MADE), name, **SENT)[0] == BidStated(Seat.ONE, 120)
    assert stated(table(), "hand", **SENT, blind="y")[0] == BidStated(Seat.ONE, 120)


def test_each_amount_can_be_bid_blind() -> None:
    sitting = bid_by_bid(table(**MADE), "180")
    assert ask_for(sitting, "auction").blind == (185, 190, 195, 200)
    assert ask_for(bid_by_bid(sitting, "200"), "auction").blind == ()
    assert ask_for(table(), "auction").blind == ()
    sent = stated(table(**MADE), "auction", call="185 blind")
    assert sent == (CallMade(Call("185", is_blind=True), Seat.TWO),)
    assert "call" in refused(table(**MADE), "auction", call="blind")


def test_what_is_needed_says_what_a_set_costs() -> None:
    sitting = table(**BOTH).enter(BidStated(Seat.ONE, 120, blind=True))
    assert ask_for(sitting, "total").cost == -240
    other = table(**MADE).enter(BidStated(Seat.ONE, 120, blind=True))
    assert ask_for(other, "total").cost == -120


@pytest.mark.parametrize(
    ("before", "sent", "after"),
    [
        (
            BidStated(Seat.ONE, 120),
            {"blind": "y"},
            BidStated(Seat.ONE, 120, blind=True),
        ),
        (BidStated(Seat.ONE, 120, blind=True), {}, BidStated(Seat.ONE, 120)),
    ],
)
def test_a_whole_hand_is_corrected_both_ways(
    before: Any, sent: dict[str, str], after: Any
) -> None:
    kind = ROOK.flow.form("hand")
    assert kind is not None
    count = CountStated("13", 130)
    told = (before, count)
    sitting = table(**MADE)
    filled = kind.filled(sitting.state, told)
    assert filled["blind"] is before.blind

    form: Any = kind(MultiDict(SENT | sent), folded=sitting.folded, recorded=told)
    assert form.validate(), form.errors
    assert form.facts() == (after, count)
    again = {**SENT, **({"blind": "y"} if before.blind else {})}
    same: Any = kind(MultiDict(again), folded=sitting.folded, recorded=told)
    assert same.validate() and same.facts() == told
