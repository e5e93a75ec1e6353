"""Movements for people who change partners from round to round.

For 8, 9, 12, 13 and 16 people there are whist tournaments: everybody partners everybody
once and opposes everybody twice. For other numbers the rounds are as fair as a search
makes them, and `fairness` says how fair that is.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from random import Random

from scorekeeper.nights.movement import AtTable, Movement, Number, Round

PEOPLE = range(4, 41)
"""How many people can play."""

Partners = tuple[int, int]
Table = tuple[Partners, Partners]


# ---- whist tournaments ----


@dataclass(frozen=True, slots=True)
class Whist:
    """A first round from which the others come. `moved` is told somebody of the first
    round and the number of a round, from 0: who sits in that place then? If one sits
    out in each round, it is 0 in the first."""

    rounds: int
    first: tuple[Table, ...]
    moved: Callable[[int, int], int]


def _around(people: int) -> Callable[[int, int], int]:
    """Everybody moves to the next number, but for the last one, who stays."""

    def moved(who: int, number: int) -> int:
        return who if who == people else (who + number) % people

    return moved


def _in_threes(who: int, number: int) -> int:
    """Adding two figures in base 3 without a carry, for nine people."""
    high = (who // 3 + number // 3) % 3
    low = (who + number) % 3
    return 3 * high + low


_WHIST: Mapping[int, Whist] = {
    8: Whist(7, (((7, 0), (1, 3)), ((2, 6), (4, 5))), _around(7)),
    9: Whist(9, (((1, 2), (3, 6)), ((4, 8), (5, 7))), _in_threes),
    12: Whist(
        11,
        (((11, 0), (1, 3)), ((2, 9), (6, 7)), ((4, 10), (5, 8))),
        _around(11),
    ),
    13: Whist(
        13, (((1, 4), (2, 7)), ((3, 12), (6, 8)), ((5, 11), (9, 10))), _around(13)
    ),
    16: Whist(
        15,
        (
            ((15, 0), (1, 2)),
            ((3, 6), (9, 11)),
            ((4, 13), (8, 12)),
            ((5, 10), (7, 14)),
        ),
        _around(15),
    ),
}
"""By the number of people, who are numbered from 0 here."""


def all_rounds(people: int) -> int:
    """How many rounds it takes until everybody has partnered everybody, as nearly as
    that can be. Those in which somebody sits out are among them."""
    if people in _WHIST:
        return _WHIST[people].rounds
    return people - 1 if people % 4 == 0 else people


def individual(people: int, rounds: int) -> Movement:
    """Partners and opponents change every round; all tables share the boards of one.

    Raises ValueError where there are too few or too many people, or more rounds than
    `all_rounds`.
    """
    if people not in PEOPLE:
        raise ValueError(f"an individual has 4 to 40 people, not {people}")
    if not 1 <= rounds <= all_rounds(people):
        raise ValueError(f"{people} people can't play {rounds} rounds")
    whist = _WHIST.get(people)
    if whist is None:
        seated = _as_fair_as_found(people, rounds)
    else:
        seated = [_whist_round(whist, number) for number in range(rounds)]
    played = [
        _round(tables, people, boards=number + 1)
        for number, tables in enumerate(seated)
    ]
    return Movement(tuple(played), sets=rounds)


def _whist_round(whist: Whist, number: int) -> list[Table]:
    def moved(pair: Partners) -> Partners:
        return whist.moved(pair[0], number), whist.moved(pair[1], number)

    return [(moved(ours), moved(theirs)) for ours, theirs in whist.first]


def _round(tables: list[Table], people: int, boards: int) -> Round:
    """The round with people numbered from 1, and who sits out in it."""
    seated = list[AtTable]()
    idle = set(range(1, people + 1))
    for place, (ours, theirs) in enumerate(tables):
        table = AtTable(
            table=place + 1,
            north_south=(ours[0] + 1, ours[1] + 1),
            east_west=(theirs[0] + 1, theirs[1] + 1),
            boards=boards,
        )
        idle -= set(table.everyone)
        seated.append(table)
    return Round(tuple(seated), tuple(sorted(idle)))


# ---- other numbers ----


PARTNERED_AGAIN = 12
"""Two who are partners again are as bad as so many who are opponents again."""
TRIES = 20
"""How many ways to seat a round are tried where none is as good as can be."""


def _as_fair_as_found(people: int, rounds: int) -> list[list[Table]]:
    """Rounds found one after the other, each the best of some tries: always the same
    ones for the same numbers."""
    chance = Random(people)  # noqa: S311 - nothing secret, and the same every time
    met = _Met(people)
    chosen = list[list[Table]]()
    for _ in range(rounds):
        tables = _best_round(met, range(people), chance)
        met.add(tables)
        chosen.append(tables)
    return chosen


def fair_round(
    playing: Sequence[Number], before: Sequence[Sequence[AtTable]], number: int
) -> Round:
    """One more round for those who are there, as fair as can be found after the rounds
    `before` it: the same every time. `number` is that of the round, from 0."""
    earlier = [_from_zero(table) for tables in before for table in tables]
    there = [who - 1 for who in playing]
    known = {*there, *chain.from_iterable(chain.from_iterable(earlier))}
    met = _Met(max(known) + 1)
    met.add(earlier)
    chance = Random(1000 * number + len(playing))  # noqa: S311 - nothing secret
    tables = _best_round(met, there, chance)
    found = _round(tables, 0, boards=number + 1)
    seated = {who for table in found.tables for who in table.everyone}
    idle = tuple(sorted(who for who in playing if who not in seated))
    return Round(found.tables, idle)


def _from_zero(table: AtTable) -> Table:
    a, b, c, d = (who - 1 for who in table.everyone)
    return (a, b), (c, d)


class _Met:
    """How often each two were partners and opponents so far, and each one played."""

    def __init__(self, people: int) -> None:
        self.played = Counter[int]()
        self.partners = [[0] * people for _ in range(people)]
        self.opponents = [[0] * people for _ in range(people)]

    def add(self, tables: list[Table]) -> None:
        for ours, theirs in tables:
            self.played.update((*ours, *theirs))
            _count(self.partners, [ours, theirs])
            _count(self.opponents, product(ours, theirs))


def _count(times: list[list[int]], pairs: Iterable[Partners]) -> None:
    for one, other in pairs:
        times[one][other] += 1
        times[other][one] += 1


def _best_round(met: _Met, people: Sequence[int], chance: Random) -> list[Table]:
    """The best of some tries; the first one that costs nothing is as good as any."""
    price = _Price(met)
    best = list[int]()
    least = -1
    for _ in range(TRIES):
        order = _who_plays(met, people, chance)
        cost = _improve(order, price)
        if not best or cost < least:
            best = order
            least = cost
        if least == 0:
            break
    return _tables(best)


def _who_plays(met: _Met, people: Sequence[int], chance: Random) -> list[int]:
    """As many as fill tables, of those who have played least, in any order: four at a
    table, partners beside each other."""
    everybody = chance.sample(people, len(people))
    everybody.sort(key=lambda who: met.played[who])
    playing = everybody[: len(people) // 4 * 4]
    chance.shuffle(playing)
    return playing


class _Price:
    """How much worse a round is by each two who have met before. It is kept for every
    two, since the search for one round asks a million times."""

    def __init__(self, met: _Met) -> None:
        self.partners = [
            [PARTNERED_AGAIN * times**2 for times in row] for row in met.partners
        ]
        self.opponents = [[times**2 for times in row] for row in met.opponents]

    def of_table(self, order: list[int], table: int) -> int:
        a, b, c, d = order[4 * table : 4 * table + 4]
        against_a = self.opponents[a]
        against_b = self.opponents[b]
        return (
            self.partners[a][b]
            + self.partners[c][d]
            + against_a[c]
            + against_a[d]
            + against_b[c]
            + against_b[d]
        )


def _improve(order: list[int], price: _Price) -> int:
    """Exchange two people at a time as long as that makes the round better. Returns
    what the round costs then."""
    costs = [price.of_table(order, table) for table in range(len(order) // 4)]
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(order)), 2):
            here = one // 4
            there = other // 4
            if costs[here] == 0 and costs[there] == 0:
                continue
            _exchange(order, one, other)
            cost_here = price.of_table(order, here)
            cost_there = price.of_table(order, there)
            if cost_here + cost_there < costs[here] + costs[there]:
                costs[here] = cost_here
                costs[there] = cost_there
                is_better = True
            else:
                _exchange(order, one, other)
    return sum(costs)


def _exchange(order: list[int], one: int, other: int) -> None:
    order[one], order[other] = order[other], order[one]


def _tables(order: list[int]) -> list[Table]:
    tables = list[Table]()
    for first in range(0, len(order), 4):
        a, b, c, d = order[first : first + 4]
        tables.append(((a, b), (c, d)))
    return tables


# ---- how fair it is ----


@dataclass(frozen=True, slots=True)
class Fairness:
    """The fewest and most rounds in which two people were partners, two were opponents,
    and somebody sat out."""

    partners: tuple[int, int]
    opponents: tuple[int, int]
    sitting_out: tuple[int, int]


def fairness(movement: Movement, people: int) -> Fairness:
    """How evenly a movement mixes this number of people."""
    partners = Counter[frozenset[Number]]()
    opponents = Counter[frozenset[Number]]()
    idle = Counter[Number]()
    for played in movement.rounds:
        idle.update(played.sitting_out)
        for table in played.tables:
            partners.update((frozenset(table.north_south), frozenset(table.east_west)))
            for ours, theirs in product(table.north_south, table.east_west):
                opponents[frozenset((ours, theirs))] += 1
    pairs = [frozenset(two) for two in combinations(range(1, people + 1), 2)]
    with_partner = [partners[pair] for pair in pairs]
    against = [opponents[pair] for pair in pairs]
    out = [idle[who] for who in range(1, people + 1)]
    return Fairness(
        (min(with_partner), max(with_partner)),
        (min(against), max(against)),
        (min(out), max(out)),
    )
