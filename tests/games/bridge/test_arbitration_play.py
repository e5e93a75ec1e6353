"""Leads, plays and exposed cards, law by law."""

from collections.abc import Callable

import pytest

from scorekeeper.core.citations import Standing
from scorekeeper.core.rulings import Ruling
from scorekeeper.games import GAMES
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
    text,
    thirteen_tricks,
    tricks,
    values,
)

Opened = Callable[..., Table]
BOTH = pytest.mark.parametrize("table", [rubber, duplicate], ids=["1993", "2017"])
SPADES = contract("4S", "S")
"""South plays, West leads, North is dummy, East is the other defender."""


def verdict(ruling: Ruling) -> str:
    return ruling.verdict.code.removeprefix("bridge.ruling.")


# ---- Laws 53-56: leads out of turn ----


@BOTH
def test_law_54_the_five_ways_to_take_an_opening_lead_out_of_turn(table: Opened) -> None:
    facts = {"seat": "E", "card": "HK", "opening": "yes", "dummy-seen": "no"}
    question = asked(table(*SPADES), "lead-out-of-turn", **facts)
    assert text(question.asked).startswith("South,")
    assert values(question) == ["spread", "accept", "require", "forbid", "free"]
    found = {
        choice: ruled(table(*SPADES), "lead-out-of-turn", **facts, choice=choice)
        for choice in values(question)
    }
    assert {choice: verdict(ruling) for choice, ruling in found.items()} == {
        "spread": "spread",
        "accept": "opening-stands",
        "require": "lead-require",
        "forbid": "lead-forbid",
        "free": "lead-free",
    }
    assert text(found["spread"].verdict).endswith("South becomes dummy, and North plays the deal")
    assert text(found["require"].verdict).startswith("West must lead ♥")
    assert "bridge.step.as-long" in steps(found["forbid"])
    assert "bridge.step.first-chance" in steps(found["free"])


def test_law_54_is_cited_by_its_paragraphs_at_duplicate() -> None:
    facts = {"seat": "E", "card": "HK", "opening": "yes", "dummy-seen": "no"}
    sections = {
        "spread": ("bridge.step.spread", "Law 54A"),
        "accept": ("bridge.step.second-hand", "Law 54B"),
        "free": ("bridge.step.lead-refused", "Law 54D"),
        "require": ("bridge.step.picked-up", "Law 50D2(a)"),
    }
    for choice, (code, section) in sections.items():
        ruling = ruled(duplicate(*SPADES), "lead-out-of-turn", **facts, choice=choice)
        assert steps(ruling)[code] == section


@BOTH
def test_law_54c_once_dummy_was_seen_the_lead_must_be_accepted(table: Opened) -> None:
    ruling = ruled(
        table(*SPADES), "lead-out-of-turn", seat="E", card="HK", opening="yes", dummy_seen="yes"
    )
    assert verdict(ruling) == "lead-stands"
    assert steps(ruling)["bridge.step.must-accept"].startswith("Law 54")


@BOTH
def test_laws_24_and_54e_declarers_side_makes_no_opening_lead(table: Opened) -> None:
    ruling = ruled(table(*SPADES), "lead-out-of-turn", seat="S", card="HK", opening="yes")
    assert text(ruling.verdict).startswith("K♥ goes back into the hand of South, and West leads")


@BOTH
def test_law_44_the_right_leader_is_no_irregularity(table: Opened) -> None:
    ruling = ruled(table(*SPADES), "lead-out-of-turn", seat="W", card="HK", opening="yes")
    assert verdict(ruling) == "none"


@BOTH
def test_law_56_a_defenders_later_lead_when_it_was_partners(table: Opened) -> None:
    seen = table(*SPADES, *tricks("W", "HA H2 H3 H4"))
    question = asked(seen, "lead-out-of-turn", seat="E", card="CK")
    assert values(question) == ["accept", "require", "forbid", "free"]
    assert verdict(ruled(seen, "lead-out-of-turn", seat="E", card="CK", choice="forbid")) == (
        "lead-forbid"
    )
    taken = ruled(seen, "lead-out-of-turn", seat="E", card="CK", choice="accept")
    assert text(taken.verdict) == "K♣ is led; South plays next"


