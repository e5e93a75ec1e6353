"""The phone that asks: a browser with a long random reference in a cookie of its own.

Whoever has the reference is the phone. It is in no address, no log and no page; the store knows
its hash. A phone gets a fresh one when it first claims a place, so that one that was put on it
before is worth nothing.
"""

import base64
import hashlib
import hmac
import secrets

from flask import Flask, Response, current_app, g, request

from scorekeeper.store.phones import hashed
from scorekeeper.web.tables import store

YEAR = 31_536_000
"""Seconds that a phone keeps what it is and what it chose."""
BYTES = 16
FIELD = "phone"
"""The field of a form that claims a place; see `mark`."""


def register(app: Flask) -> None:
    """Send a phone its reference with the answer to what made it one."""

    @app.after_request
    def _send(response: Response) -> Response:
        reference = g.get("new_reference")
        if reference is not None:
            response.set_cookie(
                cookie_name(),
                reference,
                max_age=YEAR,
                httponly=True,
                samesite="Lax",
                secure=is_public(),
                path="/",
            )
        return response


def is_public() -> bool:
    """Whether this server is on the internet, not in a kitchen."""
    return bool(current_app.config.get("PUBLIC_URL"))


def cookie_name() -> str:
    """What the cookie is called; see profile.py."""
    return str(current_app.config["PHONE_COOKIE_NAME"])


def here() -> str:
    """The phone that asks, as the store knows it; "" for a browser without a reference."""
    reference = g.get("new_reference") or request.cookies.get(cookie_name(), "")
    return hashed(reference) if reference else ""


def only_own() -> str | None:
    """The phone whose tables alone are shown, on a public server; None in a kitchen: all are."""
    return here() if is_public() else None


def claiming() -> str:
    """The phone that asks, about to get a place; one that has none anywhere gets a fresh
    reference with the answer."""
    phone = here()
    if not (phone and store().phones.is_known(phone)):
        mark = request.form.get(FIELD, "")
        g.new_reference = derived(f"phone {mark}") if len(mark) >= BYTES else _random()
        phone = here()
    return phone


def mark() -> str:
    """A random mark for a form that claims a place.

    The fresh reference is made of it, so that the same form sent again, because the answer was
    lost, makes the same phone. It is on that one page alone.
    """
    return _random()


def derived(words: str) -> str:
    """128 bits, in letters that an address takes, which only this server can make of `words`."""
    return base64.urlsafe_b64encode(digest(words)[:BYTES]).rstrip(b"=").decode()


def digest(words: str) -> bytes:
    """A keyed hash of `words`."""
    key = current_app.secret_key
    assert isinstance(key, bytes)  # noqa: S101 - made by places.secret_key
    return hmac.digest(key, words.encode(), hashlib.sha256)


def _random() -> str:
    return secrets.token_urlsafe(BYTES)
