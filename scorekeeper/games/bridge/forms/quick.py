"""A whole deal on one page: contract, declarer, tricks, face-down cards, honours."""

from collections.abc import Mapping
from typing import Any

from wtforms import HiddenField

from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.session import Event, Recorded
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import (
    ContractStated,
    HiddenShown,
    HonoursHeld,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.forms.hidden import HiddenPart
from scorekeeper.games.bridge.forms.honours import HonoursPart
from scorekeeper.games.bridge.forms.last import QUICKLY, last_deal
from scorekeeper.games.bridge.forms.parts import ContractPart, TricksPart


class QuickForm(ContractPart, TricksPart, HiddenPart, HonoursPart):
    """A deal without its auction, or that it was passed out."""

    NAME = QUICKLY
    STATES = (ContractStated, PassedOut, WildcardNamed, TricksTaken, HiddenShown, HonoursHeld)
    passed_out = HiddenField()

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether the deal is wholly given; a passed-out one has only its face-down cards."""
        if super().validate(extra_validators):
            return True
        if not self.passed_out.data:
            return False
        for name, field in self._fields.items():
            if not name.startswith("hidden_"):
                field.errors = []
        return not any(field.errors for field in self._fields.values())

    def facts(self) -> tuple[Event, ...]:
        """The deal in the order in which it happened."""
        if self.passed_out.data:
            return (PassedOut(), *self.shown())
        tricks = TricksTaken(int(self.tricks.data))
        return (self.stated(), tricks, *self.shown(), *self.held())

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """All but the watched cards; those as well where the deal was passed out."""
        own = (*self.STATES, CardPlayed, LeadIs) if self.passed_out.data else self.STATES
        return tuple(one for one in entries if isinstance(one.event, own)) or entries

    def known(self) -> Contract | None:
        """Nothing: the contract is asked on the same page."""
        return None

    def final_contract(self) -> Contract | None:
        """The contract as it is being stated; None while the form is drawn, or passed out."""
        if not self.is_sent or self.errors or self.passed_out.data:
            return None
        return self.stated().contract

    def view(self) -> Mapping[str, Any]:
        """The buttons of the page, and what the last deal scored."""
        return {**super().view(), "last": last_deal(self.table)}
