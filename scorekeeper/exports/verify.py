"""Whether a sheet, a session file or a database proves itself, with nothing else at hand.

A file is re-hashed, replayed by the rules of its game, and must be written byte for byte as the
program writes it. A sheet is printed anew from the file inside it, and each page must draw the
same, operator by operator, with the same fonts and all else; of what another release printed, the
text is compared. A database is its sessions, each as its file.
"""

import hashlib
import io
import logging
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ArrayObject, ContentStream, DictionaryObject, IndirectObject, StreamObject

from scorekeeper.core.codec import code, plain
from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Row
from scorekeeper.exports.file_kinds import MOST_PDF_BYTES
from scorekeeper.exports.pdf.page import Document, Paper
from scorekeeper.exports.pdf.render import NAME, PangoMissing, pdf_of
from scorekeeper.exports.session_file import LARGEST, FileRefused, read, write
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import signatures
from scorekeeper.words import Words, words_in

# ---- a PDF as far as it is compared, read by pypdf ----


MOST_PAGES = 200
MOST_BYTES = MOST_PDF_BYTES
NARROWEST_LETTER = 600.0
"""From this width on, in points, a page is letter paper: A4 has 595, letter 612."""
_APART = {"/Parent", "/Contents", "/Resources", "/Names", "/AF", "/Pages"}
"""What of a page or document is compared otherwise: what it is in, what it draws and with what,
the files inside."""
_PACKING = {"/Filter", "/DecodeParms", "/Length", "/DL"}
"""How the bytes of a stream are packed, which changes nothing of what they are."""
_LETTERS = map(chr, (*range(0x250), *range(0x1E00, 0x1F00), *range(0x2010, 0x2300)))
_COMPARED = frozenset(one for one in _LETTERS if one.isprintable() and not one.isspace())
"""The Latin letters, digits and signs in which texts are compared."""


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
    """A PDF as far as it is compared. `enclosed` are the files inside by name, `language` that of
    the document, `release` what printed it and `producer` what drew it, `document` which it says it
    is of those that prove something, `parts` a hash of each other thing that the document has, by
    its name."""

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
        return _printed(PdfReader(io.BytesIO(data)))
    except Unprintable:
        raise
    except Exception as fault:  # whatever its damaged parts happen to raise in pypdf
        raise Unprintable(str(fault).splitlines()[0] if str(fault) else "it is damaged") from fault


def squeezed(text: str) -> str:
    """The text as it is compared: Latin letters, digits and signs, without spaces. Other letters
    come out of a PDF as its fonts have them, or not at all."""
    return "".join(filter(_COMPARED.__contains__, unicodedata.normalize("NFKC", text)))


def _printed(reader: PdfReader) -> Printed:
    if len(reader.pages) > MOST_PAGES:
        raise Unprintable(f"it has {len(reader.pages)} pages, and {MOST_PAGES} are the most")
    root: Any = reader.trailer["/Root"]
    told: Any = reader.metadata or {}
    width = float(reader.pages[0].mediabox.width) if reader.pages else 0.0
    is_report = str(told.get("/Keywords", "")) == Document.REPORT.value
    prints, pages = _Prints(reader), list[Page]()
    for page in reader.pages:
        contents: Any = page.get_contents()
        lines = filter(None, map(squeezed, page.extract_text().splitlines()))
        parts = prints.of_parts(page) | prints.of_parts(page.get("/Resources", {}), "Resources ")
        drawing = contents.get_data() if contents is not None else b""
        pages.append(Page(drawing, tuple(lines), parts))
    enclosed = {name: tuple(files) for name, files in reader.attachments.items()}
    most = max((len(one) for files in enclosed.values() for one in files), default=0)
    if most > LARGEST:
        raise Unprintable(f"the file inside has {most:,} bytes")
    return Printed(
        pages=tuple(pages),
        enclosed=enclosed,
        language=str(root.get("/Lang", "")),
        release=str(told.get("/Creator", "")),
        producer=str(told.get("/Producer", "")),
        document=Document.REPORT if is_report else Document.SHEET,
        paper=Paper.LETTER if width > NARROWEST_LETTER else Paper.A4,
        parts=prints.of_parts(root) | prints.of_parts(told, "Info "),
    )


