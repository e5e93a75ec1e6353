"""PostgreSQL, from 15 on: the same statements over a pool of connections; and the news.

READ COMMITTED, and a lock on the session as a statement of its own before anything is
read: a lock and a SELECT in one statement would read what stood before the lock. What
fails through no fault of its own (a deadlock, a connection that was lost) is done
again; a command is then known by its key.

News is told after the commit, by one thread that puts together what waits: NOTIFY in
the transaction itself would have one commit after the other. Whoever begins to listen
looks at the database once more, so that nothing said before is missed."""

import json
import random
import re
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from threading import Condition, Thread
from typing import Any, TypeVar, cast

import psycopg
from psycopg import errors
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

from scorekeeper.store import database
from scorekeeper.store.database import Db, Health, NotOurDatabase, Work
from scorekeeper.store.schema import STEPS

T = TypeVar("T")
Connection = psycopg.Connection[Any]

FORMAT = "format-2"
"""Named beside the migrations; another one stands there when this program must not open
it."""
CONNECTIONS = 8  # of one process at most, besides the two for news
PATIENCE = 8.0
"""Seconds for which what fails is tried again: a database that restarts is back by
then."""
UNIQUE_TRIES = 3  # the unique keys of the log have the last word
LOOK_SECONDS = 5.0  # after which a process looks at what others wrote, heard of or not
CHANNEL = "scorekeeper"
AT_ONCE = 40
"""Of so many sessions one message tells, which may have 8,000 bytes."""
PHONES = 150  # and of so many phones
PHONES_FOR_A_TABLE = 3  # for so many phones the name of their table counts
HEARS_SECONDS = 3.0
"""After so much silence a listener makes sure that its connection lives."""
_CONNECTING = {"application_name": "scorekeeper", "connect_timeout": 5}
_CONNECTING |= {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
_SETTINGS = (
    "SET lock_timeout = '5s'; SET statement_timeout = '30s';"
    " SET idle_in_transaction_session_timeout = '15s'"
)
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(?, 0))"
_FOR_GOOD = (errors.DiskFull, errors.OutOfMemory)
_AGAIN = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    errors.ReadOnlySqlTransaction,
)


def _configure(connection: Connection) -> None:
    connection.execute(_SETTINGS)


