"""A table while it is played: its page, its entries, its corrections."""

import itertools
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.docket import NOTED
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Voided
from scorekeeper.core.house_rules import SettingsChanged
from scorekeeper.core.seats import Party, named, named_message
from scorekeeper.core.session import Command, Entry, Folded, Recorded, fold_until
from scorekeeper.exports.bg_stats import play_links
from scorekeeper.exports.pbn import can_say
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.game import Glance
from scorekeeper.games.scoresheet import last_scored
from scorekeeper.store import Stale
from scorekeeper.tables.agreement import consenting
from scorekeeper.tables.effects import before_rulings
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import own_values, said_of, sheet_of
from scorekeeper.tables.signatures import signatures
from scorekeeper.web.server.access import place
from scorekeeper.web.server.security import Need, cookie
from scorekeeper.web.table import evening, live, presenters
from scorekeeper.web.table.corrections import agreed, consents, not_theirs, restated
from scorekeeper.web.table.entries import (
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
from scorekeeper.web.table.recording import AGAIN, append, as_it_was, put_refusal, stale
from scorekeeper.web.table.signing import SIGNED

blueprint = Blueprint("sessions", __name__, url_prefix="/t/<session_id>")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it is put on a page: the form, and what of the log it is about.

    `restates` are the entries that the answer replaces; `before` is the entry that a forgotten
    deal is put in before. `action` is where the answer goes. `consent` are the parties that must
    agree, because all of them confirmed what is corrected.
    """

    form: EntryForm
    action: str
    restates: tuple[Recorded, ...] = ()
    before: int | None = None
    consent: tuple[Party, ...] = ()


# ---- the table ----


@blueprint.get("/", need=Need.READ)
def table(session_id: str) -> ResponseReturnValue:
    """The question of the moment, under the score."""
    session = open_table(session_id)
    if not place(session_id).may_enter:
        return live.watching(session)
    folded = _before(session, before := request.args.get("before", type=int))
    name = session.game.flow.next(folded.state, request.args.get("form", ""))
    return _shown(session, _asked(session, name, folded, data=_wishes(), before=before))


@blueprint.post("/enter/<name>", need=Need.ENTER)
def enter(session_id: str, name: str) -> ResponseReturnValue:
    """Record what a form states; one that is taken up again is only shown, as it was filled in."""
    session = as_it_was(open_table(session_id))
    before = request.form.get("before", type=int)
    folded = _before(session, before)
    asked = _asked(session, name, folded, before=before, formdata=request.form)
    if AGAIN in request.form:
        return _shown(session, asked)
    if not asked.form.validate():
        return _shown(session, asked, status=422)
    facts = tuple(Entry(fact, before) for fact in asked.form.facts())
    return _record(session, asked, Command(facts))


@blueprint.get("/evening/<name>", need=Need.ENTER)
def evening_form(session_id: str, name: str) -> ResponseReturnValue:
    """One of the questions of the evening."""
    session = open_table(session_id)
    wish = {"arrange": request.args.get("arrange", "")}
    return _shown(session, _asked(session, name, session.folded, data=wish))


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
        sheet_view=sheet_of(session, why, row_addresses(session), rows=part.rows),
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
    return page("sessions/more.html", **presenters.frame(session), last=last)


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


# ---- asking ----


def _wishes() -> dict[str, Any]:
    """What the page's address asks of a form, and how this phone likes to be asked."""
    return {**request.args.to_dict(), "taps": cookie("taps")}


def _asked(
    session: Session, name: str, folded: Folded, before: int | None = None, **told: Any
) -> Asked:
    action = url_for(".enter", session_id=session.id, name=name)
    return Asked(_form(session, name, folded, **told), action, before=before)


def _form(session: Session, name: str, folded: Folded, **told: Any) -> EntryForm:
    """The game's form of this name, or one of the evening's; 404 if neither has it."""
    kind = session.game.flow.form(name)
    if kind is not None:
        return kind(folded=folded, **told)
    other = evening.EVENING_FORMS.get(name) or abort(404)
    return other(session=session, folded=folded, **told)


def _before(session: Session, seq: int | None) -> Folded:
    if seq is None:
        return session.folded
    entry_of(session, seq)
    return fold_until(session.game, session.opening, session.log, seq)


def _correct(session: Session, entries: tuple[Recorded, ...]) -> ResponseReturnValue:
    struck = {e.event.entry for e in session.log if isinstance(e.event, Voided)}
    if not entries or entries[0].seq in struck:
        abort(404)
    entries = before_rulings(session, entries)
    folded = fold_until(session.game, session.opening, session.log, entries[0].seq)
    found = _restating(session, folded, entries)
    if found is None:
        return see_other(url_for(".strike", session_id=session.id, seq=entries[0].seq))
    name, data = found
    formdata = request.form if request.method == "POST" else None
    filled = None if formdata is not None else _wishes() | data
    recorded = tuple(entry.event for entry in entries)
    form = _form(session, name, folded, formdata=formdata, data=filled, recorded=recorded)
    consent = consenting(session, (entry.seq for entry in entries))
    asked = Asked(form, _here(), restates=form.restates(entries), consent=consent)
    if formdata is None or AGAIN in request.form:
        return _shown(session, asked)
    if not form.validate():
        return _shown(session, asked, status=422)
    following = _following(session, entries[-1].seq)
    reason, missing = agreed(session, consent, entries)
    if missing is not None:
        return _shown(session, asked, status=422, refusal=missing)
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


def _strike(session: Session, entries: tuple[Recorded, ...]) -> ResponseReturnValue:
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
            # What was entered last was taken back: go on from there; else the sheet shows it.
            where = ".table" if entries[-1].seq == session.folded.order[-1].seq else ".sheet"
            return see_other(url_for(where, session_id=session.id))
        except RuleViolation as refusal:
            put_refusal(form, refusal)
    return page(
        "sessions/strike.html",
        code=422 if form.errors else 200,
        **presenters.frame(session),
        form=form,
        entry={"action": _here(), "hidden": hidden(session)},
        consent=consents(session, consent),
        one=entry_said(entries[0], session.folded.people),
        with_it=[named(said_of(other), session.folded.people) for other in entries[1:]],
    )


# ---- recording ----


def _record(session: Session, asked: Asked, command: Command) -> ResponseReturnValue:
    try:
        append(session, command)
    except Stale as refusal:
        return stale(session, command, refusal, _again(session.id, asked))
    except RuleViolation as refusal:
        put_refusal(asked.form, refusal)
        return _shown(open_table(session.id), asked, status=422)
    corrected = bool(asked.restates) or asked.before is not None
    where = ".sheet" if corrected else ".table"
    return see_other(url_for(where, session_id=session.id))


def _again(session_id: str, asked: Asked) -> str | None:
    """Where what was filled in can be taken up again; None when that is not asked any more."""
    now = open_table(session_id)
    is_asked = (
        asked.restates
        or asked.form.NAME in evening.EVENING_FORMS
        or now.game.flow.next(now.folded.state, asked.form.NAME) == asked.form.NAME
    )
    return asked.action if is_asked else None


def _shown(
    session: Session, asked: Asked, status: int = 200, refusal: object = None
) -> ResponseReturnValue:
    if refusal is not None:
        asked.form.form_errors.append(refusal)  # type: ignore[arg-type]
    frame = presenters.frame(session) | presenters.notices(session)
    if asked.restates or asked.before is not None:
        frame["glance"] = _there(session, frame["glance"], asked.form.folded)
    elif (opens := asked.form.opens()) is not None:
        frame["glance"] = replace(frame["glance"], deal=opens[0], where=opens[1])
    return page(
        template_of(session, asked.form.NAME, asked.form.TEMPLATE),
        code=status,
        **frame,
        form=asked.form,
        view=asked.form.view(),
        entry={"action": asked.action, "hidden": hidden(session, asked.before)},
        restates=[named(said_of(entry), session.folded.people) for entry in asked.restates],
        before=asked.before,
        last=last_scored(session.sheet, session.folded.people),
        **presenters.on_this_phone(session, asked.form),
        others=session.game.flow.others(asked.form.state, asked.form.NAME),
        consent=consents(session, asked.consent) if asked.consent else (),
    )


def _there(session: Session, now: Glance, folded: Folded) -> Glance:
    """What is always in view, with the deal and the dealer of the place that is asked about."""
    there = session.game.glance(folded.state)
    where = tuple(named_message(one, folded.people) for one in there.where)
    return replace(now, deal=there.deal, where=where)
