"""Irregular calls, law by law: what is asked, what is ruled, and by which law."""

from collections.abc import Callable

import pytest

from scorekeeper.core.citations import Standing
from scorekeeper.core.rulings import Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.settings import JokerSettings, Variant
from tests.games.bridge.at_table import Table
from tests.games.bridge.hearing import (
    asked,
    auction,
    duplicate,
    rubber,
    ruled,
    standing,
    steps,
    text,
    values,
)

Opened = Callable[..., Table]
BOTH = pytest.mark.parametrize("table", [rubber, duplicate], ids=["1993", "2017"])


def verdict(ruling: Ruling) -> str:
    return ruling.verdict.code.removeprefix("bridge.ruling.")


# ---- Law 27 ----


@BOTH
def test_law_27a_the_next_player_may_accept_an_insufficient_bid(table: Opened) -> None:
    seen = table(*auction("1S 2D"))
    question = asked(seen, "insufficient-bid", seat="S", call="1NT")
    assert text(question.asked) == "West, do you accept 1NT by South?"
    assert values(question) == ["accept", "refuse"]
    ruling = ruled(seen, "insufficient-bid", seat="S", call="1NT", accept="accept")
    assert verdict(ruling) == "call-stands"
    assert text(ruling.verdict) == "1NT by South stands; West calls next"
    assert not ruling.effects


@BOTH
def test_law_27b_the_lowest_bid_in_the_same_denomination_puts_it_right(table: Opened) -> None:
    seen = table(*auction("1S 2D"))
    facts = {"seat": "S", "call": "1NT", "accept": "refuse"}
    options = dict(asked(seen, "insufficient-bid", **facts).options)
    assert text(options["same"]).startswith("2NT,")
    ruling = ruled(seen, "insufficient-bid", **facts, correction="same")
    assert text(ruling.verdict) == "South bids 2NT instead, and nothing more follows"
    assert steps(ruling)["bridge.step.corrected-same"].startswith("Law 27")


def test_law_27b1b_a_comparable_call_is_free_at_duplicate_only() -> None:
    facts = {"seat": "S", "call": "1NT", "accept": "refuse"}
    now = duplicate(*auction("1S 2D"))
    assert "comparable" in values(asked(now, "insufficient-bid", **facts))
    ruling = ruled(now, "insufficient-bid", **facts, correction="comparable")
    assert steps(ruling)["bridge.step.corrected-comparable"] == "Law 27B1(b)"
    assert steps(ruling)["bridge.step.comparable"] == "Law 23A"
    before = rubber(*auction("1S 2D"))
    assert "comparable" not in values(asked(before, "insufficient-bid", **facts))


@BOTH
@pytest.mark.parametrize("correction", ["other", "pass", "double"])
def test_law_27b2_and_3_anything_else_bars_the_partner(table: Opened, correction: str) -> None:
    seen = table(*auction("1S 2D"))
    facts = {"seat": "S", "call": "1NT", "accept": "refuse"}
    ruling = ruled(seen, "insufficient-bid", **facts, correction=correction)
    assert verdict(ruling) == "barred"
    assert "North must pass for the rest of the auction" in text(ruling.verdict)
    assert ("bridge.step.no-double-instead" in steps(ruling)) is (correction == "double")
    assert any(code.startswith("bridge.step.lead-") for code in steps(ruling))


def test_law_27_above_seven_no_trump_nothing_can_be_put_right_in_the_same_denomination() -> None:
    seen = duplicate(*auction("1S 7NT"))
    facts = {"seat": "S", "call": "6H", "accept": "refuse"}
    assert "same" not in values(asked(seen, "insufficient-bid", **facts))


def test_law_18_a_bid_that_is_high_enough_is_no_irregularity() -> None:
    ruling = ruled(rubber(*auction("1S 2D")), "insufficient-bid", seat="S", call="2H")
    assert verdict(ruling) == "none"


def test_law_27a2_an_insufficient_bid_out_of_turn_is_a_call_out_of_turn() -> None:
    seen = duplicate(*auction("1S 2D"))
    question = asked(seen, "insufficient-bid", seat="W", call="1H")
    assert text(question.asked) == "North, do you accept 1♥ by West?"
    assert question.cite.section == "Law 29A"


def test_law_27_where_no_auction_is_recorded_the_last_bid_is_asked_for() -> None:
    question = asked(rubber(), "insufficient-bid", seat="S", call="1NT")
    assert question.name == "last"
    assert values(question)[0] == "1NT" and "1S" not in values(question)
    facts = {"seat": "S", "call": "1NT", "last": "2D", "accept": "refuse"}
    ruling = ruled(rubber(), "insufficient-bid", **facts, correction="same")
    assert text(ruling.verdict).startswith("South bids 2NT")


# ---- Laws 28-32 ----


@BOTH
def test_law_29a_a_call_out_of_turn_may_be_accepted(table: Opened) -> None:
    seen = table(*auction("1S"))
    ruling = ruled(seen, "call-out-of-turn", seat="S", call="3S", accept="accept")
    assert text(ruling.verdict) == "3♠ by South stands; West calls next"
    assert steps(ruling)["bridge.step.accepted"].startswith("Law 29")


