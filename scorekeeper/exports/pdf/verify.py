"""What a PDF draws, read back and compared with the same sheet printed anew.

Pages are compared by what they draw, operator by operator, and by everything that they draw it
with; so is the rest of the document but for the files inside. The PDFs are read by pypdf.
"""

import hashlib
import io
import logging
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, IndirectObject, StreamObject

from scorekeeper.exports.pdf.page import Document, Paper
from scorekeeper.exports.pdf.render import NAME
from scorekeeper.exports.session_lines import LARGEST

MOST_PAGES = 200
MOST_BYTES = 20_000_000
NARROWEST_LETTER = 600.0
"""From this width on, in points, a page is one of letter paper: A4 has 595, letter 612."""
_FAULTS = (Exception,)
"""What pypdf raises on a damaged file: whatever its parts happen to raise."""
_APART = {"/Parent", "/Contents"}
"""What of a page is compared otherwise: the document it is in, and what it draws."""
_ENCLOSED = {"/Names", "/AF"}
"""Where a document has the files inside, which are compared as files."""
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

    @property
    def text(self) -> str:
        """All of its text, without spaces."""
        return "".join(self.lines)


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
    def session_files(self) -> tuple[bytes, ...]:
        """The session files inside: one, in a sheet of ours."""
        return self.enclosed.get(NAME, ())

    @property
    def text(self) -> str:
        """The text of all pages, without spaces."""
        return "".join(page.text for page in self.pages)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where one PDF is not the other.

    `missing` and `beyond` are lines of text; `drawn` are (page, operator, of how many) of pages
    with the same lines that are drawn otherwise, counted from 1; `parts` are the names of what
    else differs, and `foreign` of what only the first one has.
    """

    missing: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    drawn: tuple[tuple[int, int, int], ...] = ()
    parts: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


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


def squeezed(text: str) -> str:
    """The text as it is compared: Latin letters, digits and signs, without spaces.

    Other letters come out of a PDF as its fonts have them, or not at all.
    """
    plain = unicodedata.normalize("NFKC", text)
    return "".join(one for one in plain if _is_compared(one))


def said_otherwise(found: Printed, wanted: Printed) -> Difference:
    """Where the text of one PDF is not that of the other, wherever on the pages it stands."""
    ours, theirs = (Counter(_lines(one)) for one in (wanted, found))
    return Difference(tuple((ours - theirs).elements()), tuple((theirs - ours).elements()))


def drawn_otherwise(found: Printed, wanted: Printed) -> Difference:
    """Where one PDF draws something else than the other, or has something that it hasn't."""
    said = said_otherwise(found, wanted)
    drawn: list[tuple[int, int, int]] = []
    parts, foreign = _unlike(found.parts, wanted.parts)
    pairs = zip_longest(found.pages, wanted.pages, fillvalue=Page(b"", (), {}))
    for number, (one, other) in enumerate(pairs, start=1):
        unlike = _unlike(one.parts, other.parts)
        parts, foreign = parts + unlike[0], foreign + unlike[1]
        if one.drawing != other.drawing:
            where = _first_operator(one.drawing, other.drawing)
            if where is not None and (
                one.lines == other.lines or not (said.missing or said.beyond)
            ):
                drawn.append((number, *where))
    return Difference(said.missing, said.beyond, tuple(drawn), parts, foreign)


# ---- reading ----


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
        parts=prints.of_parts(root, _ENCLOSED | {"/Pages"}, "")
        | prints.of_parts(told, set(), "Info "),
    )


def _page(page: Any, prints: "_Prints") -> Page:
    contents = page.get_contents()
    lines = (squeezed(line) for line in page.extract_text().splitlines())
    return Page(
        drawing=contents.get_data() if contents is not None else b"",
        lines=tuple(line for line in lines if line),
        parts=prints.of_parts(page, _APART | {"/Resources"}, "")
        | prints.of_parts(page.get("/Resources", {}), set(), "Resources "),
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

    def of_parts(self, whole: Any, but: set[str], prefix: str) -> dict[str, str]:
        """The hash of each part of a dictionary but these, by its name."""
        held = whole.get_object()
        return {
            f"{prefix}{name[1:]}": self.of(held.raw_get(name)) for name in held if name not in but
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


def _lines(printed: Printed) -> Iterator[str]:
    """The lines of all pages; the release that printed them goes by no name."""
    name = squeezed(printed.release)
    for page in printed.pages:
        for line in page.lines:
            yield line.replace(name, "") if name else line


def _unlike(
    found: Mapping[str, str], wanted: Mapping[str, str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What differs of two sets of parts, and what only the first has, by their names."""
    parts = tuple(name for name in wanted if found.get(name) != wanted[name])
    return parts, tuple(name for name in found if name not in wanted)


def _first_operator(found: bytes, wanted: bytes) -> tuple[int, int] | None:
    """The first operator in which two drawings differ, from 1, and how many the first one has;
    None when only their spelling differs. What can't be read differs from the start."""
    ours = _operators(wanted)
    try:
        theirs = _operators(found)
    except _FAULTS:
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
