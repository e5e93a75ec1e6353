"""What a table may agree, the document that our rules come from, and the contracts of
its board."""

from dataclasses import dataclass, replace
from enum import Enum
from functools import partial

from scorekeeper.core import citations
from scorekeeper.core.citations import Source
from scorekeeper.core.errors import refusals
from scorekeeper.core.evening import Settlement
from scorekeeper.core.messages import Message, message
from scorekeeper.core.settings import Figures, Preset, RuleSheet, Setting
from scorekeeper.games.arbiter.settings import (
    ARBITER,
    AfterFailure,
    AfterMisdeal,
    Exposed,
    KnownCards,
    SidesDiffer,
)

DOCUMENT = Source(
    "berzerka",
    "Berzerka document",
    "contract board, contract appendix and phases of a hand",
)
"""The game's own document, of which we have the board, the appendix and the phase
cards."""

printed = partial(citations.printed, DOCUMENT)  # Cite what stands in the document
inferred = partial(citations.inferred, source=DOCUMENT)
"""Cite our reading of a gap, by the section of the document that leaves it open."""
no, never = refusals("berzerka")
"""The refusals of this game, and those of what can't have happened."""


class Overbids(Enum):
    """How large an overbid is (B1)."""

    NAMED = "named"  # Each overbid names a number above the last; the declarer pays the final one
    STEPS = "steps"  # The first overbid is −1, the second −2, and so on: no jumps


class Payoffs(Enum):
    """What the three places of a complete contract earn, in contract values V."""

    SWING = "swing"  # +V, 0, −V
    WINNER = "winner"  # +V, 0, 0
    LADDER = "ladder"  # 2V, V, 0
    CUSTOM = "custom"  # What the table fills in


class Ties(Enum):
    """What ranks players who wrote the same number; whoever is level then shares the
    places."""

    FEWER_THEN_BID = "fewer-then-bid"  # Fewer discards, then x↑ over the hotseat
    FEWER = "fewer"  # Fewer discards
    BID_THEN_FEWER = "bid-then-fewer"  # x↑ over the hotseat, then fewer discards
    MORE_THEN_BID = "more-then-bid"  # More discards, then x↑ over the hotseat
    SHARED = "shared"  # Nothing


@dataclass(frozen=True, slots=True)
class Settings:
    """The answers of one table. `custom_payoffs` are multiples of the contract
    value."""

    overbids: Overbids = Overbids.NAMED
    payoffs: Payoffs = Payoffs.SWING
    custom_payoffs: Figures = (("first", 1), ("second", 0), ("third", -1))
    ties: Ties = Ties.FEWER_THEN_BID
    settlement: Settlement = Settlement.SECTION
    failure: AfterFailure = AfterFailure.AGAIN
    exposed: Exposed = Exposed.BACK
    misdeal: AfterMisdeal = AfterMisdeal.AGAIN
    known_cards: KnownCards = KnownCards.HIDDEN
    differ: SidesDiffer = SidesDiffer.AGREE


# ---- what is cited ----

BOARD = printed("Contract Appendix", "board")
BIDDING = printed("Bidding Phase", "bidding")
OVERBIDS = printed("Bidding Phase", "overbids")
HOTSEAT = printed("Bidding Phase", "hotseat")
NEXT_IN_HOTSEAT = inferred("Bidding Phase", "hotseat")
MISDEAL = inferred("Dealing Phase", "misdeal")
NAMING = printed("Contract Appendix", "naming")
DISCARDS = printed("Discard/Draw Phase", "discards")
FOLLOWING = printed("Trick Phase", "play")
FAILURE = inferred("Trick Phase", "failure-to-follow")
TAKE_BACK = inferred("Trick Phase", "take-back")
RANKING = printed("Contract Appendix", "ranking")
SCORING = printed("Scoring Phase", "numbers")
GAME_POINTS = inferred("Middling", "game-points")
HALVING = printed("Middling", "contract-middling")
PAIN = printed("One Weakness", "contract-one-weakness")

