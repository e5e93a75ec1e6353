"""docs/security.md: every promise names its tests, and they exist."""

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
TEXT = (TESTS.parent / "docs" / "security.md").read_text()
PROMISED = TEXT.split("\n## The promises\n")[1].split("\n## What is still open\n")[0]
PROMISES = [
    " ".join(item.split())
    for item in re.findall(r"^- (.*\n(?:  .*\n)*)", PROMISED, re.M)
    if not item.startswith("*")
]
"""Each with what stands below it in small print. An item that begins in italics explains
how something works."""
SMALL = re.compile(
    r"^(.+?) <br><sub>(?:ASVS [\d.,– ()a-z]+ · )?(`test_\w+`(?:, `test_\w+`)*)</sub>$"
)
NAMED = set(re.findall(r"`(test_\w+)`", TEXT))
KNOWN = {
    name
    for path in TESTS.rglob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(), re.M)
}
LONGEST = 100
"""The words of a promise without its tests."""


def test_the_map_is_read() -> None:
    assert len(PROMISES) > 140
    assert len(NAMED) >= 332, "a promise has lost tests"


@pytest.mark.parametrize("promise", PROMISES, ids=[text[:60] for text in PROMISES])
def test_every_promise_has_its_tests(promise: str) -> None:
    small = SMALL.match(promise)
    assert small, f"name its tests in small print below it: {promise}"
    assert len(small[1].split()) <= LONGEST
    named = re.findall(r"`(test_\w+)`", small[2])
    assert len(set(named)) == len(named)
    assert not set(named) - KNOWN


def test_every_test_that_is_named_exists() -> None:
    assert not NAMED - KNOWN


def test_no_cell_has_more_than_a_sentence() -> None:
    rows = re.findall(r"^\|(.*)\|$", TEXT, re.M)
    cells = [cell.strip() for row in rows for cell in row.split("|")]
    assert cells
    assert not [cell for cell in cells if re.search(r"[.;:!?] \S", cell.strip("`"))]
    assert not [cell for cell in cells if len(cell.split()) > 16]


def test_what_is_open_is_said() -> None:
    open_matters = TEXT.split("\n## What is still open\n")[1]
    assert len(re.findall(r"^- ", open_matters, re.M)) >= 11
    assert "Nobody outside has tested this" in TEXT
