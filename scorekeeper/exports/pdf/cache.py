"""PDFs that are kept by what they show, and most of them made before anybody asks.

What a table asks for itself comes first, then what is made ahead, then what others ask
for; nobody has more than a few waiting.
"""

import hashlib
import logging
import os
import time
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from pathlib import Path
from queue import SimpleQueue
from tempfile import NamedTemporaryFile
from threading import Lock, Thread

from scorekeeper.exports.pdf import imprint, letters, render
from scorekeeper.exports.pdf.night import AnyDocument, NightDocument
from scorekeeper.exports.pdf.page import Document, Paper
from scorekeeper.exports.pdf.render import NotPrinted, PangoMissing, RenderProcess
from scorekeeper.tables.parts import SheetPart
from scorekeeper.tables.session import Session

KEPT = 200  # How many PDFs are kept; those that nobody has asked for longest go first
KEPT_BYTES = 100_000_000  # How much they may take together
MOST_ROWS = 600  # How many rows a document may have on a computer of any size
ROW_MEMORY = 1_000_000  # How much memory each of them takes while it is printed
LEAST_ROWS = 120  # So many rows a document may have however small the computer is
SHARE = 4  # Printing may take this part of a computer's memory
MOST_EACH = 3
"""How many documents a phone, or an address without a place at the table,
may wait for."""
MOST_OF_STRANGERS = 12
"""How many documents may wait for those without a place at their tables."""
LONGEST_WAIT = 120.0
"""Seconds for which somebody stands by for a document that isn't kept."""
ROW_SECONDS = 0.05
"""How long a row takes to be printed, until this computer has shown its own pace."""
OTHER_ROWS = 4  # As many rows take as long as the rest of a document
TELLING = 20  # A document with so many rows shows the pace of this computer
NEARLY = 95  # The most per cent that are told of a document that isn't finished

_log = logging.getLogger(__name__)


class Busy(NotPrinted):
    """As many documents wait already as may."""


class TooLong(NotPrinted):
    """It has more `rows` than the `most` that a document may have here."""

    def __init__(self, rows: int, most: int) -> None:
        super().__init__(
            f"it has {rows} deals, and {most} are the most for one document"
        )
        self.rows = rows
        self.most = most


class Unfinished(Busy):
    """It is being printed, or waits for its turn, and will be kept."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a document is: how many per cent of the time until it is printed have
    passed, how many documents are printed before it, and how many seconds are left, by
    all that is known."""

    percent: int
    before: int
    left: float


