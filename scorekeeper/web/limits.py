"""How often one phone may ask for what costs much: any evening's worth, and no mischief's."""

from flask import Flask, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address

from scorekeeper.web import phone
from scorekeeper.web.access import ACCESS, Need

WRITING = "240 per minute"
"""What one phone may enter at one table."""
PRINTING = "30 per minute"
COUNTING = "120 per minute"
OPENING = {"kitchen": "240 per hour", "public": "30 per hour"}
"""How many tables one address may open."""
_OPENING = ("new.opened", "new.again")
_PRINTING = ("exports.sheet_pdf", "reports.report_pdf")
_ENTERING = (Need.ENTER, Need.OWN_SEAT, Need.RULE, Need.ARBITER, Need.HOST)


def register(app: Flask) -> None:
    """Put a limit before each page that has one; in memory, since there is one process."""
    limiter = Limiter(
        _phone_at_table,
        app=app,
        storage_uri="memory://",
        strategy="fixed-window",
        headers_enabled=True,
    )
    app.extensions["limits"] = limiter  # its decorators only know it from afar
    opening = OPENING["public" if app.config.get("PUBLIC_URL") else "kitchen"]
    for endpoint, view in app.view_functions.items():
        need = ACCESS.get(endpoint)
        if endpoint in _OPENING:
            limit = limiter.limit(opening, key_func=get_remote_address, methods=["POST"])
        elif endpoint in _PRINTING:
            limit = limiter.limit(PRINTING)
        elif endpoint.startswith("statistics."):
            limit = limiter.limit(COUNTING)
        elif need in _ENTERING:
            limit = limiter.limit(WRITING, methods=["POST"])
        else:
            continue
        app.view_functions[endpoint] = limit(view)  # type: ignore[assignment]


def _phone_at_table() -> str:
    """Whose limit it is: on a network behind one address, phones are told apart by themselves."""
    table = (request.view_args or {}).get("session_id", "")
    return f"{phone.here() or get_remote_address()} {table}"
