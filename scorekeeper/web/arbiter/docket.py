"""The docket: every ruling, what became of it, and what it did to the score."""

from dataclasses import replace
from functools import partial
from typing import Any

from flask import abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.chain import Stamp
from scorekeeper.core.docket import PLAY_ON, FactsStated, Ruled, RulingAccepted, RulingAppealed
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Party
from scorekeeper.core.session import Command, Entry, Event, Recorded
from scorekeeper.games.arbiter_settings import SidesDiffer
from scorekeeper.store import Stale
from scorekeeper.tables.docket import (
    agreed_way,
    differs,
    docket_view,
    heard_of,
    is_proved,
    ruling_view,
)
from scorekeeper.tables.effects import answer_to, applied, consent_to, effect_state, ruled_on
from scorekeeper.tables.seals import settling
from scorekeeper.tables.session import Session, seated_at, short
from scorekeeper.web.arbiter.asking import ArbiterAt, asked, blueprint, explained, told_whose
from scorekeeper.web.phones import phone
from scorekeeper.web.server.access import Need, place
from scorekeeper.web.table.pages import hidden, part_of, see_other, store, ways
from scorekeeper.web.table.sessions import (
    agreed,
    append,
    consents,
    is_recorded,
    ruling_reason,
    stale,
)

LISTED = 10
"""How many rulings a part of the docket has: each is worked out again from its facts."""


@blueprint.get("/docket", need=Need.READ)
def docket(session_id: str) -> ResponseReturnValue:
    """Every ruling of this session."""
    ask = asked(session_id)
    part = part_of(len(ruled_on(ask.session)), size=LISTED)
    rulings = docket_view(ask.session, some=part.rows)
    for one in rulings:
        one["url"] = ask.url("ruling", seq=one["seq"])
    return told_whose("docket", ask, rulings=rulings, **ways(part, partial(ask.url, "docket")))


@blueprint.get("/matters", need=Need.ARBITER)
def matters(session_id: str) -> ResponseReturnValue:
    """What is open at all tables whose arbiter this phone is."""
    ask = asked(session_id)
    found = []
    for other in sorted(store().phones.tables(phone.here())):
        session = store().open(other) if place(other).is_arbiter else None
        if session is not None and session.game.arbiter and session.has(Ruled):
            waiting = (one for one in ruled_on(session) if _is_open(session, one))
            found += [_matter(session, one) for one in waiting]
    return told_whose("matters", ask, matters=found)


def _is_open(session: Session, entry: Recorded) -> bool:
    """Whether a ruling waits for an answer, or for its way into the score."""
    is_answered = answer_to(session, entry.seq) is not None
    return not is_answered or effect_state(session, entry) == "due"


def _matter(session: Session, entry: Recorded) -> dict[str, Any]:
    view = ruling_view(session, entry)
    return {
        "what": view["what"],
        "stands": view["stands"],
        "when": view["when"],
        "who": listed(tuple(name for _, name in seated_at(session, entry.seq))),
        "url": url_for("arbiter.ruling", session_id=session.id, seq=entry.seq),
    }


@blueprint.get("/docket/<int:seq>", need=Need.READ)
def ruling(session_id: str, seq: int) -> ResponseReturnValue:
    """One ruling: to accept, to appeal, or to settle otherwise."""
    ask = asked(session_id)
    return _page(ask, _entry(ask, seq))


@blueprint.post("/docket/<int:seq>/accept", need=Need.ENTER)
def accept(session_id: str, seq: int) -> ResponseReturnValue:
    """Accept the ruling, and with it its effect; or settle it by another remedy."""
    ask = asked(session_id)
    entry = _entry(ask, seq)
    remedy = request.form.get("remedy", "")
    if is_recorded(ask.session):
        return see_other(ask.url("ruling", seq=seq))
    if remedy != PLAY_ON and (why := _why_not_yet(ask, entry)) is not None:
        return _page(ask, entry, 422, why)
    view = ruling_view(ask.session, entry)
    listed = [one["code"] for one in view["ruling"]["remedies"]] if view["ruling"] else []
    if remedy and remedy not in (PLAY_ON, *listed):
        return _page(ask, entry, 422, message("docket.refused.remedy"))
    if remedy or effect_state(ask.session, entry) == "applied":
        return _append(ask, entry, Command((Entry(RulingAccepted(seq, remedy)),)))
    return _carry_out(ask, entry, RulingAccepted(seq))


