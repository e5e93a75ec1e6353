"""What a bridge table is asked next, and what restates what was recorded."""

from scorekeeper.core.session import Recorded
from scorekeeper.games.ask import EntryFlow, Filling
from scorekeeper.games.bridge import play, rounds, scoring
from scorekeeper.games.bridge.events import (
    CallMade,
    HonoursHeld,
    TricksTaken,
)
from scorekeeper.games.bridge.forms import (
    AuctionForm,
    BoardForm,
    BridgeForm,
    ContractForm,
    JokersForm,
    WildcardForm,
)
from scorekeeper.games.bridge.result_forms import (
    HonoursForm,
    QuickForm,
    ResultForm,
    RevealForm,
    TricksForm,
)
from scorekeeper.games.bridge.rules import JokerSettings
from scorekeeper.games.bridge.state import State, has_boards


class OverForm(BridgeForm):
    """No question: the result of what has just ended."""

    NAME = "over"

    def view(self) -> dict[str, object]:
        return {"next": _as_before(self.state).NAME}


def _as_before(state: State) -> type[BridgeForm]:
    last = state.last_done
    return AuctionForm if last is not None and last.calls else QuickForm


def offered(state: State) -> tuple[type[BridgeForm], ...]:
    deal = state.round
    settings = state.settings
    now = rounds.awaited(state)
    if deal.contract is not None:
        is_open = now is rounds.Awaited.WILDCARD
        return (WildcardForm, ResultForm) if is_open else (ResultForm,)
    if deal.calls:
        return (AuctionForm,)
    usual = _as_before(state)
    if now is rounds.Awaited.HIDDEN:
        usual = RevealForm
    elif state.deal is None and rounds.has_ended(state):
        usual = OverForm
    is_late = state.deal is None and state.last_done is not None
    others = {
        BoardForm: has_boards(settings) and not deal.board,
        JokersForm: isinstance(settings, JokerSettings),
        RevealForm: is_late and play.pack_of(settings).hidden,
        HonoursForm: is_late and scoring.honours_scored(settings),
    }
    may_follow = (form for form, is_offered in others.items() if is_offered)
    return (usual, QuickForm, AuctionForm, ContractForm, *may_follow)


class BridgeFlow(EntryFlow[State]):
    """The questions of a bridge table."""

    def correcting(
        self, state: State, entries: tuple[Recorded, ...]
    ) -> tuple[str, Filling] | None:
        """The question that restates these facts; None where they are restated one by
        one: of an auction that goes on or came to nothing, and where more hands held
        honours than are asked.
        """
        kinds = [type(entry.event) for entry in entries]
        if len(kinds) > 1 and (
            kinds.count(HonoursHeld) > 2
            or (CallMade in kinds and TricksTaken not in kinds)
        ):
            return None
        return super().correcting(state, entries)


DEALT = (
    ResultForm,
    QuickForm,
    AuctionForm,
    WildcardForm,
    RevealForm,
    HonoursForm,
)
BESIDES = (JokersForm, BoardForm, OverForm, ContractForm, TricksForm)
FLOW = BridgeFlow(
    forms=(*DEALT, *BESIDES),
    offered=offered,
    bidding=AuctionForm.NAME,
    results=QuickForm.NAME,
)
"""The questions of every game of the bridge family."""
