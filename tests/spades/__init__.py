"""Spades: two teams say how many tricks they will take. The example of docs/adding-a-game.md."""

from scorekeeper.core.cards import STANDARD_PACK
from scorekeeper.games.default_case import Cites
from scorekeeper.games.default_forms import usual_arbiter
from scorekeeper.games.game import Game
from tests.spades.events import EVENTS
from tests.spades.pages import FLOW, glance, sheet
from tests.spades.play import ROUNDS, check
from tests.spades.rules import PRESETS, RULE_SHEET, SOURCES, WRONG

SPADES = Game(
    slug="spades",
    family="spades",
    rule_sheet=RULE_SHEET,
    presets=PRESETS,
    events=EVENTS,
    players=(4,),
    ring=ROUNDS.ring,
    parties=ROUNDS.parties,
    start=ROUNDS.start,
    check=check,
    apply=ROUNDS.apply,
    sheet=sheet,
    glance=glance,
    sources=SOURCES,
    flow=FLOW,
    arbiter=usual_arbiter(ROUNDS, RULE_SHEET, lambda settings: STANDARD_PACK, Cites.on(WRONG)),
)
"""Spades for four in two teams."""
