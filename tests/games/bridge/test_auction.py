"""The auction: legal calls, the reason for each that is not, declarer, and how it
ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.evening import DealerIs
from scorekeeper.core.seats import COMPASS, SIDES, Seat, party_of
from scorekeeper.games.bridge import BRIDGE
from scorekeeper.games.bridge.contract import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    CallKind,
    Doubling,
    bids,
    calls_now,
    dummy,
    opening_leader,
    why_not,
)
from scorekeeper.games.bridge.events import CallMade, PassedOut
from scorekeeper.games.bridge.rules import (
    CrownsSettings,
    JokerSettings,
    Settings,
    Variant,
)
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.words import words_in
from tests.games.bridge.at_table import Table, calls, deal, refused, row

PLAIN = tariff_of(Settings(), False)
PARITY = tariff_of(JokerSettings(variant=Variant.X4_PARITY), False)
CROWNS = tariff_of(CrownsSettings(), False)


def auction(text: str, dealer: str = "N") -> Auction:
    return Auction(Seat(dealer), tuple(Call.parse(word) for word in text.split()))


def why(text: str, call: str, tariff=PLAIN) -> str | None:  # type: ignore[no-untyped-def]
    found = why_not(auction(text), Call.parse(call), tariff)
    return found.code.removeprefix("bridge.refused.") if found else None


@pytest.mark.parametrize(
    ("before", "call", "reason"),
    [
        ("", "1C", None),
        ("", "Pass", None),
        ("", "X", "double-nothing"),
        ("", "XX", "redouble-nothing"),
        ("Pass", "X", "double-nothing"),
        ("1H", "1H", "bid-too-low"),
        ("1H", "1D", "bid-too-low"),
        ("1H", "1S", None),
        ("1H", "1NT", None),
        ("1NT", "2C", None),
        ("1NT", "1S", "bid-too-low"),
        ("1H", "8C", "no-such-bid"),
        ("1H", "0NT", "no-such-bid"),
        ("1H", "2*", "no-such-bid"),
        ("7NT", "7S", "bid-at-top"),
        ("7NT", "X", None),
        ("1H", "X", None),
        ("1H Pass", "X", "double-own"),
        ("1H Pass Pass", "X", None),
        ("1H X", "X", "double-twice"),
        ("1H X Pass", "X", "double-twice"),
        ("1H X", "XX", None),
        ("1H X Pass", "XX", "redouble-own"),
        ("1H X Pass Pass", "XX", None),
        ("1H X XX", "XX", "redouble-twice"),
        ("1H X XX", "X", "double-twice"),
        ("1H", "XX", "redouble-nothing"),
        ("1H X 1S", "XX", "redouble-nothing"),
        ("1H X 1S", "X", None),
        ("1H X XX 2C", "X", None),
        ("1H Pass Pass Pass", "1S", "auction-over"),
        ("Pass Pass Pass Pass", "1S", "auction-over"),
        ("Pass Pass Pass", "1S", None),
    ],
)
def test_what_can_be_called(before: str, call: str, reason: str | None) -> None:
    assert why(before, call) == reason


def test_the_order_of_the_bids_of_each_game() -> None:
    assert [str(bid) for bid in bids(PLAIN)[:6]] == [
        "1C",
        "1D",
        "1H",
        "1S",
        "1NT",
        "2C",
    ]
    assert (len(bids(PLAIN)), str(bids(PLAIN)[-1])) == (35, "7NT")
    assert (len(bids(PARITY)), str(bids(PARITY)[-1])) == (40, "8NT")
    crowns = [str(bid) for bid in bids(CROWNS)]
    assert crowns[:8] == ["0NT", "1C", "1D", "1H", "1S", "1*", "1NT", "2C"]
    assert (len(crowns), crowns[-1]) == (43, "7NT")


def test_nothing_is_lower_than_zero_no_trump() -> None:
    assert why("", "0NT", CROWNS) is None
    assert why("", "0C", CROWNS) == "no-such-bid"
    assert why("0NT", "1C", CROWNS) is None
    assert why("1S", "1*", CROWNS) is None
    assert why("1NT", "1*", CROWNS) == "bid-too-low"


def test_level_eight_is_bid_with_a_book_of_six_only() -> None:
    assert why("7NT", "8C", PARITY) is None
    assert why("7NT", "8C", PLAIN) == "no-such-bid"


@pytest.mark.parametrize(
    ("text", "contract", "declarer"),
    [
        ("1H Pass 4H Pass Pass Pass", "4H", "N"),
        ("1H Pass 2C Pass 3C Pass 3H Pass 4H Pass Pass Pass", "4H", "N"),
        ("1H 1S 2H 2S Pass Pass Pass", "2S", "E"),
        ("Pass 1S X 2S 3D 3S Pass Pass Pass", "3S", "E"),
        ("1C 1H Pass 1S Pass 2H Pass Pass Pass", "2H", "E"),
        ("1C 1S Pass 2H Pass 2S Pass Pass Pass", "2S", "E"),
        ("1NT X XX Pass Pass Pass", "1NTXX", "N"),
        ("1C Pass 1NT Pass 3NT Pass Pass Pass", "3NT", "S"),
        ("Pass Pass Pass 1C Pass Pass Pass", "1C", "W"),
        ("1S X 2S Pass Pass X Pass Pass Pass", "2SX", "N"),
    ],
)
def test_declarer_first_named_the_denomination(
    text: str, contract: str, declarer: str
) -> None:
    found = auction(text)
    assert found.is_over
    assert (str(found.contract), found.declarer) == (contract, Seat(declarer))


def test_an_opponent_who_named_it_first_does_not_declare() -> None:
    found = auction("1H 2H Pass 3H Pass Pass Pass", dealer="N")
    assert found.declarer is Seat.EAST


def test_dummy_and_leader() -> None:
    assert [dummy(seat) for seat in COMPASS] == [
        Seat.SOUTH,
        Seat.WEST,
        Seat.NORTH,
        Seat.EAST,
    ]
    assert opening_leader(Seat.SOUTH) is Seat.WEST


def test_the_turn_goes_round_from_the_dealer() -> None:
    assert auction("", "W").turn is Seat.WEST
    assert auction("1H Pass", "W").turn is Seat.EAST


def test_four_passes_pass_the_deal_out() -> None:
    table = Table(BRIDGE).enter(*calls("Pass Pass Pass Pass"))
    assert table.state.deal is None
    assert row(table).marks == ("passed",)
    assert row(table).lines == ()
    assert table.state.dealer is Seat.EAST


def test_three_passes_at_the_start_end_nothing() -> None:
    table = Table(BRIDGE).enter(*calls("Pass Pass Pass"))
    assert table.state.deal is not None
    table.enter(*calls("1C Pass Pass Pass"))
    assert str(table.state.deal.contract) == "1C"


def test_an_auction_gives_contract_and_declarer_to_the_deal() -> None:
    table = Table(BRIDGE).enter(*calls("Pass 1H X XX Pass 2H Pass 4H X Pass Pass Pass"))
    found = table.state.deal
    assert (str(found.contract), found.declarer) == ("4HX", Seat.EAST)


def test_a_call_after_the_auction_is_refused() -> None:
    table = Table(BRIDGE).enter(*calls("1H Pass Pass Pass"))
    with refused("auction-over", "call"):
        table.enter(*calls("Pass"))


def test_a_contract_cannot_be_stated_into_an_auction() -> None:
    table = Table(BRIDGE).enter(*calls("1H Pass"))
    with refused("auction-begun", "contract"):
        table.enter(*deal("4H", "N", 10))
    with refused("auction-begun", "contract"):
        table.enter(PassedOut())


def test_a_call_into_a_stated_contract_is_refused() -> None:
    table = Table(BRIDGE).enter(deal("4H", "N", 10)[0])
    with refused("auction-over", "call"):
        table.enter(*calls("Pass"))
    with refused("contract-stands", "contract"):
        table.enter(*deal("3NT", "S", 9))
    with refused("contract-stands", "contract"):
        table.enter(PassedOut())


# ---- any auction ----


@st.composite
def auctions(draw: st.DrawFn):  # type: ignore[no-untyped-def]
    tariff = draw(st.sampled_from([PLAIN, PARITY, CROWNS]))
    found = Auction(draw(st.sampled_from(COMPASS)))
    for _ in range(draw(st.integers(0, 30))):
        legal = [call for call, reason in calls_now(found, tariff) if reason is None]
        if not legal:
            break
        low = [call for call in legal if call.kind is CallKind.BID][:4]
        other = [call for call in legal if call.kind is not CallKind.BID]
        found = Auction(found.first, (*found.calls, draw(st.sampled_from(other + low))))
    return found, tariff


@given(auctions())
def test_a_call_can_be_made_exactly_until_the_auction_is_over(case) -> None:  # type: ignore[no-untyped-def]
    found, tariff = case
    legal = [call for call, reason in calls_now(found, tariff) if reason is None]
    assert bool(legal) is not found.is_over
    assert found.is_over or PASS in legal
    assert not (DOUBLE in legal and REDOUBLE in legal)


@given(auctions())
def test_every_reason_can_be_said(case) -> None:  # type: ignore[no-untyped-def]
    found, tariff = case
    english = words_in("en")
    for _, reason in calls_now(found, tariff):
        if reason is not None:
            assert english.has(reason.code)
            assert "%(" not in english.text(reason)


@given(auctions())
def test_bids_only_rise_and_doubles_only_turn_on_the_other_side(case) -> None:  # type: ignore[no-untyped-def]
    found, tariff = case
    order = bids(tariff)
    made = [order.index(call) for call in found.calls if call.kind is CallKind.BID]
    assert made == sorted(set(made))
    for place, call in enumerate(found.calls):
        before = Auction(found.first, found.calls[:place])
        if call == DOUBLE:
            assert before.last_bid_index is not None
            assert party_of(before.turn, SIDES) != party_of(
                before.caller(before.last_bid_index), SIDES
            )
            assert before.doubling is Doubling.UNDOUBLED
        if call == REDOUBLE:
            assert before.last_bid_index is not None
            assert party_of(before.turn, SIDES) == party_of(
                before.caller(before.last_bid_index), SIDES
            )
            assert before.doubling is Doubling.DOUBLED


@given(auctions())
def test_declarer_is_of_the_side_that_bid_last_and_named_it_before_partner(
    case,
) -> None:  # type: ignore[no-untyped-def]
    found, _ = case
    if found.last_bid_index is None:
        assert found.declarer is None
        return
    last = found.caller(found.last_bid_index)
    assert party_of(found.declarer, SIDES) == party_of(last, SIDES)
    named = [
        found.caller(n)
        for n, call in enumerate(found.calls)
        if call.denomination is found.calls[found.last_bid_index].denomination
        and party_of(found.caller(n), SIDES) == party_of(last, SIDES)
    ]
    assert found.declarer is named[0]


@given(auctions())
def test_recording_the_calls_comes_to_the_same_as_the_auction(case) -> None:  # type: ignore[no-untyped-def]
    found, tariff = case
    if tariff is not PLAIN:
        return
    table = Table(BRIDGE)
    table.enter(DealerIs(found.first), *(CallMade(call) for call in found.calls))
    state = table.state
    if found.is_over and found.contract is None:
        assert state.deal is None and state.last_deal.is_passed_out
    elif found.is_over:
        assert (state.deal.contract, state.deal.declarer) == (
            found.contract,
            found.declarer,
        )
    elif found.calls:
        assert state.deal.auction == found and state.deal.contract is None


def test_a_pass_may_be_written_p() -> None:
    assert Call.parse("p") == Call.parse("P") == Call.parse("Pass")
    assert str(Call.parse("P")) == "Pass"
