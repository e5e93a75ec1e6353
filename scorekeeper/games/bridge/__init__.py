"""The contract-bridge family: plain, with Jokers, with deuces wild, and Five Crowns."""

from dataclasses import replace

from scorekeeper.games.bridge import rules
from scorekeeper.games.bridge.arbitration import (
    ARBITER,
    CROWNS_ARBITER,
    JOKER_ARBITER,
    SEALABLES,
)
from scorekeeper.games.bridge.calculator import CalculatorForm
from scorekeeper.games.bridge.events import EVENTS, LASTING, BoardIs, CallMade
from scorekeeper.games.bridge.line import SPOKEN
from scorekeeper.games.bridge.pages import FLOW
from scorekeeper.games.bridge.rounds import ROUNDS, apply, carried_over, check, glance
from scorekeeper.games.bridge.sheet import COUNTED, PLAIN_COUNTED, pads, sheet
from scorekeeper.games.bridge.state import State, has_boards, opener
from scorekeeper.games.game import Game

JOKER_BRIDGE: Game[rules.Settings, State] = Game(
    slug="joker-bridge",
    rounds=ROUNDS,
    rule_sheet=rules.JOKER_SHEET,
    presets=rules.JOKER_PRESETS,
    events=EVENTS,
    lasting=LASTING,
    players=(4, 5, 6),
    check=check,
    apply=apply,
    sheet=sheet,
    glance=glance,
    sources=rules.SOURCES,
    flow=FLOW,
    spoken=SPOKEN,
    carried_over=carried_over,
    views={"sheet": pads},
    calls=(CallMade,),
    opened_by=opener,
    arbiter=JOKER_ARBITER,
    calculator=CalculatorForm,
    sealables=SEALABLES,
    counted=COUNTED,
)
BRIDGE = replace(
    JOKER_BRIDGE,
    slug="bridge",
    rule_sheet=rules.BRIDGE_SHEET,
    presets=rules.by_form(rules.Settings()),
    has_boards=has_boards,
    board_is=BoardIs,
    arbiter=ARBITER,
    sealables=(),
    counted=PLAIN_COUNTED,
)
DEUCES_WILD = replace(
    BRIDGE,
    slug="deuces-wild",
    rule_sheet=rules.DEUCES_SHEET,
    presets=rules.by_form(rules.DeucesSettings()),
)
FIVE_CROWNS = replace(
    BRIDGE,
    slug="five-crowns",
    rule_sheet=rules.CROWNS_SHEET,
    presets=rules.by_form(rules.CrownsSettings()),
    arbiter=CROWNS_ARBITER,
)
