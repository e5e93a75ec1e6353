"""Write a session file by hand, as docs/session-file.md says, and have `scorekeeper score` read it.

A table of these tests is text, one entry to a line or several joined by `;`:

    KIND FIELD=VALUE …      carried-in party=NS points=40 part=below
    ID: KIND …              gives the entry a name, to strike it out or to stand before it
    … @ID                   `place`: it stands just before that entry
    … #KEY                  `key`: it belongs to that command

A value that reads as JSON is that, any other is text; seats, parties and persons are always text.
The games add shorthands of their own.
Nothing here knows a rule of any game, and nothing here imports their code.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from click.testing import CliRunner, Result

from scorekeeper.__main__ import main

Facts = dict[str, Any]
Shorthand = Callable[[list[str]], "Iterator[tuple[str, Facts]]"]


@dataclass(frozen=True)
class Sheet:
    """What `scorekeeper score` printed."""

    json: dict[str, Any]

    @property
    def rows(self) -> list[dict[str, Any]]:
        return [row for section in self.json["sections"] for row in section["rows"]]

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [line for row in self.rows for line in row["lines"]]

    def lines_of(self, start: str) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["code"].startswith(start)]

    def said(self) -> list[str]:
        """Each row's lines, "NS below 120, NS above 30"."""
        return [say_lines(row["lines"]) for row in self.rows]

    def totals(self, section: int | None = None) -> dict[str, Any]:
        found = self.json if section is None else self.json["sections"][section]
        return {party: one["total"] for party, one in found["totals"].items()}


PARTIES = ("NS", "EW", *"12345678", "13", "24")


def say_lines(lines: list[dict[str, Any]]) -> str:
    """Lines added up by party: "NS 120/30" is below/above, "1 30" is score; none of 0
    points."""
    sums: dict[str, dict[str, Any]] = {}
    for line in lines:
        parts = sums.setdefault(line["party"], {})
        parts[line["part"]] = parts.get(line["part"], 0) + line["points"]
    said = []
    for party in sorted(sums, key=PARTIES.index):
        parts = sums[party]
        if not any(parts.values()):
            continue
        if set(parts) <= {"below", "above"}:
            said.append(f"{party} {parts.get('below', 0)}/{parts.get('above', 0)}")
        else:
            said.append(
                f"{party} {' '.join(str(parts[part]) for part in sorted(parts))}"
            )
    return " ".join(said)


TEXTS = ("party", "seat", "leader", "reason", "person", "part")


def value(name: str, text: str) -> Any:
    if name in TEXTS and text != "null":
        return text.strip('"')
    try:
        return json.loads(text)
    except ValueError:
        return text


def plain(words: list[str]) -> Iterator[tuple[str, Facts]]:
    kind, *fields = words
    yield (
        kind,
        {
            name: value(name, text)
            for name, _, text in (field.partition("=") for field in fields)
        },
    )


def _marks(words: list[str], named: Mapping[str, int]) -> dict[str, Any]:
    """The place and the key that are among the words, which lose them."""
    more: dict[str, Any] = {}
    for word in [one for one in words if one[0] in "@#"]:
        words.remove(word)
        if word[0] == "@":
            more["place"] = named[word[1:]]
        else:
            more["key"] = word[1:]
    return more


def entries(text: str, shorthand: Mapping[str, Shorthand]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    named: dict[str, int] = {}
    pieces = (
        piece for line in text.splitlines() for piece in line.split(" --")[0].split(";")
    )
    for piece in filter(str.strip, pieces):
        label = re.match(r"\s*(\w+):\s", piece)
        words = piece[label.end() if label else 0 :].split()
        more = _marks(words, named)
        if label:
            named[label[1]] = len(found) + 1
        if words[0] == "void":
            words = ["voided", f"entry={named[words[1]]}", "reason=wrong"]
        for kind, facts in shorthand.get(words[0], plain)(words):
            found.append({"kind": kind, "facts": facts, **more})
    return found


def written(game: str, settings: Mapping[str, Any], found: list[dict[str, Any]]) -> str:
    head = {"scorekeeper": 1, "game": game, "settings": dict(settings)}
    return "".join(
        f"{json.dumps(one)}\n" for one in [head, *found, {"count": len(found)}]
    )


def run(file: str) -> Result:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_text(file)
        return CliRunner(catch_exceptions=False).invoke(main, ["score", str(path)])


def score(
    game: str,
    text: str,
    shorthand: Mapping[str, Shorthand] | None = None,
    **settings: Any,
) -> Sheet:
    file = written(game, settings, entries(text, shorthand or {}))
    done = run(file)
    assert done.exit_code == 0, f"{done.output}\n{file}"
    return Sheet(json.loads(done.output))


def refusal(
    game: str,
    text: str,
    shorthand: Mapping[str, Shorthand] | None = None,
    **settings: Any,
) -> str:
    """What the program says when it refuses the file, without the file's name."""
    file = written(game, settings, entries(text, shorthand or {}))
    done = run(file)
    assert done.exit_code == 1, f"not refused:\n{done.output}\n{file}"
    return " ".join(done.output.split()).partition("session.jsonl, ")[2]
