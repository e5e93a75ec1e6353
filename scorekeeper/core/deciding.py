"""What a command adds to the log, what every game refuses, which dealers a correction keeps; and a
log that is entered again, command by command: whoever folds it after each correction does again and
again what stands behind the place that was corrected.
"""

from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from operator import itemgetter
from typing import Any

from scorekeeper.core import session
from scorekeeper.core.errors import RuleViolation, refused
from scorekeeper.core.evening import (
    EVENING,
    Awarded,
    CarriedIn,
    DealerIs,
    Ended,
    Left,
    Seated,
    Voided,
)
from scorekeeper.core.messages import listed
from scorekeeper.core.notes import (
    NOTED,
    Noted,
    Respelt,
    Ruled,
    SettingsChanged,
    SettingsProposed,
    check_noted,
)
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.seals import SEALING, LeftSealed, LookedAt, Opened, Sealed
from scorekeeper.core.seats import Seat, check_seats
from scorekeeper.core.session import Command, Entry, Event, Folded, Folding, Recorded, Rules
from scorekeeper.core.spelling import check_respelt, check_still_apart, spelling


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


class Draft:
    """A log with what a command is about to add to it, folded as far as each check asks."""

    def __init__(
        self,
        rules: Rules,
        opening: Any,
        log: tuple[Recorded, ...] = (),
        folded: Folded | None = None,
    ) -> None:
        self.rules, self.log, self._opening, self._known = rules, [*log], opening, folded

    def voided(self) -> Collection[int]:
        """The numbers of the entries that are voided."""
        return session.voided_in(self.log)

    def has(self, *kinds: type) -> bool:
        """Whether an event of one of these kinds may be in the log, voided or not."""
        return any(isinstance(entry.event, kinds) for entry in self.log)

    def before(self, place: int | None, event: Event | None) -> Folded:
        """What `event` stands upon at this place, None for after all others."""
        of = (self.rules, self._opening, tuple(self.log))
        if place is not None:
            return session.fold_until(*of, place, self._known)
        self._known = session.fold(*of, self._known)
        return self._known

    def in_force(self, place: int | None) -> Mapping[int, object]:
        """The events in force before this place, by their numbers, in the order of play."""
        return {one.seq: one.event for one in self.before(place, None).order}

    def add(self, *entries: Entry) -> None:
        """Enter these, which passed all checks."""
        first = self.log[-1].seq + 1 if self.log else 1
        self.log += (
            Recorded(first + n, "", None, one.event, one.place, "", "\0draft", n, "", "")
            for n, one in enumerate(entries)
        )

    def why_not_back(self, taken: set[int]) -> RuleViolation | None:
        """Why one of the entries `taken` is a card that can't be voided with nothing in its place:
        another followed or the deal was counted; None when all can be."""
        self._known = session.fold(self.rules, self._opening, tuple(self.log), self._known)
        order = session.play_order(self.log)
        folding = replace(Folding.of(self.rules, self._opening, self.log, order), trusted=0)
        for place, entry in enumerate(order):
            if entry.seq not in taken or not isinstance(entry.event, CardPlayed):
                continue
            stays = (n for n in range(place + 1, len(order)) if order[n].seq not in taken)
            after = next((n for n in stays if isinstance(order[n].event, CardPlayed)), len(order))
            until = (one for one in order[: after + 1] if one is entry or one.seq not in taken)
            state = folding.whole(tuple(until), self._known).state
            if why := self.rules.why_not_back(state, entry.seq):
                return why
        return None


