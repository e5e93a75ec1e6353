"""A table is opened: its names are typed, and what stands between them and the first
deal."""

import re

from playwright.sync_api import Page

OPENED = re.compile(r"/t/\w+/(phones)?$")


def open_table(page: Page) -> None:
    """From the names to the table, on one phone: the others may come later. A table in
    the pocket has no others, so it opens without the page of phones."""
    page.locator("form[data-entry] .act .btn-go, form.entry .act .btn-go").last.click()
    page.wait_for_url(OPENED)
    if page.url.endswith("/phones"):
        page.locator(".act a.btn-go").click()
    page.wait_for_url("**/t/*/")
