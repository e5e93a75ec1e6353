"""What can't be entered, and why."""

from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import CarriedIn, DealerIs
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import CardPlayed, LeadIs, WatchedEvent
from scorekeeper.core.rounds import Evening
from scorekeeper.core.seats import left_of, party_of
from scorekeeper.games.rook.auction import Bid, check_amount, check_call
from scorekeeper.games.rook.events import (
    RING,
    TEAMS,
    BidStated,
    CallMade,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    HandForfeited,
    KittyTaken,
    NobodyBid,
    TrumpDeclared,
    team,
)
from scorekeeper.games.rook.play import COLOURS, KITTY, cards_of, counters
from scorekeeper.games.rook.rules import RULE_SHEET, UNIT, KittyTo, Settings, printed
from scorekeeper.games.rook.scoring import ROUNDS, other
from scorekeeper.games.rook.state import Hand, State

PACK = printed("§1", "cards")
LEAD = printed("§7", "first-lead")
BIDDING = printed("§5", "bidding")
KITTY_RULE = printed("§6", "kitty")


def check(state: State, event: Any) -> None:
    """Raise RuleViolation, or ImpossibleResult, when the event can't follow this state."""
    hand = state.round
    match event:
        case CallMade(call):
            _refuse_second_bid(hand)
            check_call(hand.auction, call, state.settings)
        case BidStated() | NobodyBid():
            _check_stated(state, event)
        case KittyTaken(cards):
            _check_five(state, event, cards, hand.kitty)
        case DiscardsMade(cards):
            _check_five(state, event, cards, hand.discards)
        case TrumpDeclared() | FirstLead():
            _check_declared(hand, event)
        case CountStated() | CardsCaptured() | HandForfeited():
            _check_count(state, event)
        case _:
            _check_shared(state, event)


def _check_shared(state: State, event: WatchedEvent | Evening) -> None:
    """Refuse what every game can be told, where a hand of Rook can't follow it."""
    hand = state.round
    if isinstance(event, CardPlayed | LeadIs) and hand.trump is None:
        raise RuleViolation(message("rook.refused.no-trump-yet", said=event.said()), "card", LEAD)
    if isinstance(event, DealerIs) and hand.calls:
        why = message("rook.refused.dealer-after-bids", seat=event.seat)
        raise RuleViolation(why, "seat")
    if isinstance(event, CarriedIn) and event.points % UNIT:
        why = message("rook.refused.carried-unit", points=event.points, unit=UNIT)
        raise RuleViolation(why, "points")
    ROUNDS.check(state, event)
    if isinstance(event, CardPlayed) and event.card in (hand.discards or ()):
        why = message("rook.refused.discarded", card=event.card)
        raise ImpossibleResult(why, "card", KITTY_RULE)


# ---- the bidding ----


def _refuse_second_bid(hand: Hand) -> None:
    bid = hand.bid
    if bid is not None:
        why = message("rook.refused.bidding-over", bidder=bid.bidder, amount=bid.amount)
        raise RuleViolation(why, "call", BIDDING)


def _check_stated(state: State, event: BidStated | NobodyBid) -> None:
    hand = state.round
    _refuse_second_bid(hand)
    if hand.calls:
        raise RuleViolation(message("rook.refused.bidding-open", n=len(hand.calls)))
    if isinstance(event, BidStated):
        ROUNDS.check_seat(state, event.bidder, "bidder")
        check_amount(event.amount, state.settings)


def _bid_of(hand: Hand, what: str) -> Bid:
    if hand.bid is None:
        raise RuleViolation(message(f"rook.refused.no-bid-{what}"), "", BIDDING)
    return hand.bid


# ---- kitty, trump, lead ----


def _check_five(
    state: State,
    event: KittyTaken | DiscardsMade,
    cards: tuple[Card, ...],
    known: tuple[Card, ...] | None,
) -> None:
    _bid_of(state.round, event.KIND)
    if known or (known is not None and not cards):
        raise RuleViolation(message(f"rook.refused.{event.KIND}-twice"), "cards", KITTY_RULE)
    if not cards:
        return
    if len(cards) != KITTY:
        why = message(f"rook.refused.{event.KIND}-number", n=len(cards))
        raise ImpossibleResult(why, "cards", KITTY_RULE)
    _check_cards(cards, state.settings)


