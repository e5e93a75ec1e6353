"""The index of all sessions: what lists show of each, and who was there when. It says
nothing that the logs don't; the view `listed` leaves out those that are not listed."""

import hashlib
import json
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from scorekeeper.core.cards import Suit
from scorekeeper.core.evening import Left, Seated, Voided
from scorekeeper.core.messages import Message, message
from scorekeeper.core.notes import Respelt
from scorekeeper.core.seats import Seat, named_message
from scorekeeper.core.sheet import Points
from scorekeeper.store.database import UNREADABLE, Database, Db, Log, put_rows
from scorekeeper.tables import session as sessions
from scorekeeper.tables.session import Session

LATEST = ("99999", "")  # before this come all sessions
GROUP_LETTERS = 16
NAMES = 60

_PLAIN = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ħ": "h",
    }
)
"""Letters that stand for others in a search and don't come apart by themselves."""

Position = tuple[str, str]
"""Where a session stands: when it was opened, in UTC, and its id. Pages begin before a
position."""


class Tally(NamedTuple):
    """One party in the score strip: its id, who sits there, its points, those of games
    `before`."""

    party: str
    people: tuple[str, ...]
    total: Points
    before: tuple[Points, ...] = ()


WITH_TITLE = "session.deal"
"""The code of a deal that stands behind what its table plays."""


class Summary(NamedTuple):
    """A session in a few words: `people` are all at the table, the seated ones first;
    `deal` and `turn` are as in `games.game.Glance`, with persons for seats; `entries`
    is -1 where it can't be read. `opened_at` is in UTC, `day` the table's own."""

    session: str
    game: str
    opened_at: str
    day: str
    last_at: str
    entries: int
    is_over: bool
    people: tuple[str, ...]
    scores: tuple[Tally, ...]
    deal: Message
    turn: Message

    @property
    def position(self) -> Position:
        return self.opened_at, self.session

    @property
    def title(self) -> object:
        """What its table plays, where its game doesn't say it; else None."""
        return self.deal.values["game"] if self.deal.code == WITH_TITLE else None

    @property
    def deal_alone(self) -> object:
        return self.deal.values["deal"] if self.title else self.deal


class Group(NamedTuple):
    """People who have played together, in alphabetical order, and when last."""

    key: str
    people: tuple[str, ...]
    day: str
    position: Position


@dataclass(frozen=True, slots=True)
class SessionQuery:
    """Which sessions are looked for; what is None is not asked about. `name` holds
    words that the names of people begin with; `person` is a `person_key`, `group` a
    `group_key`; `since` and `until` are days of the table, both included; with `phone`,
    only those at which it has a place.
    """

    name: str | None = None
    person: str | None = None
    group: str | None = None
    game: str | None = None
    since: str | None = None
    until: str | None = None
    is_open: bool | None = None
    phone: str | None = None


