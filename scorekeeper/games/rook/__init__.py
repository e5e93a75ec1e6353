"""Rook: two teams bid for the kitty and capture counters, to a target."""

from scorekeeper.games.game import game_of
from scorekeeper.games.rook.arbitration import ARBITER
from scorekeeper.games.rook.events import EVENTS, CallMade
from scorekeeper.games.rook.pages import FLOW, SEALABLES
from scorekeeper.games.rook.rules import PRESETS, RULE_SHEET, SOURCES
from scorekeeper.games.rook.scoring import COUNTED, ROUNDS, check, glance, running, sheet

ROOK = game_of(
    ROUNDS,
    rule_sheet=RULE_SHEET,
    presets=PRESETS,
    events=EVENTS,
    players=(4,),
    check=check,
    checked_part=ROUNDS.checked_part,
    sheet=sheet,
    glance=glance,
    sources=SOURCES,
    flow=FLOW,
    views={"sheet": running, "print": running},
    calls=(CallMade,),
    opened_by=lambda state: None if state.round.calls or state.round.bid else state.round.dealer,
    arbiter=ARBITER,
    sealables=SEALABLES,
    counted=COUNTED,
)
"""Rook, as tables of four play it."""
