"""Several phones at one table: what one enters the others see, whatever the connection
does."""

import time
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import (
    DESKTOP,
    PATIENCE,
    PHONE,
    SMALL_PHONE,
    OpenPage,
    Screen,
    find_barriers,
    shoot,
)
from tests.browser.opening import open_table
from tests.conftest import LiveServer, StartServer

PEOPLE = {"N": "Ingrid", "E": "Tom", "S": "Priya", "W": "Marek"}
CALLED = 6
"""The first call: four people sit down before it, and the phone says which seat is its
own."""
SOON = 1000
"""Milliseconds within which an entry is on the other phones."""
MARK = "document.documentElement.dataset.stays = 'yes'"
STAYS = "document.documentElement.dataset.stays"


@dataclass
class Table:
    """A table that was laid on one phone, and how others come to it."""

    url: str
    host: Page
    open_page: OpenPage

    def also_host(self, screen: Screen = PHONE, at: str = "") -> Page:
        """Another window of the host's phone, which may enter too."""
        page = self.open_page(screen, storage_state=self.host.context.storage_state())
        return follows(page, self.url + at)

    def watcher(self, screen: Screen = PHONE, at: str = "", **settings: object) -> Page:
        """Somebody else's phone, which only reads."""
        return follows(self.open_page(screen, **settings), self.url + at)


def follows(page: Page, address: str) -> Page:
    """The page at this address, once it follows its table."""
    page.goto(address)
    linked(page)
    return page


def linked(page: Page, word: str = "on") -> None:
    expect(page.locator("body")).to_have_attribute("data-live", word)


def lay(server: LiveServer, open_page: OpenPage, word: str = "on") -> Table:
    page = open_page()
    page.goto(server.url + "/new/joker-bridge")
    for seat, person in PEOPLE.items():
        page.locator(f'[name="seat{seat}"]').fill(person)
    open_table(page)
    expect(page.locator(".where h1")).to_have_text("Deal 1")
    linked(page, word)
    return Table(page.url.partition("?")[0], page, open_page)


@pytest.fixture
def table(server: LiveServer, open_page: OpenPage) -> Table:
    return lay(server, open_page)


def bid(page: Page, level: int = 1, call: str = "1C") -> None:
    """Make a call, asked again before it is made."""
    page.goto(page.url.partition("?")[0] + f"?form=auction&call={call}")
    linked(page)
    page.locator(f'button[name="call"][value="{call}"]').last.click()


def last(page: Page, entry: int) -> None:
    """The page shows the table up to this entry."""
    expect(page.locator("#status")).to_have_attribute("data-entry", str(entry))


def test_an_entry_is_on_the_other_phone_without_a_reload(table: Table) -> None:
    other = table.also_host(SMALL_PHONE, "?form=auction")
    other.evaluate(MARK)
    before = other.locator(".turn").inner_text()
    bid(table.host)
    expect(other.locator(".turn")).not_to_have_text(before)
    last(other, CALLED)
    assert other.evaluate(STAYS) == "yes"


