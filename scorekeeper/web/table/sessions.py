"""A table while it is played: its page, its entries, and how every form is asked and
recorded."""

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
from scorekeeper.core.notes import NOTED
from scorekeeper.core.phone_notes import HostIsHere
from scorekeeper.core.result_notes import ChangeProposed
from scorekeeper.core.rules_notes import SettingsChanged
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seats import named, named_message
from scorekeeper.core.session import AnyFolded, Command, Entry, Recorded, Stamp
from scorekeeper.exports.sheet_files import can_say, play_links
from scorekeeper.games.ask import AnyForm
from scorekeeper.store import Appended, Kept, Refused, Replayed, Sender, Stale
from scorekeeper.store.seals import HiddenAnswer
from scorekeeper.tables.consent import NotAgreed
from scorekeeper.tables.deals import deal_row
from scorekeeper.tables.rulings import duties
from scorekeeper.tables.rulings.effects import applied, owing
from scorekeeper.tables.rulings.on_deals import bound
from scorekeeper.tables.session import Session, opened, short
from scorekeeper.tables.settled import moves_hash
from scorekeeper.tables.sheet import own_values, sheet_of, signatures
from scorekeeper.tables.voices import speaks_about
from scorekeeper.web.page import answers, incoming, phone
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import at, now, open_table, stamp, store, words
from scorekeeper.web.page.parts import part_of
from scorekeeper.web.page.place import (
    Need,
    forget_places,
    host_wanted,
    may_have,
    place,
)
from scorekeeper.web.table import evening, live, presenters
from scorekeeper.web.table.presenters import page_of
from scorekeeper.web.table.question import PutQuestion, put_together, shown

blueprint = incoming.OfTable("sessions", __name__, url_prefix="/t/<session_id>")

SIGNED = 5
"""How many signings a page speaks of, the last ones."""


# ---- the table ----


@blueprint.get("/", need=Need.READ)
def table(session: Session) -> ResponseReturnValue:
    if not place(session.id).may_enter:
        return live.board(session)
    folded = folded_before(session, before := request.args.get("before", type=int))
    name = session.game.flow.next(folded.state, request.args.get("form", ""))
    told = wishes()
    kind = session.game.flow.form(name)
    asked = partial(ask, session, name, folded, data=told, before=before)
    if kind is None or not told.keys() <= ASKED_BY_ALL:
        return shown(session, asked())
    return put_together(session, kind, told, asked)


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
    may_break = before is None and session.has(Ruled)
    duty = duties.of_calls(session, stated) if may_break else None
    if duty is not None and ANYWAY not in request.form:
        return shown(session, replace(asked, duty=duty, filled=_filled()), status=422)
    facts = tuple(Entry(fact, before) for fact in stated)
    why = request.form.get("against", "")
    return record_answer(
        session, asked, Command(facts, reason=short(why) if why else "")
    )


@blueprint.get("/evening/<name>", need=Need.ENTER)
def evening_form(session: Session, name: str) -> ResponseReturnValue:
    wish = {asked: request.args.get(asked, "") for asked in ("arrange", "who")}
    return shown(session, ask(session, name, session.folded, data=wish))


# ---- reading ----


@blueprint.get("/sheet", need=Need.READ)
def sheet(session: Session) -> ResponseReturnValue:
    """The score sheet; `why` opens one row. From here it is printed: that begins before
    it is asked for, on a phone of the table."""
    if place(session.id).is_here:
        _make_ahead(session.id)
    why = request.args.get("why", type=int)
    ids = [row.id for row in session.sheet.rows()]
    rows, ways = part_of(len(ids), ids.index(why) if why in ids else None)
    part = request.args.get("part", type=int)
    url = at(session, ".sheet")
    return page_of(
        session,
        answers.templates_of(session, "sheet", "sessions/sheet.html"),
        **ways,
        sheet_view=sheet_of(session, rows=rows),
        opened=why,
        given=presenters.given_values(session),
        shut_url=url if part is None else f"{url}?part={part}",
        boxed=presenters.boxed(session),
        has_pbn=can_say(session),
        own=own_values(session, "sheet"),
        plays=play_links(session, words()),
        signed_off=signatures(session, most=SIGNED),
    )


