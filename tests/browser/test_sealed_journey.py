"""A Joker's suit is sealed on a shared phone, is nowhere to be seen, is opened, and
fits."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.core.seals import Sealed
from scorekeeper.store import Kept, Store
from scorekeeper.store.phones import Purpose
from scorekeeper.store.seals import Secret
from scorekeeper.web.page.phone import key_of
from tests.browser.by_card import Phone
from tests.browser.coming import comes
from tests.browser.conftest import SMALL_PHONE, OpenPage, find_barriers, shoot
from tests.browser.wild import plain, printed
from tests.conftest import LiveServer

FACT = "Joker: H hearts"
"""How the fact that is under the seal is said, once it is known."""


def kept_of(phone: Phone) -> Kept:
    """What the server keeps for the table's one seal."""
    store = Store(phone.server.instance / "scorekeeper.db")
    session = store.open(phone.table.rstrip("/").split("/")[-1])
    assert session is not None
    (sealed,) = [
        entry.event for entry in session.log if isinstance(entry.event, Sealed)
    ]
    kept = store.seals.kept(session.id, sealed.commitment)
    store.close()
    assert kept is not None
    return kept


def secret_of(phone: Phone) -> Secret:
    """What is under the table's one seal, opened with the key on this phone."""
    cookies = phone.page.context.cookies()
    (jar,) = [cooky["value"] for cooky in cookies if cooky["name"].endswith("-keys")]
    name, _, text = jar.rpartition("~")[2].partition(".")
    key = key_of(text)
    secret = kept_of(phone).by_sealer({name: key}) if key else None
    assert secret is not None
    return secret


def seen(browser: BrowserContext, table: str, *pages: str) -> dict[str, str]:
    """What each of these pages and files of a table holds."""
    return {page: browser.request.get(table + page).text() for page in pages}


def plays_four_hearts(phone: Phone) -> None:
    phone.goes("?form=quick")
    chosen = {"level": "4", "denomination": "H", "declarer": "S", "tricks": "10"}
    for name, value in chosen.items():
        phone.page.check(f"[name={name}][value='{value}']", force=True)
    phone.page.get_by_role("button", name="Save the deal").click()


