"""Notes on phones: whose seats each has, and which is the host's or the arbiter's."""

from enum import Enum
from typing import get_args

from scorekeeper.core.evening import SharedFact
from scorekeeper.core.seats import PartyId, Seat

# ---- which seats have a phone of their own ----


class Role(Enum):
    """What a phone is at a table beside the seats that it holds."""

    HOST = "host"  # it has every seat that has no phone of its own
    ARBITER = "arbiter"  # a neutral person's: it may look at what is sealed
    WATCHER = "watcher"
    """It reads and enters nothing; on a public server that takes a place."""


class Arrival(Enum):
    """How seats came to a phone."""

    JOINED = "joined"  # somebody sat down with a phone of their own
    MOVED = "moved"  # from one phone to another, by a link that the first one showed
    BY_ARBITER = "moved-by-arbiter"  # the same, by a link that the arbiter showed
    BY_HOST = "moved-by-host"
    """By a link that the host showed to a seat of another phone."""
    TAKEN_BACK = "taken-back"  # the host's phone has them again
    FOLLOWED = "followed"  # with their person, who sits there now
    OWN = "own"  # the host's own, it says: the table's link no longer gives them away


class PhoneSeated(SharedFact, kind="phone-seated"):
    """These seats are played from another phone now; `how` says how they came to it."""

    seats: tuple[Seat, ...]
    how: Arrival = Arrival.JOINED


class PhoneLeft(SharedFact, kind="phone-left"):
    """The phone that these seats had has left: they are back on the host's."""

    seats: tuple[Seat, ...]


class PhoneIs(SharedFact, kind="phone-is"):
    """Another phone is the host's or the arbiter's now, or one more watches."""

    role: Role


class PhoneIsNot(SharedFact, kind="phone-is-not"):
    """Nobody is at the table in this role any more."""

    role: Role


class HostAsked(SharedFact, kind="host-asked"):
    """The phone of *seats* says that the host's phone is lost and that the phone of
    *seat* should be the host."""

    seat: Seat
    seats: tuple[Seat, ...]


class HostIsHere(SharedFact, kind="host-is-here"):
    """The host's phone or the arbiter's says that the host stays as it is."""

    says: Role = Role.HOST


class ArbiterAccepted(SharedFact, kind="arbiter-accepted"):
    """A side accepts the present arbiter, on a phone that speaks for it. Until every
    side has accepted, the arbiter decides nothing."""

    party: PartyId


Phoned = (
    PhoneSeated
    | PhoneLeft
    | PhoneIs
    | PhoneIsNot
    | HostAsked
    | HostIsHere
    | ArbiterAccepted
)
PHONED: tuple[type, ...] = get_args(Phoned)
