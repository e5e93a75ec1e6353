"""What the director determines, as it was asked and answered at the table: by the
arbiter, where there is one, else by both sides, and neither sees the other's answer
before both have answered.

Rule: readings, sections 7 and 9. Where the sides differ, the laws say what follows.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from scorekeeper.core.asked import JudgmentAsked, JudgmentGiven, SideAnswered
from scorekeeper.core.errors import refused
from scorekeeper.core.facts import Fact, Facts, InDoubt, QuestionName, Reply
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.rulings import OpenQuestion
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Recorded
from scorekeeper.tables.rulings.hearing import Answered, Judging
from scorekeeper.tables.rulings.on_deals import deal_ruled_on
from scorekeeper.tables.session import Session, once
from scorekeeper.tables.voices import Speaker, speaks

_OF_RECORD = Fact.BOUND
"""The fact that the record tells and nobody asks for: what earlier rulings
bind players to."""
_CHOOSE: Mapping[InDoubt, Callable[[list[int]], int]] = {
    InDoubt.LEAST: min,
    InDoubt.MOST: max,
}


@dataclass(frozen=True, slots=True)
class Put:
    """A question as it was put: its entry, the entries by which sides answered, by the
    sides' ids, and the answers once they are open."""

    entry: Recorded
    asked: JudgmentAsked
    answered: Mapping[str, Recorded]
    given: JudgmentGiven | None = None


@once
def every_put(session: Session) -> tuple[Put, ...]:
    if not session.has(JudgmentAsked):
        return ()
    answered: dict[int, dict[str, Recorded]] = {}
    for entry, side in session.of(SideAnswered):
        answered.setdefault(side.asked, {})[side.party] = entry
    given = {judgment.asked: judgment for _, judgment in session.of(JudgmentGiven)}
    puts: dict[object, Put] = {}
    for entry, asked in session.of(JudgmentAsked):
        facts = frozenset(_told(dict(asked.facts)).items())
        question = (asked.name, asked.question, asked.deal, facts)
        puts.pop(question, None)  # it stands where it was put last
        puts[question] = Put(
            entry, asked, answered.get(entry.seq, {}), given.get(entry.seq)
        )
    return tuple(puts.values())


def _told(facts: Facts) -> dict[str, str]:
    return {name: fact for name, fact in facts.items() if name != _OF_RECORD}


def asked_on(session: Session, code: str, facts: Facts, question: str) -> JudgmentAsked:
    """This question of an irregularity, whose code this is, as it is put on
    these facts now."""
    deal = deal_ruled_on(session, facts, has_effects=True)
    return JudgmentAsked(code, tuple(facts.items()), question, deal[0] if deal else 0)


def put_on(session: Session, name: str, facts: Facts, question: str) -> Put | None:
    """This question of the irregularity of this name as it was last put on these facts;
    None where it never was."""
    puts = [
        put
        for put in every_put(session)
        if (put.asked.name, put.asked.question) == (name, question)
        and _told(dict(put.asked.facts)) == _told(facts)
    ]
    if not puts:
        return None
    now = asked_on(session, name, facts, question).deal
    for put in puts:
        if put.asked.deal == now:
            return put
    return None


def put_by(session: Session, seq: int) -> Put | None:
    for put in every_put(session):
        if put.entry.seq == seq:
            return put
    return None


# ---- the answers, as the laws read them ----


def judging(session: Session, name: str) -> Judging:
    return partial(_judged, session, name)


def _judged(
    session: Session, name: str, question: OpenQuestion, facts: Facts
) -> Answered | None:
    if QuestionName.parse(question.name).in_doubt is not None:
        return _of_numbers(session, name, question, facts)
    put = put_on(session, name, facts, question.name)
    if put is None or put.given is None:
        return None
    options = dict(question.options)
    answers = [answer for _, answer, _ in put.given.answers]
    if not {*answers} <= options.keys():
        return None  # what can be answered is not what it was then
    value = answers[0] if put.given.is_agreed else Reply.DIFFER.value
    return Answered(value, _said(session, put.given, options), put.entry.seq)


# The smaller, or the larger, of the numbers that the sides answered
# to another question.
def _of_numbers(
    session: Session, name: str, question: OpenQuestion, facts: Facts
) -> Answered | None:
    asked = QuestionName.parse(question.name)
    if asked.in_doubt is None:
        return None
    other = str(replace(asked, in_doubt=None))
    before = {name: fact for name, fact in facts.items() if name != other}
    put = put_on(session, name, before, other)
    if put is None or put.given is None:
        return None
    numbers = [int(answer) for _, answer, _ in put.given.answers]
    value = str(_CHOOSE[asked.in_doubt](numbers))
    return Answered(value, dict(question.options)[value], put.entry.seq)


# The answers in words, with whose they are.
def _said(
    session: Session, given: JudgmentGiven, options: Mapping[str, Message]
) -> Message:
    if given.is_arbiters:
        return message("judged.arbiter", answer=options[given.answers[0][1]])
    if given.is_agreed:
        return message("judged.both", answer=options[given.answers[0][1]])
    parties = {party.id: party for party in session.parties}
    each = [
        message("judged.side", party=parties[who], answer=options[answer])
        for who, answer, _ in given.answers
    ]
    return message("judged.differ", answers=listed(each))


# ---- whose answer is waited for ----


def is_asked(session: Session, speaker: Speaker, put: Put, party: Party) -> bool:
    """Whether the phone of this speaker is asked for the answer of a side: one that
    spoke for it when the question was put. A seat that was taken back since brings no
    word on it."""
    return speaks(session, speaker, party, put.entry.seq)


def waits_for(session: Session, speaker: Speaker) -> Put | None:
    for put in every_put(session):
        if put.given is None and _is_asked_of(session, speaker, put):
            return put
    return None


def _is_asked_of(session: Session, speaker: Speaker, put: Put) -> bool:
    if speaker.has_arbiter:
        return speaker.is_arbiter
    return any(
        is_asked(session, speaker, put, party)
        for party in session.parties
        if party.id not in put.answered
    )


def check_answers_stay(session: Session, struck: Iterable[Recorded]) -> None:
    """Refuse to take back an answer once each side has answered: all have
    seen it by then, and may ask again. Until then a side takes back its
    own. Raises RuleViolation."""
    given = {judgment.asked for _, judgment in session.of(JudgmentGiven)}
    for entry in struck:
        event = entry.event
        is_opened = isinstance(event, SideAnswered) and event.asked in given
        if is_opened or isinstance(event, JudgmentGiven):
            raise refused("refused.answer-stays")
