"""The PDF of a rubber: the first one, another one, the same again, and one made ahead."""

import tempfile
import time
from pathlib import Path

from benchmarks.evenings import evening
from benchmarks.measure import Result, median, time_of, told
from scorekeeper.exports.pdf.cache import Order, PdfCache
from scorekeeper.exports.pdf.render import PangoMissing
from scorekeeper.tables.session import Session

DEALS = 8
PATIENCE = 30.0


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
        Result(f"PDF of a rubber of {DEALS} deals, the first", told(cold), f"{size:.0f} kB"),
        _row("The first of another rubber", warm, cold),
        _row("The same again", again, cold),
        _row(f"Made ahead in {told(ahead)}, then asked for", tapped, cold),
    ]


def _row(what: str, seconds: float, cold: float) -> Result:
    return Result(what, told(seconds), f"the first {told(cold)}", f"{seconds / cold:.1%}")


def _wait_for(cache: PdfCache, session: Session) -> None:
    path = cache.path(Order(session))
    latest = time.monotonic() + PATIENCE
    while not path.exists():
        if time.monotonic() > latest:
            raise SystemExit("nothing was made ahead")
        time.sleep(0.005)
