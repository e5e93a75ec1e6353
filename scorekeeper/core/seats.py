"""Seats, sides and whose turn it is. A seat is not a person and not a phone."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, NewType

from scorekeeper.core.errors import refused
from scorekeeper.core.messages import Message, listed, message

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


PartyId = NewType("PartyId", str)
"""What a party is called in lines, totals and files; a text, where it is written."""
NOBODY = PartyId("")  # What an effect does for no party


class Seat(Enum):
    """A place at the table: a compass point, or a number where the game has no
    compass."""

    __hash__ = object.__hash__  # Enum has its own, which hashes the name each time

    def __init__(self, letter: str) -> None:
        self.party = PartyId(letter)  # of whoever plays alone here

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    ELEVEN = "11"
    TWELVE = "12"

    def shown(self) -> tuple[object, ...]:
        return (message(f"seat.{self.value}"),)


COMPASS = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)
NUMBERED = tuple(Seat)[len(COMPASS) :]
Ring = tuple[Seat, ...]
"""The seats of a table, clockwise."""
People = tuple[tuple[Seat, str], ...]
"""Who sits where: (seat, person), clockwise."""


def numbered(players: int) -> Ring:
    """The seats of a table of 2 to 12 `players`, clockwise."""
    return NUMBERED[:players]


def left_of(seat: Seat, ring: Ring, steps: int = 1) -> Seat:
    return ring[(ring.index(seat) + steps) % len(ring)]


def partner(seat: Seat, ring: Ring) -> Seat:
    return left_of(seat, ring, 2)


@dataclass(frozen=True, slots=True)
class Party:
    """Who a score belongs to: a side of two seats, or one seat. `id` heads its column:
    "NS", "EW" in bridge; "13", "24" for partnerships of numbered seats; else the seat's
    own letter."""

    id: PartyId
    seats: tuple[Seat, ...]

    def shown(self) -> tuple[object, ...]:
        return (message(f"party.{self.id}"),)


SIDES = (
    Party(PartyId("NS"), (Seat.NORTH, Seat.SOUTH)),
    Party(PartyId("EW"), (Seat.EAST, Seat.WEST)),
)
"""The two sides of a bridge table."""


TEAMS = (
    Party(PartyId("13"), (Seat.ONE, Seat.THREE)),
    Party(PartyId("24"), (Seat.TWO, Seat.FOUR)),
)
"""The two teams of a table of four numbered seats, who sit alternately."""
TEAMS_OF = {
    seat: (mine, theirs) for mine, theirs in (TEAMS, TEAMS[::-1]) for seat in mine.seats
}
"""By each of these seats its own team, then the other one."""
Numbers = tuple[tuple[Seat, int], ...]
"""A number for each player."""


def party_of(seat: Seat, parties: tuple[Party, ...]) -> Party:
    for party in parties:
        if seat in party.seats:
            return party
    raise LookupError(f"nobody at {seat} has a side")


def alone(ring: Ring) -> tuple[Party, ...]:
    return tuple(map(by_itself, ring))


def by_itself(seat: Seat) -> Party:
    return Party(seat.party, (seat,))


def party_called(party_id: PartyId) -> object:
    known = (*TEAMS, *alone(NUMBERED))
    found = (party for party in known if party.id == party_id)
    return next(found, message(f"party.{party_id}"))


def seats_in(value: object) -> Iterator[Seat]:
    if isinstance(value, Seat):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from seats_in(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from seats_in(getattr(value, field.name))


def check_seats(fact: "DataclassInstance", ring: Ring) -> None:
    """Refuse a fact that names a seat which this table doesn't have, beside the field
    that names it. Raises RuleViolation."""
    for field in fields(fact):
        for seat in seats_in(getattr(fact, field.name)):
            if seat not in ring:
                raise refused("refused.no-such-seat", field.name, seat=seat.value)


# ---- persons in place of seats, where it is said who does what ----


def named(value: object, people: People) -> object:
    """The value with a person's name wherever it speaks of a seat that is taken. A
    party whose seats are all taken goes by its persons, but a bridge side by its two
    letters."""
    if isinstance(value, Seat):
        return dict(people).get(value, value)
    if isinstance(value, Party) and value not in SIDES:
        seated = dict(people)
        names = [seated[seat] for seat in value.seats if seat in seated]
        return " & ".join(names) if len(names) == len(value.seats) else value
    if isinstance(value, Message):
        return named_message(value, people)
    if isinstance(value, tuple):
        return tuple(named(part, people) for part in value)
    return value


def persons(party: Party) -> object:
    """What is named by persons alone: the seats of a bridge side, any other party."""
    return listed(party.seats, " & ") if party in SIDES else party


def personal(said: Message, people: People) -> Message:
    """The message with persons for seats, and for the sides of a bridge table too."""
    params = (
        (name, persons(value) if isinstance(value, Party) else value)
        for name, value in said.params
    )
    return named_message(Message(said.code, tuple(params)), people)


def named_message(said: Message, people: People) -> Message:
    """The message with persons for seats; where it is about a person's seat, that seat
    stays."""
    if any(name == "person" for name, _ in said.params):
        return said
    return Message(
        said.code, tuple((name, named(one, people)) for name, one in said.params)
    )
