"""A night of five tables at the served program; `./prove night` has forty, and two nodes
over PostgreSQL."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.proof.club import Plan, held, is_found
from tests.proof.opened import OF_NIGHTS

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="processes are found in /proc"
)
SHORT = Plan(tables=5, rounds=4, boards=3, kills=0)


def test_a_night_loses_nothing(tmp_path: Path) -> None:
    told = held(tmp_path, replace(SHORT, kills=1))
    assert told.faults == []
    assert told.entered == 4 * 5 * 3
    assert told.corrected
    assert told.pages == 4 * 5 * 4


@pytest.mark.parametrize(
    "door",
    [
        "uncorrected",
        *(
            pytest.param(door, marks=pytest.mark.slow)
            for door in OF_NIGHTS
            if door != "uncorrected"
        ),
    ],
)
def test_a_fault_that_is_planted_is_found(tmp_path: Path, door: str) -> None:
    told = held(tmp_path, replace(SHORT, door=door))
    assert is_found(door, told), told.faults
