"""A table while it is played: its page, its entries, its corrections."""

import itertools
from functools import partial
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.docket import NOTED
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Voided
from scorekeeper.core.house_rules import SettingsChanged
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import Command, Entry, Folded, Recorded
from scorekeeper.exports.bg_stats import play_links
from scorekeeper.exports.pbn import can_say
from scorekeeper.games.ask import QUICK
from scorekeeper.store import Stale
from scorekeeper.tables.agreement import consenting
from scorekeeper.tables.effects import before_rulings
from scorekeeper.tables.names import short
from scorekeeper.tables.people import said_of, said_then
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import own_values, sheet_of
from scorekeeper.tables.signatures import signatures
from scorekeeper.web.server.access import place
from scorekeeper.web.server.security import Need
from scorekeeper.web.table import evening, live, presenters
from scorekeeper.web.table.corrections import agreed, consents, not_theirs, restated
from scorekeeper.web.table.entries import (
    calls_so_far,
    entered_last,
    entry_said,
    last_row,
    log_values,
    newest_first,
    places,
    row_addresses,
    settings_values,
)
from scorekeeper.web.table.pages import (
    entry_of,
    hidden,
    open_table,
    page,
    part_of,
    see_other,
    template_of,
    ways,
    words,
)
from scorekeeper.web.table.recording import (
    AGAIN,
    PutQuestion,
    append,
    as_it_was,
    ask,
    folded_before,
    form_of,
    put_refusal,
    shown,
    stale,
    wishes,
)
from scorekeeper.web.table.signing import SIGNED

blueprint = Blueprint("sessions", __name__, url_prefix="/t/<session_id>")


# ---- the table ----


@blueprint.get("/", need=Need.READ)
def table(session_id: str) -> ResponseReturnValue:
    """The question of the moment, under the score."""
    session = open_table(session_id)
    if not place(session_id).may_enter:
        return live.watching(session)
    folded = folded_before(session, before := request.args.get("before", type=int))
    name = session.game.flow.next(folded.state, request.args.get("form", ""))
    return shown(session, ask(session, name, folded, data=wishes(), before=before))


@blueprint.post("/enter/<name>", need=Need.ENTER)
def enter(session_id: str, name: str) -> ResponseReturnValue:
    """Record what a form states; one that is taken up again is only shown, as it was filled in."""
    session = as_it_was(open_table(session_id))
    before = request.form.get("before", type=int)
    folded = folded_before(session, before)
    asked = ask(session, name, folded, before=before, formdata=request.form)
    if AGAIN in request.form:
        return shown(session, asked)
    if not asked.form.validate():
        return shown(session, asked, status=422)
    facts = tuple(Entry(fact, before) for fact in asked.form.facts())
    why = request.form.get("against", "")
    return _record(session, asked, Command(facts, reason=short(why) if why else ""))


@blueprint.get("/evening/<name>", need=Need.ENTER)
def evening_form(session_id: str, name: str) -> ResponseReturnValue:
    """One of the questions of the evening."""
    session = open_table(session_id)
    wish = {"arrange": request.args.get("arrange", "")}
    return shown(session, ask(session, name, session.folded, data=wish))


# ---- corrections ----


@blueprint.route("/rows/<int:row_id>/correct", methods=["GET", "POST"], need=Need.ENTER)
def correct_row(session_id: str, row_id: int) -> ResponseReturnValue:
    """Restate a whole deal."""
    return _correct(*_row(session_id, row_id))


@blueprint.route("/entries/<int:seq>/correct", methods=["GET", "POST"], need=Need.ENTER)
def correct_entry(session_id: str, seq: int) -> ResponseReturnValue:
    """Restate one entry."""
    return _correct(*_entry(session_id, seq))


@blueprint.route("/entries/<int:seq>/strike", methods=["GET", "POST"], need=Need.ENTER)
def strike(session_id: str, seq: int) -> ResponseReturnValue:
    """Strike an entry out, with nothing in its place."""
    return _strike(*_entry(session_id, seq))


@blueprint.route("/entries/<int:seq>/back", methods=["GET", "POST"], need=Need.ENTER)
def take_back(session_id: str, seq: int) -> ResponseReturnValue:
    """Take back what was entered last of the deal in progress, and be asked that again."""
    session = as_it_was(open_table(session_id))
    entries = entered_last(session)
    if not entries or entries[-1].seq != seq:
        return see_other(url_for(".table", session_id=session.id))
    before = session.until(entries[0].seq)
    name = (_restating(session, before, entries) or ("",))[0]
    form = form_of(session, name, before) if name else None
    seat = form.acts() if form else None
    who = seat and dict(session.folded.people).get(seat, seat)
    code = "strike.back.of" if who else "strike.back"
    title = message(code, what=said_of(entries[0]), who=who)
    return _strike(session, entries, title, name)


