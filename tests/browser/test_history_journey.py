"""A thousand-and-one evenings on a small phone: found again, carried on, played once
more."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from benchmarks.seasons import fill, seasons
from scorekeeper.store import FILE_NAME, Store
from tests.browser.conftest import (
    SMALL_PHONE,
    OpenPage,
    find_barriers,
    overflows,
    shoot,
)
from tests.conftest import LiveServer, StartServer

SESSIONS = 60


@pytest.fixture(scope="module")
def server(
    start_server: StartServer, tmp_path_factory: pytest.TempPathFactory
) -> LiveServer:
    folder: Path = tmp_path_factory.mktemp("seasons")
    store = Store(folder / FILE_NAME)
    fill(store, seasons(SESSIONS, seed=6, hands=2))
    store.close()
    return start_server(instance=folder)


def sees(page: Page, words: str) -> None:
    expect(page.locator("main")).to_contain_text(words)


def test_an_evening_is_found_and_played_again(
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    page = open_page(SMALL_PHONE)
    page.goto(server.url)
    page.get_by_role("link", name="History").click()
    expect(page.locator("h1", has_text="History")).to_be_visible()
    shoot(page, "history")
    assert overflows(page) <= 0 and find_barriers(page) == []
    expect(page.locator("a.tab")).to_have_count(20)
    page.get_by_role("link", name="Older").click()
    expect(page.get_by_role("link", name="Latest")).to_be_visible()
    # By name, then among these an unfinished one, by opening what stands closed.
    page.get_by_label("Player names").fill("dagny")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".picks")).to_contain_text("dagny")
    page.locator("summary").click()
    page.get_by_label("Unfinished only").check()
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".picks")).to_contain_text("Unfinished")
    assert overflows(page) <= 0 and find_barriers(page) == []
    shoot(page, "history-found")
    page.get_by_role("link", name="Remove filter: Unfinished").click()
    expect(page.locator(".picks")).not_to_contain_text("Unfinished")
    # A group, and the same again.
    page.get_by_role("link", name="Groups").click()
    page.locator("a.go").first.click()
    sees(page, "Play again")
    shoot(page, "history-group")
    assert overflows(page) <= 0 and find_barriers(page) == []
    page.locator("form.again button").first.click()
    page.wait_for_url(re.compile(r"/t/[^/]+/(house-rules|$)"))


@pytest.mark.parametrize("width", [320, 844])
def test_without_script_and_on_any_screen(
    server: LiveServer, open_page: OpenPage, width: int
) -> None:
    page = open_page(SMALL_PHONE, has_script=False)
    page.set_viewport_size({"width": width, "height": 568})
    page.goto(f"{server.url}/history/?q=o+su&open=1&since=2025-01-01")
    assert overflows(page) <= 0
    page.get_by_label("Player names").fill("zoe")
    page.get_by_role("button", name="Search").click()
    sees(page, "Zoë")
    assert overflows(page) <= 0
    page.goto(f"{server.url}/history/groups")
    assert overflows(page) <= 0
