"""What the loops over all games know of score pads: see tests/games/about.py."""

from collections.abc import Iterator

from scorekeeper.core.seats import Numbers, Ring, numbered
from scorekeeper.core.session import Event
from scorekeeper.games.score_pad.events import (
    BidsMade,
    Dropped,
    PointsCounted,
    Returned,
    TricksTaken,
)
from scorekeeper.games.score_pad.play import in_game, left_now, ring, sum_now
from scorekeeper.games.score_pad.rules import FEWEST_PLAYERS, Sides
from scorekeeper.tables.session import Session
from tests.audit.others import SCORE_PAD
from tests.games.about import About, Dice, Facts
from tests.games.score_pad import figures


def _score_pad(session: Session, dice: Dice) -> Facts:
    settings = session.settings
    state = session.folded.state
    moves = (*_leaving(session, dice),)
    seats = tuple(
        seat
        for seat in ring(settings)
        if (seat in in_game(state)) is not any(move.seat is seat for move in moves)
    )
    return (*moves, *_round(session, seats, dice))


def _leaving(session: Session, dice: Dice) -> Iterator[Dropped | Returned]:
    """Somebody who leaves before this round, or comes back."""
    state = session.folded.state
    playing = in_game(state)
    away = [seat for seat in ring(session.settings) if seat not in playing]
    if state.round.id is not None or session.settings.sides is not Sides.NONE:
        return
    roll = dice.randint(0, 9)
    if roll == 0 and len(playing) > FEWEST_PLAYERS:
        yield Dropped(dice.choice(playing))
    elif roll < 4 and away:
        yield Returned(dice.choice(away))


def _round(session: Session, seats: Ring, dice: Dice) -> Facts:
    settings = session.settings
    left = left_now(session.folded.state)
    named = dice.choice(left) if left else None
    total = sum_now(session.folded.state, named)
    if settings.has_bids:
        most = len(seats) if total is None else total
        bids = tuple((seat, dice.randint(0, most)) for seat in seats)
        return BidsMade(bids), TricksTaken(_shared_out(most, seats, dice))
    if total is None:
        points = tuple((seat, dice.randint(-9, 40)) for seat in seats)
    else:
        points = _shared_out(total, seats, dice)
    return (PointsCounted(points, round=named.code if named else None),)


def _shared_out(total: int, seats: Ring, dice: Dice) -> Numbers:
    numbers = dict.fromkeys(seats, 0)
    for _ in range(total):
        numbers[dice.choice(seats)] += 1
    return tuple(numbers.items())


def _evening(n: int) -> Iterator[Event]:
    yield PointsCounted(tuple((seat, n % 9) for seat in numbered(4)))


ABOUT = About(
    hand=_score_pad,
    evening=_evening,
    most_calls=8_500,
    shorthand=SCORE_PAD,
    stated=figures.STATED,
)
