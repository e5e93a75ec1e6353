"""What can't be: the refusals of Berzerka, each with its field and the rule behind it."""

from typing import Any

from scorekeeper.core.cards import FRENCH, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import message
from scorekeeper.core.play import WATCHED
from scorekeeper.core.seats import Seat
from scorekeeper.games.berzerka.events import (
    BoardSet,
    ContractBid,
    ContractWritten,
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
from scorekeeper.games.berzerka.rules import (
    BY_CODE,
    OWN_CODES,
    RULE_SHEET,
    SHAPESHIFT,
    TRICKS,
    Aim,
    Contract,
    Named,
    Overbids,
    contract_name,
    inferred,
    printed,
)
from scorekeeper.games.berzerka.scoring import ROUNDS
from scorekeeper.games.berzerka.state import Board, Hand, Stage, State, hotseat, present_hand

BOARD = printed("Contract Appendix", "board")
BIDDING = printed("Bidding Phase", "bidding")
HOTSEAT = printed("Bidding Phase", "hotseat")
NEXT_IN_HOTSEAT = inferred("Bidding Phase", "hotseat")
NAMING = printed("Contract Appendix", "naming")
DISCARDS = printed("Discard/Draw Phase", "discards")
SCORING = printed("Scoring Phase", "numbers")
SHAPESHIFTING = printed("Shapeshift", "contract-shapeshift")
HALVING = printed("Middling", "contract-middling")

_WRITTEN_NAME = 24
_MOST_VALUE = 99


NAMES = {
    TrumpNamed.KIND: {Named.TRUMP},
    PainSuitNamed.KIND: {Named.PAIN_SUIT},
    RankingNamed.KIND: {Named.RANKING, Named.START},
}
"""What of the contract's questions each naming answers."""

STAGES = {
    ContractBid: Stage.BIDDING,
    Passed: Stage.BIDDING,
    HotseatPicked: Stage.HOTSEAT,
    TrumpNamed: Stage.NAMING,
    PainSuitNamed: Stage.NAMING,
    RankingNamed: Stage.NAMING,
    Discarded: Stage.DISCARDING,
    HandPlayed: Stage.PLAYING,
    **dict.fromkeys(WATCHED, Stage.PLAYING),
}
"""When each step of a hand is entered."""


def check(state: State, event: Any) -> None:
    """Refuse an event that can't follow.

    A board may be ended before its first hand, to set another. Raises RuleViolation, or
    ImpossibleResult for numbers that no pack of 52 can give.
    """
    _check_moment(state, event)
    _check_facts(state, present_hand(state), event)


def _check_moment(state: State, event: Any) -> None:
    """Refuse what is entered before its turn, or after it."""
    if isinstance(event, DealerIs) and state.hand is not None:
        raise _refused("dealer-late", "seat", BIDDING)
    if isinstance(event, (ThrownIn, Ended, HandStated, *STAGES)):
        _check_running(state)
    hand = present_hand(state)
    if type(event) in STAGES and hand.stage is not STAGES[type(event)]:
        raise _refused(
            "not-now",
            "",
            None,
            entered=message(f"berzerka.kind.{event.KIND}"),
            wanted=message(f"berzerka.wanted.{hand.stage.value}"),
        )


def _check_facts(state: State, hand: Hand, event: Any) -> None:
    match event:
        case ContractWritten():
            _check_written(state, event)
        case BoardSet():
            _check_board(state, event)
        case HandStated():
            _check_stated(state, event)
        case ContractBid():
            _check_bid(state, hand, event)
        case HotseatPicked():
            _open(state.board, hand.declarer, event.contract)
        case TrumpNamed(named) | PainSuitNamed(named) | RankingNamed(named):
            _check_named(hand.contract, hand.unnamed, event.KIND, named)
        case Discarded():
            _check_discards(event.discards)
        case HandPlayed():
            _check_count(hand.contract, event.count)
        case _ if not isinstance(event, Ended):
            ROUNDS.check(state, event)


# ---- before the first hand ----


def _check_written(state: State, event: ContractWritten) -> None:
    _check_before_play(state)
    if not 1 <= event.tile <= len(OWN_CODES):
        raise _refused("tile", "tile", BOARD, tile=event.tile)
    code = OWN_CODES[event.tile - 1]
    if not event.name.strip() or len(event.name) > _WRITTEN_NAME:
        raise _refused("tile-name", "name", BOARD, name=event.name, length=len(event.name))
    if any(tile.name == event.name and tile.code != code for tile in state.tiles):
        raise _refused("tile-name-taken", "name", BOARD, name=event.name)
    for field, value in (("base", event.base), ("step", event.step)):
        if not 0 <= value <= _MOST_VALUE:
            raise _refused("tile-value", field, BOARD, value=value, most=_MOST_VALUE)
        if event.aim is Aim.MIDDLE and value % 2:
            raise _refused("tile-odd", field, HALVING, value=value)
    if not 0 <= event.target <= event.counts.most:
        raise _refused("tile-target", "target", BOARD, target=event.target, most=event.counts.most)


def _check_board(state: State, event: BoardSet) -> None:
    _check_before_play(state)
    if not event.contracts:
        raise _refused("board-empty", "contracts", BOARD)
    known = {*BY_CODE, *(tile.code for tile in state.tiles)}
    for n, code in enumerate(event.contracts):
        if code not in known:
            raise _refused("no-such-contract", "contracts", BOARD, contract=code)
        if code in event.contracts[:n]:
            raise _refused("contract-twice", "contracts", BOARD, contract=contract_name(code))
    _check_copies(event)


def _check_copies(event: BoardSet) -> None:
    if SHAPESHIFT.code not in event.contracts:
        if event.copies:
            raise _refused("copies-nothing", "copies", SHAPESHIFTING)
        return
    if not event.copies or event.copies == SHAPESHIFT.code:
        raise _refused("copies-missing", "copies", SHAPESHIFTING)
    if event.copies not in event.contracts:
        raise _refused(
            "copies-off-board", "copies", SHAPESHIFTING, contract=_name_or_code(event.copies)
        )


def _name_or_code(code: str) -> object:
    return contract_name(code) if code in BY_CODE or code in OWN_CODES else code


def _check_before_play(state: State) -> None:
    if state.board.contracts and not state.board.is_over:
        raise _refused("board-fixed", "", BOARD)


def _check_running(state: State) -> None:
    if state.board.is_over:
        raise _refused("over", "", None)
    if not state.board.contracts:
        raise _refused("no-board", "", BOARD)


# ---- the bidding ----


def _check_bid(state: State, hand: Hand, event: ContractBid) -> None:
    _open(state.board, hand.turn, event.contract)
    if hand.high is None:
        if event.overbid:
            raise _refused("overbid-on-nothing", "overbid", BIDDING, overbid=event.overbid)
        return
    cite = RULE_SHEET.cite(state.settings, "overbids")
    least = hand.high.overbid + 1
    if state.settings.overbids is Overbids.STEPS and event.overbid != least:
        raise _refused("overbid-jump", "overbid", cite, overbid=event.overbid, least=least)
    if event.overbid < least:
        raise _refused("overbid-low", "overbid", cite, overbid=event.overbid, least=least)
    _check_overbid(event.overbid, cite)


def _check_overbid(overbid: int, cite: Cite) -> None:
    if not 0 <= overbid <= TRICKS:
        raise _refused("overbid-high", "overbid", cite, overbid=overbid, most=TRICKS)


def _open(board: Board, seat: Seat | None, code: str) -> Contract:
    """The contract with this code, which must be open to this player."""
    contract = board.contract(code)
    if contract is None:
        raise _refused("not-on-board", "contract", BOARD, contract=_name_or_code(code))
    if seat is not None and contract not in board.open_to(seat):
        raise _refused("completed", "contract", BIDDING, contract=contract, seat=seat)
    return contract


# ---- what the declarer names, discards and takes ----


def _check_named(
    contract: Contract | None, asked: tuple[Named, ...], kind: str, value: object, field: str = ""
) -> None:
    """Refuse what is named though it isn't asked for, or not any more, and a suit of no pack."""
    if not NAMES[kind] & set(asked):
        entered = message(f"berzerka.kind.{kind}")
        raise _refused("not-named-here", field, NAMING, entered=entered, contract=contract)
    if isinstance(value, Suit) and value not in FRENCH:
        raise _refused("no-such-suit", field or "suit", NAMING, suit=value)


def _check_discards(discards: int) -> None:
    if not 0 <= discards <= TRICKS:
        raise _impossible("discards", "discards", DISCARDS, n=discards, most=TRICKS)


def _check_count(contract: Contract | None, count: int) -> None:
    if contract is None:
        return
    most = contract.counts.most
    if not 0 <= count <= most:
        code = f"count-{contract.counts.value}"
        raise _impossible(code, "count", SCORING, n=count, most=most, contract=contract)


def _check_stated(state: State, event: HandStated) -> None:
    if state.hand is not None:
        raise _refused("hand-begun", "", BIDDING)
    ROUNDS.check_seat(state, event.declarer, "declarer")
    contract = _open(state.board, event.declarer, event.contract)
    if event.how is How.HOTSEAT:
        _check_stated_hotseat(state, event)
    _check_overbid(event.overbid, RULE_SHEET.cite(state.settings, "overbids"))
    for field in ("trump", "pain_suit", "ranking"):
        if value := getattr(event, field):
            _check_named(contract, contract.asks, field.replace("_", "-"), value, field)
    _check_discards(event.discards)
    _check_count(contract, event.count)


def _check_stated_hotseat(state: State, event: HandStated) -> None:
    seat = hotseat(state.board, state.round.dealer)
    if event.declarer is not seat:
        forehand = hotseat(Board({}, contracts=state.board.contracts), state.round.dealer)
        cite = HOTSEAT if seat is forehand else NEXT_IN_HOTSEAT
        raise _refused("hotseat-is", "declarer", cite, declarer=event.declarer, seat=seat)
    if event.overbid:
        raise _refused("overbid-on-nothing", "overbid", HOTSEAT, overbid=event.overbid)


# ---- refusals ----


def _refused(code: str, field: str, cite: Cite | None, **params: object) -> RuleViolation:
    return RuleViolation(message(f"berzerka.refused.{code}", **params), field, cite)


def _impossible(code: str, field: str, cite: Cite, **params: object) -> ImpossibleResult:
    return ImpossibleResult(message(f"berzerka.refused.{code}", **params), field, cite)
