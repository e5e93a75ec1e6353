"""A whole evening of four phones, two of them German, one in large letters, one by
keyboard alone: with a leaver, a dead phone, a lost connection, a quarrel and a ruling,
to the printed sheet."""

import io

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.conftest import (
    PHONE,
    SCREENSHOTS,
    SMALL_PHONE,
    OpenPage,
    overflows,
    paper,
)
from tests.browser.four_phones import Phone
from tests.browser.opening import open_table
from tests.browser.quarrelling import Quarrel
from tests.conftest import LiveServer

PEOPLE = {"N": "Ingrid", "E": "Tom", "S": "Priya", "W": "Marek"}
LARGE = """addEventListener("DOMContentLoaded", () => {
  document.documentElement.style.fontSize = "130%";
})"""


def joins(page: Page, server: LiveServer, code: str, person: str) -> None:
    page.goto(f"{server.url}/join")
    page.fill("[name=code]", code)
    page.keyboard.press("Enter")
    page.locator(".sit", has_text=person).click()
    page.wait_for_url("**/t/**")


@pytest.fixture
def table(server: LiveServer, open_page: OpenPage) -> dict[str, Phone]:
    """North's phone is the host's, and has a keyboard; East and West read German, South
    has large letters on every page."""
    host = Phone(open_page(SMALL_PHONE), "N")
    host.page.goto(f"{server.url}/new/bridge")
    for seat, name in PEOPLE.items():
        host.page.fill(f"[name=seat{seat}]", name)
    host.page.check("[name=own][value=N]", force=True)
    open_table(host.page)
    host.page.wait_for_url("**/t/**")
    code = (
        host.page.goto(f"{host.page.url}phones")
        and host.page.locator(".say").inner_text()
    )
    phones = {"N": host}
    for seat in "ESW":
        language = "en" if seat == "S" else "de"
        phone = phones[seat] = Phone(open_page(PHONE, locale=language), seat)
        if seat == "S":
            phone.page.add_init_script(LARGE)
        joins(phone.page, server, str(code), PEOPLE[seat])
    host.page.goto(host.page.url.replace("phones", ""))
    return phones


def test_an_evening_to_the_printed_sheet(
    table: dict[str, Phone], open_page: OpenPage
) -> None:
    host, east, south, west = (table[seat] for seat in "NESW")
    address = host.page.url.split("?")[0]

    def all_see(points: str) -> None:
        for name, phone in table.items():
            expect(phone.page.locator("#strip")).to_contain_text(points)
            assert overflows(phone.page) <= 0, name
            phone.shot(f"evening-{points}")

    # North enters the first deal by keyboard. South, who has a phone, agrees for the
    # side so, in large letters.
    host.page.goto(f"{address}?form=quick")
    host.page.locator("[name=level]").first.focus()
    for key in ("4", "Tab", "s", "Tab", "Tab", "s", "Tab", "1", "0", "Enter"):
        host.page.keyboard.press(key)
    all_see("120")
    agree = south.page.get_by_role("button", name="Agree", exact=True)
    agree.wait_for()
    south.page.wait_for_timeout(700)  # a question that has just come takes no answer
    agree.press("Enter")
    expect(south.page.locator(".result-card")).to_contain_text("Your side has agreed")
    assert south.page.evaluate("document.documentElement.style.fontSize") == "130%"
    enters_without_a_connection(west, address)
    all_see("60")
    # A quarrel: East says that it was one trick more; both sides had agreed on nothing
    # yet.
    east.page.goto(f"{address}sheet")
    east.page.locator("a.played").last.click()
    east.page.locator(".why a.link[href$=correct]").last.click()
    east.chooses(tricks=9)
    east.page.fill("[name=reason]", "Ein Stich mehr")
    east.page.locator(".save .btn-go").click()
    expect(host.page.locator(".change")).to_be_visible()
    host.page.get_by_role("button", name="Seen").press("Enter")
    expect(host.page.locator(".change")).to_be_hidden()
    all_see("90")
    is_ruled(table, address)
    # Marek goes home; Ada takes his seat on the host's phone.
    host.page.goto(f"{address}evening/people")
    host.page.fill("[name=W]", "Ada")
    host.page.locator(".act .btn-go").click()
    host.page.wait_for_url(lambda url: "evening" not in url)
    table["N"] = Phone(open_page(PHONE, is_dark=True), "N")
    takes_over(table["N"], host, address)
    finishes(table["N"], address)


