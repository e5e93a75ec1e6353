"""What becomes of a call out of turn, or one that is too low, in a game without a law
book.

House: it is void, and the right player calls.
"""

from collections.abc import Collection
from dataclasses import dataclass

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message
from scorekeeper.core.rounds import State
from scorekeeper.core.rulings import Duty, Obligation, Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.arbiter.table import UsualCase


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding in progress: whose turn it is, who has passed, and who made its calls
    in order, where a game has the same player call again."""

    turn: Seat | None
    out: Collection[Seat]
    callers: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Tried:
    """The call that was tried: how it is `said`, and what it bids, None for a pass;
    `neither` is what is said of one that is no pass and no bid. `can_be_bid` unless so
    much can't be bid at all.
    """

    said: Message
    amount: int | None
    neither: Message | None = None
    can_be_bid: bool = True

    @property
    def is_pass(self) -> bool:
        return self.amount is None and self.neither is None


def void_call(
    case: UsualCase[State],
    bidding: Bidding | None,
    why: RuleViolation | None,
    tried: Tried,
) -> Ruling:
    """House: a call out of turn, or one that is too low, is void, and the right player
    calls.

    `why` is what forbids it to the player whose turn it is. A pass is final, whatever
    was voided. Who has not passed may not bid less later than was tried, where so much
    can be bid.
    """
    seat = case.seat()
    cite = case.table.cites.call
    said = tried.said
    if not case.table.is_begun:  # nobody recorded it
        bidding = why = None
    now = bidding.turn if bidding else None
    if now is seat and why is None:
        return case.rule("call-good", (cite, "turn-call"), seat=seat, call=said)
    if now is not None and now is not seat:
        case.step(cite, "turn-call", seat=now)
    elif why is not None:
        case.step_said(why.cite or cite, why.why)
    _bind(case, seat, bidding, tried)
    verdict = "call-void" if now is not None else "call-void-unseen"
    return case.rule(verdict, seat=seat, call=said, turn=now)


def _bind(
    case: UsualCase[State], seat: Seat, bidding: Bidding | None, tried: Tried
) -> None:
    cite = case.table.cites.call
    if tried.is_pass:
        is_out = True
    elif bidding is not None:
        is_out = seat in bidding.out
    else:
        is_out = case.yes("passed", cite, seat=seat)
    if is_out:
        case.step(cite, "pass-final", seat=seat)
        case.bind(Duty.PASS, seat)
    elif tried.neither is not None:
        case.step_said(cite, tried.neither)
    elif not case.is_from_old_release and not tried.can_be_bid:
        case.step(cite, "not-held", seat=seat, call=tried.said)
    else:
        case.step(cite, "not-less", seat=seat, call=tried.said)
        no_less = Obligation(Duty.NOT_LESS, seat, least=tried.amount or 0)
        case.obligations.append(no_less)
