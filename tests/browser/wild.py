"""What is printed of a deal with Jokers."""

import io
import re

from playwright.sync_api import Page
from pypdf import PdfReader

from tests.browser.conftest import SCREENSHOTS, paper


def printed(page: Page, table: str, name: str) -> str:
    """All the words of the sheet that is downloaded from the page with the score.

    The sheet itself is put beside the pictures under `name`.
    """
    page.goto(table + "sheet")
    address = page.get_by_role("link", name="Scoresheet as PDF").get_attribute("href")
    made = paper(page, address or "")
    SCREENSHOTS.mkdir(exist_ok=True)
    (SCREENSHOTS / f"{name}.pdf").write_bytes(made)
    pages = PdfReader(io.BytesIO(made)).pages
    return plain(" ".join(one.extract_text() for one in pages))


def plain(text: str) -> str:
    """Words without what only sets them: runs of spaces, joiners, hyphens at a line's
    end."""
    return re.sub(
        r"\s+", " ", re.sub("[\u00a0\u202f]", " ", text.replace("\u2060", ""))
    ).replace("- ", "-")
