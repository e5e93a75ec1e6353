"""The hands of a session, finished and in progress, as the log adds them up."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, assert_never

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.play import CardPlayed, LeadIs, PlayRules, Watched, played
from scorekeeper.core.seats import Seat, left_of
from scorekeeper.core.session import At
from scorekeeper.core.sheet import People
from scorekeeper.games.rook.auction import Auction, Bid, outcome
from scorekeeper.games.rook.card_play import card_play
from scorekeeper.games.rook.cards import bids
from scorekeeper.games.rook.events import (
    RING,
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
from scorekeeper.games.rook.settings import NobodyBids, Settings

Event = (
    CallMade
    | BidStated
    | NobodyBid
    | KittyTaken
    | DiscardsMade
    | TrumpDeclared
    | FirstLead
    | CountStated
    | CardsCaptured
    | HandForfeited
    | CardPlayed
    | LeadIs
    | DealerIs
    | ThrownIn
    | CarriedIn
    | Adjusted
    | Ended
)
"""Everything that can happen at a table of Rook, but for people coming and going."""


_UNWATCHED = Watched()


class HandEnd(Enum):
    """How a hand came to its end, if it has."""

    OPEN = "open"
    COUNTED = "counted"
    """By its count, or by a ruling that ended it."""
    PASSED = "passed"
    """Nobody bid; the next dealer deals."""
    THROWN_IN = "thrown-in"
    """The same dealer deals again."""
    LEFT = "left"
    """The game ended before it was counted."""


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand, from the deal to the count.

    `id` is the entry that opened it, None while only its dealer is known. `bid` is settled once
    the bidding is over. `kitty` and `discards` are None until they are taken and made, and empty
    where their cards were not entered. `forfeit` stands in place of a count where a ruling ended
    it. `watched` is its play, where that was recorded.
    """

    auction: Auction
    id: int | None = None
    entries: tuple[int, ...] = ()
    is_stated: bool = False
    bid: Bid | None = None
    kitty: tuple[Card, ...] | None = None
    discards: tuple[Card, ...] | None = None
    trump: Suit | None = None
    leader: Seat | None = None
    count: CountStated | CardsCaptured | None = None
    forfeit: HandForfeited | None = None
    end: HandEnd = HandEnd.OPEN
    people: People = ()
    watched: Watched = _UNWATCHED

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.auction.dealer


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry of the evening that has a row of its own."""

    event: CarriedIn | Adjusted | Ended
    id: int
    seq: int
    people: People


@dataclass(frozen=True, slots=True)
class State:
    """All that has been played: what is finished, in order, and the hand in progress."""

    settings: Settings
    hand: Hand
    past: tuple[Hand | Noted, ...] = ()

    @property
    def last_hand(self) -> Hand:
        """The hand that is played, or the last one that was, before anything is known of it."""
        if self.hand.id is not None:
            return self.hand
        played = (one for one in reversed(self.past) if isinstance(one, Hand))
        return next(played, self.hand)

    @property
    def last_count(self) -> Hand | None:
        """The last hand that was counted."""
        return next(
            (one for one in reversed(self.past) if isinstance(one, Hand) and one.count), None
        )


def start(settings: Settings) -> State:
    """The state before anything has happened: the player in seat 1 deals."""
    return State(settings, _dealt(RING[0]))


def opener(state: State) -> Seat | None:
    """Who deals, where the next call would open the bidding; None where it is on or over."""
    hand = state.hand
    return None if hand.auction.calls or hand.bid else hand.dealer


def apply(state: State, event: Event, at: At) -> State:
    """The state after a fact that has passed the checks."""
    match event:
        case CallMade(call):
            return _called(state, call, at)
        case BidStated() | NobodyBid():
            return _stated(state, event, at)
        case KittyTaken() | DiscardsMade() | TrumpDeclared() | FirstLead():
            return _with_hand(state, _with(state.hand, at, **_noted(event)))
        case CardPlayed() | LeadIs():
            return _watched(state, event, at)
        case CountStated() | CardsCaptured() | HandForfeited():
            told = "forfeit" if isinstance(event, HandForfeited) else "count"
            return _finished(state, HandEnd.COUNTED, at, **{told: event})
        case DealerIs() | ThrownIn() | CarriedIn() | Adjusted() | Ended():
            return _in_the_evening(state, event, at)
    assert_never(event)


def _called(state: State, call: Call, at: At) -> State:
    auction = state.hand.auction.after(call)
    bid = outcome(auction, state.settings) if auction.is_over else None
    if auction.is_over and bid is None:
        return _finished(state, HandEnd.PASSED, at, auction=auction)
    return _with_hand(state, _with(state.hand, at, auction=auction, bid=bid))


def _stated(state: State, event: BidStated | NobodyBid, at: At) -> State:
    if isinstance(event, BidStated):
        bid = Bid(event.bidder, event.amount)
    elif state.settings.nobody_bids is NobodyBids.DEALER:
        bid = Bid(state.hand.dealer, bids(state.settings)[0])
    else:
        return _finished(state, HandEnd.PASSED, at, is_stated=True)
    return _with_hand(state, _with(state.hand, at, is_stated=True, bid=bid))


def _noted(event: KittyTaken | DiscardsMade | TrumpDeclared | FirstLead) -> dict[str, Any]:
    match event:
        case KittyTaken(cards):
            return {"kitty": cards}
        case DiscardsMade(cards):
            return {"discards": cards}
        case TrumpDeclared(suit):
            return {"trump": suit}
        case FirstLead(leader):
            return {"leader": leader}
    assert_never(event)


def play_rules_of(hand: Hand, settings: Settings) -> PlayRules | None:
    """What a hand is played under; None before its trump is named."""
    if hand.trump is None:
        return None
    return card_play(settings, hand.trump, hand.leader)


def _watched(state: State, event: CardPlayed | LeadIs, at: At) -> State:
    rules = play_rules_of(state.hand, state.settings)
    if rules is None:
        return state
    watched = played(rules, state.hand.watched, event, at.seq)
    return _with_hand(state, _with(state.hand, at, watched=watched))


def _in_the_evening(
    state: State, event: DealerIs | ThrownIn | CarriedIn | Adjusted | Ended, at: At
) -> State:
    if isinstance(event, ThrownIn):
        return _finished(state, HandEnd.THROWN_IN, at)
    if isinstance(event, DealerIs):
        entries = (*state.hand.entries, at.seq)
        return _with_hand(state, replace(state.hand, auction=Auction(event.seat), entries=entries))
    past, hand = state.past, state.hand
    if isinstance(event, Ended) and hand.id is not None:
        past = (*past, replace(hand, end=HandEnd.LEFT, people=at.people))
        hand = _dealt(left_of(hand.dealer, RING))
    return State(state.settings, hand, (*past, Noted(event, at.origin, at.seq, at.people)))


def _dealt(dealer: Seat) -> Hand:
    return Hand(Auction(dealer))


def _with_hand(state: State, hand: Hand) -> State:
    return State(state.settings, hand, state.past)


def _with(hand: Hand, at: At, **changes: Any) -> Hand:
    """The hand with this entry as one of its own, and with what it changed."""
    opener = at.origin if hand.id is None else hand.id
    entries = (*hand.entries, at.seq)
    return replace(hand, id=opener, entries=entries, people=at.people, **changes)


def _finished(state: State, end: HandEnd, at: At, **changes: Any) -> State:
    """The state once this entry has ended the hand, and the next one has been dealt."""
    done = _with(state.hand, at, end=end, **changes)
    dealer = done.dealer if end is HandEnd.THROWN_IN else left_of(done.dealer, RING)
    return State(state.settings, _dealt(dealer), (*state.past, done))
