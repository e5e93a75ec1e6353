"""Nights by chance stand as the oracle says, and a planted fault is found."""

import pytest

from scorekeeper.nights import scoring
from tests.proof import evenings


def test_nights_by_chance_stand_as_the_oracle_says() -> None:
    for what, told in evenings.proved(seed=1, shapes=2):
        assert told.faults == [], what
        assert told.compared > 1


def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def unscaled(won: int, there: int, expected: int) -> int:
        return won

    assert scoring.neuberg(4, 6, 7) != unscaled(4, 6, 7)
    monkeypatch.setattr("scorekeeper.nights.standings.neuberg", unscaled)
    told = [told for _, told in evenings.proved(seed=1, shapes=2)]
    assert any(one.faults for one in told)
