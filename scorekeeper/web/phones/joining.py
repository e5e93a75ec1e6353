"""Coming to a table: by a link, by a code that was said, or by asking the host.

GET shows, POST does: a link that a messenger looks at before anybody taps it seats
nobody."""

from collections.abc import Callable
from functools import partial

from flask import Response, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Seated
from scorekeeper.core.messages import Message, message
from scorekeeper.core.phone_notes import Arrival, Role
from scorekeeper.store.phones import AskedFor, Invitation, Purpose
from scorekeeper.tables.names import clean, why_not
from scorekeeper.tables.nights import is_night
from scorekeeper.tables.session import Session
from scorekeeper.web.page import invitations, phone
from scorekeeper.web.page.answers import error_page, go_to, page, see_other
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import new_key, now, sent, store
from scorekeeper.web.page.place import (
    Need,
    Place,
    askers,
    at_once,
    place,
)
from scorekeeper.web.phones import seats
from scorekeeper.web.phones.seats import phones_page, seats_shown
from scorekeeper.web.phones.taking_places import (
    Taken,
    check_one_side,
    check_room,
    may_ask,
    move_seats,
    seat_sent,
    sit_down,
    take_role,
)
from scorekeeper.web.table.presenters import channels, heading, whose

blueprint = seats.blueprint


@blueprint.route("/join", methods=["GET", "POST"], need=Need.OPEN, cost=Cost.TRYING)
def join() -> ResponseReturnValue:
    if request.method == "GET":
        return join_page()
    code = sent("code")
    invitation = invitations.spoken(code)
    if invitation is None:
        return join_page(message("refused.code", code=clean(code)[:16]), 422)
    # only the phone that follows the link uses up the code
    if invitation.purpose is Purpose.HOST:
        words = invitations.fresh(invitation.session, Purpose.HOST)
    else:
        words = invitations.words_for(invitation.session, Purpose.JOIN)
    return see_other(url_for(".invited", words=words))


@blueprint.route(
    "/j/<words>", methods=["GET", "POST"], need=Need.OPEN, cost=Cost.ARRIVING
)
def invited(words: str) -> ResponseReturnValue:
    asked = store().phones.request(words, now())
    if asked is not None:
        return _waiting(asked, store().open(asked.session) or abort(404))
    invitation = invitations.found(words)
    if invitation is None or invitation.purpose is Purpose.CODE:
        return _expired()
    session = store().open(invitation.session) or abort(404)
    if is_night(session):
        return see_other(url_for("night.join", words=words))
    if request.method == "GET":
        return _invited(session, invitation)
    return _answered(session, words, invitation)


def _answered(
    session: Session, words: str, invitation: Invitation
) -> ResponseReturnValue:
    try:
        if invitation.purpose is Purpose.JOIN and sent("ask"):
            return _asked(session)
        then, give_place = _leads_to(session, invitation)
        if give_place and not _taken_up(session, words, invitation, give_place):
            return _expired()
    except RuleViolation as refusal:
        phone.forget_places()
        is_taken = isinstance(refusal, Taken)
        if invitation.purpose is not Purpose.JOIN and not is_taken:
            raise  # nothing was asked that could be answered otherwise
        code = 409 if is_taken else 422
        return _invited(session, invitation, refusal.why, code)
    return go_to(session, then)


def _taken_up(
    session: Session,
    words: str,
    invitation: Invitation,
    give_place: Callable[[], object],
) -> bool:
    """Give the phone that asks what it was invited to; False where the invitation is
    over. A link that works once is used up with what it gives, or not at all."""
    phone.claiming()  # not within: what is undone and done again would not renew it

    def work(_db: object) -> bool:
        if invitation.is_single:
            is_good = store().phones.spend(words, now())
        else:
            is_good = invitations.found(words) is not None
        if is_good:
            give_place()
        return is_good

    return store().in_transaction(work, session.id)


