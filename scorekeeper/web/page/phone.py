"""The phone that asks: a browser with a long random reference in a cookie of its own.

Whoever has the reference is the phone. It is in no address, no log and no page; the
store knows its hash. A phone gets a fresh one whenever it claims a place, and all that
it had goes along: a reference that somebody else knows, having planted it in that
browser before, doesn't give him the place. Where it got a place
without asking, at a table that follows or because another phone left, it gets it with
the first form that it sends there.

In a second cookie it keeps the keys of what it has sealed and, as an arbiter's, of what
others seal for it: each made at random, used once, and nowhere else."""

import base64
import hashlib
import hmac
import re
from collections.abc import Mapping

from flask import Flask, Response, current_app, g, request

from scorekeeper.addresses import network_of
from scorekeeper.store.phones import hashed
from scorekeeper.store.seals import KEY_BYTES, name_of
from scorekeeper.web.page.incoming import (
    MARK,
    cookie,
    new_key,
    now,
    sent,
    set_cookie,
    store,
    this_table,
)

BYTES = 16
MONTH = 2_592_000  # seconds that a phone keeps its keys after it got the last one
KEYS = 48  # how many keys a phone keeps at once: a cookie has 4,096 bytes
KEYS_OF = "-keys"  # what the name of the cookie for a phone's keys ends in
_KEY = re.compile(r"([0-9a-f]{12})\.([A-Za-z0-9_-]{43})")


def register(app: Flask) -> None:
    @app.before_request
    def _renew() -> None:
        session_id = this_table()
        if _fresh(here()) and store().phones.has_gained(session_id, here()):
            claiming()

    @app.after_request
    def _send(response: Response) -> Response:
        if (reference := g.get("new_reference")) is not None:
            set_cookie(response, cookie_name(), reference)
        if (kept := g.get("new_keys")) is not None:
            set_cookie(response, cookie_name() + KEYS_OF, keys_written(kept), MONTH)
        return response


def is_public() -> bool:
    return bool(current_app.config.get("PUBLIC_URL"))


def cookie_name() -> str:
    return str(current_app.config["PHONE_COOKIE_NAME"])


def here() -> str:
    """The phone that asks, as the store knows it; "" for a browser without a reference.

    A form that claims a place and is sent again, because the answer with the fresh
    reference was lost, comes from the phone that has it."""
    if "phone" not in g:
        reference = cookie(cookie_name())
        g.phone = hashed(reference) if reference else ""
        fresh = _fresh(g.phone)
        if fresh and store().phones.is_known(hashed(fresh)):
            g.new_reference, g.phone = fresh, hashed(fresh)
    phone: str = g.phone
    return phone


def network() -> str:
    """Whom to count the phone with that asks: its address, or the network of its
    household."""
    return network_of(request.remote_addr or "")


def only_own() -> str | None:
    """The phone whose tables alone are shown, on a public server; None in a kitchen:
    all are."""
    return here() if is_public() else None


def claiming() -> str:
    """The phone that asks, when it is about to get a place: the answer gives it a fresh
    reference. Call this before the transaction begins, since the answer carries the
    reference even if the transaction is undone."""
    before = here()
    if "new_reference" not in g:
        fresh = _fresh(before) or new_key()
        store().phones.renew(before, hashed(fresh), now())
        g.new_reference, g.phone = fresh, hashed(fresh)
        forget_places()
    return here()


def forget_places() -> None:
    for name in ("places", "holdings", "speakers", "house"):
        g.pop(name, None)


def _fresh(before: str) -> str:
    """The reference that follows `before` by the form that was sent; "" where it claims
    nothing."""
    # A file that is sent is not read here: how large it may be isn't settled yet.
    is_form = request.mimetype == "application/x-www-form-urlencoded"
    mark = sent(MARK) if is_form else ""
    return derived(f"phone {before} {mark}") if len(mark) >= BYTES else ""


def kept_keys() -> Mapping[str, bytes]:
    """The keys that the phone which asks keeps, by their names, the oldest first."""
    kept: dict[str, bytes] | None = g.get("new_keys")
    if kept is not None:
        return kept
    return keys_read(cookie(cookie_name() + KEYS_OF))


def keys_written(keys: Mapping[str, bytes]) -> str:
    return "~".join(f"{name}.{as_text(key)}" for name, key in keys.items())


def keys_read(text: str) -> dict[str, bytes]:
    keys = {}
    for word in text.split("~"):
        match = _KEY.fullmatch(word)
        key = key_of(match[2]) if match else None
        if match and key is not None:
            keys[match[1]] = key
    return keys


def keep_key(digits: str, key: bytes) -> None:
    """Let the phone keep the key for this commitment or public key; those that open
    nothing any more go."""
    kept = kept_keys()
    needed = store().seals.needed(kept)
    still = {name: other for name, other in kept.items() if name in needed}
    g.new_keys = {**still, name_of(digits): key}


def as_text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()


def key_of(text: str) -> bytes | None:
    try:
        key = base64.urlsafe_b64decode(text + "=")
    except ValueError:
        return None
    return key if len(key) == KEY_BYTES and as_text(key) == text else None


def derived(words: str) -> str:
    """128 bits, in letters that an address takes, which only this server can make of
    `words`."""
    return base64.urlsafe_b64encode(digest(words)[:BYTES]).rstrip(b"=").decode()


def digest(words: str) -> bytes:
    key = current_app.secret_key
    assert isinstance(key, bytes)  # noqa: S101 - made by places.secret_key
    return hmac.digest(key, words.encode(), hashlib.sha256)
