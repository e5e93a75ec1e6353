"""Entries over a connection that fails: what is shown as saved is saved, once; the rest
waits."""

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import PHONE, OpenPage, find_barriers, shoot
from tests.browser.connecting import Phone
from tests.conftest import LiveServer, StartServer

ENTERED = re.compile(r"/enter/")
LATER = re.compile(r"/static/later\.")
READ = re.compile(r"/line\?")
TABLE = re.compile(r"/t/[^/?]+/(\?.*)?$")
PORTAL = "<!doctype html><title>Hotel Wi-Fi</title><body><h1>Welcome! Room number?</h1>"


@pytest.fixture
def phone(server: LiveServer, open_page: OpenPage) -> Iterator[Phone]:
    phone = Phone(open_page(PHONE))
    phone.lays(server)
    yield phone


def test_an_entry_made_offline_waits_and_is_saved_once(phone: Phone) -> None:
    phone.fills()
    phone.page.context.set_offline(True)
    phone.listens()
    phone.save.click()
    expect(phone.status).to_have_text("Waiting for a connection: 1")
    expect(phone.waiting).to_have_count(1)
    expect(phone.waiting).to_contain_text("2 · spades · Priya South · 9")
    phone.at_deal(1)  # it is not counted
    assert find_barriers(phone.page) == []
    shoot(phone.page, "waiting")
    phone.page.context.set_offline(False)
    phone.at_deal(2)
    expect(phone.status).to_contain_text("Saved")
    expect(phone.waiting).to_have_count(0)
    assert len(phone.entries()) == 1
    first, *_, last = phone.heard
    assert (first, last) == ("Sending…", phone.status.text_content())
    assert [said for said in phone.heard if "Saved" in said] == [last]
    assert "saved=" not in phone.page.url


def test_whoever_asks_offline_is_told_at_once_that_nobody_answers(phone: Phone) -> None:
    page = phone.page
    page.get_by_role("link", name="Ask").first.click()
    notice = page.locator("[data-cut-off]")
    expect(page.locator("h1", has_text="Ask")).to_be_visible()
    expect(notice).to_be_hidden()
    page.context.set_offline(True)
    expect(notice).to_be_visible()
    page.context.set_offline(False)
    expect(notice).to_be_hidden()


def test_what_waits_outlives_a_reload(phone: Phone) -> None:
    phone.fills()
    phone.page.route(ENTERED, lambda route: route.abort())
    phone.save.click()
    expect(phone.waiting).to_have_count(1)
    phone.page.reload()
    expect(phone.waiting).to_contain_text("2 · spades · Priya South · 9")
    phone.page.unroute(ENTERED)
    phone.at_deal(2)
    expect(phone.waiting).to_have_count(0)
    assert len(phone.entries()) == 1


def test_what_waits_can_be_thrown_away(phone: Phone) -> None:
    phone.fills()
    phone.page.route(ENTERED, lambda route: route.abort())
    phone.save.click()
    phone.page.get_by_role("button", name="Discard").click()
    expect(phone.waiting).to_have_count(0)
    phone.page.unroute(ENTERED)
    phone.page.reload()
    phone.at_deal(1)
    assert phone.entries() == []


def test_a_double_tap_is_one_entry(phone: Phone) -> None:
    phone.fills()
    phone.save.dblclick()
    phone.at_deal(2)
    assert len(phone.entries()) == 1


TAPS_TWICE = """([x, y]) => {
  const tap = () => document.elementFromPoint(x, y).click();
  tap();
  setTimeout(tap, 200);
}"""
"""Two taps on one place, a fifth of a second apart by the page's own clock."""


