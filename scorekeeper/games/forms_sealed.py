"""The forms in which a holder says, alone with the phone, what is to be sealed."""

from typing import Any, ClassVar

from wtforms import SelectMultipleField, ValidationError

from scorekeeper.core.cards import Card
from scorekeeper.core.session import Event
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.fields import label


class SealForm(EntryForm):
    """Asks for a value that is sealed, and states no fact.

    `TEMPLATE` is its page, which extends sealed/choose.html.
    """

    TEMPLATE: ClassVar[str]

    def facts(self) -> tuple[Event, ...]:
        """None: what is sealed is not yet told."""
        return ()

    def value(self) -> Any:
        """What this valid form seals, as a JSON value."""
        raise NotImplementedError


class CardsForm(SealForm):
    """Cards tapped on the picker: `pack` offers them, `least` to `most` of them are sealed."""

    TEMPLATE = "sealed/cards.html"
    cards = SelectMultipleField(label("seal.cards"), validate_choice=False)

    def offered(self) -> tuple[frozenset[Card], int, int]:
        """The pack to tap on, and how few and how many cards of it are taken."""
        raise NotImplementedError

    def validate_cards(self, field: Any) -> None:
        """Accept so many different cards of the pack."""
        pack, least, most = self.offered()
        chosen, known = field.data or [], {str(card) for card in pack}
        strange = next((text for text in chosen if text not in known), None)
        if strange is not None:
            raise ValidationError(label("refused.no-such-card", card=strange[:24]))
        if not least <= len(set(chosen)) <= most:
            code = "refused.seal-cards" if least == most else "refused.seal-cards-range"
            raise ValidationError(label(code, n=len(set(chosen)), least=least, most=most))

    def value(self) -> list[str]:
        """The cards as they are written, in one order."""
        return sorted(set(self.cards.data or []))

    def view(self) -> dict[str, Any]:
        """The pack and what has been tapped of it."""
        pack, _, most = self.offered()
        return {"pack": pack, "chosen": frozenset(self.cards.data or []), "most": most}
