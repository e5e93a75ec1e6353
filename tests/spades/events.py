"""The facts of a hand of Spades, as they are seen at the table."""

from scorekeeper.core.messages import Described, Message, listed, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Seat

Numbers = tuple[tuple[Seat, int], ...]
"""A number for each player."""


def _said(code: str, numbers: Numbers) -> Message:
    said = (
        message("spades.said.one", seat=seat, number=number) for seat, number in numbers
    )
    return message(code, numbers=listed(said))


class BidsMade(Described, kind="bids"):
    """How many tricks each player said to take; 0 is a bid of nil."""

    bids: Numbers

    def said(self) -> Message:
        """Every bid in words."""
        return _said("spades.said.bids", self.bids)


class TricksTaken(Described, kind="tricks"):
    """How many tricks each player took."""

    tricks: Numbers

    def said(self) -> Message:
        """Every number in words."""
        return _said("spades.said.tricks", self.tricks)


EVENTS = (BidsMade, TricksTaken, CardPlayed, LeadIs)
