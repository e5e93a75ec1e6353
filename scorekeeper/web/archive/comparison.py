"""Boards that several tables have played, compared in matchpoints and IMPs, on screen and paper."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.games import GAMES
from scorekeeper.store.index import SessionQuery, Summary
from scorekeeper.tables.comparison import compared
from scorekeeper.tables.session import Session
from scorekeeper.web.archive.exports import printed
from scorekeeper.web.archive.listing import item
from scorekeeper.web.phones import phone
from scorekeeper.web.server.access import place
from scorekeeper.web.server.security import Need
from scorekeeper.web.table.pages import open_table, page, store, words

blueprint = Blueprint("comparison", __name__, url_prefix="/history/boards")

OFFERED = 24
"""How many sessions are offered, the latest of each game."""
MOST = 12
"""How many tables are compared at once."""


@blueprint.get("/", need=Need.OPEN)
def boards() -> ResponseReturnValue:
    """Which sessions are compared, and what comes of it where there are two of them."""
    chosen = _chosen()
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


@blueprint.get("/boards.pdf", need=Need.OPEN)
def boards_pdf() -> ResponseReturnValue:
    """The same on paper."""
    first, *others = _chosen() or abort(404)
    if not others:
        abort(404)
    paper = Paper.asked(request.args.get("paper"))
    order = Order(first, paper, words().language, beside=tuple(others))
    return printed(order, f"boards-{first.header.at[:10]}.pdf", url_for(".boards"))


def _chosen() -> list[Session]:
    """The sessions that the address names, each of which this phone may read."""
    ids = list(dict.fromkeys(request.args.getlist("t")))[:MOST]
    if not all(place(one).fills(Need.READ) for one in ids):
        abort(404)
    found = [open_table(one) for one in ids]
    return found if all(map(_has_boards, found)) else abort(404)


def _offered() -> Iterator[Summary]:
    """The latest sessions with boards that this phone may read."""
    for slug, game in GAMES.items():
        if game.has_boards is None:
            continue
        for one in store().index.find(SessionQuery(game=slug, phone=phone.only_own()), OFFERED):
            session = store().open(one.session) if one.entries >= 0 else None
            if session and _has_boards(session):
                yield one


def _has_boards(session: Session) -> bool:
    has_boards: Any = session.game.has_boards
    return bool(has_boards and has_boards(session.settings))
