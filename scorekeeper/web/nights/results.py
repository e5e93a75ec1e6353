"""How everybody stands, on phones, in the room and in files; and the traveller of a
board."""

import csv
import io
from collections.abc import Sequence

from flask import Response, abort
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.exports.night_files import pbn_of_tables
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.exports.session_file import written
from scorekeeper.exports.sheet_files import can_say
from scorekeeper.nights.night import Night, next_round
from scorekeeper.nights.scoring import cross_imps, matchpoints
from scorekeeper.nights.standings import Result, adjusted
from scorekeeper.tables.nights import night_of, results
from scorekeeper.tables.session import Session
from scorekeeper.web.nights.evening import frame
from scorekeeper.web.nights.laying import (
    blueprint,
    people_here,
    ranked,
    table_here,
)
from scorekeeper.web.nights.views import (
    ends_at,
    is_over_time,
    ranked_view,
    tables_next,
    tables_now,
)
from scorekeeper.web.page.answers import page
from scorekeeper.web.page.incoming import argument, at, words
from scorekeeper.web.page.parts import Values
from scorekeeper.web.page.place import Need
from scorekeeper.web.page.printing import printed

ROOM_FRESH = 15
"""Seconds after which the room page is asked for again."""


# ---- who may see a board ----


def played_boards(night: Night, found: tuple[Result, ...]) -> list[int]:
    return sorted({result.board for result in found if result.board})


def may_see(
    night: Night, found: tuple[Result, ...], people: tuple[int, ...], board: int
) -> bool:
    """Whether a phone of these people may see what others did on a board: once all of
    them have played it, or the night is over. Whoever plays none may wait for that."""
    if night.signed is not None:
        return True
    done = {
        person
        for result in found
        if result.board == board
        for person in (*result.north_south, *result.east_west)
    }
    return bool(people) and done.issuperset(people)


# ---- pages ----


@blueprint.get("/night/<session_id>/standings", need=Need.READ)
def standings(session: Session) -> ResponseReturnValue:
    night = night_of(session)
    found = results(night, table_here)
    people = people_here(session)
    boards = [
        (board, may_see(night, found, people, board))
        for board in played_boards(night, found)
    ]
    own = {night.unit_of(person) for person in people}
    return page(
        "nights/standings.html",
        rankings=ranked_view(night),
        boards=boards,
        own=own,
        has_pbn=bool(boards) and any(map(can_say, _tables(night)[:1])),
        **frame(session),
    )


@blueprint.get("/night/<session_id>/board/<int:number>", need=Need.READ)
def board(session: Session, number: int) -> ResponseReturnValue:
    night = night_of(session)
    found = results(night, table_here)
    if not may_see(night, found, people_here(session), number):
        abort(403)
    own = {*people_here(session)}
    return page(
        "nights/board.html",
        board=number,
        lines=_traveller(night, adjusted(night, found), own, number),
        **frame(session),
    )


def _traveller(
    night: Night, found: Sequence[Result], own: set[int], board: int
) -> list[Values]:
    there = [result for result in found if result.board == board]
    points = [result.difference for result in there]
    top = 2 * (len(there) - 1)
    lines = [
        {
            "sides": (
                " & ".join(map(night.name, result.north_south)),
                " & ".join(map(night.name, result.east_west)),
            ),
            "round": result.round,
            "points": result.difference,
            "matchpoints": (won, top - won),
            "imps": mean,
            "is_own": not own.isdisjoint((*result.north_south, *result.east_west)),
        }
        for result, won, mean in zip(
            there, matchpoints(points), cross_imps(points), strict=True
        )
    ]
    return sorted(lines, key=lambda line: -line["points"])


@blueprint.get("/night/<session_id>/room", need=Need.READ)
def room(session: Session) -> ResponseReturnValue:
    night = night_of(session)
    tables = tables_now(night)
    are_done = bool(tables) and all(one["done"] >= one["deals"] for one in tables)
    is_next = are_done or is_over_time(night)
    upcoming = _upcoming(night) if is_next else []
    answer = page(
        "nights/room.html",
        **frame(session),
        tables=upcoming or tables,
        is_next=bool(upcoming),
        late=[one["table"] for one in tables if one["is_late"]],
        ends=ends_at(night),
        is_over_time=is_over_time(night),
        rankings=ranked_view(night),
    )
    answer.headers["Refresh"] = str(ROOM_FRESH)
    return answer


def _upcoming(night: Night) -> list[Values]:
    try:
        planned = next_round(night, ranked(night))
    except RuleViolation:
        return []
    return tables_next(night, planned)


# ---- files ----


@blueprint.get("/night/<session_id>/standings.csv", need=Need.READ)
def standings_csv(session: Session) -> ResponseReturnValue:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(
        ("direction", "place", "number", "name", "total", "played", "given")
    )
    for ranking in ranked_view(night_of(session)):
        for line in ranking.lines:
            cells = (line.place, line.unit, line.name, line.total)
            writer.writerow((ranking.direction, *cells, line.played, line.given))
    answer = Response("\ufeff" + out.getvalue(), content_type="text/csv; charset=utf-8")
    return _named(answer, session, "csv")


@blueprint.get("/night/<session_id>/standings.pdf", need=Need.READ)
def standings_pdf(session: Session) -> ResponseReturnValue:
    """The ranking list and each one's own sheet: once the night is over, since all
    results are in it."""
    night = night_of(session)
    if night.signed is None:
        abort(403)
    paper = Paper.asked(argument("paper"))
    order = Order(session, paper, words().language, beside=tuple(_tables(night)))
    name = f"night-{session.header.at[:10]}.pdf"
    return printed(order, name, at(session, "night.standings"))


def _tables(night: Night) -> list[Session]:
    found = [
        table_here(laid.session)
        for opened in night.rounds
        for laid in opened.fact.tables
    ]
    return [table for table in found if table is not None]


@blueprint.get("/night/<session_id>/night.pbn", need=Need.READ)
def boards_pbn(session: Session) -> ResponseReturnValue:
    """All boards with their results, once the night is over."""
    night = night_of(session)
    data = pbn_of_tables(_tables(night), words())
    if night.signed is None or not data:
        abort(403)
    return _named(Response(data, content_type="application/x-pbn"), session, "pbn")


@blueprint.get("/night/<session_id>/night.zip", need=Need.READ)
def archive(session: Session) -> ResponseReturnValue:
    """The night and its tables: once it is over, since a board's results lie open in
    it."""
    night = night_of(session)
    if night.signed is None:
        abort(403)
    data = b"".join(written([session, *_tables(night)]))
    return _named(Response(data, content_type="application/zip"), session, "zip")


def _named(answer: Response, session: Session, ending: str) -> Response:
    name = f"night-{session.header.at[:10]}.{ending}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
