"""The facts of an evening that every game shares: people, seats, corrections, ends."""

from collections.abc import Callable, Mapping
from enum import Enum, StrEnum
from typing import Any

from scorekeeper.core.messages import Described, Message, listed, message
from scorekeeper.core.rulings import EffectKind
from scorekeeper.core.seats import PartyId, People, Ring, Seat, party_called


class Settlement(Enum):
    """How a section's result reaches the persons when they changed seats during it."""

    SECTION = "section"
    """The difference goes to those seated when the rubber or game ends."""
    DEAL = "deal"  # each deal goes to those who sat when it was played


_TOLD: Mapping[str, tuple[str, Callable[[Any], object]]] = {
    **{
        name: (name, lambda value: value)
        for name in ("person", "name", "seat", "reason", "points")
    },
    "party": ("party", party_called),
    "part": ("part", lambda value: message(f"part.{value}")),
    **dict.fromkeys(("seats", "agreed"), ("seats", listed)),
    **dict.fromkeys(("what", "irregularity"), ("what", message)),
}
"""The fields of facts that are said: what each is called in the message, and what
stands there. Any, since each of them holds something else."""


class SharedFact(Described):
    """A fact of any game: "event.<kind>" with its fields, and behind it what an Enum
    has chosen, and that the host said it `instead` of a side."""

    FAMILY = "event"

    def told(self) -> dict[str, object]:
        told = {}
        for field, value in Described.told(self).items():
            if field in _TOLD:
                name, shown = _TOLD[field]
                told[name] = shown(value)
        return told

    def which(self) -> tuple[str, ...]:
        values = Described.told(self).values()
        chosen = tuple(
            value.value
            for value in values
            if isinstance(value, Enum) and type(value) is not Seat
        )
        return (*chosen, "instead") if getattr(self, "instead", None) else chosen

    def said(self) -> Message:
        return message(".".join(("event", self.KIND, *self.which())), **self.told())


class Seated(SharedFact, kind="seated"):
    """`person` takes `seat`, or sits out if `seat` is None. Anyone who had that seat
    now sits out."""

    person: str
    seat: Seat | None = None

    def said(self) -> Message:
        waits = self.seat is None
        return message("event.waits", person=self.person) if waits else super().said()


class Left(SharedFact, kind="left"):
    """`person` goes home."""

    person: str


class Voided(SharedFact, kind="voided"):
    """The entry numbered `entry` no longer counts. What replaces it follows as its own
    entry."""

    entry: int
    reason: str = ""


class DealerIs(SharedFact, kind="dealer"):
    """The dealer of the present deal is at `seat`, whatever the rotation says."""

    seat: Seat


class ThrownIn(SharedFact, kind="thrown-in"):
    """The deal in progress is dealt again, by the same dealer."""

    reason: str = ""


class Part(StrEnum):
    """Where in a party's column a line stands: in its one score, or below or above the
    line of a bridge pad. `GAMES` are those won, as a paper says them. A game may have
    parts of its own beside these."""

    SCORE = "score"
    BELOW = "below"
    ABOVE = "above"
    GAMES = "games"


class CarriedIn(SharedFact, kind="carried-in"):
    """A score carried in from paper: `points` for the party in one `part` of its
    column.

    A part is one of the sheet's own, or one that a game adds, such as "games" (the
    number won) at a rubber."""

    party: PartyId
    points: int
    part: str = Part.SCORE.value


class Adjusted(SharedFact, kind="adjusted"):
    """An adjustment of one party's score by `points`, with its reason."""

    party: PartyId
    points: int
    reason: str


class Ended(SharedFact, kind="ended"):
    """The rubber or game ends here, unfinished."""

    reason: str = ""


class Awarded(SharedFact, kind="awarded"):
    """What the ruling of entry `ruling` gives in a deal, besides what the table enters
    for it. `effect` is one that the game knows, such as "tricks"; `party` gains
    `amount` of it. `deal` is the entry that opened the deal. This entry stands within
    that deal, or just after it."""

    ruling: int
    deal: int
    effect: str
    party: PartyId
    amount: int

    def said(self) -> Message:
        if self.effect == EffectKind.TRICKS:
            party = party_called(self.party)
            return message("event.awarded.tricks", party=party, n=self.amount)
        return message("event.awarded")


EVENING = (
    Seated,
    Left,
    Voided,
    DealerIs,
    ThrownIn,
    CarriedIn,
    Adjusted,
    Ended,
    Awarded,
)
"""Every event that is not a game's own."""


def move(
    people: People, waiting: tuple[str, ...], event: Seated | Left, ring: Ring
) -> tuple[People, tuple[str, ...]]:
    """Who sits where, and who waits, after somebody has taken a seat or left.

    Who sat in the seat before waits at the table.
    """
    seated = {seat: person for seat, person in people if person != event.person}
    bench = [person for person in waiting if person != event.person]
    if isinstance(event, Seated):
        if event.seat is None:
            bench.append(event.person)
        else:
            if event.seat in seated:
                bench.append(seated[event.seat])
            seated[event.seat] = event.person
    order = {seat: n for n, seat in enumerate(ring)}
    placed = sorted(seated.items(), key=lambda pair: order.get(pair[0], len(order)))
    return tuple(placed), tuple(bench)
