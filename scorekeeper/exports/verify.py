"""Whether a sheet, a session file or a database proves itself, with nothing else at hand.

A file is re-hashed, replayed by the rules of its game, and must be written byte for byte as the
program writes it. A sheet is printed anew from the file inside it, and each page must draw the
same, operator by operator, with the same fonts and all else; of what another release printed, the
text is compared. A database is its sessions, each as its file.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from scorekeeper.core.codec import code
from scorekeeper.core.messages import Message, message
from scorekeeper.core.sheet import Row
from scorekeeper.exports.pdf.reading import (
    Page,
    Printed,
    Unprintable,
    first_operator,
    read_pdf,
    squeezed,
)
from scorekeeper.exports.pdf.render import NAME, PangoMissing, pdf_of
from scorekeeper.exports.session_file import FileRefused, read, write
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import signatures
from scorekeeper.words import Words, words_in

MOST_SAID = 12
"""How many lines of a sheet are named; a sheet of another session differs in all of them."""
SHOWN = 80

Games = Mapping[str, Game]


class Kind(Enum):
    """What was verified."""

    SHEET = "sheet"
    SESSION_FILE = "session-file"
    DATABASE = "database"
    ARCHIVE = "archive"


_CALLED = ("Fingerprint", "Fingerabdruck", "stands for the", "steht für die")
RENAMED = tuple(map(squeezed, (*_CALLED, "Seal", "Siegel", "seals the", "besiegelt die")))


@dataclass(frozen=True, slots=True)
class Verdict:
    """One session and what does not hold in it; nothing = it holds.

    `session` is None where it can't be read at all. `notes` do no harm, but are worth knowing.
    """

    name: str
    session: Session | None
    findings: tuple[Message, ...]
    notes: tuple[Message, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


def kind_of(start: bytes) -> Kind:
    """What a file that starts like this is."""
    if start.startswith(b"%PDF-"):
        return Kind.SHEET
    if start.startswith(b"SQLite format 3\0"):
        return Kind.DATABASE
    return Kind.ARCHIVE if start.startswith(b"PK\x03\x04") else Kind.SESSION_FILE


# ---- a session file ----


def verify_file(data: bytes, name: str = "", games: Games = GAMES) -> Verdict:
    """Verify a session file."""
    try:
        found = read(data, games)
    except FileRefused as refusal:
        why = message("verify.refused", line=refusal.line, why=refusal.why)
        return Verdict(name, None, (why,))
    session = found.session
    name = name or session.id
    if not found.is_chained:
        return Verdict(name, session, (message("verify.unchained"),))
    line = _first_difference(data, write(session).encode())
    spelling = (message("verify.spelling", line=line),) if line else ()
    return Verdict(name, session, (*spelling, *signed_otherwise(session)))


def signed_otherwise(session: Session) -> Iterator[Message]:
    """Each signed total that is not what the log of then gives."""
    for one in reversed(signatures(session)):
        for total in one.totals:
            if total.signed != total.recomputed:
                yield message(
                    "verify.signed",
                    party=total.party,
                    recomputed=total.recomputed,
                    signed=total.signed,
                    entry=str(one.entry),
                )


def _first_difference(found: bytes, wanted: bytes) -> int | None:
    """The first line in which two files differ, from 1; None when they are the same."""
    if found == wanted:
        return None
    pairs = zip_longest(found.split(b"\n"), wanted.split(b"\n"))
    return next(n for n, (one, other) in enumerate(pairs, start=1) if one != other)


# ---- a sheet ----


def verify_sheet(data: bytes, name: str = "", games: Games = GAMES) -> Verdict:
    """Verify a printed sheet: the file inside it, and that its pages are what that gives."""
    try:
        printed = read_pdf(data)
    except Unprintable as fault:
        return Verdict(name, None, (message("verify.no-pdf", fault=str(fault)),))
    return verify_printed(printed, name, games)


def verify_printed(
    printed: Printed, name: str = "", games: Games = GAMES, anew: Printed | None = None
) -> Verdict:
    """Verify a sheet that has been read from its PDF.

    `anew` spares the printing where that has been done already.
    """
    files = printed.enclosed.get(NAME, ())
    if len(files) != 1:
        return Verdict(name, None, (message("verify.inside", n=len(files)),))
    inside = verify_file(files[0], name, games)
    findings = [message("verify.within", what=what) for what in inside.findings]
    session, notes = inside.session, list[Message]()
    if session is not None:
        findings += (
            message("verify.enclosed", name=name[:SHOWN])
            for name in sorted(set(printed.enclosed))
            if printed.enclosed[name] != files
        )
        findings += _sealed(session, printed)
        try:
            anew = anew or printed_anew(session, printed)
        except PangoMissing as missing:
            findings.append(message("verify.nothing-printed", fault=str(missing)))
        else:
            findings += _said_otherwise(session, printed, anew)
            by, here = (f"{one.release} ({one.producer})" for one in (printed, anew))
            if by == here:
                findings += _drawn_otherwise(printed, anew)
            else:
                notes.append(message("verify.release", printed=by[: 2 * SHOWN], here=here))
    return Verdict(name, session, tuple(findings), tuple(notes))


def printed_anew(session: Session, printed: Printed) -> Printed:
    """The sheet of the file inside, printed here and now, on the same paper and in its language.

    Raises PangoMissing where nothing can be printed.
    """
    return read_pdf(pdf_of(session, printed.paper, printed.language, printed.document))


def _sealed(session: Session, printed: Printed) -> Iterator[Message]:
    """What is wrong with the code on the sheet: it may be that of an earlier entry."""
    text = printed.text
    if squeezed(code(session.head)) in text:
        return
    earlier = (one.seq for one in reversed(session.log[:-1]) if squeezed(code(one.hash)) in text)
    then = next(earlier, None)
    if then is None:
        yield message("verify.code", entry=str(session.last), code=code(session.head))
    else:
        yield message("verify.code-of", entry=str(session.last), then=str(then))


def _said_otherwise(session: Session, found: Printed, anew: Printed) -> Iterator[Message]:
    """In words: every line of the sheet that is not as the session gives it, wherever it stands,
    and what else the sheet says."""
    wanted, there = (Counter(map(_unnamed, one.said)) for one in (anew, found))
    missing, beyond = list((wanted - there).elements()), list((there - wanted).elements())
    words = words_in(found.language)
    for text in missing[:MOST_SAID]:
        yield _missing(session, text, words)
    for text in beyond[:MOST_SAID]:
        yield message("verify.beyond", text=_short(text))
    more = sum(max(0, len(ones) - MOST_SAID) for ones in (missing, beyond))
    if more:
        yield message("verify.more", n=more)


def _unnamed(text: str) -> str:
    """A line without the words for the fingerprint and what the code is for, which were others
    until 0.2."""
    for word in RENAMED:
        text = text.replace(word, "")
    return text


def _missing(session: Session, text: str, words: Words) -> Message:
    """A line that is missing, with the row that it belongs to where its text tells that.

    Two columns stand in one line of text: the row that it names first is the one."""
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
        if one.drawing != other.drawing and (is_said or one.lines == other.lines):
            where = first_operator(one.drawing, other.drawing)
            if where is not None:
                yield message("verify.drawn", page=number, operator=where[0], of=where[1])
    sets = [(found.parts, anew.parts), *((one.parts, other.parts) for one, other in pages)]
    unlike = {name for theirs, ours in sets for name in ours if theirs.get(name) != ours[name]}
    foreign = {name for theirs, ours in sets for name in theirs.keys() - ours.keys()}
    yield from (message("verify.part", what=what[:SHOWN]) for what in sorted(unlike))
    yield from (message("verify.foreign", what=what[:SHOWN]) for what in sorted(foreign))


# ---- many sessions ----


def verify_sessions(found: Iterable[tuple[str, Session | Message]]) -> Iterator[Verdict]:
    """Verify sessions as they come from a database, one after the other; a message says why one
    can't be read at all."""
    for name, session in found:
        if isinstance(session, Message):
            yield Verdict(name, None, (session,))
        else:
            yield verify_file(write(session).encode(), name, {session.game.slug: session.game})
