"""What holds for the Jokers of one deal, before its bidding and after."""

from collections.abc import Mapping
from typing import Any

from wtforms.validators import ValidationError

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.bridge.contract import Denomination
from scorekeeper.games.bridge.events import HiddenDealt, JokersDeclared, WildcardNamed
from scorekeeper.games.bridge.forms.deal import PlayedPart
from scorekeeper.games.bridge.forms.fields import (
    BridgeForm,
    Chosen,
    OffPage,
    buttons,
    cell,
    fill,
    remove,
    said,
    seat_choices,
)
from scorekeeper.games.bridge.glance import unnamed_jokers
from scorekeeper.games.bridge.pack import hcp, joker_suits, pack_of, wildcard_suits
from scorekeeper.games.bridge.settings import Power, SuitMode
from scorekeeper.games.fields import label

_MOST = 2
"""The most Jokers whose suit is a question: with four, each has its own."""


class JokersForm(BridgeForm):
    """Power, suits, and who got the face-down cards."""

    NAME = "jokers"
    STATES = (JokersDeclared, HiddenDealt)
    ALONE = (JokersDeclared, HiddenDealt)
    power = buttons("bridge.form.power", Chosen("bridge.form.no-answer"))
    mode = buttons("bridge.form.mode", Chosen("bridge.form.no-answer"))
    suit_0 = buttons("bridge.form.joker-suit", Chosen())
    suit_1 = buttons("bridge.form.joker-suit", Chosen())
    holder_0 = buttons("bridge.form.hidden-holder", Chosen("bridge.form.no-holder"))
    holder_1 = buttons("bridge.form.hidden-holder", Chosen("bridge.form.no-holder"))
    suits = OffPage()
    holders = OffPage()

    def lay_out(self) -> None:
        """Offer what this variant leaves open, the present answers chosen."""
        super().lay_out()
        self.power.choices = [(one.value, label(f"bridge.power.{one.value}")) for one in Power]
        self.mode.choices = [
            (one.value, label(f"bridge.form.mode.{one.value}")) for one in SuitMode
        ]
        if self.jokers is not None:
            fill(self.power, self.jokers.power.value)
            fill(self.mode, self.jokers.mode.value)
        hidden = pack_of(self.settings).hidden
        if not hidden:
            remove(self, "mode")
        for n in range(_MOST):
            self._lay_out_joker(n, n < hidden)

    def _lay_out_joker(self, n: int, is_asked: bool) -> None:
        suit, holder = self.ask(f"suit_{n}"), self.ask(f"holder_{n}")
        if not is_asked:
            remove(self, f"suit_{n}", f"holder_{n}")
            return
        joker = pack_of(self.settings).jokers[n]
        suit.choices = [(one.value, one) for one in joker_suits(joker)]
        agreed = self.jokers.suit(joker) if self.jokers else None
        fill(suit, agreed.value if agreed else None)
        holder.choices = seat_choices()
        fill(holder, self.dealt_to[n].value)

    def facts(self) -> tuple[Event, ...]:
        """What was declared, and the holders where they aren't those of the dealing order."""
        declared = JokersDeclared(Power(self.power.data), self._mode(), self._suits())
        holders = tuple(Seat(self.ask(f"holder_{n}").data) for n in self._asked())
        if holders == self.dealt_to:
            return (declared,)
        return (declared, HiddenDealt(holders))

    def view(self) -> Mapping[str, Any]:
        """The buttons, and the high card points as printed."""
        return {
            **super().view(),
            "powers": [
                cell(self.power, one, below=message(f"bridge.form.power.{one.value}"))
                for one in self.power.iter_choices()
            ],
            "modes": [cell(self.mode, one) for one in self.mode.iter_choices()]
            if self._asked()
            else [],
            "jokers": [self._view_joker(n) for n in self._asked()],
            "points": [
                {
                    "power": message(f"bridge.power.{one.value}"),
                    "is_now": self.power.data == one.value,
                    "trumps": hcp(one, Denomination.SPADES),
                    "nt": hcp(one, Denomination.NO_TRUMP),
                    "mean": hcp(one),
                }
                for one in Power
            ],
        }

    def _asked(self) -> range:
        return range(pack_of(self.settings).hidden)

    def _mode(self) -> SuitMode | None:
        return SuitMode(self.mode.data) if self._asked() else None

    def _suits(self) -> tuple[tuple[Card, Suit], ...]:
        if self._mode() is not SuitMode.OPEN:
            return ()
        jokers = pack_of(self.settings).jokers
        chosen = ((jokers[n], self.ask(f"suit_{n}").data) for n in self._asked())
        return tuple((joker, Suit(suit)) for joker, suit in chosen if suit)

    def _view_joker(self, n: int) -> dict[str, Any]:
        suit, holder = self.ask(f"suit_{n}"), self.ask(f"holder_{n}")
        return {
            "joker": pack_of(self.settings).jokers[n],
            "suit": suit,
            "suits": [cell(suit, one) for one in suit.iter_choices()],
            "holder": holder,
            "holders": [
                cell(holder, one, below=self.people.get(one.value)) for one in holder.iter_choices()
            ],
            "number": n + 1,
        }


class WildcardForm(PlayedPart):
    """The suit that each wildcard takes, before the opening lead."""

    NAME = "wildcard"
    STATES = (WildcardNamed,)
    ALONE = (WildcardNamed,)
    suit_0 = buttons("bridge.form.joker-suit", Chosen())
    suit_1 = buttons("bridge.form.joker-suit", Chosen())
    joker = OffPage()
    suit = OffPage()

    def lay_out(self) -> None:
        """Offer each Joker's two suits; trumps come chosen where it can become one."""
        super().lay_out()
        contract = self.deal.contract
        trumps = contract.denomination.suit if contract else None
        for n in range(_MOST):
            field = self.ask(f"suit_{n}")
            if n >= len(self._unnamed()):
                remove(self, f"suit_{n}")
                continue
            suits = wildcard_suits(self._unnamed()[n], self.settings)
            field.choices = [(one.value, one) for one in suits]
            field.choices += [("", label("bridge.form.face-down"))]
            fill(field, trumps.value if trumps in suits and trumps else None)

    def validate_suit(self, field: Any) -> None:
        """Refuse to record nothing."""
        if not self.facts():
            raise ValidationError(said("bridge.form.no-suit"))

    def facts(self) -> tuple[Event, ...]:
        """The suits."""
        chosen = ((joker, self.ask(f"suit_{n}").data) for n, joker in enumerate(self._unnamed()))
        return tuple(WildcardNamed(joker, Suit(suit)) for joker, suit in chosen if suit)

    def view(self) -> Mapping[str, Any]:
        """The buttons for each Joker."""
        return {
            **super().view(),
            "jokers": [
                {
                    "joker": joker,
                    "suit": self.ask(f"suit_{n}"),
                    "suits": [
                        cell(self.ask(f"suit_{n}"), one)
                        for one in self.ask(f"suit_{n}").iter_choices()
                    ],
                }
                for n, joker in enumerate(self._unnamed())
            ],
        }

    def _unnamed(self) -> tuple[Card, ...]:
        return unnamed_jokers(self.table)[:_MOST]