@blueprint.route("/auction/drop", methods=["GET", "POST"], need=Need.ENTER)
def drop_auction(session_id: str) -> ResponseReturnValue:
    """Drop the calls of the deal in progress, to enter it as a whole."""
    session = as_it_was(open_table(session_id))
    calls = calls_so_far(session) or abort(404)
    return _strike(session, calls, message("strike.drop"), QUICK)


@blueprint.route("/rows/<int:row_id>/strike", methods=["GET", "POST"], need=Need.ENTER)
def strike_row(session_id: str, row_id: int) -> ResponseReturnValue:
    """Strike a whole deal out."""
    return _strike(*_row(session_id, row_id))


def _entry(session_id: str, seq: int) -> tuple[Session, tuple[Recorded, ...]]:
    session = as_it_was(open_table(session_id))
    return session, (entry_of(session, seq),)


def _row(session_id: str, row_id: int) -> tuple[Session, tuple[Recorded, ...]]:
    """The session and the entries of a row of its sheet; 404 if it has no such row."""
    session = as_it_was(open_table(session_id))
    row = session.sheet.row(row_id) or abort(404)
    return session, tuple(one for one in session.folded.order if one.seq in row.entries)


# ---- reading ----


@blueprint.get("/sheet", need=Need.READ)
def sheet(session_id: str) -> ResponseReturnValue:
    """The score sheet; `why` opens one row."""
    session = open_table(session_id)
    why, ids = request.args.get("why", type=int), [row.id for row in session.sheet.rows()]
    part = part_of(len(ids), ids.index(why) if why in ids else None)
    frame = presenters.frame(session)
    if not can_say(session):
        frame["urls"]["pbn"] = None
    return page(
        template_of(session, "sheet", "sessions/sheet.html"),
        **frame,
        sheet_view=sheet_of(session, row_addresses(session, why), rows=part.rows),
        own=own_values(session, "sheet"),
        **ways(part, partial(url_for, ".sheet", session_id=session.id)),
        plays=play_links(session, words()),
        signed_off=signatures(session, most=SIGNED),
    )


@blueprint.get("/log", need=Need.READ)
def log(session_id: str) -> ResponseReturnValue:
    """Every entry in plain words, newest first."""
    session = open_table(session_id)
    frame, every = presenters.frame(session), newest_first(session)
    part = part_of(len(every))
    return page(
        "sessions/log.html",
        **frame,
        entries=log_values(session, every[part.rows_from_the_end]),
        **ways(part, partial(url_for, ".log", session_id=session.id)),
        forgotten_url=frame["urls"]["forgotten"],
    )


@blueprint.get("/more", need=Need.READ)
def more(session_id: str) -> ResponseReturnValue:
    """What else can be done at this table."""
    session = open_table(session_id)
    last = last_row(session)
    drop = url_for(".drop_auction", session_id=session.id) if calls_so_far(session) else None
    return page("sessions/more.html", **presenters.frame(session), last=last, drop_url=drop)


@blueprint.get("/forgotten", need=Need.ENTER)
def forgotten(session_id: str) -> ResponseReturnValue:
    """Where does the forgotten deal belong?"""
    session = open_table(session_id)
    return page("sessions/forgotten.html", **presenters.frame(session), **places(session))


@blueprint.get("/settings", need=Need.READ)
def settings(session_id: str) -> ResponseReturnValue:
    """The settings in force, each with what it rests on."""
    session = open_table(session_id)
    values = settings_values(session)
    return page("sessions/settings.html", **presenters.frame(session), **values)


# ---- putting right ----


def _correct(session: Session, entries: tuple[Recorded, ...]) -> ResponseReturnValue:
    struck = {e.event.entry for e in session.log if isinstance(e.event, Voided)}
    if not entries or entries[0].seq in struck:
        abort(404)
    entries = before_rulings(session, entries)
    folded = session.until(entries[0].seq)
    found = _restating(session, folded, entries)
    if found is None:
        return see_other(url_for(".strike", session_id=session.id, seq=entries[0].seq))
    name, data = found
    formdata = request.form if request.method == "POST" else None
    filled = None if formdata is not None else wishes() | data
    recorded = tuple(entry.event for entry in entries)
    form = form_of(session, name, folded, formdata=formdata, data=filled, recorded=recorded)
    consent = consenting(session, (entry.seq for entry in entries))
    asked = PutQuestion(form, _here(), restates=form.restates(entries), consent=consent)
    if formdata is None or AGAIN in request.form:
        return shown(session, asked)
    if not form.validate():
        return shown(session, asked, status=422)
    following = _following(session, entries[-1].seq)
    reason, missing = agreed(session, consent, entries)
    if missing is not None:
        return shown(session, asked, status=422, refusal=missing)
    command = restated(asked.restates, form.facts(), following, reason)
    if not command.entries and not command.voids:
        return see_other(url_for(".sheet", session_id=session.id))
    return _record(session, asked, command)


