"""The history: found as if every session were looked at, page by page, and kept up to date."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.seasons import fill, seasons
from scorekeeper.core.evening import Ended, Left, Seated
from scorekeeper.core.phones import Role
from scorekeeper.core.session import Command, Entry
from scorekeeper.store import Store
from scorekeeper.store.history import (
    LATEST,
    Sitting,
    Sought,
    group_key,
    people_of,
    person_key,
    search_words,
)
from scorekeeper.store.phones import hashed
from scorekeeper.tables.session import Session, in_utc
from tests.toy import GAMES, SEATED, Took, entries, header, stamp

SESSIONS = 90
ME = hashed("a phone's reference")
EVERYTHING = (
    Sought(),
    Sought(game="rook"),
    Sought(is_open=True),
    Sought(name="tom"),
    Sought(name="sule"),
    Sought(name="ΕΛΕΝΗ"),
    Sought(name="o su"),
    Sought(name="tom chidi"),
    Sought(name="a"),
    Sought(name="b m"),
    Sought(name="tom", game="joker-bridge"),
    Sought(name="tom", is_open=True),
    Sought(person=person_key("Zoë")),
    Sought(person=person_key("Tom"), game="two-ten-jack"),
    Sought(person=person_key("Al"), name="dagny"),
    Sought(since="2025-01-10", until="2025-10-03"),
    Sought(until="2024-12-31", game="bridge"),
    Sought(since="2026-05-01", name="marek"),
    Sought(name="nobody"),
)


@pytest.fixture(scope="module")
def played() -> list[Session]:
    return list(seasons(SESSIONS, seed=9, hands=3))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, played: list[Session]) -> Iterator[Store]:
    opened = Store(tmp_path_factory.mktemp("history") / "scorekeeper.db")
    fill(opened, iter(played))
    yield opened
    opened.close()


def is_sought(session: Session, sought: Sought) -> bool:
    """Whether a session is looked for, said in another way than the index says it."""
    people = people_of(session)
    begun = [word for one in people for word in search_words(one)]
    day = session.header.at[:10]
    return all(
        (
            sought.game in ("", session.header.game),
            not sought.is_open or not session.glance.is_over,
            not sought.person or sought.person in [person_key(one) for one in people],
            not sought.group or sought.group == group_key(people),
            (sought.since or day) <= day <= (sought.until or day),
            all(any(one.startswith(word) for one in begun) for word in search_words(sought.name)),
        )
    )


def expected(played: list[Session], sought: Sought) -> list[str]:
    ordered = sorted(played, key=lambda one: (in_utc(one.header.at), one.id), reverse=True)
    return [one.id for one in ordered if is_sought(one, sought)]


def paged(store: Store, sought: Sought, size: int) -> list[Sitting]:
    """Everything that is found, a page at a time."""
    found: list[Sitting] = []
    before = LATEST
    while page := store.history.sittings(sought, size, before):
        found += page
        before = page[-1].place
    return found


def ids(found: list[Sitting]) -> list[str]:
    return [one.summary.session for one in found]


@pytest.mark.parametrize("sought", EVERYTHING, ids=str)
def test_what_is_sought_is_found(store: Store, played: list[Session], sought: Sought) -> None:
    right = expected(played, sought)
    assert ids(store.history.sittings(sought, SESSIONS)) == right
    assert ids(paged(store, sought, 7)) == right
    if sought not in (Sought(name="nobody"),):
        assert right, "nothing of the kind was played: the test shows nothing"


def test_each_group_is_found_with_its_sessions(store: Store, played: list[Session]) -> None:
    groups = store.history.groups(SESSIONS)
    assert {one.key for one in groups} == {group_key(people_of(one)) for one in played}
    assert [one.place for one in groups] == sorted((one.place for one in groups), reverse=True)
    for one in groups[:10]:
        sought = Sought(group=one.key)
        found = store.history.sittings(sought, SESSIONS)
        assert ids(found) == expected(played, sought)
        assert found[0].place == one.place and found[0].day == one.day
        assert store.history.group(one.key) == one.people
        assert {row.group for row in found} == {one.key}
    half = store.history.groups(len(groups) // 2)
    rest = store.history.groups(SESSIONS, half[-1].place)
    assert half + rest == groups


def test_a_search_by_a_common_beginning_looks_at_everything(store: Store) -> None:
    """More people than are merged: the same answer by another way."""
    import scorekeeper.store.history as history

    before = history.MERGED
    sought = Sought(name="m")
    merged = ids(store.history.sittings(sought, SESSIONS))
    try:
        history.MERGED = 0
        assert ids(store.history.sittings(sought, SESSIONS)) == merged
    finally:
        history.MERGED = before


def test_a_phone_finds_only_what_it_was_at(tmp_path: Path, played: list[Session]) -> None:
    store = Store(tmp_path / "scorekeeper.db")
    fill(store, iter(played[:12]))
    for one in played[2:12:3]:
        store.phones.host(one.id, ME, one.game.ring(one.settings), "2026-01-01T00:00:00Z")
    own = [one.id for one in played[2:12:3]][::-1]
    assert ids(store.history.sittings(Sought(phone=ME), 20)) == own
    assert store.history.sittings(Sought(phone=hashed("another")), 20) == []
    found = store.history.groups(20, phone=ME)
    assert {one.key for one in found} == {group_key(people_of(one)) for one in played[2:12:3]}
    store.close()


# ---- names ----


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Ciarán Ó Súilleabháin", ("ciaran", "o", "suilleabhain")),
        ("Jean-Luc  d’Arc", ("jean", "luc", "d", "arc")),
        ("Løvås Æsop", ("lovas", "aesop")),
        ("GROẞ", ("gross",)),
        ("ＴＯＭ", ("tom",)),
        ("", ()),
        ("%_'", ()),
    ],
)
def test_names_are_searched_without_their_accents(name: str, words: tuple[str, ...]) -> None:
    assert search_words(name) == words


def test_a_person_is_the_same_in_any_case(store: Store) -> None:
    assert person_key(" ingrid  B") == person_key("Ingrid b")
    assert person_key("Zoe") != person_key("Zoë") == person_key("Zoe\u0308")
    assert group_key(("Tom", "ingrid")) == group_key(("Ingrid", "tom"))
    assert store.history.person(person_key("zoë")) == "Zoë"
    assert store.history.person("nobody") == "" and store.history.group("none") == ()


# ---- kept up to date ----

TABLES = (
    "SELECT * FROM history ORDER BY 1",
    "SELECT * FROM history_people ORDER BY 1, 2, 3",
    "SELECT * FROM history_groups ORDER BY 1",
)


def index(store: Store) -> list[list[tuple[object, ...]]]:
    return [store._reader.execute(sql).fetchall() for sql in TABLES]


def test_made_anew_from_the_logs_it_is_the_same(store: Store) -> None:
    before = index(store)
    assert all(before)
    store.rebuild_summaries()
    assert index(store) == before


def test_it_follows_what_is_entered(tmp_path: Path) -> None:
    store = Store(tmp_path / "scorekeeper.db", GAMES)
    for n, day in enumerate(("2026-01-01", "2026-01-02", "2026-01-03")):
        at = f"{day}T20:00:00+01:00"
        store.create(replace(header(f"evening-{n}"), at=at), SEATED, stamp("open"))

    def does(*events: object, voids: tuple[int, ...] = ()) -> None:
        before = index(store)
        command = Command(entries(*events), voids)  # type: ignore[arg-type]
        key = f"key-{len(store.open('evening-2').log)}"  # type: ignore[union-attr]
        store.append("evening-2", command, stamp(key))
        now = index(store)
        store.rebuild_summaries()
        assert index(store) == now
        changed.append(now != before)

    changed: list[bool] = []
    does(Took(7))
    does(Seated("Eve"))
    does(Left("Ada"))
    does(Took(8))
    does(Ended())
    assert changed == [False, True, False, False, True]
    with_eve = store.history.sittings(Sought(name="eve"), 9)
    assert ids(with_eve) == ["evening-2"] and ids(with_eve) != []
    assert len(store.history.groups(9)) == 2
    assert ids(store.history.sittings(Sought(is_open=True), 9)) == ["evening-1", "evening-0"]
    does(voids=(9,))
    does(voids=(6,))
    assert changed[5:] == [True, True]
    assert store.history.sittings(Sought(name="eve"), 9) == []
    (group,) = store.history.groups(9)
    assert (group.people, group.day) == (("Ada", "Ben", "Cleo", "Dov"), "2026-01-03")
    store.close()


def test_a_group_that_lost_its_last_session_steps_back(tmp_path: Path) -> None:
    store = Store(tmp_path / "scorekeeper.db", GAMES)
    for n in (1, 2):
        at = f"2026-01-0{n}T20:00:00Z"
        store.create(replace(header(f"evening-{n}"), at=at), SEATED, stamp("open"))
    store.append("evening-2", Command((Entry(Seated("Eve")),)), stamp("late"))
    assert [(one.day, len(one.people)) for one in store.history.groups(9)] == [
        ("2026-01-02", 5),
        ("2026-01-01", 4),
    ]
    store.close()


def test_a_database_from_before_gets_its_history(tmp_path: Path, played: list[Session]) -> None:
    path = tmp_path / "scorekeeper.db"
    store = Store(path)
    fill(store, iter(played[:8]))
    before = index(store)
    db = store._writer
    for name in ("history_people", "history_groups", "person_words", "persons", "history"):
        db.execute(f"DROP TABLE {name}")
    db.execute("DROP INDEX summaries_by_time")
    db.execute("DELETE FROM _sqlite_migrations WHERE name = 'm004_history'")
    store.close()
    again = Store(path)
    assert index(again) == before
    again.close()


def test_every_way_to_look_uses_an_index(store: Store) -> None:
    """Nothing that a page asks for reads a whole table or sorts it."""
    import scorekeeper.store.history as history

    asked = {**history._asked(Sought(), LATEST), "limit": 5, "one": "x", "words": "[]"}
    for sql in (
        *(history._ALL, history._GAME, history._GROUP, history._OPEN),
        *(history._PERSON, history._PERSON_GAME, history._GROUPS),
    ):
        plan = [row[3] for row in store._reader.execute("EXPLAIN QUERY PLAN " + sql, asked)]
        first = next(step for step in plan if "history" in step)
        assert "USING" in first and "INDEX" in first, plan
        assert not any("TEMP B-TREE FOR ORDER" in step for step in plan), plan


def test_a_role_alone_is_a_place(tmp_path: Path, played: list[Session]) -> None:
    store = Store(tmp_path / "scorekeeper.db")
    fill(store, iter(played[:3]))
    store.phones.be(played[1].id, ME, Role.WATCHER, "2026-01-01T00:00:00Z")
    assert ids(store.history.sittings(Sought(phone=ME), 9)) == [played[1].id]
    store.close()
