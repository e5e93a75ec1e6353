"""What both sides had settled, and somebody would change: what that changes is shown,
and each side says on its own phone whether it agrees. What is asked of whom,
`tables/consent.py` decides."""

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from flask import Response, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.result_notes import CHANGING, ChangeAgreed, ChangeDeclined
from scorekeeper.core.seats import Party, PartyId, named, named_message
from scorekeeper.core.session import Command
from scorekeeper.core.sheet import Points, Row, ScoreSheet
from scorekeeper.store import Sender
from scorekeeper.tables import waiting_changes
from scorekeeper.tables.consent import NotAgreed
from scorekeeper.tables.said import said_then, told_together
from scorekeeper.tables.session import Column, Session, column, made_by, said_of
from scorekeeper.tables.settled import Moved, moves_hash
from scorekeeper.tables.sheet import clock
from scorekeeper.tables.voices import minutes_left, speaks_about
from scorekeeper.tables.waiting_changes import Pending
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import go_to, see_other
from scorekeeper.web.page.incoming import (
    OfTable,
    at,
    form_key,
    now,
    open_table,
    sent,
    stamp,
    store,
    this_table,
    to_enter,
)
from scorekeeper.web.page.place import Need, place, speaker_here
from scorekeeper.web.table.presenters import page_of
from scorekeeper.web.table.proposing import ASK, CONSENT, delete_or_propose
from scorekeeper.web.table.sessions import append

blueprint = OfTable("changes", __name__, url_prefix="/t/<session_id>/change")


@blueprint.app_errorhandler(NotAgreed)
def ask_for_consent(missing: NotAgreed) -> Response:
    """Show what the form that was sent would change of what is settled, and send it
    again with the consent of the sides that can say so here, or to the others'
    phones."""
    session = open_table(this_table())
    again = [
        (name, value)
        for name, value in request.form.items(multi=True)
        if name not in ("csrf_token", CONSENT, ASK)
    ]
    return page_of(
        session,
        "changes/consent.html",
        code=422,
        action=request.path,
        is_deletion=missing.command == waiting_changes.DELETION,
        would=_would_do(session, missing.command),
        moves=[*_moves_said(session, missing.moves)],
        here=[column(party, session.folded.people) for party in missing.here],
        elsewhere=_sides(session, missing.elsewhere) if missing.elsewhere else None,
        again=again,
    )


@blueprint.get("/", need=Need.PROPOSAL)
def waiting(
    session: Session, refusal: Message | None = None, code: int = 200
) -> Response:
    pending = waiting_changes.pending_change(session)
    if pending is None:
        return page_of(
            session,
            "changes/waiting.html",
            pending=None,
            declined=_declined(session),
        )
    moves: tuple[Moved, ...] = ()
    try:
        moves = waiting_changes.preview(session, pending.command)
    except RuleViolation as no_longer:
        refusal = refusal or no_longer.why
    return page_of(
        session,
        "changes/waiting.html",
        code=code,
        action=at(session, ".answer"),
        pending=pending,
        is_deletion=pending.command == waiting_changes.DELETION,
        refusal=refusal and named_message(refusal, session.folded.people),
        proposed_by=made_by(session, pending.entry),
        would=_would_do(session, pending.command),
        when=clock(pending.entry.at),
        moves=[*_moves_said(session, moves)],
        sides=[*_sides_asked(session, pending, moves)],
        moves_hash=moves_hash(moves),
    )


def _declined(session: Session) -> Message | None:
    for entry in reversed(session.folded.order):
        event = entry.event
        if isinstance(event, ChangeDeclined):
            party = named(session.party(event.party) or "", session.folded.people)
            return message("change.declined", party=party)
        if isinstance(event, CHANGING):
            break
    return None


@blueprint.post("/", need=Need.ANSWER)
def answer(session: Session) -> ResponseReturnValue:
    """A side agrees to the change, with which it is made once all have; or declines
    it."""

    def work(_db: object) -> bool:
        present = open_table(session.id)
        pending = waiting_changes.pending_change(present)
        number = request.form.get("proposal", type=int)
        if pending is None or pending.entry.seq != number:
            return False
        append(present, to_enter(_answered(present)))
        _make_where_all_agree(open_table(session.id))
        return waiting_changes.pending_change(open_table(session.id)) is None

    try:
        is_done = store().in_transaction(work, session.id)
    except RuleViolation as refused:
        return waiting(open_table(session.id), refused.why, 422)
    if _delete_where_all_agree(session):
        return see_other(url_for("home.home"))
    return go_to(session, "sessions.sheet" if is_done else ".waiting")


def _delete_where_all_agree(session: Session) -> bool:
    try:
        return _is_deletion(open_table(session.id)) and delete_or_propose(session)
    except NotAgreed:
        return False


