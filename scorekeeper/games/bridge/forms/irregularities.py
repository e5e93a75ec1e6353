"""The facts of an irregularity at a bridge table: only what the arbiter can't do without.

Everything else is asked afterwards, one question at a time, by the law itself. The fields:

- `seat`: whose irregularity it is.
- `card`: the card it is about.
- `held`, `trick`: of a proven revoke, the card that was held and the number of the trick.
- `besides`: what else spares a revoke its price.
"""

from wtforms import HiddenField
from wtforms.validators import InputRequired

from scorekeeper.core.messages import message
from scorekeeper.games.bridge.forms.fields import BridgeForm, Chosen, buttons, seat_choices
from scorekeeper.games.bridge.pack import pack_of
from scorekeeper.games.bridge.settings import Scoring
from scorekeeper.games.fields import CardField, label


class BareForm(BridgeForm):
    """Nothing but what the law asks by itself."""

    NAME = "bare"


class SeatForm(BareForm):
    """Whose irregularity it was."""

    NAME = "seat"
    seat = buttons("bridge.form.whose", Chosen("bridge.form.no-seat"))

    def lay_out(self) -> None:
        """Offer the four seats."""
        super().lay_out()
        self.seat.choices = seat_choices()


class PlayedForm(SeatForm):
    """Whose card it was, and which."""

    NAME = "played"
    card = CardField(
        label("bridge.form.which-card"), [InputRequired(label("bridge.form.no-card-named"))]
    )

    def lay_out(self) -> None:
        """Offer every card of the pack."""
        super().lay_out()
        self.card.cards = pack_of(self.settings).cards


class RevokeForm(PlayedForm):
    """Which card did not follow, and what else there was about it."""

    NAME = "revoke"
    besides = buttons("bridge.form.besides", Chosen(), default="none")
    held = HiddenField()
    trick = HiddenField()

    def lay_out(self) -> None:
        """Offer what spares a revoke the transfer."""
        super().lay_out()
        rounds = ("round",) if self.settings.scoring is Scoring.DUPLICATE else ()
        self.besides.choices = [
            (one, message(f"bridge.answer.besides.{one}"))
            for one in ("none", "again", "late", *rounds, "both")
        ]
