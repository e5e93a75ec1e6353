"""The facts of an irregularity at a bridge table: only what the arbiter can't do without.

Everything else is asked afterwards, one question at a time, by the rule itself. The fields:

- `seat`: whose irregularity it is.
- `card`: the card it is about.
- `how`, `why`, `when`, `what`, `by`, `besides`: one of the answers that the rule lists.
- `held`, `trick`: of a proven revoke, the card that was held and the number of the trick.
"""

from typing import Any

from wtforms import HiddenField
from wtforms.validators import InputRequired

from scorekeeper.games.bridge.arbitration.jokers import BY
from scorekeeper.games.bridge.arbitration.leads import HOWS, WHYS
from scorekeeper.games.bridge.arbitration.numbers import WHATS, WHENS
from scorekeeper.games.bridge.arbitration.transfers import besides
from scorekeeper.games.bridge.forms.fields import BridgeForm, Chosen, buttons, seat_choices
from scorekeeper.games.bridge.play import pack_of
from scorekeeper.games.bridge.settings import Scoring
from scorekeeper.games.forms import CardField, label


def _whose() -> Any:
    return buttons("bridge.form.whose", Chosen("bridge.form.no-seat"))


class BareForm(BridgeForm):
    """Nothing but what the rule asks by itself."""

    NAME = "bare"


class SeatForm(BridgeForm):
    """Whose irregularity it was."""

    NAME = "seat"
    seat = _whose()

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


class EarlyForm(PlayedForm):
    """Which card was played too early, and when."""

    NAME = "early"
    how = buttons("bridge.ask.how-early", Chosen("bridge.form.no-answer"))

    def lay_out(self) -> None:
        """Offer the ways of being early."""
        super().lay_out()
        self.how.choices = list(HOWS)


class BackForm(PlayedForm):
    """Which card somebody wants back, and why."""

    NAME = "back"
    why = buttons("bridge.form.why-back", Chosen("bridge.form.no-answer"))

    def lay_out(self) -> None:
        """Offer the reasons."""
        super().lay_out()
        self.why.choices = list(WHYS)


class RevokeForm(PlayedForm):
    """Which card did not follow, and what else there was about it."""

    NAME = "revoke"
    besides = buttons("bridge.form.besides", Chosen(), default="none")
    held = HiddenField()
    trick = HiddenField()

    def lay_out(self) -> None:
        """Offer what spares a revoke the transfer under this table's laws."""
        super().lay_out()
        self.besides.choices = list(besides(self.settings.scoring is Scoring.DUPLICATE))


class NumberForm(BridgeForm):
    """When a wrong number of cards was noticed."""

    NAME = "number"
    when = buttons("bridge.ask.when", Chosen("bridge.form.no-answer"))

    def lay_out(self) -> None:
        """Offer the stages of a deal."""
        super().lay_out()
        self.when.choices = list(WHENS)


class MisdealForm(NumberForm):
    """What went wrong with a deal, and when that was noticed."""

    NAME = "misdeal"
    what = buttons("bridge.ask.misdeal", Chosen("bridge.form.no-answer"))

    def lay_out(self) -> None:
        """Offer the faults of a deal."""
        super().lay_out()
        self.what.choices = list(WHATS)


class SeenForm(SeatForm):
    """Whose face-down card was seen, and whose doing that was."""

    NAME = "seen"
    by = buttons("bridge.form.by", Chosen("bridge.form.no-answer"))

    def lay_out(self) -> None:
        """Offer the two sides."""
        super().lay_out()
        self.by.choices = list(BY)
