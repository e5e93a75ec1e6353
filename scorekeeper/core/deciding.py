"""What a command adds to the log, and what every game refuses."""

from typing import Any

from scorekeeper.core.docket import NOTED, check_noted
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import EVENING, Left, Seated, Voided
from scorekeeper.core.house_rules import SettingsChanged, SettingsProposed
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seals import check_seals_stay
from scorekeeper.core.seats import Ring
from scorekeeper.core.session import (
    Command,
    Entry,
    Event,
    Folded,
    Recorded,
    Rules,
    Watching,
    all_placed,
    fold,
    fold_on,
    fold_order,
    fold_until,
    in_force,
    origins_of,
    play_order,
    unsettles,
)


def decide(
    rules: Rules,
    opening: Any,
    log: tuple[Recorded, ...],
    command: Command,
    folded: Folded | None = None,
) -> tuple[Entry, ...]:
    """The entries that this command adds to the log: first what it voids, then its facts.

    `opening` are the settings that the session was opened with.
    `folded` spares the work of folding the log where that has been done already.
    Raises RuleViolation when one of them can't be made; then none is.
    """
    _check_voids(rules, log, command)
    check_seals_stay(log, command.voids, NOTED)
    _check_taken_back(rules, opening, log, command)
    voids = tuple(Entry(Voided(seq, command.reason)) for seq in command.voids)
    draft = log + _drafted(log, voids)
    if not command.entries:
        return voids
    now = None if voids else folded
    for entry in command.entries:
        if entry.place is None:
            now = now or fold(rules, opening, draft)
            _check(rules, now, entry.event)
        else:
            if not any(one.seq == entry.place for one in all_placed(draft)):
                raise RuleViolation(message("refused.no-such-place", place=entry.place))
            before = fold_until(rules, opening, draft, entry.place)
            _check(rules, before, entry.event)
        recorded = _drafted(draft, (entry,))
        draft = draft + recorded
        now = None if now is None or unsettles(recorded[0]) else fold_on(rules, now, recorded[0])
    return voids + command.entries


# ---- checks that hold for every game ----


def _check_voids(rules: Rules, log: tuple[Recorded, ...], command: Command) -> None:
    if not command.voids:
        return
    voided = {entry.event.entry for entry in log if isinstance(entry.event, Voided)}
    by_seq = {entry.seq: entry for entry in log}
    for seq in command.voids:
        entry = by_seq.get(seq)
        if entry is None or isinstance(entry.event, Voided):
            raise RuleViolation(message("refused.no-such-entry", entry=seq))
        if seq in voided:
            raise RuleViolation(message("refused.already-voided", entry=seq))
        if isinstance(entry.event, rules.lasting) and not any(
            one.place == seq and type(one.event) is type(entry.event) for one in command.entries
        ):
            raise RuleViolation(message("refused.shown-stays-shown", entry=seq))
        voided.add(seq)


def _check_taken_back(
    rules: Rules, opening: Any, log: tuple[Recorded, ...], command: Command
) -> None:
    """Refuse to void a card that was played, with nothing in its place, once others followed."""
    taken = set(command.voids) - {entry.place for entry in command.entries}
    if not taken or not isinstance(rules, Watching):
        return
    order, origins = play_order(log), origins_of(log)
    settings = in_force(rules, opening, order)
    for place, entry in enumerate(order):
        if entry.seq not in taken or not isinstance(entry.event, CardPlayed):
            continue
        later = range(place + 1, len(order))
        stays = (n for n in later if order[n].seq not in taken)
        after = next((n for n in stays if isinstance(order[n].event, CardPlayed)), None)
        if after is not None:
            folded = fold_order(rules, settings, order[: after + 1], 0, origins)
            why = rules.why_not_back(folded.state, entry.seq)
            if why is not None:
                raise why


def _check(rules: Rules, folded: Folded, event: Event) -> None:
    if isinstance(event, Seated):
        _check_seated(rules.ring(folded.settings), event)
    elif isinstance(event, Left):
        if event.person not in folded.persons:
            raise RuleViolation(message("refused.not-here", person=event.person), "person")
    elif isinstance(event, NOTED):
        if isinstance(event, SettingsProposed):
            _check_settings(rules, folded, event)
        entries = {entry.seq: entry.event for entry in folded.order}
        check_noted(event, entries, rules.ring(folded.settings))
    elif isinstance(event, SettingsChanged):
        _check_change(rules, folded, event)
    elif not isinstance(event, EVENING + rules.events) or isinstance(event, Voided):
        raise RuleViolation(message("refused.unknown-kind", kind=event.KIND))
    else:
        rules.check(folded.state, event)


def _check_seated(ring: Ring, event: Seated) -> None:
    if not event.person.strip() or len(event.person) > 24:
        raise RuleViolation(
            message("refused.name-length", person=event.person, length=len(event.person)), "person"
        )
    if event.seat is not None and event.seat not in ring:
        raise RuleViolation(message("refused.no-such-seat", seat=event.seat.value), "seat")


def _check_change(rules: Rules, folded: Folded, event: SettingsChanged) -> None:
    """Refuse other rules that not everybody seated agrees to, or that change the seats."""
    _check_settings(rules, folded, event)
    ring = rules.ring(folded.settings)
    for seat in event.agreed:
        if seat not in ring:
            raise RuleViolation(message("refused.no-such-seat", seat=seat.value), "agreed")
    missing = [seat for seat, _ in folded.people if seat not in event.agreed]
    if missing or not event.agreed:
        raise RuleViolation(message("refused.not-agreed", seats=listed(missing or ring)), "agreed")


def _check_settings(
    rules: Rules, folded: Folded, event: SettingsChanged | SettingsProposed
) -> None:
    ring = rules.ring(folded.settings)
    if rules.ring(rules.settings_of(event.settings)) != ring:
        raise RuleViolation(message("refused.other-seats", n=len(ring)), "settings")


def _drafted(log: tuple[Recorded, ...], entries: tuple[Entry, ...]) -> tuple[Recorded, ...]:
    """The entries as the log would hold them, without time or hashes."""
    first = log[-1].seq + 1 if log else 1
    return tuple(
        Recorded(first + n, "", None, one.event, one.place, "", "\0draft", n, "", "")
        for n, one in enumerate(entries)
    )
