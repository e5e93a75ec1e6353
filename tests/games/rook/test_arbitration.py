"""What is ruled at a table of Rook: one test for each rule, named by it."""

from typing import Any

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.rulings import Effect, OpenQuestion, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.rook import ROOK
from scorekeeper.games.rook.events import (
    BidStated,
    Call,
    CountStated,
    FirstLead,
    HandForfeited,
    TrumpDeclared,
)
from scorekeeper.words import words_in
from tests.games import ruling as bench
from tests.games.rook.table import auction, bid_by_bid, cards, refusal, table
from tests.games.sitting import Sitting


def ruled(sitting: Sitting, name: str, **facts: str) -> Ruling:
    return bench.ruling(ROOK, sitting.folded, name, **facts)


def asked(sitting: Sitting, name: str, **facts: str) -> OpenQuestion:
    return bench.question(ROOK, sitting.folded, name, **facts)


def watched(text: str = "", **settings: Any) -> Sitting:
    """Seat 1 has the hand for 120, green is trump, seat 1 leads; then these cards
    fall."""
    sitting = table(**settings).enter(
        BidStated(Seat.ONE, 120), TrumpDeclared(Suit.GREEN), FirstLead(Seat.ONE)
    )
    for card in cards(text):
        sitting.enter(CardPlayed(card))
    return sitting


# seat 2 (defenders) throws a green card on a red lead, and later plays a red one
PROVED = "R1 Y2 R10 R6  R14 R3 R4 R13"


# ---- official rules: reneging ----


def test_official_rules_a_renege_is_corrected_before_the_next_lead() -> None:
    ruling = ruled(watched("R1 Y2 R10 R6"), "renege", seat="2", card="Y2", could="yes")
    assert ruling.verdict.code == "custom.ruling.corrected"
    assert ruling.effects == ()
    assert ruling.steps[-1].cite.standing is Authority.PUBLISHED


def test_official_rules_an_established_renege_ends_the_hand() -> None:
    sitting = watched(PROVED)
    assert bench.facts_of(ROOK, sitting.state) == [
        {"seat": "2", "card": "Y2", "held": "R3"}
    ]
    ruling = ruled(sitting, "renege", **bench.facts_of(ROOK, sitting.state)[0])
    assert ruling.verdict.code == "rook.ruling.renege"
    # the red 1 (15), 10 (10) and 14 (10) lie with seats 1 and 3; seats 2 and 4 lose the
    # bid
    assert ruling.effects == (Effect("forfeit", "13", 35),)
    assert ruling.verdict.values["bid"] == 120
    assert [step.cite.section for step in ruling.steps] == [
        "§3",
        "Reneging",
        "Reneging",
    ]


def test_official_rules_the_offenders_lose_the_bid_whoever_made_it() -> None:
    sitting = watched(PROVED)
    sitting.enter(HandForfeited("13", 35))
    assert sitting.totals() == {"13": 35, "24": -120}
    assert sitting.rows[-1].marks == ("forfeited",)
    assert sitting.state.round.dealer is Seat.TWO, "the deal moves on"
    for line in sitting.rows[-1].lines:
        assert line.cite.standing is Authority.PUBLISHED


def test_a_hand_that_a_ruling_ended_can_reach_the_target() -> None:
    sitting = watched(PROVED, target=50).enter(HandForfeited("13", 50))
    assert sitting.section.winners == ("13",)


def test_a_ruling_ends_the_hand_in_progress() -> None:
    arbiter = ROOK.arbiter
    assert arbiter and arbiter.fact_of_effect
    effect = Effect("forfeit", "13", 35)
    state = watched(PROVED).state
    assert arbiter.fact_of_effect(state, effect) == HandForfeited("13", 35)
    assert arbiter.fact_of_effect(table().state, effect) is None, "nobody has the hand"
    assert arbiter.fact_of_effect(state, Effect("void", "", 0)) is None


def test_a_hand_can_only_be_forfeited_once_somebody_has_it() -> None:
    assert (
        refusal(table(), HandForfeited("13", 35)).why.code
        == "rook.refused.no-bid-forfeited"
    )
    assert refusal(watched(), HandForfeited("13", 37)).field == "points"
    assert refusal(watched(), HandForfeited("12", 35)).field == "party"


def test_following_is_no_renege_whatever_was_held() -> None:
    ruling = ruled(watched(PROVED), "renege", seat="3", card="R10")
    assert ruling.verdict.code == "custom.ruling.none"
    assert ruling.steps[0].what.code == "custom.step.always"


