"""Phones that come to a table."""

import re

from playwright.sync_api import Page

from tests.browser.opening import open_table
from tests.conftest import LiveServer

PEOPLE = ("Ingrid", "Tom", "Priya", "Marek")


def lay(page: Page, server: LiveServer, slug: str, **settings: str) -> str:
    page.goto(f"{server.url}/new/{slug}")
    for field, name in zip(
        page.locator("input[name^=seat]").all(), PEOPLE, strict=True
    ):
        field.fill(name)
    for name, value in settings.items():
        choice = page.locator(f'input[name="{name}"][value="{value}"]')
        choice.evaluate("one => { one.checked = true; }")  # in a drawer that is shut
    open_table(page)
    page.wait_for_url("**/t/*/")
    return page.url


def join(host: Page, page: Page, server: LiveServer, table: str, person: str) -> None:
    """Type the code that the host's phone shows, and tap one's name."""
    host.goto(table + "phones")
    code = host.locator(".say").inner_text().replace("\n", " ")
    page.goto(server.url + "/")
    page.get_by_role("link", name="Join").click()
    page.get_by_label("The table’s code").fill(code)
    page.get_by_role("button", name="Join").click()
    page.get_by_role("button", name=person).click()
    page.wait_for_url(re.compile(r"/t/[^/]+/(\?.*)?$"))
