"""The tricks of Hearts as they are recorded: what may be led and discarded, and what the
cards come to."""

from typing import Any

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.play import CardPlayed, LeadIs, may_play, turn
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.core.settings import Whether
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.events import HandCounted
from scorekeeper.games.hearts.pages import CountForm
from scorekeeper.games.hearts.rules import Breaking, Settings
from tests.games.hearts.about import each
from tests.games.sitting import Sitting


def watched(given: str, leader: int = 1, **settings: Any) -> Sitting:
    sitting = Sitting(HEARTS, Settings(**settings)).enter(LeadIs(Seat(str(leader))))
    for card in given.split():
        sitting.enter(CardPlayed(Card.parse(card)))
    return sitting


def may(sitting: Sitting, hand: str) -> set[str]:
    """What the player in turn may play from this hand."""
    rules = HEARTS.arbiter and HEARTS.arbiter.play_rules(sitting.state)
    assert rules
    play = sitting.state.round.watched
    seat = turn(rules, play)
    assert seat
    cards = frozenset(Card.parse(card) for card in hand.split())
    return {
        str(card)
        for card in may_play(rules, play.tricks, play.trick, seat, cards).cards
    }


def refusal(sitting: Sitting, card: str) -> str:
    with pytest.raises(RuleViolation) as caught:
        sitting.enter(CardPlayed(Card.parse(card)))
    return caught.value.why.code


@pytest.mark.parametrize(
    ("players", "first"), [(3, "C2"), (4, "C2"), (5, "C3"), (6, "C4")]
)
def test_the_lowest_club_leads(players: int, first: str) -> None:
    sitting = watched("", players=players)
    assert may(sitting, f"{first} C9 S4") == {first}
    assert refusal(watched("", players=players), "C9") == "play.refused.first-card"


def test_suit_is_followed() -> None:
    assert may(watched("C2"), "C9 S4 H2") == {"C9"}
    assert may(watched("C2 C3 C4 C5 S4"), "C9 SQ H2") == {"SQ"}


def test_no_point_falls_on_the_first_trick_while_anything_else_is_held() -> None:
    assert may(watched("C2"), "S4 H2 SQ") == {"S4"}
    assert may(watched("C2"), "H2 SQ") == {"H2", "SQ"}
    assert may(watched("C2", first_trick=Whether.YES), "S4 H2 SQ") == {"S4", "H2", "SQ"}
    second = "C2 C3 C4 C5 D4"
    assert may(watched(second), "S4 H2 SQ") == {"S4", "H2", "SQ"}


@pytest.mark.parametrize(
    ("breaking", "played", "is_open"),
    [
        (Breaking.HEART, "C2 C3 C4 C5", False),
        (Breaking.HEART, "C2 C3 C4 C5 D2 SQ D4 D5", False),
        (Breaking.HEART, "C2 C3 C4 C5 D2 H3 D4 D5", True),
        (Breaking.QUEEN_TOO, "C2 C3 C4 C5 D2 SQ D4 D5", True),
        (Breaking.QUEEN_TOO, "C2 C3 C4 C5 D2 D3 D4 D5", False),
        (Breaking.NOTHING, "C2 C3 C4 C5", True),
    ],
)
def test_a_heart_is_led_once_hearts_are_broken(
    breaking: Breaking, played: str, is_open: bool
) -> None:
    sitting = watched(played, breaking=breaking)
    assert may(sitting, "S4 H9") == ({"S4", "H9"} if is_open else {"S4"})
    assert may(sitting, "H8 H9") == {"H8", "H9"}


def whole_hand(**settings: Any) -> Sitting:
    """All thirteen tricks, each of four cards of a suit where that has so many left."""
    pack = [f"{suit}{rank}" for suit in "CDSH" for rank in (*"23456789", "10", *"JQKA")]
    return watched(" ".join(pack), **settings)


def test_the_form_is_filled_with_what_the_tricks_come_to() -> None:
    sitting = whole_hand(jack=Whether.YES)
    form = CountForm(folded=sitting.folded)
    (fact,) = form.facts()
    assert isinstance(fact, HandCounted)
    assert sum(hearts for _, hearts in fact.hearts) == 13
    assert fact.jack is not None
    sitting.enter(fact)
    assert sitting.rows[-1].recorded is None


def test_another_result_than_the_recorded_one_needs_a_reason() -> None:
    sitting = whole_hand()
    (right,) = CountForm(folded=sitting.folded).facts()
    assert isinstance(right, HandCounted)
    others = [seat for seat, _ in right.hearts if seat is not right.queen]
    wrong = HandCounted(right.hearts, others[0])
    with pytest.raises(RuleViolation, match="against-record"):
        sitting.enter(wrong)
    sitting.do(Command((Entry(wrong),), reason="a card was taken back"))
    assert "against-record" in sitting.rows[-1].marks


def test_one_player_who_wins_every_trick_is_known_by_the_cards() -> None:
    """Seat 1 leads the two of clubs, and nobody else has a club."""
    clubs = [f"C{rank}" for rank in (*"23456789", "10", *"JQKA")]
    others = [
        f"{suit}{rank}" for rank in (*"23456789", "10", *"JQKA") for suit in "DSH"
    ]
    cards = [
        card
        for n, club in enumerate(clubs)
        for card in (club, *others[3 * n : 3 * n + 3])
    ]
    given = " ".join(cards)
    sitting = watched(given, sun=Whether.YES, first_trick=Whether.YES)
    (fact,) = CountForm(folded=sitting.folded).facts()
    assert fact == HandCounted(each(13, 0, 0, 0), Seat.ONE, None, True)
    assert [*sitting.enter(fact).totals().values()] == [0, 52, 52, 52]
