"""A board and its hands as far as they were recorded, how a hand goes on, and what can't be
entered of it."""

from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

from scorekeeper.core.cards import FRENCH, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import impossible, refused
from scorekeeper.core.evening import DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.play import WATCHED
from scorekeeper.core.rounds import Round, RoundEnd, Rounds, Tally
from scorekeeper.core.seats import Seat, alone, left_of, numbered
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
    Ranking,
    Settings,
    contract_name,
    inferred,
    printed,
)

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
    """One hand. `out` are those who may not bid any more, `turn` whose call it is, `first` who
    called first, where that was said.

    `declarer` is known once the bidding is over; in the hotseat `contract` follows later.
    `is_stated` says that it was entered as a whole.
    """

    out: tuple[Seat, ...] = ()
    turn: Seat | None = None
    first: Seat | None = None
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
        return self.present.tally

    @property
    def hand(self) -> Hand | None:
        return None if self.round.id is None else self.round

    @property
    def last_hand(self) -> Hand | None:
        """The hand in progress, else the last that was counted on this board."""
        items = (one.item for one in reversed(self.present.scored))
        hands = (one for one in items if isinstance(one, Hand) and one.end is RoundEnd.COUNTED)
        return self.hand or next(hands, None)


# ---- how a hand goes on ----


def present_hand(state: Rounds[Settings, Hand, Board]) -> Hand:
    """The hand in progress, or the one about to be bid. The board must be set and not over.

    Inferred: who has completed every contract is out of the bidding.
    """
    hand, board = state.round, state.present.tally
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


def bid_words(hand: Hand) -> Message:
    """How the declarer came to the contract: bid, overbid by n, or from the hotseat."""
    if hand.how is How.BID and hand.overbid:
        return message("berzerka.bid.over", overbid=hand.overbid)
    return message(f"berzerka.bid.{hand.how.value}")


def named_words(hand: Hand) -> tuple[object, ...]:
    """Trump, pain suit and ranking as the declarer named them; what was not named is left out."""
    trump, pain, ranking, contract = hand.trump, hand.pain_suit, hand.ranking, hand.contract
    pieces = [message("berzerka.named.trump", suit=trump)] if trump else []
    pieces += [message("berzerka.named.pain", suit=pain)] if pain else []
    if ranking and contract:
        pieces.append(message(f"berzerka.named.{contract.ranking.value}", ranking=ranking))
    return listed(pieces)


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
    hand, board = present_hand(state), state.present.tally
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
    if event.seat is not None and hand.id is None:
        seat, hand = event.seat, _opened_by(hand, event.seat)
    if isinstance(event, Passed):
        return _with_turn(board, replace(hand, out=(*hand.out, seat)), seat)
    return _with_turn(board, replace(hand, high=Bid(seat, event.contract, event.overbid)), seat)


def _opened_by(hand: Hand, seat: Seat) -> Hand:
    """The hand whose first call is by this player. Where the rotation would give that to another,
    the player at the right has dealt, unless the table said who did."""
    is_moved = seat is not hand.turn and not hand.is_dealer_said
    dealer = left_of(seat, RING, 2) if is_moved else hand.dealer
    return replace(hand, first=seat, dealer=dealer)


def _with_turn(board: Board, hand: Hand, after: Seat) -> Hand:
    """Give the turn to the next player who may still call, or end the bidding."""
    around = (left_of(after, RING, steps) for steps in (1, 2, 3))
    left = tuple(seat for seat in around if seat not in hand.out)
    high = hand.high
    if high and left == (high.seat,):
        contract = board.contract(high.contract)
        return replace(hand, turn=None, declarer=high.seat, contract=contract, overbid=high.overbid)
    if not left:
        seat = hand.first or hotseat(board, hand.dealer)
        return replace(hand, turn=None, declarer=seat, how=How.HOTSEAT)
    return replace(hand, turn=left[0])


# ---- what can't be entered ----

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


def check_own(state: State, event: Any) -> None:
    """Refuse a fact of this game that can't follow, and one of every game at the wrong time."""
    _check_moment(state, event)
    hand = present_hand(state)
    match event:
        case ContractWritten():
            _check_written(state, event)
        case BoardSet():
            _check_board(state, event)
        case HandStated():
            _check_stated(state, event)
        case ContractBid() | Passed():
            _check_call(state, hand, event)
        case HotseatPicked():
            _check_caller(hand.declarer, event)
            _open(state.board, hand.declarer, event.contract)
        case TrumpNamed(named) | PainSuitNamed(named) | RankingNamed(named):
            _check_named(hand.contract, hand.unnamed, event.KIND, named)
        case Discarded() | HandPlayed():
            _check_numbers(hand.contract, event)


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


def _check_caller(turn: Seat | None, event: ContractBid | Passed | HotseatPicked) -> None:
    """Refuse a call by somebody else than the next in turn."""
    if event.seat not in (None, turn):
        said = {"call": event.said(), "seat": event.seat, "turn": turn}
        raise refused("refused.out-of-rotation", "seat", BIDDING, **said)


def _check_call(state: State, hand: Hand, event: ContractBid | Passed) -> None:
    """Refuse what can't be called now, or not by this player: who calls first says who dealt."""
    if event.seat is not None and hand.id is None and event.seat not in hand.out:
        if event.seat not in RING:
            raise refused("refused.no-such-seat", "seat", seat=event.seat.value)
        hand = replace(hand, turn=event.seat)
    _check_caller(hand.turn, event)
    if isinstance(event, ContractBid):
        _check_bid(state, hand, event)


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
    if event.declarer not in RING:
        raise refused("refused.no-such-seat", "declarer", seat=event.declarer.value)
    contract = _open(state.board, event.declarer, event.contract)
    if event.how is How.HOTSEAT:
        _check_hotseat(state, event)
    _check_overbid(event.overbid, RULE_SHEET.cite(state.settings, "overbids"))
    for field in ("trump", "pain_suit", "ranking"):
        if value := getattr(event, field):
            _check_named(contract, contract.asks, field.replace("_", "-"), value, field)
    _check_numbers(contract, event)


def _check_hotseat(state: State, event: HandStated) -> None:
    seat = hotseat(state.board, state.round.dealer)
    if event.declarer is not seat:
        forehand = hotseat(Board({}, contracts=state.board.contracts), state.round.dealer)
        cite = HOTSEAT if seat is forehand else NEXT_IN_HOTSEAT
        said = {"declarer": event.declarer, "seat": seat}
        raise refused("berzerka.refused.hotseat-is", "declarer", cite, **said)
    if event.overbid:
        code = "berzerka.refused.overbid-on-nothing"
        raise refused(code, "overbid", HOTSEAT, overbid=event.overbid)
