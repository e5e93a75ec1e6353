"""A board and its hands as far as they were recorded, and how the bidding goes on."""

from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

from scorekeeper.core.cards import Suit
from scorekeeper.core.rounds import Round, RoundEnd, Rounds, Tally
from scorekeeper.core.seats import Seat, alone, left_of, numbered
from scorekeeper.games.berzerka.events import (
    ContractBid,
    Discarded,
    HandPlayed,
    HandStated,
    HotseatPicked,
    How,
    PainSuitNamed,
    Passed,
    RankingNamed,
    TrumpNamed,
)
from scorekeeper.games.berzerka.rules import Contract, Named, Ranking, Settings

RING = numbered(3)
"""The three seats, clockwise."""

PARTIES = alone(RING)
"""Everybody plays alone."""


class Stage(Enum):
    """What a hand waits for."""

    BIDDING = "bidding"
    HOTSEAT = "hotseat"
    NAMING = "naming"
    DISCARDING = "discarding"
    PLAYING = "playing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Bid:
    """The bid that stands: who made it, for which contract, at which overbid."""

    seat: Seat
    contract: str
    overbid: int


@dataclass(frozen=True, slots=True)
class Hand(Round):
    """One hand. `out` are those who may not bid any more, `turn` whose call it is.

    `declarer` is known once the bidding is over; in the hotseat `contract` follows later.
    `is_stated` says that it was entered as a whole.
    """

    out: tuple[Seat, ...] = ()
    turn: Seat | None = None
    high: Bid | None = None
    declarer: Seat | None = None
    contract: Contract | None = None
    how: How = How.BID
    overbid: int = 0
    trump: Suit | None = None
    pain_suit: Suit | None = None
    ranking: Ranking | None = None
    discards: int | None = None
    count: int | None = None
    is_stated: bool = False

    @property
    def unnamed(self) -> tuple[Named, ...]:
        """What the declarer still has to name, in order."""
        if self.contract is None:
            return ()
        given = {Named.TRUMP: self.trump, Named.PAIN_SUIT: self.pain_suit}
        return tuple(one for one in self.contract.asks if given.get(one, self.ranking) is None)

    @property
    def stage(self) -> Stage:
        """What the hand waits for."""
        if self.declarer is None:
            return Stage.BIDDING
        if self.contract is None:
            return Stage.HOTSEAT
        if self.count is not None:
            return Stage.DONE
        if self.unnamed:
            return Stage.NAMING
        return Stage.DISCARDING if self.discards is None else Stage.PLAYING


@dataclass(frozen=True, slots=True)
class Box:
    """One player's box of one contract, filled: `number` is what is written in it.

    `contract` is the contract's code, `row` the row of the sheet that explains the box.
    """

    seat: Seat
    number: int
    discards: int
    how: How
    contract: str = ""
    row: int = 0


@dataclass(frozen=True, slots=True)
class Board(Tally):
    """How a game stands: its contracts, none until the board is set, and its filled boxes."""

    contracts: tuple[Contract, ...] = ()
    boxes: tuple[Box, ...] = ()

    @property
    def size(self) -> int:
        """The number of hands that fill it: one for each player and contract."""
        return len(RING) * len(self.contracts)

    def contract(self, code: str) -> Contract | None:
        """The contract with this code, if it is on the board."""
        return next((one for one in self.contracts if one.code == code), None)

    def boxes_of(self, contract: Contract) -> tuple[Box, ...]:
        """The filled boxes of a contract, in the order of play."""
        return tuple(box for box in self.boxes if box.contract == contract.code)

    def open_to(self, seat: Seat) -> tuple[Contract, ...]:
        """The contracts that this player has not completed."""
        done = {box.contract for box in self.boxes if box.seat is seat}
        return tuple(one for one in self.contracts if one.code not in done)


