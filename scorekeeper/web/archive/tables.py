"""An open table: its session read from the store, and the little that pages ask of it."""

from datetime import UTC, datetime
from typing import cast

from flask import abort, current_app

from scorekeeper.core.chain import Stamp
from scorekeeper.core.session import Recorded
from scorekeeper.store import Store
from scorekeeper.tables.session import Session


def store() -> Store:
    """This app's store."""
    return cast(Store, current_app.extensions["store"])


def open_table(session_id: str) -> Session:
    """The session at this address; 404 when there is none."""
    session = store().open(session_id)
    if session is None:
        abort(404)
    return session


def entry_of(session: Session, seq: int) -> Recorded:
    """The entry with this number; 404 when there is none."""
    if not 1 <= seq <= session.last:
        abort(404)
    return session.log[seq - 1]


def now() -> str:
    """The time in UTC, as the log writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local_time() -> str:
    """The time on this machine's clock with its offset from UTC: when a table is opened."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def stamp(key: str, note: str = "", by: str | None = None) -> Stamp:
    """Now, for an entry made with this idempotency key, by this seat where somebody said so."""
    return Stamp(now(), by, note, key)