def enters_without_a_connection(west: Phone, address: str) -> None:
    """West has none while entering the second deal; it is sent once there is one."""
    west.page.goto(f"{address}?form=quick")
    west.page.context.set_offline(True)
    west.chooses(level=2, denomination="H", declarer="W", tricks=8)
    west.page.locator(".save .btn-go").click()
    expect(west.status).to_contain_text("1")
    west.page.context.set_offline(False)


def takes_over(spare: Phone, host: Phone, address: str) -> None:
    """The host's phone dies: its code, which South had written down, brings the table
    back."""
    host.page.goto(f"{address}phones")
    code = host.page.locator("p.recovery").text_content() or ""
    host.page.close()
    spare.page.goto(address.split("/t/")[0] + "/join")
    spare.page.fill("[name=code]", code)
    spare.page.keyboard.press("Enter")
    spare.page.wait_for_url("**/j/**")
    spare.page.locator("form .btn-go").last.click()
    spare.page.wait_for_url("**/t/**")
    spare.shot("evening-recovered")


# Long: a stretch of an evening, told from one tap to the next.
def is_ruled(table: dict[str, Phone], address: str) -> None:
    """A quarrel that the arbiter settles: South tells that East revoked in the last
    deal, all of the other side are asked whether it was so; East says it, South
    accepts, and it is scored."""
    east, south, west = (table[seat] for seat in "ESW")
    facts = "seat=E&card=D2&besides=none&which=last"
    answers = "61.could=yes&63.established=yes&64.won=partner"
    before = south.page.locator("#strip").inner_text()
    south.page.goto(f"{address}ask/irregularity/revoke?{facts}&{answers}")
    south.shot("evening-ruled")
    south.page.locator("main button.btn-go").click()
    south.page.wait_for_url("**/docket/**")
    ruling = south.page.url.split("?")[0]
    expect(west.page.locator("#strip .asked b")).to_have_text(
        "Bitte die Entscheidung bestätigen"
    )
    east.page.locator(".waits-now").click()
    expect(east.page.locator("main")).to_contain_text("noch keine Antwort")
    expect(east.page.locator("main")).not_to_contain_text("Party(")
    east.page.locator("[name=agrees][value=accept]").click()
    expect(east.status).to_contain_text("Gespeichert")
    expect(west.page.locator(".waits-now")).to_have_count(0)
    south.page.goto(ruling)
    # Each side has said so: that accepts it
    expect(south.page.locator("main")).to_contain_text("accepted; said by Tom")
    south.shot("evening-told")
    expect(south.page.locator("button[form=accept]")).to_have_count(0)
    due = south.page.get_by_role("button", name="Enter in score")
    if due.count():
        due.click()
    south.page.goto(f"{address}sheet")
    expect(south.page.locator("#page")).to_contain_text("Ruling")
    assert south.page.locator("#strip").inner_text() != before
    south.shot("evening-settled")


