"""The questions put to a table of Rook before the count: bid, trump, lead, discards."""

from dataclasses import dataclass
from typing import Any, ClassVar

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message
from scorekeeper.core.naming import named
from scorekeeper.core.seats import Party, Seat, left_of, party_of
from scorekeeper.core.session import Event
from scorekeeper.games.ask import FactForm
from scorekeeper.games.fields import ask, label, press
from scorekeeper.games.rook.auction import Auction, Bid, legal_bids, why_not_call
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
from scorekeeper.games.rook.play import COLOURS, ROOK, bids, cards_of
from scorekeeper.games.rook.scoring import ROUNDS
from scorekeeper.games.rook.state import Hand, State

SHORTCUTS = 4
"""How many amounts above the next one are offered at once."""


class RookForm(FactForm):
    """A question put to a table of Rook."""

    RULES = ROUNDS
    state: State

    @property
    def hand(self) -> Hand:
        """The hand that is asked about."""
        return self.state.round

    @property
    def bidders(self) -> Party:
        """The bidders' team; that of the dealer while nobody has the hand."""
        bid = self.hand.bid
        return party_of(bid.bidder if bid else self.hand.dealer, TEAMS)


# ---- the bidding, call by call ----


@dataclass(frozen=True, slots=True)
class CellView:
    """A call in the table of the bidding: what was said, and the class that styles it."""

    said: Any = None
    css: str = ""


@dataclass(frozen=True, slots=True)
class AuctionView:
    """The bidding in a column a player, and what the next player may say: the least bid, a few
    `more`, the `rest`; Pass-Partner, and `why` not where that was asked."""

    is_new: bool
    columns: tuple[object, ...]
    rounds: tuple[tuple[CellView, ...], ...]
    seat: object
    least: int | None
    more: tuple[int, ...]
    rest: tuple[int, ...]
    pass_note: Message
    can_skip: bool
    why: object


class AuctionForm(RookForm):
    """One turn of the bidding: an amount, Pass or Pass-Partner, each a button of its own."""

    NAME = "auction"
    STATES = ALONE = (CallMade,)
    call = ask(CallMade)

    def acts(self) -> Seat | None:
        """The player whose bid it is."""
        return self.hand.auction.turn

    def view(self) -> AuctionView:
        """The page's address may ask why Pass-Partner can't be said."""
        auction, settings = self.hand.auction, self.state.settings
        refusal = why_not_call(auction, PASS_PARTNER, settings)
        why = named(refusal.why, self.folded.people) if refusal else None
        legal = legal_bids(auction, settings)
        ends = len(auction.out) == (2 if auction.high else 3)
        columns = tuple(left_of(auction.dealer, RING, n) for n in range(1, 5))
        return AuctionView(
            is_new=self.hand.id is None,
            columns=tuple(map(self.shown, columns)),
            rounds=_rounds(auction, columns),
            seat=self.shown(auction.turn or auction.dealer),
            least=legal[0] if legal else None,
            more=legal[1 : SHORTCUTS + 1],
            rest=legal[SHORTCUTS + 1 :],
            pass_note=label(f"rook.ask.{'pass-ends' if ends else 'pass-out'}"),
            can_skip=refusal is None,
            why=why if self.given.get("why") else None,
        )


def _rounds(auction: Auction, columns: tuple[Seat, ...]) -> tuple[tuple[CellView, ...], ...]:
    """The calls in rows of four cells, the next turn marked; who is skipped has an empty cell."""
    rounds: list[list[CellView]] = []
    last = len(columns)
    turns = [*auction.calls, *([(auction.turn, None)] if auction.turn else [])]
    for seat, call in turns:
        column = columns.index(seat)
        if column <= last:
            rounds.append([CellView() for _ in columns])
        rounds[-1][column] = _cell(auction.high, seat, call)
        last = column
    return tuple(map(tuple, rounds))


def _cell(high: Bid | None, seat: Seat, call: Call | None) -> CellView:
    if call is None:
        return CellView(label("rook.ask.to-bid"), "now")
    if call.amount is None:
        return CellView(call.said(), "pass")
    return CellView(call.amount, "high" if high == Bid(seat, call.amount) else "")


# ---- who has the hand, for a table that bids aloud; trump, lead, discards ----


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


@dataclass(frozen=True, slots=True)
class LeadView:
    """Who has the hand, and for how much; what is said where the lead may be left out."""

    bidder: object
    amount: int | None
    or_not: Message


class LeadForm(RookForm):
    """Who leads to the first trick."""

    NAME = "lead"
    STATES: ClassVar[tuple[type, ...]] = (FirstLead,)
    ALONE: ClassVar[tuple[type, ...]] = (FirstLead,)
    leader = ask(FirstLead, choices=_leaders)

    def view(self) -> LeadView:
        """Whose choice it is."""
        bid = self.hand.bid or Bid(self.hand.dealer, 0)
        return LeadView(self.shown(bid.bidder), bid.amount, label("rook.ask.if-noted"))


class TrumpForm(LeadForm):
    """The trump colour, each a button of its own, and who leads if that is noted."""

    NAME = "trump"
    STATES = (KittyTaken, DiscardsMade, TrumpDeclared, FirstLead)
    ALONE = (TrumpDeclared,)
    leader = ask(FirstLead, choices=_leaders, required=False)
    trump = ask(TrumpDeclared, "suit", choices=lambda form: COLOURS)

    def facts(self) -> tuple[Event, ...]:
        """After a bidding that was recorded: kitty, discards, trump, lead; else trump and lead."""
        hand, laid = self.hand, list[Event]()
        if not hand.is_stated:
            laid += [KittyTaken()] if hand.kitty is None else []
            laid += [DiscardsMade()] if hand.discards is None else []
        return (*laid, *super().facts())


@dataclass(frozen=True, slots=True)
class CardView:
    """A card to tap; `points` where it counts, in `marks` that a style sheet adds up."""

    card: Card
    value: str
    checked: bool
    points: int = 0
    marks: tuple[int, ...] = ()
    buried: bool = False

    @property
    def rank(self) -> str:
        """The rank alone."""
        return self.card.rank


@dataclass(frozen=True, slots=True)
class DiscardsView:
    """The pack, a row a colour, the Rook apart."""

    rook: CardView
    rows: tuple[tuple[Suit, tuple[CardView, ...]], ...]


def _in_order(form: RookForm) -> tuple[Card, ...]:
    """The pack as it is shown: colour by colour, 1 first, then downwards from 14."""
    pack = cards_of(form.state.settings.deck)
    ranks = ("1", *(str(n) for n in range(14, 1, -1)))
    every = (Card(rank, suit) for suit in COLOURS for rank in ranks)
    return (*(card for card in every if card in pack), ROOK)


class DiscardsForm(RookForm):
    """The five cards that the bidder laid back, for later checking."""

    NAME = "discards"
    STATES = ALONE = (DiscardsMade,)
    cards = ask(DiscardsMade, choices=_in_order)

    def view(self) -> DiscardsView:
        """What is tapped of it."""
        tapped = self.cards.data or ()
        cells = [CardView(card, text, text in tapped) for text, card in self.cards.offered.items()]
        rows = ((suit, tuple(one for one in cells if one.card.suit is suit)) for suit in COLOURS)
        return DiscardsView(cells[-1], tuple(rows))
