"""What is kept of a table: totals signed, heads that phones keep, sheets to play on;
and how it is put out of sight or deleted."""

from flask import Response, abort, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import FromPaper, Signed, Typing
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import root
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Document, Paper, blank, blank_of
from scorekeeper.exports.sheet_files import points_of
from scorekeeper.games import GAMES
from scorekeeper.tables.consent import NotAgreed
from scorekeeper.tables.deals import has_begun
from scorekeeper.tables.session import Session, column
from scorekeeper.tables.sheet import is_typing, signatures, signed_now
from scorekeeper.web.page import invitations
from scorekeeper.web.page.answers import go_to, see_other
from scorekeeper.web.page.incoming import (
    OfTable,
    argument,
    at,
    now,
    sent,
    store,
    to_enter,
    words,
)
from scorekeeper.web.page.place import (
    Need,
    may_remove,
    place,
    side_elsewhere,
    spoken_for_here,
)
from scorekeeper.web.page.printing import printed
from scorekeeper.web.table.presenters import boxed, page_of
from scorekeeper.web.table.proposing import delete_or_propose
from scorekeeper.web.table.reading import SIGNED
from scorekeeper.web.table.sessions import note_if_recorded, record

blueprint = OfTable("records", __name__)


# ---- signing off ----


@blueprint.get("/t/<session_id>/sign", need=Need.READ)
def totals(
    session: Session, refusal: Message | None = None, code: int = 200
) -> Response:
    signed = signed_now(session)
    people = session.folded.people
    return page_of(
        session,
        "sessions/sign.html",
        code=code,
        boxed=boxed(session),
        columns=[(party, column(party, people)) for party in session.parties],
        total=session.sheet.total,
        signed=signed,
        own=[party.id for party, seats in _signing(session) if {*seats} - signed],
        signed_off=signatures(session, most=SIGNED),
        side_elsewhere=side_elsewhere(session),
        refusal=refusal,
    )


@blueprint.post("/t/<session_id>/sign", need=Need.ENTER)
def sign(session: Session) -> ResponseReturnValue:
    here = at(session, ".totals")
    seen = request.form.get("seen", 0, type=int)
    if note_if_recorded(session):
        return see_other(here)
    if seen != session.last:
        return totals(session, message("refused.totals-moved"), 409)
    chosen = request.form.getlist("party")
    seats = list[Seat]()
    for party, of_party in _signing(session):
        if party.id in chosen:
            seats += of_party
    written = tuple(
        (party.id, str(points_of(session.sheet.total(party.id))))
        for party in session.parties
    )
    signed = Signed(seen, session.head, written, tuple(seats))
    command = to_enter(signed)
    return record(session, command, here, lambda why: totals(session, why, 422))


def _signing(session: Session) -> list[tuple[Party, tuple[Seat, ...]]]:
    """The sides for which this phone speaks, with the seats for which it signs: its
    own, and on the host's phone all that no other phone has."""
    mine = place(session.id)
    if not mine.may_enter:
        return []
    seats = {*mine.seats}
    if mine.is_host:
        seats |= {*session.ring} - mine.elsewhere
    return [
        (party, tuple(seat for seat in party.seats if seat in seats))
        for party in spoken_for_here(session)
    ]


# ---- heads ----


@blueprint.get("/t/<session_id>/heads/<head>", need=Need.READ)
def head(session: Session, head: str) -> ResponseReturnValue:
    """The entry with this head, which a phone has kept; null = it isn't in the table's
    history."""
    heads = {root(session.header): 0} | {entry.hash: entry.seq for entry in session.log}
    return {"entry": heads.get(head)}


# ---- paper ----


@blueprint.get("/t/<session_id>/paper", need=Need.READ)
def paper(
    session: Session, refusal: Message | None = None, code: int = 200
) -> ResponseReturnValue:
    return page_of(
        session,
        "sessions/paper.html",
        code=code,
        boxed=boxed(session),
        is_typing=is_typing(session),
        refusal=refusal,
    )


@blueprint.post("/t/<session_id>/paper", need=Need.ENTER)
def typing(session: Session) -> ResponseReturnValue:
    """From here on, or no longer, what is entered was played on paper."""
    begins = sent("typing") == Typing.BEGINS.value
    then = at(session, "sessions.table" if begins else ".paper")
    if note_if_recorded(session):
        return see_other(then)
    command = to_enter(FromPaper(Typing.BEGINS if begins else Typing.ENDS))
    return record(session, command, then, lambda why: paper(session, why, 422))


@blueprint.get("/t/<session_id>/blank.pdf", need=Need.READ)
def blank_sheet(session: Session) -> ResponseReturnValue:
    return _blank(blank_of(session), at(session, ".paper"), session.id)


@blueprint.get("/t/<session_id>/recovery.pdf", need=Need.HOST)
def recovery_sheet(session: Session) -> ResponseReturnValue:
    """The same with the code that brings the table back, for its host alone."""
    code = invitations.recovery(session.id)
    return _blank(blank_of(session), at(session, "seats.phones"), session.id, code)


@blueprint.get("/new/<slug>/blank.pdf", need=Need.OPEN)
def blank_of_game(slug: str) -> ResponseReturnValue:
    game = GAMES.get(slug) or abort(404)
    presets = {preset.code: preset for preset in game.presets}
    preset = presets.get(argument("preset"), game.presets[0])
    return _blank(blank(game, preset.settings), url_for("new.lay", slug=slug))


def _blank(
    session: Session, back: str, table: str = "", recovery: str = ""
) -> ResponseReturnValue:
    size = Paper.asked(argument("paper"))
    language = words().language
    order = Order(session, size, language, Document.BLANK, recovery=recovery)
    return printed(order, f"{session.game.slug}-blank.pdf", back, table)


# ---- put out of sight, or deleted ----


@blueprint.get("/t/<session_id>/remove", need=Need.HOST)
def removal(
    session: Session, refusal: Message | None = None, code: int = 200
) -> Response:
    unlisted = {waiting.summary.session for waiting in store().imports.unlisted()}
    return page_of(
        session,
        "sessions/remove.html",
        code=code,
        has_scores=has_begun(session),
        is_hidden=session.id in unlisted,
        refusal=refusal,
    )


@blueprint.post("/t/<session_id>/remove", need=Need.HOST)
def remove(session: Session) -> ResponseReturnValue:
    if not may_remove(session):
        return removal(session, message("refused.of-the-house"), 403)
    match sent("do"):
        case "hide":
            store().hide(session.id, now())
        case "show" if not store().phones.importer(session.id):
            store().show(session.id)
        case "delete" if sent("sure"):
            try:
                is_gone = delete_or_propose(session)
            except NotAgreed:
                raise  # its handler asks the sides
            except RuleViolation as refusal:
                return removal(session, refusal.why, 422)
            if not is_gone:
                return go_to(session, "changes.waiting")
            then = "moving.house" if has_begun(session) else "home.home"
            return see_other(url_for(then))
        case _:
            return removal(session, message("refused.not-sure"), 422)
    return go_to(session, ".removal")
