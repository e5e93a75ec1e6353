"""Rook played through on a small phone: a game to 700, with its corrections and its paper."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SMALL_PHONE, OpenPage, find_barriers, overflows, proof, shoot
from tests.conftest import LiveServer

NAMES = ("Ingrid", "Tom", "Priya", "Marek")
TEN = 10
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
        self.page.get_by_role("button", name="Deal the first hand").click()
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
            entry = int(self.page.locator(".status b").inner_text().split()[-1])
            if word.isdigit():
                button = self.page.locator(f"button[name=call][value='{word}']")
                if not button.is_visible():
                    self.tap(self.page.locator("details.higher summary"))
                self.tap(button)
            else:
                self.tap(self.page.locator(f"button[name=call][value={word}]"))
            expect(self.page.locator(".status b")).to_have_text(re.compile(rf"{entry + 1}\b"))

    def bids(self, bidder: str, amount: int, trump: str) -> None:
        """Enter a bid that was said aloud."""
        self.sees("Who has the hand?")
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
        self.tap(self.page.locator(f"label:has([name=hundreds][value='{points // 100 * 100}'])"))
        self.tap(self.page.locator(f"label:has([name=points][value='{points % 100}'])"))
        expect(self.page.locator(".total")).to_be_in_viewport()
        assert self.sums() == [str(points), str(TOTAL - points)]
        self.tap(self.button("Save the hand"))

    def stands_at(self, ours: str, theirs: str) -> None:
        expect(self.page.locator(".strip .side-pt b")).to_have_text([ours, theirs])

    def sums(self) -> list[str]:
        """What both teams have, as the style sheet adds it up and a screen reader reads it."""
        client = self.page.context.new_cdp_session(getattr(self.page, "shell", self.page))
        tree = client.send("Page.getFrameTree")["frameTree"]
        own = {"frameId": [tree, *tree.get("childFrames", ())][-1]["frame"]["id"]}
        nodes = client.send("Accessibility.getFullAXTree", own)["nodes"]
        drawn = [one["name"]["value"] for one in nodes if one["role"]["value"] == "InlineTextBox"]
        end = next(n for n, text in enumerate(drawn) if " need " in text)
        return drawn[end - 2 : end]


@pytest.fixture
def phone(server: LiveServer, open_page: OpenPage) -> Iterator[Phone]:
    phone = Phone(open_page(SMALL_PHONE))
    phone.opens(server.url)
    yield phone


def test_a_game_to_700(phone: Phone) -> None:
    page = phone.page
    # Hand 1, call by call; Pass-Partner says why it can't be said, and later can.
    phone.calls("100")
    phone.tap(page.get_by_role("link", name="Pass-Partner"))
    expect(page.get_by_role("alert")).to_contain_text("Ingrid does not hold the high bid")
    shoot(page, "rook-auction")
    assert find_barriers(page) == []
    phone.calls("pass", "pass-partner", "105", "110", "pass", "pass")
    phone.sees("Tom has the hand at 110")
    shoot(page, "rook-trump")
    phone.tap(page.locator(".seg label", has_text="Priya"))
    phone.tap(page.locator("button[name=trump][value=G]"))
    phone.tap(page.get_by_role("link", name="By card"))
    page.locator(".grid").wait_for()
    assert phone.sums() == ["–", "–"], "nothing is assigned before a tap"
    expect(page.locator(".cap .no").first).not_to_be_visible()
    for card in ("R1", "G1", "B1", "R5", "Y5", "Y10", "B14", "Rook"):
        phone.tap(page.locator(f"label:has([name=cards][value='{card}'])"))
    phone.tap(page.locator("label:has([name=last_trick])"))
    assert phone.sums() == ["115", "85"]
    shoot(page, "rook-count")
    assert find_barriers(page) == []
    phone.tap(phone.button("Save the hand"))
    phone.stands_at("85", "115")
    # Hand 2, said aloud and counted by total: a made bid in at most ten taps.
    phone.tap(page.get_by_role("link", name="Bid aloud"))
    phone.taps = 1
    phone.bids("Ingrid", 140, "R")
    page.get_by_role("link", name="By total").click()
    phone.taps += 1
    phone.counts("Ingrid", 160)
    assert phone.taps <= TEN
    phone.stands_at("245", "155")
    # From here on the table is asked as it answered.
    phone.taps = 0
    phone.bids("Marek", 150, "Y")
    shoot(page, "rook-total")
    phone.counts("Tom & Marek", 145)
    assert phone.taps <= TEN
    phone.stands_at("300", "5")
    phone.tap(phone.button("Nobody bid"))
    page.get_by_role("heading", name="Hand 5").wait_for()
    phone.bids("Priya", 120, "B")
    phone.counts("Ingrid", 200)
    phone.stands_at("500", "5")
    phone.bids("Ingrid", 100, "B")
    phone.counts("Tom & Marek", 40)
    phone.stands_at("660", "45")
    phone.bids("Ingrid", 100, "B")
    phone.counts("Ingrid", 130)
    phone.sees("Ingrid & Priya won, 790 to 115")
    shoot(page, "rook-over")
    phone.tap(page.get_by_role("link", name="Next game"))
    phone.sees("Who has the hand?")


def test_an_impossible_count_is_refused_and_nothing_is_lost(phone: Phone) -> None:
    page = phone.page
    page.get_by_role("link", name="Bid aloud").click()
    phone.bids("Tom", 130, "R")
    page.locator("label:has([name=hundreds][value='200'])").click()
    page.locator("label:has([name=points][value='45'])").click()
    phone.button("Save the hand").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("245 was entered as captured; a hand holds 200 points")
    expect(page.locator("[name=points][value='45']")).to_be_checked()
    page.locator("label:has([name=hundreds][value='100'])").click()
    phone.button("Save the hand").click()
    phone.stands_at("55", "145")


def test_a_hand_is_corrected_and_the_old_one_struck_through(phone: Phone) -> None:
    page = phone.page
    page.get_by_role("link", name="Bid aloud").click()
    phone.bids("Tom", 130, "R")
    phone.counts("Tom & Marek", 120)
    phone.stands_at("80", "−130")
    page.get_by_role("link", name="Correct").first.click()
    phone.sees("The hand as it was")
    page.locator("label:has([name=points][value='35'])").click()
    page.get_by_label("Why?").fill("counted again")
    shoot(page, "rook-correct")
    phone.button("Save the correction").click()
    page.locator(".tally del", has_text="−130").wait_for()
    shoot(page, "rook-sheet")
    expect(page.locator("tfoot td")).to_have_text(["65", "135"])
    page.locator(".tally tbody th a").first.click()
    page.locator(".why").wait_for()
    expect(page.locator(".why")).to_contain_text("captured, as counted by Tom & Marek")
    link = page.get_by_role("link", name="PDF", exact=True).get_attribute("href")
    assert link and "Ingrid" in proof(page, link)


def test_a_hand_without_scripts(server: LiveServer, open_page: OpenPage) -> None:
    phone = Phone(open_page(SMALL_PHONE, has_script=False))
    phone.opens(server.url)
    phone.calls("100", "pass", "pass", "pass")
    phone.tap(phone.page.locator("button[name=trump][value=Y]"))
    phone.counts("Tom & Marek", 115)
    phone.stands_at("85", "115")