class Translating:
    """A connection that takes the statements of this package, which are written for
    SQLite."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, sql: str, parameters: Any = (), /) -> Any:
        return self._connection.execute(
            translated(sql).encode() if parameters else sql, parameters or None
        )


class Postgresql(database.Engine):
    """One database of a PostgreSQL server, for all threads of a process. Opening makes
    the tables in an empty one. Open it after a fork, not before."""

    faults = (psycopg.Error,)
    lost = _AGAIN
    is_shared = True
    clock = "SELECT clock_timestamp()"

    def __init__(self, address: str, *, makes: bool = True) -> None:
        self.where: Path | str = address
        given = conninfo_to_dict(address)
        self.connecting: dict[str, Any] = {**_CONNECTING, **given}
        named = [str(given[part]) for part in ("dbname", "host") if given.get(part)]
        self.name = f"PostgreSQL {' at '.join(named)}".strip()
        self._looked = 0.0
        kwargs = {**self.connecting, "autocommit": True}
        self.news: Notifications = Notifications(kwargs, self.look)
        self._pool = ConnectionPool(
            configure=_configure,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=PATIENCE / 2,
            kwargs=kwargs,
            open=True,
        )
        try:
            self._tried(_make if makes else _look)
        except (psycopg.Error, NotOurDatabase) as fault:
            self.close()
            raise NotOurDatabase(
                f"{self.name} can't be the database: {fault}".strip()
            ) from fault

    def write(self, work: Work[T]) -> T:
        """Run again where it had to be given up, not where its commit came through
        unanswered."""
        sent: list[tuple[_Sent, T]] = []

        def attempt(connection: Connection) -> T:
            if sent and _came_through(connection, *sent[-1][0]):
                return sent[-1][1]
            with connection.transaction():
                answer = work(Translating(connection))
                sent.append((_sent(connection), answer))
            return answer

        return self._tried(attempt)

    def read(self, work: Work[T]) -> T:
        return self._tried(lambda connection: work(Translating(connection)))

    def snapshot(self, work: Work[T]) -> T:
        def attempt(connection: Connection) -> T:
            with connection.transaction():
                connection.execute(
                    "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
                )
                return work(Translating(connection))

        return self._tried(attempt)

    def filled(self, db: Db, fill: Callable[[], None]) -> None:
        """Without the guard against deletions of what was never here; new rows are
        numbered on."""
        db.execute("ALTER TABLE deletions DISABLE TRIGGER deletions_are_true")
        fill()
        db.execute("ALTER TABLE deletions ENABLE TRIGGER deletions_are_true")
        for table in ("deletions", "session_index"):
            last = f"SELECT coalesce(max(n), 0) + 1 FROM {table}"  # noqa: S608 - our own names
            db.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'n'), ({last}), "
                f"false)"
            )

    def lock(self, db: Db, names: list[str]) -> None:
        for name in names:
            db.execute(_LOCK, [name])

    def _tried(self, does: Callable[[Connection], T]) -> T:
        until = time.monotonic() + PATIENCE
        doubles = 0
        while True:
            try:
                with self._pool.connection() as connection:
                    return does(connection)
            except errors.UniqueViolation:
                doubles += 1
                if doubles == UNIQUE_TRIES:
                    raise
            except _FOR_GOOD:
                raise
            except _AGAIN as fault:
                if time.monotonic() > until:
                    raise
                if not isinstance(
                    fault, errors.DeadlockDetected | errors.SerializationFailure
                ):
                    self._pool.check()
            time.sleep(random.uniform(0.01, 0.1))  # noqa: S311 - so that two do not meet again

    def look(self) -> None:
        self._looked = 0.0

    def has_news(self) -> bool:
        is_time = time.monotonic() >= self._looked + LOOK_SECONDS
        if is_time:
            self._looked = time.monotonic()
        return is_time

    def is_ready(self) -> bool:
        try:
            with self._pool.connection(timeout=2) as connection:
                connection.execute("SELECT 1 FROM migrations LIMIT 1")
        except psycopg.Error:
            return False
        return self.news.is_listening

    def secret(self, fresh: bytes) -> bytes | None:
        sql = (
            "INSERT INTO secrets (name, value) VALUES ('key', ?) ON CONFLICT DO NOTHING"
        )
        self.write(lambda db: db.execute(sql, [fresh]).rowcount)
        sql = "SELECT value FROM secrets WHERE name = 'key'"
        return self.read(lambda db: bytes(db.execute(sql).fetchone()[0]))

    def health(self) -> Health:
        return self._tried(lambda connection: _health(self.name, connection))

    def close(self) -> None:
        self.news.close()
        self._pool.close()


class Notifications(database.News):
    """The news of one process, in and out. `look` is called whenever some may have been
    missed."""

    def __init__(self, connecting: dict[str, Any], look: Callable[[], None]) -> None:
        self._connecting = connecting
        self._look = look
        self.process = secrets.token_hex(4)
        self.is_listening = self._is_closed = False
        self._waiting: dict[str, int] = {}
        self._phones: dict[str, dict[str, str]] = {}
        self._news = Condition()
        self._teller: Thread | None = None

    def tell(self, session_id: str, last: int) -> None:
        with self._news:
            before = self._waiting.get(session_id, last)
            self._waiting[session_id] = max(before, last) if before and last else 0
            self._wake()

    def tell_phones(self, session_id: str, phones: dict[str, str]) -> None:
        with self._news:
            self._phones[session_id] = dict(list(phones.items())[:PHONES])
            self._wake()

    def _wake(self) -> None:
        if self._teller is None and not self._is_closed:
            self._teller = Thread(target=self._telling, name="telling", daemon=True)
            self._teller.start()
        self._news.notify_all()

    def _telling(self) -> None:
        while not self._is_closed:
            with (
                suppress(psycopg.Error),
                psycopg.connect(**self._connecting) as connection,
            ):
                while self._tell_next(connection):
                    pass
            time.sleep(0.0 if self._is_closed else random.uniform(0.1, 0.5))  # noqa: S311

    def _tell_next(self, connection: Connection) -> bool:
        with self._news:
            self._news.wait_for(
                lambda: self._waiting or self._phones or self._is_closed
            )
            grown = dict(islice(self._waiting.items(), AT_ONCE))
            there = dict[str, Any]()
            room = PHONES
            # of as many tables as there is room for
            for name, phones in self._phones.items():
                room -= len(phones) + PHONES_FOR_A_TABLE
                if there and room < 0:
                    break
                there[name] = phones
        if not grown and not there:
            return False
        news = json.dumps([self.process, grown, there])
        connection.execute("SELECT pg_notify(%s, %s)", [CHANNEL, news])
        with self._news:  # only now: whoever loses the connection says it again
            for session_id, last in grown.items():
                if self._waiting.get(session_id) == last:
                    del self._waiting[session_id]
            for session_id, phones in there.items():
                if self._phones.get(session_id) == phones:
                    del self._phones[session_id]
        return True

    def listen(self, heard: database.Heard, there: database.There) -> None:
        Thread(
            target=self._listening, args=(heard, there), name="listening", daemon=True
        ).start()

    def _listening(self, heard: database.Heard, there: database.There) -> None:
        while not self._is_closed:
            with (
                suppress(psycopg.Error),
                psycopg.connect(**self._connecting) as connection,
            ):
                connection.execute(f"LISTEN {CHANNEL}")
                self.is_listening = True
                self._look()
                while not self._is_closed:
                    for note in connection.notifies(timeout=HEARS_SECONDS):
                        with suppress(*database.UNREADABLE):  # somebody else's
                            self._hear(note.payload, heard, there)
                    connection.execute("SELECT 1")
            self.is_listening = False
            time.sleep(random.uniform(0.1, 0.5))  # noqa: S311 - not all at once

    def _hear(self, payload: str, heard: database.Heard, there: database.There) -> None:
        process, grown, phones = json.loads(payload)
        if process != self.process:
            for session_id, last in grown.items():
                heard(session_id, last)
            for session_id, each in phones.items():
                there(session_id, process, each)

    def close(self) -> None:
        with self._news:
            self._is_closed = True
            self._news.notify_all()
        if self._teller is not None:
            self._teller.join(1.0)


_WORDS = (
    ("json_group_array(json_array(", "json_agg(json_build_array("),
    ("json(facts)", "CAST(facts AS json)"),
)


@lru_cache(maxsize=1024)
def translated(sql: str) -> str:
    for ours, theirs in (("%", "%%"), *_WORDS):
        sql = sql.replace(ours, theirs)
    return re.sub(r":(\w+)", r"%(\1)s", sql).replace("?", "%s")


_TRIGGER = re.compile(
    r"CREATE TRIGGER (\w+) (\w+ \w+ ON \w+)(?:\s+WHEN (.*?))?\s+BEGIN (.*?) END;", re.S
)
_SCHEMA = (
    (r"\) STRICT(, WITHOUT ROWID)?;", ");"),
    (r"\bINTEGER PRIMARY KEY\b", "bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY"),
    (r"\bINTEGER\b", "bigint"),
    (r"\bTEXT\b", 'text COLLATE "C"'),
    (r"\bBLOB\b", "bytea"),
    (r"DROP TRIGGER (\w+);", r"DROP FUNCTION \1 CASCADE;"),
    (r"\b(OLD|NEW)\.by\b", r'\1."by"'),
    (r"\bIS NOT (?=[(c])", "IS DISTINCT FROM "),
    (
        r"SELECT RAISE\(ABORT, ('(?:[^']|'')*')\);",
        r"RAISE EXCEPTION \1 USING ERRCODE = '23000';",
    ),
)
_NOT_READ = re.compile(
    r"\b(?:STRICT|ROWID|AUTOINCREMENT|INTEGER|TEXT|BLOB|REAL|PRAGMA|GLOB|REPLACE)\b"
    r"|\bRAISE\(|\bOR (?:IGNORE|ABORT|FAIL|ROLLBACK)\b|\bIS NOT (?!NULL|DISTINCT)"
    r"|(?<!\$\$)\bBEGIN\b|\b(?:strftime|datetime|julianday|unixepoch|json_\w+)\((?<!json_valid\()"
)
"""What is SQLite's alone and is left where a migration says what is not translated."""
_BEFORE = """
CREATE FUNCTION json_valid(text) RETURNS boolean LANGUAGE sql IMMUTABLE
AS 'SELECT $1::json IS NOT NULL';
CREATE TABLE migrations (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE secrets (name text PRIMARY KEY, value bytea NOT NULL);
CREATE UNLOGGED TABLE counts (
    key text PRIMARY KEY, n bigint NOT NULL, until double precision NOT NULL
);
"""
_AFTER = "".join(
    f"""
CREATE FUNCTION {table}_are_not_emptied() RETURNS trigger LANGUAGE plpgsql
AS $$BEGIN RAISE EXCEPTION 'the log is never emptied' USING ERRCODE = '23000'; END$$;
CREATE TRIGGER {table}_are_not_emptied BEFORE TRUNCATE ON {table}
EXECUTE FUNCTION {table}_are_not_emptied();
"""
    for table in ("sessions", "events", "deletions")
)


