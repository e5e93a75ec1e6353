"""What a table of Rook is asked before the count: bid, trump, lead, discards."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Party, Seat, left_of, named
from scorekeeper.core.session import Event
from scorekeeper.games.ask import FactForm
from scorekeeper.games.fields import ask, label, press
from scorekeeper.games.rook.events import (
    PASS_PARTNER,
    RING,
    TEAMS,
    BidStated,
    Call,
    CallMade,
    DiscardsMade,
    FirstLead,
    KittyTaken,
    NobodyBid,
    TrumpDeclared,
)
from scorekeeper.games.rook.play import COLOURS, ROOK, Counters, bids, cards_of, counters
from scorekeeper.games.rook.scoring import ROUNDS
from scorekeeper.games.rook.state import Bid, Hand, State, legal_bids, why_not_call


class RookForm(FactForm):
    """A question put to a table of Rook."""

    RULES = ROUNDS
    state: State

    @property
    def hand(self) -> Hand:
        """The hand that is asked about."""
        return self.state.round

    @property
    def worth(self) -> Counters:
        """What counts at this table."""
        return counters(self.state.settings)

    @property
    def bidders(self) -> Party:
        """The bidders' team; that of the dealer while nobody has the hand."""
        return (self.hand.bid or Bid(self.hand.dealer, 0)).team

    @property
    def others(self) -> Party:
        """The other team."""
        return next(one for one in TEAMS if one != self.bidders)


Cell = tuple[object, str]
"""A call in the table of the bidding: what was said, and the class that styles it."""


class AuctionForm(RookForm):
    """One turn of the bidding: an amount, Pass or Pass-Partner, each a button of its own."""

    NAME = "auction"
    STATES = ALONE = (CallMade,)
    call = ask(CallMade)

    def acts(self) -> Seat | None:
        """The player whose bid it is."""
        return self.hand.auction.turn

    @property
    def columns(self) -> tuple[Seat, ...]:
        """The players in the order in which they bid, the dealer last."""
        return tuple(left_of(self.hand.dealer, RING, n) for n in range(1, 5))

    @property
    def legal(self) -> tuple[int, ...]:
        """What may be bid, the least first."""
        return legal_bids(self.hand.auction, self.state.settings)

    @property
    def pass_note(self) -> Message:
        """What a pass brings."""
        auction = self.hand.auction
        ends = len(auction.out) == (2 if auction.high else 3)
        return message(f"rook.ask.{'pass-ends' if ends else 'pass-out'}")

    @property
    def no_skip(self) -> object:
        """Why Pass-Partner can't be said; None where it can."""
        refusal = why_not_call(self.hand.auction, PASS_PARTNER, self.state.settings)
        return named(refusal.why, self.folded.people) if refusal else None

    @property
    def rounds(self) -> list[list[Cell]]:
        """The calls in rows of four cells, the next turn marked."""
        auction, columns, last = self.hand.auction, self.columns, len(RING)
        turns = [*auction.calls, *([(auction.turn, None)] if auction.turn else [])]
        rounds: list[list[Cell]] = []
        for seat, call in turns:
            column = columns.index(seat)
            if column <= last:
                rounds.append([(None, "")] * len(RING))
            rounds[-1][column] = _cell(auction.high, seat, call)
            last = column
        return rounds


def _cell(high: Bid | None, seat: Seat, call: Call | None) -> Cell:
    if call is None:
        return label("rook.ask.to-bid"), "now"
    if call.amount is None:
        return call.said(), "pass"
    return call.amount, "high" if high == Bid(seat, call.amount) else ""


class BidForm(RookForm):
    """Who has the hand and for how much, and the trump with it; or that nobody bid.

    Where only the bid is corrected no trump is asked for.
    """

    NAME = "bid"
    STATES = (BidStated, NobodyBid, TrumpDeclared)
    ALONE = (BidStated,)
    bidder = ask(BidStated)
    amount = ask(BidStated, choices=lambda form: bids(form.state.settings))
    trump = ask(
        TrumpDeclared,
        "suit",
        required=False,
        choices=lambda form: COLOURS,
        when=lambda form: not form.recorded,
    )
    nobody = press(NobodyBid, label("rook.ask.nobody-bid"))


def _leaders(form: RookForm) -> tuple[Seat, Seat]:
    """The bidder, and the player at the left."""
    bidder = form.hand.bid.bidder if form.hand.bid else form.hand.dealer
    return bidder, left_of(bidder, RING)


class LeadForm(RookForm):
    """Who leads to the first trick."""

    NAME = "lead"
    STATES: ClassVar[tuple[type, ...]] = (FirstLead,)
    ALONE: ClassVar[tuple[type, ...]] = (FirstLead,)
    leader = ask(FirstLead, choices=_leaders)


class TrumpForm(RookForm):
    """The trump colour, each a button of its own, and who leads if that is noted."""

    NAME = "trump"
    STATES = (KittyTaken, DiscardsMade, TrumpDeclared, FirstLead)
    ALONE = (TrumpDeclared,)
    OR_NOT = label("rook.ask.if-noted")
    leader = ask(FirstLead, choices=_leaders, required=False)
    trump = ask(TrumpDeclared, "suit", choices=lambda form: COLOURS)

    def facts(self) -> tuple[Event, ...]:
        """After a bidding that was recorded: kitty, discards, trump, lead; else trump and lead."""
        hand = self.hand
        kitty = () if hand.is_stated or hand.kitty is not None else (KittyTaken(),)
        laid = () if hand.is_stated or hand.discards is not None else (DiscardsMade(),)
        return (*kitty, *laid, *super().facts())


@dataclass(frozen=True, slots=True)
class CardView:
    """A card to tap, and what it counts; `is_buried` where it is known to lie in the kitty."""

    card: Card
    is_tapped: bool
    points: int
    is_buried: bool


class CardsForm(RookForm):
    """A question that is answered by tapping `cards`; `shown_cards` are those that are shown."""

    cards: Any

    def shown_cards(self) -> Iterable[Card]:
        """Those that can be tapped, and others."""
        return self.cards.offered.values()  # type: ignore[no-any-return]

    @property
    def rows(self) -> tuple[tuple[Suit | None, tuple[CardView, ...]], ...]:
        """A row of cards a colour, and at the end the Rook's."""
        buried, tapped = self.hand.discards or (), self.cards.data or ()
        cells = [
            CardView(card, str(card) in tapped, self.worth.worth(card), card in buried)
            for card in self.shown_cards()
        ]
        colours = (*COLOURS, None)
        return tuple((suit, tuple(c for c in cells if c.card.suit is suit)) for suit in colours)


def _in_order(form: RookForm) -> list[Card]:
    """The pack as it is shown: colour by colour, 1 first, then downwards from 14."""
    ranks = ("1", *map(str, range(14, 1, -1)))
    every = (*(Card(rank, suit) for suit in COLOURS for rank in ranks), ROOK)
    return [card for card in every if card in cards_of(form.state.settings.deck)]


class DiscardsForm(CardsForm):
    """The five cards that the bidder laid back, for later checking."""

    NAME = "discards"
    STATES = ALONE = (DiscardsMade,)
    cards = ask(DiscardsMade, choices=_in_order)


class KittyForm(CardsForm):
    """The five cards that the bidder took up, for later checking."""

    NAME = "kitty"
    STATES = ALONE = (KittyTaken,)
    cards = ask(KittyTaken, choices=_in_order)
