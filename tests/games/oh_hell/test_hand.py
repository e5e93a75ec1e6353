"""What a hand of Oh Hell scores, how many cards the hands of a game have, and what can't
be entered. The figures are those of the published rules."""

from itertools import pairwise
from typing import Any

import pytest

from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import DealerIs, ThrownIn
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.core.settings import Whether
from scorekeeper.games.oh_hell import OH_HELL
from scorekeeper.games.oh_hell.events import BidsMade, TricksTaken, Trump, TrumpTurned
from scorekeeper.games.oh_hell.play import cards_now, may_have_trump, sizes
from scorekeeper.games.oh_hell.rules import (
    BLACKOUT,
    FISTS,
    Bidding,
    Deals,
    Scoring,
    Settings,
)
from scorekeeper.games.oh_hell.rules import points as worth
from tests.games.oh_hell.about import each, hand
from tests.games.sitting import Sitting


def table(**settings: Any) -> Sitting:
    return Sitting(OH_HELL, Settings(**settings))


def points(sitting: Sitting) -> list[int]:
    return [*sitting.totals().values()]


EXAMPLES = [
    # 1 for each trick, and 10 for a bid that is met (Wikipedia, Feelin' Gamey)
    (Scoring.EVERY_TRICK, 2, 2, 12),
    (Scoring.EVERY_TRICK, 2, 3, 3),
    # 10 and the bid, else nothing (Wikipedia: exact scoring)
    (Scoring.EXACT, 4, 4, 14),
    (Scoring.EXACT, 4, 5, 0),
    # the square of the bid: "26 (10 plus 16)" (Wikipedia: progressive scoring)
    (Scoring.SQUARE, 4, 4, 26),
    (Scoring.SQUARE, 4, 3, 3),
    # a bid of 4: 14, -14 with 3 or 5, -24 with 2 or 6 (Wikipedia: progressive penalty)
    (Scoring.MINUS, 4, 4, 14),
    (Scoring.MINUS, 4, 3, -14),
    (Scoring.MINUS, 4, 5, -14),
    (Scoring.MINUS, 4, 2, -24),
    (Scoring.MINUS, 4, 6, -24),
    # a bid of 3: 13, and -11 with 2 (MrPikes' House Rules)
    (Scoring.MINUS_TEN, 3, 3, 13),
    (Scoring.MINUS_TEN, 3, 2, -11),
    *((scoring, 0, 0, 10) for scoring in Scoring),
]


@pytest.mark.parametrize(("scoring", "bid", "took", "expected"), EXAMPLES)
def test_a_bid_counts_as_published(
    scoring: Scoring, bid: int, took: int, expected: int
) -> None:
    assert worth(scoring, bid, took) == expected


def test_a_hand_scores_for_everybody() -> None:
    sitting = table(players=3).enter(*hand((4, 2, 5), (4, 3, 3)))
    assert points(sitting) == [14, 3, 3]
    assert len(sitting.rows[0].lines) == 3


PLANS = [
    # 10 for three to five, 8 for six, 7 for seven: down and up (Feelin' Gamey)
    *((Settings(players=players), 19, 10, 10) for players in (3, 4, 5)),
    (Settings(players=6), 15, 8, 8),
    (Settings(players=7), 13, 7, 7),
    # 12 cards down and up again is 23 hands (Wikipedia)
    (Settings(most=12), 23, 12, 12),
    # 1 to 13 and down again is 25 hands (encyclopedia4u.com)
    (Settings(most=13, deals=Deals.UP_DOWN), 25, 1, 1),
    (Settings(deals=Deals.DOWN), 10, 10, 1),
    (Settings(deals=Deals.UP), 10, 1, 10),
]


@pytest.mark.parametrize(("settings", "hands", "first", "last"), PLANS)
def test_a_game_has_as_many_hands_as_published(
    settings: Settings, hands: int, first: int, last: int
) -> None:
    plan = sizes(settings)
    assert (len(plan), plan[0], plan[-1]) == (hands, first, last)
    assert all(abs(one - other) == 1 for one, other in pairwise(plan))


@pytest.mark.parametrize(
    ("players", "hands"), [(3, 15), (4, 13), (5, 10), (6, 8), (7, 7)]
)
def test_blackout_has_the_hands_of_the_spruce_crafts(players: int, hands: int) -> None:
    settings = Settings(players=players, deals=BLACKOUT.deals, most=BLACKOUT.most)
    assert sizes(settings) == tuple(range(1, hands + 1))


def test_the_cards_of_an_evening_add_up_as_published() -> None:
    """From 1 up to 12 and down again are 144 tricks, from 12 down and up 155."""
    assert sum(sizes(Settings(most=12, deals=Deals.UP_DOWN))) == 144
    assert sum(sizes(Settings(most=12))) == 155


