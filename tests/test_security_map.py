"""docs/security.md: every row names its tests, and they exist."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TEXT = (TESTS.parent / "docs" / "security.md").read_text()
ROWS = re.findall(r"^\| ([\d(D][^|]+)\|[^|]+\|([^|]+)\|$", TEXT, re.M)
BELOW = TEXT.split("### Rules with more to say")[1].split("\n## ")[0]
SENTENCES = re.findall(r"^- (.*)\n((?:  .*`test_\w+`.*\n)*)", BELOW, re.M)
"""The rules below the table: each sentence with the lines of its tests."""
LONGEST = 300
KNOWN = {
    name
    for path in TESTS.rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
}


def test_the_map_is_read() -> None:
    assert len(ROWS) > 30
    assert len(SENTENCES) > 60


def test_every_cell_can_be_read() -> None:
    """A rule that takes more stands below the table, a sentence at a time."""
    cells = [
        cell for row in re.findall(r"^\|.*\|$", TEXT, re.M) for cell in row.split("|")
    ]
    assert not [cell for cell in cells if len(cell.strip()) > LONGEST]


EVERY = [*ROWS, *SENTENCES]


@pytest.mark.parametrize(
    ("requirement", "tests"), EVERY, ids=[row[0].strip()[:60] for row in EVERY]
)
def test_every_requirement_has_its_tests(requirement: str, tests: str) -> None:
    named = re.findall(r"`(test_\w+)`", tests)
    assert named, requirement
    assert not set(named) - KNOWN, requirement
