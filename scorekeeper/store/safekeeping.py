"""Copies of the database: made, verified, put in the place of the present one."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.core.errors import Unusable
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import root
from scorekeeper.games import GAMES
from scorekeeper.places import keep_private
from scorekeeper.store import rows
from scorekeeper.store.database import Fault, Refused, integrity, is_free, open_to_read, prefer_wal
from scorekeeper.tables.session import Session

Found = tuple[str, Session | Message]
"""A session of a database by its id, or why it can't be read."""


class NotKept(Unusable):
    """The copy could not be made or put in place. The text says why and what would do."""


def backup(source: Path, copy: Path) -> Path:
    """Copy a database, which may be in use, to a file that must not exist; answers the copy.

    A folder gets a file named by the time. Raises NotKept when it can't be.
    """
    if not source.is_file():
        raise NotKept(f"There is no database at {source} yet.")
    if copy.is_dir():
        copy = copy / f"scorekeeper-{datetime.now():%Y%m%d-%H%M%S}.db"
    if copy.exists():
        raise NotKept(f"{copy} is there already. Name a file that is not.")
    try:
        _copy(source, copy)
    except (Fault, OSError) as fault:
        copy.unlink(missing_ok=True)
        raise NotKept(f"The copy could not be made: {fault}.") from fault
    return copy


def restore(copy: Path, live: Path, force: bool = False) -> Path | None:
    """Put a copy in the place of the database; answers where the one before lies now, if any.

    The copy has been verified. Raises NotKept when there is a database and not `force`, or when
    it is in use.
    """
    if live.exists() and not force:
        raise NotKept(f"{live} is there already. With --force it is put aside, and kept.")
    keep_private(live.parent)
    draft = live.with_name(f"{live.name}.restored")
    try:
        draft.unlink(missing_ok=True)
        _copy(copy, draft)
        prefer_wal(draft)
        aside = _put_aside(live) if live.exists() else None
        os.replace(draft, live)
    except (Fault, OSError) as fault:
        raise NotKept(f"The database could not be put in place: {fault}.") from fault
    return aside


def sessions_in(path: Path) -> Iterator[Found]:
    """Every session of a database file, one at a time, as it is there: nothing is written.

    Raises store.NotOurDatabase when it is no database of this program.
    """
    with _opened(path) as db:
        for name, head in db.execute("SELECT id, head0 FROM sessions ORDER BY opened_at, id"):
            yield name, _session(db, name, head)


def faults_of(path: Path) -> tuple[str, ...]:
    """What SQLite's own check of the file finds. Raises store.NotOurDatabase."""
    with _opened(path) as db:
        return integrity(db)


def _copy(source: Path, copy: Path) -> None:
    """Write the database to a new file that only this user may read: it has what is sealed."""
    copy.touch(mode=0o600, exist_ok=False)
    with _opened(source) as db:
        db.conn.execute("VACUUM INTO ?", [str(copy)])


def _session(db: Database, name: str, head: str) -> Session | Message:
    try:
        found = rows.read_session(db, GAMES, name)
    except Refused as refusal:
        return refusal.why
    if found is None:  # pragma: no cover - it was listed just now
        return message("refused.no-such-session", session=name)
    return found if root(found.header) == head else message("file.broken-root")


def _put_aside(live: Path) -> Path:
    """Move the database away with what belongs to it. Raises OSError, also when it is in use."""
    if not is_free(live):
        raise OSError(f"{live} is in use: stop the server first")
    aside = live.with_name(f"{live.stem}-before-{datetime.now():%Y%m%d-%H%M%S}{live.suffix}")
    shutil.move(live, aside)
    for ending in ("-wal", "-shm", "-journal"):
        beside = live.with_name(live.name + ending)
        if beside.exists():
            shutil.move(beside, aside.with_name(aside.name + ending))
    return aside


@contextmanager
def _opened(path: Path) -> Iterator[Database]:
    if not path.is_file():
        raise NotKept(f"There is no file {path}.")
    db = open_to_read(path)
    try:
        yield db
    finally:
        db.close()
