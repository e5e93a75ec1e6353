"""Which question comes next, and which one restates what was recorded."""

from typing import Any

from scorekeeper.core.session import Recorded
from scorekeeper.games.bridge.events import (
    CallMade,
    ContractStated,
    HiddenDealt,
    HiddenShown,
    HonoursHeld,
    JokersDeclared,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)
from scorekeeper.games.bridge.forms.auction import AuctionForm
from scorekeeper.games.bridge.forms.hidden import card_data
from scorekeeper.games.bridge.forms.honours import honours_data
from scorekeeper.games.bridge.forms.jokers import JokersForm, WildcardForm
from scorekeeper.games.bridge.forms.last import depth
from scorekeeper.games.bridge.forms.over import OverForm
from scorekeeper.games.bridge.forms.quick import QuickForm
from scorekeeper.games.bridge.forms.result import (
    ContractForm,
    HonoursForm,
    ResultForm,
    RevealForm,
    TricksForm,
)
from scorekeeper.games.bridge.glance import Awaited, awaited, has_ended
from scorekeeper.games.bridge.honours import honours_scored
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.bridge.state import Deal, State
from scorekeeper.games.game import Desk

_FRESH = (QuickForm.NAME, AuctionForm.NAME, JokersForm.NAME, ContractForm.NAME)
"""What may be asked of a deal in which nobody has called yet."""


def next_form(state: State, wanted: str) -> str:
    """The question that the state asks for, or the wanted one where it can be answered now."""
    deal = state.deal
    if deal is not None and deal.contract is not None:
        names = (WildcardForm.NAME, ResultForm.NAME)
        asked = WildcardForm.NAME if awaited(state) is Awaited.WILDCARD else ResultForm.NAME
        return wanted if wanted in names[names.index(asked) :] else asked
    if deal is not None and deal.calls:
        return AuctionForm.NAME
    if wanted in _FRESH and (wanted != JokersForm.NAME or _has_jokers(state)):
        return wanted
    if wanted in _late(state) and deal is None and state.last_deal:
        return wanted
    return _usual(state)


def _late(state: State) -> tuple[str, ...]:
    """What may still be asked of the deal that was played last."""
    hidden = (RevealForm.NAME,) if pack_of(state.settings).hidden else ()
    return (*hidden, HonoursForm.NAME) if honours_scored(state.settings) else hidden


def _usual(state: State) -> str:
    if awaited(state) is Awaited.HIDDEN:
        return RevealForm.NAME
    if state.deal is None and has_ended(state):
        return OverForm.NAME
    return depth(state)


def _has_jokers(state: State) -> bool:
    pack = pack_of(state.settings)
    return bool(pack.hidden) or len(pack.jokers) == len(pack.suits)


# ---- corrections ----


def correcting(state: State, entries: tuple[Recorded, ...]) -> tuple[str, dict[str, Any]] | None:
    """The question that restates these facts; None where they are restated one by one."""
    facts = [entry.event for entry in entries]
    if len(facts) == 1:
        return _single(facts[0])
    if any(isinstance(fact, CallMade) for fact in facts):
        return _played(state, facts)
    if len(_of(facts, HonoursHeld)) > 2:
        return None
    return QuickForm.NAME, _deal_data(facts)


def _single(fact: Any) -> tuple[str, dict[str, Any]] | None:
    """The question about one fact alone."""
    form = _ALONE.get(type(fact))
    if form is None:
        return None
    match fact:
        case WildcardNamed():
            return form, {"suit_0": fact.suit.value}
        case JokersDeclared() | HiddenDealt():
            return form, _jokers_data(fact)
        case _:
            return form, _deal_data([fact])


_ALONE = {
    CallMade: AuctionForm.NAME,
    ContractStated: ContractForm.NAME,
    TricksTaken: TricksForm.NAME,
    HiddenShown: RevealForm.NAME,
    HonoursHeld: HonoursForm.NAME,
    PassedOut: QuickForm.NAME,
    WildcardNamed: WildcardForm.NAME,
    JokersDeclared: JokersForm.NAME,
    HiddenDealt: JokersForm.NAME,
}


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


def _jokers_data(fact: JokersDeclared | HiddenDealt) -> dict[str, Any]:
    if isinstance(fact, HiddenDealt):
        return {f"holder_{n}": seat.value for n, seat in enumerate(fact.holders)}
    data = {"power": fact.power.value} if fact.power else {}
    data |= {"mode": fact.mode.value} if fact.mode else {}
    return data | {f"suit_{n}": suit.value for n, (_, suit) in enumerate(fact.suits)}


def _of(facts: list[Any], kind: type) -> list[Any]:
    return [fact for fact in facts if isinstance(fact, kind)]


DESK = Desk(
    folder="bridge",
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
    next=next_form,
    correcting=correcting,
)
"""The questions of every game of the bridge family."""
