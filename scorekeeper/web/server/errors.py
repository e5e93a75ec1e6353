"""What a page says when something is not there, too large or out of order."""

from flask import Flask, make_response
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from scorekeeper.core.messages import Message, message
from scorekeeper.store import NoSuchSession, NotReadable, NotSaved, Refused
from scorekeeper.web.table.pages import error_page
from scorekeeper.web.table.saved import OURS, TOO_OLD

_SAID = {400, 403, 404, 405, 413, 429, 500, 503}


def register(app: Flask) -> None:
    """Answer every error with a page that leads on."""

    @app.errorhandler(CSRFError)
    def _form_too_old(error: CSRFError) -> ResponseReturnValue:
        answer = make_response(_page(400, "error.form"))
        answer.headers[OURS] = TOO_OLD
        return answer

    @app.errorhandler(HTTPException)
    def _http(error: HTTPException) -> ResponseReturnValue:
        code = error.code or 500
        if code < 400 or error.response is not None:  # it says by itself how to go on
            return error.get_response()
        if request_ctx.url_adapter is None:  # asked under a name that can be none: no links
            return error.get_response()
        return _page(code, f"error.{code if code in _SAID else 400}")

    @app.errorhandler(NoSuchSession)
    @app.errorhandler(NotReadable)
    def _not_readable(refused: Refused) -> ResponseReturnValue:
        return _page(422, "session.unreadable", refused.why)

    @app.errorhandler(NotSaved)
    def _not_saved(refused: NotSaved) -> ResponseReturnValue:
        return _page(503, "error.503")


def _page(status: int, code: str, why: Message | None = None) -> ResponseReturnValue:
    return error_page(status, message(code), why or message(f"{code}.about"))
