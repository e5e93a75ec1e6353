"""Everything that was ever played, to be looked through: an index of the sessions by time, game,
people and group, and of the people by their names.

The logs say all of it: `Store.rebuild_summaries` makes the index anew. What it holds changes with
who sits at a table, not with what is entered there, so entering stays as quick as it was.
"""

import hashlib
import heapq
import json
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from typing import Any

from sqlite_utils import Database

from scorekeeper.core.evening import Left, Seated, Voided
from scorekeeper.core.session import Header, Recorded
from scorekeeper.store import rows
from scorekeeper.store.phones import Access
from scorekeeper.store.summaries import Summary
from scorekeeper.tables.session import YEARS, Session, in_utc, is_dated

PEOPLE_CHANGE = (Seated, Left, Voided)
"""The entries after which other people may have been at the table."""

LATEST = ("99999", "")
"""Before this come all sessions."""

MERGED = 24
"""Of so many people of one name the sessions are merged; of more, all sessions are looked at."""

GROUP_LETTERS = 16

_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}
)
"""Letters that stand for others in a search and don't come apart by themselves."""

Place = tuple[str, str]
"""Where a session stands: when it was opened, in UTC, and its id. Pages begin before a place."""


@dataclass(frozen=True, slots=True)
class Sought:
    """Which sessions are looked for. What is empty is not asked about.

    `name` holds words that the names of people begin with; `person` is a `person_key`, `group` a
    `group_key`; `since` and `until` are days of the table, both included; `is_open`: only those
    that have not come to an end; `phone`: only those at which this phone has a place.
    """

    name: str = ""
    person: str = ""
    group: str = ""
    game: str = ""
    since: str = ""
    until: str = ""
    is_open: bool = False
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """A session in the history: its summary, the day it was opened, its place and its group."""

    summary: Summary
    day: str
    place: Place
    group: str


@dataclass(frozen=True, slots=True)
class Group:
    """People who have played together, in alphabetical order, and when last."""

    key: str
    people: tuple[str, ...]
    day: str
    place: Place


def person_key(name: str) -> str:
    """What one person is known by, however the name is written: in which case, how composed."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def search_words(text: str) -> tuple[str, ...]:
    """The words of a name or of a search: lower case, without accents."""
    bare = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN)
    letters = (one if one.isalnum() else " " for one in bare if not unicodedata.combining(one))
    return tuple(dict.fromkeys("".join(letters).split()))


def group_key(people: tuple[str, ...]) -> str:
    """What the same set of people is known by, in whatever order they are named."""
    keys = "\n".join(sorted({person_key(one) for one in people}))
    return hashlib.sha256(keys.encode()).hexdigest()[:GROUP_LETTERS]


def people_of(session: Session) -> tuple[str, ...]:
    """Everybody who has been at the table, whether or not they stayed."""
    seated = (one.event for one in session.folded.order if isinstance(one.event, Seated))
    named = {person_key(one.person): one.person for one in seated}
    return tuple(named[key] for key in sorted(named))


# ---- writing ----

_PUT = """
INSERT INTO history (session_id, game, group_key, opened_at, day, is_open)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET group_key = excluded.group_key, is_open = excluded.is_open
"""
_PUT_GROUP = """
INSERT INTO history_groups (group_key, people, day, opened_at, session_id) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO UPDATE SET people = excluded.people, day = excluded.day,
    opened_at = excluded.opened_at, session_id = excluded.session_id
WHERE (excluded.opened_at, excluded.session_id) > (opened_at, session_id)
"""
_LEFT_BEHIND = """
UPDATE history_groups SET (opened_at, session_id, day) =
    (SELECT opened_at, session_id, day FROM history h WHERE h.group_key = history_groups.group_key
     ORDER BY opened_at DESC, session_id DESC LIMIT 1)
