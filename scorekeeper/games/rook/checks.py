"""What can't be entered, and why."""

from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import impossible, refused
from scorekeeper.core.evening import CarriedIn, DealerIs
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import CardPlayed, LeadIs, turn
from scorekeeper.core.seats import left_of
from scorekeeper.core.tricks import Play
from scorekeeper.games.rook.events import (
    RING,
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
    other,
    team,
)
from scorekeeper.games.rook.play import COLOURS, KITTY, cards_of, counters
from scorekeeper.games.rook.rules import RULE_SHEET, UNIT, KittyTo, Settings, printed
from scorekeeper.games.rook.scoring import ROUNDS
from scorekeeper.games.rook.state import (
    BIDDING,
    Bid,
    Hand,
    State,
    play_rules_of,
    why_not_amount,
    why_not_call,
)

PACK = printed("§1", "cards")
LEAD = printed("§7", "first-lead")
KITTY_RULE = printed("§6", "kitty")


def check(state: State, event: Any) -> None:
    """Raise RuleViolation, or ImpossibleResult, when the event can't follow this state."""
    hand = state.round
    match event:
        case CallMade() | BidStated() | NobodyBid():
            _check_bidding(state, event)
        case KittyTaken(cards):
            _check_five(state, event, cards, hand.kitty)
        case DiscardsMade(cards):
            _check_five(state, event, cards, hand.discards)
        case TrumpDeclared() | FirstLead():
            _check_declared(hand, _bid_of(hand, event.KIND), event)
        case CountStated() | CardsCaptured() | HandForfeited():
            _check_count(state, event)
        case _:
            _check_shared(state, event)


def _check_shared(state: State, event: Any) -> None:
    """Refuse what every game can be told, where a hand of Rook can't follow it."""
    hand = state.round
    if isinstance(event, CardPlayed | LeadIs) and hand.trump is None:
        raise refused("rook.refused.no-trump-yet", "card", LEAD, said=event.said())
    if isinstance(event, DealerIs) and hand.calls:
        raise refused("rook.refused.dealer-after-bids", "seat", seat=event.seat)
    if isinstance(event, CarriedIn) and event.points % UNIT:
        raise refused("rook.refused.carried-unit", "points", points=event.points, unit=UNIT)
    ROUNDS.check(state, event)
    if isinstance(event, CardPlayed) and event.card in (hand.discards or ()):
        raise impossible("rook.refused.discarded", "card", KITTY_RULE, card=event.card)
    rules = play_rules_of(hand, state.settings)
    if isinstance(event, CardPlayed) and event.card in (hand.kitty or ()) and rules and hand.bid:
        seat, bidder = turn(rules, hand.watched), hand.bid.bidder
        if seat is not None and seat is not bidder:
            said = {"card": event.card, "seat": seat, "bidder": bidder}
            raise impossible("rook.refused.from-the-kitty", "card", KITTY_RULE, **said)


# ---- bidding and kitty ----


def _check_bidding(state: State, event: CallMade | BidStated | NobodyBid) -> None:
    hand, bid, why = state.round, state.round.bid, None
    if bid is not None:
        said = {"bidder": bid.bidder, "amount": bid.amount}
        raise refused("rook.refused.bidding-over", "call", BIDDING, **said)
    if isinstance(event, CallMade):
        why = why_not_call(hand.auction, event.call, state.settings)
    elif hand.calls:
        why = refused("rook.refused.bidding-open", n=len(hand.calls))
    elif isinstance(event, BidStated):
        ROUNDS.check_seat(state, event.bidder, "bidder")
        why = why_not_amount(event.amount, state.settings, "amount")
    if why:
        raise why


def _bid_of(hand: Hand, what: str) -> Bid:
    if hand.bid is None:
        raise refused(f"rook.refused.no-bid-{what}", "", BIDDING)
    return hand.bid


def _check_five(
    state: State,
    event: KittyTaken | DiscardsMade,
    cards: tuple[Card, ...],
    known: tuple[Card, ...] | None,
) -> None:
    _bid_of(state.round, event.KIND)
    if known or (known is not None and not cards):
        raise refused(f"rook.refused.{event.KIND}-twice", "cards", KITTY_RULE)
    if cards and len(cards) != KITTY:
        code = f"rook.refused.{event.KIND}-number"
        raise impossible(code, "cards", KITTY_RULE, n=len(cards))
    _check_cards(cards, state.settings)
    for play in state.round.watched.plays:
        if play.card in cards:
            _check_played(_bid_of(state.round, event.KIND), event, play)


