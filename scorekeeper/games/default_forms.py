"""The facts of an irregularity at a table whose game has no law book."""

from collections.abc import Callable, Mapping
from types import new_class
from typing import Any, cast

from wtforms import RadioField
from wtforms.validators import InputRequired, StopValidation

from scorekeeper.core.cards import Card
from scorekeeper.core.rounds import Round, RoundRules
from scorekeeper.core.rulings import Progress, Ruling
from scorekeeper.core.seats import named
from scorekeeper.core.session import Event
from scorekeeper.core.settings import RuleSheet
from scorekeeper.games.arbitration import Arbiter, Facts, Irregularity, Phase, Settled
from scorekeeper.games.ask import EntryForm
from scorekeeper.games.default_case import Case, Cites, Table, ruled_at, table_at
from scorekeeper.games.default_rulings import (
    claim,
    exposed_card,
    failed_to_follow,
    misdeal,
    out_of_turn,
    proved,
    take_back,
)
from scorekeeper.games.fields import CardField, label

Choices = list[tuple[str, Any]]
"""Values of a field with their labels."""


def offered(form: Any, field: Any) -> None:
    """Refuse what is none of the choices."""
    if field.data not in [value for value, _ in field.choices]:
        raise StopValidation(label("custom.refused.choose"))


def chosen(text: str) -> RadioField:
    """A field of buttons one of which must be chosen; the choices come with the state."""
    return RadioField(label(text), [offered], validate_choice=False)


def asked_at(table_of: Callable[[Any], Table], form: type["SeatForm"]) -> type["SeatForm"]:
    """The form as it is asked at the tables of one game, which `table_of` sees."""
    own = {"table": lambda asked: table_of(asked.state)}
    return cast(
        type[SeatForm], new_class(form.__name__, (form,), exec_body=lambda at: at.update(own))
    )


class FactsForm(EntryForm):
    """The facts of an irregularity, which is ruled on and not recorded.

    `PHASE` is when in a deal it happens.
    """

    PHASE = Phase.PLAY

    @staticmethod
    def settles(state: Any, facts: Facts) -> Settled | None:
        """What of sealed things an accepted ruling settles, as in an Irregularity."""
        return None

    def facts(self) -> tuple[Event, ...]:
        """Nothing is recorded."""
        return ()


Ruled = tuple[type[FactsForm], Callable[[Case], Ruling]]
"""What asks for the facts of an irregularity, and what is ruled on them."""


class SeatForm(FactsForm):
    """Whose irregularity it is, at the table that `asked_at` gives it."""

    NAME = "seat"
    seat = chosen("custom.field.seat")

    def table(self) -> Table:
        """What the arbiter sees of the table."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Offer everybody at the table, and the cards of the pack."""
        table = self.table()
        people = self.folded.people
        self.seat.choices = [(one.value, _shown(named(one, people))) for one in table.ring]
        for field in self:
            if isinstance(field, CardField):
                field.cards = table.pack


class CardForm(SeatForm):
    """Whose irregularity it is, and with which card where that matters."""

    NAME = "card"
    card = CardField(label("custom.field.card"))


class FollowingForm(SeatForm):
    """Who did not follow, with which card, and what is said to have been held."""

    NAME = "following"
    card = CardField(label("custom.field.card"), [InputRequired(label("custom.refused.card"))])
    held = CardField(label("custom.field.held"))


class ClaimForm(SeatForm):
    """Who claims the rest, or gives it up."""

    NAME = "claim"
    PHASE = Phase.END
    kind = chosen("custom.field.kind")

    def lay_out(self) -> None:
        """Offer both kinds."""
        super().lay_out()
        self.kind.choices = [
            (kind, label(f"custom.kind.{kind}")) for kind in ("claim", "concession")
        ]


class MisdealForm(FactsForm):
    """What was wrong with the cards that were dealt."""

    NAME = "misdeal"
    PHASE = Phase.DEALING
    what = chosen("custom.field.what")

    def lay_out(self) -> None:
        """Offer what can be wrong."""
        self.what.choices = [
            (what, label(f"custom.misdeal.{what}")) for what in ("number", "dealing")
        ]


USUAL: Mapping[str, Ruled] = {
    "failure-to-follow": (FollowingForm, failed_to_follow),
    "out-of-turn": (CardForm, out_of_turn),
    "take-back": (CardForm, take_back),
    "exposed-card": (CardForm, exposed_card),
    "misdeal": (MisdealForm, misdeal),
    "claim": (ClaimForm, claim),
}
"""What is ruled on in a game that says nothing of it itself."""


def irregularities(
    table_of: Callable[[Any], Table], ruled: Mapping[str, Ruled]
) -> tuple[Irregularity, ...]:
    """These irregularities by their names, where `table_of` is what the arbiter sees."""

    def irregularity(name: str, form: Any, decide: Callable[[Case], Ruling]) -> Irregularity:
        asked = asked_at(table_of, form) if issubclass(form, SeatForm) else form
        proves = proved if form is FollowingForm else None
        return Irregularity(
            name, asked, ruled_at(table_of, decide), proves, form.settles, form.PHASE
        )

    return tuple(irregularity(name, *one) for name, one in ruled.items())


def usual_arbiter(
    rules: RoundRules[Any, Any, Any],
    rule_sheet: RuleSheet,
    pack: Callable[[Any], frozenset[Card]],
    cites: Cites,
    ruled: Mapping[str, Ruled] = USUAL,
    **more: Any,
) -> Arbiter:
    """The arbiter of a game that has these rounds and no law book.

    `pack` is that of a table with these settings, `ruled` what is ruled on. `more` are fields of
    the arbiter, and `seen`: the round it speaks of in a state, where that is not the one in
    progress or the last.
    """
    seen: Callable[[Any], Round] = more.pop("seen", lambda state: state.last)

    def progress(state: Any) -> Progress:
        watched = state.round.watched
        return Progress(tricks=(*watched.tricks, watched.trick))

    def table_of(state: Any) -> Table:
        settings = state.settings
        answered = cites.answered(rule_sheet, settings)
        return table_at(rules, state, answered, pack(settings), seen(state))

    return Arbiter(
        lambda state: rules.play_rules(seen(state), state.settings),
        lambda state: seen(state).watched,
        irregularities=irregularities(table_of, ruled),
        pack=lambda state: pack(state.settings),
        **{"progress": progress, **more},
    )


def _shown(value: object) -> Any:
    """A value as a choice; WTForms types its texts as str and keeps what it is given."""
    return value
