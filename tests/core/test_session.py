"""The log: the order of play, corrections, misfits, and what is refused."""

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.deciding import decide
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Adjusted, Left, Seated, Voided
from scorekeeper.core.seats import COMPASS, Seat
from scorekeeper.core.session import (
    Command,
    Entry,
    fold,
    fold_on,
    fold_until,
    play_order,
)
from tests.core.rising import RISING, Called, Log, Peeked


def refused(log: Log, command: Command) -> str:
    with pytest.raises(RuleViolation) as caught:
        log.command(command)
    return caught.value.why.code


def order(log: Log) -> list[int]:
    return [entry.seq for entry in play_order(log.entries)]


# ---- the order of play ----


def test_entries_stand_in_the_order_in_which_they_were_made() -> None:
    log = Log().call(1).call(3).call(6)
    assert (order(log), log.numbers) == ([1, 2, 3], [1, 2, 3])


def test_an_entry_with_a_place_stands_before_the_one_it_names() -> None:
    log = Log().call(1).call(6).put(2, 3)
    assert (order(log), log.numbers, log.ids) == ([1, 3, 2], [1, 2, 3], [1, 3, 2])


def test_several_entries_with_one_place_keep_their_order() -> None:
    log = Log().call(10).put(1, 2, 5)
    assert (order(log), log.numbers) == ([2, 3, 1], [2, 3, 5])


def test_places_may_name_entries_that_have_places_themselves() -> None:
    log = Log().call(10).put(1, 5).put(2, 3)
    assert order(log) == [3, 2, 1]


def test_a_place_that_does_not_exist_is_refused() -> None:
    log = Log().call(1)
    assert refused(log, Command((Entry(Called(2), 9),))) == "refused.no-such-place"
    log.command(Command((), (1,)))
    assert refused(log, Command((Entry(Called(2), 2),))) == "refused.no-such-place"


def test_an_entry_is_checked_at_its_place() -> None:
    log = Log().call(1, 5)
    assert refused(log, Command((Entry(Called(1), 2),))) == "too-low"
    log.put(2, 3)
    assert log.numbers == [1, 2, 2]


# ---- corrections ----


def test_a_voided_entry_counts_for_nothing_and_keeps_its_place() -> None:
    log = Log().call(1, 4, 9).correct(2, Called(5))
    assert (order(log), log.numbers) == ([1, 5, 3], [1, 4, 4])


def test_a_row_keeps_its_id_through_corrections() -> None:
    log = Log().call(1, 4, 9).correct(2, Called(5)).correct(5, Called(6))
    assert log.ids == [1, 2, 3]
    assert log.numbers == [1, 5, 3]


def test_an_entry_put_before_a_voided_one_is_its_own_row() -> None:
    log = Log().call(1, 4, 9)
    log.command(Command((), (2,)))
    log.put(2, 3)
    assert log.ids == [1, 5, 3]


def test_a_plain_voiding_needs_no_successor() -> None:
    log = Log().call(1, 4, 9).command(Command((), (2,), "said in jest"))
    assert log.numbers == [1, 8]
    assert isinstance(log.entries[-1].event, Voided)


def test_several_entries_can_stand_instead_of_one() -> None:
    log = Log().call(1, 9).correct(2, Called(4), Called(8))
    assert (log.numbers, log.ids) == ([1, 3, 4], [1, 2, 2])


def test_what_no_longer_fits_is_set_aside_with_its_reason_and_never_dropped() -> None:
    log = Log().call(1, 4, 6).correct(2, Called(7))
    [misfit] = log.folded.misfits
    assert (misfit.entry.seq, misfit.why.why.code) == (3, "too-low")
    assert log.numbers == [1, 6]
    log.correct(5, Called(5))
    assert (log.folded.misfits, log.numbers) == ((), [1, 4, 1])


