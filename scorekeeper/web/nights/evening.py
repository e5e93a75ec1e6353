"""The page that each phone has of a night: who it is, where to sit, what comes next; and
how the night is run."""

from typing import NamedTuple

from flask import Response, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message
from scorekeeper.core.phone_notes import Role
from scorekeeper.nights import facts
from scorekeeper.nights.facts import Kind
from scorekeeper.nights.night import Night
from scorekeeper.store.phones import Purpose
from scorekeeper.tables.night_clock import until_of
from scorekeeper.tables.nights import is_night, night_of, plays_boards
from scorekeeper.tables.session import Session
from scorekeeper.web.nights.laying import (
    begin_round,
    blueprint,
    game_of,
    may_run,
    note,
    open_night,
    people_here,
    sit_down,
    table_here,
    undo_round,
)
from scorekeeper.web.nights.live import followed
from scorekeeper.web.nights.signatures import signing_here
from scorekeeper.web.nights.views import (
    astray,
    break_until,
    ends_at,
    places_now,
    tables_now,
    told,
)
from scorekeeper.web.page import invitations, phone
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.incoming import at, form_key, new_key, now, sent, store
from scorekeeper.web.page.parts import Heading, Values
from scorekeeper.web.page.place import Need, place

BREAKS = (5, 10, 15, 20)
MORE = 5
"""How many minutes a break has, and how many more a round gets at once."""


def frame(session: Session) -> Values:
    night = night_of(session)
    return {
        "session": Heading(session.id, session.glance.deal),
        "night": night,
        "follow": followed(session),
        "may_run": may_run(session),
    }


@blueprint.get("/night/<session_id>/", need=Need.READ)
def here(session: Session) -> ResponseReturnValue:
    return _here(session)


def _here(session: Session, refused: Message | None = None) -> Response:
    night = night_of(session)
    people = people_here(session)
    tables = tables_now(night)
    runs = may_run(session)
    return page(
        "nights/here.html",
        code=422 if refused else 200,
        **frame(session),
        people=[night.name(person) for person in people],
        places=places_now(night, people),
        earlier=_earlier(night, people),
        tables=tables if runs else [],
        done=sum(table.done >= table.deals for table in tables),
        n_tables=len(tables),
        ends=ends_at(night),
        until=until_of(night, table_here, store().now()),
        pause=break_until(night),
        breaks=BREAKS,
        told=told(session, people),
        astray=astray(night) if runs else [],
        has_boards=bool(night.game) and plays_boards(*game_of(night)),
        is_free=night.chosen is not None and night.chosen.movement is Kind.FREE,
        more=MORE,
        refused=refused,
        signing=signing_here(session),
        **(invitation(session) if runs and not night.rounds else {"qr": None}),
        joined=_joined(session, night),
    )


class Earlier(NamedTuple):
    """A table at which somebody sat in an earlier round."""

    round: int
    table: int
    session: str


def _earlier(night: Night, people: tuple[int, ...]) -> list[Earlier]:
    found = list[Earlier]()
    for opened in night.rounds[:-1]:
        for laid in opened.fact.tables:
            if not set(laid.people).isdisjoint(people):
                number = opened.fact.number
                found.append(Earlier(number, laid.table, laid.session))
    return found


def invitation(session: Session) -> Values:
    """The one code of a night, to be scanned or typed."""
    words = invitations.words_for(session.id, Purpose.JOIN)
    return {
        "qr": invitations.qr(invitations.address(words)),
        "spoken": invitations.grouped(invitations.words_for(session.id, Purpose.CODE)),
        "where": invitations.outside(url_for("seats.join")),
    }


def _joined(session: Session, night: Night) -> list[tuple[str, bool]]:
    phones = store().nights.phones(session.id)
    return [
        (name, number in phones)
        for number, name in enumerate(night.people, start=1)
        if number not in night.gone
    ]


# ---- who are you? ----


@blueprint.route("/night/join/<words>", methods=["GET", "POST"], need=Need.OPEN)
def join(words: str) -> ResponseReturnValue:
    invitation = invitations.found(words)
    if invitation is None or invitation.purpose is not Purpose.JOIN:
        abort(404)
    session = store().open(invitation.session)
    if session is None or not is_night(session):
        abort(404)
    return _who(session)


@blueprint.route("/night/<session_id>/who", methods=["GET", "POST"], need=Need.READ)
def who(session: Session) -> ResponseReturnValue:
    """Somebody more on this phone. Whoever hasn't come by the code is asked for it: on
    an open network others may look at a night, and take nobody's seat."""
    if not place(session.id).is_here:
        return see_other(url_for("seats.join"))
    return _who(session)


def _who(session: Session) -> ResponseReturnValue:
    if request.method == "POST":
        return _said_who(session)
    night = night_of(session)
    phones = store().nights.phones(session.id)
    me = phone.here()
    people = [
        (number, name, phones.get(number, ""))
        for number, name in enumerate(night.people, start=1)
        if number not in night.gone
    ]
    return page(
        "nights/who.html", people=people, me=me, mark=new_key(), **frame(session)
    )


def _said_who(session: Session) -> ResponseReturnValue:
    person = request.form.get("person", 0, type=int)
    me = phone.claiming()

    def work(_db: object) -> bool:
        present = open_night(session.id)
        night = night_of(present)
        if person:
            if not 1 <= person <= len(night.people):
                return False
            if not store().nights.claim(session.id, person, me, now()):
                return False
            sit_down(present, person, me)
        store().phones.be(session.id, me, Role.WATCHER, now())
        return True

    store().in_transaction(work, session.id)
    phone.forget_places()
    return see_other(at(session, "night.here"))


# ---- the night is run ----


@blueprint.post("/night/<session_id>/round", need=Need.RUN)
def round_on(session: Session) -> ResponseReturnValue:
    number = request.form.get("round", 0, type=int)
    try:
        begin_round(session, number, form_key())
    except RuleViolation as refusal:
        return _here(session, refusal.why)
    return see_other(at(session, "night.here"))


@blueprint.post("/night/<session_id>/clock", need=Need.RUN)
def clock(session: Session) -> ResponseReturnValue:
    number = request.form.get("round", 0, type=int)
    fact = facts.Break if sent("do") == "break" else facts.MoreTime
    minutes = request.form.get("minutes", 0, type=int)
    try:
        note(session, fact(number, minutes), key=form_key())
    except RuleViolation as refusal:
        return _here(session, refusal.why)
    return see_other(at(session, "night.here"))


@blueprint.post("/night/<session_id>/undo-round", need=Need.RUN)
def round_back(session: Session) -> ResponseReturnValue:
    undo_round(session, request.form.get("round", 0, type=int))
    return see_other(at(session, "night.here"))
