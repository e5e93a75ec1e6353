"""A deal watched card by card on a small phone, with a revoke that the arbiter
finds."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from scorekeeper.core.seats import Seat
from tests.browser.by_card import Phone
from tests.browser.conftest import SMALL_PHONE, OpenPage, find_barriers, shoot, turning
from tests.conftest import LiveServer
from tests.web.playing import Deal, played_out

SLOW_ANSWERS = """() => {
  const ask = window.fetch;
  window.fetch = (...told) => new Promise((done) => setTimeout(done, 400)).then(() => ask(...told));
}"""


@pytest.fixture
def phone(server: LiveServer, open_page: OpenPage) -> Callable[..., Phone]:
    def at(slug: str, **settings: object) -> Phone:
        phone = Phone(open_page(SMALL_PHONE, **settings), server)
        phone.opens(slug)
        phone.states(4, "S", "S")
        return phone

    return at


def won_by_declarer(phone: Phone, deal: Deal) -> int:
    """How many tricks North and South win in this deal."""
    from scorekeeper.core.play import CardPlayed, Watched, played

    rules = phone.rules
    watched = Watched()
    for n, play in enumerate(deal.plays, start=1):
        watched = played(rules, watched, CardPlayed(play.card, seat=play.seat), n)
    return watched.won_by((Seat.NORTH, Seat.SOUTH))


@pytest.mark.parametrize("slug", ["joker-bridge", "bridge"])
def test_a_deal_with_a_revoke(phone: Callable[..., Phone], slug: str) -> None:
    table = phone(slug)
    page = table.page
    deal = played_out(table.rules, 11, revokes_from=4, by=(Seat.EAST, Seat.WEST))
    assert deal.revoke is not None
    table.goes("watch")
    table.sees("Marek to lead")
    table.plays(deal, 0, 6)
    shoot(page, f"{slug}-watch")
    # The last card can be taken back, the one before it can't.
    page.locator(".lay a").first.click()
    page.locator("[role=alert]", has_text="Law").wait_for()
    table.taps("Take back")
    expect(page.locator(".pc.gone")).to_have_count(5)
    table.plays(deal, 5, deal.revoke + 1)
    expect(page.locator(".proved")).to_have_count(0)
    table.plays(deal, deal.revoke + 1, len(deal.plays))
    table.sees("All tricks are played")
    page.locator(".proved", has_text="still had").wait_for()
    expect(page.locator(".proved")).to_have_count(1)
    shoot(page, f"{slug}-proved")
    # From the proof to the docket, in five taps at most.
    page.evaluate(
        "document.addEventListener('click', () => { window.taps = 1 + (taps || 0); })"
    )
    page.evaluate("window.taps = 0")
    page.locator(".proved summary").first.click()
    table.taps("Ask the arbiter")
    page.wait_for_url("**/ask/irregularity/revoke?**")
    shoot(page, f"{slug}-outcome")
    table.taps("Both sides accept")
    page.wait_for_url("**/docket/*")
    table.sees(page.locator(".ruling h2").inner_text())
    shoot(page, f"{slug}-ruling")
    page.get_by_text("accepted", exact=False).locator("visible=true").first.wait_for()
    assert 0 < page.evaluate("window.taps") <= 5
    # The result fills itself in.
    table.goes("")
    took = won_by_declarer(table, deal)
    expect(page.locator(f"[name=tricks][value='{took}']")).to_be_checked()
    turned = turning(page)
    page.get_by_role("button", name=re.compile("Save the deal")).click()
    # The ruling waited for the result, and corrects it as it comes.
    turned()
    table.goes("docket")
    page.locator("#page ol.list a.go").first.click()
    page.get_by_text("For the score").first.wait_for()
    shoot(page, f"{slug}-docket")
    table.goes("sheet")
    page.locator(".notes", has_text="Ruling 1").wait_for()
    shoot(page, f"{slug}-ruled-sheet")


def test_a_trick_told_without_recording_it(phone: Callable[..., Phone]) -> None:
    table = phone("bridge")
    page = table.page
    table.goes("ask")
    shoot(page, "ask-menu")
    table.taps("Who won this trick?")
    page.wait_for_function("() => window.htmx")
    page.evaluate(SLOW_ANSWERS)
    # faster than the pages come
    for name in (
        "K hearts",
        "2 hearts",
        "3 hearts",
        "A hearts",
    ):
        table.taps(re.compile("^" + name.replace(" ", ".*") + "$"))
    table.sees("Priya wins the trick")
    shoot(page, "ask-trick")
    table.taps("Was it allowed?")
    table.taps("Was A")
    table.sees("Hand the phone to Priya")
    shoot(page, "ask-hand-over")
    table.taps("I am Priya")
    page.locator("label.pc input[value='H4']").check(force=True)
    shoot(page, "ask-hand")
    page.get_by_role("button", name="allowed?").click()
    table.sees("was allowed")
    assert "H4" not in page.url
    table.taps("Hide")
    page.wait_for_url("**/ask/play?**")
    assert "H4" not in page.locator("#page").inner_html()


def test_a_trick_without_script(phone: Callable[..., Phone]) -> None:
    table = phone("bridge", has_script=False)
    page = table.page
    deal = played_out(table.rules, 2)
    table.goes("watch")
    for play in deal.plays[:4]:
        page.locator(f"button.pc[value='{play.card}']").click()
    table.sees("to lead")
    expect(page.locator(".pc.gone")).to_have_count(4)
    table.taps("Take back")
    expect(page.locator(".pc.gone")).to_have_count(3)
    table.goes("agree")
    table.taps("All accept")
    page.get_by_text("Everyone has accepted").wait_for()


def test_every_card_can_be_hit(phone: Callable[..., Phone]) -> None:
    for slug in ("bridge", "five-crowns"):
        table = phone(slug)
        table.goes("watch")
        for box in table.page.locator("button.pc").all():
            size = box.bounding_box()
            assert size and size["height"] >= 44 and size["width"] >= 44


@pytest.mark.parametrize("is_dark", [False, True])
def test_nobody_is_kept_out(phone: Callable[..., Phone], is_dark: bool) -> None:
    table = phone("joker-bridge", is_dark=is_dark)
    deal = played_out(table.rules, 5)
    table.goes("watch")
    table.plays(deal, 0, 6)
    of_all = (
        "watch",
        "ask",
        "ask/trick?n=1",
        "ask/trick?lead=W&p=HK",
        "ask/play",
        "ask/play/hand?lead=W&p=HK&open=1",
        "ask/call",
        "ask/worth?card=SA",
        "ask/irregularity",
        "ask/irregularity/revoke",
        "ask/irregularity/lead-out-of-turn?seat=N&card=H2",
        "docket",
        "agree",
    )
    # The dark theme differs in its colours alone: a page of each kind will do.
    for where in of_all[::3] if is_dark else of_all:
        table.goes(where)
        assert find_barriers(table.page) == [], where


@pytest.mark.parametrize("width", [320, 844])
def test_nothing_is_wider_than_the_screen(
    phone: Callable[..., Phone], width: int
) -> None:
    table = phone("joker-bridge")
    deal = played_out(table.rules, 5)
    table.goes("watch")
    table.plays(deal, 0, 5)
    table.page.set_viewport_size(
        {"width": width, "height": 568 if width < 400 else 390}
    )
    for where in ("watch", "ask", "ask/trick?n=1", "ask/worth", "docket", "agree"):
        table.goes(where)
