"""A hand of Rook as far as it was recorded."""

from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.play import PlayRules
from scorekeeper.core.rounds import Round, RoundEnd, Rounds, Tally
from scorekeeper.core.seats import Seat
from scorekeeper.games.rook.auction import Auction, Bid, outcome
from scorekeeper.games.rook.events import (
    BidStated,
    Call,
    CallMade,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    HandForfeited,
    KittyTaken,
    NobodyBid,
    TrumpDeclared,
)
from scorekeeper.games.rook.play import bids, card_play
from scorekeeper.games.rook.rules import NobodyBids, Settings


@dataclass(frozen=True, slots=True)
class Hand(Round):
    """One hand, from the deal to the count.

    `bid` is settled once the bidding is over. `kitty` and `discards` are None until they are taken
    and made, and empty where their cards were not entered. `forfeit` stands in place of a count
    where a ruling ended it.
    """

    calls: tuple[Call, ...] = ()
    is_stated: bool = False
    bid: Bid | None = None
    kitty: tuple[Card, ...] | None = None
    discards: tuple[Card, ...] | None = None
    trump: Suit | None = None
    leader: Seat | None = None
    count: CountStated | CardsCaptured | None = None
    forfeit: HandForfeited | None = None

    @property
    def auction(self) -> Auction:
        """Its bidding, as far as it was recorded call by call."""
        return reduce(Auction.after, self.calls, Auction(self.dealer))


State = Rounds[Settings, Hand, Tally]


def last_count(state: State) -> Hand | None:
    """The last hand that was counted."""
    return next((hand for hand in state.backwards() if hand.count), None)


def opener(state: State) -> Seat | None:
    """Who deals, where the next call would open the bidding; None where it is on or over."""
    hand = state.round
    return None if hand.calls or hand.bid else hand.dealer


def play_rules_of(hand: Hand, settings: Settings) -> PlayRules | None:
    """What a hand is played under; None before its trump is named."""
    return card_play(settings, hand.trump, hand.leader) if hand.trump else None


_NOTED = {
    KittyTaken: ("kitty", "cards"),
    DiscardsMade: ("discards", "cards"),
    TrumpDeclared: ("trump", "suit"),
    FirstLead: ("leader", "leader"),
}
"""Facts that are kept as they were entered: the field of the hand, and their own."""


def entered(state: State, event: Any) -> Hand:
    """The hand once this has been entered. A count ends it, and a bidding that nobody won."""
    hand = state.round
    if isinstance(event, CallMade | BidStated | NobodyBid):
        return _bid(hand, event, state.settings)
    if isinstance(event, CountStated | CardsCaptured):
        return replace(hand, count=event, end=RoundEnd.COUNTED)
    if isinstance(event, HandForfeited):
        return replace(hand, forfeit=event, end=RoundEnd.COUNTED)
    if type(event) in _NOTED:
        name, of = _NOTED[type(event)]
        changed: Hand = replace(hand, **{name: getattr(event, of)})
        return changed
    return hand


def _bid(hand: Hand, event: CallMade | BidStated | NobodyBid, settings: Settings) -> Hand:
    match event:
        case CallMade(call):
            hand = replace(hand, calls=(*hand.calls, call))
            if not hand.auction.is_over:
                return hand
            bid = outcome(hand.auction, settings)
        case BidStated(bidder, amount):
            hand, bid = replace(hand, is_stated=True), Bid(bidder, amount)
        case NobodyBid():
            takes_it = settings.nobody_bids is NobodyBids.DEALER
            hand = replace(hand, is_stated=True)
            bid = Bid(hand.dealer, bids(settings)[0]) if takes_it else None
    return replace(hand, bid=bid, end=RoundEnd.OPEN if bid else RoundEnd.PASSED)
