"""The events of a bridge table, its state, and the two functions that take one to the other."""

from scorekeeper.games.bridge.checks import check
from scorekeeper.games.bridge.deals import (
    Deal,
    Noted,
    State,
    apply,
    holders_of,
    jokers_of,
    start,
)
from scorekeeper.games.bridge.facts import (
    EVENTS,
    LASTING,
    CallMade,
    ContractStated,
    Event,
    GameEvent,
    HiddenDealt,
    HiddenShown,
    HonoursHeld,
    JokersDeclared,
    PassedOut,
    TricksTaken,
    WildcardNamed,
)

__all__ = [
    "EVENTS",
    "LASTING",
    "CallMade",
    "ContractStated",
    "Deal",
    "Event",
    "GameEvent",
    "HiddenDealt",
    "HiddenShown",
    "HonoursHeld",
    "JokersDeclared",
    "Noted",
    "PassedOut",
    "State",
    "TricksTaken",
    "WildcardNamed",
    "apply",
    "check",
    "holders_of",
    "jokers_of",
    "start",
]
