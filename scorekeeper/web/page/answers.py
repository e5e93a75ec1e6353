"""The page that answers, whole or as its fragment to htmx; what the answer to a form
says was saved; and the page for what is not there, too large or out of order."""

import json
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from flask import (
    Flask,
    Response,
    current_app,
    g,
    make_response,
    render_template,
    request,
)
from flask.globals import request_ctx
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from markupsafe import Markup, escape
from werkzeug.exceptions import HTTPException

from scorekeeper.core.codec import plain
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import Recorded
from scorekeeper.games import GAMES
from scorekeeper.store import NoSuchSession, NotReadable, NotSaved
from scorekeeper.tables.session import Session
from scorekeeper.web.page.drawing import Drawn
from scorekeeper.web.page.incoming import (
    MARK,
    NAMED,
    argument,
    at,
    cookie,
    look,
    new_key,
    store,
    this_page,
    this_table,
    wants_fragment,
    words,
)
from scorekeeper.web.page.parts import Values
from scorekeeper.words import Words, what_it_lacks

STYLE = "app.css"
HAS_STYLE = "style"
"""The style sheet of all pages, and the cookie that says which of its versions a phone
has."""


def page(template: str | list[str], /, *, code: int = 200, **values: Any) -> Response:
    """Answer with the page, or with its fragment when htmx asks. Of several templates
    the first that exists is used."""
    return answered(drawn_page(template, **values), code)


def templates_of(session: Session, name: str, shared: str) -> list[str]:
    """The game's own template of this name, which it may have, and the shared one."""
    return [f"games/{session.game.folder}/{name}.html", shared]


def drawn_page(template: str | list[str], /, **values: Any) -> str:
    layout = "_fragment.html" if wants_fragment() else "base.html"
    return render_template(template, layout=layout, **values)  # type: ignore[arg-type]


def answered(text: str, code: int = 200) -> Response:
    """Answer with a page that is drawn; a whole one brings its style where the phone
    has none."""
    bring = None if wants_fragment() else current_app.extensions["bring_style"]
    policy = ""
    if bring and f'{STYLE}?v={cookie(HAS_STYLE)}"' not in text:
        text, policy = bring(text)
    response = make_response(text, code)
    if policy:
        response.headers["Content-Security-Policy"] = policy
    response.headers["Vary"] = "HX-Request, Cookie, Accept-Language"
    return response


def error_page(
    status: int,
    code: str,
    why: Message | None = None,
    back: tuple[str, Message] | None = None,
) -> Response:
    """A page that says what can't be done, why (`why`, or the words of `code`), what to
    do instead if `code` has words for that, and the way `back`: its address and
    name."""
    advice = f"{code}.advice"
    return page(
        "error.html",
        code=status,
        number=status,
        title=message(code),
        words=why or message(f"{code}.about"),
        advice=message(advice) if words().has(advice) else None,
        back=back,
    )


def see_other(address: str) -> Response:
    """Send the browser on to `address` after a form was taken (303)."""
    return Response(status=303, headers={"Location": address})


def go_to(session: Session, page: str, **chosen: Any) -> Response:
    return see_other(at(session, page, **chosen))


def game_named(slug: str) -> Message:
    return message(f"game.{slug}") if slug in GAMES else message("game.none", slug=slug)


def register(app: Flask) -> None:
    """Give the templates what they all may use; answer every error; say what was
    saved."""
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.context_processor(_common)
    app.extensions["drawn"] = Drawn()
    app.after_request(_say_what_was_saved)
    app.register_error_handler(NoSuchSession, _unreadable)
    app.register_error_handler(NotReadable, _unreadable)
    app.register_error_handler(NotSaved, lambda _fault: error_page(503, "error.503"))
    app.register_error_handler(CSRFError, _form_too_old)
    app.register_error_handler(HTTPException, _answer_to)


