"""The session log: what an entry is, in which order play reads them, what they add up
to.

The log only grows. A correction voids an entry and records the right fact in its place;
the state of the game is always worked out anew from the entries in force.

Each head of its hash chain covers everything before it, rooted in the rule sheet. That
is tamper-evident, not tamper-proof: whoever holds the database can compute a new chain,
but not one that contains the heads that others have kept.
"""

import hashlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import Field, dataclass, field, replace
from functools import lru_cache
from itertools import takewhile
from operator import is_
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from scorekeeper.core.codec import Json, canonical, encode
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import Left, Seated, Voided, move
from scorekeeper.core.messages import Message
from scorekeeper.core.notes import NOTED, Respelt
from scorekeeper.core.rules_notes import SettingsChanged
from scorekeeper.core.seats import People, Ring, Seat
from scorekeeper.core.settings import S
from scorekeeper.core.spelling import Spelling, spelling

State = TypeVar("State")
"""The state of a game, which its rules make and go on from."""


class Event(Protocol):
    """A frozen dataclass of facts seen at the table. `KIND` is its name in files."""

    KIND: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Field[object]]]

    def said(self) -> Message:
        """The facts in words."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a session is: its id, the game, the edition of our rules, the settings in
    force.

    `settings` is the JSON form of the game's settings; `at` is when the table was
    opened, with the offset from UTC of the clock at the table, ISO 8601 to the second.
    """

    session: str
    game: str
    edition: int
    settings: Mapping[str, Json]
    at: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A fact about to be recorded. `place` names the entry that it stands just before
    in the order of play, or instead of, where that one has been voided; None = after
    all others."""

    event: Event
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Recorded:
    """An entry of the log.

    `seq` counts from 1; `at` is the time in UTC, ISO 8601 to the second; `by` is the
    seat that entered it, where known; `note` is a remark from the table; `key` is the
    idempotency key of its command and `part` its place within it, from 0; `previous`
    and `hash` chain the log.
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
    """Where an event stands: its entry, the entry it stands instead of (or itself), and
    who sits where at that moment."""

    seq: int
    origin: int
    people: People
    time: str = ""


class Rules(Protocol[S, State]):
    """What the log needs of a game: pure functions over its own state.

    `check` raises RuleViolation when the event can't follow; `apply` is called only
    with events that pass it. Both take every event of `core.evening` but Seated, Left
    and Voided, which are seen to here, as are the notes of `core.notes` and changes of
    the settings. `lasting` are the kinds of event that can be corrected but never taken
    back.
    """

    @property
    def events(self) -> tuple[type, ...]: ...
    @property
    def lasting(self) -> tuple[type, ...]: ...
    def settings_of(self, written: Mapping[str, Json]) -> S:
        """The settings that are written so. Raises RuleViolation when they are not this
        game's."""

    def ring(self, settings: S) -> Ring: ...
    def start(self, settings: S) -> State: ...
    def check(self, state: State, event: Event) -> None: ...
    def apply(self, state: State, event: Event, at: At) -> State: ...

    # Of a game whose tricks can be recorded card by card, and whose calls in turn.

    def why_not_back(self, state: State, entry: int) -> RuleViolation | None:
        """Why the card that this entry played can't be taken back; None when it can."""
        return None

    def against(self, state: State, event: Event) -> RuleViolation | None:
        """Why this result needs a reason beside the recorded tricks; None when it
        doesn't."""
        return None

    @property
    def calls(self) -> tuple[type, ...]:
        """The kinds of event that whoever's turn it is makes; one with a `seat` says
        who did."""
        return ()

    def opened_by(self, state: State) -> Seat | None:
        """Who deals, where the next call would be the first of a deal; None where it
        isn't."""
        return None


@dataclass(frozen=True, slots=True)
class Misfit:
    """An entry that no longer fits what stands before it, and why. It counts for
    nothing until it is corrected, and is never dropped."""

    entry: Recorded
    why: RuleViolation


@dataclass(frozen=True, slots=True)
class Folded(Generic[S, State]):
    """What a log adds up to, under the `settings` in force. `waiting` are the persons
    at the table without a seat; a fold of the same log with a correction goes on from
    one of the `marks`: after so many entries, what these add up to. `log` is what was
    folded, where it was a whole log."""

    settings: S
    state: State
    people: People = ()
    waiting: tuple[str, ...] = ()
    misfits: tuple[Misfit, ...] = ()
    order: tuple[Recorded, ...] = ()
    marks: "tuple[tuple[int, Folded[S, State]], ...]" = field(
        default=(), compare=False, repr=False
    )
    log: tuple[Recorded, ...] = field(default=(), compare=False, repr=False)

    @property
    def persons(self) -> tuple[str, ...]:
        return tuple(person for _, person in self.people) + self.waiting


