"""What a hand scores, and who wins a game, under each of a table's settings."""

import pytest

from scorekeeper.core.citations import Authority
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.seats import Seat
from scorekeeper.games.rook.events import CountStated
from scorekeeper.games.rook.rules import (
    PRESETS,
    BothReach,
    CounterValues,
    DefendersReach,
    SetCost,
    Settings,
)
from scorekeeper.games.rook.scoring import winner
from tests.games.rook.table import (
    ALL,
    bid_by_bid,
    calls,
    captured,
    quick,
    refusal,
    table,
)

# ---- §8: made or set ----


@pytest.mark.parametrize(
    ("bid", "points", "scored", "result"),
    [
        (100, 100, (100, 100), "made"),
        (100, 95, (-100, 105), "set"),
        (130, 200, (200, 0), "made"),
        (200, 195, (-200, 5), "set"),
        (200, 200, (200, 0), "made"),
        (150, 0, (-150, 200), "set"),
    ],
)
def test_bidders_score_what_they_captured_or_minus_their_bid(
    bid: int, points: int, scored: tuple[int, int], result: str
) -> None:
    sitting = table().enter(*quick("3", bid, "13", points))
    assert (sitting.rows[0].total("13"), sitting.rows[0].total("24")) == scored
    assert sitting.rows[0].marks == (result,)


def test_the_count_may_be_of_the_defenders() -> None:
    sitting = table().enter(*quick("2", 120, "13", 80))
    assert sitting.totals() == {"13": 80, "24": 120}


@pytest.mark.parametrize(
    ("setting", "cost"),
    [(SetCost.BID, -130), (SetCost.TWICE_BID, -260), (SetCost.HAND_TOTAL, -200)],
)
def test_a_set_costs_what_the_table_says(setting: SetCost, cost: int) -> None:
    sitting = table(set_cost=setting).enter(*quick("1", 130, "13", 125))
    assert sitting.totals() == {"13": cost, "24": 75}
    line = sitting.rows[0].lines[0]
    expected = Authority.PRINTED if setting is SetCost.BID else Authority.HOUSE
    assert line.cite.standing is expected


def test_a_set_can_take_a_team_below_zero_and_the_game_goes_on() -> None:
    sitting = table().enter(*quick("1", 200, "13", 0), *quick("1", 200, "13", 0))
    assert sitting.totals() == {"13": -400, "24": 400}


@pytest.mark.parametrize("count", list(CounterValues))
def test_each_line_names_the_count_it_rests_on(count: CounterValues) -> None:
    sitting = table(count=count, minimum=50).enter(
        *quick("1", 50, "13", 80)[:2], captured("13", ALL, "13")
    )
    standing = {
        CounterValues.JEFF: Authority.PRINTED,
        CounterValues.CUSTOM: Authority.HOUSE,
    }.get(count, Authority.PUBLISHED)
    scored = [line for line in sitting.rows[0].lines if line.party == "13"]
    assert {line.cite.standing for line in scored} == {standing}
    assert sum(line.points for line in scored) == sitting.totals()["13"]


def test_the_presets_are_those_that_are_published() -> None:
    found = {
        preset.code: (
            preset.settings.count,
            preset.settings.minimum,
            preset.settings.target,
        )
        for preset in PRESETS
    }
    assert found == {
        "jeff": (CounterValues.JEFF, 100, 700),
        "official": (CounterValues.OFFICIAL, 70, 300),
        "140": (CounterValues.WITH_LAST_TRICK, 70, 500),
        "180": (CounterValues.WITH_ONES, 100, 500),
        "call-partner": (CounterValues.JEFF, 100, 500),
        "tournament": (CounterValues.OFFICIAL, 70, 300),
        "fair": (CounterValues.OFFICIAL, 65, 300),
    }


# ---- the target ----


