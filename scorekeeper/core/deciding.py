"""What a command adds to the log, what every game refuses, which dealers a correction keeps."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from scorekeeper.core.docket import NOTED, check_noted
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import EVENING, DealerIs, Left, Seated, Voided
from scorekeeper.core.house_rules import SettingsChanged, SettingsProposed
from scorekeeper.core.messages import listed, message
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seals import check_seals_stay
from scorekeeper.core.seats import Ring, Seat, check_seats
from scorekeeper.core.session import (
    At,
    Command,
    Entry,
    Event,
    Folded,
    Recorded,
    Rules,
    Watching,
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
    Raises RuleViolation when one of them can't be made; then none is. A result against the tricks
    that were recorded is one, unless the command has a reason.
    """
    if command.voids:
        _check_voids(rules, log, command)
        check_seals_stay(log, command.voids, NOTED)
        _check_taken_back(rules, opening, log, command, folded)
    voids = tuple(Entry(Voided(seq, command.reason)) for seq in command.voids)
    draft = log + _drafted(log, voids)
    if not command.entries:
        return voids
    now = None if voids else folded
    for entry in command.entries:
        if entry.place is None:
            now = now or fold(rules, opening, draft, folded)
            _check(rules, now, entry.event, command.reason)
        else:
            put = draft[entry.place - 1 : entry.place] if entry.place > 0 else ()
            if not put or isinstance(put[0].event, Voided):
                raise RuleViolation(message("refused.no-such-place", place=entry.place))
            before = fold_until(rules, opening, draft, entry.place, folded)
            _check(rules, before, entry.event, command.reason)
        recorded = _drafted(draft, (entry,))
        draft = draft + recorded
        now = None if now is None or unsettles(recorded[0]) else fold_on(rules, now, recorded[0])
    return voids + command.entries


# ---- checks that hold for every game ----


def _check_voids(rules: Rules, log: tuple[Recorded, ...], command: Command) -> None:
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
    rules: Rules, opening: Any, log: tuple[Recorded, ...], command: Command, known: Folded | None
) -> None:
    """Refuse to void a card that was played, with nothing in its place, once another followed or
    the deal was counted."""
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
        after = next((n for n in stays if isinstance(order[n].event, CardPlayed)), len(order))
        until = (one for one in order[: after + 1] if one is entry or one.seq not in taken)
        folded = fold_order(rules, settings, tuple(until), 0, origins, known)
        why = rules.why_not_back(folded.state, entry.seq)
        if why is not None:
            raise why


def _check(rules: Rules, folded: Folded, event: Event, reason: str) -> None:
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
        known = ", ".join(str(getattr(one, "KIND", one)) for one in rules.events)
        raise RuleViolation(message("refused.unknown-kind", kind=event.KIND, known=known))
    else:
        rules.check(folded.state, event)
        if not reason and isinstance(rules, Watching):
            why = rules.against(folded.state, event)
            if why is not None:
                raise why


def _check_seated(ring: Ring, event: Seated) -> None:
    if not event.person.strip() or len(event.person) > 24:
        raise RuleViolation(
            message("refused.name-length", person=event.person, length=len(event.person)), "person"
        )
    check_seats((event.seat,) if event.seat else (), ring, "seat")


def _check_change(rules: Rules, folded: Folded, event: SettingsChanged) -> None:
    """Refuse other rules that not everybody seated agrees to, or that change the seats."""
    _check_settings(rules, folded, event)
    ring = rules.ring(folded.settings)
    check_seats(event.agreed, ring, "agreed")
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


# ---- dealers kept: who called stays who called, whatever a correction does ----


@runtime_checkable
class ByTurns(Protocol):
    """Rules of a game in which calls are recorded in turn from the dealer."""

    @property
    def calls(self) -> tuple[type, ...]:
        """The kinds of event that whoever's turn it is makes; one with a `seat` says who did."""
        ...  # pragma: no cover

    def opened_by(self, state: Any) -> Seat | None:
        """Who deals, where the next call would be the first of a deal; None where it isn't."""
        ...  # pragma: no cover


def dealers_kept(
    rules: Rules, opening: Any, log: tuple[Recorded, ...], added: tuple[Recorded, ...]
) -> tuple[Entry, ...]:
    """What must be said as well so that `added` hands no later call to another player.

    A call that names nobody is the next player's: a deal put in or struck out further up, or other
    settings, would move the dealers on, and with them every such call. A deal that would get
    another dealer then states its own; the rotation goes on from there as it did. A dealer that was
    corrected is meant to move them.
    """
    if not isinstance(rules, ByTurns) or not any(map(unsettles, added)):
        return ()
    struck = {one.event.entry for one in added if isinstance(one.event, Voided)}
    changed = (*added, *(one for one in log if one.seq in struck))
    if any(isinstance(one.event, DealerIs) for one in changed) or not any(
        _names_nobody(rules, one) for one in log
    ):
        return ()
    known = _dealers(rules, opening, log, {})
    now = _dealers(rules, opening, log + added, known)
    moved = (seq for seq, dealer in now.items() if known.get(seq, dealer) is not dealer)
    return tuple(Entry(DealerIs(known[seq]), seq) for seq in moved)


def _names_nobody(rules: ByTurns, entry: Recorded) -> bool:
    """Whether this is a call without its caller."""
    return isinstance(entry.event, rules.calls) and getattr(entry.event, "seat", None) is None


def _dealers(
    rules: Any, opening: Any, log: tuple[Recorded, ...], stated: Mapping[int, Seat]
) -> dict[int, Seat]:
    """By the entry of its first call, where that names nobody, who deals each deal when the
    dealers `stated` before it are."""
    order, found = play_order(log), dict[int, Seat]()
    state = rules.start(in_force(rules, opening, order))
    for entry in order:
        if isinstance(entry.event, (Seated, Left, SettingsChanged, *NOTED)):
            continue
        at = At(entry.seq, entry.seq, ())
        dealer = rules.opened_by(state) if _names_nobody(rules, entry) else None
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
