"""Files that are taken in: read, replayed by the rules and folded before anything is put in.

What is put in is what was checked here: it comes by way of a file beside, so that an archive of
any size is in memory one session at a time.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar

from scorekeeper.core.codec import encode, plain
from scorekeeper.core.evening import Left, Seated, Voided
from scorekeeper.core.messages import listed, message
from scorekeeper.core.notes import FromFile
from scorekeeper.core.seats import Ring, Seat
from scorekeeper.core.session import Command, Entry, Stamp
from scorekeeper.exports import file_kinds, session_file
from scorekeeper.exports.file_kinds import Kind
from scorekeeper.exports.session_file import MOST_SESSIONS, FileRefused, shown
from scorekeeper.games import GAMES
from scorekeeper.store import Prepared, prepared
from scorekeeper.store.rows import by_command
from scorekeeper.tables.agreement import consenting, spoken_for
from scorekeeper.tables.session import Session, clean, leaves, opened, why_not
from scorekeeper.worker import OutOfBounds, apart

P = ParamSpec("P")
T = TypeVar("T")
SECONDS = 20  # How long a file that came over the network may be computed on


@dataclass(frozen=True)
class Checked:
    """The sessions of a file that passed every check, read anew each time they are gone through."""

    _path: Path

    def __iter__(self) -> Iterator[Prepared]:
        with self._path.open("rb") as file:
            while file.peek(1):
                one: Prepared = pickle.load(file)  # noqa: S301 - `check` has written it
                yield one


@contextmanager
def checked(source: Path, most: int = 0, most_bytes: int = 0) -> Iterator[Checked]:
    """The sessions of a file: of whatever size, for the machine's owner; or one that came over the
    network, at most so many and so many bytes of them, checked in a process with limits. Raises
    FileRefused."""
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
    source: Path, spool: Path, most: int = MOST_SESSIONS, most_bytes: int = 0, typed: bool = False
) -> None:
    """Write what a session file, a printed sheet or an archive holds to `spool`, prepared for the
    database. `typed`: names and texts must be such as could have been typed here. A house that
    moves may have older ones, which are part of its hashes. Raises FileRefused at the first thing
    that does not hold."""
    with source.open("rb") as file, spool.open("wb") as out:
        if file_kinds.kind_of(file) is Kind.ARCHIVE:
            found = session_file.read_archive(file, most, most_bytes)
        else:
            found = iter([("", session_file.read(file_kinds.session_file_in(file, "import")))])
        for name, one in found:
            if typed:
                _check_typed(name, one.session)
            pickle.dump(prepared(one.session), out)


def grown_by_file(
    one: Prepared, have: int, at: str, mine: Ring = (), elsewhere: frozenset[Seat] = frozenset()
) -> Prepared:
    """A session that goes on here as in its file, with an entry that says so after those that the
    file adds: `have` were here before. Raises FileRefused where the file speaks for seats that are
    played `elsewhere` than on the phone with the seats `mine`."""
    session = opened(GAMES[one.header.game], one.header, one.log)
    before = opened(session.game, one.header, one.log[:have]) if elsewhere else session
    for said in by_command(one.log[have:]) if elsewhere else ():
        voids = [each.event.entry for each in said if isinstance(each.event, Voided)]
        told = (*said, *(before.log[n - 1] for n in voids if n <= before.last))
        seats = {seat for entry in told for seat in spoken_for(before, entry)}
        asked = (set(party.seats) for party in consenting(before, voids))
        seats = seats.union(*(its for its in asked if its.isdisjoint(mine)))
        if others := sorted(seats & elsewhere, key=list(Seat).index):
            of = {"entry": said[0].seq, "seats": listed(others)}
            raise FileRefused(0, message("moving.refused.others-word", **of))
        before = before.grown(said)
    command = Command((Entry(FromFile(have + 1, session.last)),))
    added = session.additions(command, Stamp(at, None, "", f"file-{session.head[:32]}"))
    return prepared(session.grown(added))


def _check_typed(name: str, session: Session) -> None:
    """Refuse names and texts that could not have been typed here, and persons who could not have
    sat down beside each other here. Raises FileRefused."""
    for line, entry in enumerate(session.log, start=2):
        event = entry.event
        if isinstance(event, Seated | Left) and clean(event.person) != event.person.strip():
            raise FileRefused(line, message("file.name", name=shown(event.person)), name)
        for text in (entry.note, entry.by, entry.key, *leaves(encode(event))):
            if isinstance(text, str) and text != plain(text):
                raise FileRefused(line, message("file.control", text=shown(text)), name)
    here = set[str]()
    for entry in session.folded.order:
        event = entry.event
        if isinstance(event, Left):
            here.discard(event.person)
        elif isinstance(event, Seated):
            if event.person not in here and (why := why_not(event.person, sorted(here))):
                raise FileRefused(entry.seq + 1, why, name)
            here.add(event.person)
