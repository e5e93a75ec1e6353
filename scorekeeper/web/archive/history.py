"""Everything that was played: looked through by group, game, player and day, and taken
up again; the first page, and boards that several tables played.

In a kitchen all may look; on a public server a phone finds the tables that it had a
place at."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from itertools import groupby, islice
from typing import Any, TypeVar

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Paper
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
from scorekeeper.tables.comparison import compared
from scorekeeper.tables.rulings.views import open_rulings_view
from scorekeeper.tables.session import YEARS, Session, is_dated
from scorekeeper.tables.sheet import clock
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import (
    CHOICES,
    argument,
    now,
    open_table,
    sent,
    set_cookie,
    store,
    words,
)
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need, may_read
from scorekeeper.web.page.printing import printed
from scorekeeper.web.server.static_files import pocket_url

Found = TypeVar("Found", Summary, Group)
AGAIN = 3  # how many games are offered once more


def again(summaries: Iterable[Summary]) -> list[Summary]:
    kinds: dict[tuple[str, ...], Summary] = {}
    for summary in summaries:
        if summary.people and summary.game in GAMES:
            kinds.setdefault((summary.game, *sorted(summary.people)), summary)
    return [*islice(kinds.values(), AGAIN)]


# ---- everything that was played ----


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
        games=[{"value": slug, "name": message(f"game.{slug}")} for slug in GAMES],
        asked=asked,
        chosen=_chosen(asked, "…" if person is None else person),
        has_more=bool(query.game or query.since or query.until or query.is_open),
        who=[(name, person_key(name)) for name in people],
        person=person or "",
        again=again(_latest_of_group(query)),
        nights=[] if any(asked.values()) or ways["first_url"] else _nights_over(),
        months=_by_month(summaries),
        **ways,
        is_empty=not (summaries or any(asked.values()) or ways["first_url"]),
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


def _nights_over() -> list[tuple[str, str, Message]]:
    """The last nights of several tables that this phone may read: where they are, their
    day, and how many took part."""
    found = []
    for night in store().nights.over(NIGHTS, phone.only_own()):
        session = store().readable(night)
        if session is not None:
            there = url_for("night.standings", session_id=night)
            found.append((there, session.header.at, session.glance.turn))
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
    return page("history/groups.html", groups=people, dated=words().date, **ways)


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


def _part(
    find: Callable[[int, Position], Sequence[Found]], address: partial[str]
) -> tuple[Sequence[Found], Values]:
    """What is found for this page, and the addresses of the next one, where there is
    more, and of the first, if it is another; 404 for what is no place."""
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
    return found[:SHOWN], {"older_url": older, "first_url": first}


def position_written(position: Position) -> str:
    """A place in the list as an address has it."""
    return "~".join(position)


def position_read(text: str) -> Position | None:
    """A place in the list, read back from an address; None where it is none."""
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


# ---- boards that several tables have played ----


tables_compared = Blueprint("comparison", __name__, url_prefix="/history/boards")

OFFERED = 40  # how many sessions are offered, the latest of each game
MOST = 40  # how many tables are compared at once


@tables_compared.get("/", need=Need.OPEN, cost=Cost.COUNTING)
def boards() -> ResponseReturnValue:
    chosen = _compared()
    return page(
        "history/boards.html",
        offered=[*_offered()],
        chosen=[session.id for session in chosen],
        compared=compared(chosen) if len(chosen) > 1 else None,
        most=MOST,
    )


@tables_compared.get("/boards.pdf", need=Need.OPEN, cost=Cost.PRINTING)
def boards_pdf() -> ResponseReturnValue:
    chosen = _compared()
    paper = Paper.asked(argument("paper"))
    first, *others = chosen if len(chosen) > 1 else abort(404)
    order = Order(first, paper, words().language, beside=tuple(others))
    return printed(order, f"boards-{first.header.at[:10]}.pdf", url_for(".boards"))


def _compared() -> list[Session]:
    ids = list(dict.fromkeys(request.args.getlist("t")))[:MOST]
    for session_id in ids:
        if not may_read(session_id):
            abort(404)
    sessions = [open_table(session_id) for session_id in ids]
    for session in sessions:
        if not _has_boards(session):
            abort(404)
    return sessions


def _offered() -> Iterator[Summary]:
    for slug, game in GAMES.items():
        if not game.has_boards:
            continue
        query = SessionQuery(game=slug, phone=phone.only_own())
        for summary in store().index.find(query, OFFERED):
            is_readable = summary.entries >= 0
            session = store().readable(summary.session) if is_readable else None
            if session and _has_boards(session):
                yield summary


def _has_boards(session: Session) -> bool:
    has_boards: Any = session.game.has_boards
    return bool(has_boards and has_boards(session.settings))


# ---- the first page ----


first_page = Blueprint("home", __name__)
LOOKED_AT = 40
IN_PROGRESS = 8
FINISHED = 5
"""Of the sessions that were entered last this page looks at so many, and shows so many
that go on and so many that are over."""


@first_page.get("/", need=Need.OPEN)
def home() -> ResponseReturnValue:
    summaries = store().index.recent(limit=LOOKED_AT, phone=phone.only_own())
    in_progress = [summary for summary in summaries if not summary.is_over]
    return page(
        "home.html",
        lately=_lately,
        in_progress=in_progress[:IN_PROGRESS],
        has_more=len(in_progress) > 1,
        finished=[summary for summary in summaries if summary.is_over][:FINISHED],
        again=again(summaries),
        games=GAMES,
        nights=_nights(),
        pocket=pocket_url(),
    )


def _nights() -> list[tuple[str, Message]]:
    """The nights of several tables at which this phone is, and that go on: where they
    are, and how far."""
    me = phone.here()
    if not me:
        return []
    found = []
    for night in store().nights.of_phone(me, IN_PROGRESS):
        session = store().readable(night)
        if session is not None and not session.glance.is_over:
            there = url_for("night.here", session_id=night)
            found.append((there, session.glance.deal))
    return found


def _lately(summary: Summary) -> str:
    day = words().day(summary.last_at)
    return clock(summary.last_at) if day == words().day(now()) else day


TABLES = 80
"""Of so many sessions, those that were entered last, the page of all tables shows what
plays."""
A_DAY = timedelta(days=1)


@first_page.get("/tables", need=Need.OPEN, cost=Cost.COUNTING)
def tables() -> ResponseReturnValue:
    """Every table at which something was entered within a day and that has not ended:
    first those where a ruling is open, each with what that waits for; for who looks
    after many tables."""
    since = (datetime.fromisoformat(now()) - A_DAY).isoformat()
    with_open = []
    others = []
    n = 0
    for summary in store().index.recent(limit=TABLES, phone=phone.only_own()):
        if summary.is_over or summary.last_at < since:
            continue
        may = may_read(summary.session)
        session = store().readable(summary.session) if may else None
        matters = open_rulings_view(session) if session else []
        n += len(matters)
        if matters:
            with_open.append((summary, matters))
        else:
            others.append((summary, matters))
    shown = [*with_open, *others]
    return page("history/tables.html", tables=shown, open=n, lately=_lately)


@first_page.get("/healthz", need=Need.OPEN)
def healthy() -> ResponseReturnValue:
    return "ok", 200, {"Content-Type": "text/plain; charset=utf-8"}


@first_page.post("/theme", need=Need.OPEN, cost=Cost.NOTHING)
def theme() -> ResponseReturnValue:
    return _keep_choice("theme")


@first_page.post("/language", need=Need.OPEN, cost=Cost.NOTHING)
def language() -> ResponseReturnValue:
    return _keep_choice("language")


@first_page.post("/taps", need=Need.OPEN, cost=Cost.NOTHING)
def taps() -> ResponseReturnValue:
    return _keep_choice("taps")


def _keep_choice(name: str) -> ResponseReturnValue:
    """Keep this phone's choice, where there is such a one, and go back to where it was
    made, if that is a path within this site."""
    back = sent("back")
    # A browser drops control characters and reads a backslash as a slash: neither is
    # let through.
    is_path = back.startswith("/") and not back.startswith("//")
    is_within = is_path and back.isprintable() and "\\" not in back
    answer = see_other(back if is_within else "/")
    chosen = sent(name)
    if chosen in CHOICES[name]:
        set_cookie(answer, name, chosen)
    return answer


OTHERS = (first_page, tables_compared)
"""The pages here that are not under /history/, or not of sessions."""
