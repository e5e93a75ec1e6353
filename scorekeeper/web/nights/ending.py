"""A night ends: its standings are signed, on every phone for its own people, and may be
opened again by those who signed."""

from enum import StrEnum

from flask import abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.session import Event
from scorekeeper.nights import facts
from scorekeeper.store import Sender
from scorekeeper.tables.names import clean
from scorekeeper.tables.nights import has_play, night_of, rankings
from scorekeeper.tables.session import Session
from scorekeeper.web.nights.laying import (
    a_day_later,
    blueprint,
    end_tables,
    may_run,
    note,
    open_night,
    people_here,
    reopen_tables,
    table_here,
    table_ids,
)
from scorekeeper.web.nights.results import standings_page
from scorekeeper.web.nights.signatures import check_read, signing_here
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import at, form_key, now, sent, store
from scorekeeper.web.page.place import Need


@blueprint.post("/night/<session_id>/sign", need=Need.RUN)
def sign(session: Session) -> ResponseReturnValue:
    if not sent("sure"):
        return standings_page(session, message("night.refused.not-sure"))

    def work(_db: object) -> None:
        present = open_night(session.id)
        night = night_of(present)
        if night.signed is not None:
            return
        totals = tuple(
            (line.unit, str(line.total))
            for ranking in rankings(night, table_here)
            for line in ranking.standings
        )
        speaker = store().night_speaker(present, phone.here())
        units = tuple(unit for unit, _ in totals if speaker.may_sign(unit))
        end_tables(night, f"{present.last}-{present.id}")
        note(present, facts.StandingsSigned(totals, units), key=form_key())
        store().nights.show(table_ids(night))

    # Nothing is entered at its tables meanwhile.
    locked = (session.id, *table_ids(night_of(session)))
    try:
        store().in_transaction(work, *locked)
    except RuleViolation as refusal:
        return standings_page(session, refusal.why)
    return see_other(at(session, "night.standings"))


@blueprint.post("/night/<session_id>/signature", need=Need.READ)
def signature(session: Session) -> ResponseReturnValue:
    does = sent("do")
    if does == _Word.ASK and not (people_here(session) or may_run(session)):
        abort(403)

    def work(_db: object) -> None:
        present = open_night(session.id)
        events = _said(present, does)
        if events:
            note(present, *events, key=form_key())

    try:
        store().in_transaction(work, session.id, *table_ids(night_of(session)))
    except RuleViolation as refusal:
        return standings_page(session, refusal.why)
    return see_other(at(session, "night.standings"))


class _Word(StrEnum):
    """What somebody says to the standings that were signed."""

    SIGN = "sign"
    BACK = "back"
    STAND = "stand"
    ASK = "ask"


def _said(session: Session, does: str) -> list[Event]:
    signing = signing_here(session)
    if signing is None:
        return []
    own = store().night_speaker(session, phone.here()).own
    match does:
        case _Word.SIGN:
            check_read(sent("mark"), signing)
            return [facts.UnitSigned(unit, unit in own) for unit in signing.signs]
        case _Word.BACK:
            return [facts.SignatureBack(unit) for unit in signing.takes_back]
        case _Word.STAND:
            return [facts.UnitSigned(unit, own=True) for unit in sorted(own)]
        case _Word.ASK:
            return [facts.ChangeAsked(clean(request.form.get("reason", "")))]
    abort(400)


@blueprint.post("/night/<session_id>/delete", need=Need.HOST)
def delete(session: Session) -> ResponseReturnValue:
    if not sent("sure"):
        return see_other(at(session, "night.people"))
    sender = Sender(phone.here())
    tables = table_ids(night_of(session))
    try:
        store().delete(session.id, "host", now(), sender=sender)
    except RuleViolation as refusal:
        return standings_page(session, refusal.why)
    # What a table has played is its players', and lives on in the lists.
    for table in tables:
        session_there = store().readable(table)
        if session_there is not None and not has_play(session_there):
            store().delete(table, "host", now())
    store().nights.show(tables)
    return see_other(url_for("home.home"))


def open_again(session: Session) -> None:
    """The night goes on, with the signatures taken back for which this phone speaks.
    Raises RuleViolation where others stand."""
    signing = signing_here(session)
    taken_back = signing.takes_back if signing else ()
    note(session, *map(facts.SignatureBack, taken_back), facts.Reopened())
    reopen_tables(night_of(session))
    tables = table_ids(night_of(session))
    store().nights.keep_out(session.id, tables, a_day_later())
