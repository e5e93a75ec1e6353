"""The tricks of 500 as they are recorded: bowers, the Joker, misères."""

from typing import Any

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import CardPlayed, may_play, turn
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.games.five_hundred import FIVE_HUNDRED
from scorekeeper.games.five_hundred.events import (
    Bid,
    ContractStated,
    JokerNominated,
    TricksTaken,
)
from scorekeeper.games.five_hundred.pages import TricksForm
from scorekeeper.games.five_hundred.play import PACK
from scorekeeper.games.five_hundred.rules import JokerLed, Settings
from tests.games.sitting import Sitting


def watched(bid: str, given: str, nominated: str = "", **settings: Any) -> Sitting:
    """A contract of seat 1, and cards; "Joker:S" one that is led as a spade."""
    sitting = Sitting(FIVE_HUNDRED, Settings(**settings))
    sitting.enter(ContractStated(Seat.ONE, Bid(bid)))
    if nominated:
        sitting.enter(JokerNominated(Suit(nominated)))
    for word in given.split():
        card, _, suit = word.partition(":")
        sitting.enter(
            CardPlayed(Card.parse(card), as_suit=Suit(suit) if suit else None)
        )
    return sitting


def may(sitting: Sitting, hand: str) -> set[str]:
    """What the player in turn may play from this hand; a named suit after a colon."""
    rules = FIVE_HUNDRED.arbiter and FIVE_HUNDRED.arbiter.play_rules(sitting.state)
    assert rules
    play = sitting.state.round.watched
    seat = turn(rules, play)
    assert seat
    cards = frozenset(Card.parse(card) for card in hand.split())
    legal = may_play(rules, play.tricks, play.trick, seat, cards)
    return {
        f"{one.card}:{one.as_suit.value}" if one.as_suit else str(one.card)
        for one in legal.plays
    }


def won(sitting: Sitting) -> str:
    return "".join(seat.value for seat in sitting.state.round.watched.winners)


def test_the_pack_has_43_cards() -> None:
    assert len(PACK) == 43
    assert {str(card) for card in PACK if card.rank in "45"} == set(
        ["D4", "H4", "S5", "C5", "D5", "H5"]
    )


@pytest.mark.parametrize(
    ("bid", "cards", "winner"),
    [
        ("8H", "HA DJ HJ Joker", "4"),
        ("8H", "HA DJ HJ H4", "3"),
        ("8H", "HA DJ HK H4", "2"),
        ("8H", "SA DJ S6 S5", "2"),
        ("8S", "CA CJ C6 C5", "2"),
        ("8S", "CA DJ C6 C5", "1"),
        ("8N", "HA HJ HK Joker", "4"),
        ("8N", "H4 DJ SA CA", "1"),
    ],
)
def test_who_wins_a_trick(bid: str, cards: str, winner: str) -> None:
    assert won(watched(bid, cards)) == winner


def test_the_left_bower_and_the_joker_follow_to_trumps_alone() -> None:
    assert may(watched("8H", "HA"), "DJ S5") == {"DJ"}
    assert may(watched("8H", "HA"), "Joker S5") == {"Joker"}
    assert may(watched("8H", "DA"), "DJ S5") == {"DJ", "S5"}
    assert may(watched("8H", "DJ"), "H4 DA") == {"H4"}
    assert may(watched("8N", "DA"), "DJ S5") == {"DJ"}


def test_without_trumps_the_joker_waits_for_a_void() -> None:
    assert may(watched("8N", "SA"), "Joker S5 H4") == {"S5"}
    assert may(watched("8N", "SA"), "Joker H4") == {"Joker", "H4"}
    assert may(watched("M", "SA"), "Joker H4") == {"Joker"}
    assert may(watched("M", "SA"), "Joker S5 H4") == {"S5"}


ONE_SUIT_LED = "SA S5 S6 S7"
ALL_LED = "SA S5 S6 S7 CA C5 C6 C7 DA D5 D6 D7 HA H5 H6 H7"


