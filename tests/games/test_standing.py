"""An accepted ruling is the entry: what it lets stand is in the record as its player's,
what it takes back is not, and the turn goes on from there."""

import random
from typing import Any

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import CardPlayed, LeadIs, turn
from scorekeeper.core.seats import COMPASS, Seat, left_of
from scorekeeper.exports.pbn import pbn_of
from scorekeeper.exports.session_file import read as read_file
from scorekeeper.exports.session_file import write as write_file
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.contract import (
    PASS,
    Auction,
    Call,
    bids,
    calls_now,
    why_not,
)
from scorekeeper.games.bridge.events import CallMade, TricksTaken
from scorekeeper.games.bridge.state import play_rules_of
from scorekeeper.games.bridge.tariffs import PLAIN
from scorekeeper.tables.rulings.effects import undone
from scorekeeper.tables.rulings.standing import standing_of
from scorekeeper.words import words_in
from tests.games.about import about
from tests.games.bridge.at_table import called, calls
from tests.games.bridge.hearing import contract, tricks
from tests.games.effects import Table
from tests.games.standing import accepted, bridge

N = Seat.NORTH
E = Seat.EAST
S = Seat.SOUTH
W = Seat.WEST


def auction_of(table: Table) -> list[tuple[Seat, str]]:
    """Who made which call of the deal in progress."""
    deal = table.now.folded.state.round
    return [(deal.auction.caller(n), str(call)) for n, call in enumerate(deal.calls)]


def turn_of(table: Table) -> Seat:
    seat: Seat = table.now.folded.state.round.auction.turn
    return seat


# ---- calls ----


def test_an_insufficient_bid_that_is_accepted_stands_and_the_next_player_calls() -> (
    None
):
    """Law 27A1: 2♣ over 2♥."""
    table = bridge(*called("N", "1H 2H"))
    accepted(table, "insufficient-bid", seat="S", call="2C", **{"27.accept": "accept"})
    assert auction_of(table) == [(N, "1H"), (E, "2H"), (S, "2C")]
    assert turn_of(table) is W
    deal = table.now.folded.state.round
    assert why_not(deal.auction, Call.parse("2D"), PLAIN) is None, (
        "it beats the bid that stands"
    )
    table.enter(*called("W", "Pass Pass Pass"))
    deal = table.now.folded.state.round
    assert (str(deal.contract), deal.declarer) == ("2C", S)
    table.enter(TricksTaken(8))
    assert b"1H 2H ^I 2C Pass" in pbn_of(table.now, words_in("en"))


def test_a_call_out_of_turn_that_is_accepted_is_its_callers() -> None:
    """Law 29A: East has bid, it was South's turn; West called 2♠, and North accepted
    it."""
    table = bridge(*called("N", "1H Pass"))
    accepted(table, "call-out-of-turn", seat="W", call="1S", **{"29.accept": "accept"})
    assert auction_of(table) == [(N, "1H"), (E, "Pass"), (W, "1S")]
    assert turn_of(table) is N
    table.enter(*called("N", "Pass Pass Pass"))
    deal = table.now.folded.state.round
    assert (str(deal.contract), deal.declarer) == ("1S", W)
    table.enter(TricksTaken(7))
    assert b"1H Pass ^S 1S\r\nPass Pass Pass" in pbn_of(table.now, words_in("en"))


def test_the_first_call_out_of_turn_leaves_the_deal_with_its_dealer() -> None:
    table = bridge()
    table.enter(*called("N", "Pass"))
    table = bridge(*calls("Pass"))
    dealer = table.now.folded.state.round.dealer
    seat = left_of(dealer, COMPASS, 2)
    accepted(
        table, "call-out-of-turn", seat=seat.value, call="1S", **{"29.accept": "accept"}
    )
    assert table.now.folded.state.round.dealer is dealer
    assert auction_of(table)[-1] == (seat, "1S")


def test_passes_out_of_turn_end_no_auction_of_which_somebody_lost_a_turn() -> None:
    """Law 17D3: West passes before South, which stands; then it needs South's pass
    too."""
    table = bridge(*called("N", "1H Pass"))
    accepted(
        table, "call-out-of-turn", seat="W", call="Pass", **{"29.accept": "accept"}
    )
    assert turn_of(table) is N
    table.enter(*called("N", "Pass Pass"))
    assert table.now.folded.state.round.contract is None and turn_of(table) is S
    table.enter(*called("S", "Pass"))
    deal = table.now.folded.state.round
    assert (str(deal.contract), deal.declarer) == ("1H", N)


def test_a_change_of_call_that_is_accepted_takes_the_place_of_the_first() -> None:
    """Law 25B1."""
    table = bridge(*called("N", "1H Pass"))
    told = {"25.slip": "no", "25.accept": "accept", "26.like-first": "yes"}
    accepted(table, "changed-call", seat="E", call="Pass", second="1S", **told)
    assert auction_of(table) == [(N, "1H"), (E, "1S")] and turn_of(table) is S


