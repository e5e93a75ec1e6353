"""What is asked after an auction, or of one fact alone: tricks, cards, honours."""

from collections.abc import Mapping
from typing import Any

from wtforms import HiddenField
from wtforms.validators import ValidationError

from scorekeeper.core.messages import message
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.bridge.auction import dummy, opening_leader
from scorekeeper.games.bridge.contract import Contract
from scorekeeper.games.bridge.events import (
    ContractStated,
    HiddenShown,
    HonoursHeld,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.forms.auction import auction_rows, last_call
from scorekeeper.games.bridge.forms.fields import BridgeForm, said
from scorekeeper.games.bridge.forms.hidden import HiddenPart
from scorekeeper.games.bridge.forms.honours import HonoursPart
from scorekeeper.games.bridge.forms.parts import ContractPart, TricksPart
from scorekeeper.games.bridge.glance import hidden_left
from scorekeeper.games.bridge.state import Deal, declaring_side, play_rules_of


class PlayedPart(BridgeForm):
    """The contract that is being played, said in words.

    A deal that is corrected as a whole is not in the state that comes before it: its contract
    and declarer go with the form.
    """

    played = HiddenField()
    played_by = HiddenField()

    @property
    def is_correction(self) -> bool:
        """Whether a deal that is over is stated anew."""
        return bool(self.played.data)

    def contract_played(self) -> Contract | None:
        """The contract of the deal."""
        try:
            return Contract.parse(self.played.data or "")
        except ValueError:
            return self.deal.contract

    def declarer_seat(self) -> Seat | None:
        """Who plays it."""
        try:
            return Seat(self.played_by.data or "")
        except ValueError:
            return self.deal.declarer

    def view(self) -> Mapping[str, Any]:
        """Contract, declarer, dummy and opening leader, and the auction that led there."""
        declarer = self.declarer_seat()
        heads, rows = auction_rows(self.deal.auction)
        return {
            **super().view(),
            "contract": self.contract_played(),
            "declarer": declarer,
            "dummy": declarer and dummy(declarer),
            "leader": declarer and opening_leader(declarer),
            "heads": heads,
            "rows": rows if self.deal.calls else [],
            "back": last_call(self.folded),
        }


class ResultForm(PlayedPart, TricksPart, HiddenPart, HonoursPart):
    """How the contract fared."""

    NAME = "result"
    STATES = (TricksTaken, HiddenShown, HonoursHeld)

    def lay_out(self) -> None:
        """Fill in the tricks that were watched to the end."""
        super().lay_out()
        deal, rules = self.deal, play_rules_of(self.deal, self.settings)
        is_blank = self.tricks.raw_data is None and not self.tricks.data
        if is_blank and rules is not None and deal.watched.is_over(rules):
            side = declaring_side(deal)
            self.tricks.data = str(deal.watched.won_by(side))

    def facts(self) -> tuple[Event, ...]:
        """Tricks, cards turned up, honours."""
        held = self.held()
        if self.is_correction:
            held = tuple(fact for fact in held if not isinstance(fact, WildcardNamed))
        return (TricksTaken(int(self.tricks.data)), *self.shown(), *held)

    def known(self) -> Contract | None:
        """The contract that was reached."""
        return self.contract_played()

    def final_contract(self) -> Contract | None:
        """The contract that was reached."""
        return self.contract_played()


class TricksForm(PlayedPart, TricksPart):
    """The tricks alone."""

    NAME = "tricks"
    STATES = (TricksTaken,)

    def facts(self) -> tuple[Event, ...]:
        """The tricks."""
        return (TricksTaken(int(self.tricks.data)),)


class ContractForm(ContractPart):
    """The contract alone."""

    NAME = "contract"
    STATES = (ContractStated,)

    def facts(self) -> tuple[Event, ...]:
        """The contract."""
        return (self.stated(),)


class LateForm(BridgeForm):
    """A question about the deal that was played last."""

    @property
    def deal(self) -> Deal:
        """The deal that cards and honours still belong to."""
        return self.table.last


class RevealForm(LateForm, HiddenPart):
    """One face-down card turned up after the deal was saved."""

    NAME = "reveal"
    STATES = (HiddenShown,)
    never = HiddenField()

    @property
    def hidden_count(self) -> int:
        """One at a time."""
        return 1

    @property
    def dealt_to(self) -> tuple[Seat, ...]:
        """Those whose card has not been seen."""
        return hidden_left(self.table) or super().dealt_to

    def validate_card(self, field: Any) -> None:
        """Refuse to record nothing."""
        suit, rank, _ = self.card_fields(0)
        if not suit.data and not rank.data:
            raise ValidationError(said("bridge.form.no-card"))

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether a card was chosen, or said never to have been shown, and by whom."""
        if self.never.data:
            return bool(self.hidden_0_holder.validate(self))
        return super().validate(extra_validators)

    def facts(self) -> tuple[Event, ...]:
        """The card, or that it was never shown."""
        if self.never.data:
            return (HiddenShown(Seat(self.hidden_0_holder.data)),)
        return self.shown()

    def view(self) -> Mapping[str, Any]:
        """The picker, and whose card it is."""
        seat = self.dealt_to[0] if self.dealt_to else self.deal.dealer
        return {**super().view(), "question": message("bridge.turn.hidden", seat=seat)}


class HonoursForm(LateForm, HonoursPart):
    """Honours that were forgotten when the deal was saved."""

    NAME = "honours"
    STATES = (HonoursHeld,)

    def validate_cards(self, field: Any) -> None:
        """Refuse to record nothing."""
        if "honours_seat" not in self or not self.honours_seat.data:
            raise ValidationError(said("bridge.form.no-honours"))

    def facts(self) -> tuple[Event, ...]:
        """The honours."""
        return self.held()
