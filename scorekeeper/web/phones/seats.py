"""Everybody on their own phone: inviting, sitting down, moving a seat, taking one back,
leaving.

GET shows, POST does: a link that a messenger looks at before anybody taps it seats
nobody."""

from collections.abc import Callable, Collection
from functools import partial

from flask import Response, abort, g, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Left, Seated, Voided
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
from scorekeeper.core.session import Command, Entry, Event
from scorekeeper.store import NotSaved
from scorekeeper.store.phones import AskedFor, Invitation, Purpose
from scorekeeper.store.seals import new_seal_key, public_key
from scorekeeper.tables.accepted_arbiter import named_at
from scorekeeper.tables.deals import has_begun, way_is_open
from scorekeeper.tables.names import clean, why_not
from scorekeeper.tables.nights import is_night
from scorekeeper.tables.phones import was_taken_back
from scorekeeper.tables.session import Session
from scorekeeper.web.page import invitations, phone
from scorekeeper.web.page.answers import error_page, go_to, page, see_other
from scorekeeper.web.page.costs import Cost
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
from scorekeeper.web.table.presenters import accepts_arbiter, channels, page_of, whose
from scorekeeper.web.table.sessions import append

blueprint = OfTable("seats", __name__)
WATCHERS = 100
"""How many phones come to watch a table by its links, until the host ends them."""


@blueprint.get("/t/<session_id>/phones", need=Need.READ)
def phones(session: Session) -> ResponseReturnValue:
    answer = _phones(session)
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
        if _changed(session, host, PhoneIs(Role.HOST)):
            return go_to(session, "sessions.table")
    return _phones(session, message("refused.table-taken"), 409)


@blueprint.post("/t/<session_id>/phones/sit", need=Need.ENTER)
def sit(session: Session) -> ResponseReturnValue:
    seat = _seat(session)
    phone.claiming()

    def work(mine: Place) -> bool:
        return mine.may_enter and _sat_down(session, seat)

    try:
        has_seat = at_once(session.id, work)
    except RuleViolation as refusal:
        return _phones(session, refusal.why, 409)
    if not has_seat:
        return _phones(session, message("refused.seat-taken", seat=seat), 409)
    return go_to(session, ".phones")


@blueprint.post("/t/<session_id>/phones/keep", need=Need.HOST)
def keep(session: Session) -> ResponseReturnValue:
    seat = _seat(session)
    keeping = partial(store().phones.keep, session.id, phone.here(), seat)
    kept = PhoneSeated((seat,), Arrival.OWN)
    _changed(session, keeping, kept, need=Need.HOST)
    return go_to(session, ".phones")


@blueprint.post("/t/<session_id>/phones/move", need=Need.RULE)
def move(session: Session) -> ResponseReturnValue:
    """A link, good once and for two minutes, to one seat of this phone, or any for the
    host and the arbiter; or, without a seat, to all that the host's phone is. A phone
    that hasn't the seat can't give its word along."""
    if not sent("seat"):
        words = at_once(session.id, partial(_words_for_host, session))
        return _link(session, Purpose.HOST, words)
    seat = _seat(session)
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


# ---- asking for a seat of the host's phone ----


@blueprint.post("/t/<session_id>/phones/ask", need=Need.READ)
def ask(session: Session) -> ResponseReturnValue:
    try:
        return _asked(session)
    except RuleViolation as refusal:
        return _phones(session, refusal.why, 409)


@blueprint.post("/t/<session_id>/phones/let-in", need=Need.HOST)
def let_in(session: Session) -> ResponseReturnValue:
    """A phone that asks for a seat of the host's may sit down there, or may not."""
    salt = sent("asked")

    def work(_mine: Place) -> bool:
        seats = {asked.salt: asked.seat for asked in askers(session)}
        phones = store().phones
        if sent("do") != "yes":
            phones.turn_away(session.id, salt)
        elif salt in seats:
            until = now(invitations.SECONDS[Purpose.MOVE])
            return phones.let_in(session.id, salt, until, now())
        return sent("do") != "yes"

    is_done = at_once(session.id, work, Need.HOST)
    channels().post(session.id)
    if not is_done:
        return _phones(session, message("refused.asks-no-more"), 409)
    return go_to(session, ".phones")


