"""One irregularity as it is ruled on, in every game: what was said of it, what must be asked, the
reasons as they are found."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Effect, Obligation, OpenQuestion, Ruling, Step
from scorekeeper.core.seats import Party, Seat
from scorekeeper.games.arbitration import Facts

T = TypeVar("T")
Option = tuple[str, Message]
"""An answer to a question: what the facts hold, and the words."""
Reason = tuple[Any, str]
"""A rule, and the code of what it says of the case."""

Codes = str | tuple[str, ...]
"""The code of what is said, or several; "" = nothing."""

YES_NO: tuple[Option, ...] = tuple((one, message(f"custom.answer.{one}")) for one in ("yes", "no"))


def _each(codes: Codes) -> Iterable[str]:
    return filter(None, (codes,) if isinstance(codes, str) else codes)


class Open(Exception):
    """A question that must be answered before it can be ruled."""

    def __init__(self, question: OpenQuestion) -> None:
        super().__init__(question.name)
        self.question = question


def ruled(
    case_of: "Callable[[Any, Facts], Case]", decide: "Callable[[Case], Ruling]"
) -> Callable[[Any, Facts], Ruling | OpenQuestion]:
    """Make a law a rule of the arbiter: where a fact is missing, it is asked for."""

    @wraps(decide)
    def rule(state: Any, facts: Facts) -> Ruling | OpenQuestion:
        try:
            return decide(case_of(state, facts))
        except Open as still:
            return still.question

    return rule


@dataclass(frozen=True, slots=True)
class Book:
    """How a game words, cites and keeps what its arbiter says.

    The step "led" is the message that `code` makes of "step" and "led"; one named in full, such as
    "rook.step.renege", is taken as it is. `cited` is the rule that is named shortly, `first` the
    one by which the facts of the form are asked for.
    """

    code: Callable[[str, str], str]
    ring: tuple[Seat, ...]
    pack: frozenset[Card]
    first: Any
    cited: Callable[[Any], Cite] = lambda cite: cite


@dataclass
class Case:
    """What is known of an irregularity: the state it is ruled in, and what was said of it.

    Whatever is asked of a case and not known raises `Open` with the question. `named` is what
    every sentence may speak of, `reasons` are those found so far, `obligations` what they bind
    players to, `ended` what binds no longer. `table` is what else the arbiter of the game sees.
    """

    state: Any
    facts: Facts
    book: Book
    table: Any = None
    named: Mapping[str, Any] = field(default_factory=dict)
    reasons: list[Step] = field(default_factory=list)
    obligations: list[Obligation] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    # ---- what was said ----
    #
    # A question has a name, under which the facts hold its answer: "61.could" is the law's own,
    # and no other law reads it. `cite` is the rule that asks. The words are the message
    # "….ask.<words>", or of the name without its number. Where a rule gives the choice,
    # `chooser` is the name under which the words say whose it is.

    def said(self, name: str) -> str:
        """What the facts hold under this name, or, in older entries, under it without the number of
        its law; "" where nothing."""
        return self.facts.get(name, "") or self.facts.get(name.partition(".")[2], "")

    def pick(
        self,
        name: str,
        cite: Any,
        options: Iterable[Option],
        words: str = "",
        chooser: str = "",
        /,
        **said: Any,
    ) -> str:
        """The answer to a question, one of the options. Raises Open where none has been given."""
        offered, found = tuple(options), self.said(name)
        if found in dict(offered):
            return found
        of = {**self.named, **said}.get(chooser)
        seats = of.seats if isinstance(of, Party) else (of,) if of else ()
        asked = self.words("ask", words or name.rpartition(".")[2], **said)
        raise Open(OpenQuestion(name, asked, offered, self.book.cited(cite), seats))

    def ask(
        self,
        name: str,
        cite: Any,
        answers: Iterable[T],
        words: str = "",
        chooser: str = "",
        /,
        **said: Any,
    ) -> T:
        """The answer to a question, one of these values."""
        code, every = words or name.rpartition(".")[2], tuple(answers)
        offered = [
            (one, self.words("answer", f"{code}.{one}", **said))
            if isinstance(one, str)
            else self.option(one)
            for one in every
        ]
        found = self.pick(name, cite, offered, words, chooser, **said)
        return every[[value for value, _ in offered].index(found)]

    def yes(self, name: str, cite: Any, words: str = "", chooser: str = "", /, **said: Any) -> bool:
        """Whether a question was answered with yes."""
        return self.pick(name, cite, YES_NO, words, chooser, **said) == "yes"

    def option(self, what: Any) -> Option:
        """An answer that is said by the value itself: a seat, a suit, a card, a call, a number."""
        value = what.value if isinstance(what, Seat | Suit) else str(what)
        return value, self.words("answer", "is", what=what)

    def seat(self) -> Seat:
        """Whose irregularity it is."""
        return self.ask("seat", self.book.first, self.book.ring)

    def card(self, name: str = "card") -> Card:
        """The card it is about."""
        return self.ask(name, self.book.first, sorted(self.book.pack, key=str))

    # ---- what is found ----

    def step(self, cite: Any, code: str, /, **said: Any) -> None:
        """Add a reason and the rule that it rests on."""
        self.step_said(cite, self.words("step", code, **said))

    def steps(self, *reasons: Reason, **said: Any) -> None:
        """Add several reasons that are said with the same values."""
        for cite, code in reasons:
            self.step(cite, code, **said)

    def step_said(self, cite: Any, what: Message) -> None:
        """Add a reason that another part of the game has put in words."""
        self.reasons.append(Step(what, self.book.cited(cite)))

    def bind(self, kind: str, seat: Seat, *what: Any, **more: Any) -> None:
        """Bind a player to something for as long as the rule says, as an Obligation has it."""
        self.obligations.append(Obligation(kind, seat, *what, **more))

    def rule(
        self,
        verdict: str,
        /,
        *reasons: Reason,
        otherwise: Codes = "",
        remedies: Codes = "",
        effects: Iterable[Effect] = (),
        waits: str = "",
        **said: Any,
    ) -> Ruling:
        """The ruling that the reasons lead to, with these last ones; everything in it is said with
        the same values.

        `waits` is the name of the fact that nobody knows yet: then the ruling stays open.
        """
        self.steps(*reasons, **said)
        return Ruling(
            self.words("ruling", verdict, **said),
            tuple(self.reasons),
            tuple(self.words("otherwise", one, **said) for one in _each(otherwise)),
            tuple(effects),
            tuple(self.words("remedy", one, **said) for one in _each(remedies)),
            tuple(self.obligations),
            tuple(self.ended),
            waits,
        )

    def words(self, kind: str, code: str, /, **said: Any) -> Message:
        """A sentence of this game: of its steps, rulings, questions and so on."""
        whole = code if f".{kind}." in code else self.book.code(kind, code)
        return message(whole, **{**self.named, **said})
