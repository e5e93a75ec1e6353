"""What a page of ours may do (the headers), who may send us a form (the origin check), and what a
page needs (said at its route; access.py looks whether the phone has it)."""

import hashlib
import ipaddress
import socket
from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, request
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Rule

from scorekeeper.addresses import Proxies
from scorekeeper.core.codec import plain
from scorekeeper.tables.refusals import Refusals

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


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
    """The phone that sealed what it is about, though it has no place any more, or the arbiter's:
    the page looks for their key."""
    ARBITER = "arbiter"
    """The arbiter's phone: nobody's where there is none."""
    HOST = "host"


class PageRule(Rule):
    """The address of a page and what it needs: `@blueprint.get(address, need=Need.READ)`.

    One that says nothing is refused to everybody; see access.py. A host may send it `most` bytes,
    where that is said; everybody else what a form has.
    """

    def __init__(
        self, *address: Any, need: Need | None = None, most: int = 0, **options: Any
    ) -> None:
        super().__init__(*address, **options)
        self.need, self.most = need, most


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


class Typed(ImmutableMultiDict[str, Any]):
    """What forms and addresses say, every text of it plain: see `codec.plain`."""

    def __init__(self, mapping: Any = None) -> None:
        every = MultiDict[str, Any](mapping).items(multi=True)
        super().__init__((k, plain(one) if isinstance(one, str) else one) for k, one in every)


class TypedRequest(Request):
    """A request in which nothing is a control character: one door for all that is typed."""

    parameter_storage_class = Typed


def register(app: Flask) -> None:
    """Put the headers on every answer and the origin check before every form; answer to no name
    but ours.

    Reads PUBLIC_URL ("" in the kitchen), PROXIES (the addresses and networks of the proxies before
    a public server, separated by commas), HOSTS (more names that a kitchen answers to, separated
    by commas). Raises NotPublic.
    """
    _serve_so(app)
    app.request_class = TypedRequest

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


# ---- how it is served ----


HSTS = "max-age=31536000"
YEAR = 31_536_000
"""Seconds that a phone keeps what it is and what it chose, from when that was last said. What the
forms' tokens are made from is kept until the browser closes."""
HERE = "127.0.0.1, ::1"
"""Where the proxy of a public server is unless it is told: on the same machine."""
_LOCAL = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""What names that only a home's own network knows end in."""


class NotPublic(ValueError):
    """The public address is none that can be served so; says what is wrong and what would do."""


def _serve_so(app: Flask) -> None:
    """Set cookies, headers and the names that this server answers to. Over TLS, the cookies' names
    say that only this very host can set them.

    Reads PUBLIC_URL ("" in the kitchen), PROXIES (the addresses and networks of the proxies before
    a public server, separated by commas), HOSTS (more names that a kitchen answers to, separated
    by commas). Raises NotPublic.
    """
    public, mark = str(app.config.setdefault("PUBLIC_URL", "")), _mark(app)
    app.config["COOKIE_PREFIX"] = host = "__Host-" if public else ""
    app.config.update(
        SESSION_COOKIE_NAME=f"{host}scorekeeper-{mark}",
        PHONE_COOKIE_NAME=f"{host}scorekeeper-phone-{mark}",
    )
    proxies = app.extensions["proxies"] = _proxies(app, bool(public))
    if public:
        hosts = {public_host(public)}
        app.config.update(SESSION_COOKIE_SECURE=True, PREFERRED_URL_SCHEME="https")
        app.wsgi_app = _forwarded(app.wsgi_app, proxies)  # type: ignore[assignment, method-assign]
        app.after_request(_only_tls)
    else:
        more = {one.strip().lower() for one in str(app.config.get("HOSTS", "")).split(",")}
        hosts = {socket.gethostname().lower(), *more} - {""}

    @app.before_request
    def _known_name() -> None:
        """A page from elsewhere can't come in by a name that it has pointed at us."""
        if not (request.host in hosts or (not public and is_kitchen_name(request.host, hosts))):
            abort(400)


def set_cookie(response: Response, name: str, value: str, seconds: int = YEAR) -> None:
    """Have this phone keep `value`, where no script reads it: the one place that sets cookies."""
    response.set_cookie(
        _prefixed(name),
        value,
        max_age=seconds,
        path="/",
        secure=bool(current_app.config["PUBLIC_URL"]),
        httponly=True,
        samesite="Lax",
    )


def cookie(name: str) -> str:
    """Returns what this phone keeps under `name`; "" if nothing."""
    return request.cookies.get(_prefixed(name), "")


def _prefixed(name: str) -> str:
    prefix = str(current_app.config["COOKIE_PREFIX"])
    return name if name.startswith(prefix) else prefix + name


def _forwarded(application: "WSGIApplication", proxies: Proxies) -> "WSGIApplication":
    """Believes a named proxy who asks, for which host and how; nobody else."""
    behind = ProxyFix(application, x_for=0, x_proto=1, x_host=1)

    def called(environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        peer = environ.get("REMOTE_ADDR", "")
        if peer not in proxies:
            return application(environ, start)
        environ["REMOTE_ADDR"] = proxies.client(peer, environ.get("HTTP_X_FORWARDED_FOR", ""))
        return behind(environ, start)

    return called


def _proxies(app: Flask, is_public: bool) -> Proxies:
    named = str(app.config.setdefault("PROXIES", HERE))
    try:
        return Proxies(named if is_public else "")
    except ValueError as fault:
        raise NotPublic(
            f"PROXIES is {named!r}: {fault}. Name the addresses of the proxies that stand before "
            f"this server, such as {HERE!r} or '172.17.0.0/16', separated by commas."
        ) from None


def public_host(url: str) -> str:
    """The name that a public address has. Raises NotPublic."""
    parts = urlsplit(url)
    if parts.scheme != "https" or not parts.hostname or parts.path.strip("/") or parts.query:
        raise NotPublic(
            f"PUBLIC_URL is {url!r}. A public server is reached over TLS at the root of a name: "
            "https://cards.example, for instance."
        )
    return parts.netloc


def is_kitchen_name(host: str, own: set[str]) -> bool:
    """Whether a host, with or without its port, is a number, a name that only a home's network
    knows, or one of this machine's `own`."""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(_LOCAL) or name in own)
    return True


def _only_tls(response: Response) -> Response:
    response.headers["Strict-Transport-Security"] = HSTS
    return response


def _mark(app: Flask) -> str:
    """A few letters of this installation's own: cookies don't tell two ports apart."""
    key = app.secret_key
    assert isinstance(key, bytes)  # noqa: S101 - made by places.secret_key
    return hashlib.sha256(b"cookie" + key).hexdigest()[:6]
