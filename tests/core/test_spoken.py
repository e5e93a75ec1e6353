"""What a ruling says is written in files and read back."""

import pytest

from scorekeeper.core.judgments import Speech
from scorekeeper.core.seats import SIDES, TEAMS, Party, alone, numbered


@pytest.mark.parametrize("party", [*SIDES, *TEAMS, *alone(numbered(12))])
def test_a_party_reads_back_by_its_letters(party: Party) -> None:
    """That of seat 12 is not the one of seats 1 and 2."""
    speech = Speech()
    assert speech.value(speech.written(party)) == party
