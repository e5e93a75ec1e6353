"""The facts of a hand of Hearts, as they are seen at the table."""

from scorekeeper.core.messages import Described, message
from scorekeeper.core.play import CardPlayed, LeadIs
from scorekeeper.core.seats import Numbers, Seat
from scorekeeper.games.tricks import listed_numbers

HEARTS = 13


class HandCounted(Described, kind="counted"):
    """How many hearts each player captured, who the queen of spades and, where it
    counts, the jack of diamonds; whether one player took `every_trick`."""

    FAMILY = "hearts"
    hearts: Numbers
    queen: Seat
    jack: Seat | None = None
    every_trick: bool = False

    def told(self) -> dict[str, object]:
        jack = message("hearts.said.jack", seat=self.jack) if self.jack else ""
        tricks = message("hearts.said.every-trick") if self.every_trick else ""
        numbers = listed_numbers(self.hearts)
        return {"numbers": numbers, "seat": self.queen, "more": (jack, tricks)}

    @property
    def shooter(self) -> Seat | None:
        has_all = dict(self.hearts).get(self.queen) == HEARTS
        return self.queen if has_all else None


EVENTS = (HandCounted, CardPlayed, LeadIs)
