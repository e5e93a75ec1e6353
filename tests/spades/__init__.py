"""Spades: two teams say how many tricks they will take. The example of
docs/adding-a-game.md."""

from scorekeeper.core.cards import STANDARD_PACK
from scorekeeper.games.arbiter.defaults import Cites, usual_arbiter
from scorekeeper.games.game import game_of
from tests.spades import events, pages, play, rules

SPADES = game_of(
    play.ROUNDS,
    rule_sheet=rules.RULE_SHEET,
    presets=rules.PRESETS,
    events=events.EVENTS,
    players=(4,),
    check=play.check,
    sheet=pages.sheet,
    glance=pages.glance,
    sources=rules.SOURCES,
    flow=pages.FLOW,
    arbiter=usual_arbiter(
        play.ROUNDS,
        rules.RULE_SHEET,
        lambda settings: STANDARD_PACK,
        Cites.on(rules.WRONG),
    ),
)
"""Spades for four in two teams."""
