"""The running score of a session as a picture, with the figures it is drawn from."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorekeeper.chart import drawn, steps
from scorekeeper.core.seats import Party
from scorekeeper.record import Session
from scorekeeper.sheet_view import is_compass, names_of
from scorekeeper.web import views
from scorekeeper.web.pages import page, words
from scorekeeper.web.tables import open_table

blueprint = Blueprint("charts", __name__, url_prefix="/t/<session_id>/chart")

NAME = 9
"""The most letters of a name beside its line."""


@blueprint.get("/")
def running(session_id: str) -> ResponseReturnValue:
    """How the totals went, row by row."""
    session = open_table(session_id)
    addresses = views.row_addresses(session)
    return page(
        "sessions/chart.html",
        **views.frame(session),
        chart=drawn(session.sheet),
        names=line_names(session),
        parties=session.sheet.parties,
        steps=[
            {
                "label": one.row.label,
                "section": one.section,
                "totals": one.totals,
                "url": addresses(one.row, False)["why_url"],
            }
            for one in steps(session.sheet)
        ],
    )


def line_names(session: Session) -> dict[str, str]:
    """What stands beside each party's line: its compass points, or its persons' names, short."""
    return {party.id: _short(session, party) for party in session.sheet.parties}


def _short(session: Session, party: Party) -> str:
    names = names_of(party, session.folded.people)
    if is_compass(party) or not names:
        return words().text(party)
    whole = " & ".join(names)
    if len(whole) <= NAME:
        return whole
    return (
        " & ".join(f"{name[:1]}." for name in names) if len(names) > 1 else f"{whole[: NAME - 1]}…"
    )