@blueprint.get("/log", need=Need.READ)
def log(session: Session) -> ResponseReturnValue:
    every = [*presenters.newest_first(session)]
    rows, ways = part_of(len(every), is_newest_first=True)
    entries = presenters.log_values(session, every[rows])
    return page_of(session, "sessions/log.html", entries=entries, **ways)


LIKELY = {
    "before": ("phones", "people", "agree", "settings", "carried_in", "remove"),
    "deal": ("drop", "last", "log", "thrown_in", "sealed", "phones"),
    "between": ("last", "forgotten", "dealer", "people", "adjusted", "ended"),
    "over": ("story", "sign", "pdf", "report", "last", "people"),
}
"""What is likely to be looked for under "More": before the first deal, during one,
between two, and once a rubber or game is over."""


@blueprint.get("/more", need=Need.READ)
def more(session: Session) -> ResponseReturnValue:
    row = deal_row(session)
    is_over = session.game.glance(session.folded.state).is_over
    phase = "over" if is_over else "between" if row else "before"
    is_in_deal = row is not None and "open" in row.marks
    drop_url = (
        at(session, ".drop_auction") if presenters.calls_so_far(session) else None
    )
    played = reversed([*session.sheet.rows()])
    return page_of(
        session,
        "sessions/more.html",
        last=next((one for one in played if "open" not in one.marks), None),
        drop_url=drop_url,
        likely=LIKELY["deal" if is_in_deal else phase],
    )


@blueprint.get("/forgotten", need=Need.ENTER)
def forgotten(session: Session) -> ResponseReturnValue:
    every = tuple(session.sheet.rows())
    rows, ways = part_of(len(every))
    return page_of(
        session, "sessions/forgotten.html", rows=every[rows], named=named, **ways
    )


@blueprint.get("/settings", need=Need.READ)
def settings(session: Session) -> ResponseReturnValue:
    return page_of(
        session, "sessions/settings.html", **presenters.settings_values(session)
    )


# ---- how every form is asked, and recorded ----


ASKED_BY_ALL = {"form", "taps"}
"""What is asked of the table's page, that many ask for: it is drawn once."""
CONSENT = "consent"
"""The field of a form that names the parties that agree, on the phone that sends it."""
ASK = "ask"
"""The field of a form by which the other sides are asked to agree, each on its own
phone."""
ANYWAY = "anyway"
"""The field of a form by which a call is entered that broke what its player was bound
to."""
AGAIN = "again"
"""The field of a form that is to be shown again as it is filled in, not recorded."""
_OF_THE_FORM = {"csrf_token", "key", "seen", incoming.MARK, AGAIN, CONSENT, ASK}


def is_recorded(session: Session) -> bool:
    """Whether the form that was sent has been recorded before: it was sent twice."""
    key = incoming.form_key()
    first = tuple(entry for entry in session.log if entry.key == key)
    if first:
        answers.note_saved(key, first, first[-1].hash)
    return bool(first)


def as_it_was(session: Session) -> Session:
    """The session in which the form that was sent is judged: as it stood when it came
    first.

    A form that is sent again states what it stated then, although the table has moved
    on since.
    """
    key = request.form.get("key", "")
    first = next(
        (entry.seq for entry in session.log if key and entry.key == key),
        session.last + 1,
    )
    is_first = first > session.last
    return (
        session
        if is_first
        else opened(session.game, session.header, session.log[: first - 1])
    )


