"""The facts of a round of any game, as they are seen at the table."""

from scorekeeper.core.messages import Described, Message, message
from scorekeeper.core.seats import Numbers
from scorekeeper.games.tricks import listed_numbers


class ScorePadFact(Described):
    """A fact that is told by its fields."""

    FAMILY = "score-pad"


class BidsMade(ScorePadFact, kind="bids"):
    """How many tricks each player said to take."""

    bids: Numbers

    def told(self) -> dict[str, object]:
        return {"numbers": listed_numbers(self.bids)}


class TricksTaken(ScorePadFact, kind="tricks"):
    """How many tricks each player took, and the `extras` in points that some got
    besides."""

    tricks: Numbers
    extras: Numbers = ()

    def told(self) -> dict[str, object]:
        return {"numbers": listed_numbers(self.tricks)}

    def said(self) -> Message:
        if not self.extras:
            return super().said()
        extras = listed_numbers(self.extras)
        return message("score-pad.said.tricks-extras", **self.told(), extras=extras)


class PointsCounted(ScorePadFact, kind="points"):
    """How many points each player counted in a round."""

    points: Numbers

    def told(self) -> dict[str, object]:
        return {"numbers": listed_numbers(self.points)}


EVENTS = (BidsMade, TricksTaken, PointsCounted)
