"""The suit of a Joker, told to nobody but the phone."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.games.bridge.forms.fields import Chosen, buttons, cell, fill, remove, said
from scorekeeper.games.bridge.play import joker_suits, pack_of
from scorekeeper.games.forms_sealed import SealForm


class JokerSuitForm(SealForm):
    """Which Joker its holder has, and the suit that it is to belong to."""

    NAME = "joker-suit"
    TEMPLATE = "games/bridge/seal_joker_suit.html"
    joker = buttons("bridge.form.which-joker", Chosen("bridge.form.no-joker"))
    suit_0 = buttons("bridge.form.joker-suit", Chosen())
    suit_1 = buttons("bridge.form.joker-suit", Chosen())

    def lay_out(self) -> None:
        """Offer the Jokers of the pack, and of each the suits that it may have."""
        self.jokers = pack_of(self.state.settings).jokers
        self.joker.choices = [(str(one), one) for one in self.jokers]
        if len(self.jokers) == 1:
            fill(self.joker, str(self.jokers[0]))
            remove(self, "suit_1")
        for n, joker in enumerate(self.jokers):
            self.ask(n).choices = [(one.value, one) for one in joker_suits(joker)]

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether a Joker is chosen and a suit for that one."""
        is_valid = super().validate(extra_validators)
        field = self._suit()
        if field is None or field.data:
            return is_valid
        field.errors = [*field.errors, said("bridge.form.no-suit-sealed")]
        return False

    def value(self) -> dict[str, str]:
        """The Joker and its suit."""
        field = self._suit()
        return {"joker": str(self.joker.data), "suit": str(field.data if field else "")}

    def view(self) -> Mapping[str, Any]:
        """The buttons; which Joker it is stands already where there is only one."""
        several = len(self.jokers) > 1
        return {
            "which": [cell(self.joker, one) for one in self.joker.iter_choices()]
            if several
            else [],
            "jokers": [
                {
                    "joker": joker,
                    "suit": self.ask(n),
                    "suits": [cell(self.ask(n), one) for one in self.ask(n).iter_choices()],
                }
                for n, joker in enumerate(self.jokers)
            ],
        }

    def ask(self, n: int) -> Any:
        """The field with the suit of the nth Joker."""
        return self[f"suit_{n}"]

    def _suit(self) -> Any:
        """The field with the suit of the Joker that was chosen."""
        names = [str(one) for one in self.jokers]
        return self.ask(names.index(self.joker.data)) if self.joker.data in names else None
