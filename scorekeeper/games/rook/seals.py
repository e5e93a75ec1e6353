"""The five discards, and the kitty, sealed by the bidder and opened when the hand is over.

Rule: §4, §6: what lies there is known to the bidder alone, and is scored at the end. House:
readings §7: discards that nobody opens count as the count says.
"""

from functools import partial
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.evening import ThrownIn
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, Recorded
from scorekeeper.games.rook.events import CardsCaptured, CountStated, DiscardsMade, KittyTaken
from scorekeeper.games.rook.play import KITTY, cards_of
from scorekeeper.games.rook.state import State
from scorekeeper.games.seals import CardsForm, Deal, Option, Sealable, nothing_else


class FiveForm(CardsForm):
    """Five cards that only the bidder has seen."""

    def offered(self) -> tuple[frozenset[Card], int, int]:
        """The whole pack, five of it."""
        return frozenset(cards_of(self.state.settings.deck)), KITTY, KITTY


class DiscardsSealForm(FiveForm):
    """The five cards that the bidder laid back."""

    NAME = "discards"


class KittySealForm(FiveForm):
    """The five cards that the bidder took up."""

    NAME = "kitty"


def _deal(state: State) -> Deal | None:
    hand = state.round
    return Deal(hand.id, hand.entries[0]) if hand.id is not None else None


def _facts(kind: type[DiscardsMade | KittyTaken], value: Any) -> tuple[Event, ...]:
    if (
        not isinstance(value, list)
        or len(value) != KITTY
        or not all(isinstance(c, str) for c in value)
    ):
        raise ValueError("no five cards")
    return (kind(tuple(map(Card.parse, value))),)


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


def _sealable(form: type[FiveForm], kind: type[DiscardsMade | KittyTaken]) -> Sealable:
    def seats(state: State) -> tuple[Seat, ...]:
        """The bidder, as long as these cards of the hand have not been named."""
        hand = state.round
        return (hand.bid.bidder,) if hand.bid and not getattr(hand, form.NAME) else ()

    return Sealable(
        what=f"rook.seal.{form.NAME}",
        form=form,
        seats=seats,
        most=lambda state: 1,
        deal=_deal,
        facts=partial(_facts, kind),
        place=_place,
        unopened=_unopened if kind is DiscardsMade else nothing_else,
    )


SEALABLES = (_sealable(DiscardsSealForm, DiscardsMade), _sealable(KittySealForm, KittyTaken))