def test_a_discard_is_no_renege_where_the_card_held_would_not_have_followed() -> None:
    ruling = ruled(watched("R1 Y2 R10 R6 R2"), "renege", seat="2", card="Y2", held="B4")
    assert ruling.verdict.code == "custom.ruling.none"
    assert ruling.steps[0].what.code == "custom.step.held"


def test_the_rook_held_is_a_renege_when_trump_was_led() -> None:
    ruling = ruled(
        watched("G1 Y2 G2 G3 B2"),
        "renege",
        seat="2",
        card="Y2",
        held="Rook",
        could="yes",
    )
    assert ruling.verdict.code == "rook.ruling.renege"


def test_what_nobody_can_show_is_no_breach_visible_in_what_was_recorded() -> None:
    sitting = watched("R1 Y2 R10 R6 R14")
    assert asked(sitting, "renege", seat="2", card="Y2").name == "could"
    ruling = ruled(sitting, "renege", seat="2", card="Y2", could="no")
    assert ruling.verdict.code == "custom.ruling.none"
    assert "Nothing recorded shows" in bench.in_words(ruling.verdict)
    assert ruling.otherwise


def test_a_renege_that_was_not_watched_is_asked_about() -> None:
    sitting = watched()
    assert asked(sitting, "renege", seat="2", card="Y2").name == "could"
    assert asked(sitting, "renege", seat="2", card="Y2", could="yes").name == "led"
    found = asked(sitting, "renege", seat="2", card="Y2", could="yes", led="yes")
    assert found.name == "captured"
    facts = {"could": "yes", "led": "yes", "captured": "45"}
    ruling = ruled(sitting, "renege", seat="2", card="Y2", **facts)
    assert ruling.effects == (Effect("forfeit", "13", 45),)


def test_a_renege_in_a_hand_of_which_nothing_is_known_changes_no_score() -> None:
    ruling = ruled(table(), "renege", seat="2", card="Y2", could="yes", led="yes")
    assert ruling.verdict.code == "rook.ruling.renege-unseen"
    assert ruling.effects == ()
    assert ruling.otherwise[0].code == "custom.otherwise.unrecorded"


def test_a_renege_found_after_the_count_asks_which_hand_it_was_in() -> None:
    sitting = table().enter(
        BidStated(Seat.ONE, 120), TrumpDeclared(Suit.GREEN), CountStated("13", 140)
    )
    facts = {"seat": "2", "card": "Y2", "could": "yes", "led": "yes"}
    assert asked(sitting, "renege", **facts).name == "which"
    ruling = ruled(sitting, "renege", **facts, which="last")
    assert ruling.effects == (Effect("forfeit", "13", 140),)
    assert ruled(sitting, "renege", **facts, which="now").effects == ()


def test_a_renege_needs_its_card() -> None:
    found = bench.hearing(ROOK, watched().folded, "renege", seat="2")
    assert found.outcome is None
    assert "card" in found.form.errors


# ---- §7: leading, and turns ----


def test_section_7_a_lead_out_of_turn_is_taken_back() -> None:
    sitting = watched("R1 R2 R10 R6")
    assert asked(sitting, "out-of-turn", seat="3").name == "followed"
    ruling = ruled(sitting, "out-of-turn", seat="3", followed="no")
    assert ruling.verdict.code == "custom.ruling.back"
    assert ruling.steps[-1].what.values["seat"] is Seat.ONE


def test_section_7_a_lead_out_of_turn_stands_once_it_was_played_to() -> None:
    ruling = ruled(watched("R1 R2 R10 R6"), "out-of-turn", seat="3", followed="yes")
    assert ruling.verdict.code == "custom.ruling.stands"
    assert ruling.steps[-1].what.code == "custom.step.enter-lead"


def test_a_lead_that_stands_need_not_be_entered_where_its_card_is_named() -> None:
    """The accepted ruling is the entry of it."""
    sitting = watched("R1 R2 R10 R6")
    ruling = ruled(sitting, "out-of-turn", seat="3", card="B13", followed="yes")
    assert "custom.step.enter-lead" not in [step.what.code for step in ruling.steps]


def test_section_7_whose_turn_it_is_is_not_out_of_turn() -> None:
    ruling = ruled(watched("R1 R2 R10 R6"), "out-of-turn", seat="1")
    assert ruling.verdict.code == "custom.ruling.in-turn"


