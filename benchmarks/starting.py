"""How long the server takes until it answers, when it has been started before, and its
memory."""

import os
import statistics
import subprocess
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.measure import Result, told
from benchmarks.servers import HOST, answers, free_port
from tests.proof.load import memory

TIMES = 5
ROOT = Path(__file__).parent.parent
PATIENCE = 60.0
NOT_HERE = "raise ImportError('only the tools of development need it')"
"""Instead of numpy, which sqlite-utils imports where it is, and no user has."""


def results() -> list[Result]:
    """The median of some starts by ./run, the first of them left out."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "numpy.py").write_text(NOT_HERE)
        starts = [_started(folder) for _ in range(TIMES + 1)][1:]
    seconds = statistics.median(start[0] for start in starts)
    used = statistics.median(start[1] for start in starts)
    held = statistics.median(start[2] for start in starts)
    return [
        Result(
            "./run, started before, until it answers",
            told(seconds),
            aim="at most 1 s",
            waited="A start, until it answers",
        ),
        Result("CPU time of that", told(used)),
        Result(
            "Memory with no table open",
            f"{held / 1000:.0f} MB",
            aim="150 MB with 400 tables",
        ),
    ]


def _started(instance: str) -> tuple[float, float, float]:
    """Seconds until the first answer, of which so many of CPU time; the memory then, in
    kB."""
    port = free_port()
    before = os.times()
    told = {"SCOREKEEPER_INSTANCE": instance, "PYTHONPATH": instance}
    settings = {**os.environ, **told}
    start = time.perf_counter()
    process = subprocess.Popen(
        [str(ROOT / "run"), "--host", HOST, "--port", str(port)],
        env=settings,
        stdout=subprocess.DEVNULL,
    )
    try:
        answers(port, process)
        page = HTTPConnection(HOST, port, timeout=PATIENCE)
        page.request("GET", "/")  # the port is open before the application is there
        page.getresponse().read()
        page.close()
        took = time.perf_counter() - start
        held = memory(process.pid)
    finally:
        process.terminate()
        process.wait(PATIENCE)
    after = os.times()
    used = after.children_user + after.children_system
    return took, used - before.children_user - before.children_system, held
