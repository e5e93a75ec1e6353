"""What a movement is: for each round, who sits at which table with which boards."""

from dataclasses import dataclass, replace

Number = int
"""A person, a pair or a team of the night, from 1."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """Who plays at one table in one round, and which set of boards.

    `table` and `boards` count from 1. A side is one pair or team, or two partners of an
    individual movement. Tables that have the same set in one round share its boards.
    """

    table: int
    north_south: tuple[Number, ...]
    east_west: tuple[Number, ...]
    boards: int

    @property
    def everyone(self) -> tuple[Number, ...]:
        return self.north_south + self.east_west

    def switched(self) -> "AtTable":
        """The same with the sides' directions exchanged: an arrow-switch."""
        return replace(self, north_south=self.east_west, east_west=self.north_south)


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a movement: its tables, and who has no opponents."""

    tables: tuple[AtTable, ...]
    sitting_out: tuple[Number, ...] = ()


@dataclass(frozen=True, slots=True)
class Movement:
    """The rounds of a night. `sets` is how many sets of boards are needed; `winners` is
    2 where N–S and E–W are ranked apart."""

    rounds: tuple[Round, ...]
    sets: int
    winners: int = 1


def without(played: Round, absent: Number) -> Round:
    """The round with a number that nobody has: its opponents, or at an individual the
    three others of its table, sit out."""
    kept = tuple(table for table in played.tables if absent not in table.everyone)
    idle = [
        number
        for table in played.tables
        if absent in table.everyone
        for number in table.everyone
        if number != absent
    ]
    waiting = [number for number in played.sitting_out if number != absent]
    return Round(kept, tuple(sorted(idle + waiting)))


def board_numbers(boards: int, boards_a_round: int) -> range:
    """The numbers of the boards in a set: set 3 of 4 boards each is 9 to 12."""
    first = (boards - 1) * boards_a_round + 1
    return range(first, first + boards_a_round)
