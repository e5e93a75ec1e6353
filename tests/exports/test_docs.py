"""The document on session files says what the program does.

Run as a module, this rewrites the reference at the end of the document, and the page of
each game.
"""

import dataclasses
import json
import re
import types
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import pytest

from scorekeeper.core.cards import Suit
from scorekeeper.core.codec import base_of, encode
from scorekeeper.core.evening import EVENING
from scorekeeper.core.judgments import (
    Answer,
    Judgment,
    Reason,
    Sentence,
    Settling,
    Stated,
)
from scorekeeper.core.notes import NOTED
from scorekeeper.core.rules_notes import SettingsChanged
from scorekeeper.core.seats import Seat
from scorekeeper.core.settings import Figures
from scorekeeper.exports.session_file import LARGEST, MOST_ENTRIES, read, write
from scorekeeper.exports.sheet_files import json_of
from scorekeeper.games import GAMES
from scorekeeper.words import words_in

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "session-file.md"
OF_RULINGS = (Judgment, Answer, Reason, Sentence, Settling, Stated)
OF_GAMES = DOCUMENT.with_suffix("")
"""The folder with a page for each game."""
WRITER = "python -m tests.exports.test_docs"
MARK = f"<!-- The rest is written by: {WRITER} -->\n"


def reference() -> str:
    """The kinds that every game has, as tables."""
    return "".join(f"{line}\n" for line in _reference())


def page_of(slug: str) -> str:
    """The kinds of a game and its settings, as tables."""
    return "".join(f"{line}\n" for line in _page_of(slug))


def _reference() -> Iterator[str]:
    yield from ("", "### Kinds that every game has", "")
    yield from _kinds((*EVENING, SettingsChanged))
    yield from ("", "### Kinds that are noted and change no score", "")
    yield from _kinds(NOTED)
    yield from ("", "### What stands in a ruling", "")
    yield from _objects(OF_RULINGS)


def _page_of(slug: str) -> Iterator[str]:
    game = GAMES[slug]
    yield from (f"<!-- Written by: {WRITER} -->", f"# Session files of `{slug}`", "")
    first = next(name for name, one in GAMES.items() if one.events == game.events)
    if first != slug:
        yield f"Its kinds are those of [`{first}`]({first}.md)."
    else:
        yield from _kinds(game.events)
    yield from ("", "| setting | answers, the default first |", "|---|---|")
    yield from _settings(game.rule_sheet.defaults)


def _objects(kinds: tuple[Any, ...]) -> Iterator[str]:
    yield from ("| object | what | fields |", "|---|---|---|")
    for kind in kinds:
        yield (
            f"| *{kind.__name__.lower()}* | {_what(kind)} | "
            f"{'; '.join(_fields(kind))} |"
        )


def _fields(kind: Any) -> list[str]:
    hints = get_type_hints(kind)
    return [_field(field, hints[field.name]) for field in dataclasses.fields(kind)]


def _what(kind: Any) -> str:
    """The first paragraph of its docstring, with the values as a file writes them."""
    text = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    return re.sub(r"\bNone\b", "null", text).replace("`", "*")


def _kinds(events: tuple[Any, ...]) -> Iterator[str]:
    yield from ("| kind | what | facts |", "|---|---|---|")
    for event in events:
        yield (
            f"| `{event.KIND}` | {_what(event)} | "
            f"{'; '.join(_fields(event)) or 'none'} |"
        )


def _field(field: Any, kind: Any) -> str:
    default = field.default
    if default is dataclasses.MISSING:
        return f"`{field.name}`: {_type(kind)}"
    return f"`{field.name}`: {_type(kind)}, default {_json(encode(default))}"


