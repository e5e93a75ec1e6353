"""What is to be said, before anybody has chosen the language.

A line of a score, a refusal or a ruling carries a `Message`: a code and its parameters.
The sentence is made at the edge, in the reader's language, by `scorekeeper.words`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be: `code` names it in the catalogues, `params` fill its places.

    A parameter is a number, a text a person typed, a suit, anything `Shown`, another
    message, or a tuple of those (said one after the other).
    A parameter called `n` decides between singular and plural.
    """

    code: str
    params: tuple[tuple[str, object], ...] = ()

    @property
    def values(self) -> Mapping[str, object]:
        """The parameters by name."""
        return dict(self.params)


@runtime_checkable
class Shown(Protocol):
    """A value of the game that knows the pieces it is shown by: texts, suits, messages."""

    def shown(self) -> tuple[object, ...]:
        """The pieces in order: plain text that is the same in every language, suits, messages."""
        ...  # pragma: no cover


def message(code: str, /, **params: object) -> Message:
    """Say `code` with these parameters."""
    return Message(code, tuple(params.items()))


def listed(things: Iterable[object], between: str = ", ") -> tuple[object, ...]:
    """Things said one after the other, with commas or what is given `between` them."""
    return tuple(piece for thing in things for piece in (between, thing))[1:]
