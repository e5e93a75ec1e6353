"""Sessions out of sight, and deleted for good: nothing of them is left but the
record."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.core.session import Header, Recorded, Stamp
from scorekeeper.games import GAMES
from scorekeeper.store import NoSuchSession, Refused, Store, Taken, imports, sqlite
from scorekeeper.store.imports import Imports, Prepared, by_command, prepared
from scorekeeper.store.index import SessionQuery
from scorekeeper.tables.session import Session, command_of, opened
from tests.adopting import adopt
from tests.engines import Where, another_program, refusals
from tests.exports import sheets

AT = "2026-11-22T20:00:00Z"
PHONE = "a" * 64


@pytest.fixture
def store(where: Where) -> Iterator[Store]:
    made = Store(where)
    yield made
    made.close()


def listed(store: Store) -> tuple[object, ...]:
    """What every list says."""
    store.outcomes.count_up(9)
    return (
        [summary.session for summary in store.index.recent()],
        [summary.session for summary in store.index.find(SessionQuery(), 9)],
        [summary.session for summary in store.index.find(SessionQuery(name="ing"), 9)],
        [group.people for group in store.index.groups(9)],
        store.index.names(),
        len(store.outcomes.players()),
        store.ids(listed=True),
    )


NOWHERE = ([], [], [], [], [], 0, [])


def adopted(store: Store) -> tuple[object, ...]:
    rubber = sheets.rubber()
    adopt(store, rubber.header, rubber.log)
    return listed(store)


def test_what_is_hidden_stands_in_no_list_and_can_be_shown_again(
    store: Store, where: Where
) -> None:
    everywhere = adopted(store)
    assert everywhere != NOWHERE
    store.hide("evening-1", AT)
    assert listed(store) == NOWHERE
    assert store.open("evening-1") is not None
    store.rebuild_index()
    store.close()
    again = Store(where)
    assert listed(again) == NOWHERE
    again.show("evening-1")
    assert listed(again) == everywhere
    again.close()


def test_what_a_phone_took_in_waits_and_what_is_entered_there_waits_with_it(
    store: Store,
) -> None:
    rubber = sheets.rubber()
    first = opened(rubber.game, rubber.header, rubber.log[:7])
    assert store.imports.take_in([prepared(first)], PHONE, AT) == [Taken.NEW]
    assert store.imports.take_in([prepared(rubber)], PHONE, AT) == [Taken.GROWN]
    assert listed(store) == NOWHERE
    assert [
        (waiting.summary.session, waiting.why, waiting.phone)
        for waiting in store.imports.unlisted()
    ] == [("evening-1", "imported", PHONE)]
    store.show("evening-1")
    assert listed(store) != NOWHERE


@pytest.mark.parametrize("comes_before", [2, 3], ids=["the file", "its second session"])
def test_what_waits_has_its_room_though_others_come_meanwhile(
    store: Store, where: Where, monkeypatch: pytest.MonkeyPatch, comes_before: int
) -> None:
    """Another process takes in a file after this one has looked how much room is
    left."""
    monkeypatch.setattr(imports, "ENTRIES_AT_ONCE", 1)
    rubber = sheets.rubber()
    kept = [replace(rubber.header, session=name) for name in ("one", "two", "other")]
    one, two, other = (prepared(in_log(header, rubber.log)) for header in kept)
    room = one.size + two.size
    counted = []

    class File:
        """Goes through its sessions twice, and the other file is there before one of
        them."""

        def __iter__(self) -> Iterator[Prepared]:
            for each in (one, two):
                counted.append(each)
                if len(counted) == comes_before + 1:
                    another = Store(where)
                    another.imports.take_in([other], "b" * 64, AT, room=room)
                    another.close()
                yield each

    with pytest.raises(Refused, match="full"):
        store.imports.take_in(File(), PHONE, AT, room=room)
    assert store.imports.waiting_bytes() <= room
    with pytest.raises(Refused, match="full"):
        store.imports.take_in([two], PHONE, AT, room=room - 2 * other.size + 1)
    if comes_before == 2:
        assert store.imports.take_in([two], PHONE, AT, room=room) == [Taken.NEW]
    assert store.imports.waiting_bytes() == room, (
        "a session comes to what was said of it"
    )


def in_log(header: Header, log: tuple[Recorded, ...]) -> Session:
    """A session with what this log says, under another header."""
    session = opened(GAMES[header.game], header)
    for each in by_command(log):
        stamp = Stamp(each[0].at, each[0].by, each[0].note, each[0].key)
        session = session.grown(session.additions(command_of(each), stamp))
    return session


def test_what_is_deleted_leaves_nothing_but_the_record(
    store: Store, where: Where
) -> None:
    adopted(store)
    rubber = sheets.rubber()
    store.delete("evening-1", "host", AT)
    assert listed(store) == NOWHERE
    assert store.open("evening-1") is None
    assert [
        (deletion.session, deletion.entries, deletion.head)
        for deletion in store.imports.deletions(9)
    ] == [("evening-1", rubber.last, rubber.head)]
    with pytest.raises(NoSuchSession):
        store.delete("evening-1", "host", AT)
    store.close()
    if isinstance(where, Path):
        kept = b"".join(
            path.read_bytes() for path in where.parent.glob("scorekeeper.db*")
        )
        assert b"Ingrid" not in kept
    again = Store(where)
    assert adopted(again) != NOWHERE  # its file brings it back
    again.close()


def test_a_phone_that_has_its_file_alone_keeps_nothing_of_it_in_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "is_safe_for_wal", lambda _version: False)
    store = Store(tmp_path / "scorekeeper.db", is_alone=True)
    adopted(store)
    store.delete("evening-1", "host", AT)
    assert b"Ingrid" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    store.close()


SQL = (
    "DELETE FROM events",
    "DELETE FROM sessions",
    "DELETE FROM deletions",
    "UPDATE deletions SET is_done = 0",
    "UPDATE deletions SET session_id = 'evening-1'",
    "UPDATE deletions SET at = 'x'",
    "INSERT OR REPLACE INTO deletions SELECT n, session_id, '', by, game, entries, head, 0,"
    " whole FROM deletions",
    "INSERT INTO deletions VALUES (7, 'evening-1', '', 'host', '', 1, 'x', 0, '')",
)


def loaded(store: Store) -> tuple[object, ...] | None:
    session = store.open("evening-1")
    return session and (session.header, session.log, session.head)


@pytest.mark.parametrize("sql", SQL)
def test_the_log_and_the_record_hold_after_a_deletion(
    store: Store, where: Where, sql: str
) -> None:
    adopted(store)
    store.delete("evening-1", "command line", AT)
    adopted(store)
    before = loaded(store), store.imports.deletions(9)
    if not isinstance(where, Path):
        sql = sql.replace("INSERT OR REPLACE INTO", "INSERT INTO").replace(
            " '', by", " 'x', by"
        )
    with another_program(where) as other, pytest.raises(refusals()):
        other.execute(sql)
    assert (loaded(store), store.imports.deletions(9)) == before


def test_a_file_that_grew_meanwhile_is_looked_at_again_under_the_lock(
    store: Store,
) -> None:
    rubber = sheets.rubber()
    whole = prepared(rubber)
    first = opened(rubber.game, rubber.header, rubber.log[:7])
    store.imports.take_in([prepared(first)])
    assert store.imports.how(whole) == (Taken.GROWN, 7)
    store.imports.take_in([whole])
    assert store.imports.how(whole) == (Taken.KNOWN, rubber.last)
    assert loaded(store) == (rubber.header, rubber.log, rubber.head)
    assert isinstance(store.imports, Imports)
