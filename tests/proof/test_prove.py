"""What ./prove is made of; the load's figures are not tested, machines differ."""

import os
import sys
from pathlib import Path

import pytest

from tests.proof.__main__ import SUITES, main
from tests.proof.load import HEADS, Plan, loaded

ROOT = Path(__file__).resolve().parents[2]


def test_the_command_can_be_started_and_names_every_suite() -> None:
    prove = ROOT / "prove"
    assert os.access(prove, os.X_OK)
    assert " ".join(SUITES) in prove.read_text()


def test_an_unknown_suite_is_refused() -> None:
    with pytest.raises(SystemExit, match="nonsense"):
        main(["nonsense"])


@pytest.mark.skipif(
    sys.platform != "linux", reason="memory and CPU time are read from /proc"
)
def test_every_phone_hears_of_every_deal_and_draws_its_page_anew(
    tmp_path: Path,
) -> None:
    (cell,) = loaded(tmp_path, Plan(2, "WAL", (8,), 1.5, is_printing=False))
    assert cell.told["done"] > 0
    assert cell.told["failed"] == {}
    assert cell.told["redrawn"][0] >= cell.told["everywhere"][0] > 0
    assert len(str(cell)) == len(HEADS)
