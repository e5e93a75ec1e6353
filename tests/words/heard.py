"""All that a page says, and the pages that lead on from some."""

import re
from collections import Counter
from collections.abc import Callable, Collection
from html.parser import HTMLParser

from flask.testing import FlaskClient

PAGES = 40
"""So many pages of a table are looked at, of each kind at most two."""
SPOKEN = ("aria-label", "title", "alt", "placeholder")


class Heard(HTMLParser):
    """All that a page says, to the eye and to the ear, piece by piece."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._mute = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._mute = tag in ("script", "style")
        self.pieces += [value for name, value in attrs if name in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self._mute = False

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._mute:
            self.pieces.append(" ".join(data.split()))


def kind_of(address: str) -> str:
    """The address without what differs between pages of one kind."""
    return re.sub(r"=[^&]*", "=", re.sub(r"\d+", "N", address))


def is_file(address: str) -> bool:
    return re.search(r"\.\w+$|/live", address) is not None


def links_on(page: str) -> list[str]:
    links = re.findall(r'href="(/[^"]*)"', page.replace("&amp;", "&"))
    return [link for link in links if ".pdf" not in link]


def walked(
    client: FlaskClient,
    start: list[str],
    within: str,
    left_over: Callable[[str], list[str]],
    without: Collection[str] = (),
) -> list[str]:
    """What is left over on the pages that lead on from here, with the address of each;
    pages of the games `without` are not opened."""
    todo = start
    kinds = Counter[str]()
    seen = set[str]()
    left = []
    while todo and len(seen) < PAGES:
        address = todo.pop(0).partition("#")[0]
        kinds[kind_of(address)] += 1
        if address in seen or kinds[kind_of(address)] > 2:
            continue
        if is_file(address) or address.rpartition("/")[2] in without:
            continue
        seen.add(address)
        answer = client.get(address, follow_redirects=True)
        if answer.mimetype == "text/html" and not answer.request.path.endswith(".pdf"):
            assert answer.status_code < 500, address
            page = answer.get_data(as_text=True)
            left += [f"{address}: {piece}" for piece in left_over(page)]
            todo += [link for link in links_on(page) if link.startswith(within)]
    assert len(seen) > 20 or not within.startswith("/t/")
    return left
