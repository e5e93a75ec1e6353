"""A phone that reads German sees no English, wherever it goes at a table."""

import re

import pytest
from flask.testing import FlaskClient

from benchmarks.seasons import seasons
from scorekeeper.core.messages import message
from scorekeeper.games import GAMES
from scorekeeper.tables.session import Session
from scorekeeper.words import catalogue, catalogue_files, words_in
from tests.adopting import adopt
from tests.web.conftest import Visitor, app, client, visitor
from tests.words.heard import Heard, walked

__all__ = ["app", "client", "visitor"]

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
PLACES = re.compile(r"{\w+}|[\w-]+(\.[\w-]+)+(/\S*)?")
"""Where something is filled in, and addresses."""
TEXTS = tuple(source.title for game in GAMES.values() for source in game.sources)
"""What a piece begins with that says where a rule stands: it stays as it is there."""
CALLED = [words_in("de").text(message(f"game.{slug}")) for slug in GAMES]
OWN_NAMES = re.compile("|".join(map(re.escape, [*CALLED, *TEXTS])))
"""What games and the texts of their rules are called."""


def left_over(page: str) -> list[str]:
    """What on this page is English."""
    return [
        piece
        for piece in Heard(page).pieces
        if not NAMES.search(piece)
        and piece not in STILL_ENGLISH
        and not piece.startswith(TEXTS)
        and (
            piece.strip(" :·,.") in ENGLISH
            or TELLTALE.search(OWN_NAMES.sub("", PLACES.sub("", piece)))
        )
    ]


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
    start = [f"/new/{slug}", table, f"{table}more", f"{table}ask"]
    assert walked(client, start, table, left_over, UNSPOKEN) == []


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
    start = [f"{table}sheet", table, f"{table}log", f"{table}ask"]
    assert walked(client, start, table, left_over, UNSPOKEN) == []


def test_the_pages_beside_the_tables_do(client: FlaskClient) -> None:
    client.set_cookie("language", "de")
    start = ["/", "/new", "/rules/", "/nowhere"]
    assert walked(client, start, "/rules/", left_over, UNSPOKEN) == []


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
