"""How often one phone may ask for what costs much: any evening's worth, and no mischief's."""

from flask import Flask, Response, request
from flask_limiter import Limiter, RequestLimit, RouteLimit
from flask_limiter.util import get_remote_address

from scorekeeper.web import phone, seats
from scorekeeper.web.access import ACCESS, Need

WRITING = "240 per minute"
"""What one phone may enter at one table."""
PRINTING = "30 per minute"
COUNTING = "120 per minute"
OPENING = {"kitchen": "240 per hour", "public": "30 per hour"}
"""How many tables one address may open."""
TRYING, TRYING_OF_ALL = "5 per minute", "50 per minute"
"""How many spoken codes one address may try, and all of them together."""
_OPENING = ("new.opened", "new.again")
_PRINTING = ("exports.sheet_pdf", "reports.report_pdf")
_ENTERING = (Need.ENTER, Need.OWN_SEAT, Need.RULE, Need.KEY, Need.ARBITER, Need.HOST)


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
    for endpoint, view in app.view_functions.items():
        for limit in _limits(limiter, endpoint, is_public=bool(app.config.get("PUBLIC_URL"))):
            view = limit(view)  # type: ignore[assignment]
        app.view_functions[endpoint] = view


def _limits(limiter: Limiter, endpoint: str, *, is_public: bool) -> list[RouteLimit]:
    if endpoint in _OPENING:
        most = OPENING["public" if is_public else "kitchen"]
        return [limiter.limit(most, key_func=get_remote_address, methods=["POST"])]
    if endpoint == "seats.join":
        return [
            limiter.limit(
                most,
                key_func=whose,
                methods=["POST"],
                on_breach=_too_many_codes,
                deduct_when=_is_wrong_code,
            )
            for most, whose in ((TRYING, get_remote_address), (TRYING_OF_ALL, lambda: "all"))
        ]
    if endpoint in _PRINTING:
        return [limiter.limit(PRINTING)]
    if endpoint.startswith("statistics."):
        return [limiter.limit(COUNTING)]
    return [limiter.limit(WRITING, methods=["POST"])] if ACCESS.get(endpoint) in _ENTERING else []


def _is_wrong_code(answer: Response) -> bool:
    """Whether a try counts: four who scan nothing and type the right code are no guessers."""
    return answer.status_code != 303


def _too_many_codes(_limit: RequestLimit) -> Response:
    return seats.too_many_codes()


def _phone_at_table() -> str:
    """Whose limit it is: on a network behind one address, phones are told apart by themselves."""
    table = (request.view_args or {}).get("session_id", "")
    return f"{phone.here() or get_remote_address()} {table}"
