"""Everybody on their own phone: inviting, sitting down, moving a seat, taking one back, leaving.

GET shows, POST does: a link that a messenger looks at before anybody taps it seats nobody.
"""

from typing import Any

from flask import Blueprint, Response, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Seated
from scorekeeper.core.messages import Message, message
from scorekeeper.core.naming import named
from scorekeeper.core.phones import Arrival, PhoneIs, PhoneIsNot, PhoneLeft, PhoneSeated, Role
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.record import Session
from scorekeeper.store import Refused
from scorekeeper.store.phones import Invitation, Purpose
from scorekeeper.web import invitations, phone, views
from scorekeeper.web.access import forget_places, place
from scorekeeper.web.names import NAME_LENGTH, clean
from scorekeeper.web.pages import error_page, page, see_other
from scorekeeper.web.recording import append
from scorekeeper.web.tables import now, open_table, store

blueprint = Blueprint("seats", __name__)
Values = dict[str, Any]
SHOWN = 6
"""How many of the last entries a watcher sees under the score."""


# ---- the phones of a table ----


@blueprint.get("/t/<session_id>/phones")
def phones(session_id: str) -> ResponseReturnValue:
    """Who is on which phone; the code that others scan; what can be done about it."""
    return _phones(open_table(session_id))


@blueprint.get("/t/<session_id>/phones/<any(watch, arbiter):purpose>")
def invite(session_id: str, purpose: str) -> ResponseReturnValue:
    """The link for onlookers or for the arbiter, to scan."""
    session = open_table(session_id)
    if purpose == "arbiter" and not place(session_id).is_host:
        abort(403)
    return _link(session, Purpose(purpose), invitations.words_for(session_id, Purpose(purpose)))


@blueprint.post("/t/<session_id>/phones/take")
def take(session_id: str) -> ResponseReturnValue:
    """Make this phone the host of a table that no phone has, such as one from a file."""
    session = open_table(session_id)
    if phone.is_public() or place(session_id).is_hosted:
        return _phones(session, message("refused.table-taken"), 409)
    seats = session.game.ring(session.settings)
    if not store().phones.host(session_id, phone.claiming(), seats, now()):
        return _phones(session, message("refused.table-taken"), 409)
    return _noted(session, PhoneIs(Role.HOST))


@blueprint.post("/t/<session_id>/phones/sit")
def sit(session_id: str) -> ResponseReturnValue:
    """This phone plays one more seat, of those on the host's."""
    session = open_table(session_id)
    seat = _seat(session)
    if not store().phones.sit(session_id, phone.here(), (seat,), now()):
        return _phones(session, message("refused.seat-taken", seat=seat), 409)
    return _noted(session, PhoneSeated((seat,)), then="seats.phones")


@blueprint.post("/t/<session_id>/phones/move")
def move(session_id: str) -> ResponseReturnValue:
    """A link, good once and for two minutes, to one seat of this phone or any for the host; or,
    without a seat, to all that the host's phone is."""
    session, mine = open_table(session_id), place(session_id)
    if not request.form.get("seat"):
        if not mine.is_host:
            abort(403)
        return _link(session, Purpose.HOST, invitations.fresh(session_id, Purpose.HOST))
    seat = _seat(session)
    if seat not in mine.seats and not mine.is_host:
        abort(403)
    words = invitations.fresh(session_id, Purpose.MOVE, (seat,))
    return _link(session, Purpose.MOVE, words, _whose(session, seat))


@blueprint.post("/t/<session_id>/phones/back")
def take_back(session_id: str) -> ResponseReturnValue:
    """The host's phone plays a seat again whose own phone is lost or flat."""
    session = open_table(session_id)
    seat = _seat(session)
    if seat not in place(session_id).seats:
        store().phones.withdraw(
            session_id, Purpose.MOVE
        )  # such as one made by a phone that is lost
        store().phones.sit(session_id, phone.here(), (seat,), now(), is_moved=True)
        return _noted(session, PhoneSeated((seat,), Arrival.TAKEN_BACK), then="seats.phones")
    return see_other(url_for(".phones", session_id=session_id))


@blueprint.post("/t/<session_id>/phones/leave")
def leave(session_id: str) -> ResponseReturnValue:
    """This phone leaves the table: its seats go back to the host's."""
    session, mine = open_table(session_id), place(session_id)
    if mine.is_host:
        return _phones(session, message("refused.host-leaves"), 409)
    if not mine.is_here:
        return see_other(url_for("home.home"))
    seats = store().phones.leave(session_id, phone.here(), now())
    events: list[Event] = [PhoneLeft(seats)] if seats else []
    events += [PhoneIsNot(Role.ARBITER)] if mine.is_arbiter else []
    return _noted(session, *events, then="home.home")


