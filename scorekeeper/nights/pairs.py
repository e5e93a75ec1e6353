"""Movements for pairs: Howell, where everybody meets everybody, and Mitchell, where
North–South stay and East–West move on.

Each is proved by its properties for every size that is offered, in
tests/nights/test_movements.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scorekeeper.nights.movement import AtTable, Movement, Round, without

HOWELL_PAIRS = range(4, 15)
"""How many pairs can play a Howell."""
MITCHELL_TABLES = range(3, 41)
"""How many tables a Mitchell has, a half one counted."""


# ---- Howell ----


@dataclass(frozen=True, slots=True)
class Pattern:
    """The first round of a Howell, from which the others come by adding 1 to each pair
    that moves.

    Beside table 1, where the last pair stays and meets pair 0, each of `tables` has its
    N–S and E–W pair. `behind` says by how many sets a table's boards are behind those
    of table 1. Such a first round is a starter with its adder: together the rounds make
    a Room square, so every pair plays every set once. Which pair of two sits N–S is
    chosen so that any two pairs compare as evenly often as possible.
    """

    tables: tuple[tuple[int, int], ...]
    behind: tuple[int, ...]


_HOWELLS: Mapping[int, Pattern] = {
    4: Pattern(((1, 2),), (0,)),
    6: Pattern(((1, 4), (2, 3)), (0, 0)),
    8: Pattern(((1, 3), (2, 6), (4, 5)), (3, 6, 5)),
    10: Pattern(((1, 2), (3, 7), (4, 6), (5, 8)), (1, 7, 2, 8)),
    12: Pattern(((1, 2), (3, 6), (4, 8), (5, 10), (9, 7)), (1, 3, 4, 5, 9)),
    14: Pattern(
        ((1, 2), (3, 6), (4, 9), (5, 12), (7, 11), (8, 10)), (3, 4, 2, 10, 1, 6)
    ),
}
"""By the number of pairs. No Room square has a side of 3 or 5: with 4 and 6 pairs all
tables share the boards of their round."""


def howell(pairs: int) -> Movement:
    """Everybody meets everybody once, and plays every set of boards once.

    With an odd number of pairs each sits out once. Raises ValueError for a number that
    is not in `HOWELL_PAIRS`.
    """
    if pairs not in HOWELL_PAIRS:
        raise ValueError(f"a Howell has 4 to 14 pairs, not {pairs}")
    seats = pairs + pairs % 2
    rounds = tuple(_howell_round(seats, number) for number in range(seats - 1))
    if pairs != seats:
        rounds = tuple(without(played, absent=seats) for played in rounds)
    return Movement(rounds, sets=seats - 1)


def _howell_round(pairs: int, number: int) -> Round:
    """One round of a Howell of an even number of pairs, `number` from 0."""
    pattern = _HOWELLS[pairs]
    moving = pairs - 1

    def moved(pair: int) -> tuple[int]:
        return ((pair + number) % moving + 1,)

    tables = [AtTable(1, (pairs,), moved(0), boards=number + 1)]
    for place, (north_south, east_west) in enumerate(pattern.tables):
        boards = (number - pattern.behind[place]) % moving + 1
        tables.append(AtTable(place + 2, moved(north_south), moved(east_west), boards))
    return Round(tuple(tables))


# ---- Mitchell ----


class Even(Enum):
    """What a Mitchell with an even number of tables does so that nobody meets boards
    again: East–West skip a table half way, or two tables share their boards and a set
    rests between two others."""

    SKIP = "skip"
    SHARE = "share"


def most_rounds(tables: int, even: Even = Even.SKIP) -> int:
    """How many rounds a Mitchell can have."""
    if tables % 2 == 0 and even is Even.SKIP:
        return tables - 1
    return tables


def mitchell(
    pairs: int, rounds: int, *, even: Even = Even.SKIP, switched: int = 0
) -> Movement:
    """North–South stay, East–West move to the next table, boards to the one before.

    Pairs 1 to the number of tables sit North–South at first, the others East–West. With
    an odd number of pairs the last table has no East–West, and whoever should play
    there sits out. In the last `switched` rounds the sides exchange directions, and
    there is one winner. Raises ValueError where the movement can't have so many rounds.
    """
    tables = (pairs + 1) // 2
    if tables not in MITCHELL_TABLES:
        raise ValueError(f"a Mitchell has 3 to 40 tables, not {tables}")
    if not 1 <= rounds <= most_rounds(tables, even):
        raise ValueError(f"{tables} tables can't play {rounds} rounds")
    played = list[Round]()
    for number in range(rounds):
        this = _mitchell_round(tables, number, even)
        if number >= rounds - switched:
            this = Round(tuple(table.switched() for table in this.tables))
        if pairs % 2:
            this = without(this, absent=2 * tables)
        played.append(this)
    return Movement(tuple(played), sets=tables, winners=1 if switched else 2)


def _mitchell_round(tables: int, number: int, even: Even) -> Round:
    """One round of a Mitchell without a half table, `number` from 0."""
    is_even = tables % 2 == 0
    # from half way on East–West have moved one table more
    skipped = 1 if is_even and even is Even.SKIP and number >= tables // 2 else 0
    seated = list[AtTable]()
    for place in range(tables):
        is_beyond_rest = is_even and even is Even.SHARE and place >= tables // 2
        boards = place + number + (1 if is_beyond_rest else 0)
        came_from = place - number - skipped
        seated.append(
            AtTable(
                table=place + 1,
                north_south=(place + 1,),
                east_west=(tables + came_from % tables + 1,),
                boards=boards % tables + 1,
            )
        )
    return Round(tuple(seated))