def _asked(session: Session) -> ResponseReturnValue:
    seat = _seat(session)
    if not _may_ask(session, seat):
        raise Taken(message("refused.seat-not-asked", seat=seat))
    _check_one_side(session, (seat,))
    words = invitations.ask_for(session.id, seat)
    if words is None:
        raise Taken(message("refused.many-ask"))
    channels().post(session.id)
    return see_other(url_for(".invited", words=words))


def _may_ask(session: Session, seat: Seat) -> bool:
    there = place(session.id)
    is_hosts = bool(there.host) and there.phones.get(seat) == there.host
    return is_hosts and seat not in there.kept and not there.is_host


def _waiting(asked: AskedFor, session: Session) -> Response:
    answer = page(
        "seats/asking.html",
        session={"id": session.id, "title": session.game.name_of(session.settings)},
        who=whose(session, asked.seat),
        number=invitations.number_of(asked),
        status=None,
    )
    answer.headers["Refresh"] = "3"
    return answer


@blueprint.post("/t/<session_id>/phones/back", need=Need.HOST)
def take_back(session: Session) -> ResponseReturnValue:
    seat = _seat(session)
    phone.claiming()

    def work(mine: Place) -> None:
        if seat not in mine.seats:
            _moved(session, (seat,), Arrival.TAKEN_BACK)

    at_once(session.id, work, Need.HOST)
    return go_to(session, ".phones")


