"""What a command adds to the log, what every game refuses, which dealers a correction keeps."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import EVENING, DealerIs, Left, Seated, Voided
from scorekeeper.core.messages import listed
from scorekeeper.core.notes import NOTED, Noted, SettingsChanged, SettingsProposed, check_noted
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seals import SEALING, LeftSealed, LookedAt, Opened, Sealed
from scorekeeper.core.seats import Ring, Seat, check_seats
from scorekeeper.core.session import (
    At,
    Command,
    Entry,
    Event,
    Folded,
    Recorded,
    Rules,
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
    return enter(Draft(rules, opening, log, folded), command)


class Drafting(Protocol):
    """A log that a command is entered into, as far as checks read it."""

    rules: Rules

    @property
    def log(self) -> Sequence[Recorded]:
        """The entries before this one."""

    def voided(self) -> Collection[int]:
        """The numbers of the entries that are voided."""

    def has(self, *kinds: type) -> bool:
        """Whether an event of one of these kinds may be in the log, voided or not."""

    def why_not_back(self, command: Command, taken: set[int]) -> RuleViolation | None:
        """Why one of these cards can't be taken back; None when all can."""

    def before(self, place: int | None, event: Event | None) -> Folded:
        """What `event` stands upon at this place, None for after all others."""

    def in_force(self, place: int | None) -> Mapping[int, object]:
        """The events in force before this place, by their numbers, in the order of play."""

    def add(self, *entries: Entry) -> None:
        """Enter these, which passed all checks."""


def enter(draft: Drafting, command: Command) -> tuple[Entry, ...]:
    """What `decide` answers, entered into this draft one after the other."""
    if command.voids:
        _check_voids(draft, command)
        if draft.has(*SEALING):
            _check_seals_stay(draft.log, command.voids)
        taken = set(command.voids) - {entry.place for entry in command.entries}
        is_watched = any(isinstance(draft.log[seq - 1].event, CardPlayed) for seq in taken)
        if is_watched:
            why = draft.why_not_back(command, taken)
            if why is not None:
                raise why
    voids = tuple(Entry(Voided(seq, command.reason)) for seq in command.voids)
    draft.add(*voids)
    for entry in command.entries:
        if entry.place is not None:
            put = draft.log[entry.place - 1 : entry.place] if entry.place > 0 else ()
            if not put or isinstance(put[0].event, Voided):
                raise refused("refused.no-such-place", place=entry.place)
        _check(draft, entry, command.reason)
        draft.add(entry)
    return voids + command.entries


def _check_seals_stay(log: Sequence[Recorded], voids: tuple[int, ...]) -> None:
    """Refuse to void what was opened with all that came with it, a look, and a seal in use.

    A seal can be taken back, and another one made, as long as nothing has been entered since but
    notes: until then nobody can have learned anything. Raises RuleViolation.
    """
    voided = {one.event.entry for one in log if isinstance(one.event, Voided)} | set(voids)
    keys, seals = set[str](), set[int]()
    for one in log:
        if isinstance(one.event, Opened | LeftSealed | LookedAt):
            keys.add(one.key)
            seals.add(one.event.entry)
    for seq in voids:
        entry = log[seq - 1]
        if entry.key in keys or seq in seals:
            raise refused("refused.opened-stays", entry=seq)
        if not isinstance(entry.event, Sealed):
            continue
        since = (one for one in log[seq:] if one.seq not in voided and one.key != entry.key)
        if any(not isinstance(one.event, (*NOTED, Voided)) for one in since):
            raise refused("refused.seal-stays", entry=seq)


class Draft:
    """A log with what a command is about to add to it, folded as far as each check asks."""

    def __init__(
        self, rules: Rules, opening: Any, log: tuple[Recorded, ...], folded: Folded | None
    ) -> None:
        self.rules, self.log = rules, log
        self._opening, self._known, self._now = opening, folded, folded

    def voided(self) -> Collection[int]:
        return {entry.event.entry for entry in self.log if isinstance(entry.event, Voided)}

    def has(self, *kinds: type) -> bool:
        return any(isinstance(entry.event, kinds) for entry in self.log)

    def why_not_back(self, command: Command, taken: set[int]) -> RuleViolation | None:
        return why_not_back(self.rules, self._opening, self.log, taken, self._known)

    def before(self, place: int | None, event: Event | None) -> Folded:
        if place is not None:
            return fold_until(self.rules, self._opening, self.log, place, self._known)
        if self._now is None:
            self._now = fold(self.rules, self._opening, self.log, self._known)
        return self._now

    def in_force(self, place: int | None) -> Mapping[int, object]:
        return {one.seq: one.event for one in self.before(place, None).order}

    def add(self, *entries: Entry) -> None:
        first = self.log[-1].seq + 1 if self.log else 1
        added = tuple(
            Recorded(first + n, "", None, one.event, one.place, "", "\0draft", n, "", "")
            for n, one in enumerate(entries)
        )
        self.log += added
        if self._now is not None and added:
            settles = not any(map(unsettles, added))
            self._now = fold_on(self.rules, self._now, *added) if settles else None


