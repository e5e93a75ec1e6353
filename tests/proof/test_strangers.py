"""A table plays on among strangers; `./prove strangers` is longer, and looks at the
times."""

import sys
from pathlib import Path

import pytest

from tests.proof.strangers import Plan, besieged, is_found

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="127.0.0.0/8 is Linux's"
)


def test_a_table_plays_on_among_strangers(tmp_path: Path) -> None:
    told = besieged(tmp_path, Plan(4, entries=15, pages=15))
    assert told.faults == []
    assert told.entries and told.heard
    assert all(told.strangers.values())


@pytest.mark.slow  # ./prove strangers leaves each of seven doors open
@pytest.mark.parametrize("door", ["seats"])
def test_a_door_left_open_is_found(tmp_path: Path, door: str) -> None:
    told = besieged(tmp_path, Plan(4, entries=15, pages=15, door=door))
    assert is_found(door, told), told.faults
