"""The marks by which a word holds for one result and no other, and the hashes of what a
change would move: both stand in logs, so the same record must give the same ones in
every release."""

import hashlib
from pathlib import Path

import pytest

from benchmarks.seasons import seasons
from scorekeeper.core.codec import canonical
from scorekeeper.tables.results import row_mark
from scorekeeper.tables.session import Session
from scorekeeper.tables.settled import Moved, moves_hash
from tests.games.kept_rulings import held, read_back

MARKS = {
    "berzerka-1": "8af664f3d59255ef",
    "berzerka-13": "a465fb05cb6e6b5f",
    "bridge-1": "4f53cda18c2baa0c",
    "bridge-13": "4db5b8d8a6d2d8c8",
    "bridge-3": "5afcfc2c714c1f10",
    "bridge-4": "afaa5eec3a20f078",
    "deuces-wild-5": "6c4725ef2cd32897",
    "deuces-wild-7": "4f53cda18c2baa0c",
    "five-crowns-13": "2645c936cab7d697",
    "five-crowns-2": "f80e6b4a4b1ba467",
    "joker-bridge-11": "2645c936cab7d697",
    "joker-bridge-2": "ede174946d587b8a",
    "rook-3": "9cbe43afc30dd77a",
    "rook-6": "f58f0ed818df161e",
    "two-ten-jack-0": "42bef7d5c3cf4ec4",
    "two-ten-jack-11": "74ea9f886833c2f6",
}
"""By a kept session, a hash of the marks of all its rows. Where one differs, what the
sides of every table have confirmed ends with an update: keep what it is made of."""


def all_marks(session: Session) -> list[str]:
    return [row_mark(session, row) for row in session.sheet.rows()]


@pytest.mark.parametrize("path", held(), ids=lambda path: path.stem)
def test_a_kept_result_has_the_mark_that_it_had(path: Path) -> None:
    marks = all_marks(read_back(path))
    assert hashlib.sha256(canonical(marks)).hexdigest()[:16] == MARKS[path.stem]


def test_every_row_of_every_game_has_a_mark() -> None:
    games = set()
    for session in seasons(60, seed=4, hands=6):
        marks = all_marks(session)
        assert len(set(marks)) == len(marks)
        games.add(session.game.slug)
        rows = session.sheet.rows()
        moves = [Moved(row.id, row, None, {}, (row.label, row.facts)) for row in rows]
        assert len(moves_hash(moves)) == 64
    assert len(games) > 5
