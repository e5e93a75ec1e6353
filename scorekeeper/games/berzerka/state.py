"""A board and its hands as far as they were recorded, how a hand goes on, and what
can't be entered of it."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.cards import FRENCH, Suit
from scorekeeper.core.errors import refused
from scorekeeper.core.evening import DealerIs, Ended, ThrownIn
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.play import WATCHED
from scorekeeper.core.rounds import Round, RoundEnd, Rounds, Tally
from scorekeeper.core.seats import Seat, alone, left_of, numbered
from scorekeeper.core.session import Event
from scorekeeper.core.values import changed
from scorekeeper.games.berzerka import events, rules
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.rules import TRICKS, Contract, Named, never, no

MOST_VALUE = 99
LONGEST_NAME = 24
RING = numbered(3)  # The three seats, clockwise
PARTIES = alone(RING)  # Everybody plays alone


class Stage(Enum):
    """What a hand waits for."""

    BIDDING = "bidding"
    HOTSEAT = "hotseat"
    NAMING = "naming"
    DISCARDING = "discarding"
    PLAYING = "playing"
    DONE = "done"


@dataclass(frozen=True)
class Hand(Round):
    """One hand. `out` are those who may not bid any more, `turn` whose call it is,
    `first` who called first, where that was said; `high` is the bid that stands, by its
    seat. `declarer` is known once the bidding is over; in the hotseat `contract`
    follows later. `is_stated` says that it was entered as a whole."""

    out: tuple[Seat, ...] = ()
    turn: Seat | None = None
    first: Seat | None = None
    high: events.ContractBid | None = None
    declarer: Seat | None = None
    contract: Contract | None = None
    how: How = How.BID
    overbid: int = 0
    trump: Suit | None = None
    pain_suit: Suit | None = None
    ranking: rules.Ranking | None = None
    discards: int | None = None
    count: int | None = None
    is_stated: bool = False

    @property
    def unnamed(self) -> tuple[Named, ...]:
        given = {
            Named.TRUMP: self.trump,
            Named.PAIN_SUIT: self.pain_suit,
            Named.RANKING: self.ranking,
            Named.START: self.ranking,
        }
        asks = self.contract.asks if self.contract else ()
        return tuple(named for named in asks if given[named] is None)

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
        if self.discards is None:
            return Stage.DISCARDING
        return Stage.PLAYING

    @property
    def caller(self) -> Seat | None:
        return self.turn or self.declarer

    @property
    def awaited(self) -> Message:
        code = f"berzerka.turn.{self.stage.value}"
        if self.stage is Stage.DISCARDING:
            code += f".{self.how.value}"
        if self.stage is Stage.NAMING:
            code += f".{self.unnamed[0].value}"
        return message(code, seat=self.caller, contract=self.contract)

    @property
    def order(self) -> tuple[Seat, ...]:
        """Who discards and draws in which order: the declarer first, from the hotseat
        last. Inferred: the others follow clockwise."""
        first = int(self.how is How.HOTSEAT)
        declarer = self.declarer
        if declarer:
            return tuple(left_of(declarer, RING, first + n) for n in range(3))
        return ()

    @property
    def bid(self) -> Message:
        is_over = self.how is How.BID and self.overbid
        code = "over" if is_over else self.how.value
        return message(f"berzerka.bid.{code}", overbid=self.overbid)

    @property
    def named(self) -> tuple[object, ...]:
        pieces = (
            [message("berzerka.named.trump", suit=self.trump)] if self.trump else []
        )
        pieces += (
            [message("berzerka.named.pain", suit=self.pain_suit)]
            if self.pain_suit
            else []
        )
        if self.ranking and self.contract:
            code = f"berzerka.named.{self.contract.ranking.value}"
            pieces.append(message(code, ranking=self.ranking))
        return listed(pieces)


@dataclass(frozen=True, slots=True)
class Box:
    """One player's box of one contract, filled: `number` is what is written in it.
    `contract` is the contract's code, `row` the row of the sheet that explains the
    box."""

    seat: Seat
    number: int
    discards: int
    how: How
    contract: str = ""
    row: int = 0


@dataclass(frozen=True)
class Board(Tally):
    """How a game stands: its contracts, none until the board is set, and its filled
    boxes."""

    contracts: tuple[Contract, ...] = ()
    boxes: tuple[Box, ...] = ()

    @property
    def size(self) -> int:
        return len(RING) * len(self.contracts)

    def contract(self, code: str) -> Contract | None:
        return next(
            (contract for contract in self.contracts if contract.code == code), None
        )

    def boxes_of(self, contract: Contract) -> tuple[Box, ...]:
        return tuple(box for box in self.boxes if box.contract == contract.code)

    def open_to(self, seat: Seat | None) -> tuple[Contract, ...]:
        done = {box.contract for box in self.boxes if box.seat is seat}
        return tuple(
            contract for contract in self.contracts if contract.code not in done
        )

    def hotseat(self, dealer: Seat) -> Seat:
        """Who is put in the hotseat when all pass: forehand, at the dealer's left.
        Inferred: B2 – a forehand without an open contract leaves it to the next who has
        one."""
        around = [left_of(dealer, RING, steps) for steps in (1, 2, 3)]
        return next((seat for seat in around if self.open_to(seat)), around[0])


@dataclass(frozen=True)
class State(Rounds[rules.Settings, Hand, Board]):
    """A session. `tiles` are the contracts that the table has written on its blank
    tiles."""

    tiles: tuple[Contract, ...] = ()

    @property
    def board(self) -> Board:
        return self.present.tally

    @property
    def is_on(self) -> bool:
        return bool(self.board.contracts) and not self.board.is_over

    @property
    def hand(self) -> Hand | None:
        return None if self.round.id is None else self.round

    @property
    def last_hand(self) -> Hand | None:
        items = (deal.item for deal in reversed(self.present.scored))
        counted = (
            item
            for item in items
            if isinstance(item, Hand) and item.end is RoundEnd.COUNTED
        )
        return self.hand or next(counted, None)


# ---- how a hand goes on ----


def present_hand(state: State) -> Hand:
    """The hand in progress, or the one about to be bid. The board must be set and not
    over. Inferred: who has completed every contract is out of the bidding."""
    hand = state.round
    board = state.present.tally
    if hand.id is not None:
        return hand
    out = tuple(seat for seat in RING if not board.open_to(seat))
    return _with_turn(board, changed(hand, out=out), hand.dealer)


def entered(state: State, event: Event) -> Hand:
    is_whole = isinstance(event, events.HandStated)
    hand = state.round if is_whole else present_hand(state)
    board = state.present.tally
    match event:
        case events.ContractBid() | events.Passed():
            hand = _called(board, hand, event)
        case events.HotseatPicked():
            hand = changed(hand, contract=board.contract(event.contract))
        case events.HandStated():
            hand = _stated(state, event)
        case events.TrumpNamed(suit):
            hand = changed(hand, trump=suit)
        case events.PainSuitNamed(suit):
            hand = changed(hand, pain_suit=suit)
        case events.RankingNamed(ranking):
            hand = changed(hand, ranking=ranking)
        case events.Discarded(number):
            hand = changed(hand, discards=number)
        case events.HandPlayed(number):
            hand = changed(hand, count=number)
    return changed(hand, end=RoundEnd.COUNTED) if hand.stage is Stage.DONE else hand


def _stated(state: State, event: events.HandStated) -> Hand:
    # a hand has a field of its own for each that it states
    stated = vars(event) | {"contract": state.board.contract(event.contract)}
    return changed(state.round, **stated, is_stated=True)


def _called(
    board: Board, hand: Hand, event: events.ContractBid | events.Passed
) -> Hand:
    """The hand after a call. Where the rotation would give the first one to another,
    the player at the right has dealt, unless the table said who did."""
    seat = hand.turn
    if seat is None:
        return hand
    if event.seat is not None and hand.id is None:
        is_moved = event.seat is not seat and not hand.is_dealer_said
        seat = event.seat
        hand = changed(
            hand, first=seat, dealer=left_of(seat, RING, 2) if is_moved else hand.dealer
        )
    if isinstance(event, events.Passed):
        return _with_turn(board, changed(hand, out=(*hand.out, seat)), seat)
    return _with_turn(board, changed(hand, high=changed(event, seat=seat)), seat)


def _with_turn(board: Board, hand: Hand, after: Seat) -> Hand:
    around = (left_of(after, RING, steps) for steps in (1, 2, 3))
    left = tuple(seat for seat in around if seat not in hand.out)
    high = hand.high
    if high and left == (high.seat,):
        contract = board.contract(high.contract)
        return changed(
            hand, turn=None, declarer=high.seat, contract=contract, overbid=high.overbid
        )
    if not left:
        seat = hand.first or board.hotseat(hand.dealer)
        return changed(hand, turn=None, declarer=seat, how=How.HOTSEAT)
    return changed(hand, turn=left[0])


# ---- what can't be entered ----

STAGES = {
    **dict.fromkeys((events.ContractBid, events.Passed), Stage.BIDDING),
    events.HotseatPicked: Stage.HOTSEAT,
    **dict.fromkeys(events.NAMINGS, Stage.NAMING),
    events.Discarded: Stage.DISCARDING,
    **dict.fromkeys((events.HandPlayed, *WATCHED), Stage.PLAYING),
}
"""When each step of a hand is entered."""


def check_step(state: State, event: Event) -> None:
    hand = present_hand(state)
    _check_time(state, hand, event)
    match event:
        case events.ContractWritten():
            _check_tile(state, event)
        case events.BoardSet():
            _check_board(state, event)
        case events.ContractBid() | events.Passed():
            _check_call(state, hand, event)
        case events.HotseatPicked():
            _check_turn(hand.declarer, event)
            _check_contract(state.board, hand.declarer, event.contract)
        case (
            events.TrumpNamed(named)
            | events.PainSuitNamed(named)
            | events.RankingNamed(named)
        ):
            _check_named(hand.contract, hand.unnamed, event.KIND, named)
        case events.Discarded() | events.HandPlayed():
            _check_numbers(hand.contract, event)
        case events.HandStated():
            _check_stated(state, event)


def _check_time(state: State, hand: Hand, event: Event) -> None:
    kind = type(event)
    if kind is DealerIs and state.hand is not None:
        raise no("dealer-late", "seat", rules.BIDDING)
    if isinstance(event, (ThrownIn, Ended, events.HandStated, *STAGES)):
        if state.board.is_over:
            raise no("over")
        if not state.board.contracts:
            raise no("no-board", "", rules.BOARD)
    if state.is_on and kind in (events.ContractWritten, events.BoardSet):
        raise no("board-fixed", "", rules.BOARD)
    if kind in STAGES and hand.stage is not STAGES[kind]:
        wanted = message(f"berzerka.wanted.{hand.stage.value}")
        raise no(
            "not-now", entered=message(f"berzerka.kind.{event.KIND}"), wanted=wanted
        )


def _check_tile(state: State, event: events.ContractWritten) -> None:
    name = event.name
    most = event.counts.most
    board = rules.BOARD
    codes = rules.OWN_CODES
    if not 1 <= event.tile <= len(codes):
        raise no("tile", "tile", board, tile=event.tile)
    is_name = name.strip() and len(name) <= LONGEST_NAME
    if not is_name:
        raise no("tile-name", "name", board, name=name, length=len(name))
    names = [tile.name for tile in state.tiles if tile.code != codes[event.tile - 1]]
    if name in names:
        raise no("tile-name-taken", "name", board, name=name)
    _check_value("base", event.base, event.aim)
    _check_value("step", event.step, event.aim)
    is_target = 0 <= event.target <= most
    if not is_target:
        raise no("tile-target", "target", board, target=event.target, most=most)


def _check_value(field: str, value: int, aim: rules.Aim) -> None:
    is_value = 0 <= value <= MOST_VALUE
    if not is_value:
        raise no("tile-value", field, rules.BOARD, value=value, most=MOST_VALUE)
    if aim is rules.Aim.MIDDLE and value % 2:
        raise no("tile-odd", field, rules.HALVING, value=value)


def _check_board(state: State, event: events.BoardSet) -> None:
    codes = event.contracts
    copies = event.copies
    board = rules.BOARD
    if not codes:
        raise no("board-empty", "contracts", board)
    known = {*rules.BY_CODE, *(tile.code for tile in state.tiles)}
    for n, code in enumerate(codes):
        said = rules.contract_name(code)
        if code not in known:
            raise no("no-such-contract", "contracts", board, contract=code)
        if code in codes[:n]:
            raise no("contract-twice", "contracts", board, contract=said)
    own = rules.SHAPESHIFT.code
    cite = rules.printed("Shapeshift", "contract-shapeshift")
    if own not in codes:
        if copies != "":
            raise no("copies-nothing", "copies", cite)
        return
    if copies in ("", own):
        raise no("copies-missing", "copies", cite)
    name = _name_or_code(copies)
    if copies not in codes:
        raise no("copies-off-board", "copies", cite, contract=name)


def _name_or_code(code: str) -> object:
    if code in (*rules.BY_CODE, *rules.OWN_CODES):
        return rules.contract_name(code)
    return code


def _check_turn(
    turn: Seat | None, event: events.ContractBid | events.Passed | events.HotseatPicked
) -> None:
    if event.seat not in (None, turn):
        said = {"call": event.said(), "seat": event.seat, "turn": turn}
        raise refused("refused.out-of-rotation", "seat", rules.BIDDING, **said)


def _check_call(
    state: State, hand: Hand, event: events.ContractBid | events.Passed
) -> None:
    if event.seat is not None and hand.id is None and event.seat not in hand.out:
        hand = changed(hand, turn=event.seat)
    _check_turn(hand.turn, event)
    if isinstance(event, events.Passed):
        return
    _check_contract(state.board, hand.turn, event.contract)
    overbid = event.overbid
    high = hand.high
    if high is None:
        if overbid != 0:
            raise no("overbid-on-nothing", "overbid", rules.BIDDING, overbid=overbid)
        return
    cite = rules.RULE_SHEET.cite(state.settings, "overbids")
    least = high.overbid + 1
    is_jump = state.settings.overbids is rules.Overbids.STEPS and overbid != least
    code = f"overbid-{'jump' if is_jump else 'low'}"
    is_wrong = is_jump or overbid < least
    if is_wrong:
        raise no(code, "overbid", cite, overbid=overbid, least=least)
    _check_overbid(state, overbid)


def _check_overbid(state: State, overbid: int) -> None:
    if not 0 <= overbid <= TRICKS:
        cite = rules.RULE_SHEET.cite(state.settings, "overbids")
        raise no("overbid-high", "overbid", cite, overbid=overbid, most=TRICKS)


def _check_contract(board: Board, seat: Seat | None, code: str) -> None:
    contract = board.contract(code)
    name = _name_or_code(code)
    if contract is None:
        raise no("not-on-board", "contract", rules.BOARD, contract=name)
    is_open = contract in board.open_to(seat)
    if not is_open:
        raise no("completed", "contract", rules.BIDDING, contract=contract, seat=seat)


def _check_named(
    contract: Contract | None,
    asked: tuple[Named, ...],
    kind: str,
    value: object,
    field: str = "",
) -> None:
    is_asked = kind in [
        "ranking" if named is Named.START else named.value for named in asked
    ]
    said = {"entered": message(f"berzerka.kind.{kind}"), "contract": contract}
    if not is_asked:
        raise no("not-named-here", field, rules.NAMING, **said)
    is_suit = not isinstance(value, Suit) or value in FRENCH
    if not is_suit:
        raise no("no-such-suit", field or "suit", rules.NAMING, suit=value)


def _check_numbers(contract: Contract | None, event: Event) -> None:
    n = getattr(event, "discards", 0)
    count = getattr(event, "count", 0)
    is_number = 0 <= n <= TRICKS
    if not is_number:
        raise never("discards", "discards", rules.DISCARDS, n=n, most=TRICKS)
    if contract is not None:
        most = contract.counts.most
        code = f"count-{contract.counts.value}"
        said = {"n": count, "most": most, "contract": contract}
        if not 0 <= count <= most:
            raise never(code, "count", rules.SCORING, **said)


def _check_stated(state: State, event: events.HandStated) -> None:
    if state.hand is not None:
        raise no("hand-begun", "", rules.BIDDING)
    board = state.board
    dealer = state.round.dealer
    _check_contract(board, event.declarer, event.contract)
    contract = board.contract(event.contract)
    if event.how is How.HOTSEAT:
        seat = board.hotseat(dealer)
        n = event.overbid
        said = {"declarer": event.declarer, "seat": seat}
        cite = rules.HOTSEAT if seat is left_of(dealer, RING) else rules.NEXT_IN_HOTSEAT
        if event.declarer is not seat:
            raise no("hotseat-is", "declarer", cite, **said)
        if n != 0:
            raise no("overbid-on-nothing", "overbid", rules.HOTSEAT, overbid=n)
    _check_overbid(state, event.overbid)
    for kind in (naming.KIND for naming in events.NAMINGS):
        field = kind.replace("-", "_")
        value = getattr(event, field)
        if contract and value:
            _check_named(contract, contract.asks, kind, value, field)
    _check_numbers(contract, event)
