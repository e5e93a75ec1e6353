"""Whose the house is in a database of an earlier release: it is written down as it was
then."""

from dataclasses import replace
from pathlib import Path

from scorekeeper.core.seats import Seat
from scorekeeper.store import Store
from scorekeeper.tables.session import opened
from tests.adopting import adopt
from tests.engines import another_program
from tests.exports import sheets

OLD = "2001-01-01T00:00:00Z"
SOON = "2999-01-01T00:00:00Z"
RING = (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST)


def phone(letter: str) -> str:
    return letter * 64


def as_before_the_house(path: Path) -> None:
    """Take away what this release has added, as a database of the one before has it."""
    with another_program(path) as file:
        file.execute("ALTER TABLE deletions DROP COLUMN whole")
        for table in (
            "house",
            "house_links",
            "links_of_hosts",
            "arrivals",
            "night_phones",
            "night_tables",
            "asked_for",
        ):
            file.execute(f"DROP TABLE {table}")
        file.execute("DELETE FROM _sqlite_migrations WHERE name >= 'm011'")


def table(store: Store, name: str, host: str, at: str) -> None:
    """A table that this phone opened then."""
    played = sheets.rubber()
    made = opened(played.game, replace(played.header, session=name))
    adopt(store, made.header, made.log)
    store.phones.opening(phone(host), f"key {name}", name, at)
    store.phones.host(name, phone(host), RING, at)


def test_a_database_of_an_earlier_release_keeps_its_house(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    store = Store(path)
    table(store, "first", "a", "2026-01-01T20:00:00Z")
    table(store, "second", "b", "2026-01-02T20:00:00Z")  # b sat at the first one
    table(store, "third", "c", "2026-01-03T20:00:00Z")  # c is a stranger's
    store.phones.sit(
        "first", phone("b"), (Seat.WEST,), "2026-01-01T21:00:00Z", from_host=True
    )
    store.run("UPDATE phones SET made_at = ?", [SOON])
    store.close()
    as_before_the_house(path)
    store = Store(path)
    assert store.phones.house(OLD, "") == {
        phone("a"): "2026-01-01T20:00:00Z",
        phone("b"): "2026-01-02T20:00:00Z",
    }
    assert store.phones.opening(phone("d"), "key", "fourth", "2026-01-04T20:00:00Z")
    assert phone("d") not in store.phones.house(OLD, "")
    store.close()


def test_who_is_away_for_a_year_was_no_house(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.db"
    store = Store(path)
    table(store, "first", "a", "2020-01-01T20:00:00Z")
    table(store, "second", "b", "2026-01-02T20:00:00Z")
    store.run("UPDATE phones SET made_at = ? WHERE reference = ?", [OLD, phone("a")])
    store.run("UPDATE phones SET made_at = ? WHERE reference = ?", [SOON, phone("b")])
    store.close()
    as_before_the_house(path)
    store = Store(path)
    assert {*store.phones.house("2000-01-01T00:00:00Z", "")} == {phone("b")}
    store.close()


def test_a_database_without_a_house_gives_it_to_the_next_phone_that_opens_a_table(
    tmp_path: Path,
) -> None:
    path = tmp_path / "scorekeeper.db"
    Store(path).close()
    as_before_the_house(path)
    store = Store(path)
    assert store.phones.house(OLD, "") == {}
    table(store, "first", "a", "2026-01-01T20:00:00Z")
    table(store, "second", "b", "2026-01-02T20:00:00Z")
    assert store.rows("SELECT phone FROM house") == [(phone("a"),)]
    store.close()