@dataclass(frozen=True, slots=True)
class State(Rounds[Settings, Hand, Board]):
    """A session. `tiles` are the contracts that the table has written on its blank tiles."""

    tiles: tuple[Contract, ...] = ()

    @property
    def board(self) -> Board:
        """The present game, or the last one while no other has begun."""
        return self.sections[-1].tally

    @property
    def hand(self) -> Hand | None:
        """The hand in progress."""
        return None if self.round.id is None else self.round

    @property
    def last_hand(self) -> Hand | None:
        """The hand in progress, else the last that was counted on this board."""
        items = (one.item for one in reversed(self.sections[-1].scored))
        hands = (one for one in items if isinstance(one, Hand) and one.end is RoundEnd.COUNTED)
        return self.hand or next(hands, None)


# ---- how a hand goes on ----


def present_hand(state: Rounds[Settings, Hand, Board]) -> Hand:
    """The hand in progress, or the one about to be bid. The board must be set and not over.

    Inferred: who has completed every contract is out of the bidding.
    """
    hand, board = state.round, state.sections[-1].tally
    if hand.id is not None:
        return hand
    out = tuple(seat for seat in RING if not board.open_to(seat))
    return _with_turn(board, replace(hand, out=out), hand.dealer)


def hotseat(board: Board, dealer: Seat) -> Seat:
    """Who is put in the hotseat when all pass: forehand, at the dealer's left.

    Inferred: B2 – a forehand without an open contract leaves it to the next player who has one.
    """
    around = [left_of(dealer, RING, steps) for steps in (1, 2, 3)]
    return next((seat for seat in around if board.open_to(seat)), around[0])


def discard_order(hand: Hand) -> tuple[Seat, ...]:
    """Who discards and draws in which order: the declarer first, from the hotseat last.

    Inferred: the others follow clockwise.
    """
    if hand.declarer is None:
        return ()
    first = 1 if hand.how is How.HOTSEAT else 0
    return tuple(left_of(hand.declarer, RING, first + steps) for steps in range(3))


KEPT = {
    TrumpNamed: "trump",
    PainSuitNamed: "pain_suit",
    RankingNamed: "ranking",
    Discarded: "discards",
    HandPlayed: "count",
}
"""Facts of one field that is kept as it was entered, and its name in the hand."""


def entered(state: Rounds[Settings, Hand, Board], event: Any) -> Hand:
    """The hand once this has been entered: its result ends it, a watched card changes nothing."""
    hand, board = present_hand(state), state.sections[-1].tally
    told = {one.name: getattr(event, one.name) for one in fields(event)}
    if isinstance(event, ContractBid | Passed):
        hand = _called(board, hand, event)
    elif isinstance(event, HotseatPicked):
        hand = replace(hand, contract=board.contract(event.contract))
    elif isinstance(event, HandStated):
        contract = board.contract(event.contract)
        hand = replace(state.round, **told | {"contract": contract}, is_stated=True)
    elif type(event) in KEPT:
        (value,) = told.values()
        hand = replace(hand, **{KEPT[type(event)]: value})
    return replace(hand, end=RoundEnd.COUNTED) if hand.stage is Stage.DONE else hand


def _called(board: Board, hand: Hand, event: ContractBid | Passed) -> Hand:
    seat = hand.turn
    if seat is None:
        return hand
    if isinstance(event, Passed):
        return _with_turn(board, replace(hand, out=(*hand.out, seat)), seat)
    return _with_turn(board, replace(hand, high=Bid(seat, event.contract, event.overbid)), seat)


def _with_turn(board: Board, hand: Hand, after: Seat) -> Hand:
    """Give the turn to the next player who may still call, or end the bidding."""
    around = (left_of(after, RING, steps) for steps in (1, 2, 3))
    left = tuple(seat for seat in around if seat not in hand.out)
    high = hand.high
    if high and left == (high.seat,):
        contract = board.contract(high.contract)
        return replace(hand, turn=None, declarer=high.seat, contract=contract, overbid=high.overbid)
    if not left:
        return replace(hand, turn=None, declarer=hotseat(board, hand.dealer), how=How.HOTSEAT)
    return replace(hand, turn=left[0])
