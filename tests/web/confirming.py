"""Results that the sides confirm."""

import re

from tests.web.conftest import Visitor

DEAL = {
    "level": 4,
    "denomination": "S",
    "doubling": "",
    "declarer": "S",
    "tricks": 10,
    "honours_0_seat": "",
}


def confirmed(table: str, **sides: Visitor) -> str:
    """A deal that these sides confirmed; answers the address of its row."""
    host = sides["NS"]
    host.get(table + "?form=quick").send(table + "enter/quick", **DEAL)
    assert host.page.status_code == 303, host.text
    host.get(table + "agree")
    found = re.search(r"/agree/(\d+)", host.text)
    assert found
    for side, phone in sides.items():
        page = f"{table}agree/{found[1]}"
        phone.get(f"{page}?side={side}").send(page, party=side)
        assert phone.page.status_code == 303, phone.text
        assert "side=" not in phone.page.headers["Location"], (
            "it leads to the other side"
        )
    return f"{table}rows/{found[1]}/"


def confirmation(phone: Visitor, table: str, row: str, side: str) -> str:
    """Where this side takes its confirmation back."""
    number = row.strip("/").rsplit("/", 1)[-1]
    found = re.search(
        r'href="([^"]*/strike)"', phone.get(f"{table}agree/{number}?side={side}").text
    )
    assert found, phone.text
    return found[1]