OWN_PAYOFFS = ("payoffs", (Payoffs.CUSTOM,))
QUESTIONS = (
    Setting(
        "overbids", inferred("Bidding Phase", "overbids"), "bidding", comes_first=True
    ),
    Setting("payoffs", GAME_POINTS, "points", comes_first=True),
    Setting(
        "custom_payoffs",
        GAME_POINTS,
        "points",
        low=-10,
        high=10,
        asked_if=OWN_PAYOFFS,
        comes_first=True,
    ),
    Setting("ties", inferred("Hold Steady", "ties"), "points", comes_first=True),
    Setting("settlement", inferred("", "people"), "evening"),
    Setting("failure", FAILURE, ARBITER),
    Setting("exposed", inferred("Trick Phase", "exposed"), ARBITER),
    Setting("misdeal", MISDEAL, ARBITER),
    Setting("known_cards", FAILURE, ARBITER),
    Setting("differ", FAILURE, ARBITER),
)
RULE_SHEET = RuleSheet(QUESTIONS, Settings())

PRESETS = (
    Preset("standard", Settings()),
    Preset("steps", Settings(overbids=Overbids.STEPS)),
    Preset("winner", Settings(payoffs=Payoffs.WINNER)),
    Preset("ladder", Settings(payoffs=Payoffs.LADDER)),
)


# ---- the contracts ----

TRICKS = 13  # Cards in a hand, so tricks in a hand, and the most cards of one suit
LAST_SIX = 6  # The tricks that count at Marathon Flex
HALF_HAND = 7  # The cards held while bidding: half a hand, rounded up


class Counts(Enum):
    """What the declarer's result is a number of."""

    TRICKS = "tricks"
    LAST_SIX = "last-six"  # Tricks 8 to 13 only
    SUIT_CARDS = "suit-cards"  # Cards of the pain suit among the tricks won

    @property
    def most(self) -> int:
        return LAST_SIX if self is Counts.LAST_SIX else TRICKS


class Aim(Enum):
    """Which number ranks highest."""

    MOST = "most"
    FEWEST = "fewest"
    CLOSEST = "closest"  # The least distance from the contract's target
    MIDDLE = "middle"  # The median of the three: one winner, two losers


class TrumpRule(Enum):
    """Which suit is trumps."""

    NONE = "none"
    PICK = "pick"
    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


class RankingRule(Enum):
    """Which end of 1 to 13 is strong."""

    NORMAL = "normal"
    INVERTED = "inverted"
    CHOSEN = "chosen"
    HALFWAY = "halfway"  # The declarer says how it starts; it turns over after trick 7
    EVERY_TRICK = "every-trick"  # The declarer says how it starts; it turns over after every trick


class Ranking(Enum):
    """An order of the ranks."""

    NORMAL = "normal"  # 13 is the strongest
    INVERTED = "inverted"  # 1 is the strongest

    def shown(self) -> tuple[object, ...]:
        return (message(f"berzerka.ranking.{self.value}"),)


class Named(Enum):
    """What a declarer must name before discarding."""

    TRUMP = "trump"
    PAIN_SUIT = "pain-suit"
    RANKING = "ranking"
    START = "start"  # How the ranking starts; the same kind of fact answers it