def test_a_misfit_can_itself_be_corrected() -> None:
    log = Log().call(1, 4, 6).correct(2, Called(7)).correct(3, Called(8))
    assert (log.folded.misfits, log.numbers, log.ids) == ((), [1, 6, 1], [1, 2, 3])


def test_new_entries_go_on_from_what_counts() -> None:
    log = Log().call(1, 4, 6).correct(2, Called(7))
    assert refused(log, Command((Entry(Called(7)),))) == "too-low"
    log.call(8)
    assert log.numbers == [1, 6, 1]


@pytest.mark.parametrize("seq", [0, 2, 99])
def test_only_an_entry_in_the_log_can_be_voided(seq: int) -> None:
    log = Log().call(1)
    assert refused(log, Command((), (seq,))) == "refused.no-such-entry"


def test_a_voiding_cannot_be_voided_nor_an_entry_twice() -> None:
    log = Log().call(1).command(Command((), (1,)))
    assert refused(log, Command((), (2,))) == "refused.no-such-entry"
    assert refused(log, Command((), (1,))) == "refused.already-voided"
    again = Log().call(1)
    assert refused(again, Command((), (1, 1))) == "refused.already-voided"


def test_what_has_been_seen_is_corrected_and_not_taken_back() -> None:
    log = Log().add(Peeked(4))
    assert refused(log, Command((), (1,))) == "refused.shown-stays-shown"
    assert (
        refused(log, Command((Entry(Called(5), 1),), (1,)))
        == "refused.shown-stays-shown"
    )
    assert (
        refused(log, Command((Entry(Peeked(5)),), (1,))) == "refused.shown-stays-shown"
    )
    log.correct(1, Peeked(5))
    assert log.numbers == [5]


# ---- commands ----


def test_a_command_is_made_as_a_whole_or_not_at_all() -> None:
    log = Log().call(1)
    assert refused(log, Command((Entry(Called(5)), Entry(Called(4))))) == "too-low"
    assert len(log.entries) == 1


def test_a_command_first_voids_and_then_records() -> None:
    log = Log().call(1, 4)
    found = decide(
        RISING, None, log.entries, Command((Entry(Called(2), 2),), (2,), "misheard")
    )
    assert found == (Entry(Voided(2, "misheard")), Entry(Called(2), 2))


def test_deciding_from_a_known_fold_is_the_same() -> None:
    log = Log().call(1, 4)
    command = Command((Entry(Called(5)), Entry(Called(6))))
    known = decide(RISING, None, log.entries, command, log.folded)
    assert known == decide(RISING, None, log.entries, command)


def test_only_the_game_s_own_events_and_the_evening_s_are_taken() -> None:
    class Other:
        KIND: ClassVar[str] = "other"

    log = Log()
    assert refused(log, Command((Entry(Other()),))) == "refused.unknown-kind"
    assert refused(log, Command((Entry(Voided(1)),))) == "refused.unknown-kind"
    log.add(Adjusted("NS", 5, "why not"))
    assert log.numbers == [5]


# ---- people ----


def people(log: Log) -> str:
    return "".join(name for _, name in log.folded.people)


def test_people_sit_clockwise_whatever_the_order_of_sitting_down() -> None:
    log = Log().add(
        Seated("C", Seat.SOUTH), Seated("A", Seat.NORTH), Seated("B", Seat.EAST)
    )
    assert people(log) == "ABC"


def test_who_is_displaced_waits_and_who_leaves_is_gone() -> None:
    log = Log().seat("ABCD").add(Seated("E", Seat.NORTH))
    assert (people(log), log.folded.waiting) == ("EBCD", ("A",))
    log.add(Seated("B", None))
    assert (people(log), log.folded.waiting) == ("ECD", ("A", "B"))
    log.add(Left("A"), Left("C"))
    assert (people(log), log.folded.waiting) == ("ED", ("B",))
    assert log.folded.persons == ("E", "D", "B")


