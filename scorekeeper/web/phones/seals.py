"""Sealed things: who seals, alone with the phone; what is closed; opening, leaving,
looking.

Nothing that is under a seal is in any page but the one its holder fills in and the
answer to a look; neither is kept by a browser. GET shows, POST records.

Each form carries the key of the box that its value is to lie in, made when it is drawn:
so that a form that comes again is known by what its own phone alone has, and not by its
public key."""

import secrets
from enum import StrEnum
from typing import Any

from flask import Response, abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seals import SALT_BYTES, Bond, Sealed, commitment, written
from scorekeeper.core.seats import Seat, named_message
from scorekeeper.core.session import Command
from scorekeeper.games.seals import AnySealable, AnySealForm, CardsForm, Together
from scorekeeper.store import KeyReused, Replayed, Stale
from scorekeeper.store.seals import Secret, locked, name_of, new_seal_key
from scorekeeper.tables import seals as seals_at
from scorekeeper.tables.said import said_alone
from scorekeeper.tables.seals import Seal, seal_of
from scorekeeper.tables.session import Session, short
from scorekeeper.web.page import incoming, phone
from scorekeeper.web.page.answers import error_page, go_to, hidden, note_saved
from scorekeeper.web.page.incoming import argument, open_table, sent, store
from scorekeeper.web.page.parts import Cell, Values, deck
from scorekeeper.web.page.place import Need, guard_seat, is_together, place, under
from scorekeeper.web.table.presenters import page_of, whose
from scorekeeper.web.table.sessions import append, as_it_was, put_refusal, stale

blueprint = incoming.OfTable("sealed", __name__, url_prefix="/t/<session_id>/sealed")

SALT = 2 * SALT_BYTES  # how many bytes of salt a seal of ours has
LISTED = 20  # how many seals are listed, closed or not: those made last


@blueprint.get("/", need=Need.READ)
def things(session: Session) -> ResponseReturnValue:
    due = seals_at.seals_due(session)
    may = [
        (message(sealable.what), sealable)
        for sealable in session.game.may_be_sealed.values()
        if not isinstance(sealable, Together) and _may_be_sealed(session, sealable)
    ]
    latest = sorted(seals_at.seals_of(session), key=lambda seal: -seal.entry.seq)
    made = [_seal_values(session, seal) for seal in latest[:LISTED]]
    return _shown(
        "things", session, may=may, due=[sealable.what for sealable in due], made=made
    )


def _may_be_sealed(session: Session, sealable: AnySealable) -> bool:
    state = session.folded.state
    if not sealable.seats(state) or sealable.why_not_yet(state) is not None:
        return False
    made = sealable.made(state, session.folded.order)
    return len(made) < sealable.most(state)


@blueprint.route("/new/<name>", methods=["GET", "POST"], need=Need.OWN_SEAT)
def seal(session: Session, name: str) -> ResponseReturnValue:
    sealable = _sealable(session, name)
    is_sent = request.method == "POST"
    code = 422 if is_sent else 200
    if is_sent:
        key = sent("key") or abort(400)
        first = _sealed_before(session, key)
        if first is not None:
            return _again(session, sealable, first)
    what = message(sealable.what)
    why = sealable.why_not_yet(session.folded.state)
    if why is not None:
        why = named_message(why, session.folded.people)
        return _shown("who", session, code=code, why=why, what=what)
    seat = _holder(session, sealable)
    if seat is None:
        seats = sealable.seats(session.folded.state)
        shown = [whose(session, seat) for seat in seats]
        return _shown("who", session, code=code, seats=shown, what=what)
    guard_seat(session, seat)
    return _seal_of(session, sealable, seat)


def _seal_of(
    session: Session, sealable: AnySealable, seat: Seat
) -> ResponseReturnValue:
    is_sent = request.method == "POST"
    code = 422 if is_sent else 200
    values: Values = {
        "what": message(sealable.what),
        "holder": whose(session, seat),
        "here": incoming.at(
            session, ".seal", name=sealable.name, seat=seat.value, open=1
        ),
    }
    form = sealable.form(request.form if is_sent else None, folded=session.folded)
    if is_sent and form.validate():
        _refuse_if_moved(session, form)
        if not form.form_errors:
            return _record(session, sealable, seat, form, values)
    if is_sent or argument("open") or place(session.id).own_seat is seat:
        return _choose(session, form, values, code)
    return _shown("hand_over", session, **values)


def _sealable(session: Session, name: str) -> AnySealable:
    for sealable in session.game.may_be_sealed.values():
        if sealable.name == name and not isinstance(sealable, Together):
            return sealable
    abort(404)


