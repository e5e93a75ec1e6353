"""Whether a sheet, a session file or a database proves itself, with nothing else at hand.

A file is re-hashed, replayed by the rules of its game, and must be written byte for byte as the
program writes it. A sheet's pages must say what the file inside it gives: every total, every
result of a row, the code. A database is its sessions, each as its file.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from scorekeeper.core.letters import code
from scorekeeper.core.messages import Message, message
from scorekeeper.exports.pdf.edition import release
from scorekeeper.exports.pdf.page import page_of, sealed_text
from scorekeeper.exports.pdf.paper import Paper
from scorekeeper.exports.pdf.printed import Printed, Unprintable, drawn_as, read_pdf, squeezed
from scorekeeper.exports.pdf.said import Missing, compared
from scorekeeper.exports.session_file import read, write
from scorekeeper.exports.session_lines import FileRefused
from scorekeeper.games import GAMES
from scorekeeper.games.game import Game
from scorekeeper.record import Session
from scorekeeper.signatures import signatures
from scorekeeper.words import words_in

MOST_SAID = 12
"""How many lines of a sheet are named; a sheet of another session differs in all of them."""
SHOWN = 80
RELEASE = re.compile(r"Scorekeeper [0-9]{1,4}(\.[0-9]{1,4}){1,3}")

Games = Mapping[str, Game]


class Kind(Enum):
    """What was verified."""

    SHEET = "sheet"
    SESSION_FILE = "session-file"
    DATABASE = "database"
    ARCHIVE = "archive"


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
    for one in signatures(session):
        for total in one.totals:
            if not total.holds:
                yield message(
                    "verify.signed",
                    party=total.party,
                    recomputed=total.recomputed,
                    signed=total.signed,
                    entry=str(one.signed.entry),
                )


def _first_difference(found: bytes, wanted: bytes) -> int | None:
    """The first line in which two files differ, from 1; None when they are the same."""
    if found == wanted:
        return None
    pairs = zip_longest(found.split(b"\n"), wanted.split(b"\n"))
    return next(n for n, (one, other) in enumerate(pairs, start=1) if one != other)


# ---- a sheet ----


def verify_sheet(data: bytes, name: str = "", games: Games = GAMES) -> Verdict:
    """Verify a printed sheet: the file inside it, and that its pages say what that gives."""
    try:
        printed = read_pdf(data)
    except Unprintable as fault:
        return Verdict(name, None, (message("verify.no-pdf", fault=str(fault)),))
    return verify_printed(printed, name, games)


def verify_printed(printed: Printed, name: str = "", games: Games = GAMES) -> Verdict:
    """Verify a sheet that has been read from its PDF."""
    files = printed.session_files
    if len(files) != 1:
        return Verdict(name, None, (message("verify.inside", n=len(files)),))
    inside = verify_file(files[0], name, games)
    if inside.session is None:
        return Verdict(name, None, tuple(message("verify.within", what=w) for w in inside.findings))
    findings = (
        *_within(inside),
        *_sealed(inside.session, printed),
        *_said(inside.session, printed),
    )
    return Verdict(name, inside.session, findings, tuple(_notes(printed)))


def _within(inside: Verdict) -> Iterator[Message]:
    for what in inside.findings:
        yield message("verify.within", what=what)


def _sealed(session: Session, printed: Printed) -> Iterator[Message]:
    """What is wrong with the code on the sheet, in letters and drawn, and beside the pages."""
    text = "".join(printed.pages)
    if squeezed(code(session.head)) not in text:
        then = _entry_of_code(session, text)
        if then is None:
            yield message("verify.code", entry=str(session.last), code=code(session.head))
        else:
            yield message("verify.code-of", entry=str(session.last), then=str(then))
    drawn = [one for one in printed.codes if one]
    if drawn != [drawn_as(sealed_text(session.last, session.head))]:
        yield message("verify.qr", entry=str(session.last), n=len(drawn))
    for what in sorted(set(printed.foreign)):
        yield message("verify.foreign", what=what)
    for name in sorted(set(printed.enclosed)):
        if printed.enclosed[name] != printed.session_files:
            yield message("verify.enclosed", name=name[:SHOWN])


def _entry_of_code(session: Session, text: str) -> int | None:
    """The entry whose code the sheet prints, where it is an earlier one of this log."""
    for entry in reversed(session.log[:-1]):
        if squeezed(code(entry.hash)) in text:
            return entry.seq
    return None


def _said(session: Session, printed: Printed) -> Iterator[Message]:
    """Every line of the sheet that is not as the session gives it, and what else it says."""
    page = page_of(session, words_in(printed.language), Paper.A4, printed.document)
    if RELEASE.fullmatch(printed.release):  # another one prints its own name at the foot
        page = page.replace(release(), printed.release)
    found = compared(page, printed.pages)
    for missing in found.missing[:MOST_SAID]:
        yield _missing(session, missing)
    for text in found.beyond[:MOST_SAID]:
        yield message("verify.beyond", text=_short(text))
    more = sum(max(0, len(ones) - MOST_SAID) for ones in (found.missing, found.beyond))
    if more:
        yield message("verify.more", n=more)


def _missing(session: Session, missing: Missing) -> Message:
    rows = [row for row in (session.sheet.row(one) for one in missing.rows) if row]
    if len(rows) != 1:
        return message("verify.line", text=_short(missing.text))
    entries = ", ".join(map(str, rows[0].entries))
    return message("verify.row", row=rows[0].label, entries=entries, text=_short(missing.text))


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _notes(printed: Printed) -> Iterator[Message]:
    if printed.release != release():
        yield message("verify.release", printed=printed.release or "?", here=release())


# ---- many sessions ----


def verify_sessions(found: Iterable[tuple[str, Session | Message]]) -> Iterator[Verdict]:
    """Verify sessions as they come from a database, one after the other; a message says why one
    can't be read at all."""
    for name, session in found:
        if isinstance(session, Message):
            yield Verdict(name, None, (session,))
        else:
            yield verify_file(write(session).encode(), name, {session.game.slug: session.game})
