"""A rubber of each other game of the family, on a small phone, from the new table to
the PDF."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    POCKET,
    SMALL_PHONE,
    OpenPage,
    overflows,
    proof,
    turning,
)
from tests.browser.opening import open_table
from tests.conftest import LiveServer

PEOPLE = {"N": "Ingrid", "E": "Tom", "S": "Priya", "W": "Marek"}
TAP = 44

Deal = tuple[str, str, int]

PLAIN: tuple[Deal, ...] = (
    # 2♠ and one: 60 below, 30 over
    ("2S", "S", 9),
    # 3NT by West, one off: N–S +50
    ("3NT", "W", 8),
    # 2♥ made: 60 below; with the 60 before it a game
    ("2H", "N", 8),
    # 4♠ doubled, vulnerable, two off: E–W +500
    ("4SX", "S", 8),
    # 5♦ doubled and one: 200 below, a game; 100 over, 50 insult
    ("5DX", "W", 12),
    # 6♥, vulnerable: 180 below, 750 slam, the rubber two to one: 500
    ("6H", "S", 12),
)
PLAIN_TOTALS = ("1,630", "850")
"""N–S 60+30+50+60+180+750+500; E–W 500+200+100+50."""

CROWNS: tuple[Deal, ...] = (
    # 0NT made: 10 below; eight tricks are one over: 30
    ("0NT", "N", 8),
    # 3★ made: as no trump, 100 below, a game
    ("3*", "E", 10),
    # 2★ redoubled, vulnerable, one off: N–S +400
    ("2*XX", "W", 8),
    # 6★: thirteen tricks, small slam; 190 below, 500: a game
    ("6*", "S", 13),
    # 7NT: all fourteen, vulnerable: 220 below, 1,500, the rubber two to one: 500
    ("7NT", "N", 14),
)
CROWNS_TOTALS = ("3,350", "100")
"""N–S 10+30+400+190+500+220+1500+500; E–W 100."""

SHARES = """() => {
  navigator.canShare = () => true;
  navigator.share = async (told) => { window.shared = told; };
}"""
"""A phone with a way of its own to share; a function, since an expression that gives
one is called at once, and then shares nothing."""


def enters(page: Page, deal: Deal) -> None:
    contract, declarer, tricks = deal
    doubling = "X" * contract.count("X")
    chosen = {
        "level": contract[0],
        "denomination": contract[1:].rstrip("X"),
        "declarer": declarer,
        "tricks": str(tricks),
    } | ({"doubling": doubling} if doubling else {})
    for name, value in chosen.items():
        cell = page.locator(f'[name="{name}"][value="{value}"]')
        box = cell.bounding_box()
        assert box is not None
        assert box["height"] >= TAP - 0.5, (name, box)
        assert box["width"] >= TAP - 0.5, (name, box)
        cell.click(force=True)
    turned = turning(page)
    page.get_by_role("button", name="Save the deal").click()
    turned()


@pytest.mark.parametrize(
    ("slug", "deals", "totals"),
    [
        ("bridge", PLAIN, PLAIN_TOTALS),
        ("deuces-wild", PLAIN, PLAIN_TOTALS),
        ("five-crowns", CROWNS, CROWNS_TOTALS),
    ],
)
def test_a_rubber_to_its_sheet(
    slug: str,
    deals: tuple[Deal, ...],
    totals: tuple[str, str],
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    page = open_page(SMALL_PHONE)
    page.goto(f"{server.url}/new/{slug}")
    for seat, name in PEOPLE.items():
        page.fill(f"[name=seat{seat}]", name)
    open_table(page)
    for number, deal in enumerate(deals, start=1):
        expect(page.locator(".where h1")).to_have_text(f"Deal {number}")
        assert overflows(page) <= 0
        enters(page, deal)
    strip = page.locator(".strip .side-pt > b")
    expect(strip.nth(0)).to_have_text(totals[0])
    expect(strip.nth(1)).to_have_text(totals[1])
    expect(page.locator("#page")).to_contain_text("win the rubber")
    if not POCKET:  # whose page can't be asked for what it saves
        page.get_by_role("link", name="The evening’s story").click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="PNG").click()
        assert saved.value.suggested_filename.startswith(f"{slug}-")
        painted = Path(saved.value.path()).read_bytes()
        assert painted.startswith(b"\x89PNG") and len(painted) > 20_000
        page.evaluate(SHARES)
        page.get_by_role("button", name="Share").click()
        for _ in range(100):  # the page lets nobody evaluate code that waits in it
            if page.evaluate("'shared' in window"):
                break
            page.wait_for_timeout(100)
        text, kind = page.evaluate("[shared.text, shared.files[0].type]")
        assert "win the rubber" in text and kind == "image/png"
        page.go_back()
    text = proof(page, "sheet.pdf")
    assert "Ingrid and Priya win the rubber" in text
    assert all(total in text for total in totals)
