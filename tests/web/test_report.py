"""The page of the report: ordered once, told how far it is, then opened as often as
wanted."""

import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from benchmarks.evenings import evening
from scorekeeper.exports.pdf.cache import PdfCache
from scorekeeper.exports.pdf.render import Enclosure, NotPrinted, RenderProcess
from tests.adopting import adopt
from tests.web.conftest import Visitor

PDF = b"%PDF-1.7\n%%EOF\n"


class Renderer(RenderProcess):
    """Counts what it prints, and can be slow or out of order."""

    def __init__(self) -> None:
        super().__init__()
        self.printings = 0
        self.seconds = 0.0
        self.fault: Exception | None = None

    def pdf(self, page: str, enclosure: Enclosure | None = None) -> bytes:
        """Answer a PDF of nothing."""
        self.printings += 1
        time.sleep(self.seconds)
        if self.fault:
            raise self.fault
        return PDF


@pytest.fixture
def renderer(app: Flask, tmp_path: Path) -> Renderer:
    renderer = Renderer()
    app.extensions["pdf_cache"] = PdfCache(tmp_path / "pdf", renderer)
    session = evening(6, session_id="evening")
    adopt(app.extensions["store"], session.header, session.log)
    return renderer


def until(visitor: Visitor, words: str) -> Visitor:
    for _ in range(100):
        if words in visitor.get("/t/evening/report/").text:
            return visitor
        time.sleep(0.05)
    raise AssertionError(f"{words!r} never came")


def test_it_is_printed_while_the_page_tells_how_far_it_is(
    renderer: Renderer, visitor: Visitor
) -> None:
    renderer.seconds = 0.3
    visitor.get("/t/evening/report/")
    assert (
        visitor.page.headers["Refresh"].startswith("1; url=/t/")
        and "<progress" in visitor.text
    )
    assert "6 entries on the sheet" in visitor.text
    until(visitor, "Open report")
    assert "Refresh" not in visitor.page.headers
    assert renderer.printings == 1


def test_once_printed_it_is_free(renderer: Renderer, visitor: Visitor) -> None:
    until(visitor, "Open report")
    for _ in range(3):
        visitor.get("/t/evening/report/report.pdf")
        assert visitor.page.data == PDF
        assert "report-joker-bridge" in visitor.page.headers["Content-Disposition"]
    assert renderer.printings == 1


def test_a_report_that_fails_says_so_and_can_be_ordered_again(
    renderer: Renderer, visitor: Visitor
) -> None:
    renderer.fault = NotPrinted("it took too long")
    until(visitor, "it took too long")
    assert visitor.page.status_code == 503
    renderer.fault = None
    until(visitor, "Open report")


def test_the_settings_lead_to_it(renderer: Renderer, visitor: Visitor) -> None:
    assert "/t/evening/report/" in visitor.get("/t/evening/settings").text


def test_what_is_asked_for_at_once_is_printed_at_once(
    renderer: Renderer, visitor: Visitor
) -> Any:
    assert visitor.get("/t/evening/report/report.pdf").page.status_code == 200
    assert renderer.printings == 1


def test_the_story_is_told_with_a_picture_to_share(
    renderer: Renderer, visitor: Visitor
) -> None:
    assert "/t/evening/story/" in visitor.get("/t/evening/more").text
    page = visitor.get("/t/evening/story/").text
    assert "Biggest swing" in page and 'src="/t/evening/story/picture.svg"' in page
    answer = visitor.get("/t/evening/story/picture.svg").page
    assert answer.status_code == 200 and answer.data.startswith(b"<svg")
    assert (
        answer.content_type.startswith("image/svg")
        and b"data:font/woff2" in answer.data
    )
    policy = set(answer.headers["Content-Security-Policy"].split("; "))
    assert {"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"} <= policy
    assert not any(one.startswith("script-src") for one in policy)
    older = visitor.get("/t/evening/story/picture.png").page
    assert older.status_code == 302 and older.location.endswith(
        "/t/evening/story/picture.svg"
    )
    assert visitor.get("/t/evening/story/picture.gif").page.status_code == 404
