"""The contract board as it is shown, the sheet, and what is always in view of them.

The same values serve the screen and the paper; templates only loop over them.
"""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rounds import Noted, Scored
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.sheet import Fact, Points, ScoreSheet, Section
from scorekeeper.games.berzerka.events import How
from scorekeeper.games.berzerka.rules import STARTER, Contract, Settings, times
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
from scorekeeper.games.game import Glance, PartyScore
from scorekeeper.games.scoresheet import Look, score_sheet

HEADS = tuple(
    f"berzerka.{head}"
    for head in ("contract", "declarer", "bid", "named", "discards", "took", "number")
)
"""The headings of a hand's facts."""


# ---- the board ----


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's box of one contract, None while it is open, with the points that it earned.

    `points` are None while only one box of the contract is filled, and a forecast while only two
    are. `offer` is what the contract is worth if this player takes it now, None where that can't
    be. `is_raised` says that it was bid, or that taking it raises its value.
    """

    box: Box | None = None
    points: object = None
    is_forecast: bool = False
    offer: Message | None = None
    is_raised: bool = False


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A contract, its value now, and a cell a player."""

    contract: Contract
    worth: Message
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


def board_view(board: Board, settings: Settings, taker: Hand | None = None) -> BoardView:
    """The board as it stands.

    With `taker`, the hand that is about to be taken on, the open boxes of the player whose turn
    it is say what each contract is worth after this bid.
    """
    coming = forecasts(settings, board)
    return BoardView(
        players=PARTIES,
        rows=tuple(_row(one, board, settings, taker) for one in board.contracts or STARTER),
        totals=tuple(signed(board.totals[party.id]) for party in PARTIES),
        forecasts=tuple(signed(points) for points in coming.values()),
        filled=board.rounds,
        has_forecast=any(coming.values()),
        is_set=bool(board.contracts),
    )


def boards_view(state: State) -> dict[str, Any]:
    """Every board of the session by its number, for the sheet on the screen and on paper."""
    boards = enumerate((section.tally for section in state.sections), start=1)
    return {"boards": {n: board_view(board, state.settings) for n, board in boards}}


def signed(points: Points) -> object:
    """Points with their sign."""
    return message("berzerka.plus", points=points) if points > 0 else points


def _row(contract: Contract, board: Board, settings: Settings, taker: Hand | None) -> BoardRow:
    boxes = board.boxes_of(contract)
    is_forecast = len(boxes) < len(RING)
    points = forecast(settings, contract, boxes)
    if not is_forecast:
        points = {share.box.seat: share.points for share in shares(settings, contract, boxes)}
    filled = {box.seat: box for box in boxes}

    def cell(seat: Seat) -> Cell:
        if box := filled.get(seat):
            is_raised = box.how is How.BID
            if seat not in points:
                return Cell(box, is_raised=is_raised)
            return Cell(box, signed(points[seat]), is_forecast, is_raised=is_raised)
        if taker is None or seat is not (taker.turn or taker.declarer):
            return Cell()
        how = How.HOTSEAT if taker.stage is Stage.HOTSEAT else How.BID
        offer = times(value(contract, (*(box.how for box in boxes), how)))
        return Cell(offer=offer, is_raised=how is How.BID and contract.step > 0)

    worth = times(value(contract, (box.how for box in boxes)))
    return BoardRow(contract, worth, tuple(cell(seat) for seat in RING))


# ---- the sheet ----


def sheet(state: State) -> ScoreSheet:
    """The whole sheet: a section a board, a row a hand; the present board before its first too."""
    names = ("berzerka.section", "berzerka.hand")
    whole = score_sheet(ROUNDS, state, heads=HEADS, names=names, headline=headline, look=_look)
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
    contract, count = hand.contract, hand.count
    facts: dict[str, object] = {}
    if contract and hand.declarer:
        facts |= {"contract": contract, "declarer": hand.declarer, "bid": bid_words(hand)}
    facts |= {"named": named_words(hand) or None, "discards": hand.discards}
    if contract and count is not None:
        facts["took"] = took_words(contract, count)
        facts["number"] = number_written(contract, count, hand.overbid)
    known = ((head, said) for head, said in facts.items() if said is not None)
    return Look(tuple(Fact(f"berzerka.{head}", said) for head, said in known), marks_win=False)


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


def _standings(state: State) -> tuple[PartyScore, ...]:
    totals, coming = state.board.totals, forecasts(state.settings, state.board)
    below = {
        seat: message("berzerka.forecast", points=signed(points))
        for seat, points in coming.items()
        if points
    }
    return tuple(PartyScore(one, totals[one.id], below.get(one.seats[0])) for one in PARTIES)


def _verdict(board: Board) -> Message:
    if len(board.winners) == 1:
        return message("berzerka.turn.won", seat=Seat(board.winners[0]))
    return message("berzerka.turn.shared" if board.winners else "berzerka.turn.ended")