class _Prints:
    """Hashes of what a PDF's objects are, whatever their numbers and however they are packed."""

    def __init__(self, reader: PdfReader) -> None:
        pages = ((one.indirect_reference, n) for n, one in enumerate(reader.pages, start=1))
        self._known = {at.idnum: f"page {n}" for at, n in pages if at is not None}

    def of_parts(self, whole: Any, prefix: str = "") -> dict[str, str]:
        """The hash of each part of a dictionary that is compared so, by its name."""
        held = whole.get_object()
        names = (name for name in held if prefix or name not in _APART)
        return {f"{prefix}{name[1:]}": self.of(held.raw_get(name)) for name in names}

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


def first_operator(found: bytes, wanted: bytes) -> tuple[int, int] | None:
    """The first operator in which two drawings differ, from 1, and how many the first one has;
    None when only their spelling differs. What can't be read differs from the start."""
    ours = _operators(wanted)
    try:
        theirs = _operators(found)
    except Exception:  # whatever pypdf raises on a damaged drawing
        return 1, 0
    return (n, len(theirs)) if (n := _first_difference(theirs, ours)) else None


def _first_difference(found: Sequence[object], wanted: Sequence[object]) -> int | None:
    """The first of these in which the two differ, from 1; None when they are the same."""
    pairs = enumerate(zip_longest(found, wanted), start=1)
    return next((n for n, (one, other) in pairs if one != other), None)


def _operators(drawing: bytes) -> list[str]:
    stream: Any = StreamObject()
    stream.set_data(drawing)
    return [f"{one!r} {operator!r}" for one, operator in ContentStream(stream, None).operations]


# ---- what does not hold ----


MOST_SAID = 12
"""How many lines of a sheet are named; another session's sheet differs in all of them."""
SHOWN = 80

_CALLED = ("Fingerprint", "Fingerabdruck", "stands for the", "steht für die")
_BEFORE = ("Seal", "Siegel", "seals the", "besiegelt die")
_RENAMED = re.compile("|".join(map(squeezed, (*_CALLED, *_BEFORE))))
"""The words for the fingerprint and what the code is for, which were others until 0.2."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One session and what does not hold in it; nothing = it holds. `session` is None where it
    can't be read at all. `notes` do no harm, but are worth knowing."""

    name: str
    session: Session | None
    findings: tuple[Message, ...]
    notes: tuple[Message, ...] = ()

    @property
    def holds(self) -> bool:
        return not self.findings


def verify_file(data: bytes, name: str = "", games: Mapping[str, Game] = GAMES) -> Verdict:
    try:
        found = read(data, games)
    except FileRefused as refusal:
        why = message("verify.refused", line=refusal.line, why=refusal.why)
        return Verdict(name, None, (why,))
    session, name = found.session, name or found.session.id
    if not found.is_chained:
        return Verdict(name, session, (message("verify.unchained"),))
    line = _first_difference(data.split(b"\n"), write(session).encode().split(b"\n"))
    spelling = (message("verify.spelling", line=line),) if line else ()
    signings = reversed(signatures(session))
    totals = ((one.entry, of, of.recomputed) for one in signings for of in one.totals)
    signed = (
        message("verify.signed", party=of.party, recomputed=now, signed=of.signed, entry=str(entry))
        for entry, of, now in totals
        if of.signed != now
    )
    return Verdict(name, session, (*spelling, *signed))


def verify_sheet(data: bytes) -> Verdict:
    """Verify a printed sheet: the file inside it, and that its pages are what that gives."""
    try:
        printed = read_pdf(data)
    except Unprintable as fault:
        return Verdict("", None, (message("verify.no-pdf", fault=str(fault)),))
    return verify_printed(printed)


