"""What was counted of all sessions: who undertook what, and how it came out. It is
brought up to date when somebody looks, not when something is entered."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from scorekeeper.core.messages import Message, message
from scorekeeper.core.outcomes import (
    BEST_DEAL,
    OPPONENTS,
    PARTNERS,
    SESSIONS,
    Kind,
    Outcome,
    Result,
    came,
    games_won,
    margins,
)
from scorekeeper.core.sheet import Points, Row, whole
from scorekeeper.store.database import Database, Db
from scorekeeper.store.index import packed, person_key, unpacked
from scorekeeper.tables.session import Session

Whose = set[tuple[str, ...]]
"""Each person whom an outcome counts for alone, and the partners whom it counts for
together."""
PARTS = 12  # points are kept in twelfths: halves and thirds, and halves of thirds, are whole there


class Player(NamedTuple):
    """Somebody, or two partners, with the sessions that they sat at, when the last one
    was opened, and their margin in all of them; beside these, how many are still
    `in_play`."""

    who: tuple[str, ...]
    sessions: int
    last_at: str
    margin: Points = 0
    in_play: int = 0

    @property
    def average(self) -> int:
        return round(Fraction(self.margin) / max(self.sessions, 1))

    def and_as(self, other: "Player") -> "Player":
        sessions = self.sessions + other.sessions
        last_at = max(self.last_at, other.last_at)
        margin = self.margin + other.margin
        in_play = self.in_play + other.in_play
        return Player(self.who, sessions, last_at, margin, in_play)


RANKED_FROM = 3
"""The sessions of a game from which on somebody has a rank in it: one lucky evening
doesn't lead those who have played twenty."""


def ranking(
    players: Iterable[Player],
) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
    """Those who have a rank, the best margin of a session first; then the others, who
    have played too seldom, those with most sessions first."""
    ranked = list[Player]()
    others = list[Player]()
    for player in players:
        group = ranked if player.sessions >= RANKED_FROM else others
        group.append(player)
    ranked.sort(key=lambda player: -player.average)
    others.sort(key=lambda player: -player.sessions)
    return tuple(ranked), tuple(others)


class Played(NamedTuple):
    """What was played: a game, and where its table says more, such as which pad, that
    `title` as it is kept."""

    game: str
    title: str

    @property
    def said(self) -> Message:
        return _said(self.title) if self.title else message(f"game.{self.game}")


class Count(NamedTuple):
    """How often outcomes of a kind came out so, at one place of its table; `by` is
    their sum."""

    kind: str
    of: tuple[str, str]
    came: Result
    times: int
    by: Points


class CountedOutcome(NamedTuple):
    """One outcome: its session, game and row, when the session was opened, and what it
    was."""

    session: str
    game: str
    row: int
    at: str
    said: Message
    came: Result
    by: Points


class First(StrEnum):
    """Which outcome comes first: by the column that they are ordered by."""

    LATEST = "opened_at"
    BEST = "twelfths"


@dataclass(frozen=True, slots=True)
class OutcomeQuery:
    """Which outcomes are looked for; None is not asked about. With `phone`, only those
    of sessions at which it has a place; with `still`, what a whole session came to only
    where that is over, or nothing was entered since then."""

    who: tuple[str, ...]
    game: str | None = None
    kind: str | None = None
    row: str | None = None
    column: str | None = None
    came: Result | None = None
    phone: str | None = None
    still: str | None = None


