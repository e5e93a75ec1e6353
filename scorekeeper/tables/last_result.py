"""The last result of a table, as it is told to everybody who plays there."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.core.messages import Message, message
from scorekeeper.core.seats import personal
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Mark, Row, Section, points_said
from scorekeeper.tables.session import Session, once


class Weight(StrEnum):
    """How much a result decided."""

    DEAL = "deal"
    GAME = "game"  # within a rubber, which goes on
    OVER = "over"  # the rubber, the game or the board has ended


@dataclass(frozen=True, slots=True)
class LastResult:
    """The newest finished row: its id and label, in one sentence with persons, the
    points that it `brought` if any, and what it `means` besides. `is_newest` until
    anything of the next deal was entered; `is_scored` where it brought points."""

    row: int
    label: Message
    said: Message
    brought: Message | None
    means: Message | None
    weight: Weight
    is_newest: bool
    is_scored: bool


@once
def last_result(session: Session) -> LastResult | None:
    return _last(session)


def result_of(session: Session, entries: Iterable[Recorded]) -> LastResult | None:
    last = last_result(session)
    row = session.sheet.row(last.row) if last else None
    if row is None or not any(entry.seq in row.entries for entry in entries):
        return None
    return last


@once
def last_scored(session: Session) -> LastResult | None:
    """The last result that brought points: what the sides can agree to."""
    last = last_result(session)
    if last is None or last.is_scored:
        return last
    return _last(session, is_scored=True)


def _last(session: Session, *, is_scored: bool = False) -> LastResult | None:
    for section in session.sheet.sections[-1:]:
        for row in reversed(section.rows):
            if row.said is not None and (row.lines or not is_scored):
                return _told(session, section, row, row.said)
    return None


def _told(session: Session, section: Section, row: Row, said: Message) -> LastResult:
    people = row.people or session.folded.people
    is_newest = row is section.rows[-1]
    means = row.means
    weight = Weight.GAME if Mark.GAME in row.marks else Weight.DEAL
    if section.is_over and is_newest:
        weight = Weight.OVER
        means = section.headline
    points = points_said(row.lines, session.parties)
    brought = message("row.brought", brought=points) if points else None
    return LastResult(
        row=row.id,
        label=row.label,
        said=personal(said, people),
        brought=brought and personal(brought, people),
        means=means and personal(means, people),
        weight=weight,
        is_newest=is_newest,
        is_scored=bool(row.lines),
    )
