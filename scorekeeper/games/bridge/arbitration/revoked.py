"""The play that is called a revoke, where it stands."""

from dataclasses import dataclass

from scorekeeper.core.cards import Card
from scorekeeper.core.seats import Seat
from scorekeeper.core.tricks import Play, Trick


@dataclass(frozen=True, slots=True)
class Revoke:
    """The play that is called a revoke: where it stands, as far as that was recorded.

    `number` counts the tricks from 1; `before` are the plays to that trick before it, `after`
    the tricks that followed, each with its winner.
    """

    seat: Seat
    card: Card
    number: int | None = None
    before: Trick = ()
    winner: Seat | None = None
    after: tuple[tuple[Trick, Seat], ...] = ()
    later: tuple[Play, ...] = ()

    @property
    def is_seen(self) -> bool:
        """Whether it was recorded."""
        return self.number is not None
