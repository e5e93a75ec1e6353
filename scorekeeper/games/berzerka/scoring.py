"""What a contract is worth, what its boxes earn, the rounds of a session and how all is
shown."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from scorekeeper.core import rounds
from scorekeeper.core.citations import Authority, Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, Awarded, CarriedIn, Ended
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.outcomes import Counted, Kind, Outcome, Result
from scorekeeper.core.rounds import Lines, NotedEntry, RoundEnd, ScoredSection
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import At, Event
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Line, Points, RowFact, ScoreSheet, Section, whole
from scorekeeper.core.values import changed
from scorekeeper.games.berzerka import events, play, rules
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.rules import (
    RULE_SHEET,
    Aim,
    Contract,
    Payoffs,
    Settings,
    Ties,
)
from scorekeeper.games.berzerka.state import (
    PARTIES,
    RING,
    Board,
    Box,
    Hand,
    Stage,
    State,
    check_step,
    entered,
    present_hand,
)
from scorekeeper.games.game import Glance, Look, PartyScore, SheetOf

PAYOFFS = {
    Payoffs.SWING: (1, 0, -1),
    Payoffs.WINNER: (1, 0, 0),
    Payoffs.LADDER: (2, 1, 0),
}
"""What the places earn in contract values, where the table does not fill that in
itself."""

BY_TABLE = Cite(TABLE, "", Authority.HOUSE, "people")


@dataclass(frozen=True, slots=True)
class Share:
    """What a box earns: `points`, for its places `first` to `last` (0 to 2; more than
    one where they are shared). `was_tied` says that others wrote the same number."""

    box: Box
    points: Points
    first: int
    last: int
    was_tied: bool


def number_written(contract: Contract, count: int, overbid: int) -> int:
    """Work out the number in the box; it can be negative. Rule: Bidding Phase – an
    overbid takes its tricks off. Rule: Bottle It Up – there it adds. Rule: Hold Steady
    – the distance from 5. Inferred: it adds wherever fewest ranks highest."""
    number = count + overbid if contract.aim is Aim.FEWEST else count - overbid
    return abs(number - contract.target) if contract.aim is Aim.CLOSEST else number


def value(contract: Contract, hows: Iterable[How]) -> int:
    """The contract's value: its base, and its step for each declarer who bid it. Rule:
    Bidding Phase – the hotseat does not raise it. Rule: Middling – there by two."""
    return contract.base + contract.step * sum(how is How.BID for how in hows)


def payoffs(settings: Settings, contract: Contract) -> tuple[Fraction, ...]:
    """What the three places earn, in multiples of the contract value. Rule: Middling –
    one winner, two losers who pay half each. Inferred: the others' places."""
    if contract.aim is Aim.MIDDLE:
        return Fraction(1), Fraction(-1, 2), Fraction(-1, 2)
    own = tuple(points for _, points in settings.custom_payoffs)
    return tuple(Fraction(points) for points in PAYOFFS.get(settings.payoffs, own))


def shares(
    settings: Settings, contract: Contract, boxes: tuple[Box, ...]
) -> tuple[Share, ...]:
    """What each of the three boxes of a contract earns, best place first; nothing
    before that."""
    worth = value(contract, (box.how for box in boxes))
    pay = payoffs(settings, contract)
    if len(boxes) < len(RING):
        return ()
    ranked = _ranked(settings, contract, boxes)
    ranks = [rank for rank, _ in ranked]
    strengths = [rank[0] for rank in ranks]
    earned = list[Share]()
    for rank, box in ranked:
        sharers = ranks.count(rank)
        first = ranks.index(rank)
        last = first + sharers - 1
        points = whole(worth * sum(pay[first : last + 1], Fraction()) / sharers)
        has_lost = contract.aim is Aim.MIDDLE and rank == LOST
        was_tied = not has_lost and strengths.count(rank[0]) > 1
        earned.append(Share(box, points, first, last, was_tied))
    return tuple(earned)


LOST = (1,)
"""The rank of a box at the middle that does not hold the median."""


