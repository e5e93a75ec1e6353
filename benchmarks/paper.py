"""The PDF of a rubber: the first one, another one, the same again, and one made ahead;
the report of a long evening, and what others notice while it is printed."""

import statistics
import tempfile
import time
from pathlib import Path
from threading import Thread

from benchmarks.counted import ASKED, laid
from benchmarks.evenings import evening
from benchmarks.measure import Result, compared, median, time_of, told
from scorekeeper.exports.pdf.cache import Busy, Order, PdfCache
from scorekeeper.exports.pdf.page import Document
from scorekeeper.exports.pdf.render import NotPrinted, PangoMissing
from scorekeeper.tables.session import Session

DEALS = 8
MANY = 100
PATIENCE = 30.0
LATEST = 600.0
"""Seconds within which a report is printed on any machine."""
PAGES = 200
"""Asked for before a report is printed, to compare with those asked for meanwhile."""


def results() -> list[Result]:
    """Each as somebody waits for it who taps the link."""
    with tempfile.TemporaryDirectory() as folder:
        cache = PdfCache(Path(folder))
        try:
            return _results(cache)
        except PangoMissing as missing:
            return [Result(f"PDF of a rubber of {DEALS} deals", str(missing))]
        finally:
            cache.close()


def _results(cache: PdfCache) -> list[Result]:
    first, second, third = (evening(deals) for deals in (DEALS, DEALS - 1, DEALS + 1))
    cold = time_of(lambda: cache.pdf(Order(first)))
    warm = time_of(lambda: cache.pdf(Order(second)))
    again = median(lambda: cache.pdf(Order(first)))
    start = time.perf_counter()
    cache.make_ahead(third)
    _wait_for(cache, third)
    ahead = time.perf_counter() - start
    tapped = time_of(lambda: cache.pdf(Order(third)))
    size = len(cache.pdf(Order(first))) / 1000
    return [
        Result(
            f"PDF of a rubber of {DEALS} deals, the first",
            told(cold),
            f"{size:.0f} kB",
            aim="at most 2.5 s",
            waited="The sheet of 8 deals as PDF, the first since the start",
        ),
        _row("The first of another rubber", warm, cold, "at most 2.5 s"),
        _row("The same again", again, cold),
        _row(
            f"Made ahead in {told(ahead)}, then asked for",
            tapped,
            cold,
            "at most 400 ms",
        ),
        *_beside_a_report(cache),
    ]


def _row(what: str, seconds: float, cold: float, aim: str = "") -> Result:
    return Result(
        what, told(seconds), f"the first {told(cold)}", f"{seconds / cold:.1%}", aim
    )


def _beside_a_report(cache: PdfCache) -> list[Result]:
    """The report of a long evening, and the pages of a table before and while it is
    printed."""
    order = Order(evening(MANY), document=Document.REPORT)
    said: list[str] = []

    def print_it() -> None:
        try:
            took = time_of(lambda: cache.pdf(order, patience=LATEST))
        except (Busy, NotPrinted) as why:
            said.append(f"not printed: {why}")
        else:
            said.append(told(took))

    printing = Thread(target=print_it)
    with laid("joker-bridge") as (client, table):
        before = [time_of(lambda: client.get(table + ASKED)) for _ in range(PAGES)]
        printing.start()
        meanwhile = list[float]()
        while printing.is_alive():
            meanwhile.append(time_of(lambda: client.get(table + ASKED)))
        printing.join()
    then, now = (statistics.quantiles(one, n=100)[98] for one in (before, meanwhile))
    return [
        Result(
            f"The report of an evening of {MANY} deals",
            said[0],
            aim="at most 20 s, with its progress",
            waited=f"The report of {MANY} deals as PDF, with its progress",
        ),
        compared("A page meanwhile, 99th percentile", now, ("before", then), "unmoved"),
    ]


def _wait_for(cache: PdfCache, session: Session) -> None:
    path = cache.path(Order(session))
    latest = time.monotonic() + PATIENCE
    while not path.exists():
        if time.monotonic() > latest:
            raise SystemExit("nothing was made ahead")
        time.sleep(0.005)
