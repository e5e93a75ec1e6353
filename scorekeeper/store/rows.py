"""Headers and entries as rows of the database."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scorekeeper.core.asked import JudgmentGiven, SideAnswered
from scorekeeper.core.codec import canonical
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Voided
from scorekeeper.core.messages import message
from scorekeeper.core.seals import LeftSealed, Opened, Sealed
from scorekeeper.core.session import Header, Recorded, entry_fields, header_fields, root
from scorekeeper.games.game import AnyGame
from scorekeeper.store import database
from scorekeeper.store.database import Db, Log, NotReadable, Refused
from scorekeeper.tables import session as sessions
from scorekeeper.tables.events import kinds, read_event
from scorekeeper.tables.session import Session

# One row, whatever the length of the log: a row at a time, threads contend for the
# interpreter.
_WHOLE = """
SELECT header, CAST(coalesce((
    SELECT json_group_array(json_array(
        seq, at, by, kind, json(facts), place, note, key, part, previous, hash))
    FROM (SELECT * FROM events WHERE session_id = sessions.id AND seq > ? ORDER BY seq) AS log
), '[]') AS TEXT) FROM sessions WHERE id = ?
"""
_NUL = re.compile(r"\0|(?<!\\)(?:\\\\)*\\u0000")
"""In a text or in its JSON: PostgreSQL keeps no such text, so that SQLite shall not
either."""
_COLUMNS = (
    *("session_id", "seq", "at", "by", "kind", "facts", "place", "note", "key"),
    *("part", "previous", "hash", "digest"),
)
LAST = "coalesce((SELECT max(seq) FROM events WHERE session_id = id), 0)"
HEAD = (
    "coalesce((SELECT hash FROM events WHERE session_id = id AND seq <= {}"
    " ORDER BY seq DESC LIMIT 1), head0)"
)
"""Of a row of `sessions`: the number of its last entry, and its head after one, or the
last."""


@contextmanager
def _readable(session_id: str) -> Iterator[None]:
    try:
        yield
    except RuleViolation as refusal:
        raise NotReadable(refusal.why) from refusal
    except database.UNREADABLE as fault:
        why = message(
            "refused.not-readable", session=session_id, fault=str(fault)[:200]
        )
        raise NotReadable(why) from fault


def game_of(games: Mapping[str, AnyGame], header: Header) -> AnyGame:
    if header.game not in games:
        raise database.NoSuchSession(message("refused.no-such-game", game=header.game))
    return games[header.game]


def read_session(
    db: Db, games: Mapping[str, AnyGame], session_id: str
) -> Session | None:
    """The session as it stands in the file; None when there is none of this id. Raises
    NoSuchSession for an unknown game, NotReadable."""
    with _readable(session_id):
        whole = db.execute(_WHOLE, [0, session_id]).fetchone()
        if whole is None:
            return None
        header = Header(**json.loads(whole[0]))
        game = game_of(games, header)
        known = kinds(game)
        log = tuple(recorded(known, row) for row in json.loads(whole[1]))
        return sessions.check_dates(sessions.opened(game, header, log))


def read_on(db: Db, session: Session) -> Session:
    """The session with the entries made since, as far as they follow. Raises
    NotReadable."""
    known = kinds(session.game)
    read = db.execute(_WHOLE, [session.last, session.id]).fetchone()
    if read is None:
        return session
    with _readable(session.id):
        for row in json.loads(read[1]):
            entry = recorded(known, row)
            if (entry.seq, entry.previous) != (session.last + 1, session.head):
                break
            check_date(entry.at)
            session = session.grown((entry,))
    return session


def recorded(known: Mapping[str, type], row: list[Any]) -> Recorded:
    seq, at, by, kind, facts, *rest = row
    return Recorded(seq, at, by, read_event(known, kind, facts), *rest)


def insert_session(db: Db, header: Header) -> None:
    text = canonical(header_fields(header)).decode()
    row = [header.session, text, root(header), header.at]
    db.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", row)


def insert_entries(db: Db, session_id: str, added: Log, digest: str) -> None:
    """Put the entries of one command in; none, where one can't be written. Raises
    Refused."""
    put = []
    for entry in added:
        row = entry_fields(entry) | {"session_id": session_id, "digest": digest}
        row |= {"previous": entry.previous, "hash": entry.hash}
        row["facts"] = canonical(row["facts"]).decode()
        if _NUL.search(f"{entry.note}\n{entry.key}\n{row['facts']}"):
            raise Refused(message("refused.nul"))
        put.append([row[column] for column in _COLUMNS])
    database.put_rows(db, f"events ({', '.join(_COLUMNS)})", put)


def forget_sealed(db: Db, session_id: str, log: Log, added: Log) -> None:
    """Let go of what these entries opened, left closed for good or took back; of a copy
    of a seal there is no box."""
    for entry in added:
        for commitment in _answers_ended(log, entry.event):
            _let_go(db, session_id, commitment)
        if not isinstance(entry.event, Opened | LeftSealed | Voided):
            continue
        number = entry.event.entry
        settled = log[number - 1].event
        before = (earlier.event for earlier in log[: number - 1])
        seals = [event.commitment for event in before if isinstance(event, Sealed)]
        if isinstance(settled, Sealed) and settled.commitment not in seals:
            _let_go(db, session_id, settled.commitment)


def _let_go(db: Db, session_id: str, commitment: str) -> None:
    for table in ("sealed", "private"):
        sql = f"DELETE FROM {table} WHERE session_id = ? AND commitment = ?"  # noqa: S608
        db.execute(sql, [session_id, commitment])


def _answers_ended(log: Log, event: object) -> Iterator[str]:
    if not isinstance(event, JudgmentGiven | Voided):
        return
    for entry in log:
        answer = entry.event
        if not isinstance(answer, SideAnswered):
            continue
        is_opened = isinstance(event, JudgmentGiven) and event.asked == answer.asked
        is_struck = isinstance(event, Voided) and event.entry == entry.seq
        if is_opened or is_struck:
            yield answer.commitment


def check_date(at: str) -> None:
    if not sessions.is_dated(at):
        first, last = sessions.YEARS
        why = message("refused.no-such-year", at=at[:40], first=first, last=last)
        raise NotReadable(why)