def test_what_was_entered_goes_with_the_answer_that_is_taken_back() -> None:
    table = bridge(*called("N", "1H Pass"))
    seq = accepted(
        table, "call-out-of-turn", seat="W", call="1S", **{"29.accept": "accept"}
    )
    table.do(undone(table.now, table.given(seq), "all agree"))
    assert auction_of(table) == [(N, "1H"), (E, "Pass")] and turn_of(table) is S
    table.accept(seq)
    told = {"25.slip": "no", "25.accept": "accept", "26.like-first": "yes"}
    table = bridge(*called("N", "1H Pass"))
    seq = accepted(table, "changed-call", seat="E", call="Pass", second="1S", **told)
    table.do(undone(table.now, table.given(seq), "all agree"))
    assert auction_of(table) == [(N, "1H"), (E, "Pass")] and turn_of(table) is S


def test_what_others_have_called_over_is_not_taken_back() -> None:
    table = bridge(*called("N", "1H 2H"))
    seq = accepted(
        table, "insufficient-bid", seat="S", call="2C", **{"27.accept": "accept"}
    )
    table.enter(*called("W", "3C"))
    with pytest.raises(RuleViolation):
        undone(table.now, table.given(seq), "all agree")


def test_what_is_refused_leaves_the_record_as_it_was() -> None:
    table = bridge(*called("N", "1H 2H"))
    told = {"27.accept": "refuse", "27.correction": "pass"}
    accepted(table, "insufficient-bid", seat="S", call="2C", **told)
    assert auction_of(table) == [(N, "1H"), (E, "2H")] and turn_of(table) is S


def test_a_ruling_that_is_accepted_after_the_auction_went_on_enters_nothing() -> None:
    table = bridge(*called("N", "1H 2H"))
    seq = table.rule("insufficient-bid", seat="S", call="2C", **{"27.accept": "accept"})
    table.enter(*called("S", "3C"))
    table.accept(seq)
    assert auction_of(table)[-1] == (S, "3C") and turn_of(table) is W


def test_it_is_entered_once_however_often_it_is_accepted() -> None:
    table = bridge(*called("N", "1H 2H"))
    seq = accepted(
        table, "insufficient-bid", seat="S", call="2C", **{"27.accept": "accept"}
    )
    table.accept(seq)
    assert auction_of(table) == [(N, "1H"), (E, "2H"), (S, "2C")]


ACCEPTED_BID = {"27.accept": "accept"}
ACCEPTED_TURN = {"29.accept": "accept"}


def accepted_low_bid(
    table: Table, seat: Seat, order: tuple[Call, ...], bid: Call, chance: random.Random
) -> Call:
    """A bid that is not higher than the last, accepted."""
    at = order.index(bid)
    call = order[chance.randint(max(0, at - 4), at)]
    told = {"seat": seat.value, "call": str(call)}
    accepted(table, "insufficient-bid", **told, **ACCEPTED_BID)
    return call


def legal_call(now: Auction, chance: random.Random) -> Call:
    legal = [call for call, why in calls_now(now, PLAIN) if why is None]
    bid_now = [call for call in legal if call.denomination]
    return chance.choice([PASS, PASS, *bid_now[:3]])


def next_call(
    table: Table, made: list[tuple[Seat, str]], chance: random.Random
) -> None:
    """A call in turn, or one too low or out of turn that is accepted."""
    now = table.now.folded.state.round.auction
    order = bids(PLAIN)
    seat = now.turn
    other = left_of(now.turn, COMPASS)
    bid = now.calls[now.last_bid_index] if now.last_bid_index is not None else None
    above = order[order.index(bid) + 1 :] if bid else order
    has_called = any(one is other for one, _ in made)
    if bid is not None and chance.random() < 0.35:
        call = accepted_low_bid(table, seat, order, bid, chance)
    elif made and above and not has_called and chance.random() < 0.3:
        seat = other
        call = above[0]
        accepted(
            table, "call-out-of-turn", seat=seat.value, call=str(call), **ACCEPTED_TURN
        )
    else:
        call = legal_call(now, chance)
        table.enter(CallMade(call, seat if chance.random() < 0.5 or not made else None))
    made.append((seat, str(call)))


@pytest.mark.parametrize("seed", range(40))
def test_in_any_auction_what_is_accepted_stands_and_the_turn_goes_on_from_there(
    seed: int,
) -> None:
    chance = random.Random(seed)
    table = bridge()
    made = list[tuple[Seat, str]]()
    for _ in range(chance.randint(6, 14)):
        if table.now.folded.state.round.contract is not None:
            break
        next_call(table, made, chance)
        if table.now.folded.state.round.id is None:  # passed out
            return
        assert auction_of(table) == made
        if table.now.folded.state.round.contract is None:
            assert turn_of(table) is left_of(made[-1][0], COMPASS)
    assert not table.now.folded.misfits
    again = read_file(write_file(table.now).encode()).session
    assert again.folded.state.round.auction == table.now.folded.state.round.auction


