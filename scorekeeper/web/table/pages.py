"""What every view asks for: the open table, the page that answers (whole, or its fragment to htmx),
in whose words and colours, in parts where it is long, and what the answer says was saved."""

import json
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import cache, partial, wraps
from threading import Lock
from typing import Any, cast
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from babel import negotiate_locale
from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    g,
    make_response,
    render_template,
    request,
    url_for,
)
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, generate_csrf
from markupsafe import Markup, escape
from werkzeug.exceptions import HTTPException

from scorekeeper.core.cards import Card, Suit
from scorekeeper.core.codec import plain
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import Recorded, Stamp
from scorekeeper.games import GAMES
from scorekeeper.store import NoSuchSession, NotReadable, NotSaved, Store
from scorekeeper.tables.session import REASON_LENGTH, Session, as_entries
from scorekeeper.words import FIRST, LANGUAGES, Words, words_in
from scorekeeper.words.languages import own_name

CHOICES = {"theme": ("", "light", "dark"), "language": ("", *LANGUAGES), "taps": ("", "one")}
"""What a phone may choose, each kept in a cookie: its colours and its language, "" as the phone has
them; and whether a call is made by its "one" tap, or asked for again."""
NAMED = tuple((language, own_name(language)) for language in LANGUAGES)
"""The languages that may be chosen, each with its name in itself."""
STYLE, HAS_STYLE = "app.css", "style"
"""The style sheet of all pages, and the cookie that says which of its versions a phone has."""


def wants_fragment() -> bool:
    """Whether htmx asks for a part of the page; a history restore gets the whole one."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def page(template: str | list[str], /, *, code: int = 200, **values: Any) -> Response:
    """Answer with the page, or with its fragment when htmx asks.

    Of several templates it is the first that there is.
    """
    return answered(drawn_page(template, **values), code)


def drawn_page(template: str | list[str], /, **values: Any) -> str:
    """The page, or its fragment when htmx asks, as text."""
    layout = "_fragment.html" if wants_fragment() else "base.html"
    return render_template(template, layout=layout, **values)  # type: ignore[arg-type]


def answered(text: str, code: int = 200) -> Response:
    """Answer with a page that is drawn; a whole one brings its style where the phone has none."""
    bring = None if wants_fragment() else current_app.extensions["bring_style"]
    policy = ""
    if bring and f'{STYLE}?v={cookie(HAS_STYLE)}"' not in text:
        text, policy = bring(text)
    response = make_response(text, code)
    if policy:
        response.headers["Content-Security-Policy"] = policy
    response.headers["Vary"] = "HX-Request, Cookie, Accept-Language"
    return response


def look() -> tuple[str, str, str, bool]:
    """All that the drawing of a page reads of the request that asks for it, besides its values:
    where the app is mounted, the language, the colours, and whether it is the fragment."""
    theme = cookie("theme")
    colours = theme if theme in CHOICES["theme"] else ""
    return request.script_root, words().language, colours, wants_fragment()


def error_page(
    status: int, code: str, why: Message | None = None, back: tuple[str, Message] | None = None
) -> Response:
    """A page that says that something can't be done and why, in the words of `code` unless `why`
    says it; what would do, where they know; and the way `back`, its address and its name."""
    said = {"title": message(code), "words": why or message(f"{code}.about"), "back": back}
    advice = message(f"{code}.advice") if words().has(f"{code}.advice") else None
    return page("error.html", code=status, number=status, advice=advice, **said)


def see_other(address: str) -> Response:
    """Send the browser on to `address` after a form was taken (303)."""
    return Response(status=303, headers={"Location": address})


def this_page(**asked: Any) -> str:
    """The address of the page that is asked for, where it asks this of it alone."""
    return url_for(request.endpoint or "", **request.view_args or {}, **asked)


def words() -> Words:
    """The words of this phone's language: its cookie, else what its browser prefers."""
    if "words" not in g:
        chosen = cookie("language")
        g.words = words_in(chosen if chosen in LANGUAGES else _preferred())
    found: Words = g.words
    return found


def _preferred() -> str:
    """The language that the browser asks for: its first wish that is met, be it en for en-GB."""
    wishes = [language for language, quality in request.accept_languages if quality]
    met = negotiate_locale(wishes, LANGUAGES, sep="-")
    return met or request.accept_languages.best_match(LANGUAGES) or FIRST


def game_named(slug: str) -> Message:
    """What a game is called; the name that a row has where there is no such game."""
    return message(f"game.{slug}") if slug in GAMES else message("game.none", slug=slug)


