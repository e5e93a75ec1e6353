"""What a file is, by its first bytes; which commands take it; the session file
inside a sheet.

Every command that takes a file asks here, and so does the page that takes files in.
"""

import io
import logging
import re
import zipfile
from collections.abc import Callable, Mapping
from enum import Enum
from typing import BinaryIO, NoReturn

from scorekeeper.core.messages import Message, listed, message
from scorekeeper.exports.archive import NO_ZIP
from scorekeeper.exports.session_file import (
    ENCLOSED,
    ENDING,
    LARGEST,
    TABLE_ENCLOSED,
    VERSION,
    FileRefused,
    refuse,
)

MOST_PDF_BYTES = 20_000_000
START = 4096
"""How many bytes of a file say what it is."""
APPLICATION = b"SCKP"
"""What stands in the head of a database of this program, from byte 68 on."""


class Kind(Enum):
    """What a file is. `LATER` is a session file of a later release; an `ARCHIVE` has
    session files, a `ZIP` has none; `DATABASE` is one of this program's."""

    SESSION = "session"
    LATER = "later"
    PDF = "pdf"
    ARCHIVE = "archive"
    ZIP = "zip"
    DATABASE = "database"
    OTHER_DATABASE = "other-database"
    PICTURE = "picture"
    TEXT = "text"
    EMPTY = "empty"
    FOLDER = "folder"
    OTHER = "other"


WANTED: Mapping[str, tuple[Kind, ...]] = {
    "import": (Kind.SESSION, Kind.ARCHIVE, Kind.PDF),
    "restore": (Kind.DATABASE,),
    "score": (Kind.SESSION, Kind.ARCHIVE, Kind.PDF),
    "pdf": (Kind.SESSION, Kind.PDF),
    "verify": (Kind.SESSION, Kind.ARCHIVE, Kind.PDF, Kind.DATABASE),
}
"""What each command takes. What another one takes is told in this order."""
_REFUSED_BY_READER: Mapping[Kind, Kind] = {
    Kind.LATER: Kind.SESSION,
    Kind.OTHER_DATABASE: Kind.DATABASE,
}
"""Kinds that are refused where the kind beside them is read, which says
more exactly why."""

_PICTURES = re.compile(
    rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a|BM.{4}\0\0\0\0|II\*\0|MM\0\*|RIFF....WEBP"
    rb"|....ftyp(?:hei[cfx]|mif1|avif)|(?:<\?xml[^>]*>\s*)?<svg",
    re.DOTALL,
)
_PDF = b"%PDF-"
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_HEADER = re.compile(r'"scorekeeper"(?:\s*:\s*([0-9]{1,9})\b)?')


def kind_of(file: BinaryIO) -> Kind:
    """What an open file is. It is read from its beginning, and stands
    there again afterwards."""
    file.seek(0)
    start = file.read(START)
    file.seek(0)
    if not start.strip():  # a session file may have empty lines before its first
        return Kind.EMPTY if len(start) < START else Kind.SESSION
    if start.startswith(b"SQLite format 3\0"):
        return Kind.DATABASE if start[68:72] == APPLICATION else Kind.OTHER_DATABASE
    if start.startswith(_PDF):
        return Kind.PDF
    if start.startswith(_ZIPS):
        return _kind_of_zip(file)
    if _PICTURES.match(start):
        return Kind.PICTURE
    return _kind_of_text(start)


def may_be_shown_as_pdf(file: BinaryIO) -> bool:
    """Whether a program that shows PDFs may take an open file for one: they look for
    its first bytes a little further on as well. It is read from its beginning, and
    stands there again."""
    file.seek(0)
    start = file.read(START)
    file.seek(0)
    return _PDF in start


# One that can't be read, or has nothing in it, counts as an archive: its
# reader says so.
def _kind_of_zip(file: BinaryIO) -> Kind:
    try:
        with zipfile.ZipFile(file) as opened:
            names = opened.namelist()
    except NO_ZIP:
        return Kind.ARCHIVE
    finally:
        file.seek(0)
    is_ours = not names or any(name.endswith(ENDING) for name in names)
    return Kind.ARCHIVE if is_ours else Kind.ZIP


def _kind_of_text(start: bytes) -> Kind:
    is_utf16 = start.startswith(_UTF16)
    text = start.decode("utf-16" if is_utf16 else "utf-8", errors="replace")
    first = text.removeprefix("\ufeff").lstrip().partition("\n")[0]
    header = _HEADER.search(first) if first.startswith("{") else None
    if header is not None:
        version = int(header[1] or VERSION)
        return Kind.LATER if version > VERSION else Kind.SESSION
    is_text = "\0" not in text and text[:-1].count("\N{REPLACEMENT CHARACTER}") == 0
    return Kind.TEXT if is_text else Kind.OTHER


def check(kind: Kind, command: str) -> None:
    """Refuse a file of a kind that the command doesn't take. Raises FileRefused."""
    wanted = WANTED[command]
    if kind in wanted or _REFUSED_BY_READER.get(kind) in wanted:
        return
    raise FileRefused(0, _why(kind, command))


def _why(kind: Kind, command: str) -> Message:
    if kind is Kind.LATER:
        return message("file.later")
    what = message(f"file.kind.{kind.value}")
    others = [f"scorekeeper {name}" for name, kinds in WANTED.items() if kind in kinds]
    if others:
        return message("file.for-another", kind=what, commands=listed(others))
    *kinds, last = (
        message(f"file.wanted.{wanted.value}") for wanted in WANTED[command]
    )
    either = (*listed(kinds), message("file.or"), last) if kinds else (last,)
    return message("file.for-none", kind=what, wanted=either)


def session_file_in(file: BinaryIO, command: str) -> bytes:
    """The session file that a file is, or that is inside it: no more of it than one may
    have, and a byte. Raises FileRefused."""
    kind = kind_of(file)
    check(kind, command)
    if kind is Kind.PDF:
        return enclosed_in(file.read(MOST_PDF_BYTES + 1))
    return file.read(LARGEST + 1)


def enclosed_in(pdf: bytes) -> bytes:
    """The session file inside a printed sheet, as our reader finds it: another one may
    find another file, unless the sheet is proved. Raises FileRefused."""
    files = _attached(pdf, lambda name: name == ENCLOSED)
    if not files:
        refuse(0, "file.sheet.none-inside")
    if len(files) > 1:
        refuse(0, "file.sheet.several-inside", n=len(files))
    return files[0]


def tables_in(pdf: bytes) -> list[bytes]:
    """The files of a night's tables inside a printed document, as our reader finds
    them. Raises FileRefused."""
    return _attached(pdf, lambda name: name.startswith(TABLE_ENCLOSED))


# The files in a PDF whose names are wanted.
def _attached(pdf: bytes, is_wanted: Callable[[str], bool]) -> list[bytes]:
    try:
        from pypdf import PdfReader
    except ImportError:  # in a browser
        refuse(0, "file.sheet.not-here")
    if len(pdf) > MOST_PDF_BYTES:
        refuse(0, "file.sheet.too-large", megabytes=MOST_PDF_BYTES // 1_000_000)
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    try:
        attachments = PdfReader(io.BytesIO(pdf)).attachments
        return [
            bytes(content)
            for name in filter(is_wanted, attachments)
            for content in attachments[name]
        ]
    except Exception:  # whatever its damaged parts happen to raise in pypdf
        _refuse_damaged()


def _refuse_damaged() -> NoReturn:
    raise FileRefused(0, message("file.sheet.damaged")) from None
