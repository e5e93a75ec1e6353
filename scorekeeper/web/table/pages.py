"""How a page is answered: whole, or only its fragment to htmx; in whose words and colours."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Flask, Response, g, make_response, render_template, request, url_for
from jinja2 import Template
from markupsafe import Markup

from scorekeeper.core.citations import Cite, Source
from scorekeeper.core.messages import Message
from scorekeeper.core.sheet import Points
from scorekeeper.web.server.deployment import cookie
from scorekeeper.web.server.static_files import static_url
from scorekeeper.words import LANGUAGES, Words, words_in

THEMES = ("", "light", "dark")
"""The values of the theme cookie; "" follows the phone."""

TONGUES = ("", *LANGUAGES)
"""The values of the language cookie; "" follows the phone."""

TAPS = ("", "one")
"""The values of the taps cookie: "" asks again before a call is made, "one" does not."""


def wants_fragment() -> bool:
    """Whether htmx asks for a part of the page; a history restore gets the whole one."""
    return "HX-Request" in request.headers and "HX-History-Restore-Request" not in request.headers


def page(template: str | Sequence[str], /, *, code: int = 200, **values: Any) -> Response:
    """Answer with the page, or with its fragment when htmx asks.

    Of several templates it is the first that there is.
    """
    names: list[str | Template] = [template] if isinstance(template, str) else [*template]
    layout = "_fragment.html" if wants_fragment() else "base.html"
    response = make_response(render_template(names, layout=layout, **values), code)
    response.headers["Vary"] = "HX-Request, Cookie, Accept-Language"
    return response


def error_page(
    code: int,
    title: Message,
    words: Message,
    *,
    advice: Message | None = None,
    back: tuple[str, Message] | None = None,
) -> Response:
    """A page that says what can't be done and why, what would do (`advice`), and the way `back`,
    an address and what it is called."""
    return page(
        "error.html",
        code=code,
        title=title,
        words=words,
        advice=advice,
        back={"url": back[0], "label": back[1]} if back else None,
        number=code,
        urls={"home": url_for("home.home")},
    )


def see_other(address: str) -> Response:
    """Send the browser on to `address` after a form was taken (303)."""
    return Response(status=303, headers={"Location": address})


def way_back(address: str) -> str:
    """This address where it is a path within this site, else "/".

    A browser drops control characters and reads a backslash as a slash: neither is let through.
    """
    is_within = address.startswith("/") and not address.startswith("//")
    return address if is_within and address.isprintable() and "\\" not in address else "/"


def words() -> Words:
    """The words of this phone's language: its cookie, else what its browser prefers."""
    if "words" not in g:
        chosen = cookie("language")
        if chosen not in LANGUAGES:
            chosen = request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]
        g.words = words_in(chosen)
    found: Words = g.words
    return found


def say(value: object) -> Markup:
    """A message, card, seat or number in the reader's words, as markup."""
    return words().html(value)


def signed(points: Points) -> str:
    """A number with its sign."""
    return words().number(points, signed=True)


def tenths(points: Points) -> str:
    """An average with its sign and one decimal."""
    return words().tenths(points)


def cited(cite: Cite) -> str:
    """Where a rule stands, in the reader's words."""
    return words().cited(cite)


def titled(source: Source) -> str:
    """A source's title."""
    return words().title(source)


def register(app: Flask) -> None:
    """Give the templates what they all may use."""
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(say=say, signed=signed, tenths=tenths, static_url=static_url)
    app.jinja_env.globals.update(cited=cited, titled=titled)
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        _gettext, _ngettext, newstyle=True
    )
    app.jinja_env.globals["_"] = _translated

    @app.context_processor
    def _common() -> dict[str, Any]:
        theme, spoken = cookie("theme"), words()
        return {
            "theme": theme if theme in THEMES else "",
            "language": spoken.language,
            "htmx": wants_fragment(),
            # as the globals say it, without asking for the language at each word
            "say": spoken.html,
            "_": partial(_in_words, spoken),
        }


def _translated(text: str, **params: object) -> Markup:
    return _in_words(words(), text, **params)


def _in_words(spoken: Words, text: str, **params: object) -> Markup:
    return spoken.html(Message(text, tuple(params.items())))


def _gettext(text: str) -> str:
    return words().gettext(text)


def _ngettext(one: str, many: str, n: int) -> str:
    return words().gettext(one if n == 1 else many)
