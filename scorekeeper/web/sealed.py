"""Sealed things: who seals, alone with the phone; what is closed; opening, leaving, looking.

Nothing that is under a seal is in any page but the one its holder fills in and the answer to a
look; neither is kept by a browser. GET shows, POST records.
"""

import hmac
import secrets
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.naming import named, named_message
from scorekeeper.core.sealing import SALT_BYTES, Bond, LookedAt, Sealed, commitment, written
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry
from scorekeeper.games.forms_sealed import SealForm
from scorekeeper.games.sealing import Sealable
from scorekeeper.record import Session
from scorekeeper.seals import (
    Seal,
    latest_seals,
    leaving,
    opening,
    outcomes,
    seal_of,
    sealing,
    seals_due,
)
from scorekeeper.sheet_view import said_of
from scorekeeper.store import KeyReused, Refused, Secret, Stale
from scorekeeper.web import phone, saved, views
from scorekeeper.web.access import guard_seat, place
from scorekeeper.web.names import short
from scorekeeper.web.new import new_key
from scorekeeper.web.pages import page, see_other
from scorekeeper.web.picker import deck
from scorekeeper.web.recording import append, hidden, put_refusal, stale
from scorekeeper.web.tables import open_table, store

blueprint = Blueprint("sealed", __name__, url_prefix="/t/<session_id>/sealed")

Values = dict[str, Any]
SALT = 2 * SALT_BYTES
"""Bytes of salt that a seal of ours has."""
LISTED = 20
"""How many seals are listed, closed or not: those made last."""


@blueprint.get("/")
def things(session_id: str) -> ResponseReturnValue:
    """What can be sealed now, what is under seal, and what was opened."""
    session = open_table(session_id)
    state, wanted = session.folded.state, {one.what for one in seals_due(session)}
    return _shown(
        "things",
        session,
        may=[
            {
                "what": message(one.what),
                "url": url_for(".seal", session_id=session.id, name=one.name),
                "is_due": one.what in wanted,
            }
            for one in session.game.may_be_sealed.values()
            if one.seats(state) and len(one.made(state, session.folded.order)) < one.most(state)
        ],
        made=[_seal_values(session, one) for one in reversed(latest_seals(session, LISTED))],
    )


# ---- sealing ----


@blueprint.route("/new/<name>", methods=["GET", "POST"])
def seal(session_id: str, name: str) -> ResponseReturnValue:
    """Whose is it; hand over the phone; the holder's choice; the seal."""
    session = open_table(session_id)
    sealable = next((o for o in session.game.may_be_sealed.values() if o.name == name), None)
    if sealable is None:
        abort(404)
    key = request.form.get("key", "")
    again = _sealed_before(session, key) if request.method == "POST" else None
    seat = again.seat if again else _holder(session, sealable)
    if seat is None:
        seats = _seats(session, sealable)
        code = 200 if request.method == "GET" else 422
        return _shown("who", session, code=code, what=message(sealable.what), seats=seats)
    guard_seat(session, seat)
    here = url_for(".seal", session_id=session.id, name=name, seat=seat.value, open=1)
    values: Values = {"what": message(sealable.what), "holder": _whose(session, seat), "here": here}
    is_alone = bool(request.args.get("open")) or place(session_id).own_seat is seat
    if request.method == "GET" and not is_alone:
        return _shown("hand_over", session, **values)
    form = sealable.form(request.form if request.method == "POST" else None, folded=session.folded)
    if request.method == "GET":
        return _choose(session, form, values)
    if not key:
        abort(400)
    if not form.validate():
        return _choose(session, form, values, 422)
    if again is not None:
        return _again(session, again, form, values)
    sealed, secret = _made(session, sealable, seat, form.value())
    return _record(session, sealing(session, sealable, sealed), secret, (form, values))


def _made(session: Session, sealable: Sealable, seat: Seat, value: Any) -> tuple[Sealed, Secret]:
    """The seal for this value, and what is kept of it here until it is opened."""
    salt = secrets.token_hex(SALT)
    bond = Bond(session.id, seat, sealable.what, request.form["key"])
    made = commitment(bond, value, salt)
    return Sealed(sealable.what, seat, made), Secret(made, seat, value, salt)


def _record(
    session: Session, command: Command, secret: Secret, asked: tuple[SealForm, Values]
) -> ResponseReturnValue:
    form, values = asked
    try:
        appended = append(session, command, secret=secret)
    except RuleViolation as refusal:
        put_refusal(form, refusal)
        return _choose(session, form, values, 422)
    except Stale as refusal:
        return stale(session, command, refusal)
    except KeyReused:  # the same form sent twice at once: the first one has been taken
        now = open_table(session.id)
        first = _sealed_before(now, request.form["key"])
        if first is None:
            abort(422)
        return _again(now, first, form, values)
    except Refused as refused:
        form.form_errors.append(refused.why)  # type: ignore[arg-type]
        return _choose(session, form, values, 422)
    return see_other(_url("done", session, appended.entries[-1].seq))


