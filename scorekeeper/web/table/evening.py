"""The questions of an evening that every game shares: people, dealer, ends, paper."""

from typing import Any

from wtforms import Form, IntegerField, SelectField, StringField
from wtforms.validators import InputRequired, Length, NumberRange, Optional, ValidationError

from scorekeeper.core.evening import (
    Adjusted,
    CarriedIn,
    DealerIs,
    Ended,
    Left,
    Seated,
    ThrownIn,
)
from scorekeeper.core.messages import message
from scorekeeper.core.seats import Ring, Seat
from scorekeeper.core.session import Event, Folded, Recorded
from scorekeeper.core.sheet import People
from scorekeeper.games.fields import label
from scorekeeper.tables.names import (
    NAME_LENGTH,
    REASON_LENGTH,
    clean,
    refused_among,
    why_not,
)
from scorekeeper.web.table.evening_form import EveningForm
from scorekeeper.web.table.played import PlayedForm

POINTS = NumberRange(-100_000, 100_000)


class DealerForm(EveningForm):
    """Who really deals."""

    NAME = "dealer"
    STATES = (DealerIs,)
    seat = SelectField(label("field.dealer"), validators=[InputRequired()])

    def lay_out(self) -> None:
        """Offer every seat."""
        choices: list[tuple[str, Any]] = [(s.value, s) for s in self.game.ring(self.settings)]
        self.seat.choices = choices

    def facts(self) -> tuple[Event, ...]:
        """The dealer's seat."""
        return (DealerIs(Seat(self.seat.data)),)


class ThrownInForm(EveningForm):
    """The deal in progress is thrown in."""

    NAME = "thrown-in"
    STATES = (ThrownIn,)
    reason = StringField(label("field.reason"), [Optional(), Length(max=REASON_LENGTH)])

    def facts(self) -> tuple[Event, ...]:
        """That it is thrown in, and why."""
        return (ThrownIn((self.reason.data or "").strip()),)


class EndedForm(EveningForm):
    """The rubber or game ends here."""

    NAME = "ended"
    STATES = (Ended,)
    reason = StringField(label("field.reason"), [Optional(), Length(max=REASON_LENGTH)])

    def facts(self) -> tuple[Event, ...]:
        """That it ends, and why."""
        return (Ended((self.reason.data or "").strip()),)


class CarriedInForm(EveningForm):
    """A score that was kept on paper before."""

    NAME = "carried-in"
    STATES = (CarriedIn,)
    party = SelectField(label("field.party"), validators=[InputRequired()])
    part = SelectField(label("field.part"), validators=[InputRequired()])
    points = IntegerField(label("field.points"), [InputRequired(), POINTS])

    def lay_out(self) -> None:
        """Offer every party, and the parts of its column."""
        self.party.choices = self.party_choices()
        parts = self.game.carried_parts(self.settings)
        self.part.choices = [(part, label(f"part.{part}")) for part in parts]

    def facts(self) -> tuple[Event, ...]:
        """The score carried in."""
        return (CarriedIn(self.party.data, self.points.data or 0, self.part.data),)


class AdjustedForm(EveningForm):
    """An adjustment with its reason."""

    NAME = "adjusted"
    STATES = (Adjusted,)
    party = SelectField(label("field.party"), validators=[InputRequired()])
    points = IntegerField(label("field.points"), [InputRequired(), POINTS])
    reason = StringField(label("field.reason"), [InputRequired(), Length(1, 200)])

    def lay_out(self) -> None:
        """Offer every party."""
        self.party.choices = self.party_choices()

    def facts(self) -> tuple[Event, ...]:
        """The adjustment."""
        return (Adjusted(self.party.data, self.points.data or 0, (self.reason.data or "").strip()),)


class SeatedForm(EveningForm):
    """A person's name put right, or the seat that the person took."""

    NAME = "seated"
    STATES = (Seated,)
    person = StringField(label("field.person"), [InputRequired(), Length(1, NAME_LENGTH)])
    seat = SelectField(label("field.seat"))

    def lay_out(self) -> None:
        """Offer every seat, and none."""
        choices: list[tuple[str, Any]] = [(s.value, s) for s in self.game.ring(self.settings)]
        self.seat.choices = [*choices, ("", label("field.no-seat"))]
        self.seat.data = self.seat.data or ""

    def validate_person(self, field: StringField) -> None:
        """Refuse a name that looks like another person's, but for who sat here before."""
        name = clean(field.data or "")
        before = {person for seat, person in self.folded.people if seat.value == self.seat.data}
        others = set(self.folded.persons) - before - {name}
        if refused := why_not(name, sorted(others)):
            raise ValidationError(refused)  # type: ignore[arg-type]

    def facts(self) -> tuple[Event, ...]:
        """Who sits where."""
        seat = Seat(self.seat.data) if self.seat.data else None
        return (Seated(clean(self.person.data or ""), seat),)