@pytest.mark.parametrize(
    "event",
    [
        CallMade(Call.parse("2C"), S, 1),  # of no ruling
        CallMade(Call.parse("2C"), None, 1),
        CallMade(Call.parse("X"), S, 1),
    ],
)
def test_no_call_stands_by_what_is_no_ruling(event: CallMade) -> None:
    table = bridge(*called("N", "1H 2H"))
    with pytest.raises(RuleViolation):
        table.enter(event)


def test_no_ruling_lets_a_call_stand_that_is_none_or_nobodys() -> None:
    table = bridge(*called("N", "1H 2H"))
    seq = table.rule("insufficient-bid", seat="S", call="2C", **{"27.accept": "accept"})
    for call, seat in (("2C", None), ("8C", S), ("X", W), ("XX", S)):
        with pytest.raises(RuleViolation):
            table.enter(CallMade(Call.parse(call), seat, seq))


# ---- cards ----


def whose(table: Table) -> Seat | None:
    deal = table.now.folded.state.round
    rules = play_rules_of(deal, table.now.settings)
    assert rules is not None
    return turn(rules, deal.watched)


def test_a_lead_out_of_turn_that_stands_is_on_the_table() -> None:
    """Law 53A: North leads the second trick, which West has won."""
    table = bridge(*contract("4S", "S"), *tricks("W", "HA H2 H3 H4"))
    told = {"47.told-to": "no", "53.lead": "accept"}
    seq = accepted(table, "lead-out-of-turn", seat="E", card="C5", **told)
    watched = table.now.folded.state.round.watched
    assert [(play.seat, str(play.card)) for play in watched.trick] == [(E, "C5")]
    assert whose(table) is S
    entry = table.now.log[watched.entries[-1] - 1].event
    assert entry == CardPlayed(Card.parse("C5"), seat=E, ruling=seq)


def test_an_opening_lead_out_of_turn_that_stands_says_who_leads() -> None:
    table = bridge(*contract("4S", "S"))
    told = {"54.opening": "yes", "47.told-to": "no", "54.dummy-seen": "no"}
    accepted(
        table,
        "lead-out-of-turn",
        seat="E",
        card="C5",
        **told,
        **{"54.opening-lead": "accept", "54.hand-shown": "no"},
    )
    assert whose(table) is E
    assert any(entry.event == LeadIs(E) for entry in table.now.folded.order)


def test_a_card_that_goes_back_is_off_the_table_with_what_followed_it() -> None:
    """Law 62A: East has not followed, which is put right in time; South had played
    after it."""
    table = bridge(*contract("4S", "S"), *tricks("W", "HA H2 C3 H4")[:4])
    told = {"besides": "none", "61.could": "yes", "63.established": "no"}
    accepted(table, "revoke", seat="E", card="C3", trick="1", **told)
    watched = table.now.folded.state.round.watched
    assert [str(play.card) for play in watched.plays] == ["HA", "H2"]
    assert whose(table) is E


@pytest.mark.parametrize("slug", ["rook", "two-ten-jack"])
def test_a_card_out_of_turn_that_stands_in_the_other_games(slug: str) -> None:
    given = {"rook": "120: R1", "two-ten-jack": "C5"}[slug]
    table: Any = Table(slug, GAMES[slug].rule_sheet.defaults)
    for event in about(slug).read(given):
        table.enter(event)
    game = table.now.game
    watched = game.arbiter.watched(table.now.folded.state)
    rules = game.arbiter.play_rules(table.now.folded.state)
    seat = turn(rules, watched)
    assert seat is not None
    other = left_of(seat, rules.ring)
    card = "R2" if slug == "rook" else "C7"
    accepted(table, "out-of-turn", seat=other.value, card=card, followed="yes")
    watched = game.arbiter.watched(table.now.folded.state)
    assert [(play.seat, str(play.card)) for play in watched.trick][1:] == [
        (other, card)
    ]
    assert turn(rules, watched) is left_of(other, rules.ring)


def test_a_card_is_taken_back_by_its_ruling_in_the_other_games() -> None:
    table: Any = Table("rook", GAMES["rook"].rule_sheet.defaults)
    for event in about("rook").read("120: R1 R2"):
        table.enter(event)
    arbiter = table.now.game.arbiter
    last = arbiter.watched(table.now.folded.state).plays[-1]
    seq = table.rule("take-back", seat=last.seat.value, card=str(last.card))
    assert standing_of(table.now, table.given(seq)).taken_back
    table.accept(seq)
    assert [
        str(play.card) for play in arbiter.watched(table.now.folded.state).plays
    ] == ["R1"]
