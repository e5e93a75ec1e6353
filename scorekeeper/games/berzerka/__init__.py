"""Berzerka: three players, a board of contracts, and values that grow while it fills."""

from scorekeeper.games.berzerka import scoring
from scorekeeper.games.berzerka.arbitration import ARBITER
from scorekeeper.games.berzerka.events import EVENTS, ContractBid, HotseatPicked, Passed
from scorekeeper.games.berzerka.pages import FLOW
from scorekeeper.games.berzerka.rules import DOCUMENT, PRESETS, RULE_SHEET
from scorekeeper.games.berzerka.state import RING
from scorekeeper.games.game import game_of

BERZERKA = game_of(
    scoring.ROUNDS,
    rule_sheet=RULE_SHEET,
    presets=PRESETS,
    events=EVENTS,
    players=(len(RING),),
    check=scoring.check,
    apply=scoring.apply,
    sheet=scoring.sheet,
    glance=scoring.glance,
    sources=(DOCUMENT,),
    flow=FLOW,
    views={"sheet": scoring.boards_view, "print": scoring.boards_view},
    calls=(ContractBid, Passed, HotseatPicked),
    opened_by=lambda state: None if state.hand else state.round.dealer,
    arbiter=ARBITER,
    counted=scoring.COUNTED,
)
"""The game as the rest of the app knows it."""
