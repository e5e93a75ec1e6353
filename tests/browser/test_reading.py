"""Pages as they are read: in large letters, by ear, without a mouse, in two
languages."""

import re
from typing import cast

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import (
    LANDSCAPE,
    SMALL_PHONE,
    OpenPage,
    find_barriers,
    overflows,
)
from tests.browser.opening import open_table
from tests.browser.reading import BROKEN, OVERLAPS, TALL, TORN, opened
from tests.conftest import LiveServer

MOST_KEYS = 12
AT_TABLE = (
    "",
    "?form=quick",
    "?form=auction",
    "?form=bid",
    "sheet",
    "log",
    "more",
    "phones",
    "sign",
    "settings",
    "paper",
    "remove",
    "evening/people",
    "evening/adjusted",
    "ask/",
    "agree",
    "sealed/",
)
ELSEWHERE = (
    "/",
    "/new",
    "/join",
    "/history/",
    "/statistics/",
    "/rules/",
    "/moving",
    "/diagnose",
)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", ["bridge", "rook", "berzerka", "two-ten-jack"])
def test_every_page_holds_in_letters_of_any_size(
    server: LiveServer, open_page: OpenPage, slug: str, language: str
) -> None:
    """At 100, 130 and 200 % nothing lies over another or widens the page; axe finds
    nothing."""
    page = open_page(TALL, locale=language, is_dark=language == "de")
    table = opened(page, server, slug)
    wrong = []
    for address in [table + one for one in AT_TABLE] + [
        server.url + one for one in ELSEWHERE
    ]:
        answer = page.goto(address)
        if answer is None or answer.status != 200:
            continue
        where = address.removeprefix(table).removeprefix(server.url) or "table"
        wrong += [f"{where}: {barrier}" for barrier in find_barriers(page)]
        for percent in (100, 130, 200):
            page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
            if overflows(page) > 0:
                wrong.append(f"{where} at {percent}%: {overflows(page)} px too wide")
            wrong += [
                f"{where} at {percent}%: {one}" for one in page.evaluate(OVERLAPS)
            ]
            if percent == 100:
                wrong += [f"{where}: {one}" for one in page.evaluate(BROKEN)]
    assert not wrong, "\n".join(wrong)


def test_no_german_word_is_broken_in_larger_letters(
    server: LiveServer, open_page: OpenPage
) -> None:
    """The longest labels there are, at 130 %: of Jokers, hidden cards and settings."""
    page = open_page(TALL, locale="de")
    table = opened(page, server, "joker-bridge")
    wrong = []
    for address in (
        f"{server.url}/new/joker-bridge",
        f"{table}?form=quick",
        f"{table}?form=jokers",
        f"{table}?form=auction",
        f"{table}sheet",
        f"{table}more",
        f"{table}settings",
    ):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '130%'")
        page.evaluate(
            "document.querySelectorAll('details').forEach(o => o.open = true)"
        )
        wrong += [f"{address}: {one}" for one in page.evaluate(TORN)]
        if overflows(page) > 0:
            wrong.append(f"{address}: {overflows(page)} px too wide")
    assert not wrong, "\n".join(wrong)


CLIPPED = """() => [...document.querySelectorAll('#strip b, #strip .side span, #strip .mark')]
  .filter(one => one.checkVisibility() && !one.closest('.vh'))
  .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
  .map(one => one.innerText)"""
"""What of the score's line is cut off."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_score_is_whole_in_large_letters(
    server: LiveServer, open_page: OpenPage, language: str
) -> None:
    """With a part-score and a side that is vulnerable, at 100, 130 and 200 %."""
    page = open_page(SMALL_PHONE, locale=language)
    table = opened(page, server, "bridge")
    for level, made in ((2, 8), (4, 10), (2, 8)):
        page.goto(f"{table}?form=quick")
        for name, value in (("level", level), ("denomination", "S"), ("tricks", made)):
            page.check(f"[name={name}][value='{value}']", force=True)
        page.check("[name=declarer][value=S]", force=True)
        page.locator("form[data-entry] .btn-go").last.click()
        expect(page.locator("#status b").first).to_contain_text(
            re.compile("Saved|Gespeichert")
        )
    for percent in (100, 130, 200):
        page.goto(f"{table}?form=quick")
        page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
        assert not page.evaluate(CLIPPED), percent
        mark, below = (
            page.locator(f"#strip {one}").first for one in (".mark", ".side-pt span")
        )
        assert apart(mark.bounding_box(), below.bounding_box()), percent
        page.evaluate("scrollTo(0, 300)")
        inside = "one => { const b = one.getBoundingClientRect(); return b.top < 0; }"
        assert page.locator("#strip").evaluate(inside) == (percent == 200)


def apart(one: object, other: object) -> bool:
    """Whether two boxes of a page don't touch."""
    a = cast(dict[str, float], one)
    b = cast(dict[str, float], other)
    return (
        a["x"] + a["width"] <= b["x"]
        or b["x"] + b["width"] <= a["x"]
        or a["y"] + a["height"] <= b["y"]
        or b["y"] + b["height"] <= a["y"]
    )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("form", ["total", "count"])
