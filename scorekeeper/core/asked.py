"""What the director determines, asked of whoever says it: the arbiter, or both sides
alike.

Nobody judges their own cause. An answer of a side stays hidden until each side has
answered: until then the log holds its commitment, from which nobody can guess it.
"""

import hashlib
import hmac
from collections.abc import Mapping

from scorekeeper.core.codec import canonical
from scorekeeper.core.errors import refused
from scorekeeper.core.evening import SharedFact
from scorekeeper.core.messages import name_in
from scorekeeper.core.seats import PartyId

ARBITER = PartyId("arbiter")
"""Whose answer it is where no side answers."""
_HIDDEN = b"\x11"


def hidden_as(asked: int, party: PartyId, answer: str, salt: str) -> str:
    """The commitment to a side's answer to the question of entry `asked`: 64 digits."""
    fields = {"asked": asked, "party": party, "answer": answer, "salt": salt}
    return hashlib.sha256(_HIDDEN + canonical(fields)).hexdigest()


class JudgmentAsked(SharedFact, kind="judgment-asked"):
    """A question that the director determines is put to the arbiter, else to each side.

    `irregularity` and `facts` are as in a ruling, as far as they were known; `question`
    is the name of the fact that is asked for, and `deal` the entry by which its deal is
    named, 0 = none.
    """

    irregularity: str
    facts: tuple[tuple[str, str], ...]
    question: str
    deal: int = 0

    @property
    def name(self) -> str:
        return name_in(self.irregularity)


class SideAnswered(SharedFact, kind="side-answered"):
    """A side has answered the question of entry `asked`. Until both sides have
    answered, `commitment` is all that anybody learns of it. `instead` is set if the
    host answered for the side, because none of its phones did."""

    asked: int
    party: PartyId
    commitment: str
    instead: bool | None = None


class JudgmentGiven(SharedFact, kind="judgment-given"):
    """The answers to the question of entry `asked`: of each side, or of the arbiter
    alone. Each consists of who answered, the answer, and the salt of its commitment,
    which is "" if the answer was never hidden."""

    asked: int
    answers: tuple[tuple[PartyId, str, str], ...]

    def which(self) -> tuple[str, ...]:
        if self.is_arbiters:
            return ("by-arbiter",)
        return () if self.is_agreed else ("differ",)

    @property
    def is_arbiters(self) -> bool:
        return [who for who, *_ in self.answers] == [ARBITER]

    @property
    def is_agreed(self) -> bool:
        return len({answer for _, answer, _ in self.answers}) == 1


OfAsking = JudgmentAsked | SideAnswered | JudgmentGiven


def check_asking(event: OfAsking, entries: Mapping[int, object]) -> None:
    """Refuse an answer to what was not asked, or was answered, and one that is not what
    was hidden. `entries` are the events in force by their numbers. Raises
    RuleViolation."""
    if isinstance(event, JudgmentAsked):
        return
    if not isinstance(entries.get(event.asked), JudgmentAsked):
        raise refused("refused.not-asked")
    hidden: dict[str, str] = {}
    for entry in entries.values():
        if isinstance(entry, JudgmentGiven) and entry.asked == event.asked:
            raise refused("refused.judgment-given")
        if isinstance(entry, SideAnswered) and entry.asked == event.asked:
            hidden[entry.party] = entry.commitment
    if isinstance(event, SideAnswered):
        if event.party in hidden:
            raise refused("refused.side-answered", party=event.party)
        return
    whose = [who for who, *_ in event.answers]
    if not whose or len(set(whose)) != len(whose):
        raise refused("refused.other-answer", "answers")
    if not event.is_arbiters:
        _check_opened(event, hidden)


def _check_opened(given: JudgmentGiven, hidden: Mapping[str, str]) -> None:
    for who, answer, salt in given.answers:
        hashed = hidden_as(given.asked, who, answer, salt) if salt else ""
        if not hmac.compare_digest(hashed, hidden.get(who, "")):
            raise refused("refused.other-answer", "answers")
