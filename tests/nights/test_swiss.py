"""Who meets whom by standing."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.nights.teams import match_tables, swiss_matches


def test_each_meets_the_next_one_down_whom_it_has_not_met() -> None:
    met = {frozenset((1, 2)), frozenset((3, 4))}
    matches, idle = swiss_matches([1, 2, 3, 4], met)
    assert matches == [(1, 3), (2, 4)]
    assert idle is None


def test_the_last_who_has_not_sat_out_does() -> None:
    assert swiss_matches([3, 1, 2, 5, 4], (), sat_out=[4])[1] == 5
    assert swiss_matches([1, 2, 3], (), sat_out=[1, 2, 3])[1] == 3


def test_somebody_meets_again_only_where_nobody_else_is_left() -> None:
    met = {frozenset(two) for two in combinations((1, 2, 3, 4), 2)}
    matches, _ = swiss_matches([1, 2, 3, 4], met)
    assert matches == [(1, 2), (3, 4)]


@given(numbers=st.integers(3, 40), rounds=st.integers(1, 7), data=st.data())
def test_nobody_meets_twice_as_long_as_that_can_be(
    numbers: int, rounds: int, data: st.DataObject
) -> None:
    met = set[frozenset[int]]()
    out = list[int]()
    for _ in range(min(rounds, numbers // 2)):
        ranked = data.draw(st.permutations(range(1, numbers + 1)))
        matches, idle = swiss_matches(ranked, met, out)
        playing = [number for match in matches for number in match]
        waiting = [idle] if idle is not None else []
        assert sorted(playing + waiting) == sorted(ranked)
        fresh = {frozenset(match) for match in matches}
        assert not fresh & met
        met |= fresh
        out += waiting
        assert len(set(out)) == len(out)
    assert len(match_tables([(1, 2)], boards=1)) == 2
