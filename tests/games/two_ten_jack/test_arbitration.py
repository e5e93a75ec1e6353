"""What is ruled at a table of Two-Ten-Jack: one test for each rule, named by it."""

from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Authority
from scorekeeper.core.evening import Ended, ThrownIn
from scorekeeper.core.play import CardDrawn, CardPlayed
from scorekeeper.core.rulings import Effect, OpenQuestion, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK
from scorekeeper.games.two_ten_jack.rules import Settings
from tests.games import ruling as bench
from tests.games.sitting import Sitting
from tests.games.two_ten_jack.table import captured, table

AGAIN = (Effect("void", "", 0),)


def ruled(sitting: Sitting, name: str, **facts: str) -> Ruling:
    return bench.ruling(TWO_TEN_JACK, sitting.folded, name, **facts)


def asked(sitting: Sitting, name: str, **facts: str) -> OpenQuestion:
    return bench.question(TWO_TEN_JACK, sitting.folded, name, **facts)


def watched(text: str = "", **settings: Any) -> Sitting:
    """Seat 2 leads; a word with a + is a card drawn, "+" alone one that nobody saw."""
    sitting = table(**settings)
    for word in text.split():
        if word.startswith("+"):
            sitting.enter(CardDrawn(Card.parse(word[1:]) if word[1:] else None))
        else:
            sitting.enter(
                CardPlayed(Card.parse(word.strip("()")), word.startswith("("))
            )
    return sitting


# seat 3 does not follow clubs, wins with a heart, and leads a club that it held all the
# time
PROVED = "C5 H2 C7 C8 +D7 +D4 +D5 +D6 CK"


def test_failure_to_follow_is_corrected_before_the_next_lead() -> None:
    sitting = watched("C5 H2 C7 C8")
    ruling = ruled(sitting, "failure-to-follow", seat="3", card="H2", could="yes")
    assert ruling.verdict.code == "custom.ruling.corrected"
    assert ruling.effects == ()


def test_failure_to_follow_after_the_next_lead_the_round_is_played_again() -> None:
    sitting = watched(PROVED)
    (facts,) = bench.facts_of(TWO_TEN_JACK, sitting.state)
    assert facts == {"seat": "3", "card": "H2", "held": "CK"}
    ruling = ruled(sitting, "failure-to-follow", **facts)
    assert ruling.verdict.code == "custom.ruling.again"
    assert ruling.effects == AGAIN
    assert [step.cite.standing for step in ruling.steps] == [
        Authority.PRINTED,
        Authority.INFERRED,
        Authority.INFERRED,
    ]


def test_hands_refill_so_an_unseen_draw_proves_nothing() -> None:
    sitting = watched(PROVED.replace("+D7", "+"))
    assert bench.facts_of(TWO_TEN_JACK, sitting.state) == []
    facts = {"seat": "3", "card": "H2", "held": "CK"}
    assert asked(sitting, "failure-to-follow", **facts).name == "could"
    ruling = ruled(sitting, "failure-to-follow", **facts, could="no")
    assert ruling.verdict.code == "custom.ruling.none"


def test_a_barred_lead_is_the_same_failure() -> None:
    # seat 2 led a heart to the first trick and had a club all the time
    sitting = watched("(HK) C4 C7 C8 +S5 +S6 +S7 +S8 CA C9")
    facts = bench.facts_of(TWO_TEN_JACK, sitting.state)
    assert {"seat": "2", "card": "HK", "held": "C9"} in facts
    ruling = ruled(sitting, "failure-to-follow", seat="2", card="HK", held="C9")
    assert ruling.steps[0].what.code == "custom.step.proved"
    assert ruling.effects == AGAIN


def test_the_joker_may_be_played_at_any_time() -> None:
    ruling = ruled(
        watched("C5 Joker C7 C8"), "failure-to-follow", seat="3", card="Joker"
    )
    assert ruling.verdict.code == "custom.ruling.none"
    assert ruling.steps[0].what.code == "custom.step.always"


def test_a_play_out_of_turn_is_taken_back_unless_it_was_played_to() -> None:
    sitting = watched("C5")
    ruling = ruled(sitting, "out-of-turn", seat="1", followed="no")
    assert ruling.verdict.code == "custom.ruling.back"
    assert ruling.steps[-1].what.values["seat"] is Seat.THREE
    ruling = ruled(sitting, "out-of-turn", seat="1", followed="yes")
    assert ruling.verdict.code == "custom.ruling.stands"


def test_a_card_is_taken_back_until_the_next_player_plays() -> None:
    ruling = ruled(watched("C5 C6"), "take-back", seat="3", card="C6")
    assert ruling.verdict.code == "custom.ruling.taken"
    ruling = ruled(watched("C5 C6"), "take-back", seat="2", card="C5")
    assert ruling.verdict.code == "custom.ruling.stays"


def test_an_exposed_card_is_picked_up_without_penalty() -> None:
    ruling = ruled(watched("C5"), "exposed-card", seat="1", card="SK")
    assert ruling.verdict.code == "custom.ruling.picked-up"


def test_a_misdeal_means_the_round_is_dealt_again() -> None:
    assert ruled(watched("C5"), "misdeal", what="number").effects == AGAIN
    assert ruled(table(), "misdeal", what="dealing").effects == ()


def test_a_misdeal_after_a_counted_round_asks_which_round() -> None:
    sitting = table().enter(captured(Settings()))
    assert asked(sitting, "misdeal", what="number").name == "which"
    assert ruled(sitting, "misdeal", what="number", which="now").effects == ()
    assert ruled(sitting, "misdeal", what="number", which="last").effects == AGAIN


def test_a_claim_is_agreed_by_all() -> None:
    ruling = ruled(
        watched("C5 H2 C7 C8"), "claim", seat="1", kind="claim", agreed="yes"
    )
    assert ruling.verdict.code == "custom.ruling.rest"
    assert ruling.steps[-1].what.values["n"] == 12
    ruling = ruled(watched(), "claim", seat="1", kind="claim", agreed="no")
    assert ruling.verdict.code == "custom.ruling.play-on"


# ---- the round that is watched has a row, so that a ruling finds it ----


def test_a_round_that_is_watched_stands_on_the_sheet_as_open() -> None:
    sitting = table().enter(captured(Settings(), p2="HA S10"))
    first = sitting.log[-1].seq
    assert [row.marks for row in sitting.rows] == [()]
    sitting.enter(CardPlayed(Card.parse("C5")))
    opened = sitting.log[-1].seq
    row = sitting.rows[-1]
    assert row.marks == ("open",)
    assert (row.id, row.entries, row.lines) == (opened, (opened,), ())
    sitting.enter(captured(Settings(), p2="HA S10"))
    row = sitting.rows[-1]
    assert row.id == opened, "the row keeps its number when it is counted"
    assert row.entries == (opened, opened + 1)
    assert row.marks == ()
    assert sitting.rows[0].id == first
    assert len(sitting.rows) == 2


def test_a_round_that_is_thrown_in_or_left_says_so() -> None:
    sitting = watched("C5").enter(ThrownIn("dropped"))
    assert sitting.rows[-1].marks == ("thrown-in",)
    assert sitting.state.round.id is None
    sitting = watched("C5").enter(Ended("late"))
    assert sitting.rows[0].marks == ("left",)
    assert [note.code for note in sitting.rows[0].notes] == ["two-ten-jack.note.left"]
    bench.in_words(sitting.rows[0].notes[0])
    assert sitting.section.is_over
    sitting.enter(CardPlayed(Card.parse("C6")))
    assert len(sitting.sheet.sections) == 2
