"""What can be read of a table beside its own page: the sheet, the log, the settings, and
what else there is to do."""

from flask import request
from flask.typing import ResponseReturnValue

from scorekeeper.core.seats import named
from scorekeeper.exports.sheet_files import can_say, play_links
from scorekeeper.tables.deals import deal_row
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


LIKELY = {
    "before": ("phones", "people", "agree", "settings", "carried_in", "remove"),
    "deal": ("drop", "last", "log", "thrown_in", "sealed", "phones"),
    "between": ("last", "forgotten", "dealer", "people", "adjusted", "ended"),
    "over": ("story", "sign", "pdf", "report", "last", "people"),
}
"""What is likely to be looked for under "More": before the first deal, during one,
between two, and once a rubber or game is over."""


@blueprint.get("/more", need=Need.READ)
def more(session: Session) -> ResponseReturnValue:
    played = [row for row in session.sheet.rows() if row.is_finished]
    drop_url = None
    if calls_so_far(session):
        drop_url = at(session, ".drop_auction")
    return page_of(
        session,
        "sessions/more.html",
        last=played[-1] if played else None,
        drop_url=drop_url,
        likely=LIKELY[_phase(session)],
    )


def _phase(session: Session) -> str:
    row = deal_row(session)
    if row is not None and not row.is_finished:
        return "deal"
    if session.game.glance(session.folded.state).is_over:
        return "over"
    return "before" if row is None else "between"


@blueprint.get("/forgotten", need=Need.ENTER)
def forgotten(session: Session) -> ResponseReturnValue:
    deals = tuple(session.sheet.rows())
    rows, ways = part_of(len(deals))
    return page_of(
        session, "sessions/forgotten.html", rows=deals[rows], named=named, **ways
    )


@blueprint.get("/settings", need=Need.READ)
def settings(session: Session) -> ResponseReturnValue:
    return page_of(session, "sessions/settings.html", **settings_values(session))
