"""A bridge table in tests: facts are decided, chained and folded as they are from a
phone."""

from typing import Any

from scorekeeper.core.codec import encode
from scorekeeper.core.evening import Seated
from scorekeeper.core.seats import COMPASS
from scorekeeper.core.session import Command, Entry, Event, Folded, Header, Stamp
from scorekeeper.core.sheet import ScoreSheet
from scorekeeper.games.game import Game
from scorekeeper.tables.session import Session, opened

PEOPLE = ("Nora", "Emil", "Sara", "Wim")


class Table:
    """A session of `game` under `settings`; its log grows by commands that were
    accepted."""

    def __init__(self, game: Game, settings: Any = None) -> None:
        chosen = encode(settings or game.rule_sheet.defaults)
        header = Header(
            "evening-1", game.slug, game.edition, chosen, "2024-05-01T18:00:00Z"
        )
        self.session: Session = opened(game, header)

    def seat(self, *people: str) -> "Table":
        """Seat four people: North, East, South, West."""
        return self.enter(
            *(
                Seated(who, seat)
                for who, seat in zip(people or PEOPLE, COMPASS, strict=True)
            )
        )

    def enter(self, *facts: Event) -> "Table":
        """Enter the facts as one command."""
        session = self.session
        minutes = session.last + 1
        stamp = Stamp(
            f"2024-05-01T{18 + minutes // 60}:{minutes % 60:02}:00Z", key=f"{minutes}"
        )
        entries = session.decide(Command(tuple(Entry(fact) for fact in facts)))
        self.session = session.grown(session.chained(entries, stamp))
        return self

    @property
    def folded(self) -> Folded:
        """What the log adds up to."""
        return self.session.folded

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet as it is now."""
        return self.session.game.sheet(self.folded.state)
