"""Boards that several tables have played, side by side."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.games import GAMES
from scorekeeper.store.index import (
    SessionQuery,
    Summary,
)
from scorekeeper.tables.comparison import compared
from scorekeeper.tables.session import Session
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import page
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import (
    argument,
    open_table,
    store,
    words,
)
from scorekeeper.web.page.place import Need, may_read
from scorekeeper.web.page.printing import printed

blueprint = Blueprint("comparison", __name__, url_prefix="/history/boards")

OFFERED = 40  # how many sessions are offered, the latest of each game
MOST = 40  # how many tables are compared at once


@blueprint.get("/", need=Need.OPEN, cost=Cost.COUNTING)
def boards() -> ResponseReturnValue:
    chosen = _compared()
    return page(
        "history/boards.html",
        offered=[*_offered()],
        chosen=[session.id for session in chosen],
        compared=compared(chosen) if len(chosen) > 1 else None,
        most=MOST,
    )


@blueprint.get("/boards.pdf", need=Need.OPEN, cost=Cost.PRINTING)
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
