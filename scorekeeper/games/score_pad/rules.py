"""What a table may agree of a game of its own: what is entered each round, how it
counts, who wins, when it ends."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import ClassVar

from scorekeeper.core.citations import inferred
from scorekeeper.core.errors import refusals
from scorekeeper.core.evening import Settlement
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import TEAMS, Party, alone, numbered
from scorekeeper.core.settings import Figures, Preset, RuleSheet, Setting

FOLDER = Path(__file__).parent / "pads"
READY = frozenset(path.stem for path in FOLDER.glob("*.toml"))
"""The codes of the pads that are ready: see `pads.py`."""
no, never = refusals("score-pad")
"""The refusals of a score pad, and those of what can't have happened."""

FEWEST_PLAYERS = 2
MOST = 12
"""How many players there may be."""
MOST_POINTS = 100_000
"""The most points that are entered at once, above zero or below."""
LONGEST_NAME = 40
"""How many letters the name of a game has at most."""


class Wins(Enum):
    """Whose total is best."""

    MOST = "most"
    FEWEST = "fewest"


class End(Enum):
    """When a game is over."""

    TARGET = "target"
    ROUNDS = "rounds"
    PACK = "pack"  # Once a pack couldn't be dealt out with a card more for everybody
    NEVER = "never"


class Ties(Enum):
    """What follows when several players have the best total."""

    SHARED = "shared"
    EXTRA_ROUND = "extra-round"


class Dealing(Enum):
    """Who deals the next round."""

    LEFT = "left"
    SAME = "same"
    NOBODY = "nobody"


class Sides(Enum):
    """Who plays together."""

    NONE = "none"
    OPPOSITE = "opposite"  # Four players, each with the one opposite


class Sum(Enum):
    """What all tricks of a round come to, or all points where there are no bids."""

    OPEN = "open"
    FIXED = "fixed"
    RISING = "rising"  # 1 in the first round, 2 in the second
    FALLING = "falling"  # One less with each round, and from 1 up again


class Order(Enum):
    """Which of the rounds that have names may be played next."""

    LISTED = "listed"
    ANY = "any"  # Any that hasn't been played yet
    DEALER = "dealer"  # Any that the same player hasn't dealt yet


class Bids(Enum):
    """Whether tricks are bid, and by which formula they count."""

    NONE = "none"
    TEN = "ten"
    EVERY_TRICK = "every-trick"
    WIZARD = "wizard"
    SKULL_KING = "skull-king"
    OWN = "own"


class Showing(Enum):
    """How everybody's bid is shown."""

    OPEN = "open"
    AT_ONCE = "at-once"  # Nobody sees another's before all have bid


class Extras(Enum):
    """Whether points are entered beside the tricks, and when they count."""

    NONE = "none"
    ALWAYS = "always"
    MET = "met"  # Only for a bid that was met


@dataclass(frozen=True, slots=True)
class Formula:
    """The points of a bid that was met (`met`, and `each` for each of its tricks), of
    every trick that was taken (`trick`), and what each trick too many or too few costs
    (`off`). A bid of none wins or loses `none` for each card of the round instead, where
    that isn't 0."""

    met: int = 0
    each: int = 0
    trick: int = 0
    off: int = 0
    none: int = 0

    @property
    def worth(self) -> Figures:
        names = ("met", "each", "trick", "off")
        every = ((name, getattr(self, name)) for name in names)
        worth = tuple((name, points) for name, points in every if points)
        return (*worth, ("zero", self.none)) if self.none else worth


FORMULAS: dict[Bids, Formula] = {
    Bids.TEN: Formula(met=10, each=1),
    Bids.EVERY_TRICK: Formula(met=10, trick=1),
    Bids.WIZARD: Formula(met=20, each=10, off=10),
    Bids.SKULL_KING: Formula(each=20, off=10, none=10),
}
"""The usual formulas. In that of Wizard each trick of a bid that was met counts."""
OWN_FIGURES: Figures = (
    ("met", 10),
    ("each", 1),
    ("trick", 0),
    ("off", 0),
    ("none", 0),
)