def test_the_time_from_a_tap_to_the_other_phone(table: Table) -> None:
    other = table.also_host(SMALL_PHONE, "?form=auction")
    table.host.goto(table.url + "?form=auction&call=1C")
    linked(table.host)
    other.evaluate(
        "new MutationObserver(() => window.seen ||= Date.now())"
        ".observe(document.getElementById('page'), {subtree: true, childList: true,"
        " characterData: true, attributes: true})"
    )
    table.host.evaluate(
        "document.addEventListener('click', () => window.tapped = Date.now(), true)"
    )
    other.wait_for_timeout(1500)  # presence has been told
    other.evaluate("window.seen = 0")
    table.host.locator('button[name="call"][value="1C"]').last.click()
    last(other, CALLED)
    tapped = table.host.evaluate("window.tapped")
    seen = next(filter(None, (looked(other) for _ in range(PATIENCE // 20))))
    print(f"tap to the other phone: {seen - tapped} ms")


def looked(page: Page) -> int:
    """When the page was seen to change; 0 while it wasn't."""
    page.wait_for_timeout(20)
    return int(page.evaluate("window.seen"))


def test_what_is_typed_stays_and_the_page_says_what_came(table: Table) -> None:
    other = table.also_host(SMALL_PHONE, "evening/adjusted")
    note = other.locator("main input[type=text], main input.in").first
    note.click()
    note.press_sequentially("12")
    expect(other.locator(".meanwhile")).to_be_hidden()
    bid(table.host)
    expect(other.locator(".meanwhile")).to_be_visible()
    expect(other.locator(".meanwhile")).to_contain_text("1")
    expect(note).to_have_value("12")
    expect(note).to_be_focused()
    shoot(other, "live-meanwhile")
    other.locator(".meanwhile").click()
    last(other, CALLED)
    expect(other.locator(".meanwhile")).to_be_hidden()


def test_the_sheet_keeps_its_reasons_open_and_its_place(table: Table) -> None:
    quick(table.host)
    other = table.watcher(SMALL_PHONE, "sheet")
    other.locator("a.ent[href*=why]").first.click()
    expect(other.locator(".why")).to_be_visible()
    other.evaluate("window.scrollTo(0, 120)")
    at = other.evaluate("window.scrollY")
    other.evaluate(MARK)
    quick(table.host)
    expect(other.locator("a.played")).to_have_count(2)
    expect(other.locator(".why")).to_be_visible()
    assert other.evaluate("window.scrollY") == at
    assert other.evaluate(STAYS) == "yes"


def test_nothing_moves_under_a_finger_and_what_is_unfolded_stays(table: Table) -> None:
    other = table.also_host(SMALL_PHONE, "?form=auction")
    unfolded = other.locator("#page details").first
    unfolded.locator("summary").first.click()
    box = unfolded.locator("summary").first.bounding_box()
    assert box
    other.mouse.move(box["x"] + 5, box["y"] - 5)
    other.mouse.down()
    bid(table.host)
    expect(other.locator("#strip")).to_be_visible()
    last(table.host, 6)
    other.wait_for_timeout(SOON)
    assert int(other.locator("#status").get_attribute("data-entry") or 0) < 6
    other.mouse.up()
    last(other, CALLED)
    expect(unfolded).to_have_attribute("open", "")


def test_a_second_tap_at_once_holds_the_page_too(table: Table) -> None:
    other = table.also_host(SMALL_PHONE, "?form=auction")
    other.evaluate(
        "for (const kind of ['pointerdown', 'pointerup', 'click', 'pointerdown'])"
        " document.body.dispatchEvent(new Event(kind, {bubbles: true}))"
    )
    bid(table.host)
    last(table.host, CALLED)
    other.wait_for_timeout(SOON)
    assert int(other.locator("#status").get_attribute("data-entry") or 0) < CALLED
    other.evaluate(
        "document.body.dispatchEvent(new Event('pointerup', {bubbles: true}))"
    )
    last(other, CALLED)


def test_the_sheet_beside_the_table_follows(table: Table) -> None:
    other = table.also_host(DESKTOP)
    quick(table.host)
    expect(other.locator(".beside a.played")).to_have_count(1)


def test_a_phone_that_was_away_catches_up_with_one_state(table: Table) -> None:
    other = table.also_host(SMALL_PHONE)
    other.context.set_offline(True)
    linked(other, "off")
    for _ in range(3):
        quick(table.host)
    asked: list[str] = []
    other.on("request", lambda one: asked.append(one.url))
    other.context.set_offline(False)
    expect(other.locator(".where h1")).to_have_text("Deal 4")
    linked(other)
    assert asked.count(table.url) == 1, asked


def test_a_restarted_server_is_found_again(
    start_server: StartServer, open_page: OpenPage
) -> None:
    server = start_server()
    table = lay(server, open_page)
    other = table.watcher(SMALL_PHONE)
    stopping = time.monotonic()
    server.process.terminate()
    server.process.wait(timeout=60)
    assert time.monotonic() - stopping < 5
    linked(other, "off")
    start_server(instance=server.instance, port=int(server.url.rpartition(":")[2]))
    linked(other)
    quick(table.host)
    expect(other.locator(".where h1")).to_have_text("Deal 2")


def test_a_page_opens_one_stream_before_the_rest_is_there(table: Table) -> None:
    """It is open while the script that shows what it says is still awaited."""
    page = table.open_page(PHONE)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url.partition("?")[0]))
    held = list[Route]()
    page.route("**/static/later.js*", lambda route: held.append(route))
    with page.expect_request("**/live"):
        page.goto(table.url, wait_until="commit")
    quick(table.host)
    page.wait_for_timeout(SOON)
    assert page.locator("body").get_attribute("data-live") is None
    for route in held:
        route.continue_()
    linked(page)
    expect(page.locator(".where h1")).to_have_text("Deal 2")
    assert sum(address.endswith("/live") for address in asked) == 1


def test_where_streams_run_out_the_page_polls(
    start_server: StartServer, open_page: OpenPage
) -> None:
    table = lay(start_server("--streams", "0"), open_page, "poll")
    other = open_page(SMALL_PHONE)
    other.goto(table.url)
    linked(other, "poll")
    quick(table.host)
    expect(other.locator(".where h1")).to_have_text("Deal 2")


def test_the_big_screen_follows(table: Table) -> None:
    screen = table.watcher(DESKTOP, "tv")
    quick(table.host)
    expect(screen.locator(".tv-last")).to_contain_text("Deal 1")
    expect(screen.locator(".tv-pad .pad")).to_contain_text("below the line")
    expect(screen.locator(".tv header")).to_contain_text("Deal 2")
    shoot(screen, "live-tv")
    assert not find_barriers(screen)


def test_who_is_there_is_shown(table: Table) -> None:
    expect(table.host.locator(".there")).to_have_count(0)
    table.watcher(SMALL_PHONE, user_agent="another phone")
    expect(table.host.locator(".there")).to_be_visible()
    expect(table.host.locator(".there .vh")).to_contain_text("Ingrid")
    shoot(table.host, "live-there")
    table.host.locator(".there").click()
    expect(table.host.locator(".round .code")).to_be_visible()


def quick(page: Page) -> None:
    """Enter a deal on its one page."""
    page.goto(page.url.partition("?")[0] + "?form=quick")
    folded = page.locator("details.extra:not([open]) > summary", has_text="Hidden")
    if folded.count():
        folded.click()
    page.locator(".deck summary").first.click()
    for name, value in (
        ("level", "1"),
        ("denomination", "S"),
        ("declarer", "N"),
        ("tricks", "7"),
        ("hidden_0_holder", "E"),
        ("hidden_0_card", "none"),
    ):
        page.locator(f'[name="{name}"][value="{value}"]').check(force=True)
    before = page.locator(".where h1").inner_text()
    page.get_by_role("button", name="Save the deal").click()
    expect(page.locator(".where h1")).not_to_have_text(before)


def test_a_table_that_its_host_deletes_says_so_on_the_other_phones(
    table: Table,
) -> None:
    other = table.also_host(SMALL_PHONE, "?form=auction")
    lost = table.also_host(SMALL_PHONE, "?form=auction&call=1C")
    lost.context.set_offline(True)
    lost.locator('button[name="call"][value="1C"]').last.click()
    table.host.goto(table.url + "remove")
    table.host.get_by_role("button", name="Delete this table").click()
    words = "This table was deleted"
    expect(other.locator("main")).to_contain_text(words)
    shoot(other, "table-deleted")
    other.reload()
    expect(other.locator("main")).to_contain_text(words)
    lost.context.set_offline(False)
    expect(lost.locator("main")).to_contain_text(words)
    expect(lost.locator("#outbox")).to_contain_text("Not saved")
    shoot(lost, "table-deleted-waiting")
    lost.reload()
    expect(lost.locator("#outbox")).to_contain_text("Not saved")
    lost.get_by_role("button", name="Discard").click()
    expect(lost.locator("#outbox")).to_be_hidden()
    lost.reload()
    expect(lost.locator("#outbox")).to_be_hidden()


def test_every_page_of_a_deleted_table_says_so(table: Table) -> None:
    """Of a phone that only reads: live, after a reload, and where it goes back to."""
    words = "This table was deleted"
    pages = [
        table.watcher(SMALL_PHONE, at) for at in ("", "sheet", "board", "tv", "log")
    ]
    table.host.goto(table.url + "remove")
    table.host.get_by_role("button", name="Delete this table").click()
    for page in pages:
        expect(page.locator("body")).to_contain_text(words)
        page.reload()
        expect(page.locator("body")).to_contain_text(words)
    pages[0].goto(table.url + "phones")
    expect(pages[0].locator("main")).to_contain_text(words)
    pages[0].get_by_role("link", name="Home").first.click()
    expect(pages[0].locator("main")).not_to_contain_text(words)
