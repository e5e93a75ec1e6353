"""What is ruled at a table of Berzerka: one test for each rule, named by it."""

from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.rulings import Effect, OpenQuestion, Ruling
from scorekeeper.games.berzerka import BERZERKA
from scorekeeper.games.berzerka.events import ContractBid, Discarded, Passed, TrumpNamed
from tests.games import ruling as bench
from tests.games.berzerka.table import THREE, TWO, Table

AGAIN = (Effect("void", "", 0),)


def ruled(table: Table, name: str, **facts: str) -> Ruling:
    return bench.ruling(BERZERKA, table.folded, name, **facts)


def asked(table: Table, name: str, **facts: str) -> OpenQuestion:
    return bench.question(BERZERKA, table.folded, name, **facts)


def watched(text: str = "") -> Table:
    """Seat 2 declares with spades as trumps and leads; then these cards fall."""
    table = Table().starter()
    table.tell(
        ContractBid("berzerka"),
        Passed(),
        Passed(),
        TrumpNamed(Suit.SPADES),
        Discarded(0),
    )
    for word in text.split():
        table.tell(CardPlayed(Card.parse(word)))
    return table


# ---- failure to follow, to trump, to beat ----


def test_failure_to_follow_is_corrected_before_the_next_lead() -> None:
    ruling = ruled(
        watched("C5 D9 C7"), "failure-to-follow", seat="3", card="D9", could="yes"
    )
    assert ruling.verdict.code == "custom.ruling.corrected"
    assert ruling.effects == ()
    assert {step.cite.standing for step in ruling.steps} == {Authority.INFERRED}


def test_failure_to_follow_after_the_next_lead_the_hand_is_played_again() -> None:
    table = watched("C5 D9 C7 C1 C2 C3")
    (facts,) = bench.facts_of(BERZERKA, table.state)
    assert facts == {"seat": "3", "card": "D9", "held": "C3"}
    ruling = ruled(table, "failure-to-follow", **facts)
    assert ruling.verdict.code == "custom.ruling.again"
    assert ruling.effects == AGAIN
    assert ruling.steps[0].cite.standing is Authority.PRINTED
    assert ruling.steps[0].what.code == "custom.step.proved"


def test_failure_to_trump_is_the_same() -> None:
    # seat 3 is void of clubs, discards, and shows a trump later
    (facts,) = bench.facts_of(BERZERKA, watched("C5 D9 C7 D1 D2 S3").state)
    ruling = ruled(watched("C5 D9 C7 D1 D2 S3"), "failure-to-follow", **facts)
    assert ruling.steps[0].what.code == "custom.step.proved"


def test_failure_to_beat_is_the_same() -> None:
    table = watched("C5 C2 C7 C13 C3 C6")
    (facts,) = bench.facts_of(BERZERKA, table.state)
    assert facts == {"seat": "3", "card": "C2", "held": "C6"}
    ruling = ruled(table, "failure-to-follow", **facts)
    assert ruling.steps[0].what.code == "custom.step.proved"
    assert ruling.effects == AGAIN


def test_what_the_cards_do_not_show_is_asked() -> None:
    table = watched("C5 D9 C7 C1")
    assert asked(table, "failure-to-follow", seat="3", card="D9").name == "could"
    ruling = ruled(table, "failure-to-follow", seat="3", card="D9", could="no")
    assert ruling.verdict.code == "custom.ruling.none"


def test_a_failure_in_a_hand_that_was_finished_voids_that_hand() -> None:
    table = Table().starter()
    table.hand(TWO, "berzerka", 6)
    facts = {"seat": "3", "card": "D9", "could": "yes", "led": "yes"}
    assert asked(table, "failure-to-follow", **facts).name == "which"
    assert ruled(table, "failure-to-follow", **facts, which="last").effects == AGAIN
    ruling = ruled(table, "failure-to-follow", **facts, which="now")
    assert ruling.effects == ()
    assert ruling.otherwise[0].code == "custom.otherwise.unrecorded"


# ---- turns ----


