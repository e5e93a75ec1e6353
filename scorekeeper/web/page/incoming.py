"""What a request says: of which table and phone, in which language and colours, at what
time."""

import re
import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, NamedTuple, cast

from babel import negotiate_locale
from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    request,
    url_for,
)

from scorekeeper.core.session import Command, Entry, Event, Recorded, Stamp
from scorekeeper.store import Store
from scorekeeper.tables.nights import SLUG as NIGHT
from scorekeeper.tables.session import Session, as_entries, short
from scorekeeper.words import FIRST, LANGUAGES, Words, words_in
from scorekeeper.words.languages import own_name

CHOICES = {
    "theme": ("", "light", "dark"),
    "language": ("", *LANGUAGES),
    "taps": ("", "one"),
}
"""What a phone may choose, each kept in a cookie: its colours and its language, "" as
the phone has them; and whether a call is made by its "one" tap, or asked for again."""
NAMED = tuple((language, own_name(language)) for language in LANGUAGES)
"""The languages that may be chosen, each with its name in itself."""


def wants_fragment() -> bool:
    return (
        "HX-Request" in request.headers
        and "HX-History-Restore-Request" not in request.headers
    )


class Look(NamedTuple):
    """All that the drawing of a page reads of the request that asks for it, besides its
    values: where the app is `mounted`, and whether it is the fragment."""

    mounted: str
    language: str
    colours: str
    is_fragment: bool


def look() -> Look:
    theme = cookie("theme")
    colours = theme if theme in CHOICES["theme"] else ""
    return Look(request.script_root, words().language, colours, wants_fragment())


def this_page(**asked: Any) -> str:
    return url_for(request.endpoint or "", **request.view_args or {}, **asked)


def this_table() -> str:
    """The id of the table whose page is asked for; "" for other pages."""
    session_id: str = (request.view_args or {}).get("session_id", "")
    return session_id


def words() -> Words:
    """The words of this phone's language: its cookie, else what its browser prefers."""
    if "words" not in g:
        chosen = cookie("language")
        g.words = words_in(chosen if chosen in LANGUAGES else _preferred())
    spoken: Words = g.words
    return spoken


def _preferred() -> str:
    wishes = [language for language, quality in request.accept_languages if quality]
    met = negotiate_locale(wishes, LANGUAGES, sep="-")
    return met or request.accept_languages.best_match(LANGUAGES) or FIRST


YEAR = 31_536_000
"""Seconds that a phone keeps what it is and what it chose, from when that was last
said. What the forms' tokens are made from is kept until the browser closes."""


def set_cookie(response: Response, name: str, value: str, seconds: int = YEAR) -> None:
    """Have this phone keep `value`, where no script reads it: the one place that sets
    cookies."""
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
    return request.cookies.get(_prefixed(name), "")


def _prefixed(name: str) -> str:
    prefix = str(current_app.config["COOKIE_PREFIX"])
    return name if name.startswith(prefix) else prefix + name


MARK = "phone"
"""The field of a form by which a phone can get a fresh reference, which is made of what
it says: so that the same form sent again, because the answer was lost, makes the same
phone."""


def new_key() -> str:
    """A text that nobody can guess: the key of a form, or its mark, made when it is
    drawn."""
    return secrets.token_urlsafe(16)


def form_key() -> str:
    """The key of the form that was sent, or a fresh one if it has none; 400 if we can't
    have made it."""
    key = request.form.get("key") or new_key()
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", key):
        abort(400)
    return key


def sent(field: str) -> str:
    """What the form that was sent says in a field; "" where it has none."""
    return request.form.get(field, "")


def argument(name: str) -> str:
    """What the query of the address says under a name, or ""."""
    return request.args.get(name, "")


def store() -> Store:
    return cast(Store, current_app.extensions["store"])


def open_table(session_id: str) -> Session:
    """The session at this address; 404 when there is none."""
    session = store().open(session_id) or abort(404)
    if session.game.slug == NIGHT:
        there = url_for("night.here", session_id=session_id)
        abort(Response(status=303, headers={"Location": there}))
    return session


class OfTable(Blueprint):
    """Pages of a table: each view with `<session_id>` in its address is given the open
    session, or what else `opens` makes of it."""

    def __init__(
        self,
        name: str,
        module: str,
        opens: Callable[[str], Any] = open_table,
        **more: Any,
    ) -> None:
        super().__init__(name, module, **more)
        self._opens = opens

    def add_url_rule(
        self,
        rule: str,
        endpoint: Any = None,
        view_func: Any = None,
        *more: Any,
        **options: Any,
    ) -> None:
        @wraps(view_func)
        def opened(session_id: str, **chosen: Any) -> Any:
            return view_func(self._opens(session_id), **chosen)

        is_of_table = "<session_id>" in f"{self.url_prefix}{rule}"
        view = opened if is_of_table else view_func
        super().add_url_rule(rule, endpoint, view, *more, **options)


def at(session: Session, page: str, **chosen: Any) -> str:
    return url_for(page, session_id=session.id, **chosen)


def entry_of(session: Session, seq: int) -> Recorded:
    """The entry with this number; 404 when there is none."""
    return session.log[seq - 1] if 1 <= seq <= session.last else abort(404)


def now(later: int = 0) -> str:
    """The time in UTC, as the log writes it, or so many seconds `later`: one for all
    that a request does, by the clock that all nodes have."""
    if "now" not in g:
        g.now = store().now()
    return as_entries(g.now + timedelta(seconds=later))


def to_enter(*events: Event) -> Command:
    return Command(tuple(Entry(event) for event in events))


def stamp(key: str, note: str = "", by: str | None = None) -> Stamp:
    """The stamp of an entry made now, with this idempotency key, by this seat if
    somebody named it, and with as much of this remark as the log takes."""
    return Stamp(now(), by, short(note), key)
