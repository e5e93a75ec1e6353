"""Berzerka: three players, a board of contracts, and values that grow while it fills."""

from scorekeeper.games.berzerka.arbiter import ARBITER
from scorekeeper.games.berzerka.board import glance, print_view
from scorekeeper.games.berzerka.checks import check
from scorekeeper.games.berzerka.desk import DESK
from scorekeeper.games.berzerka.events import EVENTS, ContractBid, Passed
from scorekeeper.games.berzerka.hands import apply
from scorekeeper.games.berzerka.outcomes import COUNTED
from scorekeeper.games.berzerka.settings import DOCUMENT, PRESETS, RULE_SHEET
from scorekeeper.games.berzerka.sheet import sheet
from scorekeeper.games.berzerka.state import PARTIES, RING, State
from scorekeeper.games.game import Game

BERZERKA = Game(
    slug="berzerka",
    family="berzerka",
    edition=1,
    rule_sheet=RULE_SHEET,
    presets=PRESETS,
    events=EVENTS,
    lasting=(),
    players=(len(RING),),
    ring=lambda settings: RING,
    parties=lambda settings: PARTIES,
    start=State,
    check=check,
    apply=apply,
    sheet=sheet,
    glance=glance,
    sources=(DOCUMENT,),
    desk=DESK,
    views={"sheet": print_view, "print": print_view},
    calls=(ContractBid, Passed),
    opener=lambda state: state.opener,
    arbiter=ARBITER,
    counted=COUNTED,
)
"""The game as the rest of the app knows it."""
