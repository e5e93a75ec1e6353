"""House rules on a small phone: accepted, played under, changed by consent of all,
struck."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import (
    PHONE,
    SMALL_PHONE,
    OpenPage,
    find_barriers,
    overflows,
    shoot,
)
from tests.browser.seats import join, lay
from tests.conftest import LiveServer

SET = "−120"
SET_TWICE = "−240"


def choose(page: Page, name: str, value: str) -> None:
    """Tap the label of one answer."""
    field = page.locator(f'input[name="{name}"][value="{value}"]')
    chosen = field.get_attribute("id")
    around = page.locator(f'label:has([name="{name}"][value="{value}"])')
    (page.locator(f'label[for="{chosen}"]') if chosen else around).first.click()
    expect(field).to_be_checked()


def save_a_set_hand(page: Page, table: str) -> None:
    """Tom bids 120, and his side captures no more than 100."""
    page.goto(f"{table}?form=quick")
    answers = {
        "bidder": "2",
        "amount": "120",
        "party": "24",
        "hundreds": "100",
        "points": "0",
    }
    for name, value in answers.items():
        choose(page, name, value)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".strip .side-pt b")).to_have_text(["100", SET])


def propose(page: Page, table: str) -> None:
    """Ask what it would move if a set cost twice the bid."""
    page.goto(f"{table}settings")
    page.get_by_role("link", name="Change house rules").click()
    twice = page.locator('input[name="set_cost"][value="twice-bid"]')
    page.locator("details", has=twice).locator("summary").click()
    twice.check(force=True)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    expect(page.locator("dl.moved").last).to_contain_text(f"{SET} → {SET_TWICE}")


def test_all_agree_on_one_phone_and_take_it_back(
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    page = open_page(SMALL_PHONE)
    table = lay(page, server, "rook")

    def is_well(name: str) -> None:
        shoot(page, name)
        assert overflows(page) <= 0, name
        assert find_barriers(page) == [], name

    page.goto(f"{table}agree")
    is_well("house-rules-accept")
    page.get_by_role("button", name="All accept").click()
    expect(page.get_by_text("Everyone has accepted the house rules.")).to_be_visible()
    is_well("house-rules-accepted")

    save_a_set_hand(page, table)
    page.goto(f"{table}rules/change")
    is_well("house-rules-change")
    propose(page, table)
    is_well("house-rules-preview")

    # Three of four are not all: nothing changes.
    for person in ("Ingrid", "Priya", "Marek"):
        page.get_by_role("checkbox", name=person).check(force=True)
    page.get_by_role("button", name="Only ticked").click()
    expect(page.get_by_role("alert").first).to_contain_text("Tom must agree too")
    is_well("house-rules-refused")
    page.get_by_role("button", name="Everyone agrees").click()

    # The row is scored anew, what it was stands struck beside it, and the change says
    # so.
    expect(page).to_have_url(f"{table}sheet")
    expect(page.locator(".strip .side-pt b")).to_have_text(["100", SET_TWICE])
    expect(page.locator("del").first).to_contain_text("120")
    is_well("house-rules-sheet")
    page.goto(f"{table}agree")
    expect(page.get_by_text("Everyone has accepted the house rules.")).to_be_visible()

    # Struck with the consent of both sides, it is as it was before.
    page.goto(f"{table}log")
    change = page.locator(".log > li", has_text="House rules changed").first
    seq = str(change.get_attribute("id")).removeprefix("entry-")
    page.goto(f"{table}entries/{seq}/strike")
    page.fill("input[name=reason]", "not what we meant")
    page.get_by_role("button", name="Strike").click()
    expect(page.locator("fieldset.consent")).to_contain_text("Ingrid & Priya agree")
    for box in page.locator("input[name=consent]").all():
        box.check(force=True)
    is_well("house-rules-strike")
    page.get_by_role("button", name="Change").click()
    expect(page.locator(".strip .side-pt b")).to_have_text(["100", SET])


def test_a_seat_with_its_own_phone_is_asked_there(
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    host = open_page(PHONE)
    marek = open_page(SMALL_PHONE)
    table = lay(host, server, "rook")
    join(host, marek, server, table, "Marek")
    save_a_set_hand(host, table)
    propose(host, table)
    expect(host.get_by_text("Asked on their own phones:")).to_contain_text("Marek")
    host.get_by_role("button", name="Agree", exact=True).click()
    expect(host.get_by_text("Agreed:")).to_contain_text("Priya")
    shoot(host, "house-rules-waiting")
    expect(host.locator(".strip .side-pt b")).to_have_text(["100", SET])

    marek.goto(table)
    marek.get_by_role("link", name="Look").click()
    expect(marek.locator("dl.moved").last).to_contain_text(f"{SET} → {SET_TWICE}")
    shoot(marek, "house-rules-asked")
    assert overflows(marek) <= 0
    assert find_barriers(marek) == []
    marek.get_by_role("button", name="Agree", exact=True).click()
    expect(marek).to_have_url(f"{table}sheet")
    host.goto(table)
    expect(host.locator(".strip .side-pt b")).to_have_text(["100", SET_TWICE])
