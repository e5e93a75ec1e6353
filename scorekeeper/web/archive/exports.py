"""The sheet in other forms: printed, as a report, as files, as a picture of the running
score."""

import re
import unicodedata
from dataclasses import replace

from flask import Response, abort, current_app, redirect, request
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.exports.pbn import PBN_TYPE, can_say, pbn_of
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Document, Paper
from scorekeeper.exports.pdf.render import NotPrinted, PangoMissing
from scorekeeper.exports.picture import picture_of, svg_of
from scorekeeper.exports.session_file import write
from scorekeeper.exports.sheet_files import CSV_ENCODING, csv_of
from scorekeeper.tables.chart import drawn, steps
from scorekeeper.tables.parts import part_at
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import short_names
from scorekeeper.tables.story import story_of, told_in_words
from scorekeeper.web.page import printing
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import OfTable, argument, at, words
from scorekeeper.web.page.parts import Values, part_of
from scorekeeper.web.page.place import Need
from scorekeeper.web.table.presenters import page_of

DRAWING = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:;"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What a drawing may load that is opened by itself: the typeface inside it."""
blueprint = OfTable("exports", __name__, url_prefix="/t/<session_id>")


@blueprint.get("/sheet.csv", need=Need.READ)
def sheet_csv(session: Session) -> ResponseReturnValue:
    content = csv_of(session, words()).encode(CSV_ENCODING)
    return _file(session, "csv", "text/csv; charset=utf-8", content)


@blueprint.get("/session.jsonl", need=Need.READ)
def session_file(session: Session) -> ResponseReturnValue:
    content = write(session).encode()
    return _file(session, "jsonl", "application/jsonl; charset=utf-8", content)


@blueprint.get("/session.pbn", need=Need.READ)
def session_pbn(session: Session) -> ResponseReturnValue:
    if not can_say(session):
        abort(404)
    return _file(session, "pbn", PBN_TYPE, pbn_of(session, words()))


def _file(session: Session, ending: str, kind: str, content: bytes) -> Response:
    name = f"{session.header.game}-{session.header.at[:10]}.{ending}"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=disposition, content_type=kind)


@blueprint.get("/sheet.pdf", need=Need.READ, cost=Cost.PRINTING)
def sheet_pdf(session: Session) -> ResponseReturnValue:
    order = _order(session, Document.SHEET)
    named = argument("rows")
    if not named:
        return printing.printed(order, pdf_name(session))
    part = part_at(session, named) or abort(404)
    name = pdf_name(session).replace(".pdf", f"-{part.address}.pdf")
    return printing.printed(replace(order, part=part), name)


@blueprint.get("/report/", need=Need.READ, cost=Cost.PRINTING)
def report(session: Session) -> ResponseReturnValue:
    """How far the session report is, which is printed in the background: asked for
    again until it can be opened."""
    order = _order(session, Document.REPORT)
    asker = printing.asker(session.id)
    try:
        progress = current_app.extensions["pdf_cache"].progress(order, asker)
    except (NotPrinted, PangoMissing):  # the document's own page says why
        return report_pdf(session)
    rows = sum(1 for _ in session.sheet.rows())
    answer = page_of(
        session,
        "sessions/report.html",
        progress=progress,
        again=printing.again_after(progress) if progress else 0,
        rows=message("report.deals", n=rows),
        asked=_as_asked(order),
    )
    if progress is not None:
        url = at(order.session, ".report", **_as_asked(order))
        answer.headers["Refresh"] = f"{printing.again_after(progress)}; url={url}"
    return answer


@blueprint.get("/report/report.pdf", need=Need.READ, cost=Cost.PRINTING)
def report_pdf(session: Session) -> ResponseReturnValue:
    order = _order(session, Document.REPORT)
    return printing.printed(order, f"report-{pdf_name(session)}")


# The arguments of an address that leads to the same document again.
def _as_asked(order: Order) -> Values:
    return {"paper": order.paper.value, printing.ENTRY: order.session.last}


# A document of the table as it stands, or as it stood after the entry that the address
# names.
def _order(session: Session, document: Document) -> Order:
    paper = Paper.asked(argument("paper"))
    entry = request.args.get(printing.ENTRY, session.last, type=int)
    if 0 < entry < session.last:
        session = session.then(entry)
    return Order(session, paper, words().language, document)


@blueprint.get("/chart/", need=Need.READ)
def running(session: Session) -> ResponseReturnValue:
    walked = steps(session.sheet)
    rows, ways = part_of(len(walked))
    return page_of(
        session,
        "sessions/chart.html",
        chart=drawn(session.sheet),
        parties=session.sheet.parties,
        names=short_names(session, words()),
        steps=walked[rows],
        **ways,
    )


@blueprint.get("/story/", need=Need.READ)
def story(session: Session) -> ResponseReturnValue:
    told = story_of(session, words())
    name = pdf_name(session).removesuffix("pdf")
    return page_of(
        session,
        "sessions/story.html",
        story=told,
        picture=at(session, ".picture"),
        named=name,
        shared=told_in_words(told, words()) if told else "",
    )


@blueprint.get("/story/picture.svg", need=Need.READ)
def picture(session: Session) -> ResponseReturnValue:
    told = story_of(session, words()) or abort(404)
    name = pdf_name(session).removesuffix("pdf") + "svg"
    drawing = svg_of(picture_of(session, told, words()), words()).encode()
    answer = printing.shown(drawing, "image/svg+xml", name)
    answer.headers["Content-Security-Policy"] = DRAWING
    return answer


@blueprint.get("/story/picture.png", need=Need.READ)
def painted(session: Session) -> ResponseReturnValue:
    """The address that older pages hold: a phone paints the drawing by itself now."""
    return redirect(at(session, ".picture"))


def pdf_name(session: Session) -> str:
    names = " ".join(person for _, person in session.folded.people)
    apart = unicodedata.normalize("NFKD", names)
    plain = apart.encode("ascii", "ignore").decode().lower()
    people = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-")
    name = f"{session.header.game}-{session.header.at[:10]}"
    if people:
        name = f"{name}-{people}"
    return f"{name}.pdf"
