"""Who is let in: the names that this server answers to, the proxies that it believes,
and the guard before every page, which says at its route what it needs."""

import hashlib
import ipaddress
import socket
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Request, Response, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import ImmutableMultiDict, MultiDict
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.routing import Rule

from scorekeeper.addresses import NotPublic, Proxies, public_host
from scorekeeper.core.codec import plain
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seals import Sealed
from scorekeeper.core.seats import named_message
from scorekeeper.places import Refusals
from scorekeeper.store.seals import name_of
from scorekeeper.tables.nights import SLUG as NIGHT
from scorekeeper.web.page import phone
from scorekeeper.web.page.answers import error_page
from scorekeeper.web.page.costs import Cost
from scorekeeper.web.page.incoming import at, open_table, store, this_page
from scorekeeper.web.page.place import (
    Need,
    Place,
    arbiter_to_accept,
    is_withheld,
    may_have,
    place,
    under,
)


class PageRule(Rule):
    """The address of a page and what it needs: `@blueprint.get(address,
    need=Need.READ)`.

    One that says nothing is refused to everybody. A host may send it `most` bytes,
    where that is said; everybody else what a form has. How often it may be asked goes
    by its `cost`."""

    def __init__(
        self,
        *address: Any,
        need: Need | None = None,
        most: int = 0,
        cost: Cost = Cost.FORM,
        **options: Any,
    ) -> None:
        super().__init__(*address, **options)
        self.need = need
        self.most = most
        self.cost = cost


CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
)
_OF_A_FILE = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",  # a page may hold a secret
}
"""What style and scripts need of the headers: the others speak to pages."""
_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)"
    ),
    **_OF_A_FILE,
}
_KINDS = {
    400: "bad request",
    403: "not allowed",
    405: "wrong method",
    410: "link expired or unknown",
    413: "too large",
    429: "limit reached",
    503: "server busy",
}
"""What a status says in the log of refusals."""
_READING = frozenset({"GET", "HEAD", "OPTIONS"})


LINES = "names"
"""The one field of several lines: each is as good as one after a comma."""


class Typed(ImmutableMultiDict[str, Any]):
    """What forms and addresses say, every text of it plain: see `codec.plain`."""

    def __init__(self, mapping: Any = None) -> None:
        fields = []
        for name, value in MultiDict[str, Any](mapping).items(multi=True):
            typed = value
            if isinstance(value, str):
                text = ", ".join(value.splitlines()) if name == LINES else value
                typed = plain(text)
            fields.append((name, typed))
        super().__init__(fields)


class TypedRequest(Request):
    """A request in which nothing is a control character: whatever is typed comes in
    here."""

    parameter_storage_class = Typed


def _put_headers(response: Response) -> Response:
    is_part = response.mimetype in ("text/css", "text/javascript")
    is_file = is_part and request.endpoint == "files.static"
    wanted = _OF_A_FILE if is_file else _HEADERS
    there = {name for name, _ in response.headers}
    response.headers.extend(
        {name: wanted[name] for name in wanted if name not in there}
    )
    if phone.is_public():
        response.headers["Strict-Transport-Security"] = "max-age=31536000"
    return response


def _note_refusal(response: Response) -> Response:
    kind = _KINDS.get(response.status_code)
    rule = request.url_rule
    is_try = isinstance(rule, PageRule) and rule.cost is Cost.TRYING
    if response.status_code == 422 and is_try:
        kind = "wrong code"
    if kind is not None:
        refusals: Refusals = current_app.extensions["refusals"]
        page = request.endpoint or "no page"
        refusals.note(request.remote_addr or "", f"{kind}, at {page}")
    return response


HERE = "127.0.0.1, ::1"
"""Where the proxy of a public server is unless it is told: on the same machine."""
OLD_HTTP = "HTTP/1.0"  # the version whose requests need not say which host they are for
_LOCAL = (
    ".local",
    ".lan",
    ".home",
    ".home.arpa",
    ".internal",
    ".localdomain",
    ".fritz.box",
)
"""What names that only a home's own network knows end in."""


