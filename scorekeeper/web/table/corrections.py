"""Corrections: what was entered is restated, struck out or taken back."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import Left, Seated
from scorekeeper.core.messages import Message, message
from scorekeeper.core.phone_notes import PHONED, HostAsked
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.session import Command, Entry, Event, Misfit, Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.games.ask import QUICK
from scorekeeper.store.database import Log
from scorekeeper.tables.nights import number_of, plays_boards
from scorekeeper.tables.rulings.effects import before_rulings, given_on_top, undone
from scorekeeper.tables.rulings.given import ruling_of
from scorekeeper.tables.rulings.on_deals import decided
from scorekeeper.tables.rulings.standing import given_by
from scorekeeper.tables.said import said_then
from scorekeeper.tables.session import Session, newly_unfit, short
from scorekeeper.web.page.answers import go_to
from scorekeeper.web.page.incoming import entry_of, sent, stamp, this_page
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need
from scorekeeper.web.table import evening, sessions
from scorekeeper.web.table.presenters import (
    calls_so_far,
    entered_last,
    entry_said,
    page_of,
    struck_by,
)
from scorekeeper.web.table.question import PutQuestion, shown
from scorekeeper.web.table.sessions import as_it_was, blueprint

ASKED: Values = {"methods": ["GET", "POST"], "need": Need.ENTER}
"""A form that is shown, and sent to the same address."""


@blueprint.route("/rows/<int:row_id>/correct", endpoint="correct_row", **ASKED)
@blueprint.route("/entries/<int:seq>/correct", endpoint="correct_entry", **ASKED)
def correct(session: Session, **chosen: int) -> ResponseReturnValue:
    session, entries = _chosen(session, **chosen)
    if not entries or entries[0].seq in struck_by(session):
        abort(404)
    if isinstance(entries[0].event, Seated | Left):
        return go_to(session, ".evening_form", name=evening.PeopleForm.NAME)
    asked = _restating(session, entries)
    if asked is None:
        return go_to(session, ".strike", seq=entries[0].seq)
    is_asked = request.method == "GET" or sessions.AGAIN in request.form
    if is_asked or not asked.form.validate():
        return shown(session, asked, status=200 if is_asked else 422)
    try:
        command = _beside_rulings(session, entries, asked)
    except RuleViolation as refusal:
        sessions.put_refusal(asked.form, refusal)
        return shown(session, asked, status=422)
    changes_nothing = not command.entries and not command.voids
    ruling = _ruling_kept(session, entries)
    if changes_nothing and ruling is not None:
        return go_to(session, "arbiter.ruling", seq=ruling)
    return sessions.record_answer(session, asked, command)


def _beside_rulings(session: Session, entries: Log, asked: PutQuestion) -> Command:
    """The command of a correction, with the rulings on its deal that are taken back by
    it. Raises RuleViolation where a ruling leaves it without effect."""
    command = _correcting(session, entries, asked)
    if not asked.on_top:
        return command
    is_correction = bool(command.entries or command.voids)
    ticked = request.form.getlist("ruling")
    for one in asked.on_top:
        if str(one.ruling) in ticked:
            command = _without_ruling(session, command, one.ruling)
    if is_correction:
        _check_changes_row(session, command, entries)
    return command


def _without_ruling(session: Session, command: Command, seq: int) -> Command:
    """The command, by which this ruling falls too: its answer, and what it gave. One
    that an arbiter decided is open again. Raises RuleViolation."""
    given = ruling_of(session, seq) or abort(404)
    back = undone(session, given, command.reason)
    voids = [*command.voids, *back.voids]
    if seq not in decided(session):
        voids.append(seq)
    return replace(command, voids=tuple(sorted({*voids})))


def _check_changes_row(session: Session, command: Command, entries: Log) -> None:
    """Refuse a correction that leaves its deal as it is, since a ruling decides that:
    nobody is asked to agree to nothing. Raises RuleViolation."""
    for row in session.sheet.rows():
        if entries[0].seq in row.entries:
            after = session.grown(session.additions(command, stamp("correction")))
            new = after.sheet.row(row.id)
            if new is not None and _said_of(new) == _said_of(row):
                raise refused("rulings.refused.sets-result")


def _said_of(row: Row) -> tuple[object, ...]:
    return row.label, row.facts, row.lines


def _restating(session: Session, entries: Log) -> PutQuestion | None:
    stated = before_rulings(session, entries) or entries
    folded = session.until(entries[0].seq)
    restating = sessions.restating(session, folded, stated)
    if restating is None:
        return None
    kind, filling = restating
    told: Values = {"recorded": tuple(entry.event for entry in stated)}
    if request.method == "POST":
        told |= {"formdata": request.form, "data": None}
    else:
        told |= {"formdata": None, "data": sessions.wishes() | filling}
    form = sessions.form_of(session, kind, folded, **told)
    on_top = given_on_top(session, entries[0].seq)
    return PutQuestion(
        form,
        this_page(),
        restates=form.restates(stated),
        on_top=on_top,
        board=sent("board") or f"{_board_of(session, entries) or ''}",
    )


def _correcting(session: Session, entries: Log, asked: PutQuestion) -> Command:
    order = [entry.seq for entry in session.folded.order]
    following = dict(pairwise(order)).get(entries[-1].seq)
    reason = short(sent("reason"))
    # a result that an older log has with its rulings gives way to the one of the table
    in_log = tuple(session.log[restate.seq - 1] for restate in asked.restates)
    command = restated(in_log, asked.form.facts(), following, reason)
    board = _board_of(session, entries)
    if board and sent("board") not in ("", f"{board}"):
        return _renumbered(session, entries, command, board)
    return command


def _board_of(session: Session, entries: Log) -> int:
    if not plays_boards(session.game, session.settings):
        return 0
    seqs = {entry.seq for entry in entries}
    rows = (row for row in session.sheet.rows() if seqs == {*row.entries})
    return next(map(number_of, rows), 0)


def _renumbered(
    session: Session, entries: Log, command: Command, board: int
) -> Command:
    """The command that also says of which board these entries are, as it was sent. The
    deal after them keeps its number."""
    board_is = session.game.board_is
    if board_is is None:
        return command
    typed = sent("board").strip()
    wanted = int(typed) if typed.isdecimal() and len(typed) < 6 else 0
    fact = board_is(wanted)
    said = tuple(entry.seq for entry in entries if isinstance(entry.event, type(fact)))
    added = [Entry(fact, entries[0].seq), *command.entries]
    order = session.folded.order
    later = order[order.index(entries[-1]) + 1 :]
    of_play = (entry for entry in later if isinstance(entry.event, session.game.events))
    then = next(of_play, None)
    if then is None or not isinstance(then.event, type(fact)):
        added.append(Entry(board_is(board + 1), then.seq if then else None))
    return Command(tuple(added), (*said, *command.voids), command.reason)


@blueprint.route("/rows/<int:row_id>/strike", endpoint="strike_row", **ASKED)
@blueprint.route("/entries/<int:seq>/strike", endpoint="strike", **ASKED)
def strike(session: Session, **chosen: int) -> ResponseReturnValue:
    """Strike a whole deal out, or one entry, with nothing in its place; with a ruling
    also what it gave."""
    session, entries = _chosen(session, **chosen)
    if isinstance(entries[0].event, Ruled):
        entries = (*entries, *given_by(session, entries[0].seq))
    return _strike(session, entries)


@blueprint.route("/entries/<int:seq>/back", **ASKED)
def take_back(session: Session, seq: int) -> ResponseReturnValue:
    session = as_it_was(session)
    entries = entered_last(session)
    if not entries or entries[-1].seq != seq:
        return go_to(session, ".table")
    name = ""
    seat = None
    before = session.until(entries[0].seq)
    restating = sessions.restating(session, before, entries)
    if restating is not None:
        name, _ = restating
        form = sessions.form_of(session, name, before)
        seat = form.acts(form.state)
    who = seat and dict(session.folded.people).get(seat, seat)
    code = "strike.back.of" if who else "strike.back"
    title = message(code, what=said_then(session, entries[0]), who=who)
    return _strike(session, entries, title, name)


@blueprint.route("/auction/drop", **ASKED)
def drop_auction(session: Session) -> ResponseReturnValue:
    session = as_it_was(session)
    calls = calls_so_far(session) or abort(404)
    return _strike(session, calls, message("strike.drop"), QUICK)


def _chosen(
    session: Session, row_id: int | None = None, seq: int = 0
) -> tuple[Session, Log]:
    """The session and the entries of a row of its sheet, or one entry; 404 where there
    is none or it can't be put right: a phone that came is here, but one that said that
    the host's is lost may take that back."""
    session = as_it_was(session)
    if row_id is not None:
        row = session.sheet.row(row_id) or abort(404)
        order = session.folded.order
        return session, tuple(entry for entry in order if entry.seq in row.entries)
    entry = entry_of(session, seq)
    if isinstance(entry.event, PHONED) and not isinstance(entry.event, HostAsked):
        abort(404)
    return session, (entry,)