def append(
    session: Session,
    command: Command,
    note: str = "",
    sealed: Kept | HiddenAnswer | None = None,
    by: str | None = None,
    key: str | None = None,
) -> Appended:
    """Record a command under the key of the form that was sent, with what it seals.

    With `key`, which no form names, it is recorded whatever the form had seen.

    The entry carries the seat of the phone that plays just one; else `by`, where it is
    known, or who said so on the form. 403 where its place was taken away since the
    guard looked.

    A command that changes what was settled is recorded with the consent that the form
    brings; where it says "ask", as a proposal to the sides that are asked on phones of
    their own.

    Raises what Store.append raises; a command of notes alone depends on nothing and is
    never stale.
    """
    form = request.form
    own_key = key or incoming.form_key()
    is_note = not command.voids and all(
        isinstance(entry.event, NOTED) for entry in command.entries
    )
    why = note or form.get("note", "") or ("" if command.voids else command.reason)
    seen = None if is_note or key else form.get("seen", type=int)
    made = stamp(own_key, why, _whose_word(session, by))

    record_it = partial(_appended, session.id, command, made, seen, sealed)
    appended = store().together(
        lambda _db: record_it() if key else _in_place(session, record_it)
    )
    answers.note_saved(appended.entries[-1].key, appended.entries, appended.head)
    if session.has(Ruled):
        _settle(session.id, own_key)
    if place(session.id).is_host and host_wanted(open_table(session.id)):
        store().append(
            session.id, Command((Entry(HostIsHere()),)), stamp(f"{own_key}-here")
        )
    _make_ahead(session.id)
    return appended


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
    if ASK in request.form and (proposed := _proposed_before(session_id, made.key)):
        return proposed
    sender = Sender(phone.here(), frozenset(request.form.getlist(CONSENT)))
    try:
        return store().append(session_id, command, made, seen, sealed, sender)
    except NotAgreed as missing:
        if ASK not in request.form or sealed is not None:
            raise
        return _propose(session_id, missing, made, sender)


def deleted(session: Session) -> bool:
    """Delete the table, or propose it to the sides with settled rows where the form
    says "ask". Whether it is gone. Raises NotAgreed."""
    sender = Sender(phone.here())
    try:
        store().delete(session.id, "host", now(), sender=sender)
    except NotAgreed as missing:
        if ASK not in request.form:
            raise
        _propose(session.id, missing, stamp(incoming.form_key()), sender)
        return False
    return True


def _propose(
    session_id: str, missing: NotAgreed, made: Stamp, sender: Sender
) -> Appended:
    """Have a change wait for the sides that must agree to it. Raises NotAgreed where a
    side that can say so here has not."""
    if missing.here:
        raise missing
    session = open_table(session_id)
    speaker = store().phones.speaker(session, phone.here())
    elsewhere = {party.id for party in missing.elsewhere}
    ids = tuple(
        party.id
        for party in session.parties
        if party.id not in elsewhere
        and any(party.id in move.standing for move in missing.moves)
        and speaks_about(session, speaker, party, missing.moves)
    )
    change = written_change(missing.command)
    event = ChangeProposed(change, moves_hash(missing.moves), ids)
    return store().append(session_id, Command((Entry(event),)), made, sender=sender)


def _proposed_before(session_id: str, key: str) -> Replayed | None:
    first = tuple(entry for entry in open_table(session_id).log if entry.key == key)
    if not first or not isinstance(first[0].event, ChangeProposed):
        return None
    return Replayed(first, first[-1].hash)


def _check_place(session_id: str) -> None:
    """403 where the phone's place is no longer enough for the page that it asks."""
    need: Any = getattr(request.url_rule, "need", None)
    if need in (
        Need.ENTER,
        Need.OWN_SEAT,
        Need.ANSWER,
        Need.RULE,
        Need.ARBITER,
        Need.HOST,
    ):
        forget_places()
        may_have(session_id, need) or abort(403)


def _settle(session_id: str, key: str) -> None:
    """Enter the accepted rulings that wait for nothing any more: the deal has its
    result."""
    session = open_table(session_id)
    tried: set[int] = set()
    while owed := next(
        (ruling for ruling in owing(session) if ruling.seq not in tried), None
    ):
        tried.add(owed.seq)
        reason = words().text(message("rulings.reason", number=owed.number))
        command = applied(session, owed, reason)
        if not command.entries:
            continue
        # One that is refused, or that sides must agree to, the table sees as due.
        with suppress(RuleViolation, NotAgreed):
            store().append(session_id, command, stamp(f"{key}-{owed.seq}"), None)
            session = open_table(session_id)


def record(
    session: Session,
    command: Command,
    then: str,
    refused: Callable[[Message], ResponseReturnValue],
    by: str | None = None,
) -> ResponseReturnValue:
    """Append the command and go on to the address `then`.

    Where something was entered meanwhile, the page that says what; where it can't be
    recorded, what `refused` answers to the reason, in which seats go by their persons.
    """
    try:
        append(session, command, by=by)
    except Stale as refusal:
        return stale(session, command, refusal)
    except RuleViolation as refusal:
        return refused(named_message(refusal.why, session.folded.people))
    return see_other(then)