@BOTH
def test_law_56_when_it_was_declarers_the_card_stays_as_a_penalty_card(table: Opened) -> None:
    seen = table(*SPADES, *tricks("W", "HK HA H3 H4"))
    question = asked(seen, "lead-out-of-turn", seat="E", card="CK")
    assert values(question) == ["accept", "refuse"]
    ruling = ruled(seen, "lead-out-of-turn", seat="E", card="CK", choice="refuse")
    assert text(ruling.verdict) == (
        "K♣ is taken back and lies before East as a penalty card; North leads"
    )
    assert "bridge.step.partner-leads" in steps(ruling)


def test_law_53a_the_last_trick_can_not_be_led_out_of_turn() -> None:
    rows = [f"{n}: {cards}" for n, cards in thirteen_tricks()]
    seen = duplicate(*SPADES, *tricks("W", *rows[:12]))
    assert values(asked(seen, "lead-out-of-turn", seat="N", card="D2"))  # declarer's side: 55
    question = asked(seen, "lead-out-of-turn", seat="E", card="D5")
    assert "accept" not in values(question)


@BOTH
def test_law_55_a_lead_from_declarers_wrong_hand(table: Opened) -> None:
    seen = table(*SPADES, *tricks("W", "HK HA H3 H4"))
    question = asked(seen, "lead-out-of-turn", seat="S", card="CK")
    assert text(question.asked).startswith("E–⁠W, do you accept K♣?")
    assert "West decides" in text(question.asked)
    back = ruled(seen, "lead-out-of-turn", seat="S", card="CK", choice="refuse")
    assert "bridge.step.other-hand" in steps(back)
    assert text(back.verdict).endswith("and North leads; nothing more follows")


@BOTH
def test_law_55b1_a_lead_of_declarer_at_a_defenders_turn_just_goes_back(table: Opened) -> None:
    seen = table(*SPADES, *tricks("W", "HA H2 H3 H4"))
    ruling = ruled(seen, "lead-out-of-turn", seat="S", card="CK", choice="refuse")
    assert "bridge.step.lead-restored" in steps(ruling)
    assert not ruling.effects


def test_an_unrecorded_lead_asks_who_leads_and_who_is_declarer() -> None:
    table = duplicate()
    assert asked(table, "lead-out-of-turn", seat="E", card="CK").name == "declarer"
    facts = {"seat": "E", "card": "CK", "declarer": "S", "opening": "no"}
    question = asked(table, "lead-out-of-turn", **facts)
    assert question.name == "turn" and "E" not in values(question)
    assert (
        verdict(ruled(table, "lead-out-of-turn", **facts, turn="W", choice="free")) == "lead-free"
    )


# ---- Law 57 ----


@BOTH
def test_law_57a_declarer_directs_the_partner_of_an_early_player(table: Opened) -> None:
    facts = {"seat": "W", "card": "H9", "how": "before-partner", "both": "no"}
    question = asked(table(*SPADES), "premature-play", **facts)
    assert ("require" in values(question)) is (table is duplicate)
    for choice in ("highest", "lowest"):
        ruling = ruled(table(*SPADES), "premature-play", **facts, choice=choice)
        assert text(ruling.verdict) == f"East must play the {choice} card of the suit led"
    ruling = ruled(table(*SPADES), "premature-play", **facts, choice="forbid", suit="C")
    assert text(ruling.verdict) == "East may not play ♣ to this trick"
    assert "bridge.step.if-able" in steps(ruling)


@BOTH
def test_law_57a_leading_to_the_next_trick_too_early(table: Opened) -> None:
    facts = {"seat": "W", "card": "H9", "how": "next-trick"}
    assert "highest" in values(asked(table(*SPADES), "premature-play", **facts))


@BOTH
def test_law_57c_nothing_follows_when_declarer_has_played_from_both_hands(table: Opened) -> None:
    facts = {"seat": "W", "card": "H9", "how": "before-partner"}
    ruling = ruled(table(*SPADES), "premature-play", **facts, both="yes")
    assert verdict(ruling) == "card-played"
    early = ruled(table(*SPADES), "premature-play", seat="S", card="H9", how="before-right")
    assert verdict(early) == "card-played"
    assert "bridge.step.declarer-early" in steps(early)


def test_law_57c_is_read_from_the_cards_on_the_table() -> None:
    seen = duplicate(*SPADES, *tricks("W", "HA H2 H3 H4", "W: HK H5 H6"))
    facts = {"seat": "E", "card": "H9", "how": "before-partner"}
    assert asked(seen, "premature-play", **facts).name == "choice"


