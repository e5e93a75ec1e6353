"""A deal in one line, without scripts: typed, read, shown as its sentence, saved."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

import pytest

from tests.web.conftest import PEOPLE, Visitor

FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)">')


def read(visitor: Visitor, table: str, line: str) -> str:
    """What the page of the line says of it, as markup."""
    visitor.get(f"{table}line?{urlencode({'line': line})}")
    assert visitor.page.status_code == 200
    _, _, below = visitor.page.text.partition('<div id="read" hx-sync="replace">')
    return below.partition("</section>")[0]


def said(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", "", html).replace("&amp;", "&").split())


def save(visitor: Visitor, html: str) -> Visitor:
    """Send the form below what was read."""
    action = re.search(r'action="([^"]+)"', html)
    assert action, html
    return visitor.send(action[1], **dict(FIELD.findall(html)))


def test_a_deal_is_read_and_saved(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    page = visitor.get(f"{table}?form=quick").text
    assert 'name="line"' in page and f'class="to-line" href="{table}line"' in page
    assert "autofocus" in visitor.get(f"{table}line").text
    assert 'placeholder="4 hearts Priya plus 1"' in visitor.text
    assert 'class="to-line"' not in visitor.get(f"{table}?form=auction").text
    html = read(visitor, table, "four hearts by Ingrid plus one")
    assert said(html).startswith("4 hearts, made with 1 overtrick: Ingrid & ")
    before = visitor.get(f"{table}log").text.count("<li")
    html = read(visitor, table, "four hearts by Ingrid plus one")
    assert visitor.get(f"{table}log").text.count("<li") == before, "nothing is stored"
    save(visitor, html).follow()
    assert "+150" in visitor.text


def test_what_is_not_understood_stays_and_is_named(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    html = read(visitor, table, "4H Ingrid = <b>frob")
    assert 'value="4H Ingrid = &lt;b&gt;frob"' in visitor.page.text
    assert "Understood: 4 H Ingrid =" in said(html)
    assert "Not understood: b, frob" in said(html)
    assert "Save without them" in html
    html = read(visitor, table, "4H 5S Ingrid =")
    assert "Can mean several things:" in said(html)
    assert "<form" not in html
    assert said(read(visitor, table, "frob")) == "Not understood: frob"
    assert said(read(visitor, table, " ")) == ""


def test_what_is_missing_or_impossible_is_said(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    html = read(visitor, table, "4H")
    assert "<form" not in html
    assert said(html)
    html = read(visitor, table, "4H Ingrid 14 tricks")
    assert "14" in said(html)
    assert "<form" not in html


def test_a_contract_is_said_before_it_is_played(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    save(visitor, read(visitor, table, "3NT Ingrid"))
    assert visitor.page.status_code == 303
    html = read(visitor, table, "plus two")
    assert "overtricks" in said(html)


@pytest.mark.parametrize(
    ("slug", "line", "language", "sentence"),
    [
        ("rook", "{0} bids 120 red took 145", "en", "{0} bid 120 in Red and took 145"),
        ("rook", "{0} bietet 120 rot holt 145", "de", "145"),
        ("two-ten-jack", "{0} 5, {1} minus 5, {2} 10", "en", "{2} +10"),
        ("joker-bridge", "4S {0} = hidden K♠", "en", "4 spades, just made"),
        ("bridge", "quatre piques {0} juste fait", "fr", "4 pique"),
    ],
)
def test_every_game_has_a_line(
    visitor: Visitor, slug: str, line: str, language: str, sentence: str
) -> None:
    table = visitor.lay(slug)
    visitor.client.set_cookie("language", language)
    html = read(visitor, table, line.format(*PEOPLE))
    assert sentence.format(*PEOPLE).lower() in said(html).lower()


def test_during_an_auction_there_is_none(visitor: Visitor) -> None:
    table = visitor.lay("bridge")
    visitor.get(f"{table}?form=auction").send(f"{table}enter/auction", call="1C")
    assert 'name="line"' not in visitor.get(table).text
    assert visitor.get(f"{table}line").page.status_code == 303


def test_only_who_may_enter_reads_a_line(
    visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("bridge")
    assert another().get(f"{table}line").page.status_code == 403