def test_a_game_is_won_at_the_target_and_the_next_one_begins_by_itself() -> None:
    sitting = table(target=300)
    sitting.enter(*quick("1", 150, "13", 150), *quick("2", 100, "24", 100))
    sitting.enter(*quick("1", 150, "13", 150))
    assert sitting.section.winners == ("13",)
    assert "game" in sitting.rows[-1].marks
    glance = sitting.game.glance(sitting.state)
    assert glance.is_over
    assert sitting.totals() == {"13": 400, "24": 200}
    sitting.enter(*quick("2", 100, "24", 100))
    assert len(sitting.sheet.sections) == 2
    assert sitting.totals() == {"13": 100, "24": 100}
    assert not sitting.game.glance(sitting.state).is_over


def test_the_target_is_looked_at_when_a_hand_ends() -> None:
    """R11: points from paper and adjustments win nothing by themselves."""
    sitting = table(target=300).enter(CarriedIn("13", 300))
    assert not sitting.section.is_over
    sitting.enter(*quick("2", 100, "24", 200))
    assert sitting.section.winners == ("13",)


def test_a_tie_at_the_target_is_played_on() -> None:
    """R2."""
    sitting = table(target=300).enter(CarriedIn("13", 200), CarriedIn("24", 200))
    sitting.enter(*quick("1", 100, "13", 100))
    assert sitting.totals() == {"13": 300, "24": 300}
    assert not sitting.section.is_over
    assert sitting.rows[-1].notes[0].code == "rook.note.level"
    sitting.enter(*quick("1", 105, "13", 105))
    assert sitting.section.winners == ("13",)


@pytest.mark.parametrize(
    ("setting", "won"), [(BothReach.HIGHER_TOTAL, "24"), (BothReach.BIDDERS, "13")]
)
def test_both_teams_reach_the_target_in_one_hand(setting: BothReach, won: str) -> None:
    """R1."""
    sitting = table(target=300, both_reach=setting)
    sitting.enter(CarriedIn("13", 200), CarriedIn("24", 290))
    sitting.enter(*quick("1", 100, "13", 110))
    assert sitting.totals() == {"13": 310, "24": 380}
    assert sitting.section.winners == (won,)


@pytest.mark.parametrize("setting", list(BothReach))
def test_bidders_who_were_set_do_not_go_first(setting: BothReach) -> None:
    totals = {"13": 720, "24": 800}
    settings = Settings(both_reach=setting)
    assert winner(totals, "13", is_made=False, settings=settings) == "24"


@pytest.mark.parametrize(
    ("setting", "won"), [(DefendersReach.COUNTS, ("24",)), (DefendersReach.OWN_BID, ())]
)
def test_reaching_the_target_as_defenders(
    setting: DefendersReach, won: tuple[str, ...]
) -> None:
    """R3."""
    sitting = table(target=300, defenders_reach=setting).enter(CarriedIn("24", 250))
    sitting.enter(*quick("1", 100, "13", 120))
    assert sitting.totals() == {"13": 120, "24": 330}
    assert sitting.section.winners == won
    if not won:
        assert sitting.rows[-1].notes[0].code == "rook.note.played-on"
        sitting.enter(*quick("2", 100, "24", 95))  # set: 230
        assert not sitting.section.is_over
        sitting.enter(*quick("2", 100, "24", 110))
        assert sitting.section.winners == ("24",)


def test_with_own_bids_only_the_bidders_can_win_a_hand() -> None:
    settings = Settings(defenders_reach=DefendersReach.OWN_BID)
    totals = {"13": 700, "24": 900}
    assert winner(totals, "13", is_made=True, settings=settings) == "13"
    assert winner(totals, "13", is_made=False, settings=settings) is None


# ---- the evening ----


def test_a_hand_thrown_in_is_dealt_again_by_the_same_dealer() -> None:
    sitting = table().enter(
        DealerIs(Seat.THREE), *quick("1", 100, "13", 100)[:2], ThrownIn("misdeal")
    )
    assert sitting.state.round.dealer is Seat.THREE
    assert sitting.rows[0].marks == ("thrown-in",)
    assert sitting.rows[0].entries == (1, 2, 3, 4)
    assert sitting.totals() == {"13": 0, "24": 0}
    sitting.enter(*quick("1", 100, "13", 100))
    labels = [dict(row.label.params)["number"] for row in sitting.rows]
    assert labels == [1, 1]
    assert sitting.state.round.dealer is Seat.FOUR


