"""Parts of pages that are drawn once.

They are kept for as long as what they were drawn from is asked for. A part is kept
under all that it was drawn from, and what stands in it follows from that alone. What is
one phone's own, such as the keys of its forms, is put in afterwards, at spots in the
part.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import cache
from threading import Lock
from typing import Any, cast

from flask import current_app
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup

from scorekeeper.tables.session import Session
from scorekeeper.web.page.incoming import words

MOST_KEPT = 512
"""How many parts are kept: the largest, a table's page, has some 15,000 letters."""
_LOCKS = 16


class Drawn:
    """Parts of pages by what they were drawn from; what was not asked for longest goes
    first."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._parts: OrderedDict[Hashable, str] = OrderedDict()
        self._locks = tuple(Lock() for _ in range(_LOCKS))

    def part(self, key: Hashable, draw: Callable[[], str]) -> str:
        html = self._parts.get(key)
        if html is None:
            html = self._parts[key] = draw()
            if len(self._parts) > self._most:
                self._parts.popitem(last=False)
            return html
        with suppress(KeyError):  # another thread has just let it go
            self._parts.move_to_end(key)
        return html

    def page(self, key: Hashable, draw: Callable[[], str]) -> str:
        """Like `part`, for what many ask for at once: one thread draws it and the
        others wait. While it is drawn it may ask for a part, but not for a page."""
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
        return tuple((name, frozen(item)) for name, item in value.items())
    if isinstance(value, list):
        return tuple(frozen(item) for item in value)
    return cast(Hashable, value)


def kept(
    session: Session,
    form: Any,
    name: str,
    *fields: Any,
    about: object = None,
    caller: Any,
) -> Markup:
    """The part `name` of a form that shows these fields, as far as they are asked now,
    drawn once for all tables with these settings, in one language, while nobody has
    filled them.

    What stands in it may follow from the settings and from `about` alone, which names
    the people where any of them does: nothing of a phone.
    """
    kind = cast(Hashable, type(form))
    data = []
    for field in fields:
        if not field:
            continue
        if field.errors or field.raw_data or field.name in form.given:
            return cast(Markup, caller())
        data.append(frozen(field.data))
    table = (session.game.slug, session.settings)
    key = (words().language, kind, name, about, table, *data)
    return cast(Markup, drawn().part(key, caller))


CSRF = "csrf"
_SPOT = secrets.token_hex(8)  # no text that a person typed has it


@cache
def spot(name: str) -> Markup:
    return Markup("spot-{}-{}").format(_SPOT, name)


def put_in(text: str, **own: str) -> str:
    """The markup with these in their spots, one after the other, at last the token of
    this phone's forms."""
    for name, markup in {**own, CSRF: generate_csrf()}.items():
        text = text.replace(spot(name), markup)
    return text
