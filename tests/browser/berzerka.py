"""A phone at a table of Berzerka."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import overflows
from tests.browser.opening import open_table

STARTER = (
    "Play the starter five Berzerka, Hidden Strength, Hold Steady, Seeing Red, "
    "Bottle It Up"
)
NAMES = ("Ingrid", "Tom", "Priya")


@dataclass
class Phone:
    """A phone at a Berzerka table."""

    page: Page

    def opens(self, url: str) -> None:
        self.page.goto(f"{url}/new/berzerka")
        for seat, name in enumerate(NAMES, start=1):
            self.page.fill(f"[name=seat{seat}]", name)
        open_table(self.page)
        self.sees("Which contracts?")

    def sees(self, words: str) -> None:
        """The question of the page, and that nothing is wider than the screen."""
        self.page.locator("h2", has_text=words).first.wait_for()
        assert overflows(self.page) <= 0, words

    def press(self, words: str) -> None:
        self.page.get_by_role("button", name=words, exact=True).click()

    def choose(self, name: str, value: object) -> None:
        option = f'label:has([name="{name}"][value="{value}"])'
        change = self.page.locator(f'label.anew:has([name="{name}"])')
        if change.is_visible():
            change.click()
        self.page.locator(option).first.click()

    def bids(self, person: str, contract: str, button: str = "Bid") -> None:
        self.sees(f"{person} to bid")
        self.choose("contract", contract)
        self.press(button)

    def passes(self, *persons: str) -> None:
        for person in persons:
            self.sees(f"{person} to bid")
            self.press("Pass")

    def plays(self, discards: int, count: int) -> None:
        self.sees("discards")
        self.choose("discards", discards)
        self.press("Save the discards")
        self.sees("plays")
        self.choose("count", count)
        self.press("Save the result")

    def quickly(self, seat: int, contract: str, discards: int, count: int) -> None:
        """Enter a whole hand on one page; after one that was entered so it comes by
        itself."""
        number = self.page.locator(".where h1")
        expect(number).to_contain_text("Hand")
        hand = number.inner_text()
        if (link := self.page.get_by_role("link", name="Results only")).count():
            link.click()
        self.sees("Who played what?")
        self.choose("declarer", seat)
        self.page.locator(f"label:has([name=contract][value={contract}])").click()
        self.choose("count", count)
        self.choose("discards", discards)
        self.press("Save")
        expect(number).not_to_have_text(hand)

    def goes_step_by_step(self) -> None:
        """Leave the page for a whole hand."""
        self.page.get_by_role("link", name="Step by step").click()
        self.sees("to bid")

    def is_at(self, words: str) -> None:
        """What the line under the score says first, such as "Hand 3"."""
        expect(self.page.locator(".where h1")).to_have_text(words)

    def stands_at(self, *totals: str) -> None:
        """The score in the strip."""
        expect(self.page.locator(".strip .side b")).to_have_text(list(totals))

    def box(self, contract: str, column: int) -> Locator:
        """The number in one player's box of a contract."""
        row = self.page.locator(".board tbody tr", has_text=contract)
        return row.first.locator("td").nth(column).locator(".tr")

    def cell(self, contract: str, column: int) -> str:
        """The four boxes of one player's cell, as they are read."""
        row = self.page.locator(
            ".board tbody tr", has=self.page.locator(f"text={contract}")
        )
        return " ".join(row.first.locator("td").nth(column).inner_text().split())