def test_law_28b_a_call_in_turn_meanwhile_forfeits_the_rectification() -> None:
    seen = duplicate(*auction("1S"))
    assert "overtaken" in values(asked(seen, "call-out-of-turn", seat="S", call="3S"))
    ruling = ruled(seen, "call-out-of-turn", seat="S", call="3S", accept="overtaken")
    assert steps(ruling)["bridge.step.overtaken"] == "Law 28B"
    at_partner = asked(seen, "call-out-of-turn", seat="W", call="2H")
    assert "overtaken" not in values(at_partner)


@BOTH
def test_law_28_a_call_in_turn_is_none_out_of_turn(table: Opened) -> None:
    assert verdict(ruled(table(*auction("1S")), "call-out-of-turn", seat="E", call="2H")) == "none"


@BOTH
def test_law_30a_a_pass_at_the_right_players_turn_must_be_repeated(table: Opened) -> None:
    seen = table(*auction("1S"))
    ruling = ruled(seen, "call-out-of-turn", seat="S", call="Pass", accept="refuse")
    assert verdict(ruling) == "must-pass-once"
    assert "East calls, and South must pass" in text(ruling.verdict)


def test_law_30_a_pass_at_partners_turn_after_a_bid_differs_by_edition() -> None:
    facts = {"seat": "W", "call": "Pass", "accept": "refuse"}
    old = ruled(rubber(*auction("1S")), "call-out-of-turn", **facts)
    assert verdict(old) == "must-pass"
    assert standing(old, "bridge.step.may-not-double") is Standing.INFERRED
    now = duplicate(*auction("1S"))
    free = ruled(now, "call-out-of-turn", **facts, comparable="yes")
    assert verdict(free) == "goes-on"
    once = ruled(now, "call-out-of-turn", **facts, comparable="no")
    assert verdict(once) == "barred-once"
    assert text(once.verdict).startswith("East must pass at the next turn")
    assert steps(once)["bridge.step.barred-once"] == "Law 30B"


def test_law_30a_of_1993_before_any_bid_one_pass_is_enough() -> None:
    facts = {"seat": "S", "call": "Pass", "accept": "refuse", "turn": "N", "bids": "no"}
    ruling = ruled(rubber(), "call-out-of-turn", **facts)
    assert verdict(ruling) == "must-pass-once"


@BOTH
def test_law_31a_after_a_pass_the_bid_is_repeated(table: Opened) -> None:
    seen = table(*auction("1S"))
    ruling = ruled(seen, "call-out-of-turn", seat="S", call="3S", accept="refuse", right="pass")
    assert text(ruling.verdict) == "South must repeat 3♠, and nothing more follows"
    assert steps(ruling)["bridge.step.must-repeat"].startswith("Law 31")


def test_law_31a2_after_another_call_the_partner_may_be_barred() -> None:
    facts = {"seat": "S", "call": "3S", "accept": "refuse", "right": "other"}
    old = rubber(*auction("1S"))
    assert verdict(ruled(old, "call-out-of-turn", **facts, again="yes")) == "barred-once"
    other = ruled(old, "call-out-of-turn", **facts, again="no")
    assert verdict(other) == "barred"
    assert "♠" in text(next(one.what for one in other.steps if "lead" in one.what.code))
    now = duplicate(*auction("1S"))
    assert verdict(ruled(now, "call-out-of-turn", **facts, comparable="yes")) == "goes-on"
    barred = ruled(now, "call-out-of-turn", **facts, comparable="no")
    assert verdict(barred) == "barred-once"
    assert steps(barred)["bridge.step.lead-2017"] == "Law 26B"


def test_law_31b_at_partners_turn() -> None:
    facts = {"seat": "W", "call": "2H", "accept": "refuse"}
    assert verdict(ruled(rubber(*auction("1S")), "call-out-of-turn", **facts)) == "barred"
    now = ruled(duplicate(*auction("1S")), "call-out-of-turn", **facts, comparable="no")
    assert steps(now)["bridge.step.barred-once"] == "Law 31B"
    assert steps(now)["bridge.step.not-to-use"] == "Law 16C"


@pytest.mark.parametrize("call", ["Pass", "2H"])
def test_laws_30_to_32_a_second_call_at_the_left_players_turn_is_a_change_of_call(
    call: str,
) -> None:
    seen = duplicate(*auction("1S Pass"))
    assert verdict(ruled(seen, "call-out-of-turn", seat="E", call=call)) == "is-change"


@BOTH
def test_law_32_a_double_out_of_turn(table: Opened) -> None:
    seen = table(*auction("1S Pass Pass"))
    assert verdict(ruled(seen, "call-out-of-turn", seat="W", call="X")) == "none"
    seen = table(*auction("1S"))
    facts = {"seat": "W", "call": "X", "accept": "refuse"}
    extra = {} if table is rubber else {"comparable": "no"}
    ruling = ruled(seen, "call-out-of-turn", **facts, **extra)
    assert verdict(ruling) == ("barred" if table is rubber else "barred-once")
    assert any(section.startswith("Law 32") for section in steps(ruling).values())


