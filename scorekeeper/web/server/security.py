"""What a page of ours may do (the headers), who may send us a form (the origin check), and what a
page needs (said at its route; access.py looks whether the phone has it)."""

from enum import Enum
from typing import Any

from flask import Flask, Response, abort, request
from werkzeug.routing import Rule

from scorekeeper.tables.refusals import Refusals


class Need(Enum):
    """What a page asks of the phone that asks for it."""

    OPEN = "open"
    """Nothing: it tells of no table, or it checks an invitation itself."""
    KITCHEN = "kitchen"
    """It tells of every table at once: only where the network is the kitchen's."""
    READ = "read"
    """To be at the table; in the kitchen, to be on the network."""
    ENTER = "enter"
    """A seat, or to be the host."""
    OWN_SEAT = "own-seat"
    """The very seat that it is about, which the page itself looks at with `guard_seat`."""
    RULE = "rule"
    """A seat, the host or the arbiter."""
    KEY = "key"
    """The phone that sealed what it is about, or the arbiter's: the page looks for their key."""
    ARBITER = "arbiter"
    """The arbiter's phone: nobody's where there is none."""
    HOST = "host"


class PageRule(Rule):
    """The address of a page and what it needs: `@blueprint.get(address, need=Need.READ)`.

    One that says nothing is refused to everybody; see access.py.
    """

    def __init__(self, *address: Any, need: Need | None = None, **options: Any) -> None:
        super().__init__(*address, **options)
        self.need = need


def need_of(rule: Rule | None) -> Need | None:
    """What the page at this address needs; None if its route does not say."""
    return rule.need if isinstance(rule, PageRule) else None


CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)",
}
_OF_A_FILE = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""What style and scripts need of them: the others speak to pages."""
_KINDS = {
    400: "no request of ours",
    403: "not allowed",
    405: "no such way to ask",
    410: "link that is over or never was",
    413: "too large",
    429: "limit met",
    503: "too much at once",
}
"""What a status says in the log of refusals."""
_READING = frozenset({"GET", "HEAD", "OPTIONS"})


def register(app: Flask) -> None:
    """Put the headers on every answer and the origin check before every form."""

    @app.before_request
    def _same_origin() -> None:
        if request.method in _READING:
            return
        origin = request.headers.get("Origin")
        if origin not in (None, request.host_url.rstrip("/")):
            abort(403)
        if request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
            abort(403)

    def _logged(fault: Any) -> None:
        """A fault is logged by the name of its page: an address may hold an invitation."""
        app.logger.error("A fault in %s", request.endpoint, exc_info=fault)

    app.log_exception = _logged  # type: ignore[method-assign, assignment]

    _note_refusals(app)

    @app.after_request
    def _headers(response: Response) -> Response:
        is_part = response.mimetype in ("text/css", "text/javascript")
        is_file = is_part and request.endpoint == "files.static"
        for name in _OF_A_FILE if is_file else _HEADERS:
            response.headers.setdefault(name, _HEADERS[name])
        response.headers.setdefault("Cache-Control", "no-store")  # a page may hold a secret
        return response


def _note_refusals(app: Flask) -> None:
    refusals: Refusals = app.extensions["refusals"]

    @app.after_request
    def _noted(response: Response) -> Response:
        kind = _KINDS.get(response.status_code)
        if response.status_code == 422 and request.endpoint == "seats.join":
            kind = "wrong code"
        if kind is not None:
            refusals.note(request.remote_addr or "", f"{kind}, at {request.endpoint or 'no page'}")
        return response