@dataclass(frozen=True, slots=True)
class Contract:
    """One row of the board. `code` names it in files; `name` is what the table wrote on
    its own tile, else "". `base` is the value it starts at and `step` what each x↑
    adds. `target` matters to CLOSEST alone. `copied` is the contract that this one is a
    Shapeshift copy of."""

    code: str
    base: int
    counts: Counts = Counts.TRICKS
    aim: Aim = Aim.MOST
    trump: TrumpRule = TrumpRule.NONE
    ranking: RankingRule = RankingRule.NORMAL
    step: int = 1
    target: int = 5
    name: str = ""
    copied: "Contract | None" = None

    def shown(self) -> tuple[object, ...]:
        return (self.name,) if self.name else (contract_name(self.code),)

    @property
    def asks(self) -> tuple[Named, ...]:
        asked = (
            (Named.TRUMP, self.trump is TrumpRule.PICK),
            (Named.PAIN_SUIT, self.counts is Counts.SUIT_CARDS),
            (Named.RANKING, self.ranking is RankingRule.CHOSEN),
            (
                Named.START,
                self.ranking in (RankingRule.HALFWAY, RankingRule.EVERY_TRICK),
            ),
        )
        return tuple(named for named, is_asked in asked if is_asked)

    @property
    def about(self) -> Message:
        if self.copied is not None:
            return message("berzerka.about.copy", contract=self.copied)
        if not self.name:
            return message(f"berzerka.about.{self.code}")
        aim = f"berzerka.aim.{self.aim.value}.{self.counts.value}"
        return message(
            "berzerka.about.own",
            aim=message(aim, target=self.target),
            trump=message(f"berzerka.trump.{self.trump.value}"),
            ranking=message(f"berzerka.ranked.{self.ranking.value}"),
        )

    @property
    def unit(self) -> Message:
        unit = "away" if self.aim is Aim.CLOSEST else self.counts.value
        return message(f"berzerka.unit.{unit}", target=self.target)

    @property
    def start(self) -> Message:
        return times(self.base)

    @property
    def growth(self) -> Message | None:
        return message("berzerka.step", value=self.step) if self.step != 1 else None


BERZERKA = Contract("berzerka", 1, trump=TrumpRule.PICK)
HIDDEN_STRENGTH = Contract("hidden-strength", 1, ranking=RankingRule.INVERTED)
HOLD_STEADY = Contract("hold-steady", 2, aim=Aim.CLOSEST, ranking=RankingRule.CHOSEN)
SEEING_RED = Contract("seeing-red", 2, trump=TrumpRule.HEARTS)
BOTTLE_IT_UP = Contract("bottle-it-up", 3, aim=Aim.FEWEST)

STARTER = (BERZERKA, HIDDEN_STRENGTH, HOLD_STEADY, SEEING_RED, BOTTLE_IT_UP)
"""The five contracts of the starter board, in its order."""

BRUTE_STRENGTH = Contract("brute-strength", 1)
STILL_HOLDING = replace(HOLD_STEADY, code="still-holding", base=1, trump=TrumpRule.PICK)
CHANGING_PACE = Contract(
    "changing-pace", 1, trump=TrumpRule.PICK, ranking=RankingRule.HALFWAY
)
MARATHON_FLEX = Contract(
    "marathon-flex",
    2,
    counts=Counts.LAST_SIX,
    trump=TrumpRule.PICK,
    ranking=RankingRule.CHOSEN,
)
ONE_WEAKNESS = Contract("one-weakness", 3, counts=Counts.SUIT_CARDS, aim=Aim.FEWEST)
RAGING_TIDES = Contract("raging-tides", 4, ranking=RankingRule.EVERY_TRICK)
MIDDLING = Contract("middling", 0, aim=Aim.MIDDLE, trump=TrumpRule.PICK, step=2)
SHAPESHIFT = Contract("shapeshift", 5)

PRINTED = (
    *(*STARTER, BRUTE_STRENGTH, STILL_HOLDING, CHANGING_PACE, MARATHON_FLEX),
    *(ONE_WEAKNESS, RAGING_TIDES, MIDDLING, SHAPESHIFT),
)
"""The thirteen printed contracts, in the order of the appendix."""

BY_CODE = {contract.code: contract for contract in PRINTED}

OWN_CODES = ("own-1", "own-2")
"""The codes of the contracts that a table writes on the two blank tiles."""


def shapeshift_of(copied: Contract) -> Contract:
    """The Shapeshift version of a contract: its rules and step, from x5 up. A contract
    won by the middle number starts at x6, so that it can be halved."""
    base = 6 if copied.aim is Aim.MIDDLE else SHAPESHIFT.base
    return replace(copied, code=SHAPESHIFT.code, base=base, name="", copied=copied)


def contract_name(code: str) -> Message:
    return message(f"berzerka.contract.{code}")


def times(worth: int) -> Message:
    return message("berzerka.times", value=worth)
