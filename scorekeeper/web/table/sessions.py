"""A table while it is played: its page, its entries, and how every form is asked and recorded."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from flask import Blueprint, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import Form

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.notes import NOTED, HostIsHere, Ruled, SettingsChanged
from scorekeeper.core.seats import Party, named_message
from scorekeeper.core.session import Command, Entry, Folded, Recorded
from scorekeeper.exports.sheet_files import can_say, play_links
from scorekeeper.games.ask import EntryForm
from scorekeeper.store import Appended, Kept, Refused, Stale
from scorekeeper.tables.agreement import speakers
from scorekeeper.tables.deals import deal_row, numbers
from scorekeeper.tables.rulings import applied, consent_to, owing
from scorekeeper.tables.session import Session, opened, short
from scorekeeper.tables.sheet import own_values, sheet_of, signatures
from scorekeeper.web.server.access import Need, host_wanted, place
from scorekeeper.web.table import evening, live, presenters
from scorekeeper.web.table.pages import (
    ARGUMENT,
    MARK,
    cookie,
    entry_of,
    form_key,
    note_saved,
    open_table,
    page,
    part_of,
    see_other,
    stamp,
    store,
    template_of,
    ways,
    words,
)
from scorekeeper.web.table.question import (
    PutQuestion,
    asked_here,
    is_elsewhere,
    put_together,
    shown,
)

blueprint = Blueprint("sessions", __name__, url_prefix="/t/<session_id>")

SIGNED = 5
"""How many signings a page speaks of, the last ones."""


# ---- the table ----


@blueprint.get("/", need=Need.READ)
def table(session_id: str) -> ResponseReturnValue:
    """The question of the moment, under the score."""
    session = open_table(session_id)
    if not place(session_id).may_enter:
        return live.watching(session)
    folded = folded_before(session, before := request.args.get("before", type=int))
    name = session.game.flow.next(folded.state, request.args.get("form", ""))
    told, kind = wishes(), session.game.flow.form(name)
    asked = partial(ask, session, name, folded, data=told, before=before)
    if kind is None or not told.keys() <= ASKED_BY_ALL:
        return shown(session, asked())
    return put_together(session, kind, told, asked)


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
    return record_answer(session, asked, Command(facts, reason=short(why) if why else ""))


@blueprint.get("/evening/<name>", need=Need.ENTER)
def evening_form(session_id: str, name: str) -> ResponseReturnValue:
    """One of the questions of the evening."""
    session = open_table(session_id)
    wish = {"arrange": request.args.get("arrange", "")}
    return shown(session, ask(session, name, session.folded, data=wish))


# ---- reading ----


@blueprint.get("/sheet", need=Need.READ)
def sheet(session_id: str) -> ResponseReturnValue:
    """The score sheet; `why` opens one row. From here it is printed: that begins before it is asked
    for, on a phone of the table."""
    session = open_table(session_id)
    if place(session_id).is_here:
        _make_ahead(session_id)
    why, ids = request.args.get("why", type=int), [row.id for row in session.sheet.rows()]
    part = part_of(len(ids), ids.index(why) if why in ids else None)
    frame = presenters.frame(session)
    if not can_say(session):
        frame["urls"]["pbn"] = None
    return page(
        template_of(session, "sheet", "sessions/sheet.html"),
        **frame,
        sheet_view=sheet_of(session, presenters.row_addresses(session, why), rows=part.rows),
        own=own_values(session, "sheet"),
        **ways(part, partial(url_for, ".sheet", session_id=session.id)),
        plays=play_links(session, words()),
        signed_off=signatures(session, most=SIGNED),
    )


@blueprint.get("/log", need=Need.READ)
def log(session_id: str) -> ResponseReturnValue:
    """Every entry in plain words, newest first."""
    session = open_table(session_id)
    frame, every = presenters.frame(session), presenters.newest_first(session)
    part = part_of(len(every))
    return page(
        "sessions/log.html",
        **frame,
        entries=presenters.log_values(session, every[part.rows_from_the_end]),
        **ways(part, partial(url_for, ".log", session_id=session.id)),
        forgotten_url=frame["urls"]["forgotten"],
    )


LIKELY = {
    "before": ("phones", "people", "agree", "settings", "carried_in", "remove"),
    "deal": ("drop", "last", "log", "thrown_in", "sealed", "phones"),
    "between": ("last", "forgotten", "dealer", "people", "adjusted", "ended"),
    "over": ("story", "sign", "pdf", "report", "last", "people"),
}
"""What is likely to be looked for under "More": before the first deal, during one, between two,
and once a rubber or game is over."""


@blueprint.get("/more", need=Need.READ)
def more(session_id: str) -> ResponseReturnValue:
    """What else can be done at this table: what is likely now, and the rest folded."""
    session = open_table(session_id)
    return page(
        "sessions/more.html",
        **presenters.frame(session),
        last=presenters.last_row(session),
        drop_url=url_for(".drop_auction", session_id=session.id)
        if presenters.calls_so_far(session)
        else None,
        likely=LIKELY[_phase(session)],
    )


def _phase(session: Session) -> str:
    """How far the evening is, as `LIKELY` has it."""
    row = deal_row(session)
    if row is not None and "open" in row.marks:
        return "deal"
    if session.game.glance(session.folded.state).is_over:
        return "over"
    return "between" if row else "before"


@blueprint.get("/forgotten", need=Need.ENTER)
def forgotten(session_id: str) -> ResponseReturnValue:
    """Where does the forgotten deal belong?"""
    session = open_table(session_id)
    return page(
        "sessions/forgotten.html", **presenters.frame(session), **presenters.places(session)
    )


@blueprint.get("/settings", need=Need.READ)
def settings(session_id: str) -> ResponseReturnValue:
    """The settings in force, each with what it rests on."""
    session = open_table(session_id)
    values = presenters.settings_values(session)
    return page("sessions/settings.html", **presenters.frame(session), **values)


# ---- how every form is asked, and recorded ----


ASKED_BY_ALL = {"form", "taps"}
"""What is asked of the table's page, that many ask for: it is drawn once."""
AGAIN = "again"
"""The field of a form that is to be shown again as it is filled in, not recorded."""
_OF_THE_FORM = {"csrf_token", "key", "seen", MARK, AGAIN}