def _leads_to(
    session: Session, invitation: Invitation
) -> tuple[str, Callable[[], object] | None]:
    """The page that an invitation leads to, and what gives the phone its place there,
    where it needs one. Raises RuleViolation."""
    then = "sessions.table"
    mine = place(session.id)
    purpose = invitation.purpose
    if purpose is Purpose.MOVE:
        how = _how_moved(invitation, mine)
        return then, partial(move_seats, session, invitation.seats, how)
    if purpose is Purpose.JOIN and request.form.get("seat") != "":
        return then, _sitting_down(session)
    if purpose is Purpose.ARBITER and mine.seats:
        raise Taken(message("refused.arbiter-plays"))
    if purpose in (Purpose.ARBITER, Purpose.HOST):
        return then, partial(take_role, session, Role(purpose.value))
    if mine.is_here or not phone.is_public():
        return "live.board", None
    check_room(session)
    return "live.board", partial(take_role, session, Role.WATCHER)


def _how_moved(invitation: Invitation, mine: Place) -> Arrival:
    if mine.is_host:
        return Arrival.TAKEN_BACK
    if invitation.by_host:
        return Arrival.BY_HOST
    if invitation.by_arbiter:
        return Arrival.BY_ARBITER
    return Arrival.MOVED


def _sitting_down(session: Session) -> Callable[[], None]:
    seat = seat_sent(session)
    name = clean(sent("name"))
    events = []
    if seat not in dict(session.folded.people):
        why = why_not(name, session.folded.persons, seat)
        if why is not None:
            raise RuleViolation(why)
        events.append(Seated(name, seat))

    def sit() -> None:
        if not sit_down(session, seat, *events):
            raise Taken(message("refused.seat-taken", seat=seat))

    return sit


@blueprint.post("/t/<session_id>/phones/ask", need=Need.READ)
def ask(session: Session) -> ResponseReturnValue:
    try:
        return _asked(session)
    except RuleViolation as refusal:
        return phones_page(session, refusal.why, 409)


@blueprint.post("/t/<session_id>/phones/let-in", need=Need.HOST)
def let_in(session: Session) -> ResponseReturnValue:
    """A phone that asks for a seat of the host's may sit down there, or may not."""
    salt = sent("asked")

    def work(_mine: Place) -> bool:
        seats = {asked.salt: asked.seat for asked in askers(session)}
        phones = store().phones
        if sent("do") != "yes":
            phones.turn_away(session.id, salt)
            return True
        if salt not in seats:
            return False
        until = now(invitations.SECONDS[Purpose.MOVE])
        return phones.let_in(session.id, salt, until, now())

    is_done = at_once(session.id, work, Need.HOST)
    channels().post(session.id)
    if not is_done:
        return phones_page(session, message("refused.asks-no-more"), 409)
    return go_to(session, ".phones")


def _asked(session: Session) -> ResponseReturnValue:
    seat = seat_sent(session)
    if not may_ask(session, seat):
        raise Taken(message("refused.seat-not-asked", seat=seat))
    check_one_side(session, (seat,))
    words = invitations.ask_for(session.id, seat)
    if words is None:
        raise Taken(message("refused.many-ask"))
    channels().post(session.id)
    return see_other(url_for(".invited", words=words))


def _waiting(asked: AskedFor, session: Session) -> Response:
    answer = page(
        "seats/asking.html",
        session=heading(session),
        who=whose(session, asked.seat),
        number=invitations.number_of(asked),
        status=None,
    )
    answer.headers["Refresh"] = "3"
    return answer


def _invited(
    session: Session,
    invitation: Invitation,
    refused: Message | None = None,
    code: int = 200,
) -> ResponseReturnValue:
    rows = sorted(seats_shown(session), key=lambda row: not row.is_free)
    if invitation.purpose is Purpose.MOVE:
        rows = [row for row in rows if row.seat in invitation.seats]
    return page(
        "seats/invited.html",
        code=code,
        session=heading(session),
        purpose=invitation.purpose.value,
        seats=rows,
        me=place(session.id),
        refused=refused,
        mark=new_key(),
        status=None,
    )


def join_page(refused: Message | None = None, code: int = 200) -> Response:
    return page("seats/join.html", code=code, refused=refused, status=None)


def _expired() -> Response:
    back = url_for(".join"), message("phones.join")
    return error_page(410, "error.invitation", back=back)
