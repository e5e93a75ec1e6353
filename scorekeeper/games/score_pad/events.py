"""The facts of a round of any game, as they are seen at the table."""

from typing import ClassVar

from scorekeeper.core.messages import Described, Message, listed, message
from scorekeeper.core.seats import Numbers, Seat
from scorekeeper.games.score_pad.pads import pad_name
from scorekeeper.games.tricks import NumbersTold, listed_numbers


class ScorePadFact(Described):
    """A fact of a round, or of who plays it."""

    FAMILY = "score-pad"


class NumbersFact(NumbersTold, ScorePadFact):
    """A number for each player."""


class BidsMade(NumbersFact, kind="bids"):
    """How many tricks each player said to take."""

    bids: Numbers


class TricksTaken(NumbersFact, kind="tricks"):
    """How many tricks each player took, and the `extras` in points that some got
    besides."""

    tricks: Numbers
    extras: Numbers = ()

    def said(self) -> Message:
        if not self.extras:
            return super().said()
        extras = listed_numbers(self.extras)
        return message("score-pad.said.tricks-extras", **self.told(), extras=extras)


class PointsCounted(NumbersFact, kind="points"):
    """How many points each player counted in a round, and who completed their phase,
    where there are phases. Where rounds have names, the `round` that was played; if it
    has a unit, how many each player took, in place of points."""

    SINCE: ClassVar[tuple[str, ...]] = ("completed", "round")
    points: Numbers
    completed: tuple[tuple[Seat, bool], ...] | None = None
    round: str | None = None

    @property
    def completers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, is_complete in self.completed or () if is_complete)

    def said(self) -> Message:
        if self.round:
            named = pad_name(self.round)
            return message("score-pad.said.named", round=named, **self.told())
        said = super().said()
        if not self.completers:
            return said
        seats = listed(self.completers)
        return message("score-pad.said.with-phases", said=said, seats=seats)


class BoxFilled(ScorePadFact, kind="box"):
    """A player fills a box with these points, 0 if it is scratched; and the `extra`
    points that the turn brought besides."""

    seat: Seat
    box: str
    points: int
    extra: int = 0

    def told(self) -> dict[str, object]:
        box = pad_name(self.box)
        return {"seat": self.seat, "box": box, "points": self.points}

    def said(self) -> Message:
        said = super().said()
        if not self.extra:
            return said
        return message("score-pad.said.with-extras", said=said, extras=self.extra)


class Dropped(ScorePadFact, kind="dropped"):
    """A player leaves the game between two rounds, and nobody takes the seat: the rounds
    that follow are played without it."""

    seat: Seat


class Returned(ScorePadFact, kind="returned"):
    """A player who had left comes back, with the points of before."""

    ENDS: ClassVar[type] = Dropped
    seat: Seat


EVENTS = (BidsMade, TricksTaken, PointsCounted, BoxFilled, Dropped, Returned)