def _name_cookies(app: Flask, *, is_public: bool) -> None:
    key = app.secret_key
    assert isinstance(key, bytes)  # noqa: S101 - made by places.secret_key
    mark = hashlib.sha256(b"cookie" + key).hexdigest()[:6]
    prefix = "__Host-" if is_public else ""
    app.config.update(
        COOKIE_PREFIX=prefix,
        SESSION_COOKIE_NAME=f"{prefix}scorekeeper-{mark}",
        PHONE_COOKIE_NAME=f"{prefix}scorekeeper-phone-{mark}",
    )


def _proxies(app: Flask, *, is_public: bool) -> Proxies:
    named = str(app.config.setdefault("PROXIES", HERE))
    try:
        return Proxies(named if is_public else "")
    except ValueError as fault:
        raise NotPublic(
            f"PROXIES is {named!r}: {fault}. Name the addresses of the proxies that stand before "
            f"this server, such as {HERE!r} or '172.17.0.0/16', separated by commas."
        ) from None


def _serve_public(app: Flask, url: str, proxies: Proxies) -> None:
    host = public_host(url)
    app.config.update(SESSION_COOKIE_SECURE=True, PREFERRED_URL_SCHEME="https")
    app.wsgi_app = _forwarded(app.wsgi_app, proxies)  # type: ignore[method-assign]

    @app.before_request
    def _turn_away() -> None:
        _check_request(is_host=request.host == host)


def _serve_kitchen(app: Flask) -> None:
    own = _names_here(app)

    @app.before_request
    def _turn_away() -> None:
        is_host = request.host in own or is_kitchen_name(request.host, own)
        _check_request(is_host=is_host)


def _check_request(*, is_host: bool) -> None:
    """A page from elsewhere can't come in by a name that it has pointed at us, nor send
    forms; what can't be typed names nothing, and PostgreSQL refuses to be asked for
    some of it."""
    if not is_host or _names_no_host(request):
        abort(400)
    if request.method not in _READING:
        origin = request.headers.get("Origin")
        if origin not in (None, request.host_url.rstrip("/")):
            abort(error_page(403, "error.other-site"))
        if request.headers.get("Sec-Fetch-Site") in ("cross-site", "same-site"):
            abort(error_page(403, "error.other-site"))
    if plain(request.path) != request.path:
        abort(404)


def _names_here(app: Flask) -> set[str]:
    machine = socket.gethostname().lower()
    configured = str(app.config.get("HOSTS", "")).split(",")
    names = {name.strip().lower() for name in configured}
    return {machine, machine.split(".")[0], "localhost", *names} - {""}


def _names_no_host(asked: Request) -> bool:
    is_old = asked.environ["SERVER_PROTOCOL"] == OLD_HTTP
    return not is_old and not asked.environ.get("HTTP_HOST")


def _forwarded(application: Callable[..., Any], proxies: Proxies) -> Callable[..., Any]:
    behind = ProxyFix(application, x_for=0, x_proto=1, x_host=1)

    def called(environ: dict[str, Any], start: Any) -> Any:
        peer = environ.get("REMOTE_ADDR", "")
        if peer not in proxies:
            return application(environ, start)
        environ["REMOTE_ADDR"] = proxies.client(
            peer, environ.get("HTTP_X_FORWARDED_FOR", "")
        )
        return behind(environ, start)

    return called


def is_kitchen_name(host: str, own: set[str]) -> bool:
    """Whether a host, with or without its port, is a number, a name that only a home's
    network knows, or one of this machine's `own`. A name without a dot can be a domain
    of the Internet: it counts only as one of these."""
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and (name.endswith(_LOCAL) or name in own)
    return True


