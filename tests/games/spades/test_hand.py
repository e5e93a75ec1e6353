"""What a hand of Spades scores, when a game ends, what may be led, and what can't be
entered. The figures are those of the published rules."""

from typing import Any

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import CarriedIn
from scorekeeper.core.play import CardPlayed, may_play
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.core.settings import Whether
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.events import BidsMade, TricksTaken
from scorekeeper.games.spades.pages import TricksForm
from scorekeeper.games.spades.rules import Bags, Failed, Nil, Settings
from tests.games.sitting import Sitting
from tests.games.spades.about import each, hand

BLIND = {"blind": Whether.YES}
TEN = {"ten": Whether.YES}


def table(**settings: Any) -> Sitting:
    return Sitting(SPADES, Settings(**settings))


def points(sitting: Sitting) -> list[int]:
    return [*sitting.totals().values()]


POINTS: list[
    tuple[dict[str, Any], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
] = [
    # 10 for each trick bid and 1 for each more, or minus 10 for each trick bid (Pagat)
    ({}, (3, 4, 2, 3), (3, 4, 2, 4), (50, 71)),
    ({}, (3, 4, 2, 3), (2, 4, 2, 5), (-50, 72)),
    # nil: 100, and the partner's bid by itself (Pagat, Wikipedia)
    ({}, (0, 4, 4, 3), (0, 5, 4, 4), (140, 72)),
    ({"nil": Nil.FIFTY}, (0, 4, 4, 3), (0, 5, 4, 4), (90, 72)),
    # the tricks of a nil that failed are bags, or help the partner (Pagat)
    ({}, (0, 4, 4, 3), (1, 5, 3, 4), (-100 - 40 + 1, 72)),
    ({"failed": Failed.PARTNER}, (0, 4, 4, 3), (1, 5, 3, 4), (-100 + 40, 72)),
    ({}, (0, 6, 0, 6), (0, 6, 1, 6), (100 - 100 + 1, 120)),
    # ten for two hundred (Wikipedia)
    (TEN, (6, 1, 4, 1), (7, 1, 4, 1), (201, 20)),
    (TEN, (6, 1, 4, 1), (5, 2, 4, 2), (-200, 22)),
    ({}, (6, 1, 4, 1), (7, 1, 4, 1), (101, 20)),
]


@pytest.mark.parametrize(("settings", "bids", "took", "expected"), POINTS)
def test_a_hand_scores(
    settings: dict[str, Any],
    bids: tuple[int, ...],
    took: tuple[int, ...],
    expected: tuple[int, ...],
) -> None:
    assert points(table(**settings).enter(*hand(bids, took))) == [*expected]


@pytest.mark.parametrize(("took", "expected"), [(0, 240), (1, -200 + 40 + 1)])
def test_a_blind_nil_counts_twice(took: int, expected: int) -> None:
    bids = BidsMade(each(0, 4, 4, 4), ((Seat.ONE, True),))
    tricks = TricksTaken(each(took, 5 - took, 4, 4))
    assert points(table(**BLIND).enter(bids, tricks))[0] == expected


@pytest.mark.parametrize(
    ("took", "total", "bags"), [(7, 389, 9), (8, 290, 0), (9, 291, 1)]
)
def test_ten_bags_cost_a_hundred(took: int, total: int, bags: int) -> None:
    """Pagat's example: 337 points and 7 bags, 5 tricks bid."""
    sitting = table().enter(*hand((0, 4, 2, 3), (0, 2, 9, 2)))
    now = points(sitting)[0]
    sitting.enter(CarriedIn("13", 337 - now))
    sitting.enter(*hand((3, 2, 2, 2), (took - 2, 13 - took, 2, 0)))
    assert points(sitting)[0] == total
    assert dict(sitting.state.present.tally.bags)["13"] == bags


def test_more_than_twenty_bags_cost_it_twice() -> None:
    sitting = table().enter(*hand((1, 1, 0, 1), (5, 4, 4, 0)))
    sitting.enter(*hand((1, 1, 1, 1), (9, 0, 4, 0)))
    assert points(sitting)[0] == 14 - 100 + 4 + 20 + 11 - 100


def test_bags_cost_nothing_where_the_table_says_so() -> None:
    deal = hand((1, 2, 1, 2), (4, 2, 3, 4))
    assert points(table().enter(*deal, *deal))[0] == 2 * 25 - 100
    assert points(table(bags=Bags.FREE).enter(*deal, *deal))[0] == 2 * 25


def test_a_game_is_won_by_the_team_that_leads_alone() -> None:
    sitting = table(target=100).enter(*hand((5, 1, 5, 1), (5, 1, 5, 2)))
    assert sitting.section.winners == ("13",)
    level = table(target=100)
    level.enter(CarriedIn("13", 40), CarriedIn("24", 40))
    level.enter(*hand((3, 3, 3, 4), (3, 3, 3, 4)))
    assert level.section.winners == ("24",)
    tie = table(target=100, failed=Failed.PARTNER)
    tie.enter(CarriedIn("13", 100), CarriedIn("24", 89))
    tie.enter(*hand((3, 3, 3, 4), (3, 3, 3, 4)))
    assert points(tie) == [160, 159]
    tie.enter(*hand((3, 3, 3, 3), (3, 3, 3, 4)))
    assert len(tie.sheet.sections) == 2


REFUSED: list[tuple[dict[str, Any], BidsMade, str, str]] = [
    ({}, BidsMade(each(14, 0, 0, 0)), "number", "bids1"),
    ({}, BidsMade(each(0, 4, 4, 4), ((Seat.ONE, True),)), "no-blind", "bids1"),
    (BLIND, BidsMade(each(3, 4, 4, 4), ((Seat.ONE, True),)), "blind-not-nil", "bids1"),
]


@pytest.mark.parametrize(("settings", "fact", "code", "field"), REFUSED)
def test_what_nobody_can_bid_is_refused_beside_its_field(
    settings: dict[str, Any], fact: BidsMade, code: str, field: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        table(**settings).enter(fact)
    assert caught.value.why.code == f"spades.refused.{code}"
    assert caught.value.field == field


def test_blind_is_told_and_an_unticked_box_is_not() -> None:
    ticks = ((Seat.ONE, True), (Seat.TWO, False))
    sitting = table(**BLIND).enter(BidsMade(each(0, 4, 4, 4), ticks))
    assert "spades.said.blind" in str(sitting.log[-1].event.said())
    assert sitting.state.round.blind == (Seat.ONE,)


def may(played: str, held: str) -> set[str]:
    sitting = table().enter(BidsMade(each(3, 3, 3, 3)))
    for card in played.split():
        sitting.enter(CardPlayed(Card.parse(card)))
    rules = SPADES.arbiter and SPADES.arbiter.play_rules(sitting.state)
    assert rules
    watched = sitting.state.round.watched
    cards = frozenset(Card.parse(card) for card in held.split())
    leader = watched.winners[-1] if watched.winners else Seat.TWO
    found = may_play(rules, watched.tricks, watched.trick, leader, cards)
    return {str(card) for card in found.cards}


def test_a_spade_is_led_once_one_has_been_played() -> None:
    assert may("", "C9 S4") == {"C9"}
    assert may("", "S9 S4") == {"S9", "S4"}
    assert may("C2 C5 C7 S8", "C9 S4") == {"C9", "S4"}


def test_recorded_tricks_fill_the_form_and_hold_against_another_result() -> None:
    sitting = table().enter(BidsMade(each(3, 3, 3, 3)))
    for rank in (*"23456789", "10", *"JQKA"):
        for suit in "CDHS":
            sitting.enter(CardPlayed(Card.parse(f"{suit}{rank}")))
    (right,) = TricksForm(folded=sitting.folded).facts()
    assert isinstance(right, TricksTaken)
    wrong = TricksTaken(each(13, 0, 0, 0))
    assert right != wrong
    with pytest.raises(RuleViolation, match="against-record"):
        sitting.enter(wrong)
    sitting.do(Command((Entry(wrong),), reason="a claim"))
    assert "against-record" in sitting.rows[-1].marks
