"""How many deals a second one node takes at most, of one, two and four processes over
PostgreSQL, and what is busy then."""

import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks.measure import Result
from tests.engines import Cluster, programs
from tests.proof.load import PHONES, TICKS, Plan, cpu, loaded

TABLES = 40
SECONDS = 15.0
MORE_THAN_IT_TAKES = 400.0
"""Deals a second that are due: every table enters as soon as it was answered."""
PROCESSES = (1, 2, 4)
ENTRIES = 3
"""Entries of the log that a deal makes."""
IDLE = 0.3
"""Of a core, idle all the time: with less, there is none to be had."""


def results() -> list[Result]:
    """A line for each; none where PostgreSQL is not installed."""
    if not programs():
        return []
    cluster = Cluster(quick=False).make()
    try:
        return [_row(cluster, count) for count in PROCESSES]
    finally:
        cluster.stop()


def _row(cluster: Cluster, processes: int) -> Result:
    plan = Plan(
        TABLES, "wal", (MORE_THAN_IT_TAKES,), SECONDS, draws=False, is_printing=False,
        database=cluster.database(), processes=processes,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        began = perf_counter()
        used = cpu(cluster.pid())
        idle = _idle()
        (cell,) = loaded(Path(folder), plan)
        took = perf_counter() - began
    database = (cpu(cluster.pid()) - used) / took
    idle = (_idle() - idle) / took
    rate = cell.told["done"] / cell.told["seconds"]
    parts = {
        "server": cell.cpu,
        "database": database,
        "phones": cell.told["client"],
        "idle": idle,
    }
    return Result(
        f"{processes} processes, {TABLES} tables of {PHONES} phones",
        f"{rate:.0f} deals a second, {ENTRIES * rate:.0f} entries; {cell.a_deal:.1f} "
        "ms CPU a deal",
        "of a core: " + ", ".join(f"{name} {part:.0%}" for name, part in parts.items()),
        aim=f"busy: {_busy(idle, cell.cpu / processes)}",
    )


def _busy(idle: float, server: float) -> str:
    """What keeps it from doing more, told how many processors were idle and how much of
    one each process of the server took."""
    if idle < IDLE:
        return "all processors"
    return "one interpreter" if server > 0.8 else "none: it waits for the disk"


def _idle() -> float:
    """Seconds for which processors of this machine had nothing to do. Linux only."""
    return int(Path("/proc/stat").read_text().split()[4]) / TICKS
