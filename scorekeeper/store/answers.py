"""What the store answers to a command."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.session import Recorded


@dataclass(frozen=True, slots=True)
class Appended:
    """The command is on the disk: its entries, and the head of the log after them."""

    entries: tuple[Recorded, ...]
    head: str


@dataclass(frozen=True, slots=True)
class Replayed(Appended):
    """The same command was recorded before; these are its entries and the head it had then."""


class Taken(Enum):
    """What became of a session that came in a file."""

    NEW = "new"
    GROWN = "grown"
    """It was here up to an entry, and goes on now as in the file."""
    KNOWN = "known"
    """All of it was here already; nothing was changed."""


class Refused(RuleViolation):
    """The store did not record a command, whatever the game says of it."""


class KeyReused(Refused):
    """The key belongs to an earlier command that says something else."""


class Stale(Refused):
    """The form was drawn before these `entries` were made, which it may depend on."""

    def __init__(self, entries: tuple[Recorded, ...]) -> None:
        super().__init__(message("refused.stale", n=len(entries)))
        self.entries = entries


class NoSuchSession(Refused):
    """There is no session with this id."""


class NotReadable(Refused):
    """What the database has of this session can't be read."""


class SessionExists(Refused):
    """There is a session with this id whose log is another one."""


class NotSaved(Refused):
    """The database could not take it: the disk is full, or another program holds it."""
