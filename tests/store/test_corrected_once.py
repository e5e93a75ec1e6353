"""A correction works out once what follows it: it is handed on from who must agree to
it to who keeps it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.evenings import AT, stamp
from benchmarks.growth import corrected
from scorekeeper.core.result_notes import ResultConfirmed, SettledChanged
from scorekeeper.core.session import MARK_EVERY, Command, Entry, Folding
from scorekeeper.games import GAMES
from scorekeeper.store import Store, prepared
from scorekeeper.tables.consent import Asking, grown_as_agreed
from scorekeeper.tables.session import Session
from scorekeeper.tables.voices import Speaker

DEALS = 60


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many entries each step of a fold went through."""
    steps = list[int]()
    go_on = Folding.go_on

    def counted(self: Any, reached: Any, following: Any, position: int) -> Any:
        steps.append(len(following))
        return go_on(self, reached, following, position)

    monkeypatch.setattr(Folding, "go_on", counted)
    yield steps


def early_correction(session: Session) -> Command:
    """Other tricks in the first deal."""
    tricks = session.entry(6).event
    assert tricks.KIND == "tricks"
    return Command((Entry(replace(tricks, tricks=13), 6),), (6,), "misread")


def test_the_store_works_out_once_what_follows_a_correction(
    tmp_path: Path, folded: list[int]
) -> None:
    session = corrected(DEALS, 0)
    store = Store(tmp_path / "cards.db", GAMES)
    store.imports.take_in([prepared(session)])
    store.open(session.id)
    folded.clear()
    store.append(session.id, early_correction(session), stamp("corrected"))
    assert session.last <= sum(folded) <= session.last + MARK_EVERY
    store.close()


def test_consent_to_a_correction_is_added_to_what_was_worked_out(
    folded: list[int],
) -> None:
    session = corrected(DEALS, 0)
    row = next(iter(session.sheet.rows())).id
    words = [ResultConfirmed(row, party.id) for party in session.parties]
    confirmed = Command(tuple(map(Entry, words)))
    session = session.grown(session.additions(confirmed, stamp("confirmed")))
    everybody = frozenset(party.id for party in session.parties)
    host = Speaker(frozenset(session.ring), frozenset(), is_host=True)
    folded.clear()
    after = grown_as_agreed(
        session,
        early_correction(session),
        stamp("corrected"),
        Asking(host, everybody, AT),
    )
    assert session.last <= sum(folded) <= session.last + MARK_EVERY
    added = after.log[session.last :]
    assert isinstance(added[-1].event, SettledChanged)
    assert [entry.part for entry in added] == [0, 1, 2]
    assert {entry.key for entry in added} == {"corrected"}
