"""A night of two tables on eight phones: opened, joined, played, moved on, signed."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    DESKTOP,
    PHONE,
    POCKET,
    OpenPage,
    find_barriers,
    overflows,
    shoot,
)
from tests.conftest import LiveServer

pytestmark = pytest.mark.skipif(bool(POCKET), reason="one phone alone has no night")

NAMES = ("Ann", "Ben", "Cid", "Dora", "Ed", "Fay", "Gus", "Hal")


def check(page: Page, name: str) -> None:
    shoot(page, f"night-{name}")
    assert not overflows(page)
    assert not find_barriers(page)


def opened(host: Page, server: LiveServer) -> str:
    """From the first page to the code that everybody scans."""
    host.goto(f"{server.url}/new")
    host.get_by_role("link", name="A night of several tables").click()
    host.get_by_label("Who plays?").fill("\n".join(NAMES))
    check(host, "new")
    host.get_by_role("button", name="Continue").click()
    expect(host.locator(".code svg")).to_be_visible()
    check(host, "code")
    return host.url.split("?")[0]


def joined(phone: Page, server: LiveServer, spoken: str, name: str) -> None:
    phone.goto(f"{server.url}/join")
    phone.locator("#code").fill(spoken)
    phone.get_by_role("button", name="Join").click()
    phone.get_by_role("button", name=name, exact=True).click()
    expect(phone.locator("h2.turn")).to_have_text(name)


def enter(phone: Page, tricks: int) -> None:
    """4♠ by North, at the table that the phone stands at."""
    choices = (("level", 4), ("denomination", "S"), ("declarer", "N"))
    for field, value in (*choices, ("tricks", tricks)):
        phone.locator(f'[name="{field}"][value="{value}"]').check(force=True)
    phone.get_by_role("button", name="Save the deal").click()


def table_of(phone: Page, night: str) -> str:
    phone.goto(night)
    phone.get_by_role("link", name="To your table").click()
    phone.wait_for_url("**/t/*/")
    return phone.url.split("?")[0]


@dataclass
class Night:
    """A night with the phone that opened it, and one for each of its people."""

    host: Page
    address: str
    phones: dict[str, Page]

    def begin(self) -> None:
        self.host.goto(f"{self.address}movement")
        check(self.host, "movement")
        self.host.get_by_text("Rounds, deals, minutes").click()
        self.host.get_by_label("Deals a round").fill("1")
        self.host.get_by_role("button", name="Begin round 1").click()
        expect(self.host.get_by_role("heading", name="Tables")).to_be_visible()

    def begin_second(self) -> None:
        self.host.goto(self.address)
        self.host.get_by_role("button", name="Begin round 2").click()
        expect(self.host.get_by_role("button", name="Begin round 3")).to_be_visible()

    def end(self) -> None:
        self.host.goto(f"{self.address}standings")
        check(self.host, "standings")
        self.host.get_by_label("All results are in").check(force=True)
        self.host.get_by_role("button", name="End the night").click()
        expect(self.host.get_by_text("The night and its tables")).to_be_visible()


@pytest.fixture
def night(server: LiveServer, open_page: OpenPage) -> Night:
    host = open_page(PHONE)
    address = opened(host, server)
    spoken = host.locator(".say").inner_text()
    phones = {name: open_page(PHONE) for name in NAMES}
    for name, phone in phones.items():
        joined(phone, server, spoken, name)
    return Night(host, address, phones)


def played(phone: Page) -> None:
    expect(phone.get_by_text("All deals of this round are played")).to_be_visible()


@pytest.mark.slow
def test_eight_friends_play_a_night(night: Night, open_page: OpenPage) -> None:
    night.begin()
    tables = {
        name: table_of(phone, night.address) for name, phone in night.phones.items()
    }
    first = [name for name in NAMES if tables[name] == tables["Ann"]]
    second = [name for name in NAMES if name not in first]
    assert len(first) == len(second) == 4
    room = open_page(DESKTOP)
    room.goto(f"{night.address}room")
    check(room, "room")

    ann = night.phones["Ann"]
    check(ann, "table")
    enter(ann, 10)
    played(ann)
    check(ann, "played")
    ann.goto(f"{night.address}board/1")
    check(ann, "board")
    other = night.phones[second[0]]
    other.goto(f"{night.address}board/1")
    assert "+420" not in other.locator("main").inner_text(), "it has still to be played"
    other.goto(tables[second[0]])
    enter(other, 9)
    played(other)

    night.begin_second()
    ben = night.phones["Ben"]
    assert table_of(ben, night.address) != tables["Ben"]
    ben.goto(night.address)
    check(ben, "next")
    night.end()
    ann.goto(night.address)
    expect(ann.get_by_role("heading", name="The night is over")).to_be_visible()


# ---- forty tables on the wall ----

IS_SHOWN = """one => {
    const box = document.querySelector(".tv-pages").getBoundingClientRect();
    const here = one.getBoundingClientRect();
    return here.left >= box.left - 1 && here.right <= box.right + 1
        && here.top >= box.top - 1 && here.bottom <= box.bottom + 1;
}"""


@pytest.fixture
def wall(server: LiveServer, open_page: OpenPage) -> str:
    """The address of the room page of forty tables that have begun."""
    host = open_page(DESKTOP)
    host.goto(f"{server.url}/night/new")
    names = [f"Bartholomew Kern {n}" for n in range(1, 161)]
    host.get_by_label("Who plays?").fill("\n".join(names))
    host.get_by_role("button", name="Continue").click()
    expect(host.locator(".code svg")).to_be_visible()
    address = host.url.split("?")[0]
    host.goto(f"{address}movement")
    host.get_by_role("button", name="Begin round 1").click()
    expect(host.get_by_text("Tables done: 0 of 40")).to_be_visible()
    return f"{address}room"


def tables_shown(room: Page) -> list[int]:
    tables = room.locator(".tv-tables > li").all()
    return [
        number for number, one in enumerate(tables, start=1) if one.evaluate(IS_SHOWN)
    ]


def test_forty_tables_turn_by_themselves_on_the_wall(
    wall: str, open_page: OpenPage
) -> None:
    room = open_page(DESKTOP)
    room.clock.install()
    room.goto(wall)
    which = room.locator(".tv-which")
    expect(which).to_contain_text("1 / ")
    check(room, "wall")
    height = "[document.documentElement.scrollHeight, innerHeight]"
    whole, seen_at_once = room.evaluate(height)
    assert whole <= seen_at_once
    pages = int(which.locator("b").inner_text().split("/")[1])
    shown = []
    for number in range(1, pages + 1):
        expect(which).to_contain_text(f"{number} / {pages}")
        shown += tables_shown(room)
        room.clock.run_for(15_000)
    assert shown == [*range(1, 41)]
    expect(which).to_contain_text(f"1 / {pages}")


def test_the_wall_stands_still_where_somebody_wants_it(
    wall: str, open_page: OpenPage
) -> None:
    room = open_page(DESKTOP)
    room.clock.install()
    room.goto(wall)
    which = room.get_by_role("button", name="Turns by itself")
    expect(which).to_have_attribute("aria-pressed", "true")
    which.click()
    expect(which).to_have_attribute("aria-pressed", "false")
    room.clock.run_for(60_000)
    expect(which).to_contain_text("1 / ")
    which.click()
    expect(which).to_contain_text("2 / ")
    room.clock.run_for(15_000)
    expect(which).not_to_contain_text("2 / ")


def test_without_scripts_and_on_a_phone_the_wall_is_one_page(
    wall: str, open_page: OpenPage
) -> None:
    for room in (open_page(DESKTOP, has_script=False), open_page(PHONE)):
        room.goto(wall)
        expect(room.locator(".tv-tables > li").last).to_be_visible()
        expect(room.locator(".tv-which")).to_be_hidden()
        assert tables_shown(room) == [*range(1, 41)]
