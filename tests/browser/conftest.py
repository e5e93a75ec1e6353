"""A real Chromium (Debian's) against a real gunicorn.

    def test_joining(server, open_page):
        page = open_page(PHONE, is_dark=True)
        page.goto(server.url)

Every page fails its test if a script threw, or if the content security policy refused something.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from tests.conftest import LiveServer, StartServer

CHROMIUM_OPTIONS = [
    "--no-sandbox",  # CI is root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREENSHOTS = Path(__file__).parent / "screenshots"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@dataclass(frozen=True, slots=True)
class Screen:
    """A device's screen, in CSS pixels."""

    name: str
    width: int
    height: int
    is_touch: bool = True


@dataclass(frozen=True, slots=True)
class Static:
    """Where the program's static files are, as a test is told where a server is."""

    url: str


SMALL_PHONE = Screen("small-phone", 360, 640)
PHONE = Screen("phone", 390, 844)
LANDSCAPE = Screen("phone-landscape", 844, 390)
DESKTOP = Screen("desktop", 1280, 800, is_touch=False)
SCREENS = (SMALL_PHONE, PHONE, LANDSCAPE, DESKTOP)

HAS_EVERY_SCREEN = bool(os.environ.get("PICTURES"))
"""Whether pictures are taken on every screen and in both themes, to be looked at."""

POCKET = os.environ.get("POCKET")
"""The folder in which `scorekeeper pocket` made one: what is tested runs in the browser then."""

PATIENCE = 30_000
"""Milliseconds for a page to come: a machine may be busy with much else."""

expect.set_options(timeout=PATIENCE)

OpenPage = Callable[..., Page]
Shoot = Callable[..., list[Path]]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all that stands in this folder, so that ./test --fast leaves it out."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


def chromium() -> str:
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    return program or pytest.fail("no Chromium: ./test installs it, or name it in CHROMIUM")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=chromium(), args=CHROMIUM_OPTIONS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def server(start_server: StartServer) -> Iterator[LiveServer | Static]:
    """One server for a file of tests, with an empty instance folder; or a host of static files."""
    if not POCKET:
        yield start_server()
        return
    from benchmarks.pocket import hosted

    with hosted(Path(POCKET)) as url:
        yield Static(url)


def complaint(message: ConsoleMessage) -> str:
    """Answer what a console message complains of; a 4xx that a test meant to get is nothing."""
    is_meant = message.type != "error" or message.text.startswith("Failed to load resource")
    return "" if is_meant else message.text


def turning(page: Page) -> Callable[[], None]:
    """Returns what waits until the form that stands on the page now is gone.

    The score may be told by the stream before the page turns.
    """
    key = page.locator("#page form[data-entry] [name=key]").first.input_value()
    return lambda: expect(page.locator(f'#page [name=key][value="{key}"]')).to_have_count(0)


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open a page on a device of its own: `open_page(PHONE, is_dark=True, has_script=False)`.

    More settings of Playwright's new_context may follow, such as locale="nl"; service workers
    need service_workers="allow".
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(screen: Screen = PHONE, **settings: Any) -> Page:
        is_dark, has_script = settings.pop("is_dark", False), settings.pop("has_script", True)
        if POCKET and not has_script:
            pytest.skip("a program inside the browser is itself a script")
        settings.setdefault("service_workers", "allow" if POCKET else "block")
        context = browser.new_context(
            viewport={"width": screen.width, "height": screen.height},
            is_mobile=screen.is_touch,
            has_touch=screen.is_touch,
            color_scheme="dark" if is_dark else "light",
            java_script_enabled=has_script,
            reduced_motion="reduce",
            **settings,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(complaint(message)))
        if not POCKET:
            return page
        from tests.browser.pockets import PocketPage

        in_frame: Any = PocketPage(page)
        return in_frame

    yield open_page
    for context in contexts:
        context.close()
    assert not [text for text in complaints if text]


@pytest.fixture
def shoot() -> Shoot:
    """Take a page's picture: `shoot(page, "sheet")`.

    As it stands, which is quick; with PICTURES=1, or where a test wants it, on every screen,
    light and dark.
    """

    def shoot(page: Page, name: str, has_every_screen: bool = HAS_EVERY_SCREEN) -> list[Path]:
        SCREENSHOTS.mkdir(exist_ok=True)
        if not has_every_screen:
            picture = SCREENSHOTS / f"{name}.png"
            page.screenshot(path=picture)
            return [picture]
        before = page.viewport_size
        pictures = []
        for screen in SCREENS:
            page.set_viewport_size({"width": screen.width, "height": screen.height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                picture = SCREENSHOTS / f"{name}-{screen.name}-{scheme}.png"
                page.screenshot(path=picture)
                pictures.append(picture)
        page.emulate_media(color_scheme="null")
        if before:
            page.set_viewport_size(before)
        return pictures

    return shoot


@pytest.fixture
def find_barriers() -> Callable[[Page], list[str]]:
    """List what keeps people out of a page, by WCAG 2.2 AA as far as axe can tell."""

    def find(page: Page) -> list[str]:
        options = {"runOnly": {"type": "tag", "values": WCAG}}
        at = page.evaluate("scrollY")
        page.evaluate("scrollTo(0, 0)")  # a link half below what sticks is no small link
        found = Axe().run(page, options=options).response["violations"]
        page.evaluate("at => scrollTo(0, at)", at)
        return [f"{v['id']}: {n['html']}" for v in found for n in v["nodes"]]

    return find


@pytest.fixture
def overflows() -> Callable[[Page], int]:
    """Answer by how many pixels a page is wider than its screen."""
    return lambda page: int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )
