"""The facts of a hand of Rook, as they are seen at the table."""

from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Described, Message, listed, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import TEAMS, PartyId, Seat

BIDDERS = PartyId("bidders")
OTHERS = PartyId("others")
SIDES_OF_HAND = (BIDDERS, OTHERS)
"""The two sides of a hand in which a partner was called."""
BLIND = " blind"


class RookFact(Described):
    """A fact that is told by its fields, a team by its name."""

    FAMILY = "rook"

    def told(self) -> dict[str, object]:
        told = Described.told(self)
        return told | {"party": team(str(told["party"]))} if "party" in told else told


@dataclass(frozen=True, slots=True)
class Call:
    """One turn of the bidding, as it is written: an amount, "pass" or "pass-partner".
    Of a bid that was made before its player had looked at their cards: "120 blind"."""

    word: str
    is_blind: bool = False

    @classmethod
    def parse(cls, text: str) -> "Call":
        """Read a call back from its written form, a pass from "P" as well. Raises
        ValueError when `text` is none."""
        written = text.strip().lower()
        word = {"p": "pass"}.get(written, written)
        if word in ("pass", "pass-partner"):
            return cls(word)
        amount = word.removesuffix(BLIND)
        if amount.isascii() and amount.isdigit():
            return cls(str(int(amount)), is_blind=amount != word)
        raise ValueError(f"no call is written {text!r}")

    def __str__(self) -> str:
        return self.word + (BLIND if self.is_blind else "")

    @property
    def amount(self) -> int | None:
        return int(self.word) if self.word.isdigit() else None

    def said(self) -> Message:
        if self.amount is None:
            return message(f"rook.said.{self.word}")
        code = "blind" if self.is_blind else "bid"
        return message(f"rook.said.{code}", amount=self.amount)

    def shown(self) -> tuple[object, ...]:
        return (self.said(),)


def said_amount(amount: int, *, is_blind: bool) -> object:
    return message("rook.said.blind", amount=amount) if is_blind else amount


PASS = Call("pass")
PASS_PARTNER = Call("pass-partner")
"""Out of the bidding for this hand; leaves the bid to the partner, and stays in."""


class CallMade(RookFact, kind="call"):
    """A bid, a blind bid, a pass, or a pass to the partner. `seat` said it; None means
    the player whose turn it is."""

    SINCE: ClassVar[tuple[str, ...]] = ("seat",)
    call: Call
    seat: Seat | None = None

    def said(self) -> Message:
        return self.call.said()


class BidStated(RookFact, kind="bid-stated"):
    """`bidder` won the bidding with `amount`. The bidding itself was not recorded.
    `blind` where it was bid before the bidder had looked at their cards."""

    SINCE: ClassVar[tuple[str, ...]] = ("blind",)
    bidder: Seat
    amount: int
    blind: bool = False

    def told(self) -> dict[str, object]:
        amount = said_amount(self.amount, is_blind=self.blind)
        return RookFact.told(self) | {"amount": amount}


class NobodyBid(RookFact, kind="nobody-bid"):
    """Everybody passed; the bidding itself was not recorded."""


def _said_cards(self: "KittyTaken | DiscardsMade") -> Message:
    code = f"rook.said.{self.KIND}"
    if self.cards:
        return message(f"{code}-cards", cards=by_rank(self.cards))
    return message(code)


class KittyTaken(RookFact, kind="kitty"):
    """The bidder took up the kitty. `cards` are its cards if they were seen."""

    cards: tuple[Card, ...] = ()

    said = _said_cards


class DiscardsMade(RookFact, kind="discards"):
    """The bidder laid as many cards back as the kitty had. `cards` names them if they
    may be checked later."""

    cards: tuple[Card, ...] = ()

    said = _said_cards


class TrumpDeclared(RookFact, kind="trump"):
    """The bidder declared this colour trump."""

    suit: Suit


class PartnerCalled(RookFact, kind="partner-called"):
    """The bidder called this card: whoever holds it is the bidder's partner."""

    card: Card


class PartnerIs(RookFact, kind="partner"):
    """The card that was called has been seen: `seat` held it. A bidder who held it, or
    laid it away, plays alone. `bidder` had the bid when this was said."""

    SINCE: ClassVar[tuple[str, ...]] = ("bidder",)
    seat: Seat
    bidder: Seat | None = None


class FirstLead(RookFact, kind="first-lead"):
    """Who leads to the first trick: the bidder, or the player at the bidder's left."""

    leader: Seat


class CountStated(RookFact, kind="count"):
    """The team `party` counted `points`, kitty and last trick included. A team is "13"
    or "24"; where a partner was called it is "bidders" or "others"."""

    party: PartyId
    points: int


class CardsCaptured(RookFact, kind="captured"):
    """The counters that the team `party` captured, those of its kitty included.

    `last_trick` is the team that won the last trick. What is not named went to the
    other team.
    """

    party: PartyId
    cards: tuple[Card, ...]
    last_trick: PartyId

    def told(self) -> dict[str, object]:
        cards = by_rank(self.cards) or message("rook.said.none")
        return {
            "party": team(self.party),
            "cards": cards,
            "winner": team(self.last_trick),
        }


class HandForfeited(RookFact, kind="forfeited"):
    """The hand ended by a ruling: the innocent team, `party`, gets the `points` that it
    had captured. The other team is at fault and loses the bid, whoever made it; at a
    fixed price it has `lost` that."""

    SINCE: ClassVar[tuple[str, ...]] = ("lost",)
    party: PartyId
    points: int
    lost: int | None = None

    def said(self) -> Message:
        if self.lost is None:
            return RookFact.said(self)
        return message("rook.said.forfeited-price", **self.told())


# How a hand was bid: call by call, or as it was stated
BIDDING = (
    CallMade,
    BidStated,
    NobodyBid,
)
LAID = (KittyTaken, DiscardsMade)
Declared = TrumpDeclared | PartnerCalled | PartnerIs | FirstLead
DECLARED = (TrumpDeclared, PartnerCalled, PartnerIs, FirstLead)
COUNTS = (CountStated, CardsCaptured)  # How a hand was counted
# What players say of a hand
STATED = (
    *BIDDING,
    *LAID,
    *DECLARED,
    *COUNTS,
)
EVENTS = (*STATED, HandForfeited, CardPlayed, LeadIs)


FIRST, SECOND = (team.id for team in TEAMS)
_OTHER = {FIRST: SECOND, SECOND: FIRST, BIDDERS: OTHERS, OTHERS: BIDDERS}


def other(party: PartyId) -> PartyId:
    return _OTHER[party]


def team(party_id: str) -> object:
    if party_id in SIDES_OF_HAND:
        return message(f"party.{party_id}")
    return next((party for party in TEAMS if party.id == party_id), party_id)


def by_rank(cards: tuple[Card, ...]) -> tuple[object, ...]:
    """Cards said rank by rank, each rank once with its colours; the Rook by its
    name."""
    ranks = dict[str, list[Suit | None]]()
    for card in cards:
        ranks.setdefault(card.rank, []).append(card.suit)
    said = (
        message("rook.cards", rank=rank, colours=listed(colours))
        if all(colours)
        else Card(rank)
        for rank, colours in ranks.items()
    )
    return listed(said, "; ")
