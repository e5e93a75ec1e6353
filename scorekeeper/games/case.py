"""One irregularity as it is ruled on, in every game: what was said of it, what must be asked, and
the reasons as they are found."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Effect, Obligation, Question, Ruling, Step
from scorekeeper.core.seats import Party, Seat
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