WHERE group_key = ?
"""
_GONE = "DELETE FROM history_groups WHERE group_key = ?"


def update(db: Database, before: Session | None, after: Session) -> None:
    """Bring the index up to date with a session that has grown; `before` = None for a new one."""
    added = after.log[before.last if before else 0 :]
    if before is None or _changes_people(added):
        write(db, after)
    elif before.glance.is_over != after.glance.is_over:
        sql = "UPDATE history SET is_open = ? WHERE session_id = ?"
        db.conn.execute(sql, [not after.glance.is_over, after.id])


def write(db: Database, session: Session) -> None:
    """Put a session into the index, in the place of what stood there of it."""
    put(db, session.header, people_of(session), is_open=not session.glance.is_over)


def put(db: Database, header: Header, people: tuple[str, ...], *, is_open: bool) -> None:
    """The same, of a session at which these people have been."""
    execute, session_id = db.conn.execute, header.session
    group, opened_at = group_key(people), in_utc(header.at)
    day, game = header.at[:10], header.game
    was = _group(db, session_id)
    execute(_PUT, [session_id, game, group, opened_at, day, is_open])
    execute("DELETE FROM history_people WHERE session_id = ?", [session_id])
    for person in people:
        _write_person(db, person)
        execute(
            "INSERT INTO history_people VALUES (?, ?, ?, ?)",
            [person_key(person), opened_at, session_id, game],
        )
    names = json.dumps(people, ensure_ascii=False)
    execute(_PUT_GROUP, [group, names, day, opened_at, session_id])
    if was and was != group:
        _left(db, was)


def remove(db: Database, session_id: str) -> None:
    """Take a session out of the index, with the people who were at no other."""
    execute, group = db.conn.execute, _group(db, session_id)
    execute("DELETE FROM history_people WHERE session_id = ?", [session_id])
    execute("DELETE FROM history WHERE session_id = ?", [session_id])
    execute("DELETE FROM persons WHERE person NOT IN (SELECT person FROM history_people)")
    if group:
        _left(db, group)


def _group(db: Database, session_id: str) -> str:
    sql = "SELECT group_key FROM history WHERE session_id = ?"
    found = db.conn.execute(sql, [session_id]).fetchone()
    return str(found[0]) if found else ""


def _left(db: Database, group: str) -> None:
    """A session has left this group: the one before is its last now, if there is any."""
    sql = "SELECT 1 FROM history WHERE group_key = ?"
    is_left = db.conn.execute(sql, [group]).fetchone() is not None
    db.conn.execute(_LEFT_BEHIND if is_left else _GONE, [group])


def write_unreadable(db: Database, session_id: str) -> tuple[str, str]:
    """Put a session that can't be read into the index, among nobody's; returns the game that it
    says it is of, and when it was opened."""
    sql = (
        "SELECT coalesce(json_extract(header, '$.game'), ''), opened_at FROM sessions WHERE id = ?"
    )
    game, at = db.execute(sql, [session_id]).fetchone()
    at = at if is_dated(at) else f"{YEARS[0]}-01-01T00:00:00Z"
    db.execute(_PUT, [session_id, str(game), "", at, at[:10], False])
    return str(game), at


def _write_person(db: Database, person: str) -> None:
    key = person_key(person)
    if db.conn.execute("SELECT 1 FROM persons WHERE person = ?", [key]).fetchone():
        return
    db.conn.execute("INSERT INTO persons VALUES (?, ?)", [key, person])
    for word in search_words(person):
        db.conn.execute("INSERT INTO person_words VALUES (?, ?)", [word, key])


def clear(db: Database) -> None:
    """Empty the index."""
    for table in ("history", "history_people", "history_groups", "person_words", "persons"):
        db.conn.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names


def _changes_people(added: tuple[Recorded, ...]) -> bool:
    return any(isinstance(one.event, PEOPLE_CHANGE) for one in added)


# ---- reading ----

_PICKED = """
SELECT s.*, h.opened_at, h.day, h.group_key FROM {base} CROSS JOIN summaries s USING (session_id)
WHERE {which} (h.opened_at, h.session_id) < (:at, :id) AND h.opened_at >= :floor
    AND (:game = '' OR h.game = :game)
    AND (:group = '' OR h.group_key = :group)
    AND (:since = '' OR h.day >= :since) AND (:until = '' OR h.day <= :until)
    AND (NOT :is_open OR h.is_open)
    AND (:phone IS NULL OR EXISTS
        (SELECT 1 FROM places p WHERE p.session_id = h.session_id AND p.phone = :phone))
    AND (:person = '' OR EXISTS
        (SELECT 1 FROM history_people p WHERE p.session_id = h.session_id AND p.person = :person))
    AND NOT EXISTS (SELECT 1 FROM json_each(:words) w WHERE NOT EXISTS
        (SELECT 1 FROM history_people p CROSS JOIN person_words n USING (person)
         WHERE p.session_id = h.session_id
             AND n.word >= w.value AND n.word < w.value || char(0x10ffff)))
ORDER BY {order} LIMIT :limit
"""
_LATEST = "h.opened_at DESC, h.session_id DESC"


def _picked(which: str, base: str = "history h", order: str = _LATEST) -> str:
    return _PICKED.format(base=base, which=which, order=order)


_OF_PERSON = "history_people m CROSS JOIN history h USING (session_id)"
_OF_PHONE = (
    "(SELECT DISTINCT session_id FROM places WHERE phone = :phone)"
    " CROSS JOIN history h USING (session_id)"
)
_BEFORE = "(m.opened_at, m.session_id) < (:at, :id) AND m.opened_at >= :floor AND"
_ORDER = "m.opened_at DESC, m.session_id DESC"
_ALL = _picked("")
_GAME = _picked("h.game = :game AND")
_GROUP = _picked("h.group_key = :group AND")
_OPEN = _picked("h.is_open = 1 AND")
_PERSON = _picked(f"m.person = :one AND {_BEFORE}", _OF_PERSON, _ORDER)
_PERSON_GAME = _picked(f"m.person = :one AND m.game = :game AND {_BEFORE}", _OF_PERSON, _ORDER)
_PHONE = _picked("", _OF_PHONE)
_NAMED = "SELECT DISTINCT person FROM person_words WHERE word >= ? AND word < ? LIMIT ?"
_GROUPS = """
SELECT * FROM history_groups WHERE (opened_at, session_id) < (:at, :id)
    AND (:phone IS NULL OR EXISTS (SELECT 1 FROM history h JOIN places p USING (session_id)
        WHERE h.group_key = history_groups.group_key AND p.phone = :phone))
