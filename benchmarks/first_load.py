"""The first loads of a table's pages on a slow phone with a slow network, and how soon
a tap is on another phone."""

import os
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.measure import Result, told
from benchmarks.pages import laid
from benchmarks.servers import HOST, scorekeeper
from tests.proof.guest import Guest

CPU_SLOWDOWN = 4
BYTES_A_SECOND = 400_000 // 8
LATENCY_MS = 400
TIMES = 5
READY = 1.15
"""Seconds within which a first page is to be ready."""
LIVE = 1.8
"""Seconds within which a first page is to hear what others enter."""
PAINTED = "A first visit on a slow phone, until something is painted"
HEARD = "A first visit on a slow phone, until it shows what others enter"
PAINTED_ELSEWHERE = "Skore 3.2 s, Rook Score! 1.7 s, ours then 0.71 s"
TAPPED_ELSEWHERE = "another program 81 ms, ours then 28 ms"
"""What another tester had of other programs, and of this one in the same run."""
NETWORK = {
    "offline": False,
    "latency": LATENCY_MS,
    "downloadThroughput": BYTES_A_SECOND,
    "uploadThroughput": BYTES_A_SECOND,
}
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
TIMING = """() => {
    const page = performance.getEntriesByType("navigation")[0];
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    const painted = paint ? paint.startTime : 0;
    const came = [page, ...performance.getEntriesByType("resource")]
        .filter((one) => one === page || one.responseEnd <= painted);
    const before = came.reduce((sum, one) => sum + one.transferSize, 0);
    const live = window.liveAt || 0;
    return [page.domContentLoadedEventEnd, painted, before, live, "htmx" in window];
}"""


NOTES_LIVE = """addEventListener("live:link", (event) => {
    if (event.detail === "on") window.liveAt ||= performance.now();
}, true);"""
"""Run before the page: notes when it hears of the table, and shows what it hears."""
SEES = """() => {
    window.seen = 0;
    const was = document.querySelector(".turn").innerText;
    const look = () => {
        const now = document.querySelector(".turn");
        if (now && now.innerText !== was) window.seen ||= Date.now();
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true});
}"""
TAPPED = "() => addEventListener('click', () => window.tapped = Date.now(), true)"
TAPS = 12


