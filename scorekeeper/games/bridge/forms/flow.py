"""Which question comes next, and which one restates what was recorded."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.messages import message
from scorekeeper.core.session import Event, Recorded
from scorekeeper.games.ask import EntryFlow
from scorekeeper.games.bridge.events import (
    CallMade,
    ContractStated,
    HiddenDealt,
    HiddenShown,
    HonoursHeld,
    JokersDeclared,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.forms.auction import AuctionForm
from scorekeeper.games.bridge.forms.cards import card_data, honours_data
from scorekeeper.games.bridge.forms.deal import (
    ContractForm,
    HonoursForm,
    QuickForm,
    ResultForm,
    RevealForm,
    TricksForm,
)
from scorekeeper.games.bridge.forms.fields import BridgeForm, depth, ended, last_deal
from scorekeeper.games.bridge.forms.jokers import JokersForm, WildcardForm
from scorekeeper.games.bridge.glance import Awaited, awaited, has_ended
from scorekeeper.games.bridge.lines import honours_scored
from scorekeeper.games.bridge.pack import pack_of
from scorekeeper.games.bridge.state import Deal, State


class OverForm(BridgeForm):
    """No question: the result of what has just ended."""

    NAME = "over"

    def facts(self) -> tuple[Event, ...]:
        """Nothing can be stated here."""
        return ()

    def view(self) -> Mapping[str, Any]:
        """The headline, both totals and the deal that brought the end."""
        section = ended(self.table)
        return {
            **super().view(),
            "headline": section and section.headline,
            "next": depth(self.table),
            "go": section and message(f"bridge.form.next.{self.settings.scoring.value}"),
            "last": last_deal(self.table),
        }


# ---- the order ----


def offered(state: State) -> tuple[type[BridgeForm], ...]:
    """The questions that can be answered now, the usual one first."""
    deal = state.round
    if deal.contract is not None:
        is_open = awaited(state) is Awaited.WILDCARD
        return (WildcardForm, ResultForm) if is_open else (ResultForm,)
    if deal.calls:
        return (AuctionForm,)
    fresh = (QuickForm, AuctionForm, ContractForm)
    jokers = (JokersForm,) if _has_jokers(state) else ()
    return (_usual(state), *fresh, *jokers, *_late(state))


def _late(state: State) -> tuple[type[BridgeForm], ...]:
    """What may still be asked of the deal that was played last."""
    if state.deal is not None or state.last_done is None:
        return ()
    hidden = (RevealForm,) if pack_of(state.settings).hidden else ()
    return (*hidden, HonoursForm) if honours_scored(state.settings) else hidden


def _usual(state: State) -> type[BridgeForm]:
    if awaited(state) is Awaited.HIDDEN:
        return RevealForm
    if state.deal is None and has_ended(state):
        return OverForm
    return AuctionForm if depth(state) == AuctionForm.NAME else QuickForm


def _has_jokers(state: State) -> bool:
    pack = pack_of(state.settings)
    return bool(pack.hidden) or len(pack.jokers) == len(pack.suits)


# ---- corrections ----


class BridgeFlow(EntryFlow):
    """The questions of a bridge table."""

    def correcting(
        self, state: State, entries: tuple[Recorded, ...]
    ) -> tuple[str, dict[str, Any]] | None:
        """The question that restates these facts; None where they are restated one by one."""
        facts = [entry.event for entry in entries]
        if len(facts) == 1:
            form = next((one for one in self.forms if isinstance(facts[0], one.ALONE)), None)
            return (form.NAME, _single_data(facts[0])) if form else None
        if any(isinstance(fact, CallMade) for fact in facts):
            return _played(state, facts)
        if len(_of(facts, HonoursHeld)) > 2:
            return None
        return QuickForm.NAME, _deal_data(facts)


def _single_data(fact: Any) -> dict[str, Any]:
    """The fields that state one fact alone."""
    match fact:
        case WildcardNamed():
            return {"suit_0": fact.suit.value}
        case HiddenDealt(holders):
            return {f"holder_{n}": seat.value for n, seat in enumerate(holders)}
        case JokersDeclared():
            data = {"power": fact.power.value} if fact.power else {}
            data |= {"mode": fact.mode.value} if fact.mode else {}
            return data | {f"suit_{n}": suit.value for n, (_, suit) in enumerate(fact.suits)}
        case _:
            return _deal_data([fact])


def _played(state: State, facts: list[Any]) -> tuple[str, dict[str, Any]] | None:
    """A deal with its auction: calls are corrected one by one, the rest together."""
    deal = Deal(state.dealer, calls=tuple(fact.call for fact in _of(facts, CallMade)))
    contract, declarer = deal.auction.contract, deal.auction.declarer
    if not _of(facts, TricksTaken) or contract is None or declarer is None:
        return None
    data = _deal_data(facts) | {"played": str(contract), "played_by": declarer.value}
    return ResultForm.NAME, data


def _deal_data(facts: list[Any]) -> dict[str, Any]:
    """The fields that state these facts of one deal."""
    data: dict[str, Any] = {}
    for fact in facts:
        match fact:
            case ContractStated():
                data["level"] = str(fact.contract.level)
                data["denomination"] = fact.contract.denomination.value
                data["doubling"] = fact.contract.doubling.value
                data["declarer"] = fact.declarer.value
            case TricksTaken():
                data["tricks"] = str(fact.tricks)
            case HiddenDealt():
                data |= {f"hidden_{n}_holder": seat.value for n, seat in enumerate(fact.holders)}
            case _:
                pass
    for n, shown in enumerate(_of(facts, HiddenShown)):
        data |= card_data(n, shown)
    return data | honours_data(tuple(_of(facts, HonoursHeld)))


def _of(facts: list[Any], kind: type) -> list[Any]:
    return [fact for fact in facts if isinstance(fact, kind)]


FLOW = BridgeFlow(
    forms=(
        QuickForm,
        AuctionForm,
        WildcardForm,
        ResultForm,
        RevealForm,
        HonoursForm,
        JokersForm,
        OverForm,
        ContractForm,
        TricksForm,
    ),
    offered=offered,
)
"""The questions of every game of the bridge family."""
