"""The parts of a deal as questions: its contract, and the tricks that were taken."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.contract import Contract, Denomination, Doubling, Tariff
from scorekeeper.games.bridge.events import ContractStated
from scorekeeper.games.bridge.forms.fields import (
    BridgeForm,
    Chosen,
    Count,
    OffPage,
    buttons,
    cell,
    seat_choices,
)
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
