"""500: two sides bid for the kitty and must take the tricks that they have bid."""

from scorekeeper.games.arbiter.defaults import UsualGame
from scorekeeper.games.arbiter.table import Cites
from scorekeeper.games.five_hundred import events, pages, play, rules
from scorekeeper.games.game import Game

USUAL = UsualGame(
    play.ROUNDS,
    rules.RULE_SHEET,
    pack=lambda settings: play.PACK,
    cites=Cites.on(rules.WRONG),
    results=(events.TricksTaken,),
)
FIVE_HUNDRED: Game[rules.Settings, play.State] = Game(
    slug="five-hundred",
    rounds=play.ROUNDS,
    rule_sheet=rules.RULE_SHEET,
    presets=rules.PRESETS,
    events=events.EVENTS,
    players=(4,),
    check=play.check,
    apply=play.ROUNDS.apply,
    sheet=pages.sheet,
    glance=pages.glance,
    sources=rules.SOURCES,
    flow=pages.FLOW,
    spoken=pages.SPOKEN,
    views={"watch": pages.while_watched},
    arbiter=USUAL.arbiter(),
)
"""500, as four play it in Australia."""
