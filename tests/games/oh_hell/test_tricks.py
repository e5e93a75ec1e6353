"""The tricks of Oh Hell as they are recorded: suit is followed, trumps win, and what the
cards come to."""

from typing import Any

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import CardPlayed, may_play, turn
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.oh_hell.events import BidsMade, TricksTaken, Trump, TrumpTurned
from scorekeeper.games.oh_hell.pages import HandForm, TricksForm
from scorekeeper.games.oh_hell.rules import Settings
from tests.games.oh_hell.about import each
from tests.games.sitting import Sitting


def watched(given: str, trump: Trump = Trump.HEARTS, **settings: Any) -> Sitting:
    sitting = Sitting(OH_HELL, Settings(most=2, **settings))
    sitting.enter(TrumpTurned(trump), BidsMade(each(1, 1, 1, 1)))
    for card in given.split():
        sitting.enter(CardPlayed(Card.parse(card)))
    return sitting


def may(sitting: Sitting, hand: str) -> set[str]:
    """What the player in turn may play from this hand."""
    rules = OH_HELL.arbiter and OH_HELL.arbiter.play_rules(sitting.state)
    assert rules
    play = sitting.state.round.watched
    seat = turn(rules, play)
    assert seat
    cards = frozenset(Card.parse(card) for card in hand.split())
    found = may_play(rules, play.tricks, play.trick, seat, cards).cards
    return {str(card) for card in found}


def test_suit_is_followed_and_a_trump_may_be_led() -> None:
    assert may(watched(""), "C9 H4") == {"C9", "H4"}
    assert may(watched("C2"), "C9 H4") == {"C9"}
    assert may(watched("C2"), "D9 H4") == {"D9", "H4"}


@pytest.mark.parametrize(
    ("trump", "winner"), [(Trump.HEARTS, "4"), (Trump.NONE, "3"), (Trump.CLUBS, "3")]
)
def test_the_highest_trump_wins_or_the_highest_card_of_the_suit_led(
    trump: Trump, winner: str
) -> None:
    sitting = watched("C2 CK H2 SA", trump)
    assert sitting.state.round.watched.winners == (Seat(winner),)


def test_no_card_is_recorded_before_trump_and_bids_are_known() -> None:
    sitting = Sitting(OH_HELL, Settings()).enter(BidsMade(each(3, 3, 3, 3)))
    with pytest.raises(RuleViolation, match="no-play"):
        sitting.enter(CardPlayed(Card.parse("C2")))
    sitting.enter(TrumpTurned(Trump.SPADES), CardPlayed(Card.parse("C2")))
    plain = Sitting(OH_HELL, Settings(most=13)).enter(BidsMade(each(4, 4, 4, 4)))
    plain.enter(CardPlayed(Card.parse("C2")))


WHOLE = "C2 CK H2 SA H3 D5 H9 HA"
"""Seat 4 ruffs, and then loses to the ace of trumps."""


def test_the_form_is_filled_with_what_the_tricks_come_to() -> None:
    sitting = watched(WHOLE)
    (fact,) = TricksForm(folded=sitting.folded).facts()
    assert fact == TricksTaken(each(0, 0, 1, 1))
    sitting.enter(fact)
    assert sitting.rows[-1].recorded is None
    assert [*sitting.totals().values()] == [0, 0, 11, 11]


def test_another_result_than_the_recorded_one_needs_a_reason() -> None:
    sitting = watched(WHOLE)
    wrong = TricksTaken(each(1, 0, 0, 1))
    with pytest.raises(RuleViolation, match="against-record"):
        sitting.enter(wrong)
    sitting.do(Command((Entry(wrong),), reason="a card was taken back"))
    assert "against-record" in sitting.rows[-1].marks


def test_a_hand_in_progress_and_a_finished_one_are_put_right_as_wholes() -> None:
    sitting = watched("")
    flow = OH_HELL.flow
    started = flow.correcting(sitting.state, tuple(sitting.log))
    assert started and started[0] == "bids"
    sitting.enter(TricksTaken(each(1, 1, 0, 0)))
    done = flow.correcting(sitting.state, tuple(sitting.log))
    assert done and done[0] == HandForm.NAME
    assert done[1]["trump"] is Trump.HEARTS
