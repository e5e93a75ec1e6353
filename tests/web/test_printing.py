"""A document that takes a while: its address says how far it is, and opens it once it
is printed."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from flask import Flask

from benchmarks.evenings import evening
from scorekeeper.exports.pdf import cache
from scorekeeper.exports.pdf.cache import PdfCache, Progress
from scorekeeper.exports.pdf.render import Enclosure, NotPrinted, RenderProcess
from scorekeeper.web.page.printing import LATEST, OVERDUE, SOONEST, again_after
from tests.adopting import adopt
from tests.web.conftest import Visitor

PDF = b"%PDF-1.7\n%%EOF\n"
SHEET = "/t/evening/sheet.pdf"
HTMX = {"HX-Request": "true"}
SECONDS = 20


class HeldUp(RenderProcess):
    """Prints nothing before it may, and fails where it has a fault."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = Event()
        self.printings = 0
        self.fault: Exception | None = None

    def pdf(self, html: str, enclosed: Enclosure | None = None) -> bytes:
        assert self.may_go_on.wait(SECONDS)
        self.printings += 1
        if self.fault:
            raise self.fault
        return PDF


@pytest.fixture
def renderer(app: Flask, tmp_path: Path) -> HeldUp:
    renderer = HeldUp()
    app.config["PAPER_PATIENCE"] = 0.05
    app.extensions["pdf_cache"] = PdfCache(tmp_path / "pdf", renderer)
    session = evening(6, session_id="evening")
    adopt(app.extensions["store"], session.header, session.log)
    return renderer


def printed(app: Flask) -> None:
    """Wait until nothing is on order."""
    latest = time.monotonic() + SECONDS
    while app.extensions["pdf_cache"].waiting():
        assert time.monotonic() < latest
        time.sleep(0.01)


def test_a_page_says_how_far_it_is_and_the_same_address_gives_the_pdf(
    app: Flask, renderer: HeldUp, visitor: Visitor
) -> None:
    page = visitor.get(f"{SHEET}?paper=letter").page
    assert page.status_code == 202 and "<progress" in page.text
    assert re.search(
        r'<noscript><meta http-equiv="refresh" content="\d+;url=/', page.text
    )
    assert f'hx-get="{SHEET}?paper=letter&amp;entry=' in page.text
    renderer.may_go_on.set()
    printed(app)
    page = visitor.get(f"{SHEET}?paper=letter").page
    assert (page.status_code, page.data) == (200, PDF)
    assert renderer.printings == 1


def test_a_page_that_asks_again_is_told_where_to_open_it_and_asks_no_more(
    app: Flask, renderer: HeldUp, visitor: Visitor
) -> None:
    first = visitor.client.get(SHEET, headers=HTMX)
    assert first.status_code == 202 and "hx-trigger" in first.text
    renderer.may_go_on.set()
    printed(app)
    page = visitor.client.get(SHEET, headers=HTMX)
    assert page.status_code == 200 and page.mimetype == "text/html"
    assert "hx-trigger" not in page.text and "<progress" not in page.text
    (address,) = re.findall(r'href="([^"]+)" hx-boost="false">Open PDF', page.text)
    assert address.startswith(f"{SHEET}?entry=")
    assert f'content="0;url={address}"' in page.text
    assert visitor.get(address).page.data == PDF


def test_what_is_entered_meanwhile_does_not_have_it_printed_again(
    app: Flask, renderer: HeldUp, visitor: Visitor
) -> None:
    table = visitor.lay("bridge")

    def adjust(points: str) -> None:
        visitor.get(f"{table}evening/adjusted")
        told = {"party": "NS", "points": points, "reason": "a gift"}
        assert visitor.send(f"{table}enter/adjusted", **told).page.status_code == 303

    adjust("50")
    awaited = list[str]()
    for address in ("sheet.pdf", "report/"):
        page = visitor.get(table + address).page.text
        awaited += re.findall('hx-get="([^"]+)" hx-trigger="load', page)
    adjust("70")
    renderer.may_go_on.set()
    printed(app)
    assert renderer.printings == 2
    sheet, report = (address.replace("&amp;", "&") for address in awaited)
    assert visitor.get(sheet).page.data == PDF
    assert "Open report" in visitor.get(report).text
    assert renderer.printings == 2
    visitor.get(f"{table}sheet.pdf")
    printed(app)
    assert renderer.printings == 3


