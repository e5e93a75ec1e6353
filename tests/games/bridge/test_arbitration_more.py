"""Laws that few tables meet: several penalty cards, things done at once, calls after the end."""

from collections.abc import Callable

import pytest

from scorekeeper.core.citations import Standing
from scorekeeper.core.rulings import Ruling
from scorekeeper.games.bridge import BRIDGE
from tests.games.bridge.at_table import Table
from tests.games.bridge.hearing import (
    asked,
    auction,
    contract,
    duplicate,
    rubber,
    ruled,
    standing,
    steps,
    values,
)

Opened = Callable[..., Table]
BOTH = pytest.mark.parametrize("table", [rubber, duplicate], ids=["1993", "2017"])
SPADES = contract("4S", "S")
"""South plays; West and East defend."""


def verdict(ruling: Ruling) -> str:
    return ruling.verdict.code.removeprefix("bridge.ruling.")


# ---- Laws 33 to 35, 37, 39, 40 ----


@BOTH
def test_law_33_of_two_calls_at_once_the_one_in_turn_is_first(table: Opened) -> None:
    at = table(*auction("1S"))
    assert values(asked(at, "simultaneous-calls", seat="W")) == ["N", "E", "S"]
    assert verdict(ruled(at, "simultaneous-calls", seat="S", turn="E")) == "at-once-next"
    out = ruled(at, "simultaneous-calls", seat="W", turn="E")
    assert verdict(out) == "at-once-out"
    assert steps(out)["bridge.step.at-once"] == "Law 33"
    assert out.effects == ()


@BOTH
def test_law_34_a_pass_out_of_turn_takes_nobodys_turn(table: Opened) -> None:
    ruling = ruled(table(*auction("1S")), "lost-turn", seat="W")
    assert verdict(ruling) == "lost-turn"
    assert steps(ruling)["bridge.step.passes-cancelled"] == "Law 34"


def test_law_35_lists_the_calls_that_cant_be() -> None:
    assert BRIDGE.arbiter is not None
    for name in (
        "inadmissible-double",
        "call-of-the-barred",
        "bid-above-top",
        "call-after-the-end",
    ):
        assert BRIDGE.arbiter.irregularity(name), name


def test_law_37_a_call_of_the_barred_is_a_pass() -> None:
    at = duplicate(*auction("1S"))
    told = {"seat": "E", "call": "2H"}
    assert asked(at, "call-of-the-barred", **told).name == "over"
    ruling = ruled(at, "call-of-the-barred", **told, over="no")
    assert verdict(ruling) == "pass-instead"
    assert "bridge.step.lead-2017" in steps(ruling)
    stands = ruled(at, "call-of-the-barred", **told, over="yes")
    assert verdict(stands) == "barred-stands"
    assert verdict(ruled(at, "call-of-the-barred", seat="E", call="Pass")) == "none"


def test_law_37_of_1993_is_inferred_where_it_was_not_read() -> None:
    ruling = ruled(rubber(*auction("1S")), "call-of-the-barred", seat="E", call="2H", over="no")
    assert standing(ruling, "bridge.step.pass-instead") is Standing.INFERRED


@BOTH
def test_law_39_after_the_final_pass_only_a_defenders_bid_costs(table: Opened) -> None:
    at = table(*SPADES)
    name = "call-after-the-end"
    assert verdict(ruled(at, name, seat="W", call="Pass")) == "after-final"
    assert verdict(ruled(at, name, seat="N", call="X")) == "after-final"
    assert asked(at, name, seat="W", call="X").name == "over"
    assert verdict(ruled(at, name, seat="W", call="X", over="yes")) == "after-final"
    assert verdict(ruled(at, name, seat="W", call="X", over="no")) == "after-final-lead"


@BOTH
def test_law_40_a_call_may_mislead_unless_partners_agreed_it(table: Opened) -> None:
    at = table(*auction("1S"))
    name = "untold-agreement"
    assert verdict(ruled(at, name, seat="N", agreed="no")) == "may-mislead"
    assert verdict(ruled(at, name, seat="N", agreed="yes", told="yes")) == "may-mislead"
    untold = ruled(at, name, seat="N", agreed="yes", told="no")
    assert verdict(untold) == "untold"
    assert bool(untold.remedies) == (table is duplicate)


# ---- Laws 51 and 52 ----


@BOTH
def test_law_51a_declarer_says_which_penalty_card_is_played(table: Opened) -> None:
    ruling = ruled(table(*SPADES), "two-penalty-cards", seat="W", turn="own")
    assert verdict(ruling) == "several-own"
    assert steps(ruling)["bridge.step.several-own"].startswith("Law 51")


@BOTH
def test_law_51b_declarer_asks_for_a_suit_or_forbids_it(table: Opened) -> None:
    at = table(*SPADES)
    told = {"seat": "W", "turn": "partner"}
    assert values(asked(at, "two-penalty-cards", **told)) == ["require", "forbid", "free"]
    assert asked(at, "two-penalty-cards", **told, choice="forbid").name == "suit"
    forbid = ruled(at, "two-penalty-cards", **told, choice="forbid", suit="H")
    require = ruled(at, "two-penalty-cards", **told, choice="require", suit="H")
    free = ruled(at, "two-penalty-cards", **told, choice="free")
    found = [verdict(one) for one in (forbid, require, free)]
    assert found == ["several-forbid", "several-require", "several-free"]
    assert "bridge.step.as-long" in steps(forbid)
    assert "bridge.step.as-long" not in steps(require)


@BOTH
def test_law_52_the_penalty_card_takes_the_place_of_the_other(table: Opened) -> None:
    at = table(*SPADES)
    told = {"seat": "W", "card": "H7"}
    assert values(asked(at, "penalty-card-not-played", **told)) == ["accept", "refuse"]
    accepted = ruled(at, "penalty-card-not-played", **told, choice="accept")
    assert verdict(accepted) == "owed-accepted"
    assert "bridge.step.owed-stays" in steps(accepted)
    refused = ruled(at, "penalty-card-not-played", **told, choice="refuse")
    assert verdict(refused) == "owed-played"
    assert "bridge.step.owed-both" in steps(refused)


# ---- Laws 58 and 60 ----


@BOTH
def test_law_58a_the_card_of_the_player_in_turn_came_first(table: Opened) -> None:
    ruling = ruled(table(*SPADES), "simultaneous-cards", seat="E", who="players")
    assert verdict(ruling) == "together-later"


@BOTH
def test_law_58b_of_several_cards_one_is_played(table: Opened) -> None:
    at = table(*SPADES)
    name, told = "simultaneous-cards", {"who": "cards", "late": "no"}
    one = ruled(at, name, seat="E", **told, visible="no")
    assert verdict(one) == "together-one"
    defender = ruled(at, name, seat="E", **told, visible="yes")
    declarer = ruled(at, name, seat="S", **told, visible="yes")
    assert verdict(defender) == verdict(declarer) == "together-names"
    assert "bridge.step.together-penalty" in steps(defender)
    assert "bridge.step.together-penalty" not in steps(declarer)
    late = ruled(at, name, seat="E", who="cards", late="yes")
    assert verdict(late) == "together-late"


@BOTH
def test_law_60_who_plays_on_has_accepted(table: Opened) -> None:
    at, name = table(*SPADES), "play-after-illegal"
    found = [
        verdict(ruled(at, name, seat="W", by=by)) for by in ("innocent", "offender", "restored")
    ]
    assert found == ["after-forfeit", "after-offender", "after-restored"]
    assert verdict(ruled(at, name, seat="N", by="restored")) == "after-offender"