AnyFolded = Folded[Any, Any]
"""What the log of a game of any family adds up to. Any, since who holds games of all of
them can't say of which one its settings and its state are."""


def play_order(
    log: Sequence[Recorded], names: Spelling | None = None
) -> tuple[Recorded, ...]:
    """The entries in force, in the order of play, with everybody called as in `names`:
    those of this log, if they are not told.

    An entry with a place stands just before the entry it names; all others stand in the
    order in which they were made. Voided entries keep their place for their successors
    but are left out of the answer.
    """
    voided = voided_in(log)
    names = names or spelling(tuple(log))
    order = [entry for entry in all_placed(log) if entry.seq not in voided]
    if not names.names:
        return tuple(order)
    return tuple(spelt(entry, names) for entry in order)


def spelt(entry: Recorded, names: Spelling) -> Recorded:
    name = names.names.get(entry.seq)
    return entry if name is None else _called(entry, name)


# Kept, since folds go on from a fold of the same entries, which are looked for by `is`.
@lru_cache(maxsize=4096)
def _called(entry: Recorded, name: str) -> Recorded:
    event = entry.event
    assert isinstance(event, Seated | Left)  # noqa: S101 - only these are in a `Spelling`
    return replace(entry, event=replace(event, person=name))


def settings_in_force(
    rules: Rules[S, State], opening: S, order: Sequence[Recorded]
) -> S:
    """The settings that the whole session is played under: those of the last change in
    force, else the `opening` ones."""
    for entry in reversed(order):
        match entry.event:
            case SettingsChanged(settings=settings):
                return rules.settings_of(settings)
    return opening


def unsettles(entry: Recorded) -> bool:
    return entry.place is not None or isinstance(
        entry.event, Voided | SettingsChanged | Respelt
    )


def fold(
    rules: Rules[S, State],
    opening: S,
    log: tuple[Recorded, ...],
    known: Folded[S, State] | None = None,
    names: Spelling | None = None,
) -> Folded[S, State]:
    """Work out the state of the game from the log and the settings it was opened with.

    Entries that were accepted one after the other need no second check; after the first
    correction, every entry is checked again where it now stands, and what no longer
    fits is set aside as a misfit. A change of settings holds for all of them.

    `known` is what another part of the same log adds up to: what stands in both up to
    the first difference isn't folded again. `names` are those of the whole log where
    this is the first part of one; both parts are folded with the same.
    """
    if known and 0 < len(known.log) <= len(log) and all(map(is_, known.log, log)):
        added = log[len(known.log) :]
        if not any(map(unsettles, added)):
            return fold_on(rules, known, *added, names=names)
    order = play_order(log, names)
    return replace(Folding.of(rules, opening, log, order).whole(order, known), log=log)


def fold_until(
    rules: Rules[S, State],
    opening: S,
    log: tuple[Recorded, ...],
    seq: int,
    known: Folded[S, State] | None = None,
) -> Folded[S, State]:
    """The state just before entry `seq` in the order of play, whether it is voided or
    not, under the settings that the whole log has in force; `known` as for `fold`."""
    return next(fold_until_each(rules, opening, log, (seq,), known))[1]


def fold_until_each(
    rules: Rules[S, State],
    opening: S,
    log: tuple[Recorded, ...],
    seqs: Collection[int],
    known: Folded[S, State] | None = None,
) -> Iterator[tuple[int, Folded[S, State]]]:
    """The same before each of several entries, folded in one pass: in the order of play,
    the misfits and voided ones last."""
    order, places = _order_and_places(log)
    folding = Folding.of(rules, opening, log, order)
    marks = folding.marks_in(order, known)
    position, reached = marks[0]
    wanted = set(seqs)
    placed = [seq for seq in places if seq in wanted]
    for seq in (*placed, *sorted(wanted - places.keys())):
        end = places.get(seq, len(order))
        for mark in marks:
            if position < mark[0] <= end:
                position, reached = mark
        reached = folding.go_on(reached, order[position:end], position)
        position = end
        yield seq, replace(reached, order=tuple(order[:end]))