def test_a_rook_count_says_where_we_are(
    server: LiveServer, open_page: OpenPage, form: str, language: str
) -> None:
    """Who bid what can be read beside four links, in one line, and saving stays on the
    screen."""
    page = open_page(SMALL_PHONE, locale=language)
    page.goto(f"{server.url}/new/rook")
    for field, name in enumerate(("Ingrid", "Tom", "Priya", "Marek")):
        page.locator("input[name^=seat]").nth(field).fill(name)
    open_table(page)
    table = page.url.split("?")[0]
    page.goto(f"{table}?form=bid")
    for name, value in (("bidder", "1"), ("amount", "120"), ("trump", "R")):
        page.check(f"[name={name}][value='{value}']", force=True)
    page.locator("form[data-entry] .btn-go").last.click()
    expect(page.locator(".back")).to_be_visible()
    page.goto(f"{table}?form={form}")
    place = page.locator(".where p")
    assert place.evaluate("one => one.clientWidth") >= 88
    assert page.locator(".where").evaluate("one => one.offsetHeight") <= 50
    expect(
        page.get_by_role("link", name=re.compile("Take back|Zurücknehmen"))
    ).to_be_visible()
    expect(page.locator(".act .btn-go")).to_be_in_viewport(ratio=1)


def test_a_deal_is_entered_by_keyboard_in_twelve_keys(
    server: LiveServer, open_page: OpenPage
) -> None:
    """From where a saved deal leaves off to the next; all of it can be heard."""
    page = open_page(SMALL_PHONE)
    table = opened(page, server, "bridge")
    page.goto(f"{table}?form=quick")
    page.locator("[name=level]").first.focus()
    for deal in (2, 3):
        keys = 0
        for key in ("2", "Tab", "s", "Tab", "Tab", "n", "Tab", "1", "0", "Enter"):
            page.keyboard.press(key)
            keys += 1
        expect(page.locator(".where h1")).to_have_text(f"Deal {deal}")
        page.keyboard.press("Tab")  # on from the heading of the next question
        keys += 1
        expect(page.locator("[name=level]").first).to_be_focused()
        assert keys <= MOST_KEYS
        expect(page.locator("body")).not_to_have_class(re.compile("settling"))
    expect(page.locator("#status .vh").first).to_contain_text("& Priya +")
    strip = page.locator("#strip a").first
    expect(strip).to_have_accessible_name(re.compile(r"Score:.*N–⁠S.*\d.*E–⁠W"))
    page.goto(f"{table}sheet")
    last = page.locator("a.played").last
    last.scroll_into_view_if_needed()
    last.click()
    expect(page.locator(".why")).to_be_in_viewport(ratio=0.6)


def test_a_deal_is_finished_by_what_a_reader_speaks(
    server: LiveServer, open_page: OpenPage
) -> None:
    """Every choice and button is found by its role and name alone."""
    page = open_page(SMALL_PHONE)
    page.goto(f"{opened(page, server, 'bridge')}?form=quick")
    for group, choice in (("level", "3"), ("suit", "NT"), ("Declarer", "South")):
        field = page.get_by_role("group", name=re.compile(group, re.IGNORECASE)).first
        field.get_by_role("radio", name=re.compile(choice, re.IGNORECASE)).first.press(
            "Space"
        )
    page.get_by_role(
        "group", name=re.compile("tricks", re.IGNORECASE)
    ).first.get_by_role("radio", name=re.compile("^9")).press("Space")
    page.get_by_role("button", name="Save the deal").press("Enter")
    expect(page.locator(".where h1")).to_have_text("Deal 2")


LONG = (
    "MAXIMILIANWOLFGANG",
    "W" * 24,
    "Donaudampfschifffahrt",
    "Maria Magdalena Huber",
)
"""Names that a page has to break, or that take two lines."""


def test_a_result_fits_beside_its_auction_whatever_the_names(
    server: LiveServer, open_page: OpenPage
) -> None:
    """On its side: the auction in one half, all that is asked of the deal in the
    other."""
    page = open_page(LANDSCAPE)
    table = opened(page, server, "joker-bridge", LONG)
    for call in ("1S", "Pass", "Pass", "Pass"):
        page.goto(f"{table}?form=auction&call={call}")
        page.locator(f"form[data-entry] [name=call][value='{call}']").first.click()
        expect(page.locator("#status b").first).to_contain_text("Saved")
    page.goto(table)
    assert not overflows(page)
    halves = [page.locator(one).first.bounding_box() for one in (".auction", ".entry")]
    widths = [cast(dict[str, float], rect)["width"] for rect in halves]
    assert min(widths) > 390, widths
    made = page.get_by_text("made", exact=True).first.bounding_box()
    assert made and made["height"] < 20, "a word in one line"


def test_a_total_is_asked_of_a_name_without_a_space(
    server: LiveServer, open_page: OpenPage
) -> None:
    page = open_page(SMALL_PHONE)
    page.goto(f"{opened(page, server, 'two-ten-jack', LONG)}?form=totals")
    assert not overflows(page)
