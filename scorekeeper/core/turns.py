"""Who called stays who called, whatever a correction does to the order of the dealers."""

from itertools import takewhile
from typing import Any, Protocol, runtime_checkable

from scorekeeper.core.evening import DealerIs
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import Entry, Recorded, Rules, fold_until, play_order


@runtime_checkable
class ByTurns(Protocol):
    """Rules of a game in which calls are recorded in turn from the dealer, without the caller."""

    @property
    def calls(self) -> tuple[type, ...]:
        """The kinds of event that whoever's turn it is makes."""
        ...  # pragma: no cover

    def opened_by(self, state: Any) -> Seat | None:
        """Who deals, where the next call would be the first of a deal; None where it isn't."""
        ...  # pragma: no cover


def dealers_kept(
    rules: Rules, opening: Any, log: tuple[Recorded, ...], added: tuple[Recorded, ...]
) -> tuple[Entry, ...]:
    """What must be said as well so that `added` hands no later call to another player.

    Calls name nobody: a deal put in or struck out further up would move the dealers on, and with
    them every call after it. The deal that follows then states its dealer; the rotation goes on
    from there as it did. A dealer that was corrected is meant to move the calls.
    """
    before, after = play_order(log), play_order(log + added)
    if not isinstance(rules, ByTurns) or after[: len(before)] == before:
        return ()
    pairs = zip(reversed(before), reversed(after), strict=False)
    same = len(list(takewhile(lambda pair: pair[0].seq == pair[1].seq, pairs)))
    changed = (order[: len(order) - same][-1:] for order in (before, after))
    if any(isinstance(entry.event, DealerIs) for last in changed for entry in last):
        return ()
    for call in after[len(after) - same :]:
        if not isinstance(call.event, rules.calls):
            continue
        dealer = rules.opened_by(fold_until(rules, opening, log, call.seq).state)
        if dealer is None:
            continue
        now = rules.opened_by(fold_until(rules, opening, log + added, call.seq).state)
        moved = now is not None and now is not dealer
        return (Entry(DealerIs(dealer), call.seq),) if moved else ()
    return ()
