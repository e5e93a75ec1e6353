"""What goes wrong in a night: somebody comes late or leaves, a name, a phone, a board;
and how each is undone."""

from collections.abc import Callable
from typing import NamedTuple

from flask import Response, abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import NightDecided
from scorekeeper.core.session import Command, Event, Recorded
from scorekeeper.nights import facts
from scorekeeper.nights.facts import Award, Laid, RoundOpened
from scorekeeper.nights.night import Night
from scorekeeper.nights.standings import table_of
from scorekeeper.tables.names import clean
from scorekeeper.tables.nights import night_of
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import clock
from scorekeeper.tables.signed_standings import is_silent
from scorekeeper.web.nights.ending import open_again
from scorekeeper.web.nights.evening import frame, invitation
from scorekeeper.web.nights.laying import (
    blueprint,
    note,
    open_night,
    stand_up,
    undo_round,
)
from scorekeeper.web.nights.opening import names_in
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.incoming import at, new_key, now, sent, stamp, store, to_enter
from scorekeeper.web.page.place import Need, place

LAST = 8
"""How many of the last facts can be undone from the page."""
UNDONE = (
    facts.Renamed,
    RoundOpened,
    facts.Break,
    facts.MoreTime,
    facts.Gone,
    facts.Back,
    facts.Late,
    facts.BoardGiven,
    facts.BoardsSwapped,
    facts.BoardStands,
    facts.Helps,
    facts.StandingsSigned,
)
"""What can be undone by itself: a person who was entered keeps the number."""


@blueprint.get("/night/<session_id>/people", need=Need.RUN)
def people(session: Session) -> ResponseReturnValue:
    return _people(session)


class Player(NamedTuple):
    number: int
    name: str
    is_gone: bool
    helps: bool
    has_phone: bool


def _people(session: Session, refused: Message | None = None) -> Response:
    night = night_of(session)
    phones = store().nights.phones(session.id)
    return page(
        "nights/people.html",
        code=422 if refused else 200,
        people=[
            Player(
                number=number,
                name=name,
                is_gone=number in night.gone,
                helps=number in night.helpers,
                has_phone=number in phones,
            )
            for number, name in enumerate(night.people, start=1)
        ],
        last=[(entry.seq, said_of(night, entry)) for entry in _last(session)],
        so_far=[
            (clock(entry.at), said_of(night, entry)) for entry in session.folded.order
        ],
        size=len(night.units[0]) if night.units else 1,
        is_host=place(session.id).is_host,
        refused=refused,
        **frame(session),
        **invitation(session),
    )


def _last(session: Session) -> list[Recorded]:
    is_over = night_of(session).signed is not None
    found = [
        entry
        for entry in session.folded.order
        if isinstance(entry.event, UNDONE)
        and (is_over or not isinstance(entry.event, facts.StandingsSigned))
    ]
    return found[: -LAST - 1 : -1]


def said_of(night: Night, entry: Recorded) -> Message:
    """A fact in words, with the names of those whom it has by their number."""
    event = entry.event
    said: Message = event.said()
    match event:
        case facts.Gone() | facts.Back() | facts.Helps():
            return message(said.code, who=night.name(event.number))
        case facts.UnitSigned() | facts.SignatureBack():
            return message(said.code, who=night.unit_name(event.number))
    return said


@blueprint.post("/night/<session_id>/people", need=Need.RUN)
def add(session: Session) -> ResponseReturnValue:
    names = names_in(sent("names"))
    try:
        store().in_transaction(lambda _db: _added(session, names), session.id)
    except RuleViolation as refusal:
        return _people(session, refusal.why)
    return see_other(at(session, "night.people"))


def _added(session: Session, names: list[str]) -> None:
    note(session, *map(facts.Entered, names))
    night = night_of(open_night(session.id))
    if not night.rounds:
        return
    size = len(night.units[0])
    waiting = [one for one in night.waiting() if one not in night.gone]
    for first in range(0, len(waiting), size):
        note(session, facts.Late(tuple(waiting[first : first + size])))


@blueprint.post("/night/<session_id>/people/<int:number>", need=Need.RUN)
def change(session: Session, number: int) -> ResponseReturnValue:
    if sent("do") == "phone":
        try:
            _check_released(session, number)
        except RuleViolation as refusal:
            return _people(session, refusal.why)
        store().in_transaction(lambda _db: stand_up(session, number), session.id)
        return see_other(at(session, "night.people"))
    event = _event(number)
    try:
        note(session, event)
    except RuleViolation as refusal:
        return _people(session, refusal.why)
    return see_other(at(session, "night.people"))


def _check_released(session: Session, number: int) -> None:
    # whoever signed on this phone keeps the word until they were asked in vain
    night = night_of(session)
    unit = night.unit_of(number) or 0
    if night.signatures.get(unit) and not is_silent(night, unit, now()):
        raise refused("night.refused.signs-elsewhere", name=night.unit_name(unit))


