"""What clients sent and were answered, and the checker that judges it against the log.

After the manner of Jepsen: no answer (a lost connection, a server killed) is `INFO`,
for what was asked may have been done or not. Because a log is a total order, nothing
needs to be searched for.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from scorekeeper.core.session import first_break
from scorekeeper.tables.session import Session


class Outcome(Enum):
    """How a request ended, as its sender saw it."""

    OK = "taken"
    STALE = "refused: the table had moved on"
    REFUSED = "refused for what it said"
    INFO = "unknown"


@dataclass(frozen=True, slots=True)
class Sent:
    """A form that was sent, once or one of several times.

    `mark` is what it is found by in the log, `seen` the last entry when it was drawn,
    `is_legal` whether the rules allow it; `began` and `ended` are times of one clock.
    """

    client: int
    table: str
    mark: str
    seen: int
    is_legal: bool
    began: float
    ended: float
    outcome: Outcome
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Saw:
    """A log that a client read: how many entries, and the head after them where it was
    shown."""

    client: int
    table: str
    began: float
    ended: float
    entries: int
    head: str | None = None


History = Sequence[Sent | Saw]


@dataclass(frozen=True, slots=True)
class Form:
    """A form, however often it was sent, and where in the log it is."""

    sent: tuple[Sent, ...]
    entries: tuple[int, ...]

    @property
    def began(self) -> float:
        """When it can have been taken at the earliest."""
        return min(sent.began for sent in self.sent)

    @property
    def ended(self) -> float:
        """When it was taken at the latest; never, where nobody was told."""
        return min(
            (sent.ended for sent in self.sent if sent.outcome is Outcome.OK),
            default=math.inf,
        )


def check(history: History, logs: Iterable[Session], parts: int) -> list[str]:
    """What the logs contradict of the history; nothing, when each form made `parts` entries.

    - A form that was taken is there exactly once, whole, and right after what it was drawn after.
    - A form that was refused is not there; one whose answer was lost is there once or not at all.
    - One that the rules allow is never refused but for being stale.
    - What was sent after another was answered comes after it.
    - What is read is a beginning of the log, with all in it that was answered for by then.
    - Nothing else is in the log, and its chain is whole.
    """
    found: list[str] = []
    for session in logs:
        forms = _forms(history, session)
        found += _strangers(session, forms)
        for mark, form in forms.items():
            found += [
                f"{session.id}, {mark}: {fault}" for fault in _faults(form, parts)
            ]
        found += _out_of_order(session, forms)
        found += _misread(history, session, forms)
        if (broken := first_break(session.header, session.log)) is not None:
            found.append(f"{session.id}: the chain breaks at entry {broken}")
    return found


def _forms(history: History, session: Session) -> dict[str, Form]:
    sent: dict[str, list[Sent]] = defaultdict(list)
    entries: dict[str, list[int]] = defaultdict(list)
    for correction in history:
        if isinstance(correction, Sent) and correction.table == session.id:
            sent[correction.mark].append(correction)
    for entry in session.log:
        entries[entry.note].append(entry.seq)
    return {
        mark: Form(tuple(some), tuple(entries[mark])) for mark, some in sent.items()
    }


def _strangers(session: Session, forms: dict[str, Form]) -> list[str]:
    """Entries that nobody sent; those without a remark are from when the table was
    laid."""
    return [
        f"{session.id}: nobody sent entry {entry.seq}"
        for entry in session.log
        if entry.note and entry.note not in forms
    ]


# Long: a list of faults, each with what proves it.
def _faults(form: Form, parts: int) -> list[str]:
    outcomes = {sent.outcome for sent in form.sent}
    first = form.entries[0] if form.entries else 0
    found = []
    if form.entries and form.entries != tuple(range(first, first + parts)):
        found.append(f"it is there as entries {form.entries}, not as {parts} in a row")
    if Outcome.OK in outcomes and not form.entries:
        found.append("it was answered for and is not there")
    refused = [
        sent for sent in form.sent if sent.outcome in (Outcome.STALE, Outcome.REFUSED)
    ]
    if refused and form.entries:
        found.append(
            f"it was refused ({refused[0].answer}) and is there as entry {first}"
        )
    for one in form.sent:
        if one.outcome is Outcome.REFUSED and one.is_legal:
            found.append(f"the rules allow it, and it was refused: {one.answer}")
        if one.outcome is Outcome.OK and not one.is_legal:
            found.append("the rules forbid it, and it was taken")
    if form.entries and form.sent[0].seen != first - 1:
        found.append(
            f"it was drawn after entry {form.sent[0].seen} and is entry {first}"
        )
    return found


def _out_of_order(session: Session, forms: dict[str, Form]) -> list[str]:
    """Forms in the log after one that was sent only when they had been answered."""
    latest = (-math.inf, "")
    found = []
    there = [
        (form.entries[0], mark, form) for mark, form in forms.items() if form.entries
    ]
    for _, mark, form in sorted(there, key=lambda one: one[0]):
        if form.ended < latest[0]:
            found.append(
                f"{session.id}: {mark} was answered before {latest[1]} was sent"
            )
        latest = max(latest, (form.began, mark))
    return found


def _misread(history: History, session: Session, forms: dict[str, Form]) -> list[str]:
    taken = sorted(
        (form.ended, form.entries[-1])
        for form in forms.values()
        if form.entries and form.ended < math.inf
    )
    reads = sorted(
        (
            correction
            for correction in history
            if isinstance(correction, Saw) and correction.table == session.id
        ),
        key=lambda one: one.began,
    )
    found = []
    known = 0
    n = 0
    for read in reads:
        while n < len(taken) and taken[n][0] < read.began:
            known = max(known, taken[n][1])
            n += 1
        wrong = _how_misread(read, session, known)
        if wrong:
            found.append(f"{session.id}: client {read.client} {wrong}")
    return found


def _how_misread(read: Saw, session: Session, known: int) -> str:
    """What a client read that can't be, when so many entries were known; else ""."""
    said = f"read {read.entries} entries"
    if read.entries < known:
        return f"{said} when {known} were answered for"
    if read.entries > session.last:
        return f"{said}, and there are {session.last}"
    if read.head is not None and session.log[read.entries - 1].hash != read.head:
        return f"{said} that are no beginning of the log"
    return ""
