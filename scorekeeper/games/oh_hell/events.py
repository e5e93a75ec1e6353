"""The facts of a hand of Oh Hell, as they are seen at the table."""

from enum import Enum

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Described, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Numbers
from scorekeeper.games.tricks import NumbersTold


class Trump(Enum):
    """The suit of the card that was turned up, or that none was. The value is its
    letter in files."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NONE = "NT"

    @property
    def suit(self) -> Suit | None:
        return None if self is Trump.NONE else Suit(self.value)

    def shown(self) -> tuple[object, ...]:
        return (self.suit or message("oh-hell.no-trump"),)


class TrumpTurned(Described, kind="turned"):
    """Which trump the dealer turned up."""

    FAMILY = "oh-hell"
    trump: Trump


class BidsMade(NumbersTold, kind="bids"):
    """How many tricks each player said to take."""

    FAMILY = "oh-hell"
    bids: Numbers


class TricksTaken(NumbersTold, kind="tricks"):
    """How many tricks each player took."""

    FAMILY = "oh-hell"
    tricks: Numbers


EVENTS = (TrumpTurned, BidsMade, TricksTaken, CardPlayed, LeadIs)