def _event(number: int) -> Event:
    match sent("do"):
        case "gone":
            return facts.Gone(number)
        case "back":
            return facts.Back(number)
        case "helps":
            return facts.Helps(number, helps=True)
        case "helps-no-more":
            return facts.Helps(number, helps=False)
        case "name":
            return facts.Renamed(number, clean(sent("name")))
    abort(400)


# ---- a score is given ----


BOTH = (
    (Award.AVERAGE, Award.AVERAGE),
    (Award.PLUS, Award.MINUS),
    (Award.MINUS, Award.PLUS),
    (Award.PLUS, Award.PLUS),
    (Award.MINUS, Award.MINUS),
)
"""What both sides of a table are given, the most frequent first."""
REASONS = tuple(
    message(f"night.reason.{code}") for code in ("not-played", "fouled", "ruling")
)


@blueprint.post("/night/<session_id>/swapped", need=Need.RUN)
def swapped(session: Session) -> ResponseReturnValue:
    return _noted(session, facts.BoardsSwapped, "round", "table", "other")


@blueprint.post("/night/<session_id>/stands", need=Need.RUN)
def stands(session: Session) -> ResponseReturnValue:
    """The result of a board stands that was none of its round."""
    return _noted(session, facts.BoardStands, "round", "table", "board")


def _noted(
    session: Session, kind: Callable[..., facts.NightFact], *names: str
) -> ResponseReturnValue:
    numbers = [request.form.get(name, 0, type=int) for name in names]
    try:
        note(session, kind(*numbers))
    except RuleViolation as refusal:
        return _people(session, refusal.why)
    return see_other(at(session, "night.here"))


@blueprint.route("/night/<session_id>/given", methods=["GET", "POST"], need=Need.RUN)
def given(session: Session) -> ResponseReturnValue:
    refused = None
    if request.method == "POST":
        try:
            store().in_transaction(lambda _db: _give(session), session.id)
        except RuleViolation as refusal:
            refused = refusal.why
        else:
            return see_other(at(session, "night.standings"))
    night = night_of(session)
    places = [
        (f"{opened.fact.number}.{laid.table}", opened.fact.number, laid)
        for opened in reversed(night.rounds)
        for laid in opened.fact.tables
    ]
    return page(
        "nights/given.html",
        code=422 if refused else 200,
        places=places,
        deals=night.chosen.boards if night.chosen else 0,
        chosen=_chosen_place(night, request.values.get("place", "")),
        both=[
            (f"{ours.value}.{theirs.value}", ours.value, theirs.value)
            for ours, theirs in BOTH
        ],
        reasons=REASONS,
        refused=refused,
        typed=request.values,
        **frame(session),
    )


def _chosen_place(night: Night, code: str) -> tuple[int, Laid] | None:
    for opened in night.rounds:
        for laid in opened.fact.tables:
            if code == f"{opened.fact.number}.{laid.table}":
                return opened.fact.number, laid
    return None


def _give(session: Session) -> None:
    event = _given()
    note(session, event)
    table = table_of(night_of(open_night(session.id)), event)
    if table is not None and store().readable(table.session) is not None:
        said = NightDecided(event.board, event.reason, event.law)
        store().append(table.session, to_enter(said), stamp(new_key()))


def _take_back(session: Session, event: facts.BoardGiven) -> None:
    laid = table_of(night_of(session), event)
    table = store().readable(laid.session) if laid is not None else None
    if table is None:
        return
    said = [
        entry.seq
        for entry, decided in table.of(NightDecided)
        if decided.board == event.board
    ]
    if said:
        store().append(table.id, Command((), (said[-1],)), stamp(new_key()))


def _given() -> facts.BoardGiven:
    round_, _, table = sent("place").partition(".")
    points = sent("points").strip().replace("−", "-")
    is_adjusted = points.lstrip("+-").isdigit() and len(points) < 7
    awards = {one.value: one for one in Award}
    ours, _, theirs = sent("both").partition(".")
    north_south = awards.get(ours or sent("north_south"))
    east_west = awards.get(theirs or sent("east_west"))
    return facts.BoardGiven(
        int(round_) if round_.isdigit() else 0,
        int(table) if table.isdigit() else 0,
        request.form.get("board", 0, type=int),
        clean(sent("reason")) or clean(sent("why")),
        clean(sent("law")),
        None if is_adjusted else north_south,
        None if is_adjusted else east_west,
        int(points) if is_adjusted else None,
    )


# ---- undone ----


@blueprint.post("/night/<session_id>/undo", need=Need.RUN)
def undo(session: Session) -> ResponseReturnValue:
    seq = request.form.get("entry", 0, type=int)
    in_force = {entry.seq: entry for entry in _last(session)}
    if seq not in in_force:
        return see_other(at(session, "night.people"))
    event = in_force[seq].event
    if isinstance(event, RoundOpened):
        undo_round(session, event.number)
        return see_other(at(session, "night.people"))
    try:
        if isinstance(event, facts.StandingsSigned):
            open_again(session)
        else:
            store().append(session.id, Command((), (seq,)), stamp(new_key()))
            if isinstance(event, facts.BoardGiven):
                _take_back(session, event)
    except RuleViolation as refusal:
        return _people(session, refusal.why)
    return see_other(at(session, "night.people"))
