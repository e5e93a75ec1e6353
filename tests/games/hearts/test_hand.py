"""What a hand of Hearts scores, when a game ends, and what can't be entered. The
figures are those of the published rules."""

from typing import Any

import pytest

from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import CarriedIn
from scorekeeper.core.seats import Seat
from scorekeeper.core.settings import Whether
from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.hearts.events import HandCounted
from scorekeeper.games.hearts.play import pack_of, passing
from scorekeeper.games.hearts.rules import Moon, Settings
from tests.games.hearts.about import each
from tests.games.sitting import Sitting


def table(**settings: Any) -> Sitting:
    return Sitting(HEARTS, Settings(**settings))


def hand(
    *hearts: int, queen: int, jack: int | None = None, sun: bool = False
) -> HandCounted:
    return HandCounted(
        each(*hearts), Seat(str(queen)), Seat(str(jack)) if jack else None, sun
    )


def points(sitting: Sitting) -> list[int]:
    return [*sitting.totals().values()]


POINTS: list[tuple[dict[str, Any], HandCounted, list[int]]] = [
    # a heart is a point and the queen thirteen: 26 in all (Bicycle, Pagat)
    ({}, hand(3, 10, 0, 0, queen=2), [3, 23, 0, 0]),
    ({}, hand(0, 0, 13, 0, queen=1), [13, 0, 13, 0]),
    ({}, hand(12, 1, 0, 0, queen=1), [25, 1, 0, 0]),
    # the moon: 26 to each of the others (Bicycle), or off one's own score (Iowa State)
    ({}, hand(13, 0, 0, 0, queen=1), [0, 26, 26, 26]),
    ({"moon": Moon.OWN}, hand(0, 13, 0, 0, queen=2), [0, -26, 0, 0]),
    # every trick, which counts like the moon unless the table says twice
    ({"sun": Whether.YES}, hand(0, 0, 0, 13, queen=4, sun=True), [52, 52, 52, 0]),
    ({"sun": Whether.YES}, hand(0, 0, 0, 13, queen=4), [26, 26, 26, 0]),
    (
        {"sun": Whether.YES, "moon": Moon.OWN},
        hand(0, 0, 0, 13, queen=4, sun=True),
        [0, 0, 0, -52],
    ),
    # Omnibus Hearts: the jack takes ten off, also of somebody else's moon (Pagat)
    ({"jack": Whether.YES}, hand(3, 10, 0, 0, queen=2, jack=1), [-7, 23, 0, 0]),
    ({"jack": Whether.YES}, hand(13, 0, 0, 0, queen=1, jack=4), [0, 26, 26, 16]),
    ({"jack": Whether.YES}, hand(13, 0, 0, 0, queen=1, jack=1), [-10, 26, 26, 26]),
    ({"players": 3}, hand(5, 4, 4, queen=3), [5, 4, 17]),
    ({"players": 6}, hand(13, 0, 0, 0, 0, 0, queen=1), [0, *[26] * 5]),
]


@pytest.mark.parametrize(("settings", "fact", "expected"), POINTS)
def test_a_hand_scores(
    settings: dict[str, Any], fact: HandCounted, expected: list[int]
) -> None:
    assert points(table(**settings).enter(fact)) == expected


def carried(*scores: int, **settings: Any) -> Sitting:
    sitting = table(**settings)
    for seat, score in enumerate(scores, start=1):
        sitting.enter(CarriedIn(str(seat), score))
    return sitting


def test_a_moon_may_end_the_game_for_who_shot_it() -> None:
    """Wikipedia's example: 90, 95 and 63 become 90, 121 and 89, which wins."""
    sitting = carried(90, 95, 63, 70).enter(hand(13, 0, 0, 0, queen=1))
    assert points(sitting) == [90, 121, 89, 96]
    assert sitting.section.winners == ("3",)


@pytest.mark.parametrize(("target", "is_over"), [(100, False), (95, True), (50, True)])
def test_a_game_ends_at_what_the_table_agreed(target: int, is_over: bool) -> None:
    sitting = carried(92, 10, 10, 10, target=target).enter(hand(3, 9, 1, 0, queen=2))
    assert points(sitting)[0] == 95
    assert sitting.section.is_over is is_over


def test_the_fewest_points_win_and_a_tie_is_shared() -> None:
    """Wikipedia's example of a tie: 120, 90, 85 and 85."""
    sitting = carried(97, 90, 85, 82).enter(hand(10, 0, 0, 3, queen=1))
    assert points(sitting) == [120, 90, 85, 85]
    assert sitting.section.winners == ("3", "4")
    assert points(sitting.enter(hand(13, 0, 0, 0, queen=2))) == [13, 13, 0, 0]


def test_nobody_wins_before_somebody_has_the_points() -> None:
    sitting = carried(99, 0, 0, 0).enter(hand(0, 13, 0, 0, queen=3))
    assert not sitting.section.is_over


def test_cards_are_passed_left_right_across_and_kept() -> None:
    four = [passing(hands, Settings()) for hands in range(5)]
    assert four == ["left", "right", "across", "none", "left"]
    three = [passing(hands, Settings(players=3)) for hands in range(4)]
    assert three == ["left", "right", "none", "left"]


@pytest.mark.parametrize(("players", "each_has"), [(3, 17), (4, 13), (5, 10), (6, 8)])
def test_the_pack_is_dealt_out_evenly(players: int, each_has: int) -> None:
    """Bicycle: 17 cards for three and 10 for five."""
    assert len(pack_of(Settings(players=players))) == players * each_has


REFUSED: list[tuple[dict[str, Any], HandCounted, str, str]] = [
    ({}, hand(3, 9, 0, 0, queen=2), "sum", "hearts"),
    ({}, hand(14, 0, 0, -1, queen=2), "number", "hearts1"),
    ({}, HandCounted(each(13, 0, 0), Seat.ONE), "everybody", "hearts"),
    ({}, hand(3, 10, 0, 0, queen=2, jack=1), "jack-no", "jack"),
    ({"jack": Whether.YES}, hand(3, 10, 0, 0, queen=2), "jack-yes", "jack"),
    ({}, hand(13, 0, 0, 0, queen=1, sun=True), "every-trick", "every_trick"),
    (
        {"sun": Whether.YES},
        hand(13, 0, 0, 0, queen=2, sun=True),
        "every-trick",
        "every_trick",
    ),
    (
        {"sun": Whether.YES, "jack": Whether.YES},
        hand(13, 0, 0, 0, queen=1, jack=2, sun=True),
        "every-trick",
        "every_trick",
    ),
]


@pytest.mark.parametrize(("settings", "fact", "code", "field"), REFUSED)
def test_what_no_pack_or_table_gives_is_refused_beside_its_field(
    settings: dict[str, Any], fact: HandCounted, code: str, field: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        table(**settings).enter(fact)
    assert caught.value.why.code == f"hearts.refused.{code}"
    assert caught.value.field == field
    assert isinstance(caught.value, ImpossibleResult) is not code.startswith("jack")


@pytest.mark.parametrize("players", [2, 7])
def test_a_file_with_other_numbers_of_players_is_refused(players: int) -> None:
    with pytest.raises(RuleViolation, match="settings-unreadable"):
        HEARTS.settings_of({"players": players})


def test_an_entry_tells_all_that_it_says() -> None:
    settings = {"sun": Whether.YES, "jack": Whether.YES}
    sitting = table(**settings).enter(hand(13, 0, 0, 0, queen=1, jack=1, sun=True))
    said = sitting.log[-1].event.said()
    assert "hearts.said.jack" in str(said) and "hearts.said.every-trick" in str(said)
