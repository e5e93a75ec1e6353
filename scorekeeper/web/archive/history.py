"""Everything that was played: looked through by group, game, player and day, and taken
up again.

In a kitchen all may look; on a public server a phone finds the tables that it had a
place at."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from itertools import groupby, islice
from typing import NamedTuple, TypeVar

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.games import GAMES
from scorekeeper.store import Refused
from scorekeeper.store.index import (
    LATEST,
    Group,
    Position,
    SessionQuery,
    Summary,
    person_key,
)
from scorekeeper.tables.session import YEARS, is_dated
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page
from scorekeeper.web.page.incoming import (
    argument,
    store,
    words,
)
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need

Found = TypeVar("Found", Summary, Group)
AGAIN = 3  # how many games are offered once more


def again(summaries: Iterable[Summary]) -> list[Summary]:
    kinds: dict[tuple[object, ...], Summary] = {}
    for summary in summaries:
        if summary.people and summary.game in GAMES:
            kind = (summary.game, summary.title, *sorted(summary.people))
            kinds.setdefault(kind, summary)
    return [*islice(kinds.values(), AGAIN)]


blueprint = Blueprint("history", __name__, url_prefix="/history")

NIGHTS = 10  # how many nights of several tables are on the first page
SHOWN = 20  # how many sessions or groups are on a page
FIELDS = {
    "q": "name",
    "player": "person",
    "group": "group",
    "game": "game",
    "since": "since",
    "until": "until",
    "open": "is_open",
}
"""The field of a query that each argument of the page's address fills."""


# Long: all that the page of a search shows.
@blueprint.get("/", need=Need.OPEN)
def sessions() -> ResponseReturnValue:
    asked, refused = _asked()
    fields = {FIELDS[name]: value for name, value in asked.items()}
    query = SessionQuery(**fields, phone=phone.only_own())
    find = partial(store().index.find, query)
    summaries, ways = _part(find, partial(url_for, ".sessions", **asked))
    sought = {name: value or "" for name, value in asked.items()}
    sought |= {name: request.args[name] for name in refused}
    person, people = _named(query)
    return page(
        "history/sessions.html",
        code=422 if refused else 200,
        sought=sought,
        refused=list(refused.values()),
        games=[(slug, message(f"game.{slug}")) for slug in GAMES],
        asked=asked,
        chosen=_chosen(asked, "…" if person is None else person),
        has_more=bool(query.game or query.since or query.until or query.is_open),
        who=[(name, person_key(name)) for name in people],
        person=person or "",
        again=again(_latest_of_group(query)),
        nights=[] if any(asked.values()) or ways.first_url else _nights_over(),
        months=_by_month(summaries),
        ways=ways,
        is_empty=not (summaries or any(asked.values()) or ways.first_url),
    )


def _named(query: SessionQuery) -> tuple[str | None, tuple[str, ...]]:
    """The person who is looked for, "" where none is, and the people of the group. On a
    public server they are named only to a phone that was at a table with them; to
    others the person is None."""
    index = store().index
    if not query.person and not query.group:
        return None, ()
    with_them = SessionQuery(person=query.person, group=query.group, phone=query.phone)
    if query.phone is not None and not index.find(with_them, 1):
        return None, ()
    person = index.person(query.person) if query.person else ""
    people = index.group(query.group) if query.group else ()
    return person, people


class NightOver(NamedTuple):
    url: str
    at: str
    about: Message


def _nights_over() -> list[NightOver]:
    found = []
    for night in store().nights.over(NIGHTS, phone.only_own()):
        session = store().readable(night)
        if session is not None:
            there = url_for("night.standings", session_id=night)
            found.append(NightOver(there, session.header.at, session.glance.turn))
    return found


def _latest_of_group(query: SessionQuery) -> list[Summary]:
    if not query.group:
        return []
    latest = []
    for slug in GAMES:
        of_game = SessionQuery(group=query.group, phone=query.phone, game=slug)
        latest += store().index.find(of_game, 1)
    return sorted(latest, key=lambda summary: summary.position, reverse=True)


def _by_month(summaries: Iterable[Summary]) -> list[tuple[str, list[Summary]]]:
    months = groupby(summaries, key=lambda summary: f"{summary.day[:7]}-01")
    return [(words().month(month), [*of_month]) for month, of_month in months]


@blueprint.get("/groups", need=Need.OPEN)
def groups() -> ResponseReturnValue:
    find = partial(store().index.groups, phone=phone.only_own())
    people, ways = _part(find, partial(url_for, ".groups"))
    return page("history/groups.html", groups=people, dated=words().date, ways=ways)


def _asked() -> tuple[Values, dict[str, Message]]:
    """What the address looks for; what of it is no day, or one on which nothing was
    played, is left out, and said."""
    typed = {name: argument(name).strip() for name in FIELDS}
    if typed["game"] and typed["game"] not in GAMES:
        abort(404)
    asked: Values = {name: text or None for name, text in typed.items()}
    asked["q"] = typed["q"][:80] or None
    asked["player"] = person_key(typed["player"]) or None
    asked["open"] = "1" if "open" in request.args else None
    refused = {}
    for name in ("since", "until"):
        try:
            asked[name] = _day(typed[name])
        except Refused as refusal:
            asked[name] = None
            refused[name] = refusal.why
    return asked, refused


def _day(text: str) -> str | None:
    """A day as an address has it. Raises Refused where it is none, or one on which
    nothing was played."""
    if not text:
        return None
    try:
        day = date.fromisoformat(text).isoformat()
    except ValueError:
        raise Refused(message("refused.no-such-day", day=text[:20])) from None
    if not is_dated(day):
        first, last = YEARS
        raise Refused(message("refused.no-such-year", at=day, first=first, last=last))
    return day


class Ways(NamedTuple):
    """The addresses of the next page, where there is more, and of the first, if it is
    another."""

    older_url: str | None
    first_url: str | None


def _part(
    find: Callable[[int, Position], Sequence[Found]], address: partial[str]
) -> tuple[Sequence[Found], Ways]:
    """What is found for this page, and the ways on; 404 for what is no place."""
    before = LATEST
    text = argument("before")
    if text:
        before = position_read(text) or abort(404)
    found = find(SHOWN + 1, before)
    older = None
    if len(found) > SHOWN:
        last = found[SHOWN - 1]
        older = address(before=position_written(last.position))
    first = None if before == LATEST else address()
    return found[:SHOWN], Ways(older, first)


def position_written(position: Position) -> str:
    return "~".join(position)


def position_read(text: str) -> Position | None:
    at, mark, session = text.partition("~")
    return (at, session) if mark else None


def _chosen(asked: Values, person: str) -> list[tuple[str, object]]:
    what: dict[str, object] = {
        "q": f"“{asked['q']}”",
        "player": person,
        "group": message("history.group"),
        "game": message(f"game.{asked['game']}"),
        "since": message("history.since", day=words().date(asked["since"] or "")),
        "until": message("history.until", day=words().date(asked["until"] or "")),
        "open": message("history.unfinished"),
    }
    return [(name, what[name]) for name, value in asked.items() if value and what[name]]