def _settings(defaults: Any) -> Iterator[str]:
    hints = get_type_hints(type(defaults))
    for field in dataclasses.fields(defaults):
        kind = hints[field.name]
        answer = getattr(defaults, field.name)
        if kind == Figures:
            said = _json(encode(answer))
        elif isinstance(kind, type) and issubclass(kind, Enum):
            others = [member for member in kind if member is not answer]
            said = ", ".join(_json(one.value) for one in (answer, *others))
        else:
            said = f"{_json(encode(answer))}, or another {_type(kind)}"
        yield f"| `{field.name}` | {said} |"


def _type(kind: Any) -> str:
    origin = get_origin(kind)
    if origin in (types.UnionType,):
        inner = [_type(one) for one in get_args(kind) if one is not types.NoneType]
        return f"{' or '.join(inner)} or `null`"
    if origin is tuple:
        parts = get_args(kind)
        if parts[-1] is Ellipsis:
            return f"list of {_type(parts[0])}"
        return f"[{', '.join(_type(part) for part in parts)}]"
    return _plain_type(base_of(kind))


def _plain_type(kind: Any) -> str:
    if get_origin(kind) is Mapping:
        return "object"
    if kind in (int, str, bool):
        return {int: "number", str: "text", bool: "true or false"}[kind]
    if kind in (Seat, Suit, *OF_RULINGS) or hasattr(kind, "parse"):
        return f"*{kind.__name__.lower()}*"
    if issubclass(kind, Enum):
        return " / ".join(_json(one.value) for one in kind)
    fields = get_type_hints(kind)
    inner = [
        f"`{field.name}`: {_type(fields[field.name])}"
        for field in dataclasses.fields(kind)
    ]
    return f"object with {', '.join(inner)}"


def _json(value: Any) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`"


# ---- tests ----


def test_the_reference_is_up_to_date() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text.partition(MARK)[2] == reference(), f"run: {WRITER}"


@pytest.mark.parametrize("slug", GAMES)
def test_the_page_of_a_game_is_up_to_date(slug: str) -> None:
    path = OF_GAMES / f"{slug}.md"
    assert path.is_file() and path.read_text(encoding="utf-8") == page_of(slug), (
        f"run: {WRITER}"
    )


def test_the_limits_are_those_of_the_program() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert f"{LARGEST:,} bytes and {MOST_ENTRIES:,} entries" in text


def test_the_example_is_a_file_that_can_be_scored() -> None:
    example = examples()[0]
    found = read(example.encode())
    assert not found.is_chained
    sheet = json_of(found.session, words_in("en"), found.is_chained)
    (row,) = sheet["sections"][0]["rows"]
    assert row["totals"]["NS"]["below"] == 120
    assert read(write(found.session).encode()).is_chained


def test_the_correction_in_the_document_corrects() -> None:
    lines = examples()[0].splitlines()
    both = examples()[1].replace('"entry": 7', '"entry": 7').splitlines()
    text = "\n".join([*lines[:-1], *both, '{"count": 11}'])
    sheet = json_of(read(text.encode()).session, words_in("en"))
    (row,) = sheet["sections"][0]["rows"]
    assert row["facts"]["tricks"] == "10"
    assert row["struck"]


def test_every_field_of_the_json_is_in_the_document() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    sheet = json_of(read(examples()[0].encode()).session, words_in("en"))
    names = {*sheet, *sheet["sections"][0], *sheet["sections"][0]["rows"][0]}
    names |= set(sheet["sections"][0]["rows"][0]["lines"][0]) | set(sheet["parties"][0])
    assert {name for name in names if f"`{name}`" not in text} == set()


def examples() -> list[str]:
    """The JSON in the document, block by block."""
    return re.findall(r"```json\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.S)


if __name__ == "__main__":
    before = DOCUMENT.read_text(encoding="utf-8").partition(MARK)
    DOCUMENT.write_text(before[0] + MARK + reference(), encoding="utf-8")
    OF_GAMES.mkdir(exist_ok=True)
    for slug in GAMES:
        (OF_GAMES / f"{slug}.md").write_text(page_of(slug), encoding="utf-8")
