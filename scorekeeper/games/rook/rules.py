"""What a table of Rook may agree, and the texts that our rules of it are taken from."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.citations import READINGS, Authority, Cite, Source, inferred, published
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Figures, Preset, Question, RuleSheet
from scorekeeper.games.arbiter_settings import ARBITER, KnownCards, SidesDiffer

JEFF = Source("rook-jeff", "Rook Online: Jeff House Rules", "v1")
OFFICIAL = Source(
    "rook-official",
    "Rook: official rules for Tournament Rook (Kentucky Discard)",
    "",
    "https://en.wikipedia.org/wiki/Rook_(card_game)",
)
VARIANTS = Source(
    "rook-variants", "Rook and its variants", "", "https://www.pagat.com/kt5/rook.html"
)
SOURCES = (JEFF, OFFICIAL, VARIANTS, READINGS)


def printed(section: str, anchor: str) -> Cite:
    """A rule that stands in the Jeff house rules."""
    return Cite(JEFF, section, Authority.PRINTED, anchor)


class Deck(Enum):
    """Which cards are played with."""

    FULL = "full"
    """1 to 14 in four colours and the Rook: 57 cards, hands of 13."""
    FAST = "fast"
    """Without the 2s, 3s and 4s: 45 cards, hands of 10."""


class RookRank(Enum):
    """Where the Rook stands among the trumps."""

    HIGH = "high"
    LOW = "low"


class Count(Enum):
    """What the captured cards are worth; named by the points of a hand."""

    JEFF = "200"
    OFFICIAL = "120"
    WITH_LAST_TRICK = "140"
    WITH_ONES = "180"
    CUSTOM = "custom"


class Ceiling(Enum):
    """The highest bid there is."""

    HAND_TOTAL = "hand-total"
    FIGURE = "figure"


class KittyTo(Enum):
    """Whose the counters in the kitty are."""

    LAST_TRICK = "last-trick"
    BIDDER = "bidder"


class SetCost(Enum):
    """What the bidders lose who capture less than they bid."""

    BID = "bid"
    TWICE_BID = "twice-bid"
    HAND_TOTAL = "hand-total"


class BothReach(Enum):
    """Who wins when both teams reach the target in one hand."""

    HIGHER_TOTAL = "higher-total"
    BIDDERS = "bidders"


class DefendersReach(Enum):
    """Whether a team can win in a hand that it defended."""

    COUNTS = "counts"
    OWN_BID = "own-bid"


class NobodyBids(Enum):
    """What follows when all four pass."""

    REDEAL = "redeal"
    DEALER = "dealer"


ONES, FIVES, TENS, FOURTEENS, ROOK, LAST_TRICK = "1", "5", "10", "14", "Rook", "last trick"
"""The names of the figures of a count."""

JEFF_FIGURES: Figures = (
    (ONES, 15),
    (FIVES, 5),
    (TENS, 10),
    (FOURTEENS, 10),
    (ROOK, 20),
    (LAST_TRICK, 20),
)

FIGURES: dict[Count, Figures] = {
    Count.JEFF: JEFF_FIGURES,
    Count.OFFICIAL: tuple((n, 0 if n in (ONES, LAST_TRICK) else p) for n, p in JEFF_FIGURES),
    Count.WITH_LAST_TRICK: tuple((n, 0 if n == ONES else p) for n, p in JEFF_FIGURES),
    Count.WITH_ONES: tuple((n, 0 if n == LAST_TRICK else p) for n, p in JEFF_FIGURES),
}
"""The published counts."""

UNIT = 5
"""All points of Rook are multiples of five."""


class AfterRenege(Enum):
    """What follows a renege that was found too late to be corrected."""

    FORFEIT = "forfeit"
    """The hand ends: the offenders lose the bid, the others score what they have captured."""
    AGAIN = "again"
    FROM_THERE = "from-there"
    """The tricks go back as far as the wrong card."""


class ExposedCard(Enum):
    """What becomes of a card that was shown by mistake."""

    STAYS = "stays"
    """It stays face up and is played at the first legal chance."""
    BACK = "back"


class LateMisdeal(Enum):
    """What follows a wrong number of cards that is found after the first bid."""

    SET = "set"
    """The side at fault is set; the hand is void where nobody is."""
    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a table has agreed; the Jeff house rules as they stand.

    Raises ValueError for a figure that is no multiple of five, or none of a count's.
    """

    target: int = 700
    deck: Deck = Deck.FULL
    rook: RookRank = RookRank.HIGH
    count: Count = Count.JEFF
    figures: Figures = JEFF_FIGURES
    minimum: int = 100
    step: int = 5
    ceiling: Ceiling = Ceiling.HAND_TOTAL
    highest: int = 200
    kitty: KittyTo = KittyTo.LAST_TRICK
    set_cost: SetCost = SetCost.BID
    both_reach: BothReach = BothReach.HIGHER_TOTAL
    defenders_reach: DefendersReach = DefendersReach.COUNTS
    nobody_bids: NobodyBids = NobodyBids.REDEAL
    settlement: Settlement = Settlement.SECTION
    renege: AfterRenege = AfterRenege.FORFEIT
    exposed: ExposedCard = ExposedCard.STAYS
    misdeal: LateMisdeal = LateMisdeal.SET
    known_cards: KnownCards = KnownCards.HIDDEN
    differ: SidesDiffer = SidesDiffer.AGREE

    def __post_init__(self) -> None:
        for name in ("target", "minimum", "step", "highest"):
            _check_points(name, getattr(self, name), least=UNIT)
        names = [name for name, _ in self.figures]
        if sorted(names) != sorted(name for name, _ in JEFF_FIGURES):
            raise ValueError(f"figures: {names} are not the six figures of a count")
        for name, points in self.figures:
            _check_points(f"figures: {name}", points, least=0)

    @property
    def worth(self) -> Figures:
        """The figures of the count in force."""
        return FIGURES.get(self.count, self.figures)

    @property
    def top(self) -> int:
        """The highest bid there is. Inferred: R8, nobody can capture more than the hand holds."""
        four = sum(points for name, points in self.worth if name not in (ROOK, LAST_TRICK))
        total = sum(points for _, points in self.worth) + 3 * four
        return total if self.ceiling is Ceiling.HAND_TOTAL else min(self.highest, total)


