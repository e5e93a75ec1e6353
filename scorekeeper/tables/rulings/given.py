"""The rulings in force, each with what was answered to it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scorekeeper.core.facts import Fact
from scorekeeper.core.ruling_notes import (
    Ruled,
    RulingAccepted,
    RulingAppealed,
    RulingApplied,
)
from scorekeeper.core.session import Recorded
from scorekeeper.core.sheet import Row
from scorekeeper.games.arbiter.arbiter import AnyIrregularity
from scorekeeper.games.game import AnyGame
from scorekeeper.tables.deals import row_now
from scorekeeper.tables.session import Session, once

# ---- rulings and what was answered to them ----


class OnDeal(NamedTuple):
    """The row of the deal that a ruling is on, and whether that deal was struck out."""

    row: Row | None
    is_struck: bool = False


class RulingState(StrEnum):
    """What the table has said to a ruling."""

    OPEN = "open"
    ACCEPTED = "accepted"
    SETTLED = "settled"  # by another remedy
    APPEALED = "appealed"
    REPLACED = "replaced"  # it left something open, and a later one took it up


UNSETTLED = (RulingState.OPEN, RulingState.APPEALED)
"""The states in which a ruling waits for a word."""


@dataclass(frozen=True, slots=True, eq=False)
class Given:
    """A ruling in force: what `number` it has, those struck out counted; the `answer`,
    which is the last word on it, that it was accepted or appealed; `done`, the last
    note that its effect was entered; and the number of the later one that it was
    `replaced` by. One that was struck out counts too, since the facts entered with it
    stand by themselves."""

    entry: Recorded
    event: Ruled
    number: int
    answer: Recorded | None
    done: Recorded | None
    replaced: int | None = None

    @property
    def seq(self) -> int:
        return self.entry.seq

    @property
    def state(self) -> RulingState:
        if self.answer is None or not isinstance(self.answer.event, RulingAccepted):
            if self.replaced is not None:
                return RulingState.REPLACED
            return RulingState.APPEALED if self.answer else RulingState.OPEN
        if self.answer.event.remedy:
            return RulingState.SETTLED
        return RulingState.ACCEPTED

    @property
    def is_arbiters(self) -> bool:
        if self.answer is None or not isinstance(self.answer.event, RulingAccepted):
            return False
        return bool(self.answer.event.arbiter)


@once
def ruled_on(session: Session) -> tuple[Given, ...]:
    """The rulings in force, in the order of play."""
    numbers = dict[int, int]()
    for entry in session.log:
        if isinstance(entry.event, Ruled):
            numbers[entry.seq] = len(numbers) + 1
    answers = {}
    for entry in session.folded.order:
        if isinstance(entry.event, RulingAccepted | RulingAppealed):
            answers[entry.event.ruling] = entry
    done = applications(session)
    every = tuple(session.of(Ruled))
    given = []
    for entry, ruled in every:
        given.append(
            Given(
                entry,
                ruled,
                numbers[entry.seq],
                answers.get(entry.seq),
                done.get(entry.seq),
                _replaced_by(entry, ruled, every, numbers),
            )
        )
    return tuple(given)


# The number of the first ruling that takes up what this one left open; None where none
# does.
def _replaced_by(
    entry: Recorded,
    ruled: Ruled,
    every: Iterable[tuple[Recorded, Ruled]],
    numbers: Mapping[int, int],
) -> int | None:
    if not ruled.judgment or not ruled.judgment.waits:
        return None
    for later, again in every:
        if later.seq > entry.seq and takes_up(again, ruled):
            return numbers[later.seq]
    return None


def takes_up(later: Ruled, ruled: Ruled) -> bool:
    """Whether a later ruling is on what another one left open, with all the facts that
    were known then."""
    waits = ruled.judgment.waits if ruled.judgment else ""
    if not waits or later.name != ruled.name:
        return False
    return set(known_facts(ruled, waits)) <= set(later.facts)


def known_facts(ruled: Ruled, waits: str) -> list[tuple[str, str]]:
    return [pair for pair in ruled.facts if pair[0] not in (waits, Fact.BOUND)]


@once
def applications(session: Session) -> dict[int, Recorded]:
    """By its ruling, the last entry that says that its effect is in the score."""
    return {
        entry.event.ruling: entry
        for entry in session.log
        if isinstance(entry.event, RulingApplied)
    }


def ruling_of(session: Session, seq: int) -> Given | None:
    for ruling in ruled_on(session):
        if ruling.seq == seq:
            return ruling
    return None


def begun_since(session: Session, ruling: Given) -> OnDeal:
    """The first deal that was begun after a ruling on one of which nothing had been
    recorded; none where what its effect had entered was struck out."""
    if ruling.done is not None:
        together = session.together(ruling.done.key)
        facts = [entry.seq for entry in together if session.is_played(entry)]
        if facts and row_now(session, facts) is None:
            return OnDeal(None, is_struck=True)
    for row in session.sheet.rows():
        if row.id > ruling.seq:
            return OnDeal(row)
    return OnDeal(None)


FAILURE = "failure"


# What a ruling is on: its irregularity, or that a card broke the rules of play, which
# has several names in some games.
def matter(game: AnyGame, ruled: Ruled) -> str:
    irregularity = irregularity_of(game, ruled.name)
    is_failure = irregularity is not None and irregularity.proved is not None
    return FAILURE if is_failure else ruled.name


def irregularity_of(game: AnyGame, name: str) -> AnyIrregularity | None:
    return game.arbiter.irregularity(name) if game.arbiter else None