def _refuse_if_moved(session: Session, form: AnySealForm) -> None:
    """Put a refusal over the form where others may look than when it was drawn, or the
    phone can't keep its key."""
    is_same = request.form.get("reader") == store().seal_reader(session)
    if not is_same or _form_key() is None:
        put_refusal(form, refused("refused.seal-reader"))
    elif len(store().seals.needed(phone.kept_keys())) >= phone.KEYS:
        put_refusal(form, refused("refused.seal-keys", n=phone.KEYS))


def _form_key() -> bytes | None:
    return phone.key_of(sent("lock"))


def _record(
    session: Session,
    sealable: AnySealable,
    seat: Seat,
    form: AnySealForm,
    values: Values,
) -> ResponseReturnValue:
    key = _form_key() or abort(400)
    secret = Secret(form.value(), secrets.token_hex(SALT))
    bond = Bond(session.id, seat, sealable.what, request.form["key"])
    made = commitment(bond, secret.value, secret.salt)
    command = seals_at.sealing(session, sealable, Sealed(sealable.what, seat, made))
    box = locked(made, secret, key, request.form["reader"])
    try:
        appended = append(session, command, sealed=box)
    except Stale as refusal:
        return stale(session, command, refusal)
    except KeyReused:  # the same form sent twice at once: the first one has been taken
        now = open_table(session.id)
        return _again(now, sealable, _sealed_before(now, bond.key) or abort(422))
    except RuleViolation as refusal:
        put_refusal(form, refusal)
        return _choose(session, form, values, 422)
    phone.keep_key(made, key)
    return go_to(session, ".done", seq=appended.entries[-1].seq)


def _again(session: Session, sealable: AnySealable, first: Seal) -> ResponseReturnValue:
    """The same form once more: answered as the first time, unless it says something
    else now.

    Without the form's own key, which no other phone has, all that is said is that it
    was used."""
    entry = first.entry
    made = first.sealed.commitment
    kept = store().seals.kept(session.id, made)
    key = _form_key()
    note_saved(entry.key, (entry,), entry.hash)
    done = go_to(session, ".done", seq=entry.seq)
    if kept is None:
        return done
    secret = kept.by_sealer({name_of(made): key}) if key else None
    if key and secret is not None:
        form = sealable.form(request.form, folded=as_it_was(session).folded)
        if form.validate() and written(form.value()) == written(secret.value):
            phone.keep_key(made, key)
            return done
    back = (incoming.at(session, ".things"), message("Seals"))
    why = message("refused.key-reused")
    return error_page(422, "error.seal-used", why, back)


def _sealed_before(session: Session, key: str) -> Seal | None:
    for entry in session.log:
        if entry.key == key:
            seal = seal_of(session, entry.seq)
            if seal is not None:
                return seal
    return None


def _choose(
    session: Session, form: AnySealForm, values: Values, code: int = 200
) -> ResponseReturnValue:
    view = dict(form.view())
    if isinstance(form, CardsForm):
        pack, _, _ = form.offered()
        chosen = form.chosen
        view["deck"] = deck(pack, lambda card: Cell(card, is_on=str(card) in chosen))
    reader = store().seal_reader(session)
    lock = phone.as_text(new_seal_key())
    fields = [*hidden(session), ("lock", lock), ("reader", reader)]
    entry = {"action": values["here"], "hidden": fields}
    return _page(
        form.TEMPLATE, session, code=code, **values, form=form, view=view, entry=entry
    )


def _holder(session: Session, sealable: AnySealable) -> Seat | None:
    seats = sealable.seats(session.folded.state)
    if len(seats) == 1:
        return seats[0]
    for seat in seats:
        if seat.value == argument("seat"):
            return seat
    own = place(session.id).own_seat
    return own if own in seats else None


@blueprint.route("/<int:seq>/open", methods=["GET", "POST"], need=Need.KEY)
def unseal(session: Session, seq: int) -> ResponseReturnValue:
    seal, secret = _under("open", session, seq, "refused.seal-key", 403)
    command = seals_at.opening(session, seal, written(secret.value), secret.salt)
    return _settle("open", session, seal, command)


def _under(
    name: str, session: Session, seq: int, no_key: str, code: int = 422
) -> tuple[Seal, Secret]:
    """A closed seal and what is under it, where a form was sent; else the page that
    asks, or that says why it can't be seen on this phone: by `no_key`, with this code,
    where the phone has no key for it."""
    seal = _closed(session, seq)
    secret = under(session, seal.entry)
    if secret is None:
        made = seal.sealed.commitment
        if store().seals.kept(session.id, made) is None:
            no_key, code = "refused.seal-elsewhere", 422
        elif name_of(made) in phone.kept_keys():  # it was changed
            no_key, code = "refused.seal-broken", 422
        why = message(no_key, entry=seq, seal=seal.sealed.letters)
        abort(_asked(name, session, seal, why, code, is_kept=False))
    if request.method == "GET":
        abort(_asked(name, session, seal))
    return seal, secret


