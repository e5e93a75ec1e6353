"""A table put out of sight, or deleted for good, by its host."""

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.messages import Message, message
from scorekeeper.tables.agreement import has_begun
from scorekeeper.web.server.security import Need
from scorekeeper.web.table import presenters
from scorekeeper.web.table.pages import now, open_table, page, see_other, store

blueprint = Blueprint("removal", __name__, url_prefix="/t/<session_id>/remove")


@blueprint.get("", need=Need.HOST)
def ask(session_id: str) -> ResponseReturnValue:
    """What can be done with the table, and its file."""
    return _asked(session_id)


@blueprint.post("", need=Need.HOST)
def remove(session_id: str) -> ResponseReturnValue:
    """Hide the table, let it be seen again, or delete it."""
    was_played = has_begun(open_table(session_id))
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
    return see_other(url_for(".ask", session_id=session_id))


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
