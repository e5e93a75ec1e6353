"""How everybody stands, on phones, in the room and in files; and the traveller of a
board."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from flask import Response, abort
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Points
from scorekeeper.exports.archive import written
from scorekeeper.exports.night_boards import can_say_night, night_pbn
from scorekeeper.exports.night_lists import results_csv, standings_csv
from scorekeeper.exports.night_play import (
    GivenSaid,
    NightPlay,
    given_said,
    played_night,
)
from scorekeeper.exports.pbn import PBN_TYPE, can_say
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.night import PROOFS, NightDocument, NightList
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.exports.sheet_files import CSV_ENCODING
from scorekeeper.exports.usebio import USEBIO_TYPE, can_be_usebio, usebio_of
from scorekeeper.nights.facts import Scoring
from scorekeeper.nights.night import Night, next_round
from scorekeeper.nights.standings import Result
from scorekeeper.nights.travellers import by_board
from scorekeeper.tables.night_standings import has_changed
from scorekeeper.tables.nights import (
    counted,
    is_finished,
    is_night,
    night_of,
    results,
)
from scorekeeper.tables.session import Session
from scorekeeper.web.nights.evening import frame
from scorekeeper.web.nights.laying import (
    blueprint,
    look_at_tables,
    people_here,
    ranked,
    table_here,
    tables_of,
)
from scorekeeper.web.nights.signatures import signing_here
from scorekeeper.web.nights.views import (
    TableSeated,
    break_until,
    ends_at,
    is_over_time,
    ranked_view,
    rounds_counted,
    tables_next,
    tables_now,
    without_table,
)
from scorekeeper.web.page.answers import error_page, page
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import argument, at, store, words
from scorekeeper.web.page.place import Need
from scorekeeper.web.page.printing import printed

SHEETS = 20
"""So many personal sheets are in one document."""


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
    return standings_page(session)


def standings_page(session: Session, refused: Message | None = None) -> Response:
    """How everybody stands, with what was refused there."""
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
        code=422 if refused else 200,
        refused=refused,
        signing=signing_here(session),
        rankings=ranked_view(night),
        after=rounds_counted(night),
        adds_up=_adds_up(night),
        has_changed=_has_changed(night),
        is_played=is_finished(night, table_here),
        boards=boards,
        own=own,
        has_pbn=bool(boards) and any(map(can_say, _tables(night)[:1])),
        papers=_papers(session, night),
        **frame(session),
    )


def _has_changed(night: Night) -> bool:
    if night.carried is None:
        return False
    earlier = store().readable(night.carried.night)
    if earlier is None or not is_night(earlier):
        return False
    look_at_tables(night_of(earlier))
    return has_changed(night.carried, earlier, store().readable)


def _adds_up(night: Night) -> bool:
    is_by_points = night.chosen is not None and night.chosen.scoring is Scoring.POINTS
    laid = [laid for opened in night.rounds for laid in opened.fact.tables]
    return is_by_points and any(table.east_west for table in laid)


@blueprint.get("/night/<session_id>/board/<int:number>", need=Need.READ)
def board(session: Session, number: int) -> ResponseReturnValue:
    night = night_of(session)
    found = results(night, table_here)
    people = people_here(session)
    if not may_see(night, found, people, number):
        abort(error_page(403, "error.board-waits", back=_to_standings(session)))
    play = _play(session)
    return page(
        "nights/board.html",
        board=number,
        lines=_traveller(play, people, number),
        won_head=play.won_head,
        **frame(session),
    )


class TravellerLine(NamedTuple):
    """What came of a board at one table; both sides in the order N–S, E–W."""

    sides: tuple[str, str]
    round: int
    points: Points | None
    given: GivenSaid | None
    won: list[str]
    is_own: bool


def _traveller(
    play: NightPlay, people: Sequence[int], board: int
) -> list[TravellerLine]:
    found = by_board(play.lines).get(board, [])
    return [
        TravellerLine(
            sides=(play.names(line.north_south), play.names(line.east_west)),
            round=line.round,
            points=line.difference,
            given=given_said(line.given) if line.given else None,
            won=[play.worth(play.won(line, side), words()) for side in line.sides],
            is_own=line.is_of(people),
        )
        for line in found
    ]


@blueprint.get("/night/<session_id>/room", need=Need.READ)
def room(session: Session) -> ResponseReturnValue:
    night = night_of(session)
    tables = tables_now(night)
    are_done = bool(tables) and all(one.done >= one.deals for one in tables)
    is_next = are_done or is_over_time(night)
    upcoming = _upcoming(night) if is_next else []
    shown = upcoming or [one.at for one in tables]
    return page(
        "nights/room.html",
        **frame(session),
        tables=shown,
        idle=without_table(night, shown),
        is_next=bool(upcoming),
        late=[one.at.table for one in tables if one.is_late],
        ends=ends_at(night),
        is_over_time=is_over_time(night),
        rankings=ranked_view(night),
        after=rounds_counted(night),
        pause=break_until(night),
    )


def _upcoming(night: Night) -> list[TableSeated]:
    try:
        planned = next_round(night, ranked(night))
    except RuleViolation:
        return []
    return tables_next(night, planned)


# ---- files ----


def _papers(session: Session, night: Night) -> list[tuple[Message, str]]:
    if night.chosen is None:
        return []
    lists = [NightList.TABLE_CARDS, NightList.GUIDE_CARDS]
    if night.chosen.scoring is not Scoring.POINTS:
        lists.append(NightList.BLANK_TRAVELLERS)
    if night.signed is not None:
        lists = [*PROOFS]
    units = len(night.units)
    has_parts = NightList.OWN in lists and units > SHEETS
    papers = [
        (
            message(f"night.paper.{found.value}"),
            at(session, "night.paper", name=found.value),
        )
        for found in lists
        if not has_parts or found is not NightList.OWN
    ]
    if has_parts:
        own = NightList.OWN.value
        for first in range(1, units + 1, SHEETS):
            last = min(first + SHEETS - 1, units)
            where = at(session, "night.paper", name=own, unit=first, last=last)
            papers.append(
                (message("night.paper.own-of", first=first, last=last), where)
            )
    return papers


@blueprint.get("/night/<session_id>/standings.csv", need=Need.READ)
def standings_in_csv(session: Session) -> ResponseReturnValue:
    play = _play(session)
    shown = replace(play, night=counted(play.night, play.tables.get))
    return _csv(session, standings_csv(shown, words()), "standings")


@blueprint.get("/night/<session_id>/results.csv", need=Need.READ)
def results_in_csv(session: Session) -> ResponseReturnValue:
    return _csv(session, results_csv(_over(session), words()), "results")


def _csv(session: Session, text: str, name: str) -> Response:
    data = text.encode(CSV_ENCODING)
    answer = Response(data, content_type="text/csv; charset=utf-8")
    return _named(answer, session, name, "csv")


@blueprint.get("/night/<session_id>/standings.pdf", need=Need.READ, cost=Cost.PRINTING)
def standings_pdf(session: Session) -> ResponseReturnValue:
    return _printed(session, NightDocument(NightList.RANKING))


@blueprint.get(
    "/night/<session_id>/paper/<name>.pdf", need=Need.READ, cost=Cost.PRINTING
)
def paper(session: Session, name: str) -> ResponseReturnValue:
    """A document of the night; with results once it is over, since all are in it."""
    try:
        first = int(argument("unit") or 0)
        document = NightDocument(NightList(name), first, int(argument("last") or 0))
    except ValueError:
        abort(404)
    return _printed(session, document)


def _printed(session: Session, document: NightDocument) -> ResponseReturnValue:
    play = _over(session) if document.is_proof else _play(session)
    size = Paper.asked(argument("paper"))
    tables = tuple(play.tables.values())
    order = Order(session, size, words().language, document, tables)
    name = f"{document.value}-{session.header.at[:10]}.pdf"
    return printed(order, name, at(session, "night.standings"))


def _play(session: Session) -> NightPlay:
    tables = {table.id: table for table in _tables(night_of(session))}
    return played_night(session, tables)


def _over(session: Session) -> NightPlay:
    """The night once it is over: until then its results are nobody's business."""
    _check_over(session)
    return _play(session)


