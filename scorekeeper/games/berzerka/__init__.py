"""Berzerka: three players, a board of contracts, and values that grow while it fills."""

from scorekeeper.games.berzerka.arbitration import ARBITER
from scorekeeper.games.berzerka.events import EVENTS, ContractBid, HotseatPicked, Passed
from scorekeeper.games.berzerka.pages import FLOW
from scorekeeper.games.berzerka.rules import DOCUMENT, PRESETS, RULE_SHEET
from scorekeeper.games.berzerka.scoring import (
    COUNTED,
    ROUNDS,
    apply,
    boards_view,
    check,
    glance,
    sheet,
)
from scorekeeper.games.berzerka.state import RING
from scorekeeper.games.game import game_of

BERZERKA = game_of(
    ROUNDS,
    rule_sheet=RULE_SHEET,
    presets=PRESETS,
    events=EVENTS,
    players=(len(RING),),
    check=check,
    apply=apply,
    sheet=sheet,
    glance=glance,
    sources=(DOCUMENT,),
    flow=FLOW,
    views={"sheet": boards_view, "print": boards_view},
    calls=(ContractBid, Passed, HotseatPicked),
    opener=lambda state: None if state.hand else state.round.dealer,
    arbiter=ARBITER,
    counted=COUNTED,
)
"""The game as the rest of the app knows it."""