def _restating(
    session: Session, folded: Folded, entries: tuple[Recorded, ...]
) -> tuple[str, dict[str, Any]] | None:
    """The form that restates these entries and its data; None where they are struck out alone."""
    if isinstance(entries[0].event, (*NOTED, SettingsChanged)):
        return None
    return evening.correcting(entries) or session.game.flow.correcting(folded.state, entries)


def _here() -> str:
    """The address that was asked for."""
    return f"{request.script_root}{request.path}"


def _following(session: Session, seq: int) -> int | None:
    """The entry after `seq` in the order of play, None when it is the last."""
    order = [entry.seq for entry in session.folded.order]
    return dict(itertools.pairwise(order)).get(seq)


def _strike(
    session: Session,
    entries: tuple[Recorded, ...],
    title: Message | None = None,
    then: str | None = None,
) -> ResponseReturnValue:
    """Strike these entries out and go on at the table where that is so far, with the question
    `then`; else the sheet shows it. `title` is what is asked where they are only taken back."""
    form = evening.StrikeForm(request.form or None)
    consent = consenting(session, (entry.seq for entry in entries))
    if request.method == "POST" and form.validate():
        reason, missing = agreed(session, consent, entries)
        missing = not_theirs(session, entries) or missing
        command = Command((), tuple(entry.seq for entry in entries), reason)
        try:
            if missing is not None:
                raise RuleViolation(missing)
            append(session, command)
            is_last = title or entries[-1].seq == session.folded.order[-1].seq
            where = ".table" if is_last else ".sheet"
            return see_other(url_for(where, session_id=session.id, form=then))
        except RuleViolation as refusal:
            put_refusal(form, refusal)
    return page(
        "sessions/strike.html",
        code=422 if form.errors else 200,
        **presenters.frame(session),
        form=form,
        entry={"action": _here(), "hidden": hidden(session)},
        title=title,
        consent=consents(session, consent),
        one=entry_said(session, entries[0]),
        with_it=[said_then(session, other) for other in entries[1:]],
    )


# ---- recording ----


def _record(session: Session, asked: PutQuestion, command: Command) -> ResponseReturnValue:
    try:
        append(session, command)
    except Stale as refusal:
        again = _correcting_to(session.id, asked, refusal) or _again(session.id, asked)
        return stale(session, command, refusal, *(again or ()))
    except RuleViolation as refusal:
        put_refusal(asked.form, refusal)
        asked.form.is_against_record = refusal.field == "against"
        return shown(open_table(session.id), asked, status=422)
    corrected = bool(asked.restates) or asked.before is not None
    where = ".sheet" if corrected else ".table"
    return see_other(url_for(where, session_id=session.id))


def _again(session_id: str, asked: PutQuestion) -> tuple[str, Message] | None:
    """Where what was filled in can be taken up again; None when that is not asked any more."""
    now = open_table(session_id)
    is_asked = (
        asked.restates
        or asked.form.NAME in evening.EVENING_FORMS
        or now.game.flow.next(now.folded.state, asked.form.NAME) == asked.form.NAME
    )
    return (asked.action, message("stale.again")) if is_asked else None


def _correcting_to(session_id: str, asked: PutQuestion, stale: Stale) -> tuple[str, Message] | None:
    """Where the deal that others have finished meanwhile is corrected to what was filled in."""
    now, made = open_table(session_id), {entry.seq for entry in stale.entries}
    rows = (row for row in now.sheet.rows() if "open" not in row.marks and made & {*row.entries})
    if (row := next(rows, None)) is None or asked.restates or asked.before is not None:
        return None
    entries = tuple(one for one in now.folded.order if one.seq in row.entries)
    before = now.until(entries[0].seq)
    if (_restating(now, before, entries) or ("",))[0] != asked.form.NAME:
        return None
    url = url_for(".correct_row", session_id=session_id, row_id=row.id)
    return url, message("stale.correct", deal=row.label)
