"""Draw the README's pictures: `.venv/bin/python tools/pictures.py` (needs Chromium and
pdftoppm).

Plays a little on a server of its own and writes docs/pictures/*.png.
"""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
PEOPLE = ("Ingrid", "Tom", "Priya", "Marek")
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@contextmanager
def server() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as instance:
        command = [sys.executable, "-m", "scorekeeper", "serve", "--host", "127.0.0.1"]
        process = subprocess.Popen(
            [*command, "--port", str(port)],
            env={**os.environ, "SCOREKEEPER_INSTANCE": instance},
            stdout=subprocess.DEVNULL,
        )
        address = f"http://127.0.0.1:{port}"
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{address}/healthz").close()
                break
            except OSError:
                time.sleep(0.1)
        try:
            yield address
        finally:
            process.terminate()
            process.wait(15)


def lay(page: Page, address: str, slug: str, players: int = 4) -> str:
    page.goto(f"{address}/new/{slug}")
    fields = page.locator("input[name^=seat]")
    for n, name in enumerate(PEOPLE[:players]):
        fields.nth(n).fill(name)
    page.get_by_role("button", name="Open table").click()
    page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_url("**/t/*/")
    return page.url


def tap(page: Page, **answers: object) -> None:
    for name, value in answers.items():
        page.locator(f'[name="{name}"][value="{value}"]').first.click(force=True)


def deal(page: Page, contract: str, by: str, tricks: int, hidden: str = "") -> None:
    tap(page, level=contract[0], denomination=contract[1:].rstrip("X"))
    if contract.endswith("X"):
        tap(page, doubling="X")
    tap(page, declarer=by, tricks=tricks)
    if hidden:
        folded = page.locator("details.extra:not([open]) > summary", has_text="Hidden")
        if folded.count():
            folded.click()
        tap(page, hidden_0_card=hidden)


def save(page: Page) -> None:
    number = page.locator(".where h1")
    before = number.inner_text()
    page.get_by_role("button", name="Save the deal").click()
    expect(number).not_to_have_text(before)


def shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(300)
    page.screenshot(path=PICTURES / f"{name}.png")


def bridge(page: Page, address: str) -> None:
    table = lay(page, address, "joker-bridge")
    for one in (("2S", "S", 9, "H7"), ("3NT", "W", 8, "CK"), ("2H", "N", 9, "D9")):
        deal(page, *one)
        save(page)
    deal(page, "4SX", "S", 8, "HQ")
    shoot(page, "quick")
    save(page)
    page.goto(f"{table}?form=auction")
    for call in ("1C", "1S", "2H"):
        page.locator(f'.entry a[href$="call={call}"]').click()
        page.locator(f'button[name="call"][value="{call}"]').click()
        page.wait_for_timeout(300)
    shoot(page, "auction")
    page.goto(f"{table}sheet")
    page.locator("a[href*='why=']").nth(1).click()
    shoot(page, "sheet")
    print_paper(f"{table}sheet.pdf")


def print_paper(address: str) -> None:
    """Make a picture of the first page of a sheet, once it is printed."""
    for _ in range(60):
        with urllib.request.urlopen(address) as answer:
            paper = answer.read()
        if paper.startswith(b"%PDF"):
            break
    with tempfile.TemporaryDirectory() as folder:
        pdf = Path(folder, "sheet.pdf")
        pdf.write_bytes(paper)
        options = ["-r", "60", "-png", "-singlefile"]
        command = ["pdftoppm", *options, str(pdf), f"{folder}/paper"]
        subprocess.run(command, check=True)
        shutil.copy(f"{folder}/paper.png", PICTURES / "paper.png")


def others(page: Page, address: str) -> None:
    lay(page, address, "rook")
    shoot(page, "rook")
    lay(page, address, "berzerka", 3)
    page.get_by_role("button", name="Play the starter five").click()
    shoot(page, "berzerka")
    lay(page, address, "two-ten-jack", 4)
    shoot(page, "two-ten-jack")


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=OPTIONS)
        page = browser.new_page(viewport={"width": 390, "height": 700}, has_touch=True)
        bridge(page, address)
        others(page, address)
        browser.close()


if __name__ == "__main__":
    main()
