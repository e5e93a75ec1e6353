"""Ten thousand phones that wait for news at one node, while deals are entered at their
tables."""

import tempfile
from contextlib import ExitStack
from pathlib import Path

from benchmarks.measure import Result
from tests.engines import Cluster, programs
from tests.proof.load import PHONES, Cell, Plan, loaded

TABLES = 2_500
RATE = 20.0
SECONDS = 30.0
PROCESSES = 2
"""Of the node over PostgreSQL."""


def results() -> list[Result]:
    """A node of one process over a file, then one of several over PostgreSQL."""
    found = [("one process, a file", _measured())]
    if programs():
        cluster = Cluster(quick=False).make()
        try:
            cell = _measured(cluster.database())
        finally:
            cluster.stop()
        found.append((f"{PROCESSES} processes, PostgreSQL", cell))
    return [row for name, cell in found for row in _rows(name, cell)]


def _measured(database: str = "") -> Cell:
    plan = Plan(
        TABLES, "wal", (RATE,), SECONDS, draws=False, is_printing=False,
        database=database, processes=PROCESSES if database else 1,
    )  # fmt: skip
    with ExitStack() as held:
        folder = held.enter_context(tempfile.TemporaryDirectory())
        (cell,) = loaded(Path(folder), plan)
    return cell


def _rows(name: str, cell: Cell) -> list[Result]:
    told = cell.told
    streams = TABLES * PHONES
    p50, p99 = told["everywhere"]
    what = f"{streams:,} streams, {name}, {RATE:.0f} deals a second"
    here = f"p50 {p50} ms, p99 {p99} ms until all phones of a table were told"
    lost = (
        f"{told['lost']} lost, {told['done']} of {told['due']} deals told, "
        f"{cell.cpu:.0%} CPU"
    )
    return [
        Result(what, here, aim="p99 at most 100 ms"),
        Result("of them", lost, aim="none lost"),
        Result("Memory of a stream", f"{cell.memory:.0f} kB"),
    ]
