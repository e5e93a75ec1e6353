"""What a game's arbiter knows: its rules of play, its calls, its irregularities."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from scorekeeper.core.breaches import Breach
from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, Shown
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.rulings import DealProgress, Effect, OpenQuestion, Ruling
from scorekeeper.core.session import Event
from scorekeeper.games.ask import EntryForm

Facts = Mapping[str, str]
"""What was said of an irregularity: the fields of its form, and the answers to questions.

A field with several values holds them with spaces between; one that was left empty is absent.
"""


Settled = tuple[str, tuple[Event, ...]]
"""The code of what was sealed, and the facts that hold instead of what is under the seal."""


class Phase(Enum):
    """When in a deal something can go wrong: how the arbiter's page groups it."""

    BIDDING = "bidding"
    LEAD = "lead"
    PLAY = "play"
    END = "end"
    DEALING = "dealing"


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something that went wrong, named as the game's law heads it.

    `name` is its address; its words are the message "<family>.irregularity.<name>". `form` asks
    for the facts; `rule` rules on them in the state they happened in, or asks what it must know.
    `proved` answers the facts of a breach that the cards have proved, where this irregularity is
    what such a breach is called. `settles` says what of sealed things an accepted ruling on these
    facts settles: the code of what was sealed, and the facts that hold instead; None = nothing.
    """

    name: str
    form: type[EntryForm]
    rule: Callable[[Any, Facts], Ruling | OpenQuestion]
    proved: Callable[[Breach], Facts] | None = None
    settles: Callable[[Any, Facts], Settled | None] | None = None
    phase: Phase = Phase.PLAY


@dataclass(frozen=True, slots=True)
class Arbiter:
    """What a game answers to questions about its play, each a function of the game's state.

    `play_rules` are those of the deal in progress, else of the last one; None while there is
    nothing to play. `watched` is what was recorded of its play. `calls` lists every call of
    the game with the reason why it can't be made now, None where it can; empty when no auction
    is on. `worth` says what a card of the `pack` is worth in this deal.

    `amended` is what a recorded fact of the deal becomes by an effect of the game's own, such as
    tricks transferred; None where it is not that fact which the effect changes. `entered` is the
    fact by which such an effect ends a deal that has no result yet. `shows_map` says whether a
    table with these settings sees known cards and voids, a memory aid that many don't allow.
    `basis` names the form that states by itself what a deal is played under, for tables that enter
    it later. `under` says in a few words what is played, such as the contract and its declarer.
    `progress` is how far the deal in progress has come, by which obligations last; where a game
    does not say, to its end. `amount` is what one of `calls` bids: None = a pass, 0 = no number.
    `heading` is what the book that a rule stands in heads it with, beside its number.
    `remembers` are the verdicts that later rulings on the same deal are told of.
    """

    play_rules: Callable[[Any], PlayRules | None]
    watched: Callable[[Any], Watched]
    calls: Callable[[Any], tuple[tuple[Shown, RuleViolation | None], ...]] | None = None
    worth: Callable[[Any, Card], Ruling] | None = None
    irregularities: tuple[Irregularity, ...] = ()
    amended: Callable[[Any, Event, Effect], Event | None] | None = None
    entered: Callable[[Any, Effect], Event | None] | None = None
    shows_map: Callable[[Any], bool] = lambda settings: bool(settings.known_cards.value == "shown")
    basis: str = ""
    under: Callable[[Any], Message | None] | None = None
    pack: Callable[[Any], frozenset[Card]] | None = None
    progress: Callable[[Any], DealProgress] = lambda state: DealProgress()
    amount: Callable[[Any], int | None] = lambda call: 0
    heading: Callable[[Cite], Message | None] = lambda cite: None
    remembers: frozenset[str] = frozenset()

    def irregularity(self, name: str) -> Irregularity | None:
        """The irregularity with this name, if the game rules on it."""
        return next((one for one in self.irregularities if one.name == name), None)