def test_a_play_out_of_turn_is_taken_back_unless_it_was_played_to() -> None:
    table = watched("C5")
    assert asked(table, "out-of-turn", seat="1").name == "followed"
    ruling = ruled(table, "out-of-turn", seat="1", followed="no")
    assert ruling.verdict.code == "custom.ruling.back"
    assert ruling.steps[-1].what.values["seat"] is THREE
    ruling = ruled(table, "out-of-turn", seat="1", followed="yes")
    assert ruling.verdict.code == "custom.ruling.stands"
    assert ruled(table, "out-of-turn", seat="3").verdict.code == "custom.ruling.in-turn"


def test_a_card_is_taken_back_until_the_next_player_plays() -> None:
    ruling = ruled(watched("C5 C6"), "take-back", seat="3", card="C6")
    assert ruling.verdict.code == "custom.ruling.taken"
    ruling = ruled(watched("C5 C6"), "take-back", seat="2", card="C5")
    assert ruling.verdict.code == "custom.ruling.stays"


# ---- cards ----


def test_an_exposed_card_is_picked_up_without_penalty() -> None:
    ruling = ruled(watched("C5"), "exposed-card", seat="1", card="S13")
    assert ruling.verdict.code == "custom.ruling.picked-up"
    assert ruled(watched("C5"), "exposed-card", seat="1").effects == ()
    ruling = ruled(watched("C5"), "exposed-card", seat="2", card="C5")
    assert ruling.verdict.code == "custom.ruling.no-exposed"


def test_a_wrong_number_of_cards_means_the_hand_is_played_again() -> None:
    assert ruled(watched("C5"), "misdeal", what="number").effects == AGAIN
    assert ruled(Table().starter(), "misdeal", what="dealing").effects == ()


def test_a_claim_is_agreed_by_all() -> None:
    table = watched("C5 C6 C7")
    ruling = ruled(table, "claim", seat="1", kind="claim", agreed="yes")
    assert ruling.verdict.code == "custom.ruling.rest"
    assert ruling.steps[-1].what.values["n"] == 12
    ruling = ruled(table, "claim", seat="1", kind="concession", agreed="yes", count="7")
    assert ruling.verdict.code == "custom.ruling.shared"
    assert [effect.amount for effect in ruling.effects] == [7]
    ruling = ruled(table, "claim", seat="1", kind="claim", agreed="no")
    assert ruling.verdict.code == "custom.ruling.play-on"


# ---- bids ----


def test_an_overbid_that_is_too_low_is_void() -> None:
    table = Table().starter()
    table.tell(ContractBid("berzerka"), ContractBid("hold-steady", 2))
    ruling = ruled(table, "insufficient-bid", seat="1", call="seeing-red", overbid="2")
    assert ruling.verdict.code == "custom.ruling.call-void"
    assert ruling.steps[0].what.code == "berzerka.refused.overbid-low"
    assert ruling.steps[-1].what.code == "custom.step.not-less"


def test_a_bid_out_of_turn_is_void_and_the_right_player_calls() -> None:
    table = Table().starter()
    table.tell(ContractBid("berzerka"))
    ruling = ruled(table, "call-out-of-turn", seat="1", call="seeing-red", overbid="1")
    assert ruling.verdict.values["turn"] is THREE
    ruling = ruled(table, "call-out-of-turn", seat="3", call="pass", overbid="0")
    assert ruling.verdict.code == "custom.ruling.call-good"


def test_a_bid_that_was_not_recorded() -> None:
    ruling = ruled(
        Table().starter(), "call-out-of-turn", seat="1", call="pass", overbid="0"
    )
    assert ruling.verdict.code == "custom.ruling.call-void-unseen"
    ruling = ruled(watched(), "call-out-of-turn", seat="1", call="pass", overbid="0")
    assert ruling.verdict.code == "custom.ruling.call-void-unseen"


def test_the_form_of_a_bid_offers_no_overbid_first() -> None:
    assert BERZERKA.arbiter
    one = BERZERKA.arbiter.irregularity("insufficient-bid")
    assert one
    form = one.form(folded=Table().starter().folded)
    assert form["overbid"].data == "0"
    calls: Any = form["call"]
    assert calls.choices[-1][0] == "pass"
    assert form.facts() == ()
    found = bench.hearing(
        BERZERKA, Table().starter().folded, "insufficient-bid", seat="9"
    )
    assert set(found.form.errors) == {"seat", "call", "overbid"}
