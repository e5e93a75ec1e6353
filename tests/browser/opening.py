"""A table is opened: its names are typed, and what stands between them and the first
deal."""

from playwright.sync_api import Page

from tests.browser.conftest import POCKET


def open_table(page: Page) -> None:
    """From the names to the table, on one phone: the others may come later."""
    page.locator("form[data-entry] .act .btn-go, form.entry .act .btn-go").last.click()
    if not POCKET:
        page.wait_for_url("**/t/*/phones")
        page.locator(".act a.btn-go").click()
    page.wait_for_url("**/t/*/")