def finishes(spare: Phone, address: str) -> None:
    """One deal more; the sheet keeps its people and what was corrected, on screen and
    on paper."""
    spare.page.goto(f"{address}?form=quick")
    spare.chooses(level=4, denomination="S", declarer="N", tricks=10)
    spare.presses("Save the deal")
    expect(spare.page.locator("#strip")).to_contain_text("940")
    spare.page.goto(f"{address}sheet")
    expect(spare.page.locator("#pad")).to_contain_text("Ada")
    expect(spare.page.locator("#page")).to_contain_text("Ein Stich mehr")
    expect(spare.page.locator("#page")).to_contain_text("Marek")
    spare.shot("evening-sheet")
    printed = paper(spare.page, f"{address}sheet.pdf")
    SCREENSHOTS.mkdir(exist_ok=True)
    (SCREENSHOTS / "evening.pdf").write_bytes(printed)
    said = "\n".join(
        page.extract_text() for page in PdfReader(io.BytesIO(printed)).pages
    )
    for words in ("Ada", "Marek", "Ein Stich mehr", "940", "Law 64B3"):
        assert words in said, words


LEAD = ("54.opening=yes", "47.told-to=no", "54.dummy-seen=no", "54.opening-lead=forbid")
CLAIM = (
    *(
        "68.left=4",
        "68.tricks=4",
        "68.claim=no",
        "68.settle=rule",
        "70.trump-stated=none",
    ),
    *("judged=3", "68.before=7"),
)
REVOKE = ("63.established=yes", "64.won=partner")
QUARRELS = (
    ("revoke", "E", {"card": "D2"}, REVOKE, "Law 64A2", 8),
    ("lead-out-of-turn", "E", {"card": "H5"}, LEAD, "Law 54D", 11),
    ("claim", "S", {}, CLAIM, "Law 70A", 15),
)


def both_judge(tells: Quarrel, hears: Quarrel, answer: str) -> None:
    """Each side says on its own phone what the director determines."""
    tells.tap("form[action*='/put'] button")
    tells.judges(answer)
    hears.page.locator(".waits-now[href*=irregularity]").first.wait_for()
    hears.page.wait_for_timeout(700)  # the page has drawn what its line already says
    hears.tap(".waits-now[href*=irregularity]")
    hears.judges(answer)


@pytest.mark.parametrize("language", ["en", "de"])
def test_three_quarrels_on_four_phones(
    server: LiveServer, table: dict[str, Phone], language: str
) -> None:
    """South tells and says that it was so, West's phone accepts what it is asked: every
    tap of both counts. Of the second, West says its word first, and South accepts."""
    south = table["S"]
    west = table["W"]
    address = south.page.url.split("?")[0]
    for phone in table.values():
        phone.page.set_viewport_size({"width": 360, "height": 640})
        language_cookie = {"name": "language", "value": language, "url": server.url}
        phone.page.context.add_cookies([language_cookie])
        phone.page.goto(address)
    south.page.goto(f"{address}?form=contract")
    south.chooses(level=4, denomination="S", declarer="S")
    south.page.locator("form[data-entry] .btn-go").last.click()
    expect(south.page.locator(".back")).to_be_visible()
    for name, seat, facts, answers, law, most in QUARRELS:
        tells, hears = (Quarrel(one.page) for one in (south, west))
        tells.page.goto(address)
        tells.begins(name, seat)
        tells.told(**facts)
        for answer in answers:
            if answer.startswith("judged="):
                both_judge(tells, hears, answer.removeprefix("judged="))
                west.shot(f"quarrel-judged-{name}-{language}")
            else:
                tells.answers(answer)
        tells.is_ruled(law)
        tells.tap(".act button.btn-go")
        hears.page.locator(".waits-now[href*=docket]").first.wait_for()
        # the page has drawn what its line already says
        hears.page.wait_for_timeout(700)
        hears.tap(".waits-now[href*=docket]")
        hears.page.locator("[name=agrees][value=accept]").wait_for()
        west.shot(f"quarrel-asked-{name}-{language}")
        south.shot(f"quarrel-{name}-{language}")
        hears.tap("[name=agrees][value=accept]")
        expect(hears.page.locator("[name=agrees]")).to_have_count(0)
        expect(hears.page.locator("button[form=accept]")).to_have_count(0)
        print(name, tells.taps, hears.taps)
        assert tells.taps + hears.taps <= most, name
        west.page.goto(address)
        west.shot(f"quarrel-bound-{name}-{language}")
