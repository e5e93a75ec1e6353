"""The two ways of serving: in the kitchen, over plain http on a network of friends; in public, over
TLS. One setting, the public address, turns on everything that belongs together."""

import hashlib
import ipaddress
import socket
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request
from werkzeug.middleware.proxy_fix import ProxyFix

HSTS = "max-age=31536000"
_LOCAL = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box")
"""What names that only a home's own network knows end in."""


class NotPublic(ValueError):
    """The public address is none that can be served so; says what is wrong and what would do."""


def register(app: Flask) -> None:
    """Set cookies, headers and the names that this server answers to. Over TLS, the cookies' names
    say that only this very host can set them.

    Reads PUBLIC_URL ("" in the kitchen), PROXIES (how many stand before a public server, 1 unless
    told), HOSTS (more names that a kitchen answers to, separated by commas). Raises NotPublic.
    """
    public = str(app.config.setdefault("PUBLIC_URL", ""))
    host, mark = "__Host-" if public else "", _mark(app)
    app.config.update(
        SESSION_COOKIE_NAME=f"{host}scorekeeper-{mark}",
        PHONE_COOKIE_NAME=f"{host}scorekeeper-phone-{mark}",
    )
    if public:
        hosts = {public_host(public)}
        app.config.update(SESSION_COOKIE_SECURE=True, PREFERRED_URL_SCHEME="https")
        proxies = int(app.config.setdefault("PROXIES", 1))
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies
        )
        app.after_request(_only_tls)
    else:
        more = {one.strip().lower() for one in str(app.config.get("HOSTS", "")).split(",")}
        hosts = {socket.gethostname().lower(), *more} - {""}

    @app.before_request
    def _known_name() -> None:
        """A page from elsewhere can't come in by a name that it has pointed at us."""
        if not (request.host in hosts or (not public and is_kitchen_name(request.host, hosts))):
            abort(400)


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
