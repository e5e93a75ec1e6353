"""What parts of one log add up to: the log as it stood then, and then; as it is entered again; and
what its corrections did: lines struck through, deals rescored, as a pen would show it.

A log with many corrections is entered again command by command: whoever folds it after each of
them does again and again what stands behind the place that was corrected. `GrowingLog` folds no
more than a check asks for, and no farther than a correction reaches.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from scorekeeper.core.deciding import Draft, enter
from scorekeeper.core.errors import RuleViolation
from scorekeeper.core.evening import CarriedIn, Ended, Voided
from scorekeeper.core.notes import NOTED, SettingsChanged
from scorekeeper.core.seals import LeftSealed, Opened
from scorekeeper.core.session import (
    Command,
    Entry,
    Event,
    Folded,
    Folding,
    Recorded,
    Rules,
    fold,
    in_force,
    unsettles,
)
from scorekeeper.core.sheet import Line, Row, ScoreSheet

# ---- the log as it stood, and as it is entered again ----


class Replay:
    """What parts of one log add up to, each worked out from the one before, or from what is
    `known` of the whole, and of the part with so many entries that it had `earlier`.

    A correction between two parts costs as much as what stands after it in the order of play, and
    not as much as the whole log.
    """

    def __init__(
        self,
        rules: Rules,
        opening: Any,
        log: tuple[Recorded, ...],
        known: Folded | None = None,
        earlier: tuple[int, Folded] | None = None,
    ) -> None:
        self.log, self._rules, self._opening, self._known = log, rules, opening, known
        self._ends = {len(log): known} | ({earlier[0]: earlier[1]} if earlier else {})

    def upto(self, count: int) -> Folded:
        """What `fold` gives for the first `count` entries."""
        found = self._ends.get(count)
        if found is None:
            found = fold(self._rules, self._opening, self.log[:count], self._known)
        self._known = found
        return found

    def state(self, count: int) -> Any:
        """The state of the game after the first `count` entries."""
        return self.upto(count).state


TALLIED = (CarriedIn, Ended)
"""The events that fit or not by how the scores stand."""
APART = 8
"""After so many places in the order of play a state is kept."""
TRIES = 8
"""At so many kept states it is looked whether a correction reaches no farther."""


class GrowingLog(Draft):
    """A log into which the commands of a file are entered one after the other.

    It answers as `decide` does. `_placed` are its entries in the order of play, those voided too,
    and `_seqs` their numbers. `_marks` are what is reached before places in that order, `_latest`
    what is reached at its end.
    `_changed` is the part of the order that a correction has changed, until `_reuse` looks which
    marks behind it hold: those where `Rules.checked_part` shows that all checks are answered as
    before. Their scores are then those before the correction: only the states up to the place
    `_exact` are what a fold gives. The first `_trusted` entries need no check.
    """

    _marks: list[tuple[int, Folded]]
    _changed: tuple[int, int] | None

    def __init__(self, rules: Rules, opening: Any) -> None:
        super().__init__(rules, opening)
        self.settings = opening
        self._placed, self._seqs = list[Recorded](), list[int]()
        self._voids, self._origins = dict[int, str](), dict[int, int]()
        self._kinds, self._trusted = set[type](), 0
        self._events: dict[int, object] = {}
        self._coming: Iterator[Recorded] = iter(())
        self._start()

    def take(self, command: Command, added: tuple[Recorded, ...]) -> None:
        """Enter what this command has added. Raises RuleViolation: then this is of no more use."""
        self._coming = iter(added)
        enter(self, command)
        if self._changed:
            self._reuse(*self._changed)

    def now(self) -> Folded:
        """What the log adds up to, as far as what may be sealed depends on it."""
        return replace(self._folded(len(self._placed)), order=tuple(self._in_order()))

    # ---- what checks read ----

    def voided(self) -> Collection[int]:
        return self._voids

    def has(self, *kinds: type) -> bool:
        return not self._kinds.isdisjoint(kinds)

    def why_not_back(self, taken: set[int]) -> RuleViolation | None:
        self._known = fold(self.rules, self._opening, tuple(self.log), self._known)
        return super().why_not_back(taken)

    def before(self, place: int | None, event: Event | None) -> Folded:
        """What `event` stands upon at this place; the order of play is left out."""
        if isinstance(event, TALLIED):
            self._forget(self._exact)
        return self._folded(self._at(place))

    def in_force(self, place: int | None) -> Mapping[int, object]:
        if place is None and self._events:
            return self._events
        found: dict[int, object] = {one.seq: one.event for one in self._in_order(self._at(place))}
        if place is None:
            self._events = found
        return found

    def add(self, *entries: Entry) -> None:
        """Enter the next of those that come."""
        for entry in entries:
            one = next(self._coming)
            self.log.append(one)
            self._kinds.add(type(one.event))
            if isinstance(one.event, Voided):
                self._void(one, one.event.entry)
            else:
                self._place(one, entry.place)

    # ---- the order of play ----

    def _at(self, place: int | None) -> int:
        return len(self._placed) if place is None else self._seqs.index(place)

    def _in_order(self, until: int | None = None) -> Iterator[Recorded]:
        return (one for one in self._placed[:until] if one.seq not in self._voids)

    def _void(self, by: Recorded, seq: int) -> None:
        self._voids[seq] = by.key
        self._events.pop(seq, None)
        self._change(self._at(seq))
        if isinstance(self.log[seq - 1].event, SettingsChanged):
            self._new_settings()

    def _place(self, one: Recorded, place: int | None) -> None:
        at = self._at(place)
        if place is not None and self._voids.get(place) == one.key:
            self._origins[one.seq] = self._origins.get(place, place)
        self._placed.insert(at, one)
        self._seqs.insert(at, one.seq)
        if place is None:
            self._trusted += self._trusted == at and not self._voids
            if self._events:
                self._events[one.seq] = one.event
        else:
            self._events = {}
            self._marks = [(mark + (mark > at), reached) for mark, reached in self._marks]
            if self._changed:
                start, end = self._changed
                self._changed = (start, end + (end > at))
            self._change(at)
        if isinstance(one.event, SettingsChanged):
            self._new_settings()

    def _new_settings(self) -> None:
        """Go by the settings now in force, from the first entry on."""
        self.settings = in_force(self.rules, self._opening, tuple(self._in_order()))
        self._trusted = 0
        self._start()

    # ---- states along it ----

    def _start(self) -> None:
        self._latest = (0, Folded(self.settings, self.rules.start(self.settings)))
        self._marks, self._exact = [self._latest], 0
        self._changed = None

    def _forget(self, after: int) -> None:
        self._marks = self._marks[: self._mark_before(after) + 1]
        self._latest, self._changed = self._marks[-1], None

    def _mark_before(self, at: int) -> int:
        """Which of the marks is the last one up to this place."""
        return bisect_right(self._marks, at, key=itemgetter(0)) - 1

    def _change(self, at: int) -> None:
        """Keep in mind that what stands at this place is not what it was."""
        self._trusted, self._exact = min(self._trusted, at), min(self._exact, at)
        start, end = self._changed or (at, at)
        self._changed = (min(start, at), max(end, at + 1))
        if self._latest[0] > at:
            self._latest = self._marks[0]

    def _folded(self, at: int) -> Folded:
        if self._changed and self._changed[0] < at:
            self._reuse(*self._changed)
        return self._reached(at)

    def _reuse(self, begin: int, end: int) -> None:
        """Keep what holds of the states behind the part that was changed, `begin` to `end`."""
        later = self._marks[self._mark_before(begin) + 1 :]
        self._forget(begin)
        tallied = (n for n, one in enumerate(self._placed[end:], end) if _is_tallied(one))
        most = next(tallied, len(self._placed)) if self.has(*TALLIED) else len(self._placed)
        later = [(at, then) for at, then in later if end <= at <= most]
        for n, (at, then) in enumerate(later[:TRIES]):
            if self._same(self._reached(at), then):
                self._marks = self._marks[: self._mark_before(at - 1) + 1] + later[n:]
                self._latest, self._exact = self._marks[-1], min(self._exact, begin)
                return

    def _same(self, one: Folded, other: Folded) -> bool:
        met = self.rules.checked_part(one.state)
        is_met = met is not None and met == self.rules.checked_part(other.state)
        return is_met and (one.people, one.waiting) == (other.people, other.waiting)

    def _reached(self, at: int) -> Folded:
        """What stands before this place adds up to, as far as checks ask."""
        mark = self._marks[self._mark_before(at)]
        if mark[0] < self._latest[0] <= at:
            mark = self._latest
        between = self._placed[max(mark[0], self._exact) : at]
        if mark[0] > self._exact and self.has(*TALLIED) and any(map(_is_tallied, between)):
            self._forget(self._exact)
            mark = self._marks[-1]
        place, reached = mark
        is_exact = place <= self._exact
        folding = Folding(self.rules, self.settings, self._trusted, self._origins, self._voids)
        while place < at:
            end = min(at, place + APART - place % APART)
            place, reached = end, folding.go_on(reached, self._placed[place:end], place)
            if end % APART == 0:
                self._marks.insert(self._mark_before(end) + 1, (end, reached))
        if at == len(self._placed):
            self._latest = (at, reached)
        if is_exact:
            self._exact = max(self._exact, at)
        return reached


def _is_tallied(one: Recorded) -> bool:
    return isinstance(one.event, TALLIED)


# ---- what corrections did ----


@dataclass(frozen=True, slots=True)
class Correction:
    """One act of correcting, from entry `seq` on: what it voided and what it put in its place."""

    seq: int
    at: str
    by: str | None
    reason: str
    voided: tuple[Recorded, ...]
    instead: tuple[Recorded, ...]
    rows: tuple[int, ...]
    rescored: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class History:
    """All corrections of a log, and what they struck.

    By row id: `struck` lines, `before` the row as it stood until its last correction, and
    `rescored` rows that a correction elsewhere changed; `gone` are the rows struck altogether.
    `earlier` is how many corrections before these were left out.
    """

    corrections: tuple[Correction, ...] = ()
    struck: dict[int, tuple[Line, ...]] = field(default_factory=dict)
    before: dict[int, Row] = field(default_factory=dict)
    rescored: frozenset[int] = frozenset()
    gone: tuple[Row, ...] = ()
    earlier: int = 0


def history(
    replay: Replay,
    sheet: Callable[[Any], ScoreSheet],
    most: int | None = None,
    known: tuple[int, History] | None = None,
) -> History:
    """Compare the sheet before and after each correction of a log, changed rules among them.

    Each correction costs a look at
    the whole sheet: `most` is how many of the last are compared, all of them if it is None.
    `known` is what this answered for the first so many entries; then only later ones are compared.
    """
    entries, past = known or (0, History())
    log = replay.log
    new = [acts for acts in _acts(log) if acts[0].seq > entries]
    left_out = 0 if most is None else max(0, len(new) - most)
    corrections, gone = list(past.corrections), list(past.gone)
    struck, before, rescored = dict(past.struck), dict(past.before), set(past.rescored)
    for acts in new[left_out:]:
        old, now = sheet(replay.state(acts[0].seq - 1)), sheet(replay.state(acts[-1].seq))
        one = _correction(acts, log, old, now)
        corrections.append(one)
        rescored.update(one.rescored)
        is_resettled = any(isinstance(e.event, SettingsChanged) for e in (*acts, *one.voided))
        hit = {*one.rows, *(one.rescored if is_resettled else ())}
        for row in (row for row in old.rows() if row.id in hit):
            left = now.row(row.id)
            before[row.id] = row
            struck[row.id] = struck.get(row.id, ()) + _no_longer(row, left)
            gone += [row] if left is None else []
    earlier = past.earlier + left_out
    return History(tuple(corrections), struck, before, frozenset(rescored), tuple(gone), earlier)


def _correction(
    acts: list[Recorded], log: tuple[Recorded, ...], old: ScoreSheet, now: ScoreSheet
) -> Correction:
    """What these entries have changed between two sheets."""
    voids = [one.event for one in acts if isinstance(one.event, Voided)]
    voided = tuple(log[one.entry - 1] for one in voids)
    touched = {one.seq for one in voided}
    own = tuple(row.id for row in old.rows() if not touched.isdisjoint(row.entries))
    left = {row.id: row.lines for row in now.rows()}
    changed = (row.id for row in old.rows() if left.get(row.id, row.lines) != row.lines)
    return Correction(
        seq=acts[0].seq,
        at=acts[0].at,
        by=acts[0].by,
        reason=voids[0].reason if voids else acts[0].note,
        voided=voided,
        instead=tuple(one for one in acts if not isinstance(one.event, (Voided, *NOTED))),
        rows=own,
        rescored=tuple(sorted(set(changed) - set(own))),
    )


def _acts(log: tuple[Recorded, ...]) -> list[list[Recorded]]:
    """The entries of each command that voided something, was put in at an earlier place, or
    changed the settings.

    What a seal held is put in where it was sealed when it is opened: that corrects nothing.
    """
    acts: list[list[Recorded]] = []
    unsealing = {one.key for one in log if isinstance(one.event, Opened | LeftSealed)}
    for entry in log:
        if entry.key in unsealing:
            continue
        if acts and acts[-1][0].key == entry.key and acts[-1][-1].seq == entry.seq - 1:
            acts[-1].append(entry)
        elif unsettles(entry):
            acts.append([entry])
    return acts


def _no_longer(row: Row, now: Row | None) -> tuple[Line, ...]:
    """The lines of a row that it has lost; the same line may stand in it more than once."""
    left = Counter(map(_said, now.lines if now else ()))
    lost: list[Line] = []
    for line in row.lines:
        if left[_said(line)]:
            left[_said(line)] -= 1
        else:
            lost.append(line)
    return tuple(lost)


def _said(line: Line) -> object:
    return line.party, line.part, line.points, line.what
