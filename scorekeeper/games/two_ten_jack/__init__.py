"""Two-Ten-Jack: capture the scoring hearts, avoid the spades, or take all six of a suit."""

from scorekeeper.core.messages import listed
from scorekeeper.games.game import game_of
from scorekeeper.games.two_ten_jack.arbitration import ARBITER
from scorekeeper.games.two_ten_jack.events import EVENTS
from scorekeeper.games.two_ten_jack.pages import FLOW, glance, sheet, turned, while_watched
from scorekeeper.games.two_ten_jack.play import taken_out
from scorekeeper.games.two_ten_jack.rules import FEWEST, MOST, PRESETS, RULE_SHEET, SOURCES
from scorekeeper.games.two_ten_jack.scoring import COUNTED, ROUNDS, check

TWO_TEN_JACK = game_of(
    ROUNDS,
    rule_sheet=RULE_SHEET,
    presets=PRESETS,
    in_force={"removed": lambda settings: listed(taken_out(settings), " ")},
    events=EVENTS,
    players=tuple(range(FEWEST, MOST + 1)),
    check=check,
    checked_part=ROUNDS.checked_part,
    sheet=sheet,
    glance=glance,
    sources=SOURCES,
    flow=FLOW,
    views={"sheet": turned, "watch": while_watched},
    arbiter=ARBITER,
    counted=COUNTED,
)
"""Two-Ten-Jack, for two to eight players."""
