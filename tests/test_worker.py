"""Work apart: its answer, its faults, and its end where it asks too much."""

import time
from pathlib import Path

import pytest

from scorekeeper.limited_process import LARGEST_FILE, MEMORY, OutOfBounds, apart


def spin() -> None:
    while True:
        pass


def hoard() -> int:
    return len(bytearray(2 * MEMORY))


def flood(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)


def test_what_it_answers_and_raises_comes_back() -> None:
    assert apart(9, divmod, 17, 5) == (3, 2)
    with pytest.raises(ZeroDivisionError):
        apart(9, divmod, 1, 0)


def test_it_ends_when_it_computes_too_long() -> None:
    start = time.monotonic()
    with pytest.raises(OutOfBounds):
        apart(1, spin)
    assert time.monotonic() - start < 60


def test_it_has_no_more_memory_and_no_more_disk(tmp_path: Path) -> None:
    with pytest.raises(OutOfBounds):
        apart(9, hoard)
    with pytest.raises((OSError, OutOfBounds)):
        apart(9, flood, tmp_path / "file")
