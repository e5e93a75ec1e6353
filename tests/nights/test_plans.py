"""What is offered can be played, and is said with how long it takes."""

import pytest

from scorekeeper.nights.facts import Chosen, Kind
from scorekeeper.nights.night import why_not
from scorekeeper.nights.plans import plans
from tests.nights.folded import folded, people, units


@pytest.mark.parametrize("n", range(4, 70))
@pytest.mark.parametrize("has_boards", [True, False])
def test_every_plan_can_be_played(n: int, has_boards: bool) -> None:
    night = folded(people(n))
    found = plans(n, has_boards=has_boards)
    for plan in found:
        assert plan.units * plan.size == n
        drawn = units(plan.units, plan.size)
        chosen = Chosen(
            plan.movement,
            plan.scoring,
            plan.rounds,
            plan.deals,
            plan.minutes,
            drawn,
            plan.switched,
            plan.shares or None,
        )
        assert why_not(night, chosen) is None, plan
        assert plan.tables > 0
        assert plan.minutes_in_all > plan.rounds
    assert found


def test_the_most_fitting_comes_first() -> None:
    assert plans(8, has_boards=True)[0].movement is Kind.HOWELL
    assert plans(8, has_boards=False)[0].movement is Kind.INDIVIDUAL
    assert plans(36, has_boards=True)[0].movement is Kind.MITCHELL
    assert [plan.movement for plan in plans(7, has_boards=True)] == [
        Kind.INDIVIDUAL,
        Kind.FREE,
    ]


def test_a_mitchell_can_have_one_winner_or_share_boards() -> None:
    """With eight tables: seven rounds with a skip, or all eight."""
    found = {plan.code: plan for plan in plans(32, has_boards=True)}
    assert found["mitchell"].rounds == found["mitchell-switched"].rounds == 7
    assert found["mitchell-switched"].switched == 1
    assert found["mitchell-shares"].rounds == 8
    assert found["mitchell-shares"].minutes_in_all > 0
    odd = [plan.code for plan in plans(28, has_boards=True)]
    assert "mitchell-shares" not in odd, "an odd number of tables skips nothing"
    first = plans(32, has_boards=True)[0]
    assert first.code == "mitchell", "variants come after what they vary"


def test_where_everybody_plays_alone_the_tables_are_as_large_as_the_game() -> None:
    (plan,) = plans(7, has_boards=False, alone=(3,), whole=15)
    assert (plan.movement, plan.tables, plan.sits_out) == (Kind.FREE, 2, 1)
    assert (plan.rounds, plan.deals) == (2, 15), "a game that counts only when whole"
    (plan,) = plans(7, has_boards=False, alone=(2, 3, 4, 5))
    assert (plan.tables, plan.sits_out) == (2, 0)
