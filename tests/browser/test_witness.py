"""A phone keeps the last head it saw, and warns when a later history lacks it."""

import json

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.opening import open_table
from tests.conftest import LiveServer

KEPT = "Object.entries(localStorage).find(([name]) => name.startsWith('head:'))"
OTHER = f"""() => {{
  const [name, text] = {KEPT};
  localStorage.setItem(name, JSON.stringify({{ ...JSON.parse(text), head: "0".repeat(64) }}));
}}"""


def lay(server: LiveServer, page: Page) -> str:
    page.goto(server.url + "/new/bridge")
    for seat, person in {"N": "Ingrid", "E": "Tom", "S": "Priya", "W": "Marek"}.items():
        page.fill(f"input[name=seat{seat}]", person)
    open_table(page)
    page.wait_for_url("**/t/*/")
    return page.url


def adjust(page: Page, table: str) -> None:
    page.goto(table + "evening/adjusted")
    page.locator("label", has=page.locator("input[name=party][value=NS]")).click()
    page.fill("input[name=points]", "100")
    page.fill("input[name=reason]", "late")
    page.locator("form.entry button").last.click()
    page.wait_for_url(table)


def kept(page: Page, before: str) -> str:
    """What the phone keeps, once it is no longer what it kept before. The page lets
    nobody evaluate code in it, so it is asked again and again."""
    for _ in range(100):
        found = page.evaluate(KEPT)
        if found and found[1] != before:
            return str(found[1])
        page.wait_for_timeout(100)
    raise AssertionError("the phone keeps nothing new")


def test_a_phone_warns_when_what_it_saw_is_gone(
    server: LiveServer, open_page: OpenPage
) -> None:
    page = open_page()
    table = lay(server, page)
    first = kept(page, "")
    adjust(page, table)
    kept(page, first)  # a later entry takes its place
    expect(page.locator("#witness")).to_be_hidden()
    page.evaluate(OTHER)
    page.goto(table + "more")
    box = page.locator("#witness")
    expect(box).to_be_visible()
    expect(box).to_contain_text("Entry 6 with fingerprint")
    page.goto(table)
    expect(box).to_be_visible()  # it warns until somebody has seen it
    box.get_by_role("button").click()
    expect(box).to_be_hidden()
    page.goto(table + "sheet")
    page.wait_for_load_state("networkidle")
    expect(box).to_be_hidden()


def test_an_answer_that_comes_late_puts_nothing_over_what_is_kept_since(
    server: LiveServer, open_page: OpenPage
) -> None:
    page = open_page()
    table = lay(server, page)
    first = kept(page, "")
    asked = list[Route]()
    page.route(f"**/*{json.loads(first)['head']}*", lambda route: asked.append(route))
    adjust(page, table)
    while not asked:
        page.wait_for_timeout(50)
    page.evaluate(OTHER)
    with page.expect_response(asked[0].request.url) as answer:
        asked[0].continue_()
    answer.value.finished()
    page.wait_for_timeout(200)
    assert json.loads(page.evaluate(KEPT)[1])["head"] == "0" * 64
