"""Two-Ten-Jack: capture the scoring hearts, avoid the spades, or take all six of a suit."""

from scorekeeper.games.game import Game
from scorekeeper.games.two_ten_jack.arbiter import ARBITER
from scorekeeper.games.two_ten_jack.checks import check
from scorekeeper.games.two_ten_jack.desk import DESK
from scorekeeper.games.two_ten_jack.events import EVENTS
from scorekeeper.games.two_ten_jack.outcomes import COUNTED
from scorekeeper.games.two_ten_jack.pack import ring
from scorekeeper.games.two_ten_jack.scoring import parties
from scorekeeper.games.two_ten_jack.settings import FEWEST, MOST, PRESETS, RULE_SHEET
from scorekeeper.games.two_ten_jack.sheet import glance, sheet, turned
from scorekeeper.games.two_ten_jack.sources import SOURCES
from scorekeeper.games.two_ten_jack.state import apply, start

TWO_TEN_JACK = Game(
    slug="two-ten-jack",
    family="two-ten-jack",
    edition=1,
    rule_sheet=RULE_SHEET,
    presets=PRESETS,
    events=EVENTS,
    lasting=(),
    players=tuple(range(FEWEST, MOST + 1)),
    ring=ring,
    parties=parties,
    start=start,
    check=check,
    apply=apply,
    sheet=sheet,
    glance=glance,
    sources=SOURCES,
    desk=DESK,
    views={"sheet": turned},
    arbiter=ARBITER,
    counted=COUNTED,
)
"""Two-Ten-Jack, for two to eight players."""
