"""Every kind of page that links lead to from a played table, in letters of any size."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copytree
from time import sleep

import pytest
from playwright.sync_api import Page, Route, expect

from benchmarks.dealt import play_a_hand
from benchmarks.seasons import GROUPS, PLAYED, fill, seasons
from scorekeeper.core.evening import Seated
from scorekeeper.core.session import Command
from scorekeeper.games import GAMES
from scorekeeper.store import FILE_NAME, Store
from scorekeeper.tables.session import Session
from scorekeeper.web.server.static_files import HAS_STYLE
from tests.browser.conftest import (
    PHONE,
    OpenPage,
    Screen,
    find_barriers,
    overflows,
    shoot,
)
from tests.browser.reading import BROKEN, COVERED, OVERLAPS, SMALL, TALL
from tests.conftest import LiveServer, starting
from tests.exports.sheets import Table

LANDSCAPE = Screen("landscape", 844, 390)
SESSIONS = 40
FILES = re.compile(
    r"\.(pdf|csv|jsonl|pbn|zip|png|svg)$|/(heads|live|pocket|report|static|metrics|tv)\b"
)
MOST_SHIFTED = 0.05
"""How far what is on a screen moves while a first page gets its style and its font, as
browsers count it: the part of the screen that moved, times how far."""
LATE = 0.2  # seconds that style sheets and fonts take beside the page
SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      const moved = one.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) || "");
      if (!one.hadRecentInput) window.shifts.push([one.value, moved]);
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
LINKS = "[...document.querySelectorAll('a[href]')].map(one => one.href)"
LANGUAGE = {
    **{"bridge": "de", "rook": "en", "berzerka": "de", "two-ten-jack": "en"},
    **{"hearts": "de", "five-hundred": "en", "oh-hell": "de", "spades": "en"},
    "score-pad": "de",
}
"""One game of each family, each in one of the languages. A report turns its page by
itself."""
HANDS = 3


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Session]]:
    """Where sessions of every game are, and of each the one with the most entries."""
    folder: Path = tmp_path_factory.mktemp("kinds")
    store = Store(folder / FILE_NAME)
    found = dict[str, Session]()
    for season in seasons(SESSIONS, seed=6, hands=8):
        found[season.game.slug] = max(
            season, found.get(season.game.slug, season), key=lambda two: two.last
        )
    for slug in set(LANGUAGE) - PLAYED:
        found[slug] = evening(slug)
    fill(store, iter(found.values()))
    store.close()
    return folder, found


def evening(slug: str) -> Session:
    """Some hands of a game that no season has, at a table of long names."""
    game = GAMES[slug]
    table = Table(game, people=(), session_id=f"evening-of-{slug}")
    seats = game.ring(table.session.settings)
    people = GROUPS[1].people
    table.enter(*(Seated(one, seat) for one, seat in zip(people, seats, strict=False)))

    def play(command: Command) -> Session:
        table.command(command)
        return table.session

    dice = random.Random(slug)
    for _ in range(HANDS):
        play_a_hand(table.session, dice, play)
    return table.session


@pytest.fixture
def server(
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    tables: tuple[Path, dict[str, Session]],
) -> Iterator[LiveServer]:
    """A server with these tables, none of which a phone has yet."""
    instance = copytree(tables[0], tmp_path / "kinds")
    with starting(tmp_path_factory) as start:
        yield start(instance=instance)


def kind(address: str) -> str:
    """What kind of page this is the address of: its numbers and names of players don't
    matter."""
    path, _, query = address.partition("?")
    path = re.sub(r"/t/[^/]+", "/t", path)
    path = re.sub(r"/(irregularity|rules|new)/[^/]+", r"/\1/*", path)
    form = re.search(r"\bform=\w+", query)
    kind = re.sub(r"\d+", "#", path)
    if query:
        kind += "?"
    return kind + form[0] if form else kind


def walked(
    page: Page, start: str, base: str, forget: Callable[[], None] = lambda: None
) -> Iterator[str]:
    """Every kind of page once, as links lead there from `start`; before each, this
    phone can be made to forget what it has."""
    waiting = [start]
    seen = set[str]()
    while waiting:
        address = waiting.pop(0)
        if (what := kind(address.removeprefix(base))) in seen:
            continue
        seen.add(what)
        forget()
        answer = page.goto(address)
        if answer is None or answer.status != 200:
            continue
        found = [one.split("#")[0] for one in page.evaluate(LINKS)]
        table = start.removeprefix(base).strip("/")
        waiting += [
            one
            for one in found
            if one.startswith(base)
            and not FILES.search(one.split("?")[0])
            and ("/t/" not in one or table in one)
        ]
        yield what


@pytest.fixture
def look() -> Callable[[Page, str], list[str]]:
    """What is wrong with a page: by axe, and at 100, 130 and 200 %."""

    def look(page: Page, what: str) -> list[str]:
        found = find_barriers(page) + page.evaluate(BROKEN) + page.evaluate(SMALL)
        wrong = [f"{what}: {one}" for one in found]
        for percent in (200, 130, 100):
            page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
            wide = overflows(page)
            found = page.evaluate(OVERLAPS) + page.evaluate(COVERED)
            if wide > 0:
                found.insert(0, f"{wide} px too wide")
            wrong += [f"{what} at {percent}%: {one}" for one in found]
        return wrong

    return look


@pytest.mark.parametrize("slug", LANGUAGE)
def test_every_kind_of_page_holds(
    server: LiveServer,
    tables: tuple[Path, dict[str, Session]],
    open_page: OpenPage,
    look: Callable[[Page, str], list[str]],
    slug: str,
) -> None:
    """At 100, 130 and 200 %, upright and on the side, by a table with long names and
    results."""
    page = open_page(TALL, locale=LANGUAGE[slug], is_dark=slug == "rook")
    table = f"{server.url}/t/{tables[1][slug].id}/"
    page.goto(f"{table}phones")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("form button.btn-go").first.click()
    page.wait_for_url(lambda address: "/phones" not in address)
    wrong = list[str]()
    for number, what in enumerate(walked(page, table, server.url)):
        wrong += look(page, what)
        name = re.sub(r"\W+", "-", what).strip("-") or "home"
        page.set_viewport_size({"width": LANDSCAPE.width, "height": LANDSCAPE.height})
        shoot(page, f"kind-{slug}-{number:02}-{name}-side")
        page.set_viewport_size({"width": 360, "height": 800})
        shoot(page, f"kind-{slug}-{number:02}-{name}")
        page.set_viewport_size({"width": TALL.width, "height": TALL.height})
        print(number, what, flush=True)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("slug", LANGUAGE)
def test_nothing_moves_while_a_first_page_is_dressed(
    server: LiveServer,
    tables: tuple[Path, dict[str, Session]],
    open_page: OpenPage,
    slug: str,
) -> None:
    """A phone that has nothing of ours yet gets style sheets and font after the page."""
    page = open_page(PHONE, locale=LANGUAGE[slug])
    table = f"{server.url}/t/{tables[1][slug].id}/"
    page.goto(f"{table}phones")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("form button.btn-go").first.click()
    page.wait_for_url(lambda address: "/phones" not in address)
    page.add_init_script(SHIFTS)
    page.route(re.compile(r"\.(css|woff2)\b"), late)
    page.route("**/live*", lambda news: news.abort())  # what others did may move a page
    network = page.context.new_cdp_session(page)

    def forget() -> None:
        page.context.clear_cookies(name=HAS_STYLE)
        network.send("Network.clearBrowserCache")

    wrong = list[str]()
    for what in walked(page, table, server.url, forget):
        expect(page.locator("head > style")).to_have_count(0)
        page.evaluate(
            "document.fonts.ready.then(() => new Promise(requestAnimationFrame))"
        )
        shifts = page.evaluate("window.shifts")
        moved = sum(value for value, _ in shifts)
        print(f"{moved:.3f}", what, flush=True)
        if moved > MOST_SHIFTED:
            wrong.append(f"{what}: {moved:.3f} {shifts}")
    assert not wrong, "\n".join(wrong)


def late(route: Route) -> None:
    sleep(LATE)
    route.continue_()