@blueprint.route("/<int:seq>/leave", methods=["GET", "POST"], need=Need.ENTER)
def leave(session: Session, seq: int) -> ResponseReturnValue:
    seal = _closed(session, seq)
    options = seals_at.outcomes(session, seal)
    values: Values = {"options": [what for what, *_ in options]}
    if request.method == "GET":
        return _asked("leave", session, seal, **values)
    chosen = request.form.get("outcome", 0 if len(options) == 1 else None, type=int)
    if chosen is None or not 0 <= chosen < len(options):
        return _asked("leave", session, seal, message("refused.no-outcome"), **values)
    reason = short(sent("reason"))
    command = seals_at.leaving(session, seal, options[chosen], reason)
    return _settle("leave", session, seal, command, **values)


def _settle(
    name: str, session: Session, seal: Seal, command: Command, **values: Any
) -> ResponseReturnValue:
    try:
        append(session, command)
    except Stale as refusal:
        return stale(session, command, refusal)
    except RuleViolation as refusal:
        return _asked(name, session, seal, refusal.why, **values)
    # whoever sealed it has left the table since
    if not place(session.id).fills(Need.READ):
        return settled(open_table(session.id), seal.entry.seq)
    return go_to(session, ".settled", seq=seal.entry.seq)


@blueprint.route("/<int:seq>/look", methods=["GET", "POST"], need=Need.ARBITER)
def look(session: Session, seq: int) -> ResponseReturnValue:
    seal, secret = _under("look", session, seq, "refused.seal-no-look")
    reason = short(sent("reason"))
    value = written(secret.value)
    try:
        command = seals_at.looking(session, seal, value, secret.salt, reason)
        appended = append(session, command)
        if isinstance(appended, Replayed):  # no look of its own
            raise refused("refused.looked-already")
    except RuleViolation as refusal:
        return _asked("look", session, seal, refusal.why)
    now = open_table(session.id)
    said = seals_at.value_said(now, seal, secret.value)
    return _shown("looked", now, one=_seal_values(now, seal), value=said)


@blueprint.get(
    "/<int:seq>/done", endpoint="done", defaults={"view": "done"}, need=Need.READ
)
@blueprint.get("/<int:seq>/", need=Need.READ)
def settled(session: Session, seq: int, view: str = "settled") -> ResponseReturnValue:
    seal = seal_of(session, seq) or abort(404)
    return _shown(view, session, one=_seal_values(session, seal))


def _asked(
    name: str,
    session: Session,
    seal: Seal,
    why: Message | None = None,
    code: int = 422,
    **own: Any,
) -> Response:
    return _shown(
        name,
        session,
        code=code if why else 200,
        one=_seal_values(session, seal),
        refused=why and named_message(why, session.folded.people),
        **{"is_kept": True, **own},
    )


class Looker(StrEnum):
    """Who may look at what lies under a seal, beside whoever sealed it."""

    ARBITER = "arbiter"
    NOBODY = "nobody"
    PLAIN = "plain"
    """Whoever reads the file: a seal of a release that did not lock them."""
    TOGETHER = "together"
    """Nobody until all are in; then everyone."""


def _shown(
    name: str, session: Session, /, *, code: int = 200, **values: Any
) -> Response:
    return _page(f"sealed/{name}.html", session, code=code, **values)


def _page(
    template: str, session: Session, /, *, code: int = 200, **values: Any
) -> Response:
    if "one" in values:
        looker = values["one"]["looker"]
    elif store().seals.reader(session.id):
        looker = Looker.ARBITER
    else:
        looker = Looker.NOBODY
    values |= {"back": incoming.at(session, ".things"), "looker": looker}
    return page_of(session, template, code=code, **values)


def _closed(session: Session, seq: int) -> Seal:
    seal = seal_of(session, seq) or abort(404)
    if seal.settled is not None:
        abort(go_to(session, ".settled", seq=seq))
    return seal


def _seal_values(session: Session, seal: Seal) -> Values:
    row = session.sheet.row(seal.deal) if seal.deal is not None else None
    settled = seal.settled
    return {
        "seq": seal.entry.seq,
        "said": said_alone(session, seal.entry),
        "letters": seal.sealed.letters,
        "deal": row.label if row else None,
        "is_closed": seal.settled is None,
        "opens": under(session, seal.entry) is not None,
        "looker": _looker(session, seal),
        "settled": seals_at.told_with(session, settled) if settled else [],
        "looks": [said_alone(session, entry) for entry in seal.looks],
    }


def _looker(session: Session, seal: Seal) -> Looker | None:
    kept = store().seals.kept(session.id, seal.sealed.commitment)
    if kept is None:
        return None
    if is_together(session, seal.sealed):
        return Looker.TOGETHER
    if kept.plain is not None:
        return Looker.PLAIN
    return Looker.ARBITER if kept.reader else Looker.NOBODY
