"""Who sits where in a night without a movement: proposed, changed by typing, and begun."""

from flask import Response, abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.messages import Message
from scorekeeper.nights.facts import Kind
from scorekeeper.nights.free import proposed
from scorekeeper.nights.night import Night
from scorekeeper.tables.nights import night_of, seats_alone
from scorekeeper.tables.session import Session
from scorekeeper.web.nights.evening import frame
from scorekeeper.web.nights.laying import begin_round, blueprint, game_of
from scorekeeper.web.nights.opening import names_in, playing
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.incoming import argument, at, form_key
from scorekeeper.web.page.place import Need

MOST_TABLES = 40
MOST_AGAIN = 99


@blueprint.get("/night/<session_id>/seating", need=Need.RUN)
def seating(session: Session) -> ResponseReturnValue:
    night = _free(session)
    typed = argument("again")
    again = int(typed) if typed.isdigit() and len(typed) < 3 else 0
    alone = seats_alone(*game_of(night))
    before = [[laid.people for laid in opened.fact.tables] for opened in night.rounds]
    found = proposed(
        playing(night), before, alone or (4,), has_sides=not alone, again=again
    )
    tables = [", ".join(map(night.name, people)) for people in found]
    return _seating(session, tables, again=again)


def _free(session: Session) -> Night:
    night = night_of(session)
    chosen = night.chosen
    if chosen is None or chosen.movement is not Kind.FREE or night.is_last_round:
        abort(404)
    return night


def _seating(
    session: Session, tables: list[str], refusal: Message | None = None, again: int = 0
) -> Response:
    night = night_of(session)
    alone = seats_alone(*game_of(night))
    seated = {name for table in tables for name in names_in(table)}
    names = [night.name(person) for person in playing(night)]
    return page(
        "nights/seating.html",
        code=422 if refusal else 200,
        tables=tables,
        idle=[name for name in names if name not in seated],
        has_sides=not alone,
        again=(again + 1) % MOST_AGAIN,
        refused=refusal,
        **frame(session),
    )


@blueprint.post("/night/<session_id>/seating", need=Need.RUN)
def seated(session: Session) -> ResponseReturnValue:
    night = _free(session)
    tables = request.form.getlist("table")[: MOST_TABLES + 1]
    number = request.form.get("round", 0, type=int)
    try:
        people = [_people(night, table) for table in tables if names_in(table)]
        if not people:
            raise refused("night.refused.who-sits-where")
        begin_round(session, number, form_key(), people)
    except RuleViolation as refusal:
        return _seating(session, tables, refusal.why)
    return see_other(at(session, "night.here"))


def _people(night: Night, table: str) -> tuple[int, ...]:
    numbers = {name.casefold(): n for n, name in enumerate(night.people, start=1)}
    people = list[int]()
    for name in names_in(table):
        if name.casefold() not in numbers:
            raise refused("night.refused.not-here", person=name)
        people.append(numbers[name.casefold()])
    sizes = seats_alone(*game_of(night)) or (4,)
    if len(people) not in sizes:
        seats = f"{sizes[0]}–{sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"
        raise refused("night.refused.table-size", names=table, seats=seats)
    return tuple(people)
