"""The German rulebooks have the English ones' sections, anchors, tables and
standings."""

import re
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from scorekeeper.games import GAMES
from scorekeeper.words import LANGUAGES
from tests.games.parts import still_to_come
from tests.web.conftest import app, client
from tests.words.sentences import GAMES as GAMES_FOLDER

__all__ = ["app", "client"]

SHAPE = {"section", "h2", "h3", "p", "table", "tr", "th", "td", "em", "strong"}
ENGLISH = re.compile(r"\b(the|and|you|may|must|which|trump contract|declarer|tricks)\b")


class Shape(HTMLParser):
    """A rulebook's own part: its elements with their anchors, its figures, and its
    sentences."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, str | None]] = []
        self.figures: list[str] = []
        self.sentences: list[str] = []
        self._within: list[str] = []
        self.feed(page[page.index('<div class="book">') : page.index('id="settings"')])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in SHAPE or "st" in (named.get("class") or "").split():
            self.elements.append((tag, named.get("id") or named.get("class")))
        self._within.append("cite" if named.get("class") == "cite" else tag)

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop() not in (tag, "cite"):
            pass

    def handle_data(self, data: str) -> None:
        if "td" in self._within:
            self.figures += re.findall(
                r"\d+", re.sub(r"(?<=\d)[.,](?=\d{3})", "", data)
            )
        if "cite" not in self._within:
            self.sentences.append(data)


@pytest.mark.parametrize("language", LANGUAGES[1:])
@pytest.mark.parametrize("slug", GAMES)
def test_it_is_the_same_rulebook(client: FlaskClient, slug: str, language: str) -> None:
    game = GAMES[slug]
    if not (game.home / "templates" / f"rulebook_{slug}.{language}.html").is_file():
        pytest.skip(
            "; ".join(still_to_come(game)) or f"it is read in English in {language}"
        )
    pages = [
        client.get(f"/rules/{slug}", headers={"Accept-Language": asked})
        for asked in ("en", language)
    ]
    assert [page.status_code for page in pages] == [200, 200]
    english, other = (Shape(page.get_data(as_text=True)) for page in pages)
    assert len(english.elements) > 50
    assert other.elements == english.elements
    assert other.figures == english.figures
    assert len(other.sentences) > 50
    left = [sentence for sentence in other.sentences if ENGLISH.search(sentence)]
    assert left == []


def test_each_page_of_rules_has_its_german_twin() -> None:
    pages = {path.name for path in GAMES_FOLDER.glob("*/templates/*rul*s_*.html")}
    pages |= {path.name for path in GAMES_FOLDER.glob("*/templates/rulebook_*.html")}
    english = {name for name in pages if name.count(".") == 1}
    assert {name.replace(".html", ".de.html") for name in english} <= pages
