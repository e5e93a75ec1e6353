"""The print shop: every sheet is printed once, and most of them before anybody asks."""

import logging
import os
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Lock, Thread

from scorekeeper.exports.pdf.edition import edition
from scorekeeper.exports.pdf.enclosure import session_enclosed
from scorekeeper.exports.pdf.page import page_of
from scorekeeper.exports.pdf.paper import Document, Paper
from scorekeeper.exports.pdf.press import PangoMissing
from scorekeeper.exports.pdf.printer import NotPrinted, Printer
from scorekeeper.record import Session
from scorekeeper.words import words_in

KEPT = 200
"""How many PDFs are kept; those that nobody has asked for longest go first."""

MOST_ROWS = 250
"""How many deals a sheet may have: printing takes some fifty milliseconds for each."""

_log = logging.getLogger(__name__)
_Order = tuple[Session, Paper, str, Document]
_Title = tuple[str, Paper, str, Document]
"""What is ordered, whatever stands in it by now: the session by its id alone."""


@dataclass(frozen=True, slots=True)
class Printing:
    """How far a document is that was ordered: kept, for how many seconds it has been on order,
    or why it could not be printed (PangoMissing, NotPrinted)."""

    is_kept: bool
    seconds: float = 0.0
    fault: Exception | None = None


class PrintShop:
    """Prints sheets and keeps them in a folder, by what they show and what printed them."""

    def __init__(self, folder: Path, printer: Printer | None = None, kept: int = KEPT) -> None:
        self._folder, self._kept = folder, kept
        self._printer = printer or Printer()
        self._counter = Lock()
        self._ordered: dict[_Title, _Order] = {}
        self._since: dict[Path, float] = {}
        self._faults: dict[Path, Exception] = {}
        self._has_orders = Condition()
        self._apprentice: Thread | None = None
        self._is_open = True

    def sheet(
        self,
        session: Session,
        paper: Paper = Paper.A4,
        language: str = "en",
        document: Document = Document.SHEET,
    ) -> bytes:
        """A document of the session as a PDF: at once where it has been printed before.

        Raises PangoMissing where no PDF can be made, NotPrinted when this one can't.
        """
        path = self.path(session, paper, language, document)
        found = _read(path)
        if found is not None:
            return found
        rows = sum(1 for _ in session.sheet.rows())
        if rows > MOST_ROWS:
            raise NotPrinted(f"it has {rows} deals, and {MOST_ROWS} are the most for one document")
        with self._counter:
            found = _read(path)  # another thread may have asked for it just before
            if found is None:
                page = page_of(session, words_in(language), paper, document)
                is_proof = document is not Document.BLANK
                found = self._printer.printed(page, session_enclosed(session) if is_proof else None)
                self._keep(path, found)
            return found

    def path(
        self,
        session: Session,
        paper: Paper,
        language: str,
        document: Document = Document.SHEET,
    ) -> Path:
        """Where this document is kept, once it has been printed."""
        kind = "" if document is Document.SHEET else f"-{document.value}"
        return self._folder / f"{session.head}-{paper.value}-{language}{kind}-{edition()}.pdf"

    def printing(
        self, session: Session, paper: Paper, language: str, document: Document
    ) -> Printing:
        """How far this document is; it is ordered unless it was before.

        A fault is told once: who asks again, orders again.
        """
        path = self.path(session, paper, language, document)
        with self._has_orders:
            fault = self._faults.pop(path, None)
            since = self._since.get(path)
        if fault is not None:
            return Printing(False, fault=fault)
        if path.exists():
            return Printing(True)
        if since is None:
            self.order(session, paper, language, document)
        return Printing(False, time.monotonic() - since if since is not None else 0.0)

    def make_ahead(self, session: Session, paper: Paper = Paper.A4, language: str = "en") -> None:
        """Print this sheet in the background, unless a deal is being played."""
        last = next(reversed(list(session.sheet.rows())), None)
        if last is not None and "open" not in last.marks:
            self.order(session, paper, language, Document.SHEET)

    def order(self, session: Session, paper: Paper, language: str, document: Document) -> None:
        """Print this document in the background; ordered twice, it is printed once.

        The same document of the session as it stood before is dropped, unless it is in print.
        """
        with self._has_orders:
            if self._apprentice is None:
                self._apprentice = Thread(target=self._work, name="make-ahead", daemon=True)
                self._apprentice.start()
            if not self._apprentice.is_alive():  # there was no Pango
                self._faults[self.path(session, paper, language, document)] = PangoMissing()
                return
            title = (session.id, paper, language, document)
            dropped = self._ordered.pop(title, None)
            if dropped is not None:
                self._since.pop(self.path(*dropped), None)
            self._ordered[title] = (session, paper, language, document)
            self._since[self.path(session, paper, language, document)] = time.monotonic()
            self._has_orders.notify()

    def close(self) -> None:
        """Drop what is ordered and end the printer."""
        with self._has_orders:
            self._is_open = False
            self._ordered.clear()
            self._has_orders.notify_all()
        self._printer.close()

    # ---- in the background ----

    def _work(self) -> None:
        while (order := self._next_order()) is not None:
            path = self.path(*order)
            try:
                self.sheet(*order)
            except PangoMissing as missing:
                _log.info("nothing is printed ahead: Pango is missing")
                self._done(path, missing)
                return
            except NotPrinted as fault:
                _log.warning("session %s could not be printed ahead: %s", order[0].id, fault)
                self._done(path, fault)
            except Exception as fault:
                _log.exception("session %s could not be laid out for paper", order[0].id)
                self._done(path, fault)
            else:
                self._done(path)

    def _done(self, path: Path, fault: Exception | None = None) -> None:
        with self._has_orders:
            self._since.pop(path, None)
            if fault is not None:
                self._faults[path] = fault

    def _next_order(self) -> _Order | None:
        with self._has_orders:
            while self._is_open and not self._ordered:
                self._has_orders.wait()
            if not self._is_open:
                return None
            return self._ordered.pop(next(iter(self._ordered)))

    # ---- keeping ----

    def _keep(self, path: Path, pdf: bytes) -> None:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=self._folder, suffix=".draft")
            with open(handle, "wb") as file:
                file.write(pdf)
            os.replace(draft, path)
            self._clear_out()
        except OSError as fault:
            _log.warning("a sheet could not be kept: %s", fault)

    def _clear_out(self) -> None:
        found = sorted(self._folder.glob("*.pdf"), key=_last_asked, reverse=True)
        for path in found[self._kept :]:
            path.unlink(missing_ok=True)


def _read(path: Path) -> bytes | None:
    """The PDF that is kept there, if it is whole; it counts as asked for now."""
    try:
        pdf = path.read_bytes()
    except OSError:
        return None
    if not (pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF")):
        return None
    with suppress(OSError):
        os.utime(path)
    return pdf


def _last_asked(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
