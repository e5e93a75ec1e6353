"""What the store answers to a command: every row of its table, alone and in a crowd."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper.core.cards import Card
from scorekeeper.core.errors import ImpossibleResult, RuleViolation
from scorekeeper.core.evening import Adjusted, Seated, Voided
from scorekeeper.core.result_notes import ResultConfirmed
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Command, Entry, entry_fields, link, root
from scorekeeper.store import (
    Appended,
    KeyReused,
    NoSuchSession,
    NotSaved,
    Refused,
    Replayed,
    SessionExists,
    Stale,
    Store,
    postgresql,
    rows,
)
from scorekeeper.store.database import ROWS_AT_ONCE
from scorekeeper.store.postgresql import Translating
from tests.engines import Cluster, Where, kill, of_all_files, of_servers
from tests.toy import GAMES, NAMES, SEATED, Shown, Took, entries, header, stamp


@pytest.fixture
def store(where: Where) -> Iterator[Store]:
    opened = Store(where, GAMES)
    opened.create(header(), SEATED, stamp("open"))
    yield opened
    opened.close()


def took(*tricks: int) -> Command:
    return Command(entries(*(Took(trick) for trick in tricks)))


def seqs(answer: Appended) -> list[int]:
    return [entry.seq for entry in answer.entries]


def last(store: Store) -> int:
    session = store.open("evening-1")
    assert session is not None
    return session.last


def test_a_command_is_recorded_as_one_and_its_head_answered(store: Store) -> None:
    answer = store.append("evening-1", took(7, 8), stamp("a"), seen=4)
    assert not isinstance(answer, Replayed)
    assert [(entry.seq, entry.part) for entry in answer.entries] == [(5, 0), (6, 1)]
    loaded = store.open("evening-1")
    assert loaded is not None
    assert loaded.log[4:] == answer.entries
    assert loaded.head == answer.entries[-1].hash


def test_the_chain_holds_from_the_rule_sheet_to_the_head(store: Store) -> None:
    store.append("evening-1", took(7), stamp("a", "misdeal? no"))
    session = store.open("evening-1")
    assert session is not None
    head = root(session.header)
    for entry in session.log:
        assert entry.previous == head
        head = link(head, entry_fields(entry))
        assert entry.hash == head
    assert session.head == head


def test_the_same_command_again_gets_the_first_answer_and_adds_nothing(
    store: Store,
) -> None:
    first = store.append("evening-1", took(7, 8), stamp("a"), seen=4)
    store.append("evening-1", took(9), stamp("b"), seen=6)
    again = store.append(
        "evening-1", took(7, 8), stamp("a", at="2026-11-20T21:00:00Z"), seen=4
    )
    assert isinstance(again, Replayed)
    assert (again.entries, again.head) == (first.entries, first.head)
    assert last(store) == 7


@pytest.mark.parametrize(
    ("other", "note"),
    [
        (took(6), ""),
        (took(7, 7), ""),
        (Command(entries(Took(7, "why"))), ""),
        (Command((Entry(Took(7), 4),)), ""),
        (Command(entries(Took(7)), (4,)), ""),
        (Command(entries(Took(7)), (), "because"), ""),
        (took(7), "a remark"),
    ],
)
def test_the_same_key_for_something_else_is_refused(
    store: Store, other: Command, note: str
) -> None:
    store.append("evening-1", took(7), stamp("a"))
    with pytest.raises(KeyReused):
        store.append("evening-1", other, stamp("a", note))
    assert last(store) == 5


def test_a_key_counts_only_within_its_session(store: Store) -> None:
    store.create(header("evening-2"), SEATED, stamp("open"))
    store.append("evening-1", took(7), stamp("a"))
    assert seqs(store.append("evening-2", took(6), stamp("a"))) == [5]


def test_a_stale_form_is_answered_with_what_was_entered_meanwhile(store: Store) -> None:
    store.append("evening-1", took(7), stamp("a"), seen=4)
    store.append("evening-1", took(8), stamp("b"), seen=5)
    with pytest.raises(Stale) as refusal:
        store.append("evening-1", took(9), stamp("c"), seen=4)
    assert [entry.event for entry in refusal.value.entries] == [Took(7), Took(8)]
    assert last(store) == 6


def test_a_form_that_saw_more_than_there_is_is_stale_too(store: Store) -> None:
    with pytest.raises(Stale) as refusal:
        store.append("evening-1", took(9), stamp("c"), seen=40)
    assert refusal.value.entries == ()


def test_a_note_since_makes_no_form_stale(store: Store) -> None:
    store.append("evening-1", took(7), stamp("a"), seen=4)
    store.append("evening-1", Command((Entry(ResultConfirmed(5, "NS")),)), stamp("b"))
    assert seqs(store.append("evening-1", took(8), stamp("c"), seen=5)) == [7]
    store.append("evening-1", Command((Entry(ResultConfirmed(7, "NS")),)), stamp("d"))
    with pytest.raises(Stale):
        store.append("evening-1", took(9), stamp("e"), seen=5)


def test_a_repeat_of_a_form_that_has_gone_stale_is_still_a_repeat(store: Store) -> None:
    store.append("evening-1", took(7), stamp("a"), seen=4)
    assert isinstance(store.append("evening-1", took(7), stamp("a"), seen=4), Replayed)


def test_what_the_rules_refuse_leaves_no_trace(store: Store) -> None:
    with pytest.raises(ImpossibleResult):
        store.append("evening-1", took(7, 14), stamp("a"))
    assert last(store) == 4
    assert seqs(store.append("evening-1", took(7), stamp("a"))) == [5]


@pytest.mark.parametrize("n", [1, 64, 65, 150])
def test_the_entries_of_a_command_are_few_statements(store: Store, n: int) -> None:
    """However many there are, each follows the one before it in the same statement."""
    answer = store.append("evening-1", took(*[1] * n), stamp("a"))
    store._kept.clear()
    session = store.open("evening-1")
    assert session is not None and session.log[4:] == answer.entries
    put = list[str]()
    noted = SimpleNamespace(execute=lambda sql, _row: put.append(sql))
    rows.insert_entries(noted, "evening-1", answer.entries, "")
    assert len(put) == -(-n // ROWS_AT_ONCE)


def test_an_unknown_session_is_refused(store: Store) -> None:
    assert store.open("nowhere") is None
    with pytest.raises(NoSuchSession):
        store.append("nowhere", took(7), stamp("a"))


def test_a_command_needs_a_key(store: Store) -> None:
    with pytest.raises(ValueError, match="key"):
        store.append("evening-1", took(7), stamp(""))


def test_a_correction_is_recorded_and_the_session_folded_anew(store: Store) -> None:
    store.append("evening-1", took(7, 8), stamp("a"))
    right = Command((Entry(Took(6), 5),), (5,), "miscounted")
    answer = store.append("evening-1", right, stamp("b"), seen=6)
    assert [entry.event for entry in answer.entries] == [
        Voided(5, "miscounted"),
        Took(6),
    ]
    session = store.open("evening-1")
    assert session is not None
    assert [row.facts[0].value for row in session.folded.state.rows] == [6, 8]
    assert session.folded.state.rows[0].id == 5


def test_of_a_placed_and_a_last_entry_each_is_checked_at_its_own_place(
    store: Store,
) -> None:
    card = Card.parse("SA")
    store.append("evening-1", Command(entries(Took(7), Shown(card))), stamp("a"))
    both = Command((Entry(Took(6), 5), Entry(Shown(card))), (5,))
    with pytest.raises(RuleViolation) as refusal:
        store.append("evening-1", both, stamp("b"))
    assert refusal.value.why.code == "refused.not-here"


def test_who_comes_later_sits_in_the_ring_as_after_a_restart(
    store: Store, where: Where
) -> None:
    moves = (Seated("Eve", Seat.WEST), Seated("Dov", Seat.NORTH))
    store.append("evening-1", Command(entries(*moves, Took(7))), stamp("a"))
    now = store.open("evening-1")
    fresh = Store(where, GAMES).open("evening-1")
    assert now is not None and fresh is not None
    assert now.folded == fresh.folded
    assert now.folded.people[0] == (Seat.NORTH, "Dov")


def test_text_is_kept_in_one_spelling(store: Store, where: Where) -> None:
    loose = "Zoe\u0308"
    tight = "Zo\u00eb"
    store.append(
        "evening-1", Command(entries(Adjusted("NS", 10, "late"))), stamp("before")
    )
    command = Command(entries(Seated(loose, Seat.NORTH)), (5,), loose)
    store.append("evening-1", command, stamp("a", loose))
    session = store.open("evening-1")
    fresh = Store(where, GAMES).open("evening-1")
    assert session is not None and fresh is not None
    assert session.log == fresh.log
    assert session.log[5].event == Voided(5, tight)
    assert session.log[6].note == tight
    again = Command(entries(Seated(tight, Seat.NORTH)), (5,), tight)
    assert isinstance(store.append("evening-1", again, stamp("a", tight)), Replayed)


def test_texts_of_any_kind_come_back_as_they_went_in(
    store: Store, where: Where
) -> None:
    hostile = "'; DROP TABLE events; --\t\n<b>\U0001f0cf"
    command = Command(entries(Adjusted("NS", -50, hostile)))
    store.append("evening-1", command, stamp("a", hostile))
    fresh = Store(where, GAMES).open("evening-1")
    assert fresh is not None
    assert fresh.log[4].note == hostile
    assert fresh.log[4].event == Adjusted("NS", -50, hostile)


# ---- opening a session ----


def test_a_session_sent_twice_is_opened_once(store: Store) -> None:
    again = store.create(header(at="2026-11-20T23:00:00Z"), SEATED, stamp("open"))
    assert isinstance(again, Replayed)
    assert seqs(again) == [1, 2, 3, 4]
    assert store.ids() == ["evening-1"]


def test_another_session_does_not_get_the_same_id(store: Store) -> None:
    with pytest.raises(SessionExists):
        store.create(header(), SEATED[:2], stamp("open"))
    with pytest.raises(SessionExists):
        store.create(header(), SEATED, stamp("another key"))


def test_a_session_the_rules_refuse_is_not_opened(store: Store) -> None:
    with pytest.raises(ImpossibleResult) as refusal:
        store.create(header("evening-2"), entries(Took(40)), stamp("open"))
    assert refusal.value.why.code == "refused.not-here"
    assert store.open("evening-2") is None


def test_a_session_can_be_opened_empty(store: Store) -> None:
    answer = store.create(header("evening-2"), (), stamp("open"))
    session = store.open("evening-2")
    assert session is not None
    assert session.head == answer.head == root(session.header)
    assert isinstance(store.create(header("evening-2"), (), stamp("open")), Replayed)
    assert seqs(store.append("evening-2", took(7), stamp("a"), seen=0)) == [1]


# ---- in a crowd ----


def run_all(work: list[threading.Thread]) -> None:
    for thread in work:
        thread.start()
    for thread in work:
        thread.join(timeout=60)


def test_of_twenty_forms_drawn_together_one_is_taken(store: Store) -> None:
    taken: list[Appended] = []
    stale: list[Stale] = []
    together = threading.Barrier(20)

    def send(n: int) -> None:
        together.wait()
        try:
            taken.append(
                store.append("evening-1", took(n % 14), stamp(f"k{n}"), seen=4)
            )
        except Stale as refusal:
            stale.append(refusal)

    run_all([threading.Thread(target=send, args=[n]) for n in range(20)])
    assert (len(taken), len(stale)) == (1, 19)
    assert last(store) == 5


def test_a_form_sent_twenty_times_at_once_is_recorded_once(store: Store) -> None:
    answers: list[Appended] = []
    together = threading.Barrier(20)

    def send() -> None:
        together.wait()
        answers.append(store.append("evening-1", took(7), stamp("same"), seen=4))

    run_all([threading.Thread(target=send) for _ in range(20)])
    assert len(answers) == 20
    assert sum(not isinstance(answer, Replayed) for answer in answers) == 1
    assert {answer.head for answer in answers} == {answers[0].head}


def test_two_stores_of_one_file_keep_one_log(store: Store, where: Where) -> None:
    other = Store(where, GAMES)
    failures: list[BaseException] = []

    def send(own: Store, name: str) -> None:
        try:
            for n in range(25):
                own.append("evening-1", took(n % 14), stamp(f"{name}{n}"))
        except BaseException as fault:
            failures.append(fault)

    run_all(
        [
            threading.Thread(target=send, args=pair)
            for pair in ((store, "a"), (other, "b"))
        ]
    )
    assert failures == []
    one = store.open("evening-1")
    two = other.open("evening-1")
    assert one is not None and two is not None
    assert one.log == two.log
    assert one.last == 54


def test_readers_see_whole_commands_while_others_write(store: Store) -> None:
    torn: list[int] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            if (last(store) - 4) % 3:
                torn.append(last(store))

    readers = [threading.Thread(target=read) for _ in range(3)]
    for thread in readers:
        thread.start()
    for n in range(30):
        store.append("evening-1", took(1, 2, 3), stamp(f"k{n}"))
    done.set()
    for thread in readers:
        thread.join(timeout=30)
    assert torn == []


# ---- what the disk refuses ----


@of_all_files
def test_a_database_that_can_not_be_written_says_so_and_recovers(store: Store) -> None:
    conn = store.engine.writer.conn
    conn.execute("PRAGMA query_only = ON")
    with pytest.raises(NotSaved):
        store.append("evening-1", took(7), stamp("a"), seen=4)
    conn.execute("PRAGMA query_only = OFF")
    assert seqs(store.append("evening-1", took(7), stamp("a"), seen=4)) == [5]


@of_all_files
def test_what_a_fault_kept_from_being_ended_is_read_by_nobody(store: Store) -> None:
    conn = store.engine.writer.conn
    conn.execute("BEGIN IMMEDIATE")
    conn.execute(
        "INSERT INTO unlisted (session_id, why, phone, at) VALUES ('evening-1', "
        "'hidden', '', '')"
    )
    assert not store.rows("SELECT session_id FROM unlisted")
    assert seqs(store.append("evening-1", took(7), stamp("a"), seen=4)) == [5]
    assert not store.rows("SELECT session_id FROM unlisted")


@of_all_files
def test_all_or_nothing_whichever_statement_fails(store: Store) -> None:
    """Fail at the first, second, ... statement of an append: never is half a command
    kept."""
    conn = store.engine.writer.conn
    grown_by = set()
    for steps in range(1, 400, 7):
        before = last(store)
        ticks = iter(range(steps))
        conn.set_progress_handler(lambda left=ticks: next(left, None) is None, 10)
        try:
            store.append("evening-1", took(1, 2), stamp(f"step{steps}"))
            grown = 2
        except NotSaved:
            grown = 0
        finally:
            conn.set_progress_handler(None, 0)
        assert last(store) == before + grown
        grown_by.add(grown)
    assert grown_by == {0, 2}, "some failed, and some came through"
    assert not conn.in_transaction


@pytest.mark.parametrize("step", range(1, 6))
@of_servers
def test_all_or_nothing_whichever_statement_loses_its_connection(
    store: Store, step: int
) -> None:
    """The back end dies at the first, second, ... statement: the command is done again,
    once."""
    engine = store.engine
    done = [0]
    lent = Translating.execute

    def execute(self: Translating, sql: str, asked: Any = (), /) -> Any:
        done[0] += 1
        if done[0] == step:
            pid = lent(self, "SELECT pg_backend_pid()").fetchone()[0]
            store.reading(lambda db: db)
            kill(engine, pid)
        return lent(self, sql, asked)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Translating, "execute", execute)
        answer = store.append("evening-1", took(1, 2), stamp("a"), seen=4)
    assert done[0] > 5
    assert seqs(answer) == [5, 6]
    assert last(store) == 6


@of_servers
def test_a_commit_whose_answer_was_lost_is_answered_as_the_first_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.store.postgresql import Postgresql

    engine = store.engine
    lost = [0]
    assert isinstance(engine, Postgresql)

    def tried(does: Any) -> Any:
        done = plain(does)
        if not lost[0]:
            lost[0] += 1
            done = plain(does)  # as `_tried` does it again
        return done

    plain = engine._tried
    monkeypatch.setattr(engine, "_tried", tried)
    answer = store.append("evening-1", took(7), stamp("a"), seen=4)
    assert seqs(answer) == [5] and not isinstance(answer, Replayed)
    assert lost == [1] and last(store) == 5
    lost[0] = 0
    runs: list[int] = []
    assert store.in_transaction(lambda _db: runs.append(1) or len(runs)) == 2, (
        "nothing was written"
    )
    lost[0] = 0
    assert store.run("DELETE FROM unlisted") == 0


@of_servers
def test_a_transaction_that_a_standby_never_heard_of_is_done_again(
    store: Store,
) -> None:
    def lost(connection: Any) -> bool:
        _, unbroken = postgresql._sent(connection)
        return not postgresql._came_through(connection, "999999999", unbroken)

    engine = store.engine
    assert isinstance(engine, postgresql.Postgresql)
    assert engine._tried(lost)


@pytest.mark.slow
def test_a_number_that_a_crash_gave_to_another_transaction_proves_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It crashes before a commit; what others then enter gets the number of the lost
    one."""
    cluster = Cluster().make()
    try:
        store = Store(cluster.database(), GAMES)
        sent = postgresql._sent
        crashed = []

        def crashes(connection: Any) -> Any:
            found = sent(connection)
            if not crashed:
                crashed.append(found)
                cluster.kill()
                cluster.start()
                for _ in range(9):
                    cluster.execute("SELECT pg_current_xact_id()")
            return found

        monkeypatch.setattr(postgresql, "_sent", crashes)
        store.create(header(), SEATED, stamp("open"))
        assert crashed and store.open("evening-1") is not None, "it was answered for"
        store.close()
    finally:
        cluster.stop()