def register(app: Flask) -> None:
    """Give the templates what they all may use; answer every error; say what was saved."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.context_processor(_common)
    app.extensions["drawn"] = Drawn()
    app.after_request(_told)
    for kind in (NoSuchSession, NotReadable):
        app.register_error_handler(kind, lambda no: error_page(422, "session.unreadable", no.why))
    app.register_error_handler(NotSaved, lambda _no: error_page(503, "error.503"))
    app.register_error_handler(CSRFError, _form_too_old)
    app.register_error_handler(HTTPException, _answer_to)


def _common() -> dict[str, Any]:
    spoken, (_, language, theme, _) = words(), look()
    return {
        "theme": theme,
        "chosen_here": cookie,
        "language": language,
        "languages": NAMED,
        "direction": spoken.direction,
        "this_page": this_page,
        "say": spoken.html,
        "struck": partial(_struck, spoken),
        "aloud": spoken.aloud,
        "signed": partial(spoken.number, signed=True),
        "tenths": spoken.tenths,
        "cited": spoken.cited,
        "titled": spoken.title,
        "_": spoken.said,
        "day": spoken.day,
        "game_named": game_named,
        "new_key": new_key,
        "zip": zip,
        "cells": partial(_cells, spoken),
    }


def _struck(spoken: Words, value: object) -> Markup:
    """What a correction struck, told apart by ear too."""
    said = spoken.html(message("sheet.struck"))
    return Markup('<del><span class="vh">{} </span>{}</del>').format(said, spoken.html(value))


def _cells(
    spoken: Words, form: Any, field: Any, kind: str = "radio", options: Any = None
) -> Markup:
    """The buttons of a field, or the boxes of these options of it. `form.beside`, where a form has
    it, says how a button looks and what is under it.

    Not a macro: a page has dozens of them, and a template would take four times as long.
    """
    beside = getattr(form, "beside", lambda _field, _value: ("", None))
    drawn, name = [], escape(field.name)
    for one in options or field.iter_choices():
        css, below = beside(field, one.value)
        words, look = spoken.html(one.label), f' class="{escape(css)}"' if css else ""
        small = (
            f' two"><b>{words}</b><small>{spoken.html(below)}</small>' if below else f'">{words}'
        )
        chosen = " checked" if one.selected else ""
        drawn.append(
            f'<label{look}><input type="{kind}" name="{name}" value="{escape(one.value)}"{chosen}>'
            f'<span class="t{small}</span></label>\n'
        )
    return Markup("".join(drawn))  # noqa: S704 - what is not ours in it is escaped above


def templates_of(session: Session, name: str, shared: str) -> list[str]:
    """The game's own template of this name, which it may have, and the shared one."""
    return [f"games/{session.game.folder}/{name}.html", shared]


# ---- what is drawn once ----
#
# Parts of pages are kept for as long as what they were drawn from is asked for. A part is kept
# under all that it was drawn from, and what stands in it follows from that alone. What is one
# phone's own, such as the keys of its forms, is put in afterwards, at spots in the part.


MOST_KEPT = 512
"""How many parts are kept: the largest, a table's page, has some 15,000 letters."""
_LOCKS = 16


class Drawn:
    """Parts of pages by what they were drawn from; what was not asked for longest goes first."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._parts: OrderedDict[Hashable, str] = OrderedDict()
        self._locks = tuple(Lock() for _ in range(_LOCKS))

    def part(self, key: Hashable, draw: Callable[[], str]) -> str:
        """The part kept under this key, else what `draw` answers."""
        found = self._parts.get(key)
        if found is None:
            found = self._parts[key] = draw()
            if len(self._parts) > self._most:
                self._parts.popitem(last=False)
            return found
        with suppress(KeyError):  # another thread has just let it go
            self._parts.move_to_end(key)
        return found

    def page(self, key: Hashable, draw: Callable[[], str]) -> str:
        """The same, for what many ask for at once: one draws and the others wait. What it draws
        may ask for a part, not for a page."""
        if key not in self._parts:
            with self._locks[hash(key) % _LOCKS]:
                return self.part(key, draw)
        return self.part(key, draw)

    def parts(self) -> tuple[str, ...]:
        return tuple(self._parts.values())

    def clear(self) -> None:
        self._parts.clear()


def drawn() -> Drawn:
    return cast(Drawn, current_app.extensions["drawn"])


def frozen(value: Any) -> Hashable:
    """Values that templates print as part of a key: lists and mappings as tuples."""
    if isinstance(value, dict):
        return tuple((name, frozen(one)) for name, one in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list) else cast(Hashable, value)


def kept(
    session: Session, form: Any, name: str, *fields: Any, about: object = None, caller: Any
) -> Markup:
    """The part `name` of a form that shows these fields, as far as they are asked now, drawn once
    for all tables with these settings, in one language, while nobody has filled them.

    What stands in it may follow from the settings and from `about` alone, which names the people
    where any of them does: nothing of a phone.
    """
    asked = [one for one in fields if one]
    if any(one.errors or one.raw_data or one.name in form.given for one in asked):
        return cast(Markup, caller())
    data = (tuple(one.data) if isinstance(one.data, list) else one.data for one in asked)
    table = (session.game.slug, session.settings)
    return cast(
        Markup, drawn().part((words().language, type(form), name, about, table, *data), caller)
    )


CSRF = "csrf"
_SPOT = secrets.token_hex(8)
"""No text that a person typed has it."""


@cache
def spot(name: str) -> Markup:
    """Where something of the phone's own goes."""
    return Markup("spot-{}-{}").format(_SPOT, name)


