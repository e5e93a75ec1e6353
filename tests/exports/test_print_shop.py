"""Where sheets are printed and kept: a process of its own, a folder, a hand that works ahead."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from scorekeeper.exports.pdf import pdf_of, printer, shop
from scorekeeper.exports.pdf.enclosure import Enclosure, session_enclosed
from scorekeeper.exports.pdf.page import page_of
from scorekeeper.exports.pdf.paper import Document, Paper
from scorekeeper.exports.pdf.press import PangoMissing
from scorekeeper.exports.pdf.printer import NotPrinted, Printer
from scorekeeper.exports.pdf.shop import PrintShop
from scorekeeper.exports.pdf.verify import read_pdf
from scorekeeper.from_paper import blank_of
from scorekeeper.games.bridge import JOKER_BRIDGE
from scorekeeper.places import PACKAGE
from scorekeeper.words import words_in
from tests.exports import sheets

PAGE = "<html lang=en><title>x</title><p>one page</p>"
SECONDS = 20


def proof(number: int) -> bytes:
    return b"%%PDF-1.7\n%d\n%%%%EOF\n" % number


class Proofs(Printer):
    """Prints nothing, remembers what it was given, and may be held up."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: list[str] = []
        self.begun, self.may_go_on = Event(), Event()
        self.may_go_on.set()

    def printed(self, html: str, enclosed: Enclosure | None = None) -> bytes:
        self.pages.append(html)
        self.begun.set()
        assert self.may_go_on.wait(SECONDS)
        return proof(len(self.pages))


class NoPango(Printer):
    def printed(self, html: str, enclosed: Enclosure | None = None) -> bytes:
        raise PangoMissing("cannot load library 'libpango'")


@pytest.fixture
def proofs() -> Proofs:
    return Proofs()


@pytest.fixture
def prints(tmp_path: Path, proofs: Proofs) -> Iterator[PrintShop]:
    made = PrintShop(tmp_path / "pdf", proofs, kept=3)
    yield made
    proofs.may_go_on.set()
    made.close()


@pytest.fixture(scope="module")
def real() -> Iterator[Printer]:
    made = Printer()
    yield made
    made.close()


def comes_true(is_so: Callable[[], bool]) -> bool:
    latest = time.monotonic() + SECONDS
    while not is_so():
        if time.monotonic() > latest:
            return False
        time.sleep(0.02)
    return True


def is_running(process_id: int) -> bool:
    """Whether the process runs; one that has ended and waits to be noticed does not."""
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


# ---- what is kept ----


def test_a_sheet_is_printed_once(prints: PrintShop, proofs: Proofs) -> None:
    session = sheets.rubber()
    assert prints.sheet(session) == prints.sheet(session) == proof(1)
    assert len(proofs.pages) == 1


def test_each_entry_paper_and_language_is_another_sheet(
    prints: PrintShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sheets.begun()
    paths = {
        prints.path(table.session, Paper.A4, "en"),
        prints.path(table.session, Paper.LETTER, "en"),
        prints.path(table.session, Paper.A4, "de"),
    }
    table.deal("1NT", "N", 7)
    paths.add(prints.path(table.session, Paper.A4, "en"))
    monkeypatch.setattr(shop, "edition", lambda: "another")
    paths.add(prints.path(table.session, Paper.A4, "en"))
    assert len(paths) == 5


def test_what_was_not_asked_for_longest_goes_first(
    prints: PrintShop, proofs: Proofs, tmp_path: Path
) -> None:
    table, sessions = sheets.begun(), []
    for day in range(4):
        table.deal("1NT", "N", 7)
        sessions.append(table.session)
        prints.sheet(table.session)
        path = prints.path(table.session, Paper.A4, "en")
        os.utime(path, (day, day))
        if day == 2:
            prints.sheet(sessions[0])  # asked for again
    assert len(list((tmp_path / "pdf").iterdir())) == 3
    assert not prints.path(sessions[1], Paper.A4, "en").exists()
    assert prints.path(sessions[0], Paper.A4, "en").exists()


@pytest.mark.parametrize("damage", [b"", b"%PDF-1.7 cut off", b"not at all\n%%EOF"])
def test_a_damaged_file_is_printed_again(prints: PrintShop, damage: bytes) -> None:
    session = sheets.rubber()
    prints.sheet(session)
    prints.path(session, Paper.A4, "en").write_bytes(damage)
    assert prints.sheet(session) == proof(2)


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path: Path, proofs: Proofs) -> None:
    (tmp_path / "pdf").write_text("a file, where the folder would be")
    prints = PrintShop(tmp_path / "pdf", proofs)
    assert prints.sheet(sheets.rubber()) == proof(1)
    assert prints.sheet(sheets.rubber()) == proof(2)


