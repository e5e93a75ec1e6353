"""A game is added by its own folders and its line in GAMES: the loops over all games
find what they must know of it there."""

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from scorekeeper.games import GAMES
from scorekeeper.games.spades import SPADES
from scorekeeper.games.spades.rules import RULE_SHEET, Settings
from tests.games import about as module
from tests.games.about import About, about, folder_of
from tests.games.law_cases import laws_of
from tests.games.results import result_of

ROOT = Path(__file__).resolve().parent.parent.parent
OF_HEARTS = ("scorekeeper/games/hearts/", "tests/games/hearts/")
IN_GAMES = "scorekeeper/games/__init__.py"


@pytest.mark.parametrize("slug", GAMES)
def test_every_family_says_what_the_loops_must_know(slug: str) -> None:
    assert isinstance(about(slug), About)


@dataclass(frozen=True, slots=True, kw_only=True)
class OfCanasta(Settings):
    """The settings of a game that has no folder of tests."""


def test_a_game_that_says_nothing_is_told_which_file_to_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its settings are of this module, so its tests would lie in a folder of its
    name."""
    sheet = replace(RULE_SHEET, defaults=OfCanasta())
    monkeypatch.setitem(
        GAMES, "canasta", replace(SPADES, slug="canasta", rule_sheet=sheet)
    )
    with pytest.raises(LookupError, match=r"^write tests/games/games/about\.py"):
        about("canasta")
    with pytest.raises(LookupError, match=r"tests/games/games/laws\.csv"):
        laws_of("canasta")


def test_a_family_of_several_games_says_it_of_each(tmp_path: Path) -> None:
    path = tmp_path / "about.py"
    known = {"bridge": about("bridge")}
    assert module._one_of(known, "bridge", path) is about("bridge")
    with pytest.raises(LookupError, match="what minibridge is like"):
        module._one_of(known, "minibridge", path)


def test_a_result_that_is_missing_is_asked_for() -> None:
    with pytest.raises(LookupError, match="two results of score-pad"):
        result_of("score-pad")


def test_no_shared_file_imports_the_game_that_was_added_last() -> None:
    found = [
        str(path.relative_to(ROOT))
        for room in ("scorekeeper", "tests", "benchmarks", "tools")
        for path in sorted((ROOT / room).rglob("*.py"))
        if re.search(r"\bgames\.hearts\b", path.read_text())
    ]
    others = [name for name in found if not name.startswith(OF_HEARTS)]
    assert others == [IN_GAMES]
    assert folder_of(GAMES["hearts"]) == ROOT / OF_HEARTS[1]
