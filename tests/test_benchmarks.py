"""What ./bench is made of; its figures are not tested, machines differ."""

import os
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import pytest

from benchmarks import recorded, scoring
from benchmarks.__main__ import HEADS, MODULES, main, table
from benchmarks.evenings import evening
from benchmarks.measure import Result, compared, told
from benchmarks.recorded import record
from benchmarks.servers import slowed
from tests.proof.load import cpu

ROOT = Path(__file__).resolve().parent.parent


def test_the_command_can_be_started_and_names_every_module() -> None:
    bench = ROOT / "bench"
    assert os.access(bench, os.X_OK)
    assert " ".join(MODULES) in bench.read_text()
    assert all((ROOT / "benchmarks" / f"{name}.py").is_file() for name in MODULES)


def test_figures_stand_with_their_command_and_day_and_take_the_place_of_the_last(
    tmp_path: Path,
) -> None:
    page = tmp_path / "measured.md"
    page.write_text("# Measured\n\nBy hand.\n")
    for figure in ("1 s", "2 s"):
        record(
            "./bench paper", recorded.table([("What", "Here"), ("PDF", figure)]), page
        )
        record("./prove soak", recorded.quoted([f"entries: {figure}"]), page)
    text = page.read_text()
    assert text.startswith("# Measured\n\nBy hand.\n\n### `./bench paper`\n")
    assert (
        f"{date.today()}, " in text
        and "| PDF | 2 s |" in text
        and "entries: 2 s\n```" in text
    )
    assert "1 s" not in text and text.count("###") == 2


def test_what_people_wait_for_is_put_into_its_row(tmp_path: Path) -> None:
    page = tmp_path / "measured.md"
    rule = "|---|---|---|---|---|"
    tap = "| A tap |  |  |  | 81 ms in another |"
    page.write_text(
        "\n".join(["# Measured", "", recorded.HEADS, rule, tap, "", "End."])
    )
    for here in ("30 ms", "28 ms"):
        rows = [
            ("A tap", here, "50 ms", "`./bench first_load`"),
            ("A start", "1 s", "1 s", "`./bench starting`"),
        ]
        recorded.put_rows(rows, page)
    lines = page.read_text().splitlines()
    assert lines[:4] == ["# Measured", "", recorded.HEADS, rule]
    assert lines[4].startswith("| A tap | 28 ms | 50 ms | `./bench first_load` 2")
    assert ", load " in lines[4] and lines[4].endswith(" | 81 ms in another |")
    assert lines[5].startswith("| A start | 1 s | 1 s | `./bench starting` ")
    assert lines[6:] == ["", "End."]


def test_what_is_slowed_computes_in_a_part_of_the_time() -> None:
    code = "while True: pass"
    process = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        with slowed(process.pid, 4):
            before = cpu(process.pid)
            began = time.monotonic()
            time.sleep(1.5)
            used = cpu(process.pid) - before
            share = used / (time.monotonic() - began)
    finally:
        process.kill()
        process.wait()
    assert share < 0.5


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(SystemExit, match="nonsense"):
        main(["nonsense"])


def test_the_evening_is_the_same_each_time() -> None:
    assert evening(12).head == evening(12).head
    assert len(list(evening(12).sheet.rows())) == 12


def test_both_sides_of_the_comparison_score_the_same_grid() -> None:
    ours = list(scoring._ours())
    theirs = list(scoring._theirs())
    assert len(ours) == len(theirs) == 7 * 5 * 3 * 14 * 2
    for one, other in list(zip(ours, theirs, strict=True))[::97]:
        assert scoring.our_points(*one) == scoring.their_points(*other)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (4.2e-5, "42 µs"), (5e-9, "5 ns")],
)
def test_times_have_a_unit_that_suits_them(seconds: float, text: str) -> None:
    assert told(seconds) == text


def test_the_table_is_aligned() -> None:
    rows = [
        HEADS,
        compared("One", 2e-3, ("other", 1e-3), "below 1 ×"),
        Result("Longer", "1 s"),
    ]
    head, rule, one, _ = table(rows).splitlines()
    assert one.index("2 ms") == head.index("Here")
    assert one.index("2.00 ×") == head.index("Ratio")
    assert set(rule) == {"-"}
