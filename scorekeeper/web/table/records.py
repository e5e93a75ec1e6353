"""What is kept of a table: totals signed, heads that phones keep, sheets to play on; and how it is
put out of sight or deleted."""

from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import FromPaper, Signed, Typing
from scorekeeper.core.session import Command, Entry, root
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Document, Paper, blank, blank_of
from scorekeeper.exports.sheet_files import points_of
from scorekeeper.games import GAMES
from scorekeeper.tables.agreement import has_begun
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import is_typing, signatures, signed_now
from scorekeeper.web.archive.exports import printed
from scorekeeper.web.phones import invitations
from scorekeeper.web.server.access import Need, may_remove, place
from scorekeeper.web.table import presenters
from scorekeeper.web.table.pages import hidden, now, open_table, page, see_other, store, words
from scorekeeper.web.table.sessions import SIGNED, is_recorded, record

blueprint = Blueprint("records", __name__)


# ---- signing off ----


@blueprint.get("/t/<session_id>/sign", need=Need.READ)
def totals(session_id: str) -> ResponseReturnValue:
    """The totals, for the players to sign; and what was signed before."""
    return _totals(open_table(session_id))


@blueprint.post("/t/<session_id>/sign", need=Need.ENTER)
def sign(session_id: str) -> ResponseReturnValue:
    """Players put their names under the totals as the page showed them."""
    session = open_table(session_id)
    here = url_for(".totals", session_id=session_id)
    if is_recorded(session):
        return see_other(here)
    seen = request.form.get("seen", 0, type=int)
    if seen != session.last:
        return _totals(session, message("refused.totals-moved"), 409)
    chosen, mine = request.form.getlist("party"), place(session_id).seats
    seats = tuple(s for p in session.parties if p.id in chosen for s in p.seats if s in mine)
    written = tuple((p.id, str(points_of(session.sheet.total(p.id)))) for p in session.parties)
    command = Command((Entry(Signed(seen, session.head, written, seats)),))
    return record(session, command, here, lambda why: _totals(session, why, 422))


def _totals(session: Session, refusal: Message | None = None, code: int = 200) -> Response:
    mine = place(session.id).seats
    signed = signed_now(session)
    return page(
        "sessions/sign.html",
        code=code,
        **presenters.frame(session),
        parties=[
            {
                "id": one.id,
                "name": of.name,
                "people": of.people,
                "total": session.sheet.total(one.id),
                "signed": bool(set(one.seats) & signed),
            }
            for one in session.parties
            for of in (column(one, session.folded.people),)
        ],
        own=[one.id for one in session.parties if set(one.seats) & set(mine) - signed],
        signed_off=signatures(session, most=SIGNED),
        entry={"action": url_for(".sign", session_id=session.id), "hidden": hidden(session)},
        refusal=refusal,
    )


# ---- heads ----


@blueprint.get("/t/<session_id>/heads/<head>", need=Need.READ)
def head(session_id: str, head: str) -> ResponseReturnValue:
    """The entry with this head, which a phone has kept; null = it isn't in the table's history."""
    session = open_table(session_id)
    heads = {root(session.header): 0} | {entry.hash: entry.seq for entry in session.log}
    found = heads.get(head)
    return {"entry": found}


# ---- paper ----


@blueprint.get("/t/<session_id>/paper", need=Need.READ)
def paper(session_id: str) -> ResponseReturnValue:
    """To play on without phones: a sheet to print, and the switch for typing it in."""
    return _paper(open_table(session_id))


@blueprint.post("/t/<session_id>/paper", need=Need.ENTER)
def typing(session_id: str) -> ResponseReturnValue:
    """From here on, or no longer, what is entered was played on paper."""
    session = open_table(session_id)
    begins = request.form.get("typing") == Typing.BEGINS.value
    switch = Typing.BEGINS if begins else Typing.ENDS
    then = url_for("sessions.table" if begins else ".paper", session_id=session_id)
    if is_recorded(session):
        return see_other(then)
    command = Command((Entry(FromPaper(switch)),))
    return record(session, command, then, lambda why: _paper(session, why, 422))


def _paper(session: Session, refusal: Message | None = None, code: int = 200) -> Response:
    here: dict[str, Any] = {"session_id": session.id}
    return page(
        "sessions/paper.html",
        code=code,
        **presenters.frame(session),
        is_typing=is_typing(session),
        blank_url=url_for(".blank_sheet", **here),
        entry={"action": url_for(".typing", **here), "hidden": hidden(session)},
        refusal=refusal,
    )


@blueprint.get("/t/<session_id>/blank.pdf", need=Need.READ)
def blank_sheet(session_id: str) -> ResponseReturnValue:
    """An empty sheet for these people and rules, to be filled in by hand."""
    session = open_table(session_id)
    return _blank(blank_of(session), url_for(".paper", session_id=session_id), session_id)


@blueprint.get("/t/<session_id>/recovery.pdf", need=Need.HOST)
def recovery_sheet(session_id: str) -> ResponseReturnValue:
    """The same with the code that brings the table back, for its host alone."""
    code = invitations.grouped(invitations.recovery(session_id))
    back = url_for("seats.phones", session_id=session_id)
    return _blank(blank_of(open_table(session_id)), back, session_id, code)


@blueprint.get("/new/<slug>/blank.pdf", need=Need.OPEN)
def blank_of_game(slug: str) -> ResponseReturnValue:
    """An empty sheet of a game by its first preset, without names."""
    game = GAMES.get(slug) or abort(404)
    preset = next((p for p in game.presets if p.code == request.args.get("preset")), None)
    session = blank(game, (preset or game.presets[0]).settings)
    return _blank(session, url_for("new.lay", slug=slug))


def _blank(session: Session, back: str, table: str = "", recovery: str = "") -> ResponseReturnValue:
    size, language = Paper.asked(request.args.get("paper")), words().language
    name = f"{session.game.slug}-blank.pdf"
    order = Order(session, size, language, Document.BLANK, recovery=recovery)
    return printed(order, name, back, table)


# ---- put out of sight, or deleted ----


@blueprint.get("/t/<session_id>/remove", need=Need.HOST)
def removal(session_id: str) -> ResponseReturnValue:
    """What can be done with the table, and its file."""
    return _asked(session_id)


@blueprint.post("/t/<session_id>/remove", need=Need.HOST)
def remove(session_id: str) -> ResponseReturnValue:
    """Hide the table, let it be seen again, or delete it."""
    session = open_table(session_id)
    if not may_remove(session):
        return _asked(session_id, message("refused.of-the-house"), 403)
    was_played = has_begun(session)
    match request.form.get("do"):
        case "hide":
            store().hide(session_id, now())
        case "show" if not store().imports.importer(session_id):
            store().show(session_id)
        case "delete" if request.form.get("sure"):
            store().delete(session_id, "host", now())
            return see_other(url_for("moving.house" if was_played else "home.home"))
        case _:
            return _asked(session_id, message("refused.not-sure"), 422)
    return see_other(url_for(".removal", session_id=session_id))


def _asked(session_id: str, refusal: Message | None = None, code: int = 200) -> ResponseReturnValue:
    session = open_table(session_id)
    unlisted = {one.summary.session for one in store().imports.unlisted()}
    return page(
        "sessions/remove.html",
        code=code,
        **presenters.frame(session),
        has_scores=has_begun(session),
        is_hidden=session_id in unlisted,
        action=url_for(".remove", session_id=session_id),
        file_url=url_for("exports.session_file", session_id=session_id),
        refusal=refusal,
    )
