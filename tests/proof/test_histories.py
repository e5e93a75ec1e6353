"""The checker finds no fault with our store, and each fault that is planted."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.evenings import evening
from scorekeeper.store import FILE_NAME, Store
from scorekeeper.tables.session import Session
from tests.engines import Cluster
from tests.proof import planted
from tests.proof.histories import Plan, crowd
from tests.proof.history import Form, Outcome, Saw, Sent, check
from tests.proof.tellers import contradictions


def test_a_crowd_at_two_stores_of_one_file_leaves_no_contradiction(
    tmp_path: Path,
) -> None:
    assert contradictions(tmp_path / FILE_NAME, Store, 600) == []


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (planted.Deferred, "the rules allow it, and it was refused: refused.not-saved"),
        (planted.KeyBlind, "not as 3 in a row"),
        (planted.Fresh, "it was drawn after entry"),
        (planted.Hasty, "it was answered for and is not there"),
    ],
)
def test_a_planted_fault_is_found(
    tmp_path: Path, kind: type[Store], fault: str
) -> None:
    found = contradictions(tmp_path / FILE_NAME, kind, 300)
    assert any(fault in one for one in found), found


def test_a_crowd_at_two_stores_of_one_server_leaves_no_contradiction(
    cluster: Cluster,
) -> None:
    assert contradictions(cluster.database(), Store, 600) == []


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        (
            planted.LockAndRead,
            "the rules allow it, and it was refused: refused.not-saved",
        ),
        (
            planted.DeferredLock,
            "the rules allow it, and it was refused: refused.not-saved",
        ),
        (planted.NoUniqueKey, "chain"),
    ],
)
def test_a_fault_planted_at_a_server_is_found(
    cluster: Cluster, kind: type[Store], fault: str
) -> None:
    found = contradictions(cluster.empty(), kind, 300)
    assert any(fault in one for one in found), found


def test_a_crowd_at_a_served_table_that_is_killed_leaves_no_contradiction(
    tmp_path: Path,
) -> None:
    told = crowd(
        tmp_path, "WAL", Plan(120, clients=3, tables=2, blows=1, pause=(0.5, 0.8))
    )
    assert told.faults == []
    assert told.blows["killed"] >= 1
    assert told.outcomes[Outcome.OK] > 10


# ---- the checker itself, on histories made up by hand ----


@pytest.fixture
def log() -> Session:
    """Two deals; as forms they are "one" and "two"."""
    session = evening(2, session_id="table")
    names = {"deal-0": "one", "deal-1": "two"}
    marked = tuple(
        replace(entry, note=names.get(entry.key, "")) for entry in session.log
    )
    return replace(session, log=marked)


def sent(mark: str, seen: int, began: float, outcome: Outcome = Outcome.OK) -> Sent:
    return Sent(1, "table", mark, seen, True, began, began + 1, outcome)


def faults(log: Session, *said: Sent | Saw) -> list[str]:
    """What is found, but for the chain: the marks were put in by hand."""
    return [one for one in check(said, [log], 3) if "chain" not in one]


GOOD = (sent("one", 4, 0), sent("two", 7, 5))


def test_a_history_as_it_should_be(log: Session) -> None:
    assert faults(log, *GOOD, Saw(1, "table", 2, 3, 7, log.log[6].hash)) == []


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ((*GOOD, sent("three", 10, 9)), "it was answered for and is not there"),
        ((*GOOD, sent("two", 7, 9, Outcome.STALE)), "it was refused"),
        ((GOOD[0],), "nobody sent entry"),
        ((sent("one", 4, 9), GOOD[1]), "two was answered before one was sent"),
        ((sent("one", 3, 0), GOOD[1]), "it was drawn after entry 3 and is entry 5"),
        ((*GOOD, sent("three", 10, 9, Outcome.REFUSED)), "the rules allow it"),
        ((*GOOD, replace(GOOD[1], is_legal=False)), "the rules forbid it"),
        ((*GOOD, Saw(2, "table", 2, 3, 4)), "read 4 entries when 7 were answered for"),
        ((*GOOD, Saw(2, "table", 2, 3, 40)), "read 40 entries, and there are 10"),
        ((*GOOD, Saw(2, "table", 2, 3, 7, "0" * 64)), "no beginning of the log"),
    ],
)
def test_each_contradiction_is_named(
    log: Session, said: tuple[Sent | Saw, ...], fault: str
) -> None:
    assert any(fault in one for one in faults(log, *said)), faults(log, *said)


def test_a_form_without_an_answer_may_be_there_or_not(log: Session) -> None:
    lost = (sent("two", 7, 5, Outcome.INFO), sent("three", 10, 9, Outcome.INFO))
    assert faults(log, GOOD[0], *lost) == []


def test_a_form_that_was_never_answered_for_ends_never() -> None:
    assert Form((sent("two", 7, 5, Outcome.INFO),), (8, 9, 10)).ended == float("inf")
