"""Two-Ten-Jack played through on a small phone: four players, and a table of eight."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL_PHONE, OpenPage, find_barriers, proof, shoot
from tests.browser.two_ten_jack import EIGHT, FOUR, Phone
from tests.conftest import LiveServer

LEAST_TARGET = 44


@pytest.fixture
def phone(server: LiveServer, open_page: OpenPage) -> Iterator[Phone]:
    yield Phone(open_page(SMALL_PHONE))


def test_a_game_of_four(
    phone: Phone,
    server: LiveServer,
) -> None:
    page = phone.page
    phone.opens(server.url, *FOUR)
    expect(page.locator(".out-bar")).to_contain_text("Not in the pack: 2")
    expect(page.locator(".where p")).to_contain_text("4 rounds")
    # Round 1: a card is given away again, and one is forgotten.
    phone.gives(1, "HA HK HQ HJ")
    phone.gives(2, "HA SA SK")
    phone.gives(4, "H10 S10 SJ SQ S2")
    expect(page.locator("[name=HA][value='2']")).to_be_checked()
    shoot(page, "two-ten-jack-count")
    assert find_barriers(page) == []
    phone.press("Save the round")
    expect(page.get_by_role("alert")).to_contain_text(
        "has no owner. Give it to the player"
    )
    phone.gives(3, "H2")
    phone.press("Save the round")
    # Ann ♥K Q J, Ben ♥A ♠A K, Cy ♥2, Dora ♥10 ♠10 J Q 2.
    phone.stands_at("20", "−5", "10", "−25")
    # Round 2: all six spades turn round; the rest go to one player at a tap.
    phone.is_at("Round 2 of 4")
    phone.gives(2, "SA SK SQ SJ S10 S2")
    page.locator("label.l3").click()
    phone.press("Rest to")
    # Cy has all six hearts, which turn round as well.
    phone.stands_at("20", "40", "−35", "−25")
    # Round 3, by total: what can't add up is refused and says what would.
    page.get_by_role("link", name="Results only").click()
    phone.sees("What did everybody count?")
    # Ann: all six hearts, turned round. Ben 10 of spades, Cy 35 of them: all six would
    # have turned.
    phone.totals(-40, -10, -35, 0)
    shoot(page, "two-ten-jack-totals")
    assert find_barriers(page) == []
    phone.press("Save the round")
    expect(page.get_by_role("alert")).to_contain_text(
        "−85, the cards of this round to 0"
    )
    page.select_option("[name=hearts]", "1")
    for answer in ("", "-45"):
        page.locator(f"label:has([name=total1][value='{answer}'])").click()
    phone.press("Save the round")
    phone.stands_at("−25", "30", "−70", "−25")
    # Round 4, as the last one was counted; then the game is over.
    phone.sees("What did everybody count?")
    phone.totals(15, -10, 5, -10)
    phone.press("Save the round")
    phone.sees("Ben won with 20")
    shoot(page, "two-ten-jack-over")
    page.get_by_role("link", name=re.compile("^The sheet")).click()
    page.locator(".tally").wait_for()
    expect(page.locator(".turned")).to_have_count(3)
    shoot(page, "two-ten-jack-sheet")
    assert find_barriers(page) == []
    link = page.get_by_role("link", name="PDF", exact=True).get_attribute("href")
    assert link and "Dora" in proof(page, link)


def test_a_round_is_corrected(phone: Phone, server: LiveServer) -> None:
    page = phone.page
    phone.opens(server.url, "Ann", "Ben")
    phone.gives(1, "HA")
    page.locator("label.l2").click()
    phone.press("Rest to")
    phone.stands_at("5", "85")
    page.get_by_role("link", name="Correct").first.click()
    phone.sees("Who captured what?")
    expect(page.locator("[name=HA][value='1']")).to_be_checked()
    phone.gives(1, "SA")
    page.get_by_label("Why?").fill("one more")
    phone.press("Save")
    page.locator(".tally del").first.wait_for()
    shoot(page, "two-ten-jack-corrected")
    expect(page.locator("tfoot td:not(.fixing)")).to_have_text(["0", "0"])


def test_a_table_of_eight_fits_on_a_small_phone(
    phone: Phone, server: LiveServer
) -> None:
    page = phone.page
    phone.opens(server.url, *EIGHT)
    for player, card in enumerate(
        ["HA", "HK", "HQ", "HJ", "H10", "H2", "SA", "SK"], start=1
    ):
        phone.gives(player, card)
    shoot(page, "two-ten-jack-eight")
    for target in page.locator("label.give:visible, .players label").all():
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= LEAST_TARGET
    phone.press("Rest to")
    # Hanneke ♠K and the four others.
    phone.stands_at("5", "5", "5", "10", "10", "10", "−5", "−40")


def test_rounds_without_scripts(server: LiveServer, open_page: OpenPage) -> None:
    phone = Phone(open_page(SMALL_PHONE, has_script=False))
    phone.opens(server.url, "Ann", "Ben", "Cy")
    phone.gives(3, "HA HK")
    phone.gives(1, "SA SK SQ SJ S10 S2")
    phone.gives(2, "HQ HJ H10 H2")
    phone.press("Save the round")
    phone.stands_at("45", "35", "10")
    phone.page.get_by_role("link", name="Results only").click()
    phone.totals(15, -10, -5)
    phone.press("Save the round")
    phone.stands_at("60", "25", "5")
