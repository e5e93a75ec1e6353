"""Rook: two teams bid for the kitty and capture counters, to a target."""

from scorekeeper.games.game import Game
from scorekeeper.games.rook import arbitration, events, pages, rules, scoring, sheet
from scorekeeper.games.rook.line import SPOKEN
from scorekeeper.games.rook.scoring import ROUNDS
from scorekeeper.games.rook.state import State

ROOK: Game[rules.Settings, State] = Game(
    slug="rook",
    rounds=ROUNDS,
    rule_sheet=rules.RULE_SHEET,
    presets=rules.PRESETS,
    events=events.EVENTS,
    players=(4, 5, 6),
    numbers=lambda settings: (4, 5, 6) if settings.calls_partner else (4,),
    check=scoring.check,
    apply=ROUNDS.apply,
    sheet=sheet.sheet,
    glance=sheet.glance,
    sources=rules.SOURCES,
    flow=pages.FLOW,
    spoken=SPOKEN,
    views={"sheet": sheet.running, "print": sheet.running},
    calls=(events.CallMade,),
    opened_by=lambda state: (
        None if state.round.calls or state.round.bid else state.round.dealer
    ),
    arbiter=arbitration.ARBITER,
    sealables=pages.SEALABLES,
    counted=pages.COUNTED,
)
"""Rook, for four players; for five or six where the bidder calls a partner."""
