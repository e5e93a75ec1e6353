"""Berzerka played through on a small phone: the starter board, and one with everything
on it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.berzerka import STARTER, Phone
from tests.browser.conftest import (
    SMALL_PHONE,
    OpenPage,
    find_barriers,
    overflows,
    shoot,
)
from tests.conftest import LiveServer


@pytest.fixture
def phone(server: LiveServer, open_page: OpenPage) -> Iterator[Phone]:
    phone = Phone(open_page(SMALL_PHONE))
    phone.opens(server.url)
    yield phone


def test_the_starter_board_in_fifteen_hands(phone: Phone) -> None:
    phone.press(STARTER)
    # Hand 1: a bid, an overbid, two passes, what the contract needs, discards, result.
    phone.bids("Tom", "berzerka")
    phone.bids("Priya", "hold-steady", "Overbid")
    phone.passes("Ingrid", "Tom")
    phone.sees("Priya names the ranking")
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
    phone.goes_step_by_step()
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


def set_everything(phone: Phone) -> None:
    """Write a contract of the table's own, and a board of five with it."""
    page = phone.page
    page.locator("summary", has_text="Choose the contracts").click()
    page.get_by_role("link", name="Write a contract of your own").click()
    phone.sees("A contract of your own")
    page.fill("[name=name]", "Ladder")
    phone.choose("aim", "closest")
    page.fill("[name=target]", "3")
    page.fill("[name=base]", "4")
    page.fill("[name=step]", "2")
    shoot(page, "berzerka-own")
    phone.press("Write the tile")
    phone.sees("Which contracts?")
    for code in (
        "berzerka",
        "hidden-strength",
        "hold-steady",
        "seeing-red",
        "bottle-it-up",
    ):
        page.locator(f'[name=contracts][value="{code}"]').uncheck(force=True)
    for code in ("middling", "shapeshift", "one-weakness", "marathon-flex"):
        phone.choose("contracts", code)
    page.select_option("[name=copies]", "middling")
    shoot(page, "berzerka-board")
    phone.press("Play ticked")


# Long: a stretch of an evening, told from one tap to the next.
def bid_three_hands(phone: Phone) -> None:
    """One Weakness, Shapeshift and Marathon Flex, step by step."""
    page = phone.page
    phone.bids("Tom", "one-weakness")
    phone.passes("Priya", "Ingrid")
    phone.sees("Tom names a pain suit")
    phone.choose("suit", "S")
    shoot(page, "berzerka-pain-suit")
    phone.press("Save the pain suit")
    phone.plays(2, 7)
    phone.bids("Priya", "marathon-flex")
    phone.bids("Ingrid", "shapeshift", "Overbid")
    phone.passes("Tom", "Priya")
    phone.sees("Ingrid names trump")
    phone.choose("suit", "H")
    phone.press("Save the trump")
    phone.plays(0, 6)
    phone.bids("Ingrid", "marathon-flex")
    page.locator("h2", has_text="Tom to bid").wait_for()
    page.fill("[name=overbid]", "2")
    phone.bids("Tom", "marathon-flex", "Overbid")
    phone.passes("Priya", "Ingrid")
    phone.sees("Tom names trump")
    phone.choose("suit", "C")
    phone.press("Save the trump")
    phone.sees("Tom names the ranking")
    phone.choose("ranking", "inverted")
    phone.press("Save the ranking")
    phone.sees("discards")
    phone.choose("discards", 4)
    phone.press("Save the discards")
    page.get_by_text("less the overbid of 2").wait_for()
    expect(page.locator("[name=count]")).to_have_count(7)
    shoot(page, "berzerka-result")
    phone.choose("count", 5)
    phone.press("Save the result")
    expect(phone.box("Marathon Flex", 1)).to_have_text("3")


def test_a_board_with_everything_on_it(phone: Phone) -> None:
    page = phone.page
    set_everything(phone)
    bid_three_hands(phone)
    for seat, contract, discards, count in (
        (1, "one-weakness", 3, 0),
        (3, "one-weakness", 1, 6),
        (1, "middling", 0, 3),
        (2, "middling", 0, 11),
        (3, "middling", 0, 5),
        (2, "shapeshift", 0, 7),
        (3, "shapeshift", 0, 2),
        (1, "marathon-flex", 0, 6),
        (3, "marathon-flex", 0, 0),
        (1, "own-1", 3, 3),
        (2, "own-1", 2, 2),
    ):
        phone.quickly(seat, contract, discards, count)
    phone.is_at("Hand 15")
    shoot(page, "berzerka-everything")
    phone.quickly(3, "own-1", 1, 4)
    phone.sees("has won")
    #                                         Ingrid  Tom  Priya
    # One Weakness ×6: 0, 7, 6 cards             +6   −6      0
    # Middling ×6: 3, 11, 5 tricks               −3   −3     +6
    # Shapeshift ×12: 6 − 1, 7, 2               +12   −6     −6
    # Marathon Flex ×5: 6, 5 − 2, 0              +5    0     −5
    # Ladder ×10: 3, 2, 4 are 0, 1, 1 away,
    #   Priya with the fewer discards           +10  −10      0
    phone.stands_at("30", "−25", "−5")
    page.locator("a.go", has_text="The sheet").click()
    page.locator(".board tfoot").wait_for()
    assert overflows(page) <= 0
    shoot(page, "berzerka-sheet")


