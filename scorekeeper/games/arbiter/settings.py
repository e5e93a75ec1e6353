"""What a table may answer differently of what the arbiter proposes where no source says
it.

House: the first answer of each is what we propose. A game whose sources print another
default has a question of its own.
"""

from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.citations import Cite
from scorekeeper.core.settings import Setting


class AfterFailure(Enum):
    """What follows a failure to follow that was found too late to be corrected."""

    AGAIN = "again"
    """The deal is played again."""
    FROM_THERE = "from-there"
    """The tricks go back as far as the wrong card."""


class Exposed(Enum):
    """What becomes of a card that was shown by mistake."""

    BACK = "back"
    """It is picked up, and nothing follows."""
    STAYS = "stays"
    """It stays face up and is played at the first legal chance."""


class AfterMisdeal(Enum):
    """What follows a wrong number of cards, or another misdeal."""

    AGAIN = "again"
    """The deal is played again."""
    MENDED = "mended"
    """The hands are put right, and the deal is played on."""


class KnownCards(Enum):
    """Whether the table sees which cards are known to be in whose hand while it
    plays."""

    HIDDEN = "hidden"
    SHOWN = "shown"


class SidesDiffer(Enum):
    """What decides a ruling whose facts the sides do not agree on, without an arbiter's
    seat."""

    AGREE = "agree"
    """It waits until both sides say the same, or play on."""
    RECORD = "record"
    """What the recorded cards prove holds; of all else nobody is ruled against."""
    OPEN = "open"
    """The table plays on, and it stays open."""


def shows_known_cards(settings: object) -> bool:
    """Whether a table with these settings sees known cards and voids, a memory aid that
    many don't allow."""
    return getattr(settings, "known_cards", KnownCards.HIDDEN) is KnownCards.SHOWN


ARBITER = "arbiter"
"""The group of these questions: the last one, folded where a table is opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArbiterSettings:
    """The answers to all of these questions, for a game whose sources say nothing of
    them."""

    failure: AfterFailure = AfterFailure.AGAIN
    exposed: Exposed = Exposed.BACK
    misdeal: AfterMisdeal = AfterMisdeal.AGAIN
    known_cards: KnownCards = KnownCards.HIDDEN
    differ: SidesDiffer = SidesDiffer.AGREE


def arbiter_questions(cite: Cite, **own: Cite) -> tuple[Setting, ...]:
    names = ("known_cards", "failure", "exposed", "misdeal", "differ")
    return tuple(Setting(name, own.get(name, cite), ARBITER) for name in names)
