"""The first load of a table's page on a slow phone with a slow network."""

import os
import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.measure import Result, told
from benchmarks.pages import laid
from benchmarks.servers import HOST, scorekeeper

CPU_SLOWDOWN = 4
BYTES_A_SECOND = 400_000 // 8
LATENCY_MS = 400
TIMES = 5
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
    return [page.domContentLoadedEventEnd, paint ? paint.startTime : 0, "htmx" in window];
}"""


def results() -> list[Result]:
    """Bytes on the wire, first paint, and the moment from which the page answers taps."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not chromium:
        return [Result("First load of a table's page", "no Chromium here: apt install chromium")]
    with tempfile.TemporaryDirectory() as folder:
        address = laid(Path(folder))
        with scorekeeper(Path(folder)) as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=OPTIONS)
            loads = [_load(browser, f"http://{HOST}:{port}{address}") for _ in range(TIMES)]
            browser.close()
    pages, fonts, paints, readies = (
        statistics.median(column) for column in zip(*loads, strict=True)
    )
    slow = f"CPU ÷{CPU_SLOWDOWN}, 400 kb/s, {LATENCY_MS} ms"
    return [
        Result("First load, without the font", f"{pages / 1000:.1f} kB", aim="under 25 kB"),
        Result("The font, which swaps in later", f"{fonts / 1000:.1f} kB"),
        Result("First paint", told(paints), slow),
        Result("Ready for taps", told(readies), slow, f"{readies / 1.4:.0%}", "within 1.4 s"),
    ]


def _load(browser: Browser, url: str) -> tuple[int, int, float, float]:
    """One load with nothing kept: bytes, bytes of fonts, seconds to paint and to readiness."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def begun(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def ended(event: dict[str, Any]) -> None:
        sizes[event["requestId"]] = int(event["encodedDataLength"])

    devtools.on("Network.responseReceived", begun)
    devtools.on("Network.loadingFinished", ended)
    answer = page.goto(url, wait_until="load")
    if answer is None or not answer.ok:
        raise SystemExit(f"{url} did not answer with its page")
    page.wait_for_timeout(1500)  # what comes after: the font, the icon, the event stream
    ready, paint, has_htmx = page.evaluate(TIMING)
    if not has_htmx:
        raise SystemExit("the page is there without its script")
    context.close()
    fonts = sum(size for key, size in sizes.items() if kinds.get(key) == "Font")
    return sum(sizes.values()) - fonts, fonts, paint / 1000, ready / 1000
