"""The running score of a session as a picture, with the figures it is drawn from."""

from functools import partial

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.tables.chart import drawn, steps
from scorekeeper.tables.sheet import line_names
from scorekeeper.web.server.security import Need
from scorekeeper.web.table import presenters
from scorekeeper.web.table.pages import open_table, page, part_of, ways, words

blueprint = Blueprint("charts", __name__, url_prefix="/t/<session_id>/chart")


@blueprint.get("/", need=Need.READ)
def running(session_id: str) -> ResponseReturnValue:
    """How the totals went, row by row."""
    session = open_table(session_id)
    sheet, walked = presenters.urls_of(session)["sheet"], steps(session.sheet)
    part = part_of(len(walked))
    return page(
        "sessions/chart.html",
        **presenters.frame(session),
        chart=drawn(session.sheet),
        names=line_names(session, words()),
        parties=session.sheet.parties,
        steps=[
            {
                "label": one.row.label,
                "section": one.section,
                "totals": one.totals,
                "url": f"{sheet}?why={one.row.id}#row-{one.row.id}",
            }
            for one in walked[part.rows]
        ],
        **ways(part, partial(url_for, ".running", session_id=session.id)),
    )