def _check_points(name: str, points: int, least: int) -> None:
    if points < least or points % UNIT:
        raise ValueError(f"{name}: {points} is not a multiple of {UNIT} from {least} up")


TO_300 = published(OFFICIAL, "Scoring", "target")
OF_THE_HAND = published(VARIANTS, "Bidding", "highest-bid")
"""What the figures of the published games rest on: all of the hand may be bid."""

QUESTIONS = (
    Question(
        "target",
        printed("§1", "target"),
        "game",
        low=50,
        high=10_000,
        step=UNIT,
        readings=((300, TO_300), (500, published(VARIANTS, "Scoring", "target"))),
    ),
    Question(
        "deck", printed("§1", "cards"), "game", readings=((Deck.FAST, printed("§1", "cards")),)
    ),
    Question(
        "rook", printed("§1", "cards"), "game", readings=((RookRank.LOW, printed("§1", "cards")),)
    ),
    Question(
        "count",
        printed("§4", "counters"),
        "count",
        readings=(
            (Count.OFFICIAL, published(OFFICIAL, "Counters", "counters")),
            (Count.WITH_LAST_TRICK, published(VARIANTS, "Scoring", "counters")),
            (Count.WITH_ONES, published(VARIANTS, "Scoring", "counters")),
        ),
    ),
    Question(
        "figures",
        printed("§4", "counters"),
        "count",
        low=0,
        high=200,
        step=UNIT,
        asked_if=("count", (Count.CUSTOM,)),
    ),
    Question("kitty", printed("§4", "kitty"), "count"),
    Question("set_cost", printed("§8", "set"), "count"),
    Question(
        "minimum",
        printed("§5", "bidding"),
        "bidding",
        low=UNIT,
        high=1_000,
        step=UNIT,
        readings=((70, published(OFFICIAL, "Bidding", "bidding")),),
    ),
    Question("step", printed("§5", "bidding"), "bidding", low=UNIT, high=100, step=UNIT),
    Question("ceiling", inferred("R8", "highest-bid"), "bidding"),
    Question(
        "highest",
        inferred("R8", "highest-bid"),
        "bidding",
        low=UNIT,
        high=1_000,
        step=UNIT,
        readings=tuple((n, OF_THE_HAND) for n in (120, 140, 180)),
        asked_if=("ceiling", (Ceiling.FIGURE,)),
    ),
    Question("nobody_bids", inferred("R4", "nobody-bids"), "bidding"),
    Question("both_reach", inferred("R1", "both-reach"), "end"),
    Question("defenders_reach", inferred("R3", "defenders-reach"), "end"),
    Question("settlement", inferred("Evenings", "settlement"), "end"),
    Question("renege", published(OFFICIAL, "Reneging", "renege"), ARBITER),
    Question("exposed", inferred("Exposed cards", "exposed"), ARBITER),
    Question("misdeal", inferred("Misdeals", "misdeal"), ARBITER),
    Question("known_cards", inferred("Exposed cards", "exposed"), ARBITER),
    Question("differ", inferred("Reneging", "renege"), ARBITER),
)


def clash(settings: Settings) -> RuleViolation | None:
    """Why no bid would be left: the least is above the highest."""
    if settings.minimum <= settings.top:
        return None
    said = {"minimum": settings.minimum, "top": settings.top}
    return refused("rook.refused.minimum-over-top", "minimum", **said)


RULE_SHEET = RuleSheet(QUESTIONS, Settings(), clash)

PRESETS = (
    Preset("jeff", Settings()),
    Preset("official", Settings(count=Count.OFFICIAL, minimum=70, highest=120, target=300)),
    Preset("140", Settings(count=Count.WITH_LAST_TRICK, minimum=70, highest=140, target=500)),
    Preset("180", Settings(count=Count.WITH_ONES, minimum=100, highest=180, target=500)),
)
