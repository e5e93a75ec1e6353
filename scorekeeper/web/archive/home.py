"""The first page, what plays at all tables, and what a phone has chosen for itself."""

from datetime import datetime, timedelta

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message
from scorekeeper.store.index import (
    Summary,
)
from scorekeeper.tables.rulings.views import open_rulings_view
from scorekeeper.tables.sheet import clock
from scorekeeper.web.archive.history import again
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page, see_other
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import (
    CHOICES,
    now,
    sent,
    set_cookie,
    store,
    words,
)
from scorekeeper.web.page.place import Need, may_read
from scorekeeper.web.server.static_files import pocket_url
from scorekeeper.web.table.choosing import choices

blueprint = Blueprint("home", __name__)
LOOKED_AT = 40
IN_PROGRESS = 8
FINISHED = 5
"""Of the sessions that were entered last this page looks at so many, and shows so many
that go on and so many that are over."""


@blueprint.get("/", need=Need.OPEN)
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
        choices=choices(),
        nights=_nights(),
        pocket=pocket_url(),
    )


def _nights() -> list[tuple[str, Message]]:
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


@blueprint.get("/tables", need=Need.OPEN, cost=Cost.COUNTING)
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


@blueprint.get("/healthz", need=Need.OPEN)
def healthy() -> ResponseReturnValue:
    return "ok", 200, {"Content-Type": "text/plain; charset=utf-8"}


@blueprint.post("/theme", need=Need.OPEN, cost=Cost.NOTHING)
def theme() -> ResponseReturnValue:
    return _keep_choice("theme")


@blueprint.post("/language", need=Need.OPEN, cost=Cost.NOTHING)
def language() -> ResponseReturnValue:
    return _keep_choice("language")


@blueprint.post("/taps", need=Need.OPEN, cost=Cost.NOTHING)
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
