"""The browser and the live server work together."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import DESKTOP, SMALL_PHONE, OpenPage, shoot
from tests.conftest import LiveServer


def test_the_home_page_opens(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page()
    answer = page.goto(server.url)
    assert answer is not None and answer.ok
    expect(page.locator("h1")).to_have_count(1)


def test_a_page_brings_no_other_that_nobody_sees(
    server: LiveServer, open_page: OpenPage, browser: Browser
) -> None:
    """Those of the address line took two fifths of the time of the journeys."""
    open_page().goto(server.url)
    asked = browser.new_browser_cdp_session()
    every = asked.send("Target.getTargets", {"filter": [{}]})["targetInfos"]
    assert not [one["url"] for one in every if one["url"].startswith("chrome:")]
    assert server.url in " ".join(one["url"] for one in every)


def test_all_that_playwright_switches_off_is_off(browser: Browser) -> None:
    """Of several lists the last one counts."""
    asked = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    (running,) = (one["id"] for one in asked["processInfo"] if one["type"] == "browser")
    command = Path(f"/proc/{running}/cmdline").read_text().split("\0")
    switch = "--disable-features="
    lists = [
        set(word.removeprefix(switch).split(","))
        for word in command
        if word.startswith(switch)
    ]
    assert len(lists) > 1
    assert set.union(*lists) == lists[-1]


def test_the_home_page_opens_without_script(
    server: LiveServer, open_page: OpenPage
) -> None:
    page = open_page(DESKTOP, has_script=False)
    page.goto(server.url)
    expect(page.locator("h1")).to_have_count(1)


def test_pictures_are_taken(server: LiveServer, open_page: OpenPage) -> None:
    page: Page = open_page(DESKTOP)
    page.goto(server.url)
    pictures = shoot(page, "home", is_wanted=True)
    assert len(pictures) == 8
    assert all(picture.stat().st_size > 1000 for picture in pictures)


LOOKS = """() => [...document.querySelectorAll("body, body *")].flatMap((one) =>
    [undefined, "::before", "::after"].flatMap((part) => {
        const look = getComputedStyle(one, part);
        const named = `${one.localName} ${one.className} ${part || ""}`;
        return [...look].map((name) => `${named} ${name}: ${look.getPropertyValue(name)}`);
    })
)"""


def test_a_first_page_looks_the_same_before_its_style_sheets_come(
    server: LiveServer, open_page: OpenPage
) -> None:
    page = open_page(SMALL_PHONE)
    held = list[Route]()
    page.route("**/*.woff2*", lambda font: font.abort())
    page.route("**/*.css?*", lambda sheet: held.append(sheet))
    page.goto(f"{server.url}/new/bridge", wait_until="domcontentloaded")
    links = page.locator("link[rel=stylesheet]:not([href*='/games/'])")
    expect(links).to_have_attribute("href", re.compile("app.css"))
    before = page.evaluate(LOOKS)
    for route in held:
        route.continue_()
    expect(page.locator("head > style")).to_have_count(0)
    after = page.evaluate(LOOKS)
    assert [
        pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]
    ] == []
    assert held and len(before) > 10_000


def test_a_style_sheet_that_failed_is_asked_for_again(
    server: LiveServer, open_page: OpenPage
) -> None:
    page = open_page()
    failed = list[str]()

    def fails_once(route: Route) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.abort()

    page.route("**/app.css*", fails_once)
    page.goto(server.url)
    expect(page.locator("head > style")).to_have_count(0)
    assert failed and page.evaluate("document.styleSheets.length") > 0
