"""What games have in common in which each player bids how many tricks they will take."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from scorekeeper.core.citations import Cite
from scorekeeper.core.errors import refusals
from scorekeeper.core.messages import Described, Message
from scorekeeper.core.rounds import AnyRounds, Round, State
from scorekeeper.core.seats import Numbers, Ring, Seat
from scorekeeper.core.settings import S
from scorekeeper.games.fields import ItsForm, Label, label
from scorekeeper.games.line import Answer, Found, sent
from scorekeeper.games.tricks import NumbersOfAll, otherwise


def name_with_bid(
    form: ItsForm, player: object, shown: Label, none: str = "after-bid"
) -> Label:
    """A player's name as it is `shown`, with what they bid once all have bid; `none` is
    the code for a bid of no tricks."""
    bid = dict(form.state.round.bids).get(player)
    if bid is None:
        return shown
    code = "after-bid" if bid else none
    return label(f"{form.RULES.family}.field.{code}", seat=shown, bid=bid)


@dataclass(frozen=True)
class BidRound(Round):
    """A round in which each player bids how many tricks they will take; `tricks` are
    those that they took."""

    bids: Numbers = ()
    tricks: Numbers = ()


@dataclass(frozen=True, slots=True)
class EachBids(Generic[State]):
    """What is asked in games whose rounds are BidRounds. `cite` is the rule of the bids,
    `tricks` is how many the present round has, and `taken` makes the fact of how many
    each player took."""

    rounds: AnyRounds
    cite: Cite
    tricks: Callable[[State], int]
    taken: Callable[[Numbers], Described]

    def check_bid(self, state: State, seat: Seat, bid: int) -> None:
        """Refuse a bid that this player can't make, by a RuleViolation."""
        self._numbers(state, (seat,)).check(((seat, bid),), "bids")

    def check_bids(self, state: State, bids: Numbers) -> None:
        """Refuse bids that can't be made, or made now, by a RuleViolation."""
        no, _ = refusals(self.rounds.family)
        if state.round.bids:
            raise no("bids-twice", "bids", self.cite)
        self._numbers(state, self.rounds.ring(state.settings)).check(bids, "bids")

    def check_tricks(self, state: State, tricks: Numbers) -> None:
        """Refuse tricks that nobody has bid for, or that can't have been taken, by a
        RuleViolation."""
        no, _ = refusals(self.rounds.family)
        if not state.round.bids:
            raise no("no-bids", "tricks", self.cite)
        numbers = self._numbers(state, self.rounds.ring(state.settings))
        numbers.check_sum(tricks, "tricks")

    def asked(self, state: State) -> str:
        """What each player is asked for now: the name of the form and of its field."""
        return "tricks" if state.round.bids else "bids"

    def answer(self, state: State, found: Found) -> Answer:
        """What a line comes to. The tricks of the last player follow from the others."""
        asked = self.asked(state)
        said = sum(name.startswith(asked) for name in found)
        needed = len(self.rounds.ring(state.settings))
        if state.round.bids:
            needed -= 1
        return Answer(asked, sent(found), said >= needed)

    def _numbers(self, state: State, seats: Ring) -> NumbersOfAll:
        return NumbersOfAll(self.rounds.family, seats, self.tricks(state), self.cite)

    def watched(self, hand: BidRound, settings: S) -> Described | None:
        """What the recorded tricks come to; None unless all were recorded."""
        won = self.rounds.tricks_won(hand, settings)
        return None if won is None else self.taken(won)

    def recorded(self, hand: BidRound, settings: S) -> Message | None:
        """The same in words, where the result says something else; else None."""
        stated = self.taken(hand.tricks) if hand.tricks else None
        return otherwise(self.watched(hand, settings), stated)
