"""A Joker's suit, sealed before the bidding by whoever holds the Joker.

Rule: Joker Bridge §2, §3: an arbiter verifies suits that were not declared. House: readings §7:
what is never opened leaves a Joker in a suit of its colour that is not trumps.
"""

from itertools import product
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import listed, message
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import Event
from scorekeeper.games.bridge.events import JokersDeclared, Suits
from scorekeeper.games.bridge.glance import has_ended
from scorekeeper.games.bridge.pack import joker_suits, pack_of
from scorekeeper.games.bridge.pages_bid import BridgeForm
from scorekeeper.games.bridge.pages_jokers import joker_suit
from scorekeeper.games.bridge.settings import DisputedSuit, JokerSettings, SuitMode
from scorekeeper.games.bridge.state import State, jokers_of
from scorekeeper.games.fields import choose, label
from scorekeeper.games.seals import Deal as SealedIn
from scorekeeper.games.seals import Option, Sealable, SealForm, nothing_else


class JokerSuitForm(SealForm, BridgeForm):
    """Which Joker its holder has, and the suit that it is to belong to."""

    NAME = "joker-suit"
    TEMPLATE = "games/bridge/seal_joker_suit.html"
    joker = choose(
        Card,
        required=True,
        missing="no-joker",
        choices=lambda form: form.pack.jokers,
        default=lambda form: form.pack.jokers[0] if len(form.pack.jokers) == 1 else None,
        text=label("bridge.form.which-joker"),
    )
    suit_0, suit_1 = joker_suit(0), joker_suit(1)

    @property
    def asked_jokers(self) -> dict[Card, Any]:
        """The field of the suit of each Joker."""
        return {joker: self[f"suit_{n}"] for n, joker in enumerate(self.pack.jokers[:2])}

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether a Joker is chosen and a suit for that one."""
        is_valid = super().validate(extra_validators)
        field = self.asked_jokers.get(self.joker.data)
        if field is None or field.data:
            return is_valid
        field.errors = [*field.errors, label("bridge.form.no-suit-sealed")]
        return False

    def value(self) -> dict[str, str]:
        """The Joker and its suit."""
        suit = self.asked_jokers[self.joker.data].data
        return {"joker": str(self.joker.data), "suit": suit.value}


def _seats(state: State) -> tuple[Seat, ...]:
    """Anybody, before the first call of a deal whose suits are sealed; nobody after it."""
    deal = state.round
    jokers = jokers_of(deal, state.settings)
    is_before = not deal.calls and deal.contract is None
    is_sealed = jokers is not None and jokers.mode is SuitMode.SEALED
    return COMPASS if is_before and is_sealed else ()


def _most(state: State) -> int:
    return pack_of(state.settings).hidden


def _deal(state: State) -> SealedIn | None:
    deal = state.round
    return SealedIn(deal.id, deal.entries[0]) if deal.id is not None else None


def _begins(state: State) -> tuple[Event, ...]:
    """Say what the settings say already, so that the deal has begun and the seal belongs to it."""
    return (JokersDeclared(mode=SuitMode.SEALED),)


def _facts(value: Any) -> tuple[Event, ...]:
    try:
        joker, suit = Card.parse(value["joker"]), Suit(value["suit"])
    except (AttributeError, KeyError, TypeError) as fault:
        raise ValueError("no Joker with its suit") from fault
    return (JokersDeclared(suits=((joker, suit),)),)


def _unopened(state: State, row: int) -> tuple[Option, ...]:
    """House: of the suits of its colour, each that is not trumps; once trumps are known."""
    deals = (state.round, *state.backwards())
    deal = next((one for one in deals if one.id == row), None)
    jokers = jokers_of(deal, state.settings) if deal else None
    if deal is None or jokers is None:
        return nothing_else(state, row)
    if deal.contract is None:
        return nothing_else(state, row) if deal.is_over else ()
    trumps = deal.contract.denomination.suit
    face_down = {one.card for one in deal.shown}
    open_ones = [
        one
        for one in pack_of(state.settings).jokers
        if jokers.suit(one) is None and one not in face_down
    ]
    if not open_ones:
        return nothing_else(state, row)
    settings = state.settings
    is_any = isinstance(settings, JokerSettings) and settings.disputed_suit is DisputedSuit.OTHERS
    suits = (
        [suit for suit in joker_suits(one) if is_any or suit is not trumps] for one in open_ones
    )
    return tuple(_option(tuple(zip(open_ones, each, strict=True))) for each in product(*suits))


def _option(suits: Suits) -> Option:
    said = (message("bridge.said.joker-suit", joker=joker, suit=suit) for joker, suit in suits)
    what = message("bridge.seal.unopened", parts=listed(tuple(said)))
    return what, (JokersDeclared(suits=suits),)


SEALABLES = (
    Sealable(
        what="bridge.seal.joker-suit",
        form=JokerSuitForm,
        seats=_seats,
        most=_most,
        deal=_deal,
        begins=_begins,
        is_due=lambda state: bool(_seats(state)) and not has_ended(state),
        facts=_facts,
        unopened=_unopened,
    ),
)
