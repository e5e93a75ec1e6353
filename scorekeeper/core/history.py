"""What corrections did: lines struck through, deals rescored, as ink would show it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.core.docket import NOTED
from scorekeeper.core.evening import Voided
from scorekeeper.core.house_rules import SettingsChanged
from scorekeeper.core.replay import Replay
from scorekeeper.core.seals import LeftSealed, Opened
from scorekeeper.core.session import Recorded, Rules, unsettles
from scorekeeper.core.sheet import Line, Row, ScoreSheet


@dataclass(frozen=True, slots=True)
class Correction:
    """One act of correcting: the entries it voided and those it put in their place."""

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
    rules: Rules,
    sheet: Callable[[Any], ScoreSheet],
    opening: Any,
    log: tuple[Recorded, ...],
    most: int | None = None,
    known: tuple[int, History] | None = None,
) -> History:
    """Compare the sheet before and after each correction of the log, changed rules among them.

    `opening` are the settings that the session was opened with. Each correction costs a look at
    the whole sheet: `most` is how many of the last are compared, all of them if it is None.
    `known` is what this answered for the first so many entries; then only later ones are compared.
    """
    entries, before_these = known or (0, History())
    made, replay = _Made.of(before_these), Replay(rules, opening, log)
    new = [acts for acts in _acts(log) if acts[0].seq > entries]
    left_out = 0 if most is None else max(0, len(new) - most)
    for acts in new[left_out:]:
        before = sheet(replay.state(acts[0].seq - 1))
        after = sheet(replay.state(acts[-1].seq))
        made.compare(tuple(acts), log, before, after)
    return History(
        tuple(made.corrections),
        made.struck,
        made.before,
        frozenset(made.rescored),
        tuple(made.gone),
        before_these.earlier + left_out,
    )


@dataclass(slots=True)
class _Made:
    """A history while it is put together, correction after correction."""

    corrections: list[Correction] = field(default_factory=list)
    struck: dict[int, tuple[Line, ...]] = field(default_factory=dict)
    before: dict[int, Row] = field(default_factory=dict)
    rescored: set[int] = field(default_factory=set)
    gone: list[Row] = field(default_factory=list)

    @classmethod
    def of(cls, known: History) -> "_Made":
        """What has been put together already."""
        return cls(
            list(known.corrections),
            dict(known.struck),
            dict(known.before),
            set(known.rescored),
            list(known.gone),
        )

    def compare(
        self,
        acts: tuple[Recorded, ...],
        log: tuple[Recorded, ...],
        before: ScoreSheet,
        after: ScoreSheet,
    ) -> None:
        """Take down what these entries have changed between two sheets."""
        voided = tuple(log[a.event.entry - 1] for a in acts if isinstance(a.event, Voided))
        own, others = _changed(before, after, {entry.seq for entry in voided})
        reruled = (row for row in before.rows() if row.id in others)
        self.strike((*own, *(reruled if _rerules((*acts, *voided)) else ())), after)
        self.rescored |= others
        self.corrections.append(
            Correction(
                at=acts[0].at,
                by=acts[0].by,
                reason=_reason(acts),
                voided=voided,
                instead=tuple(a for a in acts if not isinstance(a.event, (Voided, *NOTED))),
                rows=tuple(row.id for row in own),
                rescored=tuple(sorted(others)),
            )
        )

    def strike(self, rows: tuple[Row, ...], after: ScoreSheet) -> None:
        """Strike what these rows no longer say on the sheet after the correction."""
        for row in rows:
            now = after.row(row.id)
            self.before[row.id] = row
            self.struck[row.id] = self.struck.get(row.id, ()) + _no_longer(row, now)
            if now is None:
                self.gone.append(row)


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


def _rerules(entries: tuple[Recorded, ...]) -> bool:
    """Whether other rules hold for every deal since then: their old lines are struck in all."""
    return any(isinstance(one.event, SettingsChanged) for one in entries)


def _reason(acts: tuple[Recorded, ...]) -> str:
    return next((a.event.reason for a in acts if isinstance(a.event, Voided)), acts[0].note)


def _changed(
    before: ScoreSheet, after: ScoreSheet, touched: set[int]
) -> tuple[list[Row], set[int]]:
    """The rows that lost an entry, and the ids of the others whose lines changed."""
    own: list[Row] = []
    others: set[int] = set()
    left = {row.id: row for row in after.rows()}
    for row in before.rows():
        if not touched.isdisjoint(row.entries):
            own.append(row)
            continue
        now = left.get(row.id)
        if now is not None and now.lines != row.lines:
            others.add(row.id)
    return own, others


def _no_longer(row: Row, now: Row | None) -> tuple[Line, ...]:
    left = Counter((n.party, n.part, n.points, n.what) for n in (now.lines if now else ()))
    lost: list[Line] = []
    for line in row.lines:
        key = (line.party, line.part, line.points, line.what)
        if left[key]:
            left[key] -= 1
        else:
            lost.append(line)
    return tuple(lost)
