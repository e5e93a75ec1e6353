"""What a form refuses: beside its question, on the screen, gone as soon as that is
answered; the status line says what is in the record and what isn't."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LANDSCAPE, SMALL_PHONE, OpenPage, Screen
from tests.browser.reading import opened
from tests.conftest import LiveServer

DEAL = {"level": "4", "denomination": "S", "declarer": "S", "tricks": "10"}
WORDS = {
    "en": (
        "Not saved:",
        "Not saved",
        "Not sent yet",
        "Saved",
    ),
    "de": (
        "Nicht gespeichert:",
        "Nicht gespeichert",
        "Noch nicht",
        "Gespeichert",
    ),
}


def answers(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.check(f"[name={name}][value='{value}']", force=True)


def saves(page: Page) -> None:
    page.locator("form[data-entry] .act .btn-go").last.click()


def refusal(page: Page) -> Locator:
    return page.locator("#page .err[role=alert]")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("missing", list(DEAL))
def test_what_is_missing_of_a_deal(
    server: LiveServer, open_page: OpenPage, missing: str, language: str
) -> None:
    page = open_page(SMALL_PHONE, locale=language)
    refused, not_saved, unsent, saved = WORDS[language]
    table = opened(page, server, "bridge")
    page.goto(f"{table}?form=quick")
    status = page.locator("#status b").first
    answers(page, **{name: value for name, value in DEAL.items() if name != missing})
    expect(status).to_contain_text(unsent)
    saves(page)
    expect(refusal(page)).to_have_count(1)
    expect(refusal(page)).to_contain_text(refused)
    expect(refusal(page)).to_be_focused()
    expect(status).to_have_text(not_saved)
    for seen in (refusal(page), page.locator(f"label:has([name={missing}])").first):
        expect(seen).to_be_in_viewport(ratio=1)
    answers(page, **{missing: DEAL[missing]})
    expect(refusal(page)).to_have_count(0)
    expect(page.locator(".bad")).to_have_count(0)
    expect(status).to_contain_text(unsent)
    saves(page)
    expect(status).to_contain_text(saved)


@pytest.mark.parametrize("screen", [SMALL_PHONE, LANDSCAPE])
def test_each_refusal_goes_with_its_own_question(
    server: LiveServer, open_page: OpenPage, screen: Screen
) -> None:
    page = open_page(screen)
    page.goto(f"{opened(page, server, 'bridge')}?form=quick")
    answers(page, denomination="S", declarer="S")
    saves(page)
    expect(refusal(page)).to_have_count(2)
    answers(page, level="4")
    expect(refusal(page)).to_have_count(1)
    expect(refusal(page)).to_contain_text("tricks")
    answers(page, tricks="10")
    expect(refusal(page)).to_have_count(0)


def test_a_count_without_points(server: LiveServer, open_page: OpenPage) -> None:
    page = open_page(SMALL_PHONE)
    table = opened(page, server, "rook")
    page.goto(f"{table}?form=bid")
    answers(page, bidder="1", amount="120", trump="R")
    saves(page)
    expect(page.locator(".back")).to_be_visible()
    page.goto(f"{table}?form=total")
    saves(page)
    expect(refusal(page).first).to_be_in_viewport(ratio=1)
    answers(page, hundreds="100", points="30")
    expect(refusal(page)).to_have_count(0)