def _check_over(session: Session) -> None:
    if night_of(session).signed is None:
        abort(error_page(403, "error.results-wait", back=_to_standings(session)))


def _to_standings(session: Session) -> tuple[str, Message]:
    return at(session, "night.standings"), message("Standings")


def _tables(night: Night) -> list[Session]:
    return [table for _, _, table in tables_of(night)]


@blueprint.get("/night/<session_id>/night.pbn", need=Need.READ)
def boards_pbn(session: Session) -> ResponseReturnValue:
    play = _over(session)
    if not can_say_night(play):
        abort(404)
    answer = Response(night_pbn(play, words()), content_type=PBN_TYPE)
    return _named(answer, session, "night", "pbn")


@blueprint.get("/night/<session_id>/night.xml", need=Need.READ)
def usebio(session: Session) -> ResponseReturnValue:
    play = _over(session)
    if not can_be_usebio(play):
        abort(404)
    answer = Response(usebio_of(play, words()), content_type=USEBIO_TYPE)
    return _named(answer, session, "night", "xml")


@blueprint.get("/night/<session_id>/night.zip", need=Need.READ)
def archive(session: Session) -> ResponseReturnValue:
    """The night and its tables: once it is over, since a board's results lie open in
    it."""
    _check_over(session)
    data = b"".join(written([session, *_tables(night_of(session))]))
    answer = Response(data, content_type="application/zip")
    return _named(answer, session, "night", "zip")


def _named(answer: Response, session: Session, kind: str, ending: str) -> Response:
    name = f"{kind}-{session.header.at[:10]}.{ending}"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