@blueprint.post("/docket/<int:seq>/state", need=Need.RULE)
def state(session_id: str, seq: int) -> ResponseReturnValue:
    """A side says, on its own phone, whether it was so; and how, if not."""
    ask = asked(session_id)
    entry = _entry(ask, seq)
    told = short(request.form.get("words", ""))
    agrees = request.form.get("agrees") == "yes"
    mine = [one for one, _ in _asked_here(ask, entry)]
    party = next((one for one in mine if one.id == request.form.get("party")), None)
    if party is None:
        abort(400)
    if not agrees and not told:
        return _page(ask, entry, 422, message("docket.refused.words"))
    said = FactsStated(seq, party.id, agrees, "" if agrees else told)
    return _append(ask, entry, Command((Entry(said),)))


def _asked_here(ask: ArbiterAt, entry: Recorded) -> list[tuple[Party, dict[str, Any]]]:
    """The sides that this phone speaks for, at a table with several phones, and what they said."""
    mine = place(ask.session.id)
    heard = heard_of(ask.session, entry) if mine.elsewhere else []
    return [(party, said) for party, said in heard if set(party.seats) & set(mine.seats)]


def _why_not_yet(ask: ArbiterAt, entry: Recorded) -> Message | None:
    """Why the ruling can't be accepted on this phone: a side with a phone of its own has not said
    what happened, or says that it was otherwise: then the table's agreed way decides. The arbiter's
    seat decides all the same."""
    mine = place(ask.session.id)
    if mine.is_arbiter:
        return None
    if differs(ask.session, entry):
        way = agreed_way(ask.session)
        if way == SidesDiffer.RECORD.value and is_proved(ask.session, entry):
            return None
        return message(f"docket.refused.differ.{way}")
    silent = [
        party
        for party, said in heard_of(ask.session, entry)
        if said["agrees"] is None
        and set(party.seats) & mine.elsewhere
        and not set(party.seats) & set(mine.seats)
    ]
    return message("docket.refused.unheard", parties=listed(silent)) if silent else None


@blueprint.post("/docket/<int:seq>/apply", need=Need.RULE)
def apply(session_id: str, seq: int) -> ResponseReturnValue:
    """Enter the effect of a ruling that was accepted before it could be entered."""
    ask = asked(session_id)
    entry = _entry(ask, seq)
    if is_recorded(ask.session):
        return see_other(ask.url("ruling", seq=seq))
    if not _with_effect(ask, entry).entries:
        return _page(ask, entry, 422, message("docket.refused.not-yet"))
    return _carry_out(ask, entry)


@blueprint.route("/docket/<int:seq>/appeal", methods=["GET", "POST"], need=Need.ENTER)
def appeal(session_id: str, seq: int) -> ResponseReturnValue:
    """Who does not accept the ruling, and why."""
    ask = asked(session_id)
    entry = _entry(ask, seq)
    mine = place(session_id).seats
    reason = short(request.form.get("reason", ""))
    by = next((seat.value for seat in mine if seat.value == request.form.get("by")), None)
    if request.method == "POST" and reason:
        return _append(ask, entry, Command((Entry(RulingAppealed(seq, reason)),)), by)
    is_empty = request.method == "POST"
    return told_whose(
        "appeal",
        ask,
        code=422 if is_empty else 200,
        one=ruling_view(ask.session, entry),
        seats=[ask.whose(seat) | {"is_on": seat.value == by} for seat in mine],
        entry={"action": request.path, "hidden": hidden(ask.session)},
        refusal=message("docket.refused.reason") if is_empty else None,
        back=ask.url("ruling", seq=seq),
    )


