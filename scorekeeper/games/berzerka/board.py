"""The contract board as it is shown, the sheet, and what is always in view of them.

The same values serve the screen and the paper; templates only loop over them.
"""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.messages import Message, message
from scorekeeper.core.rounds import Noted, Scored
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.sheet import Fact, Points, ScoreSheet, Section
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.rules import STARTER, Aim, Contract, Settings, about
from scorekeeper.games.berzerka.scoring import (
    ROUNDS,
    forecast,
    forecasts,
    number_written,
    shares,
    took_words,
    value,
)
from scorekeeper.games.berzerka.state import (
    PARTIES,
    RING,
    Board,
    Box,
    Hand,
    Stage,
    State,
    present_hand,
)
from scorekeeper.games.game import Glance, Standing
from scorekeeper.games.scoresheet import Look, score_sheet

HEADS = tuple(
    f"berzerka.{head}"
    for head in ("contract", "declarer", "bid", "named", "discards", "took", "number")
)
"""The headings of a hand's facts."""


# ---- the board ----


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


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A contract: what it is about, what the numbers in its boxes are of, its value now and at
    the start, what a bid adds where that isn't 1, and a cell a player."""

    contract: Contract
    code: str
    about: Message
    unit: Message
    worth: Message
    base: Message
    step: Message | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """A row a contract; totals and forecasts by player, and how many boxes are filled.

    A board that hasn't been set is shown as an empty starter board, to be filled by hand.
    """

    players: tuple[Party, ...]
    rows: tuple[BoardRow, ...]
    totals: tuple[object, ...]
    forecasts: tuple[object, ...]
    filled: int
    has_forecast: bool
    is_set: bool


def board_view(board: Board, state: State, taker: Hand | None = None) -> BoardView:
    """The board as it stands.

    With `taker`, the hand that is about to be taken on, the open boxes of the player whose turn
    it is say what each contract is worth now and after this bid.
    """
    shown = board.contracts or STARTER
    coming = forecasts(state.settings, board)
    return BoardView(
        players=PARTIES,
        rows=tuple(_row(one, board.boxes_of(one), state.settings, taker) for one in shown),
        totals=tuple(signed(board.totals[party.id]) for party in PARTIES),
        forecasts=tuple(signed(points) for points in coming.values()),
        filled=board.rounds,
        has_forecast=any(coming.values()),
        is_set=bool(board.contracts),
    )


def boards_view(state: State) -> dict[str, Any]:
    """Every board of the session by its number, for the sheet on the screen and on paper."""
    tallies = (section.tally for section in state.sections)
    return {"boards": {n: board_view(board, state) for n, board in enumerate(tallies, start=1)}}


def signed(points: Points) -> object:
    """Points with their sign."""
    return message("berzerka.plus", points=points) if points > 0 else points


def times(worth: int) -> Message:
    """A contract value as the board writes it: x3."""
    return message("berzerka.times", value=worth)


def _row(
    contract: Contract, boxes: tuple[Box, ...], settings: Settings, taker: Hand | None
) -> BoardRow:
    unit = "away" if contract.aim is Aim.CLOSEST else contract.counts.value
    points = forecast(settings, contract, boxes)
    if len(boxes) == len(RING):
        points = {share.box.seat: share.points for share in shares(settings, contract, boxes)}
    filled = {box.seat: _filled_cell(box, points, len(boxes) < len(RING)) for box in boxes}
    return BoardRow(
        contract=contract,
        code=contract.code,
        about=about(contract),
        unit=message(f"berzerka.unit.{unit}", target=contract.target),
        worth=times(value(contract, (box.how for box in boxes))),
        base=times(contract.base),
        step=message("berzerka.step", value=contract.step) if contract.step != 1 else None,
        cells=tuple(filled.get(seat) or _open_cell(contract, seat, boxes, taker) for seat in RING),
    )


def _filled_cell(box: Box, points: dict[Seat, Points], is_forecast: bool) -> Cell:
    earned = points.get(box.seat)
    return Cell(
        seat=box.seat,
        state="filled",
        row=box.row,
        number=box.number,
        points=None if earned is None else signed(earned),
        is_forecast=earned is not None and is_forecast,
        discards=box.discards,
        is_raised=box.how is How.BID,
    )


