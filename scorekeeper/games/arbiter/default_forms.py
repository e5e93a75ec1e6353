"""The forms that ask for the facts of what goes wrong in a game without a law book."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, ClassVar

from wtforms import RadioField
from wtforms.form import BaseForm
from wtforms.validators import InputRequired, StopValidation

from scorekeeper.core.rounds import State
from scorekeeper.core.seats import named
from scorekeeper.core.session import Event
from scorekeeper.games.arbiter.arbiter import Assertions, Phase
from scorekeeper.games.arbiter.record import (
    CLAIMED,
    HELD_THEN,
    NOTHING,
    PLAYED,
    WRONG_HAND,
    Assertion,
    Denied,
    Told,
)
from scorekeeper.games.arbiter.table import Table
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.fields import AnyField, CardField, ItsForm, Label, label

Choices = list[tuple[str, Label]]
"""Values of a field with their labels."""
Fits = Callable[[object], bool]
"""Whether something can happen at a table with these settings."""


class ChosenField(RadioField):
    """Buttons one of which must be chosen: those that `offers` answers in a form."""

    # Any, since it is handed on to WTForms
    def __init__(
        self, text: str, offers: Callable[[ItsForm], Choices], **bound: Any
    ) -> None:
        super().__init__(label(text), validate_choice=False, **bound)
        self.offers = offers

    def pre_validate(self, form: BaseForm) -> None:
        if self.data not in [value for value, _ in self.offers(form)]:
            raise StopValidation(label("custom.refused.choose"))


def worded(code: str, *values: str) -> Callable[[ItsForm], Choices]:
    return lambda form: [(str(value), label(f"{code}.{value}")) for value in values]


class FactsForm(EntryForm[State]):
    """The facts of an irregularity, which is ruled on and not recorded. `PHASE` is when
    in a deal it happens, `ASSERTS` what each field says of the deal; a form may say which
    settings it `fits` and what an accepted ruling `settles`, as in an Irregularity."""

    PHASE = Phase.PLAY
    ASSERTS: ClassVar[Assertions] = {}

    @staticmethod
    def fits(settings: object) -> bool:
        return True

    def table(self) -> Table:
        raise NotImplementedError

    def lay_out(self) -> None:
        for field in self:
            if isinstance(field, ChosenField):
                field.choices = field.offers(self)
            if isinstance(field, CardField):
                field.cards = self.table().pack

    def facts(self) -> tuple[Event, ...]:
        return ()


AnyFactsForm = FactsForm[Any]
"""The facts of an irregularity in any game. Any, as in `AnyFolded`."""

SEAT = ChosenField(
    "custom.field.seat",
    lambda form: [
        (seat.value, named(seat, form.folded.people)) for seat in form.table().ring
    ],
)
CARD = label("custom.field.card")


class CallForm(FactsForm[State]):
    """Who called; a game adds what was called, in a field `call`."""

    PHASE = Phase.BIDDING
    ASSERTS: ClassVar[Assertions] = {"seat": NOTHING, "call": NOTHING}
    seat = SEAT


def facts_form(
    phase: Phase, asserts: Assertions, fits: Fits = FactsForm.fits, **asked: AnyField
) -> type[AnyFactsForm]:
    own = {"PHASE": phase, "ASSERTS": asserts, "fits": staticmethod(fits)}
    return type("FactsForm", (FactsForm,), {**own, **asked})


def card_form(assertion: Assertion) -> type[AnyFactsForm]:
    asserts = {"seat": NOTHING, "card": assertion}
    return facts_form(Phase.PLAY, asserts, seat=SEAT, card=CardField(CARD))


def following_form(card: Assertion, fits: Fits = FactsForm.fits) -> type[AnyFactsForm]:
    """A form that asks who did not follow, with which card, of which this is said, and
    what is said to have been held."""
    return facts_form(
        Phase.PLAY,
        {"seat": NOTHING, "card": card, "held": HELD_THEN},
        fits,
        seat=SEAT,
        card=CardField(CARD, [InputRequired(label("custom.refused.card"))]),
        held=CardField(label("custom.field.held")),
    )


FollowingForm = following_form(PLAYED)


class Claimed(StrEnum):
    """What is claimed: all the rest, nothing of it, or some."""

    CLAIM = "claim"
    CONCESSION = "concession"
    SOME = "some"


KIND = ChosenField("custom.field.kind", worded("custom.kind", *Claimed))
ClaimForm = facts_form(
    Phase.END, {"seat": CLAIMED, "kind": NOTHING}, seat=SEAT, kind=KIND
)
"""Who claims the rest, or gives it up."""


class Misdealt(StrEnum):
    """What was wrong with a deal: how many cards somebody has, or the dealing."""

    NUMBER = "number"
    DEALING = "dealing"


WHAT = ChosenField("custom.field.what", worded("custom.misdeal", *Misdealt))


def _wrong_number(told: Told) -> Denied | None:
    return WRONG_HAND.denial(told) if told.value == Misdealt.NUMBER else None


MisdealForm = facts_form(
    Phase.DEALING,
    {"what": Assertion("a hand had a wrong number of cards", _wrong_number)},
    what=WHAT,
)
"""What was wrong with the cards that were dealt."""
