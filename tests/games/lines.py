"""A deal said in one line, made the other way round: from what is to be found in it, in
the first words that a language has for it."""

import re
from collections.abc import Callable, Mapping

from scorekeeper.core.messages import message
from scorekeeper.games.line import Pair, Place, Value

Text = Callable[[object], str]
_SPOT = re.compile(r"%\((\w+)\)s")


def first_way(said: str) -> str:
    return said.split("|")[0].strip()


def saying(
    text: Text, code: str, places: Mapping[str, object], **filled: object
) -> str:
    """The first way to say the phrase `code` that has all these places."""
    ways = (way.strip() for way in text(message(code)).split("|"))
    way = next(way for way in ways if {*_SPOT.findall(way)} == {*filled})
    return _SPOT.sub(lambda spot: word(text, places.get(spot[1]), filled[spot[1]]), way)


def word(text: Text, place: Place | None, value: object) -> str:
    """A value in words; several, one after the other."""
    if isinstance(value, tuple):
        return " ".join(word(text, place, one) for one in value)
    if place is None:
        return str(value)
    for one in _values(place, value):
        return one(text)
    raise LookupError(f"nothing says {value}")


def _values(place: Place, value: object) -> list[Callable[[Text], str]]:
    if not isinstance(place, Pair):
        return [_said(one) for one in place if one.value == value]
    found = [_said(one) for one in place.whole if one.value == value]
    for one in place.first:
        for other in place.second:
            if place.make(one.value, other.value) == value:
                found.append(
                    lambda text, a=one, b=other: f"{_said(a)(text)} {_said(b)(text)}"
                )
    return found


def _said(value: Value) -> Callable[[Text], str]:
    if value.name is not None:
        return lambda text: text(value.name)
    return lambda text: first_way(text(value.ways[0]))