def is_recorded(session: Session) -> bool:
    """Whether the form that was sent has been recorded before: it was sent twice."""
    key = form_key()
    first = tuple(entry for entry in session.log if entry.key == key)
    if first:
        note_saved(key, first, first[-1].hash)
    return bool(first)


def as_it_was(session: Session) -> Session:
    """The session in which the form that was sent is judged: as it stood when it came first.

    A form that is sent again states what it stated then, although the table has moved on since.
    """
    key = request.form.get("key", "")
    first = next((one.seq for one in session.log if key and one.key == key), None)
    if first is None:
        return session
    return opened(session.game, session.header, session.log[: first - 1])


def append(
    session: Session,
    command: Command,
    note: str = "",
    sealed: Kept | None = None,
    by: str | None = None,
    key: str | None = None,
) -> Appended:
    """Record a command under the key of the form that was sent, with what it seals.

    With `key`, which no form names, it is recorded whatever the form had seen.

    The entry carries the seat of the phone that plays just one; else `by`, where it is known, or
    who said so on the form.

    Raises what Store.append raises; a command of notes alone depends on nothing and is never
    stale.
    """
    form = request.form
    is_note = not command.voids and all(isinstance(one.event, NOTED) for one in command.entries)
    seen = None if is_note or key else form.get("seen", type=int)
    appended = store().append(
        session.id,
        command,
        stamp(
            key or form_key(),
            note or form.get("note", "") or ("" if command.voids else command.reason),
            _whose_word(session, by),
        ),
        seen,
        sealed,
    )
    note_saved(appended.entries[-1].key, appended.entries, appended.head)
    if session.has(Ruled):
        _settle(session.id, key or form_key())
    if place(session.id).is_host and host_wanted(open_table(session.id)):
        here = stamp(f"{key or form_key()}-here")
        store().append(session.id, Command((Entry(HostIsHere()),)), here)
    _make_ahead(session.id)
    return appended


