"""A phone at a table of Rook."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import overflows
from tests.browser.opening import open_table

NAMES = ("Ingrid", "Tom", "Priya", "Marek")
TOTAL = 200


@dataclass
class Phone:
    """A phone at a Rook table, which counts the taps on it."""

    page: Page

    taps: int = 0

    def opens(self, url: str) -> None:
        self.page.goto(f"{url}/new/rook")
        for seat, name in enumerate(NAMES, start=1):
            self.page.fill(f"[name=seat{seat}]", name)
        open_table(self.page)
        self.sees("Tom to bid")

    def tap(self, place: Locator) -> None:
        self.taps += 1
        place.click()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name)

    def sees(self, words: str) -> None:
        """The question of the page, and that nothing is wider than the screen."""
        self.page.locator("h2", has_text=words).first.wait_for(state="attached")
        assert overflows(self.page) <= 0, words

    def calls(self, *words: str) -> None:
        """Say what each player in turn says, on the buttons that are offered."""
        for word in words:
            status = self.page.locator("#status")
            entry = int(status.get_attribute("data-entry") or 0)
            if word.isdigit():
                button = self.page.locator(f"button[name=call][value='{word}']")
                if not button.is_visible():
                    self.tap(self.page.locator("details.higher summary"))
                self.tap(button)
            else:
                self.tap(self.page.locator(f"button[name=call][value={word}]"))
            expect(status).to_have_attribute("data-entry", str(entry + 1))

    def bids(self, bidder: str, amount: int, trump: str) -> None:
        """Enter a bid that was said aloud."""
        self.sees("Who won the bid?")
        self.tap(self.page.locator(".seg label", has_text=bidder).first)
        self.tap(self.page.locator(f"label:has([name=amount][value='{amount}'])"))
        self.tap(self.page.locator(f"label:has([name=trump][value={trump}])"))
        self.tap(self.button("Save the bid"))

    def counts(self, side: str, points: int) -> None:
        """Enter one team's total."""
        self.sees("Count the hand")
        chosen = self.page.locator(".seg label", has_text=side).first
        if not self.page.locator(f"#{chosen.get_attribute('for')}").is_checked():
            self.tap(chosen)
        self.tap(
            self.page.locator(
                f"label:has([name=hundreds][value='{points // 100 * 100}'])"
            )
        )
        self.tap(self.page.locator(f"label:has([name=points][value='{points % 100}'])"))
        expect(self.page.locator(".total")).to_be_in_viewport()
        assert self.sums() == [str(points), str(TOTAL - points)]
        self.tap(self.button("Save"))

    def stands_at(self, ours: str, theirs: str) -> None:
        expect(self.page.locator(".strip .side-pt b")).to_have_text([ours, theirs])

    def sums(self) -> list[str]:
        """What both teams have, as the style sheet adds it up and a screen reader reads
        it, once the page is drawn."""
        for _ in range(50):
            drawn = self._drawn()
            for n, text in enumerate(drawn):
                if " need " in text:
                    return drawn[n - 2 : n]
            self.page.wait_for_timeout(100)
        raise AssertionError("nothing says what the bidders need")

    def _drawn(self) -> list[str]:
        client = self.page.context.new_cdp_session(
            getattr(self.page, "shell", self.page)
        )
        tree = client.send("Page.getFrameTree")["frameTree"]
        own = {"frameId": [tree, *tree.get("childFrames", ())][-1]["frame"]["id"]}
        nodes = client.send("Accessibility.getFullAXTree", own)["nodes"]
        return [
            node["name"]["value"]
            for node in nodes
            if node["role"]["value"] == "InlineTextBox"
        ]
