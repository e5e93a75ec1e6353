"""An irregularity at a table whose game has no law book: what the arbiter sees of the table."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.core.cards import Card
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Watched, trick_of, turn
from scorekeeper.core.rounds import Round, RoundEnd, RoundRules, Rounds
from scorekeeper.core.rulings import Effect, Question, Ruling
from scorekeeper.core.seats import Party, Ring, Seat
from scorekeeper.core.settings import RuleSheet
from scorekeeper.core.tricks import Play
from scorekeeper.games.arbitration import Facts
from scorekeeper.games.case import Case as AnyCase
from scorekeeper.games.case import ruled

AGAIN = Effect("void", "", 0)
"""What was recorded of the deal is struck, and it is dealt again by the same dealer."""


@dataclass(frozen=True, slots=True)
class Cites:
    """The rules that a game's default rulings rest on, one for each kind of irregularity; `after`
    is that of what follows a failure to follow, which the table is asked by the question `failure`.
    """

    following: Cite
    after: Cite
    turn: Cite
    call: Cite
    exposed: Cite
    numbers: Cite
    claim: Cite
    take_back: Cite
    failure: str = "failure"

    @classmethod
    def on(cls, cite: Cite) -> "Cites":
        """All of them on one rule, where one says it all."""
        return cls(cite, cite, cite, cite, cite, cite, cite, cite)

    def answered(self, rules: RuleSheet, settings: Any) -> "Cites":
        """These, but what the table is asked rests on its answer."""
        names = (self.failure, "exposed", "misdeal")
        after, exposed, numbers = (rules.cite(settings, one) for one in names)
        return replace(self, after=after, exposed=exposed, numbers=numbers)


@dataclass(frozen=True, slots=True)
class Table:
    """What the arbiter of such a game sees.

    `is_begun` says that something of the present deal was recorded, `has_last` that a deal was
    finished before it. `rules` and `watched` are of the present deal where it was begun, else of
    the last one.
    """

    ring: Ring
    parties: tuple[Party, ...]
    pack: frozenset[Card]
    rules: PlayRules | None
    watched: Watched
    is_begun: bool
    has_last: bool
    cites: Cites


def table_at(
    rules: RoundRules[Any, Any, Any],
    state: Rounds[Any, Any, Any],
    cites: Cites,
    pack: frozenset[Card],
    seen: Round,
) -> Table:
    """What the arbiter sees in this state; `seen` is the round it speaks of."""
    settings = state.settings
    return Table(
        ring=rules.ring(settings),
        parties=rules.parties(settings),
        pack=pack,
        rules=rules.play_rules(seen, settings),
        watched=seen.watched,
        is_begun=state.round.id is not None,
        has_last=any(one.end is RoundEnd.COUNTED for one in state.backwards()),
        cites=cites,
    )


@dataclass
class Case(AnyCase):
    """One irregularity: the table it happened at, and what was said of it."""

    table: Table = field(kw_only=True)

    def seat(self) -> Seat:
        """Whose irregularity it is; the form has asked for it."""
        return next(seat for seat in self.table.ring if seat.value == self.said("seat"))

    def card(self, name: str = "card") -> Card | None:
        """The card it is about, where one was named."""
        return Card.parse(self.said(name)) if self.said(name) else None

    @property
    def is_recorded(self) -> bool:
        """Whether it is about a deal of which something was recorded.

        Where nothing of the present deal was, the table says whether it means the last one.
        """
        table = self.table
        if table.is_begun or not table.has_last:
            return table.is_begun
        if self._was_played():
            return True
        options = [(one, message(f"custom.answer.{one}")) for one in ("now", "last")]
        return self.choose("which", table.cites.numbers, options) == "last"

    def _was_played(self) -> bool:
        card = self.card()
        place = trick_of(self.table.watched, card) if card else None
        return place is not None and place[1].seat.value == self.said("seat")

    @property
    def rules(self) -> PlayRules | None:
        """What the deal is played under, where that is known."""
        return self.table.rules if self.is_recorded else None

    @property
    def watched(self) -> Watched:
        """What was recorded of the play of the deal."""
        return self.table.watched if self.is_recorded else Watched()

    def placed(self) -> tuple[int, Play] | None:
        """In which trick, from 1, the card was recorded as this player's."""
        card = self.card()
        place = trick_of(self.watched, card) if card else None
        return place if place and place[1].seat is self.seat() else None

    def turn(self) -> Seat | None:
        """Whose turn it is to play, where the play of the present deal was recorded."""
        if not self.table.is_begun or self.table.rules is None:
            return None
        return turn(self.table.rules, self.table.watched)

    def again(self) -> tuple[Effect, ...]:
        """What dealing again does to the score: nothing where nothing was recorded."""
        return (AGAIN,) if self.is_recorded else ()

    def unrecorded(self) -> tuple[str, ...]:
        """What is said where nothing of the deal was recorded."""
        return () if self.is_recorded else ("unrecorded",)


def ruled_at(
    table_of: Callable[[Any], Table], decide: Callable[[Case], Ruling]
) -> Callable[[Any, Facts], Ruling | Question]:
    """Make a default ruling a rule of the arbiter: where a fact is missing, it is asked for."""
    return ruled(lambda state, facts: Case(state, facts, table=table_of(state)), decide)
