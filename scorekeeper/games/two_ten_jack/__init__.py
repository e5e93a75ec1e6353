"""Two-Ten-Jack: capture the scoring hearts, avoid the spades, or take all six of a
suit."""

from scorekeeper.core.messages import listed
from scorekeeper.games.game import Game
from scorekeeper.games.two_ten_jack import (
    arbitration,
    events,
    pages,
    play,
    rules,
    scoring,
)
from scorekeeper.games.two_ten_jack.line import SPOKEN
from scorekeeper.games.two_ten_jack.scoring import ROUNDS, State

TWO_TEN_JACK: Game[rules.Settings, State] = Game(
    slug="two-ten-jack",
    rounds=ROUNDS,
    rule_sheet=rules.RULE_SHEET,
    presets=rules.PRESETS,
    in_force={"removed": lambda settings: listed(play.taken_out(settings), " ")},
    events=events.EVENTS,
    players=tuple(range(rules.FEWEST, rules.MOST + 1)),
    check=scoring.check,
    apply=ROUNDS.apply,
    sheet=pages.sheet,
    glance=pages.glance,
    sources=rules.SOURCES,
    flow=pages.FLOW,
    spoken=SPOKEN,
    views={"sheet": pages.turned, "watch": pages.while_watched},
    arbiter=arbitration.ARBITER,
    counted=scoring.COUNTED,
)
"""Two-Ten-Jack, for two to eight players."""
