"""The facts of a round of Two-Ten-Jack, as they are seen at the table."""

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Described, Message, listed, message
from scorekeeper.core.play import CardDrawn, CardPlayed, LeadIs
from scorekeeper.core.seats import Seat


class CardsCaptured(Described, kind="captured"):
    """Who captured which scoring card in a round: each card once, with its owner's seat."""

    owners: tuple[tuple[Card, Seat], ...]

    def said(self) -> Message:
        seats = sorted({seat for _, seat in self.owners}, key=lambda seat: seat.value)
        piles = tuple(
            message("two-ten-jack.said.pile", seat=seat, cards=listed(self.pile(seat)))
            for seat in seats
        )
        return message("two-ten-jack.said.captured", piles=listed(piles, "; "))

    def pile(self, seat: Seat) -> tuple[Card, ...]:
        """What one player captured."""
        return tuple(card for card, owner in self.owners if owner is seat)


class TotalsStated(Described, kind="totals"):
    """What each player counted in a round, reversals included.

    `hearts` and `spades` are the seats of those who captured all six, None where nobody did.
    """

    totals: tuple[tuple[Seat, int], ...]
    hearts: Seat | None = None
    spades: Seat | None = None

    def said(self) -> Message:
        totals = tuple(
            message("two-ten-jack.said.total", seat=seat, points=points)
            for seat, points in self.totals
        )
        sixes = tuple(
            message("two-ten-jack.reversed", suit=suit, seat=seat) for suit, seat in self.sixes
        )
        return message("two-ten-jack.said.totals", totals=listed((*totals, *sixes)))

    @property
    def sixes(self) -> tuple[tuple[Suit, Seat], ...]:
        """The suits of which one player captured all six, with that player."""
        both = ((Suit.HEARTS, self.hearts), (Suit.SPADES, self.spades))
        return tuple((suit, seat) for suit, seat in both if seat is not None)


class JokerCalled(Described, kind="joker-called"):
    """Who has just led the three of spades says that it calls the Joker."""

    def said(self) -> Message:
        return message("two-ten-jack.said.joker-called")


EVENTS = (CardsCaptured, TotalsStated, JokerCalled, CardPlayed, CardDrawn, LeadIs)
