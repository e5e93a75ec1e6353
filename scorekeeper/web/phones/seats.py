"""Which phone has which seats: the page of a table's phones, and what is done there."""

from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from flask import Response, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.notes import Way, WayChosen
from scorekeeper.core.phone_notes import (
    ArbiterAccepted,
    Arrival,
    HostAsked,
    HostIsHere,
    PhoneIs,
    PhoneIsNot,
    PhoneLeft,
    PhoneSeated,
    Role,
)
from scorekeeper.core.seats import COMPASS, Party, Seat, named_message
from scorekeeper.core.session import Event
from scorekeeper.store import NotSaved
from scorekeeper.store.phones import Purpose
from scorekeeper.tables.accepted_arbiter import named_at
from scorekeeper.tables.deals import has_begun, way_is_open
from scorekeeper.tables.session import Session
from scorekeeper.web.page import invitations, phone
from scorekeeper.web.page.answers import go_to, see_other
from scorekeeper.web.page.incoming import OfTable, new_key, now, open_table, sent, store
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import (
    HostWanted,
    Need,
    Place,
    arbiter_to_accept,
    askers,
    at_once,
    host_wanted,
    place,
)
from scorekeeper.web.phones.taking_places import (
    change_place,
    gives_way,
    may_ask,
    move_seats,
    note_places,
    seat_sent,
    sit_down,
)
from scorekeeper.web.table.presenters import accepts_arbiter, page_of, whose

blueprint = OfTable("seats", __name__)


@blueprint.get("/t/<session_id>/phones", need=Need.READ)
def phones(session: Session) -> ResponseReturnValue:
    answer = phones_page(session)
    # the code changes while the page is open
    answer.headers["Refresh"] = str(invitations.FRESH)
    return answer


@blueprint.get("/t/<session_id>/phones/<any(watch, arbiter):purpose>", need=Need.ENTER)
def invite(session: Session, purpose: str) -> ResponseReturnValue:
    kind = Purpose(purpose)
    need = Need.HOST if kind is Purpose.ARBITER else Need.ENTER

    def words(_mine: Place) -> str:
        return invitations.words_for(session.id, kind)

    return _link(session, kind, at_once(session.id, words, need))


@blueprint.post("/t/<session_id>/phones/take", need=Need.READ)
def take(session: Session) -> ResponseReturnValue:
    """Make this phone the host of a table that no phone has, such as one from a
    file."""
    if not (phone.is_public() or place(session.id).host):
        me = phone.claiming()
        host = partial(store().phones.host, session.id, me, session.ring, now())
        if change_place(session, host, PhoneIs(Role.HOST)):
            return go_to(session, "sessions.table")
    return phones_page(session, message("refused.table-taken"), 409)


@blueprint.post("/t/<session_id>/phones/sit", need=Need.ENTER)
def sit(session: Session) -> ResponseReturnValue:
    seat = seat_sent(session)
    phone.claiming()

    def work(mine: Place) -> bool:
        return mine.may_enter and sit_down(session, seat)

    try:
        has_seat = at_once(session.id, work)
    except RuleViolation as refusal:
        return phones_page(session, refusal.why, 409)
    if not has_seat:
        return phones_page(session, message("refused.seat-taken", seat=seat), 409)
    return go_to(session, ".phones")


@blueprint.post("/t/<session_id>/phones/keep", need=Need.HOST)
def keep(session: Session) -> ResponseReturnValue:
    seat = seat_sent(session)
    keeping = partial(store().phones.keep, session.id, phone.here(), seat)
    kept = PhoneSeated((seat,), Arrival.OWN)
    change_place(session, keeping, kept, need=Need.HOST)
    return go_to(session, ".phones")


@blueprint.post("/t/<session_id>/phones/move", need=Need.RULE)
def move(session: Session) -> ResponseReturnValue:
    """Show a link, good once and for two minutes, that moves a seat to another phone: a
    seat of this phone, or any seat for the host and the arbiter. Without a seat it
    makes the other phone the host. A phone's word goes along only with a link of its
    own."""
    if not sent("seat"):
        words = at_once(session.id, partial(_words_for_host, session))
        return _link(session, Purpose.HOST, words)
    seat = seat_sent(session)
    words = at_once(session.id, partial(_words_for_seat, session, seat))
    return _link(session, Purpose.MOVE, words, seat)


