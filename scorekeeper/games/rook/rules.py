"""What a table of Rook may agree, and the texts that our rules of it are taken from."""

from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import ClassVar

from scorekeeper.core import citations
from scorekeeper.core.citations import READINGS, Source, inferred, published
from scorekeeper.core.errors import RuleViolation, refusals
from scorekeeper.core.evening import Settlement
from scorekeeper.core.seats import TEAMS, Party, Ring, alone, numbered
from scorekeeper.core.settings import Figures, Preset, RuleSheet, Setting
from scorekeeper.core.values import WorkedOutOnce
from scorekeeper.games.arbiter.settings import ARBITER, KnownCards, SidesDiffer

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
FAIR = Source(
    "rook-fair",
    "Breckinridge County Fair: Rook tournament",
    "",
    "https://www.breckinridgecountyfair.com/rook/",
)
SERIES = Source(
    "rook-series",
    "Rook Tournament Series: house rules",
    "",
    "https://davidrwilliams.com/rook/rules",
)
CALL_PARTNER = Source(
    "rook-call-partner",
    "Rook Online: Call Partner Rook",
    "",
    "http://rook-online.com/call-partner-rook.html",
)
FIVE = Source("rook-five", "Rook for five", "", "http://georgejas.com/rook/index.html")
SPADES = Source(
    "rook-spades",
    "The Game of Spades: scoring rules",
    "",
    "https://www.thegameofspades.com/zh/pages/scoring-rules",
)
THOUSAND = Source(
    "rook-thousand", "Pagat: Thousand", "", "https://www.pagat.com/marriage/1000.html"
)
SOURCES = (
    *(JEFF, OFFICIAL, VARIANTS, FAIR, SERIES, CALL_PARTNER, FIVE),
    *(SPADES, THOUSAND, READINGS),
)
printed = partial(citations.printed, JEFF)  # A rule that stands in the Jeff house rules
no, never = refusals("rook")
"""The refusals of Rook, and those of what can't have happened."""


class Deck(Enum):
    """Which cards are played with."""

    FULL = "full"  # 1 to 14 in four colours: 57 cards with the Rook, hands of 13
    FAST = "fast"  # Without the 2s, 3s and 4s: 45 cards, hands of 10
    TOURNAMENT = "tournament"  # Without the 1s as well: 41 cards, hands of 9
    WITHOUT_TWOS = "without-twos"  # 53 cards, as many as a pack of cards and its Joker


LEFT_OUT = {
    Deck.FULL: (),
    Deck.FAST: ("2", "3", "4"),
    Deck.TOURNAMENT: ("1", "2", "3", "4"),
    Deck.WITHOUT_TWOS: ("2",),
}
"""The ranks that a deck doesn't have."""


class RookRank(Enum):
    """Where the Rook stands among the trumps, if it is played with."""

    HIGH = "high"
    LOW = "low"
    MIDDLE = "middle"  # Between the 11 and the 10
    OUT = "out"


class Partners(Enum):
    """Who plays together: those who sit opposite each other, or the bidder and whoever
    holds the card that the bidder calls."""

    FIXED = "fixed"
    CALLED = "called"


class Nest(Enum):
    """How many cards lie in the kitty where the deck is even, without the Rook."""

    FOUR = "four"
    NONE = "none"


class NamesTrump(Enum):
    """When the bidder names trump."""

    AFTER = "after"  # once the discards are made
    BEFORE = "before"  # before anybody sees the kitty


class CounterValues(Enum):
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
    """What follows when everybody passes."""

    REDEAL = "redeal"
    DEALER = "dealer"


ROOK = "Rook"
LAST_TRICK = "last trick"  # The names of figures that are no rank of the four colours

JEFF_FIGURES: Figures = (
    ("1", 15),
    ("5", 5),
    ("10", 10),
    ("14", 10),
    (ROOK, 20),
    (LAST_TRICK, 20),
)


def _without(*names: str) -> Figures:
    return tuple(
        (name, 0 if name in names else points) for name, points in JEFF_FIGURES
    )


FIGURES: dict[CounterValues, Figures] = {
    CounterValues.JEFF: JEFF_FIGURES,
    CounterValues.OFFICIAL: _without("1", LAST_TRICK),
    CounterValues.WITH_LAST_TRICK: _without("1"),
    CounterValues.WITH_ONES: _without(LAST_TRICK),
}
"""The published counts."""

FOUR = 4  # Players, where partners sit opposite each other
RINGS = {players: numbered(players) for players in (FOUR, 5, 6)}
RANKS = 14  # of each colour
UNIT = 5  # All points of Rook are multiples of five


