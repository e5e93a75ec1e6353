"""A table while it is played: its page, and how every form is asked and recorded."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from flask import abort, current_app, request
from flask.typing import ResponseReturnValue
from wtforms import Form

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import NOTED, OfNight, WayChosen
from scorekeeper.core.phone_notes import HostIsHere
from scorekeeper.core.rules_notes import SettingsChanged
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seats import named_message
from scorekeeper.core.session import AnyFolded, Command, Entry, Recorded, Stamp
from scorekeeper.core.sheet import Row
from scorekeeper.games.ask import AnyForm
from scorekeeper.store import Appended, Kept, Refused, Sender, Stale
from scorekeeper.store.seals import HiddenAnswer
from scorekeeper.tables.consent import NotAgreed
from scorekeeper.tables.deals import form_of_first_deal
from scorekeeper.tables.nights import is_played
from scorekeeper.tables.rulings import duties
from scorekeeper.tables.rulings.effects import applied, owing
from scorekeeper.tables.rulings.on_deals import bound
from scorekeeper.tables.session import Session, opened, short
from scorekeeper.web.page import incoming, phone
from scorekeeper.web.page.answers import ARGUMENT, go_to, note_saved, see_other
from scorekeeper.web.page.incoming import (
    MARK,
    OfTable,
    argument,
    at,
    cookie,
    entry_of,
    open_table,
    sent,
    stamp,
    store,
    to_enter,
    words,
)
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import (
    Need,
    host_wanted,
    may_have,
    place,
)
from scorekeeper.web.table import at_once, evening, live
from scorekeeper.web.table.presenters import entry_said, page_of
from scorekeeper.web.table.proposing import ASK, CONSENT, propose, proposed_before
from scorekeeper.web.table.question import PutQuestion, played, put_together, shown

blueprint = OfTable("sessions", __name__, url_prefix="/t/<session_id>")

# ---- the table ----


@blueprint.get("/", need=Need.READ)
def table(session: Session) -> ResponseReturnValue:
    if not place(session.id).may_enter:
        return live.board(session)
    before = request.args.get("before", type=int)
    folded = folded_before(session, before)
    wanted = argument("form")
    is_bare = not wanted and before is None
    is_done = is_bare and session.has(OfNight) and is_played(session)
    if is_done and not session.game.flow.asks_of_last(folded.state):
        return played(session)
    if not wanted and session.has(WayChosen):
        wanted = form_of_first_deal(session)
    if is_bare and not wanted:
        wanted = at_once.begun_at_once(session)
    name = session.game.flow.next(folded.state, wanted)
    wished = wishes()
    kind = session.game.flow.form(name)
    asked = partial(ask, session, name, folded, data=wished, before=before)
    if kind is None or not wished.keys() <= ASKED_BY_ALL:
        return shown(session, asked())
    return put_together(session, kind, wished, asked)


@blueprint.post("/enter/<name>", need=Need.ENTER)
def enter(session: Session, name: str) -> ResponseReturnValue:
    """Record what a form states; one that is taken up again is only shown, as it was
    filled in."""
    session = as_it_was(session)
    before = request.form.get("before", type=int)
    folded = folded_before(session, before)
    asked = ask(session, name, folded, before=before, formdata=request.form)
    is_again = AGAIN in request.form
    if is_again or not asked.form.validate():
        return shown(session, asked, status=200 if is_again else 422)
    stated = asked.form.facts()
    if before is None and session.has(Ruled) and ANYWAY not in request.form:
        duty = duties.of_calls(session, stated)
        if duty is not None:
            asked = replace(asked, duty=duty, filled=_filled())
            return shown(session, asked, status=422)
    facts = tuple(Entry(fact, before) for fact in stated)
    why = sent("against")
    command = Command(facts, reason=short(why) if why else "")
    return record_answer(session, asked, command)


@blueprint.get("/evening/<name>", need=Need.ENTER)
def evening_form(session: Session, name: str) -> ResponseReturnValue:
    wish = {asked: argument(asked) for asked in ("arrange", "who")}
    return shown(session, ask(session, name, session.folded, data=wish))


# ---- how every form is asked, and recorded ----


ASKED_BY_ALL = {"form", "taps"}
"""What is asked of the table's page, that many ask for: it is drawn once."""

