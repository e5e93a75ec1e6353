"""What makes a session worth keeping: the totals that the players sign, which entries were
played on paper and typed in afterwards, and at which table the evening went on."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import ClassVar

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Ring, Seat, check_seats
from scorekeeper.core.sheet import Points

_WRITTEN = re.compile("-?[0-9]{1,19}(/[1-9][0-9]{0,5})?")
"""Points as they are signed: a number like 1e999999999 would take all night to read."""
_ID = re.compile("[A-Za-z0-9_-]{1,64}")
"""What a session is called."""


@dataclass(frozen=True, slots=True)
class Signed:
    """These seats sign the totals as they stand after entry `entry`, whose hash is `head`.

    `totals` are each party's points, written as on the sheet: "1240", or "7/2" for a part of a
    point. They are kept as they were signed, whatever is worked out later.
    """

    KIND: ClassVar[str] = "signed"
    entry: int
    head: str
    totals: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]

    def said(self) -> Message:
        """Who signed, and up to which entry."""
        return message("event.signed", seats=listed(self.seats), entry=str(self.entry))

    @property
    def points(self) -> dict[str, Points]:
        """The signed points by party."""
        return {party: _points(text) for party, text in self.totals}


class Typing(Enum):
    """Whether typing in from paper begins or ends."""

    BEGINS = "begins"
    ENDS = "ends"


@dataclass(frozen=True, slots=True)
class FromPaper:
    """What is entered from here on was played on paper and typed in; or that has come to an end."""

    KIND: ClassVar[str] = "from-paper"
    typing: Typing

    def said(self) -> Message:
        """That it begins or ends."""
        if self.typing is Typing.BEGINS:
            return message("event.from-paper")
        return message("event.from-paper.ends")


@dataclass(frozen=True, slots=True)
class WentOn:
    """The evening goes on at another table: `session` is its id."""

    KIND: ClassVar[str] = "went-on"
    session: str

    def said(self) -> Message:
        """That it goes on elsewhere."""
        return message("event.went-on")


@dataclass(frozen=True, slots=True)
class FromFile:
    """The entries `first` to `last` were not entered at this table: they came in a file."""

    KIND: ClassVar[str] = "from-file"
    first: int
    last: int

    def said(self) -> Message:
        """Which entries came so."""
        return message("event.from-file", first=str(self.first), last=str(self.last))


Keeping = Signed | FromPaper | WentOn | FromFile
KEEPING = (Signed, FromPaper, WentOn, FromFile)
"""Every event of this module."""


def check_keeping(event: Keeping, entries: Mapping[int, object], ring: Ring) -> None:
    """Refuse a signature that can't be one, a switch to what is on already, and a table that no
    session is. `entries` are the events in force by their numbers.

    Raises RuleViolation.
    """
    if isinstance(event, Signed):
        _check_signed(event, ring)
    elif isinstance(event, WentOn):
        if not _ID.fullmatch(event.session):
            raise RuleViolation(message("refused.no-such-session", session=event.session[:64]))
    elif isinstance(event, FromFile):
        if not 1 <= event.first <= event.last:
            raise RuleViolation(message("refused.no-such-entry", entry=event.first))
    elif is_from_paper(entries.values()) is (event.typing is Typing.BEGINS):
        raise RuleViolation(message(f"refused.from-paper.{event.typing.value}"))


def is_from_paper(events: Iterable[object]) -> bool:
    """Whether what comes after these events is typed in from paper."""
    switches = [event for event in events if isinstance(event, FromPaper)]
    return bool(switches) and switches[-1].typing is Typing.BEGINS


def _check_signed(event: Signed, ring: Ring) -> None:
    """Refuse a signature by nobody, by a seat that isn't there or under what is no number."""
    check_seats(event.seats, ring, "seats", "refused.nobody-signed")
    for party, text in event.totals:
        try:
            _points(text)
        except (ValueError, ZeroDivisionError):
            why = message("refused.signed-number", party=party, found=text[:20])
            raise RuleViolation(why, "totals") from None


def _points(text: str) -> Points:
    if not _WRITTEN.fullmatch(text):
        raise ValueError("these are no points")
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact
