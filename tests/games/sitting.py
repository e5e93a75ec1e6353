"""A table in a test: facts go through `decide` into a log, as they do on a phone."""

import sys
from typing import Any

from scorekeeper.core.deciding import decide
from scorekeeper.core.evening import Seated
from scorekeeper.core.session import (
    Command,
    Entry,
    Event,
    Folded,
    Recorded,
    fold,
    fold_until,
)
from scorekeeper.core.sheet import Row, ScoreSheet, Section
from scorekeeper.games.game import Game


def calls_to_show(game: Game, settings: Any, log: tuple[Recorded, ...]) -> int:
    """How many calls of functions fold a log and make its sheet and what stands in
    view."""
    calls = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        folded = fold(game, settings, log)
        game.sheet(folded.state)
        game.glance(folded.state)
    finally:
        sys.setprofile(None)
    return calls


class Sitting:
    """A session that is being played in a test."""

    def __init__(self, game: Game, settings: Any) -> None:
        self.game = game
        self.settings = settings
        self.log: tuple[Recorded, ...] = ()
        self._folded: Folded | None = None
        self._folded_log: tuple[Recorded, ...] | None = None

    def enter(self, *facts: Event, before: int | None = None) -> "Sitting":
        """Record facts, all of one command, after everything or before an entry."""
        return self.do(Command(tuple(Entry(fact, before) for fact in facts)))

    def correct(self, seq: int, *facts: Event, reason: str = "wrong") -> "Sitting":
        """Void an entry and put facts in its place."""
        return self.do(
            Command(tuple(Entry(fact, seq) for fact in facts), (seq,), reason)
        )

    def strike(self, *seqs: int) -> "Sitting":
        """Void entries with nothing in their place."""
        return self.do(Command((), seqs, "struck"))

    def do(self, command: Command) -> "Sitting":
        """Carry a command out."""
        entries = decide(self.game, self.settings, self.log, command, self._folded)
        first = len(self.log) + 1
        key = f"key {len(self.log)}"
        self.log += tuple(
            Recorded(
                first + n,
                "2025-01-01T20:00:00Z",
                None,
                e.event,
                e.place,
                "",
                key,
                n,
                "",
                "",
            )
            for n, e in enumerate(entries)
        )
        return self

    def seat(self, *names: str) -> "Sitting":
        """Seat people, clockwise from the first seat."""
        ring = self.game.ring(self.settings)
        return self.enter(*(Seated(n, s) for n, s in zip(names, ring, strict=False)))

    @property
    def folded(self) -> Folded:
        """What the log adds up to: what was added since it was asked last is folded."""
        if self._folded is None or self._folded_log is not self.log:
            self._folded = fold(self.game, self.settings, self.log, self._folded)
            self._folded_log = self.log
        return self._folded

    @property
    def state(self) -> Any:
        return self.folded.state

    def until(self, seq: int) -> Any:
        return fold_until(self.game, self.settings, self.log, seq).state

    @property
    def sheet(self) -> ScoreSheet:
        return self.game.sheet(self.state)

    @property
    def section(self) -> Section:
        return self.sheet.sections[-1]

    @property
    def rows(self) -> list[Row]:
        return list(self.sheet.rows())

    def totals(self) -> dict[str, Any]:
        """The totals of the section in progress, or of the last."""
        return {
            standing.party.id: standing.total
            for standing in self.game.glance(self.state).standings
        }