@pytest.mark.parametrize(
    ("bids", "is_refused"),
    [((2, 2, 0, 1), True), ((1, 2, 0, 1), False), ((0, 3, 1, 2), False)],
)
@pytest.mark.parametrize("bidding", Bidding)
def test_the_dealer_may_not_even_the_bids_out(
    bids: tuple[int, ...], is_refused: bool, bidding: Bidding
) -> None:
    """Wikipedia's examples with five cards: after 2, 0 and 1 the dealer may not bid 2;
    after 3, 1 and 2 any bid is allowed."""
    sitting = table(most=5, bidding=bidding)
    if bidding is not Bidding.HOOK or not is_refused:
        sitting.enter(BidsMade(each(*bids)))
        return
    with pytest.raises(RuleViolation) as caught:
        sitting.enter(BidsMade(each(*bids)))
    assert caught.value.why.code == "oh-hell.refused.hook"
    assert caught.value.field == "bids1"
    sitting.enter(DealerIs(Seat.TWO))
    with pytest.raises(RuleViolation) as caught:
        sitting.enter(BidsMade(each(*bids)))
    assert caught.value.field == "bids2"


def test_trump_is_turned_up_unless_no_card_is_left() -> None:
    assert may_have_trump(table(most=12).state)
    assert not may_have_trump(table(most=13).state), "the whole pack is dealt"
    assert not may_have_trump(table(largest_plain=Whether.YES).state)
    smaller = table(largest_plain=Whether.YES).enter(*hand((9, 0, 0, 0), (10, 0, 0, 0)))
    assert may_have_trump(smaller.state)


def test_a_game_ends_with_its_last_hand_and_is_shared_by_those_level() -> None:
    sitting = table(most=1, bidding=Bidding.FREE)
    sitting.enter(*hand((0, 1, 0, 0), (0, 0, 0, 1)))
    assert sitting.section.is_over and sitting.section.winners == ("1", "3")
    sitting.enter(*hand((0, 1, 0, 0), (0, 1, 0, 0)))
    assert [len(section.rows) for section in sitting.sheet.sections] == [1, 1]


def test_a_hand_that_is_dealt_again_has_as_many_cards() -> None:
    sitting = table().enter(TrumpTurned(Trump.CLUBS), ThrownIn("misdeal"))
    assert cards_now(sitting.state) == 10
    sitting.enter(*hand((3, 3, 3, 3), (4, 3, 3, 0)))
    assert cards_now(sitting.state) == 9


BIDS, TRICKS = hand((3, 3, 3, 3), (4, 2, 2, 2))
TURNED = TrumpTurned(Trump.HEARTS)
REFUSED: list[tuple[dict[str, Any], tuple[Event, ...], str, str]] = [
    ({}, (BIDS, BIDS), "bids-twice", "bids"),
    ({}, (TRICKS,), "no-bids", "tricks"),
    ({}, (BidsMade(each(3, 3, 3)),), "everybody", "bids"),
    ({}, (BidsMade(each(11, 0, 0, 0)),), "number", "bids1"),
    ({}, (BIDS, TricksTaken(each(4, 2, 2, 1))), "sum", "tricks"),
    ({}, (TURNED, TURNED), "trump-twice", "trump"),
    ({"most": 13}, (TURNED,), "no-trump-here", "trump"),
    ({"largest_plain": Whether.YES}, (BIDS, TURNED), "no-trump-here", "trump"),
]


@pytest.mark.parametrize(("settings", "facts", "code", "field"), REFUSED)
def test_what_no_hand_or_table_gives_is_refused_beside_its_field(
    settings: dict[str, Any], facts: tuple[Event, ...], code: str, field: str
) -> None:
    sitting = table(**settings).enter(*facts[:-1])
    with pytest.raises(RuleViolation) as caught:
        sitting.enter(facts[-1])
    assert caught.value.why.code == f"oh-hell.refused.{code}"
    assert caught.value.field == field
    is_impossible = code in ("everybody", "number", "sum")
    assert isinstance(caught.value, ImpossibleResult) is is_impossible


@pytest.mark.parametrize("players", [2, 8])
def test_a_file_with_other_numbers_of_players_is_refused(players: int) -> None:
    with pytest.raises(RuleViolation, match="settings-unreadable"):
        OH_HELL.settings_of({"players": players})


def test_the_presets_are_those_of_the_sources() -> None:
    assert {one.code: one.settings for one in OH_HELL.presets} == {
        "usual": Settings(),
        "blackout": BLACKOUT,
        "fists": FISTS,
    }
