"""The house rules that the sides accept, and the results that they confirm."""

from functools import partial

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import fingerprint
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message
from scorekeeper.core.result_notes import ResultConfirmed
from scorekeeper.core.rules_notes import RulesAccepted
from scorekeeper.core.seats import Party, named
from scorekeeper.tables.results import confirmed, row_mark
from scorekeeper.tables.rules_in_force import accepted_by_persons
from scorekeeper.tables.sheet import clock
from scorekeeper.web.arbiter.asking import ArbiterAt, asked, blueprint
from scorekeeper.web.page import incoming
from scorekeeper.web.page.answers import see_other
from scorekeeper.web.page.incoming import argument, sent, to_enter
from scorekeeper.web.page.place import (
    Need,
    guard_party,
    guard_seat,
    place,
    spoken_for_here,
)
from scorekeeper.web.table.presenters import settings_values
from scorekeeper.web.table.sessions import append, record

SHOWN = 12
"""How many of the last results can be confirmed from the page of the house rules."""


@blueprint.get("/agree", need=Need.READ)
def agree(
    ask: ArbiterAt, refusal: Message | None = None, code: int = 200
) -> ResponseReturnValue:
    session = ask.session
    done = accepted_by_persons(ask.session)
    rows = [row for row in session.sheet.rows() if row.is_finished][-SHOWN:]
    return ask.shown(
        "agree",
        code=code,
        seats=[(ask.whose(seat), done.get(seat)) for seat in session.ring],
        clock=clock,
        is_agreed=len(done) == len(session.ring),
        parties=session.parties,
        results=[(row, confirmed(session, row)) for row in reversed(rows)],
        rules_fingerprint=fingerprint(session.rules),
        action=ask.url("accept_rules"),
        refusal=refusal,
        **settings_values(session),
    )


@blueprint.post("/agree", need=Need.ENTER)
def accept_rules(ask: ArbiterAt) -> ResponseReturnValue:
    chosen = request.form.getlist("seat")
    ring = ask.session.ring
    if "all" in chosen:
        here = place(ask.session.id).seats
        seats = tuple(seat for seat in ring if seat in here)
    else:
        seats = tuple(seat for seat in ring if seat.value in chosen)
    for seat in seats:
        guard_seat(ask.session, seat)
    by = seats[0].value if len(seats) == 1 else None
    command = to_enter(RulesAccepted(seats, ask.session.rules))
    refused = partial(agree, ask, code=422)
    return record(ask.session, command, ask.url("agree"), refused, by)


def _party(ask: ArbiterAt, name: str | None) -> Party | None:
    for party in ask.session.parties:
        if party.id == name:
            return party
    return None


@blueprint.get("/agree/<int:row_id>", need=Need.READ)
def result(ask: ArbiterAt, row_id: int) -> ResponseReturnValue:
    row = ask.session.sheet.row(row_id) or abort(404)
    own = _party(ask, argument("side"))
    here = [party.id for party in spoken_for_here(ask.session)]
    return ask.shown(
        "result",
        row=row,
        mark=row_mark(ask.session, row),
        then=partial(named, people=row.people),
        sides=sorted(ask.session.parties, key=lambda party: party != own),
        own=own,
        here=here if place(ask.session.id).may_enter else [],
        done=confirmed(ask.session, row),
        clock=clock,
        sheet=ask.session.sheet,
        action=ask.url("confirm", row_id=row_id),
    )


@blueprint.post("/agree/<int:row_id>", need=Need.ENTER)
def confirm(ask: ArbiterAt, row_id: int) -> ResponseReturnValue:
    seen = sent("shown")
    party = _party(ask, sent("party")) or abort(400)
    guard_party(ask.session, party)
    command = to_enter(ResultConfirmed(row_id, party.id, seen))

    def work(_db: object) -> bool:
        session = asked(ask.session.id).session
        row = session.sheet.row(row_id) or abort(404)
        is_as_shown = row_mark(session, row) == seen
        if is_as_shown:
            append(ask.session, command)
        return is_as_shown

    try:
        is_confirmed = incoming.store().in_transaction(work, ask.session.id)
    except RuleViolation as refusal:
        return agree(ask, ask.named(refusal.why), 422)
    if not is_confirmed:  # what has changed since then is seen first
        then = ask.url("result", row_id=row_id, side=party.id)
    elif sent("then") == "table":
        then = incoming.at(ask.session, "sessions.table")
    else:
        then = ask.url("result", row_id=row_id)
    return see_other(then)
