"""Writers killed at random moments, in both journal modes; ./prove kills does it 200
times."""

from pathlib import Path

import pytest

from scorekeeper.store import FILE_NAME, Store
from tests.proof import planted
from tests.proof.broken import Broken
from tests.proof.inspection import inspect
from tests.proof.kills import JOURNALS, first_version, kill_writers
from tests.proof.player import Player


@pytest.mark.parametrize("journal", JOURNALS)
def test_what_was_answered_for_survives_a_kill(tmp_path: Path, journal: str) -> None:
    told = kill_writers(tmp_path, journal, rounds=6, seed=6)
    assert (told.rounds, told.migrating) == (6, 2)
    assert told.answered > 0


def test_a_store_that_answers_too_early_is_found_out(tmp_path: Path) -> None:
    store = planted.Hasty(tmp_path / FILE_NAME)
    play = Player(store, "hasty").play()
    answers = [next(play) for _ in range(9)]
    inspect(tmp_path, answers)
    answers.append(next(play))
    with pytest.raises(Broken, match="was answered for and is not there"):
        inspect(tmp_path, answers)
    store.close()


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    first_version(tmp_path / FILE_NAME, "DELETE")
    Store(tmp_path / FILE_NAME).close()
    assert inspect(tmp_path).journal == "DELETE"
