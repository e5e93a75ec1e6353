"""Leads, plays, exposed cards and revokes, law by law."""

from collections.abc import Callable

import pytest

from scorekeeper.core.breaches import breaches
from scorekeeper.core.citations import Standing
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.arbitration.revokes import proved
from scorekeeper.games.bridge.settings import (
    CrownsSettings,
    JokerSettings,
    NoTrumpJoker,
    SuitMode,
    Variant,
    WildcardUntil,
)
from tests.games.bridge.at_table import Table, calls, deal
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
    rows = [f"{n}: {cards}" for n, cards in _thirteen()]
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


# ---- Laws 61-64: the revoke ----


def _thirteen() -> list[tuple[str, str]]:
    """Thirteen tricks of a whole pack at spades, South declarer; everybody follows suit."""
    rows = [("W", "HA H2 H3 H4"), ("W", "HK H5 H6 H7"), ("W", "HQ H8 H9 H10")]
    rows += [("W", "CA C2 C3 C4"), ("W", "CK C5 C6 C7"), ("W", "CQ C8 C9 C10")]
    rows += [("W", "DA D2 D3 D4"), ("W", "DK D5 D6 D7"), ("W", "DQ D8 D9 D10")]
    rows += [("W", "SA S2 S3 S4"), ("W", "SK S5 S6 S7"), ("W", "SQ S8 S9 S10")]
    return [*rows, ("W", "HJ CJ DJ SJ")]


REVOKED = (
    *("W: HA H2 D2 H3", "W: HK H4 H5 H6", "W: DA D3 D4 D5"),
    *("W: DK D6 D7 D8", "W: DQ D9 D10 DJ"),
)
"""East throws the two of diamonds on the ace of hearts, and follows to the king."""


def watched(table: Opened, *rows: str) -> Table:
    return table(*SPADES, *tricks("W", *rows))


def test_a_proven_revoke_brings_its_facts_along() -> None:
    table = watched(duplicate, *REVOKED)
    arbiter = table.game.arbiter
    found = breaches(arbiter.play_rules(table.state), arbiter.watched(table.state))
    assert [str(one.play.card) for one in found] == ["D2"]
    facts = dict(proved(found[0]))
    assert facts == {"seat": "E", "card": "D2", "held": "H5", "trick": "1"}
    assert arbiter.irregularity("revoke").proved is proved
    ruling = ruled(table, "revoke", **facts)
    assert ruling.effects == (Effect("tricks", "NS", 1),)


@BOTH
def test_law_62_a_revoke_not_established_is_corrected(table: Opened) -> None:
    seen = watched(table, "W: HA H2 D2")
    facts = {"seat": "E", "card": "D2", "established": "no"}
    ruling = ruled(seen, "revoke", **facts)
    assert verdict(ruling) == "replace-defender"
    assert "bridge.step.first-chance" in steps(ruling)
    assert not ruling.effects
    own = watched(table, "W: HA H2 H5 D2")
    just = ruled(own, "revoke", seat="S", card="D2", established="no")
    assert verdict(just) == "replace"
    assert "bridge.step.no-penalty-card" in steps(just)


def test_law_63_a_card_of_that_side_to_the_next_trick_establishes_it() -> None:
    assert asked(watched(duplicate, "W: HA H2 D2 H3"), "revoke", seat="E", card="D2").name == (
        "established"
    )
    played_on = watched(duplicate, "W: HA H2 D2 H3", "W: HK")
    assert asked(played_on, "revoke", seat="E", card="D2").name != "established"


def test_law_64a1_the_revoke_trick_and_one_more() -> None:
    facts = {"seat": "E", "card": "S2", "established": "yes", "twelfth": "no", "won": "self"}
    for table in (rubber(*SPADES), duplicate(*SPADES)):
        two = ruled(table, "revoke", **facts, later="1")
        assert two.effects == (Effect("tricks", "NS", 2),)
        assert text(two.verdict) == "2 tricks go from E–⁠W to N–⁠S"
        one = ruled(table, "revoke", **facts, later="0")
        assert one.effects == (Effect("tricks", "NS", 1),)
        assert "bridge.step.and-none" in steps(one)


def test_law_64_revoke_one_trick() -> None:
    facts = {"seat": "E", "card": "D2", "established": "yes", "twelfth": "no"}
    for won, later in (("partner", "0"), ("partner", "2"), ("others", "1")):
        ruling = ruled(duplicate(*SPADES), "revoke", **facts, won=won, later=later)
        assert ruling.effects == (Effect("tricks", "NS", 1),)
        assert steps(ruling)["bridge.step.one"] == "Law 64A2"


