"""The facts of a round of Two-Ten-Jack, as they are seen at the table."""

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Described, listed, message
from scorekeeper.core.play import CardDrawn, CardPlayed, LeadIs
from scorekeeper.core.seats import Seat


class TwoTenJackFact(Described):
    """A fact that is told by its fields."""

    FAMILY = "two-ten-jack"


class CardsCaptured(TwoTenJackFact, kind="captured"):
    """Who captured which scoring card in a round: each card once, with its owner's
    seat."""

    owners: tuple[tuple[Card, Seat], ...]

    def told(self) -> dict[str, object]:
        seats = sorted({seat for _, seat in self.owners}, key=lambda seat: seat.value)
        piles = (
            message("two-ten-jack.said.pile", seat=seat, cards=listed(self.pile(seat)))
            for seat in seats
        )
        return {"piles": listed(piles, "; ")}

    def pile(self, seat: Seat) -> tuple[Card, ...]:
        return tuple([card for card, owner in self.owners if owner is seat])


class TotalsStated(TwoTenJackFact, kind="totals"):
    """What each player counted in a round, reversals included.

    `hearts` and `spades` are the seats of those who captured all six, None where nobody
    did.
    """

    totals: tuple[tuple[Seat, int], ...]
    hearts: Seat | None = None
    spades: Seat | None = None

    def told(self) -> dict[str, object]:
        totals = (
            message("two-ten-jack.said.total", seat=one, points=n)
            for one, n in self.totals
        )
        sixes = (
            message("two-ten-jack.reversed", suit=suit, seat=one)
            for suit, one in self.sixes
        )
        return {"totals": listed((*totals, *sixes))}

    @property
    def sixes(self) -> tuple[tuple[Suit, Seat], ...]:
        both = ((Suit.HEARTS, self.hearts), (Suit.SPADES, self.spades))
        return tuple((suit, seat) for suit, seat in both if seat is not None)


class JokerCalled(TwoTenJackFact, kind="joker-called"):
    """The player who has just led the three of spades says that it calls the Joker."""


EVENTS = (CardsCaptured, TotalsStated, JokerCalled, CardPlayed, CardDrawn, LeadIs)
