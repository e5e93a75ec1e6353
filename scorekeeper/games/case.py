"""One irregularity as it is ruled on, in every game: what was said of it, what must be asked, the
reasons as they are found; and what the arbiter sees of a table whose game has no law book."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, TypeVar

from scorekeeper.core.cards import Card, Play, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.play import PlayRules, Watched, trick_of, turn
from scorekeeper.core.rounds import Round, RoundEnd, RoundRules, Rounds
from scorekeeper.core.rulings import Effect, Obligation, Question, Ruling, Step
from scorekeeper.core.seats import Party, Ring, Seat
from scorekeeper.core.settings import RuleSheet
from scorekeeper.games.arbitration import Facts

Options = Iterable[tuple[str, Message]]
"""The answers to a question: what the facts hold, and the words."""

Chooser = Seat | Party | None

YES_NO = (("yes", message("custom.answer.yes")), ("no", message("custom.answer.no")))


class Open(Exception):
    """A question that must be answered before it can be ruled."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.name)
        self.question = question


def ruled(
    case_of: "Callable[[Any, Facts], C]", decide: "Callable[[C], Ruling]"
) -> Callable[[Any, Facts], Ruling | Question]:
    """Make a law a rule of the arbiter: where a fact is missing, it is asked for."""

    @wraps(decide)
    def rule(state: Any, facts: Facts) -> Ruling | Question:
        try:
            return decide(case_of(state, facts))
        except Open as still:
            return still.question

    return rule


@dataclass
class Case:
    """What is known of an irregularity: the state it is ruled in, and what was said of it.

    Whatever is asked of a case and not known raises `Open` with the question. `steps` are the
    reasons found so far, `obligations` what they bind players to, `ended` what binds no longer.
    Sentences are named shortly:
    the step "led" is the message "custom.step.led"; a code that names its place in full, such as
    "rook.step.renege", is taken as it is.
    """

    state: Any
    facts: Facts
    steps: list[Step] = field(default_factory=list)
    obligations: list[Obligation] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    # ---- what was said ----

    def said(self, name: str) -> str:
        """What the facts hold under this name; "" where nothing."""
        return self.facts.get(name, "")

    def answer(
        self, name: str, asked: Message, options: Options, cite: Cite, chooser: Chooser = None
    ) -> str:
        """The answer to a question, once one of its options has been given; `chooser` is whose
        choice it is, where it is one."""
        offered = tuple(options)
        found = self.said(name)
        if found not in {value for value, _ in offered}:
            seats = chooser.seats if isinstance(chooser, Party) else (chooser,) if chooser else ()
            raise Open(Question(name, asked, offered, cite, seats))
        return found

    def is_so(self, name: str, cite: Any, /, ask: str = "", **said: Any) -> bool:
        """The answer to a question of fact: yes or no."""
        return self.choose(name, cite, YES_NO, ask, **said) == "yes"

    def choose(self, name: str, cite: Any, options: Options, /, ask: str = "", **said: Any) -> str:
        """Which of the options is chosen; the question is the message "….ask.<name>"."""
        return self.answer(name, self.words("ask", ask or name, **said), options, self.cited(cite))

    # ---- what is found ----

    def step(self, cite: Any, code: str, /, **said: Any) -> None:
        """Add a reason and the rule that it rests on."""
        self.step_said(cite, self.words("step", code, **said))

    def step_said(self, cite: Any, what: Message) -> None:
        """Add a reason that another part of the game has put in words."""
        self.steps.append(Step(what, self.cited(cite)))

    def bind(
        self,
        kind: str,
        seat: Seat,
        card: Card | None = None,
        suit: Suit | None = None,
        **more: Any,
    ) -> None:
        """Bind a player to something for as long as the rule says."""
        self.obligations.append(Obligation(kind, seat, card, suit, **more))

    def rule(
        self,
        verdict: str,
        /,
        *,
        otherwise: Iterable[str] = (),
        remedies: Iterable[str] = (),
        effects: Iterable[Effect] = (),
        waits: str = "",
        **said: Any,
    ) -> Ruling:
        """The ruling that the reasons lead to; everything in it is said with the same values.

        `waits` is the name of the fact that nobody knows yet: then the ruling stays open.
        """
        return Ruling(
            self.words("ruling", verdict, **said),
            tuple(self.steps),
            tuple(self.words("otherwise", one, **said) for one in otherwise),
            tuple(effects),
            tuple(self.words("remedy", one, **said) for one in remedies),
            tuple(self.obligations),
            tuple(self.ended),
            waits,
        )

    def cited(self, cite: Any) -> Cite:
        """The rule that a step or a question names."""
        assert isinstance(cite, Cite)  # noqa: S101 - a game may name its rules more shortly
        return cite

    def words(self, kind: str, code: str, /, **said: Any) -> Message:
        """A sentence of this game: of its steps, rulings, questions and so on."""
        whole = code if f".{kind}." in code else f"custom.{kind}.{code}"
        return message(whole, **said)


C = TypeVar("C", bound=Case)


# ---- games without a law book ----

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
class HouseCase(Case):
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
    table_of: Callable[[Any], Table], decide: Callable[[HouseCase], Ruling]
) -> Callable[[Any, Facts], Ruling | Question]:
    """Make a default ruling a rule of the arbiter: where a fact is missing, it is asked for."""
    return ruled(lambda state, facts: HouseCase(state, facts, table=table_of(state)), decide)