def _again(session: Session, first: Sealed, form: SealForm, values: Values) -> ResponseReturnValue:
    """The same form once more: answered as the first time, unless it says something else now."""
    entry = next(one for one in session.log if one.event == first)
    saved.note(entry.key, (entry,), entry.hash)
    kept = store().secret(session.id, first.commitment)
    if kept is None or written(kept.value) == written(form.value()):
        return see_other(_url("done", session, entry.seq))
    form.form_errors.append(message("refused.key-reused", entry=entry.seq))  # type: ignore[arg-type]
    return _choose(session, form, values, 422)


def _sealed_before(session: Session, key: str) -> Sealed | None:
    """What the command under this key has sealed, if it has been recorded."""
    found = (one.event for one in session.log if key and one.key == key)
    return next((event for event in found if isinstance(event, Sealed)), None)


@blueprint.get("/<int:seq>/done")
def done(session_id: str, seq: int) -> ResponseReturnValue:
    """The seal that was made, and the phone goes back."""
    session = open_table(session_id)
    return _shown("done", session, one=_seal_values(session, _found(session, seq)))


def _choose(
    session: Session, form: SealForm, values: Values, code: int = 200
) -> ResponseReturnValue:
    view = dict(form.view())
    if "pack" in view:
        chosen = view["chosen"]
        view["deck"] = deck(view["pack"], lambda card: {"is_on": str(card) in chosen})
    return page(
        form.TEMPLATE,
        code=code,
        **views.frame(session),
        **values,
        form=form,
        view=view,
        entry={"action": values["here"], "hidden": hidden(session)},
        back=url_for(".things", session_id=session.id),
    )


def _holder(session: Session, sealable: Sealable) -> Seat | None:
    """Whose phone it is now: the seat in the address, or the only one that can seal it."""
    seats = sealable.seats(session.folded.state)
    wanted = request.args.get("seat", "")
    if len(seats) == 1:
        return seats[0]
    asked = next((one for one in seats if one.value == wanted), None)
    own = place(session.id).own_seat
    return asked or next((one for one in seats if one is own), None)


def _seats(session: Session, sealable: Sealable) -> list[Values]:
    return [
        _whose(session, seat)
        | {"url": url_for(".seal", session_id=session.id, name=sealable.name, seat=seat.value)}
        for seat in sealable.seats(session.folded.state)
    ]


# ---- what becomes of a seal ----


@blueprint.route("/<int:seq>/open", methods=["GET", "POST"])
def unseal(session_id: str, seq: int) -> ResponseReturnValue:
    """Open a seal for everybody to see."""
    session = open_table(session_id)
    seal = _found(session, seq)
    if seal.settled is not None:
        return see_other(_url("settled", session, seq))
    guard_seat(session, seal.sealed.seat)
    secret = store().secret(session.id, seal.sealed.commitment)
    if secret is None:
        why = message("refused.seal-elsewhere", seal=seal.sealed.letters)
        return _asked("open", session, seal, why, is_kept=False)
    if request.method == "GET":
        return _asked("open", session, seal)
    return _settle(
        "open", session, seal, opening(session, seal, written(secret.value), secret.salt)
    )


@blueprint.route("/<int:seq>/leave", methods=["GET", "POST"])
def leave(session_id: str, seq: int) -> ResponseReturnValue:
    """A seal that is never opened: what holds instead."""
    session = open_table(session_id)
    seal = _found(session, seq)
    if seal.settled is not None:
        return see_other(_url("settled", session, seq))
    options = outcomes(session, seal)
    values: Values = {
        "options": [{"value": n, "what": what} for n, (what, _) in enumerate(options)]
    }
    if request.method == "GET":
        return _asked("leave", session, seal, **values)
    chosen = request.form.get("outcome", 0 if len(options) == 1 else None, type=int)
    if chosen is None or not 0 <= chosen < len(options):
        why = message("refused.no-outcome")
        return _asked("leave", session, seal, why, **values)
    reason = short(request.form.get("reason", ""))
    command = leaving(session, seal, options[chosen], reason)
    return _settle("leave", session, seal, command, **values)


@blueprint.route("/<int:seq>/look", methods=["GET", "POST"])
def look(session_id: str, seq: int) -> ResponseReturnValue:
    """The arbiter looks, alone with the phone; that it was done stands among the entries."""
    session = open_table(session_id)
    seal = _found(session, seq)
    if seal.settled is not None:
        return see_other(_url("settled", session, seq))
    secret = store().secret(session.id, seal.sealed.commitment)
    if secret is None:
        why = message("refused.seal-elsewhere", seal=seal.sealed.letters)
        return _asked("look", session, seal, why, is_kept=False)
    if request.method == "GET":
        return _asked("look", session, seal)
    refused = _looked(session, seq)
    if refused is not None:
        return _asked("look", session, seal, refused)
    now = open_table(session_id)
    return _shown("looked", now, one=_seal_values(now, seal), value=_said(now, seal, secret.value))


