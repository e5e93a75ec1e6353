"""A doubted claim on two phones that answer differently, and with an arbiter's
phone."""

import re

from playwright.sync_api import expect

from scorekeeper.store.phones import Purpose
from tests.browser.by_card import Phone
from tests.browser.coming import comes
from tests.browser.conftest import PHONE, SMALL_PHONE, OpenPage, overflows, shoot
from tests.conftest import LiveServer

TOLD = "seat=S&68.left=4&68.tricks=4&68.claim=no&68.settle=rule&70.trump-stated=none"
QUESTION = f"ask/irregularity/claim?{TOLD}"


def claimed(server: LiveServer, open_page: OpenPage) -> tuple[Phone, Phone]:
    """Two phones at a table at which South has claimed four tricks that the others
    doubt."""
    host = Phone(open_page(SMALL_PHONE), server)
    west = Phone(open_page(PHONE), server)
    host.opens("bridge")
    comes(west, host, Purpose.JOIN, "Marek")
    host.states(4, "S", "S")
    return host, west


def answers(phone: Phone, number: str) -> None:
    phone.page.locator(f"button[name=judged][value='{number}']").click()
    assert overflows(phone.page) <= 0


def is_asked(phone: Phone) -> None:
    """Follow the line below the score to the question."""
    phone.page.locator(".waits-now[href*=irregularity]").first.wait_for()
    phone.page.wait_for_timeout(700)  # the page has drawn what its line already says
    phone.page.locator(".waits-now[href*=irregularity]").first.click()
    phone.page.locator("button[name=judged]").first.wait_for()


def test_two_phones_that_differ_see_each_others_answer_when_both_have_answered(
    server: LiveServer, open_page: OpenPage
) -> None:
    host, west = claimed(server, open_page)
    host.goes(QUESTION)
    host.page.locator("form[action*='/put'] button").click()
    is_asked(west)
    shoot(west.page, "judged-asked")
    answers(west, "2")
    for phone in (west, host):
        expect(phone.page.locator("main")).to_contain_text(re.compile("W: answered"))
        assert "2" not in "".join(phone.page.locator("main .notice").all_inner_texts())
    shoot(host.page, "judged-other-answered")
    answers(host, "4")
    for phone in (host, west):  # nobody reloads
        phone.page.locator("a[href*='68.before=7']").click()
        phone.page.locator(".ruling", has_text="Law 70A").first.wait_for()
        expect(phone.page.locator("main")).to_contain_text(re.compile("S: 4, E.*W: 2"))
        expect(phone.page.locator("#outbox")).to_be_hidden()
        shoot(phone.page, "judged-differently")


def test_the_arbiter_alone_is_asked(server: LiveServer, open_page: OpenPage) -> None:
    host, west = claimed(server, open_page)
    arbiter = Phone(open_page(PHONE), server)
    comes(arbiter, host, Purpose.ARBITER, "I’m the arbiter")
    for phone in (host, west):
        phone.goes("")
        phone.page.locator("form[action$='accept-arbiter'] button").click()
        expect(
            phone.page.locator("form[action$='accept-arbiter'] button")
        ).to_have_count(0)
    west.goes(QUESTION)
    assert west.page.locator("button[name=judged]").count() == 0
    west.page.locator("form[action*='/put'] button").click()
    expect(west.page.locator("main")).to_contain_text("The arbiter has been asked")
    arbiter.goes("sheet")
    is_asked(arbiter)
    shoot(arbiter.page, "judged-by-arbiter")
    answers(arbiter, "3")
    west.page.locator("a[href*='68.before=7']").click()
    west.page.locator(".ruling", has_text="Law 70A").first.wait_for()
    expect(west.page.locator("main")).to_contain_text("Arbiter: 3")
