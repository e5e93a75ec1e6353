"""A bridge table in tests: facts go through `decide`, as they do from a phone."""

from typing import Any

from scorekeeper.core.session import Command, Entry, Event, Folded, Recorded, decide, fold
from scorekeeper.core.sheet import ScoreSheet
from scorekeeper.games.game import Game


class Table:
    """A session of `game` under `settings`; its log grows by commands that were accepted."""

    def __init__(self, game: Game, settings: Any = None) -> None:
        self.game = game
        self.settings = settings or game.rule_sheet.defaults
        self.log: tuple[Recorded, ...] = ()

    def enter(self, *facts: Event) -> "Table":
        """Enter the facts as one command."""
        entries = decide(
            self.game,  # type: ignore[arg-type]
            self.settings,
            self.log,
            Command(tuple(Entry(fact) for fact in facts)),
        )
        first = len(self.log) + 1
        self.log += tuple(
            Recorded(
                seq=first + n,
                at=f"2024-05-01T20:{first // 60:02}:{first % 60:02}Z",
                by=None,
                event=entry.event,
                place=entry.place,
                note="",
                key=f"key {first}",
                part=n,
                previous="",
                hash="",
            )
            for n, entry in enumerate(entries)
        )
        return self

    @property
    def folded(self) -> Folded:
        """What the log adds up to."""
        return fold(self.game, self.settings, self.log)  # type: ignore[arg-type]

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet as it is now."""
        return self.game.sheet(self.folded.state)