def test_a_sheet_too_long_for_a_document_is_refused_at_once(
    prints: PrintShop, proofs: Proofs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shop, "MOST_ROWS", 7)
    with pytest.raises(NotPrinted, match="it has 8 deals, and 7 are the most"):
        prints.sheet(sheets.rubber())
    assert not proofs.pages


def test_two_who_ask_at_once_wait_for_one_printing(prints: PrintShop, proofs: Proofs) -> None:
    proofs.may_go_on.clear()
    session, got = sheets.rubber(), list[bytes]()
    asking = [Thread(target=lambda: got.append(prints.sheet(session))) for _ in range(3)]
    for one in asking:
        one.start()
    assert proofs.begun.wait(SECONDS)
    proofs.may_go_on.set()
    for one in asking:
        one.join(SECONDS)
    assert got == [proof(1)] * 3


# ---- made ahead ----


def test_a_finished_deal_is_printed_before_anybody_asks(prints: PrintShop, proofs: Proofs) -> None:
    session = sheets.rubber()
    prints.make_ahead(session)
    assert comes_true(prints.path(session, Paper.A4, "en").exists)
    assert prints.sheet(session) == proof(1)
    assert len(proofs.pages) == 1


def test_a_deal_in_progress_is_not(prints: PrintShop, proofs: Proofs) -> None:
    table = sheets.begun()
    table.bid("4H", "N")
    prints.make_ahead(table.session)
    prints.make_ahead(sheets.Table(JOKER_BRIDGE).session)
    other = sheets.rubber()
    prints.make_ahead(other)
    assert comes_true(prints.path(other, Paper.A4, "en").exists)
    assert len(proofs.pages) == 1


def test_the_newest_state_of_a_table_wins(prints: PrintShop, proofs: Proofs) -> None:
    table = sheets.begun()
    proofs.may_go_on.clear()
    prints.make_ahead(table.session)
    assert proofs.begun.wait(SECONDS), "the first is being printed"
    table.deal("1NT", "N", 7)
    between = table.session
    prints.make_ahead(between)
    table.deal("1NT", "N", 7)
    prints.make_ahead(table.session)
    proofs.may_go_on.set()
    assert comes_true(prints.path(table.session, Paper.A4, "en").exists)
    assert not prints.path(between, Paper.A4, "en").exists()
    assert len(proofs.pages) == 2


def test_a_document_in_another_language_drops_no_order(prints: PrintShop, proofs: Proofs) -> None:
    session = sheets.rubber()
    proofs.may_go_on.clear()
    prints.make_ahead(session)
    assert proofs.begun.wait(SECONDS), "the sheet is being printed"
    for language in ("en", "de"):
        prints.order(session, Paper.A4, language, Document.REPORT)
    proofs.may_go_on.set()
    for language in ("en", "de"):
        assert comes_true(prints.path(session, Paper.A4, language, Document.REPORT).exists)


