"""The browser and the live server work together."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, OpenPage, Shoot
from tests.conftest import LiveServer


def test_the_home_page_opens(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page()
    answer = page.goto(server.url)
    assert answer is not None and answer.ok
    expect(page.locator("h1")).to_have_count(1)


def test_the_home_page_opens_without_script(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(DESKTOP, has_script=False)
    page.goto(server.url)
    expect(page.locator("h1")).to_have_count(1)


def test_pictures_are_taken(server: LiveServer, open_page: OpenPage, shoot: Shoot) -> None:
    page: Page = open_page(DESKTOP)
    page.goto(server.url)
    pictures = shoot(page, "home", has_every_screen=True)
    assert len(pictures) == 8
    assert all(picture.stat().st_size > 1000 for picture in pictures)
