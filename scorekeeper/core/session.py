"""The session log: what an entry is, in which order play reads them, what they add up to.

The log only grows. A correction voids an entry and records the right fact in its place; the
state of the game is always worked out anew from the entries in force.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Protocol, runtime_checkable

from scorekeeper.core.docket import NOTED, check_noted
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import EVENING, Left, Seated, Voided
from scorekeeper.core.messages import message
from scorekeeper.core.play import CardPlayed
from scorekeeper.core.reveals import check_seals_stay
from scorekeeper.core.seats import Ring
from scorekeeper.core.sheet import People


class Event(Protocol):
    """A frozen dataclass of facts seen at the table. `KIND` is its name in files."""

    KIND: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Header:
    """What a session is: its id, the game, the edition of our rules, the settings in force.

    `settings` is the JSON form of the game's settings; `at` is when the table was opened, with the
    offset from UTC of the clock at the table, ISO 8601 to the second.
    """

    session: str
    game: str
    edition: int
    settings: Mapping[str, Any]
    at: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact about to be recorded. `place` names the entry that it stands just before in the
    order of play, or instead of, where that one has been voided; None = after all others."""

    event: Event
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry of the log.

    `seq` counts from 1; `at` is the time in UTC, ISO 8601 to the second; `by` is the seat that
    entered it, where known; `note` is a remark from the table; `key` is the idempotency key of
    its command and `part` its place within it, from 0; `previous` and `hash` chain the log.
    """

    seq: int
    at: str
    by: str | None
    event: Event
    place: int | None
    note: str
    key: str
    part: int
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class Command:
    """Entries that are made together or not at all, and the entries that they void."""

    entries: tuple[Entry, ...]
    voids: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class At:
    """Where an event stands: its entry, the entry it stands instead of (or itself), and who
    sits where at that moment."""

    seq: int
    origin: int
    people: People
    time: str = ""


class Rules(Protocol):
    """What the log needs of a game: pure functions over its own state.

    `check` raises RuleViolation when the event can't follow; `apply` is called only with events
    that pass it. Both take every event of `core.evening` but Seated, Left and Voided, which are
    seen to here, as are the notes of `core.docket`. `lasting` are the kinds of event that can be
    corrected but never taken back.
    """

    @property
    def events(self) -> tuple[type, ...]: ...
    @property
    def lasting(self) -> tuple[type, ...]: ...
    def ring(self, settings: Any) -> Ring: ...
    def start(self, settings: Any) -> Any: ...
    def check(self, state: Any, event: Any) -> None: ...
    def apply(self, state: Any, event: Any, at: At) -> Any: ...


@runtime_checkable
class Watching(Protocol):
    """Rules of a game whose tricks can be recorded card by card."""

    def why_not_back(self, state: Any, entry: int) -> RuleViolation | None:
        """Why the card that this entry played can't be taken back; None when it can."""
        ...  # pragma: no cover


@dataclass(frozen=True, slots=True)
class Misfit:
    """An entry that no longer fits what stands before it, and why. It counts for nothing until
    it is corrected, and is never dropped."""

    entry: Recorded
    why: RuleViolation


@dataclass(frozen=True, slots=True)
class Folded:
    """What a log adds up to. `waiting` are the persons at the table without a seat."""

    state: Any
    people: People
    waiting: tuple[str, ...]
    misfits: tuple[Misfit, ...]
    order: tuple[Recorded, ...]

    @property
    def persons(self) -> tuple[str, ...]:
        """Everybody at the table, the seated ones first."""
        return tuple(person for _, person in self.people) + self.waiting


def play_order(log: tuple[Recorded, ...]) -> tuple[Recorded, ...]:
    """The entries in force, in the order of play.

    An entry with a place stands just before the entry it names; all others stand in the order
    in which they were made. Voided entries keep their place for their successors but are left
    out of the answer.
    """
    voided = {entry.event.entry for entry in log if isinstance(entry.event, Voided)}
    return tuple(entry for entry in _all_placed(log) if entry.seq not in voided)


