"""Which seats have a phone of their own: noted, so that all see when a phone changes hands.

A phone is no seat and no person. Until a seat has a phone of its own it is played from the host's.
"""

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Ring, Seat, check_seats


class Role(Enum):
    """What a phone is at a table beside the seats that it holds."""

    HOST = "host"
    """It opened the table, or took that over: it has every seat that has no phone of its own."""
    ARBITER = "arbiter"
    """A neutral person's: it may look at what is sealed."""
    WATCHER = "watcher"
    """It reads and enters nothing. On a public server that takes a place."""


class Arrival(Enum):
    """How seats came to a phone."""

    JOINED = "joined"
    """Somebody sat down with a phone of their own."""
    MOVED = "moved"
    """From one phone to another, by a link that the first one showed."""
    BY_ARBITER = "moved-by-arbiter"
    """The same, by a link that the arbiter showed."""
    TAKEN_BACK = "taken-back"
    """The host's phone has them again."""
    OWN = "own"
    """The host's phone says that they are its own: the table's link no longer gives them away."""


@dataclass(frozen=True, slots=True)
class PhoneSeated:
    """These seats are played from another phone now; `how` says how they came to it."""

    KIND: ClassVar[str] = "phone-seated"
    seats: tuple[Seat, ...]
    how: Arrival = Arrival.JOINED

    def said(self) -> Message:
        """Which seats changed phones, and how."""
        return message(f"event.phone-seated.{self.how.value}", seats=listed(self.seats))


@dataclass(frozen=True, slots=True)
class PhoneLeft:
    """The phone that these seats had has left: they are back on the host's."""

    KIND: ClassVar[str] = "phone-left"
    seats: tuple[Seat, ...]

    def said(self) -> Message:
        """Whose phone left."""
        return message("event.phone-left", seats=listed(self.seats))


@dataclass(frozen=True, slots=True)
class PhoneIs:
    """Another phone is the host's or the arbiter's now, or one more watches."""

    KIND: ClassVar[str] = "phone-is"
    role: Role

    def said(self) -> Message:
        """What a phone has become."""
        return message(f"event.phone-is.{self.role.value}")


@dataclass(frozen=True, slots=True)
class PhoneIsNot:
    """Nobody is at the table in this role any more."""

    KIND: ClassVar[str] = "phone-is-not"
    role: Role

    def said(self) -> Message:
        """What has ended."""
        return message(f"event.phone-is-not.{self.role.value}")


@dataclass(frozen=True, slots=True)
class HostAsked:
    """The phone of *seats* says that the host's is lost, and that of *seat* should be it."""

    KIND: ClassVar[str] = "host-asked"
    seat: Seat
    seats: tuple[Seat, ...]

    def said(self) -> Message:
        """Whose phone should be the host's, and who says so."""
        return message("event.host-asked", seat=self.seat, seats=listed(self.seats))


@dataclass(frozen=True, slots=True)
class HostIsHere:
    """The host's phone is not lost: it stays what it is."""

    KIND: ClassVar[str] = "host-is-here"

    def said(self) -> Message:
        """That it stays."""
        return message("event.host-is-here")


Phoned = PhoneSeated | PhoneLeft | PhoneIs | PhoneIsNot | HostAsked | HostIsHere
PHONED = (PhoneSeated, PhoneLeft, PhoneIs, PhoneIsNot, HostAsked, HostIsHere)
"""Every event about phones. None of them changes a score."""


def check_phoned(event: Phoned, ring: Ring) -> None:
    """Refuse seats that this table doesn't have. Raises RuleViolation."""
    if isinstance(event, HostAsked):
        check_seats((event.seat,), ring, "seat", "refused.no-seat-chosen")
    if isinstance(event, PhoneSeated | PhoneLeft | HostAsked):
        check_seats(event.seats, ring, "seats", "refused.no-seat-chosen")
