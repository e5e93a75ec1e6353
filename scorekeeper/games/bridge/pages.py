"""Which question a bridge table is asked next, and which one restates what was recorded."""

from typing import Any

from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import Event, Recorded
from scorekeeper.games.ask import EntryFlow
from scorekeeper.games.bridge.events import CallMade, HonoursHeld, TricksTaken
from scorekeeper.games.bridge.glance import Awaited, awaited, has_ended
from scorekeeper.games.bridge.lines import honours_scored
from scorekeeper.games.bridge.pack import pack_of
from scorekeeper.games.bridge.pages_bid import AuctionForm, BoardForm, BridgeForm, ContractForm
from scorekeeper.games.bridge.pages_cards import HonoursForm, RevealForm
from scorekeeper.games.bridge.pages_deal import QuickForm, ResultForm, TricksForm
from scorekeeper.games.bridge.pages_jokers import JokersForm, WildcardForm
from scorekeeper.games.bridge.scoring import has_boards
from scorekeeper.games.bridge.sheet import sheet
from scorekeeper.games.bridge.state import State


class OverForm(BridgeForm):
    """No question: the result of what has just ended."""

    NAME = "over"

    def facts(self) -> tuple[Event, ...]:
        """Nothing can be stated here."""
        return ()

    @property
    def headline(self) -> Message:
        """How it ended."""
        return sheet(self.state).sections[-1].headline

    @property
    def go(self) -> Message:
        """What may follow."""
        return message(f"bridge.form.next.{self.settings.scoring.value}")

    def view(self) -> dict[str, str]:
        """The next deal is asked for as the last one was."""
        return {"next": _as_before(self.state).NAME}


def _as_before(state: State) -> type[BridgeForm]:
    """How the last deal was recorded: call by call, or quickly."""
    last = state.last_done
    return AuctionForm if last is not None and last.calls else QuickForm


def offered(state: State) -> tuple[type[BridgeForm], ...]:
    """The questions that can be answered now, the usual one first."""
    deal = state.round
    if deal.contract is not None:
        is_open = awaited(state) is Awaited.WILDCARD
        return (WildcardForm, ResultForm) if is_open else (ResultForm,)
    if deal.calls:
        return (AuctionForm,)
    pack = pack_of(state.settings)
    has_jokers = bool(pack.hidden) or len(pack.jokers) == len(pack.suits)
    jokers = (JokersForm,) if has_jokers else ()
    boards = (BoardForm,) if has_boards(state.settings) and not deal.board else ()
    every = (QuickForm, AuctionForm, ContractForm, *boards, *jokers)
    return (_usual(state), *every, *_late(state))


def _usual(state: State) -> type[BridgeForm]:
    if awaited(state) is Awaited.HIDDEN:
        return RevealForm
    if state.deal is None and has_ended(state):
        return OverForm
    return _as_before(state)


def _late(state: State) -> tuple[type[BridgeForm], ...]:
    """What may still be asked of the deal that was played last."""
    if state.deal is not None or state.last_done is None:
        return ()
    hidden = (RevealForm,) if pack_of(state.settings).hidden else ()
    return (*hidden, HonoursForm) if honours_scored(state.settings) else hidden


class BridgeFlow(EntryFlow):
    """The questions of a bridge table."""

    def correcting(
        self, state: State, entries: tuple[Recorded, ...]
    ) -> tuple[str, dict[str, Any]] | None:
        """The question that restates these facts; None where they are restated one by one: of an
        auction that goes on or came to nothing, and where more hands held honours than are asked.
        """
        kinds = [type(entry.event) for entry in entries]
        if len(kinds) > 1 and (
            kinds.count(HonoursHeld) > 2 or (CallMade in kinds and TricksTaken not in kinds)
        ):
            return None
        return super().correcting(state, entries)


FLOW = BridgeFlow(
    forms=(
        ResultForm,
        QuickForm,
        AuctionForm,
        WildcardForm,
        RevealForm,
        HonoursForm,
        JokersForm,
        BoardForm,
        OverForm,
        ContractForm,
        TricksForm,
    ),
    offered=offered,
)
"""The questions of every game of the bridge family."""
