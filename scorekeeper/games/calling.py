"""What becomes of a call out of turn, or one that is too low, in a game without a law book.

House: it is void, and the right player calls.
"""

from collections.abc import Collection
from dataclasses import dataclass

from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.messages import Message
from scorekeeper.core.rulings import Ruling
from scorekeeper.core.seats import Seat
from scorekeeper.games.arbitration import Case


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bidding in progress: whose turn it is, who has passed, and who made its calls in order,
    where a game has the same player call again."""

    turn: Seat | None
    out: Collection[Seat]
    callers: tuple[Seat, ...] = ()


def void_call(
    case: Case,
    bidding: Bidding | None,
    why: RuleViolation | None,
    said: Message,
    amount: int | None,
    neither: Message | None = None,
) -> Ruling:
    """House: a call out of turn, or one that is too low, is void, and the right player calls.

    `why` is what forbids the call that is `said` to the player whose turn it is; `amount` is what
    it bids, None for a pass; `neither` is what is said of one that is no pass and no bid. A pass is
    final, whatever was voided. Who has not passed may not bid less later than was tried.
    """
    seat, cite = case.seat(), case.table.cites.call
    is_pass = amount is None and neither is None
    if not case.table.is_begun:  # nobody recorded it
        bidding = why = None
    now = bidding.turn if bidding else None
    if now is seat and why is None:
        return case.rule("call-good", (cite, "turn-call"), seat=seat, call=said)
    if now is not None and now is not seat:
        case.step(cite, "turn-call", seat=now)
    elif why is not None:
        case.step_said(why.cite or cite, why.why)
    if is_pass or (seat in bidding.out if bidding else case.yes("passed", cite, seat=seat)):
        case.step(cite, "pass-final", seat=seat)
        case.bind("pass", seat)
    elif neither is not None:
        case.step_said(cite, neither)
    else:
        case.step(cite, "not-less", seat=seat, call=said)
        case.bind("not-less", seat, least=amount or 0)
    verdict = "call-void" if now is not None else "call-void-unseen"
    return case.rule(verdict, seat=seat, call=said, turn=now)
