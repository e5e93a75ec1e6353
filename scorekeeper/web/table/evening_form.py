"""The shape of every small form that is the same for all games."""

from typing import Any, ClassVar

from scorekeeper.core.codec import encode
from scorekeeper.core.messages import message
from scorekeeper.core.session import Folded
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.game import Game


class EveningForm(EntryForm):
    """A small form of its own page, the same for every game."""

    TEMPLATE: ClassVar[str] = "sessions/evening.html"
    game: Game
    settings: Any

    def __init__(
        self, formdata: Any = None, *, folded: Folded, game: Game, settings: Any, data: Any = None
    ) -> None:
        self.game = game
        self.settings = settings
        super().__init__(formdata, folded=folded, data=data)

    @classmethod
    def data_of(cls, event: Any) -> dict[str, Any]:
        """What to fill the form with when it restates this event."""
        facts: dict[str, Any] = encode(event)
        return facts

    def view(self) -> dict[str, Any]:
        """The words of the page."""
        code = f"evening.{self.NAME}"
        return {
            "title": message(code),
            "about": message(f"{code}.about"),
            "submit": message(f"{code}.submit"),
        }

    def party_choices(self) -> list[tuple[str, Any]]:
        """Every party as a choice."""
        return [(party.id, party) for party in self.game.parties(self.settings)]
