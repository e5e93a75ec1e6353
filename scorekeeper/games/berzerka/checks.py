"""What can't be entered, and why: each refusal with its field and the rule behind it."""

from typing import Any

from scorekeeper.core.cards import FRENCH, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation, impossible, refused
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

MOST_VALUE, LONGEST_NAME = 99, 24

NAMES = {
    TrumpNamed.KIND: {Named.TRUMP},
    PainSuitNamed.KIND: {Named.PAIN_SUIT},
    RankingNamed.KIND: {Named.RANKING, Named.START},
}
"""What of the contract's questions each naming answers."""

STAGES = {
    **dict.fromkeys((ContractBid, Passed), Stage.BIDDING),
    HotseatPicked: Stage.HOTSEAT,
    **dict.fromkeys((TrumpNamed, PainSuitNamed, RankingNamed), Stage.NAMING),
    Discarded: Stage.DISCARDING,
    **dict.fromkeys((HandPlayed, *WATCHED), Stage.PLAYING),
}
"""When each step of a hand is entered."""


def check(state: State, event: Any) -> None:
    """Refuse an event that can't follow.

    A board may be ended before its first hand, to set another. Raises RuleViolation, or
    ImpossibleResult for numbers that no pack of 52 can give.
    """
    _check_moment(state, event)
    hand = present_hand(state)
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
        case Discarded() | HandPlayed():
            _check_numbers(hand.contract, event)
        case _ if not isinstance(event, Ended):
            ROUNDS.check(state, event)


def why_not(state: State, event: Any) -> RuleViolation | None:
    """Why this can't be entered now; None where it can."""
    try:
        check(state, event)
    except RuleViolation as refusal:
        return refusal
    return None


def _check_moment(state: State, event: Any) -> None:
    """Refuse what is entered before its turn, or after it."""
    board, hand = state.board, present_hand(state)
    if isinstance(event, DealerIs) and state.hand is not None:
        raise refused("berzerka.refused.dealer-late", "seat", BIDDING)
    if isinstance(event, (ThrownIn, Ended, HandStated, *STAGES)):
        if board.is_over:
            raise refused("berzerka.refused.over")
        if not board.contracts:
            raise refused("berzerka.refused.no-board", "", BOARD)
    if isinstance(event, BoardSet | ContractWritten) and board.contracts and not board.is_over:
        raise refused("berzerka.refused.board-fixed", "", BOARD)
    if type(event) in STAGES and hand.stage is not STAGES[type(event)]:
        entered = message(f"berzerka.kind.{event.KIND}")
        wanted = message(f"berzerka.wanted.{hand.stage.value}")
        raise refused("berzerka.refused.not-now", entered=entered, wanted=wanted)


# ---- before the first hand ----


def _check_written(state: State, event: ContractWritten) -> None:
    name, target, most = event.name, event.target, event.counts.most
    if not 1 <= event.tile <= len(OWN_CODES):
        raise refused("berzerka.refused.tile", "tile", BOARD, tile=event.tile)
    if not name.strip() or len(name) > LONGEST_NAME:
        raise refused("berzerka.refused.tile-name", "name", BOARD, name=name, length=len(name))
    code = OWN_CODES[event.tile - 1]
    if any(tile.name == name and tile.code != code for tile in state.tiles):
        raise refused("berzerka.refused.tile-name-taken", "name", BOARD, name=name)
    for field, value in (("base", event.base), ("step", event.step)):
        if not 0 <= value <= MOST_VALUE:
            said = {"value": value, "most": MOST_VALUE}
            raise refused("berzerka.refused.tile-value", field, BOARD, **said)
        if event.aim is Aim.MIDDLE and value % 2:
            raise refused("berzerka.refused.tile-odd", field, HALVING, value=value)
    if not 0 <= target <= most:
        raise refused("berzerka.refused.tile-target", "target", BOARD, target=target, most=most)


def _check_board(state: State, event: BoardSet) -> None:
    codes, copies = event.contracts, event.copies
    if not codes:
        raise refused("berzerka.refused.board-empty", "contracts", BOARD)
    known = {*BY_CODE, *(tile.code for tile in state.tiles)}
    for n, code in enumerate(codes):
        if code not in known:
            raise refused("berzerka.refused.no-such-contract", "contracts", BOARD, contract=code)
        if code in codes[:n]:
            name = contract_name(code)
            raise refused("berzerka.refused.contract-twice", "contracts", BOARD, contract=name)
    if SHAPESHIFT.code in codes:
        if copies in ("", SHAPESHIFT.code):
            raise refused("berzerka.refused.copies-missing", "copies", SHAPESHIFTING)
        if copies not in codes:
            said = {"contract": _name_or_code(copies)}
            raise refused("berzerka.refused.copies-off-board", "copies", SHAPESHIFTING, **said)
    elif copies:
        raise refused("berzerka.refused.copies-nothing", "copies", SHAPESHIFTING)