def test_who_leads_the_joker_names_a_suit_that_was_not_led() -> None:
    suits = {"Joker:C", "Joker:D", "Joker:H"}
    assert may(watched("8N", ONE_SUIT_LED), "Joker H4") == {*suits, "H4"}
    assert may(watched("8N", ALL_LED), "Joker H4") == {"H4"}
    free = watched("8N", ALL_LED, joker=JokerLed.ANY)
    assert may(free, "Joker H4") == {*suits, "Joker:S", "H4"}
    sitting = watched("8N", "Joker:D")
    assert may(sitting, "D5 Joker S5") == {"D5"}
    for card in ("DA", "S5", "D4"):
        sitting.enter(CardPlayed(Card.parse(card)))
    assert won(sitting) == "1"


@pytest.mark.parametrize(
    ("before", "card", "suit", "code"),
    [
        (ONE_SUIT_LED, "Joker", None, "joker-suit"),
        (ONE_SUIT_LED, "Joker", Suit.SPADES, "suit-was-led"),
        (ALL_LED, "Joker", Suit.STARS, "suit-was-led"),
        ("SA", "Joker", Suit.SPADES, "not-to-name"),
        ("", "HA", Suit.SPADES, "not-to-name"),
    ],
)
def test_a_suit_is_named_where_it_may_be(
    before: str, card: str, suit: Suit | None, code: str
) -> None:
    sitting = watched("8N", before)
    with pytest.raises(RuleViolation) as caught:
        sitting.enter(CardPlayed(Card.parse(card), as_suit=suit))
    assert caught.value.why.code == f"five-hundred.refused.{code}"


def test_with_trumps_no_suit_is_named() -> None:
    assert may(watched("8S", ""), "Joker H4") == {"Joker", "H4"}
    with pytest.raises(RuleViolation, match="not-to-name"):
        watched("8S", "Joker:H")


def test_all_four_were_led_and_the_joker_goes_to_the_last_trick() -> None:
    more = "SK S8 S9 S10 CK C8 C9 C10 DK D8 D9 D10 HK H8 H9 H10 SQ SJ D4 CJ"
    sitting = watched("8N", f"{ALL_LED} {more}")
    assert len(sitting.state.round.watched.tricks) == 9
    assert may(sitting, "Joker") == {f"Joker:{suit}" for suit in "CDHS"}


def test_a_nominated_joker_is_the_highest_card_of_its_suit() -> None:
    assert won(watched("7N", "HA Joker H5 H6", "H")) == "2"
    assert won(watched("7N", "SA Joker S5 S6", "H")) == "1"
    assert may(watched("7N", "HA", "H"), "Joker S5") == {"Joker"}
    assert may(watched("7N", "SA", "H"), "Joker S5") == {"S5"}
    assert may(watched("7N", "", "H"), "Joker S5") == {"Joker", "S5"}
    assert may(watched("M", "SA", "H"), "Joker H4") == {"Joker", "H4"}


def test_in_a_misere_the_partner_does_not_play() -> None:
    sitting = watched("M", "S5 S6 S7 H4")
    assert won(sitting) == "4"
    assert sitting.state.round.watched.trick[0].seat is Seat.FOUR
    with pytest.raises(RuleViolation):
        sitting.enter(CardPlayed(Card.parse("H5"), seat=Seat.THREE))


def test_the_trick_that_loses_a_misere_fills_the_form() -> None:
    assert TricksForm(folded=watched("M", "S5 S6 S7").folded).facts() == ()
    lost = watched("M", "SA S6 S7")
    assert TricksForm(folded=lost.folded).facts() == (TricksTaken(1),)
    with pytest.raises(RuleViolation, match="against-record"):
        lost.enter(TricksTaken(0))
    lost.do(Command((Entry(TricksTaken(0)),), reason="a card was taken back"))
    assert "against-record" in lost.rows[-1].marks


def test_the_form_is_filled_with_what_ten_tricks_come_to() -> None:
    deck = sorted(PACK, key=lambda card: (str(card.suit), str(card)))
    sitting = watched("8H", " ".join(str(card) for card in deck[:40]))
    (fact,) = TricksForm(folded=sitting.folded).facts()
    assert isinstance(fact, TricksTaken)
    own = sitting.state.round.watched.won_by((Seat.ONE, Seat.THREE))
    assert fact.tricks == own
    assert sitting.enter(fact).rows[-1].recorded is None
