"""A fault at every statement of what the store does: all or nothing, and it goes on
afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.store import NotSaved, Store
from tests.proof.faults import FAULTS, MANNERS, Work, at_every_statement, laid, wished
from tests.proof.kills import JOURNALS
from tests.proof.works import WORKS, append_a_deal


@pytest.fixture(params=[JOURNALS[0], pytest.param(JOURNALS[1], marks=pytest.mark.slow)])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened = laid(tmp_path, request.param)
    yield opened
    opened.close()


@pytest.mark.parametrize("work", WORKS)
@pytest.mark.parametrize(("manner", "fault"), list(zip(MANNERS, FAULTS, strict=True)))
def test_all_or_nothing(store: Store, work: Work, manner: str, fault: str) -> None:
    """Each manner with one fault; `./prove faults` tries each with every fault."""
    assert at_every_statement(store, work, wished(manner, fault)) >= 6


def test_a_disk_that_is_really_full(store: Store) -> None:
    """As many entries as fit are there; with more room it goes on."""
    conn = store.engine.writer.conn
    taken = 0
    (pages,) = conn.execute("PRAGMA page_count").fetchone()
    conn.execute(f"PRAGMA max_page_count = {pages + 4}")
    with pytest.raises(NotSaved, match="full"):
        for taken in range(1000):
            append_a_deal(store, f"deal-{taken}")
    session = store.open("table")
    assert session is not None
    assert session.last == 4 + 3 * taken
    conn.execute("PRAGMA max_page_count = 100000")
    append_a_deal(store, "after all")
    assert store.engine.health().faults == ()
