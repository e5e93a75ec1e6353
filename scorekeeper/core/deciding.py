"""What a command adds to the log, what every game refuses, and which dealers a
correction keeps."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Generic

from scorekeeper.core import session
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import (
    EVENING,
    Awarded,
    DealerIs,
    Left,
    Seated,
    Voided,
)
from scorekeeper.core.messages import listed
from scorekeeper.core.notes import NOTED, Noted, Respelt, check_noted
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.rules_notes import SettingsChanged, SettingsProposed
from scorekeeper.core.ruling_notes import Ruled
from scorekeeper.core.seals import SEALING, LeftSealed, LookedAt, Opened, Sealed
from scorekeeper.core.seats import Ring, Seat, check_seats
from scorekeeper.core.session import (
    Command,
    Entry,
    Event,
    Folded,
    Folding,
    Recorded,
    Rules,
    State,
)
from scorekeeper.core.settings import S
from scorekeeper.core.spelling import check_respelt, check_still_apart


def decide(
    rules: Rules[S, State],
    opening: S,
    log: tuple[Recorded, ...],
    command: Command,
    folded: Folded[S, State] | None = None,
) -> tuple[Entry, ...]:
    """The entries that this command adds to the log: first what it voids, then its
    facts. `opening` are the settings that the session was opened with. With `folded`,
    the log isn't folded again. Raises RuleViolation if an entry can't be made, and then
    none is. A result that contradicts the recorded tricks can't be made without a
    reason."""
    return enter(Draft(rules, opening, log, folded), command)


class Draft(Generic[S, State]):
    """A log with what a command is about to add to it, folded as far as each check
    asks."""

    def __init__(
        self,
        rules: Rules[S, State],
        opening: S,
        log: tuple[Recorded, ...] = (),
        folded: Folded[S, State] | None = None,
    ) -> None:
        self.rules = rules
        self.log = [*log]
        self._opening = opening
        self._known = folded

    def voided(self) -> Collection[int]:
        return session.voided_in(self.log)

    def has(self, *kinds: type) -> bool:
        """Whether an event of one of these kinds may be in the log, voided or not."""
        return any(isinstance(entry.event, kinds) for entry in self.log)

    def before(self, place: int | None) -> Folded[S, State]:
        """What an event stands upon at this place, None for after all others."""
        log = tuple(self.log)
        known = self._known
        if place is not None:
            return session.fold_until(self.rules, self._opening, log, place, known)
        self._known = session.fold(self.rules, self._opening, log, known)
        return self._known

    def in_force(self, place: int | None) -> Mapping[int, object]:
        return {entry.seq: entry.event for entry in self.before(place).order}

    def add(self, *entries: Entry) -> None:
        first = self.log[-1].seq + 1 if self.log else 1
        self.log += (
            Recorded(
                seq=first + n,
                at="",
                by=None,
                event=one.event,
                place=one.place,
                note="",
                key="\0draft",
                part=n,
                previous="",
                hash="",
            )
            for n, one in enumerate(entries)
        )

    def why_not_back(self, taken: set[int]) -> RuleViolation | None:
        """Why one of the entries `taken` is a card that can't be voided with nothing in
        its place: another followed or the deal was counted; None when all can be."""
        self._known = session.fold(
            self.rules, self._opening, tuple(self.log), self._known
        )
        order = session.play_order(self.log)
        folding = replace(
            Folding.of(self.rules, self._opening, self.log, order), trusted=0
        )
        for place, entry in enumerate(order):
            if entry.seq not in taken or not isinstance(entry.event, CardPlayed):
                continue
            until = _up_to_next_card(order, place, taken)
            state = folding.whole(until, self._known).state
            why = self.rules.why_not_back(state, entry.seq)
            if why is not None:
                return why
        return None


def _up_to_next_card(
    order: Sequence[Recorded], place: int, taken: set[int]
) -> tuple[Recorded, ...]:
    """The entries up to the next card that stays after the one at this place; of those
    that are `taken` back this one alone."""
    until = list[Recorded]()
    for n, entry in enumerate(order):
        if n != place and entry.seq in taken:
            continue
        until.append(entry)
        if n > place and isinstance(entry.event, CardPlayed):
            break
    return tuple(until)


def enter(draft: Draft[S, State], command: Command) -> tuple[Entry, ...]:
    if command.voids:
        _check_voids(draft, command)
        if draft.has(*SEALING):
            _check_seals_in_use(draft.log, command.voids)
        _check_cards_back(draft, command)
    voids = tuple(Entry(Voided(seq, command.reason)) for seq in command.voids)
    draft.add(*voids)
    if any(isinstance(draft.log[seq - 1].event, Respelt) for seq in command.voids):
        check_still_apart(tuple(draft.log))
    for entry in command.entries:
        _check_place(draft.log, entry.place)
        _check(draft, entry, command.reason)
        draft.add(entry)
    return voids + command.entries


# ---- checks that hold for every game ----


def _check_voids(draft: Draft[S, State], command: Command) -> None:
    before = draft.voided()
    voided = set[int]()
    for seq in command.voids:
        entry = draft.log[seq - 1] if 0 < seq <= len(draft.log) else None
        if entry is None or isinstance(entry.event, Voided):
            raise refused("refused.no-such-entry")
        if seq in voided or seq in before:
            raise refused("refused.already-voided")
        if isinstance(entry.event, draft.rules.lasting) and not any(
            new.place == seq and type(new.event) is type(entry.event)
            for new in command.entries
        ):
            raise refused("refused.shown-stays-shown")
        voided.add(seq)


def _check_cards_back(draft: Draft[S, State], command: Command) -> None:
    taken = set(command.voids) - {entry.place for entry in command.entries}
    if any(isinstance(draft.log[seq - 1].event, CardPlayed) for seq in taken):
        why = draft.why_not_back(taken)
        if why is not None:
            raise why


def _check_place(log: list[Recorded], place: int | None) -> None:
    if place is None:
        return
    is_there = 0 < place <= len(log)
    if not is_there or isinstance(log[place - 1].event, Voided):
        raise refused("refused.no-such-place", place=place)


def _check_seals_in_use(log: list[Recorded], voids: tuple[int, ...]) -> None:
    """Refuse to void what was opened with all that came with it, a look, and a seal
    after which any fact is in force.

    This holds for every log, also one that is read from a file or was written by an
    earlier release, and is looser than `tables.never_allowed.check_seals_unseen`, which
    what is entered now must pass too: here a fact that was struck out again, and any
    note, keeps no seal in its place. Raises RuleViolation.
    """
    voided = {*session.voided_in(log), *voids}
    said = [
        (entry.key, entry.event.entry)
        for entry in log
        if isinstance(entry.event, Opened | LeftSealed | LookedAt)
    ]
    for seq in voids:
        entry = log[seq - 1]
        if any(entry.key == key or seq == seal for key, seal in said):
            raise refused("refused.opened-stays")
        if not isinstance(entry.event, Sealed):
            continue
        since = (
            later
            for later in log[seq:]
            if later.seq not in voided and later.key != entry.key
        )
        if any(not isinstance(later.event, (*NOTED, Voided)) for later in since):
            raise refused("refused.seal-stays")


def _check(draft: Draft[S, State], entry: Entry, reason: str) -> None:
    rules = draft.rules
    event = entry.event
    folded = draft.before(entry.place)
    ring = rules.ring(folded.settings)
    _check_kind(rules, event)
    check_seats(event, ring)
    if isinstance(event, SettingsChanged | SettingsProposed):
        _check_seats_stay(rules, event, ring)
    if isinstance(event, Seated):
        _check_seated(event)
    elif isinstance(event, Left):
        if event.person not in folded.persons:
            raise refused("refused.not-here", "person", person=event.person)
    elif isinstance(event, Noted):
        _check_note(draft, event, entry.place)
    elif isinstance(event, SettingsChanged):
        missing = [seat for seat, _ in folded.people if seat not in event.agreed]
        if missing or not event.agreed:  # everybody seated agrees to other rules
            raise refused("refused.not-agreed", "agreed", seats=listed(missing or ring))
    else:
        _check_fact(draft, event, folded.state, reason)


def _check_kind(rules: Rules[S, State], event: Event) -> None:
    is_known = isinstance(event, (*EVENING, *NOTED, SettingsChanged, *rules.events))
    if not is_known or isinstance(event, Voided):
        known = ", ".join(str(getattr(kind, "KIND", kind)) for kind in rules.events)
        raise refused("refused.unknown-kind", kind=event.KIND, known=known)


def _check_seats_stay(
    rules: Rules[S, State], event: SettingsChanged | SettingsProposed, ring: Ring
) -> None:
    if rules.ring(rules.settings_of(event.settings)) != ring:
        raise refused("refused.other-seats", "settings", n=len(ring))


def _check_note(draft: Draft[S, State], event: Noted, place: int | None) -> None:
    if isinstance(event, Respelt):
        check_respelt(event, draft.in_force(None).values())
    else:
        check_noted(event, draft.in_force(place))


def _check_fact(
    draft: Draft[S, State], event: Event, state: State, reason: str
) -> None:
    ruling = getattr(event, "ruling", None)
    if isinstance(event, Awarded):
        _check_award(draft, event)
    elif ruling is not None and not isinstance(draft.in_force(None).get(ruling), Ruled):
        raise refused("refused.no-such-ruling")
    draft.rules.check(state, event)
    why = None if reason else draft.rules.against(state, event)
    if why is not None:
        raise why


def _check_award(draft: Draft[S, State], event: Awarded) -> None:
    events = draft.in_force(None)
    ruled = events.get(event.ruling)
    effects = ruled.effects if isinstance(ruled, Ruled) else ()
    given = [(effect.kind, effect.party, effect.amount) for effect in effects]
    if (event.effect, event.party, event.amount) not in given:
        raise refused("refused.no-such-ruling")
    if event in events.values():
        raise refused("refused.ruling-applied")


def _check_seated(event: Seated) -> None:
    if not event.person.strip() or len(event.person) > 24:
        said = {"person": event.person, "length": len(event.person)}
        raise refused("refused.name-length", "person", **said)


# ---- dealers kept: who called stays who called, whatever a correction does ----


def dealers_kept(
    rules: Rules[S, State],
    opening: S,
    log: tuple[Recorded, ...],
    added: tuple[Recorded, ...],
) -> tuple[Entry, ...]:
    """What must be said as well so that `added` hands no later call to another player.

    A call that names nobody is the next player's: a deal put in or struck out further
    up, or other settings, would move the dealers on, and with them every such call. A
    deal that would get another dealer then states its own; the rotation goes on from
    there as it did. A dealer that was corrected is meant to move them.
    """
    if not rules.calls or not any(map(session.unsettles, added)):
        return ()
    struck = {entry.event.entry for entry in added if isinstance(entry.event, Voided)}
    changed = (*added, *(entry for entry in log if entry.seq in struck))
    if any(isinstance(entry.event, DealerIs) for entry in changed) or not any(
        _names_nobody(rules, entry) for entry in log
    ):
        return ()
    known = _dealers(rules, opening, log, {})
    now = _dealers(rules, opening, log + added, known)
    moved = (seq for seq, dealer in now.items() if known.get(seq, dealer) is not dealer)
    return tuple(Entry(DealerIs(known[seq]), seq) for seq in moved)


def _names_nobody(rules: Rules[S, State], entry: Recorded) -> bool:
    return (
        isinstance(entry.event, rules.calls)
        and getattr(entry.event, "seat", None) is None
    )


def _dealers(
    rules: Rules[S, State],
    opening: S,
    log: tuple[Recorded, ...],
    stated: Mapping[int, Seat],
) -> dict[int, Seat]:
    """By the entry of its first call, where that names nobody, who deals each deal when
    the dealers `stated` before it are."""
    order = session.play_order(log)
    dealers = dict[int, Seat]()
    folding = Folding.of(rules, opening, log, order)
    reached = Folded(folding.settings, rules.start(folding.settings))
    for n, entry in enumerate(order):
        dealer = rules.opened_by(reached.state) if _names_nobody(rules, entry) else None
        if dealer is not None:
            dealers[entry.seq] = dealer
            seat = stated.get(entry.seq, dealer)
            if seat is not dealer:
                said = replace(entry, event=DealerIs(seat))
                reached = folding.go_on(reached, (said,), n)
        reached = folding.go_on(reached, (entry,), n)
    return dealers