def enter(draft: Draft, command: Command) -> tuple[Entry, ...]:
    """What `decide` answers, entered into this draft one after the other."""
    if command.voids:
        _check_voids(draft, command)
        if draft.has(*SEALING):
            _check_seals_stay(draft.log, command.voids)
        taken = set(command.voids) - {entry.place for entry in command.entries}
        is_watched = any(isinstance(draft.log[seq - 1].event, CardPlayed) for seq in taken)
        if is_watched and (why := draft.why_not_back(taken)):
            raise why
    voids = tuple(Entry(Voided(seq, command.reason)) for seq in command.voids)
    draft.add(*voids)
    if any(isinstance(draft.log[seq - 1].event, Respelt) for seq in command.voids):
        check_still_apart(tuple(draft.log))
    for entry in command.entries:
        if entry.place is not None:
            put = draft.log[entry.place - 1 : entry.place] if entry.place > 0 else ()
            if not put or isinstance(put[0].event, Voided):
                raise refused("refused.no-such-place", place=entry.place)
        _check(draft, entry, command.reason)
        draft.add(entry)
    return voids + command.entries


# ---- checks that hold for every game ----


def _check_voids(draft: Draft, command: Command) -> None:
    before, voided = draft.voided(), set[int]()
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


def _check_seals_stay(log: list[Recorded], voids: tuple[int, ...]) -> None:
    """Refuse to void what was opened with all that came with it, a look, and a seal in use.

    A seal can be taken back, and another one made, as long as nothing has been entered since but
    notes: until then nobody can have learned anything. Raises RuleViolation.
    """
    voided = {*session.voided_in(log), *voids}
    said = [
        (one.key, one.event.entry)
        for one in log
        if isinstance(one.event, Opened | LeftSealed | LookedAt)
    ]
    for seq in voids:
        entry = log[seq - 1]
        if any(entry.key == key or seq == seal for key, seal in said):
            raise refused("refused.opened-stays", entry=seq)
        if not isinstance(entry.event, Sealed):
            continue
        since = (one for one in log[seq:] if one.seq not in voided and one.key != entry.key)
        if any(not isinstance(one.event, (*NOTED, Voided)) for one in since):
            raise refused("refused.seal-stays", entry=seq)


def _check(draft: Draft, entry: Entry, reason: str) -> None:
    rules, event = draft.rules, entry.event
    folded = draft.before(entry.place, event)
    ring = rules.ring(folded.settings)
    is_known = isinstance(event, (*EVENING, *NOTED, SettingsChanged, *rules.events))
    if not is_known or isinstance(event, Voided):
        known = ", ".join(str(getattr(one, "KIND", one)) for one in rules.events)
        raise refused("refused.unknown-kind", kind=event.KIND, known=known)
    check_seats(event, ring)
    if (
        isinstance(event, SettingsChanged | SettingsProposed)
        and rules.ring(rules.settings_of(event.settings)) != ring
    ):
        raise refused("refused.other-seats", "settings", n=len(ring))
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


def _check_note(draft: Draft, event: Noted, place: int | None) -> None:
    if isinstance(event, Respelt):
        check_respelt(event, draft.in_force(None).values())
    else:
        check_noted(event, draft.in_force(place))


def _check_fact(draft: Draft, event: Event, state: Any, reason: str) -> None:
    ruling = getattr(event, "ruling", None)
    if isinstance(event, Awarded):
        _check_award(draft, event)
    elif ruling is not None and not isinstance(draft.in_force(None).get(ruling), Ruled):
        raise refused("refused.no-such-ruling", entry=ruling)
    draft.rules.check(state, event)
    if not reason and (why := draft.rules.against(state, event)):
        raise why


def _check_award(draft: Draft, event: Awarded) -> None:
    """Refuse to give what no ruling gives, and to give it twice. Raises RuleViolation."""
    events = draft.in_force(None)
    ruled = events.get(event.ruling)
    effects = ruled.effects if isinstance(ruled, Ruled) else ()
    given = [(one.kind, one.party, one.amount) for one in effects]
    if (event.effect, event.party, event.amount) not in given:
        raise refused("refused.no-such-ruling", entry=event.ruling)
    if event in events.values():
        raise refused("refused.ruling-applied", entry=event.ruling)