def _settle(session_id: str, key: str) -> None:
    """Enter the accepted rulings that wait for nothing any more: the deal has its result."""
    session = open_table(session_id)
    tried: set[int] = set()
    while owed := next((one for one in owing(session) if one.seq not in tried), None):
        tried.add(owed.seq)
        command = applied(session, owed, ruling_reason(session, owed))
        if not command.entries or consent_to(session, owed, command):
            continue  # the sides that confirmed the result say so themselves
        # One that is refused the table sees as due, and what stands in its way when it is tapped.
        with suppress(RuleViolation):
            store().append(session_id, command, stamp(f"{key}-{owed.seq}"), None)
            session = open_table(session_id)


def ruling_reason(session: Session, ruling: Recorded) -> str:
    """Why a fact is changed by a ruling, in the words of the sheet's remarks."""
    return words().text(message("rulings.reason", number=numbers(session)[ruling.seq]))


def record(
    session: Session,
    command: Command,
    then: str,
    refused: Callable[[Message], ResponseReturnValue],
    by: str | None = None,
) -> ResponseReturnValue:
    """Append the command and go on to the address `then`.

    Where something was entered meanwhile, the page that says what; where it can't be recorded,
    what `refused` answers to the reason, in which seats go by their persons.
    """
    try:
        append(session, command, by=by)
    except Stale as refusal:
        return stale(session, command, refusal)
    except RuleViolation as refusal:
        return refused(named_message(refusal.why, session.folded.people))
    return see_other(then)


def _make_ahead(session_id: str) -> None:
    """Print the sheet of this table in the background, so that it is there when asked for."""
    session = store().open(session_id, 0) if current_app.config["MAKE_AHEAD"] else None
    if session is not None:
        current_app.extensions["pdf_cache"].make_ahead(session, language=words().language)


def _whose_word(session: Session, by: str | None) -> str | None:
    """The seat whose word it is: this phone's own, or one of those that it plays; else None."""
    mine = place(session.id)
    if mine.own_seat is not None and not mine.is_arbiter:
        return mine.own_seat.value
    said = by or request.form.get("by", "")
    return said if said in mine.letters else None


def stale(
    session: Session,
    command: Command,
    refusal: Stale,
    again: str | None = None,
    label: Message | None = None,
) -> ResponseReturnValue:
    """Somebody was quicker: what they entered, what you had chosen, and the table as it is now.

    `again` is where the same form can be taken up again as it was filled in, to be looked
    over; `label` is what that is called.
    """
    now = open_table(session.id)
    form = request.form.items(multi=True)
    chosen = [said() for e in command.entries if (said := getattr(e.event, "said", None))]
    return page(
        "sessions/stale.html",
        code=409,
        **presenters.frame(now),
        meanwhile=[presenters.entry_said(session, entry) for entry in refusal.entries],
        chosen=[named_message(said, now.folded.people) for said in chosen],
        again=again,
        label=label,
        filled=[(name, value) for name, value in form if name not in _OF_THE_FORM],
    )


def put_refusal(form: Form, refusal: Refused | RuleViolation) -> None:
    """Put the reason beside the field that it is about, or over the form."""
    folded = getattr(form, "folded", None)
    why = named_message(refusal.why, folded.people if folded else ())
    field = form._fields.get(getattr(refusal, "field", ""))
    if field is None:
        form.form_errors.append(why)  # type: ignore[arg-type]
    else:
        field.errors = [*field.errors, why]  # type: ignore[list-item]