@blueprint.post("/t/<session_id>/phones/host", need=Need.RULE)
def host(session: Session) -> ResponseReturnValue:
    """The host's phone is lost, this one says, and should be replaced: see
    place.host_wanted; or the host's says that it is here, or the arbiter that it stays.
    Where all others say so, and have waited, it is replaced. A form that was drawn
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
        _note(session, *events)

    at_once(session.id, work)
    return go_to(session, ".phones")


def _say_host_is_lost(
    session: Session, mine: Place, wanted: HostWanted | None
) -> list[Event]:
    """What a phone enters that says so; it also replaces the host's phone, where it is
    the last to say so and they have waited."""
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
            _changed(session, leaves, *events)
        return True

    if not at_once(session.id, work):
        return _phones(session, message("refused.host-leaves"), 409)
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
            _note(session, *(ArbiterAccepted(side) for side in sides))

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
            _note(session, WayChosen(chosen))

    at_once(session.id, note, Need.HOST)
    return go_to(session, "sessions.table")


@blueprint.post("/t/<session_id>/phones/dismiss", need=Need.HOST)
def dismiss(session: Session) -> ResponseReturnValue:
    """There is no arbiter at this table any more; or the links to watch it end, those
    to sit down among them, and with them the places of those who watch."""
    role = Role.ARBITER
    links = [Purpose.ARBITER]
    if sent("purpose") == "watch":
        role = Role.WATCHER
        links = [Purpose.WATCH, Purpose.JOIN, Purpose.CODE]

    def end(_mine: Place) -> None:
        for link in links:
            store().phones.withdraw(session.id, link)
        store().phones.end(session.id, role)
        _note(session, PhoneIsNot(role))

    at_once(session.id, end, Need.HOST)
    return go_to(session, ".phones")


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
        then, gives = _given(session, invitation)
        if gives and not _taken_up(session, words, invitation, gives):
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
    session: Session, words: str, invitation: Invitation, gives: Callable[[], object]
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
            gives()
        return is_good

    return store().in_transaction(work, session.id)


class Taken(RuleViolation):
    """Others have what is asked for, or this phone has what would not go with it."""


def _given(
    session: Session, invitation: Invitation
) -> tuple[str, Callable[[], object] | None]:
    """The page that an invitation leads to, and what gives the phone its place there,
    where it needs one. Raises RuleViolation."""
    then = "sessions.table"
    mine = place(session.id)
    purpose = invitation.purpose
    if purpose is Purpose.MOVE:
        how = _how_moved(invitation, mine)
        return then, partial(_moved, session, invitation.seats, how)
    if purpose is Purpose.JOIN and request.form.get("seat") != "":
        return then, _sitting_down(session)
    if purpose is Purpose.ARBITER and mine.seats:
        raise Taken(message("refused.arbiter-plays"))
    if purpose in (Purpose.ARBITER, Purpose.HOST):
        return then, partial(_become, session, Role(purpose.value))
    if mine.is_here or not phone.is_public():
        return "live.board", None
    _check_room(session)
    return "live.board", partial(_become, session, Role.WATCHER)


def _how_moved(invitation: Invitation, mine: Place) -> Arrival:
    if mine.is_host:
        return Arrival.TAKEN_BACK
    if invitation.by_host:
        return Arrival.BY_HOST
    if invitation.by_arbiter:
        return Arrival.BY_ARBITER
    return Arrival.MOVED


def _sitting_down(session: Session) -> Callable[[], None]:
    seat = _seat(session)
    name = clean(sent("name"))
    events = []
    if seat not in dict(session.folded.people):
        why = why_not(name, session.folded.persons, seat)
        if why is not None:
            raise RuleViolation(why)
        events.append(Seated(name, seat))

    def sit() -> None:
        if not _sat_down(session, seat, *events):
            raise Taken(message("refused.seat-taken", seat=seat))

    return sit


def _check_room(session: Session) -> None:
    watchers = 0
    for entry in reversed(session.log):
        if entry.event == PhoneIsNot(Role.WATCHER):
            break
        if entry.event == PhoneIs(Role.WATCHER):
            watchers += 1
    if watchers >= WATCHERS:
        raise Taken(message("refused.watchers-enough", n=WATCHERS))


def _become(session: Session, role: Role) -> None:
    def become() -> None:
        me = phone.here()
        phones = store().phones
        if role is Role.HOST:
            phones.take_over(session.id, me, session.ring, now())
        else:
            phones.be(session.id, me, role, now())
        phone.forget_places()
        if place(session.id).is_named_arbiter:  # as the host before may have been too
            key = new_seal_key()
            public = public_key(key)
            store().seals.set_reader(session.id, public)
            # It alone can look under what is sealed once the sides accept it:
            # Store.seal_reader.
            phone.keep_key(public, key)

    if role is Role.WATCHER:
        _check_room(open_table(session.id))  # others come meanwhile
    _changed(session, become, PhoneIs(role))


def _seat(session: Session) -> Seat:
    seats = {seat.value: seat for seat in session.ring}
    return seats.get(sent("seat")) or abort(400)


def _note(session: Session, *events: Event) -> None:
    """Write down for all that places have changed, in the transaction that changes
    them: no place is given without its entry. The arbiter's phone that has got a seat
    is the arbiter's no more: it holds no side. Raises RuleViolation."""
    phone.forget_places()
    there = place(session.id)
    if there.arbiter in there.phones.values():
        store().phones.end(session.id, Role.ARBITER)
        events = (*events, PhoneIsNot(Role.ARBITER))
        phone.forget_places()
    if events:
        # a transaction may be run again
        key = g.setdefault("key_of_note", new_key())
        append(session, Command(tuple(map(Entry, events))), key=key)


def _changed(
    session: Session,
    change: Callable[[], object],
    *events: Event,
    need: Need = Need.OPEN,
) -> bool:
    def work(_mine: Place) -> bool:
        if change() is False:
            return False
        _note(session, *events)
        return True

    return at_once(session.id, work, need)