def _name_or_code(code: str) -> object:
    return contract_name(code) if code in BY_CODE or code in OWN_CODES else code


# ---- the bidding ----


def _check_bid(state: State, hand: Hand, event: ContractBid) -> None:
    _open(state.board, hand.turn, event.contract)
    overbid, high = event.overbid, hand.high
    if high is None:
        if overbid:
            code = "berzerka.refused.overbid-on-nothing"
            raise refused(code, "overbid", BIDDING, overbid=overbid)
        return
    cite, least = RULE_SHEET.cite(state.settings, "overbids"), high.overbid + 1
    is_jump = state.settings.overbids is Overbids.STEPS and overbid != least
    if is_jump or overbid < least:
        code = f"berzerka.refused.overbid-{'jump' if is_jump else 'low'}"
        raise refused(code, "overbid", cite, overbid=overbid, least=least)
    _check_overbid(overbid, cite)


def _check_overbid(overbid: int, cite: Cite) -> None:
    if not 0 <= overbid <= TRICKS:
        said = {"overbid": overbid, "most": TRICKS}
        raise refused("berzerka.refused.overbid-high", "overbid", cite, **said)


def _open(board: Board, seat: Seat | None, code: str) -> Contract:
    """The contract with this code, which must be open to this player."""
    contract = board.contract(code)
    if contract is None:
        name = _name_or_code(code)
        raise refused("berzerka.refused.not-on-board", "contract", BOARD, contract=name)
    if seat is not None and contract not in board.open_to(seat):
        said = {"contract": contract, "seat": seat}
        raise refused("berzerka.refused.completed", "contract", BIDDING, **said)
    return contract


# ---- what the declarer names, discards and takes ----


def _check_named(
    contract: Contract | None, asked: tuple[Named, ...], kind: str, value: object, field: str = ""
) -> None:
    """Refuse what is named though it isn't asked for, or not any more, and a suit of no pack."""
    if not NAMES[kind] & set(asked):
        said = {"entered": message(f"berzerka.kind.{kind}"), "contract": contract}
        raise refused("berzerka.refused.not-named-here", field, NAMING, **said)
    if isinstance(value, Suit) and value not in FRENCH:
        raise refused("berzerka.refused.no-such-suit", field or "suit", NAMING, suit=value)


def _check_numbers(contract: Contract | None, event: Discarded | HandPlayed | HandStated) -> None:
    """Refuse numbers of discards and of what was taken that a hand can't have."""
    if not isinstance(event, HandPlayed) and not 0 <= event.discards <= TRICKS:
        said = {"n": event.discards, "most": TRICKS}
        raise impossible("berzerka.refused.discards", "discards", DISCARDS, **said)
    if isinstance(event, Discarded) or contract is None:
        return
    counts = contract.counts
    if not 0 <= event.count <= counts.most:
        code = f"berzerka.refused.count-{counts.value}"
        n, most = event.count, counts.most
        raise impossible(code, "count", SCORING, n=n, most=most, contract=contract)


def _check_stated(state: State, event: HandStated) -> None:
    if state.hand is not None:
        raise refused("berzerka.refused.hand-begun", "", BIDDING)
    ROUNDS.check_seat(state, event.declarer, "declarer")
    contract = _open(state.board, event.declarer, event.contract)
    if event.how is How.HOTSEAT:
        _check_stated_hotseat(state, event)
    _check_overbid(event.overbid, RULE_SHEET.cite(state.settings, "overbids"))
    for field in ("trump", "pain_suit", "ranking"):
        if value := getattr(event, field):
            _check_named(contract, contract.asks, field.replace("_", "-"), value, field)
    _check_numbers(contract, event)


def _check_stated_hotseat(state: State, event: HandStated) -> None:
    seat = hotseat(state.board, state.round.dealer)
    if event.declarer is not seat:
        forehand = hotseat(Board({}, contracts=state.board.contracts), state.round.dealer)
        cite = HOTSEAT if seat is forehand else NEXT_IN_HOTSEAT
        said = {"declarer": event.declarer, "seat": seat}
        raise refused("berzerka.refused.hotseat-is", "declarer", cite, **said)
    if event.overbid:
        code = "berzerka.refused.overbid-on-nothing"
        raise refused(code, "overbid", HOTSEAT, overbid=event.overbid)