@pytest.mark.parametrize("slow", [0, 0.3], ids=["fast", "slow"])
def test_a_second_tap_does_not_call_for_the_next_player(
    phone: Phone, slow: float
) -> None:
    page = phone.page
    page.goto(page.url.partition("?")[0] + "?form=auction")
    page.route(ENTERED, lambda route: (time.sleep(slow), route.fallback()))
    button = page.locator('button[name="call"][value="Pass"]')
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    page.evaluate(TAPS_TWICE, [box["x"] + 20, box["y"] + 20])
    page.wait_for_timeout(1500)
    expect(page.locator(".auction .call")).to_have_count(1)
    button.click()  # meant for the next player, it counts
    expect(page.locator(".auction .call")).to_have_count(2)


def test_what_is_half_typed_is_offered_again_until_it_is_saved(phone: Phone) -> None:
    page = phone.page
    offer = phone.page.locator("#draft")
    phone.fills(tricks=10)
    expect(offer).to_be_hidden()
    page.get_by_role("link", name="Open the sheet").click()
    expect(page.locator("h1", has_text="Sheet").first).to_be_visible()
    expect(offer).to_be_hidden()
    page.go_back()
    expect(offer).to_be_visible()
    shoot(page, "half-typed")
    page.reload()
    offer.get_by_role("button", name="Continue").click()
    expect(offer).to_be_hidden()
    for field, value in {
        "level": 2,
        "denomination": "S",
        "declarer": "S",
        "tricks": 10,
    }.items():
        expect(page.locator(f'[name="{field}"][value="{value}"]')).to_be_checked()
    phone.save.click()
    phone.at_deal(2)
    expect(offer).to_be_hidden()
    phone.choose(level=3)
    page.reload()
    offer.get_by_role("button", name="Discard").click()
    page.reload()
    phone.at_deal(2)
    expect(offer).to_be_hidden()


def test_an_answer_lost_after_the_commit_is_one_entry(phone: Phone) -> None:
    phone.fills()
    lost: list[int] = []

    def lose(route: Route) -> None:
        lost.append(route.fetch().status)
        route.abort()

    phone.page.route(ENTERED, lose, times=1)
    phone.save.click()
    phone.at_deal(2)
    expect(phone.status).to_contain_text("Saved")
    assert lost == [201]
    assert len(phone.entries()) == 1


def test_the_page_behind_a_saved_entry_is_asked_for_again(phone: Phone) -> None:
    phone.fills()
    lost: list[str] = []

    def lose_the_first(route: Route) -> None:
        if route.request.method != "GET" or not route.request.headers.get("hx-request"):
            return route.fallback()
        lost.append(route.request.url)
        return route.abort() if len(lost) == 1 else route.fallback()

    phone.page.route("**/t/**", lose_the_first)
    phone.save.click()
    phone.at_deal(2)
    assert len(lost) > 1


def test_a_link_tapped_before_the_next_page_is_followed(phone: Phone) -> None:
    """The page behind an entry comes late; what the player went to meanwhile comes
    later still."""
    page = phone.page
    page.evaluate(
        """() => {
          const ask = window.fetch;
          window.fetch = async (address, ...options) => {
            const isLinked = String(address).includes("form=auction");
            await new Promise((done) => setTimeout(done, isLinked ? 900 : 400));
            return ask(address, ...options);
          };
        }"""
    )
    phone.fills()
    phone.save.click()
    page.get_by_role("link", name="Step by step").click()
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    phone.at_deal(2)


def test_a_captive_portal_is_no_answer(phone: Phone) -> None:
    phone.fills()
    phone.page.route(
        ENTERED,
        lambda route: route.fulfill(status=200, content_type="text/html", body=PORTAL),
    )
    phone.listens()
    phone.save.click()
    expect(phone.status).to_have_text("Waiting for a connection: 1")
    expect(phone.page.locator("#page")).not_to_contain_text("Room number")
    assert phone.heard == ["Sending…", "Waiting for a connection: 1"]
    assert phone.entries() == []
    phone.page.unroute(ENTERED)
    phone.at_deal(2)
    assert len(phone.entries()) == 1


