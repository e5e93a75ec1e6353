"""Copies of the database: made, put in its place, or row by row in the other engine."""

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.core.errors import Unusable
from scorekeeper.core.messages import Message, message
from scorekeeper.core.session import root
from scorekeeper.places import check_folder, make_folder, write_for_this_user_alone
from scorekeeper.store import rows, sqlite
from scorekeeper.store.database import Db, NotSaved, Refused
from scorekeeper.store.schema import KEPT_OF_A_SESSION
from scorekeeper.store.store import Store, put_in_index
from scorekeeper.tables.nights import KINDS
from scorekeeper.tables.session import Session

# a session of a database by its id, or why it can't be read
Found = tuple[str, Session | Message]


class NotKept(Unusable):
    """The copy could not be made or put in place. The text says why and what would
    do."""


_EVERY = "SELECT id, head0 FROM sessions ORDER BY opened_at, id"


def move(source: Store, where: Path | str) -> Store:
    """Copy everything in a database, which may be in use, to an empty one of either
    engine; answers that one, with the same heads. What lists are read from is worked
    out from the logs. Raises NotKept, and then nothing is there."""
    if isinstance(where, Path) and where.exists():
        raise NotKept(f"{where} is there already. Name a file that is not.")
    dest = Store(where)
    faults: tuple[type[Exception], ...] = (
        ValueError,
        NotSaved,
        NotKept,
        *source.engine.faults,
    )
    try:
        if dest.ids() or dest.rows("SELECT 1 FROM phones LIMIT 1"):
            raise NotKept(f"{dest.engine.name} is not empty. Name a database that is.")

        def copied(db: Db) -> dict[str, str]:
            dest.in_transaction(
                lambda copy: dest.engine.filled(copy, lambda: _fill(db, copy))
            )
            return _heads(db)

        if source.engine.snapshot(copied) != dest.reading(_heads):
            raise NotKept("The copy has other heads than the database. Copy it again.")
    except faults as fault:
        dest.close()
        if isinstance(where, Path):
            where.unlink(missing_ok=True)
        if isinstance(fault, NotKept):
            raise
        raise NotKept(f"It was not copied: {fault}") from fault
    return dest


def _fill(db: Db, copy: Db) -> None:
    _rows(db, copy, "phones")
    _rows(db, copy, "deletions")
    for at, session_id in _opened(db):
        sql = "SELECT id, header, head0 FROM sessions WHERE id = ?"
        (row,) = db.execute(sql, [session_id]).fetchall()
        copy.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", [*row, at])
        for table in KEPT_OF_A_SESSION:
            order = " ORDER BY seq" if table == "events" else ""
            _rows(db, copy, f"{table} WHERE session_id = ?{order}", session_id)
        put_in_index(copy, KINDS, session_id)
    _rows(db, copy, "openings")
    _rows(db, copy, "house")
    _rows(db, copy, "house_links")


def _opened(db: Db) -> list[tuple[str, str]]:
    sessions = []
    for session_id, header, at in db.execute(
        "SELECT id, header, opened_at FROM sessions"
    ):
        told = json.loads(header)
        if isinstance(told, dict):
            at = str(told.get("at", at))
        sessions.append((at, session_id))
    return sorted(sessions)


def _rows(db: Db, copy: Db, which: str, *parameters: object) -> None:
    copied = db.execute(f"SELECT * FROM {which}", parameters)  # noqa: S608 - our own names
    names = [column[0] for column in copied.description]
    marks = ", ".join("?" * len(names))
    into = f"INSERT INTO {which.split()[0]} ({', '.join(names)}) VALUES ({marks})"  # noqa: S608
    for row in copied.fetchall():
        copy.execute(into, list(row))


def _heads(db: Db) -> dict[str, str]:
    sql = f"SELECT id, {rows.HEAD.format('seq')} FROM sessions"  # noqa: S608 - our own names
    return dict(db.execute(sql).fetchall())


def backup(source: Path | str, copy: Path) -> Path:
    """Copy a database, which may be in use, to a file that must not exist; answers the
    copy. A folder gets a file named by the time. Raises NotKept when it can't be, and
    OSError."""
    if isinstance(source, Path) and not source.is_file():
        if source.is_dir():
            sqlite.check_file(source)
        check_folder(source.parent)
        raise NotKept(f"There is no database at {source} yet.")
    if copy.is_dir():
        copy = copy / f"scorekeeper-{datetime.now():%Y%m%d-%H%M%S}.db"
    if copy.exists():
        raise NotKept(f"{copy} is there already. Name a file that is not.")
    if isinstance(source, str):
        with closing(Store(source)) as store:
            move(store, copy).close()
        return copy
    try:
        _copy(source, copy)
    except OSError:
        copy.unlink(missing_ok=True)
        raise
    except sqlite.SqliteFile.faults as fault:
        copy.unlink(missing_ok=True)
        raise NotKept(f"The copy could not be made: {fault}.") from fault
    return copy


