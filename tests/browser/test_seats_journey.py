"""Three phones at one table: the host's, West's own, and somebody who only watches."""

from playwright.sync_api import expect

from tests.browser.conftest import (
    PHONE,
    SMALL_PHONE,
    OpenPage,
    find_barriers,
    overflows,
    shoot,
)
from tests.browser.seats import join, lay
from tests.conftest import LiveServer


def test_three_phones_at_one_table(
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    host = open_page(PHONE)
    west = open_page(SMALL_PHONE)
    watcher = open_page(PHONE)
    table = lay(host, server, "joker-bridge")
    host.get_by_role("link", name="On the phones").click()
    expect(host.get_by_role("heading", name="Phones")).to_be_visible()
    shoot(host, "phones")
    join(host, west, server, table, "Marek")
    assert "/j/" not in west.url

    # West enters the deal on a phone of their own; all see that it was West.
    west.goto(table + "?form=quick")
    for name, value in (
        ("level", "4"),
        ("denomination", "S"),
        ("declarer", "S"),
        ("tricks", "10"),
    ):
        west.locator(f'input[name="{name}"][value="{value}"]').check(force=True)
    west.locator(".extra > summary", has_text="Hidden card").click()
    west.locator('input[name="hidden_0_card"][value="none"]').check(force=True)
    west.get_by_role("button", name="Save the deal").click()
    expect(west.locator(".status")).to_contain_text("Saved")
    host.goto(table + "log")
    expect(host.locator(".log").first).to_contain_text("Marek on their own phone")
    expect(host.locator(".log li").first).to_contain_text("Marek")

    # What is West's alone is done on West's phone; the host is told how to have the
    # seat back.
    host.goto(table + "ask/play/hand?n=1&lead=W")
    expect(host.get_by_role("alert")).to_contain_text("take the seat to this phone")
    west.goto(table + "ask/play/hand?n=1&lead=W")
    expect(west.locator('input[name="held"]').first).to_be_attached()

    # Somebody who only watches sees the score and no form.
    watcher.goto(table)
    expect(watcher.locator(".slab")).to_contain_text("Deal 1")
    assert watcher.locator('input[name="level"]').count() == 0
    shoot(watcher, "watcher")
    watcher.goto(table + "evening/dealer")
    expect(watcher.get_by_role("alert")).to_contain_text("no seat at the table")

    # The seat is had back: West's phone watches now.
    host.goto(table + "phones")
    shoot(host, "phones-of-two")
    host.get_by_role("button", name="Take back").click()
    expect(host.get_by_text("own phone", exact=True)).to_have_count(0)
    west.goto(table + "phones")
    expect(west.get_by_text("This phone is watching")).to_be_visible()
    for page in (host, west, watcher):
        page.goto(table + "phones")
        assert not find_barriers(page)
        assert overflows(page) <= 0


def test_without_scripts_a_phone_joins_too(
    server: LiveServer, open_page: OpenPage
) -> None:
    host = open_page(PHONE)
    west = open_page(PHONE, has_script=False)
    table = lay(host, server, "bridge")
    join(host, west, server, table, "Marek")
    expect(west.get_by_text("Deal 1")).to_be_visible()
