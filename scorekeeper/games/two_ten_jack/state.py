"""The rounds of a session as the log adds them up."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from scorekeeper.core.evening import Adjusted, CarriedIn, DealerIs, Ended, ThrownIn
from scorekeeper.core.play import CardDrawn, CardPlayed, LeadIs, Watched, played
from scorekeeper.core.seats import Seat, left_of
from scorekeeper.core.session import At
from scorekeeper.core.sheet import People
from scorekeeper.games.two_ten_jack.card_play import card_play
from scorekeeper.games.two_ten_jack.events import CardsCaptured, TotalsStated
from scorekeeper.games.two_ten_jack.pack import ring
from scorekeeper.games.two_ten_jack.settings import Settings

Count = CardsCaptured | TotalsStated
"""How a round was counted."""

Event = Count | CardPlayed | CardDrawn | LeadIs | DealerIs | ThrownIn | CarriedIn | Adjusted | Ended
"""Everything that can happen at a table, but for people coming and going."""


_UNWATCHED = Watched()


class RoundEnd(Enum):
    """How a round came to its end, if it has."""

    OPEN = "open"
    COUNTED = "counted"
    THROWN_IN = "thrown-in"
    """The same dealer deals again."""
    LEFT = "left"
    """The game ended before it was counted."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: who dealt, and how it was counted.

    `id` is the entry that opened it: its first card where it was watched, else its count.
    """

    dealer: Seat
    id: int
    entries: tuple[int, ...]
    count: Count | None
    end: RoundEnd
    people: People
    watched: Watched = _UNWATCHED


@dataclass(frozen=True, slots=True)
class Noted:
    """An entry of the evening that has a row of its own."""

    event: CarriedIn | Adjusted | Ended
    id: int
    seq: int
    people: People


@dataclass(frozen=True, slots=True)
class State:
    """All rounds so far, and who deals now.

    `pending` are entries about the present deal, and `watched` is its play, where that is
    recorded; `opened` is then its first entry, and `people` are those who play it.
    """

    settings: Settings
    dealer: Seat
    past: tuple[Round | Noted, ...] = ()
    pending: tuple[int, ...] = ()
    watched: Watched = _UNWATCHED
    opened: int | None = None
    people: People = ()

    @property
    def present(self) -> Round | None:
        """The round in progress, where its play is watched."""
        if self.opened is None:
            return None
        return Round(
            self.dealer,
            self.opened,
            self.pending,
            None,
            RoundEnd.OPEN,
            self.people,
            self.watched,
        )

    @property
    def last_played(self) -> tuple[Seat, Watched]:
        """The dealer and the play of the round in progress, else of the last one watched."""
        if self.watched.entries or not self.past:
            return self.dealer, self.watched
        rounds = (one for one in reversed(self.past) if isinstance(one, Round))
        last = next((one for one in rounds if one.watched.entries), None)
        return (last.dealer, last.watched) if last else (self.dealer, self.watched)

    @property
    def last_count(self) -> Count | None:
        """How the last round was counted, None before the first."""
        rounds = (one.count for one in reversed(self.past) if isinstance(one, Round))
        return next((count for count in rounds if count), None)


def start(settings: Settings) -> State:
    """The state before anything has happened: the player in seat 1 deals."""
    return State(settings, ring(settings)[0])


def apply(state: State, event: Event, at: At) -> State:
    """The state after a fact that has passed the checks."""
    match event:
        case CardsCaptured() | TotalsStated():
            return _finished(state, event, at)
        case CardPlayed() | CardDrawn() | LeadIs():
            rules = card_play(state.settings, state.dealer)
            watched = played(rules, state.watched, event, at.seq)
            opened = at.origin if state.opened is None else state.opened
            pending = (*state.pending, at.seq)
            return replace(state, watched=watched, pending=pending, opened=opened, people=at.people)
        case ThrownIn():
            return _finished(state, None, at)
        case DealerIs(seat):
            return replace(state, dealer=seat, pending=(*state.pending, at.seq))
        case CarriedIn() | Adjusted() | Ended():
            row = Noted(event, at.origin, at.seq, at.people)
            if isinstance(event, Ended):
                state = _left(state)
            return replace(state, past=(*state.past, row))
    assert_never(event)


def _left(state: State) -> State:
    """The state without its round in progress, which the end of the game has cut off."""
    if state.present is None:
        return state
    left = replace(state.present, end=RoundEnd.LEFT)
    return State(state.settings, state.dealer, (*state.past, left))


def _finished(state: State, count: Count | None, at: At) -> State:
    end = RoundEnd.COUNTED if count else RoundEnd.THROWN_IN
    entries = (*state.pending, at.seq)
    opened = at.origin if state.opened is None else state.opened
    done = Round(state.dealer, opened, entries, count, end, at.people, state.watched)
    dealer = left_of(state.dealer, ring(state.settings)) if count else state.dealer
    return State(state.settings, dealer, (*state.past, done))