def test_the_back_button_enters_nothing_twice(phone: Phone) -> None:
    phone.page.get_by_role("link", name="Step by step").click()
    phone.page.locator('button[name="call"][value="Pass"]').click()
    expect(phone.page.locator(".auction .call")).to_have_count(1)
    phone.page.go_back()
    expect(phone.status).to_contain_text("Saved")
    assert len(phone.entries("ass")) == 1


def test_a_server_that_restarts_takes_the_half_filled_form(
    start_server: StartServer, open_page: OpenPage
) -> None:
    phone = Phone(open_page(PHONE))
    first = start_server()
    phone.lays(first)
    phone.fills()
    first.process.terminate()
    first.process.wait(timeout=60)
    phone.save.click()
    expect(phone.status).to_have_text("Waiting for a connection: 1")
    port = int(first.url.rsplit(":", 1)[1])
    start_server(port=port, instance=first.instance)
    phone.at_deal(2)
    expect(phone.status).to_contain_text("Saved")
    assert len(phone.entries()) == 1


def test_a_forgotten_cookie_keeps_the_entry(phone: Phone) -> None:
    phone.fills()
    phone.page.context.clear_cookies(name=re.compile(r"^scorekeeper-(?!phone)"))
    phone.save.click()
    expect(phone.waiting).to_contain_text("this page is out of date")
    phone.waiting.get_by_role("button", name="Send again").click()
    phone.at_deal(2)
    assert len(phone.entries()) == 1


def test_what_is_tapped_before_htmx_comes_is_neither_lost_nor_doubled(
    server: LiveServer, open_page: OpenPage
) -> None:
    """Every form is answered with a whole page; an entry goes out, and its page turns
    later."""
    phone = Phone(open_page(PHONE))
    held = list[Route]()
    table = phone.lays(server)
    phone.page.route("**/later.js*", lambda script: held.append(script))
    phone.page.goto(table, wait_until="domcontentloaded")
    phone.page.get_by_role("link", name="Open the sheet").click()
    expect(phone.page.locator("h1", has_text="Sheet").first).to_be_visible()
    phone.page.get_by_role("link", name="Table", exact=True).click()
    phone.at_deal(1)
    phone.fills(tricks=13)
    phone.choose(level=7)
    with phone.page.expect_response(ENTERED) as answer:
        phone.save.dblclick()
    assert answer.value.status == 201
    phone.at_deal(1)
    held[-1].continue_()
    phone.at_deal(2)
    expect(phone.waiting).to_have_count(0)
    assert len(phone.entries()) == 1


def test_an_entry_that_can_never_be_taken_locks_no_page(phone: Phone) -> None:
    page = phone.page
    phone.fills()
    nowhere = "form => form.setAttribute('action', location.pathname + 'nowhere')"
    page.locator("form[data-entry]").first.evaluate(nowhere)
    phone.save.click()
    expect(phone.waiting).to_contain_text("this can’t be entered here any more")
    expect(phone.waiting.get_by_role("button", name="Send again")).to_be_hidden()
    phone.at_deal(1)
    page.reload()
    phone.at_deal(1)
    expect(phone.waiting).to_contain_text("this can’t be entered here any more")
    # the page is asked for again: a tap in the very moment in which it comes finds
    # the button of the old one gone
    before = page.locator("#page").element_handle()
    phone.waiting.get_by_role("button", name="Discard").click()
    expect(phone.waiting).to_have_count(0)
    page.wait_for_function("before => !before.isConnected", arg=before)
    phone.fills()
    phone.save.click()
    phone.at_deal(2)


def test_the_page_after_a_discarded_entry_wipes_nothing_typed_meanwhile(
    phone: Phone,
) -> None:
    page = phone.page
    phone.fills()
    nowhere = "form => form.setAttribute('action', location.pathname + 'nowhere')"
    page.locator("form[data-entry]").first.evaluate(nowhere)
    phone.save.click()
    expect(phone.waiting).to_contain_text("this can’t be entered here any more")
    page.reload()
    phone.at_deal(1)
    held = list[Route]()
    page.route(page.url, lambda asked: held.append(asked))
    with page.expect_request(page.url):
        phone.waiting.get_by_role("button", name="Discard").click()
    phone.fills()
    with page.expect_response(page.url):
        held[0].continue_()
    page.unroute(page.url)
    page.wait_for_timeout(500)
    phone.save.click()
    phone.at_deal(2)