# ---- checks that hold for every game ----


def _check_voids(draft: Drafting, command: Command) -> None:
    voided, before = set[int](), draft.voided()
    for seq in command.voids:
        entry = draft.log[seq - 1] if 0 < seq <= len(draft.log) else None
        if entry is None or isinstance(entry.event, Voided):
            raise refused("refused.no-such-entry", entry=seq)
        if seq in voided or seq in before:
            raise refused("refused.already-voided", entry=seq)
        if isinstance(entry.event, draft.rules.lasting) and not any(
            one.place == seq and type(one.event) is type(entry.event) for one in command.entries
        ):
            raise refused("refused.shown-stays-shown", entry=seq)
        voided.add(seq)


def why_not_back(
    rules: Rules,
    opening: Any,
    log: tuple[Recorded, ...],
    taken: set[int],
    known: Folded | None,
) -> RuleViolation | None:
    """Why one of the entries `taken` is a card that can't be voided with nothing in its place:
    another followed or the deal was counted; None when all can be."""
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
            return why
    return None


def _check(draft: Drafting, entry: Entry, reason: str) -> None:
    rules, event = draft.rules, entry.event
    folded = draft.before(entry.place, event)
    if isinstance(event, Seated):
        _check_seated(rules.ring(folded.settings), event)
    elif isinstance(event, Left):
        if event.person not in folded.persons:
            raise refused("refused.not-here", "person", person=event.person)
    elif isinstance(event, Noted):
        if isinstance(event, SettingsProposed):
            _check_settings(rules, folded, event)
        check_noted(event, draft.in_force(entry.place), rules.ring(folded.settings))
    elif isinstance(event, SettingsChanged):
        _check_change(rules, folded, event)
    elif not isinstance(event, EVENING + rules.events) or isinstance(event, Voided):
        known = ", ".join(str(getattr(one, "KIND", one)) for one in rules.events)
        raise refused("refused.unknown-kind", kind=event.KIND, known=known)
    else:
        rules.check(folded.state, event)
        why = None if reason else rules.against(folded.state, event)
        if why is not None:
            raise why


def _check_seated(ring: Ring, event: Seated) -> None:
    if not event.person.strip() or len(event.person) > 24:
        raise refused(
            "refused.name-length", "person", person=event.person, length=len(event.person)
        )
    check_seats((event.seat,) if event.seat else (), ring, "seat")


def _check_change(rules: Rules, folded: Folded, event: SettingsChanged) -> None:
    """Refuse other rules that not everybody seated agrees to, or that change the seats."""
    _check_settings(rules, folded, event)
    ring = rules.ring(folded.settings)
    check_seats(event.agreed, ring, "agreed")
    missing = [seat for seat, _ in folded.people if seat not in event.agreed]
    if missing or not event.agreed:
        raise refused("refused.not-agreed", "agreed", seats=listed(missing or ring))


def _check_settings(
    rules: Rules, folded: Folded, event: SettingsChanged | SettingsProposed
) -> None:
    ring = rules.ring(folded.settings)
    if rules.ring(rules.settings_of(event.settings)) != ring:
        raise refused("refused.other-seats", "settings", n=len(ring))


# ---- dealers kept: who called stays who called, whatever a correction does ----


def dealers_kept(
    rules: Rules, opening: Any, log: tuple[Recorded, ...], added: tuple[Recorded, ...]
) -> tuple[Entry, ...]:
    """What must be said as well so that `added` hands no later call to another player.

    A call that names nobody is the next player's: a deal put in or struck out further up, or other
    settings, would move the dealers on, and with them every such call. A deal that would get
    another dealer then states its own; the rotation goes on from there as it did. A dealer that was
    corrected is meant to move them.
    """
    if not rules.calls or not any(map(unsettles, added)):
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


def _names_nobody(rules: Rules, entry: Recorded) -> bool:
    """Whether this is a call without its caller."""
    return isinstance(entry.event, rules.calls) and getattr(entry.event, "seat", None) is None


def _dealers(
    rules: Rules, opening: Any, log: tuple[Recorded, ...], stated: Mapping[int, Seat]
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