def _strike(
    session: Session,
    entries: Log,
    title: Message | None = None,
    then: str | None = None,
) -> ResponseReturnValue:
    """Strike these entries out and go on at the table where that is so far, with the
    question `then`; else the sheet shows it. `title` is what is asked where they are
    only taken back."""
    form = evening.StrikeForm(request.form or None)
    entries = (*entries, *_what_ends(session, entries[0]))
    command = Command((), tuple(entry.seq for entry in entries), short(sent("reason")))
    if request.method == "POST" and form.validate():
        try:
            sessions.append(session, command)
            is_last = title or entries[-1].seq == session.folded.order[-1].seq
            return go_to(session, ".table" if is_last else ".sheet", form=then)
        except RuleViolation as refusal:
            sessions.put_refusal(form, refusal)
    return page_of(
        session,
        "sessions/strike.html",
        code=422 if form.errors else 200,
        form=form,
        title=title,
        one=entry_said(session, entries[0]),
        with_it=[said_then(session, other) for other in entries[1:]],
        unfit=[said_then(session, one.entry) for one in _unfit_by(session, command)],
    )


def _what_ends(session: Session, struck: Recorded) -> Log:
    """What ends the fact that is struck out, and says nothing without it."""
    seat = getattr(struck.event, "seat", None)
    order = session.folded.order
    later = order[order.index(struck) + 1 :] if struck in order else ()
    for entry in later:
        event = entry.event
        is_end = getattr(event, "ENDS", None) is type(struck.event)
        if is_end and getattr(event, "seat", None) is seat:
            return (entry,)
    return ()


