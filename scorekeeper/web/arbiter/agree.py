"""House rules accepted before the first deal; results confirmed by each side."""

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import fingerprint
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import ResultConfirmed, RulesAccepted
from scorekeeper.core.seats import named, named_message
from scorekeeper.core.session import Command, Entry
from scorekeeper.core.sheet import Row
from scorekeeper.tables.agreement import accepted, confirmed
from scorekeeper.tables.sheet import clock
from scorekeeper.web.arbiter.asking import ArbiterAt, asked, blueprint
from scorekeeper.web.server.access import Need, guard_seat, place
from scorekeeper.web.table.pages import Values, at, hidden, see_other, store
from scorekeeper.web.table.presenters import settings_values
from scorekeeper.web.table.sessions import append, record

SHOWN = 12
"""How many of the last results can be confirmed from the page of the house rules."""


@blueprint.get("/agree", need=Need.READ)
def agree(ask: ArbiterAt, refusal: Message | None = None, code: int = 200) -> ResponseReturnValue:
    """The settings in force, and who has accepted them; the results, and who confirmed them."""
    session = ask.session
    done = accepted(session)
    seats = [
        ask.whose(seat)
        | {
            "when": clock(done[seat].at) if seat in done else "",
            "together": seat in done and len(getattr(done[seat].event, "seats", ())) > 1,
        }
        for seat in session.ring
    ]
    rows = [row for row in session.sheet.rows() if "open" not in row.marks][-SHOWN:]
    return ask.shown(
        "agree",
        code=code,
        seats=seats,
        is_agreed=len(done) == len(seats),
        results=[_result(ask, row) for row in reversed(rows)],
        rules_fingerprint=fingerprint(session.rules),
        entry={"action": ask.url("accept_rules"), "hidden": hidden(session)},
        refusal=refusal,
        **settings_values(session),
    )


@blueprint.post("/agree", need=Need.ENTER)
def accept_rules(ask: ArbiterAt) -> ResponseReturnValue:
    """A seat accepts the rules, or all do that this phone plays."""
    chosen, ring = request.form.getlist("seat"), ask.session.ring
    here = tuple(seat for seat in ring if seat in place(ask.session.id).seats)
    seats = here if "all" in chosen else tuple(seat for seat in ring if seat.value in chosen)
    for seat in seats:
        guard_seat(ask.session, seat)
    by = seats[0].value if len(seats) == 1 else None
    command = Command((Entry(RulesAccepted(seats, ask.session.rules)),))
    return record(ask.session, command, ask.url("agree"), lambda w: agree(ask, w, 422), by)


@blueprint.get("/agree/<int:row_id>", need=Need.READ)
def result(ask: ArbiterAt, row_id: int) -> ResponseReturnValue:
    """A result as one side sees it, to be confirmed by that side."""
    row, session = _row(ask, row_id), ask.session
    own = next((one for one in session.parties if one.id == request.args.get("side")), None)
    done = confirmed(session, row)
    back = done.get(own.id) if own else None
    sides = [
        {
            "name": ask.named(party),
            "url": ask.url("result", row_id=row_id, side=party.id),
            "when": clock(done[party.id].at) if party.id in done else "",
            "is_own": party == own,
            "points": row.total(party.id),
            "total": session.sheet.total(party.id),
            "lines": [
                {"what": named(line.what, row.people), "points": line.points}
                for line in row.lines
                if line.party == party.id
            ],
        }
        for party in sorted(session.parties, key=lambda one: one != own)
    ]
    return ask.shown(
        "result",
        row=_row_values(row),
        sides=sides,
        own=own and {"party": own.id, "name": ask.named(own), "sides": sides},
        is_done=back is not None,
        # where a side takes its word back, so that the result can be corrected
        back_url=back and at(session, "sessions.strike", seq=back.seq),
        entry={"action": ask.url("confirm", row_id=row_id), "hidden": hidden(session)},
    )


@blueprint.post("/agree/<int:row_id>", need=Need.ENTER)
def confirm(ask: ArbiterAt, row_id: int) -> ResponseReturnValue:
    """A side confirms a result. Nobody corrects it between the look at it and the entry."""
    seen = request.form.get("seen", 0, type=int)
    party = next((one for one in ask.session.parties if one.id == request.form.get("party")), None)
    if party is None:
        abort(400)
    if not set(party.seats) & set(place(ask.session.id).seats):
        guard_seat(ask.session, party.seats[0])
    is_on_card = request.form.get("then") == "table"
    then = at(ask.session, "sessions.table") if is_on_card else ask.url("result", row_id=row_id)
    command = Command((Entry(ResultConfirmed(row_id, party.id)),))

    def work(_db: object) -> str:
        # What was confirmed is what the page showed: a correction since then must be seen first.
        is_seen = max(_row(asked(ask.session.id), row_id).entries, default=0) <= seen
        if is_seen:
            append(ask.session, command)
        return then if is_seen else ask.url("result", row_id=row_id, side=party.id)

    try:
        return see_other(store().together(work, ask.session.id))
    except RuleViolation as refusal:
        return agree(ask, named_message(refusal.why, ask.session.folded.people), 422)


def _result(ask: ArbiterAt, row: Row) -> Values:
    done = confirmed(ask.session, row)
    return {
        **_row_values(row),
        "url": ask.url("result", row_id=row.id),
        "by": [ask.named(party) for party in ask.session.parties if party.id in done],
        "is_agreed": all(party.id in done for party in ask.session.parties),
    }


def _row(ask: ArbiterAt, row_id: int) -> Row:
    return ask.session.sheet.row(row_id) or abort(404)


def _row_values(row: Row) -> Values:
    facts = [
        (message(f"fact.{one.head}"), named(one.value, row.people))
        for one in row.facts
        if one.value is not None
    ]
    return {"id": row.id, "label": row.label, "facts": facts}