def test_law_64a2_of_1993_adds_one_for_a_card_that_could_have_followed() -> None:
    facts = {"seat": "E", "card": "D2", "established": "yes", "twelfth": "no"}
    cases = [
        ("partner", "1", "yes", 2),
        ("partner", "1", "no", 1),
        ("others", "2", "yes", 2),
    ]
    for won, later, could, tricks_moved in cases:
        told = facts | {"won": won, "later": later, "could": could}
        assert ruled(rubber(*SPADES), "revoke", **told).effects[0].amount == tricks_moved
    only = ruled(rubber(*SPADES), "revoke", **facts, won="others", later="1")
    assert only.effects[0].amount == 1, "there is no second trick to be had"
    more = ruled(rubber(*SPADES), "revoke", **facts, won="partner", later="1", could="yes")
    assert standing(more, "bridge.step.held-card") is Standing.INFERRED


def test_law_64b1_nothing_won_nothing_transferred() -> None:
    facts = {"seat": "E", "card": "D2", "established": "yes", "twelfth": "no"}
    ruling = ruled(duplicate(*SPADES), "revoke", **facts, won="others", later="0")
    assert verdict(ruling) == "no-transfer"
    assert steps(ruling)["bridge.step.won-nothing"] == "Law 64B1"
    assert not ruling.effects


@pytest.mark.parametrize(
    ("besides", "section"), [("again", "Law 64B2"), ("late", "Law 64B4"), ("both", "Law 64B7")]
)
def test_law_64b_what_else_spares_the_transfer(besides: str, section: str) -> None:
    facts = {"seat": "E", "card": "D2", "established": "yes", "twelfth": "no"}
    ruling = ruled(duplicate(*SPADES), "revoke", **facts, besides=besides)
    assert section in steps(ruling).values()
    assert not ruling.effects


def test_law_64b7_two_revokes_cancel_out_only_since_2017() -> None:
    facts = {"seat": "E", "card": "D2", "established": "yes", "twelfth": "no", "besides": "both"}
    ruling = ruled(rubber(*SPADES), "revoke", **facts, won="self", later="1")
    assert ruling.effects == (Effect("tricks", "NS", 2),)


@BOTH
def test_law_64b3_a_revoke_by_dummy_costs_nothing(table: Opened) -> None:
    facts = {"seat": "N", "card": "D2", "established": "yes", "twelfth": "no"}
    ruling = ruled(table(*SPADES), "revoke", **facts)
    assert "bridge.step.dummy" in steps(ruling)
    assert not ruling.effects


def test_law_64b4_calls_in_the_next_deal_are_seen() -> None:
    rows = [f"{leader}: {cards}" for leader, cards in _thirteen()]
    rows[0] = "W: HA H2 D2 H4"
    rows[6] = "W: DA H3 D3 D4"
    table = duplicate(*SPADES, *tricks("W", *rows), *deal("4S", "S", 0)[1:])
    facts = {"seat": "E", "card": "D2", "held": "H9", "trick": "1"}
    in_time = ruled(table, "revoke", **facts)
    assert in_time.effects
    table.enter(*calls("Pass Pass Pass"))
    late = ruled(table, "revoke", **facts)
    assert "bridge.step.late" in steps(late)
    assert not late.effects


@BOTH
def test_law_62d_trick_twelve_is_put_right_even_when_established(table: Opened) -> None:
    facts = {"seat": "E", "card": "D2", "twelfth": "yes"}
    ruling = ruled(table(*SPADES), "revoke", **facts)
    assert verdict(ruling) == "twelfth"
    assert not ruling.effects
    code = "bridge.step.twelfth-partner" if table is duplicate else "bridge.step.twelfth-choice"
    assert code in steps(ruling)


def test_law_62d_of_fourteen_tricks_it_is_the_thirteenth() -> None:
    crowns = Table(GAMES["five-crowns"]).enter(*SPADES)
    ruling = ruled(crowns, "revoke", seat="E", card="D3", trick="13")
    assert "13" in text(ruling.steps[0].what)
    assert standing(ruling, "bridge.step.twelfth") is Standing.INFERRED
    twelve = asked(crowns, "revoke", seat="E", card="D3", trick="12")
    assert twelve.name == "established"


def test_law_64c_equity_is_offered_at_duplicate_only() -> None:
    facts = {"seat": "E", "card": "D2", "established": "yes", "twelfth": "no", "won": "self"}
    now = ruled(duplicate(*SPADES), "revoke", **facts, later="1")
    assert [one.code for one in now.remedies] == ["bridge.remedy.equity"]
    assert ruled(rubber(*SPADES), "revoke", **facts, later="1").remedies == ()


