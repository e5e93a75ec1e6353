"""The program inside the phone's browser: what is fetched, how soon it is there, and a
deal."""

import os
import shutil
import signal
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Frame, Page, Playwright, sync_playwright

from benchmarks.evenings import PEOPLE
from benchmarks.first_load import CPU_SLOWDOWN, OPTIONS
from benchmarks.measure import Result, told
from benchmarks.servers import slowed
from scorekeeper.cli.pocket import build, write
from scorekeeper.core.seats import COMPASS

UNDER = "cards"
"""The folder below the address of the host in which the program lies."""
PATIENCE = 90.0
STARTS = 5
DEALS = 15
KEEPING = 3000
"""Milliseconds, at the most, until the page that is shown is kept for the next
start."""
GAME = "bridge"
DEAL = {"level": "2", "denomination": "S", "declarer": "S", "tricks": "8"}
"""Two spades by South, made exactly: a rubber of many deals."""

SEND = """async ([at, address, fields, redirect]) => {
  const page = new DOMParser().parseFromString(await (await fetch(at)).text(), "text/html");
  const fixed = [...page.querySelectorAll("[type=hidden][name]")];
  const hidden = fixed.map((one) => [one.name, one.value]);
  const body = new URLSearchParams({...Object.fromEntries(hidden), ...fields});
  const from = performance.now();
  const answer = await fetch(address, {method: "POST", body, redirect});
  const isDone = answer.type === "opaqueredirect" || answer.redirected;
  const said = isDone && redirect === "manual" ? "" : await answer.text();
  const took = (performance.now() - from) / 1000;
  return {isDone, key: body.get("key"), url: answer.url, said: isDone ? "" : said, took};
}"""
"""Fills in the form of a page and sends it: whether it was taken, its key, why not, and
how many seconds that took, with the page after it where `redirect` is "follow"."""
PAINTED = """async () => {
  for (;;) {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    if (paint) return performance.timeOrigin + paint.startTime;
    await new Promise((go) => setTimeout(go, 10));
  }
}"""


class Folder(SimpleHTTPRequestHandler):
    """Files and nothing else."""

    def log_message(self, *_said: Any) -> None:
        """Say nothing."""


@contextmanager
def hosted(top: Path, port: int = 0) -> Iterator[str]:
    """A static host of what is in `top`, until the end of this: the address of the
    program."""
    server = ThreadingHTTPServer(
        ("127.0.0.1", port), partial(Folder, directory=str(top))
    )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{UNDER}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass(slots=True)
class Group:
    """All processes of a browser."""

    process: "subprocess.Popen[bytes]"

    def kill(self) -> None:
        """kill -9 of all at once; returns when the first of them is gone."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def slowed(self, times: int) -> AbstractContextManager[None]:
        """Have all of them run for one slice of time in so many."""
        return slowed(self.process.pid, times)


@contextmanager
def browser(playwright: Playwright, profile: Path) -> Iterator[tuple[Page, Group]]:
    """A Chromium that keeps what it has in `profile`: its page, and the group of its
    processes."""
    port = profile / "DevToolsActivePort"
    port.unlink(missing_ok=True)
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    ways = [
        f"--user-data-dir={profile}",
        "--remote-debugging-port=0",
        "--headless",
        "--lang=en",
    ]
    command = [program or "chromium", *OPTIONS, "--no-first-run", *ways, "about:blank"]
    quiet = subprocess.DEVNULL
    group = Group(
        subprocess.Popen(command, stdout=quiet, stderr=quiet, start_new_session=True)
    )
    try:
        latest = time.monotonic() + PATIENCE
        while (
            not (port.exists() and port.read_text().count("\n"))
            and time.monotonic() < latest
        ):
            time.sleep(0.02)
        address = f"http://127.0.0.1:{port.read_text().split()[0]}"
        page = playwright.chromium.connect_over_cdp(address).contexts[0].pages[0]
        page.set_default_timeout(PATIENCE * 1000)
        yield page, group
    finally:
        group.kill()


def results() -> list[Result]:
    """Bytes on the wire, first and warm start, a deal and its page, memory."""
    if not _has_chromium():
        return [Result("The pocket", "no Chromium here: apt install chromium")]
    made = build()
    wire = sum(map(len, made.values()))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        top = Path(name)
        write(made, top / UNDER)
        with hosted(top) as url, sync_playwright() as playwright:
            profile = top / "profile"
            start = f"{url}/"
            with browser(playwright, profile) as (page, _):
                first, table = _first(page, start)
            with browser(playwright, profile) as (page, group):
                _show(page, start, table)
                warm = _measured(page, start, table)
                with group.slowed(CPU_SLOWDOWN):
                    slow = _measured(page, start, table)
                memory = _megabytes(page)
    return [
        Result(
            "What a phone fetches, once", f"{wire / 1e6:.2f} MB", aim="at most 6.5 MB"
        ),
        Result("First start, fetched from this computer", told(first)),
        *_starts(warm, slow),
        Result("Python's memory", f"{memory:.0f} MB", aim="at most 180 MB"),
    ]


def _show(page: Page, start: str, table: str) -> None:
    """Show this table, until the page is kept for the next start."""
    _start(page, start)[1].goto(table)
    page.wait_for_timeout(2000)


def _has_chromium() -> bool:
    return bool(os.environ.get("CHROMIUM") or shutil.which("chromium"))


def _megabytes(page: Page) -> float:
    """What Python's memory has grown to."""
    return int(page.evaluate("document.documentElement.dataset.memory")) / 1e6