@blueprint.post("/t/<session_id>/phones/dismiss")
def dismiss(session_id: str) -> ResponseReturnValue:
    """There is no arbiter at this table any more."""
    session = open_table(session_id)
    store().phones.end(session_id, Role.ARBITER)
    store().phones.withdraw(session_id, Purpose.ARBITER)
    return _noted(session, PhoneIsNot(Role.ARBITER), then="seats.phones")


@blueprint.get("/t/<session_id>/board")
def board(session_id: str) -> ResponseReturnValue:
    """The score in large letters, whose turn it is and the last entries: to be looked at."""
    return watching(open_table(session_id))


def watching(session: Session) -> ResponseReturnValue:
    """What a phone that enters nothing sees of a table."""
    latest = views.latest_values(session, SHOWN)
    return page("seats/board.html", **views.frame(session), latest=latest)


# ---- coming to a table ----


@blueprint.route("/join", methods=["GET", "POST"])
def join() -> ResponseReturnValue:
    """The code that was said aloud."""
    if request.method == "GET":
        return _join_page()
    invitation = invitations.spoken(request.form.get("code", ""))
    if invitation is None:
        typed = clean(request.form.get("code", ""))[:12]
        return _join_page(message("refused.code", code=typed), 422)
    words = invitations.words_for(invitation.session, Purpose.JOIN)
    return see_other(url_for(".invited", words=words))


def too_many_codes() -> Response:
    """The answer to one try more than may be made in a while; see limits.py."""
    return _join_page(message("refused.code-tries"), 429)


@blueprint.route("/j/<words>", methods=["GET", "POST"])
def invited(words: str) -> ResponseReturnValue:
    """Who are you? An invitation and, by POST, its answer."""
    invitation = invitations.found(words)
    if invitation is None or invitation.purpose is Purpose.CODE:
        return _expired()
    session = open_table(invitation.session)
    if request.method == "GET":
        return _invited(session, invitation)
    taken = {
        Purpose.JOIN: _sit_down,
        Purpose.WATCH: _watch,
        Purpose.ARBITER: _arbitrate,
        Purpose.MOVE: _move_here,
        Purpose.HOST: _host_here,
    }
    return taken[invitation.purpose](session, invitation, words)


def _sit_down(session: Session, invitation: Invitation, words: str) -> ResponseReturnValue:
    if request.form.get("seat") == "":
        return _watch(session, invitation, words)
    seat = _seat(session)
    name = clean(request.form.get("name", ""))
    person = dict(session.folded.people).get(seat)
    if not person and (refused := _why_not_name(session, name, seat)):
        return _invited(session, invitation, refused, 422)
    me = phone.claiming()
    forget_places()
    is_mine = seat in place(session.id).seats
    if not store().phones.sit(session.id, me, (seat,), now()):
        return _invited(session, invitation, message("refused.seat-taken", seat=seat), 409)
    facts: list[Event] = [] if is_mine else [PhoneSeated((seat,))]
    return _noted(session, *facts, *([] if person else [Seated(name, seat)]))


def _watch(session: Session, _invitation: Invitation, _words: str) -> ResponseReturnValue:
    if phone.is_public() and not place(session.id).is_here:
        store().phones.be(session.id, phone.claiming(), Role.WATCHER, now())
    return see_other(url_for(".board", session_id=session.id))


def _arbitrate(session: Session, invitation: Invitation, words: str) -> ResponseReturnValue:
    if not invitations.spend(words, invitation):
        return _expired()
    store().phones.be(session.id, phone.claiming(), Role.ARBITER, now())
    phone.become_reader(session.id)
    return _noted(session, PhoneIs(Role.ARBITER))


def _move_here(session: Session, invitation: Invitation, words: str) -> ResponseReturnValue:
    if not invitations.spend(words, invitation):
        return _expired()
    seats = invitation.seats
    store().phones.sit(session.id, phone.claiming(), seats, now(), is_moved=True)
    return _noted(session, PhoneSeated(seats, Arrival.MOVED))


def _host_here(session: Session, invitation: Invitation, words: str) -> ResponseReturnValue:
    if not invitations.spend(words, invitation):
        return _expired()
    ring = session.game.ring(session.settings)
    store().phones.withdraw(session.id, Purpose.HOST)
    store().phones.take_over(session.id, phone.claiming(), ring, now())
    forget_places()
    if place(session.id).is_arbiter:  # the host before was the arbiter too
        phone.become_reader(session.id)
    return _noted(session, PhoneIs(Role.HOST))


def _why_not_name(session: Session, name: str, seat: Seat) -> Message | None:
    """Why this can't be the name of who sits down."""
    if not name:
        return message("refused.no-name", seat=seat)
    if len(name) > NAME_LENGTH:
        return message("refused.name-length", person=name, length=len(name))
    others = {person.casefold() for _, person in session.folded.people}
    return message("refused.same-name", person=name) if name.casefold() in others else None


# ---- values ----


