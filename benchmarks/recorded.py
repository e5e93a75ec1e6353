"""What `./bench` and `./prove` print is put into docs/figures.md: the last figures of
each name, with the command, the day and the machine beside them."""

import os
import platform
import re
from collections.abc import Iterable
from datetime import date
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
FIGURES = DOCS / "figures.md"
MEASURED = DOCS / "measured.md"
HEADS = "| What | Here | Aim | By | Others, by another tester |"
"""Of the table in `MEASURED` whose rows are put in here, but for their last cell."""


def record(command: str, lines: Iterable[str], path: Path = FIGURES) -> None:
    """Put what a command printed in the place of what it printed before, or at the
    end."""
    where = (
        f"{os.cpu_count()} cores, {platform.machine()}, Python "
        f"{platform.python_version()}, {_load()}"
    )
    text = path.read_text(encoding="utf-8")
    section = "\n".join(
        (f"### `{command}`", "", f"{date.today()}, {where}", "", *lines, "")
    )
    before = re.compile(
        rf"^### `{re.escape(command)}`\n.*?(?=^#|\Z)", re.DOTALL | re.MULTILINE
    )
    if before.search(text):
        text = before.sub(lambda found: section + "\n", text)
    else:
        text = f"{text.rstrip()}\n\n{section}"
    path.write_text(text.rstrip() + "\n", encoding="utf-8")


def put_rows(rows: Iterable[tuple[str, ...]], path: Path = MEASURED) -> None:
    """Put rows of what people wait for in the place of those with the same name, or at
    the end of their table; the day and how busy the machine was stand with the
    command."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for row in rows:
        *cells, command = row
        by = f"{command} {date.today()}, {_load()}"
        begins = f"| {row[0]} |"
        ours = " | ".join((*cells, by))
        places = [n for n, line in enumerate(lines) if line.startswith(begins)]
        if places:
            others = lines[places[0]].split(" | ")[-1].removesuffix("|").strip()
            lines[places[0]] = f"| {ours} | {others} |"
        else:
            end = lines.index(HEADS) + 1
            while lines[end].startswith("|"):
                end += 1
            lines.insert(end, f"| {ours} |  |")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _load() -> str:
    """How many others wanted the processors, on the average of the last minute."""
    return f"load {os.getloadavg()[0]:.1f}"


def table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows as a table of Markdown; the first has the heads."""
    heads, *rest = rows
    return [f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rest)]


def quoted(lines: Iterable[str]) -> list[str]:
    """Lines as they were printed."""
    return ["```", *lines, "```"]
