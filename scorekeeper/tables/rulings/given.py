"""The rulings in force, each with what was answered to it."""

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.core.ruling_notes import (
    Ruled,
    RulingAccepted,
    RulingAppealed,
    RulingApplied,
)
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.tables.deals import row_now
from scorekeeper.tables.session import Session, once

# ---- rulings and what was answered to them ----


class OnDeal(NamedTuple):
    """The row of the deal that a ruling is on, and whether that deal was struck out."""

    row: Row | None
    is_struck: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A ruling in force: what `number` it has, those struck out counted; the last word
    on it, that it was accepted or appealed; and the last entry that says that its
    effect is in the score, since what that entered stands though the note was struck
    out."""

    entry: Recorded
    event: Ruled
    number: int
    answer: Recorded | None
    done: Recorded | None

    @property
    def seq(self) -> int:
        return self.entry.seq

    @property
    def state(self) -> str:
        """Where it stands: "open", "accepted", "settled" by another remedy,
        "appealed"."""
        if self.answer and isinstance(self.answer.event, RulingAccepted):
            return "settled" if self.answer.event.remedy else "accepted"
        return "appealed" if self.answer else "open"

    @property
    def is_arbiters(self) -> bool:
        """Whether the last word on it is the arbiter's."""
        return bool(getattr(self.answer and self.answer.event, "arbiter", None))


@once
def ruled_on(session: Session) -> tuple[Given, ...]:
    """The rulings in force, in the order of play."""
    numbers = (entry.seq for entry in session.log if isinstance(entry.event, Ruled))
    number = {seq: n for n, seq in enumerate(numbers, start=1)}
    answers = dict[int, Recorded]()
    done = applications(session)
    for one in session.folded.order:
        if isinstance(one.event, RulingAccepted | RulingAppealed):
            answers[one.event.ruling] = one
    return tuple(
        Given(one, event, number[one.seq], answers.get(one.seq), done.get(one.seq))
        for one, event in session.of(Ruled)
    )


@once
def applications(session: Session) -> dict[int, Recorded]:
    """The last entry that says that a ruling's effect is in the score, by the
    ruling."""
    return {
        e.event.ruling: e for e in session.log if isinstance(e.event, RulingApplied)
    }


def begun_since(session: Session, ruling: Given) -> OnDeal:
    """The first deal that was begun after a ruling on one of which nothing had been
    recorded; none where what its effect had entered was struck out."""
    if ruling.done is not None:
        made = [entry for entry in session.log if entry.key == ruling.done.key]
        facts = [
            entry.seq for entry in made if isinstance(entry.event, session.game.events)
        ]
        if facts and row_now(session, facts) is None:
            return OnDeal(None, is_struck=True)
    return OnDeal(
        next((row for row in session.sheet.rows() if row.id > ruling.seq), None)
    )
