"""What a table of Berzerka is asked before a hand is played: its board, and the bidding."""

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, cast

from wtforms import SelectMultipleField

from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Event
from scorekeeper.games.ask import FactForm
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    ContractWritten,
    HotseatPicked,
    Passed,
)
from scorekeeper.games.berzerka.rules import (
    HALF_HAND,
    OWN_CODES,
    PRINTED,
    SHAPESHIFT,
    STARTER,
    Aim,
    Contract,
    Counts,
    Overbids,
    RankingRule,
    TrumpRule,
)
from scorekeeper.games.berzerka.scoring import ROUNDS
from scorekeeper.games.berzerka.sheet import BoardView, board_view, turn
from scorekeeper.games.berzerka.state import Hand, State, present_hand
from scorekeeper.games.fields import ask, choose, label, refuse


class Question(FactForm):
    """A question to this table."""

    RULES = ROUNDS
    state: State

    @property
    def hand(self) -> Hand:
        """The hand in progress, or the one about to be bid."""
        return present_hand(self.state)

    @property
    def turn(self) -> Any:
        """Whose turn it is."""
        return self.shown(turn(self.hand))


def usual(value: object) -> Callable[[Any], object]:
    """What fills a blank field."""
    return lambda form: value


def worded(kind: type[Enum], code: str) -> Callable[[Any], Iterable[tuple[Any, Any]]]:
    """The members of an enum as choices; the words of each are the message code.value."""
    return lambda form: [(one, label(f"berzerka.{code}.{one.value}")) for one in kind]


# ---- the board ----


class Which(Enum):
    """Which contracts make the board."""

    STARTER = "starter"
    CHOSEN = "chosen"
    ALL = "all"


class BoardForm(Question):
    """The starter board in one tap, or any selection of printed and home-made contracts."""

    NAME = "board"
    STATES = ALONE = (BoardSet,)
    STARTER, TILES = STARTER, OWN_CODES
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
        ticked = {Which.STARTER: tuple(one.code for one in STARTER), Which.ALL: offered}.get(
            self.which.data, self.contracts.data or ()
        )
        known = (code for code in offered if code in ticked)
        unknown = sorted(set(ticked) - set(offered))
        copies = self.copies.data if SHAPESHIFT.code in ticked else None
        return (BoardSet((*known, *unknown), copies or ""),)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """What was ticked and copied."""
        codes = [code for one in events if isinstance(one, BoardSet) for code in one.contracts]
        return super().filled(state, events) | {"contracts": codes}


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


# ---- the bidding ----


class Call(Enum):
    """What whose turn it is does."""

    BID = "bid"
    PASSING = "pass"


def _open_contracts(form: Question) -> Iterable[tuple[str, Contract]]:
    """The contracts that are open to whose turn it is, or to who is in the hotseat."""
    seat = form.hand.turn or form.hand.declarer
    return ((one.code, one) for one in (form.state.board.open_to(seat) if seat else ()))


class OfferForm(Question):
    """A contract is taken from the board."""

    HALF_HAND = HALF_HAND

    def acts(self) -> Seat | None:
        """The player whose call it is, or who is in the hotseat."""
        return self.hand.turn or self.hand.declarer

    @property
    def least(self) -> int:
        """The smallest n of "−n" that can be bid now, 0 for the first bid."""
        high = self.hand.high
        return high.overbid + 1 if high else 0

    @property
    def board(self) -> BoardView:
        """The board as it is offered."""
        return board_view(self.state.board, self.state.settings, self.hand)

    @property
    def may_jump(self) -> bool:
        """Whether an overbid names its number."""
        return self.state.settings.overbids is Overbids.NAMED

    @property
    def high_contract(self) -> Contract | None:
        """What was bid last."""
        high = self.hand.high
        return self.state.board.contract(high.contract) if high else None


class BidForm(OfferForm):
    """A contract on half a hand, over what has been bid; or a pass."""

    NAME = "bid"
    STATES = ALONE = (ContractBid, Passed)
    call = choose(Call)
    contract = ask(ContractBid, choices=_open_contracts, required=False, is_free=True)
    overbid = ask(ContractBid, default=lambda form: form.least)

    def validate_contract(self, field: Any) -> None:
        """A bid names a contract."""
        if self.call.data is not Call.PASSING and not field.data:
            refuse("berzerka.refused.no-contract")

    def facts(self) -> tuple[Event, ...]:
        """The bid or the pass."""
        if self.call.data is Call.PASSING:
            return (Passed(),)
        overbid = self.overbid.data
        return (ContractBid(self.contract.data, self.least if overbid is None else overbid),)

    @classmethod
    def filled(cls, state: Any, events: Iterable[Event]) -> dict[str, Any]:
        """What was called."""
        (event,) = events
        passed = isinstance(event, Passed)
        return {"call": Call.PASSING} if passed else super().filled(state, (event,))


class HotseatForm(OfferForm):
    """All have passed: the player in the hotseat picks a contract, at its present value."""

    NAME = "hotseat"
    STATES = ALONE = (HotseatPicked,)
    contract = ask(HotseatPicked, choices=_open_contracts, is_free=True)
