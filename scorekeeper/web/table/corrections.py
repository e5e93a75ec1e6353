"""Corrections: the command that makes the log say what a form states, and whose word it takes."""

from collections import Counter
from typing import Any

from flask import request

from scorekeeper.core.house_rules import SettingsChanged
from scorekeeper.core.messages import Message, listed, message
from scorekeeper.core.seats import Party, Seat
from scorekeeper.core.session import Command, Entry, Event, Recorded
from scorekeeper.tables.agreement import speakers
from scorekeeper.tables.names import short
from scorekeeper.tables.people import column
from scorekeeper.tables.session import Session
from scorekeeper.web.server.access import place
from scorekeeper.web.table.pages import words


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


# ---- whose word it takes, and on which phone it can be given ----


def asked_here(session: Session, consent: tuple[Party, ...]) -> tuple[Party, ...]:
    """Those of the parties that must agree who can say so on this phone."""
    return tuple(one for one in consent if not _is_elsewhere(session, one.seats))


def consents(session: Session, consent: tuple[Party, ...]) -> list[dict[str, object]]:
    """The boxes for those who are asked here: each party by its people's names."""
    people = session.folded.people
    return [
        {"id": one.id, "name": column(one, people).name} for one in asked_here(session, consent)
    ]


def agreed(
    session: Session, consent: tuple[Party, ...], entries: tuple[Recorded, ...]
) -> tuple[str, Message | None]:
    """The reason of a correction with who agreed to it, and what is missing where some did not.

    A side that has phones of its own agrees on them, whatever is ticked here.
    """
    reason = short(request.form.get("reason", ""))
    here, ticked = asked_here(session, consent), request.form.getlist("consent")
    absent = tuple(party for party in consent if party not in here)
    if absent:
        is_change = any(isinstance(one.event, SettingsChanged) for one in entries)
        code = "refused.consent.rules" if is_change else "refused.consent.elsewhere"
        return reason, message(code, parties=listed(absent))
    missing = tuple(party for party in here if party.id not in ticked)
    if missing:
        return reason, message("refused.consent", parties=listed(missing))
    if consent:
        said = words().text(message("agreed.by", parties=listed(consent)))
        reason = f"{reason}; {said}" if reason else said
    return reason, None


def not_theirs(session: Session, entries: tuple[Recorded, ...]) -> Message | None:
    """Why this phone can't take back the word of others who have phones of their own."""
    for entry in entries:
        seats = speakers(session, entry)
        if _is_elsewhere(session, seats):
            return message("refused.others-word", seats=listed(seats))
    return None


def _is_elsewhere(session: Session, seats: tuple[Seat, ...]) -> bool:
    """Whether these seats are played on other phones, and none of them on this."""
    mine = place(session.id)
    return not set(seats) & set(mine.seats) and bool(set(seats) & mine.elsewhere)
