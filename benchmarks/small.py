"""A small computer, such as a Raspberry Pi: a quarter of one processor for the server and
what it prints with. How soon it is there, a page, a deal, a short PDF and a long one."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path

from benchmarks.evenings import deals, evening
from benchmarks.measure import Result, time_of, told
from benchmarks.servers import HOST, answers, free_port, slowed
from scorekeeper.store import FILE_NAME, Store, prepared
from tests.proof.guest import Guest, quick_fields

PART = 4
"""The server has one in so many moments of one processor."""
MANY = 100
DEALS = 24
PAGES = 40
PATIENCE = 300.0
PAPER = 120.0
"""Seconds within which the PDF of a long evening is to be there."""


def results() -> list[Result]:
    """Each as somebody waits for it who has such a computer."""
    with tempfile.TemporaryDirectory() as folder:
        _keep_evening(Path(folder))
        with _small(Path(folder)) as (port, started):
            guest = Guest(port, PATIENCE)
            page, entering = _entered(guest)
            short = _printed(guest, f"{guest.lay('joker-bridge')}blank.pdf")
            long = _printed(guest, "/t/bench/sheet.pdf")
    return [
        _row("Until it answers", started, "10 s", "A start"),
        _row("A table's page", page, "100 ms", "A table's page"),
        _row("A deal, and the page after it", entering, "250 ms", "A deal"),
        _row("A blank sheet, the first PDF", short, "20 s", "The first PDF"),
        _row(
            f"The sheet of {MANY} deals as PDF, with its progress",
            long,
            f"{PAPER:.0f} s",
            f"{MANY} deals as PDF",
        ),
    ]


def _row(what: str, seconds: float, aim: str, waited: str) -> Result:
    quarter = "a quarter of a processor"
    return Result(
        what, told(seconds), quarter, aim=aim, waited=f"{waited}, on {quarter}"
    )


def _keep_evening(instance: Path) -> None:
    store = Store(instance / FILE_NAME)
    store.imports.take_in([prepared(evening(MANY))])
    store.close()


@contextmanager
def _small(instance: Path) -> Iterator[tuple[int, float]]:
    """Scorekeeper on such a computer: its port, and after how many seconds it
    answered."""
    port = free_port()
    serve = ["-m", "scorekeeper", "serve", "--host", HOST, "--port", str(port)]
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *serve],
        env={**os.environ, "SCOREKEEPER_INSTANCE": str(instance)},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=partial(os.sched_setaffinity, 0, {0}),
    )
    try:
        with slowed(process.pid, PART):
            answers(port, process, PATIENCE)
            _asked(port, "/")
            yield port, time.perf_counter() - began
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _asked(port: int, address: str) -> None:
    line = HTTPConnection(HOST, port, timeout=PATIENCE)
    line.request("GET", address)
    line.getresponse().read()
    line.close()


def _entered(guest: Guest) -> tuple[float, float]:
    """Seconds of a page, and of a deal with the page after it: medians."""
    table = guest.lay("joker-bridge")
    pages = [time_of(lambda: guest.get(table)) for _ in range(PAGES)]
    entering = []
    for facts in deals(DEALS):
        form = guest.get(f"{table}?form=quick")
        fields = {**form.hidden, **quick_fields(facts)}
        entering.append(time_of(partial(_enter, guest, table, fields)))
    return statistics.median(pages), statistics.median(entering)


def _enter(guest: Guest, table: str, fields: dict[str, str]) -> None:
    answer = guest.send(f"{table}enter/quick", fields)
    if answer.status != HTTPStatus.SEE_OTHER:
        raise SystemExit(f"a deal was not taken: {answer.status}")
    guest.get(answer.address)


def _printed(guest: Guest, address: str) -> float:
    """Seconds until a PDF is there, for a page that asks again each second."""
    cookies = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
    began = time.perf_counter()
    while time.perf_counter() - began < PATIENCE:
        line = HTTPConnection(HOST, guest.port, timeout=PATIENCE)
        line.request("GET", address, headers={"Cookie": cookies})
        answer = line.getresponse()
        content = answer.read()
        line.close()
        if content.startswith(b"%PDF"):
            return time.perf_counter() - began
        if answer.status != HTTPStatus.ACCEPTED:
            raise SystemExit(f"{address} was not printed: {answer.status}")
        time.sleep(1)
    raise SystemExit(f"{address} was not printed within {PATIENCE:.0f} s")
