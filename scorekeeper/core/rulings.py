"""What an arbiter says: a ruling with its reasons and rules, or a question that comes first."""

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.core.cards import Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.obligations import Obligation
from scorekeeper.core.seats import Seat
from scorekeeper.core.tricks import Play


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the reasoning and the rule it rests on."""

    what: Message
    cite: Cite


@dataclass(frozen=True, slots=True)
class Effect:
    """What a ruling does to the score once it is accepted.

    `kind` names a fact of the game ("tricks" to transfer, "points" to adjust, "void" to deal
    again, "set"); `party` gains `amount`. A ruling without effect on the score has none.
    """

    kind: str
    party: str
    amount: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict, the steps that lead to it, what would change it, and what it does.

    Offered, never imposed: `remedies` are the other outcomes that the table may agree on.
    `obligations` bind players until their rules end them; `ends` are those of earlier rulings, as
    facts have them, that hold no longer. `waits` names a fact that can't be known yet, such as the
    tricks won by the end of the play: until then the ruling stays open.
    """

    verdict: Message
    steps: tuple[Step, ...]
    otherwise: tuple[Message, ...] = ()
    effects: tuple[Effect, ...] = ()
    remedies: tuple[Message, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    ends: tuple[str, ...] = ()
    waits: str = ""

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValueError("a ruling cites the rule that it rests on")


@dataclass(frozen=True, slots=True)
class Question:
    """What must be known before it can be ruled: asked of the side whose choice it is.

    `name` is the field of the facts that the answer fills; `options` are (value, words).
    `chooser` are the seats that a rule gives the choice to; empty where a fact is asked for.
    """

    name: str
    asked: Message
    options: tuple[tuple[str, Message], ...]
    cite: Cite
    chooser: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A card or call that can't be made now, with the reason."""

    what: object
    why: RuleViolation


def because(
    best: Play, play: Play, suit: Callable[[Play], Suit | None], trumps: Suit | None, cite: Cite
) -> Step:
    """Why `best` wins, where it is asked of itself, or why `play` lost to it: by their suits."""
    won = suit(best)
    if play == best:
        code = "trump" if won is trumps else "highest"
    else:
        code = "lower" if suit(play) is won else "trumped" if won is trumps else "other-suit"
    said = {"card": play.card, "best": best.card, "suit": won}
    return Step(message(f"play.because.{code}", **said), cite)
