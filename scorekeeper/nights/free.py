"""Who could sit where next, where nobody has planned it: those together who have met
least often."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice
from random import Random

TRIES = 200
"""How many ways to seat everybody are looked at."""
USUAL = 4
People = tuple[int, ...]
Pair = tuple[int, int]


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
    pairs_of = _with_partners if has_sides else _pairs
    played = Counter[int]()
    met = Counter[Pair]()
    for tables in before:
        for people in tables:
            played.update(people)
            met.update(pairs_of(people))

    def cost(tables: list[People]) -> int:
        met_again = (pair for people in tables for pair in pairs_of(people))
        return sum(met[pair] ** 2 for pair in met_again)

    table_sizes = sizes_of(len(playing), sizes)
    chance = Random(f"{len(before)} {again}")  # noqa: S311 - nothing secret
    tries = [_seated(playing, played, table_sizes, chance) for _ in range(TRIES)]
    return min(tries, key=cost)


def _seated(
    playing: Sequence[int], played: Counter[int], sizes: list[int], chance: Random
) -> list[People]:
    """Those who have played least, at tables of these sizes, in any order."""
    order = chance.sample(playing, len(playing))
    order.sort(key=lambda who: played[who])
    order = order[: sum(sizes)]
    chance.shuffle(order)
    seats = iter(order)
    return [tuple(islice(seats, size)) for size in sizes]


def _pairs(people: People) -> list[Pair]:
    return list(combinations(sorted(people), 2))


def _with_partners(people: People) -> list[Pair]:
    """Each two at a table; partners twice, since they meet most."""
    return _pairs(people) + _pairs(people[:2]) + _pairs(people[2:])
