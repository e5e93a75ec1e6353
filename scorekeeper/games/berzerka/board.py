"""The contract board as it is shown: a row a contract, a column a player, four boxes a cell.

The same values serve the screen and the paper; templates only loop over them.
"""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import Points
from scorekeeper.games.berzerka.contracts import STARTER, Aim, Contract, about
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.hands import present_hand
from scorekeeper.games.berzerka.scoring import (
    Box,
    filled_boxes,
    forecast,
    shares,
    value,
)
from scorekeeper.games.berzerka.settings import Settings
from scorekeeper.games.berzerka.sheet import forecasts, leaders, numbered, totals
from scorekeeper.games.berzerka.state import PARTIES, RING, Board, Hand, Stage, State
from scorekeeper.games.game import Glance, Standing


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's four boxes of one contract.

    `state` is "filled", "open", or "offer" for a contract that this player may take now; `worth`
    is then its value if it is taken, and `is_raised` says whether taking it raises it. In a
    filled one, `row` is the row of the sheet that explains it; `points` are None while only one
    box of the contract is filled, and a forecast while only two are.
    """

    seat: Seat
    state: str = "open"
    row: int = 0
    number: int = 0
    points: object = None
    is_forecast: bool = False
    discards: int = 0
    is_raised: bool = False
    worth: object = None


def board_view(board: Board, state: State, taker: Hand | None = None) -> dict[str, Any]:
    """The board's values: `players`, `rows`, `totals` and `forecasts`.

    With `taker`, the hand that is about to be taken on, the open boxes of the player whose turn
    it is say what each contract is worth now and after this bid.
    """
    boxes, rows = filled_boxes(board), _rows_of_boxes(board)
    coming = forecasts(state.settings, board)
    return {
        "players": PARTIES,
        "rows": [
            _row(state.settings, _Filled(one, boxes[one.code], rows), taker)
            for one in board.contracts
        ],
        "totals": [signed(points) for points in totals(state.settings, board).values()],
        "forecasts": [signed(points) for points in coming.values()],
        "size": board.size,
        "filled": len(board.hands),
        "has_forecast": any(coming.values()),
    }


def print_view(state: State) -> dict[str, Any]:
    """Every board of the session by its number.

    A board that has not been set is shown as an empty starter board.
    """
    return {
        "boards": {
            number: {
                **board_view(
                    board if board.contracts else replace(board, contracts=STARTER), state
                ),
                "is_set": bool(board.contracts),
            }
            for number, board in numbered(state).items()
        },
    }


def signed(points: Points) -> object:
    """Points with their sign."""
    return message("berzerka.plus", points=points) if points > 0 else points


def times(worth: int) -> Message:
    """A contract value as the board writes it: x3."""
    return message("berzerka.times", value=worth)


@dataclass(frozen=True, slots=True)
class _Filled:
    """A contract with its filled boxes; `rows` are the rows of the sheet by seat and code."""

    contract: Contract
    boxes: tuple[Box, ...]
    rows: dict[tuple[Seat, str], int]


def _rows_of_boxes(board: Board) -> dict[tuple[Seat, str], int]:
    return {
        (hand.declarer, hand.contract.code): hand.id
        for hand in board.hands
        if hand.declarer and hand.contract
    }


def _row(settings: Settings, filled: _Filled, taker: Hand | None) -> dict[str, Any]:
    contract = filled.contract
    points = _points(settings, contract, filled.boxes)
    cells = {box.seat: _filled_cell(box, filled, points) for box in filled.boxes}
    return {
        "contract": contract,
        "code": contract.code,
        "about": about(contract),
        "unit": _unit(contract),
        "worth": times(value(contract, (box.how for box in filled.boxes))),
        "base": times(contract.base),
        "step": message("berzerka.step", value=contract.step) if contract.step != 1 else None,
        "cells": [
            cells.get(seat) or _open_cell(contract, seat, filled.boxes, taker) for seat in RING
        ],
    }


def _unit(contract: Contract) -> Message:
    """What the number in the box is a number of."""
    code = "away" if contract.aim is Aim.CLOSEST else contract.counts.value
    return message(f"berzerka.unit.{code}", target=contract.target)


def _filled_cell(box: Box, filled: _Filled, points: dict[Seat, Points]) -> Cell:
    earned = points.get(box.seat)
    return Cell(
        seat=box.seat,
        state="filled",
        row=filled.rows[box.seat, filled.contract.code],
        number=box.number,
        points=None if earned is None else signed(earned),
        is_forecast=earned is not None and len(filled.boxes) < len(RING),
        discards=box.discards,
        is_raised=box.how is How.BID,
    )


def _points(settings: Settings, contract: Contract, boxes: tuple[Box, ...]) -> dict[Seat, Points]:
    if len(boxes) < len(RING):
        return forecast(settings, contract, boxes)
    return {share.box.seat: share.points for share in shares(settings, contract, boxes)}


def _open_cell(contract: Contract, seat: Seat, boxes: tuple[Box, ...], taker: Hand | None) -> Cell:
    if taker is None or seat is not (taker.turn or taker.declarer):
        return Cell(seat)
    how = How.HOTSEAT if taker.stage is Stage.HOTSEAT else How.BID
    worth = value(contract, (*(box.how for box in boxes), how))
    is_raised = how is How.BID and contract.step > 0
    return Cell(seat, "offer", is_raised=is_raised, worth=times(worth))


# ---- the glance ----


def glance(state: State) -> Glance:
    """Three columns of game points; hand n of how many, who dealt, what is awaited."""
    board = state.board
    if not board.contracts:
        return Glance(
            _standings(state),
            message("berzerka.glance.new"),
            (message("berzerka.glance.deals", seat=state.dealer),),
            message("berzerka.turn.board"),
        )
    if board.is_over:
        return Glance(
            _standings(state),
            message("berzerka.glance.over"),
            (message("berzerka.glance.played", played=len(board.hands), n=board.size),),
            _verdict(state),
            is_over=True,
        )
    hand = present_hand(state)
    where = [message("berzerka.glance.of", n=board.size)]
    where.append(message("berzerka.glance.dealt", seat=hand.dealer))
    return Glance(
        _standings(state),
        message("berzerka.hand", number=len(board.hands) + 1),
        tuple(where),
        turn(hand),
    )


def turn(hand: Hand) -> Message:
    """Who is to do what."""
    stage = hand.stage
    if stage is Stage.DISCARDING:
        return message(f"berzerka.turn.discarding.{hand.how.value}", seat=hand.declarer)
    if stage is Stage.NAMING:
        return message(f"berzerka.turn.naming.{hand.unnamed[0].value}", seat=hand.declarer)
    return message(
        f"berzerka.turn.{stage.value}",
        seat=hand.turn or hand.declarer,
        contract=hand.contract,
    )


def _standings(state: State) -> tuple[Standing, ...]:
    sums = totals(state.settings, state.board)
    coming = forecasts(state.settings, state.board)
    return tuple(
        Standing(party, sums[seat], _below(coming[seat]))
        for party, seat in zip(PARTIES, RING, strict=True)
    )


def _below(points: Points) -> Message | None:
    return message("berzerka.forecast", points=signed(points)) if points else None


def _verdict(state: State) -> Message:
    sums = totals(state.settings, state.board)
    first = leaders(sums)
    if state.board.is_ended:
        return message("berzerka.turn.ended")
    if len(first) == 1:
        return message("berzerka.turn.won", seat=first[0])
    return message("berzerka.turn.shared")
