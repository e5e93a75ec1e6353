"""Writes docs/laws.md: what the arbiter does with each law, from the code.

.venv/bin/python -m tools.laws
"""

import ast
import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.games.bridge.laws import book
from scorekeeper.games.bridge.laws.book import LAWS, WITHOUT_DIRECTOR

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "laws.md"
CASES = ROOT / "tests" / "data" / "laws"
_TOP = """# The laws of bridge, one by one

Made from the code by `python -m tools.laws`; a test holds it to the code. The numbers and
headings are those of the Laws of Duplicate Bridge 2017, by which bridge of every form is ruled; at
rubber and Chicago they are cited as the Laws of Rubber Bridge 2014, inferred.

- **ruled**: the arbiter asks for the facts and rules by it.
- **said**: a ruling says it where it matters; alone it changes no score.
- **by the table**: the sheet, the seats or the list of rulings does what it says.
- **for a director**: it needs a director, an organizer or other tables.

The modules are those of `scorekeeper/games/bridge/laws/`; the cases lie in `tests/data/laws/`, a
line each.

| Law | Heading | | Where | Cases |
|--:|---|---|---|--:|
"""
_RUBBER = """
## What differs without a director

| Laws | At duplicate | At rubber and Chicago |
|---|---|---|
"""


def cited() -> dict[int, set[str]]:
    """The laws that the modules cite, by number, with the modules."""
    found: dict[int, set[str]] = {}
    for path in sorted(Path(book.__file__).parent.glob("*.py")):
        if path.name == "book.py":
            continue
        for text in _texts(path):
            for number in re.findall(r"\bLaws? (\d+)", text):
                found.setdefault(int(number), set()).add(path.stem)
    return found


def _texts(path: Path) -> Iterator[str]:
    """The texts that a module writes out, but for what explains it."""
    tree = ast.parse(path.read_text())
    notes = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            yield node.value


def cases() -> Counter[int]:
    """How many lines of the case files each law has."""
    found: Counter[int] = Counter()
    for path in CASES.glob("*.csv"):
        with path.open() as file:
            numbers = (re.match(r"\d+", row["law"]) for row in csv.DictReader(file))
            found.update(int(one[0]) for one in numbers if one)
    return found


def page() -> str:
    """The whole page."""
    where, count = cited(), cases()
    rows = [
        f"| {law.number} | {law.heading} | {law.kind.value} "
        f"| {', '.join(sorted(where.get(law.number, ())))} "
        f"| {count[law.number] or ''} |"
        for law in LAWS
    ]
    others = [f"| {' | '.join(row)} |" for row in WITHOUT_DIRECTOR]
    return _TOP + "\n".join(rows) + "\n" + _RUBBER + "\n".join(others) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
