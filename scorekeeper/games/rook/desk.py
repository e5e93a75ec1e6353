"""Which question comes next, and which one restates what was recorded."""

from typing import Any

from scorekeeper.core.session import Recorded
from scorekeeper.games.game import Desk
from scorekeeper.games.rook.events import (
    BidStated,
    CallMade,
    CardsCaptured,
    CountStated,
    DiscardsMade,
    FirstLead,
    KittyTaken,
    NobodyBid,
    TrumpDeclared,
)
from scorekeeper.games.rook.forms import (
    AuctionForm,
    BidForm,
    DiscardsForm,
    LeadForm,
    OverForm,
    TrumpForm,
)
from scorekeeper.games.rook.forms_count import (
    HUNDRED,
    CountForm,
    HandForm,
    TotalForm,
    bid_of,
    written_captured,
    written_laid,
    written_opening,
)
from scorekeeper.games.rook.scoring import captured, games
from scorekeeper.games.rook.state import State

QUICK = "quick"
"""What a page asks for that wants a whole deal at once, whatever the game."""


def next_form(state: State, wanted: str) -> str:
    """The question that the state asks for; `wanted` is heeded where it can be answered.

    A table that bid aloud, or counted by cards, in its last hand is asked so again.
    """
    offered = _offered(state)
    if wanted == QUICK and HandForm.NAME in offered:
        return HandForm.NAME
    return wanted if wanted in offered else offered[0]


def _offered(state: State) -> tuple[str, ...]:
    hand, last = state.hand, state.last_count
    if hand.bid is None:
        if hand.auction.calls:
            return (AuctionForm.NAME,)
        over = (OverForm.NAME,) if _is_over(state) else ()
        usual = (BidForm.NAME, AuctionForm.NAME)
        return (*over, *(usual if last and last.is_stated else reversed(usual)), HandForm.NAME)
    counts = [TotalForm.NAME, CountForm.NAME]
    if last and isinstance(last.count, CardsCaptured):
        counts.reverse()
    asked = [TrumpForm.NAME] if hand.trump is None else []
    asked += counts
    asked += [LeadForm.NAME] if hand.leader is None else []
    asked += [DiscardsForm.NAME] if not hand.discards else []
    return tuple(asked)


def _is_over(state: State) -> bool:
    """Whether the last game is over and the next one has not begun."""
    return bool(state.past) and state.hand.id is None and games(state)[-1].is_over


def correcting(state: State, entries: tuple[Recorded, ...]) -> tuple[str, dict[str, Any]] | None:
    """The form that restates these entries of one hand, with the data to fill it.

    A single entry has a small form where there is one; more of them are restated as a whole
    hand once that has been counted or passed out.
    """
    if len(entries) == 1:
        return _restating(state, entries[0].event)
    events = [entry.event for entry in entries]
    if not any(isinstance(one, CountStated | CardsCaptured | NobodyBid) for one in events):
        return None
    return HandForm.NAME, _whole(state, events)


def _restating(state: State, event: Any) -> tuple[str, dict[str, Any]] | None:
    if isinstance(event, CountStated | CardsCaptured):
        return _recount(state, event)
    match event:
        case CallMade(call):
            found = (AuctionForm.NAME, {"call": str(call)})
        case BidStated(bidder, amount):
            data = {"bidder": bidder.value, "amount": str(amount), "alone": "yes"}
            found = (BidForm.NAME, data)
        case NobodyBid():
            found = (HandForm.NAME, {})
        case TrumpDeclared(suit):
            found = (TrumpForm.NAME, {"trump": suit.value})
        case FirstLead(leader):
            found = (LeadForm.NAME, {"leader": leader.value})
        case DiscardsMade(cards):
            return DiscardsForm.NAME, {"cards": [str(card) for card in cards]}
        case _:
            return None
    return found


def _recount(state: State, event: CountStated | CardsCaptured) -> tuple[str, dict[str, Any]]:
    if isinstance(event, CountStated):
        return TotalForm.NAME, _total(event.party, event.points)
    data = {
        "cards": [str(card) for card in event.cards if card not in (state.hand.discards or ())],
        "last_trick": event.last_trick == event.party,
    }
    return CountForm.NAME, data


def _total(party: str, points: int) -> dict[str, Any]:
    hundreds = points // HUNDRED * HUNDRED
    return {
        "party": party,
        "hundreds": str(hundreds),
        "points": str(points - hundreds),
    }


def _whole(state: State, events: list[Any]) -> dict[str, Any]:
    opening = tuple(one for one in events if isinstance(one, CallMade | BidStated | NobodyBid))
    bid = bid_of(opening, state)
    laid = tuple(one for one in events if isinstance(one, KittyTaken | DiscardsMade))
    data: dict[str, Any] = {"opening": written_opening(opening), "laid": written_laid(laid)}
    if bid is not None:
        data |= {"bidder": bid.bidder.value, "amount": str(bid.amount)}
    for one in events:
        match one:
            case TrumpDeclared(suit):
                data["trump"] = suit.value
            case FirstLead(leader):
                data["leader"] = leader.value
            case CountStated(party, points):
                data |= _total(party, points)
            case CardsCaptured(party):
                points = captured(one, state.settings)[party]
                data |= _total(party, points) | {"captured": written_captured(one)}
    return data


DESK = Desk(
    forms=(
        AuctionForm,
        BidForm,
        TrumpForm,
        LeadForm,
        DiscardsForm,
        TotalForm,
        CountForm,
        HandForm,
        OverForm,
    ),
    next=next_form,
    correcting=correcting,
)