def _trigger(found: re.Match[str]) -> str:
    name, when, condition, body = found.groups()
    return (
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN"
        f" IF {condition or 'true'} THEN {body} END IF; RETURN coalesce(NEW, OLD); END$$;\n"
        f"CREATE TRIGGER {name} {when} FOR EACH ROW EXECUTE FUNCTION {name}();"
    )


def in_postgresql(sql: str) -> str:
    """A migration in PostgreSQL's words: see schema.STEPS for what it may say. Raises
    ValueError for the rest."""
    sql = _TRIGGER.sub(_trigger, sql)
    for ours, theirs in _SCHEMA:
        sql = re.sub(ours, theirs, sql)
    left = _NOT_READ.search(sql)
    if left is not None:
        raise ValueError(f"{left[0]!r} has no translation for PostgreSQL")
    return sql


def _make(connection: Connection) -> None:
    with connection.transaction():
        done = _done(connection)
        if not done:
            sql = (
                "SELECT 1 FROM pg_class WHERE relnamespace = "
                "current_schema()::regnamespace"
            )
            if connection.execute(sql).fetchone():
                raise NotOurDatabase("it belongs to another program")
            connection.execute(_BEFORE.encode())
            _apply(connection, done)
            connection.execute(_AFTER.encode())
            connection.execute("INSERT INTO migrations VALUES (%s)", [FORMAT])
        elif not done >= STEPS.keys():
            raise NotOurDatabase(
                "it is of an earlier release: run `scorekeeper migrate`"
            )