@dataclass(frozen=True, slots=True)
class Box:
    """A box that each player fills once: with one of its `values`, with a number from
    `low` to `high`, or with 0. `code` is what entries call it, `name` what it is called
    where nobody has the file that it came from."""

    code: str
    name: str
    values: tuple[int, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def is_free(self) -> bool:
        return not self.values

    def takes(self, points: int) -> bool:
        return points == 0 or points in self.values or self._is_between(points)

    def _is_between(self, points: int) -> bool:
        return self.is_free and self.low <= points <= self.high


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a player gets besides whose `boxes` come to at least so much together."""

    code: str
    name: str
    boxes: tuple[str, ...]
    least: int
    points: int

    def earned(self, filled: Mapping[str, int]) -> int:
        found = sum(filled.get(box, 0) for box in self.boxes)
        return self.points if found >= self.least else 0


@dataclass(frozen=True, slots=True)
class NamedRound:
    """A round that has a name, and is played so many `times`. `sum` is what the points
    of all players come to, None where that isn't known. Where it has a `unit`, players
    say how many they took, such as tricks, and each is worth so many points. `code` and
    `name` are as those of a box."""

    code: str
    name: str
    sum: int | None = None
    unit: int = 0
    times: int = 1

    @property
    def is_repeated(self) -> bool:
        return self.times > 1

    @property
    def total(self) -> int | None:
        """What the numbers of all players come to."""
        if self.sum is None or not self.unit:
            return self.sum
        return self.sum // self.unit


MOST_BOXES = 40
"""How many boxes a sheet has at most, and a box values; how many rounds have names."""
MOST_TIMES = 20
"""How often a round that has a name is played at most."""
SUMS_ARE_OF = 4
"""With how many players the rounds of a pad come to what its file says."""
LONGEST_NAMES = 200
"""How many letters the names of rounds have at most that a table typed."""


def _check_boxes(boxes: tuple[Box, ...]) -> None:
    _check_codes("boxes", [box.code for box in boxes])
    for box in boxes:
        _check_named("boxes", box)
        numbers = (*box.values, box.low, box.high)
        if len(numbers) > MOST_BOXES or max(map(abs, numbers)) > MOST_POINTS:
            raise ValueError(f"boxes: {box.code} has too many values, or too large")
        if box.is_free and box.low >= box.high:
            raise ValueError(f"boxes: {box.code} needs values, or low below high")


def _check_bonuses(bonuses: tuple[Bonus, ...], boxes: tuple[Box, ...]) -> None:
    codes = {box.code for box in boxes}
    for bonus in bonuses:
        _check_named("bonuses", bonus)
        if not bonus.boxes or not {*bonus.boxes} <= codes:
            raise ValueError(f"bonuses: {bonus.code} is for boxes that aren't there")
        if max(abs(bonus.least), abs(bonus.points)) > MOST_POINTS:
            raise ValueError(f"bonuses: {bonus.code} is too large")


def _check_rounds(rounds: tuple[NamedRound, ...]) -> None:
    _check_codes("rounds", [named.code for named in rounds])
    if len({bool(named.unit) for named in rounds}) > 1:
        raise ValueError("rounds: each needs a unit, or none may have one")
    for named in rounds:
        _check_named("rounds", named)
        code = named.code
        points = named.sum or 0
        unit = named.unit
        if not 1 <= named.times <= MOST_TIMES:
            raise ValueError(f"rounds: {code} is played 1 to {MOST_TIMES} times")
        if max(abs(points), abs(unit)) > MOST_POINTS:
            raise ValueError(f"rounds: {code} is too large")
        if unit and (points % unit or points // unit < 0):
            raise ValueError(f"rounds: the sum of {code} isn't a number of units")


def _check_codes(of: str, codes: list[str]) -> None:
    if len(codes) > MOST_BOXES or len({*codes}) < len(codes):
        raise ValueError(f"{of}: there are {MOST_BOXES} at most, each with its code")


def _check_named(of: str, part: Box | Bonus | NamedRound) -> None:
    for text in (part.code, part.name):
        if not 0 < len(text) <= LONGEST_NAME:
            raise ValueError(f"{of}: a code or a name has 1 to {LONGEST_NAME} letters")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a table has agreed. `game` is what the game is called, `pad` the code of the
    ready pad that it began with. Raises ValueError for a number of players, or a name,
    that can't be."""

    SINCE: ClassVar[tuple[str, ...]] = ("named", "names", "order")
    players: int = 4
    game: str = ""
    pad: str = ""
    bids: Bids = Bids.NONE
    showing: Showing = Showing.OPEN
    figures: Figures = OWN_FIGURES
    phases: int = 0
    boxes: tuple[Box, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    named: tuple[NamedRound, ...] = ()
    names: str = ""
    order: Order = Order.LISTED
    extras: Extras = Extras.NONE
    sum: Sum = Sum.OPEN
    total: int = 0
    sides: Sides = Sides.NONE
    wins: Wins = Wins.MOST
    end: End = End.NEVER
    target: int = 100
    rounds: int = 10
    pack: int = 52
    ties: Ties = Ties.SHARED
    dealing: Dealing = Dealing.LEFT
    settlement: Settlement = Settlement.SECTION

    def __post_init__(self) -> None:
        if not FEWEST_PLAYERS <= self.players <= MOST:
            raise ValueError(f"players: {self.players} is not 2 to 12")
        if max(len(self.game), len(self.pad)) > LONGEST_NAME:
            raise ValueError(f"game: a name has at most {LONGEST_NAME} letters")
        _check_boxes(self.boxes)
        _check_bonuses(self.bonuses, self.boxes)
        if len(self.names) > LONGEST_NAMES:
            raise ValueError(f"names: they have at most {LONGEST_NAMES} letters")
        _check_rounds(self.named_rounds)

    @property
    def formula(self) -> Formula:
        if self.bids is Bids.OWN:
            return Formula(**dict(self.figures))
        return FORMULAS.get(self.bids, Formula())

    @property
    def called(self) -> object:
        if not self.game and self.pad in READY:
            return message(f"score-pad.preset.{self.pad}")
        return self.game

    @property
    def about(self) -> Message | None:
        return message(f"score-pad.about.{self.pad}") if self.pad in READY else None

    @property
    def has_bids(self) -> bool:
        return self.bids is not Bids.NONE

    @property
    def parties(self) -> tuple[Party, ...]:
        """Who has a column: two sides, where four play so; else each player."""
        has_sides = self.sides is Sides.OPPOSITE and self.players == len(TEAMS) * 2
        if has_sides and not self.boxes:
            return TEAMS
        return alone(numbered(self.players))

    @property
    def has_phases(self) -> bool:
        if not self.phases:
            return False
        return not (self.has_bids or self.boxes or self.named_rounds)

    @property
    def named_rounds(self) -> tuple[NamedRound, ...]:
        """The rounds that have names: those of a pad, or as the table typed them."""
        is_plain = not (self.named or self.names)
        if is_plain or self.has_bids or self.boxes:
            return ()
        if self.named and self.players == SUMS_ARE_OF:
            return self.named
        if self.named:
            return tuple(replace(named, sum=None) for named in self.named)
        typed = Counter(name.strip() for name in self.names.split(","))
        return tuple(
            NamedRound(name, name, times=n) for name, n in typed.items() if name
        )

    @property
    def order_played(self) -> Order:
        has_no_dealer = self.dealing is Dealing.NOBODY
        if self.order is Order.DEALER and has_no_dealer:
            return Order.ANY
        return self.order

    def round_named(self, code: str | None) -> NamedRound | None:
        for named in self.named_rounds:
            if named.code == code:
                return named
        return None

    @property
    def box(self) -> Mapping[str, Box]:
        """Its boxes, by their codes."""
        return {box.code: box for box in self.boxes}

    @property
    def ends(self) -> Message:
        """When a game is over, in words."""
        ends_by_phases = self.has_phases and self.end is End.NEVER
        name = "phases" if ends_by_phases else self.end.value
        if self.named_rounds:
            name = "named"
        return message(f"score-pad.setting.end.{name}")

    def last_round(self, playing: int) -> int | None:
        if self.boxes:
            return len(self.boxes)
        if self.named_rounds:
            of_each = sum(named.times for named in self.named_rounds)
            return of_each * playing if self.order_played is Order.DEALER else of_each
        if self.end is End.ROUNDS:
            return self.rounds
        return self.pack // playing if self.end is End.PACK else None

    @property
    def end_at(self) -> int:
        numbers = {
            End.TARGET: self.target,
            End.ROUNDS: self.rounds,
            End.PACK: self.pack,
        }
        return numbers.get(self.end, 0)

    def sum_of(self, number: int, named: NamedRound | None = None) -> int | None:
        if named and named.total is not None:
            return named.total
        match self.sum:
            case Sum.FIXED:
                return self.total
            case Sum.RISING:
                return number
            case Sum.FALLING:
                return abs(self.total - number) + 1
        return None


def without(*parts: str) -> Callable[[object], bool]:
    """Whether a table plays without these, such as boxes that are filled turn by turn."""
    return lambda settings: not any(getattr(settings, part) for part in parts)


plays_rounds = without("boxes")
plays_plain_rounds = without("boxes", "named_rounds")
may_name_rounds = without("boxes", "named")

BIDDING = ("bids", tuple(bids for bids in Bids if bids is not Bids.NONE))
NO_BIDDING = ("bids", (Bids.NONE,))
POINTS = inferred("", "points")
BID = inferred("", "bids")
END = inferred("", "end")
NAMED = inferred("", "named")
SUM = inferred("", "sum")
LEAVING = inferred("", "leaving")

QUESTIONS = (
    Setting("game", POINTS, "round", comes_first=True),
    Setting(
        "sides",
        inferred("", "idea"),
        "round",
        comes_first=True,
        fits=plays_rounds,
    ),
    Setting("wins", END, "end", comes_first=True),
    Setting("end", END, "end", comes_first=True, fits=plays_plain_rounds),
    Setting(
        "target",
        END,
        "end",
        low=1,
        high=MOST_POINTS,
        asked_if=("end", (End.TARGET,)),
        fits=plays_plain_rounds,
        comes_first=True,
    ),
    Setting(
        "rounds",
        END,
        "end",
        low=1,
        high=100,
        asked_if=("end", (End.ROUNDS,)),
        fits=plays_plain_rounds,
        comes_first=True,
    ),
    Setting(
        "pack",
        END,
        "end",
        low=MOST,
        high=500,
        asked_if=("end", (End.PACK,)),
        fits=plays_plain_rounds,
        comes_first=True,
    ),
    Setting("bids", BID, "round", comes_first=True, fits=plays_rounds),
    Setting("showing", BID, "round", asked_if=BIDDING, fits=plays_rounds),
    Setting(
        "figures",
        BID,
        "round",
        low=-500,
        high=500,
        asked_if=("bids", (Bids.OWN,)),
        fits=plays_rounds,
        comes_first=True,
    ),
    Setting("extras", inferred("", "extras"), "round", asked_if=BIDDING),
    Setting(
        "phases",
        inferred("", "phases"),
        "round",
        high=100,
        asked_if=NO_BIDDING,
        fits=plays_plain_rounds,
    ),
    Setting(
        "names",
        NAMED,
        "round",
        asked_if=NO_BIDDING,
        fits=may_name_rounds,
    ),
    Setting(
        "order",
        NAMED,
        "round",
        asked_if=NO_BIDDING,
        fits=plays_rounds,
    ),
    Setting("sum", SUM, "round", fits=may_name_rounds),
    Setting(
        "total",
        SUM,
        "round",
        high=MOST_POINTS,
        asked_if=("sum", (Sum.FIXED, Sum.FALLING)),
        fits=may_name_rounds,
    ),
    Setting("ties", inferred("", "ties"), "end"),
    Setting("dealing", inferred("", "dealing"), "round", fits=plays_rounds),
    Setting("settlement", inferred("", "settlement"), "end"),
)
RULE_SHEET = RuleSheet(QUESTIONS, Settings())

PRESETS = (
    Preset("points", Settings()),
    Preset("fewest", Settings(wins=Wins.FEWEST, end=End.TARGET)),
    Preset("bids", Settings(bids=Bids.TEN, sum=Sum.RISING, end=End.ROUNDS)),
)