@of_servers
def test_two_that_wait_for_each_other_are_both_done(store: Store, where: Where) -> None:
    other = Store(where, GAMES)
    store.create(header("evening-2"), SEATED, stamp("open"))
    together = threading.Barrier(2)
    failures = []

    def send(own: Store, first: str, second: str) -> None:
        met = []

        def work(_db: object) -> None:
            own.append(first, took(1), stamp(first + second))
            if not met:
                met.append(together.wait())
            own.append(second, took(2), stamp(first + second))

        try:
            own.in_transaction(work)
        except BaseException as fault:
            failures.append(fault)

    ways = (store, "evening-1", "evening-2"), (other, "evening-2", "evening-1")
    run_all([threading.Thread(target=send, args=way) for way in ways])
    assert failures == []
    assert last(store) == 6
    other.close()


def test_nul_is_refused_everywhere(store: Store) -> None:
    for command, note in (
        (Command(entries(Adjusted("NS", 5, "a\0b"))), ""),
        (took(7), "a\0b"),
    ):
        with pytest.raises(Refused):
            store.append("evening-1", command, stamp("a", note))
    assert last(store) == 4


def test_what_was_lost_is_not_kept_in_memory(store: Store, where: Where) -> None:
    """A failover can lose entries: what the database has counts."""
    store.append("evening-1", took(7), stamp("a"))
    store._kept["evening-1"] = replace(store._kept["evening-1"], head="0" * 64)
    before = store._kept["evening-1"]
    longer = before.grown(before.additions(took(8), stamp("b")))
    store._kept["evening-1"] = longer
    assert last(store) == 5
    assert store._kept["evening-1"].last == 5


