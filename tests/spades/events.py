"""The facts of a hand of Spades, as they are seen at the table."""

from scorekeeper.core.messages import Described
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Numbers
from scorekeeper.games.tricks import listed_numbers


class SpadesFact(Described):
    """A fact that is told by its fields."""

    FAMILY = "spades"


class BidsMade(SpadesFact, kind="bids"):
    """How many tricks each player said to take; 0 is a bid of nil."""

    bids: Numbers

    def told(self) -> dict[str, object]:
        """Every bid in words."""
        return {"numbers": listed_numbers(self.bids)}


class TricksTaken(SpadesFact, kind="tricks"):
    """How many tricks each player took."""

    tricks: Numbers

    def told(self) -> dict[str, object]:
        """Every number in words."""
        return {"numbers": listed_numbers(self.tricks)}


EVENTS = (BidsMade, TricksTaken, CardPlayed, LeadIs)
"""What a table of Spades is asked and shown."""
