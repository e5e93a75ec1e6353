"""The trick: who wins it and who plays next. Each game says by a strength how its cards rank."""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.seats import Ring, Seat, left_of


@dataclass(frozen=True, slots=True)
class Play:
    """A card played by a seat; face down it can't win, whatever it is.

    `as_suit` is the suit that its player named for a card without a suit of its own.
    """

    seat: Seat
    card: Card
    is_face_down: bool = False
    as_suit: Suit | None = None


Trick = tuple[Play, ...]
"""The plays to one trick so far, the lead first."""

Strength = Callable[[Play], tuple[int, ...]]
"""How strong a face-up card is in its trick; the greater wins, and () can't win at all."""


def winner(trick: Trick, strength: Strength) -> Play | None:
    """The strongest face-up card, the earliest on a tie; None when no card can win."""
    best: Play | None = None
    most: tuple[int, ...] = ()
    for play in trick:
        if not play.is_face_down and strength(play) > most:
            best, most = play, strength(play)
    return best


def next_to_play(leader: Seat, trick: Trick, ring: Ring) -> Seat | None:
    """Whose turn it is in a trick led by `leader`; None when the trick is complete."""
    if len(trick) == len(ring):
        return None
    return left_of(leader, ring, len(trick))
