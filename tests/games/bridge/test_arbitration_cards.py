"""Wrong numbers of cards, claims, Jokers, face-down cards and what a card is worth."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Authority
from scorekeeper.core.rulings import Effect, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.events import (
    CallMade,
    HiddenDealt,
    JokersDeclared,
    WildcardNamed,
)
from scorekeeper.games.bridge.rules import (
    CrownsSettings,
    DuplicateHonours,
    HiddenSign,
    Honours,
    JokerSettings,
    NoTrumpJoker,
    Power,
    Scoring,
    Settings,
    SuitMode,
    Variant,
)
from tests.games.bridge.at_table import Table, cards, deal, hidden
from tests.games.bridge.hearing import (
    asked,
    auction,
    contract,
    duplicate,
    heard,
    rubber,
    ruled,
    sound,
    standing,
    steps,
    text,
    values,
)

Opened = Callable[..., Table]
BOTH = pytest.mark.parametrize(
    "table", [rubber, duplicate], ids=["rubber", "duplicate"]
)
SPADES = contract("4S", "S")
VOID = (Effect("void", "", 0),)


def verdict(ruling: Ruling) -> str:
    return ruling.verdict.code.removeprefix("bridge.ruling.")


def jokers(**settings: object) -> Table:
    return Table(GAMES["joker-bridge"], replace(JokerSettings(), **settings))  # type: ignore[arg-type]


# ---- Laws 13 and 14 ----


def test_a_hand_of_fourteen_is_asked_for_as_such() -> None:
    table = Table(GAMES["five-crowns"])
    assert "14 cards" in text(asked(table, "wrong-number", when="auction").asked)


# ---- a Joker's suit ----


def test_joker_bridge_7_the_arbiter_reads_the_declaration() -> None:
    table = jokers(variant=Variant.X2)
    red = Card.parse("RedJoker")
    declared = JokersDeclared(suits=((red, cards("D2")[0].suit),))  # type: ignore[arg-type]
    table.enter(declared, *SPADES)
    ruling = ruled(table, "joker-suit", joker="RedJoker")
    assert text(ruling.verdict) == "Red Joker belongs to ♦."
    assert "bridge.step.suit-declared" in steps(ruling)
    agreed = ruled(table, "joker-suit", joker="BlackJoker")
    assert text(agreed.verdict) == "Black Joker belongs to ♠."
    assert "bridge.step.suit-agreed" in steps(agreed)


def test_joker_bridge_3_each_of_four_is_marked() -> None:
    ruling = ruled(jokers(variant=Variant.X4_PARITY), "joker-suit", joker="HJoker")
    assert text(ruling.verdict) == "Joker ♥ belongs to ♥."
    assert standing(ruling, "bridge.step.suit-own") is Authority.PRINTED


def test_joker_bridge_4_4_a_wildcard_was_named_or_waits() -> None:
    table = jokers(variant=Variant.X2, suit_mode=SuitMode.WILDCARD)
    before = ruled(table, "joker-suit", joker="RedJoker")
    assert verdict(before) == "no-suit-yet"
    table.enter(*SPADES, WildcardNamed(Card.parse("RedJoker"), cards("D2")[0].suit))  # type: ignore[arg-type]
    named = ruled(table, "joker-suit", joker="RedJoker")
    assert "bridge.step.suit-named" in steps(named)


def test_readings_7_nothing_recorded_it_is_of_its_colour_and_no_trump() -> None:
    table = jokers(variant=Variant.X2, suit_mode=SuitMode.WILDCARD).enter(*SPADES)
    black = ruled(table, "joker-suit", joker="BlackJoker")
    assert text(black.verdict) == "Black Joker belongs to ♣."
    assert standing(black, "bridge.step.not-trumps") is Authority.INFERRED
    question = asked(table, "joker-suit", joker="RedJoker", seat="W")
    assert text(question.asked).startswith("N–⁠S, which suit")
    assert values(question) == ["D", "H"]
    red = ruled(table, "joker-suit", joker="RedJoker", seat="W", suit="H")
    assert text(red.verdict) == "Red Joker belongs to ♥."


def test_a_joker_that_lay_face_down_has_nothing_to_dispute() -> None:
    table = jokers(variant=Variant.X2, suit_mode=SuitMode.WILDCARD)
    table.enter(*deal("4S", "S", 10), hidden("E", "RedJoker"))
    assert (
        verdict(ruled(table, "joker-suit", joker="RedJoker", which="last"))
        == "face-down"
    )


def test_five_crowns_the_joker_is_the_two_of_trumps() -> None:
    table = Table(GAMES["five-crowns"])
    assert verdict(ruled(table, "joker-suit")) == "no-suit-yet"
    assert text(ruled(table.enter(*SPADES), "joker-suit").verdict) == (
        "Joker is the two of trumps, ♠."
    )
    at_no_trump = Table(GAMES["five-crowns"]).enter(*contract("3NT", "S"))
    assert verdict(ruled(at_no_trump, "joker-suit")) == "no-suit"
    named = Table(GAMES["five-crowns"], CrownsSettings(nt_joker=NoTrumpJoker.NOMINATED))
    assert verdict(ruled(named.enter(*contract("3NT", "S")), "joker-suit")) == "name-it"


# ---- face-down cards and seals ----


def test_readings_7_a_card_seen_early_brings_no_bonus() -> None:
    table = jokers().enter(*deal("4S", "S", 10), hidden("S", "CA"))
    facts = {"seat": "S", "which": "last"}
    ruling = ruled(table, "hidden-card-seen", **facts, by="own")
    assert ruling.effects == (Effect("points", "NS", -20),)
    assert text(ruling.verdict) == "N–⁠S lose the bonus of 20 for the card."
    other = ruled(table, "hidden-card-seen", **facts, by="other")
    assert verdict(other) == "card-counts" and not other.effects


def test_readings_7_its_penalty_is_paid_all_the_same() -> None:
    table = jokers().enter(*deal("4S", "S", 9), hidden("S", "CA"))
    ruling = ruled(table, "hidden-card-seen", seat="S", which="last", by="own")
    assert verdict(ruling) == "penalty-stays" and not ruling.effects
    assert "20" in text(ruling.steps[-1].what)


def test_a_card_seen_early_before_the_result_is_ruled_without_points() -> None:
    table = jokers().enter(HiddenDealt((Seat.WEST,)), *SPADES)
    ruling = ruled(table, "hidden-card-seen", seat="W", by="own")
    assert verdict(ruling) == "no-bonus" and not ruling.effects


def test_with_four_jokers_no_card_lies_face_down() -> None:
    table = jokers(variant=Variant.X4_PARITY)
    assert verdict(ruled(table, "hidden-card-seen", seat="W", by="own")) == "none"
    assert "hidden" not in values(asked(table, "seal-not-opened"))


def test_readings_7_a_seal_that_is_not_opened() -> None:
    table = jokers(variant=Variant.X2, suit_mode=SuitMode.SEALED).enter(*SPADES)
    joker = ruled(table, "seal-not-opened", what="joker", joker="BlackJoker", seat="W")
    assert text(joker.verdict) == "Black Joker belongs to ♣."
    hand = ruled(table, "seal-not-opened", what="hand", seat="W")
    lost = "The point that the hand should have proved goes against E–⁠W."
    assert text(hand.verdict) == lost


def test_readings_7_a_card_never_turned_up_costs_as_much_as_an_ace() -> None:
    made = jokers(hidden_sign=HiddenSign.CONTRACT).enter(*deal("4S", "S", 10))
    facts = {"what": "hidden", "seat": "S", "which": "last"}
    assert ruled(made, "seal-not-opened", **facts).effects == ()
    failed = jokers(hidden_sign=HiddenSign.CONTRACT).enter(*deal("4S", "S", 9))
    assert ruled(failed, "seal-not-opened", **facts).effects == (
        Effect("points", "NS", -20),
    )


# ---- what a card is worth ----


def worth(table: Table, card: str) -> Ruling:
    found: Ruling = table.game.arbiter.worth(table.state, Card.parse(card))
    sound(found, table.game)
    return found


def test_joker_bridge_5_a_joker_ranks_by_its_power() -> None:
    for power, ranks in (
        (Power.MAJOR, "above the ace"),
        (Power.MINOR, "between the jack"),
    ):
        found = worth(jokers(power=power).enter(*SPADES), "Joker")
        assert any(ranks in text(step.what) for step in found.steps)
    low = worth(jokers(power=Power.MINOR).enter(*SPADES), "Joker")
    assert "1 high card point " in " ".join(text(step.what) for step in low.steps)
    assert "bridge.worth.not-honour" in steps(low)


def test_joker_bridge_6_3_a_high_joker_of_trumps_is_an_honour() -> None:
    found = worth(jokers().enter(*SPADES), "Joker")
    assert text(found.verdict) == "Joker is an honour in 4♠"
    said = [text(step.what) for step in found.steps]
    assert "4 honours in one hand: 150 for their side." in said
    assert "6 honours in one hand: 200 for their side." in said


def test_joker_bridge_5_face_down_cards_have_a_worth_of_their_own() -> None:
    found = worth(jokers().enter(*SPADES), "C9")
    assert text(found.verdict) == "9♣ scores nothing by itself: only tricks count"
    assert "Face down, 9♣ would be worth 9." in [
        text(step.what) for step in found.steps
    ]
    assert standing(found, "bridge.worth.face-down") is Authority.PRINTED


def test_five_crowns_the_worth_of_the_joker() -> None:
    table = Table(GAMES["five-crowns"])
    assert "becomes trumps" in text(worth(table, "Joker").verdict)
    assert "lowest of them" in text(worth(table.enter(*SPADES), "Joker").verdict)
    at_no_trump = Table(GAMES["five-crowns"]).enter(*contract("3NT", "S"))
    assert "can’t win" in text(worth(at_no_trump, "Joker").verdict)
    settings = CrownsSettings(nt_joker=NoTrumpJoker.NOMINATED)
    named = Table(GAMES["five-crowns"], settings).enter(*contract("3NT", "S"))
    assert "names when playing it" in text(worth(named, "Joker").verdict)


def test_law_81_honours_of_plain_bridge_and_none_at_duplicate() -> None:
    ace = worth(rubber(*SPADES), "SA")
    assert text(ace.verdict) == "A♠ is an honour in 4♠"
    assert "bridge.worth.trump" in steps(ace)
    assert "bridge.worth.no-honours" in steps(worth(duplicate(*SPADES), "SA"))
    off = Table(GAMES["bridge"], Settings(honours=Honours.OFF)).enter(*SPADES)
    assert standing(worth(off, "SA"), "bridge.worth.no-honours") is Authority.HOUSE
    scored = Settings(
        scoring=Scoring.DUPLICATE, duplicate_honours=DuplicateHonours.SCORED
    )
    assert "bridge.worth.honours" in steps(
        worth(Table(GAMES["bridge"], scored).enter(*SPADES), "SA")
    )


def test_a_wildcard_says_which_suits_it_may_take() -> None:
    table = jokers(variant=Variant.X2, suit_mode=SuitMode.WILDCARD)
    assert "bridge.worth.joker-power" in steps(worth(table, "RedJoker"))
    said = worth(table.enter(*SPADES), "RedJoker")
    assert "one of these: ♦, ♥" in " ".join(text(step.what) for step in said.steps)


def test_a_call_in_progress_changes_nothing_of_a_worth() -> None:
    table = rubber(*auction("1S"))
    assert isinstance(table.log[0].event, CallMade)
    assert (
        verdict(heard(table, "misdeal", what="faced", when="auction"))
        == "deal-stands-late"
    )  # type: ignore[arg-type]
    assert "bridge.worth.plain" in steps(worth(table, "SA"))


def test_of_a_card_by_the_wrong_defender_the_one_who_is_told_what_to_play_is_named() -> (
    None
):
    facts = {"seat": "S", "card": "H5", "opening": "no", "leader": "N", "told-to": "no"}
    facts |= {"declarer-lead": "wrong-defender", "premature": "H7", "57.both": "no"}
    facts |= {"play": "highest"}
    ruling = ruled(rubber(*SPADES), "lead-out-of-turn", **facts)
    if_able = next(
        step.what for step in ruling.steps if step.what.code.endswith("if-able")
    )
    assert text(if_able) == "West may then play any legal card."
