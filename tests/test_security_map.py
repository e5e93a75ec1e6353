"""docs/security.md: every row names its tests, and they exist."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TEXT = (TESTS.parent / "docs" / "security.md").read_text()
ROWS = re.findall(r"^\| ([\d(D][^|]+)\|[^|]+\|([^|]+)\|$", TEXT, re.M)
KNOWN = {
    name
    for path in TESTS.rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
}


def test_the_map_is_read() -> None:
    assert len(ROWS) > 30


@pytest.mark.parametrize(("requirement", "tests"), ROWS, ids=[row[0].strip() for row in ROWS])
def test_every_requirement_has_its_tests(requirement: str, tests: str) -> None:
    named = re.findall(r"`(test_\w+)`", tests)
    assert named, requirement
    assert not set(named) - KNOWN, requirement
