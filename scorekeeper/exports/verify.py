"""Whether a sheet, a session file or a database proves itself, with nothing
else at hand.

A file is re-hashed, replayed by the rules of its game, and must be written byte for
byte as the program writes it. A sheet is printed again from the session file inside it,
and must be the same byte for byte. No part of a PDF is compared by itself: what a PDF
shows depends on who reads it, and our reader may see another page than a viewer does. A
database is its sessions, each as its file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.core.codec import code, plain
from scorekeeper.core.messages import Message, message
from scorekeeper.exports.file_kinds import enclosed_in, tables_in
from scorekeeper.exports.pdf.imprint import (
    Imprint,
    claimed_release,
    imprint_here,
    read_imprint,
)
from scorekeeper.exports.pdf.night import AnyDocument, NightDocument
from scorekeeper.exports.pdf.page import Paper, release
from scorekeeper.exports.pdf.render import PangoMissing, pdf_of
from scorekeeper.exports.session_file import FileRefused, read, write
from scorekeeper.games.game import AnyGame
from scorekeeper.tables.nights import KINDS, is_night, night_of
from scorekeeper.tables.session import Session
from scorekeeper.tables.sheet import SignedTotal, sheet_of, signatures
from scorekeeper.tables.story import outcome
from scorekeeper.words import words_in

Tables = tuple[Session, ...]
Printed = Callable[[Session, Paper, str, AnyDocument, Tables], bytes]
SHOWN = 160
"""How many letters are repeated of what a PDF says about itself."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One session and what does not hold in it; nothing = it holds. `session` is None
    where it can't be read at all.

    `unproved` says why a sheet can be neither proved nor refused here. `inside` is the
    session of the file inside a sheet that is not proved: the pages may show another
    one. `notes` do no harm, but are worth knowing."""

    name: str
    session: Session | None
    findings: tuple[Message, ...]
    notes: tuple[Message, ...] = ()
    unproved: tuple[Message, ...] = ()
    inside: Session | None = None

    @property
    def holds(self) -> bool:
        return not self.findings and not self.unproved

    @property
    def is_refused(self) -> bool:
        return bool(self.findings)


def verify_file(
    data: bytes, name: str = "", games: Mapping[str, AnyGame] = KINDS
) -> Verdict:
    try:
        file = read(data, games)
    except FileRefused as refusal:
        why = message("verify.refused", line=refusal.line, why=refusal.why)
        return Verdict(name, None, (why,))
    session = file.session
    name = name or file.session.id
    if not file.is_chained:
        return Verdict(name, session, (message("verify.unchained"),))
    findings = []
    ours = write(session).encode()
    line = _first_difference(data.split(b"\n"), ours.split(b"\n"))
    if line is not None:
        findings.append(message("verify.spelling", line=line))
    for signing in reversed(signatures(session)):
        for total in signing.totals:
            if total.signed != total.recomputed:
                findings.append(_signed_otherwise(signing.entry, total))
    return Verdict(name, session, tuple(findings))


def _signed_otherwise(entry: int, total: SignedTotal) -> Message:
    return message(
        "verify.signed",
        party=total.name,
        recomputed=total.recomputed,
        signed=total.signed,
        entry=str(entry),
    )


# The first of these in which the two differ, from 1; None when they are the same.
def _first_difference(found: Sequence[object], wanted: Sequence[object]) -> int | None:
    for n, (ours, theirs) in enumerate(zip_longest(found, wanted), start=1):
        if ours != theirs:
            return n
    return None


def verify_sheet(data: bytes, printed: Printed | None = None) -> Verdict:
    """Verify a printed sheet: it is the file that is printed from the session file
    inside it, of a night from those of its tables too. `printed` prints it.

    What is read from the PDF before that, the session file too, is only a claim: it
    says what to print. Where the bytes are the same, it was true."""
    try:
        enclosed = enclosed_in(data)
        inside = verify_file(enclosed)
        tables = _tables_inside(data, inside)
    except FileRefused as refusal:
        return Verdict("", None, (refusal.why,))
    found = [what for file in (inside, *tables) for what in file.findings]
    findings = tuple(message("verify.within", what=what) for what in found)
    session = inside.session
    at_tables = tuple(file.session for file in tables if file.session is not None)
    if session is None or len(at_tables) < len(tables):
        return Verdict("", None, findings)
    why_not = _why_unproved(session, at_tables, data, printed or pdf_of)
    if why_not is None:
        return Verdict("", session, findings)
    says = (_said_inside(session),)
    if why_not.is_another:
        return Verdict("", None, (why_not.said, *findings), says, inside=session)
    return Verdict("", None, findings, says, (why_not.said,), inside=session)


# The files of the tables, where what is inside is a night.
def _tables_inside(data: bytes, inside: Verdict) -> list[Verdict]:
    if inside.session is None or not is_night(inside.session):
        return []
    return [verify_file(table) for table in tables_in(data)]


class _WhyUnproved(NamedTuple):
    """Why it isn't proved that a PDF is a sheet of its session, as it is `said`: it
    `is_another` file than is printed from it, or that can't be told here."""

    said: Message
    is_another: bool = False


