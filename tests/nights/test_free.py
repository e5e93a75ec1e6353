"""Proposals for who sits where: nobody twice, sitting out in turn, meeting anew."""

from collections import Counter
from itertools import combinations

import pytest

from scorekeeper.nights.free import proposed, sizes_of


@pytest.mark.parametrize("n", range(4, 40))
@pytest.mark.parametrize("sizes", [(3,), (4,), (2, 3, 4, 5, 6, 7, 8)])
def test_tables_are_as_large_as_the_game_wants(n: int, sizes: tuple[int, ...]) -> None:
    found = sizes_of(n, sizes)
    assert set(found) <= set(sizes)
    if len(sizes) == 1:
        assert n - sum(found) < sizes[0]
    else:
        assert sum(found) == n and max(found) - min(found) <= 1


@pytest.mark.parametrize("sizes", [(3,), (4,), (4, 5, 6), (3, 4, 5, 6), (2, 3, 4)])
@pytest.mark.parametrize("n", range(1, 41))
def test_nobody_is_put_at_a_table_that_the_game_has_not(
    n: int, sizes: tuple[int, ...]
) -> None:
    """And nobody is left over who could sit at one."""
    found = sizes_of(n, sizes)
    assert {*found} <= {*sizes}
    most = max(
        seated
        for seated in range(n + 1)
        for tables in range(n + 1)
        if tables * min(sizes) <= seated <= tables * max(sizes)
    )
    assert sum(found) == most


@pytest.mark.parametrize(
    ("n", "sizes", "has_sides"), [(6, (3,), False), (10, (4,), True), (9, (4,), True)]
)
def test_rounds_are_fair(n: int, sizes: tuple[int, ...], *, has_sides: bool) -> None:
    rounds = list[list[tuple[int, ...]]]()
    people = range(1, n + 1)
    for _ in range(6):
        found = proposed(people, rounds, sizes, has_sides=has_sides)
        seated = [person for table in found for person in table]
        assert len(seated) == len(set(seated)) and set(seated) <= set(people)
        rounds.append(found)
    played = Counter(p for tables in rounds for table in tables for p in table)
    assert max(played.values()) - min(played[p] for p in people) <= 1
    met = Counter(
        pair
        for tables in rounds
        for table in tables
        for pair in combinations(sorted(table), 2)
    )
    assert max(met.values()) < 6, "nobody meets the same people every round"
    again = proposed(people, rounds, sizes, has_sides=has_sides, again=1)
    assert again != proposed(people, rounds, sizes, has_sides=has_sides)
