"""The questions about how a deal went: its tricks, and all of it on one page."""

from collections.abc import Iterable
from typing import Any

from wtforms import HiddenField

from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.session import Event, Recorded
from scorekeeper.games.ask import QUICK
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import (
    EVENTS,
    CallMade,
    ContractStated,
    HiddenShown,
    HonoursHeld,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.pages_bid import BridgeForm, ContractPart, PlayedPart
from scorekeeper.games.bridge.pages_cards import HiddenPart, HonoursPart
from scorekeeper.games.bridge.sheet import signed
from scorekeeper.games.bridge.state import Deal, State, watched_tricks
from scorekeeper.games.fields import ask, label

# ---- tricks ----


def _counts(form: Any) -> range:
    return range(form.tariff.tricks + 1)


def _watched(form: Any) -> int | None:
    return watched_tricks(form.deal, form.settings)


class TricksPart(BridgeForm):
    """The tricks of declarer's side: every possible count is one tap."""

    tricks = ask(TricksTaken, choices=_counts, default=_watched, is_free=True, missing="no-tricks")

    @property
    def in_all(self) -> Message:
        """How many tricks there are."""
        return message("bridge.form.in-all", n=self.tariff.tricks)

    @property
    def final_contract(self) -> Contract | None:
        """The contract, where it was recorded before."""
        return self.deal.contract

    def beside(self, field: Any, value: str) -> tuple[str, object]:
        """Beside a number of tricks: what it comes to, where the contract is known."""
        if field is not self.tricks:
            return super().beside(field, value)
        odd = int(value) - self.tariff.book
        if self.final_contract is None or isinstance(self, ContractPart):
            return (f"odd odd-{odd}" if odd >= 0 else f"odd under-{-odd}"), None
        over = odd - self.final_contract.level
        return ("", signed(over)) if over else ("need", label("bridge.form.made"))


class TricksForm(PlayedPart, TricksPart):
    """The tricks alone."""

    NAME = "tricks"
    STATES = ALONE = (TricksTaken,)


# ---- the forms ----


class ResultForm(PlayedPart, TricksPart, HiddenPart, HonoursPart):
    """How the contract fared."""

    NAME = "result"
    STATES = (TricksTaken, HiddenShown, HonoursHeld)
    WHOLE = (CallMade,)

    def facts(self) -> tuple[Event, ...]:
        """Tricks, cards turned up, honours."""
        honours = self.honours()
        if self.played.data:
            honours = tuple(fact for fact in honours if not isinstance(fact, WildcardNamed))
        return (TricksTaken(self.tricks.data), *self.hidden_shown(), *honours)

    @classmethod
    def filled(cls, state: State, events: Iterable[Event]) -> dict[str, Any]:
        """The rest of a deal with its auction, whose calls are corrected one by one."""
        events = tuple(events)
        calls = tuple(event for event in events if isinstance(event, CallMade))
        first = calls[0].seat
        auction = Deal(state.dealer, calls=tuple(one.call for one in calls), first=first).auction
        assert auction.declarer is not None  # noqa: S101 - the flow asks of no other
        played = {"played": str(auction.contract), "played_by": auction.declarer.value}
        return super().filled(state, events) | played


class QuickForm(ContractPart, TricksPart, HiddenPart, HonoursPart):
    """A deal without its auction, or that it was passed out."""

    NAME = QUICK
    STATES = (ContractStated, PassedOut, WildcardNamed, TricksTaken, HiddenShown, HonoursHeld)
    ALONE = (PassedOut,)
    WHOLE = tuple(kind for kind in EVENTS if kind not in (CallMade, CardPlayed, LeadIs))
    passed_out = HiddenField()

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether the deal is wholly given; a passed-out one has only its face-down cards."""
        is_valid = super().validate(extra_validators)
        if is_valid or not self.passed_out.data:
            return is_valid
        for name, field in self._fields.items():
            field.errors = field.errors if name.startswith("hidden_") else []
        return not self.errors

    def facts(self) -> tuple[Event, ...]:
        """The deal in the order in which it happened."""
        if self.passed_out.data:
            return (PassedOut(), *self.hidden_shown())
        stated = (ContractStated(self.bid, self.declarer.data), TricksTaken(self.tricks.data))
        return (*stated, *self.hidden_shown(), *self.honours())

    def restates(self, entries: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
        """All but the watched cards; those as well where the deal was passed out."""
        own = (*self.STATES, CardPlayed, LeadIs) if self.passed_out.data else self.STATES
        return tuple(one for one in entries if isinstance(one.event, own)) or entries

    @property
    def final_contract(self) -> Contract | None:
        """The contract as it is being stated; None while the form is drawn, or passed out."""
        if self.level.raw_data is None or self.errors or self.passed_out.data:
            return None
        return self.bid
