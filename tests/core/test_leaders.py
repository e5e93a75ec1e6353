"""Who leads a game, where points are good and where they are bad."""

from dataclasses import dataclass, replace

import pytest

from scorekeeper.core.rounds import Tally
from scorekeeper.games.spades import pages
from scorekeeper.games.spades.play import ROUNDS, Game
from scorekeeper.games.spades.rules import Settings


@dataclass(frozen=True)
class Avoiding(Game):
    FEWEST_WINS = True


@pytest.mark.parametrize("kind", [Tally, Avoiding])
def test_the_best_score_leads_and_level_ones_share_it(kind: type[Tally]) -> None:
    fewest = kind.FEWEST_WINS
    assert kind({"1": 104, "2": 3}).leaders == (("2",) if fewest else ("1",))
    assert kind({"1": 3, "2": 3, "3": 7}).leaders == (("1", "2") if fewest else ("3",))


def test_the_sheet_says_whether_the_fewest_win() -> None:
    avoiding = replace(ROUNDS, tally=Avoiding)
    sheet = replace(pages.sheet, rules=avoiding)
    assert sheet(avoiding.start(Settings())).fewest_wins
    assert not pages.sheet(ROUNDS.start(Settings())).fewest_wins
