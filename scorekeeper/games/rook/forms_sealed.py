"""The five discards, told to nobody but the phone."""

from scorekeeper.core.cards import Card
from scorekeeper.games.forms_sealed import CardsForm
from scorekeeper.games.rook.cards import KITTY, cards_of


class DiscardsSealForm(CardsForm):
    """The five cards that the bidder laid back."""

    NAME = "discards"

    def offered(self) -> tuple[frozenset[Card], int, int]:
        """The whole pack, five of it."""
        return frozenset(cards_of(self.state.settings.deck)), KITTY, KITTY
