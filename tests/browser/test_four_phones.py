"""Four phones at one table, each in its own seat, in browsers that know nothing of each other."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper import create_app
from scorekeeper.store.phones import Purpose
from scorekeeper.web.invitations import words_for
from tests.browser.conftest import PHONE, SCREENSHOTS, OpenPage
from tests.conftest import LiveServer

PEOPLE = {"N": "Ingrid", "E": "Tom", "S": "Priya", "W": "Marek"}


@dataclass
class Phone:
    """The phone of one seat; the host's is North's."""

    page: Page
    seat: str

    @property
    def status(self) -> Locator:
        return self.page.locator("#status b").first

    def at_deal(self, number: int) -> None:
        expect(self.page.locator(".where h1")).to_have_text(f"Deal {number}")

    def bids(self, call: str) -> None:
        """Tap a call, and again where it is asked twice."""
        if call not in ("Pass", "X", "XX"):
            self.page.locator(f'.entry a[href$="call={call}"]').click(force=True)
        self.page.locator(f'button[name="call"][value="{call}"]').click(force=True)

    def made(self, calls: int) -> None:
        expect(self.page.locator(".auction .call")).to_have_count(calls)

    def chooses(self, **fields: object) -> None:
        for name, value in fields.items():
            self.page.locator(f'[name="{name}"][value="{value}"]').check(force=True)

    def presses(self, words: str) -> None:
        self.page.get_by_role("button", name=words, exact=True).click()

    def follows(self, words: str) -> None:
        self.page.get_by_role("link", name=words, exact=True).click()

    def shot(self, name: str) -> None:
        SCREENSHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"four-{name}-{self.seat}.png")


Table = dict[str, Phone]
Lay = Callable[..., Table]


@pytest.fixture(scope="module")
def scanned(server: LiveServer) -> Callable[[str], str]:
    """What a camera reads from the code on the page of a table's phones."""
    app = create_app({"INSTANCE": str(server.instance), "TESTING": True})

    def scanned(table: str) -> str:
        with app.test_request_context():
            words = words_for(table.rstrip("/").rsplit("/", 1)[1], Purpose.JOIN)
        return f"{server.url}/j/{words}"

    return scanned


@pytest.fixture
def lay(server: LiveServer, open_page: OpenPage, scanned: Callable[[str], str]) -> Lay:
    """Open a table on North's phone; the others join: East by the code said aloud, two by QR."""

    def lay(slug: str, **answers: str) -> Table:
        host = Phone(open_page(PHONE), "N")
        host.page.goto(f"{server.url}/new/{slug}")
        for name, value in answers.items():
            host.page.locator(f'[name="{name}"][value="{value}"]').check(force=True)
        for seat, name in PEOPLE.items():
            host.page.fill(f"[name=seat{seat}]", name)
        host.presses("Deal the first hand")
        host.at_deal(1)
        table = host.page.url
        host.page.goto(f"{table}phones")
        code = host.page.locator(".say").inner_text()
        phones = {"N": host}
        for seat in "ESW":
            phone = phones[seat] = Phone(open_page(PHONE), seat)
            phone.page.goto(f"{server.url}/join" if seat == "E" else scanned(table))
            if seat == "E":
                phone.page.fill("[name=code]", code)
                phone.presses("Join")
            phone.page.locator(".sit", has_text=PEOPLE[seat]).click()
            phone.at_deal(1)
        host.page.goto(table)
        return phones

    return lay


def test_two_bid_at_once_and_one_is_first(lay: Lay) -> None:
    """The other sees who was first, and keeps what was chosen."""
    table = lay("bridge")
    east, west = table["E"], table["W"]
    for phone in (east, west):
        phone.chooses(level=3, denomination="NT", declarer="N", tricks=9)
    east.chooses(tricks=10)
    west.presses("Save the deal")
    west.at_deal(2)
    east.presses("Save the deal")
    expect(east.page.locator("#page")).to_contain_text("Somebody was first")
    expect(east.page.locator(".clash")).to_contain_text("3NT by North")
    east.shot("stale")
    east.presses("Take mine up again")
    expect(east.page.locator(".clash")).to_have_count(0)
    expect(east.page.locator('[name="tricks"][value="10"]')).to_be_checked()
    expect(east.page.locator('[name="level"][value="3"]')).to_be_checked()
    east.at_deal(2)


def test_what_one_enters_the_others_see(lay: Lay) -> None:
    table = lay("bridge")
    table["S"].chooses(level=4, denomination="S", declarer="S", tricks=10)
    table["S"].presses("Save the deal")
    for phone in table.values():
        phone.at_deal(2)
        expect(phone.page.locator(".strip .side-pt > b").first).to_have_text("120")
    expect(table["S"].status).to_contain_text("Saved, entry")
    expect(table["N"].status).not_to_contain_text("Saved, entry")


def test_offline_for_a_while_then_put_back_because_the_table_moved(lay: Lay) -> None:
    table = lay("bridge")
    away, other = table["E"], table["W"]
    away.chooses(level=1, denomination="C", declarer="E", tricks=7)
    away.page.context.set_offline(True)
    away.presses("Save the deal")
    expect(away.status).to_have_text("Waiting for the connection: 1")
    other.chooses(level=2, denomination="H", declarer="W", tricks=8)
    other.presses("Save the deal")
    other.at_deal(2)
    away.page.context.set_offline(False)
    expect(away.page.locator("#page")).to_contain_text("Somebody was first")
    expect(away.page.locator(".clash")).to_contain_text("2H hearts by West")
    expect(away.page.locator(".clash")).to_contain_text("1C clubs by East")
    away.follows("Go on from there")
    away.at_deal(2)
    expect(away.page.locator("#outbox li")).to_have_count(0)
