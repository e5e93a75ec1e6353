"""One irregularity as it is ruled on: what was said of it, what must be asked, the
reasons as they are found."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Generic, TypeVar, cast

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.citations import Cite
from scorekeeper.core.facts import Fact, Facts, QuestionName, Reply, answer_in, fact_in
from scorekeeper.core.messages import Message, message, name_in
from scorekeeper.core.rulings import (
    Duty,
    Earlier,
    Effect,
    Obligation,
    OpenQuestion,
    Ruling,
    Step,
)
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import State
from scorekeeper.games.arbiter.arbiter import Assertions, Outcome, Rule
from scorekeeper.games.arbiter.record import (
    DETERMINED,
    Assertion,
    DealRecord,
    Denied,
    Known,
    Told,
)

T = TypeVar("T")
Seen = TypeVar("Seen")
"""What the arbiter of a game sees besides the state."""
OwnCase = TypeVar("OwnCase", bound="Case[Any, Any]")
"""The cases of a game, each with a state of its own. Any, since a bound can't name other
type variables."""
Option = tuple[str, Message]
"""An answer to a question: what the facts hold, and the words."""
Named = Cite | str
"""A rule: itself, or as its game names it shortly, such as "Law 27B1(a)"."""
Reason = tuple[Named, str]
"""A rule, and the code of what it says of the case."""

Said = dict[str, Any]
"""What a sentence is said with, by the names in it. Any, since it is passed on by
keywords to what has keywords of its own, such as `Case.rule`."""
Codes = str | tuple[str, ...]
"""The code of what is said, or several; "" = nothing."""

NOT_YET = (Reply.LATER, Reply.NOT_YET)
"""The answers which say that nothing has happened yet that could be judged."""
ITSELF = "is"
"""How an answer ends that needs no words of its own: a seat, a suit, a card, a number.
"""
YES_NO: tuple[Option, ...] = tuple(
    (answer.value, message(f"custom.answer.{answer}"))
    for answer in (Reply.YES, Reply.NO)
)


def says_itself(answer: Message) -> bool:
    return name_in(answer.code) == ITSELF


class Open(Exception):
    """What comes instead of a ruling, the only argument: a question that must be
    answered first, an answer that the record knows, or a fact that it denies."""


def ruled(
    case_of: Callable[[State, Facts], OwnCase],
    decide: Callable[[OwnCase], Ruling],
    fields: Assertions,
    asked: Assertions,
) -> Rule[State]:
    """Make a law a rule of the arbiter: where a fact is missing, it is asked for, and
    one that the record denies is refused before the law speaks. `fields` is what those
    of the form say, `asked` what the answers to the law's questions say."""

    @wraps(decide)
    def rule(state: State, facts: Facts) -> Outcome:
        case = case_of(state, facts)
        case.assertions = {**asked, **fields}
        try:
            case.look(fields)
            return decide(case)
        except Open as still:
            return cast(OpenQuestion | Known | Denied, still.args[0])

    return rule


def ruled_as_told(
    case_of: Callable[[State, Facts], OwnCase],
    decide: Callable[[OwnCase], Ruling],
) -> Rule[State]:
    """A law as it was asked before the record was: for what was ruled so, and
    stands."""

    @wraps(decide)
    def rule(state: State, facts: Facts) -> Outcome:
        try:
            return decide(case_of(state, facts))
        except Open as still:
            return cast(OpenQuestion, still.args[0])

    return rule


def _seats_of(whose: object) -> tuple[Seat, ...]:
    if isinstance(whose, Party):
        return whose.seats
    return (whose,) if isinstance(whose, Seat) else ()


def _for_the_director(question: OpenQuestion) -> OpenQuestion:
    not_yet = [value for value, _ in question.options if value in NOT_YET]
    return replace(question, is_determined=True, may_tell=tuple(not_yet))


def itself(cite: Named) -> Cite:
    assert isinstance(cite, Cite)  # noqa: S101 - it names none
    return cite


