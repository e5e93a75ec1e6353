"""Four hundred tables of four phones each, deals entered as they come: how soon all are
told, beside a fan-out of as many bytes without rules, store and pages; and what memory
a phone takes."""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import Result
from benchmarks.servers import HOST, free_port, running
from scorekeeper.serve import CONNECTIONS
from tests.proof.load import PHONES, SPARE, Cell, Plan, cpu, loaded, phones

TABLES = 400
SECONDS = 8.0
RATES = (80.0, 160.0)
DRAWN = (80.0,)
STATE_BYTES = 4_000
"""What a state of a table has, about."""


def results() -> list[Result]:
    """Each rate, told and with pages drawn anew, then the bare fan-out."""
    lines = []
    bare = dict(_fan_out())
    for draws, rates in ((False, RATES), (True, DRAWN)):
        plan = Plan(TABLES, "wal", rates, SECONDS, draws, is_printing=False)
        with tempfile.TemporaryDirectory() as folder:
            for cell in loaded(Path(folder), plan):
                lines.append(_row(cell, bare[cell.rate]))
    lines += [_memory(cell)]
    return lines


def _row(cell: Cell, bare: tuple[float, float, float]) -> Result:
    draws = cell.plan.draws
    told = cell.told
    p50, p99 = told["redrawn" if draws else "everywhere"]
    what = (
        f"{TABLES} tables × {PHONES} phones, {cell.rate:.0f} deals/s"
        + ", pages too" * draws
    )
    done = told["done"] / max(1, told["due"])
    here = (
        f"p50 {p50} ms, p99 {p99} ms, {done:.0%} in time, {cell.a_deal:.1f} ms CPU "
        f"a deal"
    )
    other = f"bare fan-out p50 {bare[0]} ms, p99 {bare[1]} ms, {bare[2]:.1f} ms CPU"
    most = "100 % in time" if draws else "p99 at most 60 ms, 100 % in time"
    return Result(what, here, other, f"{cell.a_deal / bare[2]:.1f} ×", most)


def _memory(cell: Cell) -> Result:
    return Result(
        "A quiet phone's part of the memory", f"{cell.memory:.0f} kB", aim="25 kB"
    )


def _fan_out() -> Iterator[tuple[float, tuple[float, float, float]]]:
    """For each rate: the times until all are told, in ms, and the CPU time of an entry
    in ms."""
    with _bare() as (port, pid):
        tables = [f"/t/{n}/" for n in range(TABLES)]
        wish = {
            "port": port,
            "cookie": "",
            "token": "",
            "phones": PHONES,
            "draws": False,
        }
        with phones({**wish, "tables": tables}) as ask:
            for rate in RATES:
                before = cpu(pid)
                told = ask([rate, SECONDS])
                used = cpu(pid) - before
                p50, p99 = told["everywhere"]
                yield rate, (p50, p99, 1000 * used / max(1, told["done"]))


@contextmanager
def _bare() -> Iterator[tuple[int, int]]:
    port = free_port()
    threads = TABLES * PHONES + SPARE
    options = {
        "--workers": 1,
        "--worker-class": "gthread",
        "--threads": threads,
        "--worker-connections": CONNECTIONS,
        "--graceful-timeout": 1,
        "--log-level": "error",
        "--bind": f"{HOST}:{port}",
    }
    words = [str(one) for pair in options.items() for one in pair]
    words = [
        sys.executable,
        "-m",
        "gunicorn",
        *words,
        "--no-control-socket",
        "benchmarks.fan_out:app",
    ]
    with running(words, port, {"STATE_BYTES": str(STATE_BYTES)}) as pid:
        yield port, pid