def _words_for_host(session: Session, mine: Place) -> str:
    return invitations.fresh(session.id, Purpose.HOST) if mine.is_host else abort(403)


def _words_for_seat(session: Session, seat: Seat, mine: Place) -> str:
    fresh = partial(invitations.fresh, session.id, Purpose.MOVE, (seat,))
    if seat in mine.seats:
        return fresh()
    if mine.is_host:
        return fresh(by_host=True)
    if mine.is_arbiter:
        return fresh(by_arbiter=True)
    abort(403)


@blueprint.post("/t/<session_id>/phones/back", need=Need.HOST)
def take_back(session: Session) -> ResponseReturnValue:
    seat = seat_sent(session)
    phone.claiming()

    def work(mine: Place) -> None:
        if seat not in mine.seats:
            move_seats(session, (seat,), Arrival.TAKEN_BACK)

    at_once(session.id, work, Need.HOST)
    return go_to(session, ".phones")


@blueprint.post("/t/<session_id>/phones/host", need=Need.RULE)
def host(session: Session) -> ResponseReturnValue:
    """A player says that the host's phone is lost and should be replaced (see
    place.host_wanted), the host that it is here, or the arbiter that it stays the host.
    It is replaced once all others have said so and have waited. A form that was drawn
    before anything changed does nothing."""

    def work(mine: Place) -> None:
        wanted = host_wanted(open_table(session.id))
        since = str(wanted.since) if wanted else ""
        if sent("since") != since:
            return
        events = []
        if mine.seats and not mine.is_host:
            events = _say_host_is_lost(session, mine, wanted)
        elif wanted and mine.is_host:
            events = [HostIsHere(Role.HOST)]
        elif wanted and mine.is_arbiter:
            events = [HostIsHere(Role.ARBITER)]
        note_places(session, *events)

    at_once(session.id, work)
    return go_to(session, ".phones")


def _say_host_is_lost(
    session: Session, mine: Place, wanted: HostWanted | None
) -> list[Event]:
    """What is entered when a phone says that the host's is lost. The last phone that
    says so also takes its place, if they have waited."""
    if wanted is None:
        return [HostAsked(mine.seats[0], mine.seats)]
    events = list[Event]()
    if not {*wanted.agreed}.intersection(mine.seats):
        events.append(HostAsked(wanted.seat, mine.seats))
    if wanted.left <= 0 and {*wanted.open}.issubset(mine.seats):
        store().phones.take_over(session.id, wanted.phone, session.ring, now())
        events.append(PhoneIs(Role.HOST))
    return events


@blueprint.post("/t/<session_id>/phones/leave", need=Need.READ)
def leave(session: Session) -> ResponseReturnValue:
    me = phone.here()

    def work(mine: Place) -> bool:
        if mine.is_host:
            return False
        events = list[Event]()
        if mine.seats:
            events.append(PhoneLeft(mine.seats))
        if mine.is_named_arbiter:
            events.append(PhoneIsNot(Role.ARBITER))
        if mine.is_here:
            leaves = partial(store().phones.leave, session.id, me, now())
            change_place(session, leaves, *events)
        return True

    if not at_once(session.id, work):
        return phones_page(session, message("refused.host-leaves"), 409)
    answer = see_other(url_for("home.home"))
    others = store().phones.tables(me)
    answer.headers["Clear-Site-Data"] = '"cache"' if others else '"cache", "storage"'
    return answer


@blueprint.post("/t/<session_id>/phones/accept-arbiter", need=Need.ENTER)
def accept_arbiter(session: Session) -> ResponseReturnValue:
    """Each side for which this phone speaks accepts whoever is the arbiter now. A form
    that was drawn for another one does nothing."""

    def work(_mine: Place) -> None:
        present = open_table(session.id)
        if request.form.get("arbiter", type=int) == named_at(present):
            sides = accepts_arbiter(present)
            note_places(session, *(ArbiterAccepted(side) for side in sides))

    at_once(session.id, work, Need.ENTER)
    then = ".phones" if sent("then") == "phones" else "sessions.table"
    return go_to(session, then)


@blueprint.post("/t/<session_id>/phones/way", need=Need.HOST)
def way(session: Session) -> ResponseReturnValue:
    """How the table enters its deals: said once, before the first."""
    ways = {way.value: way for way in Way}
    chosen = ways.get(sent("way")) or abort(400)

    def note(_mine: Place) -> None:
        if way_is_open(open_table(session.id)):
            note_places(session, WayChosen(chosen))

    at_once(session.id, note, Need.HOST)
    return go_to(session, "sessions.table")


