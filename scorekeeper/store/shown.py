"""Which sessions stand in the lists that everybody sees; and how one is deleted for good.

A session that isn't listed is whole and can be opened by its address: it is in no list, no
search and no statistics. What was deleted leaves a record that nobody can change.
"""

from dataclasses import dataclass

from sqlite_utils import Database

from scorekeeper.core.messages import message
from scorekeeper.store import rows
from scorekeeper.store.answers import NoSuchSession
from scorekeeper.store.index import SUMMARY_COLUMNS, Summary, read_summary

IMPORTED, HIDDEN = "imported", "hidden"


@dataclass(frozen=True, slots=True)
class Unlisted:
    """A session out of the lists: why (IMPORTED or HIDDEN), whose phone took it in, "" for none,
    and since when."""

    summary: Summary
    why: str
    phone: str
    at: str


@dataclass(frozen=True, slots=True)
class Deletion:
    """What is left of a session that was deleted: when, by whom, how long and what its head was."""

    session: str
    at: str
    by: str
    game: str
    entries: int
    head: str


def wait(db: Database, session_id: str, phone: str, at: str) -> None:
    """Keep a session that a phone took in out of the lists."""
    sql = "INSERT INTO unlisted VALUES (?, ?, ?, ?)"
    db.conn.execute(sql, [session_id, IMPORTED, phone, at])


def hide(db: Database, session_id: str, at: str) -> None:
    """Take a session out of the lists and the statistics. Raises NoSuchSession."""
    if rows.heads(db, session_id, 0) is None:
        raise NoSuchSession(message("refused.no-such-session", session=session_id))
    sql = "INSERT OR REPLACE INTO unlisted VALUES (?, ?, '', ?)"
    db.conn.execute(sql, [session_id, HIDDEN, at])


def show(db: Database, session_id: str) -> None:
    """Let a session stand in the lists."""
    db.conn.execute("DELETE FROM unlisted WHERE session_id = ?", [session_id])


def unlisted(db: Database) -> list[Unlisted]:
    """Every session out of the lists, the last one first."""
    sql = (
        f"SELECT why, phone, at, {SUMMARY_COLUMNS}"  # noqa: S608 - our own names
        " FROM unlisted JOIN session_index USING (session_id) ORDER BY at DESC, session_id"
    )
    found = db.conn.execute(sql).fetchall()
    return [Unlisted(read_summary(one), why, phone, at) for why, phone, at, *one in found]


def delete(db: Database, session_id: str, by: str, at: str) -> None:
    """Remove a session and all that hangs on it, but for the record that it was deleted.

    Only a session with such a record, which is closed at the end, lets go of its entries.
    Raises NoSuchSession.
    """
    execute = db.conn.execute
    sql = "SELECT head0, game FROM sessions JOIN session_index ON session_id = id WHERE id = ?"
    found = execute(sql, [session_id]).fetchone()
    if found is None:
        raise NoSuchSession(message("refused.no-such-session", session=session_id))
    entries, head = rows.last_entry(db, session_id) or (0, found[0])
    execute(
        "INSERT INTO deletions (session_id, at, by, game, entries, head, is_done)"
        " VALUES (?, ?, ?, ?, ?, ?, 0)",
        [session_id, at, by, str(found[1]), entries, head],
    )
    for table in (
        "private",
        "sealed",
        "arbiters",
        "places",
        "invitations",
        "openings",
        "unlisted",
        "events",
    ):
        execute(f"DELETE FROM {table} WHERE session_id = ?", [session_id])  # noqa: S608 - our own
    execute("DELETE FROM sessions WHERE id = ?", [session_id])
    execute("UPDATE deletions SET is_done = 1 WHERE session_id = ? AND is_done = 0", [session_id])


def deletions(db: Database, limit: int) -> list[Deletion]:
    """Every deletion, the last one first."""
    sql = "SELECT session_id, at, by, game, entries, head FROM deletions ORDER BY n DESC LIMIT ?"
    return [Deletion(*row) for row in db.conn.execute(sql, [limit])]