def fold(rules: Rules, settings: Any, log: tuple[Recorded, ...]) -> Folded:
    """Work out the state of the game from the log.

    Entries that were accepted one after the other need no second check; after the first
    correction, every entry is checked again where it now stands, and what no longer fits
    is set aside as a misfit.
    """
    order = play_order(log)
    return _fold_order(rules, settings, order, _first_disturbed(log, order), _origins(log))


def fold_until(rules: Rules, settings: Any, log: tuple[Recorded, ...], seq: int) -> Folded:
    """The state just before entry `seq` in the order of play, whether it is voided or not."""
    voided = {entry.event.entry for entry in log if isinstance(entry.event, Voided)}
    before: list[Recorded] = []
    for entry in _all_placed(log):
        if entry.seq == seq:
            break
        if entry.seq not in voided:
            before.append(entry)
    return _fold_order(
        rules, settings, tuple(before), _first_disturbed(log, tuple(before)), _origins(log)
    )


def fold_on(rules: Rules, settings: Any, folded: Folded, entry: Recorded) -> Folded:
    """What a log adds up to with one more entry, accepted after all others: no `place`, and
    nothing voided."""
    event = entry.event
    order = (*folded.order, entry)
    if isinstance(event, Seated | Left):
        people, waiting = move(folded.people, folded.waiting, event, rules.ring(settings))
        return Folded(folded.state, people, waiting, folded.misfits, order)
    if isinstance(event, NOTED):
        return replace(folded, order=order)
    at = At(entry.seq, entry.seq, folded.people, entry.at)
    state = rules.apply(folded.state, event, at)
    return Folded(state, folded.people, folded.waiting, folded.misfits, order)


def decide(
    rules: Rules,
    settings: Any,
    log: tuple[Recorded, ...],
    command: Command,
    folded: Folded | None = None,
) -> tuple[Entry, ...]:
    """The entries that this command adds to the log: first what it voids, then its facts.

    `folded` spares the work of folding the log where that has been done already.
    Raises RuleViolation when one of them can't be made; then none is.
    """
    _check_voids(rules, log, command)
    check_seals_stay(log, command.voids)
    _check_taken_back(rules, settings, log, command)
    voids = tuple(Entry(Voided(seq, command.reason)) for seq in command.voids)
    draft = log + _drafted(log, voids)
    if not command.entries:
        return voids
    now = None if voids else folded
    for entry in command.entries:
        if entry.place is None:
            now = now or fold(rules, settings, draft)
            _check(rules, settings, now, entry.event)
        else:
            if not any(one.seq == entry.place for one in _all_placed(draft)):
                raise RuleViolation(message("refused.no-such-place", place=entry.place))
            before = fold_until(rules, settings, draft, entry.place)
            _check(rules, settings, before, entry.event)
        recorded = _drafted(draft, (entry,))
        draft = draft + recorded
        now = fold_on(rules, settings, now, recorded[0]) if now and entry.place is None else None
    return voids + command.entries


# ---- the order of play ----


def _all_placed(log: tuple[Recorded, ...]) -> list[Recorded]:
    """Every entry but the voidings, voided ones included, in the order of play."""
    order: list[Recorded] = []
    for entry in log:
        if isinstance(entry.event, Voided):
            continue
        if entry.place is None:
            order.append(entry)
            continue
        where = next(n for n, one in enumerate(order) if one.seq == entry.place)
        order.insert(where, entry)
    return order


def _origins(log: tuple[Recorded, ...]) -> dict[int, int]:
    """For each entry that stands instead of a voided one: the first entry of that line."""
    voided_by = {entry.event.entry: entry.key for entry in log if isinstance(entry.event, Voided)}
    origins: dict[int, int] = {}
    for entry in log:
        if entry.place is not None and voided_by.get(entry.place) == entry.key:
            origins[entry.seq] = origins.get(entry.place, entry.place)
    return origins


def _first_disturbed(log: tuple[Recorded, ...], order: tuple[Recorded, ...]) -> int:
    """The index in the order of play from which a correction may have changed what fits."""
    if not any(isinstance(e.event, Voided) or e.place is not None for e in log):
        return len(order)
    for n, entry in enumerate(order):
        if entry.place is not None or entry.seq != n + 1:
            return n
    return len(order)