def _is_deletion(session: Session) -> bool:
    pending = waiting_changes.pending_change(session)
    return pending is not None and pending.command == waiting_changes.DELETION


def _answered(session: Session) -> ChangeAgreed | ChangeDeclined:
    proposal = request.form.get("proposal", 0, type=int)
    declining = session.party(PartyId(sent("declined")))
    if declining is not None:
        return ChangeDeclined(proposal, declining.id)
    agreeing = session.party(PartyId(sent("agreed"))) or abort(400)
    mark = sent("moves")[:64]
    return ChangeAgreed(proposal, agreeing.id, mark, "instead" in request.form or None)


def _make_where_all_agree(session: Session) -> None:
    """Make the change that waits, in the name of the phone that proposed it, where
    every side that is asked has agreed to it as it stands by now."""
    pending = waiting_changes.pending_change(session)
    if pending is None or pending.command == waiting_changes.DELETION:
        return
    change = pending.command
    note = "" if change.voids else change.reason
    made = stamp(f"{form_key()}-made", note, pending.entry.by)
    with suppress(NotAgreed):
        store().append(session.id, change, made, sender=Sender(phone.here()))


# ---- what stands on the pages ----


def _sides(session: Session, parties: tuple[Party, ...]) -> object:
    people = session.folded.people
    return listed(tuple(column(party, people).name for party in parties))


class PointsMoved(NamedTuple):
    """A party's points in a row `before` and `after` a change; None where the row isn't
    there."""

    name: object
    before: Points | None
    after: Points | None

    @property
    def is_moved(self) -> bool:
        return (self.before or 0) != (self.after or 0)


class MoveSaid(NamedTuple):
    """A settled row that changes: the `points` of the parties where they differ;
    `is_same` where they stay."""

    label: Message
    points: list[PointsMoved]
    is_same: bool


def _moves_said(session: Session, moves: tuple[Moved, ...]) -> Iterator[MoveSaid]:
    told = set[int]()
    for move in moves:
        if move.row in told:
            continue
        told.add(move.row)
        row = move.before or move.after
        if row is None:
            yield MoveSaid(message("change.house-rules"), [], is_same=False)
            continue
        points = _points_moved(session, move, row)
        is_same = move.after is not None and all(
            before == after for _, before, after in points
        )
        differing = [party for party in points if party.is_moved]
        if not differing and not is_same:
            differing = points
        yield MoveSaid(row.label, differing, is_same)


def _points_moved(session: Session, move: Moved, row: Row) -> list[PointsMoved]:
    people = row.people or session.folded.people
    return [
        PointsMoved(
            column(party, people).name,
            _total(move.before, party),
            _total(move.after, party),
        )
        for party in session.parties
    ]


class Would(NamedTuple):
    """What a command has `struck` out, in words, and `entered`, each with the row or
    entry before which it stands, if it says so."""

    struck: list[object]
    entered: list[tuple[object, object]]


def _would_do(session: Session, command: Command) -> Would:
    people = session.folded.people
    voided = told_together(session.log[seq - 1] for seq in command.voids)
    struck = [said_then(session, entry) for entry in voided]
    entered = list[tuple[object, object]]()
    for entry in command.entries:
        before = None
        if entry.place is not None and entry.place not in command.voids:
            before = _label_of(session, entry.place)
        entered.append((named(said_of(entry), people), before))
    return Would(struck, entered)


def _label_of(session: Session, seq: int) -> object:
    for row in session.sheet.rows():
        if seq in row.entries:
            return row.label
    return said_then(session, session.log[seq - 1])


def _total(scored: Row | ScoreSheet | None, party: Party) -> Points | None:
    return None if scored is None else scored.total(party.id)


class SideAsked(NamedTuple):
    """A side that is asked: whether it `has_agreed`, may say so here (`is_here`), or
    the host may say so `instead` of it, since none of its phones has answered;
    `minutes` until then."""

    side: Column
    has_agreed: bool
    is_here: bool
    may_instead: bool
    minutes: int


def _sides_asked(
    session: Session, pending: Pending, moves: tuple[Moved, ...]
) -> Iterator[SideAsked]:
    mark = moves_hash(moves)
    speaker = speaker_here(session)
    for party in session.parties:
        if not any(party.id in move.standing for move in moves):
            continue
        is_here = speaks_about(session, speaker, party, moves)
        may_instead = False
        minutes = 0
        if place(session.id).is_host and not is_here:
            minutes = minutes_left(session, pending.entry, speaker, party, now())
            may_instead = minutes == 0
        yield SideAsked(
            side=column(party, session.folded.people),
            has_agreed=pending.agreed.get(party.id) == mark,
            is_here=is_here,
            may_instead=may_instead,
            minutes=minutes,
        )
