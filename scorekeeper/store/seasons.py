"""What was counted of all sessions: an index of outcomes that can be made anew from the logs.

It is brought up to date when somebody looks, not when something is entered: a session is counted
again once its log has grown.
"""

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sqlite_utils import Database

from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import Came, Outcome, games_won
from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import People, Points
from scorekeeper.store.answers import Refused
from scorekeeper.store.log import Store
from scorekeeper.store.summaries import packed, unpacked
from scorekeeper.tables.session import Session

PARTS = 12
"""Points are kept in twelfths: halves and thirds, and halves of thirds, are whole there."""

Among = frozenset[str] | None
"""The ids of the sessions that are looked at; None = all of them."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody, or two partners, of whom something was counted: in how many sessions, and when
    the last of them was."""

    who: tuple[str, ...]
    sessions: int
    last_at: str


@dataclass(frozen=True, slots=True)
class Count:
    """How often outcomes of a kind came out so, at one place of its table; `by` is their sum."""

    kind: str
    of: tuple[str, str]
    came: Came
    times: int
    by: Points


@dataclass(frozen=True, slots=True)
class Found:
    """One outcome: its session, game and row, when the session was opened, and what it was."""

    session: str
    game: str
    row: int
    at: str
    said: Message
    came: Came
    by: Points


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which outcomes are looked for. What is None or empty is not asked about."""

    who: tuple[str, ...]
    game: str = ""
    kind: str = ""
    row: str | None = None
    column: str | None = None
    came: Came | None = None


_WAITING = """
SELECT session_id FROM summaries LEFT JOIN outcomes_counted c USING (session_id)
WHERE c.entries IS NOT summaries.entries
    AND session_id NOT IN (SELECT session_id FROM unlisted) ORDER BY last_at DESC
"""
_PLAYERS = """
SELECT who, count(DISTINCT p.session_id), max(s.opened_at)
FROM outcome_people p JOIN sessions s ON s.id = p.session_id
WHERE json_array_length(who) = :size
    AND (:among IS NULL OR p.session_id IN (SELECT value FROM json_each(:among)))
GROUP BY who ORDER BY 2 DESC, who
"""
_GAMES = """
SELECT game, count(DISTINCT p.session_id)
FROM outcome_people p JOIN outcomes USING (session_id, n)
WHERE who = :who
    AND (:among IS NULL OR p.session_id IN (SELECT value FROM json_each(:among)))
GROUP BY game ORDER BY 2 DESC, game
"""
_COUNTS = """
SELECT kind, of_row, of_column, came, count(*), sum(twelfths)
FROM outcome_people p JOIN outcomes USING (session_id, n)
WHERE who = :who
    AND (:game = '' OR game = :game)
    AND (:kind = '' OR kind = :kind)
    AND (:row IS NULL OR of_row = :row)
    AND (:column IS NULL OR of_column = :column)
    AND (:came = '' OR came = :came)
    AND (:among IS NULL OR p.session_id IN (SELECT value FROM json_each(:among)))
    AND came IN ('made', 'set', 'neither')
GROUP BY kind, of_row, of_column, came
"""
_FOUND = """
SELECT p.session_id, game, row, s.opened_at, said, came, twelfths
FROM outcome_people p JOIN outcomes USING (session_id, n)
    JOIN sessions s ON s.id = p.session_id
WHERE who = :who
    AND (:game = '' OR game = :game)
    AND (:kind = '' OR kind = :kind)
    AND (:row IS NULL OR of_row = :row)
    AND (:column IS NULL OR of_column = :column)
    AND (:came = '' OR came = :came)
    AND (:among IS NULL OR p.session_id IN (SELECT value FROM json_each(:among)))
    AND came IN ('made', 'set', 'neither')
