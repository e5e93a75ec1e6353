"""Sessions out of sight, and deleted for good: nothing of them is left but the record."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.store import NoSuchSession, Store, Taken
from scorekeeper.store.index import SessionQuery
from scorekeeper.store.rows import Imports, prepared
from scorekeeper.tables.session import opened
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
        [one.session for one in store.index.recent()],
        [one.session for one in store.index.find(SessionQuery(), 9)],
        [one.session for one in store.index.find(SessionQuery(name="ing"), 9)],
        [one.people for one in store.index.groups(9)],
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


def test_what_a_phone_took_in_waits_and_what_is_entered_there_waits_with_it(store: Store) -> None:
    rubber = sheets.rubber()
    first = opened(rubber.game, rubber.header, rubber.log[:7])
    assert store.imports.take_in([prepared(first)], PHONE, AT) == [Taken.NEW]
    assert store.imports.take_in([prepared(rubber)], PHONE, AT) == [Taken.GROWN]
    assert listed(store) == NOWHERE
    assert [(one.summary.session, one.why, one.phone) for one in store.imports.unlisted()] == [
        ("evening-1", "imported", PHONE)
    ]
    store.show("evening-1")
    assert listed(store) != NOWHERE


def test_what_is_deleted_leaves_nothing_but_the_record(store: Store, where: Where) -> None:
    adopted(store)
    rubber = sheets.rubber()
    store.delete("evening-1", "host", AT)
    assert listed(store) == NOWHERE
    assert store.open("evening-1") is None
    assert [(one.session, one.entries, one.head) for one in store.imports.deletions(9)] == [
        ("evening-1", rubber.last, rubber.head)
    ]
    with pytest.raises(NoSuchSession):
        store.delete("evening-1", "host", AT)
    store.close()
    if isinstance(where, Path):
        kept = b"".join(one.read_bytes() for one in where.parent.glob("scorekeeper.db*"))
        assert b"Ingrid" not in kept
    again = Store(where)
    assert adopted(again) != NOWHERE  # its file brings it back
    again.close()


SQL = (
    "DELETE FROM events",
    "DELETE FROM sessions",
    "DELETE FROM deletions",
    "UPDATE deletions SET is_done = 0",
    "UPDATE deletions SET session_id = 'evening-1'",
    "UPDATE deletions SET at = 'x'",
    "INSERT OR REPLACE INTO deletions SELECT n, session_id, '', by, game, entries, head, 0"
    " FROM deletions",
    "INSERT INTO deletions VALUES (7, 'evening-1', '', 'host', '', 1, 'x', 0)",
)


@pytest.mark.parametrize("sql", SQL)
def test_the_log_and_the_record_hold_after_a_deletion(store: Store, where: Where, sql: str) -> None:
    adopted(store)
    store.delete("evening-1", "command line", AT)
    adopted(store)
    before = store.load("evening-1"), store.imports.deletions(9)
    if not isinstance(where, Path):
        sql = sql.replace("INSERT OR REPLACE INTO", "INSERT INTO").replace(" '', by", " 'x', by")
    with another_program(where) as other, pytest.raises(refusals()):
        other.execute(sql)
    assert (store.load("evening-1"), store.imports.deletions(9)) == before


def test_a_file_that_grew_meanwhile_is_looked_at_again_under_the_lock(store: Store) -> None:
    rubber = sheets.rubber()
    whole = prepared(rubber)
    first = opened(rubber.game, rubber.header, rubber.log[:7])
    store.imports.take_in([prepared(first)])
    assert store.imports.how(whole) == (Taken.GROWN, 7)
    store.imports.take_in([whole])
    assert store.imports.how(whole) == (Taken.KNOWN, rubber.last)
    assert store.load("evening-1") == (rubber.header, rubber.log, rubber.head)
    assert isinstance(store.imports, Imports)
