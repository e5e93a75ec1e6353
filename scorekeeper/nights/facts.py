"""The facts of a night, as its log holds them: never a score, and nothing that can be
worked out from other facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.core.codec import Json
from scorekeeper.core.messages import Described, Message, message


class Kind(StrEnum):
    """How people move from round to round."""

    INDIVIDUAL = "individual"
    HOWELL = "howell"
    MITCHELL = "mitchell"
    TEAMS = "teams"
    SWISS = "swiss"
    FREE = "free"


FIXED = (Kind.HOWELL, Kind.MITCHELL, Kind.TEAMS)
"""The movements that say before the first round who meets whom in which."""


class Scoring(StrEnum):
    """What the results of a night come to: boards compared, or points added up."""

    MATCHPOINTS = "matchpoints"
    IMPS = "imps"
    VICTORY_POINTS = "victory-points"
    POINTS = "points"


class Award(StrEnum):
    """An artificial score on one board (Law 12C2)."""

    PLUS = "plus"
    AVERAGE = "average"
    MINUS = "minus"


class Part(StrEnum):
    """How much an earlier night counts in the standings of one that goes on from it."""

    WHOLE = "whole"
    HALF = "half"


class NightFact(Described):
    FAMILY = "night"

    def said(self) -> Message:
        return message(f"night.said.{self.KIND.removeprefix('night-')}", **self.told())


def _numbered(number: int) -> dict[str, object]:
    """Whom a sentence is about, where only the night knows the name."""
    return {"who": message("night.paper.number-of", number=number)}


class GameIs(NightFact, kind="night-game"):
    """What is played at every table, and by which house rules."""

    game: str
    settings: Mapping[str, Json]

    def told(self) -> dict[str, object]:
        return {"game": message(f"game.{self.game}")}


class Entered(NightFact, kind="night-entered"):
    """Somebody takes part: the next number is theirs."""

    person: str


class Renamed(NightFact, kind="night-renamed"):
    """The person with this number is called so."""

    number: int
    person: str


class Chosen(NightFact, kind="night-chosen"):
    """The movement, and who was drawn for which of its numbers: a person, a pair or a
    team each, by the numbers of the people. `boards` and `minutes` are those of a round;
    in the last `switched` rounds the sides exchange directions. `shares`: a Mitchell of
    an even number of tables relays boards instead of skipping a table. `sit_out` is what
    a round without opponents is worth, at least."""

    SINCE = ("shares", "sit_out")

    movement: Kind
    scoring: Scoring
    rounds: int
    boards: int
    minutes: int
    drawn: tuple[tuple[int, ...], ...]
    switched: int = 0
    shares: bool | None = None
    sit_out: Award | None = None

    def told(self) -> dict[str, object]:
        return {
            "movement": message(f"night.movement.{self.movement.value}"),
            "scoring": message(f"night.scoring.{self.scoring.value}"),
            "rounds": self.rounds,
            "boards": self.boards,
        }


@dataclass(frozen=True)
class Laid:
    """A table of one round: its session, who sits where, and its first board. Where
    everybody plays alone, all of them stand as `north_south` in the order of their
    seats."""

    table: int
    session: str
    north_south: tuple[int, ...]
    east_west: tuple[int, ...]
    board: int

    @property
    def people(self) -> tuple[int, ...]:
        return self.north_south + self.east_west


@dataclass(frozen=True)
class CarriedLine:
    """What people bring: their total, and on how many boards it rests, as exact numbers
    such as "217/4". Points are added up, never a mean."""

    people: tuple[str, ...]
    total: str
    boards: str


class CarriedOver(NightFact, kind="night-carried"):
    """The night goes on from an earlier one, which was opened `at` this time and ended
    with these lines. They stay as they were written."""

    night: str
    at: str
    part: Part
    scoring: Scoring
    lines: tuple[CarriedLine, ...]

    def told(self) -> dict[str, object]:
        return {"n": len(self.lines)}


class RoundOpened(NightFact, kind="night-round"):
    """The round with this number began at these tables. Whoever is at none of them sits
    out."""

    number: int
    tables: tuple[Laid, ...]

    def told(self) -> dict[str, object]:
        return {"number": self.number, "tables": len(self.tables)}


class Break(NightFact, kind="night-break"):
    """After this round there is a break of so many minutes."""

    round: int
    minutes: int


class MoreTime(NightFact, kind="night-more-time"):
    """This round has so many minutes more."""

    round: int
    minutes: int


class Gone(NightFact, kind="night-gone"):
    """Somebody has left, and plays no more rounds."""

    number: int

    def told(self) -> dict[str, object]:
        return _numbered(self.number)


class Back(NightFact, kind="night-back"):
    """Somebody who had left plays on from the next round."""

    number: int

    def told(self) -> dict[str, object]:
        return _numbered(self.number)


class Late(NightFact, kind="night-late"):
    """A person, a pair or a team takes the next number of the movement: it plays from
    the next round on."""

    people: tuple[int, ...]

    def told(self) -> dict[str, object]:
        return {"n": len(self.people)}


class BoardGiven(NightFact, kind="night-given"):
    """An artificial score for both sides of a table on one board, or an adjusted
    result: `points` of North–South, less those of East–West. With its reason and its
    law."""

    round: int
    table: int
    board: int
    reason: str
    law: str
    north_south: Award | None = None
    east_west: Award | None = None
    points: int | None = None

    def told(self) -> dict[str, object]:
        names = ("round", "table", "board", "reason", "law")
        return {name: getattr(self, name) for name in names}


class BoardsSwapped(NightFact, kind="night-boards-swapped"):
    """Two tables played each other's boards in a round: what they played counts on the
    boards that they had."""

    round: int
    table: int
    other: int


class BoardStands(NightFact, kind="night-board-stands"):
    """A table played a board that was none of its round, before anybody at it had
    played it: its result stands (Law 15A1)."""

    round: int
    table: int
    board: int


class Helps(NightFact, kind="night-helps"):
    """This person may run the night too, or may no longer."""

    number: int
    helps: bool

    def said(self) -> Message:
        code = "helps" if self.helps else "helps-no-more"
        return message(f"night.said.{code}", **_numbered(self.number))


class StandingsSigned(NightFact, kind="night-signed"):
    """The night is over, with these totals by the numbers of the movement. `units` are
    the numbers for which the phone that ends it signs at once."""

    SINCE = ("units",)

    totals: tuple[tuple[int, str], ...]
    units: tuple[int, ...] | None = None

    def told(self) -> dict[str, object]:
        return {}


class UnitSigned(NightFact, kind="night-unit-signed"):
    """Those with this number of the movement sign the standings. `own`: on a phone of
    their own."""

    number: int
    own: bool

    def told(self) -> dict[str, object]:
        return _numbered(self.number)


class SignatureBack(NightFact, kind="night-signature-back"):
    """Those with this number of the movement take their signature back: their line may
    change."""

    number: int

    def told(self) -> dict[str, object]:
        return _numbered(self.number)


class ChangeAsked(NightFact, kind="night-change-asked"):
    """Everyone who signed is asked to take the signature back, for this reason."""

    reason: str


class Reopened(NightFact, kind="night-reopened"):
    """The night goes on, since nobody's signature stands any more."""


FACTS = (
    GameIs,
    Entered,
    Renamed,
    Chosen,
    CarriedOver,
    RoundOpened,
    Break,
    MoreTime,
    Gone,
    Back,
    Late,
    BoardGiven,
    BoardsSwapped,
    BoardStands,
    Helps,
    StandingsSigned,
    UnitSigned,
    SignatureBack,
    ChangeAsked,
    Reopened,
)
