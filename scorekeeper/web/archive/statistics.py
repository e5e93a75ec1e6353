"""What the games came to over the seasons: who played, how it went, and the deals
behind it.

In a kitchen all may look; on a public server a phone sees the tables that it has a
place at."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import GAME, Kind, Result
from scorekeeper.games import GAMES
from scorekeeper.store.index import person_key
from scorekeeper.store.outcomes import Count, OutcomeQuery
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page
from scorekeeper.web.page.incoming import store
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need

blueprint = Blueprint("statistics", __name__, url_prefix="/statistics")

COUNTING = 1.5
"""Seconds that a page spends on counting what is new; the rest is counted with the
next."""
LISTED = 50  # how many deals are listed on a page


@blueprint.get("/", need=Need.OPEN)
def players() -> ResponseReturnValue:
    left = _count()
    found = partial(store().outcomes.players, phone.only_own())
    people: Values = {"players": found(size=1), "pairs": found(size=2)}
    answer = page("statistics/players.html", **people, left=left)
    if left:  # a browser without scripts asks for it again
        answer.headers["Refresh"] = "1"
    return answer


@blueprint.get("/of", need=Need.OPEN)
def player() -> ResponseReturnValue:
    outcomes = store().outcomes
    left = _count()
    query = _query()
    every = OutcomeQuery(query.who, phone=query.phone)
    games = outcomes.games(every) or abort(404)
    counts = outcomes.counts(replace(every, game=query.game))
    n = games.get(query.game, 0) if query.game else sum(games.values())
    # all of them, then each alone
    slugs = (
        None,
        *(slug for slug in games if slug in GAMES),
    )
    first, *others = query.who
    return page(
        "statistics/player.html",
        who=" & ".join(query.who),
        query=query,
        games=slugs if len(slugs) > 2 else (),
        sessions=message("statistics.sessions", n=n),
        tables=[
            _table(kind, some, query)
            for kind in _kinds()
            if (some := [count for count in counts if count.kind == kind.code])
        ],
        left=left,
        sought={"player": person_key(first), "q": others[0] if others else None},
    )


@blueprint.get("/deals", need=Need.OPEN)
def deals() -> ResponseReturnValue:
    _count()
    query = _query()
    start = max(request.args.get("from", 0, type=int), 0)
    kind = next((one for one in _kinds() if one.code == query.kind), None) or abort(404)
    try:
        heads = ((kind.row, query.row), (kind.column, query.column))
        place = [head(name) for head, name in heads if head is not None and name]
    except ValueError:
        abort(404)
    found = store().outcomes.found(query, LISTED + 1, start)
    names = ("who", "game", "kind", "row", "column")
    asked: Values = {one: getattr(query, one) for one in names}
    asked |= {"came": query.came and query.came.value, "from": start + LISTED}
    return page(
        "statistics/deals.html",
        who=" & ".join(query.who),
        title=message(kind.code),
        place=place,
        came=message(f"{kind.code}.{query.came.value}") if query.came else None,
        deals=found[:LISTED],
        next_url=url_for(".deals", **asked) if len(found) > LISTED else None,
        query=query,
    )


def _count() -> Message | None:
    left = store().outcomes.count_up(COUNTING)
    return message("statistics.left", n=left) if left else None


def _query() -> OutcomeQuery:
    who = tuple(sorted(request.args.getlist("who")))
    asked = request.args.get
    if not 1 <= len(who) <= 2:
        abort(404)
    came = {one.value: one for one in (Result.MADE, Result.SET)}.get(asked("came", ""))
    of = asked("game") or None, asked("kind") or None, asked("row"), asked("column")
    return OutcomeQuery(who, *of, came, phone.only_own())


def _kinds() -> tuple[Kind, ...]:
    own = (
        kind for game in GAMES.values() if game.counted for kind in game.counted.kinds
    )
    return tuple({kind.code: kind for kind in (GAME, *own)}.values())


def _table(kind: Kind, counts: list[Count], query: OutcomeQuery) -> Values:
    places: dict[tuple[str, ...], list[Count]] = {}
    for count in counts:
        for place in ((), count.of[:1], count.of):
            places.setdefault(place, []).append(count)
    asked = {"who": query.who, "game": query.game, "kind": kind.code}
    columns = [
        column
        for column in kind.columns
        if any(column in place[1:] for place in places)
    ]
    rows = sorted((place[0] for place in places if len(place) == 1), key=_in_order)
    figures = {
        place: _figures(
            found, asked | dict(zip(("row", "column"), place, strict=False))
        )
        for place, found in places.items()
        if not place[1:] or place[1] in columns
    }
    return {
        "kind": kind,
        "whole": figures[()],
        "columns": [
            kind.column(column) if kind.column else column for column in columns
        ],
        "rows": [
            figures[row,]
            | {
                "head": kind.row(row),
                "cells": [figures.get((row, column)) for column in columns],
            }
            for row in rows
            if kind.row is not None
        ],
    }


def _figures(counts: Sequence[Count], asked: Values) -> Values:
    times = {
        came: sum(count.times for count in counts if count.came is came)
        for came in Result
    }
    every = sum(times.values())
    total = sum((count.by for count in counts), Fraction(0))
    figures = {"times": every, "made": times[Result.MADE], "set": times[Result.SET]}
    return {**figures, "average": total / every, "asked": asked}


def _in_order(name: str) -> tuple[int, int, str]:
    ranks = "JQKA"
    if name.isdigit():
        return 0, int(name), ""
    return (1, ranks.index(name), "") if name in ranks and name else (2, 0, name)
