"""Where PDFs are made and kept: a process of its own, a folder, and whose turn it
is."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from scorekeeper.core.evening import Adjusted
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports.pdf import cache as caches
from scorekeeper.exports.pdf import render
from scorekeeper.exports.pdf.cache import Asker, Busy, Order, PdfCache, Rank, Unfinished
from scorekeeper.exports.pdf.imprint import imprint_here, read_imprint
from scorekeeper.exports.pdf.page import Document, Paper, blank_of, page_of
from scorekeeper.exports.pdf.render import (
    Enclosure,
    NotPrinted,
    PangoMissing,
    RenderProcess,
    pdf_of,
    session_enclosed,
)
from scorekeeper.games.bridge import JOKER_BRIDGE
from scorekeeper.places import PACKAGE
from scorekeeper.tables.session import Session, opened
from scorekeeper.words import words_in
from tests.exports import sheets
from tests.exports.printed import read_pdf

PAGE = "<html lang=en><title>x</title><p>one page</p>"
SECONDS = 20


AT = "2026-11-21T23:00:00Z"


def proof(number: int) -> bytes:
    return b"%%PDF-1.7\n%d\n%%%%EOF\n" % number


class Proofs(RenderProcess):
    """Prints nothing, remembers what it was given, and may be held up."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: list[str] = []
        self.begun = Event()
        self.may_go_on = Event()
        self.may_go_on.set()

    def pdf(self, html: str, enclosed: Enclosure | None = None) -> bytes:
        self.pages.append(html)
        self.begun.set()
        assert self.may_go_on.wait(SECONDS)
        return proof(len(self.pages))


class NoPango(RenderProcess):
    def pdf(self, html: str, enclosed: Enclosure | None = None) -> bytes:
        raise PangoMissing("cannot load library 'libpango'")


@pytest.fixture
def proofs() -> Proofs:
    return Proofs()


@pytest.fixture
def prints(tmp_path: Path, proofs: Proofs) -> Iterator[PdfCache]:
    made = PdfCache(tmp_path / "pdf", proofs, kept=3)
    yield made
    proofs.may_go_on.set()
    made.close()


@pytest.fixture(scope="module")
def real() -> Iterator[RenderProcess]:
    made = RenderProcess()
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
        state = (
            Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0]
        )
    except OSError:
        return False
    return state != "Z"


def process_id_of(process: RenderProcess) -> int | None:
    """The id of the process that renders; None while there is none."""
    return int((process.folder / "process").read_text()) if process._pool else None


# ---- what is kept ----


def test_a_sheet_is_printed_once(prints: PdfCache, proofs: Proofs) -> None:
    session = sheets.rubber()
    assert prints.pdf(Order(session)) == prints.pdf(Order(session)) == proof(1)
    assert len(proofs.pages) == 1