def _ranked(
    settings: Settings, contract: Contract, boxes: tuple[Box, ...]
) -> list[tuple[tuple[int, ...], Box]]:
    """The boxes, best first, each with its rank, the less the better: by the number,
    then by the tiebreak, inferred, all of it; it doesn't matter among those who have
    lost at the middle. Rule: Middling – who has the median contends for the win,
    everybody else has lost."""
    median = sorted(box.number for box in boxes)[len(boxes) // 2]

    def rank(box: Box) -> tuple[int, ...]:
        number = box.number
        if contract.aim is Aim.MIDDLE:
            if number != median:
                return LOST
            number = 0
        if contract.aim is Aim.MOST:
            number = -number
        return (number, *_tiebreak(settings.ties, box))

    return sorted(((rank(box), box) for box in boxes), key=itemgetter(0))


def _tiebreak(ties: Ties, box: Box) -> tuple[int, ...]:
    hotseat = int(box.how is How.HOTSEAT)
    match ties:
        case Ties.FEWER_THEN_BID:
            return (box.discards, hotseat)
        case Ties.FEWER:
            return (box.discards,)
        case Ties.BID_THEN_FEWER:
            return (hotseat, box.discards)
        case Ties.MORE_THEN_BID:
            return (-box.discards, hotseat)
        case Ties.SHARED:
            return ()


def forecast(
    settings: Settings, contract: Contract, boxes: tuple[Box, ...]
) -> dict[Seat, Points]:
    """What two boxes would earn at today's value if the third player came in between
    them. Empty unless exactly two boxes are filled: with one, every place is still
    open. Of two that are level the number is the median, whatever the third is."""
    if len(boxes) != len(RING) - 1:
        return {}
    first, _, last = payoffs(settings, contract)
    (best_rank, best), (other_rank, other) = _ranked(settings, contract, boxes)
    if contract.aim is Aim.MIDDLE and best.number != other.number:
        first = last
    elif best_rank == other_rank:
        first = last = (first + last) / 2
    worth = value(contract, (box.how for box in boxes))
    return {best.seat: whole(worth * first), other.seat: whole(worth * last)}


def forecasts(settings: Settings, board: Board) -> dict[Seat, Points]:
    each = [
        forecast(settings, contract, board.boxes_of(contract))
        for contract in board.contracts
    ]
    return {
        seat: sum((earned.get(seat, 0) for earned in each), start=0) for seat in RING
    }


def writing(hand: Hand, contract: Contract) -> str:
    """Which rule makes the number in the box: as taken or a distance, less or more an
    overbid."""
    code = "away" if contract.aim is Aim.CLOSEST else "taken"
    if not hand.overbid:
        return code
    return f"{code}-more" if contract.aim is Aim.FEWEST else f"{code}-less"


def _box_line(
    hand: Hand, contract: Contract, box: Box, worth: int, settings: Settings
) -> Line:
    took = message(f"berzerka.took.{contract.counts.value}", n=hand.count or 0)
    said = {"contract": contract, "took": took, "value": worth}
    said |= {"overbid": hand.overbid, "number": box.number, "target": contract.target}
    of = contract.copied or contract
    if hand.overbid and contract.aim in (Aim.MOST, Aim.MIDDLE):
        cite = RULE_SHEET.cite(settings, "overbids")
    elif of.code in rules.OWN_CODES:
        cite = Cite(TABLE, "", Authority.HOUSE, "own-contracts")
    else:
        section = of.code.replace("-", " ").title()
        cite = rules.printed(section, f"contract-{of.code}")
        if hand.overbid and of.counts is rules.Counts.SUIT_CARDS:
            cite = rules.inferred(section, cite.anchor)
    what = message(f"berzerka.box.{writing(hand, contract)}", **said)
    return Line(box.seat.party, 0, what, cite)


def _share_line(
    contract: Contract, share: Share, worth: int, settings: Settings
) -> Line:
    is_middle = contract.aim is Aim.MIDDLE
    is_shared = share.first != share.last
    code = "middle" if is_middle else "place"
    place = message(f"berzerka.place.{share.first}-{share.last}")
    cite = rules.HALVING if is_middle else RULE_SHEET.cite(settings, "payoffs")
    if share.was_tied:
        code += "-shared" if is_shared else "-broken"
        cite = RULE_SHEET.cite(settings, "ties")
    elif is_middle:
        place = message(
            "berzerka.middle.lost" if share.first else "berzerka.middle.won"
        )
    discards = message("berzerka.discards", n=share.box.discards)
    said = {"contract": contract, "place": place, "value": worth, "discards": discards}
    what = message(f"berzerka.line.{code}", **said, how=share.box.how)
    return Line(share.box.seat.party, share.points, what, cite)


# ---- the rounds ----


def scored(done: Hand, board: Board, settings: Settings) -> tuple[Lines, Board]:
    """The lines of a hand and its board after it: the third box of a contract pays all
    players. Inferred: B4 – the most game points win once all boxes are filled; a tie is
    shared."""
    contract = done.contract
    seat = done.declarer
    count = done.count
    if done.end is not RoundEnd.COUNTED or not contract or not seat or count is None:
        return (), board
    number = number_written(contract, count, done.overbid)
    box = Box(seat, number, done.discards or 0, done.how, contract.code, done.id or 0)
    after = changed(board, boxes=(*board.boxes, box), rounds=board.rounds + 1)
    boxes = after.boxes_of(contract)
    worth = value(contract, (box.how for box in boxes))
    lines: Lines = (_box_line(done, contract, box, worth, settings),)
    for share in shares(settings, contract, boxes):
        lines += (_share_line(contract, share, worth, settings),)
    after = after.plus(lines)
    if after.rounds == after.size:
        after = after.won()
    return lines, after


def noted(one: NotedEntry, board: Board, settings: Settings) -> tuple[Lines, Board]:
    event = one.event
    assert isinstance(event, CarriedIn | Adjusted)  # noqa: S101 - an end has no points
    lines = (Line(event.party, event.points, event.said(), BY_TABLE),)
    return lines, board.plus(lines)


COUNT = "count"
"""What a ruling gives in a hand: the declarer's number."""


def awarded(hand: Hand, award: Awarded, settings: Settings) -> Hand:
    """A counted hand with what an agreed claim gives the declarer: nothing where
    another player is found to have declared it."""
    contract = hand.contract
    declarer = hand.declarer
    if contract is None or declarer is None or award.party != declarer.party:
        return hand
    return changed(hand, count=min(award.amount, contract.counts.most))


# what the recorded tricks come to, where the result says something else
def _recorded(hand: Hand, settings: Settings) -> object:
    won = play.watched_count(hand)
    contract = hand.contract
    if won is None or contract is None or hand.count in (None, won):
        return None
    return message(f"berzerka.took.{contract.counts.value}", n=won)


ROUNDS = rounds.RoundRules(
    family="berzerka",
    ring=lambda settings: RING,
    parties=lambda settings: PARTIES,
    round=Hand,
    tally=Board,
    entered=entered,
    scored=scored,
    noted=noted,
    next_dealer=rounds.moves_on(lambda settings: RING, rounds.UNCOUNTED),
    play_rules=play.play_rules_of,
    recorded=_recorded,
    awardable=frozenset({COUNT}),
    awarded=awarded,
    state=State,
)


def apply(state: State, event: Event, at: At) -> State:
    match event:
        case events.ContractWritten():
            return _with_tile(state, event)
        case events.BoardSet():
            return _with_board(state, event)
        case _:
            return ROUNDS.apply(state, event, at)


def _with_tile(state: State, event: events.ContractWritten) -> State:
    written = dict(vars(event))
    code = rules.OWN_CODES[written.pop("tile") - 1]
    tiles = {tile.code: tile for tile in state.tiles}
    tiles[code] = Contract(code, **written)
    return changed(state, tiles=tuple(tiles[code] for code in sorted(tiles)))


def _with_board(state: State, event: events.BoardSet) -> State:
    known = rules.BY_CODE | {tile.code: tile for tile in state.tiles}
    if event.copies in known:  # Shapeshift is the copy that it is
        known[rules.SHAPESHIFT.code] = rules.shapeshift_of(known[event.copies])
    contracts = tuple(known[code] for code in event.contracts)
    board = changed(ROUNDS.present_tally(state), contracts=contracts)
    if state.board.is_over:
        return changed(state, ended=state.sections, present=ScoredSection((), board))
    return changed(state, present=changed(state.present, stated=board))


def check(state: State, event: Event) -> None:
    check_step(state, event)
    if not isinstance(event, Ended):
        ROUNDS.check(state, event)


def why_not(state: State, event: Event) -> RuleViolation | None:
    try:
        check(state, event)
    except RuleViolation as refusal:
        return refusal
    return None


# ---- what is counted over the seasons ----

CONTRACTS = Kind(
    "berzerka.outcome.contract",
    row=lambda name: rules.contract_name(name) if name in rules.BY_CODE else name,
)
"""Boxes of complete contracts, by contract: made is the first place alone or shared,
set the last; by the game points they earned."""


def outcomes(state: State) -> Iterator[Outcome]:
    boards = (section.tally for section in state.sections)
    for board, contract in ((one, each) for one in boards for each in one.contracts):
        for share in shares(state.settings, contract, board.boxes_of(contract)):
            points = share.points
            is_first = share.first == 0
            is_last = share.last == len(RING) - 1
            came = Result.MADE if is_first else Result.SET
            came = Result.NEITHER if is_first is is_last else came
            said = message(
                "berzerka.outcome.contract.said", contract=contract, points=points
            )
            who = ((share.box.seat,), ())
            of = (contract.name or contract.code, "")
            yield Outcome(share.box.row, CONTRACTS.code, *who, said, of, came, points)


COUNTED = Counted((CONTRACTS,), outcomes)


# ---- the board ----


@dataclass(frozen=True, slots=True)
class BoardCell:
    """One player's box of one contract, None while it is open, with the points that it
    earned. `points` are None while only one box of the contract is filled, and a
    forecast while only two are. `offer` is what the contract is worth if this player
    takes it now, None where that can't be. `is_raised` says that it was bid, or that
    taking it raises its value."""

    box: Box | None = None
    points: Points | None = None
    is_forecast: bool = False
    offer: Message | None = None
    is_raised: bool = False


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A contract, its value now, and a cell a player."""

    contract: Contract
    worth: Message
    cells: tuple[BoardCell, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board with a row a contract, and the forecast of each player. One that hasn't
    been set is shown as an empty starter board, to be filled by hand."""

    board: Board
    rows: tuple[BoardRow, ...]
    forecasts: tuple[Points, ...]


def board_view(
    board: Board, settings: Settings, taker: Hand | None = None
) -> BoardView:
    """The board as it stands. With `taker`, the hand that is about to be taken on, the
    open boxes of the player whose turn it is say what each contract is worth after this
    bid."""
    contracts = board.contracts or rules.STARTER
    rows = tuple(_row(contract, board, settings, taker) for contract in contracts)
    return BoardView(board, rows, tuple(forecasts(settings, board).values()))


def boards_view(state: State) -> dict[str, object]:
    boards = enumerate((section.tally for section in state.sections), start=1)
    return {"boards": {n: board_view(board, state.settings) for n, board in boards}}


def _row(
    contract: Contract, board: Board, settings: Settings, taker: Hand | None
) -> BoardRow:
    boxes = board.boxes_of(contract)
    coming = forecast(settings, contract, boxes)
    hows = [box.how for box in boxes]
    points = coming | {
        share.box.seat: share.points for share in shares(settings, contract, boxes)
    }
    cells = dict.fromkeys(RING, BoardCell())
    if taker and taker.caller:
        how = How.HOTSEAT if taker.stage is Stage.HOTSEAT else How.BID
        offer = rules.times(value(contract, (*hows, how)))
        raises = how is How.BID and contract.step > 0
        cells[taker.caller] = BoardCell(offer=offer, is_raised=raises)
    for box in boxes:
        is_bid = box.how is How.BID
        cells[box.seat] = BoardCell(
            box, points.get(box.seat), bool(coming), is_raised=is_bid
        )
    return BoardRow(contract, rules.times(value(contract, hows)), tuple(cells.values()))


# ---- the sheet ----

_FACTS = ("contract", "declarer", "bid", "named", "discards", "took", "number")
HEADS = tuple(f"berzerka.{head}" for head in _FACTS)
NAMES = ("berzerka.section", "berzerka.hand")


def sheet(state: State) -> ScoreSheet:
    whole = SheetOf(ROUNDS, HEADS, NAMES, _look, headline, marks_win=False)(state)
    if state.present.scored or state.hand:
        return whole
    label = message("berzerka.section", number=len(state.sections))
    fresh = Section(label, (), headline(state.board, state.settings))
    return changed(whole, sections=(*whole.sections, fresh))


def headline(board: Board, settings: Settings) -> Message:
    if not board.winners:
        code = "running" if board.rounds else "fresh"
        if not board.contracts:
            code = "unset"
        if board.is_over:
            code = "ended"
        return message(f"berzerka.headline.{code}", played=board.rounds, n=board.size)
    first = tuple(Seat(party) for party in board.winners)
    code = ("won", "shared", "level")[len(first) - 1]
    names = message("berzerka.two", one=first[0], other=first[-1])
    who = first[0] if len(first) == 1 else names
    return message(
        f"berzerka.headline.{code}", who=who, points=board.totals[board.winners[0]]
    )


def _look(hand: Hand, board: Board, settings: Settings) -> Look:
    contract = hand.contract
    count = hand.count
    facts = dict[str, object]()
    if contract and hand.declarer:
        facts |= {"contract": contract, "declarer": hand.declarer, "bid": hand.bid}
    facts |= {"named": hand.named or None, "discards": hand.discards}
    if contract and count is not None:
        facts["took"] = message(f"berzerka.took.{contract.counts.value}", n=count)
        facts["number"] = number_written(contract, count, hand.overbid)
    known = tuple(
        RowFact(f"berzerka.{head}", said)
        for head, said in facts.items()
        if said is not None
    )
    return Look(known, what=_told(hand, board, settings))


def _told(hand: Hand, board: Board, settings: Settings) -> Message | None:
    contract = hand.contract
    if contract is None or hand.declarer is None or hand.count is None:
        return None
    earned = shares(settings, contract, board.boxes_of(contract))
    if earned:
        first = listed((share.box.seat for share in earned if share.first == 0), " & ")
        return message("berzerka.told.made", who=first, contract=contract)
    took = message(f"berzerka.took.{contract.counts.value}", n=hand.count)
    said = {"declarer": hand.declarer, "took": took, "contract": contract}
    return message("berzerka.told.box", **said)


def _later(points: Points) -> Message:
    signed = message("berzerka.plus", points=points) if points > 0 else points
    return message("berzerka.forecast", points=signed)


def glance(state: State) -> Glance:
    board = state.board
    dealer = state.round.dealer
    coming = forecasts(state.settings, state.board)
    standings = tuple(
        PartyScore(one, board.totals[one.id], _later(points) if points else None)
        for one, points in zip(PARTIES, coming.values(), strict=True)
    )
    if board.is_over:
        over = message("berzerka.glance.over")
        played = message("berzerka.glance.played", played=board.rounds, n=board.size)
        return Glance(standings, over, (played,), _won(board), is_over=True)
    if not board.contracts:
        deals = message("berzerka.glance.deals", seat=dealer)
        which = message("berzerka.turn.board")
        return Glance(standings, message("berzerka.glance.new"), (deals,), which)
    size = message("berzerka.glance.of", n=board.size)
    where = size, message("berzerka.glance.dealt", seat=dealer)
    number = message("berzerka.hand", number=board.rounds + 1)
    return Glance(standings, number, where, present_hand(state).awaited)


def _won(board: Board) -> Message:
    if len(board.winners) == 1:
        return message("berzerka.turn.won", seat=Seat(board.winners[0]))
    return message("berzerka.turn.shared" if board.winners else "berzerka.turn.ended")
