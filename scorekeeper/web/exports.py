"""What leaves a table: the PDF sheet, the CSV of its lines, the session file."""

from flask import Blueprint, Response, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import message
from scorekeeper.exports.session_file import write
from scorekeeper.exports.sheet_csv import csv_of
from scorekeeper.record import Session
from scorekeeper.web.pages import page, words
from scorekeeper.web.tables import open_table

blueprint = Blueprint("exports", __name__, url_prefix="/t/<session_id>")


@blueprint.get("/sheet.csv")
def sheet_csv(session_id: str) -> ResponseReturnValue:
    """Every line of the sheet, one a record."""
    session = open_table(session_id)
    return _file(csv_of(session, words()).encode(), "text/csv; charset=utf-8", session, "csv")


@blueprint.get("/session.jsonl")
def session_file(session_id: str) -> ResponseReturnValue:
    """Everything that was entered, chained."""
    session = open_table(session_id)
    return _file(write(session).encode(), "application/jsonl; charset=utf-8", session, "jsonl")


@blueprint.get("/sheet.pdf")
def sheet_pdf(session_id: str) -> ResponseReturnValue:
    """The scoresheet on paper."""
    session = open_table(session_id)
    paper = "letter" if request.args.get("paper") == "letter" else "A4"
    return page(
        "error.html",
        code=503,
        title=message("error.503"),
        words=message("error.503.about"),
        advice=paper,
        back=None,
        number=503,
        urls={"home": url_for("home.home")},
        session=session,
    )


def _file(content: bytes, kind: str, session: Session, ending: str) -> Response:
    name = f"{session.header.game}-{session.header.at[:10]}.{ending}"
    return Response(
        content,
        headers={
            "Content-Type": kind,
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
        },
    )