def test_each_entry_paper_and_language_is_another_sheet(
    prints: PdfCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sheets.begun()
    paths = {
        prints.path(Order(table.session)),
        prints.path(Order(table.session, Paper.LETTER)),
        prints.path(Order(table.session, language="de")),
    }
    table.deal("1NT", "N", 7)
    paths.add(prints.path(Order(table.session)))
    monkeypatch.setattr(caches, "edition", lambda: "another")
    paths.add(prints.path(Order(table.session)))
    assert len(paths) == 5


def test_what_was_not_asked_for_longest_goes_first(
    prints: PdfCache, proofs: Proofs, tmp_path: Path
) -> None:
    table = sheets.begun()
    sessions = []
    for day in range(4):
        table.deal("1NT", "N", 7)
        sessions.append(table.session)
        prints.pdf(Order(table.session))
        path = prints.path(Order(table.session))
        os.utime(path, (day, day))
        if day == 2:
            prints.pdf(Order(sessions[0]))  # asked for again
    assert len(list((tmp_path / "pdf").iterdir())) == 3
    assert not prints.path(Order(sessions[1])).exists()
    assert prints.path(Order(sessions[0])).exists()


@pytest.mark.parametrize("damage", [b"", b"%PDF-1.7 cut off", b"not at all\n%%EOF"])
def test_a_damaged_file_is_printed_again(prints: PdfCache, damage: bytes) -> None:
    session = sheets.rubber()
    prints.pdf(Order(session))
    prints.path(Order(session)).write_bytes(damage)
    assert prints.pdf(Order(session)) == proof(2)


def test_a_folder_that_cannot_be_written_only_costs_time(
    tmp_path: Path, proofs: Proofs
) -> None:
    (tmp_path / "pdf").write_text("a file, where the folder would be")
    prints = PdfCache(tmp_path / "pdf", proofs)
    assert prints.pdf(Order(sheets.rubber())) == proof(1)
    assert prints.pdf(Order(sheets.rubber())) == proof(2)


def test_a_sheet_too_long_for_a_document_is_refused_at_once(
    prints: PdfCache, proofs: Proofs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caches, "MOST_ROWS", 7)
    with pytest.raises(NotPrinted, match="it has 8 deals, and 7 are the most"):
        prints.pdf(Order(sheets.rubber()))
    assert not proofs.pages


def test_a_small_computer_prints_shorter_documents(
    prints: PdfCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caches, "LEAST_ROWS", 7)
    monkeypatch.setattr(caches, "_memory", lambda: 7 * caches.SHARE * caches.ROW_MEMORY)
    caches._rows_in_memory.cache_clear()
    try:
        with pytest.raises(NotPrinted, match="it has 8 deals, and 7 are the most"):
            prints.pdf(Order(sheets.rubber()))
    finally:
        caches._rows_in_memory.cache_clear()


def test_two_who_ask_at_once_wait_for_one_printing(
    prints: PdfCache, proofs: Proofs
) -> None:
    proofs.may_go_on.clear()
    session = sheets.rubber()
    got = list[bytes]()
    asking = [
        Thread(target=lambda: got.append(prints.pdf(Order(session)))) for _ in range(3)
    ]
    for thread in asking:
        thread.start()
    assert proofs.begun.wait(SECONDS)
    proofs.may_go_on.set()
    for thread in asking:
        thread.join(SECONDS)
    assert got == [proof(1)] * 3


# ---- made ahead ----


def test_a_finished_deal_is_printed_before_anybody_asks(
    prints: PdfCache, proofs: Proofs
) -> None:
    session = sheets.rubber()
    prints.make_ahead(session)
    assert comes_true(prints.path(Order(session)).exists)
    assert prints.pdf(Order(session)) == proof(1)
    assert len(proofs.pages) == 1


def test_a_deal_in_progress_is_not(prints: PdfCache, proofs: Proofs) -> None:
    table = sheets.begun()
    table.bid("4H", "N")
    prints.make_ahead(table.session)
    prints.make_ahead(sheets.Table(JOKER_BRIDGE).session)
    other = sheets.rubber()
    prints.make_ahead(other)
    assert comes_true(prints.path(Order(other)).exists)
    assert len(proofs.pages) == 1


def test_the_newest_state_of_a_table_wins(prints: PdfCache, proofs: Proofs) -> None:
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
    assert comes_true(prints.path(Order(table.session)).exists)
    assert not prints.path(Order(between)).exists()
    assert len(proofs.pages) == 2


def test_a_document_in_another_language_drops_no_order(
    prints: PdfCache, proofs: Proofs
) -> None:
    session = sheets.rubber()
    proofs.may_go_on.clear()
    prints.make_ahead(session)
    assert proofs.begun.wait(SECONDS), "the sheet is being printed"
    for language in ("en", "de"):
        prints.order(Order(session, Paper.A4, language, Document.REPORT))
    proofs.may_go_on.set()
    for language in ("en", "de"):
        assert comes_true(
            prints.path(Order(session, Paper.A4, language, Document.REPORT)).exists
        )


def test_an_order_that_was_dropped_can_be_placed_again(
    prints: PdfCache, proofs: Proofs
) -> None:
    table = sheets.begun()
    proofs.may_go_on.clear()
    prints.make_ahead(table.session)
    assert proofs.begun.wait(SECONDS), "the sheet is being printed"
    before = table.session
    prints.order(Order(before, Paper.A4, "en", Document.REPORT))
    table.deal("1NT", "N", 7)
    prints.order(Order(table.session, Paper.A4, "en", Document.REPORT))
    prints.progress(Order(before, Paper.A4, "en", Document.REPORT))
    proofs.may_go_on.set()
    assert comes_true(
        prints.path(Order(before, Paper.A4, "en", Document.REPORT)).exists
    )


def test_a_blank_sheet_encloses_nothing(real: RenderProcess, tmp_path: Path) -> None:
    prints = PdfCache(tmp_path / "pdf", real)
    made = prints.pdf(Order(blank_of(sheets.rubber()), document=Document.BLANK))
    read = read_pdf(made)
    assert not read.enclosed and not re.search(
        rb"\n\d+ \d*\.5 l", read.pages[-1].drawing
    )
    assert read_imprint(made) is None, (
        "it is no document of a kind that proves something"
    )


def test_without_pango_nothing_is_tried_again_ahead(tmp_path: Path) -> None:
    prints = PdfCache(tmp_path / "pdf", NoPango())
    session = sheets.rubber()
    prints.make_ahead(session)
    assert comes_true(lambda: prints._missing is not None)
    prints.make_ahead(session)
    assert not prints._jobs
    with pytest.raises(PangoMissing, match="libpango"):
        prints.pdf(Order(session))


# ---- the process ----


def test_the_process_prints_the_same_bytes(real: RenderProcess) -> None:
    session = sheets.rubber()
    page = page_of(session, words_in("en"), Paper.A4)
    imprint = imprint_here(Document.SHEET, Paper.A4, "en")
    assert real.pdf(page, session_enclosed(session, imprint)) == pdf_of(session)


def test_a_killed_process_is_replaced(real: RenderProcess) -> None:
    before = real.pdf(PAGE)
    first = process_id_of(real)
    assert first is not None
    os.kill(first, signal.SIGKILL)
    assert real.pdf(PAGE) == before
    assert process_id_of(real) != first


def test_a_page_that_takes_too_long_is_given_up(
    real: RenderProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    real.pdf(PAGE)
    process_id = process_id_of(real)
    assert process_id is not None
    os.kill(process_id, signal.SIGSTOP)
    with monkeypatch.context() as short:
        short.setattr(real, "_patience", 0.3 / real._seconds(PAGE))
        with pytest.raises(NotPrinted, match=r"within 0\.3 seconds"):
            real.pdf(PAGE)
    assert not is_running(process_id)
    assert real.pdf(PAGE).startswith(b"%PDF-")


def test_a_page_that_cannot_be_printed_harms_no_other(real: RenderProcess) -> None:
    real.pdf(PAGE)
    process_id = process_id_of(real)
    with pytest.raises(NotPrinted, match="RecursionError"):
        real.pdf(PAGE + "<div>" * 1000)
    assert real.pdf(PAGE).startswith(b"%PDF-")
    assert process_id_of(real) == process_id


def test_a_page_that_computes_too_long_ends_the_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(render, "LETTERS_A_SECOND", 1_000_000)
    short = RenderProcess(cpu_seconds=1)
    with pytest.raises(NotPrinted, match="has ended"):
        short.pdf(PAGE + "<p>and one more</p>" * 20_000)
    short.close()


def test_the_process_ends_with_the_server_and_leaves_nothing(tmp_path: Path) -> None:
    code = (
        "import os\n"
        "from scorekeeper.exports.pdf.render import RenderProcess\n"
        "if __name__ == '__main__':\n"
        f"    process = RenderProcess(); process.pdf({PAGE!r})\n"
        "    print((process.folder / 'process').read_text(), flush=True)\n"
        "    os.kill(os.getpid(), 9)\n"
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


def test_the_process_ends_with_a_program_that_ends_without_a_word() -> None:
    code = (
        "from scorekeeper.exports.pdf.render import RenderProcess\n"
        "if __name__ == '__main__':\n"
        f"    process = RenderProcess(); process.pdf({PAGE!r})\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        capture_output=True,
        text=True,
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


def test_what_is_ordered_while_the_program_ends_is_dropped_without_a_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    renderer = RenderProcess()
    renderer._start()
    renderer._pool.shutdown()  # as the interpreter does at its end
    cache = PdfCache(tmp_path / "pdf", renderer)
    cache.order(Order(sheets.rubber()))
    assert comes_true(lambda: all(job.future.done() for job in cache._jobs.values()))
    cache.close()
    assert not caplog.records


def test_the_process_says_what_it_lacks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "weasyprint.py").write_text(
        "raise OSError(\"cannot load library 'libpango'\")"
    )
    # the process takes it over
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    lacking = RenderProcess()
    with pytest.raises(PangoMissing, match="cannot load library 'libpango'"):
        lacking.pdf(PAGE)
    assert process_id_of(lacking) is None


# ---- whose turn it is ----


def waiting(prints: PdfCache, proofs: Proofs) -> sheets.Table:
    """A table whose sheet is being made, and held up."""
    table = sheets.begun()
    proofs.may_go_on.clear()
    prints.order(Order(table.session), Asker("first"))
    assert proofs.begun.wait(SECONDS)
    return table


def test_a_tables_own_goes_before_those_of_seventy_strangers(
    prints: PdfCache, proofs: Proofs
) -> None:
    table = waiting(prints, proofs)
    refused = 0
    for number in range(70):
        table.deal("1NT", "N", 7)
        try:
            asker = Asker(f"192.0.2.{number}", Rank.STRANGER)
            prints.order(Order(table.session, language=("en", "de")[number % 2]), asker)
        except Busy:
            refused += 1
    own = Order(sheets.rubber())
    prints.order(own, Asker("a phone of the table"))
    proofs.may_go_on.set()
    assert comes_true(prints.path(own).exists)
    assert prints.path(own).read_bytes() == proof(2), (
        "it came next, whoever asked before"
    )


def test_strangers_together_have_no_more_than_a_few_waiting(
    prints: PdfCache, proofs: Proofs
) -> None:
    waiting(prints, proofs)
    taken = 0
    for number in range(caches.MOST_OF_STRANGERS + 5):
        other = sheets.Table(JOKER_BRIDGE, people=(f"P{number}",))
        order = Order(replace_id(other.session, f"table-{number}"))
        try:
            prints.order(order, Asker(f"192.0.2.{number}", Rank.STRANGER))
            taken += 1
        except Busy:
            continue
    assert taken == caches.MOST_OF_STRANGERS


@pytest.mark.parametrize("rank", [Rank.OWN, Rank.STRANGER])
def test_nobody_has_more_than_a_few_waiting(
    prints: PdfCache, proofs: Proofs, rank: Rank
) -> None:
    session = waiting(prints, proofs).session
    asker = Asker("one phone", rank)
    for number in range(caches.MOST_EACH):
        prints.order(Order(replace_id(session, f"table-{number}")), asker)
    with pytest.raises(Busy, match="asked for from here"):
        prints.pdf(Order(replace_id(session, "one-more")), asker)
    prints.order(Order(replace_id(session, "table-0")), asker)  # it is on order


def test_what_a_stranger_asked_for_comes_first_once_the_table_wants_it(
    prints: PdfCache, proofs: Proofs
) -> None:
    session = waiting(prints, proofs).session
    one, other = (Order(replace_id(session, f"table-{n}")) for n in range(2))
    for order in (one, other):
        prints.order(order, Asker("192.0.2.1", Rank.STRANGER))
    prints.order(other, Asker("a phone of the table"))
    proofs.may_go_on.set()
    assert comes_true(prints.path(one).exists)
    assert prints.path(other).read_bytes() == proof(2)


def replace_id(session: Session, name: str) -> Session:
    """The same session under another id."""
    return opened(session.game, replace(session.header, session=name))


def test_paper_says_what_it_leaves_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond what a sheet compares, the earliest corrections are counted and not
    shown."""
    session = sheets.rubber()
    for n in range(2):
        adjusted = Command((Entry(Adjusted("NS", 100 + n, "too much")),))
        session = session.grown(session.additions(adjusted, Stamp(AT, key=f"by-{n}")))
        struck = Command((), (session.last,), "it was not")
        session = session.grown(session.additions(struck, Stamp(AT, key=f"not-{n}")))
    words = words_in("en")
    assert "Earlier corrections" not in page_of(session, words, Paper.A4)
    monkeypatch.setattr("scorekeeper.tables.sheet.MOST_COMPARED", 0)
    monkeypatch.setattr("scorekeeper.tables.sheet.LEAST_COMPARED", 1)
    fresh = opened(session.game, session.header, session.log)
    assert re.search(
        "Earlier corrections .[2-9]. are among the entries",
        page_of(fresh, words, Paper.A4),
    )


# ---- how far it is, and how much is kept ----


def test_what_is_kept_has_a_size(
    prints: PdfCache, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(caches, "KEPT_BYTES", len(proof(1)) + 1)
    table = sheets.begun()
    for _ in range(3):
        table.deal("1NT", "N", 7)
        prints.pdf(Order(table.session))
    assert [path.name for path in (tmp_path / "pdf").iterdir()] == [
        prints.path(Order(table.session)).name
    ]


def test_whoever_has_no_patience_finds_it_later(
    prints: PdfCache, proofs: Proofs
) -> None:
    proofs.may_go_on.clear()
    order = Order(sheets.rubber())
    with pytest.raises(Unfinished):
        prints.pdf(order, patience=0.05)
    progress = prints.progress(order)
    assert progress is not None and progress.percent < 100 and progress.before == 0
    proofs.may_go_on.set()
    assert comes_true(lambda: prints.progress(order) is None)
    assert prints.pdf(order) == proof(1)


def test_those_before_it_are_counted_and_take_their_time(
    prints: PdfCache, proofs: Proofs
) -> None:
    session = waiting(prints, proofs).session
    orders = [Order(replace_id(session, f"table-{n}")) for n in range(3)]
    stranger = Asker("192.0.2.1", Rank.STRANGER)
    for order in orders:
        prints.order(order, stranger)
    far = [prints.progress(orders[n], stranger) for n in (0, 2)]
    far.append(prints.progress(Order(sheets.rubber())))
    assert [progress and progress.before for progress in far] == [1, 3, 1]
    left = [progress.left for progress in far if progress]
    assert left[0] < left[1]


def test_a_page_has_time_by_its_size_and_by_how_fast_the_computer_is() -> None:
    process = RenderProcess(cpu_seconds=20)
    short = process._seconds(PAGE)
    assert short == 20
    long = process._seconds(PAGE * 10_000)
    assert long > 100
    process._slowness = 4.0
    assert (process._seconds(PAGE), process._seconds(PAGE * 10_000)) == (
        pytest.approx(4 * short, abs=2),
        pytest.approx(4 * long, abs=2),
    )
