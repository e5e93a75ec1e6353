"""HTML as a PDF. The only module that knows WeasyPrint, which wants Pango.

`Renderer` renders in this process, `RenderProcess` in one of its own, with bounds.
"""

import atexit
import gc
import hashlib
import logging
import multiprocessing
import os
import shutil
import signal
import tempfile
import time
import warnings
import weakref
import zlib
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from threading import Lock, Thread
from typing import Any

from scorekeeper.exports.pdf import letters, tagged
from scorekeeper.exports.pdf.imprint import OWNER, Imprint, imprint_here
from scorekeeper.exports.pdf.night import AnyDocument, any_page
from scorekeeper.exports.pdf.page import Document, Paper, with_seats
from scorekeeper.exports.session_file import (
    ENCLOSED,
    ENDING,
    TABLE_ENCLOSED,
    write,
)
from scorekeeper.limited_process import MEMORY
from scorekeeper.places import static_folder
from scorekeeper.tables.parts import SheetPart
from scorekeeper.tables.session import Session
from scorekeeper.words import words_in

CUTS = ("archivo-regular", "archivo-bold", "archivo-narrow", "archivo-narrow-bold")
FONTS = frozenset((*CUTS, *(f"{cut}-ext" for cut in CUTS)))
"""Our face, static: Latin letters and figures, and the further Latin
letters of Europe."""
VARIANT = "pdf/a-3a"
"""Archival and tagged, and it may enclose a file; PDF/UA besides, by `tagged.finish`.
No validator has judged what we print."""
NAME = ENCLOSED  # What the session file in a PDF is called
STEADY = "315532800"  # The time that font tools write into a font, always the same: 1 January 1980


STARTING = 90.0  # Seconds that the process has to get ready, on a computer with other things to do
CPU_SECONDS = 20  # Computing time that one page may take, whatever its size
LETTERS_A_SECOND = 5_000
"""How many letters of a page give it another second: an eighth of what is printed in one
here."""
GETTING_READY = 1.3
"""Computing time in which a process gets ready here. Where it takes longer, pages may
take longer too."""
PATIENCE = 10
"""Seconds for each of computing time, after which a page is given up that neither is
printed nor computes: others want the processor too."""
PAGES_EACH = 100  # After how many pages a process makes way for a fresh one
NICE = 4
"""By how much it gives way to the server, whose pages others wait for: where four
others want two processors, it has a sixth of one. With 10 it had a twentieth, and a
page took half a minute."""
AT_ONCE = 1.0  # A process that ends so soon after it got a page had most likely been ended before


class PangoMissing(RuntimeError):
    """WeasyPrint or a library that it draws with is not there. The text says which."""


class NotPrinted(RuntimeError):
    """The page could not be rendered. The text says why."""


class Closing(NotPrinted):
    """The program ends, and prints nothing more."""


@dataclass(frozen=True, slots=True)
class Enclosure:
    """The session file inside a PDF, dated so that the same log gives the same bytes;
    and how the PDF is printed. Of a night there are the files of its `tables` too."""

    at: str
    content: bytes
    imprint: Imprint
    tables: tuple[bytes, ...] = ()


def session_enclosed(
    session: Session, imprint: Imprint, tables: tuple[Session, ...] = ()
) -> Enclosure:
    last = session.log[-1].at if session.log else session.header.at
    files = tuple(write(table).encode() for table in tables)
    return Enclosure(last, write(session).encode(), imprint, files)


def pdf_of(
    session: Session,
    paper: Paper = Paper.A4,
    language: str = "en",
    document: AnyDocument = Document.SHEET,
    tables: tuple[Session, ...] = (),
) -> bytes:
    """A document of the session as a PDF, made in this process; one of a night with its
    `tables`. Raises PangoMissing where WeasyPrint's libraries are not installed."""
    page, boxed = laid_out(session, paper, language, document, tables)
    imprint = imprint_here(document, paper, language, boxed)
    return Renderer().pdf(page, session_enclosed(session, imprint, tables))


def laid_out(  # noqa: PLR0913 - as page_of
    session: Session,
    paper: Paper,
    language: str,
    document: AnyDocument,
    beside: tuple[Session, ...] = (),
    recovery: str = "",
    part: SheetPart | None = None,
) -> tuple[str, str]:
    """A document as HTML, with the seats of persons whose names no font here can draw;
    and the letters that it would draw as boxes."""
    words = words_in(language)
    page = any_page(session, words, paper, document, beside, recovery, part)
    boxed = letters.without_font(page)
    return with_seats(page, boxed, (session, *beside), words), boxed


