"""Files that are taken in: read, replayed by the rules and folded before anything is
put in.

What is put in is what was checked here: it comes by way of a file beside, so that an
archive of any size is in memory one session at a time.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar

from scorekeeper.core import phone_notes, result_notes
from scorekeeper.core.codec import Json, encode, plain
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Left, Seated, Voided
from scorekeeper.core.messages import listed, message
from scorekeeper.core.notes import FromFile, Respelt
from scorekeeper.core.result_notes import ChangeProposed
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Event, Recorded, Stamp
from scorekeeper.exports import file_kinds, session_file
from scorekeeper.exports.archive import MOST_SESSIONS, read_archive
from scorekeeper.exports.file_kinds import Kind
from scorekeeper.exports.session_file import FileRefused, shown
from scorekeeper.limited_process import OutOfBounds, apart
from scorekeeper.store import Prepared, prepared
from scorekeeper.store.imports import by_command
from scorekeeper.tables.checked_words import check_waiting_words
from scorekeeper.tables.consent import NotAgreed, check_grown
from scorekeeper.tables.events import leaves
from scorekeeper.tables.names import clean, why_not
from scorekeeper.tables.nights import KINDS
from scorekeeper.tables.rulings.entering import is_made_here
from scorekeeper.tables.rulings.sayable import edition
from scorekeeper.tables.session import Session, opened
from scorekeeper.tables.voices import Speaker, seconds_between
from scorekeeper.tables.whose_word import check_taken_back, check_word, spoken_for

P = ParamSpec("P")
T = TypeVar("T")
SECONDS = 20  # How long a file that came over the network may be computed on


@dataclass(frozen=True)
class Checked:
    """The sessions of a file that passed every check, read anew each time they
    are gone through."""

    _path: Path

    def __iter__(self) -> Iterator[Prepared]:
        with self._path.open("rb") as file:
            while file.peek(1):
                taken: Prepared = pickle.load(file)  # noqa: S301 - `check` has written it
                yield taken


@contextmanager
def checked(source: Path, most: int = 0, most_bytes: int = 0) -> Iterator[Checked]:
    """The sessions of a file: of whatever size, for the machine's owner; or one that
    came over the network, at most so many and so many bytes of them, checked in a
    process with limits. Raises FileRefused."""
    with TemporaryDirectory() as folder:
        spool = Path(folder) / "checked"
        if most:
            bounded(check, source, spool, most, most_bytes, typed=True)
        else:
            check(source, spool)
        yield Checked(spool)


def bounded(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What this returns, worked out in a process with limits. Raises FileRefused."""
    try:
        return apart(SECONDS, work, *args, **kwargs)
    except OutOfBounds:
        raise FileRefused(0, message("file.too-long-to-check")) from None


def check(
    source: Path,
    spool: Path,
    most: int = MOST_SESSIONS,
    most_bytes: int = 0,
    typed: bool = False,
) -> None:
    """Write what a session file, a printed sheet or an archive holds to `spool`,
    prepared for the database. `typed`: names and texts must be such as could have been
    typed here. A house that moves may have older ones, which are part of its hashes.
    Raises FileRefused at the first thing that does not hold."""
    with source.open("rb") as file, spool.open("wb") as out:
        if file_kinds.kind_of(file) is Kind.ARCHIVE:
            sessions = read_archive(file, most, most_bytes)
        else:
            data = file_kinds.session_file_in(file, "import")
            sessions = iter([("", session_file.read(data))])
        for name, read in sessions:
            if typed:
                _check_typed(name, read.session)
            pickle.dump(prepared(read.session), out)


def grown_by_file(
    taken: Prepared, have: int, at: str, speaker: Speaker | None = None
) -> Prepared:
    """A session that goes on here as in its file, with an entry that says so after
    those that the file adds: `have` were here before. Raises FileRefused as
    `check_growth` does."""
    check_growth(taken, have, speaker, speaker.own if speaker else frozenset())
    session = opened(KINDS[taken.header.game], taken.header, taken.log)
    command = Command((Entry(FromFile(have + 1, session.last)),))
    added = session.additions(command, Stamp(at, None, "", f"file-{session.head[:32]}"))
    return prepared(session.grown(added))