def test_of_what_others_entered_only_the_new_is_read(
    store: Store, where: Where, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Store(where, GAMES)
    assert last(store) == 4
    right = Command((Entry(Took(6), 5),), (5,), "miscounted")
    other.append("evening-1", took(7, 8), stamp("a"))
    other.append("evening-1", right, stamp("b"))
    with monkeypatch.context() as patch:
        patch.setattr(rows, "read_session", None)
        read = store.open("evening-1")
    store._kept.clear()
    assert read is not None and read == store.open("evening-1")
    other.close()


def test_who_sits_is_summed_up(store: Store) -> None:
    assert store.index.names() == list(NAMES)


@of_servers
def test_what_was_read_before_its_lock_is_read_again(
    store: Store, where: Where
) -> None:
    """A transaction reads a session, another node appends to it, and only then the
    transaction locks it: it need not be run again."""
    other = Store(where, GAMES)
    fresh = Store(where, GAMES)  # has nothing in memory
    found = list[int]()

    def work(_db: object) -> Appended:
        found.append(last(fresh))
        other.append("evening-1", took(1), stamp("b"))
        return fresh.append("evening-1", took(2), stamp("a"))

    assert seqs(fresh.in_transaction(work)) == [6]
    assert found == [4]
    assert last(store) == last(fresh) == 6


def test_many_sessions_are_looked_up_at_once(store: Store, where: Where) -> None:
    """What another process wrote and deleted is known, with what stayed as it was."""
    other = Store(where, GAMES)
    other.append("evening-1", took(1), stamp("b"))
    store.look_up(["evening-1", "nowhere"])
    kept = store.open("evening-1", 0)
    assert kept is not None and kept.last == 5
    other.delete("evening-1", "host", "2026-11-27T20:00:00Z")
    store.look_up(["evening-1"])
    assert store.open("evening-1", 0) is None