@blueprint.post("/t/<session_id>/phones/dismiss", need=Need.HOST)
def dismiss(session: Session) -> ResponseReturnValue:
    """End the place of the arbiter and the links to it; or those of everybody who
    watches, and with them the links to sit down, since these let people watch too."""
    role = Role.ARBITER
    links = [Purpose.ARBITER]
    if sent("purpose") == "watch":
        role = Role.WATCHER
        links = [Purpose.WATCH, Purpose.JOIN, Purpose.CODE]

    def end(_mine: Place) -> None:
        for link in links:
            store().phones.withdraw(session.id, link)
        store().phones.end(session.id, role)
        note_places(session, PhoneIsNot(role))

    at_once(session.id, end, Need.HOST)
    return go_to(session, ".phones")


class SeatShown(NamedTuple):
    """A seat as it stands on the pages of phones. `where` it is played: on this phone,
    on another of its own or on the host's."""

    seat: Seat
    name: Seat | str
    person: str
    is_free: bool
    where: str
    may_ask: bool


def _where(seat: Seat, mine: Collection[Seat], own: Collection[Seat]) -> str:
    if seat in mine:
        return "mine"
    if seat in own:
        return "own"
    return "host"


def seats_shown(session: Session) -> list[SeatShown]:
    there = place(session.id)
    people = dict(session.folded.people)
    own = {seat for seat, phone in there.phones.items() if phone != there.host}
    return [
        SeatShown(
            seat,
            name=seat if seat in COMPASS else people.get(seat, seat),
            person=people.get(seat, ""),
            is_free=seat not in own | there.kept and gives_way(session, seat),
            where=_where(seat, there.seats, own),
            may_ask=may_ask(session, seat),
        )
        for seat in session.ring
    ]


def phones_page(
    session: Session, refused: Message | None = None, code: int = 200
) -> Response:
    mine = place(session.id)
    values: Values = {
        "seats": seats_shown(session),
        "refused": refused,
        "mark": new_key(),
        "is_new": not has_begun(session),
        "asks_way": mine.is_host and bool(mine.elsewhere) and way_is_open(session),
        "may_take": not (mine.host or phone.is_public()),
    }
    if mine.may_enter:
        try:
            values |= _ways_to_join(session)
        except NotSaved as fault:
            # who is here, and on which phone, is shown all the same
            values["refused"] = refused or fault
    if mine.is_host and not values["is_new"]:
        values["recovery"] = invitations.recovery_or_none(session.id)
    values["askers"] = [
        (asked.salt, whose(session, asked.seat), invitations.number_of(asked))
        for asked in askers(session)
    ]
    values |= _of_arbiter(session)
    if mine.host and (mine.seats or mine.is_arbiter):
        values["players"] = len({*mine.phones.values()} - {mine.host})
        values["wanted"] = host_wanted(session)
    return page_of(session, "seats/phones.html", code=code, **values)


def _of_arbiter(session: Session) -> Values:
    if not place(session.id).arbiter:
        return {}
    return {
        "waiting_for": arbiter_to_accept(session),
        "accepts": accepts_arbiter(session),
        "named_at": named_at(session),
        "named_side": partial(_of_sides, session),
    }


def _ways_to_join(session: Session) -> Values:
    link = invitations.address(invitations.words_for(session.id, Purpose.JOIN))
    code = invitations.words_for(session.id, Purpose.CODE)
    return {
        "qr": invitations.qr(link),
        "fresh": invitations.FRESH,
        "spoken": invitations.grouped(code),
        "where": invitations.outside(url_for(".join")).split("//", 1)[-1],
    }


def _of_sides(session: Session, code: str, sides: tuple[Party, ...]) -> Message:
    return named_message(message(code, parties=listed(sides)), session.folded.people)


def _link(
    session: Session, purpose: Purpose, words: str, seat: Seat | None = None
) -> ResponseReturnValue:
    url = invitations.address(words)
    return page_of(
        session,
        "seats/link.html",
        purpose=purpose.value,
        seconds=invitations.SECONDS[purpose],
        url=url,
        qr=invitations.qr(url),
        whose=whose(session, seat) if seat else None,
    )
