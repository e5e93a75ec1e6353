"""What can be read of a table beside its own page: the sheet, the log, the settings, and
what else there is to do."""

from enum import Enum, auto

from flask import request
from flask.typing import ResponseReturnValue

from scorekeeper.core.seats import named
from scorekeeper.exports.bg_stats import play_links
from scorekeeper.exports.pbn import can_say
from scorekeeper.tables.deal_story import deal_story
from scorekeeper.tables.deals import deal_row, is_watchable
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import own_values, sheet_of, signatures
from scorekeeper.web.page.answers import templates_of
from scorekeeper.web.page.incoming import at, words
from scorekeeper.web.page.parts import part_of
from scorekeeper.web.page.place import Need, place
from scorekeeper.web.table.presenters import (
    boxed,
    calls_so_far,
    given_values,
    log_values,
    newest_first,
    page_of,
    settings_values,
)
from scorekeeper.web.table.sessions import blueprint, make_ahead

SIGNED = 5  # how many signings a page speaks of, the last ones


@blueprint.get("/sheet", need=Need.READ)
def sheet(session: Session) -> ResponseReturnValue:
    """The score sheet; `why` opens one row. From here it is printed: that begins before
    it is asked for, on a phone of the table."""
    if place(session.id).is_here:
        make_ahead(session.id)
    why = request.args.get("why", type=int)
    ids = [row.id for row in session.sheet.rows()]
    rows, ways = part_of(len(ids), ids.index(why) if why in ids else None)
    opened = session.sheet.row(why) if why in ids else None
    shut_url = at(session, ".sheet")
    part = request.args.get("part", type=int)
    if part is not None:
        shut_url = f"{shut_url}?part={part}"
    return page_of(
        session,
        templates_of(session, "sheet", "sessions/sheet.html"),
        **ways,
        sheet_view=sheet_of(session, rows=rows),
        opened=why,
        story=deal_story(session, opened) if opened else (),
        given=given_values(session),
        shut_url=shut_url,
        boxed=boxed(session),
        has_pbn=can_say(session),
        own=own_values(session, "sheet"),
        plays=play_links(session, words()),
        signed_off=signatures(session, most=SIGNED),
    )


@blueprint.get("/log", need=Need.READ)
def log(session: Session) -> ResponseReturnValue:
    entries = [*newest_first(session)]
    rows, ways = part_of(len(entries), is_newest_first=True)
    shown = log_values(session, entries[rows])
    return page_of(session, "sessions/log.html", entries=shown, **ways)


NUMBERED = 20
"""How many earlier deals can be corrected from "More"; others from the sheet."""


class Phase(Enum):
    """When the page of more is looked at."""

    BEFORE = auto()
    """Before the first deal."""
    DEAL = auto()
    BETWEEN = auto()
    """Between two deals."""
    OVER = auto()
    """Once a rubber or game is over."""


FIRST_VERBS = {
    Phase.BEFORE: ("phones", "people", "agree", "carried_in"),
    Phase.DEAL: ("drop", "watch", "last", "log", "thrown_in", "sealed"),
    Phase.BETWEEN: (
        *("last", "earlier", "forgotten", "dealer", "thrown_in", "people", "aside"),
    ),
    Phase.OVER: ("story", "sign", "pdf", "report", "last", "earlier"),
}
"""What is looked for most under "More"."""
ALL_VERBS = (
    *("last", "earlier", "log", "forgotten", "dealer", "thrown_in", "phones", "people"),
    *(
        "aside",
        "adjusted",
        "ended",
        "sealed",
        "sheet",
        "sign",
        "story",
        "chart",
        "rulings",
    ),
    *("agree", "tv", "settings", "home", "remove"),
)


@blueprint.get("/more", need=Need.READ)
def more(session: Session) -> ResponseReturnValue:
    played = [row for row in session.sheet.rows() if row.is_finished]
    section = session.sheet.sections[-1:]
    rows = [row for part in section for row in part.rows if row in played[:-1]]
    earlier = [row for row in rows[::-1] if row.lines and "number" in row.label.values]
    first = FIRST_VERBS[_phase(session)]
    drop_url = None
    if calls_so_far(session):
        drop_url = at(session, ".drop_auction")
    watch_url = None
    if is_watchable(session):
        watch_url = at(session, "arbiter.watch")
    return page_of(
        session,
        "sessions/more.html",
        last=played[-1] if played else None,
        earlier=earlier[:NUMBERED],
        has_more=len(played) > 1 + len(earlier[:NUMBERED]),
        drop_url=drop_url,
        watch_url=watch_url,
        aside=session.game.flow.set_aside(session.folded.state),
        verbs=(*first, *(verb for verb in ALL_VERBS if verb not in first)),
    )


def _phase(session: Session) -> Phase:
    row = deal_row(session)
    if row is not None and not row.is_finished:
        return Phase.DEAL
    if session.game.glance(session.folded.state).is_over:
        return Phase.OVER
    return Phase.BEFORE if row is None else Phase.BETWEEN


@blueprint.get("/forgotten", need=Need.ENTER)
def forgotten(session: Session) -> ResponseReturnValue:
    deals = tuple(session.sheet.rows())
    rows, ways = part_of(len(deals))
    return page_of(
        session, "sessions/forgotten.html", rows=deals[rows], named=named, **ways
    )


@blueprint.get("/settings", need=Need.READ)
def settings(session: Session) -> ResponseReturnValue:
    values = settings_values(session) | {"has_calls": bool(session.game.calls)}
    return page_of(session, "sessions/settings.html", **values)
