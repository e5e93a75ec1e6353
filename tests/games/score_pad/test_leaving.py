"""A player who leaves in the middle of an evening, and one who comes back."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, DealerIs, Ended, Settlement
from scorekeeper.core.outcomes import games_won, margins
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.core.sheet import settle
from scorekeeper.games.score_pad.events import (
    BidsMade,
    BoxFilled,
    Dropped,
    PointsCounted,
    Returned,
    TricksTaken,
)
from scorekeeper.games.score_pad.pads import PADS
from scorekeeper.games.score_pad.play import in_game, number_of, open_boxes, turn_of
from scorekeeper.games.score_pad.rules import (
    Bids,
    Dealing,
    End,
    Settings,
    Sides,
    Sum,
    Ties,
    Wins,
)
from tests.games.score_pad.tables import PAD, each, table, totals
from tests.games.sitting import Sitting

ONE, TWO, THREE, FOUR = (Seat(str(n)) for n in range(1, 5))


def points(**numbers: int) -> PointsCounted:
    return PointsCounted(tuple((Seat(name[1:]), n) for name, n in numbers.items()))


def refusal(sitting: Sitting, *facts: Event) -> str:
    with pytest.raises(RuleViolation) as refused:
        sitting.enter(*facts)
    return refused.value.why.code.rpartition(".")[2]


def below(sitting: Sitting) -> dict[str, str]:
    return {
        one.party.id: one.below.code.rpartition(".")[2]
        for one in PAD.glance(sitting.state).standings
        if one.below
    }


def test_the_others_play_on_and_the_points_stand() -> None:
    pad = table(players=4)
    pad.enter(PointsCounted(each(5, 1, 9, 2)))
    pad.enter(Dropped(THREE))
    assert below(pad) == {"3": "left"}
    assert refusal(pad, PointsCounted(each(1, 1, 1, 1))) == "has-left"
    pad.enter(points(p1=1, p2=2, p4=3))
    assert totals(pad) == [6, 3, 9, 5]
    row = pad.sheet.sections[0].rows[-1]
    assert row.absent == (THREE,)
    assert [line.party for line in row.lines] == ["1", "2", "4"]


def test_who_left_cannot_win_but_who_came_back_can() -> None:
    pad = table(players=3, wins=Wins.FEWEST, end=End.ROUNDS, rounds=2)
    pad.enter(PointsCounted(each(0, 7, 9)), Dropped(ONE))
    pad.enter(points(p2=1, p3=1))
    assert pad.sheet.sections[0].winners == ("2",)
    pad = table(players=3, wins=Wins.FEWEST, end=End.ROUNDS, rounds=3)
    pad.enter(PointsCounted(each(0, 7, 9)), Dropped(ONE))
    pad.enter(points(p2=1, p3=1), Returned(ONE))
    pad.enter(PointsCounted(each(1, 1, 1)))
    assert pad.sheet.sections[0].winners == ("1",)
    said = pad.sheet.sections[0].headline
    assert said.code == "score-pad.headline.missing"
    (gap,) = said.values["missing"]  # type: ignore[misc]
    assert gap.values == {"seat": ONE, "played": 2, "rounds": 3}


def test_the_deal_passes_by() -> None:
    pad = table(players=4)
    assert pad.state.round.dealer is ONE
    pad.enter(Dropped(ONE))
    assert pad.state.round.dealer is TWO
    assert refusal(pad, DealerIs(ONE)) == "has-left"
    pad.enter(Dropped(THREE), points(p2=1, p4=1))
    assert pad.state.round.dealer is FOUR
    pad.enter(points(p2=1, p4=1), Returned(ONE))
    assert pad.state.round.dealer is TWO
    same = table(players=3, dealing=Dealing.SAME)
    same.enter(Dropped(ONE), points(p2=1, p3=1))
    assert same.state.round.dealer is TWO


def test_bids_tricks_and_their_sum_are_of_those_who_play() -> None:
    pad = table(players=4, bids=Bids.TEN, sum=Sum.RISING)
    pad.enter(BidsMade(each(0, 0, 1, 0)))
    assert refusal(pad, Dropped(TWO)) == "within-round"
    pad.enter(TricksTaken(each(0, 0, 1, 0)), Dropped(TWO))
    assert refusal(pad, BidsMade(each(1, 1, 1, 0))) == "has-left"
    now = ((ONE, 1), (THREE, 1), (FOUR, 0))
    assert refusal(pad, BidsMade(now[:2])) == "everybody"
    pad.enter(BidsMade(now))
    assert refusal(pad, Returned(TWO)) == "within-round"
    assert refusal(pad, TricksTaken(((ONE, 1), (THREE, 0), (FOUR, 0)))) == "sum"
    pad.enter(TricksTaken(now))
    assert totals(pad) == [21, 10, 22, 20]


def test_points_that_come_to_a_sum() -> None:
    pad = table(players=3, sum=Sum.FIXED, total=26)
    pad.enter(PointsCounted(each(26, 0, 0)), Dropped(ONE))
    assert refusal(pad, points(p2=1, p3=1)) == "points-sum"
    pad.enter(points(p2=13, p3=13))


def test_what_is_refused() -> None:
    assert refusal(table(players=2), Dropped(ONE)) == "too-few"
    sides = table(players=4, sides=Sides.OPPOSITE)
    assert refusal(sides, Dropped(ONE)) == "sides-stay"
    pad = table(players=3)
    assert refusal(pad, Returned(ONE)) == "never-left"
    pad.enter(Dropped(ONE))
    assert refusal(pad, Dropped(ONE)) == "has-left"
    assert refusal(pad, Dropped(TWO)) == "too-few"


def test_a_tie_ends_when_one_of_the_two_leaves() -> None:
    pad = table(players=3, end=End.TARGET, target=10, ties=Ties.EXTRA_ROUND)
    pad.enter(PointsCounted(each(10, 10, 0)))
    assert not pad.sheet.sections[0].is_over
    pad.enter(Dropped(ONE))
    assert pad.sheet.sections[0].winners == ("2",)
    other = table(players=4, end=End.TARGET, target=10, ties=Ties.EXTRA_ROUND)
    other.enter(PointsCounted(each(10, 10, 0, 0)), Dropped(ONE))
    assert other.sheet.sections[0].winners == ("2",)


def test_the_target_is_reached_by_those_who_play() -> None:
    pad = table(players=3, end=End.TARGET, target=10)
    pad.enter(PointsCounted(each(9, 1, 0)), Dropped(ONE))
    pad.enter(Adjusted("1", 5, "counted again"))
    assert not pad.sheet.sections[0].is_over
    pad.enter(points(p2=9, p3=1))
    assert pad.sheet.sections[0].winners == ("2",)


def test_a_pack_lasts_longer_for_fewer() -> None:
    pad = table(players=4, end=End.PACK, pack=8)
    pad.enter(PointsCounted(each(1, 2, 3, 4)), Dropped(ONE), Dropped(TWO))
    for n in range(3):
        assert not pad.sheet.sections[0].is_over
        pad.enter(points(p3=n, p4=1))
    assert pad.sheet.sections[0].is_over


def test_who_left_is_away_in_the_next_game_until_they_are_back() -> None:
    pad = table(players=3, end=End.ROUNDS, rounds=1)
    pad.enter(PointsCounted(each(1, 2, 3)), Dropped(ONE))
    assert below(pad) == {"1": "away"}
    pad.enter(points(p2=1, p3=0))
    pad.enter(points(p2=1, p3=0))
    assert [section.winners for section in pad.sheet.sections] == [
        ("3",),
        ("2",),
        ("2",),
    ]
    pad.enter(Returned(ONE), PointsCounted(each(9, 1, 1)))
    assert pad.sheet.sections[-1].winners == ("1",)


def test_boxes_are_filled_by_those_who_play() -> None:
    settings = PADS["yahtzee"].settings
    pad = Sitting(PAD, Settings(players=3, boxes=settings.boxes[:2]))
    first, second = (box.code for box in settings.boxes[:2])
    pad.enter(BoxFilled(ONE, first, 0), Dropped(TWO))
    assert turn_of(pad.state) is THREE
    assert refusal(pad, BoxFilled(TWO, first, 0)) == "has-left"
    pad.enter(BoxFilled(THREE, first, 0))
    assert number_of(pad.state) == 2
    pad.enter(BoxFilled(ONE, second, 0), BoxFilled(THREE, second, 0))
    assert pad.sheet.sections[0].is_over
    again = Sitting(PAD, Settings(players=3, boxes=settings.boxes[:2]))
    again.enter(BoxFilled(ONE, first, 0), Dropped(TWO), BoxFilled(THREE, first, 0))
    again.enter(BoxFilled(ONE, second, 0), Returned(TWO), BoxFilled(THREE, second, 0))
    assert [turn_of(again.state), len(open_boxes(again.state, TWO))] == [TWO, 2]
    again.enter(BoxFilled(TWO, first, 2))
    assert not again.sheet.sections[0].is_over
    # and nobody waits for boxes of a player who leaves once more
    again.enter(Dropped(TWO))
    assert again.sheet.sections[0].is_over


# ---- what follows for persons ----


@pytest.mark.parametrize("settlement", Settlement)
def test_each_round_is_settled_between_those_who_played_it(
    settlement: Settlement,
) -> None:
    pad = table(players=3, settlement=settlement)
    pad.seat("Ann", "Bo", "Cy")
    pad.enter(PointsCounted(each(6, 0, 0)), Dropped(ONE))
    pad.enter(points(p2=10, p3=0))
    assert dict(settle(pad.sheet, pad.settings)) == {"Ann": 4, "Bo": 3, "Cy": -7}


@pytest.mark.parametrize("wins", Wins)
def test_shares_of_those_who_missed_a_round_are_halves_that_come_to_nothing(
    wins: Wins,
) -> None:
    pad = table(players=4, wins=wins)
    pad.seat("Ann", "Bo", "Cy", "Dee")
    pad.enter(
        PointsCounted(
            tuple(zip(pad.game.ring(pad.settings), (5, 0, 0, 0), strict=True))
        )
    )
    pad.enter(Dropped(Seat.FOUR), PointsCounted(each(1, 0, 0)))
    # exactly 53/12, -19/12, -19/12, -5/4
    shares = {"Ann": 4.5, "Bo": -1.5, "Cy": -1.5, "Dee": -1.5}
    if wins is Wins.FEWEST:
        shares = {"Ann": -4.5, "Bo": 1.5, "Cy": 1.5, "Dee": 1.5}
    found = dict(settle(pad.sheet, pad.settings))
    assert found == shares
    assert sum(found.values()) == 0


@pytest.mark.parametrize("last", range(4))
@pytest.mark.parametrize("first", [0, 1, 5])
def test_who_has_as_much_as_another_pays_as_much(first: int, last: int) -> None:
    for later in range(4):
        pad = table(players=4)
        pad.seat("Ann", "Bo", "Cy", "Dee")
        ring = pad.game.ring(pad.settings)
        pad.enter(PointsCounted(tuple(zip(ring, (first, 0, 0, last), strict=True))))
        pad.enter(Dropped(Seat.FOUR), PointsCounted(each(later, 0, 0)))
        found = dict(settle(pad.sheet, pad.settings))
        assert found["Bo"] == found["Cy"]
        assert sum(found.values()) == 0


def test_shares_stay_exact_where_everybody_played_all_rounds() -> None:
    pad = table(players=4)
    pad.seat("Ann", "Bo", "Cy", "Dee")
    pad.enter(
        PointsCounted(
            tuple(zip(pad.game.ring(pad.settings), (5, 0, 0, 0), strict=True))
        )
    )
    assert dict(settle(pad.sheet, pad.settings))["Ann"] == 3.75


def test_statistics_have_the_rounds_that_were_played() -> None:
    pad = table(players=3, end=End.ROUNDS, rounds=3)
    pad.seat("Ann", "Bo", "Cy")
    pad.enter(PointsCounted(each(6, 0, 0)), Dropped(ONE))
    pad.enter(points(p2=1, p3=0), points(p2=1, p3=0))
    counted = PAD.counted
    assert counted is not None
    of_each = [outcome.seats for outcome in counted.outcomes(pad.state)]
    assert [of_each.count((seat,)) for seat in (ONE, TWO, THREE)] == [1, 3, 3]
    assert [won.seats for won in games_won(pad.sheet)] == [(TWO,), (THREE,)]
    found = margins(pad.sheet, pad.settings)
    assert found.against[("Ann", "Bo")] == 6
    assert found.best["Cy"][1].label.values["number"] == 2


# ---- corrections ----


def test_a_round_before_can_still_be_corrected() -> None:
    pad = table(players=3)
    pad.enter(PointsCounted(each(6, 0, 0)))
    pad.enter(Dropped(ONE))
    pad.enter(points(p2=1, p3=0))
    pad.correct(1, PointsCounted(each(60, 0, 0)))
    assert totals(pad) == [60, 1, 0]
    assert not pad.folded.misfits


def test_a_leaving_that_is_struck_leaves_misfits_until_the_rounds_are_put_right() -> (
    None
):
    pad = table(players=3)
    pad.enter(PointsCounted(each(6, 0, 0)))
    pad.enter(Dropped(ONE))
    pad.strike(2)
    assert in_game(pad.state) == (ONE, TWO, THREE)
    pad.enter(Dropped(ONE))
    pad.enter(points(p2=1, p3=0))
    pad.strike(4)
    (misfit,) = pad.folded.misfits
    assert misfit.why.why.code == "score-pad.refused.everybody"


# ---- any evening ----


def walked(dice: Random) -> Iterator[tuple[Sitting, Event]]:
    """Rounds of a table, with players who leave and come back in between."""
    players = dice.randint(3, 7)
    pad = table(
        players=players,
        bids=dice.choice([Bids.TEN, Bids.NONE]),
        wins=dice.choice([*Wins]),
        end=dice.choice([End.TARGET, End.ROUNDS, End.NEVER, End.PACK]),
        rounds=4,
        target=60,
        ties=dice.choice([*Ties]),
    )
    for _ in range(30):
        for fact in step(pad, dice):
            pad.enter(fact)
            yield pad, fact


def step(pad: Sitting, dice: Random) -> tuple[Event, ...]:
    seats = in_game(pad.state)
    away = [seat for seat in pad.game.ring(pad.settings) if seat not in seats]
    roll = dice.random()
    if roll < 0.2 and len(seats) > 2:
        return (Dropped(dice.choice(seats)),)
    if roll < 0.35 and away:
        return (Returned(dice.choice(away)),)
    if roll < 0.4 and pad.state.present.scored and not pad.state.is_between:
        return (Ended(),)
    numbers = tuple((seat, dice.randint(0, 3)) for seat in seats)
    if pad.settings.has_bids:
        return (BidsMade(numbers), TricksTaken(numbers))
    return (PointsCounted(tuple((seat, 5 * n - 4) for seat, n in numbers)),)


@pytest.mark.parametrize("seed", range(60))
def test_leaving_and_coming_back_changes_no_points(seed: int) -> None:
    before: list[int] = []
    for pad, fact in walked(Random(seed)):
        now = totals(pad)
        if isinstance(fact, Dropped | Returned):
            assert now == before or not before
        away = PAD.rounds.present_tally(pad.state).away
        assert pad.state.round.dealer.value not in away
        assert len(in_game(pad.state)) >= 2
        for section in pad.sheet.sections:
            assert {*section.winners}.isdisjoint(
                seat.value for seat in section.rows[-1].absent
            )
        before = now


@pytest.mark.parametrize("seed", range(20))
def test_any_beginning_adds_up_as_it_did_then(seed: int) -> None:
    steps = []
    for pad, _ in walked(Random(seed)):
        steps.append((pad.log, pad.sheet))
    again = Sitting(PAD, pad.settings)
    for log, sheet in steps:
        again.log = log
        assert again.sheet == sheet
    for (_, one), (_, other) in pairwise(steps):
        rows = [row for section in one.sections[:-1] for row in section.rows]
        assert [*other.rows()][: len(rows)] == rows


@pytest.mark.parametrize("seed", range(20))
def test_settlement_comes_to_nothing(seed: int) -> None:
    for pad, _ in walked(Random(seed)):
        if len(pad.folded.people) < 3:
            pad.seat(*"ABCDEFG"[: pad.settings.players])
    shares = settle(pad.sheet, pad.settings)
    assert sum(up for _, up in shares) == 0
    if any(row.absent for row in pad.sheet.rows()):
        has_equals = len({up for _, up in shares}) < len(shares)
        assert has_equals or all((2 * up) % 1 == 0 for _, up in shares)
