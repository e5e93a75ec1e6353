"""Spades: two teams say how many tricks they will take. See docs/adding-a-game.md."""

from scorekeeper.games.arbiter.defaults import UsualGame
from scorekeeper.games.arbiter.table import Cites
from scorekeeper.games.game import Game
from scorekeeper.games.spades import events, pages, play, rules
from scorekeeper.games.spades.play import ROUNDS, State

USUAL = UsualGame(
    ROUNDS, rules.RULE_SHEET, Cites.on(rules.WRONG), results=(events.TricksTaken,)
)
SPADES: Game[rules.Settings, State] = Game(
    slug="spades",
    rounds=ROUNDS,
    rule_sheet=rules.RULE_SHEET,
    presets=rules.PRESETS,
    events=events.EVENTS,
    players=(4,),
    check=play.check,
    apply=ROUNDS.apply,
    sheet=pages.sheet,
    glance=pages.glance,
    sources=rules.SOURCES,
    flow=pages.FLOW,
    spoken=pages.SPOKEN,
    arbiter=USUAL.arbiter(),
)
"""Spades for four in two teams."""
