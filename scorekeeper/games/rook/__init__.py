"""Rook: two teams bid for the kitty and capture counters, to a target."""

from typing import Any

from scorekeeper.core.seats import Party, Ring
from scorekeeper.games.game import Game
from scorekeeper.games.rook.arbiter import ARBITER
from scorekeeper.games.rook.checks import check
from scorekeeper.games.rook.desk import DESK
from scorekeeper.games.rook.events import EVENTS, RING, TEAMS, CallMade
from scorekeeper.games.rook.outcomes import COUNTED
from scorekeeper.games.rook.seals import SEALABLES
from scorekeeper.games.rook.settings import PRESETS, RULE_SHEET
from scorekeeper.games.rook.sheet import glance, running, sheet
from scorekeeper.games.rook.sources import SOURCES
from scorekeeper.games.rook.state import apply, opener, start


def _ring(settings: Any) -> Ring:
    return RING


def _parties(settings: Any) -> tuple[Party, ...]:
    return TEAMS


ROOK = Game(
    slug="rook",
    family="rook",
    edition=1,
    rule_sheet=RULE_SHEET,
    presets=PRESETS,
    events=EVENTS,
    lasting=(),
    players=(4,),
    ring=_ring,
    parties=_parties,
    start=start,
    check=check,
    apply=apply,
    sheet=sheet,
    glance=glance,
    sources=SOURCES,
    desk=DESK,
    views={"sheet": running, "print": running},
    calls=(CallMade,),
    opener=opener,
    arbiter=ARBITER,
    sealables=SEALABLES,
    counted=COUNTED,
)
"""Rook, as tables of four play it."""
