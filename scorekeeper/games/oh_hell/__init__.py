"""Oh Hell: everyone says how many tricks they will take, and has to take just those."""

from scorekeeper.games.arbiter.defaults import UsualGame
from scorekeeper.games.arbiter.table import Cites
from scorekeeper.games.game import Game
from scorekeeper.games.oh_hell import events, pages, play, rules

USUAL = UsualGame(
    play.ROUNDS, rules.RULE_SHEET, Cites.on(rules.WRONG), results=(events.TricksTaken,)
)
OH_HELL: Game[rules.Settings, play.State] = Game(
    slug="oh-hell",
    rounds=play.ROUNDS,
    rule_sheet=rules.RULE_SHEET,
    presets=rules.PRESETS,
    events=events.EVENTS,
    players=(3, 4, 5, 6, 7),
    check=play.check,
    apply=play.ROUNDS.apply,
    sheet=pages.sheet,
    glance=pages.glance,
    sources=rules.SOURCES,
    flow=pages.FLOW,
    spoken=pages.SPOKEN,
    sealables=pages.SEALABLES,
    arbiter=USUAL.arbiter(),
)
"""Oh Hell, for three to seven players."""
