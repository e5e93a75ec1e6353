"""Rook played through on a small phone: a game to 700, with its corrections and its
paper."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL_PHONE, OpenPage, find_barriers, proof, shoot
from tests.browser.rook import Phone
from tests.conftest import LiveServer

TEN = 10


@pytest.fixture
def phone(server: LiveServer, open_page: OpenPage) -> Iterator[Phone]:
    phone = Phone(open_page(SMALL_PHONE))
    phone.opens(server.url)
    yield phone


def counts_by_cards(phone: Phone) -> None:
    """The count of a hand, tapped card by card."""
    page = phone.page
    totals = page.locator("#page:has([name=hundreds])")
    phone.tap(totals.get_by_role("link", name="Count", exact=True))
    page.locator(".grid").wait_for()
    assert phone.sums() == ["–", "–"], "nothing is assigned before a tap"
    expect(page.locator(".cap .no").first).not_to_be_visible()
    for card in ("R1", "G1", "B1", "R5", "Y5", "Y10", "B14", "Rook"):
        phone.tap(page.locator(f"label:has([name=cards][value='{card}'])"))
    phone.tap(page.locator("label:has([name=last_trick])"))
    assert phone.sums() == ["115", "85"]
    shoot(page, "rook-count")
    assert find_barriers(page) == []
    phone.tap(phone.button("Save"))


def test_a_game_to_700(phone: Phone) -> None:
    page = phone.page
    # Hand 1, call by call; Pass-Partner says why it can't be said, and later can.
    phone.calls("100")
    phone.tap(page.get_by_role("link", name="Pass-Partner"))
    expect(page.get_by_role("alert")).to_contain_text(
        "Ingrid doesn’t have the high bid"
    )
    shoot(page, "rook-auction")
    assert find_barriers(page) == []
    phone.calls("pass", "pass-partner", "105", "110", "pass", "pass")
    phone.sees("Tom won the bid at 110")
    shoot(page, "rook-trump")
    for named in (".seg label:has-text('Priya')", "button[name=trump][value=G]"):
        phone.tap(page.locator(named))
    counts_by_cards(phone)
    phone.stands_at("85", "115")
    # Hand 2, said aloud and counted by total: a made bid in at most ten taps.
    phone.tap(page.get_by_role("link", name="Results only"))
    phone.taps = 1
    phone.bids("Ingrid", 140, "R")
    page.get_by_role("link", name="Total", exact=True).click()
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
    phone.sees("Who won the bid?")


def test_an_impossible_count_is_refused_and_nothing_is_lost(phone: Phone) -> None:
    page = phone.page
    page.get_by_role("link", name="Results only").click()
    phone.bids("Tom", 130, "R")
    page.locator("label:has([name=hundreds][value='200'])").click()
    page.locator("label:has([name=points][value='45'])").click()
    phone.button("Save").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("A hand has 200 points")
    expect(page.locator("[name=points][value='45']")).to_be_checked()
    page.locator("label:has([name=hundreds][value='100'])").click()
    phone.button("Save").click()
    phone.stands_at("55", "145")


def test_a_hand_is_corrected_and_the_old_one_struck_through(phone: Phone) -> None:
    page = phone.page
    page.get_by_role("link", name="Results only").click()
    phone.bids("Tom", 130, "R")
    phone.counts("Tom & Marek", 120)
    phone.stands_at("80", "−130")
    page.get_by_role("link", name="Correct").first.click()
    phone.sees("Correct the hand")
    page.locator("label:has([name=points][value='35'])").click()
    page.get_by_label("Why?").fill("counted again")
    shoot(page, "rook-correct")
    phone.button("Save").click()
    page.locator(".tally del", has_text="−130").wait_for()
    shoot(page, "rook-sheet")
    expect(page.locator("tfoot td:not(.fixing)")).to_have_text(["65", "135"])
    page.locator(".tally tbody th a").first.click()
    page.locator(".why").wait_for()
    expect(page.locator(".why")).to_contain_text("captured, by their own count")
    link = page.get_by_role("link", name="PDF", exact=True).get_attribute("href")
    assert link and "Ingrid" in proof(page, link)


def test_a_hand_without_scripts(server: LiveServer, open_page: OpenPage) -> None:
    phone = Phone(open_page(SMALL_PHONE, has_script=False))
    phone.opens(server.url)
    phone.calls("100", "pass", "pass", "pass")
    phone.tap(phone.page.locator("button[name=trump][value=Y]"))
    phone.counts("Tom & Marek", 115)
    phone.stands_at("85", "115")
