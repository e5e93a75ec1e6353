"""Judgments: a question that the director determines is put to the arbiter or to both
sides, and answered by each on its own phone."""

import secrets
from functools import partial

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.asked import (
    ARBITER,
    JudgmentAsked,
    JudgmentGiven,
    SideAnswered,
    hidden_as,
)
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.facts import Fact
from scorekeeper.core.rulings import OpenQuestion
from scorekeeper.core.seals import SALT_BYTES
from scorekeeper.core.session import Command, Entry
from scorekeeper.store.seals import HiddenAnswer
from scorekeeper.tables.rulings.both_asked import Put, asked_on, put_by
from scorekeeper.tables.session import Session
from scorekeeper.web.arbiter.asking import ArbiterAt, blueprint
from scorekeeper.web.arbiter.both_asked import (
    ALL,
    OF_EACH,
    put_here,
    sides_here,
    sides_silent,
)
from scorekeeper.web.arbiter.rulings import Case, case_at, outcome_page
from scorekeeper.web.page import answers, incoming
from scorekeeper.web.page.access import Need
from scorekeeper.web.table.sessions import append, is_recorded, record


@blueprint.post("/ask/irregularity/<name>/put", need=Need.RULE)
def put(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    case = case_at(ask, name, request.form)
    question = case.hearing.outcome
    if not isinstance(question, OpenQuestion) or not question.is_determined:
        return answers.see_other(_back(case))
    asked = asked_on(ask.session, case.words.code, case.hearing.facts, question.name)
    return record(
        ask.session,
        Command((Entry(asked),)),
        _back(case),
        partial(outcome_page, case, 422),
    )


@blueprint.post("/ask/irregularity/<name>/put-again", need=Need.RULE)
def put_again(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    """Put a question that was answered once more, with the answers of then gone."""
    case = case_at(ask, name, request.form)
    before = put_by(ask.session, request.form.get("put", 0, type=int)) or abort(400)
    facts = dict(before.asked.facts)
    asked = asked_on(
        ask.session, before.asked.irregularity, facts, before.asked.question
    )
    then = case.url(**_without_bound(facts))
    return record(
        ask.session, Command((Entry(asked),)), then, partial(outcome_page, case, 422)
    )


@blueprint.post("/ask/irregularity/<name>/judge", need=Need.RULE)
def judge(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    case = case_at(ask, name, request.form)
    question = case.hearing.outcome
    is_open = isinstance(question, OpenQuestion) and question.is_determined
    if not is_open or is_recorded(ask.session):
        # all have answered meanwhile, or it was sent twice
        return answers.see_other(_back(case))
    assert isinstance(question, OpenQuestion)  # noqa: S101 - it was looked at above
    said = _answers(ask.session, question)

    def work(_db: object) -> None:  # two phones may answer at once
        _answer(case, question, said)

    try:
        incoming.store().together(work, ask.session.id)
    except RuleViolation as refusal:
        return outcome_page(case, 422, ask.named(refusal.why))
    # the phone is told so by the form's own key
    is_recorded(incoming.open_table(ask.session.id))
    return answers.see_other(_back(case))


@blueprint.post("/ask/irregularity/<name>/take-back-answer", need=Need.RULE)
def take_back_answer(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    """Take back what a side has answered, or the question that nobody is to answer any
    more."""
    case = case_at(ask, name, request.form)
    seq = request.form.get("entry", 0, type=int)
    is_there = 0 < seq <= ask.session.last
    kinds = JudgmentAsked | SideAnswered
    if not is_there or not isinstance(ask.session.log[seq - 1].event, kinds):
        abort(400)
    return record(
        ask.session, Command((), (seq,)), _back(case), partial(outcome_page, case, 422)
    )


def _back(case: Case) -> str:
    return str(case.url(**_without_bound(case.hearing.facts)))


def _without_bound(facts: dict[str, str]) -> dict[str, str]:
    """The facts as an address names them: what binds players the record says, and the
    deal stands in the address of the case."""
    return {
        name: fact
        for name, fact in facts.items()
        if name not in (Fact.BOUND, Fact.DEAL)
    }


def _answers(session: Session, question: OpenQuestion) -> dict[str, str]:
    sides = [party.id for party in session.parties]
    whose = request.form.get("side", "")
    if whose == ALL:
        found = dict.fromkeys(sides, request.form.get("judged", ""))
    elif whose in (*sides, ARBITER):
        found = {whose: request.form.get("judged", "")}
    else:
        found = {side: request.form.get(OF_EACH + side, "") for side in sides}
    may = {value for value, _ in question.options if value not in question.may_tell}
    return found if {*found.values()} <= may else abort(400)


def _answer(case: Case, question: OpenQuestion, said: dict[str, str]) -> None:
    session = incoming.open_table(case.ask.session.id)
    key = incoming.form_key()
    facts = case.hearing.facts
    put = put_here(session, case.one.name, facts, question.name)
    if put is None:
        asked = asked_on(session, case.words.code, facts, question.name)
        append(session, Command((Entry(asked),)), key=f"{key}-put")
        session = incoming.open_table(session.id)
        put = put_here(session, case.one.name, facts, question.name)
    assert put is not None  # noqa: S101 - it has just been put
    if len(said) > 1 or ARBITER in said:
        given = tuple((who, answer, "") for who, answer in said.items())
        append(session, Command((Entry(JudgmentGiven(put.entry.seq, given)),)))
        return
    for side, answer in said.items():
        _hide(session, put, side, answer)
    _open_all(incoming.open_table(session.id), put, key)


def _hide(session: Session, put: Put, side: str, answer: str) -> None:
    seq = put.entry.seq
    salt = secrets.token_hex(SALT_BYTES)
    here = [party.id for party in sides_here(session, put)]
    is_instead = side not in here and side in [
        one.id for one in sides_silent(session, put)
    ]
    hidden = HiddenAnswer(hidden_as(seq, side, answer, salt), side, answer, salt)
    event = SideAnswered(seq, side, hidden.commitment, is_instead or None)
    append(session, Command((Entry(event),)), sealed=hidden)


def _open_all(session: Session, put: Put, key: str) -> None:
    now = put_by(session, put.entry.seq)
    given = []
    for party in session.parties:
        entry = now.answered.get(party.id) if now else None
        if entry is None or not isinstance(entry.event, SideAnswered):
            return
        secret = incoming.store().seals.answer(session.id, entry.event.commitment)
        if secret is None:
            return
        given.append((party.id, str(secret.value), secret.salt))
    event = JudgmentGiven(put.entry.seq, tuple(given))
    append(session, Command((Entry(event),)), key=f"{key}-given")