ANYWAY = "anyway"
"""The field of a form by which a call is entered that broke what its player was bound
to."""
AGAIN = "again"
"""The field of a form that is to be shown again as it is filled in, not recorded."""
_OF_THE_FORM = {"csrf_token", "key", "seen", MARK, AGAIN, CONSENT, ASK}


def note_if_recorded(session: Session) -> bool:
    """Tell the phone that sent a form that it is recorded, where it is. Returns whether
    it is: asked before anything is recorded, that it was sent twice."""
    key = incoming.form_key()
    first = tuple(entry for entry in session.log if entry.key == key)
    if first:
        note_saved(key, first, first[-1].hash)
    return bool(first)


def as_it_was(session: Session) -> Session:
    """The session in which the form that was sent is judged: as it stood when it came
    first.

    A form that is sent again states what it stated then, although the table has moved
    on since.
    """
    key = sent("key")
    for n, entry in enumerate(session.log):
        if key and entry.key == key:
            return opened(session.game, session.header, session.log[:n])
    return session


def append(
    session: Session,
    command: Command,
    note: str = "",
    sealed: Kept | HiddenAnswer | None = None,
    by: str | None = None,
    key: str | None = None,
) -> Appended:
    """Record a command under the key of the form that was sent, with what it seals.

    With a `key` of its own, it is recorded no matter what the form had seen. The entry
    carries the seat of a phone that plays just one, else `by`, else the seat named on
    the form. 403 if the phone's place was taken away meanwhile. A command that changes
    a settled result needs the consent that the form brings; if the form says "ask", it
    becomes a proposal to the sides with phones of their own. Raises what Store.append
    raises. A command of notes alone is never stale.
    """
    own_key = key or incoming.form_key()
    remark = note or sent("note")
    if not remark and not command.voids:
        remark = command.reason
    made = stamp(own_key, remark, _whose_word(session, by))
    seen = None
    if not key and not _is_note(command):
        seen = request.form.get("seen", type=int)

    record_it = partial(_appended, session.id, command, made, seen, sealed)
    appended = store().in_transaction(
        lambda _db: record_it() if key else _in_place(session, record_it)
    )
    note_saved(appended.entries[-1].key, appended.entries, appended.head)
    _follow(session, own_key)
    return appended


def _is_note(command: Command) -> bool:
    if command.voids:
        return False
    return all(isinstance(entry.event, NOTED) for entry in command.entries)


def _follow(session: Session, key: str) -> None:
    """What goes with every entry under this key: rulings that waited for it, what all
    have said at once, the host's
    word that its phone is not lost, and the sheet, printed ahead."""
    if session.has(Ruled):
        _settle(session.id, key)
    if session.game.sealables:
        at_once.show_when_all_are_in(open_table(session.id), key)
    if place(session.id).is_host and host_wanted(open_table(session.id)):
        here = to_enter(HostIsHere())
        store().append(session.id, here, stamp(f"{key}-here"))
    make_ahead(session.id)


def _in_place(session: Session, record_it: Callable[[], Appended]) -> Appended:
    try:
        done = record_it()
    except (RuleViolation, NotAgreed):
        _check_place(session.id)
        raise
    _check_place(session.id)
    return done


def _appended(
    session_id: str,
    command: Command,
    made: Stamp,
    seen: int | None,
    sealed: Kept | HiddenAnswer | None,
) -> Appended:
    asks_others = ASK in request.form
    proposed = proposed_before(session_id, made.key) if asks_others else None
    if proposed is not None:
        return proposed
    sender = Sender(phone.here(), frozenset(request.form.getlist(CONSENT)))
    try:
        return store().append(session_id, command, made, seen, sealed, sender)
    except NotAgreed as missing:
        if not asks_others or sealed is not None:
            raise
        return propose(session_id, missing, made, sender)


