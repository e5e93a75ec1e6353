"""What counts, which totals there are, and that every capture adds up to the hand."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Authority
from scorekeeper.core.errors import ImpossibleResult
from scorekeeper.core.seats import Seat
from scorekeeper.core.settings import Preset
from scorekeeper.games.rook.events import (
    BidStated,
    CardsCaptured,
    CountStated,
    DiscardsMade,
)
from scorekeeper.games.rook.play import bids, cards_of, counters
from scorekeeper.games.rook.rules import (
    FIGURES,
    JEFF_FIGURES,
    PRESETS,
    RULE_SHEET,
    Ceiling,
    CounterValues,
    Deck,
    KittyTo,
    Settings,
)
from scorekeeper.games.rook.scoring import captured, hand_lines
from tests.games.rook.table import ALL, cards, refusal, table
from tests.games.rook.table import captured as captures

SETTINGS = {
    CounterValues.JEFF: (200, 16 + 1),
    CounterValues.OFFICIAL: (120, 12 + 1),
    CounterValues.WITH_LAST_TRICK: (140, 12 + 1),
    CounterValues.WITH_ONES: (180, 16 + 1),
}


@pytest.mark.parametrize("deck", [Deck.FULL, Deck.FAST])
@pytest.mark.parametrize("count", list(SETTINGS))
def test_a_hand_holds_what_its_count_is_named_for(
    count: CounterValues, deck: Deck
) -> None:
    worth = counters(Settings(count=count, deck=deck))
    assert (worth.total, len(worth.cards)) == SETTINGS[count]
    assert worth.total == int(count.value)
    assert {card for card, _ in worth.cards} <= cards_of(Settings(deck=deck))


def test_the_decks_have_their_cards() -> None:
    assert (len(cards_of(Settings())), len(cards_of(Settings(deck=Deck.FAST)))) == (
        57,
        45,
    )
    assert Card("2", Suit.RED) not in cards_of(Settings(deck=Deck.FAST))


def test_every_total_is_a_multiple_of_five_and_can_be_captured() -> None:
    for count in SETTINGS:
        worth = counters(Settings(count=count))
        assert worth.totals() == frozenset(range(0, worth.total + 1, 5))


def test_the_custom_count_is_worked_out() -> None:
    figures = (
        ("1", 10),
        ("5", 0),
        ("10", 10),
        ("14", 10),
        ("Rook", 50),
        ("last trick", 0),
    )
    settings = Settings(count=CounterValues.CUSTOM, figures=figures)
    worth = counters(settings)
    assert worth.total == 4 * 30 + 50
    assert worth.totals() == frozenset([*range(0, 121, 10), *range(50, 171, 10)])
    assert bids(settings)[-1] == 170


def test_the_table_own_figures_are_asked_for_only_by_name() -> None:
    assert (
        Settings(count=CounterValues.OFFICIAL, figures=JEFF_FIGURES).figures_in_force
        == FIGURES[CounterValues.OFFICIAL]
    )


@pytest.mark.parametrize(
    "settings",
    [
        {"figures": (("1", 15),)},
        {"figures": tuple((name, points + 1) for name, points in JEFF_FIGURES)},
        {"figures": tuple((name, -points) for name, points in JEFF_FIGURES)},
        {"target": 0},
        {"minimum": 3},
        {"step": 0},
        {"highest": 101},
    ],
)
def test_figures_that_are_none_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"figures|target|minimum|step|highest"):
        Settings(**settings)  # type: ignore[arg-type]


# ---- every capture ----


def test_both_teams_together_always_have_the_hand() -> None:
    """All 2 ** 18 captures, by ranks: how many of each rank, the Rook, the last
    trick."""
    for count in SETTINGS:
        settings = Settings(count=count)
        worth = counters(settings)
        ranks = list(dict.fromkeys(card.rank for card, _ in worth.cards if card.suit))
        suits = (Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLACK)
        for numbers in product(range(5), repeat=len(ranks)):
            taken = tuple(
                Card(rank, suit)
                for rank, n in zip(ranks, numbers, strict=True)
                for suit in suits[:n]
            )
            for rook, last in product(((), (Card("Rook"),)), ("13", "24")):
                points = captured(CardsCaptured("13", taken + rook, last), settings)
                assert sum(points.values()) == worth.total
                assert points["13"] in worth.totals()


capture = st.builds(
    CardsCaptured,
    st.sampled_from(["13", "24"]),
    st.sets(st.sampled_from(sorted(cards_of(Settings()), key=str))).map(tuple),
    st.sampled_from(["13", "24"]),
)
count_of = st.sampled_from(list(SETTINGS))


@given(capture, count_of)
def test_any_cards_add_up_to_the_hand_with_those_of_the_other_team(
    event: CardsCaptured, count: CounterValues
) -> None:
    settings = Settings(count=count)
    rest = tuple(cards_of(Settings()) - set(event.cards))
    other = CardsCaptured("24" if event.party == "13" else "13", rest, event.last_trick)
    assert captured(event, settings) == captured(other, settings)
    assert sum(captured(event, settings).values()) == int(count.value)


@given(capture, count_of, st.integers(20, 40))
def test_the_lines_of_a_hand_sum_to_what_it_scores(
    event: CardsCaptured, count: CounterValues, step: int
) -> None:
    settings = Settings(count=count, minimum=5)
    amount = min(step * 5, int(count.value))
    sitting = table(count=count, minimum=5).enter(BidStated(Seat.ONE, amount), event)
    lines = hand_lines(sitting.state.past[0], settings)
    points = captured(event, settings)
    bidders = points["13"] if points["13"] >= amount else -amount
    assert sitting.rows[0].total("13") == bidders
    assert sitting.rows[0].total("24") == points["24"]
    assert all(line.cite.anchor for line in lines)
    assert {line.party for line in lines} == {"13", "24"}


# ---- counts that can't be ----


@pytest.mark.parametrize(
    ("points", "code"),
    [
        (205, "rook.refused.total-range"),
        (-5, "rook.refused.total-range"),
        (101, "rook.refused.total-unit"),
        (99, "rook.refused.total-unit"),
    ],
)
def test_an_impossible_total_is_refused_with_the_reason(points: int, code: str) -> None:
    sitting = table().enter(BidStated(Seat.ONE, 100))
    violation = refusal(sitting, CountStated("13", points))
    assert isinstance(violation, ImpossibleResult)
    assert (violation.why.code, violation.field) == (code, "points")


def test_a_total_that_no_counters_add_up_to_names_its_neighbours() -> None:
    figures = (
        ("1", 0),
        ("5", 0),
        ("10", 10),
        ("14", 10),
        ("Rook", 20),
        ("last trick", 20),
    )
    sitting = table(count=CounterValues.CUSTOM, figures=figures, minimum=50)
    violation = refusal(sitting.enter(BidStated(Seat.ONE, 50)), CountStated("13", 55))
    assert violation.why.code == "rook.refused.total-sum"
    assert dict(violation.why.params) == {"points": 55, "below": 50, "above": 60}


@pytest.mark.parametrize(
    ("event", "code", "field"),
    [
        (captures("13", "R1 R1", "13"), "rook.refused.twice", "cards"),
        (captures("13", "HA", "13"), "rook.refused.not-in-pack", "cards"),
        (captures("NS", "R1", "13"), "rook.refused.no-such-party", "party"),
        (captures("13", "R1", "NS"), "rook.refused.no-such-party", "last_trick"),
        (CountStated("1", 100), "rook.refused.no-such-party", "party"),
    ],
)
def test_an_impossible_capture_is_refused_beside_its_field(
    event: CardsCaptured, code: str, field: str
) -> None:
    violation = refusal(table().enter(BidStated(Seat.ONE, 100)), event)
    assert (violation.why.code, violation.field) == (code, field)


def test_a_card_that_the_fast_deck_lacks_is_refused() -> None:
    sitting = table(deck=Deck.FAST).enter(BidStated(Seat.ONE, 100))
    event = captures("13", "R2", "13")
    assert refusal(sitting, event).why.code == "rook.refused.not-in-pack"
    assert table().enter(BidStated(Seat.ONE, 100), event).rows[0].total("24") == 180


def test_nothing_is_counted_before_somebody_has_the_hand() -> None:
    for event in (CountStated("13", 100), captures("13", ALL, "13")):
        assert refusal(table(), event).why.code == "rook.refused.no-bid-count"


# ---- the kitty ----


@pytest.mark.parametrize("setting", list(KittyTo))
@pytest.mark.parametrize("last_trick", ["13", "24"])
@pytest.mark.parametrize("counted_for", ["13", "24"])
def test_discards_that_were_entered_lie_with_their_owner(
    setting: KittyTo, last_trick: str, counted_for: str
) -> None:
    """The bidders are 13; of their discards, two count."""
    sitting = table(kitty=setting).enter(
        BidStated(Seat.ONE, 100), DiscardsMade(cards("R5 G10 R2 R3 R4"))
    )
    owner = "13" if setting is KittyTo.BIDDER else last_trick
    event = captures(counted_for, "R5 G10", last_trick)
    if counted_for == owner:
        assert sitting.enter(event).rows[0].total(owner) != 0
    else:
        code = refusal(sitting, event).why.code
        assert code == f"rook.refused.kitty-{setting.value}"


def test_discards_that_are_missing_from_their_owners_count_are_found() -> None:
    sitting = table().enter(
        BidStated(Seat.ONE, 100), DiscardsMade(cards("R5 R2 R3 R4 R6"))
    )
    violation = refusal(sitting, captures("13", "R1", "13"))
    assert (violation.why.code, violation.field) == (
        "rook.refused.kitty-last-trick",
        "cards",
    )


@pytest.mark.parametrize("party", ["13", "24"])
@pytest.mark.parametrize(
    ("points", "is_right"), [(60, True), (65, False), (75, False), (80, True)]
)
def test_a_total_that_no_share_gives_beside_the_known_discards_is_refused(
    party: str, points: int, is_right: bool
) -> None:
    """Of 140, the Rook and the tens lie in the kitty: 80 go together with the last
    trick."""
    sitting = table(count=CounterValues.WITH_LAST_TRICK, minimum=70, highest=140)
    sitting.enter(BidStated(Seat.ONE, 70), DiscardsMade(cards("Rook R10 Y10 G10 B10")))
    if is_right:
        assert sitting.enter(CountStated(party, points)).rows[0].lines
        return
    violation = refusal(sitting, CountStated(party, points))
    assert (violation.why.code, violation.field) == (
        "rook.refused.total-buried",
        "points",
    )
    assert (violation.why.values["below"], violation.why.values["above"]) == (60, 80)


# ---- the settings ----


@pytest.mark.parametrize("preset", PRESETS, ids=lambda one: str(one.code))
def test_the_figures_of_a_published_game_keep_their_standing(preset: Preset) -> None:
    for question in RULE_SHEET.questions:
        cite = RULE_SHEET.cite(preset.settings, question.name)
        assert cite.standing is not Authority.HOUSE, question.name


@pytest.mark.parametrize(
    ("settings", "top"),
    [
        (Settings(minimum=205), 200),
        (Settings(count=CounterValues.OFFICIAL, minimum=125), 120),
        (Settings(minimum=115, ceiling=Ceiling.FIGURE, highest=110), 110),
    ],
)
def test_a_minimum_that_nobody_could_bid_is_refused(
    settings: Settings, top: int
) -> None:
    violation = RULE_SHEET.clash(settings)
    assert violation and violation.field == "minimum"
    assert violation.why.values["top"] == top
    assert RULE_SHEET.clash(replace(settings, minimum=top)) is None
    assert list(bids(settings)) == [top], "a table that has these settings goes on"