def person_key(name: str) -> str:
    """What one person is known by, however the name is written: in which case, how
    composed."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def search_words(text: str) -> tuple[str, ...]:
    bare = unicodedata.normalize("NFKD", text.casefold()).translate(_PLAIN)
    letters = (
        letter if letter.isalnum() else " "
        for letter in bare
        if not unicodedata.combining(letter)
    )
    return tuple(dict.fromkeys("".join(letters).split()))


def group_key(people: tuple[str, ...]) -> str:
    keys = "\n".join(sorted({person_key(person) for person in people}))
    return hashlib.sha256(keys.encode()).hexdigest()[:GROUP_LETTERS]


def people_of(session: Session) -> tuple[str, ...]:
    seated = (
        entry.event for entry in session.folded.order if isinstance(entry.event, Seated)
    )
    named = {person_key(event.person): event.person for event in seated}
    return tuple(named[key] for key in sorted(named))


_COLUMNS = ("session_id", *Summary._fields[1:])
SUMMARY_COLUMNS = ", ".join(_COLUMNS)  # what `read_summary` reads
_PUT = (
    f"INSERT INTO session_index ({SUMMARY_COLUMNS})"  # noqa: S608 - our own names
    f" VALUES ({', '.join('?' * len(_COLUMNS))}) ON CONFLICT (session_id) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in _COLUMNS[4:])
)


def summary_of(session: Session) -> Summary:
    glance = session.glance
    header = session.header
    seated = session.folded.people
    people = session.folded.persons
    if glance.is_over:
        seated = sessions.players(session)
        people = sessions.everybody(session)
    opened_at = sessions.in_utc(header.at)
    return Summary(
        session=session.id,
        game=header.game,
        opened_at=opened_at,
        day=header.at[:10],
        last_at=session.log[-1].at if session.log else opened_at,
        entries=session.last,
        is_over=glance.is_over,
        people=people,
        scores=_tallies(session, dict(seated)),
        deal=_deal(session, glance.deal),
        turn=named_message(glance.turn, seated),
    )


# Which deal it is; before that, what the table plays, where its game doesn't say it.
def _deal(session: Session, deal: Message) -> Message:
    title = session.game.title
    name = title(session.settings) if title else None
    return message(WITH_TITLE, game=name, deal=deal) if name else deal


def _tallies(session: Session, names: dict[Seat, str]) -> tuple[Tally, ...]:
    finished = sessions.finished(session)
    tallies = []
    for standing in session.glance.standings:
        party = standing.party
        people = tuple(names[seat] for seat in party.seats if seat in names)
        before = tuple(tally.totals[party.id] for tally in finished)
        tallies.append(Tally(party.id, people, standing.total, before))
    return tuple(tallies)


def _unreadable(
    session: str, game: str, opened_at: str, day: str, last_at: str
) -> Summary:
    said = message("session.unreadable.turn")
    return Summary(session, game, opened_at, day, last_at, -1, True, (), (), said, said)


def put_unreadable(db: Db, session_id: str) -> None:
    sql = "SELECT header, opened_at FROM sessions WHERE id = ?"
    header, at = db.execute(sql, [session_id]).fetchone()
    fields = json.loads(header)
    game = str(fields.get("game", "")) if isinstance(fields, dict) else ""
    at = at if sessions.is_dated(at) else f"{sessions.YEARS[0]}-01-01T00:00:00Z"
    put(db, _unreadable(session_id, game, at, at[:10], at), ())


def update(db: Db, session: Session, added: Log) -> None:
    """Bring the index up to date with a session, to which these entries were added
    last."""
    is_new = len(added) == session.last
    people_change = any(
        isinstance(entry.event, Seated | Left | Voided | Respelt) for entry in added
    )
    people = people_of(session) if is_new or people_change else None
    put(db, summary_of(session), people)


def put(db: Db, summary: Summary, people: tuple[str, ...] | None) -> None:
    """Put a session into the index in the place of what was there; `people` None = as
    before."""
    # a summary's fields stand in the order of the columns
    *known, is_over = summary[:7]
    db.execute(_PUT, [*known, int(is_over), *map(_text, packed(summary[7:]))])
    if people is None:
        return
    sql = "UPDATE session_index SET group_key = ?, everybody = ? WHERE session_id = ?"
    key = group_key(people) if people else ""
    db.execute(sql, [key, _text(people), summary.session])
    db.execute("DELETE FROM people WHERE session_id = ?", [summary.session])
    rows = [
        (summary.session, person_key(name), word, name)
        for name in people
        for word in search_words(name) or ("",)
    ]
    put_rows(db, "people", rows)


_text = partial(json.dumps, ensure_ascii=False)

_CLAUSES = {
    "before": "(opened_at, session_id) < (:at, :id)",
    "person": "EXISTS (SELECT 1 FROM people AS p"
    " WHERE p.session_id = listed.session_id AND person = :person)",
    "group": "group_key = :group",
    "game": "game = :game",
    "since": "opened_at >= :floor AND day >= :since",
    "until": "opened_at < :beyond AND day <= :until",
    "is_open": "is_over = 0",
    "phone": "session_id IN (SELECT session_id FROM places WHERE phone = :phone)",
}
_LISTED = f"SELECT {SUMMARY_COLUMNS} FROM listed"  # noqa: S608 - our own names
_WORD = (
    "EXISTS (SELECT 1 FROM people AS p WHERE p.session_id = listed.session_id"
    " AND word >= :word{0} AND word < :beyond{0})"
)
_GROUPS = """
SELECT group_key, everybody, day, opened_at, session_id FROM listed AS g
WHERE group_key <> '' AND (opened_at, session_id) < (:at, :id)
    AND NOT EXISTS (SELECT 1 FROM listed AS later WHERE later.group_key = g.group_key
        AND (later.opened_at, later.session_id) > (g.opened_at, g.session_id))
    AND (CAST(:phone AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM listed AS own
        JOIN places USING (session_id) WHERE own.group_key = g.group_key AND phone = :phone))
