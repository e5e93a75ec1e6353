"""Four phones at one table, each in its own seat, in browsers that know nothing of each
other."""

import re
from collections.abc import Callable, Mapping
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from scorekeeper import create_app
from scorekeeper.store.phones import Purpose
from scorekeeper.web.page.invitations import words_for
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.four_phones import Phone
from tests.browser.opening import open_table
from tests.conftest import LiveServer

PEOPLE = {"N": "Ingrid", "E": "Tom", "S": "Priya", "W": "Marek"}


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


def fill_in(page: Page, answers: Mapping[str, str]) -> None:
    """The page of a new table: the house rules, who sits where, the host's own seat."""
    for name, value in answers.items():
        choice = page.locator(f'[name="{name}"][value="{value}"]')
        # in a drawer that may be shut
        choice.evaluate("one => { one.checked = true; }")
    for seat, name in PEOPLE.items():
        page.fill(f"[name=seat{seat}]", name)
    page.check("[name=own][value=N]", force=True)


@pytest.fixture
def lay(server: LiveServer, open_page: OpenPage, scanned: Callable[[str], str]) -> Lay:
    """Open a table on North's phone; the others join: East by the code said aloud, two
    by QR."""

    def lay(slug: str, **answers: str) -> Table:
        host = Phone(open_page(PHONE), "N")
        host.page.goto(f"{server.url}/new/{slug}")
        fill_in(host.page, answers)
        open_table(host.page)
        host.at_deal(1)
        table = host.page.url
        host.page.goto(f"{table}phones")
        code = host.page.locator(".say").inner_text()
        phones = {"N": host}
        for seat in "ESW":
            phone = phones[seat] = Phone(open_page(PHONE), seat)
            if seat == "E":
                phone.page.goto(f"{server.url}/join")
                phone.page.fill("[name=code]", code)
                phone.presses("Join")
            else:
                phone.page.goto(scanned(table))
            phone.page.locator(".sit", has_text=PEOPLE[seat]).click()
            phone.at_deal(1)
        host.page.goto(table)
        return phones

    return lay


def test_the_phone_whose_turn_it_becomes_shakes(lay: Lay) -> None:
    """Only after a tap: before that, browsers refuse it."""
    table = lay("bridge")
    address = f"{table['N'].page.url}?form=auction"
    for seat in "NES":
        page = table[seat].page
        was_tapped = "false" if seat == "S" else "true"
        page.add_init_script(
            "window.shaken = 0; navigator.vibrate = () => { window.shaken += 1; "
            "return true; }; Object.defineProperty(navigator, 'userActivation', "
            f"{{ value: {{ hasBeenActive: {was_tapped} }} }});"
        )
        page.goto(address)
    expect(table["E"].page.locator(".whose")).to_contain_text("Waiting for Ingrid")
    table["N"].presses("Pass")
    expect(table["E"].page.locator(".whose")).to_have_text("Your turn")
    table["E"].page.wait_for_function("() => window.shaken === 1")
    assert table["S"].page.evaluate("window.shaken") == 0
    table["E"].presses("Pass")
    expect(table["S"].page.locator(".whose")).to_have_text("Your turn")
    assert table["S"].page.evaluate("window.shaken") == 0


def test_two_bid_at_once_and_one_is_first(lay: Lay) -> None:
    """The other sees who was first, and keeps what was chosen."""
    table = lay("bridge")
    east = table["E"]
    west = table["W"]
    for phone in (east, west):
        phone.chooses(level=3, denomination="NT", declarer="N", tricks=9)
    east.chooses(tricks=10)
    west.presses("Save the deal")
    west.at_deal(2)
    east.presses("Save the deal")
    expect(east.page.locator("#page")).to_contain_text("Somebody was faster")
    expect(east.page.locator(".clash")).to_contain_text("3NT by Ingrid")
    east.shot("stale")
    east.presses("Correct Deal 1")
    expect(east.page.locator(".clash")).to_have_count(0)
    expect(east.page.locator('[name="tricks"][value="10"]')).to_be_checked()
    expect(east.page.locator('[name="level"][value="3"]')).to_be_checked()
    east.at_deal(1)
    east.presses("Save")
    expect(east.page.locator("#page")).to_contain_text("9 tricks → 10 tricks")


