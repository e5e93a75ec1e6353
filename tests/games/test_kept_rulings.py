"""Rulings that were given are read to the same sheets, obligations and sentences: see
tests/data/rulings, at every step of every evening."""

from pathlib import Path

import pytest

from tests.games.kept_rulings import held, written


@pytest.mark.parametrize("path", held(), ids=lambda path: path.stem)
def test_a_ruling_that_was_given_reads_as_it_was_given(path: Path) -> None:
    assert written(path) == path.with_suffix(".txt").read_text()


def test_they_are_of_every_kind() -> None:
    text = "".join(path.with_suffix(".txt").read_text() for path in held())
    for kind in ("bound by", "is on deal struck", "displaced", ", applied", ", due", "proved"):
        assert kind in text, kind
