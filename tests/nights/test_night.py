"""The facts of a night: who sits where, and what can't follow."""

from collections.abc import Iterable

import pytest

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.session import Event
from scorekeeper.games.bridge.events import PassedOut
from scorekeeper.nights import facts
from scorekeeper.nights.facts import Award, Chosen, Kind, Laid, RoundOpened, Scoring
from scorekeeper.nights.night import MOST_PEOPLE, Night, next_round, why_not
from scorekeeper.words import words_in
from tests.nights.folded import chosen_night, folded, people, units, with_round


def numbers(night: Night) -> list[int]:
    return [*range(1, len(night.people) + 1)]


def check_seated_once(night: Night) -> None:
    """In the last round everybody who is there sits at one table or sits out."""
    seated = [person for laid in night.rounds[-1].fact.tables for person in laid.people]
    assert len(seated) == len({*seated})
    assert not {*seated} & night.gone
    assert {*seated} <= {*numbers(night)}


@pytest.mark.parametrize(
    ("kind", "n", "size", "rounds"),
    [
        (Kind.INDIVIDUAL, 8, 1, 7),
        (Kind.INDIVIDUAL, 10, 1, 5),
        (Kind.HOWELL, 6, 2, 5),
        (Kind.HOWELL, 7, 2, 7),
        (Kind.MITCHELL, 9, 2, 5),
        (Kind.MITCHELL, 16, 2, 7),
        (Kind.TEAMS, 3, 4, 3),
        (Kind.SWISS, 7, 2, 4),
    ],
)
def test_every_round_of_a_night_seats_everybody_once(
    kind: Kind, n: int, size: int, rounds: int
) -> None:
    night = chosen_night(kind, n, size, rounds)
    for _ in range(rounds):
        night = with_round(night, range(1, n + 1))
        check_seated_once(night)
    with pytest.raises(RuleViolation):
        next_round(night)


def test_a_team_sends_two_each_way() -> None:
    night = with_round(chosen_night(Kind.TEAMS, 2, 4, 1))
    first, second = night.rounds[0].fact.tables
    teams = {*first.north_south} | {*second.east_west}
    assert teams in ({1, 2, 3, 4}, {5, 6, 7, 8})
    assert first.board == second.board == 1


@pytest.mark.parametrize("kind", [Kind.HOWELL, Kind.MITCHELL, Kind.TEAMS])
def test_a_late_pair_takes_the_empty_place(kind: Kind) -> None:
    size = 4 if kind is Kind.TEAMS else 2
    n = 5 if kind is Kind.TEAMS else 9
    night = with_round(chosen_night(kind, n, size, 3))
    there = len(night.rounds[0].fact.tables)
    first = n * size + 1
    late = tuple(range(first, first + size))
    night = folded([facts.Entered(f"Late {one}") for one in late], night)
    night = with_round(folded([facts.Late(late)], night))
    check_seated_once(night)
    assert len(night.rounds[1].fact.tables) > there
    seated = {person for laid in night.rounds[1].fact.tables for person in laid.people}
    assert {*late} <= seated
    another = [facts.Entered(f"Later {one}") for one in range(size)]
    night = folded(another, night)
    last = len(night.people)
    refusal = why_not(night, facts.Late(tuple(range(last - size + 1, last + 1))))
    assert refusal is not None
    assert refusal.why.code == "night.refused.no-place"


def test_who_comes_late_to_an_individual_plays_with_new_partners() -> None:
    night = with_round(chosen_night(Kind.INDIVIDUAL, 8, 1, 7))
    night = folded([facts.Entered("Late"), facts.Gone(3)], night)
    night = folded([facts.Late((9,))], night)
    partners = [
        frozenset(side)
        for laid in night.rounds[0].fact.tables
        for side in (laid.north_south, laid.east_west)
    ]
    for _ in range(4):
        night = with_round(night)
        check_seated_once(night)
        for laid in night.rounds[-1].fact.tables:
            partners += [frozenset(laid.north_south), frozenset(laid.east_west)]
    assert len(partners) == len({*partners}), "nobody partners anybody twice"


def test_opponents_of_a_pair_that_left_sit_out() -> None:
    night = with_round(chosen_night(Kind.HOWELL, 6, 2, 5))
    night = with_round(folded([facts.Gone(4)], night))
    check_seated_once(night)
    assert len(night.rounds[1].fact.tables) == 2
    night = with_round(folded([facts.Back(4)], night))
    assert len(night.rounds[2].fact.tables) == 3


