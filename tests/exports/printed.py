"""What our reader finds in a PDF: for tests that look at a sheet's text. It proves
nothing."""

import io
import unicodedata
from dataclasses import dataclass
from typing import Any

from pypdf import PdfReader

_LETTERS = map(chr, (*range(0x250), *range(0x1E00, 0x1F00), *range(0x2010, 0x2300)))
_COMPARED = frozenset(
    letter for letter in _LETTERS if letter.isprintable() and not letter.isspace()
)


@dataclass(frozen=True)
class Page:
    """A page: the operators that draw it, and the lines of text that come out of
    that."""

    drawing: bytes
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Printed:
    """A PDF: its pages, the files inside by name, its language, and which document it
    is."""

    pages: tuple[Page, ...]
    enclosed: dict[str, list[bytes]]
    language: str
    document: str

    @property
    def text(self) -> str:
        """The text of all pages, without spaces."""
        return "".join(line for page in self.pages for line in page.lines)


def read_pdf(data: bytes) -> Printed:
    """Read a PDF."""
    reader = PdfReader(io.BytesIO(data))
    pages = []
    for page in reader.pages:
        contents: Any = page.get_contents()
        lines = filter(None, map(squeezed, page.extract_text().splitlines()))
        pages.append(Page(contents.get_data(), tuple(lines)))
    root: Any = reader.trailer["/Root"]
    told: Any = reader.metadata or {}
    return Printed(
        tuple(pages),
        dict(reader.attachments.items()),
        str(root.get("/Lang", "")),
        str(told.get("/Keywords", "")),
    )


def squeezed(text: str) -> str:
    """The text as it is compared: Latin letters, digits and signs, without spaces.
    Other letters come out of a PDF as its fonts have them, or not at all."""
    return "".join(filter(_COMPARED.__contains__, unicodedata.normalize("NFKC", text)))