def test_an_order_that_was_dropped_can_be_placed_again(prints: PrintShop, proofs: Proofs) -> None:
    table = sheets.begun()
    proofs.may_go_on.clear()
    prints.make_ahead(table.session)
    assert proofs.begun.wait(SECONDS), "the sheet is being printed"
    before = table.session
    prints.order(before, Paper.A4, "en", Document.REPORT)
    table.deal("1NT", "N", 7)
    prints.order(table.session, Paper.A4, "en", Document.REPORT)
    prints.printing(before, Paper.A4, "en", Document.REPORT)
    proofs.may_go_on.set()
    assert comes_true(prints.path(before, Paper.A4, "en", Document.REPORT).exists)


def test_a_blank_sheet_encloses_nothing(real: Printer, tmp_path: Path) -> None:
    prints = PrintShop(tmp_path / "pdf", real)
    made = prints.sheet(blank_of(sheets.rubber()), document=Document.BLANK)
    read = read_pdf(made)
    assert not read.enclosed and not re.search(rb"\n\d+ \d*\.5 l", read.pages[-1].drawing)
    assert read.document is Document.SHEET, "it is no document of a kind that proves something"


def test_without_pango_nothing_is_tried_again_ahead(tmp_path: Path) -> None:
    prints, session = PrintShop(tmp_path / "pdf", NoPango()), sheets.rubber()
    prints.make_ahead(session)
    assert prints._apprentice is not None
    prints._apprentice.join(SECONDS)
    prints.make_ahead(session)
    assert not prints._ordered
    with pytest.raises(PangoMissing, match="libpango"):
        prints.sheet(session)


# ---- the process ----


def test_the_process_prints_the_same_bytes(real: Printer) -> None:
    session = sheets.rubber()
    page = page_of(session, words_in("en"), Paper.A4)
    assert real.printed(page, session_enclosed(session)) == pdf_of(session)


def test_a_killed_process_is_replaced(real: Printer) -> None:
    before = real.printed(PAGE)
    first = real.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert real.printed(PAGE) == before
    assert real.process_id != first


def test_a_page_that_takes_too_long_is_given_up(
    real: Printer, monkeypatch: pytest.MonkeyPatch
) -> None:
    real.printed(PAGE)
    process = real._process
    assert process is not None
    os.kill(process.id, signal.SIGSTOP)
    monkeypatch.setattr(process, "_patience", 0.3)
    with pytest.raises(NotPrinted, match=r"within 0\.3 seconds"):
        real.printed(PAGE)
    assert not is_running(process.id)
    assert real.printed(PAGE).startswith(b"%PDF-")


def test_a_page_that_cannot_be_printed_harms_no_other(real: Printer) -> None:
    real.printed(PAGE)
    process_id = real.process_id
    with pytest.raises(NotPrinted, match="RecursionError"):
        real.printed(PAGE + "<div>" * 1000)
    assert real.printed(PAGE).startswith(b"%PDF-")
    assert real.process_id == process_id


def test_a_page_that_computes_too_long_ends_the_process() -> None:
    short = Printer(cpu_seconds=1)
    with pytest.raises(NotPrinted, match="has ended"):
        short.printed(PAGE + "<p>and one more</p>" * 20_000)
    short.close()


def test_the_process_ends_with_the_server_and_leaves_nothing(tmp_path: Path) -> None:
    code = (
        "import os\n"
        "from scorekeeper.exports.pdf.printer import Printer\n"
        f"printer = Printer(); printer.printed({PAGE!r})\n"
        "print(printer.process_id, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
    )
    worker = int(found.stdout)
    assert comes_true(lambda: not is_running(worker))
    assert list(tmp_path.iterdir()) == []


def test_the_process_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "weasyprint.py").write_text("raise OSError(\"cannot load library 'libpango'\")")
    path = f"{tmp_path}{os.pathsep}{PACKAGE.parent}"
    monkeypatch.setattr(printer, "_surroundings", lambda folder: {**os.environ, "PYTHONPATH": path})
    lacking = Printer()
    with pytest.raises(PangoMissing, match="cannot load library 'libpango'"):
        lacking.printed(PAGE)
    assert lacking.process_id is None
