"""A phone at a table of Two-Ten-Jack."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.conftest import overflows
from tests.browser.opening import open_table

FOUR = ("Ann", "Ben", "Cy", "Dora")
EIGHT = (*FOUR, "Eve", "Finn-Alexander", "Gus", "Hanneke")


@dataclass
class Phone:
    """A phone at a table of Two-Ten-Jack."""

    page: Page

    def opens(self, url: str, *names: str, preset: str = "") -> None:
        self.page.goto(
            f"{url}/new/two-ten-jack" + (f"?preset={preset}" if preset else "")
        )
        for seat in range(1, len(EIGHT) + 1):
            name = names[seat - 1] if seat <= len(names) else ""
            self.page.fill(f"[name=seat{seat}]", name)
        open_table(self.page)
        self.sees("Who captured what?")

    def press(self, words: str) -> None:
        self.page.get_by_role("button", name=words).click()

    def sees(self, words: str) -> None:
        """The question of the page, and that nothing is wider than the screen."""
        self.page.locator("h2", has_text=words).first.wait_for()
        assert overflows(self.page) <= 0, words

    def gives(self, player: int, cards: str) -> None:
        """Choose a player, then tap what that player captured."""
        self.page.locator(f"label.l{player}").click()
        for card in cards.split():
            self.page.locator(f"label.give[for='{card}-{player}']").click()

    def totals(self, *points: int) -> None:
        # the next round's form
        chosen = self.page.locator("[name=total1]:checked:not([value=''])")
        expect(chosen).to_have_count(0)
        for seat, one in enumerate(points, start=1):
            total = f"label:has([name=total{seat}][value='{one}'])"
            self.page.locator(total).click()

    def is_at(self, words: str) -> None:
        expect(self.page.locator(".where h1")).to_have_text(words)

    def stands_at(self, *totals: str) -> None:
        expect(self.page.locator(".strip :is(.side > b, .side-pt b)")).to_have_text(
            list(totals)
        )