# ---- a question, and what was answered ----


def wishes() -> dict[str, Any]:
    """What the page's address asks of a form, and how this phone likes to be asked."""
    asked = {name: one for name, one in request.args.items() if name != ARGUMENT}
    return {**asked, "taps": cookie("taps")}


def ask(
    session: Session, name: str, folded: Folded, before: int | None = None, **told: Any
) -> PutQuestion:
    action = url_for("sessions.enter", session_id=session.id, name=name)
    return PutQuestion(form_of(session, name, folded, **told), action, before=before)


def form_of(session: Session, name: str, folded: Folded, **told: Any) -> EntryForm:
    """The game's form of this name, or one of the evening's; 404 if neither has it."""
    kind = session.game.flow.form(name)
    if kind is not None:
        return kind(folded=folded, **told)
    other = evening.EVENING_FORMS.get(name) or abort(404)
    return other(session=session, folded=folded, **told)


def folded_before(session: Session, seq: int | None) -> Folded:
    if seq is None:
        return session.folded
    entry_of(session, seq)
    return session.until(seq)


def record_answer(session: Session, asked: PutQuestion, command: Command) -> ResponseReturnValue:
    """Record the answer to a question and go on; an answer that states nothing new is none."""
    corrected = bool(asked.restates) or asked.before is not None
    then = url_for(".sheet" if corrected else ".table", session_id=session.id)
    if not (command.entries or command.voids):
        return see_other(then)
    try:
        append(session, command)
    except Stale as refusal:
        again = _correcting_to(session.id, asked, refusal) or _again(session.id, asked)
        return stale(session, command, refusal, *(again or ()))
    except RuleViolation as refusal:
        put_refusal(asked.form, refusal)
        asked.form.is_against_record = refusal.field == "against"
        return shown(open_table(session.id), asked, status=422)
    return see_other(then)


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
    if (restating(now, before, entries) or ("",))[0] != asked.form.NAME:
        return None
    url = url_for(".correct_row", session_id=session_id, row_id=row.id)
    return url, message("stale.correct", deal=row.label)


def restating(
    session: Session, folded: Folded, entries: tuple[Recorded, ...]
) -> tuple[str, dict[str, Any]] | None:
    """The form that restates these entries and its data; None where they are struck out alone."""
    if isinstance(entries[0].event, (*NOTED, SettingsChanged)):
        return None
    return evening.correcting(entries) or session.game.flow.correcting(folded.state, entries)


# ---- whose word it takes, and on which phone it can be given ----


def agreed(
    session: Session, consent: tuple[Party, ...], entries: tuple[Recorded, ...]
) -> tuple[str, Message | None]:
    """The reason of a correction with who agreed to it, and what is missing where some did not.

    A side that has phones of its own agrees on them, whatever is ticked here.
    """
    reason = short(request.form.get("reason", ""))
    here, ticked = asked_here(session, consent), request.form.getlist("consent")
    absent = tuple(party for party in consent if party not in here)
    if absent:
        is_change = any(isinstance(one.event, SettingsChanged) for one in entries)
        code = "refused.consent.rules" if is_change else "refused.consent.elsewhere"
        return reason, message(code, parties=listed(absent))
    missing = tuple(party for party in here if party.id not in ticked)
    if missing:
        return reason, message("refused.consent", parties=listed(missing))
    if consent:
        said = words().text(message("agreed.by", parties=listed(consent)))
        reason = f"{reason}; {said}" if reason else said
    return reason, None


def not_theirs(session: Session, entries: tuple[Recorded, ...]) -> Message | None:
    """Why this phone can't take back the word of others who have phones of their own."""
    for entry in entries:
        seats = speakers(session, entry)
        if is_elsewhere(session, seats):
            return message("refused.others-word", seats=listed(seats))
    return None
