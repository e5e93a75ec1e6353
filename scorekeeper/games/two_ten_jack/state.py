"""A round of Two-Ten-Jack as far as it was recorded."""

from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.core.rounds import Round as AnyRound
from scorekeeper.core.rounds import RoundEnd, Rounds, Tally
from scorekeeper.games.two_ten_jack.events import CardsCaptured, JokerCalled, TotalsStated
from scorekeeper.games.two_ten_jack.rules import THREE_OF_SPADES, Settings, SpadeThree

Count = CardsCaptured | TotalsStated
"""How a round was counted."""


@dataclass(frozen=True, slots=True)
class Round(AnyRound):
    """One round and how it was counted.

    `called` are the tricks, counted from 0, in which the three of spades was said to call.
    """

    count: Count | None = None
    called: tuple[int, ...] = ()


State = Rounds[Settings, Round, Tally]


def entered(state: State, event: Any) -> Round:
    """The round once this has been entered: the count ends it, a watched card does not."""
    if isinstance(event, Count):
        return replace(state.round, count=event, end=RoundEnd.COUNTED)
    if isinstance(event, JokerCalled):
        called = (*state.round.called, len(state.round.watched.tricks))
        return replace(state.round, called=called)
    return state.round


def calls_joker(state: State) -> bool:
    """Whether the Joker can be called now: the three of spades was just led at a table where its
    player says so."""
    done, is_said = state.round, state.settings.spade_three is SpadeThree.ANNOUNCED
    trick = done.watched.trick
    is_led = len(trick) == 1 and trick[0].card == THREE_OF_SPADES and not trick[0].is_face_down
    return is_said and is_led and len(done.watched.tricks) not in done.called


def last_count(state: State) -> Count | None:
    """How the last round was counted, None before the first."""
    return next((one.count for one in state.backwards() if one.count), None)


def last_played(state: State) -> Round:
    """The round in progress, else the last one that was watched."""
    rounds = (state.round, *state.backwards())
    return next((one for one in rounds if one.watched.entries), state.round)
