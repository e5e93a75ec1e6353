"""What a printed sheet says, read back from the PDF: its text, its code, the file inside.

Text is compared without its spaces, because a PDF places letters and knows no words. Pure Python
and no server: the PDF is read by pypdf.
"""

import io
import logging
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import segno
from pypdf import PdfReader

from scorekeeper.exports.pdf.enclosure import NAME
from scorekeeper.exports.pdf.paper import Document
from scorekeeper.exports.session_lines import LARGEST

MOST_PAGES = 200
MOST_BYTES = 20_000_000
_RUN = re.compile(rb"(?<![\d.])(\d+) (\d+)\.5 m\n(\d+) (\d+)\.5 l")
"""One dark run of a code as WeasyPrint draws it: from, in which line, to."""
_FAULTS = (Exception,)
"""What pypdf raises on a damaged file: whatever its parts happen to raise."""


class Unprintable(ValueError):
    """The file is no PDF that can be read. The text says why."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF as far as it can be checked.

    `pages` are their texts without spaces, `enclosed` the files inside by name, `language` that
    of the document, `release` what printed it, `document` which it says it is of those that prove
    something, `codes` the drawn QR codes as rows of modules, `foreign` what a sheet never has:
    pictures, notes, scripts.
    """

    pages: tuple[str, ...]
    enclosed: Mapping[str, tuple[bytes, ...]]
    language: str
    release: str
    document: Document
    codes: tuple[tuple[bytes, ...], ...]
    foreign: tuple[str, ...]

    @property
    def session_files(self) -> tuple[bytes, ...]:
        """The session files inside: one, in a sheet of ours."""
        return self.enclosed.get(NAME, ())


def read_pdf(data: bytes) -> Printed:
    """Read a PDF. Raises Unprintable when it is too large, damaged or no PDF at all."""
    if len(data) > MOST_BYTES:
        raise Unprintable(f"it has {len(data):,} bytes, and {MOST_BYTES:,} are the most")
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(io.BytesIO(data))
        if len(reader.pages) > MOST_PAGES:
            raise Unprintable(f"it has {len(reader.pages)} pages, and {MOST_PAGES} are the most")
        return _printed(reader)
    except Unprintable:
        raise
    except _FAULTS as fault:
        raise Unprintable(str(fault).splitlines()[0] if str(fault) else "it is damaged") from fault


def _printed(reader: PdfReader) -> Printed:
    root: Any = reader.trailer["/Root"]
    creator = reader.metadata.creator if reader.metadata else None
    kind = str(reader.metadata.keywords or "") if reader.metadata else ""
    return Printed(
        pages=tuple(squeezed(page.extract_text()) for page in reader.pages),
        enclosed={name: tuple(_within(files)) for name, files in reader.attachments.items()},
        language=str(root.get("/Lang", "")),
        release=str(creator or ""),
        document=Document.REPORT if kind == Document.REPORT.value else Document.SHEET,
        codes=tuple(code for page in reader.pages for code in _codes(page)),
        foreign=tuple(_foreign(reader, root)),
    )


def squeezed(text: str) -> str:
    """The text as it is compared: Latin letters, digits and signs, without spaces.

    Other letters come out of a PDF as its fonts have them, or not at all.
    """
    plain = unicodedata.normalize("NFKC", text)
    return "".join(one for one in plain if _is_compared(one))


def is_foreign(text: str) -> bool:
    """Whether there are letters or pictures in the text that are not compared."""
    plain = unicodedata.normalize("NFKC", text)
    kinds = ((one, unicodedata.category(one)) for one in plain)
    return any(kind[0] in "LMS" and not _is_compared(one) for one, kind in kinds)


def _is_compared(one: str) -> bool:
    if one.isspace() or not one.isprintable():
        return False
    number = ord(one)
    return number < 0x250 or 0x1E00 <= number < 0x1F00 or 0x2010 <= number < 0x2300


def _within(files: list[bytes]) -> Iterator[bytes]:
    for content in files:
        if len(content) > LARGEST:
            raise Unprintable(f"the file inside has {len(content):,} bytes")
        yield content


def _foreign(reader: PdfReader, root: Any) -> Iterator[str]:
    for name in ("/OpenAction", "/AA", "/AcroForm"):
        if name in root:
            yield name[1:]
    for page in reader.pages:
        if "/Annots" in page:
            yield "Annots"
        things = page.get("/Resources", {}).get("/XObject", {})
        for thing in things.values():
            if thing.get_object().get("/Subtype") == "/Image":
                yield "Image"


def _codes(page: Any) -> Iterator[tuple[bytes, ...]]:
    """The QR codes drawn on a page, from the runs of dark modules they are drawn with."""
    contents = page.get_contents()
    stream: bytes = contents.get_data() if contents is not None else b""
    for drawn in stream.split(b"0 0 m\n")[1:]:
        runs = [tuple(map(int, one)) for one in _RUN.findall(drawn.partition(b"S\n")[0])]
        if runs:
            yield _modules([(x, y, end) for x, y, end, _ in runs])


def _modules(runs: list[tuple[int, int, int]]) -> tuple[bytes, ...]:
    size = 1 + max(y for _, y, _ in runs)
    if size > 200:
        return ()
    rows = [bytearray(size) for _ in range(size)]
    for x, y, end in runs:
        rows[y][x : min(end, size)] = b"\x01" * (min(end, size) - x)
    return tuple(bytes(row) for row in rows)


def drawn_as(text: str) -> tuple[bytes, ...]:
    """The modules of the code that stands for this text."""
    return tuple(bytes(row) for row in segno.make(text, error="m", micro=False).matrix)