def _open_cell(contract: Contract, seat: Seat, boxes: tuple[Box, ...], taker: Hand | None) -> Cell:
    if taker is None or seat is not (taker.turn or taker.declarer):
        return Cell(seat)
    how = How.HOTSEAT if taker.stage is Stage.HOTSEAT else How.BID
    worth = value(contract, (*(box.how for box in boxes), how))
    is_raised = how is How.BID and contract.step > 0
    return Cell(seat, "offer", is_raised=is_raised, worth=times(worth))


# ---- the sheet ----


def sheet(state: State) -> ScoreSheet:
    """The whole sheet: a section a board, a row a hand; the present board before its first too."""
    whole = score_sheet(
        ROUNDS,
        state,
        heads=HEADS,
        names=("berzerka.section", "berzerka.hand"),
        headline=headline,
        look=_look,
    )
    board = state.sections[-1]
    if board.scored or state.hand:
        return whole
    label = message("berzerka.section", number=len(state.sections))
    fresh = Section(label, (), headline(board.tally, state.settings))
    return replace(whole, sections=(*whole.sections, fresh))


def headline(board: Board, settings: Settings) -> Message:
    """How the board stands or ended, in one sentence."""
    if not board.winners:
        progress = "running" if board.rounds else "fresh"
        code = "ended" if board.is_over else progress if board.contracts else "unset"
        return message(f"berzerka.headline.{code}", played=board.rounds, n=board.size)
    first = tuple(Seat(party) for party in board.winners)
    code = ("won", "shared", "level")[len(first) - 1]
    names = message("berzerka.two", one=first[0], other=first[-1])
    who = first[0] if len(first) == 1 else names
    return message(f"berzerka.headline.{code}", who=who, points=board.totals[board.winners[0]])


def _look(one: Scored[Hand, Board], settings: Settings) -> Look:
    """The facts of a hand; the declarer's name, bid and so on only once it has them."""
    hand = one.item
    if isinstance(hand, Noted):
        return Look(())
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
        number = number_written(hand.contract, hand.count, hand.overbid)
        facts += [("took", took_words(hand.contract, hand.count)), ("number", number)]
    return Look(tuple(Fact(f"berzerka.{head}", value) for head, value in facts), marks_win=False)


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


# ---- the glance ----


def glance(state: State) -> Glance:
    """Three columns of game points; hand n of how many, who dealt, what is awaited."""
    board, standings = state.board, _standings(state)
    size, dealer = board.size, state.round.dealer
    if board.is_over:
        played = message("berzerka.glance.played", played=board.rounds, n=size)
        over = message("berzerka.glance.over")
        return Glance(standings, over, (played,), _verdict(board), is_over=True)
    if not board.contracts:
        deals = message("berzerka.glance.deals", seat=dealer)
        which = message("berzerka.turn.board")
        return Glance(standings, message("berzerka.glance.new"), (deals,), which)
    where = message("berzerka.glance.of", n=size), message("berzerka.glance.dealt", seat=dealer)
    number = message("berzerka.hand", number=board.rounds + 1)
    return Glance(standings, number, where, turn(present_hand(state)))


def turn(hand: Hand) -> Message:
    """Who is to do what."""
    stage = hand.stage
    if stage is Stage.DISCARDING:
        return message(f"berzerka.turn.discarding.{hand.how.value}", seat=hand.declarer)
    if stage is Stage.NAMING:
        return message(f"berzerka.turn.naming.{hand.unnamed[0].value}", seat=hand.declarer)
    code, seat = f"berzerka.turn.{stage.value}", hand.turn or hand.declarer
    return message(code, seat=seat, contract=hand.contract)


def _standings(state: State) -> tuple[Standing, ...]:
    totals, coming = state.board.totals, forecasts(state.settings, state.board)
    below = {
        seat: message("berzerka.forecast", points=signed(points))
        for seat, points in coming.items()
        if points
    }
    return tuple(Standing(one, totals[one.id], below.get(one.seats[0])) for one in PARTIES)


def _verdict(board: Board) -> Message:
    if len(board.winners) == 1:
        return message("berzerka.turn.won", seat=Seat(board.winners[0]))
    return message("berzerka.turn.shared" if board.winners else "berzerka.turn.ended")