def test_a_box_is_corrected_and_the_contract_rescored(phone: Phone) -> None:
    page = phone.page
    phone.press(STARTER)
    for seat, count in ((2, 9), (3, 4), (1, 6)):
        phone.quickly(seat, "seeing-red", 1, count)
    phone.stands_at("0", "5", "−5")
    phone.goes_step_by_step()
    page.locator(".bx").first.click()
    page.get_by_text("Box: 6, for 6 tricks (Seeing Red, now ×5)").wait_for()
    shoot(page, "berzerka-why")
    page.get_by_role("link", name="Correct", exact=True).click()
    phone.sees("Who played what?")
    phone.choose("count", 10)
    page.fill("[name=reason]", "counted again")
    phone.press("Save")
    phone.stands_at("5", "0", "−5")
    shoot(page, "berzerka-corrected")


def test_a_hand_without_script(server: LiveServer, open_page: OpenPage) -> None:
    phone = Phone(open_page(SMALL_PHONE, has_script=False))
    phone.opens(server.url)
    phone.press(STARTER)
    phone.passes("Tom", "Priya", "Ingrid")
    phone.sees("Tom in the hotseat")
    phone.choose("contract", "hidden-strength")
    phone.press("Play it")
    phone.plays(13, 13)
    phone.bids("Priya", "hidden-strength")
    phone.passes("Ingrid", "Tom")
    phone.plays(0, 0)
    phone.is_at("Hand 3")


@pytest.mark.parametrize("is_dark", [False, True])
def test_nobody_is_kept_out(
    server: LiveServer,
    open_page: OpenPage,
    is_dark: bool,
) -> None:
    phone = Phone(open_page(SMALL_PHONE, is_dark=is_dark))
    page = phone.page
    phone.opens(server.url)
    page.locator("summary", has_text="Choose the contracts").click()
    assert find_barriers(page) == []
    phone.press(STARTER)
    for seat, count in ((2, 9), (3, 4)):
        phone.quickly(seat, "seeing-red", 1, count)
    assert find_barriers(page) == []
    phone.goes_step_by_step()
    phone.sees("Ingrid to bid")
    assert find_barriers(page) == []
    phone.bids("Ingrid", "hold-steady")
    phone.passes("Tom", "Priya")
    for button in ("ranking", "discards", "count"):
        page.locator(f"[name={button}]").first.wait_for()
        assert find_barriers(page) == []
        page.locator(f"[name={button}]").first.check(force=True)
        page.locator(".act .btn-go").click()
    phone.is_at("Hand 4")
    page.get_by_role("link", name="Results only").click()
    phone.sees("Who played what?")
    assert find_barriers(page) == []
    page.goto(page.url.split("?")[0] + "sheet")
    assert find_barriers(page) == []
    page.goto(f"{server.url}/rules/berzerka")
    page.locator("#contract-shapeshift").wait_for()
    assert find_barriers(page) == []


def test_a_refusal_stands_beside_its_field(phone: Phone) -> None:
    phone.press(STARTER)
    phone.sees("Tom to bid")
    phone.press("Bid")
    phone.page.get_by_role("alert").get_by_text("without a contract").wait_for()
    phone.page.get_by_role("link", name="Results only").click()
    phone.sees("Who played what?")
    phone.choose("declarer", 2)
    phone.page.locator("label:has([name=contract][value=berzerka])").click()
    phone.choose("count", 4)
    phone.choose("discards", 2)
    phone.page.locator("summary", has_text="Overbid").click()
    phone.choose("overbid", 1)
    phone.choose("how", "hotseat")
    phone.press("Save")
    alert = phone.page.locator(
        ".field", has=phone.page.locator("[name=overbid]")
    ).get_by_role("alert")
    alert.get_by_text("With no bid to go over").wait_for()
    expect(phone.page.locator("[name=discards][value='2']")).to_be_checked()
