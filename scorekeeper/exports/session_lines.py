"""The lines of a session file: JSON objects whose fields have the form that each asks for."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NoReturn

from scorekeeper.core.messages import Message, message
from scorekeeper.tables.session import KEY_LENGTH, MOST_ENTRIES, is_dated

LARGEST = 7_500_000
"""How many bytes a session file may have: room for as many entries as it may hold."""

Fields = dict[str, Any]


class FileRefused(ValueError):
    """The file can't be read as a session: `why`, and the `line` that shows it, from 1."""

    def __init__(self, line: int, why: Message) -> None:
        super().__init__(line, why.code, dict(why.params))
        self.line = line
        self.why = why


def refuse(line: int, code: str, **params: object) -> NoReturn:
    """Raise FileRefused."""
    raise FileRefused(line, message(code, **params))


Line = tuple[int, Fields]
"""The number of a line, from 1, and the object that stands in it."""


def lines_of(data: bytes) -> list[Line]:
    """The objects of a file, line by line. Raises FileRefused."""
    if len(data) > LARGEST:
        refuse(1, "file.too-large", size=len(data), limit=LARGEST)
    found: list[Line] = []
    texts = data.removeprefix(b"\xef\xbb\xbf").rstrip().split(b"\n")
    if len(texts) > MOST_ENTRIES + 2:
        refuse(MOST_ENTRIES + 3, "file.too-long", limit=MOST_ENTRIES)
    for n, raw in enumerate(texts, start=1):
        if raw.strip():
            found.append((n, _object(n, raw, is_last=n == len(texts))))
    if not found or "scorekeeper" not in found[0][1]:
        refuse(found[0][0] if found else 1, "file.not-a-session")
    return found


def _object(line: int, raw: bytes, is_last: bool) -> Fields:
    text = raw.decode(errors="replace").strip()[:60]
    start = "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)
    try:
        value = json.loads(raw.decode(), object_pairs_hook=_unique, parse_constant=_no_number)
        json.dumps(value, ensure_ascii=False).encode()  # refuses half of a surrogate pair
    except (ValueError, RecursionError) as fault:
        if is_last and line > 1:
            refuse(line, "file.cut-off")
        is_text = not isinstance(fault, UnicodeError)
        refuse(line, "file.not-json" if is_text else "file.not-text", text=start)
    if not isinstance(value, dict):
        refuse(line, "file.not-json", text=start)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Fields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a name stands twice")
    return fields


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


# ---- fields ----


@dataclass(frozen=True, slots=True)
class _Form:
    """What a field may hold: values of these types, texts of this pattern, or nothing at all."""

    wanted: str
    types: tuple[type, ...]
    pattern: str = ""
    required: bool = True

    def fits(self, value: object) -> bool:
        if type(value) not in self.types:
            return False
        return not isinstance(value, str) or re.fullmatch(self.pattern, value, re.S) is not None


class _Time(_Form):
    """A time, to the second, in a year that is taken."""

    def fits(self, value: object) -> bool:
        try:
            datetime.fromisoformat(str(value))
        except ValueError:
            return False
        return is_dated(str(value)) and _Form.fits(self, value)


_COUNT = _Form("file.form.number", (int,))
_HASH = _Form("file.form.hash", (str,), "[0-9a-f]{64}")
_TIME = _Time("file.form.at", (str,), "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(Z|[+]00:00)")
_OPENED = _Time(
    "file.form.opened", (str,), "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(Z|[+-][0-9]{2}:[0-9]{2})"
)
"""When the table was opened, with the offset from UTC of the clock on its wall."""
_FIELDS = _Form("file.form.fields", (dict,))
CHAINED_FORMS: Mapping[str, Mapping[str, _Form]] = {
    "header": {
        "scorekeeper": _COUNT,
        "session": _Form("file.form.session", (str,), "[A-Za-z0-9_-]{1,64}"),
        "game": _Form("file.form.text", (str,), ".{1,64}"),
        "edition": _COUNT,
        "settings": _FIELDS,
        "at": _OPENED,
        "hash": _HASH,
    },
    "entry": {
        "seq": _COUNT,
        "at": _TIME,
        "by": _Form("file.form.by", (str, type(None)), ".{1,24}"),
        "kind": _Form("file.form.text", (str,), ".{1,64}"),
        "facts": _FIELDS,
        "place": _Form("file.form.place", (int, type(None))),
        "note": _Form("file.form.note", (str,), ".{0,500}"),
        "key": _Form("file.form.key", (str,), f".{{1,{KEY_LENGTH}}}"),
        "part": _COUNT,
        "previous": _HASH,
        "hash": _HASH,
    },
    "trailer": {"count": _COUNT, "head": _HASH},
}
_NEEDED = {"header": ("scorekeeper", "game"), "entry": ("kind",), "trailer": ("count",)}
FREE_FORMS = {
    part: {name: replace(form, required=name in _NEEDED[part]) for name, form in forms.items()}
    for part, forms in CHAINED_FORMS.items()
}
Forms = Mapping[str, Mapping[str, _Form]]


def check_fields(line: Line, forms: Mapping[str, _Form]) -> None:
    """Refuse a line with a field that is unknown, missing or of the wrong form."""
    n, fields = line
    for name, value in fields.items():
        if name not in forms:
            refuse(n, "file.unknown-field", field=name[:60], known=", ".join(forms))
        if not forms[name].fits(value):
            found = json.dumps(value, ensure_ascii=False)[:60]
            refuse(
                n, "file.wrong-field", field=name, found=found, wanted=message(forms[name].wanted)
            )
    for name, form in forms.items():
        if form.required and name not in fields:
            refuse(n, "file.missing-field", field=name)