def _check_seated(event: Seated) -> None:
    if not event.person.strip() or len(event.person) > 24:
        said = {"person": event.person, "length": len(event.person)}
        raise refused("refused.name-length", "person", **said)


# ---- a log that is entered again ----


TALLIED = (CarriedIn, Ended)
"""The events that fit or not by how the scores stand."""
APART = 8
"""After so many places in the order of play a state is kept."""
TRIES = 8
"""At so many kept states it is looked whether a correction reaches no farther."""


class GrowingLog(Draft):
    """A log into which the commands of a file are entered one after the other.

    It answers as `decide` does, but folds no more than a check asks for, and no farther than a
    correction reaches. `_placed` are its entries in the order of play, those voided too, and
    `_seqs` their numbers. `_marks` are what is reached before places in that order, and at its end.
    Those behind the place `_changed` are of before a correction, until `_reuse` looks which of them
    hold: those where `Rules.checked_part` shows that all checks are answered as before. Their
    scores are then those before the correction: only the states up to the place `_exact` are what a
    fold gives. The first `_trusted` entries need no check.
    """

    _marks: list[tuple[int, Folded]]
    _trusted: int
    _changed: int | None

    def __init__(self, rules: Rules, opening: Any) -> None:
        super().__init__(rules, opening)
        self._placed, self._seqs = list[Recorded](), list[int]()
        self._voids, self._origins = dict[int, str](), dict[int, int]()
        self._kinds, self._events = set[type](), dict[int, object]()
        self._coming: Iterator[Recorded] = iter(())
        self._start()

    def take(self, command: Command, added: tuple[Recorded, ...]) -> None:
        """Enter what this command has added. Raises RuleViolation: then this is of no more use."""
        self._coming = iter(added)
        enter(self, command)
        self._reuse()

    @property
    def folded(self) -> Folded:
        """What the log adds up to, as far as what may be sealed depends on it."""
        return replace(self._reached(len(self._placed)), order=tuple(self._in_order()))

    # ---- what checks read ----

    def voided(self) -> Collection[int]:
        return self._voids

    def has(self, *kinds: type) -> bool:
        return not self._kinds.isdisjoint(kinds)

    def before(self, place: int | None, event: Event | None) -> Folded:
        """What `event` stands upon at this place; the order of play is left out."""
        if isinstance(event, TALLIED):
            self._forget(self._exact)
        return self._reached(self._at(place))

    def in_force(self, place: int | None) -> Mapping[int, object]:
        if place is None and self._events:
            return self._events
        found: dict[int, object] = {one.seq: one.event for one in self._in_order(self._at(place))}
        if place is None:
            self._events = found
        return found

    def add(self, *entries: Entry) -> None:
        """Enter the next of those that come."""
        for one, entry in zip(islice(self._coming, len(entries)), entries, strict=True):
            self.log.append(one)
            event = one.event
            self._kinds.add(type(event))
            if isinstance(event, Voided):
                self._voids[event.entry] = one.key
                self._events.pop(event.entry, None)
                self._change(self._at(event.entry))
                event = self.log[event.entry - 1].event
            else:
                self._place(one, entry.place)
            if isinstance(event, Respelt):
                self._respell()
            if isinstance(event, SettingsChanged | Respelt):
                self._start()

    # ---- the order of play ----

    def _at(self, place: int | None) -> int:
        return len(self._placed) if place is None else self._seqs.index(place)

    def _in_order(self, until: int | None = None) -> Iterator[Recorded]:
        return (one for one in self._placed[:until] if one.seq not in self._voids)

    def _place(self, one: Recorded, place: int | None) -> None:
        at = self._at(place)
        self._placed.insert(at, one)
        self._seqs.insert(at, one.seq)
        if place is None:
            self._trusted += self._trusted == at and not self._voids
            if self._events:
                self._events[one.seq] = one.event
            return
        if self._voids.get(place) == one.key:
            self._origins[one.seq] = self._origins.get(place, place)
        self._events = {}
        self._marks = [(mark + (mark > at), reached) for mark, reached in self._marks]
        self._change(at)

    def _respell(self) -> None:
        """Call everybody as the log now has it."""
        names = spelling(tuple(self.log))
        self._placed = [session.spelt(self.log[seq - 1], names) for seq in self._seqs]
        self._events = {}

    # ---- states along it ----

    def _start(self) -> None:
        """Go by the settings now in force, from the first entry on."""
        self.settings = session.in_force(self.rules, self._opening, tuple(self._in_order()))
        self._marks = [(0, Folded(self.settings, self.rules.start(self.settings)))]
        self._trusted, self._exact, self._changed = 0, 0, None

    def _mark_before(self, at: int) -> int:
        """Which of the marks is the last one up to this place."""
        return bisect_right(self._marks, at, key=itemgetter(0)) - 1

    def _forget(self, after: int) -> list[tuple[int, Folded]]:
        """The marks behind this place, which count for nothing from now on."""
        first, self._changed = self._mark_before(after) + 1, None
        later, self._marks = self._marks[first:], self._marks[:first]
        return later

    def _change(self, at: int) -> None:
        """Keep in mind that what stands at this place is not what it was."""
        begin, end = sorted((at, at if self._changed is None else self._changed))
        self._marks = [one for one in self._marks if not begin < one[0] <= end]
        self._trusted, self._exact = min(self._trusted, at), min(self._exact, at)
        self._changed = begin

    def _reuse(self) -> None:
        """Keep what holds of the states behind the part that was changed."""
        if self._changed is None:
            return
        begin = self._changed
        later = self._forget(begin)
        for n, (at, then) in enumerate(later[:TRIES]):
            now, part = self._reached(at), self.rules.checked_part
            is_met = (met := part(now.state)) is not None and met == part(then.state)
            if is_met and (now.people, now.waiting) == (then.people, then.waiting):
                later_on = enumerate(self._placed[at:], at)
                tallied = (m for m, one in later_on if isinstance(one.event, TALLIED))
                most = next(tallied, None) if self.has(*TALLIED) else None
                self._marks += [one for one in later[n + 1 :] if most is None or one[0] <= most]
                return

    def _reached(self, at: int) -> Folded:
        """What stands before this place adds up to, as far as checks ask."""
        if self._changed is not None and self._changed < at:
            self._reuse()
        place, reached = self._marks[self._mark_before(at)]
        is_apart = place > self._exact and self.has(*TALLIED)
        if is_apart and any(isinstance(one.event, TALLIED) for one in self._placed[place:at]):
            self._forget(self._exact)
            place, reached = self._marks[-1]
        is_exact, is_last = place <= self._exact, place == self._marks[-1][0]
        folding = Folding(self.rules, self.settings, self._trusted, self._origins, self._voids)
        while place < at:
            end = min(at, place + APART - place % APART)
            place, reached = end, folding.go_on(reached, self._placed[place:end], place)
            if is_last:
                if len(self._marks) > 1 and end - self._marks[-2][0] <= APART:
                    self._marks.pop()
                self._marks.append((end, reached))
        if is_exact:
            self._exact = max(self._exact, at)
        return reached


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
    if not rules.calls or not any(map(session.unsettles, added)):
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
    order, found = session.play_order(log), dict[int, Seat]()
    folding = Folding.of(rules, opening, log, order)
    reached = Folded(folding.settings, rules.start(folding.settings))
    for n, entry in enumerate(order):
        dealer = rules.opened_by(reached.state) if _names_nobody(rules, entry) else None
        if dealer is not None:
            found[entry.seq] = dealer
            if (seat := stated.get(entry.seq, dealer)) is not dealer:
                said = replace(entry, event=DealerIs(seat))
                reached = folding.go_on(reached, (said,), n)
        reached = folding.go_on(reached, (entry,), n)
    return found
