"""What all at a table say at once, such as bids: each phone says it for its own players,
nobody sees another's before the last is in, and who can't say it keeps nobody waiting.

The log has each one's seal, and all are opened together: so nobody can have changed
theirs after seeing another's."""

import secrets

from flask import abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.seals import SALT_BYTES, Bond, LeftSealed, Sealed, commitment
from scorekeeper.core.seats import Seat, named_message
from scorekeeper.core.session import Command
from scorekeeper.games.fields import TYPED, read
from scorekeeper.store.seals import HiddenAnswer
from scorekeeper.tables.seals import AtOnce, said_at_once
from scorekeeper.tables.session import Session
from scorekeeper.web.page import incoming, phone
from scorekeeper.web.page.answers import go_to
from scorekeeper.web.page.incoming import form_key, open_table, sent, store, to_enter
from scorekeeper.web.page.place import Need, guard_seat, place
from scorekeeper.web.table.at_once import ALOUD, field_of, together
from scorekeeper.web.table.presenters import page_of
from scorekeeper.web.table.sessions import append, note_if_recorded

blueprint = incoming.OfTable("at_once", __name__, url_prefix="/t/<session_id>/at-once")


@blueprint.route("/<name>", methods=["GET", "POST"], need=Need.OWN_SEAT)
def say(session: Session, name: str) -> ResponseReturnValue:
    is_sent = request.method == "POST"
    if is_sent and note_if_recorded(session):
        return go_to(session, "sessions.table")
    now = _asked(session, name)
    if now is None:
        return go_to(session, "sessions.table")
    numbers, refused = _numbers_of(session, now) if is_sent else ({}, {})
    if refused or not numbers:
        return _asked_again(session, now, refused, code=422 if is_sent else 200)

    def work(_db: object) -> None:  # two phones may say it at once
        phone.forget_places()
        key = form_key()
        for seat, number in numbers.items():
            _hide(open_table(session.id), now, seat, number, key)
            key = f"{form_key()}-{seat.value}"

    store().in_transaction(work, session.id)
    return go_to(session, "sessions.table")


@blueprint.post("/<name>/back", need=Need.OWN_SEAT)
def take_back(session: Session, name: str) -> ResponseReturnValue:
    now = _asked(session, name)
    mine = place(session.id).seats
    own = now.seals.items() if now else ()
    taken = tuple(entry.seq for seat, entry in own if seat in mine)
    if taken and not note_if_recorded(session):
        append(session, Command((), taken))
    return go_to(session, "sessions.table")


@blueprint.post("/<name>/aloud", need=Need.ENTER)
def aloud(session: Session, name: str) -> ResponseReturnValue:
    """Carry on without whoever is missing: what was said stays closed for good, and
    everybody says it openly."""
    now = _asked(session, name)
    if now is not None and now.made and not note_if_recorded(session):
        append(session, to_enter(*(LeftSealed(entry.seq) for entry in now.made)))
    asked_by = now.sealable.asked_by if now else ""
    return go_to(session, "sessions.table", form=asked_by, **{ALOUD: 1})


def _asked(session: Session, name: str) -> AtOnce | None:
    sealables = session.game.sealables
    if name not in [sealable.name for sealable in sealables]:
        abort(404)
    now = said_at_once(session)
    return now if now is not None and now.sealable.name == name else None


def _mine(session: Session, now: AtOnce) -> tuple[Seat, ...]:
    mine = place(session.id).seats
    return tuple(seat for seat in now.missing if seat in mine)


def _numbers_of(
    session: Session, now: AtOnce
) -> tuple[dict[Seat, int], dict[str, Message]]:
    numbers = {}
    refused = {}
    for seat in _mine(session, now):
        number = _number_of(session, now, seat)
        if isinstance(number, Message):
            refused[field_of(now, seat)] = number
        else:
            numbers[seat] = number
    return numbers, refused


def _number_of(session: Session, now: AtOnce, seat: Seat) -> int | Message:
    typed = sent(field_of(now, seat)).strip()
    number = read(int, typed)
    family = session.game.family
    if number is None:
        code = "no-number" if typed else "nothing-typed"
        return message(f"{family}.refused.{code}", typed=typed[:TYPED])
    try:
        now.sealable.check_one(session.folded.state, seat, number)
    except RuleViolation as refusal:
        return named_message(refusal.why, session.folded.people)
    return number


def _hide(session: Session, now: AtOnce, seat: Seat, number: int, key: str) -> None:
    guard_seat(session, seat)
    what = now.sealable.what
    salt = secrets.token_hex(SALT_BYTES)
    made = commitment(Bond(session.id, seat, what, key), number, salt)
    hidden = HiddenAnswer(made, seat.party, number, salt)
    sealed = to_enter(Sealed(what, seat, made))
    append(session, sealed, sealed=hidden, key=key)


def _asked_again(
    session: Session, now: AtOnce, refused: dict[str, Message], code: int
) -> ResponseReturnValue:
    shown = together(session, now)
    asked = tuple(
        one._replace(typed=sent(one.field), error=refused.get(one.field))
        for one in shown.asked
    )
    shown = shown._replace(asked=asked)
    return page_of(session, "sealed/together.html", code=code, together=shown)