@BOTH
def test_law_57d_at_the_turn_of_the_player_at_the_right(table: Opened) -> None:
    facts = {"seat": "W", "card": "H9", "how": "before-right"}
    ruling = ruled(table(*SPADES), "premature-play", **facts)
    assert text(ruling.verdict) == "West must play 9♥ when the turn comes, if it is legal then"


# ---- Laws 24, 48-51: exposed cards ----


@BOTH
def test_law_48_no_card_of_declarer_or_dummy_is_a_penalty_card(table: Opened) -> None:
    for seat in ("S", "N"):
        ruling = ruled(table(*SPADES), "exposed-card", seat=seat, card="SA")
        assert verdict(ruling) == "no-penalty"


def test_law_50_of_2017_minor_and_major() -> None:
    table = duplicate(*SPADES)
    facts = {"seat": "W", "card": "H5", "how": "accident"}
    minor = ruled(table, "exposed-card", **facts, more="no")
    assert verdict(minor) == "minor"
    assert steps(minor)["bridge.step.minor"] == "Law 50C"
    for other in (
        facts | {"how": "deliberate"},
        facts | {"more": "yes"},
        {"seat": "W", "card": "H10"},
    ):
        ruling = ruled(table, "exposed-card", **other, partner_leads="no")
        assert verdict(ruling) == "major", other
        assert steps(ruling)["bridge.step.first-chance"] == "Law 50D1"


def test_law_50_of_1993_knows_one_kind() -> None:
    ruling = ruled(rubber(*SPADES), "exposed-card", seat="W", card="H5", partner_leads="no")
    assert verdict(ruling) == "major"
    assert standing(ruling, "bridge.step.one-kind") is Standing.INFERRED


@BOTH
@pytest.mark.parametrize("choice", ["require", "forbid", "free"])
def test_law_50d2_declarer_chooses_when_the_partner_leads(table: Opened, choice: str) -> None:
    facts = {"seat": "W", "card": "HK", "partner_leads": "yes"}
    ruling = ruled(table(*SPADES), "exposed-card", **facts, choice=choice)
    assert verdict(ruling) == f"lead-{choice}"
    assert text(ruling.verdict).startswith("East")
    assert ("bridge.step.picked-up" in steps(ruling)) is (choice != "free")


@BOTH
def test_law_24_a_card_seen_in_the_auction(table: Opened) -> None:
    seen = table(*auction("1S"))
    low = ruled(seen, "exposed-card", seat="E", card="H5")
    assert verdict(low) == "shown-low"
    high = ruled(seen, "exposed-card", seat="E", card="HJ")
    assert verdict(high) == "barred-once"
    assert "West must pass" in text(high.verdict)


def test_a_penalty_card_that_may_be_played_to_any_trick_comes_in_the_next() -> None:
    deuces = Table(GAMES["deuces-wild"]).enter(*SPADES)
    ruling = ruled(deuces, "exposed-card", seat="W", card="H2", partner_leads="no")
    assert "bridge.step.any-trick" in steps(ruling)
    assert standing(ruling, "bridge.step.any-trick") is Standing.INFERRED
    crowns = Table(GAMES["five-crowns"]).enter(*contract("3NT", "S"))
    facts = {"seat": "W", "card": "Joker", "partner_leads": "yes"}
    assert values(asked(crowns, "exposed-card", **facts)) == ["free"]


# ---- Laws 45-47 ----


@BOTH
@pytest.mark.parametrize(
    ("why", "found"),
    [("mind", "back-mind"), ("misled", "back-misled"), ("revoke", "back-revoke")],
)
def test_laws_45_to_47_taking_a_card_back(table: Opened, why: str, found: str) -> None:
    ruling = ruled(table(*SPADES), "take-back", seat="E", card="D2", why=why)
    assert verdict(ruling) == found


@BOTH
def test_law_45c_a_slip_in_naming_dummys_card(table: Opened) -> None:
    facts = {"seat": "N", "card": "D2", "why": "slip"}
    assert verdict(ruled(table(*SPADES), "take-back", **facts, at_once="yes")) == "back-slip"
    assert verdict(ruled(table(*SPADES), "take-back", **facts, at_once="no")) == "back-mind"
    other = ruled(table(*SPADES), "take-back", seat="E", card="D2", why="slip")
    assert verdict(other) == "back-mind"
