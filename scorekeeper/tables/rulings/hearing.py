"""What an irregularity comes to: its facts are put before the arbiter of the game, one
question after the other."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any

from werkzeug.datastructures import MultiDict

from scorekeeper.core.cards import Card
from scorekeeper.core.facts import Fact, Facts, without_law
from scorekeeper.core.judgments import Answers
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import DIFFER, OpenQuestion, Ruling
from scorekeeper.core.seats import People, Seat, named
from scorekeeper.core.session import AnyFolded
from scorekeeper.games.arbiter.arbiter import AnyIrregularity, Outcome
from scorekeeper.games.arbiter.record import Denied, Known
from scorekeeper.games.ask import AnyForm
from scorekeeper.games.fields import CardField, read

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
    """What was asked of an irregularity and answered, and what came of it. `form` holds
    the facts as they were told; `facts` are those that are known: in words what was
    `told` in the form, and what the arbiter `asked` then. `outcome` is the ruling, the
    next question, a fact that the record denies, or None while the form is not in
    order. `put` are the entries by which questions were put at the table that are
    answered."""

    form: AnyForm
    facts: dict[str, str]
    told: Answers = ()
    asked: Answers = ()
    put: tuple[int, ...] = ()
    outcome: Ruling | OpenQuestion | Denied | None = None

    @property
    def answers(self) -> Answers:
        """All questions with their answers."""
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
    form, facts = _told(irregularity, folded, told)
    if not form.validate():
        return Hearing(form, facts)
    answers = tuple(
        (_is(field.label.text), _answer(field, facts[field.name], folded.people))
        for field in form
        if field.name in facts and field.type != "HiddenField"
    )
    rule = irregularity.as_told if was_ruled else irregularity.rule
    asked = list[tuple[Message, Message]]()
    put = list[int]()
    decide = partial(rule, folded.state)
    outcome = _ruled_on(decide, told, facts, asked)
    while isinstance(outcome, OpenQuestion) and outcome.name not in facts:
        answered = _answered(outcome, facts, told, judging)
        if answered is None:
            outcome = (
                _denial(decide, facts, outcome.name, _said(told, outcome.name))
                or outcome
            )
            break
        asked.append((outcome.asked, answered.said))
        put += [answered.put] if answered.put else []
        facts[outcome.name] = answered.value
        outcome = _ruled_on(decide, told, facts, asked)
    return Hearing(
        form, facts, answers, tuple(asked), tuple(dict.fromkeys(put)), outcome
    )


def _told(
    irregularity: AnyIrregularity, folded: AnyFolded, told: Facts
) -> tuple[AnyForm, dict[str, str]]:
    """The form filled in as it was told, and the facts in it with those that no form
    asks for."""
    blank = irregularity.form(folded=folded)
    several = {field.name for field in blank if field.type == "SelectMultipleField"}
    sent = {
        name: fact.split(" ") if name in several else fact
        for name, fact in told.items()
    }
    form = irregularity.form(
        MultiDict(filter(itemgetter(1), sent.items())), folded=folded
    )
    facts = dict[str, str]()
    for (
        field
    ) in form:  # what was told, or stands in it untouched; a card in one way of writing
        fact = told.get(field.name) or (
            field.data if isinstance(field.data, str) else ""
        )
        if fact:
            facts[field.name] = str(getattr(field, "card", None) or fact)
    # one that is over, by its row; what earlier rulings say
    for name in (
        Fact.DEAL,
        Fact.BOUND,
    ):
        if told.get(name.value):
            facts[name.value] = told[name.value]
    return form, facts


def _answered(
    question: OpenQuestion, facts: Facts, told: Facts, judging: Judging | None
) -> Answered | None:
    """The answer to a question: as it was told, or as it was judged at the table."""
    chosen = _said(told, question.name)
    if (
        question.is_determined
        and chosen not in question.may_tell
        and judging is not None
    ):
        return judging(question, facts)
    if question.is_determined and chosen == DIFFER:
        return Answered(DIFFER, message("custom.answer.differ"))
    options = dict(question.options)
    chosen = chosen or question.claimed
    return Answered(chosen, options[chosen]) if chosen in options else None


def _said(told: Facts, name: str) -> str:
    """The answer to this question, told under its name or under it without the law's
    number."""
    return told.get(name) or told.get(without_law(name), "")


def _ruled_on(
    decide: Decide,
    told: Facts,
    facts: dict[str, str],
    asked: list[tuple[Message, Message]],
) -> Ruling | OpenQuestion | Denied:
    """What the arbiter says to these facts, with those that the record knows among
    them."""
    while isinstance(outcome := decide(facts), Known):
        denied = _denial(decide, facts, outcome.name, _said(told, outcome.name))
        if denied is not None:
            return denied
        asked.append((outcome.asked, message("record.known", answer=outcome.answer)))
        facts[outcome.name] = outcome.value
    return outcome


def _denial(
    decide: Decide, facts: dict[str, str], name: str, chosen: str
) -> Denied | None:
    """Why the record denies this answer; None where it doesn't, or none was given."""
    outcome = decide({**facts, name: chosen}) if chosen else None
    return outcome if isinstance(outcome, Denied) and outcome.name == name else None


def _answer(field: Any, fact: str, people: People) -> Message:
    """What was told in a field, in words; a player by the seat, whoever sits there."""
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
    return (
        value if isinstance(value, Message) else message("custom.answer.is", what=value)
    )
