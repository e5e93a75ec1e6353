"""Hearts: every heart is a point and the queen of spades thirteen; the fewest win."""

from scorekeeper.games.game import Game
from scorekeeper.games.hearts import arbitration, events, pages, play, rules

HEARTS: Game[rules.Settings, play.State] = Game(
    slug="hearts",
    rounds=play.ROUNDS,
    rule_sheet=rules.RULE_SHEET,
    presets=rules.PRESETS,
    events=events.EVENTS,
    players=(3, 4, 5, 6),
    check=play.check,
    apply=play.ROUNDS.apply,
    sheet=pages.sheet,
    glance=pages.glance,
    sources=rules.SOURCES,
    flow=pages.FLOW,
    spoken=pages.SPOKEN,
    arbiter=arbitration.ARBITER,
)
"""Hearts, for three to six players."""
