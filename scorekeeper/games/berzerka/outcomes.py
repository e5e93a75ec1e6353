"""What of a Berzerka board is counted over the seasons: the contracts, and what they earned."""

from collections.abc import Iterator
from typing import Any

from scorekeeper.core.messages import message
from scorekeeper.core.outcomes import Came, Counted, Kind, Outcome
from scorekeeper.games.berzerka.contracts import BY_CODE, Contract, contract_name
from scorekeeper.games.berzerka.scoring import filled_boxes, shares
from scorekeeper.games.berzerka.settings import Settings
from scorekeeper.games.berzerka.state import RING, Board


def _contract(name: str) -> object:
    return contract_name(name) if name in BY_CODE else name


CONTRACTS = Kind("berzerka.outcome.contract", row=_contract)
"""Boxes of complete contracts, by contract: made is the first place alone or shared, set the
last; by the game points they earned."""


def outcomes(state: Any) -> tuple[Outcome, ...]:
    """Every box of a complete contract."""
    return tuple(one for board in state.boards for one in _board(board, state.settings))


def _board(board: Board, settings: Settings) -> Iterator[Outcome]:
    boxes = filled_boxes(board)
    rows = {(hand.contract.code, hand.declarer): hand.id for hand in board.hands if hand.contract}
    for contract in board.contracts:
        if len(boxes[contract.code]) < len(RING):
            continue
        for share in shares(settings, contract, boxes[contract.code]):
            yield Outcome(
                row=rows[contract.code, share.box.seat],
                kind=CONTRACTS.code,
                seats=(share.box.seat,),
                side=(),
                said=message(
                    "berzerka.outcome.contract.said", contract=contract, points=share.points
                ),
                of=(_name(contract), ""),
                came=_came(share.first, share.last),
                by=share.points,
            )


def _name(contract: Contract) -> str:
    return contract.name or contract.code


def _came(first: int, last: int) -> Came:
    if first == 0 and last < len(RING) - 1:
        return Came.MADE
    return Came.SET if last == len(RING) - 1 and first > 0 else Came.NEITHER


COUNTED = Counted((CONTRACTS,), outcomes)