ORDER BY opened_at DESC, session_id DESC LIMIT :limit
"""


class History:
    """Every session in the database that `reading` opens."""

    def __init__(self, reading: Access) -> None:
        self._reading = reading

    def sittings(self, sought: Sought, limit: int, before: Place = LATEST) -> list[Sitting]:
        """The sessions that are looked for and stand before a place, the latest first."""
        words = search_words(sought.name)
        asked = {**_asked(sought, before), "limit": limit}
        with self._reading() as db:
            called = {word: _persons(db, word) for word in words}
            if not all(called.values()):
                return []
            rarest = min(words, key=lambda word: len(called[word]), default="")
            people = [sought.person] if sought.person else called.get(rarest, [])
            is_by_people = 0 < len(people) <= MERGED and not sought.group and sought.phone is None
            if not is_by_people:
                return list(_rows(db, _base(sought), {**asked, "words": json.dumps(words)}))
            rest = [word for word in words if sought.person or word != rarest]
            asked["words"] = json.dumps(rest)
            return list(islice(_merged(db, people, asked), limit))

    def groups(self, limit: int, before: Place = LATEST, phone: str | None = None) -> list[Group]:
        """The groups of people, the one that has played last first."""
        asked = {"at": before[0], "id": before[1], "limit": limit, "phone": phone}
        with self._reading() as db:
            found = db.query(_GROUPS, asked)
            return [
                Group(
                    one["group_key"],
                    _people(one["people"]),
                    one["day"],
                    (one["opened_at"], one["session_id"]),
                )
                for one in found
            ]

    def group(self, key: str) -> tuple[str, ...]:
        """Who a group is; nobody where there is no such group."""
        with self._reading() as db:
            sql = "SELECT people FROM history_groups WHERE group_key = ?"
            found = db.execute(sql, [key]).fetchone()
            return _people(found[0]) if found else ()

    def person(self, key: str) -> str:
        """How a person is called; "" where there is none with this key."""
        with self._reading() as db:
            found = db.execute("SELECT name FROM persons WHERE person = ?", [key]).fetchone()
            return str(found[0]) if found else ""


def _people(text: str) -> tuple[str, ...]:
    """The names in a row of a group; none where they can't be read."""
    found = json.loads(text)
    return tuple(map(str, found)) if isinstance(found, list) else ()


def _persons(db: Database, word: str) -> list[str]:
    """The people of whose names some word begins so; of many, a few more than are merged."""
    found = db.execute(_NAMED, [word, word + chr(0x10FFFF), MERGED + 1])
    return [one[0] for one in found.fetchall()]


def _merged(db: Database, people: list[str], asked: dict[str, Any]) -> Iterator[Sitting]:
    """The sessions at which one of these people was, each once."""
    sql = _PERSON_GAME if asked["game"] else _PERSON
    each = (_rows(db, sql, {**asked, "one": one}) for one in people)
    last: Place | None = None
    for sitting in heapq.merge(*each, key=lambda one: one.place, reverse=True):
        if sitting.place != last:
            yield sitting
        last = sitting.place


def _base(sought: Sought) -> str:
    if sought.phone is not None:
        return _PHONE
    if sought.group:
        return _GROUP
    if sought.game:
        return _GAME
    return _OPEN if sought.is_open else _ALL


def _rows(db: Database, sql: str, asked: dict[str, Any]) -> Iterator[Sitting]:
    for row in db.query(sql, asked):
        place = (row["opened_at"], row["session_id"])
        yield Sitting(rows.read_summary(row), row["day"], place, row["group_key"])


def _asked(sought: Sought, before: Place) -> dict[str, Any]:
    """What the statements are asked. A day of a table is up to a day away from that of UTC."""
    beyond = _moved(sought.until, 2) if sought.until else LATEST[0]
    at, last = min(before, (beyond, ""))
    return {
        "at": at,
        "id": last,
        "floor": _moved(sought.since, -1) if sought.since else "",
        "game": sought.game,
        "group": sought.group,
        "person": sought.person,
        "since": sought.since,
        "until": sought.until,
        "is_open": sought.is_open,
        "phone": sought.phone,
    }


def _moved(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()