class Renderer:
    """WeasyPrint with our style sheet and fonts, ready to print one page after another.
    Making one takes a second or two. Raises PangoMissing where it can't be made."""

    def __init__(self) -> None:
        os.environ.setdefault("SOURCE_DATE_EPOCH", STEADY)
        try:
            import weasyprint
            from weasyprint.text.fonts import FontConfiguration
        except (ImportError, OSError) as fault:
            raise PangoMissing(str(fault).splitlines()[0]) from fault
        logging.getLogger("weasyprint").setLevel(logging.ERROR)
        fonts = FontConfiguration()
        ours = {"url_fetcher": _fetcher()}
        css = (static_folder() / "print.css").read_text(encoding="utf-8")
        style = weasyprint.CSS(string=css, font_config=fonts, **ours)
        self._html: Any = partial(weasyprint.HTML, **ours)
        self._attachment: Any = weasyprint.Attachment
        self._how = {
            "stylesheets": [style],
            "font_config": fonts,
            "pdf_variant": VARIANT,
        }

    def pdf(self, html: str, enclosed: Enclosure | None = None) -> bytes:
        """This page as a tagged PDF with a file inside; the same bytes for the same
        of both. Nothing is opened for it but our own fonts: what else the page
        names stays out."""
        hashed = html.encode()
        attachments = None
        if enclosed:
            hashed += f"{NAME}\n{enclosed.at}\n{enclosed.imprint}\n".encode()
            hashed += enclosed.content + b"".join(enclosed.tables)
            attachments = [self._attached(enclosed.content, NAME, enclosed.at)]
            for n, table in enumerate(enclosed.tables, start=1):
                name = f"{TABLE_ENCLOSED}{n}{ENDING}"
                attachments.append(self._attached(table, name, enclosed.at))
        with warnings.catch_warnings():
            # it leaves its colour profile open
            warnings.simplefilter("ignore", ResourceWarning)
            pdf: bytes = self._html(string=html).write_pdf(
                **self._how,
                pdf_identifier=hashlib.sha256(hashed).digest()[:16],
                finisher=partial(_finished, enclosed=enclosed),
                attachments=attachments,
            )
        return pdf

    def _attached(self, content: bytes, name: str, written: str) -> Any:
        at = datetime.fromisoformat(written)
        return self._attachment(
            string=content,
            name=name,
            created=at,
            modified=at,
            relationship="Source",
        )


# Complete the tags of a PDF, and put the imprint into one with a file inside: now it is
# known with which fonts it was drawn.
def _finished(document: Any, pdf: Any, enclosed: Enclosure | None) -> None:
    tagged.finish(document, pdf)
    if enclosed is None:
        return
    imprint = replace(
        enclosed.imprint, drawn_with=_libraries(), fonts=_machine_fonts(document.fonts)
    )
    at = datetime.fromisoformat(enclosed.at).astimezone(UTC)
    said = str(imprint).encode().hex()
    data = f"<< /LastModified (D:{at:%Y%m%d%H%M%SZ}) /Private <{said}> >>"
    pdf.catalog["PieceInfo"] = f"<< /{OWNER} {data} >>"


# The libraries of this machine that lay out, draw and pack, with their versions.
def _libraries() -> str:
    from weasyprint.text.ffi import harfbuzz, harfbuzz_subset, pango

    of_pango = pango.pango_version()
    pango_version = f"{of_pango // 10_000}.{of_pango // 100 % 100}.{of_pango % 100}"
    subsets = "" if harfbuzz_subset else " without subsets"
    versions = (
        f"WeasyPrint {version('weasyprint')}",
        f"Pango {pango_version}",
        f"HarfBuzz {_harfbuzz_version(harfbuzz)}{subsets}",
        f"zlib {zlib.ZLIB_RUNTIME_VERSION}",
    )
    return ", ".join(versions)


# Its version. It only answers whether it is at least a certain one.
def _harfbuzz_version(harfbuzz: Any) -> str:
    parts = [0, 0, 0]
    for place in range(3):
        while True:
            higher = [*parts]
            higher[place] += 1
            if not harfbuzz.hb_version_atleast(*higher):
                break
            parts = higher
    return ".".join(map(str, parts))


