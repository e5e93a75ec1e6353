"""Pages that lead to paper say which letters of a table no font here has: boxes stand
for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.exports.pdf import letters
from scorekeeper.words import LANGUAGES, words_in
from tests.exports.fonts import only_our_fonts
from tests.web.conftest import PEOPLE, Visitor

__all__ = ["only_our_fonts"]

PAGES = ("sheet", "sign", "paper")
"""Where people are about to print, or to sign what is printed."""
BOXED = ("王小明", "Tom", "हिन्दी", "Zoë")


@pytest.fixture(autouse=True)
def poor_machine(
    only_our_fonts: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A Debian machine that has no fonts but ours."""
    monkeypatch.setattr(letters, "here", lambda: "debian")
    yield


def notices(visitor: Visitor, table: str) -> dict[str, bool]:
    """On which of the pages the notice about letters stands, in the phone's
    language."""
    language = visitor.client.get_cookie("language")
    said = letters.told(letters.without_font("".join(BOXED)))
    assert said is not None
    text = words_in(language.value if language else "en").text(said)
    return {name: text in visitor.get(table + name).text for name in PAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_page_before_paper_says_it(visitor: Visitor, language: str) -> None:
    visitor.client.set_cookie("language", language)
    table = visitor.lay("bridge", BOXED)
    assert notices(visitor, table) == dict.fromkeys(PAGES, True)


def test_it_names_the_letters_and_the_packages(visitor: Visitor) -> None:
    table = visitor.lay("bridge", BOXED)
    said = visitor.get(table + "sheet").text
    assert "This server has no font for द न ह 小 明 王, so" in said
    assert "Install fonts-noto-core, fonts-noto-cjk, then restart Scorekeeper." in said


def test_a_reason_is_printed_too(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    given = {"party": "NS", "part": "above", "points": "10", "reason": "日"}
    visitor.get(f"{table}evening/adjusted").send(f"{table}enter/adjusted", **given)
    assert visitor.page.status_code == 303, visitor.text
    assert "This server has no font for 日, so" in visitor.get(table + "sheet").text


def test_nothing_is_said_where_every_letter_has_a_font(visitor: Visitor) -> None:
    table = visitor.lay("bridge", PEOPLE)
    for name in PAGES:
        assert "No font here" not in visitor.get(table + name).text


def test_nothing_is_said_where_the_browser_prints(app: Flask, visitor: Visitor) -> None:
    """The phone that runs the program has fonts of its own."""
    app.extensions["browser_prints"] = lambda *_: None
    table = visitor.lay("bridge", BOXED)
    assert notices(visitor, table) == dict.fromkeys(PAGES, False)
