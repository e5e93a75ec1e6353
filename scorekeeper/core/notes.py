"""What is noted beside the play: rulings and what became of them, the rules agreed, results
confirmed, things sealed, phones that change hands.

Such entries reach no game: they change no score. What an accepted ruling does to the score is
entered with it, as ordinary facts of the evening or the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.house_rules import PROPOSING, Proposing, check_proposing
from scorekeeper.core.messages import Message, message
from scorekeeper.core.phones import PHONED, Phoned, check_phoned
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seals import SEALING, Sealing, check_sealing
from scorekeeper.core.seats import Ring, Seat, check_seats
from scorekeeper.core.signatures import KEEPING, Keeping, check_keeping

PLAY_ON = "play-on"
"""The remedy of a table that plays on as if nothing had happened."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling was given on an irregularity.

    `irregularity` is the code of its words, which ends in its name; `facts` are what was said
    of it, by field, and the answers to what the arbiter asked. `verdict` is the code of the
    verdict, `effects` what it does to the score once it is accepted; `rules` is the hash of the
    rule sheet that it was given under. The ruling in full follows from the facts.
    """

    KIND: ClassVar[str] = "ruled"
    irregularity: str
    facts: tuple[tuple[str, str], ...]
    verdict: str
    effects: tuple[Effect, ...] = ()
    rules: str = ""

    @property
    def name(self) -> str:
        """The irregularity's name in its game."""
        return self.irregularity.rpartition(".")[2]

    def said(self) -> Message:
        """What was ruled on."""
        return message("event.ruled", what=message(self.irregularity))


@dataclass(frozen=True, slots=True)
class RulingAccepted:
    """The table accepts the ruling of entry `ruling`: as given, or with another `remedy`.

    `remedy` is "" for the ruling itself, PLAY_ON, or the code of a remedy that it lists.
    """

    KIND: ClassVar[str] = "ruling-accepted"
    ruling: int
    remedy: str = ""

    def said(self) -> Message:
        """Which ruling was accepted, and with what."""
        if not self.remedy:
            return message("event.ruling-accepted", entry=self.ruling)
        code = "other" if self.remedy != PLAY_ON else PLAY_ON
        return message(f"event.ruling-accepted.{code}", entry=self.ruling)


@dataclass(frozen=True, slots=True)
class RulingAppealed:
    """Somebody does not accept the ruling of entry `ruling`, and says why."""

    KIND: ClassVar[str] = "ruling-appealed"
    ruling: int
    reason: str = ""

    def said(self) -> Message:
        """Which ruling was appealed."""
        return message("event.ruling-appealed", entry=self.ruling, reason=self.reason)


@dataclass(frozen=True, slots=True)
class RulingApplied:
    """What the ruling of entry `ruling` does to the score has been entered."""

    KIND: ClassVar[str] = "ruling-applied"
    ruling: int

    def said(self) -> Message:
        """Which ruling is now in the score."""
        return message("event.ruling-applied", entry=self.ruling)


@dataclass(frozen=True, slots=True)
class FactsStated:
    """A side says of the facts of ruling `ruling`, on its own phone, whether it was so; if not,
    `words` says how it was."""

    KIND: ClassVar[str] = "facts-stated"
    ruling: int
    party: str
    agrees: bool
    words: str = ""

    def said(self) -> Message:
        """Which side said what."""
        code = "event.facts-stated" if self.agrees else "event.facts-stated.differ"
        return message(code, party=message(f"party.{self.party}"), entry=self.ruling)


@dataclass(frozen=True, slots=True)
class ChoiceOffered:
    """A choice that a law gives to these seats is offered on their phone.

    `irregularity` is the code of its words, `facts` are what was said of it before the choice.
    """

    KIND: ClassVar[str] = "choice-offered"
    irregularity: str
    facts: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]

    @property
    def name(self) -> str:
        """The irregularity's name in its game."""
        return self.irregularity.rpartition(".")[2]

    def said(self) -> Message:
        """What there is to choose about."""
        return message("event.choice-offered", what=message(self.irregularity))


@dataclass(frozen=True, slots=True)
class RulesAccepted:
    """These seats accept the rule sheet with this hash; several at once did so on one phone."""

    KIND: ClassVar[str] = "rules-accepted"
    seats: tuple[Seat, ...]
    rules: str

    def said(self) -> Message:
        """Who accepted the rules."""
        if len(self.seats) == 1:
            return message("event.rules-accepted", seat=self.seats[0])
        return message("event.rules-accepted.all")


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    """One party confirms the result of the sheet's row `row` as it stands."""

    KIND: ClassVar[str] = "result-confirmed"
    row: int
    party: str

    def said(self) -> Message:
        """Who confirmed a result."""
        return message("event.result-confirmed", party=message(f"party.{self.party}"))


OfRulings = RulingAccepted | RulingAppealed | RulingApplied | FactsStated
OfTable = Ruled | OfRulings | ChoiceOffered | RulesAccepted | ResultConfirmed
Noted = OfTable | Sealing | Phoned | Proposing | Keeping
NOTED = (
    Ruled,
    RulingAccepted,
    RulingAppealed,
    RulingApplied,
    FactsStated,
    ChoiceOffered,
    RulesAccepted,
    ResultConfirmed,
    *SEALING,
    *PHONED,
    *PROPOSING,
    *KEEPING,
)
"""Every event that is noted and reaches no game."""


def check_noted(event: Noted, entries: Mapping[int, object], ring: Ring) -> None:
    """Refuse a note on what isn't there. `entries` are the events in force by their numbers.

    Raises RuleViolation.
    """
    if isinstance(event, SEALING):
        check_sealing(event, entries, ring)
    elif isinstance(event, PHONED):
        check_phoned(event, ring)
    elif isinstance(event, PROPOSING):
        check_proposing(event, entries, ring)
    elif isinstance(event, KEEPING):
        check_keeping(event, entries, ring)
    else:
        _check_of_table(event, entries, ring)


def _check_of_table(event: OfTable, entries: Mapping[int, object], ring: Ring) -> None:
    match event:
        case RulesAccepted():
            check_seats(event.seats, ring, "seats", "refused.nobody-accepted")
        case RulingAccepted() | RulingAppealed() | RulingApplied() | FactsStated():
            _check_ruling(event, entries)
        case Ruled() | ChoiceOffered() | ResultConfirmed():
            pass


def _check_ruling(event: OfRulings, entries: Mapping[int, object]) -> None:
    if not isinstance(entries.get(event.ruling), Ruled):
        raise RuleViolation(message("refused.no-such-ruling", entry=event.ruling))
    if isinstance(event, RulingApplied) and event in entries.values():
        raise RuleViolation(message("refused.ruling-applied", entry=event.ruling))
