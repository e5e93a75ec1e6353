"""The facts of a hand of Spades, as they are seen at the table."""

from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Numbers, Seat
from scorekeeper.games.tricks import NumbersTold


class SpadesFact(NumbersTold):
    """A number for each player."""

    FAMILY = "spades"


class BidsMade(SpadesFact, kind="bids"):
    """How many tricks each player said to take, 0 for nil, and who bid nil `blind`,
    before looking at any card."""

    bids: Numbers
    blind: tuple[tuple[Seat, bool], ...] | None = None

    @property
    def blind_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, is_blind in self.blind or () if is_blind)

    def said(self) -> Message:
        said = super().said()
        if not self.blind_seats:
            return said
        return message("spades.said.blind", said=said, seats=listed(self.blind_seats))


class TricksTaken(SpadesFact, kind="tricks"):
    """How many tricks each player took."""

    tricks: Numbers


EVENTS = (BidsMade, TricksTaken, CardPlayed, LeadIs)
