"""The score sheet: a row a hand; the hand that completes a contract pays all three players."""

from scorekeeper.core.citations import Cite, Standing
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import Seat
from scorekeeper.core.settings import TABLE
from scorekeeper.core.sheet import Fact, Line, Points, Row, ScoreSheet, Section
from scorekeeper.games.berzerka.contracts import OWN_CODES, Aim, Contract, Counts
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.scoring import (
    Box,
    Share,
    box_of,
    filled_boxes,
    forecast,
    shares,
    value,
)
from scorekeeper.games.berzerka.settings import (
    RULE_SHEET,
    Settings,
    inferred,
    printed,
)
from scorekeeper.games.berzerka.state import PARTIES, RING, Board, Hand, Note, State

HEADS = (
    "berzerka.contract",
    "berzerka.declarer",
    "berzerka.bid",
    "berzerka.named",
    "berzerka.discards",
    "berzerka.took",
    "berzerka.number",
)
"""The headings of a hand's facts."""

_MIDDLING = printed("Middling", "contract-middling")
_NOTE = Cite(TABLE, "", Standing.HOUSE, "people")
_OWN = Cite(TABLE, "", Standing.HOUSE, "own-contracts")


def sheet(state: State) -> ScoreSheet:
    """The whole sheet: a section a board."""
    sections = [_section(state, board, number) for number, board in numbered(state).items()]
    return ScoreSheet(PARTIES, HEADS, tuple(sections))


def numbered(state: State) -> dict[int, Board]:
    """The boards that have something to show, by their numbers; at least one."""
    boards = [board for board in state.boards if board.contracts or board.items]
    return dict(enumerate(boards or [state.board], start=1))


def totals(settings: Settings, board: Board) -> dict[Seat, Points]:
    """Each player's game points: the complete contracts, and what was carried in or adjusted."""
    sums: dict[Seat, Points] = dict.fromkeys(RING, 0)
    boxes = filled_boxes(board)
    for contract in board.contracts:
        if len(boxes[contract.code]) == len(RING):
            for share in shares(settings, contract, boxes[contract.code]):
                sums[share.box.seat] += share.points
    for item in board.items:
        if isinstance(item, Note):
            sums[Seat(item.event.party)] += item.event.points
    return sums


def forecasts(settings: Settings, board: Board) -> dict[Seat, Points]:
    """What the contracts with two boxes filled would add to each total, were they to stay so."""
    sums: dict[Seat, Points] = dict.fromkeys(RING, 0)
    boxes = filled_boxes(board)
    for contract in board.contracts:
        for seat, points in forecast(settings, contract, boxes[contract.code]).items():
            sums[seat] += points
    return sums


def leaders(sums: dict[Seat, Points]) -> tuple[Seat, ...]:
    """Who has the most points; several where they are level."""
    return tuple(seat for seat in RING if sums[seat] == max(sums.values()))


# ---- sections and rows ----


def _section(state: State, board: Board, number: int) -> Section:
    rows: list[Row] = []
    boxes: dict[str, list[Box]] = {}
    hands = 0
    for item in board.items:
        if isinstance(item, Note):
            rows.append(_note_row(item))
        else:
            hands += 1
            rows.append(_hand_row(state.settings, item, boxes, hands))
    if board is state.board and state.hand:
        rows.append(_open_row(state.hand, hands + 1))
    headline, winners = _outcome(state.settings, board)
    label = message("berzerka.section", number=number)
    return Section(label, tuple(rows), headline, board.is_over, winners)


def _outcome(settings: Settings, board: Board) -> tuple[Message, tuple[str, ...]]:
    """How the board stands or ended, and who has won it.

    Inferred: B4 – the most game points once all boxes are filled; a tie is shared.
    """
    sums = totals(settings, board)
    first = leaders(sums)
    points = sums[first[0]]
    played, size = len(board.hands), board.size
    if board.size and played == size:
        winners = tuple(seat.value for seat in first)
        code = "won" if len(first) == 1 else "shared" if len(first) == 2 else "level"
        names = message("berzerka.two", one=first[0], other=first[-1])
        who = first[0] if len(first) == 1 else names
        return message(f"berzerka.headline.{code}", who=who, points=points), winners
    return message(f"berzerka.headline.{_progress(board)}", played=played, n=size), ()


def _progress(board: Board) -> str:
    """How far a board without a winner has come."""
    if board.is_ended:
        return "ended"
    if not board.contracts:
        return "unset"
    return "running" if board.hands else "fresh"


def _note_row(note: Note) -> Row:
    event = note.event
    what = event.said()
    line = Line(event.party, event.points, what, _NOTE)
    return Row(
        note.id, message(f"berzerka.note.{event.KIND}"), (note.id,), (), (line,), note.people
    )


def _open_row(hand: Hand, number: int) -> Row:
    return Row(
        id=hand.id,
        label=message("berzerka.hand", number=number),
        entries=hand.entries,
        facts=_facts(hand),
        lines=(),
        people=hand.people,
        marks=("open",),
    )