def _check_played(bid: Bid, event: KittyTaken | DiscardsMade, play: Play) -> None:
    """Refuse cards that were laid back and played, or taken up and played by somebody else."""
    if isinstance(event, DiscardsMade):
        raise impossible("rook.refused.discarded", "cards", KITTY_RULE, card=play.card)
    if play.seat is not bid.bidder:
        said = {"card": play.card, "seat": play.seat, "bidder": bid.bidder}
        raise impossible("rook.refused.from-the-kitty", "cards", KITTY_RULE, **said)


def _check_cards(cards: tuple[Card, ...], settings: Settings) -> None:
    strange = tuple(card for card in cards if card not in cards_of(settings.deck))
    if strange:
        pack = message(f"rook.setting.deck.{settings.deck.value}")
        said = {"cards": listed(strange), "pack": pack}
        raise impossible("rook.refused.not-in-pack", "cards", PACK, **said)
    twice = dict.fromkeys(card for card in cards if cards.count(card) > 1)
    if twice:
        raise impossible("rook.refused.twice", "cards", PACK, cards=listed(twice))


def _check_declared(hand: Hand, bid: Bid, event: TrumpDeclared | FirstLead) -> None:
    if isinstance(event, TrumpDeclared):
        said: dict[str, Any] = {"suit": event.suit}
        if hand.trump is not None:
            raise refused("rook.refused.trump-twice", "trump", KITTY_RULE, **said, trump=hand.trump)
        if event.suit not in COLOURS:
            said["colours"] = listed(COLOURS)
            raise refused("rook.refused.no-colour", "trump", PACK, **said)
        return
    if hand.leader is not None:
        raise refused("rook.refused.first-lead-twice", "leader", LEAD)
    left = left_of(bid.bidder, RING)
    if event.leader not in (bid.bidder, left):
        said = {"leader": event.leader, "bidder": bid.bidder, "left": left}
        raise refused("rook.refused.first-lead", "leader", LEAD, **said)


# ---- the count ----


def _check_count(state: State, event: CountStated | CardsCaptured | HandForfeited) -> None:
    is_forfeit = isinstance(event, HandForfeited)
    bid = _bid_of(state.round, event.KIND if is_forfeit else "count")
    ROUNDS.check_party(state, event.party)
    if isinstance(event, CardsCaptured):
        ROUNDS.check_party(state, event.last_trick, "last_trick")
        _check_cards(event.cards, state.settings)
        _check_kitty(state, bid, event)
    else:
        _check_total(state, bid, event)


def _check_total(state: State, bid: Bid, event: CountStated | HandForfeited) -> None:
    """Refuse points that no share of the counters gives, the discards that were entered lying
    where they count; of a hand that ended early, that no counters give."""
    settings, party, points = state.settings, event.party, event.points
    worth, cite = counters(settings), RULE_SHEET.cite(settings, "count")
    said: dict[str, Any] = {"points": points}
    if not 0 <= points <= worth.total:
        raise impossible("rook.refused.total-range", "points", cite, **said, total=worth.total)
    totals, code = (
        worth.totals(),
        "rook.refused.total-unit" if points % UNIT else "rook.refused.total-sum",
    )
    buried = () if isinstance(event, HandForfeited) else state.round.discards or ()
    if points in totals and worth.worth(*buried):
        cite = RULE_SHEET.cite(settings, "kitty")
        owner = "us" if party == bid.team.id else "them"
        totals = worth.totals(buried, owner if settings.kitty is KittyTo.BIDDER else "last trick")
        code = "rook.refused.total-buried"
        said |= {"taker": team(party), "buried": worth.worth(*buried)}
        if not min(totals) <= points <= max(totals):
            said |= {"low": min(totals), "high": max(totals)}
            raise impossible("rook.refused.kitty-counted", "points", cite, **said)
    if points not in totals:
        said["below"] = max(total for total in totals if total < points)
        said["above"] = min(total for total in totals if total > points)
        raise impossible(code, "points", cite, **said)


def _check_kitty(state: State, bid: Bid, event: CardsCaptured) -> None:
    """Refuse a count in which a discard lies with the wrong team.

    Rule: §4, kitty points go with the last trick, or to the bidders if the table says so.
    """
    settings, worth = state.settings, counters(state.settings)
    owner = bid.team.id if settings.kitty is KittyTo.BIDDER else event.last_trick
    buried = (card for card in state.round.discards or () if worth.worth(card))
    wrong = tuple(c for c in buried if (c in event.cards) != (event.party == owner))
    if wrong:
        taker = event.party if wrong[0] in event.cards else other(event.party)
        said = {"cards": listed(wrong), "taker": team(taker), "owner": team(owner)}
        cite = RULE_SHEET.cite(settings, "kitty")
        raise impossible(f"rook.refused.kitty-{settings.kitty.value}", "cards", cite, **said)
