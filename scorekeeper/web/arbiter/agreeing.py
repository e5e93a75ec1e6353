"""The house rules that the sides accept, and the results that they confirm: in every
game, with an arbiter or without one."""

from functools import partial

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import fingerprint
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message
from scorekeeper.core.result_notes import ResultConfirmed, ResultDisputed
from scorekeeper.core.rules_notes import RulesAccepted
from scorekeeper.core.seats import Party, named, named_message
from scorekeeper.tables.results import confirmed, disputed, row_mark
from scorekeeper.tables.rules_in_force import accepted_by_persons
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import clock
from scorekeeper.web.arbiter.asking import shown_at
from scorekeeper.web.page import incoming
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import (
    OfTable,
    argument,
    at,
    open_table,
    sent,
    to_enter,
)
from scorekeeper.web.page.place import (
    Need,
    guard_party,
    guard_seat,
    place,
    spoken_for_here,
)
from scorekeeper.web.table.presenters import settings_values, whose
from scorekeeper.web.table.sessions import append, record

blueprint = OfTable("agreeing", __name__, url_prefix="/t/<session_id>")

SHOWN = 12
"""How many of the last results can be confirmed from the page of the house rules."""


@blueprint.get("/agree", need=Need.READ)
def agree(
    session: Session, refusal: Message | None = None, code: int = 200
) -> ResponseReturnValue:
    done = accepted_by_persons(session)
    rows = [row for row in session.sheet.rows() if row.is_finished][-SHOWN:]
    return shown_at(
        session,
        "agree",
        code=code,
        seats=[(whose(session, seat), done.get(seat)) for seat in session.ring],
        clock=clock,
        is_agreed=len(done) == len(session.ring),
        results=[
            (row, confirmed(session, row), [*filter(row.is_played_by, session.parties)])
            for row in reversed(rows)
        ],
        rules_fingerprint=fingerprint(session.rules),
        action=at(session, "agreeing.accept_rules"),
        refusal=refusal,
        **settings_values(session),
    )


@blueprint.post("/agree", need=Need.ENTER)
def accept_rules(session: Session) -> ResponseReturnValue:
    chosen = request.form.getlist("seat")
    ring = session.ring
    if "all" in chosen:
        here = place(session.id).seats
        seats = tuple(seat for seat in ring if seat in here)
    else:
        seats = tuple(seat for seat in ring if seat.value in chosen)
    for seat in seats:
        guard_seat(session, seat)
    by = seats[0].value if len(seats) == 1 else None
    command = to_enter(RulesAccepted(seats, session.rules))
    refused = partial(agree, session, code=422)
    return record(session, command, at(session, "agreeing.agree"), refused, by)


def _party(session: Session, name: str | None) -> Party | None:
    for party in session.parties:
        if party.id == name:
            return party
    return None


@blueprint.get("/agree/<int:row_id>", need=Need.READ)
def result(session: Session, row_id: int) -> ResponseReturnValue:
    row = session.sheet.row(row_id) or abort(404)
    own = _party(session, argument("side"))
    here = [party.id for party in spoken_for_here(session)]
    return shown_at(
        session,
        "result",
        row=row,
        mark=row_mark(session, row),
        then=partial(named, people=row.people),
        sides=sorted(
            filter(row.is_played_by, session.parties), key=lambda party: party != own
        ),
        own=own,
        here=here if place(session.id).may_enter else [],
        done=confirmed(session, row),
        disputed=disputed(session, row),
        clock=clock,
        sheet=session.sheet,
        action=at(session, "agreeing.confirm", row_id=row_id),
    )


@blueprint.post("/agree/<int:row_id>", need=Need.ENTER)
def confirm(session: Session, row_id: int) -> ResponseReturnValue:
    seen = sent("shown")
    against = sent("against")
    party = _party(session, against or sent("party")) or abort(400)
    guard_party(session, party)
    word = ResultDisputed if against else ResultConfirmed
    command = to_enter(word(row_id, party.id, seen))

    def work(_db: object) -> bool:
        current = open_table(session.id)
        row = current.sheet.row(row_id) or abort(404)
        is_as_shown = row_mark(current, row) == seen
        if is_as_shown:
            append(session, command)
        return is_as_shown

    try:
        is_confirmed = incoming.store().in_transaction(work, session.id)
    except RuleViolation as refusal:
        return agree(session, named_message(refusal.why, session.folded.people), 422)
    if not is_confirmed:  # what has changed since then is seen first
        return see_other(at(session, "agreeing.result", row_id=row_id, side=party.id))
    return see_other(_onward(session, row_id, against))


# Where it goes on once a side has agreed, or is `against` a result.
def _onward(session: Session, row_id: int, against: str) -> str:
    is_from_table = sent("then") == "table"
    if against and is_from_table:
        return at(session, "agreeing.result", row_id=row_id, side=against)
    if against:
        return at(session, "sessions.correct_row", row_id=row_id)
    if is_from_table:
        return at(session, "sessions.table")
    return at(session, "agreeing.result", row_id=row_id)
