"""The facts of a hand of 500, as they are seen at the table."""

from dataclasses import dataclass

from scorekeeper.core.cards import Suit
from scorekeeper.core.messages import Described, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Seat, numbered

RING = numbered(4)
TRICKS = 10
MISERES = {"M": 250, "OM": 500}
"""A misère and an open one, as they are written, and what they are worth."""
ORDER = [f"{tricks}{suit}" for tricks in range(6, TRICKS + 1) for suit in "SCDHN"]
ORDER.insert(ORDER.index("8S"), "M")
ORDER.insert(ORDER.index("10H"), "OM")
LADDER = tuple(ORDER)
"""Every bid as it is written, the lowest first: "8H" is eight hearts, "8N" eight no
trumps."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A number of tricks with a trump suit or without trumps, or a misère."""

    word: str

    @classmethod
    def parse(cls, text: str) -> "Bid":
        """Read a bid back from its written form. Raises ValueError when it is none."""
        word = text.strip().upper()
        if word not in LADDER:
            raise ValueError(f"no bid is written {text!r}")
        return cls(word)

    def __str__(self) -> str:
        return self.word

    @property
    def is_misere(self) -> bool:
        return self.word in MISERES

    @property
    def tricks(self) -> int:
        return 0 if self.is_misere else int(self.word[:-1])

    @property
    def trump(self) -> Suit | None:
        return None if self.word[-1] in "NM" else Suit(self.word[-1])

    def is_made(self, tricks: int) -> bool:
        return tricks == 0 if self.is_misere else tricks >= self.tricks

    def shown(self) -> tuple[object, ...]:
        if self.is_misere:
            return (message(f"five-hundred.bid.{self.word.lower()}"),)
        return (str(self.tricks), self.trump or message("five-hundred.bid.n"))


class FiveHundredFact(Described):
    """A fact that is told by its fields."""

    FAMILY = "five-hundred"


class ContractStated(FiveHundredFact, kind="contract"):
    """`bidder` won the bidding with this `bid`: "8H", "8N" without trumps, "M" for a
    misère, "OM" for an open one. The bidding itself was not recorded."""

    bidder: Seat
    bid: Bid


class NobodyBid(FiveHundredFact, kind="nobody-bid"):
    """All four passed."""


class JokerNominated(FiveHundredFact, kind="joker"):
    """The bidder of a hand without trumps said before the first lead to which suit the
    Joker belongs."""

    suit: Suit


class TricksTaken(FiveHundredFact, kind="tricks"):
    """How many tricks the bidder's side took; in a misère, the bidder."""

    tricks: int


STATED = (ContractStated, NobodyBid, JokerNominated, TricksTaken)
EVENTS = (*STATED, CardPlayed, LeadIs)