def _check_cards(cards: tuple[Card, ...], settings: Settings) -> None:
    strange = [card for card in cards if card not in cards_of(settings.deck)]
    if strange:
        pack = message(f"rook.setting.deck.{settings.deck.value}")
        why = message("rook.refused.not-in-pack", cards=listed(tuple(strange)), pack=pack)
        raise ImpossibleResult(why, "cards", PACK)
    twice = tuple(dict.fromkeys(card for card in cards if cards.count(card) > 1))
    if twice:
        raise ImpossibleResult(message("rook.refused.twice", cards=listed(twice)), "cards", PACK)


def _check_declared(hand: Hand, event: TrumpDeclared | FirstLead) -> None:
    bid = _bid_of(hand, event.KIND)
    if isinstance(event, TrumpDeclared):
        if hand.trump is not None:
            why = message("rook.refused.trump-twice", suit=event.suit, trump=hand.trump)
            raise RuleViolation(why, "trump", KITTY_RULE)
        if event.suit not in COLOURS:
            why = message("rook.refused.no-colour", suit=event.suit, colours=listed(COLOURS))
            raise RuleViolation(why, "trump", PACK)
        return
    if hand.leader is not None:
        raise RuleViolation(message("rook.refused.first-lead-twice"), "leader", LEAD)
    left = left_of(bid.bidder, RING)
    if event.leader not in (bid.bidder, left):
        why = message("rook.refused.first-lead", leader=event.leader, bidder=bid.bidder, left=left)
        raise RuleViolation(why, "leader", LEAD)


# ---- the count ----


def _check_count(state: State, event: CountStated | CardsCaptured | HandForfeited) -> None:
    is_forfeit = isinstance(event, HandForfeited)
    _bid_of(state.round, event.KIND if is_forfeit else "count")
    ROUNDS.check_party(state, event.party)
    if isinstance(event, CardsCaptured):
        ROUNDS.check_party(state, event.last_trick, "last_trick")
        _check_cards(event.cards, state.settings)
        _check_kitty(state, event)
        return
    _check_total(event.points, state.settings)
    if isinstance(event, CountStated):
        _check_kitty_counted(state, event)


def _check_total(points: int, settings: Settings) -> None:
    worth = counters(settings)
    cite = RULE_SHEET.cite(settings, "count")
    if not 0 <= points <= worth.total:
        why = message("rook.refused.total-range", points=points, total=worth.total)
        raise ImpossibleResult(why, "points", cite)
    if points in worth.totals:
        return
    below = max(total for total in worth.totals if total < points)
    above = min(total for total in worth.totals if total > points)
    code = "rook.refused.total-unit" if points % UNIT else "rook.refused.total-sum"
    raise ImpossibleResult(message(code, points=points, below=below, above=above), "points", cite)


def _check_kitty(state: State, event: CardsCaptured) -> None:
    """Refuse a count in which a discard lies with the wrong team.

    Rule: §4, kitty points go with the last trick, or to the bidders if the table says so.
    """
    worth = counters(state.settings)
    bidders = party_of(_bid_of(state.round, "count").bidder, TEAMS).id
    to_bidder = state.settings.kitty is KittyTo.BIDDER
    owner = bidders if to_bidder else event.last_trick
    buried = tuple(card for card in state.round.discards or () if worth.worth(card))
    named = frozenset(event.cards)
    wrong = tuple(card for card in buried if (card in named) != (event.party == owner))
    if wrong:
        code = "rook.refused.kitty-bidder" if to_bidder else "rook.refused.kitty-last-trick"
        taker = event.party if wrong[0] in named else other(event.party)
        why = message(code, cards=listed(wrong), taker=team(taker), owner=team(owner))
        raise ImpossibleResult(why, "cards", RULE_SHEET.cite(state.settings, "kitty"))


def _check_kitty_counted(state: State, event: CountStated) -> None:
    """Refuse a total in which the bidders don't have what they buried, where the kitty is theirs.

    Where it goes with the last trick, every total can be.
    """
    if state.settings.kitty is not KittyTo.BIDDER:
        return
    worth = counters(state.settings)
    buried = sum(worth.worth(card) for card in state.round.discards or ())
    is_bidders = event.party == party_of(_bid_of(state.round, "count").bidder, TEAMS).id
    low, high = (buried, worth.total) if is_bidders else (0, worth.total - buried)
    if not low <= event.points <= high:
        params = {"points": event.points, "buried": buried, "low": low, "high": high}
        why = message("rook.refused.kitty-counted", taker=team(event.party), **params)
        raise ImpossibleResult(why, "points", RULE_SHEET.cite(state.settings, "kitty"))
