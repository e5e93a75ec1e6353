"""A night goes on from an earlier one: its standings against a count board by board, and
what is known by hand."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.sheet import Points
from scorekeeper.nights import facts
from scorekeeper.nights.facts import CarriedLine, CarriedOver, Kind, Part, Scoring
from scorekeeper.nights.night import Night
from scorekeeper.nights.standings import (
    Result,
    carried_lines,
    of_this_night,
    standings,
)
from tests.nights.folded import chosen_night, folded, played, with_round
from tests.nights.oracle import check_places, oracle, totals_of

SHAPES = st.sampled_from(
    [
        (Kind.HOWELL, 4, 2, 3, Scoring.MATCHPOINTS),
        (Kind.HOWELL, 7, 2, 7, Scoring.MATCHPOINTS),
        (Kind.MITCHELL, 10, 2, 5, Scoring.MATCHPOINTS),
        (Kind.INDIVIDUAL, 8, 1, 7, Scoring.MATCHPOINTS),
        (Kind.HOWELL, 7, 2, 7, Scoring.IMPS),
        (Kind.INDIVIDUAL, 8, 1, 7, Scoring.POINTS),
        (Kind.INDIVIDUAL, 9, 1, 9, Scoring.POINTS),
        (Kind.TEAMS, 3, 4, 3, Scoring.VICTORY_POINTS),
    ]
)
Shape = tuple[Kind, int, int, int, Scoring]
SCORES = st.lists(st.integers(-160, 160), min_size=200, max_size=200)


def begun(shape: Shape, boards: int) -> Night:
    kind, n, size, rounds, scoring = shape
    return chosen_night(kind, n, size, rounds, scoring, boards)


def all_rounds(night: Night) -> Night:
    assert night.chosen is not None
    for _ in range(night.chosen.rounds):
        night = with_round(night)
    return night


def called(night: Night, names: list[str]) -> Night:
    return replace(night, people=tuple(names))


def same_people(first: Night, chance: Random) -> list[str]:
    """Their names for another night: in other places, spelled with other capitals; the
    last of the movement are new."""
    groups = [[first.name(person) for person in unit] for unit in first.units]
    chance.shuffle(groups)
    for group in groups:
        chance.shuffle(group)
    groups[-1] = [f"New {n}" for n, _ in enumerate(groups[-1])]
    return [chance.choice((name, name.upper())) for group in groups for name in group]


def carried_from(first: Night, results: list[Result], part: Part) -> CarriedOver:
    assert first.chosen is not None
    lines = carried_lines(first, standings(first, results))
    return CarriedOver("first", "2026-11-20", part, first.chosen.scoring, lines)


def deals_of(night: Night, results: list[Result], unit: int) -> list[Points]:
    """The points of each deal that somebody has played."""
    people = {*night.units[unit - 1]}
    return [
        result.points[0] if people & {*result.north_south} else result.points[1]
        for result in results
        if people & {*result.north_south, *result.east_west}
    ]


def known_as(night: Night, unit: int) -> frozenset[str]:
    return frozenset(night.name(n).lower() for n in night.units[unit - 1])


# Where the earlier night counts half, a board of this one stands twice; the sum is halved.
# Long: one way of counting for each scoring.
def expected(
    nights: tuple[Night, Night], played: tuple[list[Result], list[Result]], part: Part
) -> dict[int, Fraction]:
    times = 2 if part is Part.HALF else 1
    now = nights[1]
    assert now.chosen is not None
    scoring = now.chosen.scoring
    ours = alone(now, played[1])
    before = alone(nights[0], played[0])
    earlier = {known_as(nights[0], unit): unit for unit in before}
    counted = dict[int, list[Fraction]]()
    for unit in ours:
        own = one_by_one(now, played[1], unit, ours[unit])
        then = earlier.get(known_as(now, unit))
        old = one_by_one(nights[0], played[0], then, before[then]) if then else []
        counted[unit] = own * times + old
    counts = {len(found) for found in counted.values()}
    is_mean = scoring is Scoring.MATCHPOINTS or (
        scoring is Scoring.POINTS and len(counts) > 1
    )
    return {
        unit: sum(found, Fraction(0)) / (len(found) if is_mean else times)
        for unit, found in counted.items()
    }


def one_by_one(
    night: Night, results: list[Result], unit: int, total: Fraction
) -> list[Fraction]:
    """Points deal by deal, percentages for each board, or the one sum."""
    assert night.chosen is not None
    deals = deals_of(night, results, unit)
    match night.chosen.scoring:
        case Scoring.POINTS:
            return [Fraction(points) for points in deals]
        case Scoring.MATCHPOINTS:
            return [total] * len(deals)
    return [total]


def alone(night: Night, results: list[Result]) -> dict[int, Fraction]:
    assert night.chosen is not None
    if night.chosen.scoring in (Scoring.MATCHPOINTS, Scoring.IMPS):
        return oracle(night, results)
    return {u: Fraction(t) for u, t in totals_of(of_this_night(night, results)).items()}


@settings(max_examples=80, deadline=None)
@given(
    SHAPES,
    SCORES,
    SCORES,
    st.sampled_from([0, 4, 5, 7]),
    st.sampled_from(Part),
    st.randoms(use_true_random=False),
)
def test_two_nights_stand_as_all_their_boards_together(
    shape: Shape,
    scores: list[int],
    others: list[int],
    left_out: int,
    part: Part,
    chance: Random,
) -> None:
    first = all_rounds(begun(shape, 3))
    then = played(first, scores * 2, left_out=left_out)
    second = called(begun(shape, 2), same_people(first, chance))
    second = all_rounds(folded([carried_from(first, then, part)], second))
    now = played(second, others * 2)
    found = standings(second, now)
    assert totals_of(found) == expected((first, second), (then, now), part)
    for ranking in found:
        check_places(ranking)
    names = {second.unit_name(u) for r in found for u in (x.unit for x in r.standings)}
    new = [name for name in names if "new" in name.lower()]
    assert len(new) == 1, "who doesn't come again has no line"


PAIRS = [facts.Entered(f"P{n}") for n in range(1, 9)]
LINES = (
    CarriedLine(("P1", "P2"), "60", "20"),
    CarriedLine(("p4", "P3"), "45", "20"),
    CarriedLine(("P5", "Gone"), "70", "20"),
)


def chosen(scoring: Scoring = Scoring.MATCHPOINTS) -> facts.Chosen:
    drawn = ((1, 2), (3, 4), (5, 6), (7, 8))
    return facts.Chosen(Kind.HOWELL, scoring, 3, 2, 15, drawn)


def over(
    part: Part = Part.WHOLE, lines: tuple[CarriedLine, ...] = LINES
) -> CarriedOver:
    return CarriedOver("first", "2026-11-20", part, Scoring.MATCHPOINTS, lines)


@pytest.mark.parametrize(
    ("part", "weight", "wanted"),
    [
        (Part.WHOLE, "26", Fraction(60 * 20 + 50 * 6, 26)),
        (Part.HALF, "16", Fraction(60 * 10 + 50 * 6, 16)),
    ],
)
def test_a_third_session_counts_the_first_two(
    part: Part, weight: str, wanted: Fraction
) -> None:
    night = all_rounds(folded([*PAIRS, chosen(), over(part)]))
    results = played(night, [0] * 12)
    lines = carried_lines(night, standings(night, results))
    found = {line.people: (Fraction(line.total), line.boards) for line in lines}
    assert found["P1", "P2"] == (wanted, weight)
    assert found["P5", "P6"] == (50, "6"), "another partner, another pair"
    third = all_rounds(folded([*PAIRS, chosen(), over(lines=lines)]))
    total = totals_of(standings(third, played(third, [0] * 12)))[1]
    boards = int(weight)
    assert total == (wanted * boards + 50 * 6) / (boards + 6)


def test_a_corrected_name_is_the_same_person() -> None:
    night = folded([*PAIRS, chosen(), over()])
    assert night.carried_by(1) == LINES[0]
    renamed = folded([facts.Renamed(1, "Pia")], night)
    assert renamed.carried_by(1) == replace(LINES[0], people=("Pia", "P2"))
    came = folded([facts.Renamed(6, "gone")], night)
    assert night.carried_by(3) is None and came.carried_by(3) == LINES[2]


def test_another_choice_of_the_movement_carries_nothing_over() -> None:
    night = folded([*PAIRS, chosen(), over()])
    assert folded([chosen()], night).carried is None


def wrong(total: str = "60", boards: str = "20") -> CarriedOver:
    return over(lines=(CarriedLine(("P1", "P2"), total, boards),))


@pytest.mark.parametrize(
    ("facts_before", "event", "code"),
    [
        ([], over(), "not-chosen"),
        ([chosen(Scoring.IMPS)], over(), "carried-scoring"),
        ([chosen()], over(lines=LINES[2:]), "carried-nobody"),
        ([chosen()], wrong(total="1e9"), "carried-number"),
        ([chosen()], wrong(total="1/0"), "carried-number"),
        ([chosen()], wrong(total="9" * 5000), "carried-number"),
        ([chosen()], wrong(boards="-6"), "carried-number"),
    ],
)
def test_what_does_not_fit_is_refused(
    facts_before: list[facts.Chosen], event: CarriedOver, code: str
) -> None:
    night = folded([*PAIRS, *facts_before])
    with pytest.raises(RuleViolation) as refusal:
        folded([event], night)
    assert refusal.value.why.code == f"night.refused.{code}"


def test_nothing_is_carried_over_once_a_round_has_begun() -> None:
    night = with_round(folded([*PAIRS, chosen()]))
    with pytest.raises(RuleViolation) as refusal:
        folded([over()], night)
    assert refusal.value.why.code == "night.refused.has-begun"
