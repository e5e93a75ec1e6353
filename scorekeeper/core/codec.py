"""Facts as plain JSON values and back: the same spelling in the log, in files and in
forms; hashes as letters to be read aloud, and what a typed text may hold.

Numbers are whole and texts are NFC, so the canonical bytes of a value are the same
everywhere.
"""

import dataclasses
import json
import re
import types
import typing
import unicodedata
from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Any, TypeVar, get_args, get_origin

T = TypeVar("T")
Json = Any
"""A JSON value: a number, a text, true, false, null, or lists and objects of them. Any,
since whatever reads one looks at what it is."""


class Unreadable(ValueError):
    """A value does not have the form its field asks for. The text names field and
    value."""


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(value: object) -> bytes:
    """The one spelling of a JSON value that is hashed: sorted keys, no spaces, UTF-8,
    NFC."""
    return unicodedata.normalize("NFC", _CANONICAL.encode(value)).encode()


def encode(value: object) -> Json:
    """A fact, or one of its fields, as a plain JSON value. Dataclasses with a `parse`
    classmethod are written as their text, others field by field. Fields in `SINCE` came
    with a later release. They are left out where they have their default, so that
    entries and settings of earlier releases keep their bytes: such a default must never
    change."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, tuple | list):
        return [encode(item) for item in value]
    if isinstance(value, Mapping):
        return {name: encode(item) for name, item in value.items()}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        if hasattr(value, "parse"):
            return str(value)
        parts = ((field, getattr(value, field.name)) for field in _fields(type(value)))
        since = getattr(value, "SINCE", ())
        return {
            field.name: encode(one)
            for field, one in parts
            if one != field.default or field.name not in since
        }
    raise TypeError(f"{type(value).__name__} has no form in a file")


def decode(kind: type[T], value: Json, where: str = "") -> T:
    """Read a value of type `kind` back from its JSON form.

    Raises Unreadable with the path of the field and what stood there.
    """
    decoded: T = _decode(kind, value, where or getattr(kind, "__name__", ""))
    return decoded


def base_of(kind: T) -> T:
    """What values of a NewType are: a text, where it is the id of a party."""
    base: T = getattr(kind, "__supertype__", kind)
    return base


# `kind` is what `get_type_hints` says of a field: more than a class, so Any.
def _decode(kind: Any, value: Json, where: str) -> Json:
    kind = base_of(kind)
    if get_origin(kind) in (typing.Union, types.UnionType):
        kinds = get_args(kind)
        if value is None and types.NoneType in kinds:
            return None
        kind = _only(kinds, where)
    if get_origin(kind) is tuple:
        return _decode_tuple(get_args(kind), value, where)
    if get_origin(kind) is Mapping or kind in _CALLED:
        return _normalized(
            _of_kind(kind if kind in _CALLED else dict, value, where), where
        )
    if issubclass(kind, Enum):
        return _member(kind, value, where)
    if hasattr(kind, "parse"):
        return _made(where, kind.parse, _of_kind(str, value, where))
    return _decode_fields(kind, _of_kind(dict, value, where), where)


def _only(kinds: tuple[type, ...], where: str) -> type:
    wanted = [kind for kind in kinds if kind is not types.NoneType]
    if len(wanted) != 1:
        raise TypeError(
            f"{where}: a union of several types has no single form in a file"
        )
    return wanted[0]


def _member(kind: type[Enum], value: Json, where: str) -> Enum:
    try:
        return kind(value)
    except ValueError:
        known = ", ".join(str(member.value) for member in kind)
        raise Unreadable(f"{where}: {value!r} is none of {known}") from None


_CALLED = {bool: "true or false", int: "a whole number", str: "a text"}


def _of_kind(kind: type, value: Json, where: str) -> Json:
    if type(value) is not kind:
        raise Unreadable(
            f"{where}: {value!r} is not {_CALLED.get(kind, 'a set of named fields')}"
        )
    return value


def _made(
    where: str, make: Callable[..., object], /, *given: object, **fields: object
) -> object:
    try:
        return make(*given, **fields)
    except ValueError as fault:
        raise Unreadable(f"{where}: {fault}") from None


def _decode_tuple(
    inner: tuple[object, ...], value: object, where: str
) -> tuple[object, ...]:
    if not isinstance(value, list | tuple):
        raise Unreadable(f"{where}: {value!r} is not a list")
    if inner[-1] is Ellipsis:
        inner = (inner[0],) * len(value)
    if len(inner) != len(value):
        raise Unreadable(f"{where}: {len(inner)} values belong here, not {len(value)}")
    pairs = enumerate(zip(inner, value, strict=True))
    return tuple(_decode(one, item, f"{where}[{n}]") for n, (one, item) in pairs)


DEEPEST = 40  # so many lists and sets of fields may stand within each other


def _normalized(value: object, where: str, depth: int = 0) -> object:
    if depth > DEEPEST:
        raise Unreadable(f"{where[:60]}: lists stand too deep within each other")
    if isinstance(value, dict):
        return {
            _nfc(name): _normalized(item, f"{where}.{name}", depth + 1)
            for name, item in value.items()
        }
    if isinstance(value, list | tuple):
        return [
            _normalized(item, f"{where}[{n}]", depth + 1)
            for n, item in enumerate(value)
        ]
    if value is None or isinstance(value, bool | int | str):
        return _nfc(value)
    raise Unreadable(
        f"{where}: {value!r} is not a whole number, a text or a list of them"
    )


def _nfc(value: Json) -> Json:
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


_hints = lru_cache(maxsize=256)(typing.get_type_hints)
_fields = lru_cache(maxsize=256)(dataclasses.fields)
_NO_DEFAULT = (dataclasses.MISSING, dataclasses.MISSING)


def _decode_fields(kind: type, value: dict[str, Json], where: str) -> object:
    hints = _hints(kind)
    fields = [field for field in _fields(kind) if field.init]
    names = [field.name for field in fields]
    for name in value:
        if name not in names:
            raise Unreadable(
                f"{where}: there is no field {name!r}; it has {', '.join(names)}"
            )
    values = {
        name: _decode(hints[name], value[name], f"{where}.{name}") for name in value
    }
    for field in fields:
        has_default = (field.default, field.default_factory) != _NO_DEFAULT
        if field.name not in values and not has_default:
            raise Unreadable(f"{where}: the field {field.name!r} is missing")
    return _made(where, kind, **values)


# ---- hashes as a few letters, to be read aloud and compared across a table ----


_BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CODE_BITS = 128
CODE_LETTERS = 26  # as many as have the bits of a code, five to a letter


def fingerprint(head: str, letters: int = 4) -> str:
    """The first bits of a hash in Crockford's alphabet, five to a letter."""
    number = int(head, 16) >> (256 - 5 * letters)
    return "".join(_BASE32[(number >> 5 * n) & 31] for n in reversed(range(letters)))


def code(head: str) -> str:
    """The first 128 bits of a hash, the letters of `fingerprint` first, in groups to be
    typed: 5-5-5-5-6."""
    text = fingerprint(head[: CODE_BITS // 4].ljust(64, "0"), CODE_LETTERS)
    return "-".join((text[:5], text[5:10], text[10:15], text[15:20], text[20:]))


# ---- texts ----

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


def plain(text: str) -> str:
    """A text as it can be entered here: in one line, and so that it turns no other text
    around."""
    return _TURNING.sub("", _CONTROL.sub(" ", text))