def test_law_32_an_inadmissible_double_out_of_turn_cannot_be_accepted() -> None:
    seen = duplicate(*auction("1S"))
    question = asked(seen, "call-out-of-turn", seat="S", call="X")
    assert question.name == "over"
    assert question.cite.section == "Law 36A"


# ---- Law 25 ----


@BOTH
def test_law_25a_a_slip_is_put_right(table: Opened) -> None:
    facts = {"seat": "N", "call": "1H", "second": "1S", "slip": "yes"}
    ruling = ruled(table(), "changed-call", **facts, partner_called="no")
    assert text(ruling.verdict) == "1♠ by North stands; East calls next"
    late = ruled(table(), "changed-call", **facts, partner_called="yes")
    assert text(late.verdict) == "1♥ stands"


def test_law_25a_the_older_laws_want_it_without_a_pause() -> None:
    facts = {"seat": "N", "call": "1H", "second": "1S"}
    assert "without a pause" in text(asked(rubber(), "changed-call", **facts).asked)
    assert "without a pause" not in text(asked(duplicate(), "changed-call", **facts).asked)


def test_law_25b_a_change_of_mind_needs_the_next_players_consent() -> None:
    facts = {"seat": "N", "call": "1H", "second": "1S", "slip": "no"}
    taken = ruled(duplicate(), "changed-call", **facts, accept="accept")
    assert text(taken.verdict) == "1♠ by North stands; East calls next"
    refused = ruled(duplicate(), "changed-call", **facts, accept="refuse")
    assert text(refused.verdict) == "1♥ stands"
    assert steps(refused)["bridge.step.change-cancelled"] == "Law 25B2"


def test_law_25_of_1993_the_partner_is_barred_once_or_throughout() -> None:
    facts = {"seat": "N", "call": "1H", "second": "1S", "slip": "no", "accept": "refuse"}
    assert verdict(ruled(rubber(), "changed-call", **facts, stand="first")) == "barred-once"
    assert verdict(ruled(rubber(), "changed-call", **facts, stand="other")) == "barred"


# ---- Laws 36, 38 ----


@BOTH
def test_law_36_an_inadmissible_double_is_cancelled_and_bars_the_partner(table: Opened) -> None:
    seen = table(*auction("1S Pass"))
    ruling = ruled(seen, "inadmissible-double", seat="S", call="X", over="no")
    assert verdict(ruling) == "double-cancelled"
    assert "North must pass" in text(ruling.verdict)
    assert "own" in ruling.steps[0].what.code
    wiped = ruled(seen, "inadmissible-double", seat="S", call="X", over="yes")
    assert verdict(wiped) == "double-wiped"
    assert steps(wiped)["bridge.step.all-cancelled"].startswith("Law 36")


def test_law_19_a_double_that_is_allowed_is_no_irregularity() -> None:
    seen = rubber(*auction("1S Pass Pass"))
    assert verdict(ruled(seen, "inadmissible-double", seat="W", call="X")) == "none"
    redoubled = rubber(*auction("1S X"))
    assert verdict(ruled(redoubled, "inadmissible-double", seat="S", call="XX")) == "none"
    assert (
        verdict(ruled(redoubled, "inadmissible-double", seat="S", call="X", over="no"))
        == "double-cancelled"
    )


@BOTH
def test_law_38_a_bid_above_the_top_is_cancelled_and_the_side_passes(table: Opened) -> None:
    ruling = ruled(table(), "bid-above-top", seat="E", call="8C", over="no")
    assert text(ruling.verdict).endswith("E–⁠W must pass for the rest of the auction")
    assert any("lead" in code for code in steps(ruling))
    over = ruled(table(), "bid-above-top", seat="E", call="8C", over="yes")
    assert not any("lead" in code for code in steps(over))


def test_law_38_the_eighth_level_of_parity_is_below_the_top() -> None:
    parity = Table(GAMES["joker-bridge"], JokerSettings(variant=Variant.X4_PARITY))
    assert verdict(ruled(parity, "bid-above-top", seat="E", call="8C")) == "none"
    ninth = ruled(parity, "bid-above-top", seat="E", call="9C", over="yes")
    assert "top level is 8" in text(ninth.steps[0].what)


# ---- which edition ----


def test_the_laws_of_1993_are_cited_by_their_numbers_alone() -> None:
    ruling = ruled(
        rubber(*auction("1S 2D")),
        "insufficient-bid",
        seat="S",
        call="1NT",
        accept="refuse",
        correction="other",
    )
    assert {step.cite.source.id for step in ruling.steps} == {"laws-1993"}
    assert set(steps(ruling).values()) == {"Law 18", "Law 27", "Law 26"}
    assert standing(ruling, "bridge.step.barred") is Standing.INFERRED
    now = ruled(
        duplicate(*auction("1S 2D")),
        "insufficient-bid",
        seat="S",
        call="1NT",
        accept="refuse",
        correction="other",
    )
    assert {step.cite.source.id for step in now.steps} == {"laws-2017"}
    assert {step.cite.standing for step in now.steps} == {Standing.PUBLISHED}
