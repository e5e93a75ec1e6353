"""What `./bench` and `./prove` print is put into docs/figures.md: the last figures of
each name, with the command, the day and the machine beside them."""

import os
import platform
import re
from collections.abc import Iterable
from datetime import date
from pathlib import Path

FIGURES = Path(__file__).parent.parent / "docs" / "figures.md"


def record(command: str, lines: Iterable[str], path: Path = FIGURES) -> None:
    """Put what a command printed in the place of what it printed before, or at the
    end."""
    where = (
        f"{os.cpu_count()} cores, {platform.machine()}, Python "
        f"{platform.python_version()}"
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


def table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows as a table of Markdown; the first has the heads."""
    heads, *rest = rows
    return [f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rest)]


def quoted(lines: Iterable[str]) -> list[str]:
    """Lines as they were printed."""
    return ["```", *lines, "```"]
