"""Phones of one table."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import shoot


@dataclass
class Phone:
    """The phone of one seat; the host's is North's."""

    page: Page
    seat: str

    @property
    def status(self) -> Locator:
        return self.page.locator("#status b").first

    def at_deal(self, number: int) -> None:
        expect(self.page.locator(".where h1")).to_have_text(f"Deal {number}")

    def bids(self, call: str) -> None:
        """Tap a call, and again where it is asked twice."""
        expect(self.page.locator("body.settling")).to_have_count(0)
        if call not in ("Pass", "X", "XX"):
            self.page.locator(f'.entry a[href$="call={call}"]').click(force=True)
        self.page.locator(f'button[name="call"][value="{call}"]').click()

    def made(self, calls: int) -> None:
        expect(self.page.locator(".auction .call")).to_have_count(calls)

    def chooses(self, **fields: object) -> None:
        for name, value in fields.items():
            self.page.locator(f'[name="{name}"][value="{value}"]').check(force=True)

    def presses(self, words: str) -> None:
        self.page.get_by_role("button", name=words, exact=True).click()

    def follows(self, words: str) -> None:
        self.page.get_by_role("link", name=words, exact=True).click()

    def shot(self, name: str) -> None:
        shoot(self.page, f"four-{name}-{self.seat}")