def _order_and_places(
    log: tuple[Recorded, ...],
) -> tuple[list[Recorded], dict[int, int]]:
    voided = voided_in(log)
    names = spelling(log)
    order = list[Recorded]()
    places = dict[int, int]()
    for entry in all_placed(log):
        places[entry.seq] = len(order)
        if entry.seq not in voided:
            order.append(spelt(entry, names))
    return order, places


def fold_on(
    rules: Rules[S, State],
    folded: Folded[S, State],
    *added: Recorded,
    names: Spelling | None = None,
) -> Folded[S, State]:
    """What a log adds up to with more entries that unsettle nothing, accepted after all
    others."""
    called = (spelt(entry, names) if names else entry for entry in added)
    order = (*folded.order, *called)
    log = folded.log and (*folded.log, *added)
    folding = Folding(rules, folded.settings, len(order))
    return replace(
        folding.through(order, len(folded.order), folded, folded.marks), log=log
    )


# ---- the order of play ----


def voided_in(log: Sequence[Recorded]) -> dict[int, str]:
    """The numbers of the entries that are voided, each with the key of the command that
    did it."""
    voided = dict[int, str]()
    for entry in log:
        match entry.event:
            case Voided(struck):
                voided[struck] = entry.key
    return voided


def all_placed(log: Sequence[Recorded]) -> list[Recorded]:
    """Every entry but the voidings, voided ones included, in the order of play. With
    entries 1 and 2, 3 put before 1, and 4 put before 3, that is 4, 3, 1, 2."""
    put_before: dict[int, list[Recorded]] = {}
    for entry in log:
        if entry.place is not None:
            put_before.setdefault(entry.place, []).append(entry)
    order: list[Recorded] = []
    for entry in log:
        if entry.place is not None:
            continue
        match entry.event:
            case Voided():
                continue
        if entry.seq in put_before:
            order += _with_those_before(entry, put_before)
        else:
            order.append(entry)
    return order


def _with_those_before(
    entry: Recorded, put_before: Mapping[int, Sequence[Recorded]]
) -> list[Recorded]:
    backwards = []
    waiting = [entry]
    while waiting:
        latest = waiting.pop()
        backwards.append(latest)
        waiting += put_before.get(latest.seq, ())
    return backwards[::-1]


def origins_of(log: Sequence[Recorded]) -> dict[int, int]:
    """For each entry that stands instead of a voided one: the first entry of that
    line."""
    voided = voided_in(log)
    origins = dict[int, int]()
    for entry in log:
        if entry.place is not None and voided.get(entry.place) == entry.key:
            origins[entry.seq] = origins.get(entry.place, entry.place)
    return origins


# ---- folding ----


_PASSED_OVER = frozenset((*NOTED, SettingsChanged))
"""What no game is told."""
MARK_EVERY = 32
"""After so many entries what they add up to is marked, among the last of them."""
Marks = tuple[tuple[int, Folded[S, State]], ...]


@dataclass(frozen=True, slots=True)
class Folding(Generic[S, State]):
    """How entries in the order of play are added up: by which rules and settings.

    The first `trusted` need no check; `origins` is what `origins_of` gives.
    """

    rules: Rules[S, State]
    settings: S
    trusted: int = 0
    origins: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        rules: Rules[S, State],
        opening: S,
        log: Sequence[Recorded],
        order: Sequence[Recorded],
    ) -> "Folding[S, State]":
        trusted = 0 if _is_resettled(log) else _unmoved(order)
        return cls(
            rules, settings_in_force(rules, opening, order), trusted, origins_of(log)
        )

    def marks_in(
        self, order: Sequence[Recorded], known: Folded[S, State] | None
    ) -> Marks[S, State]:
        """From where a fold of this order can go on: the start, and what is `known` of
        it."""
        start = (0, Folded(self.settings, self.rules.start(self.settings)))
        if known is None or known.settings != self.settings:
            return (start,)
        same = sum(1 for _ in takewhile(bool, map(is_, order, known.order)))
        return (start, *(mark for mark in known.marks if mark[0] <= same))

    def go_on(
        self, reached: Folded[S, State], following: Sequence[Recorded], position: int
    ) -> Folded[S, State]:
        """What it adds up to with the entries that follow, the first of them at this
        position."""
        ring = self.rules.ring(self.settings)
        state = reached.state
        people = reached.people
        waiting = reached.waiting
        misfits = list(reached.misfits)
        for n, entry in enumerate(following, position):
            event = entry.event
            match event:
                case Seated() | Left():
                    people, waiting = move(people, waiting, event, ring)
                    continue
            if type(event) in _PASSED_OVER:
                continue
            if n >= self.trusted:
                try:
                    self.rules.check(state, event)
                except RuleViolation as why:
                    misfits.append(Misfit(entry, why))
                    continue
            origin = self.origins.get(entry.seq, entry.seq)
            state = self.rules.apply(
                state, event, At(entry.seq, origin, people, entry.at)
            )
        return Folded(self.settings, state, people, waiting, tuple(misfits))

    def through(
        self,
        order: tuple[Recorded, ...],
        position: int,
        reached: Folded[S, State],
        marks: Marks[S, State],
    ) -> Folded[S, State]:
        """What the whole order adds up to, from what is reached at this position on.
        Its marks thin out the farther back they lie."""
        new_marks = []
        while position < len(order):
            next_mark = position + MARK_EVERY - position % MARK_EVERY
            end = min(next_mark, len(order))
            reached = self.go_on(reached, order[position:end], position)
            position = end
            if position == next_mark:
                new_marks.append((position, reached))
        return replace(reached, order=order, marks=_thinned(marks, new_marks))

    def whole(
        self, order: tuple[Recorded, ...], known: Folded[S, State] | None
    ) -> Folded[S, State]:
        start, *marks = self.marks_in(order, known)
        position, reached = marks[-1] if marks else start
        return self.through(order, position, reached, tuple(marks))


