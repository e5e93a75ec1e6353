"""Everything that was played: looked through by group, game, player and day, and taken up again.

In a kitchen all may look; on a public server a phone finds the tables that it had a place at.
"""

from dataclasses import asdict, replace
from datetime import date
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.games import GAMES
from scorekeeper.store.index import LATEST, Group, Place, SessionQuery, Summary, person_key
from scorekeeper.tables.session import YEARS, is_dated
from scorekeeper.web.archive.listing import again, item
from scorekeeper.web.phones import phone
from scorekeeper.web.server.security import Need
from scorekeeper.web.table.pages import page, store, words

blueprint = Blueprint("history", __name__, url_prefix="/history")

SHOWN = 20
"""How many sessions or groups are on a page."""
ARGUMENTS = {
    "name": "q",
    "person": "player",
    "group": "group",
    "game": "game",
    "since": "since",
    "until": "until",
    "is_open": "open",
}
"""What each field of a query is called in the page's address."""

Values = dict[str, Any]


@blueprint.get("/", need=Need.OPEN)
def sessions() -> ResponseReturnValue:
    """The sessions that are looked for, the latest first."""
    query, refused = _query()
    before = _before()
    found = store().index.find(query, SHOWN + 1, before)
    older = found[SHOWN - 1].place if len(found) > SHOWN else None
    asks = any(asdict(replace(query, phone=None)).values())
    return page(
        "history/sessions.html",
        code=422 if refused else 200,
        sought=_filled(query, refused),
        refused=list(refused.values()),
        games=[{"value": slug, "name": message(f"game.{slug}")} for slug in GAMES],
        chosen=_chosen(query),
        has_more=bool(query.game or query.since or query.until or query.is_open),
        **_about(query),
        months=[
            {"name": words().month(month), "sittings": [_item(one) for one in some]}
            for month, some in groupby(found[:SHOWN], key=lambda one: one.day[:7] + "-01")
        ],
        older_url=_address(query, older) if older else None,
        first_url=_address(query) if before != LATEST else None,
        is_empty=not (found or asks) and before == LATEST,
        urls=_urls(),
    )


@blueprint.get("/groups", need=Need.OPEN)
def groups() -> ResponseReturnValue:
    """Everybody who has played together, the latest first."""
    before = _before()
    found = store().index.groups(SHOWN + 1, before, phone.only_own())
    older = found[SHOWN - 1].place if len(found) > SHOWN else None
    return page(
        "history/groups.html",
        groups=[_group(one) for one in found[:SHOWN]],
        older_url=url_for(".groups", before="~".join(older)) if older else None,
        first_url=url_for(".groups") if before != LATEST else None,
        urls=_urls(),
    )


# ---- what is asked ----


def _query() -> tuple[SessionQuery, dict[str, Message]]:
    """What the address looks for; what of it is no day is left out, and said."""
    asked = {field: request.args.get(name, "").strip() for field, name in ARGUMENTS.items()}
    days = {name: _day(asked[name]) for name in ("since", "until")}
    refused = {name: day for name, day in days.items() if isinstance(day, Message)}
    if asked["game"] and asked["game"] not in GAMES:
        abort(404)
    known: Values = {
        **asked,
        "name": asked["name"][:80],
        "person": person_key(asked["person"]),
        "is_open": "open" in request.args,
        **days,
        **dict.fromkeys(refused),
    }
    known = {field: value or None for field, value in known.items()}
    return SessionQuery(**known, phone=phone.only_own()), refused


def _day(text: str) -> str | Message:
    """The day, "" for none, or why nothing was played on it."""
    try:
        day = date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        return message("refused.no-such-day", day=text[:20])
    if not day or is_dated(day):
        return day
    first, last = YEARS
    return message("refused.no-such-year", at=day, first=first, last=last)


def _before() -> Place:
    """Where the page begins; 404 for what is no place."""
    text = request.args.get("before", "")
    if not text:
        return LATEST
    at, mark, session = text.partition("~")
    return (at, session) if mark else abort(404)


def _address(query: SessionQuery, before: Place | None = None) -> str:
    asked: Values = {name: getattr(query, field) for field, name in ARGUMENTS.items()}
    asked["open"] = "1" if query.is_open else None
    return url_for(".sessions", **asked, before="~".join(before) if before else None)


# ---- what is shown ----


def _filled(query: SessionQuery, refused: dict[str, Message]) -> Values:
    """What stands in the form; a day that is none stands there as it was typed."""
    fields = {field: getattr(query, field) or "" for field in ARGUMENTS}
    typed = {name: request.args.get(name, "") for name in refused}
    kept = [(name, fields[field]) for field, name in ARGUMENTS.items() if field in _KEPT]
    return {**fields, **typed, "kept": [(name, value) for name, value in kept if value]}


_KEPT = ("person", "group")
"""What the form has no field for."""


def _chosen(query: SessionQuery) -> list[Values]:
    """What is looked for, each with the page that does not look for it."""
    person = query.person and (store().index.person(query.person) if _is_at(query) else "…")
    what: dict[str, object] = {
        "name": f"“{query.name}”",
        "person": person,
        "group": message("history.group"),
        "game": message(f"game.{query.game}"),
        "since": message("history.since", day=words().date(query.since or "")),
        "until": message("history.until", day=words().date(query.until or "")),
        "is_open": message("history.unfinished"),
    }
    return [
        {"what": what[field], "url": _address(replace(query, **{field: None}))}
        for field in ARGUMENTS
        if getattr(query, field) and what[field]
    ]


def _is_at(query: SessionQuery) -> bool:
    """Whether who is looked for may be named: on a public server, to those they played with."""
    only = SessionQuery(person=query.person, group=query.group, phone=query.phone)
    return query.phone is None or bool(store().index.find(only, 1))


def _about(query: SessionQuery) -> Values:
    """The people who are looked for, and what they could play again."""
    index, is_theirs = store().index, _is_at(query)
    people = index.group(query.group) if query.group and is_theirs else ()
    name = index.person(query.person) if query.person and is_theirs else ""
    latest: list[Summary] = []
    for game in GAMES if query.group else ():
        latest += index.find(SessionQuery(group=query.group, game=game, phone=query.phone), 1)
    return {
        "who": [
            {"name": one, "url": url_for(".sessions", player=person_key(one))} for one in people
        ],
        "statistics_url": url_for("statistics.player", who=name) if name else None,
        "again": again(sorted(latest, key=lambda one: one.place, reverse=True)),
    }


def _item(one: Summary) -> Values:
    values = item(one) | {"when": words().day(one.day + "T12:00:00")}
    if one.is_over:
        values |= {"turn": None, "url": f"{values['url']}sheet"}
    return values


def _group(one: Group) -> Values:
    return {
        "people": ", ".join(one.people) or message("session.unreadable"),
        "when": message("history.last", day=words().date(one.day)),
        "url": url_for(".sessions", group=one.key),
    }


def _urls() -> Values:
    return {
        "home": url_for("home.home"),
        "history": url_for(".sessions"),
        "groups": url_for(".groups"),
        "boards": url_for("comparison.boards"),
        "new": url_for("new.choose"),
    }
