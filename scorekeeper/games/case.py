"""One irregularity as it is ruled on, in every game: what was said of it, what must be asked, the
reasons as they are found."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Generic, TypeVar, cast

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.messages import Message, message
from scorekeeper.core.rulings import Effect, Obligation, OpenQuestion, Ruling, Step
from scorekeeper.core.seats import Party, Seat
from scorekeeper.games.arbitration import Facts

T = TypeVar("T")
Option = tuple[str, Message]
"""An answer to a question: what the facts hold, and the words."""

YES_NO: tuple[Option, ...] = tuple((one, message(f"custom.answer.{one}")) for one in ("yes", "no"))


@dataclass(frozen=True, slots=True)
class Question(Generic[T]):
    """A fact that a rule must know, declared once.

    `name` is that of its answer among the facts: "61.could" is the law's own, and no other law
    reads it. `cite` is the rule that asks; `kind` what an answer is read as: bool, str, int, or a
    Seat, Suit, Card or call. `answers` are offered wherever the rule offers no others. Its words
    are the message "….ask.<words>", or of its name without the number. Where the answer is a
    choice that a rule gives, `chooser` is the name under which the words say whose.
    """

    name: str
    cite: Any
    kind: type[T]
    answers: tuple[T, ...] = ()
    words: str = ""
    chooser: str = ""

    def read(self, text: str) -> T:
        """The answer that the facts hold so."""
        read: Any = _is_yes if self.kind is bool else getattr(self.kind, "parse", self.kind)
        return cast(T, read(text))


def _is_yes(text: str) -> bool:
    return text == "yes"


SEAT = Question("seat", None, Seat)


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
    one by which the facts of the form are asked for, `named` what every sentence may speak of.
    """

    code: Callable[[str, str], str]
    ring: tuple[Seat, ...]
    pack: frozenset[Card]
    first: Any
    cited: Callable[[Any], Cite] = lambda cite: cite
    named: Mapping[str, Any] = field(default_factory=dict)


@dataclass
class Case:
    """What is known of an irregularity: the state it is ruled in, and what was said of it.

    Whatever is asked of a case and not known raises `Open` with the question. `steps` are the
    reasons found so far, `obligations` what they bind players to, `ended` what binds no longer.
    `table` is what else the arbiter of the game sees of it.
    """

    state: Any
    facts: Facts
    book: Book
    table: Any = None
    steps: list[Step] = field(default_factory=list)
    obligations: list[Obligation] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)

    # ---- what was said ----

    def said(self, name: str) -> str:
        """What the facts hold under this name, or, in older entries, under it without the number of
        its law; "" where nothing."""
        return self.facts.get(name, "") or self.facts.get(name.partition(".")[2], "")

    def ask(
        self,
        question: Question[T],
        options: Iterable[T | Option] = (),
        /,
        cite: Any = None,
        words: str = "",
        **said: Any,
    ) -> T:
        """The answer to a question, one of the options; `cite` and `words` replace its own.

        Raises Open where none of them has been given.
        """
        words = words or question.words or question.name.rpartition(".")[2]
        offered = self._offered(question, options or question.answers, words, said)
        found = self.said(question.name)
        if found in dict(offered):
            return question.read(found)
        chooser = {**self.book.named, **said}.get(question.chooser)
        seats = chooser.seats if isinstance(chooser, Party) else (chooser,) if chooser else ()
        asked, rule = self.words("ask", words, **said), self.book.cited(cite or question.cite)
        raise Open(OpenQuestion(question.name, asked, offered, rule, seats))

    def _offered(
        self, question: Question[T], options: Iterable[T | Option], words: str, said: Any
    ) -> tuple[Option, ...]:
        if question.kind is bool:
            return YES_NO
        return tuple(
            one
            if isinstance(one, tuple)
            else (one, self.words("answer", f"{words}.{one}", **said))
            if isinstance(one, str) and question.kind is str
            else self.option(one)
            for one in options
        )

    def option(self, what: Any) -> Option:
        """An answer that is said by the value itself: a seat, a suit, a card, a call, a number."""
        value = what.value if isinstance(what, Seat | Suit) else str(what)
        return value, self.words("answer", "is", what=what)

    def seat(self) -> Seat:
        """Whose irregularity it is."""
        return self.ask(SEAT, self.book.ring, cite=self.book.first)

    def card(self, name: str = "card") -> Card:
        """The card it is about."""
        cards = sorted(self.book.pack, key=str)
        return self.ask(Question(name, self.book.first, Card), cards)

    # ---- what is found ----

    def step(self, cite: Any, code: str, /, **said: Any) -> None:
        """Add a reason and the rule that it rests on."""
        self.step_said(cite, self.words("step", code, **said))

    def step_said(self, cite: Any, what: Message) -> None:
        """Add a reason that another part of the game has put in words."""
        self.steps.append(Step(what, self.book.cited(cite)))

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

    def nothing(self, cite: Any, code: str, /, **said: Any) -> Ruling:
        """Nothing that was recorded is against the rules."""
        self.step(cite, code, **said)
        return self.rule("none")

    def words(self, kind: str, code: str, /, **said: Any) -> Message:
        """A sentence of this game: of its steps, rulings, questions and so on."""
        whole = code if f".{kind}." in code else self.book.code(kind, code)
        return message(whole, **{**self.book.named, **said})
