"""The facts of an evening that every game shares: people, seats, corrections, ends."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import People, Ring, Seat


class Settlement(Enum):
    """How a section's result reaches the persons when they changed seats during it."""

    SECTION = "section"
    """The difference goes to those seated when the rubber or game ends."""
    DEAL = "deal"
    """Each deal goes to those who sat when it was played."""


@dataclass(frozen=True, slots=True)
class Seated:
    """`person` takes `seat`, or sits out (`seat` None). Who sat there before sits out."""

    KIND: ClassVar[str] = "seated"
    person: str
    seat: Seat | None = None

    def said(self) -> Message:
        """Who sits where."""
        if self.seat is None:
            return message("event.waits", person=self.person)
        return message("event.seated", person=self.person, seat=self.seat)


@dataclass(frozen=True, slots=True)
class Left:
    """`person` goes home."""

    KIND: ClassVar[str] = "left"
    person: str

    def said(self) -> Message:
        """Who went."""
        return message("event.left", person=self.person)


@dataclass(frozen=True, slots=True)
class Voided:
    """The entry numbered `entry` no longer counts. What replaces it follows as its own entry."""

    KIND: ClassVar[str] = "voided"
    entry: int
    reason: str = ""

    def said(self) -> Message:
        """Which entry no longer counts."""
        return message("event.voided", entry=str(self.entry))


@dataclass(frozen=True, slots=True)
class DealerIs:
    """The dealer of the present deal is at `seat`, whatever the rotation says."""

    KIND: ClassVar[str] = "dealer"
    seat: Seat

    def said(self) -> Message:
        """Who deals."""
        return message("event.dealer", seat=self.seat)


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """The deal in progress is thrown in; the same dealer deals again."""

    KIND: ClassVar[str] = "thrown-in"
    reason: str = ""

    def said(self) -> Message:
        """That the deal counts for nothing."""
        return message("event.thrown-in")


@dataclass(frozen=True, slots=True)
class CarriedIn:
    """A score carried in from paper: `points` for the party in one `part` of its column.

    Parts are the sheet's own, such as "above" and "below"; a game may add others, such as
    "games" (the number of games won) at a rubber.
    """

    KIND: ClassVar[str] = "carried-in"
    party: str
    points: int
    part: str = "score"

    def said(self) -> Message:
        """What was carried in, and for whom."""
        return message(
            "event.carried-in",
            points=self.points,
            party=message(f"party.{self.party}"),
            part=message(f"part.{self.part}"),
        )


@dataclass(frozen=True, slots=True)
class Adjusted:
    """An adjustment of one party's score by `points`, with its reason."""

    KIND: ClassVar[str] = "adjusted"
    party: str
    points: int
    reason: str

    def said(self) -> Message:
        """What was adjusted, and why."""
        return message(
            "event.adjusted",
            points=self.points,
            party=message(f"party.{self.party}"),
            reason=self.reason,
        )


@dataclass(frozen=True, slots=True)
class Ended:
    """The rubber or game ends here, unfinished."""

    KIND: ClassVar[str] = "ended"
    reason: str = ""

    def said(self) -> Message:
        """That it ends here."""
        return message("event.ended")


EVENING = (Seated, Left, Voided, DealerIs, ThrownIn, CarriedIn, Adjusted, Ended)
"""Every event that is not a game's own."""


def move(
    people: People, waiting: tuple[str, ...], event: Seated | Left, ring: Ring
) -> tuple[People, tuple[str, ...]]:
    """Who sits where, and who waits, after somebody has taken a seat or left.

    Who sat in the seat before waits at the table.
    """
    seated = {seat: person for seat, person in people if person != event.person}
    bench = [person for person in waiting if person != event.person]
    if isinstance(event, Seated):
        if event.seat is None:
            bench.append(event.person)
        else:
            if event.seat in seated:
                bench.append(seated[event.seat])
            seated[event.seat] = event.person
    order = {seat: n for n, seat in enumerate(ring)}
    placed = sorted(seated.items(), key=lambda pair: order.get(pair[0], len(order)))
    return tuple(placed), tuple(bench)