class Rank(IntEnum):
    """Whose document is made before whose."""

    OWN = 0  # A table's own, which somebody there waits for
    AHEAD = 1  # One that nobody has asked for yet
    STRANGER = 2  # One for somebody who has no place at the table


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks for a document: the name of the phone or the address, and what
    rank that gives."""

    name: str = ""
    rank: Rank = Rank.OWN


SELF = Asker()


@dataclass(frozen=True, slots=True)
class Order:
    """A document of a session: which, on which paper, in which language; a comparison
    where there are sessions `beside` it, or of a night with the sessions of its tables;
    with its table's `recovery` code, which is for its host alone, so that nothing of it
    is kept; or a `part` of its sheet."""

    session: Session
    paper: Paper = Paper.A4
    language: str = "en"
    document: AnyDocument = Document.SHEET
    beside: tuple[Session, ...] = ()
    recovery: str = ""
    part: SheetPart | None = None

    @property
    def title(self) -> tuple[object, ...]:
        ids = tuple(session.id for session in (self.session, *self.beside))
        kind = (self.paper, self.language, self.document)
        return (ids, *kind, self.recovery, self.part)

    @property
    def rows(self) -> int:
        if self.part is not None:
            return self.part.rows
        if isinstance(self.document, NightDocument):
            return self.document.rows(self.beside)
        sessions = (self.session, *self.beside)
        return sum(len(list(session.sheet.rows())) for session in sessions)

    @property
    def is_kept(self) -> bool:
        return not self.recovery

    @property
    def is_of_log(self) -> bool:
        is_sheet = isinstance(self.document, Document)
        return is_sheet and self.document is not Document.BLANK and not self.beside

    @property
    def is_proof(self) -> bool:
        if isinstance(self.document, NightDocument):
            return self.document.is_proof
        return self.is_of_log and not self.part

    @property
    def name(self) -> str:
        """What it is called among those that are kept: by all that may differ in it."""
        kind = "" if self.document is Document.SHEET else f"-{self.document.value}"
        if self.beside:
            heads = " ".join(session.head for session in self.beside)
            kind += f"-beside-{hashlib.sha256(heads.encode()).hexdigest()[:16]}"
        if self.part is not None:
            kind += f"-rows-{self.part.address}"
        if self.recovery:
            kind += f"-{hashlib.sha256(self.recovery.encode()).hexdigest()[:16]}"
        return f"{self.session.head}-{self.paper.value}-{self.language}{kind}-{edition()}.pdf"


@dataclass(slots=True)
class _Job:
    """An order that waits, is being made, or has failed; `awaited` by so many who stand
    by; `begun` when it was its turn."""

    order: Order
    asker: Asker
    rows: int
    since: float = field(default_factory=time.monotonic)
    begun: float | None = None
    future: "Future[bytes]" = field(default_factory=Future)
    awaited: int = 0

    @property
    def waits(self) -> bool:
        return not (self.future.running() or self.future.done())


class PdfCache:
    """Makes documents one after the other and keeps them in a folder, by what they show
    and what made them."""

    def __init__(
        self, folder: Path, renderer: RenderProcess | None = None, kept: int = KEPT
    ) -> None:
        self._folder = folder
        self._kept = kept
        self._renderer = renderer or RenderProcess()
        self._jobs: dict[Path, _Job] = {}
        self._lock = Lock()
        self._orders = SimpleQueue[bool]()
        self._thread: Thread | None = None
        self._missing: PangoMissing | None = None
        self._row_seconds = ROW_SECONDS

    def pdf(
        self, order: Order, asker: Asker = SELF, patience: float = LONGEST_WAIT
    ) -> bytes:
        """The document: at once where it is kept, else as soon as it is its turn.
        Raises PangoMissing where no PDF can be made, Busy when too many wait,
        NotPrinted when this one can't be made, Unfinished where it takes longer than
        `patience`: it is made all the same."""
        kept = _read(self.path(order))
        if kept is not None:
            return kept
        self._raise_fault(order)
        job = self._ordered(order, asker, awaited=1)
        try:
            return job.future.result(patience)
        except TimeoutError:
            raise Unfinished("it is still being printed") from None
        except CancelledError:
            raise Busy("others are being printed before it") from None
        finally:
            with self._lock:
                job.awaited -= 1

    def path(self, order: Order) -> Path:
        return self._folder / order.name

    def progress(self, order: Order, asker: Asker = SELF) -> Progress | None:
        """How far this document is; None once it is kept. It is ordered if it wasn't.
        If it could not be made, this raises the reason once; asking again orders it
        again."""
        self._raise_fault(order)
        if self.path(order).exists():
            return None
        job = self._ordered(order, asker)
        with self._lock:
            return self._progress(job)

    # Call it under the lock.
    def _progress(self, job: _Job) -> Progress:
        now = time.monotonic()
        before = [other for other in self._jobs.values() if _is_before(other, job)]
        left = 0.0
        for other in (*before, job):
            printed = 0.0 if other.begun is None else now - other.begun
            left += max(0.0, self._seconds(other) - printed)
        passed = now - job.since
        share = passed / (passed + left) if left else 1.0
        return Progress(min(NEARLY, round(100 * share)), len(before), left)

    # How long the printing of a document takes here, by what others took.
    def _seconds(self, job: _Job) -> float:
        return self._row_seconds * (job.rows + OTHER_ROWS)

    # Raise once why a document could not be made.
    def _raise_fault(self, order: Order) -> None:
        path = self.path(order)
        with self._lock:
            job = self._jobs.get(path)
            if job is None or not job.future.done() or job.future.cancelled():
                return
            fault = job.future.exception()
            if fault is not None:
                del self._jobs[path]
                raise fault

    def make_ahead(self, session: Session, language: str = "en") -> None:
        """Make this sheet in the background, unless a deal is being played."""
        rows = list(session.sheet.rows())
        if not rows or not rows[-1].is_finished or self._missing is not None:
            return
        order = Order(session, language=language)
        with suppress(NotPrinted):  # too long: refused when it is asked for
            self.order(order, Asker(session.id, Rank.AHEAD))

    def order(self, order: Order, asker: Asker = SELF) -> "Future[bytes]":
        """Make this document in the background; ordered twice, it is made once. The
        same document of the session as it stood before is dropped, unless it is
        being made or somebody stands by for it. Raises TooLong, Busy."""
        return self._ordered(order, asker).future

    def _ordered(self, order: Order, asker: Asker, awaited: int = 0) -> _Job:
        rows = order.rows
        _check_length(rows)
        path = self.path(order)
        with self._lock:
            job = self._jobs.get(path)
            if job is None or job.future.done():
                self._check_room(asker)
                job = self._put(path, _Job(order, asker, rows))
            job.asker = min(job.asker, asker, key=lambda waiting: waiting.rank)
            job.awaited += awaited
            return job

    # Call it under the lock.
    def _put(self, path: Path, job: _Job) -> _Job:
        for other, waiting in list(self._jobs.items()):
            is_same = waiting.order.title == job.order.title
            if is_same and waiting.waits and not waiting.awaited:
                del self._jobs[other]
        self._jobs[path] = job
        self._orders.put(True)
        if self._thread is None:
            # Not one of a pool, which the end of the program would wait for.
            self._thread = Thread(target=self._work, name="pdf", daemon=True)
            self._thread.start()
        return job

    def waiting(self) -> int:
        with self._lock:
            return sum(not job.future.done() for job in self._jobs.values())

    def close(self) -> None:
        with self._lock:
            for job in self._jobs.values():
                job.future.cancel()
            self._jobs.clear()
            self._orders.put(False)
        self._renderer.close()

    def _check_room(self, asker: Asker) -> None:
        askers = [job.asker for job in self._jobs.values() if not job.future.done()]
        is_limited = asker.rank is not Rank.AHEAD and asker != SELF
        if is_limited and askers.count(asker) >= MOST_EACH:
            raise Busy(
                f"{MOST_EACH} documents that were asked for from here are on order"
            )
        of_strangers = sum(other.rank is Rank.STRANGER for other in askers)
        if asker.rank is Rank.STRANGER and of_strangers >= MOST_OF_STRANGERS:
            raise Busy(f"{of_strangers} documents for others are on order")

    # Makes the documents, each when it is its turn; none where an order was dropped.
    def _work(self) -> None:
        while self._orders.get():
            with self._lock:
                waiting = [path for path, job in self._jobs.items() if job.waits]
                if not waiting:
                    continue
                path = min(waiting, key=lambda path: self._jobs[path].asker.rank)
                job = self._jobs[path]
                job.begun = time.monotonic()
                job.future.set_running_or_notify_cancel()
            self._make(path, job)

    def _make(self, path: Path, job: _Job) -> None:
        try:
            pdf = _read(path) or self._printed(job.order)
        except Exception as fault:
            self._log_fault(job.order.session.id, fault)
            with self._lock:
                if job.awaited or job.asker.rank is Rank.AHEAD:
                    self._jobs.pop(path, None)
                job.future.set_exception(fault)
            return
        if job.order.is_kept:
            self._keep(path, pdf)
        if job.begun is not None and job.rows >= TELLING:
            took = time.monotonic() - job.begun
            self._row_seconds = took / (job.rows + OTHER_ROWS)
        with self._lock:
            self._jobs.pop(path, None)
            job.future.set_result(pdf)

    def _printed(self, order: Order) -> bytes:
        made_of = (order.session, order.paper, order.language, order.document)
        page, boxed = render.laid_out(
            *made_of, order.beside, order.recovery, order.part
        )
        enclosed = None
        if order.is_proof:
            how = imprint.imprint_here(
                order.document, order.paper, order.language, boxed
            )
            tables = () if isinstance(order.document, Document) else order.beside
            enclosed = render.session_enclosed(order.session, how, tables)
        return self._renderer.pdf(page, enclosed)

    def _log_fault(self, session_id: str, fault: Exception) -> None:
        if isinstance(fault, PangoMissing):
            self._missing = fault
            _log.info("no PDFs are made: Pango is missing")
        elif not isinstance(fault, NotPrinted):
            _log.error("session %s could not be laid out", session_id, exc_info=fault)
        elif not isinstance(fault, render.Closing):
            _log.warning("session %s could not be printed: %s", session_id, fault)

    def _keep(self, path: Path, pdf: bytes) -> None:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with NamedTemporaryFile(
                dir=self._folder, suffix=".draft", delete=False
            ) as draft:
                draft.write(pdf)
            os.replace(draft.name, path)
            self._drop_oldest()
        except OSError as fault:
            _log.warning("a finished sheet could not be stored: %s", fault)

    def _drop_oldest(self) -> None:
        pdfs = sorted(self._folder.glob("*.pdf"), key=_last_asked, reverse=True)
        size = 0
        for n, pdf in enumerate(pdfs):
            with suppress(FileNotFoundError):
                size += pdf.stat().st_size
            # the newest has just been asked for, whatever its size
            if n >= self._kept or (n and size > KEPT_BYTES):
                pdf.unlink(missing_ok=True)


# Whether a document is printed before another.
def _is_before(other: _Job, job: _Job) -> bool:
    if other is job or other.future.done() or job.begun is not None:
        return False
    if other.begun is not None:
        return True
    return (other.asker.rank, other.since) < (job.asker.rank, job.since)


# The PDF that is kept there, if it is whole; it counts as asked for now.
def _read(path: Path) -> bytes | None:
    with suppress(OSError):
        pdf = path.read_bytes()
        if pdf.startswith(b"%PDF-") and pdf.rstrip().endswith(b"%%EOF"):
            with suppress(OSError):
                os.utime(path)
            return pdf
    return None


def _check_length(rows: int) -> None:
    most = most_rows()
    if rows > most:
        raise TooLong(rows, most)


# How many rows a document may have on this computer.
def most_rows() -> int:
    return min(MOST_ROWS, _rows_in_memory())


# How many rows this computer has room for.
@lru_cache(maxsize=1)
def _rows_in_memory() -> int:
    rows = _memory() // SHARE // ROW_MEMORY
    return max(LEAST_ROWS, rows)


# How much memory this computer has, or this container may use.
def _memory() -> int:
    sizes = [MOST_ROWS * ROW_MEMORY * SHARE]
    with suppress(AttributeError, OSError, ValueError):
        sizes.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    with suppress(OSError, ValueError):  # "max" where there is no bound
        sizes.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(sizes)


def _last_asked(path: Path) -> float:
    with suppress(OSError):
        return path.stat().st_mtime
    return 0.0


def edition() -> str:
    """What prints here: our edition, and the fonts of this machine."""
    return f"{imprint.edition()}-{letters.edition()[:8]}"