@dataclass
class Case(Generic[State, Seen]):
    """What is known of an irregularity: the state it is ruled in, what was said of it,
    and how its game words, cites and keeps what its arbiter says.

    The step "led" is the message that `code` makes of "step" and "led"; one named in
    full, such as "rook.step.renege", is taken as it is. `cited` is the rule that is
    named shortly, `first` the one by which the facts of the form are asked for. `table`
    is what else the arbiter sees.

    Each method may stop the law with a question: what is asked of a case and not told
    raises `Open` with the question, or with the answer where the record knows it. Once
    it is answered, the law runs again from its beginning.

    `named` is what every sentence from there on may speak of, `reasons` are those found
    so far, `obligations` what they bind players to, `ended` what binds no longer.
    """

    state: State
    facts: Facts
    code: Callable[[str, str], str]
    ring: tuple[Seat, ...]
    pack: frozenset[Card]
    first: Named
    table: Seen
    record: DealRecord | None = None
    assertions: Assertions | None = None
    cited: Callable[[Named], Cite] = itself
    named: dict[str, object] = field(default_factory=dict)
    reasons: list[Step] = field(default_factory=list)
    obligations: list[Obligation] = field(default_factory=list)
    ended: list[Obligation] = field(default_factory=list)

    # ---- what was said ----
    #
    # A question has a name, under which the facts hold its answer: "61.could" is the
    # law's own, and no other law reads it. `cite` is the rule that asks. The words are
    # the message "….ask.<words>", or of the name without its number. Where a rule gives
    # the choice, `chooser` is the name under which the words say whose it is.

    def said(self, name: Fact) -> str:
        """What the facts hold under this name; "" where nothing. Raises ValueError
        where no fact is called so."""
        return fact_in(self.facts, name)

    def answered(self, question: str) -> str:
        """The answer to a question, whose name in older entries has no number; "" where
        none."""
        return answer_in(self.facts, question)

    @property
    def is_from_old_release(self) -> bool:
        """Whether a release that did not look at the record yet has ruled on this: then
        the law says again what it said there. Never so for a new ruling, except where
        `ruled_as_told` works out a law without a record."""
        return self.assertions is None

    @property
    def earlier(self) -> Earlier:
        """What earlier rulings on the deal have to do with this one. Raises ValueError
        where the facts hold something else."""
        return Earlier.parse(self.said(Fact.BOUND))

    def pick(
        self,
        name: str,
        cite: Named,
        options: Iterable[Option],
        words: str = "",
        chooser: str = "",
        /,
        **said: object,
    ) -> str:
        """The answer to a question, one of the options. Raises Open where none has been
        given."""
        every_option = tuple(options)
        answer = self.answered(name)
        whom = said.get("seat", self.named.get("seat"))
        if answer in dict(every_option):
            self.check(name, answer, whom)
            return answer

        code = words or QuestionName.parse(name).what
        asked = self.words("ask", code, **said)
        possible = self.left_by_record(name, every_option, whom)
        is_only_one_left = len(possible) == 1 and len(every_option) > 1
        assertion = self._assertion(name)
        if is_only_one_left and assertion is not None and assertion.is_settled:
            value, answer_in_words = possible[0]
            raise Open(Known(name, asked, value, answer_in_words))

        values = {**self.named, **said}
        question = OpenQuestion(
            name,
            asked,
            options=possible,
            cite=self.cited(cite),
            chooser=_seats_of(values.get(chooser)),
        )
        if assertion is DETERMINED:
            question = _for_the_director(question)
        raise Open(question)

    def _assertion(self, name: str) -> Assertion | None:
        return self.assertions[name] if self.assertions else None

    def judge(
        self,
        name: str,
        cite: Named,
        options: Iterable[Option],
        words: str = "",
        /,
        **said: object,
    ) -> str | None:
        """What the director determines, one of the options; None where the sides, asked
        without one, answer differently. Raises Open where it has not been answered."""
        if self.answered(name) == Reply.DIFFER:
            return None
        try:
            return self.pick(name, cite, options, words, **said)
        except Open as still:
            # the same question, marked as the director's in an older ruling too
            asked = still.args[0]
            is_older = self.is_from_old_release and isinstance(asked, OpenQuestion)
            raise Open(
                replace(asked, is_determined=True) if is_older else asked
            ) from None

    def judge_whether(
        self, name: str, cite: Named, words: str = "", /, **said: object
    ) -> bool | None:
        answer = self.judge(name, cite, YES_NO, words, **said)
        return None if answer is None else answer == Reply.YES

    def judge_asserted(
        self,
        name: str,
        cite: Named,
        options: Iterable[Option],
        asserted: str,
        words: str = "",
        /,
        **said: object,
    ) -> str | None:
        """As `judge`, of what was `asserted` already by what was told. A ruling of a
        release that did not ask took that."""
        if self.assertions is None:
            return asserted
        try:
            return self.judge(name, cite, options, words, **said)
        except Open as still:
            asked = still.args[0]
            is_asked = isinstance(asked, OpenQuestion)
            raise Open(
                replace(asked, asserted=asserted) if is_asked else asked
            ) from None

    def ask(
        self,
        name: str,
        cite: Named,
        answers: Iterable[T],
        words: str = "",
        chooser: str = "",
        /,
        **said: object,
    ) -> T:
        code = words or QuestionName.parse(name).what
        every = tuple(answers)
        options = self.offered(code, every, **said)
        answer = self.pick(name, cite, options, words, chooser, **said)
        place = [value for value, _ in options].index(answer)
        return every[place]

    def yes(
        self,
        name: str,
        cite: Named,
        words: str = "",
        chooser: str = "",
        /,
        **said: object,
    ) -> bool:
        return self.pick(name, cite, YES_NO, words, chooser, **said) == Reply.YES

    def offered(
        self, code: str, answers: Iterable[object], **said: object
    ) -> list[Option]:
        """The answers as they are said: "yes" by the words of "<code>.yes"; a seat, a
        suit, a card, a call or a number by the value itself."""
        options = list[Option]()
        for answer in answers:
            if isinstance(answer, str):
                options.append(
                    (str(answer), self.words("answer", f"{code}.{answer}", **said))
                )
            else:
                if isinstance(answer, Seat | Suit):
                    value = answer.value
                else:
                    value = getattr(answer, "id", str(answer))
                options.append((value, self.words("answer", ITSELF, what=answer)))
        return options

    def seat(self) -> Seat:
        return self.ask("seat", self.first, self.ring)

    def card(self, name: str = "card") -> Card:
        return self.ask(name, self.first, sorted(self.pack, key=str))

    # ---- what the record says to it ----

    def denial(self, name: str, value: str, whom: object = None) -> Denied | None:
        """Why the record denies this fact, told of this player; None where it can be
        so. Raises KeyError where nobody has declared what the fact says."""
        if self.assertions is None:
            return None
        assertion = self.assertions[name]
        if self.record is None:
            return None
        seat = whom if isinstance(whom, Seat) else None
        return assertion.denial(Told(self.record, self.facts, name, value, seat))

    def check(self, name: str, value: str, whom: object = None) -> None:
        """Raise Open where the record denies this fact."""
        denied = self.denial(name, value, whom)
        if denied is not None:
            raise Open(denied)

    def look(self, fields: Iterable[str]) -> None:
        """Look at the record before any law speaks. Raises Open where it denies what
        was told in one of these fields."""
        value = self.said(Fact.SEAT)
        whom = next((seat for seat in self.ring if seat.value == value), None)
        for name in fields:
            fact = self.facts.get(name)
            if fact:
                self.check(name, fact, whom)

    def left_by_record(
        self, name: str, offered: tuple[Option, ...], whom: object
    ) -> tuple[Option, ...]:
        """The answers to a question that the record does not deny. Raises Open where it
        denies every one."""
        denials = [self.denial(name, value, whom) for value, _ in offered]
        if self.record is not None and not offered:
            gone = message("record.denied.nothing-fits")
            raise Open(Denied(name, gone, message("record.asked.how"), self.record.id))
        if denials and all(denials):
            raise Open(denials[0])
        pairs = zip(offered, denials, strict=True)
        return tuple(option for option, denied in pairs if denied is None)

    # ---- what is found ----

    def step(self, cite: Named, code: str, /, **said: object) -> None:
        self.step_said(cite, self.words("step", code, **said))

    def steps(self, *reasons: Reason, **said: object) -> None:
        for cite, code in reasons:
            self.step(cite, code, **said)

    def step_said(self, cite: Named, what: Message) -> None:
        self.reasons.append(Step(what, self.cited(cite)))

    def bind(
        self,
        duty: Duty,
        seat: Seat,
        card: Card | None = None,
        suit: Suit | None = None,
    ) -> None:
        """Bind a player to something for as long as the rule says, as an Obligation has
        it."""
        self.obligations.append(Obligation(duty, seat, card, suit))

    def rule(
        self,
        verdict: str,
        /,
        *reasons: Reason,
        otherwise: Codes = "",
        remedies: Codes = "",
        effects: Iterable[Effect] = (),
        waits: str = "",
        **said: object,
    ) -> Ruling:
        """The ruling that the reasons lead to, with these last ones; everything in it
        is said with the same values.

        `waits` is the name of the fact that nobody knows yet: then the ruling stays
        open.
        """

        def every(kind: str, codes: Codes) -> tuple[Message, ...]:
            each = (codes,) if isinstance(codes, str) else codes
            return tuple(self.words(kind, code, **said) for code in each if code)

        self.steps(*reasons, **said)
        return Ruling(
            self.words("ruling", verdict, **said),
            tuple(self.reasons),
            every("otherwise", otherwise),
            tuple(effects),
            every("remedy", remedies),
            tuple(self.obligations),
            tuple(self.ended),
            waits,
        )

    def words(self, kind: str, code: str, /, **said: object) -> Message:
        whole = code if f".{kind}." in code else self.code(kind, code)
        return message(whole, **{**self.named, **said})
