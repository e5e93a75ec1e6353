"""What a table of Berzerka is asked before its first hand, and the order of all its questions."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, cast

from wtforms import SelectMultipleField

from scorekeeper.core.messages import Message
from scorekeeper.core.session import Event
from scorekeeper.games.ask import EntryFlow
from scorekeeper.games.berzerka.board import times
from scorekeeper.games.berzerka.events import BoardSet, ContractWritten
from scorekeeper.games.berzerka.hands import (
    BidForm,
    DiscardsForm,
    HotseatForm,
    PainSuitForm,
    Question,
    QuickForm,
    RankingForm,
    ResultForm,
    TrumpForm,
    usual,
    worded,
)
from scorekeeper.games.berzerka.rules import (
    OWN_CODES,
    PRINTED,
    SHAPESHIFT,
    STARTER,
    Aim,
    Contract,
    Counts,
    Named,
    RankingRule,
    TrumpRule,
    about,
)
from scorekeeper.games.berzerka.state import Stage, State, present_hand
from scorekeeper.games.fields import ask, choose, label

# ---- the board ----


class Which(Enum):
    """Which contracts make the board."""

    STARTER = "starter"
    CHOSEN = "chosen"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class TileView:
    """A contract that may be ticked, with its tile's words and value."""

    code: str
    name: Contract
    about: Message
    worth: Message
    is_ticked: bool


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """The tiles on offer; whether a board was finished before, and tiles are left to be written."""

    tiles: tuple[TileView, ...]
    starter: tuple[Contract, ...]
    is_starter: bool
    is_again: bool
    has_own: bool
    may_write: bool


class BoardForm(Question):
    """The starter board in one tap, or any selection of printed and home-made contracts."""

    NAME = "board"
    STATES = ALONE = (BoardSet,)
    contracts = SelectMultipleField(label("berzerka.field.contracts"), validate_choice=False)
    copies = ask(
        BoardSet,
        choices=lambda form: [(one.code, one) for one in form.offered if one is not SHAPESHIFT],
        none="berzerka.copies.none",
        is_free=True,
    )
    which = choose(Which)

    def lay_out(self) -> None:
        """Tick the last board's contracts, or the starter five and the table's own."""
        self.contracts.choices = [(one.code, cast(Any, one)) for one in self.offered]
        if self.contracts.raw_data is None and not self.contracts.data:
            last = self.state.board.contracts or (*STARTER, *self.state.tiles)
            self.contracts.data = [one.code for one in last]
            self.copies.data = next((one.copied.code for one in last if one.copied), "")

    @property
    def offered(self) -> tuple[Contract, ...]:
        """Every contract that can stand on a board here, in the order of the appendix."""
        return (*PRINTED, *self.state.tiles)

    def facts(self) -> tuple[Event, ...]:
        """The board."""
        offered = tuple(one.code for one in self.offered)
        ticked = {
            Which.STARTER: tuple(one.code for one in STARTER),
            Which.ALL: offered,
        }.get(self.which.data, self.contracts.data or ())
        known = (code for code in offered if code in ticked)
        unknown = sorted(set(ticked) - set(offered))
        copies = self.copies.data if SHAPESHIFT.code in ticked else None
        return (BoardSet((*known, *unknown), copies or ""),)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """What was ticked and copied."""
        codes = [code for one in events if isinstance(one, BoardSet) for code in one.contracts]
        return super().filled(state, events) | {"contracts": codes}

    def view(self) -> BoardChoice:
        """Each contract with its tile's words and value; whether tiles are left."""
        ticked = self.contracts.data or ()
        return BoardChoice(
            tuple(
                TileView(one.code, one, about(one), times(one.base), one.code in ticked)
                for one in self.offered
            ),
            starter=STARTER,
            is_starter=self.state.board.contracts in ((), STARTER),
            is_again=self.state.board.is_over,
            has_own=bool(self.state.tiles),
            may_write=len(self.state.tiles) < len(OWN_CODES),
        )


TILES = range(1, len(OWN_CODES) + 1)
"""The numbers of the blank tiles."""


def _free_tile(form: Question) -> int:
    taken = {one.code for one in form.state.tiles}
    return next((n for n in TILES if OWN_CODES[n - 1] not in taken), TILES[0])


class OwnForm(Question):
    """A contract that the table writes on one of the two blank tiles."""

    NAME = "own"
    STATES = ALONE = (ContractWritten,)
    tile = ask(
        ContractWritten,
        choices=lambda form: [(n, label("berzerka.tile", number=n)) for n in TILES],
        default=_free_tile,
        is_free=True,
    )
    name = ask(ContractWritten)
    counts = ask(ContractWritten, default=usual(Counts.TRICKS))
    aim = ask(ContractWritten, default=usual(Aim.MOST))
    target = ask(ContractWritten, default=usual(5))
    trump = ask(
        ContractWritten, text=label("berzerka.field.trump-rule"), default=usual(TrumpRule.NONE)
    )
    ranking = ask(
        ContractWritten,
        text=label("berzerka.field.ranking-rule"),
        choices=worded(RankingRule, "ranking-rule"),
        default=usual(RankingRule.NORMAL),
    )
    base = ask(ContractWritten, default=usual(1))
    step = ask(ContractWritten, required=True, default=usual(1))


# ---- the order of the questions ----

NAMING = {
    Named.TRUMP: TrumpForm,
    Named.PAIN_SUIT: PainSuitForm,
    Named.RANKING: RankingForm,
    Named.START: RankingForm,
}
STAGES = {
    Stage.BIDDING: BidForm,
    Stage.HOTSEAT: HotseatForm,
    Stage.DISCARDING: DiscardsForm,
    Stage.PLAYING: ResultForm,
}


def offered(state: State) -> tuple[type[Question], ...]:
    """What may be asked now: a board before anything else, then one step of a hand after another;
    the whole of it before its first."""
    if not state.board.contracts or state.board.is_over:
        return BoardForm, OwnForm
    hand = present_hand(state)
    step = NAMING[hand.unnamed[0]] if hand.stage is Stage.NAMING else STAGES[hand.stage]
    return (step,) if state.hand else (step, QuickForm)


FORMS = (BoardForm, OwnForm, *STAGES.values(), *dict.fromkeys(NAMING.values()), QuickForm)
FLOW = EntryFlow(FORMS, offered)
