"""Headers and entries as rows of the database."""

import json
from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from scorekeeper.core.chain import entry_fields, header_fields, root
from scorekeeper.core.codec import canonical
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import message
from scorekeeper.core.session import Header, Recorded
from scorekeeper.games.game import Game
from scorekeeper.store.answers import NoSuchSession, NotReadable
from scorekeeper.tables.session import Session, check_dates, kinds, opened, read_event

UNREADABLE = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError)
"""What reading a row raises that says something else than it should."""

# One row, whatever the length of the log: a row at a time, threads contend for the interpreter.
_WHOLE = """
SELECT header, (
    SELECT json_group_array(json_array(
        seq, at, by, kind, json(facts), place, note, key, part, previous, hash))
    FROM (SELECT * FROM events WHERE session_id = sessions.id ORDER BY seq)
) FROM sessions WHERE id = ?
"""
_COLUMNS = (
    "session_id", "seq", "at", "by", "kind", "facts", "place", "note", "key", "part",
    "previous", "hash", "digest",
)  # fmt: skip
_INSERT_EVENT = "INSERT INTO events ({}) VALUES ({})".format(  # noqa: S608 - our own names
    ", ".join(_COLUMNS), ", ".join(f":{name}" for name in _COLUMNS)
)


def last_entry(db: Database, session_id: str) -> tuple[int, str] | None:
    """Number and hash of a session's last entry; None when it has none."""
    sql = "SELECT seq, hash FROM events WHERE session_id = ? ORDER BY seq DESC LIMIT 1"
    found: tuple[int, str] | None = db.conn.execute(sql, [session_id]).fetchone()
    return found


def heads(db: Database, session_id: str, at: int) -> tuple[int, str] | None:
    """How many entries a session has, and its head after entry `at`, or after the last where it
    has fewer; None when there is no such session."""
    last = last_entry(db, session_id)
    if last is not None and 0 < last[0] <= at:
        return last
    sql = (
        "SELECT coalesce((SELECT hash FROM events WHERE session_id = id AND seq = ?), head0)"
        " FROM sessions WHERE id = ?"
    )
    found = db.conn.execute(sql, [at, session_id]).fetchone()
    return None if found is None else (last[0] if last else 0, str(found[0]))


def session_row(db: Database, session_id: str) -> tuple[Header, list[list[Any]]] | None:
    """A session's header and the rows of its entries, for `recorded`; None when it isn't there."""
    row = db.conn.execute(_WHOLE, [session_id]).fetchone()
    return None if row is None else (Header(**json.loads(row[0])), json.loads(row[1]))


def read_session(db: Database, games: Mapping[str, Game], session_id: str) -> Session | None:
    """The session as it stands in the file; None when there is none of this id.

    Raises NoSuchSession when there is no such game, NotReadable when its rows can't be read.
    """
    try:
        found = session_row(db, session_id)
        if found is None:
            return None
        header, entries = found
        if header.game not in games:
            raise NoSuchSession(message("refused.no-such-game", game=header.game))
        game = games[header.game]
        known = kinds(game)
        log = tuple(recorded(known, row) for row in entries)
        return check_dates(opened(game, header, log))
    except RuleViolation as refusal:
        raise NotReadable(refusal.why) from refusal
    except UNREADABLE as fault:
        why = message("refused.not-readable", session=session_id, fault=str(fault)[:200])
        raise NotReadable(why) from fault


def recorded(known: Mapping[str, type], row: list[Any]) -> Recorded:
    """The entry in a row of `session_row`."""
    seq, at, by, kind, facts, place, note, key, part, previous, hashed = row
    event = read_event(known, kind, facts)
    return Recorded(seq, at, by, event, place, note, key, part, previous, hashed)


def entries_under(db: Database, session_id: str, key: str) -> list[tuple[int, str]]:
    """Number and command digest of each entry made under this idempotency key."""
    sql = "SELECT seq, digest FROM events WHERE session_id = ? AND key = ? ORDER BY seq"
    return db.conn.execute(sql, [session_id, key]).fetchall()


def insert_session(db: Database, header: Header) -> None:
    """Put a new session in, without entries."""
    text = canonical(header_fields(header)).decode()
    db.conn.execute(
        "INSERT INTO sessions (id, header, head0, opened_at) VALUES (?, ?, ?, ?)",
        [header.session, text, root(header), header.at],
    )


def insert_entries(db: Database, session_id: str, added: tuple[Recorded, ...], digest: str) -> None:
    """Put the entries of one command in."""
    for one in added:
        fields = entry_fields(one)
        fields["facts"] = canonical(fields["facts"]).decode()
        own = {"session_id": session_id, "digest": digest}
        chain = {"previous": one.previous, "hash": one.hash}
        db.conn.execute(_INSERT_EVENT, fields | chain | own)
