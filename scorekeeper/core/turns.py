"""Who called stays who called, whatever a correction does to the order of the dealers."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Any, Protocol, runtime_checkable

from scorekeeper.core.docket import NOTED
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import DealerIs, Left, Seated, Voided
from scorekeeper.core.house_rules import SettingsChanged
from scorekeeper.core.seats import Seat
from scorekeeper.core.session import At, Entry, Recorded, Rules, fold_until, in_force, play_order


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
    if not isinstance(rules, ByTurns) or not any(map(_moves_others, added)):
        return ()
    if _rerules(log, added):
        return _dealers_kept_throughout(rules, opening, log, added)
    before, after = play_order(log), play_order(log + added)
    if after[: len(before)] == before:
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


def _moves_others(one: Recorded) -> bool:
    """Whether an entry may change where those before it stand: most come after all others."""
    return one.place is not None or isinstance(one.event, Voided | SettingsChanged)


def _rerules(log: tuple[Recorded, ...], added: tuple[Recorded, ...]) -> bool:
    """Whether other settings come into force by what was added."""
    changes = {one.seq for one in (*log, *added) if isinstance(one.event, SettingsChanged)}
    return any(
        one.seq in changes or (isinstance(one.event, Voided) and one.event.entry in changes)
        for one in added
    )


def _dealers_kept_throughout(
    rules: Rules, opening: Any, log: tuple[Recorded, ...], added: tuple[Recorded, ...]
) -> tuple[Entry, ...]:
    """The dealer of every deal that other settings would hand to another player."""
    known = _dealers(rules, opening, log, {})
    now = _dealers(rules, opening, log + added, known)
    moved = (seq for seq, dealer in now.items() if known.get(seq, dealer) is not dealer)
    return tuple(Entry(DealerIs(known[seq]), seq) for seq in moved)


def _dealers(
    rules: Rules, opening: Any, log: tuple[Recorded, ...], stated: Mapping[int, Seat]
) -> dict[int, Seat]:
    """By the entry of its first call, who deals each deal when the dealers `stated` before it
    are."""
    assert isinstance(rules, ByTurns)  # noqa: S101 - the caller has looked
    order, found = play_order(log), dict[int, Seat]()
    state = rules.start(in_force(rules, opening, order))
    for entry in order:
        if isinstance(entry.event, (Seated, Left, SettingsChanged, *NOTED)):
            continue
        at = At(entry.seq, entry.seq, ())
        dealer = rules.opened_by(state) if isinstance(entry.event, rules.calls) else None
        if dealer is not None:
            found[entry.seq] = dealer
            if stated.get(entry.seq, dealer) is not dealer:
                state = rules.apply(state, DealerIs(stated[entry.seq]), at)
        try:
            rules.check(state, entry.event)
        except RuleViolation:
            continue
        state = rules.apply(state, entry.event, at)
    return found