_ANOTHER = _WhyUnproved(message("verify.not-printed"), is_another=True)


# None where it is the same file that is printed now.
def _why_unproved(
    session: Session, tables: Tables, data: bytes, printed: Printed
) -> _WhyUnproved | None:
    claimed = read_imprint(data)
    if claimed is None or not _is_of(session, claimed.document):
        by = claimed_release(data)
        if by in ("", release()):
            return _ANOTHER
        return _of_another(by, release())
    here = imprint_here(claimed.document, claimed.paper, claimed.language)
    if claimed.ours != here.ours:
        return _of_another(" ".join(claimed.ours), " ".join(here.ours))
    how = (claimed.paper, claimed.language, claimed.document)
    try:
        again = printed(session, *how, tables)
    except PangoMissing as missing:
        return _WhyUnproved(message("verify.nothing-printed", fault=str(missing)))
    if again == data:
        return None
    return _drawn_elsewhere(claimed, read_imprint(again)) or _ANOTHER


# Whether there is such a document of this session.
def _is_of(session: Session, document: AnyDocument) -> bool:
    return is_night(session) == isinstance(document, NightDocument)


# Why this machine draws otherwise than the one that a sheet says it comes from; None
# where it draws the same.
def _drawn_elsewhere(claimed: Imprint, ours: Imprint | None) -> _WhyUnproved | None:
    if ours is None:  # it has just been printed
        raise RuntimeError("a sheet was printed without its imprint")
    if claimed.drawn_with != ours.drawn_with:
        return _of_another(claimed.drawn_with, ours.drawn_with)
    if (claimed.fonts, claimed.boxed) != (ours.fonts, ours.boxed):
        printed = _listed(claimed.fonts)
        here = _listed(ours.fonts)
        return _WhyUnproved(message("verify.fonts", printed=printed, here=here))
    return None


def _of_another(printed: str, here: str) -> _WhyUnproved:
    said = message("verify.release", printed=printed[:SHOWN], here=here)
    return _WhyUnproved(said)


def _listed(fonts: Sequence[str]) -> str:
    return ", ".join(fonts)[:SHOWN] or "–"


# What the session file inside says, to be compared with what the pages show.
def _said_inside(session: Session) -> Message:
    sheet = sheet_of(session)
    words = words_in("en")
    slug = session.game.slug
    result = message("verify.no-result")
    if is_night(session):
        slug = night_of(session).game or "none"
        result = session.glance.deal
    elif sheet.sections:
        result = outcome(sheet.sections, sheet.settlement, words)
    return message(
        "verify.inside",
        game=message(f"game.{slug}"),
        n=session.last,
        code=code(session.head),
        result=result,
    )


def verify_sessions(
    found: Iterable[tuple[str, Session | Message]],
) -> Iterator[Verdict]:
    """Verify sessions as they come from a database, one after the other; a message says
    why one can't be read at all."""
    for reference, session in found:
        name = plain(reference)  # a terminal does what control characters say
        if isinstance(session, Message):
            yield Verdict(name, None, (session,))
        else:
            games = {session.game.slug: session.game}
            yield verify_file(write(session).encode(), name, games)