# The fonts of a document drawn by WeasyPrint that are not ours: name and hash
# of the file.
def _machine_fonts(fonts: Mapping[Any, Any]) -> tuple[str, ...]:
    from weasyprint.text.fonts import get_hb_object_data

    files = (static_folder() / "fonts").glob("*.ttf")
    ours = {_sha256(path.read_bytes()) for path in files}
    installed = set[str]()
    for font in fonts.values():
        content = _sha256(get_hb_object_data(font.hb_face) or b"")
        if content not in ours:
            installed.add(f"{font.family} {content[:32]}")
    return tuple(sorted(installed))


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class RenderProcess:
    """Renders in a process of its own, one page at a time, whichever thread asks. The
    process starts with the first page, may take so much memory and time and no more,
    and ends with this one. When it has died, the next page starts another.

    How much time a page may take depends on its size and on how fast this computer is.
    `cpu_seconds` is for a page of no size on a computer as fast as ours."""

    def __init__(
        self, patience: float = PATIENCE, cpu_seconds: int = CPU_SECONDS
    ) -> None:
        self._patience = patience
        self._cpu_seconds = cpu_seconds
        self._slowness = 1.0
        self._turn = Lock()
        self._pool: Any = None

    def pdf(self, html: str, enclosed: Enclosure | None = None) -> bytes:
        """This page as a PDF, with a file inside. Raises PangoMissing where no PDF can
        be made, NotPrinted when this one can't."""
        with self._turn:
            was_there = self._pool is not None
            begun = time.monotonic()
            try:
                return self._rendered(html, enclosed)
            except BrokenProcessPool:
                if was_there and time.monotonic() - begun < AT_ONCE:
                    with suppress(BrokenProcessPool):
                        return self._rendered(html, enclosed)
                raise NotPrinted("the process that renders has ended") from None

    def close(self) -> None:
        with self._turn:
            self._end()

    def _rendered(self, html: str, enclosed: Enclosure | None) -> bytes:
        patience = STARTING
        try:
            if self._pool is None:
                self._start()
                used: float = self._submit(_ready).result(patience)
                self._slowness = max(1.0, used / GETTING_READY)
            seconds = self._seconds(html)
            patience = self._patience * seconds
            work = self._submit(_render, html, enclosed, seconds)
            made: bytes = work.result(patience)
            return made
        except (TimeoutError, BrokenProcessPool, PangoMissing) as fault:
            self._end()
            if isinstance(fault, TimeoutError):
                late = f"the page was not printed within {patience:g} seconds"
                raise NotPrinted(late) from None
            raise

    # How much computing time this page may take.
    def _seconds(self, html: str) -> int:
        by_size = self._cpu_seconds + len(html) / LETTERS_A_SECOND
        return round(self._slowness * by_size)

    # Start a pool of one process, with a folder that its libraries may write to.
    def _start(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-"))
        self._pool = ProcessPoolExecutor(
            max_workers=1,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(self.folder,),
            max_tasks_per_child=PAGES_EACH,
        )
        self._finish = weakref.finalize(self, _end, self._pool, self.folder)

    def _end(self) -> None:
        if self._pool is not None:
            self._finish()
            self._pool = None

    def _submit(self, work: Callable[..., Any], *args: Any) -> Any:
        try:
            return self._pool.submit(work, *args)
        except BrokenProcessPool:
            raise
        except RuntimeError:  # the interpreter takes nothing on any more
            raise Closing("the program ends") from None


def _end(executor: ProcessPoolExecutor, folder: Path) -> None:
    with suppress(OSError, ValueError):
        os.kill(int((folder / "process").read_text()), signal.SIGKILL)
    executor.shutdown(wait=True, cancel_futures=True)
    shutil.rmtree(folder, ignore_errors=True)


# ---- in the process of its own ----

_RENDERERS: list[
    Renderer
] = []  # The one renderer of this process; none where Pango is missing


# Bound this process, have it end with the server, and make its renderer.
def _begin(folder: Path) -> None:
    (folder / "process").write_text(str(os.getpid()))
    tempfile.tempdir = str(folder)
    # Ctrl-C in the terminal is for the server
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in [name for name in os.environ if name.startswith("SCOREKEEPER_")]:
        del os.environ[name]
    Thread(target=_end_with_server, args=(folder,), daemon=True).start()
    with suppress(ImportError, OSError, ValueError):
        import resource  # not on every system

        os.nice(NICE)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with suppress(PangoMissing):  # told to who asks for the first page
        _RENDERERS.append(Renderer())
    # What is there now stays until the end. A page makes millions of objects and few
    # cycles: looking for them as often as usual took a fifth of its time.
    gc.collect()
    gc.freeze()
    atexit.register(gc.unfreeze)  # else fonts would outlive what they end with
    gc.set_threshold(50_000, 20, 20)


def _end_with_server(folder: Path) -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


# The computing time that it took the process to get ready. Raises PangoMissing.
def _ready() -> float:
    if not _RENDERERS:
        Renderer()
    return time.process_time()


# One page as a PDF. Raises PangoMissing, NotPrinted.
def _render(html: str, enclosed: Enclosure | None, cpu_seconds: int) -> bytes:
    (renderer,) = _RENDERERS
    with suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        most = int(used.ru_utime + used.ru_stime) + cpu_seconds
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
    try:
        return renderer.pdf(html, enclosed)
    except Exception as fault:  # whatever it is, the server learns of it in words
        raise NotPrinted(f"{type(fault).__name__}: {fault}") from None


# What answers the addresses in a page: "font:" and the name of one of ours, or nothing.
def _fetcher() -> Any:
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class OurFonts(URLFetcher):  # type: ignore[misc]
        """Opens no file and no connection."""

        def fetch(self, url: str, headers: object = None) -> object:
            name = url.removeprefix("font:")
            if name not in FONTS:
                raise ValueError(f"{url} is none of our fonts")
            content = (static_folder() / "fonts" / f"{name}.ttf").read_bytes()
            return URLFetcherResponse(url, content, {"Content-Type": "font/ttf"})

    return OurFonts(allowed_protocols=("font",), allow_redirects=False)