def _sat_down(session: Session, seat: Seat, *events: Event) -> bool:
    _check_one_side(session, (seat,))
    if seat not in place(session.id).seats:
        events = (PhoneSeated((seat,)), *events)

    def sit() -> bool:
        # play may have begun meanwhile
        gives = _gives_way(open_table(session.id), seat)
        return store().phones.sit(
            session.id, phone.here(), (seat,), now(), from_host=gives
        )

    return _changed(session, sit, *events)


def _check_one_side(session: Session, seats: tuple[Seat, ...]) -> None:
    """Refuse that a phone other than the host's plays for two sides of partners: it
    would be asked for both. Raises RuleViolation."""
    mine = place(session.id)
    if mine.is_host:
        return
    held = {*mine.seats, *seats}
    sides = [
        party
        for party in session.parties
        if len(party.seats) > 1 and held.intersection(party.seats)
    ]
    if len(sides) > 1:
        raise Taken(message("refused.two-sides", parties=listed(sides[:1])))


def _moved(session: Session, seats: tuple[Seat, ...], how: Arrival) -> bool:
    if how is not Arrival.TAKEN_BACK:
        _check_one_side(session, seats)
    moved = partial(
        store().phones.sit, session.id, phone.here(), seats, now(), is_moved=True
    )
    return _changed(session, moved, PhoneSeated(seats, how))


def _gives_way(session: Session, seat: Seat) -> bool:
    """Whether the host's phone gives this seat to who asks for it: as long as nothing
    has been played or sealed; after the host has taken it back; or where nobody sits
    and no other phone has seen to that. Else the host's phone shows a link to move
    it."""
    if not has_begun(session) or was_taken_back(session, seat):
        return True
    if seat in dict(session.folded.people):
        return False
    return not _was_left_on_another_phone(session)


def _was_left_on_another_phone(session: Session) -> bool:
    """Whether another phone than the host's has entered, since play began, that
    somebody left or moved who was known here: not who came new."""
    there = place(session.id)
    others = [holder for holder in there.phones.values() if holder != there.host]
    own_letters = {
        seat.value for seat in there.kept if there.phones[seat] == there.host
    }
    # a phone that plays two seats may leave open who says so
    all_say_who = len({*others}) == len(others)
    known: set[str] = set()
    for entry in map(session.spelt, session.log):
        event = entry.event
        if isinstance(event, Voided):
            event = session.spelt(session.log[event.entry - 1]).event
        if not isinstance(event, Seated | Left):
            continue
        is_hosts = all_say_who if entry.by is None else entry.by in own_letters
        if event.person in known and not is_hosts and has_begun(session, entry.seq):
            return True
        known.add(event.person)
    return False


def _where(seat: Seat, mine: Collection[Seat], own: Collection[Seat]) -> str:
    if seat in mine:
        return "mine"
    return "own" if seat in own else "host"


def _seats(session: Session) -> list[Values]:
    there = place(session.id)
    people = dict(session.folded.people)
    own = {seat for seat, phone in there.phones.items() if phone != there.host}
    return [
        {
            "seat": seat,
            "name": seat if seat in COMPASS else people.get(seat, seat),
            "person": people.get(seat, ""),
            "is_free": seat not in own | there.kept and _gives_way(session, seat),
            "where": _where(seat, there.seats, own),
            "may_ask": _may_ask(session, seat),
        }
        for seat in session.ring
    ]


def _phones(
    session: Session, refused: Message | None = None, code: int = 200
) -> Response:
    mine = place(session.id)
    values: Values = {
        "seats": _seats(session),
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


def _invited(
    session: Session,
    invitation: Invitation,
    refused: Message | None = None,
    code: int = 200,
) -> ResponseReturnValue:
    seats = sorted(_seats(session), key=lambda seat: not seat["is_free"])
    if invitation.purpose is Purpose.MOVE:
        seats = [seat for seat in seats if seat["seat"] in invitation.seats]
    return page(
        "seats/invited.html",
        code=code,
        session={"id": session.id, "title": session.game.name_of(session.settings)},
        purpose=invitation.purpose.value,
        seats=seats,
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
