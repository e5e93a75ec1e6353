"""What players owe by rulings is watched: by calls and by cards, for as long as its law
says; and what was broken all the same is proposed to the arbiter."""

import random
from typing import Any

import pytest

from scorekeeper.core.cards import Card, Play, Suit
from scorekeeper.core.duties import broken_by_call, broken_by_play
from scorekeeper.core.play import CardPlayed, turn
from scorekeeper.core.rulings import Obligation
from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.contract import Call, why_not
from scorekeeper.games.bridge.events import CallMade
from scorekeeper.games.bridge.state import play_rules_of
from scorekeeper.games.bridge.tariffs import PLAIN
from scorekeeper.games.rook.events import Call as RookCall
from scorekeeper.games.rook.events import CallMade as RookCallMade
from scorekeeper.tables.rulings import duties
from scorekeeper.tables.rulings.earlier import with_earlier
from tests.games.about import about
from tests.games.bridge.at_table import called
from tests.games.bridge.hearing import contract, tricks
from tests.games.effects import Table
from tests.games.standing import accepted, bridge

N = Seat.NORTH
E = Seat.EAST
S = Seat.SOUTH
W = Seat.WEST
TOO_LOW = {"27.accept": "refuse", "27.correction": "pass"}


def barred() -> Table:
    """South bid too low and passed instead: North must pass to the end of the
    auction."""
    table = bridge(*called("N", "1H 2H"))
    accepted(table, "insufficient-bid", seat="S", call="2C", **TOO_LOW)
    table.enter(*called("S", "Pass Pass"))
    return table


def call(text: str, seat: Seat) -> CallMade:
    return CallMade(Call.parse(text), seat)


def test_who_must_pass_is_told_so_and_may_pass() -> None:
    table = barred()
    assert [obligation.kind for obligation in duties.owed_by(table.now, N)] == [
        "pass",
        "first-lead",
        "unauthorized",
    ]
    assert duties.of_calls(table.now, (call("3H", N),)) is not None
    assert duties.of_calls(table.now, (call("X", N),)) is not None
    assert duties.of_calls(table.now, (call("Pass", N),)) is None


def test_a_call_of_the_barred_is_recorded_and_law_37_is_proposed() -> None:
    table = barred()
    table.enter(call("3H", N))
    (one,) = duties.broken(table.now)
    assert (one.seat, one.irregularity) == (N, "call-of-the-barred")
    assert dict(one.facts) == {"seat": "N", "call": "3H"}
    accepted(table, "call-of-the-barred", **dict(one.facts), **{"37.over": "no"})
    assert duties.broken(table.now) == ()
    auction = table.now.folded.state.round.auction
    assert [str(one) for one in auction.calls][-1] == "Pass", (
        "it is cancelled, and is a pass"
    )


def test_the_duty_to_pass_ends_with_the_auction_and_not_with_a_pass() -> None:
    table = barred()
    table.enter(*called("N", "Pass"))
    assert table.now.folded.state.round.contract is not None
    table = bridge(*called("N", "1H 2H"))
    accepted(table, "insufficient-bid", seat="S", call="2C", **TOO_LOW)
    table.enter(
        *called("S", "Pass 3C Pass Pass Pass"),
    )
    assert duties.of_calls(table.now, (call("3H", N),)) is None, "the auction is over"


def test_a_bid_of_rook_under_what_was_tried_is_watched() -> None:
    table: Any = Table("rook", GAMES["rook"].rule_sheet.defaults)
    table.enter(RookCallMade(RookCall("100"), Seat.TWO))
    accepted(table, "call-out-of-turn", seat="4", call="150")
    table.enter(RookCallMade(RookCall("105"), Seat.THREE))
    low, high = (RookCallMade(RookCall(n), Seat.FOUR) for n in ("120", "150"))
    assert duties.of_calls(table.now, (low,)) is not None
    assert duties.of_calls(table.now, (high,)) is None
    table.enter(low)
    (one,) = duties.broken(table.now)
    assert (one.irregularity, dict(one.facts)) == (
        "insufficient-bid",
        {"seat": "4", "call": "120"},
    )


# ---- cards ----


def asked_to_lead() -> Table:
    """East led out of turn: South asks West for a heart."""
    table = bridge(*contract("4S", "S"))
    told = {"54.opening": "yes", "47.told-to": "no", "54.dummy-seen": "no"}
    accepted(
        table,
        "lead-out-of-turn",
        seat="E",
        card="H5",
        **told,
        **{"54.opening-lead": "require"},
    )
    return table


def test_a_lead_that_was_asked_for_is_watched_and_law_61_is_proposed() -> None:
    table = asked_to_lead()
    assert "must-lead" in [
        str(obligation.kind) for obligation in duties.owed_by(table.now, W)
    ]
    assert duties.of_play(table.now, Play(W, Card.parse("DK"))) is not None
    assert duties.of_play(table.now, Play(W, Card.parse("HK"))) is None
    table.enter(*tricks("W", "DK D2 D3 D4")[:1])
    (one,) = duties.broken(table.now)
    assert one.irregularity == "restriction-broken"
    assert dict(one.facts) == {"seat": "W", "card": "DK"}
    table.enter(*tricks("N", "D2 D3 D4")[:3])
    assert len(duties.broken(table.now)) == 1, "it is not forgotten with the next card"


