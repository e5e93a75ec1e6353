"""What lies under a seal: kept with its entry or not at all, let go when it is
opened."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.core.codec import encode
from scorekeeper.core.evening import ThrownIn
from scorekeeper.core.phone_notes import Role
from scorekeeper.core.seals import Bond, LeftSealed, Opened, Sealed, commitment, written
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, Header, Stamp
from scorekeeper.games import GAMES
from scorekeeper.games.bridge.events import JokersDeclared
from scorekeeper.games.bridge.rules import JokerSettings, SuitMode
from scorekeeper.store import Kept, NotSaved, Replayed, Store
from scorekeeper.store.seals import Secret, locked, name_of, new_seal_key, public_key
from scorekeeper.tables.session import Session
from tests.engines import Where, another_program, of_files, refusals

AT = "2026-11-20T20:00:00Z"
SALT = "c3" * 32
VALUE = {"joker": "Joker", "suit": "H"}
WHAT = "bridge.seal.joker-suit"
KEY = bytes(range(32))


@pytest.fixture
def store(where: Where) -> Iterator[Store]:
    opened = Store(where)
    settings = encode(JokerSettings(suit_mode=SuitMode.SEALED))
    header = Header(
        "evening-1", "joker-bridge", GAMES["joker-bridge"].edition, settings, AT
    )
    opened.create(
        header, (Entry(JokersDeclared(mode=SuitMode.SEALED)),), Stamp(AT, key="open")
    )
    yield opened
    opened.close()


def made(
    key: str, value: Any = VALUE, salt: str = SALT, reader: str = ""
) -> tuple[Command, Kept]:
    number = commitment(Bond("evening-1", Seat.WEST, WHAT, key), value, salt)
    sealed = Sealed(WHAT, Seat.WEST, number)
    return Command((Entry(sealed),)), locked(number, Secret(value, salt), KEY, reader)


def seal(store: Store, key: str = "a") -> Kept:
    command, kept = made(key)
    store.append("evening-1", command, Stamp(AT, key=key), None, kept)
    return kept


def session(store: Store) -> Session:
    found = store.open("evening-1")
    assert found is not None
    return found


def do(store: Store, *facts: Any, voids: tuple[int, ...] = ()) -> None:
    key = f"key {session(store).last}"
    store.append(
        "evening-1", Command(tuple(map(Entry, facts)), voids), Stamp(AT, key=key)
    )


def rows(where: Where, table: str = "sealed") -> list[Any]:
    with another_program(where) as other:
        found: list[Any] = other.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
    return found


def test_it_is_kept_beside_its_entry_and_comes_back(store: Store, where: Where) -> None:
    kept = seal(store)
    assert store.seals.kept("evening-1", kept.commitment) == kept
    assert kept.by_sealer({name_of(kept.commitment): KEY}) == Secret(VALUE, SALT)
    assert len(rows(where)) == 1


@of_files
def test_it_is_nowhere_in_the_files_in_the_clear(store: Store, where: Path) -> None:
    seal(store)
    found = b"".join(path.read_bytes() for path in where.parent.iterdir())
    assert len(found) > 10_000
    for one in (SALT, written(VALUE), KEY.hex()):
        assert one.encode() not in found
    assert bytes.fromhex(SALT) not in found
    assert KEY not in found


def test_only_its_own_key_opens_it_and_nothing_that_was_changed_opens() -> None:
    _, kept = made("a")
    name = name_of(kept.commitment)
    assert kept.by_sealer({}) is None
    assert kept.by_sealer({name: new_seal_key()}) is None
    assert kept.by_sealer({"another": KEY}) is None
    changed = replace(kept, box=kept.box[:-1] + bytes([kept.box[-1] ^ 1]))
    assert changed.by_sealer({name: KEY}) is None


def test_the_arbiter_s_box_opens_with_the_arbiter_s_key_alone() -> None:
    mine = new_seal_key()
    public = public_key(KEY)
    _, kept = made("a", reader=public)
    name = name_of(public)
    assert kept.by_arbiter({name: KEY}) == Secret(VALUE, SALT)
    assert kept.by_arbiter({name: mine}) is None
    assert kept.by_arbiter({name_of(kept.commitment): KEY}) is None
    _, for_nobody = made("b")
    assert for_nobody.by_arbiter({"": KEY, name: KEY}) is None


@pytest.mark.parametrize("reader", ["", public_key(KEY)])
def test_the_length_of_what_is_kept_says_nothing(reader: str) -> None:
    values = [VALUE, {"joker": "BlackJoker", "suit": "S"}, ["S2"], ["SA"] * 30]
    kept = [made("a", value, reader=reader)[1] for value in values]
    assert len({(len(one.box), len(one.reader_box)) for one in kept}) == 1


def test_two_boxes_of_the_same_thing_are_not_alike() -> None:
    assert made("a")[1].box != made("a")[1].box


def test_the_keys_that_open_nothing_any_more_are_known(store: Store) -> None:
    kept = seal(store)
    mine = name_of(kept.commitment)
    public = public_key(KEY)
    store.phones.be("evening-1", "a" * 64, Role.ARBITER, AT)
    store.seals.set_reader("evening-1", public)
    names = [mine, name_of(public), "0" * 12]
    assert store.seals.needed(names) == {mine, name_of(public)}
    do(store, LeftSealed(session(store).last))
    store.phones.end("evening-1", Role.ARBITER)
    assert store.seals.needed(names) == frozenset()


@pytest.mark.parametrize("way", ["dismissed", "left", "another"])
def test_the_arbiter_s_key_goes_with_the_arbiter_s_place(
    store: Store, way: str
) -> None:
    store.phones.be("evening-1", "a" * 64, Role.ARBITER, AT)
    store.seals.set_reader("evening-1", public_key(KEY))
    if way == "dismissed":
        store.phones.end("evening-1", Role.ARBITER)
    elif way == "left":
        store.phones.leave("evening-1", "a" * 64, AT)
    else:
        store.phones.be("evening-1", "b" * 64, Role.ARBITER, AT)
    assert store.seals.reader("evening-1") == ""


def test_another_session_does_not_get_it(store: Store) -> None:
    assert store.seals.kept("evening-2", seal(store).commitment) is None


def test_nothing_of_it_is_in_the_words_for_a_fault() -> None:
    secret = Secret(VALUE, SALT)
    assert SALT not in repr(secret)
    assert "Joker" not in f"{secret} {[secret]} {Kept('00', plain=secret)}"


def test_the_same_form_twice_keeps_one(store: Store, where: Where) -> None:
    command, secret = made("a")
    seal(store)
    again = store.append("evening-1", command, Stamp(AT, key="a"), None, secret)
    assert isinstance(again, Replayed)
    assert len(rows(where)) == 1


def test_entry_and_value_are_kept_together_or_neither_is(
    store: Store, where: Where
) -> None:
    """The value can't be put in (its commitment is taken): then the entry isn't
    either."""
    secret = seal(store)
    do(store, ThrownIn())
    do(store, JokersDeclared(mode=SuitMode.SEALED))
    before = session(store)
    command, _ = made("b")
    with pytest.raises(NotSaved):
        store.append("evening-1", command, Stamp(AT, key="b"), None, secret)
    assert session(store).log == before.log
    assert max(row[1] for row in rows(where, "events")) == before.last
    assert len(rows(where)) == 1


def test_a_refused_seal_keeps_nothing(store: Store, where: Where) -> None:
    seal(store)
    command, secret = made("b")
    with pytest.raises(ValueError, match="sealed-already"):
        store.append("evening-1", command, Stamp(AT, key="b"), None, secret)
    assert len(rows(where)) == 1


@pytest.mark.parametrize("way", ["opened", "left", "taken back"])
def test_it_is_let_go_once_the_seal_is_settled(
    store: Store, where: Where, way: str
) -> None:
    secret = seal(store)
    seq = session(store).last
    if way == "opened":
        do(store, Opened(seq, written(VALUE), SALT))
    elif way == "left":
        do(store, LeftSealed(seq))
    else:
        do(store, voids=(seq,))
    assert rows(where) == []
    assert store.seals.kept("evening-1", secret.commitment) is None
    if way == "opened":
        return
    store.close()
    if isinstance(where, Path):
        assert secret.box not in where.read_bytes()  # overwritten, not only unlinked


def test_another_entry_voided_lets_nothing_go(store: Store, where: Where) -> None:
    do(store, ThrownIn())
    thrown = session(store).last
    do(store, JokersDeclared(mode=SuitMode.SEALED))
    seal(store)
    do(store, voids=(thrown,))
    assert len(rows(where)) == 1


IN_POSTGRESQL = (
    ("INSERT OR REPLACE", "INSERT"),
    ("zeroblob(length(box))", "decode(repeat('00', 1100), 'hex')"),
    ("zeroblob(1100)", "decode(repeat('00', 1100), 'hex')"),
    ("hex(randomblob(32))", "repeat('ab', 32)"),
    ("x'00'", "decode('00', 'hex')"),
    ("x''", "decode('', 'hex')"),
)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE sealed SET box = zeroblob(length(box))",
        "UPDATE sealed SET reader = hex(randomblob(32)), reader_box = box",
        "INSERT OR REPLACE INTO sealed SELECT session_id, commitment, zeroblob(1100), '', x'' "
        "FROM sealed",
        "INSERT INTO sealed SELECT session_id, 'short', box, '', x'' FROM sealed",
        "INSERT INTO sealed VALUES ('evening-1', hex(randomblob(32)), x'00', '', x'')",
        (
            "INSERT INTO sealed SELECT session_id, hex(randomblob(32)), box, 'A', box "
            "FROM sealed"
        ),
    ],
)
def test_no_program_can_exchange_what_is_sealed(
    store: Store, where: Where, sql: str
) -> None:
    seal(store)
    before = rows(where)
    if not isinstance(where, Path):
        for ours, theirs in IN_POSTGRESQL:
            sql = sql.replace(ours, theirs)
    with another_program(where) as other, pytest.raises(refusals()):
        other.execute(sql)
    assert rows(where) == before


@of_files
def test_what_an_older_release_kept_in_the_clear_is_still_there(where: Path) -> None:
    """Its table stays, with what is under its closed seals; from now on boxes are
    made."""
    before = Store(where)
    settings = encode(JokerSettings(suit_mode=SuitMode.SEALED))
    header = Header("evening-1", "joker-bridge", 1, settings, AT)
    entry = Entry(JokersDeclared(mode=SuitMode.SEALED))
    before.create(header, (entry,), Stamp(AT, key="open"))
    command, kept = made("a")
    before.append("evening-1", command, Stamp(AT, key="a"))
    before.close()
    with another_program(where) as other:
        old = ("evening-1", kept.commitment, "W", written(VALUE), SALT)
        other.execute("INSERT INTO private VALUES (?, ?, ?, ?, ?)", old)
        other.execute("DROP TABLE sealed")
        other.execute("DROP TABLE arbiters")
        other.execute("DROP TRIGGER arbiters_go")
        other.execute("DELETE FROM _sqlite_migrations WHERE name = 'm006_sealed_boxes'")
    now = Store(where)
    found = now.seals.kept("evening-1", kept.commitment)
    assert found is not None
    assert found.plain == Secret(VALUE, SALT)
    do(now, Opened(session(now).last, written(VALUE), SALT))
    assert now.seals.kept("evening-1", kept.commitment) is None
    assert rows(where, "private") == []
    now.close()
