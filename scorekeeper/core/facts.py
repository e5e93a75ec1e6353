"""The facts of an irregularity as forms, addresses and kept rulings have them: a text
under a name.

Every name that a law or a page reads by itself stands here, and so do the values that
several of them share. A misspelt one is found where it is read, and is never something
that nobody told.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

T = TypeVar("T", bound=StrEnum)

Facts = Mapping[str, str]
"""What was said of an irregularity: the fields of its form, and the answers to
questions.

A field with several values holds them with spaces between; one that was left empty is
absent.
"""


class InDoubt(StrEnum):
    """Which of the numbers that sides answered differently holds."""

    LEAST = "least"
    MOST = "most"


@dataclass(frozen=True, slots=True)
class QuestionName:
    """The name of a question, under which the facts hold its answer: the `law` that
    asks, "" where several ask, and `what` it asks. With `in_doubt` it takes one of the
    numbers that were answered to the question of this name without it.

    Written "61.could", "how", "71.lost-most".
    """

    law: str
    what: str
    in_doubt: InDoubt | None = None

    @classmethod
    def parse(cls, text: str) -> "QuestionName":
        law, _, what = text.rpartition(".")
        for in_doubt in InDoubt:
            asked = what.removesuffix(f"-{in_doubt}")
            if asked != what:
                return cls(law, asked, in_doubt)
        return cls(law, what)

    def __str__(self) -> str:
        return f"{self.law}.{self.older}" if self.law else self.older

    @property
    def older(self) -> str:
        return f"{self.what}-{self.in_doubt}" if self.in_doubt else self.what


class Fact(StrEnum):
    """The facts that are read by their names. One with a number is the answer to a
    question of the law with that number; older entries have it without."""

    BESIDES = "besides"
    BOUND = "bound"
    CALL = "call"
    CARD = "card"
    DEAL = "deal"
    DECLARER = "declarer"
    DISPUTED = "disputed"
    ESTABLISHED = "63.established"
    HELD = "held"
    KIND = "kind"
    LEFT = "68.left"
    NUMBER = "number"
    OPENING = "54.opening"
    OVERBID = "overbid"
    SEAT = "seat"
    SECOND = "second"
    TRICK = "trick"
    TRUMP_STATED = "70.trump-stated"
    TWELFTH = "62.twelfth"
    WHAT = "what"
    WHEN = "when"
    WHICH = "which"

    @property
    def older(self) -> str:
        return QuestionName.parse(self.value).older


class Reply(StrEnum):
    """The answers that many questions share: `LATER` and `NOT_YET` where nobody can
    know it yet, `ENDED` that the auction was over by then, `DIFFER` where the sides
    answered differently what the director determines."""

    YES = "yes"
    NO = "no"
    DIFFER = "differ"
    LATER = "later"
    NOT_YET = "not-yet"
    ENDED = "ended"


class Which(StrEnum):
    """Which deal it was in: the one being played now, the last one, or that before the
    one whose bidding has begun."""

    NOW = "now"
    LAST = "last"
    BEFORE = "before"


class Besides(StrEnum):
    """What else there was about a revoke: an earlier one in the suit, a penalty card
    that would have followed, that it was noticed after the next call or the round, one
    of the other side."""

    NONE = "none"
    AGAIN = "again"
    PENALTY_CARD = "penalty-card"
    LATE = "late"
    ROUND = "round"
    BOTH = "both"


class Noticed(StrEnum):
    """How far the deal had come when it was noticed."""

    DEAL = "deal"
    AUCTION = "auction"
    PLAY = "play"
    AFTER = "after"


class Sealed(StrEnum):
    """What stayed sealed: a Joker's suit, a face-down card, a hand."""

    JOKER = "joker"
    HIDDEN = "hidden"
    HAND = "hand"


def answer_in(facts: Facts, question: str) -> str:
    """What the facts hold under the name of a question, or under its older one; ""
    where nothing."""
    return facts.get(question) or facts.get(QuestionName.parse(question).older, "")


def fact_in(facts: Facts, name: Fact) -> str:
    """What the facts hold under this name, or under its older one; "" where nothing.
    Raises ValueError where no fact is called so."""
    return answer_in(facts, Fact(name).value)


def value_in(facts: Facts, name: Fact, kind: type[T]) -> T | None:
    text = fact_in(facts, name)
    return kind(text) if text in [t.value for t in kind] else None