def test_changing_seats_leaves_the_old_one_empty() -> None:
    log = Log().seat("ABCD").add(Seated("A", Seat.EAST))
    assert people(log) == "ACD"
    assert log.folded.waiting == ("B",)


def test_a_row_knows_who_sat_there_then() -> None:
    log = Log().seat("ABCD").call(1).add(Seated("E", Seat.NORTH)).call(2)
    first, second = log.folded.state.rows
    assert dict(first.people)[Seat.NORTH] == "A"
    assert dict(second.people)[Seat.NORTH] == "E"


def test_seating_corrected_later_changes_who_sat_there() -> None:
    log = Log().seat("ABCD").call(1).correct(1, Seated("Z", Seat.NORTH))
    [row] = log.folded.state.rows
    assert dict(row.people)[Seat.NORTH] == "Z"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (Seated("", Seat.NORTH), "refused.name-length"),
        (Seated("   ", Seat.NORTH), "refused.name-length"),
        (Seated("N" * 25, Seat.NORTH), "refused.name-length"),
        (Seated("N", Seat.ONE), "refused.no-such-seat"),
        (Left("nobody"), "refused.not-here"),
    ],
)
def test_people_that_cannot_be(event: Seated | Left, code: str) -> None:
    assert refused(Log(), Command((Entry(event),))) == code


# ---- folding ----


def test_fold_until_stops_before_the_entry_even_when_it_is_voided() -> None:
    log = Log().call(1, 4, 9).correct(2, Called(5))
    before = fold_until(RISING, None, log.entries, 2)
    assert [row.id for row in before.state.rows] == [1, 2]
    assert [row.id for row in fold_until(RISING, None, log.entries, 5).state.rows] == [
        1
    ]


RUNS = st.lists(st.integers(1, 9), min_size=1, max_size=8)


def rising(steps: list[int]) -> Log:
    log = Log()
    total = 0
    for step in steps:
        total += step
        log.call(total)
    return log


@given(RUNS, st.data())
def test_fold_of_a_whole_is_folding_on(steps: list[int], data: st.DataObject) -> None:
    log = rising(steps)
    cut = data.draw(st.integers(0, len(steps)))
    folded = fold(RISING, None, log.entries[:cut])
    for entry in log.entries[cut:]:
        folded = fold_on(RISING, folded, entry)
    assert folded == log.folded


@given(RUNS, st.data())
def test_void_and_record_again_is_record(steps: list[int], data: st.DataObject) -> None:
    log = rising(steps)
    before = log.numbers, log.ids
    seq = data.draw(st.integers(1, len(steps)))
    log.correct(seq, log.entries[seq - 1].event)
    assert (log.numbers, log.ids) == before


@given(RUNS, st.lists(st.tuples(st.integers(1, 60), st.integers(1, 60)), max_size=6))
def test_nothing_accepted_is_ever_lost(
    steps: list[int], corrections: list[tuple[int, int]]
) -> None:
    """Whatever is corrected: every entry counts, is set aside as a misfit, or was
    voided."""
    log = rising(steps)
    for seq, number in corrections:
        try:
            log.correct(1 + seq % len(log.entries), Called(number))
        except RuleViolation:
            continue
    folded = log.folded
    counted = {seq for row in folded.state.rows for seq in row.entries}
    misfits = {misfit.entry.seq for misfit in folded.misfits}
    voided = {e.event.entry for e in log.entries if isinstance(e.event, Voided)}
    facts = {e.seq for e in log.entries if not isinstance(e.event, Voided)}
    assert counted | misfits | voided == facts
    assert not counted & misfits and not (counted | misfits) & voided
    last = 0
    for row in folded.state.rows:
        assert row.total("NS") > 0
        last += int(row.total("NS"))
    assert last == folded.state.last


def test_every_seat_of_the_ring_can_be_taken() -> None:
    log = Log().seat("ABCD")
    assert [seat for seat, _ in log.folded.people] == list(COMPASS)
