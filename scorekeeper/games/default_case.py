"""What the arbiter sees at a table whose game has no law book; the rules that its rulings cite."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.cards import Card, Play
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import message
from scorekeeper.core.play import PlayRules, Watched, trick_of, turn
from scorekeeper.core.rounds import Round, RoundEnd, RoundRules, Rounds
from scorekeeper.core.rulings import Effect, OpenQuestion, Ruling
from scorekeeper.core.seats import Party, Ring, Seat
from scorekeeper.core.settings import RuleSheet
from scorekeeper.games.arbitration import Facts
from scorekeeper.games.case import Book, Case, Question, ruled

AGAIN = Effect("void", "", 0)
"""What was recorded of the deal is struck, and it is dealt again by the same dealer."""

_WHICH = tuple((one, message(f"custom.answer.{one}")) for one in ("now", "last"))
WHICH = Question("which", None, str)


@dataclass(frozen=True, slots=True)
class Cites:
    """The rules that a game's default rulings rest on, one for each kind of irregularity.

    What the table is asked rests on its answer, once it is `answered`: `after`, of what follows a
    failure to follow (asked by the setting `failure`), `exposed`, and `numbers`.
    """

    following: Cite
    turn: Cite
    call: Cite
    numbers: Cite
    claim: Cite
    take_back: Cite
    failure: str = "failure"
    after: Cite | None = None
    exposed: Cite | None = None

    @classmethod
    def on(cls, cite: Cite) -> "Cites":
        """All of them on one rule, where one says it all."""
        return cls(cite, cite, cite, cite, cite, cite)

    def answered(self, rules: RuleSheet, settings: Any) -> "Cites":
        """These, with the rules of this table's answers."""
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


def _code(kind: str, code: str) -> str:
    return f"custom.{kind}.{code}"


def ruled_at(
    table_of: Callable[[Any], Table], decide: Callable[[Case], Ruling]
) -> Callable[[Any, Facts], Ruling | OpenQuestion]:
    """Make a default ruling a rule of the arbiter: where a fact is missing, it is asked for."""

    def case_of(state: Any, facts: Facts) -> Case:
        table = table_of(state)
        book = Book(_code, tuple(table.ring), table.pack, table.cites.numbers)
        return Case(state, facts, book, table)

    return ruled(case_of, decide)


# ---- what was recorded ----


def named_card(case: Case, name: str = "card") -> Card | None:
    """The card it is about, where one was named."""
    return Card.parse(case.said(name)) if case.said(name) else None


def is_recorded(case: Case) -> bool:
    """Whether it is about a deal of which something was recorded.

    Where nothing of the present deal was, the table says whether it means the last one.
    """
    table: Table = case.table
    if table.is_begun or not table.has_last:
        return table.is_begun
    if _place(case, table.watched) is not None:
        return True
    return case.ask(WHICH, _WHICH, cite=table.cites.numbers) == "last"


def _place(case: Case, watched: Watched) -> tuple[int, Play] | None:
    card = named_card(case)
    place = trick_of(watched, card) if card else None
    return place if place and place[1].seat.value == case.said("seat") else None


def rules(case: Case) -> PlayRules | None:
    """What the deal is played under, where that is known."""
    return case.table.rules if is_recorded(case) else None


def watched(case: Case) -> Watched:
    """What was recorded of the play of the deal."""
    return case.table.watched if is_recorded(case) else Watched()


def placed(case: Case) -> tuple[int, Play] | None:
    """In which trick, from 1, the card was recorded as this player's."""
    return _place(case, watched(case))


def whose_turn(case: Case) -> Seat | None:
    """Whose turn it is to play, where the play of the present deal was recorded."""
    if not case.table.is_begun or case.table.rules is None:
        return None
    return turn(case.table.rules, case.table.watched)


def dealt_again(case: Case, cite: Cite, why: str, *remedies: str) -> Ruling:
    """The deal is void and is dealt again; nothing to strike where nothing of it was recorded."""
    case.step(cite, why)
    if is_recorded(case):
        return case.rule("again", effects=(AGAIN,), remedies=remedies)
    return case.rule("again", otherwise=("unrecorded",), remedies=remedies)
