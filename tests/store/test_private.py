"""What lies under a seal: kept with its entry or not at all, let go when it is opened."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.chain import Stamp
from scorekeeper.core.evening import ThrownIn
from scorekeeper.core.sealing import Bond, LeftSealed, Opened, Sealed, commitment, written
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Header
from scorekeeper.core.wire import encode
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.events import JokersDeclared
from scorekeeper.games.bridge.settings import JokerSettings, SuitMode
from scorekeeper.record import Session
from scorekeeper.store import NotSaved, Replayed, Secret, Store

AT = "2026-11-20T20:00:00Z"
SALT = "c3" * 32
VALUE = {"joker": "Joker", "suit": "H"}
WHAT = "bridge.seal.joker-suit"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scorekeeper.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path)
    settings = encode(JokerSettings(suit_mode=SuitMode.SEALED))
    header = Header("evening-1", "joker-bridge", GAMES["joker-bridge"].edition, settings, AT)
    opened.create(header, (Entry(JokersDeclared(mode=SuitMode.SEALED)),), Stamp(AT, key="open"))
    yield opened
    opened.close()


def made(key: str, value: Any = VALUE, salt: str = SALT) -> tuple[Command, Secret]:
    number = commitment(Bond("evening-1", Seat.WEST, WHAT, key), value, salt)
    sealed = Sealed(WHAT, Seat.WEST, number)
    return Command((Entry(sealed),)), Secret(number, Seat.WEST, value, salt)


def seal(store: Store, key: str = "a") -> Secret:
    command, secret = made(key)
    store.append("evening-1", command, Stamp(AT, key=key), None, secret)
    return secret


def session(store: Store) -> Session:
    found = store.open("evening-1")
    assert found is not None
    return found


def do(store: Store, *facts: Any, voids: tuple[int, ...] = ()) -> None:
    key = f"key {session(store).last}"
    store.append("evening-1", Command(tuple(map(Entry, facts)), voids), Stamp(AT, key=key))


def rows(path: Path, table: str = "private") -> list[Any]:
    with closing(sqlite3.connect(path)) as other:
        return other.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608


def test_it_is_kept_beside_its_entry_and_comes_back(store: Store, path: Path) -> None:
    secret = seal(store)
    assert store.secret("evening-1", secret.commitment) == secret
    assert len(rows(path)) == 1


def test_it_is_nowhere_else_in_the_file(store: Store, path: Path) -> None:
    seal(store)
    for table in ("sessions", "events", "summaries"):
        said = repr(rows(path, table))
        assert SALT not in said
        assert written(VALUE) not in said
        assert written(VALUE).replace('"', '\\"') not in said


def test_another_session_does_not_get_it(store: Store) -> None:
    assert store.secret("evening-2", seal(store).commitment) is None


def test_nothing_of_it_is_in_the_words_for_a_fault() -> None:
    _, secret = made("a")
    assert SALT not in repr(secret)
    assert "Joker" not in f"{secret} {[secret]}"


def test_the_same_form_twice_keeps_one(store: Store, path: Path) -> None:
    command, secret = made("a")
    seal(store)
    again = store.append("evening-1", command, Stamp(AT, key="a"), None, secret)
    assert isinstance(again, Replayed)
    assert len(rows(path)) == 1


def test_entry_and_value_are_kept_together_or_neither_is(store: Store, path: Path) -> None:
    """The value can't be put in (its commitment is taken): then the entry isn't either."""
    secret = seal(store)
    do(store, ThrownIn())
    do(store, JokersDeclared(mode=SuitMode.SEALED))
    before = session(store)
    command, _ = made("b")
    with pytest.raises(NotSaved):
        store.append("evening-1", command, Stamp(AT, key="b"), None, secret)
    assert session(store).log == before.log
    assert rows(path, "events")[-1][1] == before.last
    assert len(rows(path)) == 1


def test_a_refused_seal_keeps_nothing(store: Store, path: Path) -> None:
    seal(store)
    command, secret = made("b")
    with pytest.raises(ValueError, match="sealed-already"):
        store.append("evening-1", command, Stamp(AT, key="b"), None, secret)
    assert len(rows(path)) == 1


@pytest.mark.parametrize("way", ["opened", "left", "taken back"])
def test_it_is_let_go_once_the_seal_is_settled(store: Store, path: Path, way: str) -> None:
    secret = seal(store)
    seq = session(store).last
    if way == "opened":
        do(store, Opened(seq, written(VALUE), SALT))
    elif way == "left":
        do(store, LeftSealed(seq))
    else:
        do(store, voids=(seq,))
    assert rows(path) == []
    assert store.secret("evening-1", secret.commitment) is None
    if way == "opened":
        return
    store.close()
    assert SALT.encode() not in path.read_bytes()  # overwritten, not only unlinked


def test_another_entry_voided_lets_nothing_go(store: Store, path: Path) -> None:
    do(store, ThrownIn())
    thrown = session(store).last
    do(store, JokersDeclared(mode=SuitMode.SEALED))
    seal(store)
    do(store, voids=(thrown,))
    assert len(rows(path)) == 1


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE private SET value = '{}'",
        "UPDATE private SET salt = salt || '00'",
        "INSERT OR REPLACE INTO private SELECT session_id, commitment, seat, '{}', salt "
        "FROM private",
        "INSERT INTO private SELECT session_id, 'short', seat, value, salt FROM private",
        "INSERT INTO private VALUES ('evening-1', hex(randomblob(32)), 'W', '{}', '00')",
        "INSERT INTO private VALUES ('evening-1', hex(randomblob(32)), 'W', 'no json', "
        "hex(zeroblob(16)))",
    ],
)
def test_no_program_can_exchange_what_is_sealed(store: Store, path: Path, sql: str) -> None:
    seal(store)
    before = rows(path)
    other = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError):
        other.execute(sql)
    other.rollback()
    other.close()
    assert rows(path) == before


def test_a_database_from_before_gets_the_table(path: Path) -> None:
    before = Store(path)
    settings = encode(JokerSettings(suit_mode=SuitMode.SEALED))
    header = Header("evening-1", "joker-bridge", 1, settings, AT)
    entry = Entry(JokersDeclared(mode=SuitMode.SEALED))
    before.create(header, (entry,), Stamp(AT, key="open"))
    log = session(before).log
    before.close()
    other = sqlite3.connect(path)
    with other:
        other.execute("DROP TABLE private")
        other.execute("DELETE FROM _sqlite_migrations WHERE name = 'm002_sealed_things'")
    other.close()
    with pytest.raises(sqlite3.OperationalError):
        rows(path)
    now = Store(path)
    assert session(now).log == log
    assert now.secret("evening-1", seal(now).commitment) is not None
    now.close()
