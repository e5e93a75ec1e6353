"""The face-down cards turned up at the end of a deal, each by suit and rank."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.events import HiddenShown
from scorekeeper.games.bridge.forms.fields import (
    BridgeForm,
    Chosen,
    OffPage,
    buttons,
    cell,
    fill,
    rank_choices,
    remove,
    said,
    seat_choices,
)
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.fields import label

NOT_SHOWN = "none"
"""What stands for a card that nobody turned up, where a rank is chosen."""

_MOST = 2


class HiddenPart(BridgeForm):
    """Up to two face-down cards. Who holds them is filled in by the order of dealing (J12)."""

    hidden_0_suit = buttons("bridge.form.hidden-suit", Chosen())
    hidden_0_rank = buttons("bridge.form.hidden-rank", Chosen())
    hidden_0_holder = buttons("bridge.form.hidden-holder", Chosen("bridge.form.no-holder"))
    hidden_1_suit = buttons("bridge.form.hidden-suit", Chosen())
    hidden_1_rank = buttons("bridge.form.hidden-rank", Chosen())
    hidden_1_holder = buttons("bridge.form.hidden-holder", Chosen("bridge.form.no-holder"))
    card = OffPage()
    holder = OffPage()

    def lay_out(self) -> None:
        """Offer the cards of the pack and the seats."""
        super().lay_out()
        for n in range(_MOST):
            if n < self.hidden_count:
                self._lay_out_card(n)
            else:
                remove(self, *(f"hidden_{n}_{what}" for what in ("suit", "rank", "holder")))

    @property
    def hidden_count(self) -> int:
        """How many cards this form asks about."""
        return pack_of(self.settings).hidden

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether each card is wholly given or not at all, and the rest of the form is valid."""
        rest = super().validate(extra_validators)
        return all([rest, *(self._check_card(n) for n in range(self.hidden_count))])

    def shown(self) -> tuple[HiddenShown, ...]:
        """The cards that were turned up, and those that are known never to have been."""
        facts = (self._shown(n) for n in range(self.hidden_count))
        return tuple(fact for fact in facts if fact is not None)

    def view(self) -> Mapping[str, Any]:
        """The buttons for each card."""
        return {
            **super().view(),
            "hidden": [self._view_card(n) for n in range(self.hidden_count)],
        }

    def card_fields(self, n: int) -> tuple[Any, Any, Any]:
        suit, rank, holder = (self.ask(f"hidden_{n}_{one}") for one in ("suit", "rank", "holder"))
        return suit, rank, holder

    def _lay_out_card(self, n: int) -> None:
        suit, rank, holder = self.card_fields(n)
        pack = pack_of(self.settings)
        suit.choices = [(one.value, one) for one in pack.suits]
        suit.choices += [(str(one), one) for one in pack.jokers]
        rank.choices = rank_choices(reversed(pack.ranks))
        rank.choices += [(NOT_SHOWN, label("bridge.form.not-shown"))]
        holder.choices = seat_choices()
        if n < len(self.dealt_to):
            fill(holder, self.dealt_to[n].value)

    def _check_card(self, n: int) -> bool:
        suit, rank, _ = self.card_fields(n)
        if suit.errors or rank.errors:
            return False
        if rank.data == NOT_SHOWN or _joker(suit.data) or bool(suit.data) == bool(rank.data):
            return True
        if suit.data:
            why = said("bridge.form.hidden-no-rank", suit=Suit(suit.data))
        else:
            why = said("bridge.form.hidden-no-suit", rank=rank.data)
        rank.errors = [*rank.errors, why]
        return False

    def _shown(self, n: int) -> HiddenShown | None:
        suit, rank, holder = self.card_fields(n)
        seat = Seat(holder.data)
        if rank.data == NOT_SHOWN:
            return HiddenShown(seat)
        if not suit.data:
            return None
        return HiddenShown(seat, _joker(suit.data) or Card(rank.data, Suit(suit.data)))

    def _view_card(self, n: int) -> dict[str, Any]:
        suit, rank, holder = self.card_fields(n)
        return {
            "heading": _heading(n, self.hidden_count),
            "held_by": next((one.label for one in holder.iter_choices() if one.selected), None),
            "suit": suit,
            "rank": rank,
            "holder": holder,
            "suits": [cell(suit, one) for one in suit.iter_choices()],
            "ranks": [
                cell(rank, one, "said" if one.value == NOT_SHOWN else "")
                for one in rank.iter_choices()
            ],
            "holders": [
                cell(holder, one, below=self.people.get(one.value)) for one in holder.iter_choices()
            ],
        }


def card_data(n: int, fact: HiddenShown) -> dict[str, str]:
    """The fields of the card at place `n` as they state this fact."""
    data = {f"hidden_{n}_holder": fact.holder.value}
    if fact.card is None:
        return data | {f"hidden_{n}_rank": NOT_SHOWN}
    if fact.card.suit is None:
        return data | {f"hidden_{n}_suit": str(fact.card)}
    return data | {f"hidden_{n}_suit": fact.card.suit.value, f"hidden_{n}_rank": fact.card.rank}


def _joker(chosen: str | None) -> Card | None:
    """The Joker that was chosen instead of a suit, if it was."""
    return Card.parse(chosen) if chosen and chosen.endswith("Joker") else None


def _heading(n: int, count: int) -> Message:
    """Which card is meant, where there are two."""
    if count == 1:
        return message("bridge.form.hidden")
    return message("bridge.form.hidden-nth", number=n + 1)
