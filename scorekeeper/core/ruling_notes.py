"""Notes on rulings: given, accepted, appealed, brought into the score."""

from scorekeeper.core.evening import SharedFact
from scorekeeper.core.judgments import Judgment
from scorekeeper.core.messages import name_in
from scorekeeper.core.rulings import Effect
from scorekeeper.core.seats import PartyId, Seat

# ---- rulings, and every note ----


PLAY_ON = "play-on"  # the remedy of a table that plays on as if nothing had happened


class Ruled(SharedFact, kind="ruled"):
    """A ruling was given on an irregularity.

    `irregularity` is the code of its words, which ends in its name; `facts` are what
    was said of it, by field, and the answers to what the arbiter asked. `verdict` is
    the code of the verdict, `effects` what it does to the score once it is accepted;
    `rules` is the hash of the rule sheet that it was given under. `judgment` is the
    ruling in full, with its deal; where an older entry lacks it, both follow from the
    facts.
    """

    SINCE = ("judgment",)
    irregularity: str
    facts: tuple[tuple[str, str], ...]
    verdict: str
    effects: tuple[Effect, ...] = ()
    rules: str = ""
    judgment: Judgment | None = None

    @property
    def name(self) -> str:
        return name_in(self.irregularity)


class RulingAccepted(SharedFact, kind="ruling-accepted"):
    """The table accepts the ruling of entry `ruling`, or settles it by `remedy`: the
    code of one that the ruling lists, or "play-on". `arbiter` is set if the arbiter
    decided this, on a phone that plays no seat."""

    SINCE = ("arbiter",)
    ruling: int
    remedy: str = ""
    arbiter: bool | None = None

    def which(self) -> tuple[str, ...]:
        remedy = (
            (PLAY_ON if self.remedy == PLAY_ON else "other",) if self.remedy else ()
        )
        return ("arbiter", *remedy) if self.arbiter else remedy


class RulingAppealed(SharedFact, kind="ruling-appealed"):
    """Somebody does not accept the ruling of entry `ruling`, and says why."""

    ruling: int
    reason: str = ""


class RulingApplied(SharedFact, kind="ruling-applied"):
    """The effects of the ruling of entry `ruling` have been entered in the score."""

    ruling: int


class FactsStated(SharedFact, kind="facts-stated"):
    """A side says on its own phone whether the facts of ruling `ruling` are right. If
    they aren't, `words` says what happened. `instead` is set if the host agreed for
    the side, because none of its phones answered."""

    SINCE = ("instead",)
    ruling: int
    party: PartyId
    agrees: bool
    words: str = ""
    instead: bool | None = None

    def which(self) -> tuple[str, ...]:
        return super().which() if self.agrees else ("differ",)


class RemedyAgreed(SharedFact, kind="remedy-agreed"):
    """A side says on its own phone that it would settle ruling `ruling` another way:
    by `remedy`, as in `RulingAccepted`. It is settled once every side says the same."""

    ruling: int
    party: PartyId
    remedy: str


class ChoiceOffered(SharedFact, kind="choice-offered"):
    """A choice that a law gives to these seats is offered on their phone:
    `irregularity` and `facts` as in `Ruled`, before the choice."""

    irregularity: str
    facts: tuple[tuple[str, str], ...]
    seats: tuple[Seat, ...]

    @property
    def name(self) -> str:
        return name_in(self.irregularity)


OfRulings = RulingAccepted | RulingAppealed | RulingApplied | FactsStated | RemedyAgreed
