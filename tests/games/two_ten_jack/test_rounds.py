"""Rounds, games and everything that can't be entered."""

from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import decode, encode
from scorekeeper.core.errors import ImpossibleResult
from scorekeeper.core.evening import (
    EVENING,
    Adjusted,
    CarriedIn,
    DealerIs,
    Ended,
    ThrownIn,
)
from scorekeeper.core.play import CardDrawn, CardPlayed, LeadIs
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.two_ten_jack import TWO_TEN_JACK
from scorekeeper.games.two_ten_jack.events import (
    EVENTS,
    CardsCaptured,
    JokerCalled,
    TotalsStated,
)
from scorekeeper.games.two_ten_jack.rules import (
    PRESETS,
    Reversal,
    Settings,
    Ties,
    Values,
)
from tests.games.sitting import calls_to_show
from tests.games.two_ten_jack.table import (
    HEARTS,
    SPADES,
    captured,
    refusal,
    table,
    totals,
)

EVERY: list[Event] = [
    captured(Settings(), p2="HA S10"),
    totals(10, -10, 5, -5),
    totals(-45, 0, 0, -45, hearts="1"),
    totals(45, 0, 45, 0, spades="3"),
    CardPlayed(Card.parse("H2"), is_face_down=True),
    CardDrawn(),
    LeadIs(Seat.TWO),
    JokerCalled(),
]


@pytest.mark.parametrize("event", EVERY)
def test_an_event_is_read_back_as_it_was_written(event: Event) -> None:
    assert decode(type(event), encode(event)) == event


def test_every_kind_of_event_is_tried_above() -> None:
    assert {type(event) for event in EVERY} == set(EVENTS)
    kinds = [event.KIND for event in (*EVENTS, *EVENING)]
    assert len(kinds) == len(set(kinds))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: str(preset.code))
def test_settings_are_read_back_as_they_were_written(preset: object) -> None:
    settings = preset.settings  # type: ignore[attr-defined]
    assert decode(Settings, encode(settings)) == settings


# ---- a round ----


def test_a_round_scores_card_by_card() -> None:
    settings = Settings()
    sitting = table().enter(captured(settings, rest="3", p1="HJ H10 SA", p2="S2"))
    # 3 has the rest: ♥A K Q 2 (25), ♠K Q J 10 (−30).
    assert sitting.totals() == {"1": 15, "2": -10, "3": -5, "4": 0}
    lines = sitting.rows[0].lines
    assert len(lines) == 12 + 1
    assert {line.party for line in lines} == {"1", "2", "3", "4"}


def test_totals_score_as_they_were_counted() -> None:
    sitting = table().enter(totals(15, -10, -5, 0))
    assert sitting.totals() == {"1": 15, "2": -10, "3": -5, "4": 0}


def test_totals_and_cards_come_to_the_same_with_a_reversal() -> None:
    by_cards = table().enter(captured(Settings(), rest="2", p1=SPADES, p3=HEARTS))
    by_totals = table().enter(totals(45, 0, -45, 0, hearts="3", spades="1"))
    assert (
        by_cards.totals() == by_totals.totals() == {"1": 45, "2": 0, "3": -45, "4": 0}
    )
    facts = [
        row.facts[-1].value for sitting in (by_cards, by_totals) for row in sitting.rows
    ]
    assert facts[0] == facts[1]
    assert by_totals.rows[0].marks == ("reversed",)


# ---- what can't be ----


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (CardsCaptured(()), "no-owner"),
        (captured(Settings(), p2="C2"), "not-in-pack"),
        (captured(Settings(), p2="R5"), "not-in-pack"),
        (captured(Settings(), p2="RedJoker"), "not-in-pack"),
        (
            replace(captured(Settings()), owners=((Card.parse("HA"), Seat.ONE),) * 2),
            "two-owners",
        ),
    ],
)
def test_an_impossible_capture_is_refused(event: CardsCaptured, code: str) -> None:
    violation = refusal(table(), event)
    assert isinstance(violation, ImpossibleResult)
    assert violation.why.code == f"two-ten-jack.refused.{code}"
    assert violation.field == "cards"


def test_the_missing_cards_are_named() -> None:
    event = captured(Settings())
    violation = refusal(table(), replace(event, owners=event.owners[2:]))
    assert violation.why.values["n"] == 2
    assert violation.why.values["cards"] == (Card.parse("HA"), ", ", Card.parse("HK"))


def test_cards_that_score_nothing_may_be_named() -> None:
    event = captured(Settings(), p2="C9 Joker H3")
    assert table().enter(event).totals()["2"] == 0


