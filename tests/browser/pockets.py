"""The program in a phone's own browser: the folder served by nobody in particular, and
a page whose frame is looked at as if it were the page."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Frame, Page, Playwright, expect

from benchmarks.pocket import UNDER, wait_until_ready
from tests.browser.conftest import CHROMIUM_OPTIONS, PATIENCE, PHONE, chromium


class PocketPage:
    """A phone's page: what is asked of a page is asked of the frame that the program
    shows in."""

    def __init__(self, page: Page) -> None:
        self.shell = page
        self.home = ""

    @property
    def frame(self) -> Frame:
        """The frame of the program."""
        expect(self.shell.locator("#app")).to_be_visible(timeout=2 * PATIENCE)
        return self.shell.frames[1]

    def __getattr__(self, name: str) -> Any:
        if name == "locator" or name.startswith("get_by_"):
            return getattr(self.shell.frame_locator("#app"), name)
        has = hasattr(Frame, name) and name != "on"
        return getattr(self.frame if has else self.shell, name)

    def goto(self, address: str, **_ways: Any) -> None:
        """Open a page of the program, starting it where it isn't yet."""
        if not self.home:
            self.home = address[: (f"{address}/").index(f"/{UNDER}/") + len(UNDER) + 2]
            self.shell.goto(f"{self.home}#{address.removeprefix(self.home)}")
            self.ready()
            self.frame.wait_for_url(
                lambda url: url.split("?")[0] == address.split("?")[0]
            )
        else:
            self.frame.goto(address)
        self.frame.wait_for_load_state()

    def start(self, url: str) -> None:
        """Open the program where it was left."""
        self.home = f"{url}/"
        self.shell.goto(self.home)

    def reload(self) -> None:
        """Load the page anew, as the frame shows it."""
        self.frame.goto(self.frame.url)

    def ready(self) -> None:
        """Wait until Python answers."""
        wait_until_ready(self.shell, 3 * PATIENCE)

    def restart(self) -> None:
        """Start the program again."""
        self.shell.reload()
        self.ready()


@contextmanager
def phone(
    playwright: Playwright, profile: Path, **settings: Any
) -> Iterator[tuple[BrowserContext, Any]]:
    """A browser that keeps what it has in `profile`, and its page.

    `settings` are those of Playwright's new_context.
    """
    plain: dict[str, Any] = {"viewport": {"width": PHONE.width, "height": PHONE.height}}
    plain |= {"locale": "en", "reduced_motion": "reduce"}
    context = playwright.chromium.launch_persistent_context(
        profile, executable_path=chromium(), args=CHROMIUM_OPTIONS, **plain | settings
    )
    context.set_default_timeout(PATIENCE)
    try:
        yield context, PocketPage(context.pages[0])
    finally:
        context.close()


def install(playwright: Playwright, url: str, profile: Path) -> None:
    """Start the program once, until its snapshot is made: copies of `profile` start
    warm."""
    with phone(playwright, profile) as (_, page):
        page.start(url)
        page.ready()
        page.shell.wait_for_selector("html[data-snapshot]", timeout=3 * PATIENCE)
