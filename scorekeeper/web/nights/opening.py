"""A night is opened: its game, its people, and the movement that it begins with."""

import re
import secrets
from random import SystemRandom
from typing import Any, NamedTuple

from flask import Response, abort, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.codec import encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.phone_notes import Role
from scorekeeper.core.session import Entry, Header, Stamp
from scorekeeper.games import GAMES
from scorekeeper.games.game import AnyGame
from scorekeeper.nights import facts
from scorekeeper.nights.facts import Award, CarriedOver, Chosen, Kind, Part, Scoring
from scorekeeper.nights.night import MOST_PEOPLE, Night
from scorekeeper.nights.plans import Plan, plans, switched_of
from scorekeeper.tables.names import clean
from scorekeeper.tables.night_standings import carried_from
from scorekeeper.tables.nights import (
    SLUG,
    can_be_played,
    night_of,
    plays_boards,
    seats_alone,
)
from scorekeeper.tables.session import Session
from scorekeeper.web.nights.laying import (
    begin_round,
    blueprint,
    game_of,
    look_at_tables,
    note,
)
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import at, form_key, now, sent, store
from scorekeeper.web.page.parts import Heading
from scorekeeper.web.page.place import Need

FEWEST = 4
SHOWN = 3
"""How many movements are shown at once, the most fitting."""
EARLIER = 3
LOOKED_AT = 20
"""How many nights are offered to go on from, of the last so many."""
_BETWEEN = re.compile(r"[,;&+]+")


class Offered(NamedTuple):
    """A game with one of its presets, as a night can play it; `code` names both."""

    code: str
    game: AnyGame
    settings: Any
    name: Message
    preset: Message


def offered() -> list[Offered]:
    """What can be played at several tables: first, of each game, boards that can be
    compared."""
    found = list[Offered]()
    for slug, game in GAMES.items():
        for preset in game.presets:
            can_be = can_be_played(game, preset.settings)
            if can_be or seats_alone(game, preset.settings):
                name = message(f"game.{slug}")
                said = message(f"{game.family}.preset.{preset.code}")
                code = f"{slug}.{preset.code}"
                found.append(Offered(code, game, preset.settings, name, said))
    return sorted(found, key=lambda one: not plays_boards(one.game, one.settings))


def usual(found: list[Offered]) -> list[Offered]:
    """The first that is offered of each game."""
    first = {one.game.slug: one for one in reversed(found)}
    return [one for one in found if first[one.game.slug] is one]


def names_in(text: str) -> list[str]:
    typed = (clean(name) for name in _BETWEEN.split(text))
    return [*dict.fromkeys(name for name in typed if name)]


# ---- game and people ----


@blueprint.get("/night/new", need=Need.OPEN)
def new() -> ResponseReturnValue:
    return _new()


def _new(refused: Message | None = None) -> Response:
    found = offered()
    first = usual(found)
    return page(
        "nights/new.html",
        code=422 if refused else 200,
        usual=first,
        others=[one for one in found if one not in first],
        chosen=sent("game"),
        names=sent("names"),
        known=store().index.names(phone=phone.only_own()),
        refused=refused,
    )


@blueprint.post("/night/new", need=Need.OPEN, cost=Cost.OPENING)
def opened() -> ResponseReturnValue:
    chosen = [one for one in offered() if one.code == sent("game")]
    names = names_in(sent("names"))
    if not chosen:
        abort(400)
    if len(names) < FEWEST or len(names) > MOST_PEOPLE:
        said = message("night.refused.people", fewest=FEWEST, most=MOST_PEOPLE)
        return _new(said)
    me = phone.claiming()
    try:
        night = store().in_transaction(lambda _db: _opened(chosen[0], names, me))
    except RuleViolation as refusal:
        return _new(refusal.why)
    return see_other(url_for("night.here", session_id=night))


def _opened(chosen: Offered, names: list[str], me: str) -> str:
    key = form_key()
    fresh = secrets.token_hex(16)
    night = store().phones.opening(me, f"night {key}", fresh, now())
    opened_at = store().now().astimezone().isoformat(timespec="seconds")
    header = Header(night, SLUG, 1, {}, opened_at)
    game = facts.GameIs(chosen.game.slug, encode(chosen.settings))
    first = (game, *map(facts.Entered, names))
    store().create(header, tuple(map(Entry, first)), Stamp(now(), key=key))
    store().phones.be(night, me, Role.HOST, now())
    return night


# ---- the movement ----


@blueprint.get("/night/<session_id>/movement", need=Need.RUN)
def movement(session: Session) -> ResponseReturnValue:
    return _movement(session)


def _movement(session: Session, refused: Message | None = None) -> Response:
    night = night_of(session)
    found = _plans(night)
    has_boards = plays_boards(*game_of(night))
    return page(
        "nights/movement.html",
        code=422 if refused else 200,
        session=Heading(session.id, session.glance.deal),
        plans=found,
        fits=len(found) > 1 or bool(seats_alone(*game_of(night))),
        shown=SHOWN,
        pairs=[] if seats_alone(*game_of(night)) else _pairs_of(night),
        n=len(playing(night)),
        scorings=[
            (one.value, message(f"night.scoring.{one.value}"))
            for one in (Scoring.MATCHPOINTS, Scoring.IMPS)
        ],
        earlier=[(one.id, one.header.at, said) for one, said in _earlier(session)],
        has_boards=has_boards,
        has_sit_outs=has_boards and any(plan.sits_out for plan in found),
        refused=refused,
    )


def playing(night: Night) -> list[int]:
    """Who is there, by their numbers."""
    everybody = range(1, len(night.people) + 1)
    return [person for person in everybody if person not in night.gone]


def _plans(night: Night) -> list[Plan]:
    game, settings = game_of(night)
    has_boards = plays_boards(game, settings)
    alone = seats_alone(game, settings)
    n = len(playing(night))
    return plans(n, has_boards=has_boards, alone=alone, whole=game.whole)


def _pairs_of(night: Night) -> list[str]:
    people = playing(night)
    if len(people) % 2:
        return []
    return [
        f"{night.name(one)} & {night.name(other)}"
        for one, other in zip(people[::2], people[1::2], strict=True)
    ]


@blueprint.post("/night/<session_id>/movement", need=Need.RUN)
def begin(session: Session) -> ResponseReturnValue:
    """Choose the movement, draw who has which number, and begin the first round."""
    night = night_of(session)
    then = see_other(at(session, "night.here"))
    if night.rounds:
        return then
    plan = {one.code: one for one in _plans(night)}.get(sent("plan"))
    if plan is None:
        abort(400)
    try:
        carried = [_carried(session)] if sent("earlier") else []
        note(session, _chosen(night, plan), *carried)
        if plan.movement is Kind.FREE:
            return see_other(at(session, "night.seating"))
        begin_round(session, 1, form_key())
    except RuleViolation as refusal:
        return _movement(session, refusal.why)
    return then


def _chosen(night: Night, plan: Plan) -> Chosen:
    rounds = _number("rounds", plan.rounds)
    deals = _number("deals", plan.deals)
    usual = plan.minutes * deals // plan.deals
    scoring = plan.scoring
    if scoring is Scoring.MATCHPOINTS and sent("scoring") == Scoring.IMPS.value:
        scoring = Scoring.IMPS
    return Chosen(
        plan.movement,
        scoring,
        rounds,
        deals,
        _number("minutes", usual),
        drawn(playing(night), plan.size, by_lot=sent("partners") == "lot"),
        switched_of(rounds) if plan.switched else 0,
        plan.shares or None,
        Award.PLUS if sent("sit_out") == Award.PLUS.value else None,
    )


# ---- a night that goes on from an earlier one ----


def _earlier(session: Session) -> list[tuple[Session, Message]]:
    """The nights of the same game that are over, where somebody plays who is here; with
    what they were."""
    night = night_of(session)
    here = {name.casefold() for name in night.people}
    found = list[tuple[Session, Message]]()
    for session_id in store().nights.over(LOOKED_AT, phone.only_own()):
        there = store().readable(session_id)
        before = night_of(there) if there is not None else Night()
        is_known = not here.isdisjoint(name.casefold() for name in before.people)
        is_over = before.game == night.game and before.signed is not None
        if there is not None and before.chosen is not None and is_known and is_over:
            found.append((there, before.chosen.said()))
    return found[:EARLIER]


def _carried(session: Session) -> CarriedOver:
    chosen = [one for one, _ in _earlier(session) if one.id == sent("earlier")]
    if not chosen:
        abort(400)
    look_at_tables(night_of(chosen[0]))
    part = Part.HALF if sent("part") == Part.HALF.value else Part.WHOLE
    return carried_from(chosen[0], store().readable, part)


def _number(field: str, usual: int) -> int:
    typed = sent(field).strip()
    return int(typed) if typed.isdigit() and len(typed) < 4 else usual


def drawn(people: list[int], size: int, *, by_lot: bool) -> tuple[tuple[int, ...], ...]:
    """Who has which number of the movement: always by lot; who are partners is as they
    were entered, unless that is drawn too."""
    lot = SystemRandom()
    order = [*people]
    if by_lot or size == 1:
        lot.shuffle(order)
    units = [tuple(order[first : first + size]) for first in range(0, len(order), size)]
    lot.shuffle(units)
    return tuple(units)
