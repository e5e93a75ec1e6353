"""What can't be entered, and why."""

from typing import assert_never

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.play import CardPlayed, LeadIs, check_play
from scorekeeper.core.seats import Seat, left_of, party_of
from scorekeeper.games.rook.auction import Bid, check_amount, check_call
from scorekeeper.games.rook.cards import COLOURS, KITTY, cards_of, counters
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
from scorekeeper.games.rook.scoring import games, other
from scorekeeper.games.rook.settings import RULE_SHEET, UNIT, KittyTo, Settings
from scorekeeper.games.rook.sources import printed
from scorekeeper.games.rook.state import Event, State, play_rules_of

PACK = printed("§1", "cards")
LEAD = printed("§7", "first-lead")
BIDDING = printed("§5", "bidding")
KITTY_RULE = printed("§6", "kitty")


def check(state: State, event: Event) -> None:
    """Raise RuleViolation, or ImpossibleResult, when the event can't follow this state."""
    match event:
        case CallMade(call):
            _refuse_second_bid(state)
            check_call(state.hand.auction, call, state.settings)
        case BidStated() | NobodyBid():
            _check_stated(state, event)
        case KittyTaken(cards):
            _check_five(state, event, cards, state.hand.kitty)
        case DiscardsMade(cards):
            _check_five(state, event, cards, state.hand.discards)
        case TrumpDeclared() | FirstLead():
            _check_declared(state, event)
        case CardPlayed() | LeadIs():
            _check_watched(state, event)
        case CountStated() | CardsCaptured():
            _check_count(state, event)
        case HandForfeited(party, points):
            _bid_of(state, event.KIND)
            _check_team(party, "party")
            _check_total(points, state.settings)
        case DealerIs() | ThrownIn() | CarriedIn() | Adjusted() | Ended():
            _check_evening(state, event)
        case _:
            assert_never(event)


# ---- the bidding ----


def _refuse_second_bid(state: State) -> None:
    bid = state.hand.bid
    if bid is not None:
        why = message("rook.refused.bidding-over", bidder=bid.bidder, amount=bid.amount)
        raise RuleViolation(why, "call", BIDDING)


def _check_stated(state: State, event: BidStated | NobodyBid) -> None:
    _refuse_second_bid(state)
    if state.hand.auction.calls:
        raise RuleViolation(message("rook.refused.bidding-open", n=len(state.hand.auction.calls)))
    if isinstance(event, BidStated):
        _check_seat(event.bidder, "bidder")
        check_amount(event.amount, state.settings)


def _check_seat(seat: Seat, field: str) -> None:
    if seat not in RING:
        raise RuleViolation(message("refused.no-such-seat", seat=seat.value), field)


def _bid_of(state: State, what: str) -> Bid:
    if state.hand.bid is None:
        raise RuleViolation(message(f"rook.refused.no-bid-{what}"), "", BIDDING)
    return state.hand.bid


# ---- the play ----


def _check_watched(state: State, event: CardPlayed | LeadIs) -> None:
    rules = play_rules_of(state.hand, state.settings)
    if rules is None:
        raise RuleViolation(message("rook.refused.no-trump-yet", said=event.said()), "card", LEAD)
    check_play(rules, state.hand.watched, event)
    discards = state.hand.discards or ()
    if isinstance(event, CardPlayed) and event.card in discards:
        why = message("rook.refused.discarded", card=event.card)
        raise ImpossibleResult(why, "card", KITTY_RULE)


# ---- kitty, trump, lead ----


def _check_five(
    state: State,
    event: KittyTaken | DiscardsMade,
    cards: tuple[Card, ...],
    known: tuple[Card, ...] | None,
) -> None:
    _bid_of(state, event.KIND)
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


def _check_declared(state: State, event: TrumpDeclared | FirstLead) -> None:
    bid = _bid_of(state, event.KIND)
    if isinstance(event, TrumpDeclared):
        if state.hand.trump is not None:
            why = message("rook.refused.trump-twice", suit=event.suit, trump=state.hand.trump)
            raise RuleViolation(why, "trump", KITTY_RULE)
        if event.suit not in COLOURS:
            why = message("rook.refused.no-colour", suit=event.suit, colours=listed(COLOURS))
            raise RuleViolation(why, "trump", PACK)
        return
    if state.hand.leader is not None:
        raise RuleViolation(message("rook.refused.first-lead-twice"), "leader", LEAD)
    left = left_of(bid.bidder, RING)
    if event.leader not in (bid.bidder, left):
        why = message("rook.refused.first-lead", leader=event.leader, bidder=bid.bidder, left=left)
        raise RuleViolation(why, "leader", LEAD)


# ---- the count ----


def _check_count(state: State, event: CountStated | CardsCaptured) -> None:
    _bid_of(state, "count")
    _check_team(event.party, "party")
    if isinstance(event, CountStated):
        _check_total(event.points, state.settings)
        _check_kitty_counted(state, event)
        return
    _check_team(event.last_trick, "last_trick")
    _check_cards(event.cards, state.settings)
    _check_kitty(state, event)


def _check_team(party: str, field: str) -> None:
    if party not in [one.id for one in TEAMS]:
        raise RuleViolation(message("rook.refused.no-team", party=party), field)


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
    bidders = party_of(_bid_of(state, "count").bidder, TEAMS).id
    to_bidder = state.settings.kitty is KittyTo.BIDDER
    owner = bidders if to_bidder else event.last_trick
    buried = tuple(card for card in state.hand.discards or () if worth.worth(card))
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
    buried = sum(worth.worth(card) for card in state.hand.discards or ())
    is_bidders = event.party == party_of(_bid_of(state, "count").bidder, TEAMS).id
    low, high = (buried, worth.total) if is_bidders else (0, worth.total - buried)
    if not low <= event.points <= high:
        params = {"points": event.points, "buried": buried, "low": low, "high": high}
        why = message("rook.refused.kitty-counted", taker=team(event.party), **params)
        raise ImpossibleResult(why, "points", RULE_SHEET.cite(state.settings, "kitty"))


# ---- the evening ----


def _check_evening(state: State, event: DealerIs | ThrownIn | CarriedIn | Adjusted | Ended) -> None:
    match event:
        case DealerIs(seat):
            _check_seat(seat, "seat")
            if state.hand.auction.calls:
                _refuse(message("rook.refused.dealer-after-bids", seat=seat), "seat")
        case CarriedIn(party, points, part):
            _check_team(party, "party")
            _check_unit(points)
            if part != "score":
                _refuse(message("rook.refused.no-part", part=part), "part")
        case Adjusted(party, points):
            _check_team(party, "party")
            if points == 0:
                _refuse(message("rook.refused.adjusted-nothing"), "points")
        case Ended():
            game = games(state)[-1]
            if game.is_over or not game.rows:
                _refuse(message("rook.refused.nothing-to-end"), "")
        case ThrownIn():
            return


def _check_unit(points: int) -> None:
    if points % UNIT:
        _refuse(message("rook.refused.carried-unit", points=points, unit=UNIT), "points")


def _refuse(why: Message, field: str) -> None:
    raise RuleViolation(why, field)