def test_a_penalty_card_is_watched_at_its_first_legal_chance_alone() -> None:
    table = bridge(*contract("4S", "S"), *tricks("W", "HA H2 H3 H4"))
    facts = {"50.more": "no", "50.partner-leads": "no"}
    accepted(table, "exposed-card", seat="E", card="CK", **facts)
    table.enter(*tricks("W", "D2 D3 D4 D5"))
    assert duties.broken(table.now) == (), "East had to follow suit"
    table.enter(*tricks("S", "C2 C3 C4 C5"))
    (one,) = duties.broken(table.now)
    assert (one.seat, one.irregularity) == (E, "penalty-card-not-played")
    assert dict(one.facts) == {"seat": "E", "card": "C5"}


SPADES = bridge(*contract("4S", "S")).now
RULES = play_rules_of(SPADES.folded.state.round, SPADES.settings)
LED = (Play(W, Card.parse("C2")),)


@pytest.mark.parametrize(
    ("kind", "what", "trick", "card", "is_broken"),
    [
        ("must-lead", "H", (), "D2", True),
        ("must-lead", "H", (), "H2", False),
        ("must-lead", "H", LED, "D2", False),
        ("may-not-lead", "H", (), "H2", True),
        ("may-not-lead", "H", (), "D2", False),
        ("may-not-play", "H", LED, "H2", True),
        ("must-play-suit", "H", LED, "D2", True),
        ("must-play-suit", "H", LED, "C5", False),  # who follows suit owes no other
        ("must-play", "CK", LED, "C5", True),
        ("must-play", "HK", LED, "C5", False),
        ("penalty-major", "CK", LED, "C5", True),
        ("penalty-major", "CK", LED, "CK", False),
        ("penalty-major", "HK", LED, "C5", False),  # it could not be played
        ("penalty-major", "HK", LED, "D5", True),
        ("penalty-minor", "C7", LED, "C5", True),
        ("penalty-minor", "C7", LED, "CQ", False),
        ("penalty-card", "CK", LED, "C5", True),
        ("first-lead", "", (), "D2", False),
        ("unauthorized", "", (), "D2", False),
        ("pass", "", (), "D2", False),
    ],
)
def test_what_a_card_breaks(
    kind: str, what: str, trick: tuple[Play, ...], card: str, is_broken: bool
) -> None:
    suit = Suit(what) if len(what) == 1 else None
    lying = Card.parse(what) if len(what) > 1 else None
    one = Obligation(kind, N, lying, suit)
    assert RULES is not None
    found = broken_by_play((one,), RULES, (), trick, Play(N, Card.parse(card)))
    assert found == (one if is_broken else None)


def test_any_of_several_penalty_cards_is_played_and_a_lead_asked_for_comes_first() -> (
    None
):
    assert RULES is not None
    two = tuple(
        Obligation("penalty-major", N, Card.parse(card)) for card in ("CK", "C7")
    )
    asked = Obligation("must-lead", N, suit=Suit.HEARTS)
    assert broken_by_play(two, RULES, (), LED, Play(N, Card.parse("C7"))) is None
    assert broken_by_play(two, RULES, (), LED, Play(N, Card.parse("C5"))) is not None
    assert (
        broken_by_play((*two, asked), RULES, (), (), Play(N, Card.parse("H2"))) is None
    )


def test_every_call_is_free_of_what_binds_nobody_to_call() -> None:
    every = [
        Obligation(kind, N) for kind in ("first-lead", "unauthorized", "must-lead")
    ]
    assert broken_by_call(every, 0) is None


@pytest.mark.parametrize("seed", range(30))
def test_whoever_keeps_to_what_is_owed_has_broken_nothing(seed: int) -> None:
    """Calls at random of which none is entered that breaks anything: nothing is
    proposed."""
    chance = random.Random(seed)
    table = bridge(*called("N", "1H 2H"))
    accepted(table, "insufficient-bid", seat="S", call="2C", **TOO_LOW)
    for _ in range(8):
        deal = table.now.folded.state.round
        if deal.contract is not None:
            break
        seat = deal.auction.turn
        fact = call(chance.choice(["Pass", "3C", "3D", "3S", "4C", "X"]), seat)
        is_legal = why_not(deal.auction, fact.call, PLAIN) is None
        if is_legal and duties.of_calls(table.now, (fact,)) is None:
            table.enter(fact)
    assert duties.broken(table.now) == ()


def test_whose_turn_it_is_is_known_where_a_card_names_nobody() -> None:
    table = asked_to_lead()
    deal = table.now.folded.state.round
    rules = play_rules_of(deal, table.now.settings)
    assert rules is not None and turn(rules, deal.watched) is W


def test_a_face_up_card_of_rook_is_watched_and_the_other_one_goes_back() -> None:
    table: Any = Table("rook", GAMES["rook"].rule_sheet.defaults)
    table.enter(*about("rook").read("120: Y14 Y5 Y6 Y7"))
    accepted(table, "exposed-card", seat="3", card="Y13")
    table.enter(*(CardPlayed(Card.parse(card)) for card in ("Y1", "Y8", "Y9")))
    (one,) = duties.broken(table.now)
    assert (one.irregularity, dict(one.facts)) == (
        "take-back",
        {"seat": "3", "card": "Y9"},
    )
    accepted(table, "take-back", **with_earlier(table.now, dict(one.facts)))
    plays = table.now.folded.state.round.watched.plays
    assert [str(play.card) for play in plays][-2:] == ["Y1", "Y8"], "it was taken back"
    assert duties.broken(table.now) == ()
