"""Berzerka: three players, a board of contracts, and values that grow while it
fills."""

from scorekeeper.games.berzerka import arbitration, events, pages, rules, scoring
from scorekeeper.games.berzerka.line import SPOKEN
from scorekeeper.games.berzerka.scoring import ROUNDS
from scorekeeper.games.berzerka.state import State
from scorekeeper.games.game import Game

BERZERKA: Game[rules.Settings, State] = Game(
    slug="berzerka",
    rounds=ROUNDS,
    rule_sheet=rules.RULE_SHEET,
    presets=rules.PRESETS,
    events=events.EVENTS,
    players=(3,),
    check=scoring.check,
    apply=scoring.apply,
    sheet=scoring.sheet,
    glance=scoring.glance,
    sources=(rules.DOCUMENT,),
    flow=pages.FLOW,
    spoken=SPOKEN,
    views={"sheet": scoring.boards_view, "print": scoring.boards_view},
    calls=events.CALLS,
    opened_by=lambda state: None if state.hand else state.round.dealer,
    arbiter=arbitration.ARBITER,
    counted=scoring.COUNTED,
    whole=15,
)
"""The game as the rest of the app knows it."""