class AfterRenege(Enum):
    """What follows a renege that was found too late to be corrected."""

    FORFEIT = "forfeit"
    """The hand ends: the offenders lose the bid, the others score what they have
    captured."""
    HAND = "hand"
    """All the points of the hand: the offenders lose as many as the others score."""
    FIGURE = "figure"  # The same with a number of this table
    AGAIN = "again"
    FROM_THERE = "from-there"  # The tricks go back as far as the wrong card


class LeadsFirst(Enum):
    """Who leads to the first trick."""

    BIDDER = "bidder"  # or the player on the left, as the bidder likes
    BIDDERS_LEFT = "bidders-left"
    DEALERS_LEFT = "dealers-left"


class NoCounters(Enum):
    """Whether a player without a counter may ask for another deal."""

    STANDS = "stands"
    AGAIN = "again"  # before that player has bid or passed


class ExposedCard(Enum):
    """What becomes of a card that was shown by mistake."""

    STAYS = "stays"  # It stays face up and is played at the first legal chance
    BACK = "back"


class BlindBids(Enum):
    """What a bid counts that was made before its bidder had looked at their cards."""

    NO = "no"  # They aren't played
    MADE = "made"  # Double where it is made
    BOTH = "both"  # Double whether it is made or set


class LateMisdeal(Enum):
    """What follows a wrong number of cards that is found after the first bid."""

    SET = "set"  # The side at fault is set; the hand is void where nobody is
    AGAIN = "again"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(WorkedOutOnce):
    """What a table has agreed; the Jeff house rules as they stand. Raises ValueError
    for a figure that is no multiple of five, or none of a count's."""

    SINCE: ClassVar[tuple[str, ...]] = (
        *("nest", "names_trump", "renege_points", "no_counters", "leads_first"),
        *("players", "partners", "blind", "blind_behind"),
    )
    target: int = 700
    deck: Deck = Deck.FULL
    rook: RookRank = RookRank.HIGH
    count: CounterValues = CounterValues.JEFF
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
    nest: Nest = Nest.FOUR
    names_trump: NamesTrump = NamesTrump.AFTER
    renege_points: int = 100
    no_counters: NoCounters = NoCounters.STANDS
    leads_first: LeadsFirst = LeadsFirst.BIDDER
    players: int = FOUR
    partners: Partners = Partners.FIXED
    blind: BlindBids = BlindBids.NO
    blind_behind: int = 0

    def __post_init__(self) -> None:
        names = [name for name, _ in self.figures]
        if sorted(names) != sorted(name for name, _ in JEFF_FIGURES):
            raise ValueError(f"figures: {names} are not the six figures of a count")
        asked = ("target", "minimum", "step", "highest", "renege_points")
        points = [(name, getattr(self, name), UNIT) for name in asked]
        points.append(("blind_behind", self.blind_behind, 0))
        points += [(f"figures: {name}", figure, 0) for name, figure in self.figures]
        for name, points_of_it, least in points:
            if points_of_it < least or points_of_it % UNIT:
                raise ValueError(
                    f"{name}: {points_of_it} is not a multiple of {UNIT} from {least} up"
                )

    @property
    def figures_in_force(self) -> Figures:
        absent = LEFT_OUT[self.deck]
        if self.rook is RookRank.OUT:
            absent = (*absent, ROOK)
        figures = FIGURES.get(self.count, self.figures)
        return tuple((name, 0 if name in absent else n) for name, n in figures)

    @property
    def in_kitty(self) -> int:
        """How many cards lie in the kitty, and are laid back. Inferred: as many are dealt
        as leave two or more there, which comes to the published kitties."""
        cards = 4 * (RANKS - len(LEFT_OUT[self.deck]))
        has_rook = self.rook is not RookRank.OUT
        if has_rook:
            cards += 1
        if not has_rook and self.nest is Nest.NONE:
            return cards % self.players
        return 2 + (cards - 2) % self.players

    @property
    def calls_partner(self) -> bool:
        """Whether the bidder calls a card for a partner; five or six always play so."""
        return self.partners is Partners.CALLED or self.players != FOUR

    @property
    def plays_blind(self) -> bool:
        return self.blind is not BlindBids.NO

    @property
    def ring(self) -> Ring:
        return RINGS[self.players]

    @property
    def parties(self) -> tuple[Party, ...]:
        return alone(RINGS[self.players]) if self.calls_partner else TEAMS

    @property
    def total(self) -> int:
        """The points of a whole hand."""
        total = 0
        for name, points in self.figures_in_force:
            is_single = name in (ROOK, LAST_TRICK)  # else there is one in four colours
            total += points if is_single else 4 * points
        return total

    @property
    def top(self) -> int:
        """The highest bid there is. Inferred: R8, nobody can capture more than the hand
        holds."""
        is_all = self.ceiling is Ceiling.HAND_TOTAL
        return self.total if is_all else min(self.highest, self.total)

    @property
    def renege_price(self) -> int | None:
        """What an established renege costs, and gives the others; None where the bid is
        lost."""
        if self.renege is AfterRenege.HAND:
            return self.total
        return self.renege_points if self.renege is AfterRenege.FIGURE else None


