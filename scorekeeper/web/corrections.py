"""From what a form states to the command that makes the log say so."""

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

    A changed fact stands in the place of the one it replaces; an additional one stands before
    the entry `following`, or last of all when that is None; what is no longer stated is voided.
    """
    kept = {_slot(entry.event, n): entry for n, entry in _numbered(old)}
    entries: list[Entry] = []
    for n, fact in _numbered_facts(facts):
        was = kept.pop(_slot(fact, n), None)
        if was is None:
            entries.append(Entry(fact, following))
        elif was.event != fact:
            entries.append(Entry(fact, was.seq))
    replaced = [entry.place for entry in entries if entry.place not in (None, following)]
    gone = [entry.seq for entry in kept.values()]
    voids = tuple(sorted({*[seq for seq in replaced if seq is not None], *gone}))
    return Command(tuple(entries), voids, reason)


def _slot(event: Event, repeat: int) -> tuple[Any, ...]:
    """What makes two facts answers to the same question: kind, and whose it is."""
    whose = getattr(event, "slot", None)
    return (type(event), whose() if whose else None, repeat)


def _numbered(old: tuple[Recorded, ...]) -> list[tuple[int, Recorded]]:
    return [(n, old[i]) for i, (n, _) in enumerate(_numbered_facts(tuple(e.event for e in old)))]


def _numbered_facts(facts: tuple[Event, ...]) -> list[tuple[int, Event]]:
    seen: dict[tuple[Any, ...], int] = {}
    numbered: list[tuple[int, Event]] = []
    for fact in facts:
        slot = _slot(fact, 0)
        numbered.append((seen.get(slot, 0), fact))
        seen[slot] = seen.get(slot, 0) + 1
    return numbered
