"""What is to be said, before anybody has chosen the language.

A line of a score, a refusal or a ruling carries a `Message`: a code and its parameters.
The sentence is made at the edge, in the reader's language, by `scorekeeper.words`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, fields
from typing import ClassVar, Protocol, dataclass_transform, runtime_checkable


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be: `code` names it in the catalogues, `params` fill its places.

    A parameter is a number, a text a person typed, a suit, anything `Shown`, another
    message, or a tuple of those (said one after the other); one called `n` decides
    between singular and plural.
    """

    code: str
    params: tuple[tuple[str, object], ...] = ()

    @property
    def values(self) -> Mapping[str, object]:
        return dict(self.params)


@runtime_checkable
class Shown(Protocol):
    """A value of the game that knows the pieces it is shown by: texts, suits,
    messages."""

    def shown(self) -> tuple[object, ...]:
        """The pieces in order: plain text that is the same in every language, suits,
        messages."""


def message(code: str, /, **params: object) -> Message:
    return Message(code, tuple(params.items()))


def irregularity_code(family: str, name: str) -> str:
    """How entries and catalogues write an irregularity; `name_in` reads its name back."""
    return f"{family}.irregularity.{name}"


def name_in(code: str) -> str:
    """The name at the end of a code: "revoke" of "bridge.irregularity.revoke"."""
    return code.rpartition(".")[2]


@dataclass_transform(frozen_default=True)
class Described:
    """A fact whose fields tell it: the message "<family>.said.<kind>" with all of them.

    A subclass that names its `kind` is a frozen dataclass, which is written so in
    files.
    """

    FAMILY: ClassVar[str]
    KIND: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    def __init_subclass__(cls, kind: str = "") -> None:
        if kind:
            cls.KIND = kind
            dataclass(frozen=True)(cls)

    def told(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def said(self) -> Message:
        return message(f"{self.FAMILY}.said.{self.KIND}", **self.told())


def listed(things: Iterable[object], between: str = ", ") -> tuple[object, ...]:
    """Things said one after the other, with commas or what is given `between` them."""
    return tuple(piece for thing in things for piece in (between, thing))[1:]
