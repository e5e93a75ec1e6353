"""The five discards, sealed by the bidder and opened when the hand is over.

Rule: §4, §6: what lies there is known to the bidder alone, and is scored at the end. House:
readings §7: discards that nobody opens count as the count says.
"""

from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.evening import ThrownIn
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, Recorded
from scorekeeper.games.rook.events import CardsCaptured, CountStated, DiscardsMade
from scorekeeper.games.rook.play import KITTY, cards_of
from scorekeeper.games.rook.state import State
from scorekeeper.games.seals import CardsForm, Deal, Option, Sealable, nothing_else


class DiscardsSealForm(CardsForm):
    """The five cards that the bidder laid back."""

    NAME = "discards"

    def offered(self) -> tuple[frozenset[Card], int, int]:
        """The whole pack, five of it."""
        return frozenset(cards_of(self.state.settings.deck)), KITTY, KITTY


def _seats(state: State) -> tuple[Seat, ...]:
    """The bidder, as long as the discards of the hand have not been named."""
    bid = state.round.bid
    return (bid.bidder,) if bid and not state.round.discards else ()


def _deal(state: State) -> Deal | None:
    hand = state.round
    return Deal(hand.id, hand.entries[0]) if hand.id is not None else None


def _facts(value: Any) -> tuple[Event, ...]:
    if (
        not isinstance(value, list)
        or len(value) != KITTY
        or not all(isinstance(c, str) for c in value)
    ):
        raise ValueError("no five cards")
    return (DiscardsMade(tuple(map(Card.parse, value))),)


def _place(entries: tuple[Recorded, ...]) -> int | None:
    """Before the count, which is then checked against them."""
    ends = (CountStated, CardsCaptured, ThrownIn)
    return next((one.seq for one in entries if isinstance(one.event, ends)), None)


def _unopened(state: State, row: int) -> tuple[Option, ...]:
    """House: once the hand is counted, that count stands; a dispute goes against the bidders."""
    if state.round.id == row:
        return ()
    hand = next((one for one in state.past if one.id == row), None)
    if hand is None or hand.bid is None or hand.count is None:
        return nothing_else(state, row)
    return ((message("rook.seal.unopened", team=hand.bid.team), ()),)


SEALABLES = (
    Sealable(
        what="rook.seal.discards",
        form=DiscardsSealForm,
        seats=_seats,
        most=lambda state: 1,
        deal=_deal,
        facts=_facts,
        place=_place,
        unopened=_unopened,
    ),
)
