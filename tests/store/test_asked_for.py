"""Requests for a seat in the database: from which address each came, also those that an
earlier release kept."""

from pathlib import Path

from scorekeeper.core.seats import Seat
from scorekeeper.store import Store
from scorekeeper.store.phones import ASKABLE, AskedFor
from tests.adopting import adopt
from tests.engines import Where, another_program
from tests.exports import sheets

AT = "2026-01-01T20:00:00Z"
SOON = "2999-01-01T00:00:00Z"
GUEST = "g" * 22
STRANGER = "s" * 22


def at_a_table(where: Where) -> Store:
    store = Store(where)
    played = sheets.rubber()
    adopt(store, played.header, played.log)
    return store


def asks(store: Store, salt: str, address: str) -> bool:
    asked = AskedFor(sheets.rubber().id, Seat.WEST, salt, SOON, address)
    return store.phones.ask(f"words of {salt}", asked, AT)


def waiting(store: Store) -> list[tuple[str, str]]:
    found = store.phones.asked_for(sheets.rubber().id, AT)
    return [(asked.salt, asked.address) for asked in found]


def as_before_addresses(path: Path) -> None:
    """The salt of each request begins with its address, which has no column."""
    with another_program(path) as file:
        file.execute("UPDATE asked_for SET salt = address || '.' || salt")
        file.execute("ALTER TABLE asked_for DROP COLUMN address")
        file.execute("DELETE FROM _sqlite_migrations WHERE name >= 'm019'")


def test_a_request_is_kept_with_its_address(where: Where) -> None:
    store = at_a_table(where)
    assert asks(store, "one", GUEST)
    assert waiting(store) == [("one", GUEST)]
    kept = store.phones.request("words of one", AT)
    assert kept is not None
    assert (kept.seat, kept.address) == (Seat.WEST, GUEST)


def test_the_oldest_gives_way_of_the_address_with_most_requests(where: Where) -> None:
    store = at_a_table(where)
    asks(store, "0", GUEST)
    for number in range(1, ASKABLE):
        asks(store, str(number), STRANGER)
    assert asks(store, "9", "another")
    assert [salt for salt, _ in waiting(store)] == ["0", "2", "3", "9"]


def test_a_database_of_an_earlier_release_tells_the_addresses_too(
    tmp_path: Path,
) -> None:
    path = tmp_path / "scorekeeper.db"
    store = at_a_table(path)
    asks(store, "0", GUEST)
    for number in range(1, ASKABLE):
        asks(store, str(number), STRANGER)
    store.close()
    as_before_addresses(path)
    store = Store(path)
    before = [(f"{GUEST}.0", GUEST)]
    before += [(f"{STRANGER}.{number}", STRANGER) for number in range(1, ASKABLE)]
    assert waiting(store) == before
    assert asks(store, "9", "another")
    assert [address for _, address in waiting(store)].count(STRANGER) == ASKABLE - 2
    assert store.phones.let_in(sheets.rubber().id, f"{GUEST}.0", SOON, AT)
    store.close()