def register(app: Flask) -> None:
    """Put the headers on every answer, the origin check before every form, and the
    guard before every page; answer to no name but ours. It must stand before what reads
    forms.

    Reads PUBLIC_URL ("" in the kitchen), PROXIES (the addresses and networks of the
    proxies before a public server, separated by commas), HOSTS (more names that a
    kitchen answers to, separated by commas). Raises NotPublic."""
    public = str(app.config.setdefault("PUBLIC_URL", ""))
    _name_cookies(app, is_public=bool(public))
    proxies = app.extensions["proxies"] = _proxies(app, is_public=bool(public))
    if public:
        _serve_public(app, public, proxies)
    else:
        _serve_kitchen(app)
    app.before_request(_guard)
    app.request_class = TypedRequest
    app.url_rule_class = PageRule
    # No page is a coroutine, and none is asked at each request whether it is one.
    app.ensure_sync = lambda func: func  # type: ignore[method-assign]
    app.after_request(_note_refusal)
    app.after_request(_put_headers)
    # A fault is logged by the name of its page: an address may hold an invitation.
    app.log_exception = lambda fault: app.logger.error(  # type: ignore[method-assign, assignment]
        "A fault in %s", request.endpoint, exc_info=fault
    )


def _guard() -> ResponseReturnValue | None:
    if request.endpoint is None:
        return None  # there is no such page: 404
    rule = request.url_rule
    if not isinstance(rule, PageRule) or rule.need is None:
        abort(403)
    if rule.most and phone.here() in store().phones.hosts():
        request.max_content_length = rule.most
    need = rule.need
    if need in (Need.OPEN, Need.KITCHEN):
        return None if Place().fills(need) else abort(403)
    session_id = (request.view_args or {})["session_id"]
    if is_withheld(session_id):
        abort(404)
    mine = place(session_id)
    if may_have(session_id, need):
        return None
    if need is Need.KEY and this_page() in _openable(session_id):
        return None
    return _kept_out(session_id, need, mine)


def _kept_out(session_id: str, need: Need, mine: Place) -> ResponseReturnValue:
    """The page that says why this phone may not, and what would do (403); 404 where
    there is no such table, or was one: with it went places."""
    if mine.is_here or not phone.is_public():
        store().open(session_id) or abort(404)
    if store().imports.was_deleted(session_id):
        abort(404)
    way = _way_out(session_id, mine)
    if mine.is_named_arbiter and need in (Need.RULE, Need.ARBITER):
        session = open_table(session_id)
        missing = listed(arbiter_to_accept(session))
        why = message("phones.not-accepted", parties=missing)
        why = named_message(why, session.folded.people)
        return error_page(403, "error.arbiter-waits", why, back=way)
    return error_page(403, _why_kept_out(session_id, need, mine), back=way)


def _why_kept_out(session_id: str, need: Need, mine: Place) -> str:
    if need is Need.RUN:
        return "error.not-running"
    if request.blueprint == NIGHT:
        return "error.no-night"
    if need is Need.READ and store().nights.is_kept_out(session_id):
        return "error.kept-out"
    if not mine.may_enter and need is not Need.ARBITER:
        return "error.no-place"
    return "error.not-host" if need is Need.HOST else "error.not-arbiter"


def _way_out(session_id: str, mine: Place) -> tuple[str, Message]:
    if mine.fills(Need.READ) and request.blueprint == NIGHT:
        return url_for("night.here", session_id=session_id), message("The night")
    if mine.fills(Need.READ):
        phones = url_for("seats.phones", session_id=session_id)
        return phones, message("phones.title")
    seals = _openable(session_id)
    if seals:
        return seals[0], message("Open seal")
    return url_for("seats.join"), message("phones.join")


def _openable(session_id: str) -> list[str]:
    keys = phone.kept_keys()
    session = store().open(session_id) if keys else None
    if session is None:
        return []
    pages = []
    for entry in session.log:
        if not isinstance(entry.event, Sealed):
            continue
        if name_of(entry.event.commitment) in keys and under(session, entry):
            pages.append(at(session, "sealed.unseal", seq=entry.seq))
    return pages
