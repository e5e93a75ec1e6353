"""Everything that was played: looked through by group, game, player and day, and taken up again.

In a kitchen all may look; on a public server a phone finds the tables that it had a place at.
"""

from dataclasses import replace
from datetime import date
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.games import GAMES
from scorekeeper.store.history import LATEST, Group, Place, Sitting, Sought, person_key
from scorekeeper.tables.session import YEARS, is_dated
from scorekeeper.web.archive.listing import again, item
from scorekeeper.web.archive.tables import store
from scorekeeper.web.phones import phone
from scorekeeper.web.server.security import Need
from scorekeeper.web.table.pages import page, words

blueprint = Blueprint("history", __name__, url_prefix="/history")

SHOWN = 20
"""How many sessions or groups are on a page."""

Values = dict[str, Any]


@blueprint.get("/", need=Need.OPEN)
def sessions() -> ResponseReturnValue:
    """The sessions that are looked for, the latest first."""
    sought, refused = _sought()
    before = _before()
    found = store().history.sittings(sought, SHOWN + 1, before)
    is_empty = not found and sought == Sought(phone=sought.phone) and before == LATEST
    last = found[SHOWN - 1].place if len(found) > SHOWN else None
    return page(
        "history/sessions.html",
        code=422 if refused else 200,
        sought=_filled(sought, refused),
        refused=list(refused.values()),
        games=[{"value": slug, "name": message(f"game.{slug}")} for slug in GAMES],
        chosen=_chosen(sought),
        has_more=bool(sought.game or sought.since or sought.until or sought.is_open),
        **_about(sought),
        months=_months(found[:SHOWN]),
        older_url=_address(sought, last) if last else None,
        first_url=_address(sought) if before != LATEST else None,
        is_empty=is_empty,
        urls=_urls(),
    )


@blueprint.get("/groups", need=Need.OPEN)
def groups() -> ResponseReturnValue:
    """Everybody who has played together, the latest first."""
    before = _before()
    found = store().history.groups(SHOWN + 1, before, phone.only_own())
    last = found[SHOWN - 1].place if len(found) > SHOWN else None
    return page(
        "history/groups.html",
        groups=[_group(one) for one in found[:SHOWN]],
        older_url=url_for(".groups", before=_written(last)) if last else None,
        first_url=url_for(".groups") if before != LATEST else None,
        urls=_urls(),
    )


# ---- what is asked ----


def _sought() -> tuple[Sought, dict[str, Message]]:
    """What the address looks for; what of it is no day is left out, and said."""
    asked = request.args
    refused: dict[str, Message] = {}
    days = {name: _day(name, refused) for name in ("since", "until")}
    sought = Sought(
        name=asked.get("q", "").strip()[:80],
        person=person_key(asked.get("player", "")),
        group=asked.get("group", ""),
        game=asked.get("game", ""),
        is_open="open" in asked,
        phone=phone.only_own(),
        **days,
    )
    if sought.game and sought.game not in GAMES:
        abort(404)
    return sought, refused


def _day(name: str, refused: dict[str, Message]) -> str:
    text = request.args.get(name, "").strip()
    try:
        day = date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        refused[name] = message("refused.no-such-day", day=text[:20])
        return ""
    if day and not is_dated(day):
        first, last = YEARS
        refused[name] = message("refused.no-such-year", at=day, first=first, last=last)
        return ""
    return day


def _before() -> Place:
    """Where the page begins; 404 for what is no place."""
    text = request.args.get("before", "")
    if not text:
        return LATEST
    at, mark, session = text.partition("~")
    if not mark:
        abort(404)
    return at, session


def _written(place: Place) -> str:
    return "~".join(place)


def _address(sought: Sought, before: Place | None = None) -> str:
    asked = {
        "q": sought.name,
        "player": sought.person,
        "group": sought.group,
        "game": sought.game,
        "since": sought.since,
        "until": sought.until,
        "open": "1" if sought.is_open else "",
        "before": _written(before) if before else "",
    }
    return url_for(".sessions", **{name: value for name, value in asked.items() if value})  # type: ignore[arg-type]


# ---- what is shown ----


def _filled(sought: Sought, refused: dict[str, Message]) -> Values:
    """What stands in the form; a day that is none stands there as it was typed."""
    kept = (("player", sought.person), ("group", sought.group))
    return {
        "name": sought.name,
        "game": sought.game,
        "since": request.args.get("since", "") if "since" in refused else sought.since,
        "until": request.args.get("until", "") if "until" in refused else sought.until,
        "is_open": sought.is_open,
        "kept": [(name, value) for name, value in kept if value],
    }


def _chosen(sought: Sought) -> list[Values]:
    """What is looked for, each with the page that does not look for it."""
    history = store().history
    found: list[tuple[str, object]] = [
        ("name", sought.name and f"“{sought.name}”"),
        ("person", sought.person and (history.person(sought.person) if _is_at(sought) else "…")),
        ("group", sought.group and message("history.group")),
        ("game", sought.game and message(f"game.{sought.game}")),
        ("since", sought.since and message("history.since", day=words().date(sought.since))),
        ("until", sought.until and message("history.until", day=words().date(sought.until))),
        ("is_open", sought.is_open and message("history.unfinished")),
    ]
    return [
        {"what": what, "url": _address(replace(sought, **{name: type(getattr(sought, name))()}))}
        for name, what in found
        if what
    ]


def _is_at(sought: Sought) -> bool:
    """Whether who is looked for may be named: on a public server, to those they played with."""
    only = Sought(person=sought.person, group=sought.group, phone=sought.phone)
    return sought.phone is None or bool(store().history.sittings(only, 1))


def _about(sought: Sought) -> Values:
    """The people who are looked for, and what they could play again."""
    history, is_theirs = store().history, _is_at(sought)
    people = history.group(sought.group) if sought.group and is_theirs else ()
    name = history.person(sought.person) if sought.person and is_theirs else ""
    return {
        "who": [
            {"name": one, "url": url_for(".sessions", player=person_key(one))} for one in people
        ],
        "statistics_url": url_for("statistics.player", who=name) if name else None,
        "again": again(_latest_of_each_game(sought.group)) if sought.group else [],
    }


def _latest_of_each_game(group: str) -> list[Any]:
    history, own = store().history, phone.only_own()
    each = (history.sittings(Sought(group=group, game=game, phone=own), 1) for game in GAMES)
    found = [one for some in each for one in some]
    return [one.summary for one in sorted(found, key=lambda one: one.place, reverse=True)]


def _months(found: list[Sitting]) -> list[Values]:
    return [
        {"name": words().month(month), "sittings": [_item(one) for one in some]}
        for month, some in groupby(found, key=lambda one: one.day[:7] + "-01")
    ]


def _item(one: Sitting) -> Values:
    values = item(one.summary) | {"when": words().day(one.day + "T12:00:00")}
    if one.summary.is_over:
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
        "new": url_for("new.choose"),
    }
