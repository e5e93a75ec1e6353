"""Everything that was played: looked through by group, game, player and day, and taken up again;
the first page, and boards that several tables played.

In a kitchen all may look; on a public server a phone finds the tables that it had a place at.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Points
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.games import GAMES
from scorekeeper.store import Tally
from scorekeeper.store.index import LATEST, Place, SessionQuery, Summary, person_key
from scorekeeper.tables.rulings import open_matters
from scorekeeper.tables.session import YEARS, Session, is_dated
from scorekeeper.tables.sheet import clock
from scorekeeper.tables.story import compared
from scorekeeper.web.archive.exports import printed
from scorekeeper.web.phones import phone
from scorekeeper.web.server.access import Need, may_read
from scorekeeper.web.server.static_files import pocket_url
from scorekeeper.web.table.new import game_list
from scorekeeper.web.table.pages import (
    TAPS,
    THEMES,
    TONGUES,
    new_key,
    now,
    open_table,
    page,
    see_other,
    set_cookie,
    store,
    way_back,
    words,
)

AGAIN = 3
"""How many games are offered once more."""


def item(one: Summary) -> dict[str, Any]:
    """A session as templates/history/_sitting.html reads it; its row leads to the table."""
    return {
        "url": url_for("sessions.table", session_id=one.session),
        "game": game(one.game),
        "people": ", ".join(one.people),
        "detail": one.deal,
        "turn": one.turn,
        "scores": [_tally(tally) for tally in one.scores],
        "before": list(zip(*(tally.before for tally in one.scores), strict=False)),
        "when": words().day(one.last_at),
    }


def game(slug: str) -> Message:
    """What a game is called; the name that a row has where there is no such game."""
    return message(f"game.{slug}") if slug in GAMES else message("game.none", slug=slug)


def again(summaries: Iterable[Summary]) -> list[dict[str, Any]]:
    """The first different groups and games of these, for one tap each."""
    seen: set[tuple[object, ...]] = set()
    items: list[dict[str, Any]] = []
    for one in summaries:
        kind = (one.game, *sorted(one.people))
        if kind in seen or len(items) == AGAIN or not one.people or one.game not in GAMES:
            continue
        seen.add(kind)
        items.append(
            {
                "game": message(f"game.{one.game}"),
                "people": ", ".join(one.people),
                "when": words().day(one.last_at),
                "action_url": url_for("new.again", session_id=one.session),
                "key": new_key(),
                "mark": phone.mark(),
            }
        )
    return items


def _tally(tally: Tally) -> tuple[object, Points]:
    """A party's label and total: its compass points, or its persons' names."""
    if tally.party in ("NS", "EW") or not tally.people:
        return message(f"party.{tally.party}"), tally.total
    return " & ".join(tally.people), tally.total


# ---- everything that was played ----


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
        groups=[
            {
                "people": ", ".join(one.people) or message("session.unreadable"),
                "when": message("history.last", day=words().date(one.day)),
                "url": url_for(".sessions", group=one.key),
            }
            for one in found[:SHOWN]
        ],
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


def _urls() -> Values:
    return {
        "home": url_for("home.home"),
        "history": url_for(".sessions"),
        "groups": url_for(".groups"),
        "boards": url_for("comparison.boards"),
        "new": url_for("new.choose"),
    }


# ---- boards that several tables have played ----


tables_compared = Blueprint("comparison", __name__, url_prefix="/history/boards")

OFFERED = 24
"""How many sessions are offered, the latest of each game."""
MOST = 12
"""How many tables are compared at once."""


@tables_compared.get("/", need=Need.OPEN)
def boards() -> ResponseReturnValue:
    """Which sessions are compared, and what comes of it where there are two of them."""
    chosen = _compared()
    ids = [one.id for one in chosen]
    return page(
        "history/boards.html",
        offered=[
            {**item(one), "id": one.session, "is_chosen": one.session in ids} for one in _offered()
        ],
        compared=compared(chosen) if len(chosen) > 1 else None,
        is_alone=len(chosen) == 1,
        most=MOST,
        pdf_url=url_for(".boards_pdf", t=ids),
        urls={"home": url_for("home.home"), "boards": url_for(".boards")},
    )


@tables_compared.get("/boards.pdf", need=Need.OPEN)
def boards_pdf() -> ResponseReturnValue:
    first, *others = _compared() or abort(404)
    if not others:
        abort(404)
    paper = Paper.asked(request.args.get("paper"))
    order = Order(first, paper, words().language, beside=tuple(others))
    return printed(order, f"boards-{first.header.at[:10]}.pdf", url_for(".boards"))


def _compared() -> list[Session]:
    """The sessions that the address names, each of which this phone may read."""
    ids = list(dict.fromkeys(request.args.getlist("t")))[:MOST]
    if not all(map(may_read, ids)):
        abort(404)
    found = [open_table(one) for one in ids]
    return found if all(map(_has_boards, found)) else abort(404)


def _offered() -> Iterator[Summary]:
    """The latest sessions with boards that this phone may read."""
    for slug, game in GAMES.items():
        if game.has_boards is None:
            continue
        for one in store().index.find(SessionQuery(game=slug, phone=phone.only_own()), OFFERED):
            session = store().readable(one.session) if one.entries >= 0 else None
            if session and _has_boards(session):
                yield one


def _has_boards(session: Session) -> bool:
    has_boards: Any = session.game.has_boards
    return bool(has_boards and has_boards(session.settings))


# ---- the first page ----


first_page = Blueprint("home", __name__)
LOOKED_AT = 40
"""Of so many sessions, those that were entered last, this page shows a few."""
IN_PROGRESS, FINISHED = 8, 5


@first_page.get("/", need=Need.OPEN)
def home() -> ResponseReturnValue:
    """What goes on, and what could be played again."""
    summaries = store().index.recent(limit=LOOKED_AT, phone=phone.only_own())
    in_progress = [{**item(one), "when": _lately(one)} for one in summaries if not one.is_over]
    finished = [{**item(one), "turn": None} for one in summaries if one.is_over]
    return page(
        "home.html",
        in_progress=in_progress[:IN_PROGRESS],
        finished=finished[:FINISHED],
        again=again(summaries),
        games=game_list(),
        urls={
            "tables": url_for(".tables") if len(in_progress) > 1 else "",
            "new": url_for("new.choose"),
            "join": url_for("seats.join"),
            "rules": url_for("rulebook.index"),
            "history": url_for("history.sessions"),
            "statistics": url_for("statistics.players"),
            "moving": url_for("moving.house"),
            "pocket": pocket_url(),
            "theme": url_for(".theme"),
        },
    )


def _lately(one: Summary) -> str:
    """When something was entered last: the time of day, or the day if that was not today."""
    day = words().day(one.last_at)
    return clock(one.last_at) if day == words().day(now()) else day


TABLES = 80
"""Of so many sessions, those that were entered last, the page of all tables shows what plays."""
A_DAY = timedelta(days=1)


@first_page.get("/tables", need=Need.OPEN)
def tables() -> ResponseReturnValue:
    """Every table at which something was entered within a day and that has not ended: first those
    where a ruling is open, each with what that waits for; for who looks after many tables."""
    since = (datetime.fromisoformat(now()) - A_DAY).isoformat()
    found = [
        {**item(one), "when": _lately(one), "matters": _matters(one.session)}
        for one in store().index.recent(limit=TABLES, phone=phone.only_own())
        if not one.is_over and one.last_at >= since
    ]
    return page(
        "history/tables.html",
        tables=sorted(found, key=lambda one: not one["matters"]),
        open=sum(len(one["matters"]) for one in found),
        here=url_for(".tables"),
        urls={"home": url_for(".home"), "new": url_for("new.choose")},
    )


def _matters(session_id: str) -> list[dict[str, Any]]:
    """The open rulings of a table that this phone may read: what each is, and what it waits for."""
    session = store().readable(session_id) if may_read(session_id) else None
    return [
        {**one, "url": url_for("arbiter.ruling", session_id=session_id, seq=one["seq"])}
        for one in (session and open_matters(session)) or ()
    ]


@first_page.get("/healthz", need=Need.OPEN)
def healthy() -> ResponseReturnValue:
    """Whether the server answers."""
    return "ok", 200, {"Content-Type": "text/plain; charset=utf-8"}


CHOICES = {"theme": THEMES, "language": TONGUES, "taps": TAPS}
"""What a phone may choose, each kept in a cookie: its colours, its language, and whether a call is
made by its first tap."""


@first_page.post("/theme", endpoint="theme", need=Need.OPEN)
@first_page.post("/language", endpoint="language", need=Need.OPEN)
@first_page.post("/taps", endpoint="taps", need=Need.OPEN)
def choose() -> ResponseReturnValue:
    """Keep this phone's choice, where there is such a one, and go back to where it was made."""
    name = str(request.endpoint).rpartition(".")[2]
    answer = see_other(way_back(request.form.get("back", "")))
    if (chosen := request.form.get(name, "")) in CHOICES[name]:
        set_cookie(answer, name, chosen)
    return answer


OTHERS = (first_page, tables_compared)
"""The pages here that are not under /history/, or not of sessions."""
