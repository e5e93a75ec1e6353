"""Spades: two teams say how many tricks they will take. The example of docs/adding-a-game.md."""

from scorekeeper.core.cards import STANDARD_PACK
from scorekeeper.games.default_rulings import Cites, usual_arbiter
from scorekeeper.games.game import game_of
from tests.spades.events import EVENTS
from tests.spades.pages import FLOW, glance, sheet
from tests.spades.play import ROUNDS, check
from tests.spades.rules import PRESETS, RULE_SHEET, SOURCES, WRONG

SPADES = game_of(
    ROUNDS,
    rule_sheet=RULE_SHEET,
    presets=PRESETS,
    events=EVENTS,
    players=(4,),
    check=check,
    sheet=sheet,
    glance=glance,
    sources=SOURCES,
    flow=FLOW,
    arbiter=usual_arbiter(ROUNDS, RULE_SHEET, lambda settings: STANDARD_PACK, Cites.on(WRONG)),
)
"""Spades for four in two teams."""
