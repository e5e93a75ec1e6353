"""What the seasons say somebody was ahead by is what the sheet says."""

from benchmarks.seasons import seasons
from scorekeeper.core.evening import Seated
from scorekeeper.core.outcomes import margins
from scorekeeper.core.seats import Seat
from scorekeeper.core.sheet import settle
from scorekeeper.games import GAMES
from scorekeeper.games.score_pad.events import PointsCounted
from scorekeeper.games.score_pad.rules import Settings, Wins
from tests.games.sitting import Sitting


def test_the_margin_of_a_session_is_what_its_sheet_says_between_the_players() -> None:
    seen = set()
    for session in seasons(60, seed=6, hands=8):
        found = margins(session.sheet, session.settings).alone
        said = dict(settle(session.sheet, session.settings))
        left = dict.fromkeys(found, 0)  # before the end: it is nobody's difference
        assert found == left | said, session.game.slug
        seen.add(session.game.slug)
    assert len(seen) > 5  # games whose evenings it makes up


def test_whoever_has_the_fewest_points_is_ahead_where_the_fewest_win() -> None:
    played = Sitting(GAMES["score-pad"], Settings(players=3, wins=Wins.FEWEST))
    for number, name in enumerate(("Ann", "Ben", "Cleo"), start=1):
        played.enter(Seated(name, Seat(str(number))))
    counted = tuple((Seat(str(n)), points) for n, points in ((1, 60), (2, 10), (3, 20)))
    played.enter(PointsCounted(counted))
    found = margins(played.sheet, played.settings)
    assert found.alone == {"Ann": -30, "Ben": 20, "Cleo": 10}
    assert found.against["Ben", "Ann"] == 50
    assert found.best["Ben"][0] == 20 and found.best["Ann"][0] == -30