def _starts(warm: "Measured", slow: "Measured") -> list[Result]:
    answers = "Warm start: Python answers"
    score = "Warm start: the last score is seen"
    deal = "A deal saved, and the next page"
    slowed = f"CPU ÷{CPU_SLOWDOWN}"
    return [
        Result(
            answers,
            told(warm[0]),
            aim="at most 1.0 s",
            waited="Pocket (no server): a warm start",
        ),
        Result(score, told(warm[1]), aim="at most 0.3 s"),
        Result(answers, told(slow[0]), slowed, aim="at most 4 s"),
        Result(score, told(slow[1]), slowed),
        Result(
            deal,
            told(warm[2]),
            aim="at most 20 ms",
            waited="Pocket: a deal and its page",
        ),
        Result(deal, told(slow[2]), slowed, aim="at most 80 ms"),
    ]


def _first(page: Page, url: str) -> tuple[float, str]:
    """The first start, in seconds, and the table that is open after it; the snapshot is
    made."""
    took, frame = _start(page, url)
    names = {
        f"seat{seat.value}": name for seat, name in zip(COMPASS, PEOPLE, strict=True)
    }
    at = f"{url}new/{GAME}"
    laid = frame.evaluate(SEND, [at, at, names, "follow"])
    page.wait_for_selector("html[data-snapshot]")
    return took, laid["url"]


def _start(page: Page, url: str) -> tuple[float, Frame]:
    """Start the program: the seconds until Python answers, and the frame of its
    pages."""
    page.goto(url)
    wait_until_ready(page)
    frame = page.frames[1]
    frame.wait_for_url(f"{url}**")
    return float(
        page.evaluate("Number(document.documentElement.dataset.ready)")
    ) / 1000, frame


def wait_until_ready(page: Page, patience: float = PATIENCE * 1000) -> None:
    """Wait until Python answers, for so many milliseconds. Raises SystemExit with what
    the page says, where it says that it couldn't start."""
    page.wait_for_selector("html[data-ready], html[data-failed]", timeout=patience)
    if page.locator("html[data-failed]").count():
        raise SystemExit(f"The program in the browser: {page.inner_text('#said')}")


Measured = tuple[float, float, float]
"""Medians in seconds: Python answers, the last page is painted, a deal and the next
page."""


def _measured(page: Page, url: str, table: str) -> Measured:
    ready = []
    painted = []
    _start(page, url)[1].goto(table)
    # the page as it is now is what the next start paints first
    page.wait_for_timeout(KEEPING)
    for _ in range(STARTS):
        page.goto("about:blank")
        took, frame = _start(page, url)
        ready.append(took)
        seen = frame.evaluate(PAINTED) - page.evaluate("performance.timeOrigin")
        painted.append(seen / 1000)
    given = [f"{table}?form=quick", f"{table}enter/quick", DEAL, "follow"]
    deals = [frame.evaluate(SEND, given) for _ in range(DEALS)]
    if not all(deal["isDone"] for deal in deals):
        raise SystemExit(f"a deal was refused: {deals[-1]['said']}")
    return tuple(
        map(statistics.median, (ready, painted, [deal["took"] for deal in deals]))
    )