ALL_OVER = "9999"
"""A time since which nothing was entered: no session is in play."""
_OVER = "(is_over = 1 OR last_at < :still)"
"""That a session is not in play any more: one that was broken off counts as over."""
_WAITING = """
SELECT session_id FROM listed WHERE counted IS NULL OR counted <> entries ORDER BY last_at DESC
"""
_CLAUSES = {
    "who": "who IN ({}) AND came IN ('made', 'set', 'neither')",
    "game": "game = :game",
    "kind": "kind = :kind",
    "row": "of_row = :row",
    "column": "of_column = :column",
    "came": "came = :came",
    "phone": "session_id IN (SELECT session_id FROM places WHERE phone = :phone)",
    "still": f"(kind NOT IN ('{SESSIONS.code}', '{PARTNERS.code}', '{OPPONENTS.code}') OR {_OVER})",
}
_PLAYED = f"""
who, count(DISTINCT CASE WHEN {_OVER} THEN session_id END), max(opened_at),
CAST(sum(CASE WHEN {_OVER} THEN twelfths ELSE 0 END) AS BIGINT), count(DISTINCT session_id)
"""
_ALL = (
    "outcome_people JOIN outcomes USING (session_id, n) JOIN listed USING (session_id)"
)


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of all sessions in a database; `readable` reads one of them, where
    it can."""

    _database: Database
    _readable: Callable[[str], Session | None]

    def left(self) -> int:
        return len(self._database.rows(_WAITING))

    def count_up(self, seconds: float) -> int:
        """Count sessions whose logs have grown, for about so long; returns how many are
        left. Raises NotSaved."""
        waiting = [row[0] for row in self._database.rows(_WAITING)]
        until = time.monotonic() + seconds
        for done, session_id in enumerate(waiting):
            if time.monotonic() > until:
                return len(waiting) - done
            session = self._readable(session_id)
            entries = session.last if session else -1
            outcomes = [*_outcomes(session)] if session else []
            write = partial(
                _write, session_id=session_id, entries=entries, outcomes=outcomes
            )
            self._database.in_transaction(write, session_id)
        return 0

    def players(
        self,
        phone: str | None = None,
        size: int = 1,
        played: Played | None = None,
        still: str = ALL_OVER,
    ) -> tuple[Player, ...]:
        """Everybody who sat at a session, or with `size` 2 all partners, who `played`
        one game or any: those who played most first. A session in which something was entered
        since `still`, and that isn't over, is in play."""
        players: dict[tuple[str, ...], Player] = {}
        for one in self._players(phone, size, played, still):
            key = tuple(sorted(map(person_key, one.who)))
            known = players.get(key)
            players[key] = one if known is None else known.and_as(one)
        return tuple(sorted(players.values(), key=lambda player: -player.sessions))

    def _players(
        self, phone: str | None, size: int, played: Played | None, still: str
    ) -> Iterator[Player]:
        which = "size = :size AND kind = :kind"
        if played is not None:
            which += f" AND {_CLAUSES['game']} AND {_CLAUSES['row']}"
        if phone is not None:
            which += f" AND {_CLAUSES['phone']}"
        sql = f"SELECT {_PLAYED} FROM {_ALL} WHERE {which} GROUP BY who ORDER BY 2 DESC, who"  # noqa: S608 - our own names
        asked = {"size": size, "kind": SESSIONS.code, "phone": phone, "still": still}
        if played is not None:
            asked |= {"game": played.game, "row": played.title}
        for who, over, at, twelfths, n in self._database.rows(sql, asked):
            persons = tuple(json.loads(who))
            yield Player(persons, over, at, _points(twelfths), n - over)

    def played(self, phone: str | None = None) -> list[Played]:
        own = "" if phone is None else f"AND {_CLAUSES['phone']}"
        what = "game, of_row"
        order = f"GROUP BY {what} ORDER BY count(DISTINCT session_id) DESC, {what}"
        sql = f"SELECT {what} FROM {_ALL} WHERE size = 1 AND kind = :kind {own} {order}"  # noqa: S608 - our own names
        asked = {"kind": SESSIONS.code, "phone": phone}
        return [Played(*row) for row in self._database.rows(sql, asked)]

    def persons(self) -> dict[str, str]:
        sql = "SELECT person, max(name) FROM people GROUP BY person"
        return dict(self._database.rows(sql))

    def games(self, query: OutcomeQuery) -> dict[str, int]:
        what = "game, count(DISTINCT session_id)"
        return dict(self._rows(what, query, "GROUP BY game ORDER BY 2 DESC, game"))

    def counts(self, query: OutcomeQuery) -> tuple[Count, ...]:
        places = "kind, of_row, of_column, came"
        what = f"{places}, count(*), CAST(sum(twelfths) AS BIGINT)"
        counted = self._rows(what, query, f"GROUP BY {places}")
        return tuple(
            Count(kind, (row, column), Result(came), times, _points(by))
            for kind, row, column, came, times, by in counted
        )

    def found(
        self,
        query: OutcomeQuery,
        limit: int = 50,
        offset: int = 0,
        first: First = First.LATEST,
    ) -> list[CountedOutcome]:
        what = "session_id, game, sheet_row, opened_at, said, came, twelfths"
        order = f"ORDER BY {first.value} DESC, session_id, outcomes.n LIMIT :limit OFFSET :offset"
        rows = self._rows(what, query, order, limit=limit, offset=offset)
        return [
            CountedOutcome(
                session, game, row, at, _said(said), Result(came), _points(by)
            )
            for session, game, row, at, said, came, by in rows
        ]

    def _rows(
        self, what: str, query: OutcomeQuery, order: str, **parameters: object
    ) -> list[Any]:
        for name, value in asdict(query).items():
            if value is not None:
                parameters[name] = value
        clauses = [clause for name, clause in _CLAUSES.items() if name in parameters]
        del parameters["who"]
        spellings = self._spellings(query.who)
        parameters |= spellings
        names = ", ".join(f":{name}" for name in spellings)
        where = " AND ".join(clauses).replace("{}", names)
        if query.came:
            parameters["came"] = query.came.value
        sql = f"SELECT {what} FROM {_ALL} WHERE {where} {order}"  # noqa: S608 - our own names
        return self._database.rows(sql, parameters)

    def _spellings(self, persons: tuple[str, ...]) -> dict[str, str]:
        sql = "SELECT DISTINCT name FROM people WHERE person = ?"
        names_of = []
        for person in persons:
            rows = self._database.rows(sql, [person_key(person)])
            names_of.append({person, *(name for (name,) in rows)})
        return {f"who{n}": _who(names) for n, names in enumerate(product(*names_of))}