def results() -> list[Result]:
    """Bytes on the wire, first paint, and the moment from which the page answers taps;
    the next page and the same one again; and a call that is tapped, until another
    phone's page is new."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not chromium:
        return [
            Result(
                "First load of a table's page", "no Chromium here: apt install chromium"
            )
        ]
    with tempfile.TemporaryDirectory() as folder:
        address = laid(Path(folder))
        with scorekeeper(Path(folder)) as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
            where = f"http://{HOST}:{port}"
            loads = [_loads(browser, where + address) for _ in range(TIMES)]
            taps = sorted(_taps(browser, port))
            browser.close()
    return _told(loads, taps)


def _told(
    loads: list[tuple["Load", "Load", "Load"]], taps: list[float]
) -> list[Result]:
    """The medians of all loads, and the taps from the fastest to the slowest."""
    first, second, again = (
        [statistics.median(column) for column in zip(*one, strict=True)]
        for one in zip(*loads, strict=True)
    )
    slow = f"CPU ÷{CPU_SLOWDOWN}, 400 kb/s, {LATENCY_MS} ms"
    tapped = f"{told(statistics.median(taps))}, worst of {len(taps)} {told(taps[-1])}"
    return [
        Result("First load, before its first paint", _kb(first[4])),
        Result("All of it, without the font", _kb(first[0])),
        Result("The font, which swaps in later", _kb(first[1]), aim="at most 26 kB"),
        *_ready(first, slow),
        *_next_pages({"The sheet after it": second, "The sheet again": again}, slow),
        Result(
            "A tap, until another phone's page is new",
            tapped,
            TAPPED_ELSEWHERE,
            aim="at most 50 ms",
            waited="From a tap until another phone shows it",
        ),
    ]


def _ready(first: list[float], slow: str) -> Iterator[Result]:
    moments = (
        ("First paint: forms and links answer", first[2], READY, PAINTED),
        ("Our own script runs", first[3], READY, ""),
        ("Live: what others enter is heard and shown", first[5], LIVE, HEARD),
    )
    for what, seconds, most, waited in moments:
        beside = f"{slow}; {PAINTED_ELSEWHERE}" if waited == PAINTED else slow
        share = f"{seconds / most:.0%}"
        yield Result(what, told(seconds), beside, share, f"within {most} s", waited)


def _next_pages(loads: dict[str, list[float]], slow: str) -> Iterator[Result]:
    for what, load in loads.items():
        here = f"{_kb(load[0])}, ready in {told(load[3])}"
        waited = "The sheet, on the slow phone" if what == "The sheet again" else ""
        yield Result(what, here, slow, "", "6 kB, 0.5 s", waited)


def _kb(size: float) -> str:
    return f"{size / 1000:.1f} kB"


Load = tuple[int, int, float, float, int, float]
"""Bytes, bytes of fonts, seconds to the first paint and until our script has run, bytes
before the first paint, and seconds until the page is live, 0 where no table is heard."""


# Long: what the browser tells while it loads is counted by functions inside.
def _loads(browser: Browser, url: str) -> tuple[Load, Load, Load]:
    """A table's page with nothing kept, its sheet after it, and the sheet again."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.add_init_script(NOTES_LIVE)
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def begun(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]
        sizes[event["requestId"]] = int(event["response"]["encodedDataLength"])

    def ended(event: dict[str, Any]) -> None:
        # of a second page it is told with the answer
        known = sizes.get(event["requestId"], 0)
        sizes[event["requestId"]] = max(known, int(event["encodedDataLength"]))

    devtools.on("Network.responseReceived", begun)
    devtools.on("Network.loadingFinished", ended)

    def load(address: str) -> Load:
        sizes.clear()
        answer = page.goto(address, wait_until="load")
        if answer is None or not answer.ok:
            raise SystemExit(f"{address} did not answer with its page")
        # what comes after: the font, the icon, the event stream
        page.wait_for_timeout(2500)
        ready, paint, before, live, has_htmx = page.evaluate(TIMING)
        if not has_htmx:
            raise SystemExit("the page is there without its script")
        fonts = sum(size for key, size in sizes.items() if kinds.get(key) == "Font")
        size = sum(sizes.values()) - fonts
        return size, fonts, paint / 1000, ready / 1000, before, live / 1000

    loads = load(url), load(f"{url}sheet"), load(f"{url}sheet")
    context.close()
    return loads


def _taps(browser: Browser, port: int) -> Iterator[float]:
    """Seconds from a call that is tapped on one phone until the page of another is
    new."""
    host = Guest(port)
    table = f"http://{HOST}:{port}{host.lay('bridge')}?form=auction"
    tapping = _phone_of(host, browser, table)
    looking = _phone_of(host, browser, table)
    for n in range(TAPS):
        looking.wait_for_timeout(700)  # both hear, and what was before has settled
        looking.evaluate(SEES)
        call = f"{n // 5 + 1}{'CDHSN'[n % 5]}".replace("N", "NT")
        tapping.goto(f"{table}&call={call}")
        tapping.wait_for_timeout(700)
        tapping.evaluate(TAPPED)
        tapping.locator(f'button[name="call"][value="{call}"]').last.click()
        looking.wait_for_function("() => window.seen")
        yield (
            looking.evaluate("window.seen") - tapping.evaluate("window.tapped")
        ) / 1000
    tapping.context.close()
    looking.context.close()


def _phone_of(host: Guest, browser: Browser, table: str) -> Page:
    """A page that shows the table on a phone with the place of this one."""
    phone = browser.new_context(viewport={"width": 390, "height": 844})
    cookies = [
        {"name": name, "value": value, "url": table}
        for name, value in host.cookies.items()
    ]
    phone.add_cookies(cast(Any, cookies))
    page = phone.new_page()
    page.goto(table)
    return page