def _common() -> Values:
    spoken = words()
    asked = look()
    return {
        "theme": asked.colours,
        "chosen_here": cookie,
        "language": asked.language,
        "languages": NAMED,
        "what_it_lacks": what_it_lacks,
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
    said = spoken.html(message("sheet.struck"))
    return Markup('<del><span class="vh">{} </span>{}</del>').format(
        said, spoken.html(value)
    )


SHORT_NAME = 9
"""How many letters a name has at most that fits a quarter of a small screen in the usual
letters."""


def _cells(
    spoken: Words, form: Any, field: Any, kind: str = "radio", options: Any = None
) -> Markup:
    """The buttons of a field, or the boxes of these options of it. `form.beside`, where
    a form has it, says how a button looks and what is under it.

    Not a macro: a page has dozens of them, and a template would take four times as
    long.
    """
    beside = getattr(form, "beside", lambda _field, _value: ("", None))
    drawn = []
    name = escape(field.name)
    for option in options or field.iter_choices():
        css, below = beside(field, option.value)
        classed = f' class="{escape(css)}"' if css else ""
        value = escape(option.value)
        chosen = " checked" if option.selected else ""
        label = spoken.html(option.label)
        button = f'<span class="t">{label}</span>'
        if below:
            small = spoken.html(below)
            b = '<b class="long">' if len(label.striptags()) > SHORT_NAME else "<b>"
            button = f'<span class="t two">{b}{label}</b><small>{small}</small></span>'
        drawn.append(
            f'<label{classed}><input type="{kind}" name="{name}" value="{value}"{chosen}>'
            f"{button}</label>\n"
        )
    return Markup("".join(drawn))  # noqa: S704 - what is not ours in it is escaped above


ARGUMENT = "saved"
"""The argument of an address that names the form whose entries were saved."""
ASKS = "Entry-Key"  # the header by which a script asks for a machine answer
OURS = "Scorekeeper"
"""The header that every answer of ours carries: a hotel's login page does not."""
TOO_OLD = "form-too-old"
"""What that header says where only the form's token was refused: a page drawn now has
another."""


def hidden(
    session: Session, before: int | None = None, key: str = "", mark: str = ""
) -> list[tuple[str, object]]:
    """The hidden fields of every form: its key, the entry it was drawn after, its
    phone's `mark`, its place."""
    fields: list[tuple[str, object]] = [
        ("key", key or new_key()),
        ("seen", session.last),
        (MARK, mark or new_key()),
    ]
    if before is not None:
        fields.append(("before", before))
    return fields


def note_saved(key: str, entries: tuple[Recorded, ...], head: str) -> None:
    g.saved = {"key": key, "entries": [entry.seq for entry in entries], "head": head}


def _say_what_was_saved(response: Response) -> Response:
    response.headers.setdefault(OURS, "answer")
    if request.method != "POST" or response.status_code != 303:
        return response
    saved: Values | None = g.get("saved")
    if saved is not None:
        address = urlsplit(response.headers["Location"])
        asked = parse_qsl(address.query, keep_blank_values=True)
        asked.append((ARGUMENT, saved["key"]))
        address = address._replace(query=urlencode(asked))
        response.headers["Location"] = urlunsplit(address)
    if ASKS in request.headers:
        there = response.headers.pop("Location")
        response.status_code = 200 if saved is None else 201
        response.set_data(json.dumps({"key": None, **(saved or {}), "next": there}))
        response.content_type = "application/json"
    return response


def saved_here(session: Session) -> dict[str, object] | None:
    key = argument(ARGUMENT)
    if not key:
        return None
    for entry in reversed(session.log):
        if entry.key == key:
            return {"key": key, "entry": entry.seq}
    return None


_SAID = {400, 403, 404, 405, 413, 429, 500, 503}
"""What errors have a page of their own; all others say what 400 does."""


def _unreadable(fault: NoSuchSession | NotReadable) -> Response:
    return error_page(422, "session.unreadable", fault.why)


def _form_too_old(_error: CSRFError) -> Response:
    answer = error_page(400, "error.form")
    answer.headers[OURS] = TOO_OLD
    return answer


def _answer_to(error: HTTPException) -> ResponseReturnValue:
    code = error.code or 500
    if code < 400 or error.response is not None:  # it says by itself how to go on
        return error.get_response()
    if request_ctx.url_adapter is None:  # asked under a name that can be none: no links
        return error.get_response()
    session_id = this_table()
    is_id = session_id and plain(session_id) == session_id
    if code == 404 and is_id and store().imports.was_deleted(session_id):
        return error_page(code, "error.deleted")
    return error_page(code, f"error.{code if code in _SAID else 400}")
