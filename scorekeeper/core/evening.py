"""The facts of an evening that every game shares: people, seats, corrections, ends."""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from scorekeeper.core.seats import Seat


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


@dataclass(frozen=True, slots=True)
class Left:
    """`person` goes home."""

    KIND: ClassVar[str] = "left"
    person: str


@dataclass(frozen=True, slots=True)
class Voided:
    """The entry numbered `entry` no longer counts. What replaces it follows as its own entry."""

    KIND: ClassVar[str] = "voided"
    entry: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DealerIs:
    """The dealer of the present deal is at `seat`, whatever the rotation says."""

    KIND: ClassVar[str] = "dealer"
    seat: Seat


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """The deal in progress is thrown in; the same dealer deals again."""

    KIND: ClassVar[str] = "thrown-in"
    reason: str = ""


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


@dataclass(frozen=True, slots=True)
class Adjusted:
    """An adjustment of one party's score by `points`, with its reason."""

    KIND: ClassVar[str] = "adjusted"
    party: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The rubber or game ends here, unfinished."""

    KIND: ClassVar[str] = "ended"
    reason: str = ""


EVENING = (Seated, Left, Voided, DealerIs, ThrownIn, CarriedIn, Adjusted, Ended)
"""Every event that is not a game's own."""
