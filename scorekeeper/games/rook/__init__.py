"""Rook: two teams bid for the kitty and capture counters, to a target."""

from scorekeeper.games.game import game_of
from scorekeeper.games.rook import arbitration, events, pages, rules, scoring

ROOK = game_of(
    scoring.ROUNDS,
    rule_sheet=rules.RULE_SHEET,
    presets=rules.PRESETS,
    events=events.EVENTS,
    players=(4,),
    check=scoring.check,
    sheet=scoring.sheet,
    glance=scoring.glance,
    sources=rules.SOURCES,
    flow=pages.FLOW,
    views={"sheet": scoring.running, "print": scoring.running},
    calls=(events.CallMade,),
    opened_by=lambda state: (
        None if state.round.calls or state.round.bid else state.round.dealer
    ),
    arbiter=arbitration.ARBITER,
    sealables=pages.SEALABLES,
    counted=scoring.COUNTED,
)
"""Rook, as tables of four play it."""