def test_what_one_enters_the_others_see(lay: Lay) -> None:
    table = lay("bridge")
    table["S"].chooses(level=4, denomination="S", declarer="S", tricks=10)
    table["S"].presses("Save the deal")
    for phone in table.values():
        phone.at_deal(2)
        expect(phone.page.locator(".strip .side-pt > b").first).to_have_text("120")
        expect(phone.status).to_have_text("Saved")
    saved = "#status[data-saved-key]"
    expect(table["S"].page.locator(saved)).to_have_count(1)
    expect(table["N"].page.locator(saved)).to_have_count(0)
    # What is half typed under the card is offered again, and forgotten by who leaves.
    west = table["W"].page
    table["W"].chooses(level=3)
    west.reload()
    expect(west.locator(".result-card")).to_be_visible()
    west.locator("#draft").get_by_role("button", name="Continue").click()
    expect(west.locator('[name="level"][value="3"]')).to_be_checked()
    kept = "Object.keys(localStorage).filter(name => name.startsWith('draft:')).length"
    assert west.evaluate(kept) == 1
    west.goto(west.url.partition("?")[0] + "phones")
    west.get_by_role("button", name=re.compile("^Leave")).click()
    west.wait_for_url(lambda url: "/phones" not in url)
    west.wait_for_function(f"() => {kept} === 0")


def test_offline_for_a_while_then_put_back_because_the_table_moved(lay: Lay) -> None:
    table = lay("bridge")
    away = table["E"]
    other = table["W"]
    away.chooses(level=1, denomination="C", declarer="E", tricks=7)
    away.page.context.set_offline(True)
    away.presses("Save the deal")
    expect(away.status).to_have_text("Waiting for a connection: 1")
    other.chooses(level=2, denomination="H", declarer="W", tricks=8)
    other.presses("Save the deal")
    other.at_deal(2)
    away.page.context.set_offline(False)
    expect(away.page.locator("#page")).to_contain_text("Somebody was faster")
    expect(away.page.locator(".clash")).to_contain_text("2 hearts by Marek")
    expect(away.page.locator(".clash")).to_contain_text("1 clubs by Tom")
    away.follows("Continue from there")
    away.at_deal(2)
    expect(away.page.locator("#outbox li")).to_have_count(0)


def test_four_play_a_deal_with_a_sealed_suit_and_a_hidden_card(lay: Lay) -> None:
    """Joker Bridge with one Joker: West holds it and seals its suit; East's card lies
    face down."""
    table = lay("joker-bridge", suit_mode="sealed")
    seal_the_suit(table)
    bid_four_hearts(table)
    open_the_seal(table)
    tell_the_result(table)


def seal_the_suit(table: Table) -> None:
    west = table["W"]
    west.follows("Seal a Joker suit")
    west.chooses(suit_0="H")
    west.shot("2-seal")
    west.presses("Seal")
    expect(west.page.locator("#page")).to_contain_text("Marek sealed a Joker suit")
    west.follows("Table")
    for phone in table.values():
        expect(phone.page.locator("#page")).to_contain_text("Marek sealed a Joker suit")
        phone.shot("3-sealed")


def bid_four_hearts(table: Table) -> None:
    for phone in table.values():
        phone.follows("Step by step")
    calls = ("1H", "Pass", "4H", "Pass", "Pass", "Pass")
    for made, (seat, call) in enumerate(zip("NESWNE", calls, strict=True)):
        table[seat].made(made)
        table[seat].bids(call)
        if call == "4H":
            for phone in table.values():
                phone.made(made + 1)
                phone.shot("4-auction")
    for phone in table.values():
        expect(phone.page.locator("#page")).to_contain_text("Tom leads")
        phone.shot("5-contract")


def open_the_seal(table: Table) -> None:
    """Only West's phone can: to the others it says whose it is."""
    west = table["W"]
    east = table["E"]
    links = '#ask a[href*="/sealed/"][href$="/open"]'
    address = str(west.page.locator(links).get_attribute("href"))
    expect(east.page.locator(links)).to_have_count(0)
    table_url = east.page.url
    east.page.goto(urljoin(table_url, address))
    expect(east.page.locator("[role=alert]")).to_be_visible()
    east.shot("6-not-mine")
    east.page.goto(table_url)
    west.page.locator(f'#ask a[href="{address}"]').click()
    west.presses("Open seal")
    expect(west.page.locator("main")).to_contain_text("hearts")
    west.shot("6-opened")
    west.follows("Table")


def tell_the_result(table: Table) -> None:
    """4♥ by North, ten tricks: 120. East's hidden 2♣: +2 to East–West."""
    east = table["E"]
    east.chooses(tricks=10, hidden_0_card="C2")
    east.presses("Save the deal")
    for phone in table.values():
        phone.at_deal(2)
        totals = phone.page.locator(".strip .side-pt > b")
        expect(totals.nth(0)).to_have_text("120")
        expect(totals.nth(1)).to_have_text("2")
        phone.shot("7-after")