# ---- folding ----


def _fold_order(
    rules: Rules,
    settings: Any,
    order: tuple[Recorded, ...],
    trusted: int,
    origins: Mapping[int, int],
) -> Folded:
    state = rules.start(settings)
    ring = rules.ring(settings)
    people: People = ()
    waiting: tuple[str, ...] = ()
    misfits: list[Misfit] = []
    for n, entry in enumerate(order):
        event = entry.event
        if isinstance(event, Seated | Left):
            people, waiting = move(people, waiting, event, ring)
            continue
        if isinstance(event, NOTED):
            continue
        if n >= trusted:
            try:
                rules.check(state, event)
            except RuleViolation as why:
                misfits.append(Misfit(entry, why))
                continue
        at = At(entry.seq, origins.get(entry.seq, entry.seq), people, entry.at)
        state = rules.apply(state, event, at)
    return Folded(state, people, waiting, tuple(misfits), order)


def move(
    people: People, waiting: tuple[str, ...], event: Seated | Left, ring: Ring
) -> tuple[People, tuple[str, ...]]:
    """Who sits where, and who waits, after somebody has taken a seat or left.

    Who sat in the seat before waits at the table.
    """
    seated = {seat: person for seat, person in people if person != event.person}
    bench = [person for person in waiting if person != event.person]
    if isinstance(event, Seated):
        if event.seat is None:
            bench.append(event.person)
        else:
            if event.seat in seated:
                bench.append(seated[event.seat])
            seated[event.seat] = event.person
    order = {seat: n for n, seat in enumerate(ring)}
    placed = sorted(seated.items(), key=lambda pair: order.get(pair[0], len(order)))
    return tuple(placed), tuple(bench)


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
    rules: Rules, settings: Any, log: tuple[Recorded, ...], command: Command
) -> None:
    """Refuse to void a card that was played, with nothing in its place, once others followed."""
    taken = set(command.voids) - {entry.place for entry in command.entries}
    if not taken or not isinstance(rules, Watching):
        return
    order, origins = play_order(log), _origins(log)
    for place, entry in enumerate(order):
        if entry.seq not in taken or not isinstance(entry.event, CardPlayed):
            continue
        later = range(place + 1, len(order))
        stays = (n for n in later if order[n].seq not in taken)
        after = next((n for n in stays if isinstance(order[n].event, CardPlayed)), None)
        if after is not None:
            folded = _fold_order(rules, settings, order[: after + 1], 0, origins)
            why = rules.why_not_back(folded.state, entry.seq)
            if why is not None:
                raise why


def _check(rules: Rules, settings: Any, folded: Folded, event: Event) -> None:
    if isinstance(event, Seated):
        _check_seated(rules, settings, event)
    elif isinstance(event, Left):
        if event.person not in folded.persons:
            raise RuleViolation(message("refused.not-here", person=event.person), "person")
    elif isinstance(event, NOTED):
        entries = {entry.seq: entry.event for entry in folded.order}
        check_noted(event, entries, rules.ring(settings))
    elif not isinstance(event, EVENING + rules.events) or isinstance(event, Voided):
        raise RuleViolation(message("refused.unknown-kind", kind=event.KIND))
    else:
        rules.check(folded.state, event)


def _check_seated(rules: Rules, settings: Any, event: Seated) -> None:
    if not event.person.strip() or len(event.person) > 24:
        raise RuleViolation(
            message("refused.name-length", person=event.person, length=len(event.person)), "person"
        )
    if event.seat is not None and event.seat not in rules.ring(settings):
        raise RuleViolation(message("refused.no-such-seat", seat=event.seat.value), "seat")


def _drafted(log: tuple[Recorded, ...], entries: tuple[Entry, ...]) -> tuple[Recorded, ...]:
    """The entries as the log would hold them, without time or hashes."""
    first = log[-1].seq + 1 if log else 1
    return tuple(
        Recorded(first + n, "", None, one.event, one.place, "", "\0draft", n, "", "")
        for n, one in enumerate(entries)
    )