ORDER BY s.opened_at DESC, p.session_id, p.n LIMIT :limit OFFSET :offset
"""


class Seasons:
    """The outcomes of all sessions in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def count_up(self, seconds: float) -> int:
        """Count sessions whose logs have grown, for about so long; answers how many are left."""
        until = time.monotonic() + seconds
        waiting = self._waiting()
        for done, session_id in enumerate(waiting):
            if time.monotonic() > until:
                return len(waiting) - done
            self._count(session_id)
        return 0

    def players(self, among: Among = None, is_pair: bool = False) -> tuple[Player, ...]:
        """Everybody of whom something was counted, or all partners; who played most comes first."""
        found = self._rows(_PLAYERS, {"size": 2 if is_pair else 1, **_among(among)})
        return tuple(Player(tuple(json.loads(who)), n, at) for who, n, at in found)

    def games(self, who: tuple[str, ...], among: Among = None) -> dict[str, int]:
        """In how many sessions of each game something was counted of them."""
        return dict(self._rows(_GAMES, {"who": _who(who), **_among(among)}))

    def counts(self, wanted: Wanted, among: Among = None) -> tuple[Count, ...]:
        """What was counted, place by place."""
        return tuple(
            Count(kind, (row, column), Came(came), times, _points(twelfths))
            for kind, row, column, came, times, twelfths in self._rows(
                _COUNTS, {**_asked(wanted), **_among(among)}
            )
        )

    def found(
        self, wanted: Wanted, among: Among = None, limit: int = 50, offset: int = 0
    ) -> tuple[Found, ...]:
        """The outcomes themselves, the latest session first."""
        page = {"limit": limit, "offset": offset}
        return tuple(
            Found(session, game, row, at, _said(said), Came(came), _points(by))
            for session, game, row, at, said, came, by in self._rows(
                _FOUND, {**_asked(wanted), **_among(among), **page}
            )
        )

    # ---- the inside ----

    def _rows(self, sql: str, values: dict[str, Any]) -> list[Any]:
        with self._store._read_lock:
            return self._store._reader.execute(sql, values).fetchall()

    def _waiting(self) -> list[str]:
        return [row[0] for row in self._rows(_WAITING, {})]

    def _count(self, session_id: str) -> None:
        try:
            session = self._store.open(session_id)
        except Refused:  # of a game or a form that is no longer known
            session = None
        with self._store.together() as db:
            if session is None:
                _write(db, session_id, -1, ())
            else:
                _write(db, session_id, session.last, _outcomes(session))


def _outcomes(session: Session) -> Iterator[tuple[Outcome, People]]:
    """The outcomes of a session, each with those who sat at its row."""
    counted = session.game.counted
    people = {row.id: row.people for row in session.sheet.rows()}
    own = counted.outcomes(session.folded.state) if counted else ()
    for outcome in (*games_won(session.sheet), *own):
        yield outcome, people.get(outcome.row, ())


def _write(
    db: Database, session_id: str, entries: int, outcomes: Iterable[tuple[Outcome, People]]
) -> None:
    execute = db.conn.execute
    execute("DELETE FROM outcome_people WHERE session_id = ?", [session_id])
    execute("DELETE FROM outcomes WHERE session_id = ?", [session_id])
    for n, (outcome, people) in enumerate(outcomes):
        execute(
            "INSERT INTO outcomes SELECT id, ?, json_extract(header, '$.game'), ?, ?, ?, ?, ?, ?, ?"
            " FROM sessions WHERE id = ?",
            [
                n,
                outcome.row,
                outcome.kind,
                *outcome.of,
                outcome.came.value,
                int(outcome.by * PARTS),
                json.dumps(packed(outcome.said)),
                session_id,
            ],
        )
        for who in _whose(outcome, dict(people)):
            execute("INSERT OR IGNORE INTO outcome_people VALUES (?, ?, ?)", [who, session_id, n])
    execute("INSERT OR REPLACE INTO outcomes_counted VALUES (?, ?)", [session_id, entries])


def _whose(outcome: Outcome, people: dict[Seat, str]) -> Iterator[str]:
    """Each person it counts for alone, and the partners it counts for together."""
    for seat in outcome.seats:
        if seat in people:
            yield _who((people[seat],))
    if outcome.side and all(seat in people for seat in outcome.side):
        yield _who(tuple(people[seat] for seat in outcome.side))


def _who(persons: tuple[str, ...]) -> str:
    return json.dumps(sorted(persons), ensure_ascii=False)


def _said(text: str) -> Message:
    """What a row says that came out so."""
    try:
        said = unpacked(json.loads(text))
    except (ValueError, TypeError, LookupError):
        said = None
    return said if isinstance(said, Message) else message("session.unreadable")


def _points(twelfths: int) -> Points:
    points = Fraction(twelfths, PARTS)
    return points.numerator if points.denominator == 1 else points


def _asked(wanted: Wanted) -> dict[str, Any]:
    return {
        "who": _who(wanted.who),
        "game": wanted.game,
        "kind": wanted.kind,
        "row": wanted.row,
        "column": wanted.column,
        "came": wanted.came.value if wanted.came else "",
    }


def _among(among: Among) -> dict[str, Any]:
    return {"among": None if among is None else json.dumps(sorted(among))}