def _outcomes(session: Session) -> Iterator[tuple[Outcome, Whose]]:
    yield from _sat(session)
    counted = session.game.counted
    people = {row.id: dict(row.people) for row in session.sheet.rows()}
    own = counted.outcomes(session.folded.state) if counted else ()
    for outcome in (*games_won(session.sheet), *own):
        named = people.get(outcome.row, {})
        whose = set()
        for seats in (*((seat,) for seat in outcome.seats), outcome.partners):
            if seats and named.keys() >= {*seats}:
                whose.add(tuple(sorted(named[seat] for seat in seats)))
        yield outcome, whose


def _sat(session: Session) -> Iterator[tuple[Outcome, Whose]]:
    """What a session came to for each who sat at it, and for partners: once, however
    many deals they played."""
    found = margins(session.sheet, session.settings)
    title = _title(session)
    last = max((row.id for row in session.sheet.rows() if row.is_finished), default=0)
    for person, margin in found.alone.items():
        yield _margin(SESSIONS, last, margin, title), {(person,)}
    for (one, other), margin in found.together.items():
        yield _margin(PARTNERS, last, margin, person_key(other)), {(one,)}
        if one < other:
            yield _margin(SESSIONS, last, margin, title), {(one, other)}
    for (one, other), margin in found.against.items():
        yield _margin(OPPONENTS, last, margin, person_key(other)), {(one,)}
    for person, (margin, row) in found.best.items():
        yield _best(row, margin), {(person,)}


def _title(session: Session) -> str:
    title = session.game.title
    said = title(session.settings) if title else None
    return json.dumps(packed(said), ensure_ascii=False) if said else ""


def _best(row: Row, margin: Points) -> Outcome:
    said = message("outcome.best.said", deal=row.label, points=round(margin))
    return Outcome(row.id, BEST_DEAL.code, (), (), said, by=margin)


def _margin(kind: Kind, row: int, margin: Points, of_row: str) -> Outcome:
    result = came(margin)
    said = message(f"outcome.session.said.{result.value}", points=abs(round(margin)))
    return Outcome(row, kind.code, (), (), said, (of_row, ""), result, margin)


def _write(
    db: Db, session_id: str, entries: int, outcomes: Iterable[tuple[Outcome, Whose]]
) -> None:
    db.execute("DELETE FROM outcomes WHERE session_id = ?", [session_id])
    for n, (outcome, whose) in enumerate(outcomes):
        row = [session_id, n, outcome.row, outcome.kind, *outcome.of]
        row += [outcome.came.value, int(outcome.by * PARTS)]
        row.append(json.dumps(packed(outcome.said)))
        db.execute("INSERT INTO outcomes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        for who in whose:
            row = [_who(who), session_id, n, len(who)]
            db.execute("INSERT INTO outcome_people VALUES (?, ?, ?, ?)", row)
    db.execute(
        "UPDATE session_index SET counted = ? WHERE session_id = ?",
        [entries, session_id],
    )


def _who(persons: tuple[str, ...]) -> str:
    return json.dumps(sorted(persons), ensure_ascii=False)


def _said(text: str) -> Message:
    with suppress(ValueError, TypeError, LookupError):
        said = unpacked(json.loads(text))
        if isinstance(said, Message):
            return said
    return message("session.unreadable")


def _points(twelfths: int) -> Points:
    return whole(Fraction(twelfths, PARTS))
