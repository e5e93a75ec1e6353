"""What corrections did: lines struck, rows rescored, rows gone."""

from scorekeeper.core.session import Command
from tests.core.rising import RISING, Called, Log, past


def of(log: Log):  # type: ignore[no-untyped-def]
    return past(RISING, None, log.entries)


def struck(log: Log) -> dict[int, list[int]]:
    return {
        row: [int(line.points) for line in lines]
        for row, lines in of(log).struck.items()
    }


def test_a_log_without_corrections_has_none() -> None:
    found = of(Log().call(1, 2))
    assert (found.corrections, found.struck, found.rescored, found.gone) == (
        (),
        {},
        frozenset(),
        (),
    )


def test_a_correction_strikes_its_own_lines_and_those_it_rescores() -> None:
    log = Log().call(1, 4, 9).correct(2, Called(6), reason="misheard")
    found = of(log)
    assert struck(log) == {2: [3], 3: [5]}
    assert found.rescored == {3}
    [one] = found.corrections
    assert (one.reason, one.by, one.rows, one.rescored) == ("misheard", "N", (2,), (3,))
    assert [entry.seq for entry in one.voided] == [2]
    assert [entry.seq for entry in one.instead] == [5]


def test_two_corrections_of_one_row_strike_twice() -> None:
    log = Log().call(1, 4).correct(2, Called(6)).correct(4, Called(7))
    assert struck(log) == {2: [3, 5]}


def test_a_correction_to_the_same_strikes_nothing() -> None:
    log = Log().call(1, 4).correct(2, Called(4))
    assert struck(log) == {2: []}
    assert of(log).rescored == frozenset()


def test_a_row_struck_altogether_is_gone() -> None:
    log = Log().call(1, 4, 9).command(Command((), (2,), "said in jest"))
    found = of(log)
    assert [row.id for row in found.gone] == [2]
    assert found.rescored == {3}


def test_an_entry_put_in_earlier_rescores_what_follows() -> None:
    log = Log().call(1, 9).put(2, 4)
    found = of(log)
    assert found.rescored == {2}
    assert found.corrections[0].voided == ()
    assert [entry.seq for entry in found.corrections[0].instead] == [3]
