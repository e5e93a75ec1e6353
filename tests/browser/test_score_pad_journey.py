"""A person sets up a pad for a game that we don't have, and keeps its score: two rounds,
a mistake and its correction, to the sheet on paper."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    SMALL_PHONE,
    OpenPage,
    find_barriers,
    overflows,
    proof,
    shoot,
)
from tests.browser.opening import open_table
from tests.browser.seats import join
from tests.conftest import LiveServer

PEOPLE = ("Ann", "Ben", "Cy")
MOST = 12
LONG_NAMES = (
    "Maximiliane Oberhuber",
    "Bartholomäus von Stein",
    "Alexandra Papadopoulou",
    "Jean-Christophe Delacroix",
    "Wilhelmina Featherstone",
    "Muhammad al-Khwarizmi",
    "Anastasia Petrovna Roman",
    "Guðmundur Sigurðsson",
    "Srinivasa Ramanujan",
    "Hans-Dietrich Müller-Lüd",
    "Penelope Cruz Sánchez",
    "Ngozi Okonjo-Iweala",
)


@pytest.fixture
def page(open_page: OpenPage) -> Iterator[Page]:
    yield open_page(SMALL_PHONE)


def sits(page: Page) -> None:
    for seat in range(1, MOST + 1):
        name = PEOPLE[seat - 1] if seat <= len(PEOPLE) else ""
        page.fill(f"[name=seat{seat}]", name)


def save(page: Page) -> None:
    page.get_by_role("button", name="Save").click()


def stands_at(page: Page, *totals: str) -> None:
    shown = page.locator(".strip :is(.side > b, .side-pt b)")
    expect(shown).to_have_text(list(totals))


def test_ten_thousand(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/new")
    page.get_by_role("link", name=re.compile("^Score pad")).click()
    sits(page)
    phones = page.locator("label", has=page.locator("[name=own]"))
    expect(phones.locator("visible=true")).to_have_text([*PEOPLE, "None of them"])
    page.get_by_text("Rules of this table").click()
    page.fill("[name=game]", "Ten Thousand")
    page.locator("label", has=page.locator("[name=end][value=target]")).click()
    page.fill("[name=target]", "1000")
    shoot(page, "score-pad-rules")
    assert find_barriers(page) == []
    page.get_by_text("Back to the names").click()
    open_table(page)
    expect(page.locator(".where")).to_contain_text("Ten Thousand")
    assert overflows(page) <= 0

    # round 1, with points below zero and an empty field
    page.fill("[name=points1]", "450")
    page.fill("[name=points3]", "50")
    page.locator("label", has=page.locator("[name=minus3]")).click()
    shoot(page, "score-pad-points")
    assert find_barriers(page) == []
    save(page)
    stands_at(page, "450", "0", "−50")

    # round 2: a slip of the finger, corrected on the sheet
    expect(page.locator("[name=points1]")).to_have_value("")
    page.fill("[name=points2]", "900")
    save(page)
    stands_at(page, "450", "900", "−50")
    address = page.url.split("?")[0]
    page.goto(f"{address}sheet")
    page.locator("#pad a:not(.fix)").last.click()
    page.locator(".why a.link[href$=correct]").last.click()
    page.fill("[name=points2]", "90")
    save(page)
    stands_at(page, "450", "90", "−50")
    page.goto(f"{address}sheet")
    expect(page.locator("#pad")).to_contain_text("Ann leads with 450")
    shoot(page, "score-pad-sheet")
    assert find_barriers(page) == []
    link = page.get_by_role("link", name="PDF", exact=True).get_attribute("href")
    assert link and "Ann leads with 450" in proof(page, link)

    # next time it comes first
    page.goto(f"{server.url}/new/score-pad")
    first = page.locator("nav[aria-labelledby=presets] a").first
    expect(first).to_have_text("Ten Thousand")
    expect(first).to_have_attribute("aria-current", "true")


def test_twelve_long_names_leave_room_for_the_numbers(
    page: Page, server: LiveServer
) -> None:
    page.goto(f"{server.url}/new/score-pad?preset=uno")
    for seat, name in enumerate(LONG_NAMES, start=1):
        page.fill(f"[name=seat{seat}]", name)
    open_table(page)
    for seat in range(1, MOST + 1):
        page.fill(f"[name=points{seat}]", str(seat * 10))
    expect(page.locator(".worth")).to_contain_text("+120")
    assert height(page, ".strip") < 150
    assert height(page, "form.entry .act") < 150
    save(page)
    expect(page.locator(".slab")).to_contain_text("+120")
    assert height(page, ".slab") < 90


def height(page: Page, part: str) -> float:
    box = page.locator(part).first.bounding_box()
    assert box
    return box["height"]


def test_canasta_by_sides(page: Page, server: LiveServer) -> None:
    """A game that we don't have, from the first page: its name is one tap away."""
    page.goto(f"{server.url}/new/score-pad")
    page.get_by_role("link", name="Another game? Name it here").click()
    expect(page.locator("[name=game]")).to_be_visible()
    page.fill("[name=game]", "Canasta")
    page.locator("label", has=page.locator("[name=sides][value=opposite]")).click()
    page.locator("label", has=page.locator("[name=end][value=target]")).click()
    page.fill("[name=target]", "5000")
    page.get_by_text("Back to the names").click()
    for seat in range(1, MOST + 1):
        names = (*PEOPLE, "Di")
        page.fill(f"[name=seat{seat}]", names[seat - 1] if seat <= len(names) else "")
    open_table(page)
    page.fill("[name=points1]", "745")
    page.fill("[name=points2]", "120")
    page.locator("label", has=page.locator("[name=minus2]")).click()
    save(page)
    expect(page.locator("#ask")).to_contain_text("Ann & Cy +745, Ben & Di −120")
    assert find_barriers(page) == []


def test_a_turn_of_yahtzee_is_two_taps(page: Page, server: LiveServer) -> None:
    page.goto(f"{server.url}/new/score-pad?preset=yahtzee")
    sits(page)
    open_table(page)
    shoot(page, "score-pad-boxes")
    assert overflows(page) <= 0
    assert find_barriers(page) == []
    box = page.locator("label", has=page.locator("[value='yahtzee.full-house:25']"))
    box.click()
    save(page)
    stands_at(page, "25", "0", "0")
    expect(page.locator("#ask h2").first).to_contain_text("Ben: which box?")
    page.goto(f"{page.url.split('?')[0]}sheet")
    expect(page.locator(".box-sheet")).to_contain_text("Full house")
    shoot(page, "score-pad-box-sheet")
    assert overflows(page) <= 0
    assert find_barriers(page) == []


def test_bids_show_at_once_on_two_phones(
    open_page: OpenPage, server: LiveServer
) -> None:
    host = open_page(SMALL_PHONE)
    host.goto(f"{server.url}/new/score-pad?preset=skull-king")
    sits(host)
    open_table(host)
    host.wait_for_url("**/t/*/")
    address = host.url
    ben = open_page(SMALL_PHONE)
    join(host, ben, server, address, "Ben")
    host.goto(address)
    ben.goto(address)
    ben.fill("[name=bid2]", "1")
    shoot(ben, "score-pad-bid")
    assert find_barriers(ben) == []
    save(ben)
    expect(ben.locator("#ask")).to_contain_text("Waiting for the others")
    expect(host.locator("#ask")).to_contain_text("Done: Ben")
    host.fill("[name=bid1]", "0")
    host.fill("[name=bid3]", "1")
    save(host)
    for page in (host, ben):
        expect(page.locator("#ask")).to_contain_text("Ben, bid 1")