def test_what_could_not_be_printed_is_said_once_and_can_be_ordered_again(
    app: Flask, renderer: HeldUp, visitor: Visitor
) -> None:
    renderer.fault = NotPrinted("it took too long")
    assert visitor.get(SHEET).page.status_code == 202
    renderer.may_go_on.set()
    printed(app)
    page = visitor.client.get(SHEET, headers=HTMX)
    assert page.status_code == 503 and "it took too long" in page.text
    renderer.fault = None
    visitor.get(SHEET)
    printed(app)
    assert visitor.get(SHEET).page.data == PDF


def test_it_says_what_is_printed_before_it(
    app: Flask, renderer: HeldUp, visitor: Visitor
) -> None:
    visitor.get("/t/evening/report/report.pdf")
    assert "Printed before it" not in visitor.text
    visitor.get(SHEET)
    assert "Printed before it: 1" in visitor.text
    renderer.may_go_on.set()
    printed(app)


def test_a_page_and_a_document_are_for_those_who_may_see_the_sheet(
    app: Flask, renderer: HeldUp, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    table = visitor.lay("bridge")
    app.config["PUBLIC_URL"] = "https://cards.example.org"
    renderer.may_go_on.set()
    for _ in range(2):  # before it is printed and after
        stranger = another().get(f"{table}sheet.pdf").page
        assert stranger.status_code == 403 and stranger.mimetype == "text/html"
        visitor.get(f"{table}sheet.pdf")
        printed(app)


def test_a_long_sheet_is_offered_in_parts(
    app: Flask, renderer: HeldUp, visitor: Visitor
) -> None:
    renderer.may_go_on.set()
    session = evening(70, session_id="long")
    adopt(app.extensions["store"], session.header, session.log)
    app.config["PAPER_PATIENCE"] = 0.0
    page = visitor.get("/t/long/sheet.pdf?paper=letter").text
    rubbers = re.findall(
        r'href="(/t/long/sheet\.pdf\?paper=letter&rows=\d+-\d+)"[^>]*><b>Rubber',
        page,
    )
    assert len(rubbers) > 3
    printed(app)
    app.config["PAPER_PATIENCE"] = SECONDS
    answer = visitor.get(rubbers[1]).page
    assert answer.data == PDF
    assert re.search(r"-\d+-\d+\.pdf", answer.headers["Content-Disposition"])
    for wrong in ("0-3", "5-4", "1-71", "x", "1", "1-2-3", "²-³"):
        code = visitor.get(f"/t/long/sheet.pdf?rows={wrong}").page.status_code
        assert code == 404, wrong


def test_a_sheet_that_is_too_long_says_so_and_is_offered_in_parts(
    app: Flask,
    renderer: HeldUp,
    visitor: Visitor,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cache, "MOST_ROWS", 40)
    session = evening(70, session_id="long")
    adopt(app.extensions["store"], session.header, session.log)
    for document in ("sheet.pdf", "report/", "report/report.pdf"):
        page = visitor.get(f"/t/long/{document}").page
        assert page.status_code == 422
        assert "has 70 deals, and one PDF holds at most 40" in page.text
        assert "rows=1-" in page.text and "<progress" not in page.text
    assert not renderer.printings


@pytest.mark.parametrize(
    ("left", "seconds"),
    [(0.0, OVERDUE), (0.5, SOONEST), (9.0, 3), (1000.0, LATEST)],
)
def test_the_less_is_left_the_sooner_it_asks(left: float, seconds: float) -> None:
    assert again_after(Progress(50, 0, left)) == seconds
