"""Phones that come to a table."""

from scorekeeper import create_app
from scorekeeper.store.phones import Purpose
from scorekeeper.web.page.invitations import words_for
from tests.browser.by_card import Phone


def comes(phone: Phone, host: Phone, purpose: Purpose, words: str) -> None:
    """Follow the host's link with another phone, and tap what it offers."""
    phone.table = host.table
    app = create_app({"INSTANCE": str(host.server.instance), "TESTING": True})
    with app.test_request_context():
        link = words_for(host.table.rstrip("/").split("/")[-1], purpose)
    phone.page.goto(f"{host.server.url}/j/{link}")
    phone.page.locator("main button", has_text=words).first.click()
    phone.page.wait_for_url(f"{host.table}*")