def verify_printed(printed: Printed, anew: Printed | None = None) -> Verdict:
    """Verify a sheet that has been read from its PDF. `anew` spares the printing where that has
    been done already."""
    files = printed.enclosed.get(NAME, ())
    if len(files) != 1:
        return Verdict("", None, (message("verify.inside", n=len(files)),))
    inside = verify_file(files[0])
    findings = [message("verify.within", what=what) for what in inside.findings]
    if (session := inside.session) is None:
        return Verdict("", None, tuple(findings))
    strange = sorted(one for one, held in printed.enclosed.items() if held != files)
    findings += (message("verify.enclosed", name=one[:SHOWN]) for one in strange)
    text, last, own = printed.text, str(session.last), code(session.head)
    if squeezed(own) not in text:  # the code on the sheet may be that of an earlier entry
        before = reversed(session.log[:-1])
        then = next((one.seq for one in before if squeezed(code(one.hash)) in text), None)
        wrong = message("verify.code", entry=last, code=own)
        earlier = message("verify.code-of", entry=last, then=str(then))
        findings.append(earlier if then else wrong)
    try:
        how = (printed.paper, printed.language, printed.document)
        anew = anew or read_pdf(pdf_of(session, *how))
    except PangoMissing as missing:
        why = message("verify.nothing-printed", fault=str(missing))
        return Verdict("", session, (*findings, why))
    findings += _said_otherwise(session, printed, anew)
    by, here = (f"{one.release} ({one.producer})" for one in (printed, anew))
    if by == here:
        return Verdict("", session, (*findings, *_drawn_otherwise(printed, anew)))
    note = message("verify.release", printed=by[: 2 * SHOWN], here=here)
    return Verdict("", session, tuple(findings), (note,))


def _said_otherwise(session: Session, found: Printed, anew: Printed) -> Iterator[Message]:
    """In words: every line of the sheet that is not as the session gives it, wherever it stands,
    and what else the sheet says."""
    wanted, there = (Counter(_RENAMED.sub("", line) for line in one.said) for one in (anew, found))
    missing, beyond = list((wanted - there).elements()), list((there - wanted).elements())
    words = words_in(found.language)
    yield from (_missing(session, text, words) for text in missing[:MOST_SAID])
    yield from (message("verify.beyond", text=_short(text)) for text in beyond[:MOST_SAID])
    if more := len(missing[MOST_SAID:] + beyond[MOST_SAID:]):
        yield message("verify.more", n=more)


def _missing(session: Session, text: str, words: Words) -> Message:
    """A line that is missing, with the row that it belongs to where its text tells that. Two
    columns stand in one line of text: the row that it names first is the one."""
    places = [(_place(row, text, words), row) for row in session.sheet.rows()]
    first = min((place for place, _ in places if place >= 0), default=-1)
    rows = [row for place, row in places if place == first >= 0]
    if len(rows) != 1:
        return message("verify.line", text=_short(text))
    entries = ", ".join(map(str, rows[0].entries))
    return message("verify.row", row=rows[0].label, entries=entries, text=_short(text))


def _place(row: Row, text: str, words: Words) -> int:
    """Where a line says what a row is called at its beginning, or the row's number before one of
    its reasons; -1 where it says neither."""
    if text.startswith(squeezed(words.text(row.label))):
        return 0
    number = row.label.values.get("number")
    found = (text.find(f"{number}{squeezed(words.text(line.what))}") for line in row.lines)
    return min((place for place in found if place >= 0), default=-1)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _drawn_otherwise(found: Printed, anew: Printed) -> Iterator[Message]:
    """In words: each page with the same lines that is drawn otherwise, and what else differs."""
    is_said = Counter(found.said) == Counter(anew.said)
    pages = list(zip_longest(found.pages, anew.pages, fillvalue=Page(b"", (), {})))
    for number, (one, other) in enumerate(pages, start=1):
        is_other = one.drawing != other.drawing and (is_said or one.lines == other.lines)
        if is_other and (where := first_operator(one.drawing, other.drawing)):
            yield message("verify.drawn", page=number, operator=where[0], of=where[1])
    sets = [(found.parts, anew.parts), *((one.parts, other.parts) for one, other in pages)]
    unlike = {name for theirs, ours in sets for name in ours if theirs.get(name) != ours[name]}
    foreign = {name for theirs, ours in sets for name in theirs.keys() - ours.keys()}
    yield from (message("verify.part", what=what[:SHOWN]) for what in sorted(unlike))
    yield from (message("verify.foreign", what=what[:SHOWN]) for what in sorted(foreign))


def verify_sessions(found: Iterable[tuple[str, Session | Message]]) -> Iterator[Verdict]:
    """Verify sessions as they come from a database, one after the other; a message says why one
    can't be read at all."""
    for written_so, session in found:
        name = plain(written_so)  # a terminal does what control characters say
        if isinstance(session, Message):
            yield Verdict(name, None, (session,))
        else:
            yield verify_file(write(session).encode(), name, {session.game.slug: session.game})
