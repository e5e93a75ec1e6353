"""Writes docs/laws.md: what the arbiter does with each law, from the code.

.venv/bin/python -m tools.laws
"""

import ast
import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from scorekeeper.core.messages import message
from scorekeeper.games.bridge.laws import book
from scorekeeper.games.bridge.laws.book import LAST, treatment_of
from scorekeeper.words import words_in

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
line each. Every question, answer and ruling stands in [laws/](laws/), a page for each law.

| Law | Heading | | Where | Cases |
|--:|---|---|---|--:|
"""
_RUBBER = """
## What differs without a director

| Laws | At duplicate | At rubber and Chicago |
|---|---|---|
"""


HEADINGS = {
    2: "The duplicate boards",
    3: "Arrangement of tables",
    4: "Partnerships",
    5: "Assignment of seats",
    7: "Control of board and cards",
    8: "Sequence of rounds",
    10: "Assessment of rectification",
    11: "Forfeiture of the right to rectification",
    74: "Conduct and etiquette",
    76: "Spectators",
    77: "Duplicate bridge scoring table",
    78: "Methods of scoring and conditions of contest",
    80: "Regulation and organization",
    81: "The Director",
    82: "Rectification of errors of procedure",
    83: "Notification of the right to appeal",
    86: "Team play",
    87: "Fouled board",
    88: "Award of indemnity points",
    89: "Rectification in individual events",
    90: "Procedural penalties",
    91: "Penalize or suspend",
    92: "Right to appeal",
    93: "Procedures of appeal",
}
"""What heads the laws that no ruling names; the others' headings are words of the
app."""
WITHOUT_DIRECTOR = (
    (
        "12, 13, 15, 23C, 27D, 50E4, 64C",
        "an adjusted score",
        "the sides agree on the likely result, or the arbiter's seat assigns it",
    ),
    (
        "16B, 16C, 21B3, 40, 73, 75",
        "an adjusted score for damage",
        "the law is said; no score follows unless the sides agree",
    ),
    (
        "13A, 14A before the first call",
        "a board is put right and played; one just dealt is dealt again (6D1)",
        "the deal is dealt again, unless all four want it put right",
    ),
    (
        "13B2, 13D, 15A2(a)",
        "the result is cancelled and adjusted",
        "the deal is void and dealt again",
    ),
    (
        "77, 78",
        "a bonus for each board, compared",
        "the score of rubber or Chicago, not compared",
    ),
    (
        "79C, 83, 92, 93",
        "periods, appeals, committees",
        "corrected or appealed at any time",
    ),
    (
        "80B2(a)",
        "a director is appointed",
        "the arbiter's seat, or whom the players agree on",
    ),
    ("3, 8, 81, 82, 86-91", "rounds, organizers, penalties", "nothing: one table"),
)
"""What differs at rubber and Chicago: the laws, what they say at duplicate, what holds
instead."""


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
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in notes
        ):
            yield node.value


def cases() -> Counter[int]:
    """How many lines of the case files each law has."""
    found: Counter[int] = Counter()
    for path in CASES.glob("*.csv"):
        with path.open() as file:
            numbers = (re.match(r"\d+", row["law"]) for row in csv.DictReader(file))
            found.update(int(number[0]) for number in numbers if number)
    return found


def page() -> str:
    """The whole page."""
    where = cited()
    count = cases()
    named = words_in("en").text
    rows = [
        f"| {law} | {HEADINGS.get(law) or named(message(f'bridge.law.{law}'))} "
        f"| {treatment_of(law).value} | {', '.join(sorted(where.get(law, ())))} "
        f"| {count[law] or ''} |"
        for law in range(1, LAST + 1)
    ]
    others = [f"| {' | '.join(row)} |" for row in WITHOUT_DIRECTOR]
    return _TOP + "\n".join(rows) + "\n" + _RUBBER + "\n".join(others) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page())
