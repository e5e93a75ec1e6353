"""What a game's arbiter knows: its rules of play, its calls, its irregularities."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Shown
from scorekeeper.core.play import PlayRules, Watched
from scorekeeper.core.rulings import Question, Ruling
from scorekeeper.games.forms import EntryForm

Facts = Mapping[str, str]
"""What was said of an irregularity: the fields of its form, and the answers to questions."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something that went wrong, named as the game's law heads it.

    `name` is its address; its words are the message "<family>.irregularity.<name>". `form` asks
    for the facts; `rule` rules on them in the state they happened in, or asks what it must know.
    """

    name: str
    form: type[EntryForm]
    rule: Callable[[Any, Facts], Ruling | Question]


@dataclass(frozen=True, slots=True)
class Arbiter:
    """What a game answers to questions about its play, each a function of the game's state.

    `play_rules` are those of the deal in progress, else of the last one; None while there is
    nothing to play. `watched` is what was recorded of its play. `calls` lists every call of
    the game with the reason why it can't be made now, None where it can; empty when no auction
    is on. `worth` says what a card is worth in this deal.
    """

    play_rules: Callable[[Any], PlayRules | None]
    watched: Callable[[Any], Watched]
    calls: Callable[[Any], tuple[tuple[Shown, RuleViolation | None], ...]] | None = None
    worth: Callable[[Any, Card], Ruling] | None = None
    irregularities: tuple[Irregularity, ...] = ()

    def irregularity(self, name: str) -> Irregularity | None:
        """The irregularity with this name, if the game rules on it."""
        return next((one for one in self.irregularities if one.name == name), None)