def _seat(session: Session) -> Seat:
    """The seat that a form names; 400 where this table has no such seat."""
    wanted = request.form.get("seat", "")
    ring = session.game.ring(session.settings)
    return next((one for one in ring if one.value == wanted), None) or abort(400)


def _noted(session: Session, *events: Event, then: str = "sessions.table") -> ResponseReturnValue:
    """Write down for all what has changed, and go on to a page without a token in its address."""
    forget_places()
    if events:
        try:
            append(session, Command(tuple(Entry(one) for one in events)))
        except (RuleViolation, Refused):
            current_app.logger.exception("A change of phones was not noted.")
    args: Values = {} if then == "home.home" else {"session_id": session.id}
    return see_other(url_for(then, **args))


def _seats(session: Session) -> list[Values]:
    """Every seat: who sits there and on which phone it is, seen from this one."""
    mine = place(session.id)
    holders = {one.seat: one for one in store().phones.holdings(session.id) if one.seat}
    hosts = {one.phone for one in store().phones.holdings(session.id) if one.role is Role.HOST}
    values = []
    for seat in session.game.ring(session.settings):
        holder = holders.get(seat)
        is_free = holder is None or holder.phone in hosts
        values.append(
            {
                **_whose(session, seat),
                "is_mine": seat in mine.seats,
                "is_free": is_free,
                "where": "mine" if seat in mine.seats else "host" if is_free else "own",
            }
        )
    return values


def _whose(session: Session, seat: Seat) -> Values:
    """A seat and who sits there."""
    person = dict(session.folded.people).get(seat, "")
    return {
        "value": seat.value,
        "seat": seat,
        "name": named(seat, session.folded.people),
        "person": person,
    }


def _phones(
    session: Session, refused: Message | None = None, code: int = 200
) -> ResponseReturnValue:
    mine = place(session.id)
    values: Values = {}
    if mine.may_enter:
        url = invitations.address(invitations.words_for(session.id, Purpose.JOIN))
        letters = invitations.words_for(session.id, Purpose.CODE)
        values = {
            "qr": Markup(invitations.qr(url)),  # noqa: S704 - drawn by us from our own address
            "spoken": f"{letters[:4]} {letters[4:]}",
            "where": invitations.outside(url_for(".join")).split("//", 1)[-1],
        }
    frame = views.frame(session)
    frame["urls"] |= _urls(session)
    return page(
        "seats/phones.html",
        code=code,
        **frame,
        **values,
        seats=_seats(session),
        refused=refused,
        mark=phone.mark(),
        may_take=not mine.is_hosted and not phone.is_public(),
    )


def _urls(session: Session) -> dict[str, str]:
    here: Values = {"session_id": session.id}
    views_ = ("take", "sit", "move", "take_back", "leave", "dismiss")
    urls = {name: url_for(f".{name}", **here) for name in views_}
    links = {f"{one}_link": url_for(".invite", **here, purpose=one) for one in ("watch", "arbiter")}
    return {**urls, **links, "join": url_for(".join"), "tv": url_for("live.tv", **here)}


def _link(
    session: Session, purpose: Purpose, words: str, whose: Values | None = None
) -> ResponseReturnValue:
    url = invitations.address(words)
    return page(
        "seats/link.html",
        **views.frame(session),
        purpose=purpose.value,
        seconds=invitations.SECONDS[purpose],
        url=url,
        qr=Markup(invitations.qr(url)),  # noqa: S704 - drawn by us from our own address
        whose=whose,
    )


def _invited(
    session: Session, invitation: Invitation, refused: Message | None = None, code: int = 200
) -> ResponseReturnValue:
    seats = _seats(session)
    if invitation.purpose is Purpose.MOVE:
        seats = [one for one in seats if one["seat"] in invitation.seats]
    else:
        seats.sort(key=lambda one: not one["is_free"])
    return page(
        "seats/invited.html",
        code=code,
        session={"id": session.id, "title": message(f"game.{session.game.slug}")},
        purpose=invitation.purpose.value,
        seats=seats,
        me=place(session.id),
        refused=refused,
        typed=request.form.get("name", ""),
        mark=phone.mark(),
        urls={
            "home": url_for("home.home"),
            "table": url_for("sessions.table", session_id=session.id),
            "board": url_for(".board", session_id=session.id),
        },
        status=None,
    )


def _join_page(refused: Message | None = None, code: int = 200) -> Response:
    return page(
        "seats/join.html",
        code=code,
        refused=refused,
        typed=request.form.get("code", ""),
        urls={"home": url_for("home.home"), "join": url_for(".join")},
        status=None,
    )


def _expired() -> ResponseReturnValue:
    return error_page(
        410,
        message("error.invitation"),
        message("error.invitation.about"),
        advice=message("error.invitation.advice"),
        back=(url_for(".join"), message("phones.join")),
    )
