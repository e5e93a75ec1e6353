"""The facts of an irregularity: only what the arbiter can't do without.

`seat` is whose it is, `card` the card it is about; of a proven revoke, `held` is the
card that was held and `trick` the number of the trick; `besides` what else spares it
its price.
"""

from wtforms import HiddenField
from wtforms.validators import InputRequired

from scorekeeper.core.facts import Besides
from scorekeeper.core.seats import Seat
from scorekeeper.games.bridge.forms import BridgeForm
from scorekeeper.games.bridge.rules import Scoring
from scorekeeper.games.fields import (
    CardField,
    ItsForm,
    Label,
    choose,
    label,
)


class BareForm(BridgeForm):
    """Nothing but what the law asks by itself."""

    NAME = "bare"


class SeatForm(BareForm):
    """Whose irregularity it was."""

    NAME = "seat"
    seat = choose(
        Seat, required=True, missing="no-seat", text=label("bridge.form.whose")
    )


class PlayedForm(SeatForm):
    """Whose card it was, and which."""

    NAME = "played"
    card = CardField(
        label("bridge.form.which-card"),
        [InputRequired(label("bridge.form.no-card-named"))],
    )

    def lay_out(self) -> None:
        super().lay_out()
        self.card.cards = self.pack.cards


def _besides(form: ItsForm) -> list[tuple[str, Label]]:
    is_duplicate = form.settings.scoring is Scoring.DUPLICATE
    every = (
        beside for beside in Besides if is_duplicate or beside is not Besides.ROUND
    )
    return [
        (besides.value, label(f"bridge.answer.besides.{besides}")) for besides in every
    ]


class RevokeForm(PlayedForm):
    """Which card did not follow, and what else there was about it."""

    NAME = "revoke"
    besides = choose(
        str,
        choices=_besides,
        default=Besides.NONE.value,
        text=label("bridge.form.besides"),
    )
    held = HiddenField()
    trick = HiddenField()
