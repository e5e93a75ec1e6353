"""A phone whose connection can be cut."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.opening import open_table
from tests.conftest import LiveServer

PEOPLE = {"N": "Ingrid", "E": "Tom", "S": "Priya", "W": "Marek"}


class Phone:
    """A phone at the table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.status = page.locator("#status b")
        self.waiting = page.locator("#outbox li")

    def lays(self, server: LiveServer, slug: str = "bridge") -> str:
        self.page.goto(f"{server.url}/new/{slug}")
        for seat, name in PEOPLE.items():
            self.page.fill(f"[name=seat{seat}]", name)
        open_table(self.page)
        expect(self.page.locator(".where h1")).to_have_text("Deal 1")
        return self.page.url

    def choose(self, **fields: object) -> None:
        for name, value in fields.items():
            self.page.locator(f'[name="{name}"][value="{value}"]').check(force=True)

    def fills(self, tricks: int = 9) -> None:
        """2♠ by South, not yet sent: nine tricks are 60 below and 30 over."""
        self.choose(level=2, denomination="S", declarer="S", tricks=tricks)

    @property
    def save(self) -> Locator:
        return self.page.get_by_role("button", name="Save the deal")

    def at_deal(self, number: int) -> None:
        expect(self.page.locator(".where h1")).to_have_text(f"Deal {number}")

    def entries(self, words: str = "by Priya") -> list[str]:
        """What the log, asked for anew, says was entered in such words."""
        said = (
            "[...new DOMParser().parseFromString(t, "
            "'text/html').querySelectorAll('#page .what')]"
        )
        asked = (
            f"fetch('log').then(r => r.text()).then(t => {said}.map(e => "
            f"e.textContent.trim()))"
        )
        found: list[str] = self.page.evaluate(asked)
        return [text for text in found if words in text]

    def listens(self) -> None:
        """Keep every word that the status line comes to say from now on."""
        self.page.evaluate(
            """() => {
              window.heard = [];
              const now = () => document.querySelector("#status b")?.textContent;
              let last = now(); // another part of the page may change before the line does
              const hear = () => {
                const said = now();
                if (said && said !== last) heard.push(last = said);
              };
              new MutationObserver(hear).observe(document.body, {subtree: true, childList: true});
            }"""
        )

    @property
    def heard(self) -> list[str]:
        words: list[str] = self.page.evaluate("window.heard")
        return words
