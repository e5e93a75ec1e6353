"""What corrections did: lines struck through, deals rescored, as a pen would show
it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from operator import attrgetter

from scorekeeper.core.evening import Voided
from scorekeeper.core.notes import NOTED, Respelt
from scorekeeper.core.seals import LeftSealed, Opened
from scorekeeper.core.session import Recorded, unsettles
from scorekeeper.core.sheet import Line, Row, ScoreSheet


@dataclass(frozen=True, slots=True)
class Correction:
    """One act of correcting, from entry `seq` on: what it voided and what it put in its
    place."""

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

    By row id: `struck` lines, `before` the row as it stood finished until its last
    correction, and `rescored` rows that a correction elsewhere changed; `gone` are the
    rows struck altogether, without a result too. `earlier` is how many corrections
    before these were left out.
    """

    corrections: tuple[Correction, ...] = ()
    struck: dict[int, tuple[Line, ...]] = field(default_factory=dict)
    before: dict[int, Row] = field(default_factory=dict)
    rescored: frozenset[int] = frozenset()
    gone: tuple[Row, ...] = ()
    earlier: int = 0


def history(
    log: tuple[Recorded, ...],
    sheet: Callable[[int], ScoreSheet],
    most: int | None = None,
    known: tuple[int, History] | None = None,
) -> History:
    """Compare the sheet before and after each correction of a log, changed rules among
    them.

    `sheet` is told how many of the first entries count. Each correction costs a look at
    the whole sheet: `most` is how many of the last are compared, all of them if it is
    None. `known` is what this answered for the first so many entries; then only later
    ones are compared.
    """
    entries, past = known or (0, History())
    new = [acts for acts in _acts(log) if acts[0].seq > entries]
    left_out = 0 if most is None else max(0, len(new) - most)
    past = replace(past, earlier=past.earlier + left_out)
    for acts in new[left_out:]:
        old = sheet(acts[0].seq - 1)
        now = sheet(acts[-1].seq)
        correction = _correction(acts, log, old, now)
        past = _with(past, correction, _rows_hit(correction, old), now)
    return past


def _with(
    past: History, correction: Correction, hit: list[Row], now: ScoreSheet
) -> History:
    struck = dict(past.struck)
    before = dict(past.before)
    gone = list(past.gone)
    for row in hit:
        left = now.row(row.id)
        if row.is_finished:
            before[row.id] = row
        struck[row.id] = struck.get(row.id, ()) + _no_longer(row, left)
        if left is None:
            gone.append(row)
    return replace(
        past,
        corrections=(*past.corrections, correction),
        struck=struck,
        before=before,
        rescored=past.rescored | set(correction.rescored),
        gone=tuple(gone),
    )


def _rows_hit(correction: Correction, old: ScoreSheet) -> list[Row]:
    hit = {*correction.rows, *correction.rescored}
    return [row for row in old.rows() if row.id in hit]


def _correction(
    acts: list[Recorded], log: tuple[Recorded, ...], old: ScoreSheet, now: ScoreSheet
) -> Correction:
    voids = [act.event for act in acts if isinstance(act.event, Voided)]
    voided = tuple(log[void.entry - 1] for void in voids)
    touched = {entry.seq for entry in voided}
    own = tuple(row.id for row in old.rows() if not touched.isdisjoint(row.entries))
    left = {row.id: row.lines for row in now.rows()}
    changed = (row.id for row in old.rows() if left.get(row.id, row.lines) != row.lines)
    return Correction(
        seq=acts[0].seq,
        at=acts[0].at,
        by=acts[0].by,
        reason=voids[0].reason if voids else acts[0].note,
        voided=voided,
        instead=tuple(
            act for act in acts if not isinstance(act.event, (Voided, *NOTED))
        ),
        rows=own,
        rescored=tuple(sorted(set(changed) - set(own))),
    )


def _acts(log: tuple[Recorded, ...]) -> list[list[Recorded]]:
    acts: list[list[Recorded]] = []
    unsealing = {
        entry.key for entry in log if isinstance(entry.event, Opened | LeftSealed)
    }
    for entry in log:
        if entry.key in unsealing:
            continue
        if acts and acts[-1][0].key == entry.key and acts[-1][-1].seq == entry.seq - 1:
            acts[-1].append(entry)
        elif unsettles(entry) and not isinstance(entry.event, Respelt):
            acts.append([entry])
    return acts


def _no_longer(row: Row, now: Row | None) -> tuple[Line, ...]:
    words_of = attrgetter("party", "part", "points", "what")
    left = Counter(map(words_of, now.lines if now else ()))
    lost: list[Line] = []
    for line in row.lines:
        if left[words_of(line)]:
            left[words_of(line)] -= 1
        else:
            lost.append(line)
    return tuple(lost)