def _is_resettled(log: Sequence[Recorded]) -> bool:
    for entry in log:
        match entry.event:
            case SettingsChanged():
                return True
    return False


def _unmoved(order: Sequence[Recorded]) -> int:
    for n, entry in enumerate(order):
        if entry.place is not None or entry.seq != n + 1:
            return n
    return len(order)


def _thinned(
    marks: Marks[S, State], new_marks: Sequence[tuple[int, Folded[S, State]]]
) -> Marks[S, State]:
    if not new_marks:
        return marks
    last, _ = new_marks[-1]
    every = (*marks, *new_marks)
    return tuple(mark for mark in every if _is_kept(mark[0], last))


def _is_kept(marked: int, position: int) -> bool:
    """Whether a mark stays once `position` is marked too: each 32nd entry within 2,048
    of it, each 64th within 4,096, each 128th within 8,192, and so on."""
    sixty_fourths = (position - marked) // 64
    apart = max(MARK_EVERY, 1 << sixty_fourths.bit_length())
    return marked % apart == 0


# ---- the hash chain ----


_ENTRY = b"\x00"
_LINK = b"\x01"
_ROOT = b"\x02"


def root(header: Header) -> str:
    """The first head: a hash of the session, its game and the settings it is played
    under."""
    return hashlib.sha256(_ROOT + canonical(header_fields(header))).hexdigest()


def link(previous: str, fields: dict[str, Json]) -> str:
    """The head after an entry with these `entry_fields`, following the head
    `previous`."""
    leaf = hashlib.sha256(_ENTRY + canonical(fields)).digest()
    return hashlib.sha256(_LINK + bytes.fromhex(previous) + leaf).hexdigest()


def header_fields(header: Header) -> dict[str, Json]:
    fields: dict[str, Json] = encode(header)
    return fields


def entry_fields(entry: Recorded) -> dict[str, Json]:
    """Every field of an entry that is written in files and hashed; its own hashes are
    not."""
    written = {"seq": entry.seq, "at": entry.at, "by": entry.by}
    written |= {"kind": entry.event.KIND, "facts": encode(entry.event)}
    return written | {
        name: getattr(entry, name) for name in ("place", "note", "key", "part")
    }


@dataclass(frozen=True, slots=True)
class Stamp:
    """When, by whose seat, with which remark and under which key a command is
    recorded."""

    at: str
    by: str | None = None
    note: str = ""
    key: str = ""


def chained(
    seq: int, previous: str, entry: Entry, stamp: Stamp, part: int = 0
) -> Recorded:
    at = stamp.at
    by = stamp.by
    note = stamp.note
    key = stamp.key
    bare = Recorded(
        seq, at, by, entry.event, entry.place, note, key, part, previous, ""
    )
    return replace(bare, hash=link(previous, entry_fields(bare)))


def first_break(header: Header, log: Sequence[Recorded]) -> int | None:
    """The number of the first entry whose hash does not follow from what it says; None
    where each does."""
    head = root(header)
    for entry in log:
        if entry.previous != head or entry.hash != link(head, entry_fields(entry)):
            return entry.seq
        head = entry.hash
    return None