def _unfit_by(session: Session, command: Command) -> tuple[Misfit, ...]:
    try:
        after = session.grown(session.additions(command, stamp("strike")))
    except RuleViolation:
        return ()
    return newly_unfit(session, after)


def _ruling_kept(session: Session, entries: Log) -> int | None:
    """The ruling that an arbiter decided on the deal of these entries, if there is one:
    it is added again to whatever is stated, until all sides take it back."""
    for ruling, decision in decided(session).items():
        if entries[0].seq in decision.row.entries:
            return ruling
    return None


# ---- the command that makes the log say what a form states ----


# Long: one walk along the facts, beside a place in the old entries that goes along.
def restated(
    old: Log,
    facts: tuple[Event, ...],
    following: int | None,
    reason: str = "",
) -> Command:
    """The command that makes `old` entries say `facts`: what is the same stays
    untouched.

    A changed fact stands in the place of the one it replaces; what is no longer stated
    is voided. An additional fact stands instead of a voided one where there is one at
    that point, else before the fact that it precedes; after all others, before the
    entry `following` (None = at the end).
    """
    slots = _slots(entry.event for entry in old)
    at = {slot: index for index, slot in enumerate(slots)}
    # where the entry stands in `old` that each fact replaces
    replaced = [at.get(slot) for slot in _slots(facts)]
    voids = {entry.seq for index, entry in enumerate(old) if index not in replaced}
    entries: list[Entry] = []
    added: list[Event] = []
    start = 0

    def put_in(end: int) -> None:
        voided = [entry.seq for entry in old[start:end] if entry.seq in voids]
        place = old[end].seq if end < len(old) else following
        if voided:
            place = voided[0]
        entries.extend(Entry(event, place) for event in added)
        added.clear()

    for fact, index in zip(facts, replaced, strict=True):
        if index is None:
            added.append(fact)
            continue
        put_in(index)
        if fact != old[index].event:
            entries.append(Entry(fact, old[index].seq))
            voids.add(old[index].seq)
        start = index + 1
    put_in(len(old))
    return Command(tuple(entries), tuple(sorted(voids)), reason)


def _slots(events: Iterable[Event]) -> list[tuple[Any, ...]]:
    seen: Counter[tuple[Any, ...]] = Counter()
    slots = []
    for event in events:
        slot = (type(event), event.slot() if hasattr(event, "slot") else None)
        slots.append((*slot, seen[slot]))
        seen[slot] += 1
    return slots
