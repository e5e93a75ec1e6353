"""Berzerka played through on a small phone: the starter board, and one with everything on it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL_PHONE, OpenPage, Shoot
from tests.conftest import LiveServer

NAMES = ("Ingrid", "Tom", "Priya")

pytestmark = pytest.mark.slow


@dataclass
class Phone:
    """A phone at a Berzerka table."""

    page: Page
    overflows: Callable[[Page], int]

    def opens(self, url: str) -> None:
        self.page.goto(f"{url}/new/berzerka")
        for seat, name in enumerate(NAMES, start=1):
            self.page.fill(f"[name=seat{seat}]", name)
        self.press("Deal the first hand")
        self.sees("Which contracts?")

    def sees(self, words: str) -> None:
        """The question of the page, and that nothing is wider than the screen."""
        self.page.locator("h2", has_text=words).first.wait_for()
        assert self.overflows(self.page) <= 0, words

    def press(self, words: str) -> None:
        self.page.get_by_role("button", name=words, exact=True).click()

    def choose(self, name: str, value: object) -> None:
        self.page.locator(f'[name="{name}"][value="{value}"]').check(force=True)

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
        """Enter a whole hand on one page."""
        self.page.get_by_role("link", name="Quick").click()
        self.sees("Who played what?")
        self.choose("declarer", seat)
        self.page.select_option("[name=contract]", contract)
        self.page.fill("[name=discards]", str(discards))
        self.page.fill("[name=count]", str(count))
        self.press("Save the hand")
        self.page.wait_for_url("**/t/*/")

    def is_at(self, words: str) -> None:
        """What the line under the score says first, such as "Hand 3"."""
        expect(self.page.locator(".where h1")).to_have_text(words)

    def stands_at(self, *totals: str) -> None:
        """The score in the strip."""
        expect(self.page.locator(".strip .side b")).to_have_text(list(totals))

    def cell(self, contract: str, column: int) -> str:
        """The four boxes of one player's cell, as they are read."""
        row = self.page.locator(".board tbody tr", has=self.page.locator(f"text={contract}"))
        return " ".join(row.first.locator("td").nth(column).inner_text().split())


@pytest.fixture
def phone(
    server: LiveServer, open_page: OpenPage, overflows: Callable[[Page], int]
) -> Iterator[Phone]:
    phone = Phone(open_page(SMALL_PHONE), overflows)
    phone.opens(server.url)
    yield phone


def test_the_starter_board_in_fifteen_hands(phone: Phone, shoot: Shoot) -> None:
    phone.press(
        "Play the starter five Berzerka, Hidden Strength, Hold Steady, Seeing Red, Bottle It Up"
    )
    # Hand 1: a bid, an overbid, two passes, what the contract needs, discards, result.
    phone.bids("Tom", "berzerka")
    phone.bids("Priya", "hold-steady", "Overbid")
    phone.passes("Ingrid", "Tom")
    phone.sees("Priya: Hold Steady")
    phone.choose("ranking", "inverted")
    phone.press("Save the ranking")
    shoot(phone.page, "berzerka-discards")
    phone.plays(3, 7)
    phone.sees("Priya to bid")
    assert "1" in phone.cell("Hold Steady", 2)
    # Hand 2: all pass, Priya is in the hotseat.
    phone.passes("Priya", "Ingrid", "Tom")
    phone.sees("Priya in the hotseat")
    shoot(phone.page, "berzerka-hotseat")
    phone.choose("contract", "seeing-red")
    phone.press("Play it")
    phone.plays(0, 4)
    phone.is_at("Hand 3")
    # The rest on the quick page, for the box of each contract that is still open.
    for seat, contract, discards, count in (
        (1, "hold-steady", 1, 4),
        (2, "hold-steady", 2, 9),
        (1, "berzerka", 3, 7),
        (2, "berzerka", 5, 9),
        (3, "berzerka", 2, 5),
        (1, "hidden-strength", 4, 6),
        (3, "hidden-strength", 6, 8),
        (2, "seeing-red", 1, 10),
    ):
        phone.quickly(seat, contract, discards, count)
    phone.is_at("Hand 11")
    shoot(phone.page, "berzerka-bid")
    assert phone.cell("Berzerka", 1).startswith("9 +4")
    for seat, contract, discards, count in (
        (2, "hidden-strength", 2, 6),
        (1, "seeing-red", 13, 10),
        (1, "bottle-it-up", 0, 2),
        (2, "bottle-it-up", 0, 3),
        (3, "bottle-it-up", 0, 2),
    ):
        phone.quickly(seat, contract, discards, count)
    phone.sees("has won")
    phone.is_at("Board finished")
    #                                    Ingrid  Tom  Priya
    # Berzerka ×4, by tricks                  0   +4     −4
    # Hidden Strength ×4, Priya's 8; Tom
    #   and Ingrid 6, he has 2 discards      −4    0     +4
    # Hold Steady ×5, Ingrid and Priya are
    #   1 away, she has 1 discard            +5   −5      0
    # Seeing Red ×4, Tom and Ingrid 10, he
    #   has 1 discard; hotseat for Priya      0   +4     −4
    # Bottle It Up ×6, Ingrid and Priya 2,
    #   no discards: they share              +3   −6     +3
    phone.stands_at("4", "−3", "−1")


def test_a_refusal_stands_beside_its_field(phone: Phone) -> None:
    phone.press(
        "Play the starter five Berzerka, Hidden Strength, Hold Steady, Seeing Red, Bottle It Up"
    )
    phone.sees("Tom to bid")
    phone.press("Bid")
    phone.page.get_by_role("alert").get_by_text("without a contract").wait_for()
    phone.page.get_by_role("link", name="Quick").click()
    phone.sees("Who played what?")
    phone.choose("declarer", 2)
    phone.page.select_option("[name=contract]", "berzerka")
    phone.page.fill("[name=discards]", "2")
    phone.page.locator("[name=count]").evaluate("field => field.removeAttribute('max')")
    phone.page.fill("[name=count]", "14")
    phone.press("Save the hand")
    alert = phone.page.locator(".field", has=phone.page.locator("[name=count]")).get_by_role(
        "alert"
    )
    alert.get_by_text("14 tricks were entered").wait_for()
    assert phone.page.input_value("[name=discards]") == "2"
