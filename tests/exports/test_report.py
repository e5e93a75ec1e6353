"""The session report: cover, sheet, running score, every setting; and it proves
itself."""

from pathlib import Path

import pytest

from benchmarks.evenings import evening
from benchmarks.seasons import PLAYED, seasons
from scorekeeper.exports.pdf.cache import Order, PdfCache
from scorekeeper.exports.pdf.imprint import imprint_here
from scorekeeper.exports.pdf.page import Document, Paper, page_of
from scorekeeper.exports.pdf.render import Renderer, session_enclosed
from scorekeeper.exports.verify import verify_sheet
from scorekeeper.tables.rules_in_force import answers
from scorekeeper.words import LANGUAGES, words_in
from tests.exports.printed import read_pdf

IMPRINT = imprint_here(Document.REPORT, Paper.A4, "en")


@pytest.fixture(scope="module")
def report() -> bytes:
    session = evening(9)
    page = page_of(session, words_in("en"), Paper.A4, Document.REPORT)
    return Renderer().pdf(page, session_enclosed(session, IMPRINT))


def test_it_has_a_cover_the_sheet_the_chart_and_every_setting(report: bytes) -> None:
    printed = read_pdf(report)
    session = evening(9)
    assert printed.document == Document.REPORT.value
    cover = "".join(printed.pages[0].lines)
    assert "Sessionreport" in cover and "Runningscore" in cover
    text = printed.text
    assert "Dealbydeal" in text
    words = words_in("en")
    for answer in answers(session.game, session.settings):
        assert words.text(answer.label).replace(" ", "") in text


def test_it_proves_itself(report: bytes) -> None:
    verdict = verify_sheet(report)
    assert verdict.session is not None and verdict.holds


def test_a_changed_total_in_it_is_found() -> None:
    session = evening(9)
    page = page_of(session, words_in("en"), Paper.A4, Document.REPORT)
    total = words_in("en").number(session.sheet.total("NS"))
    other = words_in("en").number(int(session.sheet.total("NS")) + 100)
    assert total in page
    forged = Renderer().pdf(
        page.replace(total, other, 1), session_enclosed(session, IMPRINT)
    )
    assert verify_sheet(forged).is_refused


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_report_in_every_language(language: str) -> None:
    found: set[str] = set()
    for session in seasons(300, hands=4):
        if found == PLAYED:
            break
        if session.game.slug not in found:
            found.add(session.game.slug)
            page = page_of(session, words_in(language), Paper.LETTER, Document.REPORT)
            assert 'class="cover"' in page and 'class="answers"' in page
    assert found == PLAYED


def test_a_table_without_deals_has_a_report_without_a_chart() -> None:
    page = page_of(evening(0), words_in("en"), Paper.A4, Document.REPORT)
    assert 'class="cover"' in page and "<polyline" not in page


def test_report_and_sheet_are_kept_apart(tmp_path: Path) -> None:
    cache = PdfCache(tmp_path)
    session = evening(2)
    paths = {cache.path(Order(session, document=document)) for document in Document}
    assert len(paths) == len(Document)
