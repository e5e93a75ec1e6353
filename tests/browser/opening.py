"""A table is opened: its names are typed, and what stands between them and the first
deal."""

from playwright.sync_api import Page

from tests.browser.conftest import POCKET


def open_table(page: Page) -> None:
    """From the names to the table, on one phone: the others may come later."""
    page.get_by_role("button", name="Open table").click()
    if not POCKET:
        page.wait_for_url("**/t/*/phones")
        page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_url("**/t/*/")
