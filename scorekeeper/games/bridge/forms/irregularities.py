"""The facts of an irregularity at a bridge table: only what the arbiter can't do without.

Everything else is asked afterwards, one question at a time, by the law itself. The fields:

- `seat`: whose irregularity it is.
- `card`: the card it is about.
- `held`, `trick`: of a proven revoke, the card that was held and the number of the trick.
- `besides`: what else spares a revoke its price.
"""

from typing import Any

from wtforms import HiddenField
from wtforms.validators import InputRequired

from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.pages_bid import BridgeForm
from scorekeeper.games.bridge.settings import Scoring
from scorekeeper.games.fields import CardField, choose, label


class BareForm(BridgeForm):
    """Nothing but what the law asks by itself."""

    NAME = "bare"


class SeatForm(BareForm):
    """Whose irregularity it was."""

    NAME = "seat"
    seat = choose(Seat, required=True, missing="no-seat", text=label("bridge.form.whose"))


class PlayedForm(SeatForm):
    """Whose card it was, and which."""

    NAME = "played"
    card = CardField(
        label("bridge.form.which-card"), [InputRequired(label("bridge.form.no-card-named"))]
    )

    def lay_out(self) -> None:
        """Offer every card of the pack."""
        super().lay_out()
        self.card.cards = self.pack.cards


def _besides(form: Any) -> list[tuple[str, Any]]:
    """What spares a revoke the transfer."""
    rounds = ("round",) if form.settings.scoring is Scoring.DUPLICATE else ()
    every = ("none", "again", "penalty-card", "late", *rounds, "both")
    return [(one, label(f"bridge.answer.besides.{one}")) for one in every]


class RevokeForm(PlayedForm):
    """Which card did not follow, and what else there was about it."""

    NAME = "revoke"
    besides = choose(
        str,
        choices=_besides,
        default=lambda form: "none",
        text=label("bridge.form.besides"),
    )
    held = HiddenField()
    trick = HiddenField()
