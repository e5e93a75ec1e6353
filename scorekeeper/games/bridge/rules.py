"""What a bridge table may agree differently: one enum for each question, default
first; the sources that rules are cited from, and each game's rule sheet: its
questions, presets."""

from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import ClassVar, TypedDict

from scorekeeper.core.cards import RANKS
from scorekeeper.core.citations import (
    READINGS,
    Cite,
    Source,
    inferred,
    printed,
    published,
)
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Figures, Preset, RuleSheet, Setting
from scorekeeper.core.values import WorkedOutOnce
from scorekeeper.games.arbiter.settings import ARBITER, KnownCards, SidesDiffer

Variation = Enum(
    "Variation",
    {
        "BRIDGE": "bridge",
        "DEUCES_WILD": "deuces-wild",
        "FIVE_CROWNS": "five-crowns",
        "X1": "x1",
        "X2": "x2",
        "X4_PARITY": "x4-parity",
        "X4_NON_PARITY": "x4-non-parity",
    },
)
"""What is played: the value that packs and tariffs are looked up by."""

Variant = Enum(
    "Variant",
    {
        "X1": "x1",
        "X2": "x2",
        "X4_PARITY": "x4-parity",
        "X4_NON_PARITY": "x4-non-parity",
    },
)
"""How many Jokers are in the pack, and what counts as book with four of them."""

Power = Enum(
    "Power",
    {
        "MAJOR": "major",
        "MAJOR_MINOR": "major-minor",
        "MINOR_MAJOR": "minor-major",
        "MINOR": "minor",
    },
)
"""Where Jokers rank: high or low in trump contracts, then at no trump."""

SuitMode = Enum(
    "SuitMode", {"OPEN": "open", "WILDCARD": "wildcard", "SEALED": "sealed"}
)
"""How a Joker gets its suit. OPEN: declared before the bidding. WILDCARD: settled after
the bidding: one of the suits of its colour. SEALED: sealed before the bidding by the
holder, opened later; the arbiter verifies it."""

X1Suit = Enum("X1Suit", {"SPADES": "S", "HEARTS": "H", "DIAMONDS": "D", "CLUBS": "C"})
"""The suit of the one Joker, where it is fixed."""

X1Wildcard = Enum("X1Wildcard", {"RED": "red", "BLACK": "black", "ANY": "any"})
"""The suits that the one Joker may take as a wildcard."""

RedSuit = Enum("RedSuit", {"HEARTS": "H", "DIAMONDS": "D"})
"""The suit of the Red Joker, where it is fixed."""

BlackSuit = Enum("BlackSuit", {"SPADES": "S", "CLUBS": "C"})
"""The suit of the Black Joker, where it is fixed."""

WildcardUntil = Enum(
    "WildcardUntil", {"END_OF_BIDDING": "end-of-bidding", "PLAYED": "played"}
)
"""How long a wildcard may still change its suit."""

HiddenTable = Enum(
    "HiddenTable", {"STANDARD": "standard", "ENHANCED": "enhanced", "CUSTOM": "custom"}
)
"""What a hidden card is worth."""

HiddenJoker = Enum(
    "HiddenJoker", {"NOTHING": "nothing", "AS_ACE": "as-ace", "CUSTOM": "custom"}
)
"""What a hidden card is worth that turns out to be a Joker."""

HiddenSign = Enum(
    "HiddenSign",
    {"CONTRACT": "contract", "OWN_RESULT": "own-result", "DECLARER": "declarer"},
)
"""When a hidden card's worth is added, and when it is taken off. CONTRACT: added when
the contract was made, taken off when it failed, whoever owns the card. OWN_RESULT:
added when the owner's side got its result, taken off when it did not. DECLARER: as
CONTRACT, and only for a card of declarer's side."""

HiddenSeen = Enum("HiddenSeen", {"NO_BONUS": "no-bonus", "COUNTS": "counts"})
"""What a face-down card is worth to an owner whose side saw it early. NO_BONUS: no
bonus; a penalty is paid. COUNTS: as if nobody had seen it."""

