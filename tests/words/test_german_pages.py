"""A phone that reads German sees no English, wherever it goes at a table."""

import re
from collections import Counter
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from benchmarks.seasons import seasons
from scorekeeper.games import GAMES
from scorekeeper.tables.session import Session
from scorekeeper.words import catalogue, catalogue_files
from tests.adopting import adopt
from tests.web.conftest import Visitor, app, client, visitor

__all__ = ["app", "client", "visitor"]

PAGES = 40
"""So many pages of a table are looked at, of each kind at most two."""

SPOKEN = ("aria-label", "title", "alt", "placeholder")
TELLTALE = re.compile(
    r"\b(the|and|you|your|which|save|saved|tricks?|entered|entry|entries|deals?|dealer|with|from"
    r"|back|sheet|points|who|spades|hearts|clubs|diamonds|made|passes|doubled|settings|played)\b",
    re.IGNORECASE,
)
NAMES = re.compile(
    r"Laws? of|Law \d|Joker Variations|Jeff House Rules|in Japanese|\bPhase\b|Bridge [Ww]ith Deuces"
    r"|Invented Games|Bridge Variations|help of the online game|Hilfe des Onlinespiels|Rook and its"
    r"|How to keep score|Contract Appendix|contract board|Britannica|official rules|Two-Ten-Jack:"
    r"|The Bridge World|entered twice"
)
"""The titles of texts that rules are taken from, and a reason that was typed: they
stay."""

CATALOGUES = [
    file for file in catalogue_files("en") if file.with_name("de.toml").is_file()
]
STILL_ENGLISH = {
    form
    for path in catalogue_files("en")
    if path not in CATALOGUES
    for forms in catalogue(path).values()
    for form in forms
}
"""The sentences of games that have no German words yet."""
UNSPOKEN = [
    slug
    for slug, game in GAMES.items()
    if not (game.home / "words" / "de.toml").is_file()
]


def needs_german(slug: str) -> None:
    """Skip what a game without German words can't meet yet."""
    if slug in UNSPOKEN:
        pytest.skip(f"no German yet: write {GAMES[slug].home / 'words' / 'de.toml'}")


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


def only_english() -> frozenset[str]:
    """The English sentences that are no German ones as well."""
    english = set()
    german = set()
    for path in CATALOGUES:
        own = catalogue(path)
        ours = catalogue(path.with_name("de.toml"))
        german |= {form for forms in ours.values() for form in forms}
        english |= {form for forms in own.values() for form in forms}
        english |= {code for code in ours if code not in own}
    return frozenset(one for one in english - german if len(one) > 4)


ENGLISH = only_english()


def left_over(page: str) -> list[str]:
    """What on this page is English."""
    return [
        piece
        for piece in Heard(page).pieces
        if not NAMES.search(piece)
        and piece not in STILL_ENGLISH
        and (
            piece.strip(" :·,.") in ENGLISH
            or TELLTALE.search(re.sub(r"{\w+}", "", piece))
        )
    ]


def kind_of(address: str) -> str:
    """The address without what differs between pages of one kind."""
    return re.sub(r"=[^&]*", "=", re.sub(r"\d+", "N", address))


def walked(client: FlaskClient, start: list[str], within: str) -> list[str]:
    """What is English on the pages that lead on from here, with the address of each."""
    todo = start
    kinds = Counter[str]()
    seen = set[str]()
    left = []
    while todo and len(seen) < PAGES:
        address = todo.pop(0).partition("#")[0]
        kinds[kind_of(address)] += 1
        if (
            address in seen
            or kinds[kind_of(address)] > 2
            or re.search(r"\.\w+$|/live", address)
        ):
            continue
        if address.rpartition("/")[2] in UNSPOKEN:
            continue
        seen.add(address)
        answer = client.get(address, follow_redirects=True)
        if answer.mimetype == "text/html" and not answer.request.path.endswith(".pdf"):
            assert answer.status_code < 500, address
            page = answer.get_data(as_text=True)
            left += [f"{address}: {piece}" for piece in left_over(page)]
            links = re.findall(r'href="(/[^"]*)"', page.replace("&amp;", "&"))
            todo += [
                link for link in links if link.startswith(within) and ".pdf" not in link
            ]
    assert len(seen) > 20 or not within.startswith("/t/")
    return left


@pytest.fixture(scope="module")
def played() -> dict[str, Session]:
    """A short evening of each game."""
    return {season.game.slug: season for season in seasons(40, seed=3, hands=4)}


@pytest.mark.parametrize("slug", GAMES)
def test_a_new_table_speaks_german(
    client: FlaskClient, visitor: Visitor, slug: str
) -> None:
    needs_german(slug)
    client.set_cookie("language", "de")
    table = visitor.lay(slug)
    assert (
        walked(client, [f"/new/{slug}", table, f"{table}more", f"{table}ask"], table)
        == []
    )


@pytest.mark.parametrize("slug", GAMES)
def test_a_played_one_does(
    client: FlaskClient, visitor: Visitor, played: dict[str, Session], slug: str
) -> None:
    needs_german(slug)
    if slug not in played:
        pytest.skip("no evening of it is made up by benchmarks/seasons.py")
    client.set_cookie("language", "de")
    session = played[slug]
    adopt(client.application.extensions["store"], session.header, session.log)
    table = f"/t/{session.id}/"
    visitor.get(f"{table}phones").send(f"{table}phones/take")
    assert (
        walked(client, [f"{table}sheet", table, f"{table}log", f"{table}ask"], table)
        == []
    )


def test_the_pages_beside_the_tables_do(client: FlaskClient) -> None:
    client.set_cookie("language", "de")
    assert walked(client, ["/", "/new", "/rules/", "/nowhere"], "/rules/") == []


def test_the_browser_is_asked_unless_the_phone_has_chosen(client: FlaskClient) -> None:
    german = {"Accept-Language": "de-AT,en;q=0.5"}
    assert 'lang="de"' in client.get("/", headers=german).text
    assert 'lang="en"' in client.get("/").text
    client.set_cookie("language", "en")
    page = client.get("/", headers=german)
    assert '<html lang="en"' in page.text
    assert "Accept-Language" in page.headers["Vary"]


def test_the_chooser_is_kept_and_taken_back(
    client: FlaskClient, visitor: Visitor
) -> None:
    visitor.get("/")
    visitor.send("/language", language="de", back="/new").follow()
    assert "Was spielen wir?" in visitor.text
    visitor.get("/").send("/language", language="", back="/new").follow()
    assert "What are we playing?" in visitor.text
    visitor.get("/").send("/language", language="tlh", back="//elsewhere").follow()
    assert '<html lang="en"' in visitor.text
