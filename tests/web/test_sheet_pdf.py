"""The printed sheet at its address."""

import re
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.exports.pdf.paper import Paper
from scorekeeper.exports.pdf.press import PangoMissing
from scorekeeper.exports.pdf.printer import NotPrinted, Printer
from scorekeeper.exports.pdf.shop import PrintShop
from scorekeeper.record import Session
from tests.web.conftest import Visitor

PDF = b"%PDF-1.7\n%%EOF\n"


class Shop(PrintShop):
    """Notes what is asked of it."""

    def __init__(self) -> None:
        super().__init__(Path("never-written"), Printer())
        self.asked: list[tuple[Paper, str]] = []
        self.ahead: list[int] = []
        self.fault: Exception | None = None

    def sheet(self, session: Session, paper: Paper = Paper.A4, language: str = "en") -> bytes:
        self.asked.append((paper, language))
        if self.fault:
            raise self.fault
        return PDF

    def make_ahead(self, session: Session, paper: Paper = Paper.A4, language: str = "en") -> None:
        self.ahead.append(session.last)


@pytest.fixture
def shop(app: Flask) -> Shop:
    app.extensions["print_shop"] = made = Shop()
    return made


@pytest.fixture
def table(visitor: Visitor, shop: Shop) -> str:
    people = ("Ingrid", "Tom <b>", "Łucja", "=1+1")
    return visitor.lay("bridge", people)


def test_it_opens_in_the_browser_under_a_good_name(visitor: Visitor, table: str) -> None:
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
    visitor: Visitor, table: str, shop: Shop, query: str, paper: Paper
) -> None:
    visitor.get(f"{table}sheet.pdf{query}")
    assert shop.asked == [(paper, "en")]


def test_where_there_is_no_pango_the_page_says_how_to_get_it(
    visitor: Visitor, table: str, shop: Shop
) -> None:
    shop.fault = PangoMissing("cannot load library 'libpango-1.0-0'")
    visitor.get(f"{table}sheet.pdf")
    assert visitor.page.status_code == 503
    assert "cannot load library 'libpango-1.0-0'" in visitor.text
    assert "apt install libpangoft2-1.0-0" in visitor.text
    assert f'href="{table}sheet"' in visitor.text, "the way back"
    assert visitor.get(table).page.status_code == 200, "everything else works"


def test_a_sheet_that_cannot_be_printed_says_so(visitor: Visitor, table: str, shop: Shop) -> None:
    shop.fault = NotPrinted("the page was not printed within 30 seconds")
    visitor.get(f"{table}sheet.pdf")
    assert visitor.page.status_code == 503
    assert "was not printed within 30 seconds" in visitor.text


def test_there_is_none_of_a_table_that_is_not_there(visitor: Visitor, shop: Shop) -> None:
    assert visitor.get("/t/nowhere/sheet.pdf").page.status_code == 404
    assert not shop.asked


def test_each_entry_orders_the_sheet_ahead(
    app: Flask, visitor: Visitor, table: str, shop: Shop
) -> None:
    app.config["MAKE_AHEAD"] = True
    visitor.get(f"{table}evening/adjusted")
    visitor.send(f"{table}enter/adjusted", party="NS", points="50", reason="a gift")
    assert visitor.page.status_code == 303
    assert len(shop.ahead) == 1
    visitor.get(f"{table}evening/adjusted")
    visitor.send(f"{table}enter/adjusted", party="NS", points="", reason="nothing")
    assert visitor.page.status_code == 422
    assert len(shop.ahead) == 1


def test_the_links_open_it_beside_the_table(visitor: Visitor, table: str) -> None:
    for page in ("sheet", "more"):
        links = re.findall(r'<a [^>]*href="[^"]*sheet\.pdf[^>]*>', visitor.get(table + page).text)
        assert links
        assert all('target="_blank"' in link and 'hx-boost="false"' in link for link in links)
