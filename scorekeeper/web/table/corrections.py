"""From what a form states to the command that makes the log say so."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from scorekeeper.core.session import Command, Entry, Event, Recorded


def entered(facts: Iterable[Event], before: int | None = None) -> Command:
    """New facts, after everything else or just before the entry `before`."""
    return Command(tuple(Entry(fact, before) for fact in facts))


def restated(
    old: tuple[Recorded, ...],
    facts: tuple[Event, ...],
    following: int | None,
    reason: str = "",
) -> Command:
    """The command that makes `old` entries say `facts`: what is the same stays untouched.

    A changed fact stands in the place of the one it replaces; what is no longer stated is voided.
    An additional fact stands instead of a voided one where there is one at that point, else before
    the fact that it precedes; after all others, before the entry `following` (None = at the end).
    """
    at = _matches(old, facts)
    matched = {index for index in at if index is not None}
    voids = {entry.seq for index, entry in enumerate(old) if index not in matched}
    entries: list[Entry] = []
    waiting: list[Event] = []
    last = -1
    for fact, index in zip((*facts, None), (*at, len(old)), strict=True):
        if index is None:
            waiting += [fact] if fact else []
            continue
        place = next((one.seq for one in old[last + 1 : index] if one.seq in voids), None)
        next_one = old[index].seq if index < len(old) else following
        entries += [Entry(one, place or next_one) for one in waiting]
        waiting.clear()
        if fact and fact != old[index].event:
            entries.append(Entry(fact, old[index].seq))
            voids.add(old[index].seq)
        last = index
    return Command(tuple(entries), tuple(sorted(voids)), reason)


def _matches(old: tuple[Recorded, ...], facts: tuple[Event, ...]) -> list[int | None]:
    """For each fact the index of the entry that answered the same question, if there is one."""
    slots = {slot: index for index, slot in enumerate(_slots([entry.event for entry in old]))}
    return [slots.get(slot) for slot in _slots(list(facts))]


def _slots(events: list[Event]) -> list[tuple[Any, ...]]:
    """What makes two facts answers to the same question: kind, whose it is, and which of those."""
    seen: Counter[tuple[Any, ...]] = Counter()
    slots = []
    for event in events:
        whose = getattr(event, "slot", None)
        slot = (type(event), whose() if whose else None)
        slots.append((*slot, seen[slot]))
        seen[slot] += 1
    return slots