def _looked(session: Session, seq: int) -> Message | None:
    """Note that the arbiter looks; answers why not, where it can't be."""
    if not _is_own_key(request.form.get("key", "")):
        return message("refused.form-elsewhere")
    command = Command((Entry(LookedAt(seq, short(request.form.get("reason", "")))),))
    try:
        append(session, command)
    except RuleViolation as refusal:
        return named_message(refusal.why, session.folded.people)
    except Refused as refused:
        return refused.why
    return None


def _own_key() -> str:
    """The key of a form whose answer is for this phone alone: keys stand in the session file."""
    fresh = new_key()
    return fresh + phone.derived(f"look {phone.here()} {fresh}")


def _is_own_key(key: str) -> bool:
    """Whether a form with this key was drawn for this phone."""
    fresh, mark = key[:22], key[22:]
    return hmac.compare_digest(mark, phone.derived(f"look {phone.here()} {fresh}"))


@blueprint.get("/<int:seq>/")
def settled(session_id: str, seq: int) -> ResponseReturnValue:
    """What was under a seal, or that it stays closed, and what that has put in."""
    session = open_table(session_id)
    return _shown("settled", session, one=_seal_values(session, _found(session, seq)))


def _settle(
    name: str, session: Session, seal: Seal, command: Command, **values: Any
) -> ResponseReturnValue:
    """Record what becomes of a seal; nothing it can be based on grows stale."""
    try:
        append(session, command)
    except RuleViolation as refusal:
        why = named_message(refusal.why, session.folded.people)
        return _asked(name, session, seal, why, **values)
    except Stale as refusal:
        return stale(session, command, refusal)
    except Refused as refused:
        return _asked(name, session, seal, refused.why, **values)
    return see_other(_url("settled", session, seal.entry.seq))


def _asked(
    name: str, session: Session, seal: Seal, refused: Message | None = None, **values: Any
) -> ResponseReturnValue:
    """The page that asks before something is done with a seal."""
    fields = dict(hidden(session)) | ({"key": _own_key()} if name == "look" else {})
    return _shown(
        name,
        session,
        code=422 if refused else 200,
        one=_seal_values(session, seal),
        refused=refused,
        entry={"action": request.path, "hidden": list(fields.items())},
        **{"is_kept": True, **values},
    )


# ---- values ----


def _shown(
    template: str, session: Session, /, *, code: int = 200, **values: Any
) -> ResponseReturnValue:
    back = url_for(".things", session_id=session.id)
    return page(f"sealed/{template}.html", code=code, **views.frame(session), back=back, **values)


def _found(session: Session, seq: int) -> Seal:
    seal = seal_of(session, seq)
    if seal is None:
        abort(404)
    return seal


def _seal_values(session: Session, seal: Seal) -> Values:
    """A seal as pages show it: nothing of what is under it, unless it was opened."""
    people, seq = session.folded.people, seal.entry.seq
    row = session.sheet.row(seal.deal) if seal.deal is not None else None
    with_it = [one for one in session.log if seal.settled and one.key == seal.settled.key]
    return {
        "seq": seq,
        "said": named(said_of(seal.entry), people),
        "letters": seal.sealed.letters,
        "commitment": seal.sealed.commitment,
        "holder": _whose(session, seal.sealed.seat),
        "what": message(seal.sealed.what),
        "deal": row.label if row else None,
        "is_closed": seal.settled is None,
        "settled": [named(said_of(one), people) for one in with_it],
        "looks": [named(said_of(one), people) for one in seal.looks],
        "open_url": _url("unseal", session, seq),
        "leave_url": _url("leave", session, seq),
        "look_url": _url("look", session, seq),
        "url": _url("settled", session, seq),
    }


def _said(session: Session, seal: Seal, value: Any) -> list[object]:
    """What is under a seal, in words: the facts that it would state, or its cards."""
    facts: tuple[Any, ...] = seal.sealable.facts(value)
    if facts:
        return [named(one.said(), session.folded.people) for one in facts]
    return [Card.parse(one) for one in value]


def _whose(session: Session, seat: Seat) -> Values:
    """A seat and, at a table with compass points, who sits there."""
    person = dict(session.folded.people).get(seat, "")
    shown = named(seat, session.folded.people)
    return {"value": seat.value, "name": shown, "person": "" if person == shown else person}


def _url(view: str, session: Session, seq: int) -> str:
    return url_for(f".{view}", session_id=session.id, seq=seq)
