"""A PDF as far as it is compared: what each page draws, what that says, and what else it has.

The PDFs are read by pypdf.
"""

import hashlib
import io
import logging
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, IndirectObject, StreamObject

from scorekeeper.exports.pdf.page import Document, Paper
from scorekeeper.exports.session_file import LARGEST

MOST_PAGES = 200
MOST_BYTES = 20_000_000
NARROWEST_LETTER = 600.0
"""From this width on, in points, a page is one of letter paper: A4 has 595, letter 612."""
_APART = {"/Parent", "/Contents", "/Resources", "/Names", "/AF", "/Pages"}
"""What of a page or document is compared otherwise: what it is in, what it draws and with what,
the files inside."""
_PACKING = {"/Filter", "/DecodeParms", "/Length", "/DL"}
"""How the bytes of a stream are packed, which changes nothing of what they are."""


class Unprintable(ValueError):
    """The file is no PDF that can be read. The text says why."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the operators that draw it, the lines of text that come out of that, and a hash of
    each other thing that it has, by its name."""

    drawing: bytes
    lines: tuple[str, ...]
    parts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF as far as it is compared.

    `enclosed` are the files inside by name, `language` that of the document, `release` what
    printed it and `producer` what drew it, `document` which it says it is of those that prove
    something, `parts` a hash of each other thing that the document has, by its name.
    """

    pages: tuple[Page, ...]
    enclosed: Mapping[str, tuple[bytes, ...]]
    language: str
    release: str
    producer: str
    document: Document
    paper: Paper
    parts: Mapping[str, str]

    @property
    def text(self) -> str:
        """The text of all pages, without spaces."""
        return "".join(line for page in self.pages for line in page.lines)

    @property
    def said(self) -> Iterator[str]:
        """The lines of all pages; the release that printed them goes by no name."""
        name = squeezed(self.release)
        lines = chain.from_iterable(page.lines for page in self.pages)
        return (line.replace(name, "") if name else line for line in lines)


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
    except Exception as fault:  # whatever its damaged parts happen to raise in pypdf
        raise Unprintable(str(fault).splitlines()[0] if str(fault) else "it is damaged") from fault


def squeezed(text: str) -> str:
    """The text as it is compared: Latin letters, digits and signs, without spaces.

    Other letters come out of a PDF as its fonts have them, or not at all.
    """
    plain = unicodedata.normalize("NFKC", text)
    return "".join(one for one in plain if _is_compared(one))


def _printed(reader: PdfReader) -> Printed:
    root: Any = reader.trailer["/Root"]
    told: Any = reader.metadata or {}
    kind = str(told.get("/Keywords", ""))
    width = float(reader.pages[0].mediabox.width) if reader.pages else 0.0
    prints = _Prints(reader)
    return Printed(
        pages=tuple(_page(page, prints) for page in reader.pages),
        enclosed={name: tuple(_within(files)) for name, files in reader.attachments.items()},
        language=str(root.get("/Lang", "")),
        release=str(told.get("/Creator", "")),
        producer=str(told.get("/Producer", "")),
        document=Document.REPORT if kind == Document.REPORT.value else Document.SHEET,
        paper=Paper.LETTER if width > NARROWEST_LETTER else Paper.A4,
        parts=prints.of_parts(root) | prints.of_parts(told, "Info "),
    )


def _page(page: Any, prints: "_Prints") -> Page:
    contents = page.get_contents()
    lines = (squeezed(line) for line in page.extract_text().splitlines())
    return Page(
        drawing=contents.get_data() if contents is not None else b"",
        lines=tuple(line for line in lines if line),
        parts=prints.of_parts(page) | prints.of_parts(page.get("/Resources", {}), "Resources "),
    )


def _within(files: list[bytes]) -> Iterator[bytes]:
    for content in files:
        if len(content) > LARGEST:
            raise Unprintable(f"the file inside has {len(content):,} bytes")
        yield content


def _is_compared(one: str) -> bool:
    if one.isspace() or not one.isprintable():
        return False
    number = ord(one)
    return number < 0x250 or 0x1E00 <= number < 0x1F00 or 0x2010 <= number < 0x2300


class _Prints:
    """Hashes of what a PDF's objects are, whatever their numbers and however they are packed."""

    def __init__(self, reader: PdfReader) -> None:
        self._known: dict[int, str] = {}
        for number, page in enumerate(reader.pages, start=1):
            if page.indirect_reference is not None:
                self._known[page.indirect_reference.idnum] = f"page {number}"

    def of_parts(self, whole: Any, prefix: str = "") -> dict[str, str]:
        """The hash of each part of a dictionary that is compared so, by its name."""
        held = whole.get_object()
        return {
            f"{prefix}{name[1:]}": self.of(held.raw_get(name))
            for name in held
            if prefix or name not in _APART
        }

    def of(self, thing: Any) -> str:
        """The hash of one object, and of all that it refers to."""
        if isinstance(thing, IndirectObject):
            if thing.idnum not in self._known:
                self._known[thing.idnum] = "itself"  # until it is known
                self._known[thing.idnum] = self.of(thing.get_object())
            return self._known[thing.idnum]
        hashed = hashlib.sha256(type(thing).__name__.encode())
        if isinstance(thing, DictionaryObject):
            is_stream = isinstance(thing, StreamObject)
            for name in sorted(set(thing) - (_PACKING if is_stream else set())):
                hashed.update(f"{name}\0{self.of(thing.raw_get(name))}\0".encode())
            if is_stream:
                hashed.update(thing.get_data())  # type: ignore[attr-defined]
        elif isinstance(thing, ArrayObject):
            hashed.update("\0".join(map(self.of, list.__iter__(thing))).encode())
        else:
            hashed.update(repr(thing).encode())
        return hashed.hexdigest()


# ---- comparing ----


def first_operator(found: bytes, wanted: bytes) -> tuple[int, int] | None:
    """The first operator in which two drawings differ, from 1, and how many the first one has;
    None when only their spelling differs. What can't be read differs from the start."""
    ours = _operators(wanted)
    try:
        theirs = _operators(found)
    except Exception:  # whatever pypdf raises on a damaged drawing
        return 1, 0
    pairs = enumerate(zip_longest(theirs, ours), start=1)
    return next(((n, len(theirs)) for n, (one, other) in pairs if one != other), None)


def _operators(drawing: bytes) -> list[str]:
    stream: Any = StreamObject()
    stream.set_data(drawing)
    return [
        f"{operands!r} {operator!r}"
        for operands, operator in ContentStream(stream, None).operations
    ]