def _make_ahead(session_id: str) -> None:
    session = store().open(session_id, 0) if current_app.config["MAKE_AHEAD"] else None
    if session is not None:
        current_app.extensions["pdf_cache"].make_ahead(
            session, language=words().language
        )


def _whose_word(session: Session, by: str | None) -> str | None:
    mine = place(session.id)
    if mine.own_seat is not None:
        return mine.own_seat.value
    said = by or request.form.get("by", "")
    return said if said in mine.letters else None


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
    chosen = [
        said() for e in command.entries if (said := getattr(e.event, "said", None))
    ]
    url, label = again or (None, None)
    return page_of(
        now,
        "sessions/stale.html",
        code=409,
        meanwhile=[presenters.entry_said(session, entry) for entry in refusal.entries],
        chosen=[named_message(said, now.folded.people) for said in chosen],
        again=url,
        label=label,
        onward=onward,
        filled=_filled(),
    )


def _filled() -> tuple[tuple[str, str], ...]:
    form = request.form.items(multi=True)
    return tuple((name, value) for name, value in form if name not in _OF_THE_FORM)


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
    asked = {
        name: one for name, one in request.args.items() if name != answers.ARGUMENT
    }
    return {**asked, "taps": incoming.cookie("taps")}


def ask(
    session: Session,
    name: str,
    folded: AnyFolded,
    before: int | None = None,
    **told: Any,
) -> PutQuestion:
    action = at(session, "sessions.enter", name=name)
    if before is None and session.game.flow.form(name):
        told["owed"] = (
            tuple(one for _, one in bound(session)) if session.has(Ruled) else ()
        )
    return PutQuestion(form_of(session, name, folded, **told), action, before=before)


def form_of(session: Session, name: str, folded: AnyFolded, **told: Any) -> AnyForm:
    """The game's form of this name, or one of the evening's; 404 if neither has it."""
    if kind := session.game.flow.form(name):
        return kind(folded=folded, **told)
    other = evening.EVENING_FORMS.get(name) or abort(404)
    return other(session=session, folded=folded, **told)


def folded_before(session: Session, seq: int | None) -> AnyFolded:
    return (
        session.folded
        if seq is None
        else session.until(incoming.entry_of(session, seq).seq)
    )


def record_answer(
    session: Session, asked: PutQuestion, command: Command
) -> ResponseReturnValue:
    """Record the answer to a question and go on; an answer that states nothing new is
    none."""
    corrected = bool(asked.restates) or asked.before is not None
    try:
        if command.entries or command.voids:
            append(session, command)
    except Stale as refusal:
        return stale(
            session, command, refusal, _again(open_table(session.id), asked, refusal)
        )
    except RuleViolation as refusal:
        put_refusal(asked.form, refusal)
        asked.form.is_against_record = refusal.field == "against"
        return shown(open_table(session.id), asked, status=422)
    return see_other(at(session, ".sheet" if corrected else ".table"))


def _again(
    now: Session, asked: PutQuestion, stale: Stale
) -> tuple[str, Message] | None:
    """Where the deal that others have finished meanwhile is corrected to what was
    filled in; else where that can be taken up again; None when it is not asked any
    more."""
    name = asked.form.NAME
    made = {entry.seq for entry in stale.entries}
    is_of_now = not asked.restates and asked.before is None
    for row in now.sheet.rows() if is_of_now else ():
        if "open" not in row.marks and made & {*row.entries}:
            entries = tuple(one for one in now.folded.order if one.seq in row.entries)
            found = restating(now, now.until(entries[0].seq), entries)
            if found and found[0] == name:
                url = at(now, ".correct_row", row_id=row.id)
                return url, message("stale.correct", deal=row.label)
            break
    is_kept = asked.restates or name in evening.EVENING_FORMS
    is_asked = is_kept or now.game.flow.next(now.folded.state, name) == name
    return (asked.action, message("stale.again")) if is_asked else None


def restating(
    session: Session, folded: AnyFolded, entries: tuple[Recorded, ...]
) -> tuple[str, dict[str, Any]] | None:
    """The form that restates these entries and its data; None where they are struck out
    alone."""
    if isinstance(entries[0].event, (*NOTED, SettingsChanged)):
        return None
    flows = (evening.FLOW, session.game.flow)
    return next(
        filter(None, (flow.correcting(folded.state, entries) for flow in flows)), None
    )