def test_nobody_beyond_the_table_captures_anything() -> None:
    assert (
        refusal(table(players=3), captured(Settings(players=3), p4="HA")).field
        == "owners"
    )
    assert (
        refusal(table(players=3), totals(0, 0, 0, 0)).why.code == "refused.no-such-seat"
    )
    assert refusal(table(), totals(0, 0, 0, 0, hearts="5")).field == "hearts"


@pytest.mark.parametrize(
    ("event", "code", "field"),
    [
        (totals(0, 0, 0), "no-total", "total4"),
        (TotalsStated(tuple((Seat.ONE, 0) for _ in range(4))), "total-twice", "total1"),
        (totals(2, -2, 0, 0), "no-such-total", "total1"),
        (totals(50, -50, 0, 0), "no-such-total", "total1"),
        (totals(10, 0, 0, 0), "sum", ""),
        (totals(-90, 0, 0, 0), "no-such-total", "total1"),
        (totals(0, -45, 0, 0, hearts="1"), "no-such-total", "total1"),
        (totals(40, 40, -40, -40), "no-such-totals", ""),
        (totals(-45, 40, 40, -35, hearts="1"), "no-such-total", "total2"),
    ],
)
def test_impossible_totals_are_refused_beside_their_field(
    event: TotalsStated, code: str, field: str
) -> None:
    violation = refusal(table(), event)
    assert (violation.why.code, violation.field) == (
        f"two-ten-jack.refused.{code}",
        field,
    )


@pytest.mark.parametrize(
    ("event", "hint"),
    [
        (totals(10, 0, 0, 0), "count-again"),
        (totals(-45, -45, 0, 0), "one"),
        (totals(45, 45, 0, 0), "one"),
    ],
)
def test_a_wrong_sum_says_which_reversal_would_make_it_right(
    event: TotalsStated, hint: str
) -> None:
    why = refusal(table(), event).why
    assert why.values["hint"].code == f"two-ten-jack.refused.sum.{hint}"  # type: ignore[attr-defined]


def test_a_reversal_that_was_none_is_found_by_the_sum() -> None:
    sitting = table(values=Values.CUSTOM, figures=(("H10", 4), ("C5", 8)))
    why = refusal(sitting, totals(4, 8, 0, 0, hearts="1")).why
    assert why.values["hint"].code == "two-ten-jack.refused.sum.none"  # type: ignore[attr-defined]


def test_where_both_reversals_show_in_the_sum_they_are_asked_for() -> None:
    violation = refusal(table(values=Values.CLASSIC_55), totals(-45, 55, 10, 0))
    assert violation.why.values["hint"].code.endswith(".both")  # type: ignore[attr-defined]


def test_without_reversals_nobody_has_reversed() -> None:
    violation = refusal(table(reversal=Reversal.OFF), totals(45, -45, 0, 0, hearts="1"))
    assert (violation.why.code, violation.field) == (
        "two-ten-jack.refused.no-reversal",
        "hearts",
    )
    assert (
        refusal(table(reversal=Reversal.OFF), totals(-45, -45, 0, 0)).why.values[
            "total"
        ]
        == -90
    )


# ---- a game ----


def test_a_game_has_as_many_rounds_as_players_and_the_next_begins_by_itself() -> None:
    sitting = table(players=3).enter(totals(30, -10, -20), totals(-5, 0, 5))
    assert not sitting.section.is_over
    assert sitting.game.glance(sitting.state).where[0].values == {"n": 1}
    sitting.enter(totals(0, 10, -10))
    assert sitting.section.winners == ("1",)
    assert sitting.game.glance(sitting.state).is_over
    assert sitting.totals() == {"1": 25, "2": 0, "3": -25}
    sitting.enter(totals(0, 5, -5))
    assert len(sitting.sheet.sections) == 2
    assert sitting.totals() == {"1": 0, "2": 5, "3": -5}


@pytest.mark.parametrize(
    ("setting", "winners"), [(Ties.SHARED, ("1", "2")), (Ties.EXTRA_ROUND, ())]
)
def test_a_tie(setting: Ties, winners: tuple[str, ...]) -> None:
    sitting = table(players=2, ties=setting).enter(totals(10, -10), totals(-10, 10))
    assert sitting.section.winners == winners
    if not winners:
        assert (
            sitting.game.glance(sitting.state).where[0].code == "two-ten-jack.where.tie"
        )
        sitting.enter(totals(-5, 5))
        assert sitting.section.winners == ("2",)


