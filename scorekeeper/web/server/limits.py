"""How often one phone may ask for what costs much: any evening's worth, and no mischief's.

Counted is by place for a phone that has one at the table, else by address: whatever a stranger
makes up is worth nothing."""

from flask import Flask, Response, request
from flask_limiter import Limiter, RequestLimit, RouteLimit
from werkzeug.routing import Rule

from scorekeeper.addresses import network_of
from scorekeeper.web.phones import phone, seats
from scorekeeper.web.server.access import place
from scorekeeper.web.server.security import Need, need_of

WRITING = "240 per minute"
"""What one phone may enter at one table."""
PRINTING = "30 per minute"
COUNTING = "120 per minute"
OPENING = {"kitchen": "240 per hour", "public": "30 per hour"}
"""How many tables one address may open."""
TRYING = "5 per minute; 30 per hour"
"""How many wrong codes one address may try. There is no such limit for all together: it would
let guessers refuse the right code to everybody."""
_OPENING = ("new.opened", "new.again")
_PRINTING = ("exports.sheet_pdf", "exports.report_pdf")
_ENTERING = (Need.ENTER, Need.OWN_SEAT, Need.RULE, Need.KEY, Need.ARBITER, Need.HOST)


def register(app: Flask) -> None:
    """Put a limit before each page that has one; in memory, since there is one process."""
    limiter = Limiter(
        _place_or_address,
        app=app,
        storage_uri="memory://",
        strategy="fixed-window",
        headers_enabled=True,
    )
    app.extensions["limits"] = limiter  # its decorators only know it from afar
    for rule in app.url_map.iter_rules():
        limit = _limit(limiter, rule, is_public=bool(app.config.get("PUBLIC_URL")))
        if limit is not None:
            view = limit(app.view_functions[rule.endpoint])
            app.view_functions[rule.endpoint] = view  # type: ignore[assignment]


def _limit(limiter: Limiter, rule: Rule, *, is_public: bool) -> RouteLimit | None:
    endpoint = rule.endpoint
    if endpoint in _OPENING:
        most = OPENING["public" if is_public else "kitchen"]
        return limiter.limit(most, key_func=_address, methods=["POST"])
    if endpoint == "seats.join":
        return limiter.limit(
            TRYING,
            key_func=_address,
            methods=["POST"],
            on_breach=_too_many_codes,
            deduct_when=_is_wrong_code,
        )
    if endpoint in _PRINTING:
        return limiter.limit(PRINTING)
    if endpoint.startswith("statistics."):
        return limiter.limit(COUNTING, key_func=_address)
    return limiter.limit(WRITING, methods=["POST"]) if need_of(rule) in _ENTERING else None


def _is_wrong_code(answer: Response) -> bool:
    """Whether a try counts: four who scan nothing and type the right code are no guessers."""
    return answer.status_code != 303


def _too_many_codes(_limit: RequestLimit) -> Response:
    return seats.too_many_codes()


def _place_or_address() -> str:
    """Whose limit it is: behind one address, players are told apart by their places."""
    table = (request.view_args or {}).get("session_id", "")
    return f"{phone.here()} {table}" if table and place(table).is_here else _address()


def _address() -> str:
    return network_of(request.remote_addr or "")