def check_growth(
    taken: Prepared,
    have: int,
    speaker: Speaker | None = None,
    own: frozenset[Seat] = frozenset(),
) -> None:
    """Refuse a file that changes what was settled here among its first `have` entries,
    and doesn't say who agreed; and one that speaks for seats for which the phone that
    sends it, the `speaker`, can't speak, or says what phones did, where there are `own`
    phones beside the host's; and one whose entries are dated before those that are
    here. Raises FileRefused."""
    session = opened(KINDS[taken.header.game], taken.header, taken.log[:have])
    for command in by_command(taken.log[have:]):
        first = command[0].seq
        _check_dated(session, command[0])
        if own and any(isinstance(entry.event, _OF_PHONES) for entry in command):
            raise FileRefused(0, message("moving.refused.phones-did", entry=first))
        if speaker is not None:
            _check_spoken(session, command, speaker)
        try:
            session = check_grown(session, command, speaker)
        except NotAgreed as missing:
            parties = listed(missing.elsewhere)
            why = message("moving.refused.not-agreed", entry=first, parties=parties)
            raise FileRefused(0, why) from None
        except RuleViolation as refusal:
            raise FileRefused(first + 1, refusal.why) from None


SKEW = 60
"""Seconds by which the clock of another computer may be behind the one here."""


# Refuse what is dated before the last entry that was made here. Raises FileRefused.
def _check_dated(session: Session, first: Recorded) -> None:
    last = session.log[-1].at if session.log else session.header.at
    if seconds_between(first.at, last) > SKEW:
        raise FileRefused(0, message("moving.refused.dated-before", entry=first.seq))


_OF_PHONES = (*phone_notes.PHONED, *result_notes.CHANGING)
"""What only the phones of a table say themselves, as long as they play there."""


# Refuses a command of a file that speaks for seats which are on other phones.
def _check_spoken(
    session: Session, command: tuple[Recorded, ...], speaker: Speaker
) -> None:
    first = command[0].seq
    voids = [entry.event.entry for entry in command if isinstance(entry.event, Voided)]
    struck = [session.entry(seq) for seq in voids if seq <= session.last]
    seats = {
        seat for entry in (*command, *struck) for seat in spoken_for(session, entry)
    }
    others = sorted(seats & (speaker.own - speaker.seats), key=list(Seat).index)
    if others:
        seats_said = listed(others)
        why = message("moving.refused.others-word", entry=first, seats=seats_said)
        raise FileRefused(0, why)
    try:
        for entry in command:
            check_word(session, speaker, entry.event)
            if isinstance(entry.event, ChangeProposed):
                check_waiting_words(session, speaker, entry.event)
        for entry in struck:
            check_taken_back(session, speaker, entry)
    except RuleViolation as refusal:
        raise FileRefused(first + 1, refusal.why) from None


# Refuse names and texts that could not have been typed here, and persons who could not
# have sat down beside each other here. Raises FileRefused.
def _check_typed(name: str, session: Session) -> None:
    _check_texts(name, 1, session.header.settings)
    for line, entry in enumerate(session.log, start=2):
        event = entry.event
        for written in _names_in(event):
            if clean(written) != written.strip():
                raise FileRefused(line, message("file.name", name=shown(written)), name)
        _check_texts(name, line, entry.note, entry.by, entry.key, encode(event))
    _check_beside(name, session)
    _check_ruled(name, session)


def _check_texts(name: str, line: int, *written: Json) -> None:
    for text in leaves([*written]):
        if isinstance(text, str) and text != plain(text):
            raise FileRefused(line, message("file.control", text=shown(text)), name)


# A ruling that says that this release gave it must be what our rules make of its facts.
# What another release has ruled can't be made again: it stands as it was given, and
# says by which rules.
def _check_ruled(name: str, session: Session) -> None:
    for entry in session.log:
        judgment = entry.event.judgment if isinstance(entry.event, Ruled) else None
        is_ours = judgment is not None and judgment.edition == edition()
        if is_ours and not is_made_here(session, entry):
            why = message("file.ruling", entry=entry.seq)
            raise FileRefused(entry.seq + 1, why, name)


# Refuses somebody who passes as somebody else: at the table, or of the whole session
# where the name was put right.
def _check_beside(name: str, session: Session) -> None:
    here = set[str]()
    for entry in session.folded.order:
        event = entry.event
        if isinstance(event, Left):
            here.discard(event.person)
        elif isinstance(event, Seated) and event.person not in here:
            why = why_not(event.person, sorted(here))
            if why is not None:
                raise FileRefused(entry.seq + 1, why, name)
            here.add(event.person)
    everybody = {seated.person for _, seated in session.of(Seated)}
    for entry, respelt in session.of(Respelt):
        if respelt.name not in everybody:
            continue  # it was put right once more since
        why = why_not(respelt.name, sorted(everybody - {respelt.name}))
        if why is not None:
            raise FileRefused(entry.seq + 1, why, name)


# The names that somebody wrote in an entry.
def _names_in(event: Event) -> tuple[str, ...]:
    if isinstance(event, Respelt):
        return (event.name,)
    return (event.person,) if isinstance(event, Seated | Left) else ()