class PeopleForm(EveningForm):
    """Who sits where, and who is at the table without a seat."""

    NAME = "people"
    STATES = (Seated, Left)

    def lay_out(self) -> None:
        """One field a seat, and some for those who wait; they read their own data."""
        self.names: dict[str, str] = {}
        self.refused: dict[str, object] = {}

    @property
    def ring(self) -> Ring:
        """The seats of this table."""
        return self.game.ring(self.settings)

    @property
    def bench(self) -> list[str]:
        """The fields for those who wait: one more than wait now, and four at least."""
        return [f"bench{n}" for n in range(max(4, len(self.folded.waiting) + 1))]

    def read(self, formdata: Any) -> None:
        """Take the names from what was sent."""
        keys = [*(seat.value for seat in self.ring), *self.bench]
        self.names = {key: clean(formdata.get(key, "")) for key in keys}

    def fill(self, people: People, waiting: tuple[str, ...]) -> None:
        """Show these people in their places."""
        self.names = {seat.value: person for seat, person in people}
        self.names |= dict(zip(self.bench, waiting, strict=False))

    def validate(self, extra_validators: Any = None) -> bool:
        """Whether every name is a name and nobody sits twice."""
        self.refused |= refused_among(self.names)
        for seat in self.ring:
            if not self.names.get(seat.value):
                self.refused.setdefault(seat.value, message("refused.no-name", seat=seat))
        return not self.refused and bool(super().validate(extra_validators))

    def facts(self) -> tuple[Event, ...]:
        """What changed: who takes which seat, who waits, who has left."""
        now = dict(self.folded.people)
        facts: list[Event] = []
        named = {name for name in self.names.values() if name}
        facts += [Left(person) for person in self.folded.persons if person not in named]
        for seat in self.ring:
            person = self.names[seat.value]
            if now.get(seat) != person:
                facts.append(Seated(person, seat))
        bench = [name for key, name in self.names.items() if key.startswith("bench") and name]
        facts += [Seated(person) for person in bench if person not in self.folded.waiting]
        return tuple(facts)

    def view(self) -> dict[str, Any]:
        """The fields, seat by seat, then those who wait."""
        seats = [self._field(seat.value, seat) for seat in self.ring]
        bench = [
            self._field(key, message("field.waiting", number=n))
            for n, key in enumerate(self.bench, start=1)
        ]
        return {**super().view(), "seats": seats, "bench": bench, "persons": self.folded.persons}

    def _field(self, key: str, label: object) -> dict[str, Any]:
        refused = self.refused.get(key)
        return {
            "name": key,
            "label": label,
            "value": self.names.get(key, ""),
            "errors": [refused] if refused else [],
        }


def arranged(folded: Folded, ring: Ring, how: str) -> tuple[People, tuple[str, ...]]:
    """The people after a usual change of seats.

    "pivot": the first seat stays and the others move on by one, so that partners change.
    "cut-in": the one who waits longest takes the seat of the one who has sat longest.
    """
    if how == "cut-in" and folded.waiting:
        since = {e.event.person: e.seq for e in folded.order if isinstance(e.event, Seated)}
        longest = min(folded.people, key=lambda pair: since.get(pair[1], 0))
        people = tuple(
            (seat, folded.waiting[0] if seat is longest[0] else person)
            for seat, person in folded.people
        )
        return people, (*folded.waiting[1:], longest[1])
    if how == "pivot" and len(folded.people) == len(ring):
        names = [person for _, person in folded.people]
        moved = [names[0], names[-1], *names[1:-1]]
        return tuple(zip(ring, moved, strict=True)), folded.waiting
    return folded.people, folded.waiting


class StrikeForm(Form):
    """Why an entry is struck out."""

    reason = StringField(label("field.reason"), [Optional(), Length(max=REASON_LENGTH)])

    def said(self) -> str:
        """The reason as it was typed."""
        return (self.reason.data or "").strip()


EVENING_FORMS: dict[str, type[EveningForm]] = {
    form.NAME: form
    for form in (
        PeopleForm,
        SeatedForm,
        DealerForm,
        ThrownInForm,
        CarriedInForm,
        AdjustedForm,
        EndedForm,
        PlayedForm,
    )
}


def correcting(entries: tuple[Recorded, ...]) -> tuple[str, dict[str, Any]] | None:
    """The evening form that restates a single entry, with its data; None for other entries."""
    if len(entries) != 1:
        return None
    event = entries[0].event
    for form in EVENING_FORMS.values():
        if isinstance(event, form.STATES) and form is not PeopleForm:
            return form.NAME, form.data_of(event)
    return None