def test_the_tricks_won_since_are_counted_from_the_cards() -> None:
    facts = {"seat": "E", "card": "D2", "trick": "1"}
    assert ruled(watched(duplicate, *REVOKED), "revoke", **facts).effects[0].amount == 1
    still = asked(watched(duplicate, "W: HA H2 D2 H3", "W: HK H4"), "revoke", **facts)
    assert still.name == "later", "no later trick is complete"


# ---- what is never a revoke ----


def test_deuces_wild_a_deuce_is_never_a_revoke() -> None:
    for events in ((), SPADES):
        table = Table(GAMES["deuces-wild"])
        if events:
            table.enter(*events)
        ruling = ruled(table, "revoke", seat="E", card="D2")
        assert verdict(ruling) == "no-revoke"
    assert asked(table, "revoke", seat="E", card="D3").name == "twelfth"


def test_deuces_wild_a_deuce_of_the_suit_led_has_to_follow_or_another_deuce() -> None:
    table = Table(GAMES["deuces-wild"])
    table.enter(*SPADES, *tricks("W", "HA H3 D4 H5", "W: D3 D5 H2 D6"))
    facts = {"seat": "E", "card": "D4", "held": "H2", "trick": "1"}
    assert asked(table, "revoke", **facts).name == "later", "it is one: the deuce had to follow"
    other = ruled(table, "revoke", seat="E", card="H2", trick="2")
    assert "bridge.step.wild-deuce" in steps(other)


def test_five_crowns_the_joker_at_no_trump_is_never_a_revoke() -> None:
    table = Table(GAMES["five-crowns"]).enter(*contract("3NT", "S"))
    assert verdict(ruled(table, "revoke", seat="E", card="Joker")) == "no-revoke"
    named = Table(GAMES["five-crowns"], CrownsSettings(nt_joker=NoTrumpJoker.NOMINATED))
    named.enter(*contract("3NT", "S"))
    assert verdict(ruled(named, "revoke", seat="E", card="Joker")) == "no-revoke"


def test_five_crowns_in_a_trump_contract_the_joker_must_follow_to_trumps() -> None:
    table = Table(GAMES["five-crowns"]).enter(*SPADES)
    followed = ruled(table, "revoke", seat="E", card="Joker", led="S")
    assert "bridge.step.followed" in steps(followed)
    assert asked(table, "revoke", seat="E", card="Joker", led="H").name == "twelfth"


def test_joker_bridge_a_joker_follows_by_its_suit() -> None:
    table = Table(GAMES["joker-bridge"]).enter(*SPADES)
    assert verdict(ruled(table, "revoke", seat="E", card="Joker", led="S")) == "no-revoke"
    assert asked(table, "revoke", seat="E", card="Joker", led="H").name == "twelfth"


def test_joker_bridge_a_wildcard_without_a_suit_never_had_to_follow() -> None:
    settings = JokerSettings(
        variant=Variant.X2, suit_mode=SuitMode.WILDCARD, wildcard_until=WildcardUntil.PLAYED
    )
    table = Table(GAMES["joker-bridge"], settings).enter(*SPADES)
    ruling = ruled(table, "revoke", seat="E", card="C5", held="RedJoker")
    assert "bridge.step.joker-free" in steps(ruling)


def test_law_61a_a_lead_follows_nothing() -> None:
    ruling = ruled(watched(duplicate, *REVOKED), "revoke", seat="W", card="HA", trick="1")
    assert "bridge.step.was-led" in steps(ruling)


def test_law_61a_a_card_that_was_held_but_is_of_another_suit_proves_nothing() -> None:
    facts = {"seat": "E", "card": "D2", "held": "C5", "trick": "1"}
    assert "bridge.step.not-of-suit" in steps(
        ruled(watched(duplicate, *REVOKED), "revoke", **facts)
    )


def test_law_61a_a_lead_that_the_rules_forbid_is_a_revoke() -> None:
    """Five Crowns: who won a trick with the Joker in it leads another suit if able."""
    table = Table(GAMES["five-crowns"]).enter(*contract("3NT", "S"))
    table.enter(*tricks("W", "HK H3 Joker H4", "W: HQ H5 H6 H7", "W: CK C3 C4 C5"))
    arbiter = table.game.arbiter
    (breach,) = breaches(arbiter.play_rules(table.state), arbiter.watched(table.state))
    assert str(breach.play.card) == "HQ"
    ruling = ruled(table, "revoke", **proved(breach))
    assert ruling.effects == (Effect("tricks", "NS", 2),)


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