PACK = printed("§1", "cards")
TARGETS = (
    (300, published(OFFICIAL, "Scoring", "target")),
    (500, published(VARIANTS, "Scoring", "target")),
)
COUNTERS_OF_VARIANTS = published(VARIANTS, "Scoring", "counters")
COUNTER_READINGS = (
    (CounterValues.OFFICIAL, published(OFFICIAL, "Counters", "counters")),
    (CounterValues.WITH_LAST_TRICK, COUNTERS_OF_VARIANTS),
    (CounterValues.WITH_ONES, COUNTERS_OF_VARIANTS),
)
HIGHEST = inferred("R8", "highest-bid")
OF_THE_HAND = published(VARIANTS, "Bidding", "highest-bid")
"""What the figures of the published games rest on: all of the hand may be bid."""
MINIMA = (
    (65, published(FAIR, "Rule 6", "bidding")),
    (70, published(OFFICIAL, "Bidding", "bidding")),
    (75, published(FIVE, "Bidding", "bidding")),
)
HIGHEST_BIDS = (
    (100, published(FAIR, "Rule 6", "highest-bid")),
    *((n, OF_THE_HAND) for n in (120, 140, 180)),
)
Points = partial(Setting, step=UNIT)  # A question that is answered by points
IF_CUSTOM = ("count", (CounterValues.CUSTOM,))
IF_FIGURE = ("ceiling", (Ceiling.FIGURE,))
COUNTERS = printed("§4", "counters")
TOURNAMENT_DECK = published(OFFICIAL, "Deck", "cards")
# 5 to 14, nine each and four in the kitty
FAIR_DECK = published(FAIR, "Rules 4 and 5", "cards")
CALLING = published(CALL_PARTNER, "Calling a partner", "call-partner")
CALLED_READINGS = ((Partners.CALLED, CALLING),)
DECKS = (
    (Deck.FAST, PACK),
    (Deck.TOURNAMENT, TOURNAMENT_DECK),
    (Deck.WITHOUT_TWOS, published(FIVE, "What you need", "cards")),
)
ROOK_READINGS = (
    (RookRank.LOW, PACK),
    (RookRank.MIDDLE, published(CALL_PARTNER, "Cards", "cards")),
    (RookRank.OUT, FAIR_DECK),
)
NEST_READINGS = ((Nest.NONE, published(OFFICIAL, "Regular partnership", "cards")),)
PRICE = published(FAIR, "Rules 13 and 14", "renege")
IF_PRICED = ("renege", (AfterRenege.FIGURE,))
LEADS = (
    (LeadsFirst.BIDDERS_LEFT, published(FAIR, "Rule 10", "first-lead")),
    (LeadsFirst.DEALERS_LEFT, published(OFFICIAL, "Play", "first-lead")),
)
IF_NO_ROOK = ("rook", (RookRank.OUT,))
BIDDING = printed("§5", "bidding")
# No page of Rook says what a blind bid counts: carried over from other games
BEHIND = inferred("Blind Bidding", "blind", SPADES)
BLIND_READINGS = (
    (BlindBids.MADE, BEHIND),
    (BlindBids.BOTH, inferred("Variations", "blind", THOUSAND)),
)


def has_kitty(settings: object) -> bool:
    return getattr(settings, "in_kitty", 0) > 0


def asks_partners(settings: object) -> bool:
    """Whether how partners are found is a question: five or six always call one, which
    is shown only where they have answered so."""
    is_answered_so = getattr(settings, "partners", None) is Partners.CALLED
    return is_answered_so or getattr(settings, "players", FOUR) == FOUR


