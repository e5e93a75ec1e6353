"""How a session moves on: the bidding, the hotseat, the hand, the board."""

from dataclasses import replace
from typing import assert_never

from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.play import CardPlayed, LeadIs, played
from scorekeeper.core.seats import Seat, left_of
from scorekeeper.core.session import At
from scorekeeper.games.berzerka.card_play import play_rules_of
from scorekeeper.games.berzerka.contracts import (
    BY_CODE,
    OWN_CODES,
    SHAPESHIFT,
    Contract,
    shapeshift_of,
)
from scorekeeper.games.berzerka.events import (
    BerzerkaEvent,
    BoardSet,
    ContractBid,
    ContractWritten,
    Discarded,
    HandEvent,
    HandPlayed,
    HandStated,
    HotseatPicked,
    How,
    NamingEvent,
    PainSuitNamed,
    Passed,
    RankingNamed,
    StepEvent,
    TrumpNamed,
)
from scorekeeper.games.berzerka.state import RING, Bid, Board, Hand, Note, Stage, State


def present_hand(state: State) -> Hand:
    """The hand in progress, or the one about to be bid. The board must be set and not over."""
    return state.hand or _new_hand(state, 0)


def callers(hand: Hand, after: Seat) -> tuple[Seat, ...]:
    """Who may still call, in turn, the first being the next after `after`."""
    around = (left_of(after, RING, steps) for steps in (1, 2, 3))
    return tuple(seat for seat in around if seat not in hand.out)


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


def contracts_of(event: BoardSet, tiles: tuple[Contract, ...]) -> tuple[Contract, ...]:
    """The contracts of a board, Shapeshift as the copy it is. The codes must be known."""
    known = BY_CODE | {tile.code: tile for tile in tiles}
    copied = known.get(event.copies)
    return tuple(
        shapeshift_of(copied) if code == SHAPESHIFT.code and copied else known[code]
        for code in event.contracts
    )


def written(event: ContractWritten) -> Contract:
    """The contract on a tile that the table has written."""
    return Contract(
        code=OWN_CODES[event.tile - 1],
        base=event.base,
        counts=event.counts,
        aim=event.aim,
        trump=event.trump,
        ranking=event.ranking,
        step=event.step,
        target=event.target,
        name=event.name,
    )


def apply(state: State, event: BerzerkaEvent, at: At) -> State:
    """Move on by one event that has passed its check."""
    match event:
        case ContractWritten() | BoardSet():
            return _prepared(state, event)
        case DealerIs(seat):
            return replace(state, dealer=seat)
        case ThrownIn():
            return replace(state, hand=None)
        case CarriedIn() | Adjusted():
            note = Note(at.origin, event, at.people)
            return _with_board(state, replace(state.board, items=(*state.board.items, note)))
        case Ended():
            ended = replace(state.board, is_ended=True)
            return replace(_with_board(state, ended), hand=None)
        case _:
            return _hand_moved(state, event, at)


def _prepared(state: State, event: ContractWritten | BoardSet) -> State:
    if isinstance(event, ContractWritten):
        tile = written(event)
        others = [one for one in state.tiles if one.code != tile.code]
        tiles = sorted((*others, tile), key=lambda one: one.code)
        return replace(state, tiles=tuple(tiles))
    board = state.board
    contracts = contracts_of(event, state.tiles)
    if board.is_over:
        return replace(state, boards=(*state.boards, Board(contracts)))
    return _with_board(state, replace(board, contracts=contracts))


def _with_board(state: State, board: Board) -> State:
    return replace(state, boards=(*state.boards[:-1], board))


def _hand_moved(state: State, event: HandEvent, at: At) -> State:
    if isinstance(event, HandStated):
        hand = _stated(state, event, at)
    elif isinstance(event, CardPlayed | LeadIs):
        hand = _watched(present_hand(state), event, at)
    else:
        hand = _told(state, state.hand or _new_hand(state, at.origin), event)
    hand = replace(hand, entries=(*hand.entries, at.seq), people=at.people)
    if hand.stage is not Stage.DONE:
        return replace(state, hand=hand)
    board = replace(state.board, items=(*state.board.items, hand))
    return replace(_with_board(state, board), hand=None, dealer=left_of(state.dealer, RING))


def _stated(state: State, event: HandStated, at: At) -> Hand:
    return Hand(
        id=at.origin,
        dealer=state.dealer,
        declarer=event.declarer,
        contract=state.board.contract(event.contract),
        how=event.how,
        overbid=event.overbid,
        trump=event.trump,
        pain_suit=event.pain_suit,
        ranking=event.ranking,
        discards=event.discards,
        count=event.count,
    )


def _told(state: State, hand: Hand, event: StepEvent) -> Hand:
    match event:
        case ContractBid() | Passed():
            return _called(state, hand, event)
        case HotseatPicked(code):
            return replace(hand, contract=state.board.contract(code))
        case TrumpNamed() | PainSuitNamed() | RankingNamed():
            return _named(hand, event)
        case Discarded(discards):
            return replace(hand, discards=discards)
        case HandPlayed(count):
            return replace(hand, count=count)
        case _:
            assert_never(event)


def _watched(hand: Hand, event: CardPlayed | LeadIs, at: At) -> Hand:
    rules = play_rules_of(hand)
    if rules is None:
        return hand
    return replace(hand, watched=played(rules, hand.watched, event, at.seq))


def _named(hand: Hand, event: NamingEvent) -> Hand:
    match event:
        case TrumpNamed(suit):
            return replace(hand, trump=suit)
        case PainSuitNamed(suit):
            return replace(hand, pain_suit=suit)
        case RankingNamed(ranking):
            return replace(hand, ranking=ranking)
        case _:
            assert_never(event)


# ---- the bidding ----


def _new_hand(state: State, hand_id: int) -> Hand:
    """A hand about to be bid. Inferred: who has completed every contract is out of it."""
    out = tuple(seat for seat in RING if not state.board.open_to(seat))
    return _with_turn(state.board, Hand(hand_id, state.dealer, out), state.dealer)


def _called(state: State, hand: Hand, event: ContractBid | Passed) -> Hand:
    seat = hand.turn
    if seat is None:
        return hand
    if isinstance(event, Passed):
        moved = replace(hand, out=(*hand.out, seat))
    else:
        moved = replace(hand, high=Bid(seat, event.contract, event.overbid))
    return _with_turn(state.board, moved, seat)


def _with_turn(board: Board, hand: Hand, after: Seat) -> Hand:
    """Give the turn to the next player who may still call, or end the bidding."""
    left = callers(hand, after)
    high = hand.high
    if high and left == (high.seat,):
        contract = board.contract(high.contract)
        return replace(hand, turn=None, declarer=high.seat, contract=contract, overbid=high.overbid)
    if not left:
        return replace(hand, turn=None, declarer=hotseat(board, hand.dealer), how=How.HOTSEAT)
    return replace(hand, turn=left[0])