def restore(copy: Path, live: Path | str, force: bool = False) -> Path | None:
    """Put a verified copy in the place of the database; answers where the one before
    lies now, if any. What the logs say and what stands in no log is written to a new
    database, so that nothing else of the copy's file comes along: no lists, no
    statistics, no plans of SQLite.

    Raises NotKept when there is a database and not `force`, when it is in use or a
    server's that is not empty, or when the copy has what this program doesn't make."""
    if isinstance(live, str):
        with TemporaryDirectory() as folder:
            _moved(copy, Path(folder), live)
        return None
    if live.exists() and not force:
        raise NotKept(
            f"{live} is there already. With --force it is put aside, and kept."
        )
    write_for_this_user_alone()
    make_folder(live.parent)
    try:
        with TemporaryDirectory(
            dir=live.parent, prefix=f"{live.stem}-restored-"
        ) as folder:
            draft = Path(folder) / live.name
            _moved(copy, Path(folder), draft)
            aside = _put_aside(live) if live.exists() else None
            os.replace(draft, live)
    except sqlite.SqliteFile.faults as fault:
        raise NotKept(f"The database could not be put in place: {fault}.") from fault
    return aside


def _moved(copy: Path, folder: Path, where: Path | str) -> None:
    laid_out = folder / "copy.db"
    _draft(copy, laid_out)
    with closing(Store(laid_out)) as store:
        move(store, where).close()


def sessions_in(path: Path) -> Iterator[Found]:
    with sqlite.opened_to_read(path) as db:
        for name, head in db.execute(_EVERY):
            yield name, _session(db.conn, name, head)


def sessions_of(store: Store) -> Iterator[Found]:
    for name, head in store.rows(_EVERY):
        yield name, store.reading(partial(_session, name=name, head=head))


def faults_of(path: Path) -> tuple[str, ...]:
    with sqlite.opened_to_read(path) as db:
        return sqlite.integrity(db)


def _copy(source: Path, copy: Path) -> None:
    copy.touch(mode=0o600, exist_ok=False)
    with sqlite.opened_to_read(source) as db:
        db.execute("VACUUM INTO ?", [str(copy)])


def _draft(copy: Path, draft: Path) -> None:
    """Copy a database, unless its triggers, views or tables are others than this
    program makes: they would run with every entry. Raises NotKept."""
    _copy(copy, draft)
    with TemporaryDirectory() as folder:
        ours = _schema(Path(folder) / "fresh.db")
        theirs = _schema(draft)
    if others := sorted(name for name, _ in ours ^ theirs):
        draft.unlink(missing_ok=True)
        raise NotKept(
            f"{copy} is not laid out as this program does it: {', '.join(others[:8])}."
        )


_STAT1 = "CREATE TABLE sqlite_stat1(tbl,idx,stat)"
_STAT4 = "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"
"""What SQLite makes by itself when it counts rows; a name alone proves nothing."""


def _schema(path: Path) -> set[tuple[str, str]]:
    with closing(sqlite.connect(path, is_new=True)) as db:
        every = db.execute("SELECT name, sql FROM sqlite_schema")
        return {
            (str(name), str(made))
            for name, made in every
            if made not in (_STAT1, _STAT4)
        }


def _session(db: Db, name: str, head: str) -> Session | Message:
    try:
        session = rows.read_session(db, KINDS, name)
    except Refused as refusal:
        return refusal.why
    if session is None:  # pragma: no cover - it was listed just now
        return message("refused.no-such-session", session=name)
    is_whole = root(session.header) == head and session.id == name
    return session if is_whole else message("file.broken-root")


def _put_aside(live: Path) -> Path:
    sqlite.check_file(live)
    if not sqlite.is_free(live):
        raise NotKept(f"{live} is in use: stop the server first.")
    aside = live.with_name(
        f"{live.stem}-before-{datetime.now():%Y%m%d-%H%M%S}{live.suffix}"
    )
    shutil.move(live, aside)
    for ending in ("-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            shutil.move(
                live.with_name(live.name + ending), aside.with_name(aside.name + ending)
            )
    return aside