def test_a_joker_s_suit_is_sealed_and_opened(
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    phone = Phone(open_page(SMALL_PHONE), server)
    page = phone.page
    phone.opens("joker-bridge", suit_mode="sealed")
    page.locator(".notice.sealed a", has_text="Seal a Joker suit").click()
    phone.sees("Who seals a Joker suit?")
    phone.taps("Marek")
    phone.sees("Hand the phone to Marek")
    shoot(page, "seal-hand-over")
    phone.taps("I am Marek")
    phone.sees("Marek seals a Joker suit")
    page.check("[name=suit_0][value=H]", force=True)
    shoot(page, "seal-choice")
    assert find_barriers(page) == []
    phone.taps("Seal")
    phone.sees("Hand the phone back")
    secret = secret_of(phone)
    assert secret.salt not in page.content()
    phone.taps("To the table")
    expect(page.locator(".notice.sealed")).to_contain_text("Marek sealed a Joker suit")
    # Nobody finds it, wherever they look.
    others = open_page(SMALL_PHONE).context
    public = ("", "sheet", "log", "sealed/", "more", "session.jsonl", "sheet.csv")
    for where, text in seen(others, phone.table, *public).items():
        assert secret.salt not in text and FACT not in text, where
        assert '"value"' not in text, where
    commitment = kept_of(phone).commitment
    assert commitment in seen(others, phone.table, "session.jsonl")["session.jsonl"]
    assert "Still closed when this was printed" in printed(
        page, phone.table, "seal-closed"
    )
    # A deal is played; West opens it.
    plays_four_hearts(phone)
    phone.sees("hidden card")
    page.locator(".notice.sealed a", has_text="Open").click()
    expect(page.locator("#page")).to_contain_text("Open it for everyone?")
    phone.taps("Open seal")
    expect(page.locator(".ruling .steps")).to_contain_text("opened: it fits")
    expect(page.locator(".ruling .steps")).to_contain_text("hearts")
    expect(page.locator("#page")).to_contain_text("Deal 1")
    shoot(page, "seal-opened")
    assert find_barriers(page) == []
    # From now on everybody can check it, on paper too.
    assert secret.salt in seen(others, phone.table, "session.jsonl")["session.jsonl"]
    text = printed(page, phone.table, "seal-opened")
    assert "Marek sealed a Joker suit" in text and "Deal 1. Seal opened" in text
    assert "opened: it fits; Jokers: Joker:" in text
    assert commitment in plain(text)


def seals(
    phone: Phone, seat: str, joker: str, suit: str, shot: Callable[[Page], object]
) -> None:
    """Seal a Joker's suit on a phone, from the table's page."""
    phone.goes(f"sealed/new/joker-suit?seat={seat}&open=1")
    phone.page.check(f"[name=joker][value={joker}]", force=True)
    phone.page.locator(f"[name^=suit_][value={suit}]").first.check(force=True)
    phone.page.locator("details.higher summary").click()
    shot(phone.page)
    phone.taps("Seal")
    phone.page.locator(".handover").wait_for()


def test_a_seat_is_handed_over_and_its_seal_is_not(
    server: LiveServer,
    open_page: OpenPage,
) -> None:
    """Marek seals and gives the seat away: only the phone that he had opens it. An
    arbiter comes, and looks at what is sealed after that."""
    host, west, arbiter = (Phone(open_page(SMALL_PHONE), server) for _ in range(3))
    host.opens("joker-bridge", suit_mode="sealed", variant="x2")
    comes(west, host, Purpose.JOIN, "Marek")
    seals(west, "W", "BlackJoker", "S", lambda page: shoot(page, "seal-nobody-looks"))
    expect(west.page.locator("#page")).to_contain_text(
        "Only the phone that sealed it can open it"
    )
    shoot(west.page, "seal-done-own-phone")
    west.page.go_back()  # what was chosen isn't there for whoever takes the phone next
    west.page.wait_for_load_state()
    assert west.page.locator("[name=joker]:checked, [name^=suit_]:checked").count() == 0
    # The host takes the seat back, and gets no further.
    host.goes("phones")
    with host.page.expect_response(lambda one: one.request.method == "POST"):
        host.page.locator(".accept li", has_text="Marek").get_by_role("button").click()
    host.goes("")
    host.page.locator(".notice.sealed a", has_text="Another phone has its key").click()
    host.sees("Open it for everyone?")
    expect(host.page.locator("#page")).to_contain_text("Only the phone that sealed")
    assert host.page.get_by_role("button", name="Open seal").count() == 0
    shoot(host.page, "seal-key-elsewhere")
    assert find_barriers(host.page) == []
    # An arbiter comes: not for the first seal, but for the next.
    comes(arbiter, host, Purpose.ARBITER, "I’m the arbiter")
    host.goes("")
    host.page.locator("form[action$='accept-arbiter'] button").click()
    arbiter.goes("sealed/")
    assert arbiter.page.get_by_role("link", name="Look under").count() == 0
    seals(host, "E", "RedJoker", "D", lambda page: shoot(page, "seal-arbiter-looks"))
    arbiter.goes("sealed/")
    arbiter.page.get_by_role("link", name="Look under").click()
    arbiter.page.fill("[name=reason]", "East disputes it")
    shoot(arbiter.page, "seal-look")
    arbiter.page.get_by_role("button", name="Look", exact=True).click()
    expect(arbiter.page.locator(".ruling")).to_contain_text("diamonds")
    shoot(arbiter.page, "seal-looked")
    # The phone that sealed opens what it sealed, though it plays no seat now.
    west.goes("sealed/")
    west.page.get_by_role("link", name="Open seal").click()
    west.sees("Open it for everyone?")
    west.page.get_by_role("button", name="Open seal").click()
    expect(west.page.locator(".ruling .steps")).to_contain_text("opened: it fits")