def test_the_next_page_wipes_no_line_that_was_begun_meanwhile(phone: Phone) -> None:
    page = phone.page
    phone.fills()
    held = list[Route]()
    page.route(TABLE, lambda asked: held.append(asked))
    with page.expect_request(TABLE):
        phone.save.click()
    page.locator("#line").fill("3NT Tom")
    with page.expect_response(TABLE):
        held[0].continue_()
    page.unroute(TABLE)
    page.wait_for_timeout(500)
    expect(page.locator("#line")).to_have_value("3NT Tom")
    # and once it is saved the page goes on
    page.locator("#line").fill("3NT Tom =")
    page.locator("#read").get_by_role("button", name="Save").click()
    phone.at_deal(3)


SHOWN = '<div id="page"><main><h1>Which trick was it?</h1></main></div>'


def test_an_answer_that_asks_something_wipes_nothing_typed_meanwhile(
    phone: Phone,
) -> None:
    page = phone.page
    phone.fills()
    held = list[Route]()
    page.route(ENTERED, lambda asked: held.append(asked))
    with page.expect_request(ENTERED):
        phone.save.click()
    page.locator("#line").fill("3NT Tom")
    ours = {"Scorekeeper": "page", "Content-Type": "text/html"}
    held[0].fulfill(status=200, headers=ours, body=SHOWN)
    expect(phone.waiting).to_contain_text("2 · spades · Priya South · 9")
    expect(page.locator("#line")).to_have_value("3NT Tom")
    phone.waiting.get_by_role("button", name="Look").click()
    expect(page.locator("#page h1")).to_have_text("Which trick was it?")
    expect(phone.waiting).to_have_count(0)


def test_an_answer_that_asks_something_is_shown_at_once(phone: Phone) -> None:
    page = phone.page
    phone.fills()
    ours = {"Scorekeeper": "page", "Content-Type": "text/html"}
    answer = {"status": 200, "headers": ours, "body": SHOWN}
    page.route(ENTERED, lambda asked: asked.fulfill(**answer))
    phone.save.click()
    expect(page.locator("#page h1")).to_have_text("Which trick was it?")
    expect(phone.waiting).to_have_count(0)


def test_a_page_that_waits_for_its_scripts_wipes_nothing_typed_meanwhile(
    phone: Phone,
) -> None:
    page = phone.page
    held = list[Route]()
    page.route(LATER, lambda asked: held.append(asked))
    with page.expect_request(LATER):
        page.reload(wait_until="domcontentloaded")
    phone.fills()
    with page.expect_response(TABLE):
        phone.save.click()
    expect(phone.status).to_contain_text("Saved")
    page.locator("#line").fill("3NT Tom")
    with page.expect_response(LATER):
        held[0].continue_()
    page.wait_for_timeout(500)
    expect(page.locator("#line")).to_have_value("3NT Tom")


def test_a_line_is_read_as_it_stands_however_slow_the_connection(phone: Phone) -> None:
    page = phone.page
    line = page.locator("#line")
    save = page.locator("#read").get_by_role("button", name="Save")
    line.fill("3NT Tom =")
    expect(save).to_be_visible()
    held = list[Route]()
    page.route(READ, lambda asked: held.append(asked))
    with page.expect_request(READ):
        line.fill("3NT Tom +1")
    expect(page.locator("#read")).to_have_attribute("inert", "")
    with page.expect_request(READ, timeout=5000):
        line.fill("3NT Tom +12")
    page.unroute(READ)
    line.fill("3NT Tom +2")
    expect(page.locator("#read")).not_to_have_attribute("inert", "")
    save.click()
    phone.at_deal(2)