QUESTIONS = (
    Points(
        "target",
        printed("§1", "target"),
        "game",
        low=50,
        high=10_000,
        readings=TARGETS,
        comes_first=True,
    ),
    Setting(
        "deck",
        PACK,
        "game",
        readings=DECKS,
    ),
    Setting("rook", PACK, "game", readings=ROOK_READINGS, comes_first=True),
    Setting(
        "count",
        COUNTERS,
        "count",
        readings=COUNTER_READINGS,
        stated=tuple(FIGURES.items()),
    ),
    Points("figures", COUNTERS, "count", low=0, high=200, asked_if=IF_CUSTOM),
    Setting("kitty", printed("§4", "kitty"), "count", comes_first=True, fits=has_kitty),
    Setting("set_cost", printed("§8", "set"), "count", comes_first=True),
    Points("minimum", BIDDING, "bidding", low=UNIT, high=1_000, readings=MINIMA),
    Points("step", BIDDING, "bidding", low=UNIT, high=100),
    Setting("ceiling", HIGHEST, "bidding"),
    Points(
        "highest",
        HIGHEST,
        "bidding",
        UNIT,
        1_000,
        readings=HIGHEST_BIDS,
        asked_if=IF_FIGURE,
    ),
    Setting(
        "nobody_bids",
        inferred("R4", "nobody-bids"),
        "bidding",
        readings=((NobodyBids.DEALER, published(FAIR, "Rule 6", "nobody-bids")),),
    ),
    Setting("both_reach", published(OFFICIAL, "Scoring", "both-reach"), "end"),
    Setting("defenders_reach", inferred("R3", "defenders-reach"), "end"),
    Setting("settlement", inferred("Evenings", "settlement"), "end"),
    Setting(
        "renege",
        published(OFFICIAL, "Reneging", "renege"),
        ARBITER,
        readings=((AfterRenege.HAND, PRICE),),
    ),
    Setting("exposed", inferred("Exposed cards", "exposed"), ARBITER),
    Setting("misdeal", inferred("Misdeals", "misdeal"), ARBITER),
    Setting("known_cards", inferred("Exposed cards", "exposed"), ARBITER),
    Setting("differ", inferred("Reneging", "renege"), ARBITER),
    # House choices are cited by their number here: what came later stands last
    Setting("nest", FAIR_DECK, "game", readings=NEST_READINGS, asked_if=IF_NO_ROOK),
    Setting(
        "names_trump",
        printed("§6", "kitty"),
        "bidding",
        readings=((NamesTrump.BEFORE, published(FAIR, "Rule 7", "kitty")),),
        fits=has_kitty,
    ),
    Points("renege_points", PRICE, ARBITER, UNIT, 1_000, asked_if=IF_PRICED),
    Setting(
        "no_counters",
        published(FAIR, "Rule 11", "no-counters"),
        ARBITER,
        readings=((NoCounters.AGAIN, published(SERIES, "Misdeal", "no-counters")),),
    ),
    Setting("leads_first", printed("§7", "first-lead"), "bidding", readings=LEADS),
    Setting(
        "partners",
        printed("§2", "teams"),
        "game",
        readings=CALLED_READINGS,
        comes_first=True,
        fits=asks_partners,
    ),
    Setting(
        "blind", inferred("Blind bids", "blind"), "bidding", readings=BLIND_READINGS
    ),
    Points(
        "blind_behind",
        inferred("Blind bids", "blind"),
        "bidding",
        high=1_000,
        readings=((100, BEHIND),),
        asked_if=("blind", (BlindBids.MADE, BlindBids.BOTH)),
    ),
)


def clash(settings: Settings) -> RuleViolation | None:
    least = settings.minimum
    top = settings.top
    if least > top:
        return no("minimum-over-top", "minimum", minimum=least, top=top)
    return None


RULE_SHEET = RuleSheet(QUESTIONS, Settings(), clash)

PRESETS = (
    Preset("jeff", Settings()),
    Preset(
        "official",
        Settings(count=CounterValues.OFFICIAL, minimum=70, highest=120, target=300),
    ),
    Preset(
        "140",
        Settings(
            count=CounterValues.WITH_LAST_TRICK, minimum=70, highest=140, target=500
        ),
    ),
    Preset(
        "180",
        Settings(count=CounterValues.WITH_ONES, minimum=100, highest=180, target=500),
    ),
    Preset(
        "call-partner",
        Settings(partners=Partners.CALLED, rook=RookRank.MIDDLE, target=500),
    ),
    Preset(
        "tournament",
        Settings(
            deck=Deck.TOURNAMENT,
            count=CounterValues.OFFICIAL,
            minimum=70,
            highest=120,
            target=300,
            leads_first=LeadsFirst.DEALERS_LEFT,
        ),
    ),
    Preset(
        "fair",
        Settings(
            deck=Deck.TOURNAMENT,
            rook=RookRank.OUT,
            count=CounterValues.OFFICIAL,
            minimum=65,
            highest=100,
            target=300,
            nobody_bids=NobodyBids.DEALER,
            names_trump=NamesTrump.BEFORE,
            leads_first=LeadsFirst.BIDDERS_LEFT,
            renege=AfterRenege.HAND,
        ),
    ),
)