def _look(connection: Connection) -> None:
    with connection.transaction():
        done = _done(connection)
    if not done:
        raise NotOurDatabase("nothing of this program is in it yet")
    if not done >= STEPS.keys():
        raise NotOurDatabase("it is of an earlier release: run `scorekeeper migrate`")


def migrate(address: str) -> list[str]:
    """Bring a database up to date; answers what was done. Raises NotOurDatabase where
    it is none of this program's, or can't be reached."""
    try:
        with (
            psycopg.connect(address, autocommit=True) as connection,
            connection.transaction(),
        ):
            done = _done(connection)
            if not done:
                raise NotOurDatabase(
                    "there is none of this program: its first start makes one"
                )
            return _apply(connection, done)
    except psycopg.Error as fault:
        why = f"it can't be brought up to date: {fault}".strip()
        raise NotOurDatabase(why) from fault


def _done(connection: Connection) -> set[str]:
    Translating(connection).execute(_LOCK, ["migrations"])
    if _one(connection, "SELECT to_regclass('migrations')") is None:
        return set()
    done = {row[0] for row in connection.execute("SELECT name FROM migrations")}
    if done and FORMAT not in done:
        raise NotOurDatabase("a later version of this program made it: use that one")
    return done


def _apply(connection: Connection, done: set[str]) -> list[str]:
    pending = [name for name in STEPS if name not in done]
    for name in pending:
        connection.execute(in_postgresql(STEPS[name]).encode())
        connection.execute("INSERT INTO migrations (name) VALUES (%s)", [name])
    return pending


