"""What a watching phone can tap after another phone has saved something."""

from itertools import permutations

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.games import GAMES
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.reading import UNDRAWN, opened
from tests.browser.rook import Phone
from tests.conftest import LiveServer

MORPHED = """async (address) => {
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  await htmx.swap({ text: fresh.getElementById("page").outerHTML,
    target: document.getElementById("page"), select: "#page",
    swap: "outerMorph show:none", sourceElement: document.body });
}"""
"""One page turned into another as live.js does when the table has moved."""


def test_a_watching_phone_can_answer_what_is_asked_next(
    server: LiveServer, open_page: OpenPage
) -> None:
    """Chromium once forgot to draw the answers of a form that came in place of
    another."""
    phone = Phone(open_page(PHONE))
    phone.opens(server.url)
    table = phone.page.url.partition("?")[0]
    other = open_page(PHONE, storage_state=phone.page.context.storage_state())
    phone.page.goto(f"{table}?form=bid")
    other.goto(f"{table}?form=bid")
    expect(other.locator("body")).to_have_attribute("data-live", "on")
    for bidder, side in (("Priya", "Tom"), ("Marek", "Ingrid"), ("Ingrid", "Tom")):
        phone.bids(bidder, 120, "G")
        follows(other, "party")
        phone.counts(side, 125)
        follows(other, "bidder")


def follows(other: Page, asked: str) -> None:
    """The other phone asks this too, and everything that answers it is drawn."""
    expect(other.locator(f"#page [name={asked}]").first).to_be_attached()
    assert other.evaluate(UNDRAWN) == []


@pytest.mark.parametrize("slug", GAMES)
def test_each_form_of_a_game_is_drawn_in_place_of_each_other(
    server: LiveServer, open_page: OpenPage, slug: str
) -> None:
    page = open_page(PHONE)
    table = opened(page, server, slug).partition("?")[0]
    forms = [
        f"{table}?form={form.NAME}"
        for form in GAMES[slug].flow.forms
        if page.request.get(f"{table}?form={form.NAME}").ok
    ]
    assert forms
    page.goto(table)
    page.wait_for_function("() => window.htmx")
    for before, after in permutations([*forms, f"{table}settings"], 2):
        for address in (before, after):
            page.evaluate(MORPHED, address)
            assert page.evaluate(UNDRAWN) == [], (before, after)
