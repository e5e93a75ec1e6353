"""A rubber of Joker Bridge played through on a small phone, and a deal without
scripts."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.conftest import (
    SMALL_PHONE,
    OpenPage,
    find_barriers,
    overflows,
    shoot,
    turning,
)
from tests.browser.fitting import fits
from tests.browser.opening import open_table
from tests.conftest import LiveServer

PEOPLE = {"N": "Ingrid", "E": "Tom", "S": "Priya", "W": "Marek"}
MOST_TAPS = 8
REVEAL_TAPS = 3


def in_view(what: Locator) -> None:
    """Scroll to something, also where the page is drawn anew just then."""
    for _ in range(5):
        try:
            what.scroll_into_view_if_needed()
        except Error:
            what.page.wait_for_timeout(100)
        else:
            return
    what.scroll_into_view_if_needed()


@dataclass
class Phone:
    """A phone on the table; it counts the taps of a deal."""

    page: Page

    taps: int = 0
    unfolded: int = 0

    def tap(self, what: Locator) -> None:
        """Tap, and wait for the page that comes, if one does."""
        in_view(what)
        # its label lies over it
        what.click(force=what.evaluate("one => one.matches('input')"))
        self.taps += 1

    def choose(self, name: str, value: object) -> None:
        cell = self.page.locator(f'[name="{name}"][value="{value}"]')
        self.tap(cell)

    def press(self, words: str) -> None:
        self.tap(self.page.get_by_role("button", name=words, exact=True))

    def link(self, words: str) -> None:
        self.tap(self.page.get_by_role("link", name=words, exact=True))

    def sees(self, words: str) -> None:
        """These words stand on the page, and nothing is wider than the screen."""
        expect(self.page.locator("#page")).to_contain_text(words)
        assert overflows(self.page) <= 0, words

    def at_deal(self, number: int) -> None:
        expect(self.page.locator(".where h1")).to_have_text(f"Deal {number}")

    def scores(self, north_south: str, east_west: str) -> None:
        """The strip shows these totals."""
        totals = self.page.locator(".strip .side-pt > b")
        expect(totals.nth(0)).to_have_text(north_south)
        expect(totals.nth(1)).to_have_text(east_west)

    def plays(self, contract: str, by: str, tricks: int, hidden: str = "") -> None:
        """Enter a deal on its one page, without saving it. `hidden` is a card: "C4"."""
        self.taps = 0
        level = contract[0]
        denomination = contract[1:].rstrip("X")
        self.choose("level", level)
        self.choose("denomination", denomination)
        if contract.endswith("X"):
            self.choose("doubling", "X" * contract.count("X"))
        self.choose("declarer", by)
        self.choose("tricks", tricks)
        if hidden:
            self.reveals(hidden)

    def reveals(self, card: str) -> None:
        """Say the hidden card; it is folded until a deal had one."""
        folded = self.page.locator(
            "details.extra:not([open]) > summary", has_text="Hidden"
        )
        self.unfolded = folded.count()
        if self.unfolded:
            self.tap(folded)
        before = self.taps
        self.choose("hidden_0_card", card)
        assert self.taps - before <= REVEAL_TAPS

    def saves(self, reveals: int = 1) -> None:
        """Save within the taps that a deal may take, its reveals apart."""
        turned = turning(self.page)
        self.press("Save the deal")
        turned()
        assert self.taps <= MOST_TAPS + REVEAL_TAPS * reveals + self.unfolded

    def bids(self, *calls: str) -> None:
        """An auction from its first call: a bid takes two taps, a pass one."""
        for made, call in enumerate(calls):
            self.made(made)
            if call != "Pass":
                self.tap(self.page.locator(f'.entry a[href$="call={call}"]'))
            self.tap(self.page.locator(f'button[name="call"][value="{call}"]'))
        self.made(len(calls))

    def made(self, calls: int) -> None:
        """So many calls stand in the auction."""
        expect(self.page.locator(".auction .call")).to_have_count(calls)


@pytest.fixture
def phone(server: LiveServer, open_page: OpenPage) -> Iterator[Phone]:
    page = open_page(SMALL_PHONE)
    page.goto(f"{server.url}/new/joker-bridge")
    for seat, name in PEOPLE.items():
        page.fill(f"[name=seat{seat}]", name)
    open_table(page)
    yield Phone(page)


def test_a_rubber_is_played(phone: Phone) -> None:
    """Standard increments, hidden cards by the contract's result, Joker of spades,
    high."""
    play_to_the_first_game(phone)
    play_a_slam_and_correct_a_deal(phone)
    play_to_the_end(phone)


# Long: a stretch of an evening, told from one tap to the next.
def play_to_the_first_game(phone: Phone) -> None:
    # Deal 1. 2♠ by South, nine tricks: 60 below, 30 over. East's hidden 7♥, contract
    # made: +7.
    phone.at_deal(1)
    phone.plays("2S", "S", 9, "H7")
    phone.saves()
    phone.at_deal(2)
    phone.scores("90", "7")
    phone.sees("2 spades, made with 1 overtrick: Ingrid & Priya +90")

    # Deal 2. 3NT by East, eight tricks: one off, not vulnerable, 50. South's hidden K♣:
    # −18.
    phone.plays("3NT", "E", 8, "CK")
    phone.saves()
    phone.scores("122", "7")

    # Deal 3. Passed out, asked once more: no score, and nobody is asked for a hidden
    # card.
    phone.at_deal(3)
    phone.taps = 0
    phone.tap(phone.page.locator("summary", has_text="Passed out"))
    phone.at_deal(3)
    phone.press("Yes: all four passed")
    assert phone.taps == 2
    phone.at_deal(4)
    phone.scores("122", "7")

    # Deal 4, call by call. 4♥ doubled by North, eight tricks: two off, 100 + 200 to
    # E–W. North's hidden Q♦, contract failed: −16.
    phone.link("Step by step")
    phone.sees("Marek to call")
    phone.bids("Pass", "4H", "X", "Pass", "Pass", "Pass")
    phone.sees("by Ingrid")
    phone.sees("Tom leads")
    phone.choose("tricks", 8)
    phone.reveals("DQ")
    phone.press("Save the deal")
    phone.at_deal(5)
    phone.scores("106", "307")

    # The depth of the last deal comes first; one link goes back to the quick page.
    phone.sees("Ingrid to call")
    phone.link("Results only")

    # Deal 5. 2♥ by North, eight tricks: 60 below; with deal 1, the first game. East's
    # 4♦: +4.
    phone.plays("2H", "N", 8, "D4")
    phone.saves()
    phone.scores("166", "311")
    expect(phone.page.locator(".strip .mark")).to_have_text("vulnerable")


def play_a_slam_and_correct_a_deal(phone: Phone) -> None:
    # Deal 6. 6♦ by East, twelve tricks: 120 below, small slam 500 (not vulnerable).
    # West held A K Q J of trumps: 150. South's hidden A♠: +20.
    phone.plays("6D", "E", 12, "SA")
    phone.page.locator(
        "details.extra:not([open]) > summary", has_text="Honours"
    ).click()
    phone.choose("honours_seat", "W")
    phone.choose("honours_cards", "10")
    phone.saves()
    phone.scores("186", "1,081")

    # Deal 7. 1NT by West: eight tricks entered, 40 below and 30 over. West's hidden 9♣:
    # +9.
    phone.plays("1NT", "W", 8, "C9")
    phone.saves()
    phone.at_deal(8)
    phone.scores("186", "1,160")

    # It was seven tricks: corrected, with the reason; the over-trick's 30 go.
    phone.link("Correct")
    phone.sees("Correcting:")
    phone.choose("tricks", 7)
    phone.page.fill("[name=reason]", "one claimed too many")
    phone.press("Save")
    phone.sees("one claimed too many")
    phone.scores("186", "1,130")
    expect(phone.page.locator("#pad del").first).to_contain_text("30")
    phone.link("Table")


def play_to_the_end(phone: Phone) -> None:
    # Deal 8. 4♠ by South, eleven tricks, vulnerable: 120 below, 30 over. South held A K
    # Q 10 and the Joker: five honours, 175. North's hidden card was never shown. The
    # second game against one: 500.
    phone.at_deal(8)
    phone.plays("4S", "S", 11)
    phone.choose("hidden_0_card", "none")
    phone.page.locator(
        "details.extra:not([open]) > summary", has_text="Honours"
    ).click()
    phone.choose("honours_seat", "S")
    phone.choose("honours_cards", "J")
    phone.choose("honours_cards", "trump-joker")
    phone.saves()

    # N–S 240 below and 771 above, E–W 160 below and 970 above.
    phone.scores("1,011", "1,130")
    phone.sees("Tom & Marek win by 119 on points, though Ingrid & Priya")
    shoot(phone.page, "bridge-over")

    phone.page.locator(".slab p > a").first.click()
    phone.sees("Rubber won, 2 games to 1")
    phone.sees("5 honours in Priya’s hand")
    shoot(phone.page, "bridge-sheet")
    phone.link("Table")
    phone.link("Next rubber")
    phone.at_deal(1)
    phone.sees("Undoubled")


def test_a_whole_deal_fits_on_the_small_screen(phone: Phone) -> None:
    """Contract, declarer, tricks and the button, with nothing scrolled; no target under
    44."""
    page = phone.page
    phone.at_deal(1)
    fits(page)
    assert find_barriers(page) == []
    shoot(page, "bridge-quick")
    phone.choose("level", 4)
    marked = page.locator(".odd-4 .t").evaluate("e => getComputedStyle(e).boxShadow")
    assert marked != "none"


def test_the_bidding_box_offers_what_can_be_called(phone: Phone) -> None:
    page = phone.page
    phone.link("Step by step")
    phone.bids("1C", "Pass", "1S", "2H")
    assert find_barriers(page) == []
    shoot(page, "bridge-auction")
    for button in page.locator(".bid:visible, .calls .btn").all():
        box = button.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 43.9
    phone.tap(page.get_by_role("link", name="2C: why not?"))
    phone.sees("not higher than")
    phone.tap(page.get_by_role("link", name="Take back"))
    phone.press("Take back")
    phone.sees("Marek to call")
    phone.made(3)


def test_a_deal_is_entered_without_scripts(
    server: LiveServer, open_page: OpenPage
) -> None:
    page = open_page(SMALL_PHONE, has_script=False)
    page.goto(f"{server.url}/new/joker-bridge")
    for seat, name in PEOPLE.items():
        page.fill(f"[name=seat{seat}]", name)
    open_table(page)
    phone = Phone(page)
    phone.choose("level", 3)
    page.locator(".extra > summary", has_text="Hidden card").click()
    phone.choose("hidden_0_card", "C2")
    phone.press("Save the deal")
    # Refused beside the fields, what was chosen kept.
    expect(page.locator(".err:visible")).to_have_count(3)
    expect(page.locator('[name="level"][value="3"]')).to_be_checked()
    phone.choose("denomination", "NT")
    phone.choose("declarer", "N")
    phone.choose("tricks", 9)
    phone.press("Save the deal")
    # 3NT by North made: 100. East's hidden 2♣: +2.
    phone.scores("100", "2")
    phone.link("Step by step")
    phone.bids("1D")
    phone.sees("Priya to call")