def _entry(ask: ArbiterAt, seq: int) -> Recorded:
    """The ruling of this entry; 404 when there is none in force."""
    return next((one for one in ruled_on(ask.session) if one.seq == seq), None) or abort(404)


def _carry_out(ask: ArbiterAt, entry: Recorded, *answer: Event) -> ResponseReturnValue:
    """Record what the ruling does to the score. One that moves a result which all sides confirmed
    needs what a correction of that result needs."""
    command = _with_effect(ask, entry, *answer)
    reason, missing = agreed(ask.session, consent_to(ask.session, entry, command), ())
    if missing is not None:
        return _page(ask, entry, 422, missing)
    given = "; ".join(one for one in (command.reason, reason) if one)
    return _append(ask, entry, replace(command, reason=given))


def _with_effect(ask: ArbiterAt, entry: Recorded, *answer: Event) -> Command:
    """The answer, and what the ruling does to the score as far as that can be said now."""
    reason = ruling_reason(ask.session, entry)
    first = tuple(Entry(one) for one in answer)
    if any(isinstance(one, RulingAccepted) for one in answer):
        first += settling(ask.session, entry, reason)
    return applied(ask.session, entry, reason, *first)


def _append(
    ask: ArbiterAt, entry: Recorded, command: Command, by: str | None = None
) -> ResponseReturnValue:
    try:
        append(ask.session, command, by=by)
    except Stale as refusal:
        return stale(ask.session, command, refusal)
    except RuleViolation as refusal:
        return _page(ask, entry, 422, ask.say(refusal.why))
    return see_other(ask.url("ruling", seq=entry.seq))


def in_points(ask: ArbiterAt, entry: Recorded) -> list[Message]:
    """What the ruling would change in points if it were accepted now; nothing while it can't."""
    session = ask.session
    command = _with_effect(ask, entry, RulingAccepted(entry.seq))
    try:
        after = session.grown(session.additions(command, Stamp(entry.at)))
    except RuleViolation:
        return []
    changes = [
        (party, after.sheet.total(party.id) - session.sheet.total(party.id))
        for party in session.game.parties(session.settings)
    ]
    return [
        message("effect.points", amount=points, party=ask.named(party))
        for party, points in changes
        if points
    ]


def _page(
    ask: ArbiterAt, entry: Recorded, code: int = 200, refusal: Message | None = None
) -> ResponseReturnValue:
    one: dict[str, Any] = ruling_view(ask.session, entry)
    one["ruling"] = one["ruling"] and explained(one["ruling"])
    is_due = one["effect"] == "due" and one["state"] == "accepted"
    again = one["again"]
    name = getattr(entry.event, "name", "")
    is_open = one["state"] in ("open", "appealed") and one["effect"] != "applied"
    answer = (RulingAccepted(entry.seq),) if is_open else ()
    done = _with_effect(ask, entry, *answer) if is_open or is_due else Command(())
    return told_whose(
        "ruling",
        ask,
        code=code,
        one=one,
        is_due=is_due,
        points=in_points(ask, entry) if one["state"] in ("open", "appealed") else [],
        again=ask.url("irregularity", name=name, **dict(again)) if again is not None else None,
        may_apply=is_due and bool(done.entries),
        consent=consents(ask.session, consent_to(ask.session, entry, done)),
        actions={
            "accept": ask.url("accept", seq=entry.seq),
            "appeal": ask.url("appeal", seq=entry.seq),
            "apply": ask.url("apply", seq=entry.seq),
            "state": ask.url("state", seq=entry.seq),
        },
        hidden=hidden(ask.session),
        play_on=PLAY_ON,
        stating=[
            {"id": party.id, "name": ask.named(party), **said}
            for party, said in _asked_here(ask, entry)
        ],
        refusal=refusal,
    )
