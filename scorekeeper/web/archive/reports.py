"""The session report: printed in the background while a page tells how far it is."""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.exports.pdf.cache import Order
from scorekeeper.exports.pdf.page import Document, Paper
from scorekeeper.tables.session import Session
from scorekeeper.web.archive.exports import asker, pdf_cache, pdf_name, printed
from scorekeeper.web.server.security import Need
from scorekeeper.web.table import presenters
from scorekeeper.web.table.pages import open_table, page, words

blueprint = Blueprint("reports", __name__, url_prefix="/t/<session_id>/report")

START_SECONDS = 2.0
ROW_SECONDS = 0.08
"""About how long the renderer takes to get ready, and for each row of the sheet."""
NEARLY = 95
"""The most per cent that are shown before it is done."""


@blueprint.get("/", need=Need.READ)
def report(session_id: str) -> ResponseReturnValue:
    """How far the report is: asked for again each second until it can be opened."""
    session = open_table(session_id)
    paper = Paper.asked(request.args.get("paper"))
    order = Order(session, paper, words().language, Document.REPORT)
    done = pdf_cache().progress(order, asker(session_id))
    if done.fault is not None:
        return report_pdf(session_id)
    answer = page(
        "sessions/report.html",
        **presenters.frame(session),
        is_ready=done.is_kept,
        percent=min(NEARLY, round(100 * done.seconds / _seconds(session))),
        rows=message("report.deals", n=sum(1 for _ in session.sheet.rows())),
        here=url_for(".report", session_id=session.id, paper=paper.value),
        pdf_url=url_for(".report_pdf", session_id=session.id, paper=paper.value),
    )
    if not done.is_kept:
        answer.headers["Refresh"] = "1"
    return answer


@blueprint.get("/report.pdf", need=Need.READ)
def report_pdf(session_id: str) -> ResponseReturnValue:
    """The report itself."""
    session = open_table(session_id)
    paper = Paper.asked(request.args.get("paper"))
    back = url_for("sessions.sheet", session_id=session.id)
    order = Order(session, paper, words().language, Document.REPORT)
    return printed(order, f"report-{pdf_name(session)}", back)


def _seconds(session: Session) -> float:
    """About how long printing takes."""
    return START_SECONDS + ROW_SECONDS * sum(1 for _ in session.sheet.rows())