SealUnopened = Enum("SealUnopened", {"DEAREST": "dearest", "NOTHING": "nothing"})
"""What a face-down card costs that had to be opened and was not. DEAREST: as much as an
ace, where it costs at all; no bonus. NOTHING: nothing: it scores as a card that was
never shown."""

DisputedSuit = Enum("DisputedSuit", {"NOT_TRUMPS": "not-trumps", "OTHERS": "others"})
"""The suit of a Joker for which nothing was recorded. NOT_TRUMPS: one of its own that
is not trumps; the other side chooses between two of them. OTHERS: whichever of its
suits the other side chooses, trumps too."""

SevenAll = Enum(
    "SevenAll",
    {"NOTHING": "nothing", "NO_TRICK_POINTS": "no-trick-points", "SCORED": "scored"},
)
"""What seven tricks each of fourteen score in the contract. NOTHING: no trick points,
overtricks, insult, slam or undertricks. NO_TRICK_POINTS: only the trick points fall
away. SCORED: as any other result."""

ParitySlams = Enum("ParitySlams", {"FROM_TOP": "from-top", "BY_LEVEL": "by-level"})
"""Which contracts are slams when fourteen tricks are played over a book of six.
FROM_TOP: 13 tricks are the small slam, 14 the grand: levels 7 and 8. BY_LEVEL: level 6
is the small slam, levels 7 and 8 are grand."""

Scoring = Enum(
    "Scoring", {"RUBBER": "rubber", "CHICAGO": "chicago", "DUPLICATE": "duplicate"}
)
"""The form of scoring."""

Chicago = Enum("Chicago", {"EACH_DEAL": "each-deal", "CARRIED": "carried"})
"""Which of the two games called Chicago is played. EACH_DEAL: every deal is scored for
itself, as at duplicate. CARRIED: part-scores are carried over the four deals."""

ChicagoVulnerable = Enum("ChicagoVulnerable", {"DEALER": "dealer", "OTHERS": "others"})
"""Who is vulnerable on deals 2 and 3 of a Chicago."""

UnfinishedPart = Enum("UnfinishedPart", {"HUNDRED": "100", "FIFTY": "50"})
"""What the only part-score in the open game is worth when a rubber stays unfinished."""

Honours = Enum("Honours", {"GAME": "game", "CUSTOM": "custom", "OFF": "off"})
"""Whether honours are scored, and by which values. GAME: the game's own values."""

DuplicateHonours = Enum("DuplicateHonours", {"NONE": "none", "SCORED": "scored"})
"""Whether honours are scored at duplicate."""

NoTrumpJoker = Enum(
    "NoTrumpJoker", {"ANY_TRICK": "any-trick", "NOMINATED": "nominated"}
)
"""What the Joker of Five Crowns is at no trump. ANY_TRICK: it may be played to any
trick and can't win. NOMINATED: the two of a suit that its holder names when
playing it."""


STANDARD_HONOURS: Figures = (("trumps-4", 100), ("trumps-5", 150), ("nt-4", 150))
"""The values of the Laws: by contract and number of honours in one hand."""

JOKER_HONOURS: Figures = tuple(
    (f"{of}-{n}", points)
    for of in ("trumps", "nt")
    for n, points in ((4, 150), (5, 175), (6, 200))
)
CROWNS_HONOURS: Figures = (("trumps-4", 100), ("trumps-5", 150), ("nt-5", 150))


def _from_ace(*points: int) -> Figures:
    return tuple(zip(reversed(RANKS), points, strict=True))


