"""A Joker's suit is sealed on a shared phone, is nowhere to be seen, is opened, and fits."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.core.sealing import Sealed
from scorekeeper.store import Secret, Store
from tests.browser.conftest import SMALL_PHONE, OpenPage, Shoot
from tests.browser.test_watch_journey import Phone
from tests.browser.test_watch_wild import plain, printed
from tests.conftest import LiveServer

pytestmark = pytest.mark.slow

FACT = "Joker: H hearts"
"""How the fact that is under the seal is said, once it is known."""


def secret_of(phone: Phone) -> Secret:
    """What the server's private table keeps under the table's one seal."""
    store = Store(phone.server.instance / "scorekeeper.db")
    session = store.open(phone.table.rstrip("/").split("/")[-1])
    assert session is not None
    (sealed,) = [one.event for one in session.log if isinstance(one.event, Sealed)]
    secret = store.secret(session.id, sealed.commitment)
    store.close()
    assert secret is not None
    return secret


def seen(browser: BrowserContext, table: str, *pages: str) -> dict[str, str]:
    """What each of these pages and files of a table holds."""
    return {page: browser.request.get(table + page).text() for page in pages}


def test_a_joker_s_suit_is_sealed_and_opened(
    server: LiveServer,
    open_page: OpenPage,
    overflows: Callable[[Page], int],
    shoot: Shoot,
    find_barriers: Callable[[Page], list[str]],
) -> None:
    phone = Phone(open_page(SMALL_PHONE), server, overflows)
    page = phone.page
    phone.opens("joker-bridge", suit_mode="sealed")
    page.locator(".notice.sealed a", has_text="Seal a Joker suit").click()
    phone.sees("Who seals a Joker suit?")
    phone.taps("West")
    phone.sees("Hand the phone to West")
    shoot(page, "seal-hand-over")
    phone.taps("I am West")
    phone.sees("West seals a Joker suit")
    page.check("[name=suit_0][value=H]", force=True)
    shoot(page, "seal-choice")
    assert find_barriers(page) == []
    phone.taps("Seal it")
    phone.sees("Hand the phone back")
    secret = secret_of(phone)
    assert secret.salt not in page.content()
    phone.taps("To the table")
    expect(page.locator(".notice.sealed")).to_contain_text("West has sealed a Joker suit")
    # Nobody finds it, wherever they look.
    others = open_page(SMALL_PHONE).context
    public = ("", "sheet", "log", "sealed/", "more", "session.jsonl", "sheet.csv")
    for where, text in seen(others, phone.table, *public).items():
        assert secret.salt not in text and FACT not in text, where
        assert '"value"' not in text, where
    assert secret.commitment in seen(others, phone.table, "session.jsonl")["session.jsonl"]
    assert "still closed when this was printed" in printed(page, phone.table, "seal-closed")
    # A deal is played; West opens it.
    phone.goes("?form=quick")
    for name, value in (("level", "4"), ("denomination", "H"), ("declarer", "S")):
        page.check(f"[name={name}][value='{value}']", force=True)
    page.check("[name=tricks][value='10']", force=True)
    page.get_by_role("button", name="Save the deal").click()
    phone.sees("hidden card")
    page.locator(".notice.sealed a", has_text="Open it").click()
    expect(page.locator("#page")).to_contain_text("Open it for all to see?")
    phone.taps("Open the seal")
    expect(page.locator(".ruling .steps")).to_contain_text("was opened: it fits")
    expect(page.locator(".ruling .steps")).to_contain_text("hearts")
    expect(page.locator("#page")).to_contain_text("Deal 1")
    shoot(page, "seal-opened")
    assert find_barriers(page) == []
    # From now on everybody can check it, on paper too.
    assert secret.salt in seen(others, phone.table, "session.jsonl")["session.jsonl"]
    text = printed(page, phone.table, "seal-opened")
    assert "West has sealed a Joker suit" in text and "Deal 1. The seal of entry" in text
    assert "was opened: it fits; Jokers: Joker:" in text
    assert secret.commitment in plain(text)
