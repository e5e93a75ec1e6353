"""What of a table of Rook is counted over the seasons: the bids, and how they came out."""

from typing import Any

from scorekeeper.core.messages import message
from scorekeeper.core.outcomes import Came, Counted, Kind, Outcome
from scorekeeper.core.seats import party_of
from scorekeeper.games.rook.events import TEAMS
from scorekeeper.games.rook.scoring import captured
from scorekeeper.games.rook.settings import Settings
from scorekeeper.games.rook.state import Hand

BIDS = Kind("rook.outcome.bid", row=str)
"""Bids that were played and counted, for bidder and team, by their amount; by points over or
under."""


def outcomes(state: Any) -> tuple[Outcome, ...]:
    """Every bid whose hand was counted. A hand that a ruling ended says nothing of the bid."""
    hands = (one for one in state.past if isinstance(one, Hand))
    return tuple(_bid(hand, state.settings) for hand in hands if hand.bid and hand.count)


def _bid(hand: Hand, settings: Settings) -> Outcome:
    bid, count = hand.bid, hand.count
    assert bid and count  # noqa: S101 - the caller has looked
    bidders = party_of(bid.bidder, TEAMS)
    over = captured(count, settings)[bidders.id] - bid.amount
    came = Came.MADE if over >= 0 else Came.SET
    return Outcome(
        row=hand.id or 0,
        kind=BIDS.code,
        seats=(bid.bidder,),
        side=bidders.seats,
        said=message(f"rook.outcome.bid.said.{came.value}", bid=bid.amount, n=abs(over)),
        of=(str(bid.amount), ""),
        came=came,
        by=over,
    )


COUNTED = Counted((BIDS,), outcomes)