def put_in(text: str, **own: str) -> str:
    """The markup with these in their spots, one after the other, at last the token of this phone's
    forms."""
    for name, one in {**own, CSRF: generate_csrf()}.items():
        text = text.replace(spot(name), one)
    return text


# ---- what a phone keeps ----


YEAR = 31_536_000
"""Seconds that a phone keeps what it is and what it chose, from when that was last said. What the
forms' tokens are made from is kept until the browser closes."""


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


# ---- long pages in parts ----


SIZE = 100
"""How many rows a part has, as a rule; the last one has those of an unfinished part besides."""


def part_of(
    count: int, row: int | None = None, size: int = SIZE, *, is_newest_first: bool = False
) -> tuple[slice, dict[str, Any]]:
    """Which of `count` rows this page has: the part that the address asks for by `part`, else the
    one with this row, else the last; and the addresses of the parts before and after, if any.

    Parts are counted from the oldest row, also in a list `is_newest_first`.
    """
    of = max(1, count // size)
    number = request.args.get("part", of if row is None else row // size + 1, type=int)
    number = min(max(1, number), of)
    start, stop = (number - 1) * size, count if number == of else number * size
    rows = slice(count - stop, count - start) if is_newest_first else slice(start, stop)
    older = this_page(part=number - 1) if number > 1 else None
    newer = this_page(part=number + 1) if number < of else None
    return rows, {"older_url": older, "newer_url": newer}


# ---- what was saved ----
#
# The answer to a form says what was saved by the form's key, so that nothing else passes for it. A
# page is told by its address (`saved=<key>`), which is looked up in the log; a script that asks
# with the header `Entry-Key` gets a machine answer instead of the redirect.


MARK = "phone"
"""The field of a form by which a phone can get a fresh reference, which is made of what it says: so
that the same form sent again, because the answer was lost, makes the same phone."""
ARGUMENT = "saved"
"""The argument of an address that names the form whose entries were saved."""
ASKS = "Entry-Key"
"""The header by which a script asks for a machine answer."""
OURS = "Scorekeeper"
"""The header that every answer of ours carries: a hotel's login page does not."""
TOO_OLD = "form-too-old"
"""What that header says where only the form's token was refused: a page drawn now has another."""


def hidden(
    session: Session, before: int | None = None, key: str = "", mark: str = ""
) -> list[tuple[str, object]]:
    """The hidden fields of every form: its key, the entry it was drawn after, its phone's `mark`,
    its place."""
    place = [("before", before)] if before is not None else []
    return [("key", key or new_key()), ("seen", session.last), (MARK, mark or new_key()), *place]


def note_saved(key: str, entries: tuple[Recorded, ...], head: str) -> None:
    """Keep for the answer that these entries stand in the log under this key."""
    g.saved = {"key": key, "entries": [entry.seq for entry in entries], "head": head}


def new_key() -> str:
    """A text that nobody can guess: the key of a form, or its mark, made when it is drawn."""
    return secrets.token_urlsafe(16)


def form_key() -> str:
    """The key of the form that was sent, a fresh one where it has none; 400 for no key of ours."""
    key = request.form.get("key") or new_key()
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", key):
        abort(400)
    return key


def _told(response: Response) -> Response:
    """Mark every answer as ours; let the answer to a form name what was saved."""
    response.headers.setdefault(OURS, "answer")
    if request.method != "POST" or response.status_code != 303:
        return response
    saved: dict[str, Any] | None = g.get("saved")
    address = urlsplit(response.headers["Location"])
    if saved is not None:
        asked = [*parse_qsl(address.query, keep_blank_values=True), (ARGUMENT, saved["key"])]
        address = address._replace(query=urlencode(asked))
        response.headers["Location"] = urlunsplit(address)
    if ASKS in request.headers:
        there = response.headers.pop("Location")
        response.status_code = 200 if saved is None else 201
        response.set_data(json.dumps({"key": None, **(saved or {}), "next": there}))
        response.content_type = "application/json"
    return response


def saved_here(session: Session) -> dict[str, object] | None:
    """The last entry of the form that this page's address says was saved, if it was."""
    key = request.args.get(ARGUMENT, "")
    last = next((one for one in reversed(session.log) if key and one.key == key), None)
    return {"key": key, "entry": last.seq} if last else None


# ---- an open table ----


def store() -> Store:
    return cast(Store, current_app.extensions["store"])


def open_table(session_id: str) -> Session:
    """The session at this address; 404 when there is none."""
    return store().open(session_id) or abort(404)


class OfTable(Blueprint):
    """Pages of a table: each view with `<session_id>` in its address is given the open session, or
    what else `opens` makes of it."""

    def __init__(
        self, name: str, module: str, opens: Callable[[str], Any] = open_table, **more: Any
    ) -> None:
        super().__init__(name, module, **more)
        self._opens = opens

    def add_url_rule(
        self, rule: str, endpoint: Any = None, view_func: Any = None, *more: Any, **options: Any
    ) -> None:
        """Register the view; a table that is not there is 404."""

        @wraps(view_func)
        def opened(session_id: str, **chosen: Any) -> Any:
            return view_func(self._opens(session_id), **chosen)

        is_of_table = "<session_id>" in f"{self.url_prefix}{rule}"
        view = opened if is_of_table else view_func
        super().add_url_rule(rule, endpoint, view, *more, **options)


def at(session: Session, page: str, **chosen: Any) -> str:
    """The address of a page of this table."""
    return url_for(page, session_id=session.id, **chosen)


def entry_of(session: Session, seq: int) -> Recorded:
    """The entry with this number; 404 when there is none."""
    return session.log[seq - 1] if 1 <= seq <= session.last else abort(404)


def now(later: int = 0) -> str:
    """The time in UTC, as the log writes it, or so many seconds `later`: one for all that a request
    does, by the clock that all nodes have."""
    if "now" not in g:
        g.now = store().now()
    return as_entries(g.now + timedelta(seconds=later))


def stamp(key: str, note: str = "", by: str | None = None) -> Stamp:
    """Now, for an entry made with this idempotency key, by this seat where somebody said so, with
    as much of this remark as the log takes."""
    return Stamp(now(), by, note.strip()[:REASON_LENGTH], key)


# ---- what is not there, too large or out of order ----


_SAID = {400, 403, 404, 405, 413, 429, 500, 503}


def _form_too_old(_error: CSRFError) -> Response:
    answer = error_page(400, "error.form")
    answer.headers[OURS] = TOO_OLD
    return answer


def _answer_to(error: HTTPException) -> ResponseReturnValue:
    """A page that leads on."""
    code = error.code or 500
    if code < 400 or error.response is not None:  # it says by itself how to go on
        return error.get_response()
    if request_ctx.url_adapter is None:  # asked under a name that can be none: no links
        return error.get_response()
    session_id = (request.view_args or {}).get("session_id", "")
    is_id = session_id and plain(session_id) == session_id
    if code == 404 and is_id and store().imports.was_deleted(session_id):
        return error_page(code, "error.deleted")
    return error_page(code, f"error.{code if code in _SAID else 400}")


# ---- the pack to tap on ----


SUITS = (
    *(Suit.STARS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS),
    *(Suit.RED, Suit.YELLOW, Suit.GREEN, Suit.BLACK),
)
_COURT = {"J": 11, "Q": 12, "K": 13, "A": 14}

Values = dict[str, Any]


def deck(pack: Iterable[Card], cell: Callable[[Card], Values]) -> list[list[Values]]:
    """The picker: the cards of each suit, highest first and its Joker last, those without a suit by
    themselves; each with what `cell` says a tap on it does."""

    def height(card: Card) -> int:
        is_low = card.suit is None or card.is_joker
        return 0 if is_low else _COURT.get(card.rank) or int(card.rank)

    cards = sorted(frozenset(pack), key=lambda card: (-height(card), str(card)))
    suits = ([card for card in cards if card.suit is suit] for suit in (*SUITS, None))
    return [[{"card": card} | cell(card) for card in suit] for suit in suits if suit]