def test_a_score_from_paper_and_an_adjustment_have_rows_of_their_own() -> None:
    sitting = table().enter(CarriedIn("24", 385), Adjusted("13", -5, "renege"))
    assert sitting.totals() == {"13": -5, "24": 385}
    assert [row.lines[0].cite.standing for row in sitting.rows] == [Authority.HOUSE] * 2


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (CarriedIn("24", 383), "points"),
        (CarriedIn("24", 385, "above"), "part"),
        (CarriedIn("NS", 385), "party"),
        (Adjusted("13", 0, "nothing"), "points"),
        (Adjusted("1", 5, "which"), "party"),
        (DealerIs(Seat.NORTH), "seat"),
        (Ended(), ""),
    ],
)
def test_what_can_not_be_entered_of_an_evening(event: object, field: str) -> None:
    assert refusal(table(), event).field == field


def test_a_game_ends_unfinished_and_the_next_begins() -> None:
    sitting = table().enter(
        *quick("1", 100, "13", 120), *quick("2", 100, "24", 100)[:2]
    )
    sitting.enter(Ended("late"))
    assert sitting.section.is_over
    assert sitting.section.winners == ()
    assert [row.marks for row in sitting.rows] == [("made",), ("left",), ()]
    assert refusal(sitting, Ended()).why.code == "rook.refused.nothing-to-end"
    sitting.enter(*quick("3", 100, "13", 100))
    assert len(sitting.sheet.sections) == 2
    assert sitting.totals() == {"13": 100, "24": 100}


def test_the_deal_goes_round_the_table() -> None:
    sitting = table()
    dealers = []
    for _ in range(5):
        dealers.append(sitting.state.round.dealer.value)
        sitting.enter(*quick("1", 100, "13", 100))
    assert dealers == ["1", "2", "3", "4", "1"]


# ---- corrections ----


def test_a_corrected_count_rescores_what_follows() -> None:
    sitting = table(target=300)
    for _ in range(3):
        sitting.enter(*quick("1", 100, "13", 100))
    assert len(sitting.sheet.sections) == 1
    row = sitting.rows[0]
    sitting.correct(3, CountStated("13", 200))
    assert sitting.rows[0].id == row.id
    assert sitting.rows[0].total("13") == 200
    # 200 + 100 wins in the second hand; the third opens the next game.
    assert [len(section.rows) for section in sitting.sheet.sections] == [2, 1]
    assert sitting.sheet.sections[0].winners == ("13",)


def test_voided_and_entered_again_is_as_entered() -> None:
    once = table().enter(*quick("1", 100, "13", 120))
    twice = table().enter(*quick("1", 100, "13", 60))
    twice.correct(3, CountStated("13", 120))
    assert once.rows[0].lines == twice.rows[0].lines
    assert once.totals() == twice.totals()


def test_a_call_that_is_corrected_moves_the_turns_after_it() -> None:
    sitting = bid_by_bid(table(), "100 105 pass pass pass")
    assert sitting.state.round.bid.bidder is Seat.THREE
    sitting.correct(2, *calls("pass"))
    # 2 bid 100, 3, 4 and 1 passed: the last pass is one too many.
    assert sitting.state.round.bid.bidder is Seat.TWO
    assert [misfit.entry.seq for misfit in sitting.folded.misfits] == [5]


def test_a_struck_hand_leaves_no_trace_in_the_totals() -> None:
    sitting = (
        table().enter(*quick("1", 100, "13", 120)).enter(*quick("2", 100, "24", 90))
    )
    sitting.strike(1, 2, 3)
    assert sitting.totals() == {"13": 110, "24": -100}
    assert not sitting.folded.misfits


def test_a_forgotten_hand_is_put_in_before_another() -> None:
    sitting = table().enter(*quick("1", 100, "13", 120))
    sitting.enter(*quick("2", 100, "24", 200), before=1)
    assert [row.total("24") for row in sitting.rows] == [200, 80]
