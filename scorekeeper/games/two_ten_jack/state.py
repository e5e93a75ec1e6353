"""A round of Two-Ten-Jack as far as it was recorded."""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.rounds import Round as AnyRound
from scorekeeper.core.rounds import RoundEnd, Rounds, Tally
from scorekeeper.games.two_ten_jack.events import CardsCaptured, TotalsStated
from scorekeeper.games.two_ten_jack.rules import Settings

Count = CardsCaptured | TotalsStated
"""How a round was counted."""


@dataclass(frozen=True, slots=True)
class Round(AnyRound):
    """One round and how it was counted."""

    count: Count | None = None


State = Rounds[Settings, Round, Tally]


def entered(state: State, event: Any) -> Round:
    """The round once this has been entered: the count ends it, a watched card does not."""
    if isinstance(event, Count):
        return replace(state.round, count=event, end=RoundEnd.COUNTED)
    return state.round


def last_count(state: State) -> Count | None:
    """How the last round was counted, None before the first."""
    return next((one.count for one in state.backwards() if one.count), None)


def last_played(state: State) -> Round:
    """The round in progress, else the last one that was watched."""
    rounds = (state.round, *state.backwards())
    return next((one for one in rounds if one.watched.entries), state.round)