def _check_place(session_id: str) -> None:
    """403 where the phone's place is no longer enough for the page that it asks."""
    need: Any = getattr(request.url_rule, "need", None)
    if need in _BY_PLACE:
        phone.forget_places()
        if not may_have(session_id, need):
            abort(403)


_BY_PLACE = (
    Need.ENTER,
    Need.OWN_SEAT,
    Need.ANSWER,
    Need.RULE,
    Need.ARBITER,
    Need.HOST,
)


def _settle(session_id: str, key: str) -> None:
    """Enter the accepted rulings that wait for nothing any more: the deal has its
    result."""
    session = open_table(session_id)
    tried = set()
    while True:
        waiting = [ruling for ruling in owing(session) if ruling.seq not in tried]
        if not waiting:
            return
        ruling = waiting[0]
        tried.add(ruling.seq)
        reason = words().text(message("rulings.reason", number=ruling.number))
        command = applied(session, ruling, reason)
        if not command.entries:
            continue
        # One that is refused, or that sides must agree to, the table sees as due.
        with suppress(RuleViolation, NotAgreed):
            store().append(session_id, command, stamp(f"{key}-{ruling.seq}"), None)
            session = open_table(session_id)


def record(
    session: Session,
    command: Command,
    then: str,
    refused: Callable[[Message], ResponseReturnValue],
    by: str | None = None,
) -> ResponseReturnValue:
    """Append the command and go on to the address `then`; else as `record_then`."""
    return record_then(session, command, partial(see_other, then), refused, by)


def record_then(
    session: Session,
    command: Command,
    then: Callable[[], ResponseReturnValue],
    refused: Callable[[Message], ResponseReturnValue],
    by: str | None = None,
) -> ResponseReturnValue:
    """Append the command and answer what `then` makes. If something was entered
    meanwhile, answer with the page that shows it. If the command is refused, answer
    what `refused` makes of the reason, which has persons for seats."""
    try:
        append(session, command, by=by)
    except Stale as refusal:
        return stale(session, command, refusal)
    except RuleViolation as refusal:
        return refused(named_message(refusal.why, session.folded.people))
    return then()


def make_ahead(session_id: str) -> None:
    if not current_app.config["MAKE_AHEAD"]:
        return
    session = store().open(session_id, 0)
    if session is not None:
        language = words().language
        current_app.extensions["pdf_cache"].make_ahead(session, language=language)


def _whose_word(session: Session, by: str | None) -> str | None:
    mine = place(session.id)
    if mine.own_seat is not None:
        return mine.own_seat.value
    letter = by or sent("by")
    return letter if letter in mine.letters else None


def stale(
    session: Session,
    command: Command,
    refusal: Stale,
    again: tuple[str, Message] | None = None,
    onward: str = "",
) -> ResponseReturnValue:
    """Somebody was quicker: what they entered, what you had chosen, and the table as it
    is now.

    `again` is where the same form can be taken up again as it was filled in, to be
    looked over, and what that is called; `onward` is the page to go on from, if not the
    table's.
    """
    now = open_table(session.id)
    people = now.folded.people
    chosen = []
    for entry in command.entries:
        said = getattr(entry.event, "said", None)
        if said is not None:
            chosen.append(named_message(said(), people))
    url, label = again or (None, None)
    return page_of(
        now,
        "sessions/stale.html",
        code=409,
        meanwhile=[entry_said(session, entry) for entry in refusal.entries],
        chosen=chosen,
        again=url,
        label=label,
        onward=onward,
        filled=_filled(),
    )


def _filled() -> tuple[tuple[str, str], ...]:
    fields = request.form.items(multi=True)
    return tuple((name, value) for name, value in fields if name not in _OF_THE_FORM)


def put_refusal(form: Form, refusal: Refused | RuleViolation) -> None:
    folded = getattr(form, "folded", None)
    why = named_message(refusal.why, folded.people if folded else ())
    field = form._fields.get(getattr(refusal, "field", ""))
    if field is None:
        form.form_errors.append(why)  # type: ignore[arg-type]
    else:
        field.errors = [*field.errors, why]  # type: ignore[list-item]