TWO = (Laid(1, "t1", (1, 2), (3, 4), 1),)


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([facts.Entered(" ")], "name-length"),
        ([facts.Entered("x" * 25)], "name-length"),
        ([facts.Entered("person 1")], "name-twice"),
        ([facts.Renamed(1, "Person 2")], "name-twice"),
        ([facts.Renamed(99, "Nobody")], "no-such-person"),
        ([facts.Gone(0)], "no-such-person"),
        ([facts.Gone(1), facts.Gone(1)], "gone-already"),
        ([facts.Back(1)], "there-already"),
        ([RoundOpened(2, TWO)], "other-round"),
        ([RoundOpened(1, (*TWO, Laid(2, "t2", (1, 5), (6, 7), 1)))], "seating"),
        ([RoundOpened(1, (Laid(1, "t1", (1,), (2, 3), 1),))], "seating"),
        ([RoundOpened(1, TWO), RoundOpened(2, TWO)], "seating"),
        ([RoundOpened(1, TWO), facts.GameIs("x", {})], "has-begun"),
        ([facts.StandingsSigned(())], "not-begun"),
        ([facts.BoardGiven(1, 1, 1, "", "12C", Award.PLUS, Award.PLUS)], "no-reason"),
        ([facts.BoardGiven(1, 1, 1, "x", "12C", Award.PLUS)], "no-score"),
        ([facts.BoardGiven(1, 1, 1, "x", "12C", points=50)], "no-such-board"),
        (
            [RoundOpened(1, TWO), facts.BoardGiven(1, 1, 9, "x", "86", points=50)],
            "no-such-board",
        ),
        (
            [RoundOpened(1, TWO), facts.StandingsSigned(()), facts.Gone(1)],
            "signed",
        ),
        ([facts.Late((1,))], "drawn"),
    ],
)
def test_what_cannot_follow_is_refused(events: list[Event], code: str) -> None:
    *before, last = events
    night = folded(before, chosen_night(Kind.HOWELL, 4, 2, 3))
    refusal = why_not(night, last)
    assert refusal is not None
    assert refusal.why.code == f"night.refused.{code}"


@pytest.mark.parametrize(
    "wrong",
    [
        Chosen(Kind.HOWELL, Scoring.MATCHPOINTS, 3, 2, 15, units(3, 2)),
        Chosen(Kind.HOWELL, Scoring.MATCHPOINTS, 4, 2, 15, units(4, 2)),
        Chosen(Kind.MITCHELL, Scoring.MATCHPOINTS, 3, 0, 15, units(4, 2)),
        Chosen(Kind.INDIVIDUAL, Scoring.POINTS, 7, 2, 15, (*units(7, 1), (1,))),
        Chosen(Kind.INDIVIDUAL, Scoring.POINTS, 7, 2, 15, units(9, 1)),
    ],
)
def test_a_movement_that_does_not_fit_is_refused(wrong: Chosen) -> None:
    assert why_not(folded(people(8)), wrong) is not None


def refused(events: Iterable[Event], last: Event) -> str:
    refusal = why_not(folded(events), last)
    assert refusal is not None
    return refusal.why.code.removeprefix("night.refused.")


def test_nothing_begins_before_a_movement_is_chosen() -> None:
    eight = people(8)
    assert refused(eight, RoundOpened(1, TWO)) == "not-chosen"
    assert refused([*eight, facts.Entered("Late")], facts.Late((9,))) == "not-chosen"


def test_as_many_join_late_as_play_together() -> None:
    chosen = Chosen(Kind.HOWELL, Scoring.MATCHPOINTS, 5, 2, 15, units(5, 2))
    before = [*people(10), chosen, RoundOpened(1, TWO), facts.Entered("Late")]
    refusal = why_not(folded(before), facts.Late((11,)))
    assert refusal is not None
    assert (
        words_in("en").text(refusal.why)
        == "Type 2 names: late players join 2 at a time."
    )
    one = chosen_night(Kind.INDIVIDUAL, 9, 1, 7)
    one = folded([RoundOpened(1, TWO), *map(facts.Entered, "AB")], one)
    refusal = why_not(one, facts.Late((10, 11)))
    assert refusal is not None
    assert words_in("en").text(refusal.why) == "Type one name at a time."


def test_a_night_has_room_for_so_many() -> None:
    full = people(MOST_PEOPLE)
    assert why_not(folded(full[:-1]), facts.Entered("One more")) is None
    assert refused(full, facts.Entered("One more")) == "too-many"


def test_a_fact_of_a_game_has_no_place_in_a_night() -> None:
    assert refused(people(8), PassedOut()) == "not-of-a-night"


def test_only_a_signature_that_was_given_is_taken_back() -> None:
    over = [RoundOpened(1, TWO), facts.StandingsSigned(())]
    night = folded(over, chosen_night(Kind.HOWELL, 4, 2, 3))
    refusal = why_not(night, facts.SignatureBack(1))
    assert refusal is not None
    assert refusal.why.code == "night.refused.not-signed"
    signed = folded([facts.UnitSigned(1, own=True)], night)
    assert why_not(signed, facts.SignatureBack(1)) is None