def test_out_of_turn_where_nothing_was_watched() -> None:
    ruling = ruled(table(), "out-of-turn", seat="1", followed="no")
    assert ruling.verdict.code == "custom.ruling.back"
    assert len(ruling.steps) == 1


# ---- §9: take-back ----


def test_section_9_a_card_is_taken_back_only_until_the_next_player_plays() -> None:
    ruling = ruled(watched("R1"), "take-back", seat="1", card="R1")
    assert ruling.verdict.code == "custom.ruling.taken"
    assert ruling.steps[0].cite.section == "§9"
    assert ruling.steps[0].cite.standing is Authority.PRINTED


def test_section_9_after_any_subsequent_action_the_play_is_final() -> None:
    ruling = ruled(watched("R1 R2"), "take-back", seat="1", card="R1")
    assert ruling.verdict.code == "custom.ruling.stays"
    assert ruling.steps[0].what.code == "play.refused.take-back"


@pytest.mark.parametrize(("answer", "code"), [("yes", "stays"), ("no", "taken")])
def test_section_9_where_it_was_not_watched(answer: str, code: str) -> None:
    ruling = ruled(watched(), "take-back", seat="1", followed=answer)
    assert ruling.verdict.code == f"custom.ruling.{code}"


# ---- exposed cards ----


def test_an_exposed_card_stays_face_up() -> None:
    ruling = ruled(watched("R1"), "exposed-card", seat="2", card="G14")
    assert ruling.verdict.code == "custom.ruling.face-up"
    assert ruling.steps[0].cite.standing is Authority.INFERRED


def test_a_card_that_was_played_is_exposed_no_longer() -> None:
    ruling = ruled(watched("R1"), "exposed-card", seat="1", card="R1")
    assert ruling.verdict.code == "custom.ruling.no-exposed"


# ---- §5: bidding ----


def test_section_5_a_bid_that_is_too_low_is_void() -> None:
    sitting = bid_by_bid(table(), "110")
    ruling = ruled(sitting, "insufficient-bid", seat="3", call="105")
    assert ruling.verdict.code == "custom.ruling.call-void"
    assert ruling.steps[0].what.code == "rook.refused.bid-low"
    assert ruling.steps[-1].what.code == "custom.step.not-less"


def test_section_5_a_call_out_of_turn_is_void_and_the_right_player_calls() -> None:
    sitting = bid_by_bid(table(), "110")
    ruling = ruled(sitting, "call-out-of-turn", seat="4", call="120")
    assert ruling.verdict.values["turn"] is Seat.THREE
    assert ruling.steps[0].what.code == "custom.step.turn-call"


def test_section_5_a_call_in_turn_that_may_be_made_is_in_order() -> None:
    sitting = bid_by_bid(table(), "110")
    ruling = ruled(sitting, "call-out-of-turn", seat="3", call="120")
    assert ruling.verdict.code == "custom.ruling.call-good"


def test_section_5_a_call_that_was_not_recorded() -> None:
    ruling = ruled(table(), "insufficient-bid", seat="3", call="105", passed="no")
    assert ruling.verdict.code == "custom.ruling.call-void-unseen"
    assert [obligation.kind for obligation in ruling.obligations] == ["not-less"]


def test_a_pass_is_final_whatever_was_voided() -> None:
    told = {"seat": "3", "call": "105"}
    unseen = ruled(table(), "insufficient-bid", **told, passed="yes")
    assert [
        (obligation.kind, obligation.seat.value) for obligation in unseen.obligations
    ] == [("pass", "3")]
    on = bid_by_bid(table(), "110 pass")
    out = next(iter(auction(on).out))
    again = ruled(on, "call-out-of-turn", seat=out.value, call="150")
    assert [obligation.kind for obligation in again.obligations] == ["pass"]
    early = ruled(
        bid_by_bid(table(), "110"), "call-out-of-turn", seat=out.value, call="pass"
    )
    assert early.verdict.code.startswith("custom.ruling.call")


def test_section_5_every_call_with_its_reason() -> None:
    arbiter = ROOK.arbiter
    assert arbiter and arbiter.calls
    every = arbiter.calls(bid_by_bid(table(), "110").state)
    found = {str(call): why.why.code if why else "" for call, why in every}
    assert [call.shown() for call, _ in every[:1]] == [(Call("100").said(),)]
    assert found["105"] == found["110"] == "rook.refused.bid-low"
    assert found["115"] == found["200"] == found["pass"] == ""
    assert found["pass-partner"] == "rook.refused.pass-partner-not-high"
    assert len(found) == 23
    partner = dict(
        (str(call), why)
        for call, why in arbiter.calls(bid_by_bid(table(), "110 pass").state)
    )
    assert partner["pass-partner"] is None, "seat 4’s partner, seat 2, holds the bid"
    assert arbiter.calls(watched().state) == ()


