"""Who could sit where next, where nobody has planned it: those together who have met
least often."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

TRIES = 200
"""How many ways to seat everybody are looked at."""
USUAL = 4
People = tuple[int, ...]


def sizes_of(people: int, sizes: Sequence[int]) -> list[int]:
    """How many sit at each table, where a table has so many seats: about four, as
    evenly as can be. As few as can be are left over."""
    usual = min(sizes, key=lambda size: (abs(size - USUAL), size))
    if len(sizes) == 1:
        return [usual] * (people // usual)
    tables = max(1, round(people / usual))
    if people < min(sizes):
        return []
    least, more = divmod(people, tables)
    return [least + 1] * more + [least] * (tables - more)


# Long: what was met before, and the best of many ways to meet next.
def proposed(
    playing: Sequence[int],
    before: Sequence[Sequence[People]],
    sizes: Sequence[int],
    *,
    has_sides: bool,
    again: int = 0,
) -> list[People]:
    """The people of each table for one more round after those `before` it: the same
    every time for the same `again`. Where the game `has_sides`, the first two are
    partners."""
    met = Counter[tuple[int, int]]()
    played = Counter[int]()
    for tables in before:
        for people in tables:
            played.update(people)
            met.update(combinations(sorted(people), 2))
            if has_sides:
                met.update((_pair(people[:2]), _pair(people[2:])))
    table_sizes = sizes_of(len(playing), sizes)
    chance = Random(f"{len(before)} {again}")  # noqa: S311 - nothing secret
    best = list[People]()
    least = -1
    for _ in range(TRIES):
        order = chance.sample(playing, len(playing))
        order.sort(key=lambda who: played[who])
        order = order[: sum(table_sizes)]
        chance.shuffle(order)
        tables = _cut(order, table_sizes)
        cost = sum(_cost(people, met, has_sides=has_sides) for people in tables)
        if least < 0 or cost < least:
            best = tables
            least = cost
    return best


def _cut(order: Sequence[int], sizes: Sequence[int]) -> list[People]:
    tables = list[People]()
    first = 0
    for size in sizes:
        tables.append(tuple(order[first : first + size]))
        first += size
    return tables


def _cost(people: People, met: Counter[tuple[int, int]], *, has_sides: bool) -> int:
    cost = sum(met[pair] ** 2 for pair in combinations(sorted(people), 2))
    if has_sides:
        cost += met[_pair(people[:2])] ** 2 + met[_pair(people[2:])] ** 2
    return cost


def _pair(people: Sequence[int]) -> tuple[int, int]:
    one, other = sorted(people)
    return one, other
