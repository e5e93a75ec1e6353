"""A deal as questions: its contract, its tricks, and all of it on one page."""

from collections.abc import Mapping
from typing import Any

from wtforms import HiddenField
from wtforms.validators import ValidationError

from scorekeeper.core.messages import message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event, Recorded
from scorekeeper.games.bridge.auction import dummy, opening_leader
from scorekeeper.games.bridge.contract import Contract, Denomination, Doubling, Tariff
from scorekeeper.games.bridge.events import (
    ContractStated,
    HiddenShown,
    HonoursHeld,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.forms.auction import auction_rows, last_call
from scorekeeper.games.bridge.forms.cards import HiddenPart, HonoursPart
from scorekeeper.games.bridge.forms.fields import (
    QUICKLY,
    BridgeForm,
    Chosen,
    Count,
    OffPage,
    buttons,
    cell,
    last_deal,
    said,
    seat_choices,
)
from scorekeeper.games.bridge.glance import hidden_left
from scorekeeper.games.bridge.state import Deal, declaring_side, play_rules_of
from scorekeeper.games.bridge.tariffs import tariff_of
from scorekeeper.games.fields import label


class ContractPart(BridgeForm):
    """Level, denomination, doubling and declarer."""

    level = buttons("bridge.form.level", Count("bridge.form.no-level"))
    denomination = buttons("bridge.form.denomination", Chosen("bridge.form.no-denomination"))
    doubling = buttons("bridge.form.doubling", Chosen(), default="")
    declarer = buttons("bridge.form.declarer", Chosen("bridge.form.no-declarer"))
    contract = OffPage()

    def lay_out(self) -> None:
        """Offer the bids of the game."""
        super().lay_out()
        tariff = self.tariff
        low = 0 if tariff.zero else 1
        self.level.choices = [(str(n), str(n)) for n in range(low, tariff.top_level + 1)]
        self.denomination.choices = [(one.value, one) for one in tariff.denominations]
        self.doubling.choices = [
            (one.value, label(f"bridge.form.{one.name.lower()}")) for one in Doubling
        ]
        self.declarer.choices = seat_choices()

    @property
    def tariff(self) -> Tariff:
        """The figures of the game; vulnerability changes none of those a form needs."""
        return tariff_of(self.settings, False)

    def stated(self) -> ContractStated:
        """The contract and its declarer, once valid."""
        contract = Contract(
            int(self.level.data),
            Denomination(self.denomination.data),
            Doubling(self.doubling.data),
        )
        return ContractStated(contract, Seat(self.declarer.data))

    def view(self) -> Mapping[str, Any]:
        """The buttons of the four questions."""
        return {
            **super().view(),
            "levels": [cell(self.level, one) for one in self.level.iter_choices()],
            "denominations": [
                cell(self.denomination, one) for one in self.denomination.iter_choices()
            ],
            "doublings": [cell(self.doubling, one) for one in self.doubling.iter_choices()],
            "declarers": [
                cell(self.declarer, one, below=self.people.get(one.value))
                for one in self.declarer.iter_choices()
            ],
        }


class TricksPart(BridgeForm):
    """The tricks of declarer's side: every possible count is one tap."""

    tricks = buttons("bridge.form.tricks", Count("bridge.form.no-tricks"))

    def lay_out(self) -> None:
        """Offer every count there can be."""
        super().lay_out()
        top = tariff_of(self.settings, False).tricks
        self.tricks.choices = [(str(n), str(n)) for n in range(top + 1)]

    def known(self) -> Contract | None:
        """The contract, where it was recorded before."""
        return self.deal.contract

    def view(self) -> Mapping[str, Any]:
        """A cell for each count: what it comes to, where the contract is known."""
        book = tariff_of(self.settings, False).book
        return {
            **super().view(),
            "counts": [
                cell(self.tricks, one, *_mark(int(one.value) - book, self.known()))
                for one in self.tricks.iter_choices()
            ],
            "in_all": label("bridge.form.in-all", n=tariff_of(self.settings, False).tricks),
        }


def _mark(odd: int, contract: Contract | None) -> tuple[str, object]:
    """How a number of odd tricks is marked, and the result it would be."""
    if contract is None:
        return (f"odd odd-{odd}" if odd >= 0 else ""), None
    over = odd - contract.level
    if over == 0:
        return "need", label("bridge.form.made")
    return "", f"+{over}" if over > 0 else f"−{-over}"


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
    ALONE = (TricksTaken,)

    def facts(self) -> tuple[Event, ...]:
        """The tricks."""
        return (TricksTaken(int(self.tricks.data)),)


class ContractForm(ContractPart):
    """The contract alone."""

    NAME = "contract"
    STATES = (ContractStated,)
    ALONE = (ContractStated,)

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
    ALONE = (HiddenShown,)
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
    ALONE = (HonoursHeld,)

    def validate_cards(self, field: Any) -> None:
        """Refuse to record nothing."""
        if "honours_seat" not in self or not self.honours_seat.data:
            raise ValidationError(said("bridge.form.no-honours"))

    def facts(self) -> tuple[Event, ...]:
        """The honours."""
        return self.held()


# ---- all of a deal on one page ----


class QuickForm(ContractPart, TricksPart, HiddenPart, HonoursPart):
    """A deal without its auction, or that it was passed out."""

    NAME = QUICKLY
    STATES = (ContractStated, PassedOut, WildcardNamed, TricksTaken, HiddenShown, HonoursHeld)
    ALONE = (PassedOut,)
    WHOLE = (ContractStated, PassedOut, TricksTaken)
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