# ---- a question, and what was answered ----


def wishes() -> Values:
    """What the page's address asks of a form, and how this phone likes to be asked."""
    wished = dict(request.args.items())
    wished.pop(ARGUMENT, None)
    return {**wished, "taps": cookie("taps")}


def ask(
    session: Session,
    name: str,
    folded: AnyFolded,
    before: int | None = None,
    **told: Any,
) -> PutQuestion:
    action = at(session, "sessions.enter", name=name)
    if before is None and session.game.flow.form(name):
        owed = bound(session) if session.has(Ruled) else ()
        told["owed"] = tuple(obligation for _, obligation in owed)
    return PutQuestion(form_of(session, name, folded, **told), action, before=before)


def form_of(session: Session, name: str, folded: AnyFolded, **told: Any) -> AnyForm:
    kind = session.game.flow.form(name)
    if kind is not None:
        return kind(folded=folded, **told)
    evening_kind = evening.EVENING_FORMS.get(name) or abort(404)
    return evening_kind(session=session, folded=folded, **told)


def folded_before(session: Session, seq: int | None) -> AnyFolded:
    if seq is None:
        return session.folded
    return session.until(entry_of(session, seq).seq)


def record_answer(
    session: Session, asked: PutQuestion, command: Command
) -> ResponseReturnValue:
    """Record the answer to a question and go on, after an entry that didn't fit to the
    next of those; an answer that states nothing new is none."""
    is_correction = bool(asked.restates) or asked.before is not None
    try:
        if command.entries or command.voids:
            append(session, command)
    except Stale as refusal:
        again = _again(open_table(session.id), asked, refusal)
        return stale(session, command, refusal, again)
    except RuleViolation as refusal:
        put_refusal(asked.form, refusal)
        asked.form.is_against_record = refusal.field == "against"
        return shown(open_table(session.id), asked, status=422)
    if not is_correction:
        return go_to(session, ".table")
    unfit = {misfit.entry.seq for misfit in session.folded.misfits}
    waiting = open_table(session.id).folded.misfits
    if waiting and not unfit.isdisjoint(entry.seq for entry in asked.restates):
        return go_to(session, ".correct_entry", seq=waiting[0].entry.seq)
    return go_to(session, ".sheet")


def _again(
    now: Session, asked: PutQuestion, stale: Stale
) -> tuple[str, Message] | None:
    """Where the deal that others have finished meanwhile is corrected to what was
    filled in; else where that can be taken up again; None when it is not asked any
    more."""
    name = asked.form.NAME
    if not asked.restates and asked.before is None:
        row = _finished_by(now, stale)
        if row is not None and _is_restated_by(now, row, name):
            url = at(now, ".correct_row", row_id=row.id)
            return url, message("stale.correct", deal=row.label)
    is_asked = (
        asked.restates
        or name in evening.EVENING_FORMS
        or now.game.flow.next(now.folded.state, name) == name
    )
    return (asked.action, message("stale.again")) if is_asked else None


def _finished_by(now: Session, stale: Stale) -> Row | None:
    made = {entry.seq for entry in stale.entries}
    for row in now.sheet.rows():
        if row.is_finished and made.intersection(row.entries):
            return row
    return None


def _is_restated_by(session: Session, row: Row, name: str) -> bool:
    order = session.folded.order
    entries = tuple(entry for entry in order if entry.seq in row.entries)
    stated = restating(session, session.until(entries[0].seq), entries)
    return stated is not None and stated[0] == name


def restating(
    session: Session, folded: AnyFolded, entries: tuple[Recorded, ...]
) -> tuple[str, Values] | None:
    """The form that restates these entries and its data; None where they are struck out
    alone."""
    if isinstance(entries[0].event, (*NOTED, SettingsChanged)):
        return None
    for flow in (evening.FLOW, session.game.flow):
        stated = flow.correcting(folded.state, entries)
        if stated is not None:
            return stated
    return None