def _hand_row(settings: Settings, hand: Hand, filled: dict[str, list[Box]], number: int) -> Row:
    contract, box = hand.contract, box_of(hand)
    if contract is None:
        raise ValueError("a finished hand has a contract")
    boxes = filled.setdefault(contract.code, [])
    boxes.append(box)
    worth = value(contract, (one.how for one in boxes))
    lines = [Line(box.seat.value, 0, box_words(hand, box, worth), box_cite(settings, hand))]
    if len(boxes) == len(RING):
        earned = shares(settings, contract, tuple(boxes))
        lines += [_share_line(settings, contract, share, worth) for share in earned]
    return Row(
        id=hand.id,
        label=message("berzerka.hand", number=number),
        entries=hand.entries,
        facts=_facts(hand),
        lines=tuple(lines),
        people=hand.people,
    )


def _facts(hand: Hand) -> tuple[Fact, ...]:
    """What is known of a hand; the declarer's name, bid and so on only once it has them."""
    facts: list[tuple[str, object]] = []
    if hand.contract and hand.declarer:
        facts += [
            ("contract", hand.contract),
            ("declarer", hand.declarer),
            ("bid", bid_words(hand)),
        ]
    if named := named_words(hand):
        facts.append(("named", named))
    if hand.discards is not None:
        facts.append(("discards", hand.discards))
    if hand.contract and hand.count is not None:
        facts.append(("took", took_words(hand.contract, hand.count)))
        facts.append(("number", box_of(hand).number))
    return tuple(Fact(f"berzerka.{head}", value) for head, value in facts)


# ---- words ----


def bid_words(hand: Hand) -> Message:
    """How the declarer came to the contract: bid, overbid by n, or from the hotseat."""
    if hand.how is How.BID and hand.overbid:
        return message("berzerka.bid.over", overbid=hand.overbid)
    return message(f"berzerka.bid.{hand.how.value}")


def named_words(hand: Hand) -> tuple[object, ...]:
    """Trump, pain suit and ranking as the declarer named them; what was not named is left out."""
    contract, pieces = hand.contract, list[object]()
    if hand.trump:
        pieces.append(message("berzerka.named.trump", suit=hand.trump))
    if hand.pain_suit:
        pieces.append(message("berzerka.named.pain", suit=hand.pain_suit))
    if hand.ranking and contract:
        code = f"berzerka.named.{contract.ranking.value}"
        pieces.append(message(code, ranking=hand.ranking))
    return tuple(one for piece in pieces for one in (", ", piece))[1:]


def took_words(contract: Contract, count: int) -> Message:
    """What the declarer took, in the contract's own unit."""
    return message(f"berzerka.took.{contract.counts.value}", n=count)


def box_words(hand: Hand, box: Box, worth: int) -> Message:
    """Why this number stands in the box, and what the contract was worth with it."""
    contract = hand.contract
    if contract is None or hand.count is None:
        raise ValueError("only a finished hand fills a box")
    return message(
        f"berzerka.box.{_writing(contract, hand)}",
        contract=contract,
        took=took_words(contract, hand.count),
        overbid=hand.overbid,
        number=box.number,
        target=contract.target,
        value=worth,
    )


def writing_words(hand: Hand) -> Message | None:
    """What will be made of the declarer's count in the box."""
    if hand.contract is None:
        return None
    return message(
        f"berzerka.writes.{_writing(hand.contract, hand)}",
        overbid=hand.overbid,
        target=hand.contract.target,
    )


def _writing(contract: Contract, hand: Hand) -> str:
    """Which rule makes the number: as taken or as a distance, less or more an overbid."""
    code = "away" if contract.aim is Aim.CLOSEST else "taken"
    if not hand.overbid:
        return code
    return f"{code}-more" if contract.aim is Aim.FEWEST else f"{code}-less"


def box_cite(settings: Settings, hand: Hand) -> Cite:
    """The rule that the number in the box follows."""
    contract = hand.contract
    if contract is None:
        raise ValueError("only a finished hand fills a box")
    if hand.overbid and contract.aim in (Aim.MOST, Aim.MIDDLE):
        return RULE_SHEET.cite(settings, "overbids")
    rules = contract.copied or contract
    if rules.code in OWN_CODES:
        return _OWN
    cite = inferred if hand.overbid and rules.counts is Counts.SUIT_CARDS else printed
    return cite(section_of(rules), f"contract-{rules.code}")


def section_of(contract: Contract) -> str:
    """The heading of a printed contract in the appendix."""
    return contract.code.replace("-", " ").title()


def _share_line(settings: Settings, contract: Contract, share: Share, worth: int) -> Line:
    middle = contract.aim is Aim.MIDDLE
    code = "middle" if middle else "place"
    if share.was_tied:
        code += "-shared" if share.first != share.last else "-broken"
    what = message(
        f"berzerka.line.{code}",
        contract=contract,
        place=_place(share, middle),
        value=worth,
        discards=message("berzerka.discards", n=share.box.discards),
        how=share.box.how,
    )
    return Line(share.box.seat.value, share.points, what, _share_cite(settings, share, middle))


def _place(share: Share, is_middle: bool) -> Message:
    if is_middle and not share.was_tied:
        return message("berzerka.middle.lost" if share.first else "berzerka.middle.won")
    return message(f"berzerka.place.{share.first}-{share.last}")


def _share_cite(settings: Settings, share: Share, is_middle: bool) -> Cite:
    if share.was_tied:
        return RULE_SHEET.cite(settings, "ties")
    if is_middle:
        return _MIDDLING
    return RULE_SHEET.cite(settings, "payoffs")
