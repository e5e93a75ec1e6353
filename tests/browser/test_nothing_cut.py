"""Nothing that has to be read before a tap is cut off or off the screen of a phone, held
upright or on its side, with long names."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    LANDSCAPE,
    SMALL_PHONE,
    OpenPage,
    Screen,
    turning,
)
from tests.browser.opening import open_table
from tests.browser.seats import PEOPLE, join
from tests.conftest import LiveServer

ON_ITS_SIDE = Screen("small-phone-side", 640, 360)
SOON = 5_000  # milliseconds for what is laid out at once
LONG = ("Maximiliane", "Konstantin", "Bartholomäus", "Wilhelmine")
LONGEST = ("Maximiliane-Charlotte", "Екатерина Рождественская", "🦊🐻", "Zoë")
CUT = """() => {
  const read = '.side-id b, .strip-many i, .where :is(h1, p, p a), .auction th, .seats4 b, .bid';
  return [...document.querySelectorAll(read)].filter(one => {
    const { display, overflow } = getComputedStyle(one);
    const isWide = one.scrollWidth > one.clientWidth + 1 && display !== 'inline';
    const isHigh = one.scrollHeight > one.clientHeight + 2 && overflow !== 'visible';
    return one.checkVisibility() && (isWide || isHigh);
  }).map(one => one.outerHTML.slice(0, 120));
}"""
"""Of the score, the deal's line, the players and the bids, what has more to say than room."""
NOTICES = """(count) => {
  const ask = document.getElementById('ask');
  for (let n = 0; n < count; n++)
    ask.insertAdjacentHTML('afterbegin', '<p class="notice">Something is to be seen to.</p>');
}"""
"""Put so many notices above the form."""

Laid = Callable[..., Page]


@pytest.fixture
def laid(server: LiveServer, open_page: OpenPage) -> Laid:
    """A table of people with long names."""

    def laid(
        slug: str,
        preset: str = "",
        screen: Screen = SMALL_PHONE,
        people: tuple[str, ...] = LONG,
    ) -> Page:
        page = open_page(screen, locale="de")
        page.goto(f"{server.url}/new/{slug}?preset={preset}")
        for field, name in enumerate(people):
            page.locator("input[name^=seat]").nth(field).fill(name)
        open_table(page)
        return page

    return laid


@pytest.mark.parametrize("preset", ["x1", "x2"])
def test_the_suits_of_the_jokers_are_whole_above_an_auction(
    laid: Laid, preset: str
) -> None:
    page = laid("joker-bridge", preset)
    table = page.url.partition("?")[0]
    for form in ("auction", "quick", "jokers"):
        page.goto(f"{table}?form={form}")
        page.evaluate("document.fonts.ready")
        assert page.evaluate(CUT) == [], form
    expect(page.locator(".where p .suit").last).to_be_visible()


def test_what_is_played_for_is_whole_above_the_cards(laid: Laid) -> None:
    page = laid("five-hundred")
    table = page.url.partition("?")[0]
    for bidder, bid in (("1", "OM"), ("2", "10N")):
        page.goto(f"{table}?form=contract")
        page.locator(f"[name=bidder][value='{bidder}']").check(force=True)
        page.locator(f"[name=bid][value='{bid}']").check(force=True)
        page.get_by_role("button", name="Speichern").click()
        expect(page.locator("[name=tricks]").first).to_be_attached()
        page.goto(f"{table}watch")
        page.evaluate("document.fonts.ready")
        assert page.evaluate(CUT) == [], bid
        page.goto(table)
        page.locator("[name=tricks][value='10']").check(force=True)
        page.get_by_role("button", name="Speichern").click()


@pytest.mark.parametrize("slug", ["bridge", "rook", "two-ten-jack"])
def test_the_longest_names_are_whole(laid: Laid, slug: str) -> None:
    page = laid(slug, people=LONGEST)
    page.goto(page.url.partition("?")[0])
    page.evaluate("document.fonts.ready")
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("screen", [SMALL_PHONE, ON_ITS_SIDE, LANDSCAPE])
@pytest.mark.parametrize(
    ("slug", "form"),
    [
        ("bridge", "quick"),
        ("bridge", "contract"),
        ("rook", "bid"),
        ("two-ten-jack", "totals"),
        ("two-ten-jack", "count"),
    ],
)
def test_saving_stays_on_the_screen_below_many_notices(
    laid: Laid, screen: Screen, slug: str, form: str
) -> None:
    page = laid(slug, screen=screen)
    page.goto(f"{page.url.partition('?')[0]}?form={form}")
    save = page.locator(".act .btn-go")
    expect(save).to_be_in_viewport(ratio=1, timeout=SOON)
    page.evaluate(NOTICES, 12)
    expect(save).to_be_in_viewport(ratio=1, timeout=SOON)


@pytest.mark.parametrize("screen", [ON_ITS_SIDE, LANDSCAPE])
def test_the_next_question_stays_beside_a_result_that_asks_for_an_answer(
    laid: Laid, server: LiveServer, open_page: OpenPage, screen: Screen
) -> None:
    host = laid("oh-hell", screen=screen, people=PEOPLE)
    table = host.url.partition("?")[0]
    join(host, open_page(screen), server, table, PEOPLE[1])
    for numbers in ((3, 3, 3, 2), (3, 3, 3, 1)):
        host.goto(table)
        for field, number in enumerate(numbers):
            host.locator(".pairs .in").nth(field).fill(str(number))
        turned = turning(host)
        host.locator(".act .btn-go").click()
        turned()
    host.goto(table)
    answers = host.locator(".result-card .btn")
    expect(answers).to_have_count(2)
    expect(answers.first).to_be_in_viewport(ratio=1, timeout=SOON)
    last = host.locator(".pairs .in").last.bounding_box()
    act = host.locator(".act").bounding_box()
    assert last and act
    assert last["y"] + last["height"] <= act["y"]


@pytest.mark.parametrize("screen", [ON_ITS_SIDE, LANDSCAPE])
def test_the_end_of_a_form_is_above_its_fixed_button(
    laid: Laid, screen: Screen
) -> None:
    page = laid("bridge", screen=screen)
    page.goto(f"{page.url.partition('?')[0]}?form=contract")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator("[name=declarer] + .t").last.bounding_box()
    act = page.locator(".act").bounding_box()
    assert last and act
    assert last["y"] + last["height"] <= act["y"]


@pytest.mark.parametrize("screen", [ON_ITS_SIDE, LANDSCAPE])
def test_a_quarrel_shows_an_answer_and_that_there_are_more(
    laid: Laid, screen: Screen
) -> None:
    page = laid("bridge", screen=screen)
    table = page.url.partition("?")[0]
    page.goto(f"{table}ask/irregularity/revoke?seat=E&card=D2")
    answers = page.locator("main .options .btn")
    expect(answers.first).to_be_in_viewport(ratio=1, timeout=SOON)
    expect(answers.last).not_to_be_in_viewport(ratio=1, timeout=SOON)
    sign = "getComputedStyle(document.querySelector('.status'), '::after').opacity"
    assert float(page.evaluate(sign)) == 1
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function(f"() => Number({sign}) < 0.1")
    page.goto(f"{table}ask/irregularity/claim")
    assert float(page.evaluate(sign)) == 0, "nothing is below"
