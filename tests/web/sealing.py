"""Tables at which something is sealed."""

import re
from collections.abc import Iterator

from scorekeeper.store.phones import Purpose
from scorekeeper.web.page.invitations import words_for
from tests.web.conftest import Visitor, accept_arbiter

NEW = "sealed/new/"


def bridge(visitor: Visitor, **answers: str) -> str:
    return visitor.lay("joker-bridge", suit_mode="sealed", **answers)


def seal(
    visitor: Visitor, table: str, suit: str = "H", seat: str = "W", **fields: str
) -> int:
    """West seals a Joker's suit; answers the seal's entry."""
    address = f"{table}{NEW}joker-suit?seat={seat}&open=1"
    visitor.get(address).send(address, **(fields or {"suit_0": suit}))
    assert visitor.page.status_code == 303, visitor.text
    found = re.search(r"/sealed/(\d+)/done", visitor.page.headers["Location"])
    assert found
    return int(found.group(1))


def deal(visitor: Visitor, table: str, trumps: str = "H") -> None:
    visitor.get(table + "?form=quick").send(
        table + "enter/quick",
        level="4",
        denomination=trumps,
        doubling="",
        declarer="S",
        tricks="10",
        hidden_0_holder="E",
        hidden_0_rank="none",
    )
    assert visitor.page.status_code == 303, visitor.text


def name_arbiter(
    host: Visitor, other: Visitor, table: str, *players: Visitor
) -> Visitor:
    """An arbiter whom the host and these players accept, each on their own phone."""
    with host.client.application.test_request_context():
        link = f"/j/{words_for(table.strip('/').split('/')[-1], Purpose.ARBITER)}"
    other.get(link).send(link)
    assert other.page.status_code == 303, other.text
    accept_arbiter(table, host, *players)
    return other


PAGES = (
    "",
    "?form=jokers",
    "?form=auction",
    "sheet",
    "log",
    "more",
    "settings",
    "forgotten",
    "sealed/",
    "sealed/{seq}/",
    "sealed/{seq}/open",
    "sealed/{seq}/leave",
    "sealed/{seq}/look",
    "sealed/{seq}/done",
    "sealed/new/hand",
    "ask",
    "docket",
    "agree",
    "evening/people",
    "sheet.csv",
    "sheet.json",
    "session.jsonl",
    "session.pbn",
)


def answers(visitor: Visitor, table: str, seq: int) -> Iterator[tuple[str, str]]:
    """Everything that another phone can be sent of a table: headers and bodies."""
    visitor.get(table + "more")
    linked = set(re.findall(r'href="(/t/[^"#]+)', visitor.page.text))
    addresses = {table + page.format(seq=seq) for page in PAGES} | linked
    for address in sorted(one for one in addresses if ".pdf" not in one):
        for headers in ({}, {"HX-Request": "true"}):
            visitor.get(address, **headers)
            yield (
                address,
                f"{visitor.page.headers}\n{visitor.page.get_data(as_text=True)}",
            )