_Sent = tuple[str | None, datetime]
"""The number of a transaction, None for one that wrote nothing, and since when its
server has run without a crash."""
_SENT = "SELECT pg_current_xact_id_if_assigned(), stats_reset FROM pg_stat_bgwriter"
_UNBROKEN = "SELECT stats_reset FROM pg_stat_bgwriter"
"""Begins anew where a server has crashed, and is another's own where one took over."""


def _sent(connection: Connection) -> _Sent:
    return cast(_Sent, connection.execute(_SENT).fetchone())


def _came_through(
    connection: Connection, transaction: str | None, unbroken: datetime
) -> bool:
    """Whether a transaction was committed; a lost one may still be under way. A server
    that crashed or took over may have given its number to another: what nobody can know
    is no."""
    until = time.monotonic() + PATIENCE
    if _one(connection, _UNBROKEN) != unbroken:
        return False
    while transaction is not None:
        try:
            status = _one(connection, "SELECT pg_xact_status(%s)", transaction)
        except errors.InvalidParameterValue:
            return False  # a standby that never heard of it took over
        if status != "in progress" or time.monotonic() > until:
            return bool(status == "committed")
        time.sleep(0.05)
    return False


def _one(connection: Connection, sql: str, *parameters: object) -> Any:
    row = connection.execute(sql.encode(), parameters).fetchone()
    return row[0] if row else None


_RISKS = {
    "fsync": "a power cut can damage the whole database",
    "full_page_writes": "a power cut can damage the whole database",
    "synchronous_commit": ("saved entries are lost when the server fails"),
}
_ASYNCHRONOUS = (
    "its standby is asynchronous: a failover can lose saved entries. Set"
    " synchronous_standby_names"
)


def _health(name: str, connection: Connection) -> Health:
    one = partial(_one, connection)
    set_to = {setting: str(one(f"SHOW {setting}")) for setting in _RISKS}
    warnings = []
    for setting, why in _RISKS.items():
        if set_to[setting] == "off":
            warnings.append(f"{setting} = off: {why}")
    sql = (
        "SELECT sync_state FROM pg_stat_replication"
        " WHERE state = 'streaming' OR state IS NULL"
    )
    standbys = [state for (state,) in connection.execute(sql).fetchall()]
    if standbys and not {"sync", "quorum"}.intersection(standbys):
        warnings.append(_ASYNCHRONOUS)
    sql = (
        "SELECT count(*) FROM sessions LEFT JOIN session_index ON session_id = id"
        " WHERE session_id IS NULL"
    )
    missing = one(sql)
    if missing:
        warnings.append(
            f"{missing} sessions are in no list: run `scorekeeper doctor --rebuild`"
        )
    return Health(
        name=f"{name} ({one('SELECT pg_database_size(current_database())')} bytes)",
        engine=(
            f"PostgreSQL {one('SHOW server_version')}, psycopg {psycopg.__version__}"
        ),
        journal="WAL",
        synchronous=f"synchronous_commit {set_to['synchronous_commit']}",
        why=f"{len(standbys)} standbys" if standbys else "no standby",
        sessions=one("SELECT count(*) FROM sessions"),
        entries=one("SELECT count(*) FROM events"),
        faults=(),
        warnings=tuple(warnings),
    )
