"""What a table may answer differently at Berzerka, and the document that the rest comes from."""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.citations import Cite, Source, Standing
from scorekeeper.core.evening import Settlement
from scorekeeper.core.settings import Figures, Preset, Question, RuleSheet
from scorekeeper.games.arbiter_settings import (
    ARBITER,
    AfterFailure,
    AfterMisdeal,
    Exposed,
    KnownCards,
)

DOCUMENT = Source(
    "berzerka", "Berzerka document", "contract board, contract appendix and phases of a hand"
)
"""The game's own document, of which we have the board, the appendix and the phase cards."""


def printed(section: str, anchor: str) -> Cite:
    """Cite what stands in the document."""
    return Cite(DOCUMENT, section, Standing.PRINTED, anchor)


def inferred(section: str, anchor: str) -> Cite:
    """Cite our reading of a gap, by the section of the document that leaves it open."""
    return Cite(DOCUMENT, section, Standing.INFERRED, anchor)


class Overbids(Enum):
    """How large an overbid is (B1)."""

    NAMED = "named"
    """Each overbid names a number above the last; the declarer pays the final one."""
    STEPS = "steps"
    """The first overbid is −1, the second −2, and so on: no jumps."""


class Payoffs(Enum):
    """What the three places of a complete contract earn, in contract values V."""

    SWING = "swing"
    """+V, 0, −V."""
    WINNER = "winner"
    """+V, 0, 0."""
    LADDER = "ladder"
    """2V, V, 0."""
    CUSTOM = "custom"
    """What the table fills in."""


class Ties(Enum):
    """What ranks players who wrote the same number."""

    FEWER_THEN_BID = "fewer-then-bid"
    """Fewer discards, then x↑ over the hotseat, then the places are shared."""
    FEWER = "fewer"
    """Fewer discards, then the places are shared."""
    BID_THEN_FEWER = "bid-then-fewer"
    """x↑ over the hotseat, then fewer discards, then the places are shared."""
    MORE_THEN_BID = "more-then-bid"
    """More discards, then x↑ over the hotseat, then the places are shared."""
    SHARED = "shared"
    """The places are shared at once."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The answers of one table. `custom_payoffs` are multiples of the contract value."""

    overbids: Overbids = Overbids.NAMED
    payoffs: Payoffs = Payoffs.SWING
    custom_payoffs: Figures = (("first", 1), ("second", 0), ("third", -1))
    ties: Ties = Ties.FEWER_THEN_BID
    settlement: Settlement = Settlement.SECTION
    failure: AfterFailure = AfterFailure.AGAIN
    exposed: Exposed = Exposed.BACK
    misdeal: AfterMisdeal = AfterMisdeal.AGAIN
    known_cards: KnownCards = KnownCards.HIDDEN


RULE_SHEET = RuleSheet(
    questions=(
        Question("overbids", inferred("Bidding Phase", "overbids"), "bidding"),
        Question("payoffs", inferred("Middling", "game-points"), "points"),
        Question(
            "custom_payoffs",
            inferred("Middling", "game-points"),
            "points",
            low=-10,
            high=10,
            asked_if=("payoffs", (Payoffs.CUSTOM,)),
        ),
        Question("ties", inferred("Hold Steady", "ties"), "points"),
        Question("settlement", inferred("", "people"), "evening"),
        Question("failure", inferred("Trick Phase", "failure-to-follow"), ARBITER),
        Question("exposed", inferred("Trick Phase", "exposed"), ARBITER),
        Question("misdeal", inferred("Dealing Phase", "misdeal"), ARBITER),
        Question("known_cards", inferred("Trick Phase", "failure-to-follow"), ARBITER),
    ),
    defaults=Settings(),
)

PRESETS = (
    Preset("standard", Settings()),
    Preset("steps", Settings(overbids=Overbids.STEPS)),
    Preset("winner", Settings(payoffs=Payoffs.WINNER)),
    Preset("ladder", Settings(payoffs=Payoffs.LADDER)),
)
