"""The parts in which a long sheet can be printed: its evenings, its rubbers or games,
and as many rows as fit into one document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from scorekeeper.core.messages import Message, message
from scorekeeper.tables.session import Session

LONG = 60
"""A sheet of so many rows is offered in parts."""
A_BREAK = timedelta(hours=5)
"""After such a time without an entry another evening begins."""


@dataclass(frozen=True, slots=True)
class SheetPart:
    """Some rows of a sheet, one after the other, counted from 1 through all sections.
    `day` is when an evening began, as the log writes times; `label` what it is called,
    None for an evening."""

    first: int
    last: int
    label: Message | None = None
    day: str = ""

    @property
    def rows(self) -> int:
        return self.last - self.first + 1

    @property
    def shown(self) -> slice:
        return slice(self.first - 1, self.last)

    @property
    def address(self) -> str:
        return f"{self.first}-{self.last}"


def part_at(session: Session, address: str) -> SheetPart | None:
    """The part that an address names; None where the sheet has no such one."""
    first, _, last = address.partition("-")
    if not (first.isdecimal() and last.isdecimal() and len(address) < 20):
        return None
    part = SheetPart(int(first), int(last))
    rows = sum(len(section.rows) for section in session.sheet.sections)
    return part if 1 <= part.first <= part.last <= rows else None


def parts_of(session: Session, most: int) -> list[SheetPart]:
    """The parts of a long sheet that have `most` rows or fewer: first its evenings, then
    its rubbers or games; where one of these is longer, runs of rows. None of a sheet that
    is short."""
    sections = session.sheet.sections
    rows = sum(len(section.rows) for section in sections)
    if rows < LONG:
        return []
    evenings = [*_evenings(session)]
    of_sections = [*_sections(session)]
    parts = [
        part
        for several in (evenings, of_sections)
        if len(several) > 1
        for part in several
    ]
    runs = []
    if rows > most and not _covers(parts, rows, most):
        runs = [
            SheetPart(first, min(first + most - 1, rows))
            for first in range(1, rows + 1, most)
        ]
    named = [SheetPart(run.first, run.last, said(run)) for run in runs]
    return [*(part for part in parts if part.rows <= most), *named]


def said(part: SheetPart) -> Message:
    return message("sheet.part", first=part.first, last=part.last)


# Whether every row is in a part that can be printed.
def _covers(parts: Sequence[SheetPart], rows: int, most: int) -> bool:
    printable = (part for part in parts if part.rows <= most)
    covered = {row for part in printable for row in range(part.first, part.last + 1)}
    return len(covered) == rows


def _sections(session: Session) -> Iterator[SheetPart]:
    before = 0
    for section in session.sheet.sections:
        if section.rows:
            last = before + len(section.rows)
            yield SheetPart(before + 1, last, section.label)
            before = last


def _evenings(session: Session) -> Iterator[SheetPart]:
    began = _times(session)
    first = 0
    for n in range(1, len(began) + 1):
        if n == len(began) or began[n] - began[n - 1] > A_BREAK:
            yield SheetPart(first + 1, n, day=began[first].isoformat())
            first = n


# When each row was played, at the latest: a correction is entered later, but no later
# than the rows after its row.
def _times(session: Session) -> list[datetime]:
    latest = datetime.fromisoformat((session.log or (session.header,))[-1].at)
    times = []
    for row in reversed([*session.sheet.rows()]):
        entered = (session.entry(seq).at for seq in row.entries)
        latest = min([latest, *map(datetime.fromisoformat, entered)])
        times.append(latest)
    return times[::-1]