# ---- misdeals ----


def test_a_misdeal_before_the_first_bid_is_dealt_again() -> None:
    assert asked(table(), "misdeal", what="number").name == "first-bid"
    ruling = ruled(table(), "misdeal", what="dealing", first_bid="no")
    assert ruling.verdict.code == "custom.ruling.again"
    assert ruling.effects == ()


def test_a_misdeal_during_the_bidding_voids_the_hand() -> None:
    ruling = ruled(bid_by_bid(table(), "110"), "misdeal", what="number")
    assert ruling.effects == (Effect("void", "", 0),)


def test_a_wrong_number_of_cards_later_sets_the_side_at_fault() -> None:
    sitting = watched("R1 R2 R10 R6")
    assert asked(sitting, "misdeal", what="number").name == "fault"
    ruling = ruled(sitting, "misdeal", what="number", fault="24")
    assert ruling.verdict.code == "rook.ruling.set"
    assert ruling.effects == (Effect("forfeit", "13", 25),)


def test_a_wrong_number_of_cards_that_is_nobodys_fault_voids_the_hand() -> None:
    ruling = ruled(watched("R1"), "misdeal", what="number", fault="nobody")
    assert ruling.effects == (Effect("void", "", 0),)


def test_a_wrong_number_of_cards_in_a_hand_that_was_not_recorded() -> None:
    ruling = ruled(table(), "misdeal", what="number", first_bid="yes", fault="nobody")
    assert ruling.effects == ()
    ruling = ruled(table(), "misdeal", what="number", first_bid="yes", fault="13")
    assert ruling.verdict.code == "rook.ruling.set-unseen"


# ---- claims ----


def test_a_claim_of_all_the_rest_holds_when_both_agree() -> None:
    ruling = ruled(
        watched("R5 R2 R10 R1"), "claim", seat="1", kind="claim", agreed="yes"
    )
    assert ruling.verdict.code == "custom.ruling.rest"
    assert [step.what.code for step in ruling.steps][1:] == [
        "custom.step.left",
        "rook.step.claim",
    ]
    assert ruling.steps[1].what.values["n"] == 12
    # the others have captured 5 + 10 + 15
    assert ruling.steps[2].what.values["points"] == 170


def test_a_concession_gives_the_rest_to_the_other_side() -> None:
    ruling = ruled(
        watched("R5 R2 R10 R1"), "claim", seat="1", kind="concession", agreed="yes"
    )
    assert ruling.verdict.values["party"].id == "24"  # type: ignore[attr-defined]


def test_a_claim_that_is_not_agreed_is_played_on() -> None:
    sitting = watched("R5")
    assert asked(sitting, "claim", seat="1", kind="claim").name == "agreed"
    ruling = ruled(sitting, "claim", seat="1", kind="claim", agreed="no")
    assert ruling.verdict.code == "custom.ruling.play-on"


def test_a_claim_of_the_bidders_counts_their_kitty_too() -> None:
    from scorekeeper.games.rook.rules import KittyTo

    sitting = watched("R5 R2 R10 R1", kitty=KittyTo.BIDDER)
    ruling = ruled(sitting, "claim", seat="1", kind="claim", agreed="yes")
    assert ruling.effects == (Effect("count", "13", 170),)


# ---- discards ----


def test_unopened_discards_count_as_the_count_says() -> None:
    ruling = ruled(watched(), "unopened-discards", disputed="no")
    assert ruling.verdict.code == "rook.ruling.as-counted"


def test_unopened_discards_in_dispute_go_against_the_side_that_laid_them() -> None:
    ruling = ruled(watched(), "unopened-discards", disputed="yes")
    assert ruling.verdict.values["party"].id == "24"  # type: ignore[attr-defined]
    assert ruled(table(), "unopened-discards", disputed="yes").verdict.code.endswith(
        "unseen"
    )


def test_every_irregularity_has_its_words_and_its_own_name() -> None:
    arbiter = ROOK.arbiter
    assert arbiter
    names = [irregularity.name for irregularity in arbiter.irregularities]
    assert len(set(names)) == len(names) == 13
    for name in names:
        assert words_in("en").has(f"rook.irregularity.{name}")
