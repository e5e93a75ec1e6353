"""The printed sheet at its address."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.exports.pdf.cache import (
    LONGEST_WAIT,
    SELF,
    Asker,
    Busy,
    Order,
    PdfCache,
    Rank,
)
from scorekeeper.exports.pdf.page import Paper
from scorekeeper.exports.pdf.render import NotPrinted, PangoMissing
from scorekeeper.tables.session import Session
from tests.web.conftest import Visitor

PDF = b"%PDF-1.7\n%%EOF\n"


class Cache(PdfCache):
    """Notes what is asked of it."""

    def __init__(self) -> None:
        super().__init__(Path("never-written"))
        self.askers: list[Asker] = []
        self.asked: list[tuple[Paper, str]] = []
        self.ahead: list[int] = []
        self.fault: Exception | None = None

    def pdf(
        self, order: Order, asker: Asker = SELF, patience: float = LONGEST_WAIT
    ) -> bytes:
        self.asked.append((order.paper, order.language))
        self.askers.append(asker)
        if self.fault:
            raise self.fault
        return PDF

    def make_ahead(self, session: Session, language: str = "en") -> None:
        self.ahead.append(session.last)


@pytest.fixture
def cache(app: Flask) -> Cache:
    app.extensions["pdf_cache"] = made = Cache()
    return made


@pytest.fixture
def table(visitor: Visitor, cache: Cache) -> str:
    people = ("Ingrid", "Tom <b>", "Łucja", "=1+1")
    return visitor.lay("bridge", people)


def test_it_opens_in_the_browser_under_a_good_name(
    visitor: Visitor, table: str
) -> None:
    visitor.get(f"{table}sheet.pdf")
    headers = visitor.page.headers
    assert visitor.page.data == PDF
    assert headers["Content-Type"] == "application/pdf"
    name = r'inline; filename="bridge-\d{4}-\d\d-\d\d-ingrid-tom-b-ucja-1-1\.pdf"'
    assert re.fullmatch(name, headers["Content-Disposition"])


@pytest.mark.parametrize(
    ("query", "paper"),
    [
        ("", Paper.A4),
        ("?paper=a4", Paper.A4),
        ("?paper=letter", Paper.LETTER),
        ("?paper=Letter", Paper.LETTER),
        ("?paper=../x", Paper.A4),
    ],
)
def test_the_paper_is_asked_for(
    visitor: Visitor, table: str, cache: Cache, query: str, paper: Paper
) -> None:
    visitor.get(f"{table}sheet.pdf{query}")
    assert cache.asked == [(paper, "en")]


def test_where_there_is_no_pango_the_page_says_how_to_get_it(
    visitor: Visitor, table: str, cache: Cache
) -> None:
    cache.fault = PangoMissing("cannot load library 'libpango-1.0-0'")
    visitor.get(f"{table}sheet.pdf")
    assert visitor.page.status_code == 503
    assert "cannot load library 'libpango-1.0-0'" in visitor.text
    assert "apt install libpangoft2-1.0-0" in visitor.text
    assert f'href="{table}sheet"' in visitor.text, "the way back"
    assert visitor.get(table).page.status_code == 200, "everything else works"


def test_a_sheet_that_cannot_be_printed_says_so(
    visitor: Visitor, table: str, cache: Cache
) -> None:
    cache.fault = NotPrinted("the page was not printed within 30 seconds")
    visitor.get(f"{table}sheet.pdf")
    assert visitor.page.status_code == 503
    assert "was not printed within 30 seconds" in visitor.text


def test_where_too_many_wait_the_page_says_when_to_come_again(
    visitor: Visitor, table: str, cache: Cache
) -> None:
    cache.fault = Busy("12 documents for others are on order")
    visitor.get(f"{table}sheet.pdf")
    assert visitor.page.status_code == 503
    assert "Other sheets are being printed" in visitor.text
    assert "Try again in a minute" in visitor.text


def test_a_phone_of_the_table_goes_before_a_stranger(
    visitor: Visitor, table: str, cache: Cache, another: Callable[[], Visitor]
) -> None:
    visitor.get(f"{table}sheet.pdf")
    another().get(f"{table}sheet.pdf")
    assert [asker.rank for asker in cache.askers] == [Rank.OWN, Rank.STRANGER]
    assert cache.askers[1].name == "127.0.0.1"


def test_there_is_none_of_a_table_that_is_not_there(
    visitor: Visitor, cache: Cache
) -> None:
    assert visitor.get("/t/nowhere/sheet.pdf").page.status_code == 404
    assert not cache.asked


def test_each_entry_orders_the_sheet_ahead(
    app: Flask, visitor: Visitor, table: str, cache: Cache
) -> None:
    app.config["MAKE_AHEAD"] = True
    visitor.get(f"{table}evening/adjusted")
    visitor.send(f"{table}enter/adjusted", party="NS", points="50", reason="a gift")
    assert visitor.page.status_code == 303
    assert len(cache.ahead) == 1
    visitor.get(f"{table}evening/adjusted")
    visitor.send(f"{table}enter/adjusted", party="NS", points="", reason="nothing")
    assert visitor.page.status_code == 422
    assert len(cache.ahead) == 1


def test_whoever_of_the_table_opens_the_sheet_finds_it_printed(
    app: Flask,
    visitor: Visitor,
    table: str,
    cache: Cache,
    another: Callable[[], Visitor],
) -> None:
    app.config["MAKE_AHEAD"] = True
    another().get(f"{table}sheet")
    assert not cache.ahead
    visitor.get(f"{table}sheet")
    assert len(cache.ahead) == 1


def test_the_links_open_it_beside_the_table(visitor: Visitor, table: str) -> None:
    for page in ("sheet", "settings"):
        links = re.findall(
            r'<a [^>]*href="[^"]*sheet\.pdf[^>]*>', visitor.get(table + page).text
        )
        assert links
        assert all(
            'target="_blank"' in link and 'hx-boost="false"' in link for link in links
        )