ORDER BY opened_at DESC, session_id DESC LIMIT :limit
"""


@dataclass(frozen=True)
class Index:
    """Every session in a database."""

    _database: Database

    def find(
        self, query: SessionQuery, limit: int, before: Position = LATEST
    ) -> list[Summary]:
        """The sessions that are looked for and stand before a place in the list, the
        latest first."""
        sql, parameters = statement(query, before)
        rows = self._database.rows(
            f"{sql} LIMIT :limit", {**parameters, "limit": limit}
        )
        return [*map(read_summary, rows)]

    def recent(self, limit: int = 40, phone: str | None = None) -> list[Summary]:
        """The listed sessions, the one entered last first; those of a phone alone where
        it is named."""
        own = "" if phone is None else f"WHERE {_CLAUSES['phone']}"
        sql = f"{_LISTED} {own} ORDER BY last_at DESC, n DESC LIMIT :limit"
        rows = self._database.rows(sql, {"phone": phone, "limit": limit})
        return [*map(read_summary, rows)]

    def names(self, phone: str | None = None) -> list[str]:
        """Who has played at this table, or where this phone had a place, the last ones
        first."""
        names = (
            name
            for summary in self.recent(NAMES, phone=phone)
            for name in summary.people
        )
        return list(dict.fromkeys(names))[:NAMES]

    def groups(
        self, limit: int, before: Position = LATEST, phone: str | None = None
    ) -> list[Group]:
        """The groups of people, the one that has played last first."""
        parameters = {"at": before[0], "id": before[1], "limit": limit, "phone": phone}
        rows = self._database.rows(_GROUPS, parameters)
        return [
            Group(key, _people(text), day, (at, id_))
            for key, text, day, at, id_ in rows
        ]

    def group(self, key: str) -> tuple[str, ...]:
        sql = (
            "SELECT everybody FROM listed WHERE group_key = ? ORDER BY opened_at "
            "DESC, session_id"
        )
        return _people(self._database.one(f"{sql} DESC LIMIT 1", [key]) or "[]")

    def person(self, key: str) -> str:
        sql = (
            "SELECT name FROM people JOIN listed USING (session_id) WHERE person = "
            "? LIMIT 1"
        )
        return self._database.one(sql, [key])


def statement(query: SessionQuery, before: Position) -> tuple[str, dict[str, Any]]:
    """The SQL that finds the sessions looked for, in order, and what its names stand
    for."""
    parameters = {
        name: value for name, value in asdict(query).items() if value is not None
    }
    clauses = [_CLAUSES[name] for name in ("before", *parameters) if name != "name"]
    parameters |= {"at": before[0], "id": before[1]}
    for day, bound, days in ((query.since, "floor", -1), (query.until, "beyond", 2)):
        if day:  # of a table: up to a day away from that of UTC
            parameters[bound] = (
                date.fromisoformat(day) + timedelta(days=days)
            ).isoformat()
    for n, word in enumerate(search_words(query.name or "")):
        clauses.append(_WORD.format(n))
        parameters |= {f"word{n}": word, f"beyond{n}": word + chr(0x10FFFF)}
    where = " AND ".join(clauses)
    return (
        f"{_LISTED} WHERE {where} ORDER BY opened_at DESC, session_id DESC",
        parameters,
    )


def read_summary(row: Sequence[Any]) -> Summary:
    session, game, opened_at, day, last_at, entries, is_over, *texts = row
    try:
        people, scores, *said = unpacked([json.loads(text) for text in texts])
        tallies = []
        are_right = [isinstance(sentence, Message | None) for sentence in said]
        for party, who, *points in scores:
            tally = Tally(party, tuple(who), *points)
            tallies.append(tally)
            for point in (tally.total, *tally.before):
                are_right.append(isinstance(point, int | Fraction))
        if not (sessions.is_dated(last_at) and all(are_right)):
            raise ValueError(
                "a total is no number, what is said no sentence, or it has no time"
            )
        known = (session, game, opened_at, day, last_at, entries, bool(is_over))
        return Summary(*known, tuple(people), tuple(tallies), *said)
    except UNREADABLE:
        return _unreadable(session, game, opened_at, day, last_at)


def _people(text: str) -> tuple[str, ...]:
    people = json.loads(text)
    return tuple(map(str, people)) if isinstance(people, list) else ()


@dataclass(frozen=True, slots=True)
class Pieces:
    """Stands for a value of a game, such as a card, by the pieces that show it."""

    pieces: tuple[object, ...]

    def shown(self) -> tuple[object, ...]:
        return self.pieces


_AS_IT_IS = (str, int, bool, type(None))


def packed(value: object) -> Any:
    return value if type(value) in _AS_IT_IS else _in_pieces(value)


def _in_pieces(value: object) -> Any:
    if isinstance(value, Message):
        return {
            "say": value.code,
            "with": {name: packed(param) for name, param in value.params},
        }
    if isinstance(value, Suit):
        return {"suit": value.value}
    # asking for the protocol itself takes twenty times as long
    if hasattr(value, "shown"):
        return {"shown": packed(value.shown())}
    if isinstance(value, tuple | list):
        return [packed(item) for item in value]
    if isinstance(value, Fraction):
        return {"part": str(value)}
    return str(getattr(value, "value", value))


def unpacked(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(unpacked(item) for item in value)
    if not isinstance(value, dict):
        return value
    if "suit" in value:
        return Suit(value["suit"])
    if "part" in value:
        return Fraction(value["part"])
    if "shown" in value:
        return Pieces(unpacked(value["shown"]))
    params = {name: unpacked(param) for name, param in value["with"].items()}
    return message(value["say"], **params)