def test_the_deal_moves_on_clockwise() -> None:
    sitting = table(players=3)
    dealers = []
    for _ in range(4):
        dealers.append(sitting.state.round.dealer.value)
        sitting.enter(totals(0, 0, 0))
    assert dealers == ["1", "2", "3", "1"]


def test_a_round_thrown_in_is_dealt_again_by_the_same_dealer() -> None:
    sitting = table().enter(DealerIs(Seat.THREE), ThrownIn("misdeal"))
    assert sitting.state.round.dealer is Seat.THREE
    assert sitting.rows[0].entries == (1, 2)
    assert sitting.rows[0].marks == ("thrown-in",)
    sitting.enter(totals(0, 0, 0, 0))
    assert [row.label.values["number"] for row in sitting.rows] == [1, 1]
    assert sitting.state.round.dealer is Seat.FOUR


def test_the_evening_has_its_rows() -> None:
    sitting = table().enter(CarriedIn("2", 33), Adjusted("1", -5, "late"))
    assert sitting.totals() == {"1": -5, "2": 33, "3": 0, "4": 0}
    sitting.enter(Ended("tired"))
    assert sitting.section.is_over
    assert sitting.section.winners == ()
    assert refusal(sitting, Ended()).why.code == "two-ten-jack.refused.nothing-to-end"


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (CarriedIn("5", 10), "party"),
        (CarriedIn("1", 10, "below"), "part"),
        (Adjusted("NS", 10, "which"), "party"),
        (Adjusted("1", 0, "nothing"), "points"),
        (DealerIs(Seat.FIVE), "seat"),
        (Ended(), ""),
    ],
)
def test_what_can_not_be_entered_of_an_evening(event: Event, field: str) -> None:
    assert refusal(table(), event).field == field


# ---- corrections ----


def test_a_corrected_round_keeps_its_row() -> None:
    sitting = table(players=2).enter(totals(10, -10)).enter(totals(5, -5))
    sitting.correct(1, totals(-10, 10))
    assert sitting.rows[0].id == 1
    assert sitting.totals() == {"1": -5, "2": 5}
    assert sitting.section.winners == ("2",)


def test_voided_and_entered_again_is_as_entered() -> None:
    event = captured(Settings(), p2=HEARTS)
    once = table().enter(event)
    twice = table().enter(totals(0, 0, 0, 0)).correct(1, event)
    assert once.rows[0].lines == twice.rows[0].lines


def test_a_struck_round_makes_room_for_another() -> None:
    sitting = table(players=2)
    for _ in range(3):
        sitting.enter(totals(10, -10))
    assert [len(section.rows) for section in sitting.sheet.sections] == [2, 1]
    sitting.strike(1)
    assert [len(section.rows) for section in sitting.sheet.sections] == [2]


# ---- a whole game, and what folding it costs ----

GOLDEN = Path(__file__).parent / "four.txt"


def test_a_whole_game_scores_as_it_was_worked_out_by_hand() -> None:
    settings = Settings(values=Values.CLASSIC_55)
    sitting = table(values=Values.CLASSIC_55).seat("Ann", "Ben", "Cy", "Dora")
    sitting.enter(
        captured(settings, rest="1", p2="HA HK S2 CA", p3="H10 SA DK", p4="HJ SJ")
    )
    sitting.enter(captured(settings, rest="3", p1=HEARTS, p2="SA SK", p4="C10 D10"))
    sitting.enter(totals(10, 45, -40, -15))
    sitting.enter(captured(settings, rest="4", p2=HEARTS + " CA CK", p3="DA"))
    said = ""
    for row in sitting.rows:
        points = "".join(f"{row.total(party):5}" for party in "1234")
        said += f"{points}  {' '.join(row.marks)}".rstrip() + "\n"
    assert said == GOLDEN.read_text()
    assert sitting.section.winners == ("4",)


def test_a_round_costs_no_more_among_four_hundred_than_among_a_hundred() -> None:
    sitting = table().enter(captured(Settings()))

    def cost(rounds: int) -> int:
        log = tuple(replace(sitting.log[0], seq=n + 1) for n in range(rounds))
        return calls_to_show(TWO_TEN_JACK, sitting.settings, log)

    assert cost(400) <= 1.1 * 4 * cost(100)


def test_the_hearts_of_the_last_line_are_the_suit() -> None:
    sitting = table(reversal=Reversal.FIXED_55).enter(captured(Settings()))
    suits = [line.what.values.get("suit") for line in sitting.rows[0].lines]
    assert Suit.HEARTS in suits
