"""What an irregularity comes to: its facts are put before the arbiter of the game, one
question after the other."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Card
from scorekeeper.core.facts import Fact, Facts, Reply, answer_in
from scorekeeper.core.judgments import Answers
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import OpenQuestion, Ruling
from scorekeeper.core.seats import People, Seat, named
from scorekeeper.core.session import AnyFolded
from scorekeeper.games.arbiter.arbiter import AnyIrregularity, Outcome
from scorekeeper.games.arbiter.record import Denied, Known
from scorekeeper.games.ask import AnyForm
from scorekeeper.games.fields import CardField, is_hidden, read

Decide = Callable[[Facts], Outcome]
"""What the arbiter says to facts, in the state in which they are heard."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to a question of the arbiter's: what the facts hold, and the words; of
    one that was put at the table the entry that has `put` it."""

    value: str
    said: Message
    put: int = 0


Judging = Callable[[OpenQuestion, Facts], Answered | None]
"""What was answered at the table to a question that the director determines, asked on
these facts; None where it has not been, or not by all."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What was asked of an irregularity and answered, and what came of it. `form`
    holds the facts as they were told; `facts` are those that are known: in words what
    was `told` in the form, and what the arbiter `asked` then, by the `questions` of
    these names. `outcome` is the ruling, the next question, a fact that the record
    denies, or None while the form is not in order. `put` are the entries by which
    questions were put at the table that are answered."""

    form: AnyForm
    facts: dict[str, str]
    told: Answers = ()
    asked: Answers = ()
    questions: tuple[str, ...] = ()
    put: tuple[int, ...] = ()
    outcome: Ruling | OpenQuestion | Denied | None = None

    @property
    def answers(self) -> Answers:
        return self.told + self.asked


def heard(
    irregularity: AnyIrregularity,
    folded: AnyFolded,
    told: Facts,
    *,
    judging: Judging | None = None,
    was_ruled: bool = False,
) -> Hearing:
    """Put the facts of an irregularity before the arbiter, one question after the
    other. What the director determines is never taken as it is told where there is a
    table, whose answers are `judging`. What `was_ruled` already is read as it was told
    then, whatever the record says to it.
    """
    sent = MultiDict({name: fact for name, fact in told.items() if fact})
    form = irregularity.form(sent, folded=folded)
    facts = _facts_in(form, told)
    if not form.validate():
        return Hearing(form, facts)
    answers = tuple(
        (_is(field.label.text), told_in(field, facts[field.name], folded.people))
        for field in form
        if field.name in facts and not is_hidden(field)
    )
    rule = irregularity.as_told if was_ruled else irregularity.rule
    questioning = _Questioning(partial(rule, folded.state), told, facts, {}, [])
    outcome = questioning.outcome(judging)
    asked = tuple(questioning.asked.values())
    questions = tuple(questioning.asked)
    put = tuple(dict.fromkeys(questioning.put))
    return Hearing(form, facts, answers, asked, questions, put, outcome)


# What was told, or stands in the form untouched, a card in one way of writing; and
# what no form asks for: a deal that is over, and what earlier rulings say.
def _facts_in(form: AnyForm, told: Facts) -> dict[str, str]:
    facts = {}
    for field in form:
        untouched = field.data if isinstance(field.data, str) else ""
        fact = told.get(field.name) or untouched
        if fact:
            facts[field.name] = str(getattr(field, "card", None) or fact)
    for name in (Fact.DEAL, Fact.BOUND):
        if told.get(name.value):
            facts[name.value] = told[name.value]
    return facts


@dataclass(slots=True)
class _Questioning:
    """What the arbiter asks of facts that were `told`: the questions that it `asked`,
    by their names, with their answers, the entries by which they were `put` at the
    table, and the `facts` that are known by now."""

    decide: Decide
    told: Facts
    facts: dict[str, str]
    asked: dict[str, tuple[Message, Message]]
    put: list[int]

    def outcome(self, judging: Judging | None) -> Ruling | OpenQuestion | Denied:
        """The ruling, else the question that nobody has answered, else what
        the record denies."""
        outcome = self._with_what_is_known()
        while isinstance(outcome, OpenQuestion) and outcome.name not in self.facts:
            answered = _answered(outcome, self.facts, self.told, judging)
            if answered is None:
                return self._denial(outcome.name) or outcome
            self.asked[outcome.name] = (outcome.asked, answered.said)
            if answered.put:
                self.put.append(answered.put)
            self.facts[outcome.name] = answered.value
            outcome = self._with_what_is_known()
        return outcome

    # What the arbiter says to the facts, with those that the record knows among them.
    def _with_what_is_known(self) -> Ruling | OpenQuestion | Denied:
        outcome = self.decide(self.facts)
        while isinstance(outcome, Known):
            denied = self._denial(outcome.name)
            if denied is not None:
                return denied
            known = message("record.known", answer=outcome.answer)
            self.asked[outcome.name] = (outcome.asked, known)
            self.facts[outcome.name] = outcome.value
            outcome = self.decide(self.facts)
        return outcome

    # Why the record denies the answer that was told; None where it doesn't, or none
    # was told.
    def _denial(self, name: str) -> Denied | None:
        chosen = answer_in(self.told, name)
        outcome = self.decide({**self.facts, name: chosen}) if chosen else None
        return outcome if isinstance(outcome, Denied) and outcome.name == name else None


# The answer to a question: as it was told, or as it was judged at the table.
def _answered(
    question: OpenQuestion, facts: Facts, told: Facts, judging: Judging | None
) -> Answered | None:
    chosen = answer_in(told, question.name)
    if question.is_determined:
        if judging is not None and chosen not in question.may_tell:
            return judging(question, facts)
        if chosen == Reply.DIFFER:
            return Answered(Reply.DIFFER.value, message("custom.answer.differ"))
    options = dict(question.options)
    chosen = chosen or question.asserted
    return Answered(chosen, options[chosen]) if chosen in options else None


def told_in(field: Any, fact: str, people: People) -> Message:
    if isinstance(field, CardField):
        return _is(read(Card, fact) or fact)
    choices = {
        str(choice[0]): choice[1] for choice in getattr(field, "choices", None) or ()
    }
    seat: Seat | None = read(Seat, fact)
    if seat is not None and choices.get(fact) == named(seat, people):
        return _is(seat)
    if fact in choices:
        return _is(choices[fact])
    words = [choices.get(word, word) for word in fact.split(" ")] if choices else [fact]
    return _is(listed(words, " "))


def _is(value: object) -> Message:
    if isinstance(value, Message):
        return value
    return message("custom.answer.is", what=value)
