"""The history: found as if every session were looked at, page by page, and kept up to
date."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from benchmarks.seasons import fill, seasons
from scorekeeper.core.evening import Ended, Left, Seated
from scorekeeper.core.notes import Respelt
from scorekeeper.core.phone_notes import Role
from scorekeeper.core.session import Command, Entry
from scorekeeper.store import Store
from scorekeeper.store.index import (
    LATEST,
    SessionQuery,
    Summary,
    group_key,
    people_of,
    person_key,
    search_words,
    statement,
)
from scorekeeper.store.phones import hashed
from scorekeeper.tables.session import Session, in_utc
from tests.engines import Where, of_files
from tests.toy import GAMES, SEATED, Took, entries, header, stamp

SESSIONS = 90
ME = hashed("a phone's reference")
EVERYTHING = (
    SessionQuery(),
    SessionQuery(game="rook"),
    SessionQuery(is_open=True),
    SessionQuery(name="tom"),
    SessionQuery(name="sule"),
    SessionQuery(name="ΕΛΕΝΗ"),
    SessionQuery(name="o su"),
    SessionQuery(name="tom chidi"),
    SessionQuery(name="a"),
    SessionQuery(name="b m"),
    SessionQuery(name="tom", game="joker-bridge"),
    SessionQuery(name="tom", is_open=True),
    SessionQuery(person=person_key("Zoë")),
    SessionQuery(person=person_key("Tom"), game="two-ten-jack"),
    SessionQuery(person=person_key("Al"), name="dagny"),
    SessionQuery(since="2025-01-10", until="2025-10-03"),
    SessionQuery(until="2024-12-31", game="bridge"),
    SessionQuery(since="2026-05-01", name="marek"),
    SessionQuery(name="nobody"),
)


@pytest.fixture(scope="module")
def played() -> list[Session]:
    return list(seasons(SESSIONS, seed=9, hands=3))


@pytest.fixture(scope="module")
def stores(
    tmp_path_factory: pytest.TempPathFactory,
    played: list[Session],
) -> Iterator[dict[str, Store]]:
    """The same season for both engines, each filled when it is first asked for."""
    opened: dict[str, Store] = {}
    yield opened
    for one in opened.values():
        one.close()


@pytest.fixture
def store(
    engine: str,
    stores: dict[str, Store],
    played: list[Session],
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Store:
    if engine not in stores:
        where: Where = tmp_path_factory.mktemp("history") / "scorekeeper.db"
        if engine == "postgresql":
            where = request.getfixturevalue("cluster").empty()
        stores[engine] = Store(where)
        fill(stores[engine], iter(played))
    return stores[engine]


def is_sought(session: Session, sought: SessionQuery) -> bool:
    """Whether a session is looked for, said in another way than the index says it."""
    people = people_of(session)
    begun = [word for person in people for word in search_words(person)]
    asked = search_words(sought.name or "")
    day = session.header.at[:10]
    return all(
        (
            sought.game in (None, session.header.game),
            not sought.is_open or not session.glance.is_over,
            not sought.person
            or sought.person in [person_key(person) for person in people],
            not sought.group or sought.group == group_key(people),
            (sought.since or day) <= day <= (sought.until or day),
            all(any(one.startswith(word) for one in begun) for word in asked),
        )
    )


def expected(played: list[Session], sought: SessionQuery) -> list[str]:
    ordered = sorted(
        played, key=lambda one: (in_utc(one.header.at), one.id), reverse=True
    )
    return [session.id for session in ordered if is_sought(session, sought)]


def paged(store: Store, sought: SessionQuery, size: int) -> list[Summary]:
    """Everything that is found, a page at a time."""
    found: list[Summary] = []
    before = LATEST
    while page := store.index.find(sought, size, before):
        found += page
        before = page[-1].position
    return found


def ids(found: list[Summary]) -> list[str]:
    return [summary.session for summary in found]


@pytest.mark.parametrize("sought", EVERYTHING, ids=str)
def test_what_is_sought_is_found(
    store: Store, played: list[Session], sought: SessionQuery
) -> None:
    right = expected(played, sought)
    assert ids(store.index.find(sought, SESSIONS)) == right
    assert ids(paged(store, sought, 7)) == right
    if sought not in (SessionQuery(name="nobody"),):
        assert right, "nothing of the kind was played: the test shows nothing"


def test_each_group_is_found_with_its_sessions(
    store: Store, played: list[Session]
) -> None:
    groups = store.index.groups(SESSIONS)
    assert {group.key for group in groups} == {
        group_key(people_of(session)) for session in played
    }
    assert [group.position for group in groups] == sorted(
        (group.position for group in groups), reverse=True
    )
    for one in groups[:10]:
        sought = SessionQuery(group=one.key)
        found = store.index.find(sought, SESSIONS)
        assert ids(found) == expected(played, sought)
        assert found[0].position == one.position and found[0].day == one.day
        assert store.index.group(one.key) == one.people
    half = store.index.groups(len(groups) // 2)
    rest = store.index.groups(SESSIONS, half[-1].position)
    assert half + rest == groups


def test_a_phone_finds_only_what_it_was_at(where: Where, played: list[Session]) -> None:
    store = Store(where)
    fill(store, iter(played[:12]))
    for one in played[2:12:3]:
        store.phones.host(
            one.id, ME, one.game.ring(one.settings), "2026-01-01T00:00:00Z"
        )
    own = [session.id for session in played[2:12:3]][::-1]
    assert ids(store.index.find(SessionQuery(phone=ME), 20)) == own
    assert store.index.find(SessionQuery(phone=hashed("another")), 20) == []
    found = store.index.groups(20, phone=ME)
    assert {group.key for group in found} == {
        group_key(people_of(session)) for session in played[2:12:3]
    }
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
def test_names_are_searched_without_their_accents(
    name: str, words: tuple[str, ...]
) -> None:
    assert search_words(name) == words


def test_a_person_is_the_same_in_any_case(store: Store) -> None:
    assert person_key(" ingrid  B") == person_key("Ingrid b")
    assert person_key("Zoe") != person_key("Zoë") == person_key("Zoe\u0308")
    assert group_key(("Tom", "ingrid")) == group_key(("Ingrid", "tom"))
    assert store.index.person(person_key("zoë")) == "Zoë"
    assert store.index.person("nobody") == "" and store.index.group("none") == ()


# ---- kept up to date ----

TABLES = (
    "SELECT session_id, game, opened_at, day, is_over, group_key, everybody FROM session_index"
    " ORDER BY 1",
    "SELECT * FROM people ORDER BY 1, 2, 3",
)


def index(store: Store) -> list[list[tuple[object, ...]]]:
    return [store.rows(sql) for sql in TABLES]


def test_made_anew_from_the_logs_it_is_the_same(store: Store) -> None:
    before = index(store)
    assert all(before)
    store.rebuild_index()
    assert index(store) == before


def does(store: Store, *events: object, voids: tuple[int, ...] = ()) -> bool:
    """Whether the index is another one after these events, which it then is too when it
    is made anew."""
    before = index(store)
    command = Command(entries(*events), voids)  # type: ignore[arg-type]
    key = f"key-{len(store.open('evening-2').log)}"  # type: ignore[union-attr]
    store.append("evening-2", command, stamp(key))
    now = index(store)
    store.rebuild_index()
    assert index(store) == now
    return now != before


def test_it_follows_what_is_entered(where: Where) -> None:
    store = Store(where, GAMES)
    for n, day in enumerate(("2026-01-01", "2026-01-02", "2026-01-03")):
        at = f"{day}T20:00:00+01:00"
        store.create(replace(header(f"evening-{n}"), at=at), SEATED, stamp("open"))
    assert not does(store, Took(7))
    assert does(store, Seated("Eve"))
    assert not does(store, Left("Ada"))
    assert not does(store, Took(8))
    assert does(store, Ended())
    with_eve = store.index.find(SessionQuery(name="eve"), 9)
    assert ids(with_eve) == ["evening-2"] and ids(with_eve) != []
    assert len(store.index.groups(9)) == 2
    assert ids(store.index.find(SessionQuery(is_open=True), 9)) == [
        "evening-1",
        "evening-0",
    ]
    before = store.index.groups(9)
    assert does(store, voids=(9,))
    assert does(store, Respelt("Eve", "Zoe"))
    assert "evening-2" in ids(store.index.find(SessionQuery(is_open=True), 9))
    assert store.index.find(SessionQuery(name="eve"), 9) == []
    assert ids(store.index.find(SessionQuery(name="zoe"), 9)) == ["evening-2"]
    renamed = [
        ["Zoe" if name == "Eve" else name for name in one.people] for one in before
    ]
    assert sorted(map(sorted, renamed)) == sorted(
        sorted(group.people) for group in store.index.groups(9)
    )
    does(store, voids=(store.open("evening-2").log[-1].seq,))  # type: ignore[union-attr]
    assert ids(store.index.find(SessionQuery(name="eve"), 9)) == ["evening-2"]
    assert [group.people for group in store.index.groups(9)] == [
        one.people for one in before
    ]
    store.close()


def test_a_group_that_lost_its_last_session_steps_back(where: Where) -> None:
    store = Store(where, GAMES)
    for n in (1, 2):
        at = f"2026-01-0{n}T20:00:00Z"
        store.create(replace(header(f"evening-{n}"), at=at), SEATED, stamp("open"))
    store.append("evening-2", Command((Entry(Seated("Eve")),)), stamp("late"))
    assert [(group.day, len(group.people)) for group in store.index.groups(9)] == [
        ("2026-01-02", 5),
        ("2026-01-01", 4),
    ]
    store.close()


@of_files
def test_a_database_from_before_gets_its_history(
    where: Where, played: list[Session]
) -> None:
    store = Store(where)
    fill(store, iter(played[:8]))
    before = index(store)
    db = store.engine.writer
    db.execute("DROP VIEW listed")
    for name in ("outcome_people", "outcomes", "people", "session_index"):
        db.execute(f"DROP TABLE {name}")
    db.execute(
        "CREATE TABLE summaries (session_id TEXT PRIMARY KEY REFERENCES sessions (id))"
    )
    db.execute("DELETE FROM _sqlite_migrations WHERE name = 'm009_index'")
    store.close()
    again = Store(where)
    assert index(again) == before
    again.close()


@of_files
@pytest.mark.parametrize(
    "sought",
    [
        SessionQuery(),
        SessionQuery(game="x"),
        SessionQuery(group="x"),
        SessionQuery(is_open=True),
        SessionQuery(since="2026-01-01", until="2026-02-01"),
        SessionQuery(person="x"),
        SessionQuery(name="x y"),
    ],
    ids=str,
)
def test_what_pages_list_is_neither_read_whole_nor_sorted(
    store: Store, sought: SessionQuery
) -> None:
    sql, asked = statement(sought, LATEST)
    plan = [row[3] for row in store.rows(f"EXPLAIN QUERY PLAN {sql} LIMIT 5", asked)]
    assert "SEARCH session_index USING INDEX" in plan[0], plan
    assert not any("TEMP B-TREE FOR ORDER" in step for step in plan), plan
    assert not any("SCAN" in step for step in plan if "unlisted" not in step), plan


def test_a_role_alone_is_a_place(where: Where, played: list[Session]) -> None:
    store = Store(where)
    fill(store, iter(played[:3]))
    store.phones.be(played[1].id, ME, Role.WATCHER, "2026-01-01T00:00:00Z")
    assert ids(store.index.find(SessionQuery(phone=ME), 9)) == [played[1].id]
    store.close()
