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
from scorekeeper.core.seats import PartyId
from scorekeeper.core.session import Command
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
from scorekeeper.web.arbiter.inquiries import Inquiry, inquiry_at
from scorekeeper.web.arbiter.quarrel_page import quarrel_page
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import form_key, open_table, sent, store, to_enter
from scorekeeper.web.page.place import Need
from scorekeeper.web.table.sessions import append, note_if_recorded, record


@blueprint.post("/ask/irregularity/<name>/put", need=Need.RULE)
def put(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    inquiry = inquiry_at(ask, name, request.form)
    question = inquiry.hearing.outcome
    if not isinstance(question, OpenQuestion) or not question.is_determined:
        return see_other(_back(inquiry))
    asked = asked_on(
        ask.session, inquiry.words.code, inquiry.hearing.facts, question.name
    )
    return _put(inquiry, ask, asked, _back(inquiry))


@blueprint.post("/ask/irregularity/<name>/put-again", need=Need.RULE)
def put_again(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    inquiry = inquiry_at(ask, name, request.form)
    before = put_by(ask.session, request.form.get("put", 0, type=int)) or abort(400)
    facts = dict(before.asked.facts)
    asked = asked_on(
        ask.session, before.asked.irregularity, facts, before.asked.question
    )
    return _put(inquiry, ask, asked, inquiry.url(**_without_bound(facts)))


def _put(
    inquiry: Inquiry, ask: ArbiterAt, asked: JudgmentAsked, then: str
) -> ResponseReturnValue:
    refused = partial(quarrel_page, inquiry, 422)
    return record(ask.session, to_enter(asked), then, refused)


@blueprint.post("/ask/irregularity/<name>/judge", need=Need.RULE)
def judge(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    inquiry = inquiry_at(ask, name, request.form)
    question = inquiry.hearing.outcome
    if not isinstance(question, OpenQuestion) or not question.is_determined:
        return see_other(_back(inquiry))  # all have answered meanwhile
    if note_if_recorded(ask.session):
        return see_other(_back(inquiry))
    answered = _answers(ask.session, question)

    def work(_db: object) -> None:  # two phones may answer at once
        _answer(inquiry, question, answered)

    try:
        store().in_transaction(work, ask.session.id)
    except RuleViolation as refusal:
        return quarrel_page(inquiry, 422, ask.named(refusal.why))
    # the phone is told so by the form's own key
    note_if_recorded(open_table(ask.session.id))
    return see_other(_back(inquiry))


@blueprint.post("/ask/irregularity/<name>/take-back-answer", need=Need.RULE)
def take_back_answer(ask: ArbiterAt, name: str) -> ResponseReturnValue:
    """Take back what a side has answered, or the question that nobody is to answer any
    more."""
    inquiry = inquiry_at(ask, name, request.form)
    seq = request.form.get("entry", 0, type=int)
    if not 0 < seq <= ask.session.last:
        abort(400)
    if not isinstance(ask.session.log[seq - 1].event, JudgmentAsked | SideAnswered):
        abort(400)
    return record(
        ask.session,
        Command((), (seq,)),
        _back(inquiry),
        partial(quarrel_page, inquiry, 422),
    )


def _back(inquiry: Inquiry) -> str:
    return str(inquiry.url(**_without_bound(inquiry.hearing.facts)))


def _without_bound(facts: dict[str, str]) -> dict[str, str]:
    return {
        name: fact
        for name, fact in facts.items()
        if name not in (Fact.BOUND, Fact.DEAL)
    }


def _answers(session: Session, question: OpenQuestion) -> dict[PartyId, str]:
    parties = [party.id for party in session.parties]
    whose = PartyId(sent("side"))
    if whose == ALL:
        answered = {party: sent("judged") for party in parties}
    elif whose in (*parties, ARBITER):
        answered = {whose: sent("judged")}
    else:
        answered = {party: sent(OF_EACH + party) for party in parties}
    for answer in answered.values():
        if answer in question.may_tell or answer not in dict(question.options):
            abort(400)
    return answered


def _answer(
    inquiry: Inquiry, question: OpenQuestion, answered: dict[PartyId, str]
) -> None:
    session = open_table(inquiry.ask.session.id)
    key = form_key()
    name = inquiry.irregularity.name
    facts = inquiry.hearing.facts
    put = put_here(session, name, facts, question.name)
    if put is None:
        asked = asked_on(session, inquiry.words.code, facts, question.name)
        append(session, to_enter(asked), key=f"{key}-put")
        session = open_table(session.id)
        put = put_here(session, name, facts, question.name)
    assert put is not None  # noqa: S101 - it has just been put
    if len(answered) > 1 or ARBITER in answered:
        given = tuple((who, answer, "") for who, answer in answered.items())
        append(session, to_enter(JudgmentGiven(put.entry.seq, given)))
        return
    for party, answer in answered.items():
        _hide(session, put, party, answer)
    _open_all(open_table(session.id), put, key)


def _hide(session: Session, put: Put, party: PartyId, answer: str) -> None:
    seq = put.entry.seq
    salt = secrets.token_hex(SALT_BYTES)
    here = [side.id for side in sides_here(session, put)]
    silent = [side.id for side in sides_silent(session, put)]
    is_instead = party not in here and party in silent
    hidden = HiddenAnswer(hidden_as(seq, party, answer, salt), party, answer, salt)
    event = SideAnswered(seq, party, hidden.commitment, is_instead or None)
    append(session, to_enter(event), sealed=hidden)


def _open_all(session: Session, put: Put, key: str) -> None:
    now = put_by(session, put.entry.seq)
    given = []
    for party in session.parties:
        entry = now.answered.get(party.id) if now else None
        if entry is None or not isinstance(entry.event, SideAnswered):
            return
        secret = store().seals.answer(session.id, entry.event.commitment)
        if secret is None:
            return
        given.append((party.id, str(secret.value), secret.salt))
    event = JudgmentGiven(put.entry.seq, tuple(given))
    append(session, to_enter(event), key=f"{key}-given")
