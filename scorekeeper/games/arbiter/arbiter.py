"""What a game's arbiter knows: its rules of play, its calls, its irregularities."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic

from scorekeeper.core.breaches import Breach
from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.facts import Facts
from scorekeeper.core.messages import Message, Shown
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.rulings import (
    DealProgress,
    Duty,
    Effect,
    OpenQuestion,
    Ruling,
)
from scorekeeper.core.session import Event, Recorded, State
from scorekeeper.games.arbiter.record import Assertion, Denied, Known
from scorekeeper.games.arbiter.standing import NOTHING, Accepted, Standing
from scorekeeper.games.ask import EntryForm

Outcome = Ruling | OpenQuestion | Known | Denied
"""What an arbiter says to the facts: a ruling, a question that comes first, an answer
to one that the record knows, or a fact that it denies."""
Rule = Callable[[State, Facts], Outcome]
Assertions = Mapping[str, Assertion]
"""What the facts of an irregularity say, by their names."""

Settled = tuple[str, tuple[Event, ...]]
"""The code of what was sealed, and the facts that hold instead of what is under the
seal."""


class Phase(Enum):
    """When in a deal something can go wrong: how the arbiter's page groups it."""

    BIDDING = "bidding"
    LEAD = "lead"
    PLAY = "play"
    END = "end"
    DEALING = "dealing"


@dataclass(frozen=True, slots=True)
class Irregularity(Generic[State]):
    """Something that went wrong, named as the game's law heads it.

    `name` is its address; its words are the message "<family>.irregularity.<name>".
    `form` asks for the facts; `rule` rules on them in the state they happened in, asks
    what it must know, or refuses what the record denies. `fields` is what each field of
    the form says of the deal, and `asked` what the answers to its law's questions say.
    `as_told` rules without a look at the record: what was ruled so once keeps its
    reasons. `proved` answers the facts of a breach that the cards have proved, where
    this irregularity is what such a breach is called. `settles` says what of sealed
    things an accepted ruling on these facts settles: the code of what was sealed, and
    the facts that hold instead; None = nothing. `says` are the answers that whoever
    calls it so gives by that: the page has them filled in, to be changed. Where it doesn't
    `fit` the settings of a table, it isn't offered there.
    """

    name: str
    form: type[EntryForm[State]]
    rule: Rule[State]
    as_told: Rule[State]
    fields: Assertions
    asked: Assertions
    proved: Callable[[Breach], Facts] | None = None
    settles: Callable[[State, Facts], Settled | None] | None = None
    phase: Phase = Phase.PLAY
    says: Facts = field(default_factory=dict)
    fits: Callable[[object], bool] = lambda settings: True


@dataclass(frozen=True, slots=True)
class Arbiter(Generic[State]):
    """What a game answers to questions about its play, each a function of the game's
    state.

    `play_rules` are those of the deal in progress, else of the last one; None while
    there is nothing to play. `watched` is what was recorded of its play. `now` are
    both for the next card, where the deal to come can be begun with one. `calls` lists
    every call of the game with the reason why it can't be made now, None where it can;
    empty when no auction is on. `worth` says what a card of the `pack` is worth in this
    deal.

    `results` are the kinds of facts by which a deal has its result. `fact_of_effect`
    is the fact to enter for an effect: the result of a deal in progress, or a fact that
    goes before its result; None where the effect has neither. `basis` names the form
    that states by itself what a deal is played under, for tables that enter it later.
    `under` says in a few words what is played, such as the contract and its declarer.
    `progress` is how far the deal in progress has come, by which obligations last;
    where a game does not say, to its end. `amount` is what one of `calls` bids: None =
    a pass, 0 = no number. `heading` is what the book that a rule stands in heads it
    with, beside its number. `remembers` are the verdicts that later rulings on the same
    deal are told of. `agreed` are the answers, by the code of their words, which say
    that all sides agree. `says_in_full` is what a verdict by its code binds players to and
    says all of itself. `speaks_of` are the game's own kinds of value that its rulings
    say, by their names in files, each with a `parse`. `breaks` is which irregularity it
    is when a kind of obligation is broken, and what is known of it. `stands` is what an
    accepted ruling puts in the record of the deal in progress, told the entries of
    that.
    """

    play_rules: Callable[[State], PlayRules | None]
    watched: Callable[[State], Watched]
    calls: Callable[[State], tuple[tuple[Shown, RuleViolation | None], ...]] | None = (
        None
    )
    worth: Callable[[State, Card], Ruling] | None = None
    irregularities: tuple[Irregularity[State], ...] = ()
    results: tuple[type, ...] = ()
    fact_of_effect: Callable[[State, Effect], Event | None] | None = None
    basis: str = ""
    under: Callable[[State], Message | None] | None = None
    pack: Callable[[State], frozenset[Card]] | None = None
    progress: Callable[[State], DealProgress] = lambda state: DealProgress()
    amount: Callable[[object], int | None] = lambda call: 0
    heading: Callable[[Cite], Message | None] = lambda cite: None
    remembers: frozenset[str] = frozenset()
    agreed: frozenset[str] = frozenset({"custom.answer.could.yes"})
    says_in_full: Mapping[str, Duty] = field(default_factory=dict)
    speaks_of: Mapping[str, type] = field(default_factory=dict)
    breaks: Mapping[str, tuple[str, Facts]] = field(default_factory=dict)
    stands: Callable[[State, Accepted, tuple[Recorded, ...]], Standing] = (
        lambda state, ruling, entries: NOTHING
    )
    now: Callable[[State], tuple[PlayRules, Watched] | None] = lambda state: None

    def on_table(self, state: State) -> tuple[PlayRules | None, Watched]:
        """What the next card is played under, and what was recorded before it."""
        return self.now(state) or (self.play_rules(state), self.watched(state))

    def irregularity(self, name: str) -> Irregularity[State] | None:
        return next(
            (
                irregularity
                for irregularity in self.irregularities
                if irregularity.name == name
            ),
            None,
        )


AnyIrregularity = Irregularity[Any]
"""Something that can go wrong in any game. Any, as in `AnyFolded`."""
AnyArbiter = Arbiter[Any]
"""The arbiter of any game. Any, as in `AnyFolded`."""