STANDARD_HIDDEN = _from_ace(20, 18, 16, 14, 10, 9, 8, 7, 6, 5, 4, 3, 2)
ENHANCED_HIDDEN = _from_ace(30, 25, 20, 15, 10, 10, 10, 5, 5, 5, 5, 5, 5)
HIDDEN_TABLES = {
    HiddenTable.STANDARD: STANDARD_HIDDEN,
    HiddenTable.ENHANCED: ENHANCED_HIDDEN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(WorkedOutOnce):
    """What a table of any game of the family has agreed; plain contract bridge as
    it stands."""

    GAME: ClassVar[str] = "bridge"

    scoring: Scoring = Scoring.RUBBER
    chicago: Chicago = Chicago.EACH_DEAL
    chicago_vulnerable: ChicagoVulnerable = ChicagoVulnerable.DEALER
    unfinished_part: UnfinishedPart = UnfinishedPart.HUNDRED
    honours: Honours = Honours.GAME
    honour_values: Figures = STANDARD_HONOURS
    duplicate_honours: DuplicateHonours = DuplicateHonours.NONE
    settlement: Settlement = Settlement.SECTION
    known_cards: KnownCards = KnownCards.HIDDEN
    differ: SidesDiffer = SidesDiffer.AGREE

    @property
    def variation(self) -> Variation:
        return Variation(self.GAME)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeucesSettings(Settings):
    """The agreement of a table that plays with deuces wild."""

    GAME: ClassVar[str] = "deuces-wild"


@dataclass(frozen=True, slots=True, kw_only=True)
class CrownsSettings(Settings):
    """The agreement of a table that plays Five Crowns Bridge."""

    GAME: ClassVar[str] = "five-crowns"

    nt_joker: NoTrumpJoker = NoTrumpJoker.ANY_TRICK
    honour_values: Figures = CROWNS_HONOURS


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerSettings(Settings):
    """The agreement of a Joker Bridge table."""

    GAME: ClassVar[str] = "joker-bridge"

    variant: Variant = Variant.X1
    power: Power = Power.MAJOR
    suit_mode: SuitMode = SuitMode.OPEN
    x1_suit: X1Suit = X1Suit.SPADES
    red_suit: RedSuit = RedSuit.HEARTS
    black_suit: BlackSuit = BlackSuit.SPADES
    x1_wildcard: X1Wildcard = X1Wildcard.RED
    wildcard_until: WildcardUntil = WildcardUntil.END_OF_BIDDING
    hidden_table: HiddenTable = HiddenTable.STANDARD
    hidden_values: Figures = STANDARD_HIDDEN
    hidden_joker: HiddenJoker = HiddenJoker.NOTHING
    hidden_joker_points: int = 0
    hidden_sign: HiddenSign = HiddenSign.CONTRACT
    seven_all: SevenAll = SevenAll.NOTHING
    parity_slams: ParitySlams = ParitySlams.FROM_TOP
    honour_values: Figures = JOKER_HONOURS
    hidden_seen: HiddenSeen = HiddenSeen.NO_BONUS
    seal_unopened: SealUnopened = SealUnopened.DEAREST
    disputed_suit: DisputedSuit = DisputedSuit.NOT_TRUMPS

    @property
    def variation(self) -> Variation:
        return Variation(self.variant.value)


# ---- the sources that the rules are cited from ----

JOKER = Source("joker-bridge", "Contract Bridge – Joker Variations, reference manual")
VARIATIONS = Source(
    "bridge-variations",
    "Invented Games: Bridge Variations",
    "1 April 2023",
    "https://www.pagat.com/invented/bridge_vars.html",
)
LAWS_1993 = Source(
    "laws-1993",
    "Laws of Contract Bridge",
    "1993",
    "https://www.bridgehands.com/Laws/ACBL/Rubber/The_Score.htm",
)
LAWS_2017 = Source(
    "laws-2017",
    "Laws of Duplicate Bridge",
    "2017",
    "https://www.worldbridge.org/wp-content/uploads/2017/03/2017LawsofDuplicateBridge-paginated.pdf",
)
LAWS_2014 = Source("laws-2014", "Laws of Rubber Bridge 2014 / Duplicate 2017", "2014")
CHICAGO = Source(
    "chicago",
    "How to keep score: Chicago (American Contract Bridge League)",
    "",
    "https://www.acbl.org/learn_page/how-to-play-bridge/how-to-keep-score/chicago/",
)
SOURCES = (JOKER, VARIATIONS, LAWS_1993, LAWS_2017, LAWS_2014, CHICAGO, READINGS)


# ---- the questions ----

# each makes a question of its group; a group is headed on the page of settings
_form, _honour, _joker, _hidden, _fourteen, _arbiter = (
    partial(Setting, group=group)
    for group in ("form", "honours", "jokers", "hidden", "fourteen", ARBITER)
)


class Rests(TypedDict):
    """What the default of a question rests on, and some of its readings."""

    cite: Cite
    readings: tuple[tuple[Enum, Cite], ...]


def _rests(rule: Cite, *readings: Enum) -> Rests:
    return {"cite": rule, "readings": tuple((reading, rule) for reading in readings)}


_X1 = ("variant", (Variant.X1,))
_X2 = ("variant", (Variant.X2,))
_HIDDEN = ("variant", (Variant.X1, Variant.X2))
_X4 = ("variant", (Variant.X4_PARITY, Variant.X4_NON_PARITY))
_PARITY = ("variant", (Variant.X4_PARITY,))
_WILD = ("suit_mode", (SuitMode.WILDCARD,))
_UNDECLARED = ("suit_mode", (SuitMode.WILDCARD, SuitMode.SEALED))
_OWN_VALUES = ("hidden_table", (HiddenTable.CUSTOM,))
_OWN_POINTS = ("hidden_joker", (HiddenJoker.CUSTOM,))
_RUBBER = ("scoring", (Scoring.RUBBER,))
_CHICAGO = ("scoring", (Scoring.CHICAGO,))
_AT_DUPLICATE = ("scoring", (Scoring.DUPLICATE, Scoring.CHICAGO))
_OWN_HONOURS = ("honours", (Honours.CUSTOM,))
_POWERS = printed(JOKER, "§3", "powers")
_EACH_POWER = tuple((power, printed(JOKER, "§3, §5", "powers")) for power in Power)
_BY_WILDCARD = printed(JOKER, "§4.4", "wildcard")
_MODES = (
    (SuitMode.WILDCARD, _BY_WILDCARD),
    (SuitMode.SEALED, printed(JOKER, "§2, §3", "sealed")),
)
_CHICAGO_RULE = published(CHICAGO, "Chicago", "chicago")
_VULNERABILITY = _rests(
    published(CHICAGO, "Chicago", "vulnerability"), ChicagoVulnerable.OTHERS
)
_SCORINGS = (
    (Scoring.CHICAGO, _CHICAGO_RULE),
    (Scoring.DUPLICATE, published(LAWS_2017, "Law 77", "bonus")),
)
_CARRIED = ((Chicago.CARRIED, _CHICAGO_RULE),)
_EACH_DEAL = published(LAWS_2017, "Law 77", "chicago")
_HIDDEN_CARDS = printed(JOKER, "§5", "hidden")
_HIDDEN_JOKER = inferred("J2", "hidden-joker")
_X1_WILDCARD = _rests(inferred("J11", "wildcard"), X1Wildcard.BLACK)

_FORM = (
    _form("scoring", published(LAWS_1993, "Laws 72-74", "game"), readings=_SCORINGS),
    _form("chicago", _EACH_DEAL, readings=_CARRIED, asked_if=_CHICAGO),
    _form(
        "chicago_vulnerable",
        asked_if=_CHICAGO,
        comes_first=True,
        **_VULNERABILITY,
    ),
    _form(
        "unfinished_part",
        published(LAWS_1993, "Law 80", "unfinished"),
        asked_if=_RUBBER,
    ),
    _form("settlement", inferred("§8", "settlement")),
)


def _honours(rule: Cite) -> tuple[Setting, ...]:
    none = published(LAWS_2017, "Law 77", "honours")
    return (
        _honour("honours", rule, comes_first=True),
        _honour(
            "honour_values",
            rule,
            high=1000,
            step=5,
            asked_if=_OWN_HONOURS,
            comes_first=True,
        ),
        _honour("duplicate_honours", none, asked_if=_AT_DUPLICATE, comes_first=True),
    )


_JOKERS = (
    _joker("variant", **_rests(printed(JOKER, "§3", "pack"), *Variant)),
    _joker("power", _POWERS, readings=_EACH_POWER, comes_first=True),
    _joker(
        "suit_mode",
        _POWERS,
        readings=_MODES,
        asked_if=_HIDDEN,
        comes_first=True,
    ),
    _joker("x1_suit", inferred("J11", "suits"), asked_if=_X1),
    _joker("red_suit", printed(JOKER, "§3", "suits"), asked_if=_X2),
    _joker("black_suit", printed(JOKER, "§3", "suits"), asked_if=_X2),
    _joker(
        "x1_wildcard",
        asked_if=_WILD,
        also_if=_X1,
        comes_first=True,
        **_X1_WILDCARD,
    ),
    _joker("wildcard_until", _BY_WILDCARD, asked_if=_WILD, also_if=_HIDDEN),
    _hidden(
        "hidden_table",
        asked_if=_HIDDEN,
        stated=tuple(HIDDEN_TABLES.items()),
        comes_first=True,
        **_rests(_HIDDEN_CARDS, HiddenTable.ENHANCED),
    ),
    _hidden(
        "hidden_values",
        _HIDDEN_CARDS,
        high=200,
        asked_if=_OWN_VALUES,
        also_if=_HIDDEN,
        comes_first=True,
    ),
    _hidden("hidden_joker", _HIDDEN_JOKER, asked_if=_HIDDEN),
    _hidden("hidden_joker_points", _HIDDEN_JOKER, high=200, asked_if=_OWN_POINTS),
    _hidden("hidden_sign", printed(JOKER, "§6.2", "hidden-sign"), asked_if=_HIDDEN),
    _fourteen(
        "seven_all",
        printed(JOKER, "§6.4", "draw"),
        asked_if=_X4,
        comes_first=True,
    ),
    _fourteen("parity_slams", inferred("J6", "slam"), asked_if=_PARITY),
)
_NOMINATED = printed(VARIATIONS, "Five Crowns Bridge, variant", "joker")
_NT_JOKER = Setting(
    "nt_joker",
    printed(VARIATIONS, "Five Crowns Bridge, play", "joker"),
    "play",
    readings=((NoTrumpJoker.NOMINATED, _NOMINATED),),
    comes_first=True,
)
_ARBITER = tuple(
    _arbiter(name, inferred("§7", "arbiter")) for name in ("known_cards", "differ")
)
_JOKER_ARBITER = (
    _arbiter("hidden_seen", inferred("§7", "arbiter-hidden"), asked_if=_HIDDEN),
    _arbiter("seal_unopened", inferred("§7", "arbiter-sealed"), asked_if=_HIDDEN),
    _arbiter(
        "disputed_suit",
        inferred("§7", "arbiter-joker"),
        asked_if=_UNDECLARED,
        also_if=_HIDDEN,
    ),
)

Sheet = RuleSheet[Settings]
_PLAIN = (*_FORM, *_honours(published(LAWS_1993, "Law 81", "honours")), *_ARBITER)
BRIDGE_SHEET: Sheet = RuleSheet(_PLAIN, Settings())
DEUCES_SHEET: Sheet = RuleSheet(_PLAIN, DeucesSettings())
CROWNS_SHEET: Sheet = RuleSheet(
    (_NT_JOKER, *_FORM, *_honours(inferred("§3", "honours")), *_ARBITER),
    CrownsSettings(),
)
_JOKER_HONOURS = _honours(printed(JOKER, "§5, §6.3", "honours"))
JOKER_SHEET: Sheet = RuleSheet(
    (*_JOKERS, *_FORM, *_JOKER_HONOURS, *_ARBITER, *_JOKER_ARBITER), JokerSettings()
)

_SHEETS: dict[type[Settings], RuleSheet[Settings]] = {
    type(sheet.defaults): sheet
    for sheet in (BRIDGE_SHEET, DEUCES_SHEET, CROWNS_SHEET, JOKER_SHEET)
}


def cite(settings: Settings, name: str) -> Cite:
    return _SHEETS[type(settings)].cite(settings, name)


def defaults_of(settings: Settings) -> Settings:
    return _SHEETS[type(settings)].defaults


def by_form(settings: Settings) -> tuple[Preset[Settings], ...]:
    chicago = replace(settings, scoring=Scoring.CHICAGO)
    return (
        Preset("rubber", settings),
        Preset("chicago", chicago),
        Preset("chicago-carried", replace(chicago, chicago=Chicago.CARRIED)),
        Preset("duplicate", replace(settings, scoring=Scoring.DUPLICATE)),
    )


JOKER_PRESETS: tuple[Preset[Settings], ...] = tuple(
    Preset(variant.value, JokerSettings(variant=variant)) for variant in Variant
)
